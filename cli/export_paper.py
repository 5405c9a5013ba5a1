"""`acta export roster` and `acta export cards`: crews and their members on paper."""

from collections.abc import Sequence
from typing import Any

import click

from cli.desk import Desk, with_desk
from cli.on_paper import PDF, Wanted, blanks, crews_option, decks, paper_options
from domain.terms import NotFound, WrongUsage

EMPTY = "acta crew found NAME; --blank makes empty ones"

dead_option = click.option(
    "--with-the-dead", "dead", is_flag=True, help="Those too who are dead or have left."
)
history_option = click.option(
    "--history", is_flag=True, help="With the campaign history of each member."
)
blank_option = click.option(
    "--blank",
    type=int,
    is_flag=False,
    flag_value=8,
    default=None,
    metavar="[N]",
    help="N empty ones (8) to be filled in by hand, in place of a crew's.",
)


@click.command()
@crews_option
@dead_option
@history_option
@blank_option
@paper_options
@with_desk()
def roster(desk: Desk, /, **options: Any) -> None:
    """Write crews' rosters: members, what they have and suffer, purse and store."""
    _write(desk, "rosters", options)


@click.command()
@crews_option
@dead_option
@history_option
@blank_option
@paper_options
@with_desk()
def cards(desk: Desk, /, **options: Any) -> None:
    """Write cards of members to be cut out: what they can, in words, and boxes to tick."""
    _write(desk, "cards", options)


def _nobody(desk: Desk, names: Sequence[str]) -> NotFound:
    """Why there is nobody: there is no crew, all are gone, or none has joined yet."""
    crews = decks(desk, names, dead=True)
    if any(each.cards for each in crews):
        return NotFound("all who belonged there are gone", hint="--with-the-dead shows them")
    hint = "--blank makes empty ones" if crews else EMPTY
    return NotFound("there is nobody yet to be put on paper", hint=hint)


def _write(desk: Desk, kind: str, options: dict[str, Any]) -> None:
    """Write one of the two."""
    from cli.provenance import provenance
    from projections.paper import html, pdf

    wanted, names, count = Wanted(desk, options), options["names"], options["blank"]
    if count is not None and (names or options["dead"] or options["history"]):
        raise WrongUsage("blank ones are of no crew", hint="--blank alone")
    if count is None:
        found = decks(desk, names, dead=options["dead"], history=options["history"])
        if not found or (kind == "cards" and not any(each.cards for each in found)):
            raise _nobody(desk, names)
    else:
        found = blanks(desk, count)
    write = getattr(pdf if wanted.form == PDF else html, kind)
    content: bytes = write(wanted.frame(), provenance(desk), found, wanted.format)
    crews = [each.crew for each in found if each.crew]
    wanted.write(kind, content, crews=crews, members=sum(len(each.cards) for each in found))
