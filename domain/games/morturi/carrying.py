"""Which effects somebody, a square or a battle carries for a moment, before any condition is asked.

The engine of effects begins here: house rules are settled (`house` conditions are gone from what
is found), limits, costs and all other conditions are left to whoever plays the moment.
"""

from functools import lru_cache, partial

import msgspec

from domain import effects
from domain.effects import Parts, by_moment, numbered
from domain.games.morturi.creation import in_force
from domain.games.morturi.options import House
from domain.games.morturi.shapes import book
from domain.games.morturi.words import Effect, Way

FAMILIES = {
    "special": "specials",
    "trick": "tricks",
    "condition": "conditions",
    "terrain": "terrain",
    "complication": "complications",
    "resource": "resources",
}


class Carried(effects.Carried, frozen=True):
    """An effect of a profile, square, battle or school.

    The entry's `tags` say what else keeps it from working (`stance`, `fear`).
    """

    effect: Effect
    tags: tuple[str, ...] = ()


def parts_at(edition: str, house: House, parts: Parts, moment: str) -> tuple[Carried, ...]:
    """The effects at a moment of parts (family, entry), in their order, none twice."""
    return _by_moment(edition, house, parts).get(moment, ())


@lru_cache(maxsize=16384)
def _by_moment(edition: str, house: House, parts: Parts) -> dict[str, tuple[Carried, ...]]:
    return by_moment(parts, partial(_held, edition, house))


@lru_cache(maxsize=16384)
def _held(edition: str, house: House, family: str, entry: str) -> tuple[Carried, ...]:
    """All effects of one part that are there under these house rules."""
    part = next(one for one in getattr(book(edition), FAMILIES[family]) if one.id == entry)
    tags = getattr(part, "tags", ())
    return tuple(
        Carried(source, settled(effect), family, entry, tags)
        for source, effect in numbered(entry, part.name, part.effects)
        if in_force(house, effect)
    )


def way_at(house: House, way: Way, moment: str) -> tuple[Carried, ...]:
    """The effects at a moment of the way in which an attack is made."""
    return tuple(
        Carried(source, settled(effect), "way", way.id)
        for source, effect in numbered(way.id, way.name, way.effects)
        if effect.on == moment and in_force(house, effect)
    )


def settled(effect: Effect) -> Effect:
    """An effect without the conditions that house rules have settled."""
    left = tuple(one for one in effect.when if one.name != "house")
    return effect if left == effect.when else msgspec.structs.replace(effect, when=left)
