"""Chapter 4.2: beasts and barbarians go for the nearest opponent, and stay beside him (MR-BEH)."""

from heapq import heappop, heappush

import msgspec

from domain.games.morturi.battle import Fighting, at, enemies
from domain.games.morturi.costs import cost
from domain.games.morturi.effects import of, own
from domain.games.morturi.ground import beside, distance, neighbours
from domain.games.morturi.shoving import hazardous
from domain.games.morturi.sides import entrance
from domain.games.morturi.units import Unit
from domain.latest import about_latest


def compelled(battle: Fighting, unit: Unit) -> bool:
    """MR-BEH-1: whether something compels him."""
    return bool(of(own(battle, unit, "turn.move"), "compel"))


def opponents_beside(battle: Fighting, unit: Unit, square: str = "") -> list[Unit]:
    """The opponents beside a square, or beside him."""
    place = square or unit.square
    return [e for e in enemies(battle, unit) if beside(e.square, place)]


@about_latest
def steps(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """MR-BEH-1, -2, -6: the squares that lie on a shortest way to a nearest opponent."""
    if opponents_beside(battle, unit) or not enemies(battle, unit):
        return ()
    near = [s for s in _reached(battle, unit, unit.square) if _may_enter(battle, s)]
    best = _cheapest(battle, unit) if battle.house.compelled_metric == "path_cost" else set()
    return tuple(s for s in near if s in best) if best else _closer(battle, unit, near)


def _may_enter(battle: Fighting, square: str) -> bool:
    """MR-BEH-6: a free square on which no hazard waits."""
    return at(battle, square) is None and not hazardous(battle, square)


def _closer(battle: Fighting, unit: Unit, near: list[str]) -> tuple[str, ...]:
    """Without a path, or by `manhattan`: nearer to the nearest as the crow flies."""
    far = {s: min(distance(s, e.square) for e in enemies(battle, unit)) for s in near}
    if not unit.square:
        return tuple(s for s in near if far[s] == min(far.values()))
    now = min(distance(unit.square, e.square) for e in enemies(battle, unit))
    return tuple(s for s in near if far[s] < now)


def _cheapest(battle: Fighting, unit: Unit) -> set[str]:
    """MR-BEH-2: the first steps of all legal paths of least MP to a square beside an opponent.

    No step costs less than 1 MP, so a way is at least as long as the crow flies: what lies farther
    off than the best way found is never looked at.
    """
    goals = {s for e in enemies(battle, unit) for s in neighbours(battle, e.square)}
    goals = {s for s in goals if _may_enter(battle, s)}
    firsts, known = {unit.square: set[str]()}, {unit.square: 0}
    waiting = [(0, 0, unit.square)] if goals else []
    found, best = set[str](), None
    while waiting:
        least, spent, here = heappop(waiting)
        if best is not None and least > best:
            break
        if spent > known[here]:
            continue
        if here in goals:
            found, best = found | firsts[here], spent
            continue
        near = [s for s in _reached(battle, unit, here) if spent < known.get(s, spent + 1)]
        for square, price in _onward(battle, _moved(unit, here), near):
            further = spent + price
            if further < known.get(square, further + 1):
                known[square], firsts[square] = further, set()
                left = min(distance(square, goal) for goal in goals)
                heappush(waiting, (further + left, further, square))
            if further == known[square]:
                firsts[square] |= firsts[here] or {square}
    return found


def _onward(battle: Fighting, walker: Unit, near: list[str]) -> list[tuple[str, int]]:
    """The squares that a step leads onto from one of a path, and what it costs."""
    return [(s, cost(battle, walker, s).total) for s in near if _may_enter(battle, s)]


def _reached(battle: Fighting, unit: Unit, here: str) -> tuple[str, ...]:
    """The squares beside one, or (MR-BAT-4) before the gate behind which he still is."""
    return neighbours(battle, here) if here else entrance(battle, unit.school)


def _moved(unit: Unit, square: str) -> Unit:
    """The gladiator as if he stood somewhere else."""
    return msgspec.structs.replace(unit, square=square)
