"""What anything in the arena looks at of a die that falls: by it faces are told apart."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from domain.effects import NOT
from domain.games.morturi.battle import Fighting, in_arena
from domain.games.morturi.circumstances import PLAIN, WITH_VALUE, Seen
from domain.games.morturi.shapes import book
from domain.games.morturi.units import Unit, Weapon
from domain.terms import Who

Look = tuple[str, str]
"""A condition about a natural face, and its value."""

_NATURAL = "natural"
_NOBODY = Unit(who=Who("", ""), handle="", school="", role="", move=0, life=0)


def looked_at(battle: Fighting) -> tuple[Look, ...]:
    """All that anything in the arena may look at of a natural face, in an order of its own."""
    carried = {(unit.specials, unit.tricks, unit.weapons) for unit in in_arena(battle)}
    found = set(_everywhere(battle.edition))
    for specials, tricks, weapons in carried:
        found |= _of_profile(battle.edition, specials, tricks, weapons)
    return tuple(sorted(found))


def true_of(look: Look, face: int) -> bool:
    """Whether a condition about the natural face holds of it, whoever looks."""
    name, value = look
    nobody = Fighting(), _NOBODY, Seen(natural=face)
    return WITH_VALUE[name](*nobody, value) if name in WITH_VALUE else PLAIN[name](*nobody)


@lru_cache
def _everywhere(edition: str) -> frozenset[Look]:
    """What conditions, the ground and the day look at: they come over anybody."""
    rules = book(edition)
    return _looks((*rules.conditions, *rules.terrain, *rules.complications))


@lru_cache(maxsize=8192)
def _of_profile(
    edition: str, specials: tuple[str, ...], tricks: tuple[str, ...], weapons: tuple[Weapon, ...]
) -> frozenset[Look]:
    """What special rules, tricks and ways of attacking look at, in any of their forms."""
    rules = book(edition)
    return _looks((*map(rules.special, specials), *map(rules.trick, tricks), *weapons))


def _looks(entries: Iterable[Any]) -> frozenset[Look]:
    return frozenset(_found(msgspec.to_builtins(tuple(entries))))


def _found(part: Any) -> Iterator[Look]:
    """Every condition about a natural face in a document, wherever it stands."""
    if isinstance(part, dict):
        name, value = part.get("name"), part.get("value", "")
        looks = value if name == NOT else name
        if isinstance(looks, str) and looks.startswith(_NATURAL):
            yield looks, "" if name == NOT else value
        for each in part.values():
            yield from _found(each)
    elif isinstance(part, list | tuple):
        for each in part:
            yield from _found(each)
