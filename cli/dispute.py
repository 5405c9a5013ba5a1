"""`acta dispute`: somebody doubts a line; the table looks at it, and rules."""

from collections.abc import Sequence

import click

from cli.desk import Desk, with_desk
from cli.options import Group, csv_option, dry_run_option, json_option


@click.group(cls=Group)
def dispute() -> None:
    """Doubt a line of the record, look at it, rule on it."""


@dispute.command(name="open")
@click.argument("address")
@click.argument("text", metavar="SENTENCE")
@click.option("--rule", default="", metavar="RULE", help="The rule on which the doubt relies.")
@dry_run_option
@json_option
@with_desk(writes=True)
def open_(desk: Desk, address: str, text: str, rule: str, *, dry_run: bool, as_json: bool) -> None:
    """Doubt the line at ADDRESS, in a SENTENCE.

    The record up to there stays as evidence, whatever is taken back or amended later. Nothing is
    held up: the game goes on while a dispute is open.
    """
    from cli.answers import give
    from cli.ruling import opened

    give(opened(desk, address, text, rule, dry_run=dry_run), as_json=as_json)


@dispute.command(name="list")
@csv_option
@json_option
@with_desk()
def list_(desk: Desk, *, as_json: bool, as_csv: bool) -> None:
    """List all disputes, open and ruled on."""
    from cli.disputes import cases
    from cli.rows import show as show_rows

    columns = ("dispute", "about", "text", "by", "status")
    rows = [case.row() for case in cases(desk)]
    show_rows(columns, rows, as_json=as_json, as_csv=as_csv)


@dispute.command()
@click.argument("number", metavar="[N]", required=False, default="")
@json_option
@with_desk()
def show(desk: Desk, number: str, *, as_json: bool) -> None:
    """Show a dispute with its evidence, and how the rules decide the line.

    The line and what came of it; battle, map, dice and legal lines as they were at that moment; the
    rules it is about; the line judged again; ruling and effect. Without N it is the one that is
    open.
    """
    from cli.disputed import Disputed
    from cli.disputes import case_of
    from cli.rows import say_json
    from cli.telling_disputes import tell

    found = Disputed(desk, case_of(desk, number))
    if as_json:
        say_json(found.document())
    else:
        tell(found)


@dispute.command()
@click.argument("number", metavar="N")
@click.argument("verdict", type=click.Choice(["uphold", "overturn", "note"]))
@click.argument("reason")
@click.option(
    "--agreed", multiple=True, metavar="NAME", help="Who of the other side says that he agrees."
)
@click.option(
    "--key",
    "keys",
    multiple=True,
    metavar="FILE",
    help="The key of somebody who agrees: it signs the ruling, and the signature is kept.",
)
@dry_run_option
@json_option
@with_desk(writes=True)
def rule(
    desk: Desk,
    number: str,
    verdict: str,
    reason: str,
    *,
    agreed: Sequence[str],
    keys: Sequence[str],
    dry_run: bool,
    as_json: bool,
) -> None:
    """Rule on dispute N: the line stands, is overturned, or it is settled with a note.

    Both sides agree, or the organiser does, who founded the campaign, where he is on neither. What
    is overturned is mended with acta amend; the answer says how.
    """
    from cli.answers import give
    from cli.ruling import ruled
    from domain.dispute import Verdict

    found = ruled(desk, number, Verdict(verdict), reason, agreed=agreed, keys=keys, dry_run=dry_run)
    give(found, as_json=as_json)
