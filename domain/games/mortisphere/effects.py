"""Chapter 17: effects, read by one small engine at the named moments of play.

The only module here that knows who bears effects and whom they reach. A chapter hands it a moment
and a situation and gets back the effects that work there, each with its source and its bearer.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from domain import effects
from domain.effects import Carried, Effect, Parts, affordable, by_moment, leaves_use, numbered, of
from domain.games.mortisphere.battle import Fighting, contested, setting
from domain.games.mortisphere.conditions import NOWHERE, Situation, holds
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.units import Unit
from domain.latest import while_same
from domain.terms import Who

SELF = ("", "self")
ALLIES = ("ally_in_area", "allies_in_area")
OPPONENT = ("opponent",)


class Modifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number that an effect gives, with its source.

    A `limited` one uses up a use of its `bearer` now; one that was declared did so then.
    """

    source: Who
    amount: int
    limited: bool = False
    bearer: str = ""


class Working(effects.Working, frozen=True):
    """An effect that works on somebody now, and the unit that bears it ("" for an Area's)."""

    def modifier(self) -> Modifier:
        """The effect as a number on record."""
        counts = bool(self.effect.times) and not self.effect.declare
        return Modifier(self.source, self.effect.value, counts, self.bearer)


def parts_at(rules: Book, parts: Parts, moment: str) -> tuple[Carried, ...]:
    """The effects at a moment of the parts of a profile, in the profile's order, none twice."""
    return _by_moment(rules, parts).get(moment, ())


@lru_cache(maxsize=4096)
def _by_moment(rules: Book, parts: Parts) -> dict[str, tuple[Carried, ...]]:
    look: dict[str, Callable[[str], Any]] = {
        "type": rules.type,
        "ability": rules.ability,
        "item": rules.item,
        "injury": rules.injury,
        "advance": rules.advance,
        "will": rules.will,
        "status": rules.status,
        "affinity": rules.affinity,
    }

    def held(family: str, entry: str) -> Iterator[Carried]:
        part = look[family](entry)
        for source, effect in numbered(part.id, getattr(part, "name", entry), part.effects):
            yield Carried(source, effect, family, entry)

    return by_moment(parts, held)


def carried(battle: Fighting, unit: Unit, moment: str) -> tuple[Carried, ...]:
    """What a unit carries for a moment, its statuses last."""
    found = parts_at(battle.book, unit.parts, moment)
    if unit.statuses:
        statuses = tuple(("status", s.id) for s in unit.statuses)
        found += parts_at(battle.book, statuses, moment)
    return found


def area_effects(battle: Fighting, area: str, moment: str) -> list[Carried]:
    """An Area's effects at a moment (MS-ARE-10)."""
    for found in setting(battle).areas:
        if found.id == area and found.effects:
            return [
                Carried(source, effect, "area", area)
                for source, effect in numbered(area, found.name, found.effects)
                if effect.on == moment
            ]
    return []


# Limits and permission to use


def available(
    battle: Fighting, bearer: Unit, source: str, effect: Effect, *, besides: int = 0
) -> bool:
    """MS-EFF-5: whether the effect's limit leaves its bearer a use, `besides` so many others."""
    if not effect.times:
        return True
    used = bearer.uses
    if effect.per == "round":
        used = tuple(u for u in used if u.round == battle.round)
    elif effect.per == "clash":
        used = tuple(u for u in used if u.clash == battle.clashes)
    return leaves_use(effect, source, (u.source for u in used), besides=besides)


def gagged(battle: Fighting, unit: Unit) -> bool:
    """MS-CAP-5, silenced: whether a unit may use only what works by itself."""
    reduced = battle.house.captain_reduced == "max_roll_and_no_declarations"
    return (unit.broken and reduced) or bool(unit.blocked("declarations"))


def _rests(battle: Fighting, bearer: Unit, carried_: Carried) -> bool:
    """What is declared or chosen needs a voice; a broken Captain's Will does too (MS-CAP-7)."""
    silent = gagged(battle, bearer) or (carried_.family == "will" and bearer.broken)
    return carried_.effect.chosen and silent


def declared(battle: Fighting, bearer: Unit, source: str, foe: Unit | None) -> bool:
    """MS-CLA-15: whether an effect was announced for this Clash (and this opponent)."""
    if battle.clash is None:
        return False
    return any(
        d.bearer == bearer.id
        and d.source == source
        and (not d.against or (foe is not None and d.against == foe.id))
        for d in battle.clash.declared
    )


# What works


def working(
    battle: Fighting, unit: Unit, moment: str, situation: Situation = NOWHERE
) -> list[Working]:
    """All effects that by themselves, or because they were declared, work on a unit at a moment.

    Its own first, then its allies', its opponent's, its Area's: each in the codex's order.
    """
    foe = situation.foe
    found: list[Working] = []
    if not situation.suppressed and carried(battle, unit, moment):
        found += _borne(battle, _Bearing(unit, unit, foe, SELF), moment, situation)
    for ally in generous(battle, moment):
        if ally.area == unit.area and ally.crew == unit.crew and ally.active and ally.id != unit.id:
            found += _borne(battle, _Bearing(ally, unit, foe, ALLIES), moment, situation)
    theirs = carried(battle, foe, moment) if foe is not None else ()
    if foe is not None and theirs and any(c.effect.to == "opponent" for c in theirs):
        bearing = _Bearing(foe, foe, unit, OPPONENT)
        found += _borne(battle, bearing, moment, situation.turned(unit))
    here = area_effects(battle, unit.area, moment) if unit.area else ()
    if not here:
        return found
    found += [
        Working(c.source, c.effect, "")
        for c in here
        if c.effect.to == "all_in_area"
        and available(battle, unit, c.source.id, c.effect)
        and holds(battle, c.effect.when, unit, situation)
    ]
    return found


class _Bearing(msgspec.Struct, frozen=True):
    """Who bears effects, whom their conditions are about, against whom, and of which scopes."""

    bearer: Unit
    about: Unit
    foe: Unit | None
    scopes: tuple[str, ...]


def _borne(battle: Fighting, bearing: _Bearing, moment: str, seen: Situation) -> list[Working]:
    bearer, found = bearing.bearer, []
    for c in carried(battle, bearer, moment):
        effect = c.effect
        if effect.to not in bearing.scopes or effect.optional:
            continue
        if effect.declare:
            if not declared(battle, bearer, c.source.id, bearing.foe):
                continue
        elif not available(battle, bearer, c.source.id, effect):
            continue
        if holds(battle, effect.when, bearing.about, seen):
            found.append(Working(c.source, effect, bearer.id))
    return found


def borne(
    battle: Fighting, bearer: Unit, moment: str, scopes: tuple[str, ...] = ()
) -> list[Working]:
    """The effects of certain scopes (of all) that a unit bears and that work now."""
    reach = scopes or tuple(c.effect.to for c in carried(battle, bearer, moment))
    return _borne(battle, _Bearing(bearer, bearer, None, reach), moment, NOWHERE)


def _units(battle: Fighting) -> dict[str, Unit]:
    return battle.units


@while_same(_units)
def generous(battle: Fighting, moment: str) -> list[Unit]:
    """The units that carry something for their allies at a moment."""
    return [
        unit
        for unit in battle.units.values()
        if any(c.effect.to in ALLIES for c in carried(battle, unit, moment))
    ]


def allies(battle: Fighting, unit: Unit) -> list[Unit]:
    """A unit's active crewmates in its Area."""
    crew, area, own = unit.crew, unit.area, unit.who.id
    return [
        u
        for u in battle.units.values()
        if u.area == area and u.crew == crew and u.who.id != own and u.active
    ]


def modifiers(
    battle: Fighting, unit: Unit, moment: str, op: str, situation: Situation = NOWHERE
) -> tuple[Modifier, ...]:
    """What the effects of one operation give a unit at a moment, each with its source."""
    return tuple(w.modifier() for w in of(working(battle, unit, moment, situation), op))


def permits(battle: Fighting, unit: Unit, moment: str, flag: str) -> Working | None:
    """The effect that lets a unit break a rule now, if one does."""
    for w in of(working(battle, unit, moment), "permit"):
        if w.effect.what == flag:
            return w
    return None


def untargetable(battle: Fighting, unit: Unit) -> Working | None:
    """`cannot_be_targeted`: the effect that bars all from naming a unit now, if one does."""
    word = "cannot_be_targeted"
    if not any(c.effect.word == word for c in carried(battle, unit, "clash.declare")):
        return None
    found = working(battle, unit, "clash.declare")
    return next((w for w in found if w.effect.word == word), None)


def crew_modifiers(battle: Fighting, crew: str, moment: str) -> tuple[Modifier, ...]:
    """What adds to a whole crew's number: its members' effects, and Areas it alone stands in."""
    found = []
    for unit in battle.units.values():
        if unit.crew == crew and unit.active:
            found += [
                Modifier(c.source, c.effect.value)
                for c in carried(battle, unit, moment)
                if holds(battle, c.effect.when, unit, NOWHERE)
            ]
    for area in setting(battle).areas:
        there = any(u.active and u.crew == crew for u in battle.units.values() if u.area == area.id)
        for c in area_effects(battle, area.id, moment):
            lonely = not contested(battle, area.id, crew)
            if there and c.effect.to == "crew" and (lonely or not c.effect.when):
                found.append(Modifier(c.source, c.effect.value))
    return tuple(found)


# What may be chosen


class Offer(Carried, frozen=True):
    """An effect that somebody may use now, and who bears it."""

    bearer: str


def offers(
    battle: Fighting,
    bearer: Unit,
    moment: str,
    situation: Situation = NOWHERE,
    *,
    scopes: tuple[str, ...] = SELF,
    about: Unit | None = None,
) -> list[Offer]:
    """MS-EFF-5: the optional effects of a unit that it may use at this moment."""
    return [
        Offer(c.source, c.effect, c.family, c.entry, bearer.id)
        for c in carried(battle, bearer, moment)
        if c.effect.optional
        and (c.effect.to in scopes or c.effect.op == "status")
        and usable(battle, bearer, c)
        and holds(battle, c.effect.when, about or bearer, situation)
    ]


def declarable(battle: Fighting, bearer: Unit, moments: tuple[str, ...]) -> list[Offer]:
    """MS-CLA-15: the effects that a unit could still announce for the Clash."""
    return [
        Offer(c.source, c.effect, c.family, c.entry, bearer.id)
        for moment in moments
        for c in carried(battle, bearer, moment)
        if c.effect.declare
        and usable(battle, bearer, c)
        and not any(
            d.bearer == bearer.id and d.source == c.source.id
            for d in (battle.clash.declared if battle.clash else ())
        )
    ]


def usable(battle: Fighting, bearer: Unit, c: Carried) -> bool:
    """Whether a unit has a use left, a voice, and what the effect costs."""
    return (
        available(battle, bearer, c.source.id, c.effect)
        and not _rests(battle, bearer, c)
        and affordable(c.effect.cost, c.effect.price, lambda cost: _purse(bearer, c, cost))
    )


def _purse(bearer: Unit, c: Carried, cost: str) -> int:
    """What there is to pay with (MS-EFF-5): Health but for the last, items or the item itself."""
    if cost == "health":
        return bearer.health - bearer.lost - 1
    return 1 if c.family == "item" else len(bearer.items)
