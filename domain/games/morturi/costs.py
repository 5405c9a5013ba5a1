"""Chapter 4: movement points, and what a step costs, each surcharge by name (MR-MOV-1, -3, -10)."""

from collections.abc import Iterable

import msgspec

from domain.effects import of
from domain.games.morturi.battle import Fighting
from domain.games.morturi.circumstances import Seen
from domain.games.morturi.effects import Working, own, working
from domain.games.morturi.parts import Part
from domain.games.morturi.units import Unit
from domain.latest import about_latest
from domain.summing import Sum
from domain.terms import RuleBroken, Who


class Points(msgspec.Struct, frozen=True):
    """The movement points of a turn: Move, and what changes it (MR-MOV-1)."""

    total: int
    parts: tuple[Part, ...] = ()


class Cost(msgspec.Struct, frozen=True):
    """What a step costs: 1 and every surcharge; `fixed` is what keeps it at that (MR-MOV-10)."""

    total: int
    parts: tuple[Part, ...] = ()
    fixed: tuple[Who, ...] = ()


def movement_points(battle: Fighting, unit: Unit) -> Points:
    """MR-MOV-1, MR-BAT-8: his Move, capped by rain, then the bonuses of tricks and stances."""
    found = working(battle, unit, "turn.points")
    move, parts = unit.move, []
    for w in of(found, "set_max"):
        if move > w.effect.value:
            parts.append(Part(w.source, w.effect.value - move))
            move = w.effect.value
    parts += [w.part() for w in of(found, "modify")]
    return Points(points_sum(unit.move, parts).total, tuple(parts))


def points_sum(move: int, parts: Iterable[Part]) -> Sum:
    """MR-MOV-1: the movement points of a turn, from a Move."""
    made = Sum().add(move, "Move", "MR-MOV-1").each(parts, "MR-MOV-1")
    return made.least(0, "never less", "MR-MOV-1")


@about_latest
def leaving(battle: Fighting, unit: Unit) -> list[Working]:
    """MR-MOV-5: what works on whoever leaves the square on which he stands, for any other."""
    return working(battle, unit, "move.leave", Seen(square=unit.square))


def cost(battle: Fighting, unit: Unit, to: str) -> Cost:
    """MR-MOV-2 to -5, -10: what it costs him to step onto a square beside him."""
    away = leaving(battle, unit) if unit.square else []
    entering = working(battle, unit, "move.enter", Seen(square=to))
    parts = _surcharges(battle, of([*away, *entering], "modify"))
    for w in of(away, "times"):
        parts.append(Part(w.source, step_sum(parts).total * (w.effect.value - 1)))
    for w in of(working(battle, unit, "move.cost", Seen(square=to)), "set"):
        return Cost(w.effect.value, (), (w.source,) if parts else ())
    return Cost(step_sum(parts).total, tuple(parts))


def step_sum(parts: Iterable[Part]) -> Sum:
    """MR-MOV-2, -3: what a step costs: a square, and every surcharge."""
    return Sum().add(1, "a square", "MR-MOV-2").each(parts, "MR-MOV-3")


def _surcharges(battle: Fighting, found: list[Working]) -> list[Part]:
    """MR-MOV-5: every enemy's surcharge counts, or by option each trick's once."""
    if battle.house.same_trick_surcharge == "once_per_trick":
        found = list({w.entry: w for w in found}.values())
    return [w.part() for w in found]


def check_spending(battle: Fighting, unit: Unit, entry: str = "") -> None:
    """MR-CON-2: who is prone spends MP on standing up only."""
    for w in of(own(battle, unit, "move.action"), "forbid"):
        if w.entry != entry:
            sentence = f"{unit.who.name} has MP for standing up only: {w.source.name}"
            raise RuleBroken("MR-CON-2", sentence)
