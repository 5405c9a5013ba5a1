"""Chapter 15: whom a hostile neutral strikes, or where it goes (MS-NEU-2)."""

from domain.games.mortisphere.battle import Fighting, area_name, at, neighbours, setting
from domain.games.mortisphere.declaring import lured, targets
from domain.games.mortisphere.effects import untargetable
from domain.games.mortisphere.units import Unit
from domain.terms import Who


def named(battle: Fighting, one: str) -> Who:
    """A unit or an Area as an event names it."""
    return battle.units[one].who if one in battle.units else area_name(battle, one)


def steered(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """Chapter 20: whom or whither its guide may turn it: units of its Area, Areas that adjoin."""
    seen = (u for u in at(battle, unit.area) if untargetable(battle, u) is None)
    there = tuple(u.id for u in seen if u.id != unit.id)
    return (*there, *neighbours(battle, unit.area))


def choices(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """MS-NEU-2: the units that it may strike, or else the Areas to which it may go, all equal."""
    there = [u for u in at(battle, unit.area) if u.camp != unit.camp]
    if not there:
        return ways(battle, unit)
    foes = targets(battle, unit)
    named = {u.id for u, _ in lured(battle, unit.camp, unit.area)}
    foes = [u for u in foes if u.id in named] or foes
    key = min(((-u.die, u.health - u.lost) for u in foes), default=None)
    return tuple(u.id for u in foes if (-u.die, u.health - u.lost) == key)


def ways(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """MS-NEU-2: the adjoining Areas that are one step towards the most active units."""
    areas = [a.id for a in setting(battle).areas]
    heads = {a: sum(u.camp != unit.camp for u in at(battle, a)) for a in areas}
    most = max(heads.values())
    goals = {area for area, number in heads.items() if number == most and most}
    steps = neighbours(battle, unit.area)
    far = {step: _distance(battle, step, goals) for step in steps}
    nearest = min((d for d in far.values() if d is not None), default=None)
    return tuple(s for s in steps if nearest is not None and far[s] == nearest)


def _distance(battle: Fighting, start: str, goals: set[str]) -> int | None:
    """How many moves lead from an Area to the nearest of some; None where no way does."""
    seen, edge, steps = {start}, {start}, 0
    while edge:
        if edge & goals:
            return steps
        edge = {n for area in edge for n in neighbours(battle, area)} - seen
        seen |= edge
        steps += 1
    return None
