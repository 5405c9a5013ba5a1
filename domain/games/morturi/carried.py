"""What a gladiator carries that may hold effects: special rules, tricks, stances, conditions."""

from functools import lru_cache
from typing import Any

import msgspec

from domain.games.morturi.battle import Fighting
from domain.games.morturi.shapes import book
from domain.games.morturi.units import Unit
from domain.games.morturi.words import Effect
from domain.terms import Who

Parts = tuple[tuple[str, str], ...]
"""Family and id of each entry of the codex that may hold effects."""


class Carried(msgspec.Struct, frozen=True):
    """An effect as part of what a gladiator is, is in, or stands on."""

    source: Who
    entry: str
    family: str
    effect: Effect
    fear: bool = False


def entry_of(edition: str, family: str, entry: str) -> Any:
    """An entry of the codex."""
    rules = book(edition)
    return {
        "special": rules.special,
        "trick": rules.trick,
        "condition": rules.condition,
        "terrain": rules.ground,
        "complication": rules.complication,
    }[family](entry)


def entry_name(battle: Fighting, entry: str) -> Who:
    """A trick or special rule as events name it."""
    rules = book(battle.edition)
    known = {one.id: one.name for one in (*rules.tricks, *rules.specials)}
    return Who(entry, known.get(entry, entry))


@lru_cache(maxsize=8192)
def effects_of(edition: str, family: str, entry: str) -> tuple[Carried, ...]:
    """The effects of an entry, in the codex's order."""
    found = entry_of(edition, family, entry)
    fear = "fear" in getattr(found, "tags", ())
    return tuple(
        Carried(Who(entry, found.name), entry, family, effect, fear) for effect in found.effects
    )


@lru_cache(maxsize=8192)
def tags_of(edition: str, family: str, entry: str) -> tuple[str, ...]:
    """The tags of an entry: stance, fear, shield, …"""
    return tuple(getattr(entry_of(edition, family, entry), "tags", ()))


@lru_cache(maxsize=65536)
def at_moment(edition: str, parts: Parts, moment: str) -> tuple[Carried, ...]:
    """The effects of these parts at a moment, in the order of the parts."""
    return tuple(
        c
        for family, entry in parts
        for c in effects_of(edition, family, entry)
        if c.effect.on == moment
    )


@lru_cache(maxsize=65536)
def _profile(
    edition: str, specials: tuple[str, ...], tricks: tuple[str, ...], stances: tuple[str, ...]
) -> Parts:
    adopted = tuple(
        t for t in tricks if t in stances or "stance" not in tags_of(edition, "trick", t)
    )
    return (*(("special", s) for s in specials), *(("trick", t) for t in adopted))


def plain_parts(battle: Fighting, unit: Unit) -> Parts:
    """What may hold effects for him: special rules, tricks (stances while adopted), conditions.

    Who carries a flag has laid his shield down (MR-VIC-4).
    """
    own = _profile(battle.edition, unit.specials, unit.tricks, unit.stances)
    if any(f.bearer == unit.id for f in battle.flags):
        own = tuple(p for p in own if "shield" not in tags_of(battle.edition, *p))
    if not unit.conditions:
        return own
    return (*own, *(("condition", c.id) for c in unit.conditions if c.id not in unit.suspended))
