"""`acta amend`: a line that was recorded wrongly, and all that rests on it, judged anew."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli.desk import Desk, with_desk
from cli.options import agreed_option, dry_run_option, json_option, reason, yes_option

if TYPE_CHECKING:
    from cli.amendment import Asked


@click.command()
@click.argument("address", metavar="ADDRESS")
@click.argument("words", metavar="LINE", nargs=-1, required=True)
@click.option(
    "--why", required=True, metavar="TEXT", callback=reason, help="The reason, kept on record."
)
@click.option(
    "--drop", "drops", multiple=True, metavar="ADDRESS", help="Let a later line go that conflicts."
)
@click.option(
    "--roll",
    "rolls",
    multiple=True,
    metavar="ADDRESS=5,3",
    help="Dice on the table that a later line now needs, in place of its own or before it.",
)
@agreed_option
@yes_option
@dry_run_option
@json_option
@with_desk(writes=True)
def amend(
    desk: Desk,
    address: str,
    words: Sequence[str],
    *,
    why: str,
    drops: Sequence[str],
    rolls: Sequence[str],
    agreed: str,
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Put right what was recorded wrongly.

    LINE is what stands at ADDRESS instead; what follows, in the battle, in its aftermath and in
    later battles, is judged again. What would change is shown, every number before and after, and
    nothing is changed until --yes. What has no place any more is a conflict: it needs --drop, or
    --roll where dice are missing. acta undo takes an amendment back as a whole.
    """
    from cli.correcting import correct

    correct(
        desk,
        _asked(desk, address, words, why=why, drops=drops, rolls=rolls, agreed=agreed),
        yes=yes and not dry_run,
        as_json=as_json,
    )


def _asked(
    desk: Desk,
    address: str,
    words: Sequence[str],
    *,
    drops: Sequence[str],
    rolls: Sequence[str],
    **told: str,
) -> "Asked":
    from cli.amendment import Asked
    from cli.shell_words import joined

    return Asked(
        address=address,
        text=joined(words, desk.game.language),
        drops=tuple(drops),
        rolls=tuple(rolls),
        **told,
    )
