"""What a gladiator carries that may hold effects: special rules, tricks, stances, conditions."""

from functools import lru_cache
from typing import Any

from domain.games.morturi.battle import Fighting
from domain.games.morturi.carrying import Carried, parts_at
from domain.games.morturi.creation import Parts
from domain.games.morturi.shapes import book
from domain.games.morturi.units import Unit
from domain.terms import Who


def at_moment(battle: Fighting, parts: Parts, moment: str) -> tuple[Carried, ...]:
    """The effects of these parts at a moment, in the order of the parts."""
    return parts_at(battle.edition, battle.house, parts, moment)


def named(carried: Carried) -> Who:
    """The trick, special rule or condition as events name it."""
    return Who(carried.entry, carried.source.name)


def entry_name(battle: Fighting, entry: str) -> Who:
    """A trick, special rule or condition as events name it, by its id."""
    rules = book(battle.edition)
    known = {one.id: one.name for one in rules.conditions}
    known |= {one.id: one.name for one in rules.specials}
    known |= {one.id: one.name for one in rules.tricks}
    return Who(entry, known.get(entry, entry))


@lru_cache(maxsize=8192)
def tags_of(edition: str, family: str, entry: str) -> tuple[str, ...]:
    """The tags of a trick or special rule: stance, fear, shield."""
    rules = book(edition)
    found: Any = rules.trick(entry) if family == "trick" else rules.special(entry)
    return tuple(found.tags)


OTHERS = ("enemies", "allies", "ours", "all")


@lru_cache(maxsize=256)
def far_reaching(edition: str, moment: str) -> frozenset[str]:
    """The tricks and special rules that reach others at a moment."""
    rules = book(edition)
    return frozenset(
        one.id
        for one in (*rules.specials, *rules.tricks)
        if any(e.on == moment and e.to in OTHERS for e in one.effects)
    )


def may_reach(battle: Fighting, bearer: Unit, moment: str) -> bool:
    """Whether anything that he has could reach others at a moment at all."""
    known = far_reaching(battle.edition, moment)
    return not (known.isdisjoint(bearer.tricks) and known.isdisjoint(bearer.specials))


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
