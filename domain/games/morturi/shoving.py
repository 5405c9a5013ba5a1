"""Chapter 4.1: movement that a trick gives, of others and of oneself (MR-FRC-1 to -7)."""

import msgspec

from domain.games.morturi.battle import Fighting, in_arena
from domain.games.morturi.circumstances import Seen
from domain.games.morturi.costs import leaving
from domain.games.morturi.effects import of, own
from domain.games.morturi.ground import (
    ahead,
    beside,
    neighbours,
    open_at,
    stepped,
    terrain,
    toward,
    vacant,
)
from domain.games.morturi.hazards import arrive
from domain.games.morturi.standing import Chance, EffectCancelled, GladiatorMoved
from domain.games.morturi.units import Unit
from domain.terms import Telling, Who


class Shove(msgspec.Struct, frozen=True):
    """Who is moved from where to where by what; `by` forces him ("" for his own doing)."""

    unit: Unit
    to: str
    source: Who
    by: str = ""
    facing: str = ""


def shove(telling: Telling[Fighting], how: Shove) -> None:
    """MR-FRC-1: he is moved, no MP are spent; who watched the square he leaves may follow."""
    battle, unit = telling.state, how.unit
    telling.tell(
        GladiatorMoved(
            gladiator=unit.who,
            before=unit.square,
            to=how.to,
            source=how.source,
            by=(battle.units[how.by].who,) if how.by else (),
            facing=how.facing if how.facing != unit.facing else "",
            chances=chances(battle, unit, unit.square),
        )
    )


def chances(battle: Fighting, mover: Unit, left: str) -> tuple[Chance, ...]:
    """Relentless Pursuit and its like: who may step into the square that an enemy leaves."""
    if not left or not dared(battle, left):
        return ()
    seen = Seen(other=mover, square=left)
    return tuple(
        Chance(bearer.who, w.source)
        for bearer in in_arena(battle)
        if bearer.school != mover.school and bearer.now > 0 and ahead(bearer) == left
        for w in of(own(battle, bearer, "move.vacated", seen), "move")
        if not rooted(battle, bearer)
    )


# Who can be moved, and whither


def rooted(battle: Fighting, unit: Unit) -> bool:
    """MR-CON-2, -4: whether he cannot leave his square."""
    return any(w.effect.what == "leave" for w in of(leaving(battle, unit), "forbid"))


def steadfast(battle: Fighting, unit: Unit) -> str:
    """MR-FRC-5: what keeps others' tricks from moving him, "" if nothing does."""
    found = of(own(battle, unit, "move.forced"), "prevent")
    return found[0].source.name if found else ""


def wanted(battle: Fighting, square: str) -> bool:
    """MR-TER-5, -6: whether one may go to a square of his own will."""
    by_will = terrain(battle, square).voluntary and battle.house.hazard_voluntary == "per_map"
    return by_will or not hazardous(battle, square)


def dared(battle: Fighting, square: str) -> bool:
    """MR-FRC-4: whether he may move himself there by an effect: as of his own will, or freely."""
    return battle.house.follow_into_hazard == "yes" or wanted(battle, square)


def hazardous(battle: Fighting, square: str) -> bool:
    """MR-TER-5, -6: whether something waits there for whoever comes onto it."""
    return any(e.on == "terrain.enter" for e in terrain(battle, square).effects)


def free_squares(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """MR-FRC-2, -4: where he may move one square by himself, as part of an effect."""
    if rooted(battle, unit):
        return ()
    near = neighbours(battle, unit.square)
    return tuple(s for s in sorted(near) if vacant(battle, s) and dared(battle, s))


# Pushes


class Push(msgspec.Struct, frozen=True):
    """A push as it would go: whither, or the reason why nobody moves."""

    to: str = ""
    reason: str = ""


def pushed(battle: Fighting, by: Unit, unit: Unit, *, follow: bool) -> Push:
    """MR-FRC-2 to -5, -7: straight away from the pusher, or not at all."""
    if not beside(by.square, unit.square):
        return Push(reason="not beside him")
    direction = toward(by.square, unit.square)[0]
    to = open_at(battle, stepped(unit.square, direction))
    firm = steadfast(battle, unit)
    if firm:
        return Push(reason=firm)
    if not to:
        return Push(reason="no square behind")
    if not vacant(battle, to):
        return Push(reason=f"{to} is taken")
    if follow and rooted(battle, by):
        return Push(reason=f"{by.who.name} cannot follow")
    if follow and not dared(battle, unit.square):
        return Push(reason=f"{by.who.name} does not follow into a hazard")
    return Push(to=to)


def push(telling: Telling[Fighting], by: Unit, unit: Unit, source: Who, *, follow: bool) -> None:
    """MR-FRC-2, -3: the other one goes one square straight back, and he after him; or neither."""
    battle = telling.state
    way = pushed(battle, by, unit, follow=follow)
    if not way.to:
        cancel(telling, by, unit, source, way.reason)
        return
    shove(telling, Shove(unit, way.to, source, by=by.id))
    if follow:
        shove(telling, Shove(by, unit.square, source))
        arrive(telling, by.id)
    arrive(telling, unit.id, forced_by=by.id)


def cancel(telling: Telling[Fighting], by: Unit, unit: Unit, source: Who, reason: str) -> None:
    """MR-FRC-2: what would be illegal is cancelled as a whole."""
    telling.tell(
        EffectCancelled(source=source, bearer=by.who, on=unit.who, does="push", reason=reason)
    )


# Pulls


def pull_squares(battle: Fighting, by: Unit, unit: Unit) -> tuple[str, ...]:
    """MR-FRC-6: the squares beside him on which the other one may be placed."""
    if steadfast(battle, unit):
        return ()
    near = [s for s in sorted(neighbours(battle, by.square)) if vacant(battle, s)]
    if battle.house.pull_needs_path == "yes":
        reached = reachable(battle, unit.square)
        near = [s for s in near if s in reached]
    return tuple(near)


def reachable(battle: Fighting, start: str) -> set[str]:
    """The squares that a path of free squares leads to."""
    found, waiting = {start}, [start]
    while waiting:
        for square in neighbours(battle, waiting.pop()):
            if square not in found and vacant(battle, square):
                found.add(square)
                waiting.append(square)
    return found


def pull(telling: Telling[Fighting], by: Unit, unit: Unit, source: Who, to: str) -> None:
    """MR-FRC-6: he is placed on a square beside the other one, facing him."""
    facing = toward(to, by.square)[0]
    shove(telling, Shove(unit, to, source, by=by.id, facing=facing))
    arrive(telling, unit.id, forced_by=by.id)
