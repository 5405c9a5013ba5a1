"""Chapter 8, the dice: from what a die shows to the result it counts for (MS-RES-7)."""

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.effects import of
from domain.games.mortisphere.battle import Fighting, Thrown, changed
from domain.games.mortisphere.conditions import Situation
from domain.games.mortisphere.effects import Modifier, modifiers, working
from domain.games.mortisphere.throwing import FacesShown, Roll, RollRepeated, shown, thrown_so_far
from domain.games.mortisphere.units import Unit, Use
from domain.games.mortisphere.waiting import DieDue, Throw
from domain.latest import about_latest
from domain.summing import Sum
from domain.terms import RuleBroken, Telling, Who


class DieShown(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One die of one roll, from its natural face to its result."""

    member: Who
    die: int
    maximum: int
    natural: int
    before: tuple[int, ...] = ()
    again: tuple[Modifier, ...] = ()
    capped: int
    modifiers: tuple[Modifier, ...] = ()
    bounds: tuple[Modifier, ...] = ()
    stepped: tuple[Modifier, ...] = ()
    final: int
    kept: bool = False

    def told(self) -> str:
        """The die as the table would say it: `d6 5`, `d10 9 capped 8 +1 = 9`."""
        said = f"d{self.die} {self.natural}"
        if self.before:
            said += f" (after {', '.join(map(str, self.before))})"
        if self.capped != self.natural:
            said += f" capped {self.capped}"
        said += "".join(f" {m.amount:+d} {m.source.name}" for m in self.modifiers)
        said += "".join(f" {m.source.name}" for m in self.bounds)
        if self.modifiers or self.bounds:
            said += f" = {self.final}"
        return said


# Reading a unit


@about_latest
def current_max(battle: Fighting, unit: Unit) -> int:
    """MS-DMG-3, -7, MS-CAP-5: the highest number a unit can presently show."""
    return maximum_sum(battle, unit).total


def maximum_sum(battle: Fighting, unit: Unit) -> Sum:
    """What the highest number is made of: the die, less 2 for each Health lost and each Strain."""
    of, lowest = unit.who.id, 2 if battle.house.max_roll_floor == "two" else 1
    made = Sum().add(unit.die, "Existence Die", "MS-DIE-1", of=of, number="die")
    made.add(-2 * unit.lost, "2 for each Health lost", "MS-DMG-3", of=of, number="lost")
    made.add(-2 * unit.strain, "2 for each Strain", "MS-CAP-5", of=of, number="strain")
    made.each(modifiers(battle, unit, "always", "max_roll"), "MS-EFF-1")
    made.most(unit.die, "never more than the die", "MS-DMG-3")
    return made.least(lowest, "never less", "MS-DMG-7")


def presence(battle: Fighting, unit: Unit, foe: Unit | None = None) -> int:
    """MS-ABS-4: a quarter of the current maximum, 1 to 3, then effects, within 0 to 4."""
    return presence_sum(battle, unit, foe).total


def presence_sum(battle: Fighting, unit: Unit, foe: Unit | None = None) -> Sum:
    """What a Presence is made of."""
    made = Sum().add(current_max(battle, unit), "highest roll", of=unit.id, number="max_roll")
    made.over(4, "a quarter", "MS-ABS-4")
    made.most(3, "at most 3 before effects", "MS-ABS-4").least(1, "at least 1", "MS-ABS-4")
    made.each(presence_modifiers(battle, unit, foe), "MS-ABS-4")
    return made.most(4, "Presence is 4 at most", "MS-ABS-4").least(0, "not below 0", "MS-ABS-4")


def presence_modifiers(
    battle: Fighting, unit: Unit, foe: Unit | None = None
) -> tuple[Modifier, ...]:
    """What effects add to a unit's Presence against an opponent."""
    situation = Situation(role="absorbing", foe=foe)
    return modifiers(battle, unit, "clash.absorb", "presence", situation)


def die_due(battle: Fighting, unit: Unit, pairing: int = -1) -> DieDue:
    """The die a unit rolls now; under `uniform` one of as many faces as its maximum."""
    maximum = current_max(battle, unit)
    sides = maximum if battle.house.lost_health_cap == "uniform" else unit.die
    return DieDue(unit.id, unit.die, sides, maximum, pairing=pairing)


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """A unit's part in a roll: its role and opponent, and what does not count for it.

    `suppressed`: no effect of its own (a Swarm's member, MS-SWA-13); `bare`: no effect at all
    (a roll that is no Clash).
    """

    unit: Unit
    role: str = ""
    foe: Unit | None = None
    suppressed: bool = False
    swarm: bool = False
    foe_swarm: bool = False
    bare: bool = False
    stepped: tuple[Modifier, ...] = ()
    penalty: tuple[Modifier, ...] = ()

    def situation(self, natural: int) -> Situation:
        """What the conditions of effects look at, once the die shows `natural`."""
        return Situation(
            role=self.role,
            foe=self.foe,
            natural=natural,
            die=self.unit.die,
            suppressed=self.suppressed,
            swarm=self.swarm,
            foe_swarm=self.foe_swarm,
        )


def again_for(
    battle: Fighting, meeting: Meeting, thrown: Thrown, barred: tuple[str, ...] = ()
) -> tuple[str, list[Modifier]]:
    """MS-RES-7d, MS-DMG-6: the rule by which the last face must be rolled again ("" if it stands).

    Also returns the effects that asked for re-rolls; refuses faces thrown again without need.
    """
    rule = ""
    spent = (*barred, *(w.id for w in thrown.spent))
    unit, maximum = meeting.unit, current_max(battle, meeting.unit)
    tries = {"reroll": len(thrown.faces), "reroll_once": 1}.get(
        str(battle.house.lost_health_cap), 0
    )
    used: list[Modifier] = []
    faces = thrown.faces[thrown.since :]
    for n, face in enumerate(faces, start=1):
        fresh = _reroll(battle, meeting, face, (*spent, *(m.source.id for m in used)))
        if fresh is not None:
            used.append(fresh)
            rule = "MS-RES-7"
        elif face > maximum and tries > 0:
            tries -= 1
            rule = "MS-DMG-6"
        elif n < len(faces):
            raise RuleBroken("MS-RES-7", f"{unit.who.name}'s {face} stands and is not rolled again")
        else:
            rule = ""
    return rule, used


def _reroll(
    battle: Fighting, meeting: Meeting, face: int, spent: tuple[str, ...]
) -> Modifier | None:
    if meeting.bare:
        return None
    for w in of(working(battle, meeting.unit, "clash.roll", meeting.situation(face)), "reroll"):
        if w.source.id not in spent:
            return Modifier(w.source, 0, bool(w.effect.times), w.bearer)
    return None


def result(
    battle: Fighting, meeting: Meeting, thrown: Thrown, used: Iterable[Modifier] = ()
) -> DieShown:
    """MS-RES-7: one die's way from its natural face to its final result.

    `used` are the effects by which it was rolled again.
    """
    again = [*(Modifier(w, 0, limited=True) for w in thrown.spent), *used]
    natural, maximum = thrown.faces[-1], current_max(battle, meeting.unit)
    die = DieShown(
        member=meeting.unit.who,
        die=meeting.unit.die,
        maximum=maximum,
        natural=natural,
        before=thrown.faces[:-1],
        again=tuple(again),
        capped=min(natural, maximum),
        stepped=meeting.stepped,
        final=0,
    )
    return modified(battle, meeting, die)


def modified(battle: Fighting, meeting: Meeting, die: DieShown) -> DieShown:
    """MS-RES-7g to i, MS-EFF-6, MS-DMG-8: bounded modifiers on a capped die, at least 1."""
    house = battle.house
    if meeting.bare:
        return msgspec.structs.replace(die, final=max(1, die.capped))
    found = working(battle, meeting.unit, "clash.roll", meeting.situation(die.natural))
    added = tuple(w.modifier() for w in of(found, "modify"))
    floors, ceilings = of(found, "set_min"), of(found, "set_max")
    total = sum(m.amount for m in added)
    bound = {"two": 2, "one": 1}.get(str(house.modifier_limit))
    if bound is not None:
        total = max(-bound, min(bound, total))
    least = max([die.capped, *(w.effect.value for w in floors)])
    final = least + total + sum(m.amount for m in meeting.penalty)
    if house.modifier_ceiling == "current_max":
        final = min(final, die.maximum)
    final = min([final, *(w.effect.value for w in ceilings)])
    return msgspec.structs.replace(
        die,
        modifiers=(*added, *meeting.penalty),
        bounds=tuple(w.modifier() for w in (*floors, *ceilings)),
        final=max(1, final),
    )


def anew(thrown: Thrown, die: DieShown) -> Thrown:
    """The die is rolled once more from the start (MS-RES-8); limited effects stay used up."""
    spent = tuple(m.source for m in die.again if m.limited)
    return msgspec.structs.replace(thrown, since=len(thrown.faces), spent=spent)


def can_change(battle: Fighting, meeting: Meeting) -> bool:
    """Whether a die rolled once more could come to another result."""
    maximum = current_max(battle, meeting.unit)
    lowest, highest = (
        modified(
            battle,
            meeting,
            DieShown(
                member=meeting.unit.who,
                die=meeting.unit.die,
                maximum=maximum,
                natural=face,
                capped=face,
                final=0,
            ),
        )
        for face in (1, maximum)
    )
    return lowest.final != highest.final


def repeat(
    telling: Telling[Fighting], thrown: list[Thrown], rules: list[str], facts: dict[str, Any]
) -> bool:
    """Ask for dice that must be rolled again; False when the roll stands as it is."""
    if not any(rules):
        return False
    units = telling.state.units
    rolled = tuple(
        FacesShown(
            member=units[t.unit].who,
            faces=t.faces,
            again=bool(rule),
            since=t.since,
            spent=t.spent,
        )
        for t, rule in zip(thrown, rules, strict=True)
    )
    telling.tell(RollRepeated(dice=rolled, rule=next(r for r in rules if r), **facts))
    return True


# Remembering uses


def remember_uses(battle: Fighting, unit: str, used: Iterable[Modifier]) -> Fighting:
    """Count the uses of limited effects, each on its bearer (`unit` where none is named)."""
    for m in used:
        bearer = m.bearer or unit
        if m.limited and bearer in battle.units:
            use = Use(m.source.id, battle.round, battle.clashes)
            battle = changed(battle, bearer, uses=(*battle.units[bearer].uses, use))
    return battle


def with_uses(battle: Fighting, now: Fighting) -> Fighting:
    """A battle as it was, but for the uses that its units have had since (MS-MUL-6)."""
    if battle.units is now.units:
        return battle
    units = {
        id_: msgspec.structs.replace(unit, uses=now.units[id_].uses)
        for id_, unit in battle.units.items()
    }
    return msgspec.structs.replace(battle, units=units)


def up_to_date(battle: Fighting, meeting: Meeting) -> Meeting:
    """A part in a roll whose units have had the uses that the battle knows of."""
    unit, foe = meeting.unit, meeting.foe
    unit = msgspec.structs.replace(unit, uses=battle.units[unit.id].uses)
    if foe is not None:
        foe = msgspec.structs.replace(foe, uses=battle.units[foe.id].uses)
    return msgspec.structs.replace(meeting, unit=unit, foe=foe)


# Rolls that are no Clash


def bare_dice(battle: Fighting, units: Iterable[Unit]) -> tuple[DieDue, ...]:
    """The dice of a roll outside a Clash, or those of them that must be rolled again."""
    due = tuple(die_due(battle, u) for u in units)
    if not battle.again:
        return due
    return tuple(
        msgspec.structs.replace(d, again=True)
        for d, t in zip(due, battle.again, strict=True)
        if t.again
    )


def bare_roll(
    telling: Telling[Fighting], action: Roll, throw: Throw, units: Iterable[Unit]
) -> tuple[tuple[DieShown, ...], dict[str, Any]] | None:
    """Roll dice outside a Clash: capped, without effects; None if some must be rolled again."""
    battle = telling.state
    faces = shown(battle, action, throw)
    thrown = thrown_so_far(battle, throw, faces)
    parts = [Meeting(unit=u, bare=True) for u in units]
    rules = [again_for(battle, m, t)[0] for m, t in zip(parts, thrown, strict=True)]
    if repeat(telling, thrown, rules, faces.facts):
        return None
    dice = tuple(result(battle, m, t) for m, t in zip(parts, thrown, strict=True))
    return dice, faces.facts
