"""What effects say between two battles: the one place where this folder reads effects as data.

Every function hands back what applies, with its source, so that the effects engine can take over
behind it without a change elsewhere.
"""

from collections.abc import Iterator

import msgspec

from domain.books import Member
from domain.effects import Effect
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.conditions import Situation, holds
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.units import Unit
from domain.terms import Who

EFFECTS_MAY_ADD = 1  # experience in a battle (MS-ADV-2: "before effects"; data file: 1 more)
NOWHERE = Situation()


class Carried(msgspec.Struct, frozen=True):
    """An effect and what it comes from: a type, ability, item, Will, injury or advance."""

    source: Who
    effect: Effect


def of_profile(rules: Book, profile: Unit | Member) -> Iterator[Carried]:
    """All effects of a profile, type first."""
    kind = rules.type(profile.kind)
    yield from (Carried(Who(kind.id, kind.name), e) for e in kind.effects)
    items = [one if isinstance(one, str) else one.kind for one in profile.items]
    for ability in (rules.ability(a) for a in profile.abilities):
        yield from (Carried(Who(ability.id, ability.name), e) for e in ability.effects)
    for item in (rules.item(i) for i in dict.fromkeys(items)):  # twice is once (MS-EQP-3)
        yield from (Carried(Who(item.id, item.name), e) for e in item.effects)
    if profile.will and profile.captain:
        will = rules.will(profile.will)
        yield from (Carried(Who(will.id, will.name), e) for e in will.effects)
    if isinstance(profile, Member):
        yield from _of_history(rules, profile)


def _of_history(rules: Book, member: Member) -> Iterator[Carried]:
    """What injuries and advances do to a profile."""
    known = {injury.id: injury for injury in rules.injuries}
    for injury in (known[i] for i in member.injuries if i in known):
        yield from (Carried(Who(injury.id, injury.name), e) for e in injury.effects)
    learned = {advance.id: advance for advance in rules.advances}
    for advance in (learned[a] for a in member.learned if a in learned):
        yield from (Carried(Who(advance.id, advance.name), e) for e in advance.effects)


def at(battle: Fighting, unit: Unit, moment: str, op: str) -> Iterator[Carried]:
    """A unit's effects of one operation at a moment, if their conditions hold at the end."""
    for carried in of_profile(battle.book, unit):
        effect = carried.effect
        here = (effect.on, effect.op) == (moment, op)
        if here and holds(battle, effect.when, unit, NOWHERE):
            yield carried


# Fate


def fate_modifiers(battle: Fighting, unit: Unit) -> tuple[Modifier, ...]:
    """MS-FAT-4: what type, abilities and active crewmates beside it add to a fate roll."""
    own = [c for c in at(battle, unit, "fate.roll", "modify") if c.effect.to in ("", "self")]
    for mate in battle.units.values():
        if mate.crew == unit.crew and mate.area == unit.area and mate.id != unit.id:
            around = at(battle, mate, "fate.roll", "modify")
            own += [c for c in around if c.effect.to == "crew_in_area"]
    return tuple(Modifier(c.source, c.effect.value) for c in own)


def fate_relic(battle: Fighting, unit: Unit) -> Who | None:
    """Saint's Finger: the item that lets a fate roll be made twice, the better kept."""
    for carried in at(battle, unit, "fate.roll", "reroll"):
        if carried.effect.optional:
            return carried.source
    return None


# The end of the battle


def lessons(battle: Fighting, unit: Unit, *, felled: bool) -> tuple[Modifier, ...]:
    """Experience that effects give their own bearer at the end, or (`felled`) for felling a foe."""
    moments = ("battle.end", "foe.incapacitated") if felled else ("battle.end",)
    return tuple(
        Modifier(c.source, c.effect.value)
        for moment in moments
        for c in at(battle, unit, moment, "gain")
        if c.effect.what == "xp" and c.effect.to in ("", "self")
    )


def bequest(battle: Fighting, unit: Unit) -> Who | None:
    """Will to Remember: what lets this unit give a crewmate of choice 1 experience."""
    for carried in at(battle, unit, "battle.end", "gain"):
        if carried.effect.what == "xp" and carried.effect.to == "ally_in_area":
            return carried.source
    return None


def salvage(battle: Fighting, unit: Unit) -> tuple[Modifier, ...]:
    """Salvage that effects bring a crew at the end."""
    found = at(battle, unit, "battle.end", "gain")
    return tuple(Modifier(c.source, c.effect.value) for c in found if c.effect.what == "salvage")


# The profile between battles


def gained(rules: Book, member: Member, what: str) -> int:
    """What effects add to a profile in all: `max_health`, `slot`, `ability_slot`, `resolve`."""
    return sum(each.amount for each in gains(rules, member, what))


def gains(rules: Book, member: Member, what: str) -> tuple[Modifier, ...]:
    """What each effect adds to a profile."""
    return tuple(
        Modifier(c.source, c.effect.value)
        for c in of_profile(rules, member)
        if (c.effect.on, c.effect.op, c.effect.what) == ("profile.build", "gain", what)
    )


def permits(rules: Book, member: Member, what: str) -> int:
    """How many effects of a profile permit something."""
    return sum(
        (c.effect.on, c.effect.op, c.effect.what) == ("profile.build", "permit", what)
        for c in of_profile(rules, member)
    )


def permitted(rules: Book, member: Member, what: str) -> int:
    """The least number that an effect of a profile permits; 0 where none does."""
    numbers = (
        c.effect.value
        for c in of_profile(rules, member)
        if (c.effect.on, c.effect.op, c.effect.what) == ("profile.build", "permit", what)
    )
    return min(numbers, default=0)


def happened(battle: Fighting) -> tuple[tuple[str, str], ...]:
    """What crews did that a scenario rewards as an event: (crew, what), once for each.

    Objectives that were completed, what was carried out, neutrals that were felled or brought out.
    """
    return (*((claim.crew, claim.objective) for claim in battle.claims), *battle.deeds)
