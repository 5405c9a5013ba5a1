"""Which effects somebody, a square or a battle carries for a moment, before any condition is asked.

The engine of effects begins here: house rules are settled (`house` conditions are gone from what
is found), limits, costs and all other conditions are left to whoever plays the moment.
"""

from functools import lru_cache

import msgspec

from domain.games.morturi.creation import Parts, in_force
from domain.games.morturi.options import House
from domain.games.morturi.shapes import Book, book
from domain.games.morturi.words import Effect, Way
from domain.terms import Who

FAMILIES = {
    "special": "specials",
    "trick": "tricks",
    "condition": "conditions",
    "terrain": "terrain",
    "complication": "complications",
    "resource": "resources",
}


class Carried(msgspec.Struct, frozen=True):
    """An effect as part of a profile, square, battle or school.

    Uses are counted by `source.id`: the entry and the effect's place in it, `tumble.2`. The entry's
    `tags` say what else keeps it from working (`stance`, `fear`).
    """

    source: Who
    effect: Effect
    family: str
    entry: str
    tags: tuple[str, ...] = ()


class _Part(msgspec.Struct, frozen=True):
    """What an entry that may hold effects is called, and what it holds."""

    name: str
    effects: tuple[Effect, ...]
    tags: tuple[str, ...]


def parts_at(edition: str, house: House, parts: Parts, moment: str) -> tuple[Carried, ...]:
    """The effects at a moment of parts (family, entry), in their order, none twice."""
    return _by_moment(edition, house, parts).get(moment, ())


Moments = dict[str, tuple[Carried, ...]]


@lru_cache(maxsize=16384)
def _by_moment(edition: str, house: House, parts: Parts) -> Moments:
    """All effects of parts, by their moments."""
    found: Moments = {}
    for part in dict.fromkeys(parts):
        for moment, carried in _held(edition, house, part).items():
            found[moment] = (*found.get(moment, ()), *carried)
    return found


@lru_cache(maxsize=16384)
def _held(edition: str, house: House, of: tuple[str, str]) -> Moments:
    """All effects of one part, by their moments."""
    family, entry = of
    part, found = _part(book(edition), family, entry), Moments()
    for number, effect in enumerate(part.effects, start=1):
        if in_force(house, effect):
            source = Who(f"{entry}.{number}", part.name)
            carried = Carried(source, settled(effect), family, entry, part.tags)
            found[effect.on] = (*found.get(effect.on, ()), carried)
    return found


def way_at(house: House, way: Way, moment: str) -> tuple[Carried, ...]:
    """The effects at a moment of the way in which an attack is made."""
    return tuple(
        Carried(Who(f"{way.id}.{number}", way.name), settled(effect), "way", way.id)
        for number, effect in enumerate(way.effects, start=1)
        if effect.on == moment and in_force(house, effect)
    )


def settled(effect: Effect) -> Effect:
    """An effect without the conditions that house rules have settled."""
    left = tuple(one for one in effect.when if one.name != "house")
    return effect if left == effect.when else msgspec.structs.replace(effect, when=left)


def _part(rules: Book, family: str, entry: str) -> _Part:
    """The entry of that id in a family of parts."""
    found = next(one for one in getattr(rules, FAMILIES[family]) if one.id == entry)
    return _Part(found.name, found.effects, getattr(found, "tags", ()))
