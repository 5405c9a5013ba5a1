"""Bouts in which nobody fell: what they came to, in a clause each."""

from collections.abc import Iterator

from domain.kinds import Kind
from projections.chronicle.battle import DREW, Bout
from projections.chronicle.falls import SMALLER
from projections.chronicle.prose import Prose, other, who
from projections.chronicle.tree import Spans
from projections.page import Row

BADLY = 3
"""So much health at once is much, in any game."""


def clauses(prose: Prose, bout: Bout) -> Iterator[tuple[Row, Spans]]:
    """What a bout came to, each clause with the deed that says where it was."""
    first, attackers = bout.blows[0], bout.attackers
    values = {
        "a": who(first),
        "b": other(first),
        "attackers": prose.listed(who(row) for row in attackers),
        "die": first["detail"].get("die", 0),
        "big": first["detail"].get("against_die", 0),
    }
    yield first, prose.say(f"clause-{_code(bout)}", *_rests_on(bout), **values)
    for row in bout.of(Kind.BROKE, Kind.STOOD, Kind.SPARED):
        if row["kind"] == Kind.BROKE and row["member"] == bout.target:
            continue  # the clause before has said it
        code = {Kind.BROKE: "clause-broke", Kind.STOOD: "clause-stood"}.get(row["kind"])
        yield first, prose.say(code or "clause-spared", row, who=who(row), text=row["text"])


def _rests_on(bout: Bout) -> list[Row]:
    """The lines that a clause rests on: where health was lost, or else the blows."""
    return bout.hurts[:BADLY] or [bout.blows[0]]


def _code(bout: Bout) -> str:
    """What a bout came to."""
    first, several = bout.blows[0], len(bout.attackers) > 1
    if bout.on_the_fallen:
        return "finished" if bout.of(Kind.FINISHED) else "unfinished"
    lost, paid = bout.lost(bout.target), bout.lost(first["member"])
    broke = any(row["member"] == bout.target for row in bout.of(Kind.BROKE))
    if broke:
        return "many-broke" if several else "one-broke"
    if several:
        return "many-hurt" if lost else "many-none"
    if lost and paid:
        return "both"
    if paid:
        return "counter"
    if not lost:
        return _unhurt(bout)
    return _hurt(bout, lost)


def _unhurt(bout: Bout) -> str:
    """Nobody was hurt: they drew, traded blows, or one was held off."""
    if all(row["text"] == DREW for row in bout.blows):
        return "drew"
    struck = {row["member"] for row in bout.blows}
    if len(struck) > 1:
        return "traded"
    return "held" if len(bout.blows) == 1 else "held-often"


def _hurt(bout: Bout, lost: int) -> str:
    """Only the target was hurt."""
    detail = bout.blows[0]["detail"]
    die, big = detail.get("die", 0), detail.get("against_die", 0)
    if die and big and die <= big - SMALLER:
        return "upset"
    return "badly" if lost >= BADLY else "hurt"
