"""Chapter 5.3: gladiators go out of action (MR-OOA-1 to -3, MR-CRD-2)."""

from collections.abc import Callable

import msgspec

from domain.counting import counted
from domain.effects import of
from domain.games.morturi.battle import Fighting, changed, enemies, in_arena, setting, side
from domain.games.morturi.carried import at_moment, named, plain_parts
from domain.games.morturi.carrying import Carried
from domain.games.morturi.circumstances import Seen, holds
from domain.games.morturi.crowd import gain_favour
from domain.games.morturi.effects import own
from domain.games.morturi.flags import brought_home, dropped
from domain.games.morturi.harm import Blame, regain
from domain.games.morturi.shapes import book
from domain.games.morturi.stores import gain, strengthen
from domain.games.morturi.throwing import D6, Roll, remember_roll, thrown
from domain.games.morturi.units import Standing, Unit
from domain.games.morturi.waiting import Awaited, DieDue, Throw
from domain.terms import Event, Telling, Who
from domain.throwing import Rolled

FINAL_BLOW = Who("final-blow", "final blow")

# Events


class GladiatorOut(Event, frozen=True, kw_only=True, tag="morturi.gladiator-out/1"):
    """A gladiator is out of action: off the board, no further part in the battle (MR-OOA-1).

    `by` struck the final blow for `school`; `denarii` is what it earns (MR-SCN-9).
    """

    gladiator: Who
    square: str = ""
    cause: Who
    by: tuple[Who, ...] = ()
    school: tuple[Who, ...] = ()
    denarii: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        by = f" by {self.by[0].name}" if self.by else ""
        earned = f", {counted(self.denarii, 'denarius', 'denarii')}" if self.denarii else ""
        return f"{self.gladiator.name} is out of action{by} ({self.cause.name}){earned}."


class LastDieThrown(Rolled, frozen=True, kw_only=True, tag="morturi.last-die-thrown/1"):
    """A die was thrown for a gladiator on exactly 0 life points (MR-OOA-2)."""

    gladiator: Who
    trick: Who
    face: int
    regained: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        came = f"regains {self.regained}" if self.regained else "it does not help"
        return f"{self.gladiator.name}, {self.trick.name}: {self.face}, {came}."


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """MR-OOA-1, -2: once an attack is over, whoever has no life points left falls."""
    if battle.attack is not None:
        return None
    for unit in in_arena(battle):
        if unit.now <= 0:
            if last_chance(battle, unit):
                return Throw("last die", (DieDue(unit.id, D6),), unit.school)
            return fall
    return None


def last_chance(battle: Fighting, unit: Unit) -> list[Carried]:
    """MR-OOA-2: what may keep him standing if an attack has left him on exactly 0."""
    if unit.now or not unit.by_attack:
        return []
    found = at_moment(battle, plain_parts(battle, unit), "life.zero")
    return [c for c in found if _rolled_for(battle, c, unit)]


def _rolled_for(battle: Fighting, c: Carried, unit: Unit) -> bool:
    """Whether an effect would work on some face of the die."""
    return any(_works(battle, c, unit, face) for face in range(1, D6 + 1))


def _works(battle: Fighting, c: Carried, unit: Unit, face: int) -> bool:
    return face >= c.effect.roll and holds(battle, c.effect.when, unit, Seen(natural=face))


# Judging


def throw_last_die(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MR-OOA-2: he regains what the die gives, or falls."""
    battle = telling.state
    unit = battle.units[throw.dice[0].unit]
    rolled = thrown(battle, action, throw)
    (face,) = rolled.faces
    trick, amount = named(last_chance(battle, unit)[0]), regains(battle, unit, face)
    telling.tell(
        LastDieThrown(gladiator=unit.who, trick=trick, face=face, regained=amount, **rolled.facts)
    )
    if amount:
        regain(telling, telling.state.units[unit.id], amount, trick)
        brought_home(telling, unit.id)
    else:
        fall(telling)


def regains(battle: Fighting, unit: Unit, face: int) -> int:
    """MR-OOA-2: the life points that a last die gives back."""
    chances = last_chance(battle, unit)
    works = [c.effect for c in chances if _works(battle, c, unit, face)]
    return sum(face if e.word == "rolled" else e.value for e in works)


def fall(telling: Telling[Fighting]) -> None:
    """MR-OOA-1: the first who has no life points left goes out of action."""
    battle = telling.state
    unit = next(u for u in in_arena(battle) if u.now <= 0)
    put_out(telling, unit, Blame(FINAL_BLOW, unit.struck_by, unit.struck_for))


def put_out(telling: Telling[Fighting], unit: Unit, blame: Blame) -> None:
    """MR-OOA-1, -3, MR-CRD-2: he is out; the crowd favours whoever struck the final blow."""
    battle = telling.state
    neutral = next((n for n in setting(battle).neutrals if n.id == unit.figure), None)
    credited = blame.school if blame.school != unit.school else ""
    earned = setting(battle).prize.each_neutral if neutral and credited else 0
    telling.tell(
        GladiatorOut(
            gladiator=unit.who,
            square=unit.square,
            cause=blame.cause,
            by=(battle.units[blame.by].who,) if blame.by else (),
            school=(side(battle, credited).who,) if credited else (),
            denarii=earned,
        )
    )
    if credited:
        worth = neutral.favour if neutral else book(battle.edition).crowd.final_blow
        gain_favour(telling, credited, worth, FINAL_BLOW, blame.by)
    for w in of(own(battle, unit, "out"), "favour"):
        gain_favour(telling, unit.school, w.effect.value, w.source, unit.id)
    killer = blame.by if credited and battle.units[blame.by].school == credited else ""
    for foe in enemies(telling.state, unit):
        _triumph(telling, foe, Seen(other=unit, attacker=killer))


def _triumph(telling: Telling[Fighting], foe: Unit, seen: Seen) -> None:
    """What an enemy's end gives to somebody: as such, or because he struck the final blow."""
    for w in own(telling.state, foe, "foe.out", seen):
        unit, source = telling.state.units[foe.id], w.source
        if w.effect.op == "gain":
            gain(telling, unit, w.effect.what, w.effect.value, source)
        else:
            strengthen(telling, unit, w.effect, source)


# Remembering


EVENTS: tuple[type[Event], ...] = (GladiatorOut, LastDieThrown)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who is out of action, and what he leaves behind."""
    match event:
        case LastDieThrown():
            return remember_roll(battle, event)
        case GladiatorOut():
            return _gone(battle, event)
        case _:
            return battle


def _gone(battle: Fighting, event: GladiatorOut) -> Fighting:
    unit = battle.units.get(event.gladiator.id)
    if unit is None:
        return battle
    out = changed(battle, unit.id, standing=Standing.OUT)
    for killer in event.by:
        if killer.id in out.units and event.school:
            out = changed(out, killer.id, kills=out.units[killer.id].kills + 1)
    fallen = (*out.fallen, unit.school) if unit.school else out.fallen
    return msgspec.structs.replace(dropped(out, unit), fallen=fallen, harmed=True)
