"""Chapter 4.2: beasts and barbarians go for the nearest opponent, and stay beside him (MR-BEH)."""

from heapq import heappop, heappush

import msgspec

from domain.games.morturi.battle import Fighting, at, enemies
from domain.games.morturi.costs import cost
from domain.games.morturi.effects import of, own
from domain.games.morturi.ground import beside, distance, neighbours
from domain.games.morturi.shoving import wanted
from domain.games.morturi.units import Unit


def compelled(battle: Fighting, unit: Unit) -> bool:
    """MR-BEH-1: whether something compels him."""
    return bool(of(own(battle, unit, "turn.move"), "compel"))


def opponents_beside(battle: Fighting, unit: Unit, square: str = "") -> list[Unit]:
    """The opponents beside a square, or beside him."""
    place = square or unit.square
    return [e for e in enemies(battle, unit) if beside(e.square, place)]


def steps(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """MR-BEH-1, -2, -6: the squares that lie on a shortest way to a nearest opponent."""
    if opponents_beside(battle, unit) or not enemies(battle, unit):
        return ()
    near = [s for s in neighbours(battle, unit.square) if _may_enter(battle, s)]
    ways = _ways(battle, unit) if battle.house.compelled_metric == "path_cost" else {}
    if ways:
        best = min(ways.values())
        return tuple(s for s in near if ways.get(s) == best)
    return _closer(battle, unit, near)


def _may_enter(battle: Fighting, square: str) -> bool:
    return at(battle, square) is None and wanted(battle, square)


def _closer(battle: Fighting, unit: Unit, near: list[str]) -> tuple[str, ...]:
    """Without a path, or by `manhattan`: nearer to the nearest as the crow flies."""
    now = min(distance(unit.square, e.square) for e in enemies(battle, unit))
    return tuple(s for s in near if min(distance(s, e.square) for e in enemies(battle, unit)) < now)


def _ways(battle: Fighting, unit: Unit) -> dict[str, int]:
    """MR-BEH-2: by first step, the least MP of a legal path to a square beside an opponent."""
    goals = {
        s
        for e in enemies(battle, unit)
        for s in neighbours(battle, e.square)
        if _may_enter(battle, s)
    }
    found: dict[str, int] = {}
    for first in neighbours(battle, unit.square):
        if _may_enter(battle, first):
            whole = _cheapest(battle, unit, first, goals)
            if whole is not None:
                found[first] = whole
    return found


def _cheapest(battle: Fighting, unit: Unit, first: str, goals: set[str]) -> int | None:
    """The least cost of a path that begins with a step and ends beside an opponent."""
    start = cost(battle, unit, first).total
    known, waiting = {first: start}, [(start, first)]
    while waiting:
        spent, here = heappop(waiting)
        if here in goals:
            return spent
        for square in neighbours(battle, here):
            if square == unit.square or not _may_enter(battle, square):
                continue
            further = spent + cost(battle, _moved(unit, here), square).total
            if further < known.get(square, further + 1):
                known[square] = further
                heappush(waiting, (further, square))
    return None


def _moved(unit: Unit, square: str) -> Unit:
    """The gladiator as if he stood somewhere else."""
    return msgspec.structs.replace(unit, square=square)
