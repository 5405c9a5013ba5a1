"""Tricks that throw dice of their own: Performance, Circle Sweep (MR-DMG-6, -7)."""

import msgspec

from domain.effects import of
from domain.games.morturi.battle import Fighting
from domain.games.morturi.carried import at_moment, entry_name
from domain.games.morturi.circumstances import Seen, holds
from domain.games.morturi.crowd import gain_favour, morale
from domain.games.morturi.effects import Working, made, own, parts_of
from domain.games.morturi.harm import Blame, least, lose_life
from domain.games.morturi.parts import Part, told_parts, total
from domain.games.morturi.standing import relieve
from domain.games.morturi.stores import gain
from domain.games.morturi.throwing import D6, Roll, remember_roll, thrown
from domain.games.morturi.underway import Task
from domain.games.morturi.units import Unit
from domain.games.morturi.waiting import DieDue, Throw
from domain.terms import Event, Telling, Who
from domain.throwing import Rolled

# Events


class TrickRolled(Rolled, frozen=True, kw_only=True, tag="morturi.trick-rolled/1"):
    """A die was thrown for a trick or condition: it works on `need` or more."""

    gladiator: Who
    trick: Who
    face: int
    need: int
    worked: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        came = "it works" if self.worked else "it does not work"
        return f"{self.gladiator.name}, {self.trick.name} ({self.need}+): {self.face}, {came}."


class Hurt(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a die that is no attack does to one gladiator, and what it is made of."""

    gladiator: Who
    face: int
    damage: int
    parts: tuple[Part, ...] = ()


class SweepRolled(Rolled, frozen=True, kw_only=True, tag="morturi.sweep-rolled/1"):
    """A die was thrown for each gladiator whom a trick hurts without an attack (MR-DMG-6, -7)."""

    gladiator: Who
    trick: Who
    hurt: tuple[Hurt, ...]

    def told(self) -> str:
        """Say it as the table would."""
        each = ", ".join(
            f"{h.gladiator.name} {h.damage}{f' ({h.face}, {told_parts(h.parts)})' * bool(h.parts)}"
            for h in self.hurt
        )
        return f"{self.trick.name} of {self.gladiator.name}: {each}."


# What is awaited


def upcoming(battle: Fighting) -> Throw | None:
    """The dice of the next trick that throws some."""
    task = battle.tasks[0] if battle.tasks else None
    if task is None or task.what not in ("roll", "sweep"):
        return None
    unit = battle.units[task.unit]
    of_ = task.about or (unit.id,)
    dice = tuple(DieDue(one, D6) for one in of_)
    return Throw(task.what, dice, unit.school, source=task.entry)


# Judging


def roll(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """A die says whether the effects of an entry work."""
    battle = telling.state
    task = battle.tasks[0]
    unit = battle.units[task.unit]
    rolled = thrown(battle, action, throw)
    (face,) = rolled.faces
    found = _rolling(battle, unit, task)
    worked = works(battle, face)
    telling.tell(
        TrickRolled(
            gladiator=unit.who,
            trick=entry_name(battle, task.entry),
            face=face,
            need=min((w.effect.roll for w in found), default=0),
            worked=bool(worked),
            **rolled.facts,
        )
    )
    for w in worked:
        _work(telling, telling.state.units[unit.id], w)


def works(battle: Fighting, face: int) -> list[Working]:
    """What of the trick whose die is thrown next works on a face."""
    task = battle.tasks[0]
    unit = battle.units[task.unit]
    found = _rolling(battle, unit, task)
    return [w for w in found if face >= w.effect.roll and _natural(battle, unit, w, face)]


def _natural(battle: Fighting, unit: Unit, w: Working, face: int) -> bool:
    looks = (c for c in w.effect.when if c.name.startswith("natural"))
    return holds(battle, looks, unit, Seen(natural=face))


def _rolling(battle: Fighting, unit: Unit, task: Task) -> list[Working]:
    """The effects of an entry that look at its die at this moment."""
    found = at_moment(battle, parts_of(battle, unit), task.moment)
    return [made(c, unit.id) for c in found if c.entry == task.entry and c.effect.roll]


def _work(telling: Telling[Fighting], unit: Unit, w: Working) -> None:
    """What the die allows comes about."""
    effect = w.effect
    match effect.op:
        case "favour":
            gain_favour(telling, unit.school, effect.value, w.source, unit.id)
        case "gain":
            gain(telling, unit, effect.what, effect.value, w.source)
        case _:
            relieve(telling, unit, effect.what, w.source, turn=effect.word == "suspend")


def sweep(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MR-DMG-6, -7: each gladiator loses what his die shows, as far as the rule changes it."""
    battle = telling.state
    task = battle.tasks[0]
    unit = battle.units[task.unit]
    rolled = thrown(battle, action, throw)
    hurt = tuple(
        swept(battle, d.unit, face) for d, face in zip(throw.dice, rolled.faces, strict=True)
    )
    trick = entry_name(battle, task.entry)
    telling.tell(SweepRolled(gladiator=unit.who, trick=trick, hurt=hurt, **rolled.facts))
    for one in hurt:
        blame = Blame(trick, unit.id, unit.school)
        lose_life(telling, one.gladiator.id, one.damage, blame)


def swept(battle: Fighting, id_: str, face: int) -> Hurt:
    """MR-DMG-6: armour and toughness reduce it, morale raises it; not facing, nor height."""
    task, target = battle.tasks[0], battle.units[id_]
    unit = battle.units[task.unit]
    pure = any(w.effect.word == "rolled_pure" for w in _rolling(battle, unit, task))
    parts: list[Part] = []
    if not pure and battle.house.circle_sweep_modified == "yes":
        cheered = morale(battle, unit.school)
        if cheered:
            parts.append(Part(Who("boosted-morale", "Boosted Morale"), cheered))
        reduced = of(own(battle, target, "attack.damage", Seen(target=target.id)), "reduce")
        parts += [Part(w.source, -w.effect.value, w.effect.what) for w in reduced]
    amount = max(least(battle, face), face + total(parts))
    return Hurt(gladiator=target.who, face=face, damage=amount, parts=tuple(parts))


# Remembering


EVENTS: tuple[type[Event], ...] = (TrickRolled, SweepRolled)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember that the dice have been thrown."""
    if isinstance(event, TrickRolled | SweepRolled):
        now = remember_roll(battle, event)
        return msgspec.structs.replace(now, tasks=now.tasks[1:])
    return battle
