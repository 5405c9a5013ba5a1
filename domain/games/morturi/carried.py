"""What a gladiator carries that may hold effects: special rules, tricks, stances, conditions."""

from functools import lru_cache
from typing import Any

from domain.games.morturi.battle import Fighting, in_arena
from domain.games.morturi.carrying import Carried, parts_at
from domain.games.morturi.creation import Parts
from domain.games.morturi.shapes import book
from domain.games.morturi.units import Unit
from domain.latest import latest
from domain.terms import Who


def at_moment(battle: Fighting, parts: Parts, moment: str) -> tuple[Carried, ...]:
    """The effects of these parts at a moment, in the order of the parts."""
    return parts_at(battle.edition, battle.house, parts, moment)


def named(carried: Carried) -> Who:
    """The trick, special rule or condition as events name it."""
    return Who(carried.entry, carried.source.name)


def entry_name(battle: Fighting, entry: str) -> Who:
    """A trick, special rule or condition as events name it, by its id."""
    return Who(entry, _entries(battle.edition).get(entry, entry))


@lru_cache
def _entries(edition: str) -> dict[str, str]:
    rules = book(edition)
    known = {one.id: one.name for one in rules.conditions}
    known |= {one.id: one.name for one in rules.specials}
    return known | {one.id: one.name for one in rules.tricks}


@lru_cache(maxsize=8192)
def tags_of(edition: str, family: str, entry: str) -> tuple[str, ...]:
    """The tags of a trick or special rule: stance, fear, shield."""
    rules = book(edition)
    found: Any = rules.trick(entry) if family == "trick" else rules.special(entry)
    return tuple(found.tags)


OTHERS = ("enemies", "allies", "ours", "all")


def bearers(battle: Fighting, moment: str) -> list[Unit]:
    """Who in the arena has anything that could reach others at a moment, in header order."""
    return _bearers(battle).get(moment, [])


@latest
def _bearers(battle: Fighting) -> dict[str, list[Unit]]:
    """Who has anything that could reach others, by its moments."""
    found: dict[str, list[Unit]] = {}
    for unit in in_arena(battle):
        for moment in far_reaching(battle.edition, unit.specials, unit.tricks):
            found.setdefault(moment, []).append(unit)
    return found


@lru_cache(maxsize=8192)
def far_reaching(edition: str, specials: tuple[str, ...], tricks: tuple[str, ...]) -> list[str]:
    """The moments at which any of these special rules and tricks reaches others."""
    rules = book(edition)
    known = (*map(rules.special, specials), *map(rules.trick, tricks))
    return list(dict.fromkeys(e.on for one in known for e in one.effects if e.to in OTHERS))


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
    if battle.flags and any(f.bearer == unit.id for f in battle.flags):
        own = tuple(p for p in own if "shield" not in tags_of(battle.edition, *p))
    if not unit.conditions:
        return own
    return (*own, *(("condition", c.id) for c in unit.conditions if c.id not in unit.suspended))
