"""Chapter 17, as far as it works: what type traits and Areas do at the named moments of play.

The only module that knows the words of effects (triggers, operations, conditions, scopes).
A chapter hands it a moment and a situation and gets back what applies, with its source.
"""

from collections.abc import Callable
from functools import lru_cache

import msgspec

from domain.games.mortisphere.battle import Fighting, contested, setting
from domain.games.mortisphere.shapes import book
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.words import Condition, Effect
from domain.terms import Who


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number an effect adds, with its source; `limited` uses are counted."""

    source: Who
    amount: int
    limited: bool = False


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """What conditions look at besides the bearer: its role, its opponent, a roll, an objective."""

    role: str = ""
    foe: Unit | None = None
    natural: int = 0
    tag: str = ""
    suppressed: bool = False


class Carried(msgspec.Struct, frozen=True):
    """An effect as somebody carries it, with the source that uses are counted by."""

    source: Who
    effect: Effect


NOWHERE = Situation()


@lru_cache(maxsize=512)
def trait_effects(edition: str, kind: str, moment: str) -> tuple[Carried, ...]:
    """A type's effects at a moment (MS-TYP-3)."""
    found = book(edition).type(kind)
    return tuple(
        Carried(Who(f"{kind}.{n}", found.name), effect)
        for n, effect in enumerate(found.effects, start=1)
        if effect.on == moment
    )


def status_effects(battle: Fighting, unit: Unit, moment: str) -> list[Carried]:
    """What a unit's statuses do at a moment: the choked and the poisoned roll at -1."""
    rules = book(battle.edition)
    return [
        Carried(Who(status.id, status.id), effect)
        for status in unit.statuses
        for effect in rules.status(status.id).effects
        if effect.on == moment
    ]


def area_effects(battle: Fighting, area: str, moment: str) -> list[Carried]:
    """An Area's effects at a moment (MS-ARE-10)."""
    found = next((a for a in setting(battle).areas if a.id == area), None)
    if found is None or not found.effects:
        return []
    return [
        Carried(Who(f"{area}.{n}", found.name), effect)
        for n, effect in enumerate(found.effects, start=1)
        if effect.on == moment
    ]


def available(battle: Fighting, unit: Unit, carried: Carried) -> bool:
    """MS-EFF-5: whether the effect's limit leaves it a use."""
    effect = carried.effect
    if not effect.times:
        return True
    used = [u for u in unit.uses if u.source == carried.source.id]
    if effect.per == "round":
        used = [u for u in used if u.round == battle.round]
    elif effect.per == "clash":
        used = [u for u in used if u.clash == battle.clashes]
    return len(used) < effect.times


def applying(
    battle: Fighting, unit: Unit, moment: str, op: str, situation: Situation = NOWHERE
) -> list[Carried]:
    """The effects of one operation that apply to a unit at a moment, in the codex's order."""
    own = [*trait_effects(battle.edition, unit.kind, moment), *status_effects(battle, unit, moment)]
    found = [c for c in own if c.effect.to in ("", "self") and not situation.suppressed]
    if unit.area:
        around = area_effects(battle, unit.area, moment)
        found += [c for c in around if c.effect.to == "all_in_area"]
    return [
        c
        for c in found
        if c.effect.op == op
        and available(battle, unit, c)
        and all(holds(battle, w, unit, situation) for w in c.effect.when)
    ]


def modifiers(
    battle: Fighting, unit: Unit, moment: str, op: str, situation: Situation = NOWHERE
) -> tuple[Modifier, ...]:
    """What those effects add, each with its source."""
    return tuple(
        Modifier(c.source, c.effect.value, bool(c.effect.times))
        for c in applying(battle, unit, moment, op, situation)
    )


def crew_modifiers(battle: Fighting, crew: str, moment: str) -> tuple[Modifier, ...]:
    """What Areas add to a whole crew's number: for a crew that alone has members there."""
    found = []
    for area in setting(battle).areas:
        there = any(u.active and u.crew == crew for u in battle.units.values() if u.area == area.id)
        for carried in area_effects(battle, area.id, moment):
            lonely = not contested(battle, area.id, crew)
            if there and carried.effect.to == "crew" and (lonely or not carried.effect.when):
                found.append(Modifier(carried.source, carried.effect.value))
    return tuple(found)


def holds(battle: Fighting, condition: Condition, unit: Unit, situation: Situation) -> bool:
    """MS-EFF-4: whether a condition holds for the bearer in this situation."""
    meets = CONDITIONS.get(condition.name)
    if meets is None:
        message = f"the effects engine does not know the condition {condition.name!r}"
        raise LookupError(message)
    return meets(battle, unit, situation, condition.value)


CONDITIONS: dict[str, Callable[[Fighting, Unit, Situation, str], bool]] = {
    "initiating": lambda _b, _u, s, _v: s.role == "initiating",
    "defending": lambda _b, _u, s, _v: s.role == "defending",
    "wounded": lambda _b, u, _s, _v: u.wounded,
    "unwounded": lambda _b, u, _s, _v: not u.wounded,
    "standing": lambda _b, u, _s, _v: u.active,
    "uncontested": lambda b, u, _s, _v: not contested(b, u.area, u.crew),
    "opponent_wounded": lambda _b, _u, s, _v: s.foe is not None and s.foe.wounded,
    "natural_one": lambda _b, _u, s, _v: s.natural == 1,
    "objective_tag": lambda _b, _u, s, value: s.tag == value,
}
