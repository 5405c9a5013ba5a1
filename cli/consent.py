"""Who may agree to an undo, and the undo of what was just recorded, as it is typed."""

import shlex
from collections.abc import Iterable, Sequence

from cli.desk import Desk
from cli.sitting import Table
from domain import undo as undoing
from domain.ledger.fold import MASKS, BatchRetracted
from domain.ledger.record import Line
from domain.undo import Batch, Consent, weighty

FOUGHT = ("battle-", "branch-")
"""How stories begin in which somebody fights, be it as it might have been."""


def typed(span: str = "", to: str = "", **options: str) -> str:
    """An undo as it is typed, with those of its options that were given."""
    words = ["acta", "undo", *([span] if span else [])]
    for option, value in {"to": to, **options}.items():
        words += [f"--{option}", value] if value else []
    return shlex.join(words)


def consent(
    desk: Desk, table: Table | None, *, agreed: str = "", command: str = "acta undo"
) -> Consent:
    """Who takes back and who may agree, in a battle or (without one) elsewhere."""
    return Consent(
        rule=desk.game.correction,
        by=desk.by,
        agreed=agreed,
        solo=table is not None and table.game.chains(table.state).solo,
        parties=desk.parties(table.story) if table is not None else (),
        command=command,
    )


def undo_of(desk: Desk, table: Table, lines: Sequence[Line]) -> str:
    """The command that takes lines of a battle back, with the consent that it needs."""
    if not lines or isinstance(lines[-1].data, BatchRetracted):
        return "acta redo" if lines else ""
    batches: dict[str, list[Line]] = {}
    for line in lines:
        batches.setdefault(line.batch, []).append(line)
    found = [Batch(name, tuple(mine)) for name, mine in batches.items()]
    agreed = _agreed(desk, table, found)
    if weight(desk, found, table):
        first = next(line.address for line in lines if line.story == table.story)
        return f"acta undo --to {first}{agreed} --yes"
    newest = f"acta undo{agreed if found[-1].sealed else ''}"
    if table.between and not desk.between():  # what is newest is asked of the open battle
        newest = f"acta undo --to {found[-1].id}"
    if len(found) == 1 or any(isinstance(line.data, MASKS) for line in lines):
        return newest
    return f"{newest}, or all of it: acta undo --to {lines[0].address}{agreed} --yes"


def check_begun(desk: Desk, table: Table, taken: Sequence[Batch]) -> None:
    """Refuse to take a battle back from under its aftermath; the hint amends it."""

    def amending(batch: Batch) -> str:
        from cli.retyping import amending as command

        return command(desk, batch)

    game = table.game
    undoing.check_begun(game.correction, taken, game.concluding, amending, begun=table.begun)


def battle_of(lines: Iterable[Line]) -> str:
    """The battle or branch that lines lie in; empty for all other lines."""
    return next((line.story for line in lines if line.story.startswith(FOUGHT)), "")


def weight(desk: Desk, taken: Sequence[Batch], table: Table | None = None) -> str:
    """Why these are only taken back when that was shown before; empty where it need not be.

    `table` is the battle that they lie in, or its aftermath, where it is at hand.
    """
    story = battle_of(line for batch in taken for line in batch.lines)
    sentence = weighty(taken)
    if sentence or not story:
        return sentence
    table = desk.table(story) if table is None else table
    if table.aftermath:
        return f"This lies in the aftermath of {story}, which is over." if table.over else ""
    return f"This lies in {story}, which is concluded." if table.fight.concluded else ""


def _agreed(desk: Desk, table: Table, found: Sequence[Batch]) -> str:
    """The consent that an undo of sealed rolls needs; nothing where it needs none."""
    if not any(batch.sealed for batch in found):
        return ""
    asked = consent(desk, table)
    if asked.solo:
        return ""
    return f" --agreed {shlex.quote(next(iter(asked.others), 'NAME'))}"
