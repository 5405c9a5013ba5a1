"""Recruits drawn by numbers: any being that the catalogue knows, within what its kind allows.

Chapter 16: type, Existence Die, Health, abilities and equipment; a crew may not be able to pay it.
"""

import msgspec

from domain.effects import Parts
from domain.games.mortisphere.building import gained, parts_of, permitted
from domain.games.mortisphere.drawing import Draw, one, shuffled
from domain.games.mortisphere.options import House
from domain.games.mortisphere.recruiting import base_health
from domain.games.mortisphere.shapes import Book, Type

_SOUNDS = ("a", "be", "cor", "dun", "em", "fa", "gri", "hol", "ix", "ka", "lo", "mor", "ne", "or")


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who could be recruited."""

    name: str
    kind: str
    die: int
    health: int
    abilities: tuple[str, ...]
    items: tuple[str, ...]


def drafted(rules: Book, house: House, draw: Draw, die: int = 0) -> Draft:
    """Somebody of that die, or any, often a small one: of any type, with what it has room for."""
    kind = one(rules.types, draw)
    size = rules.die(die or one(one((rules.dice, rules.dice[:2]), draw), draw).faces)
    abilities = _abilities(rules, kind, draw(size.ability_slots + 1), draw)
    parts = parts_of(kind.id, abilities)
    extra = draw(2) if size.health < size.health_cap else 0
    return Draft(
        name=_name(draw),
        kind=kind.id,
        die=size.faces,
        health=base_health(house, size) + extra,
        abilities=abilities,
        items=_items(rules, kind, parts, draw),
    )


def _name(draw: Draw) -> str:
    """A name of four sounds."""
    return "".join(one(_SOUNDS, draw) for _ in range(4)).capitalize()


def _abilities(rules: Book, kind: Type, number: int, draw: Draw) -> tuple[str, ...]:
    """MS-ABI-3: so many abilities that are open to the type."""
    known = [a.id for a in rules.abilities if not a.types or kind.id in a.types]
    return tuple(shuffled(known, draw)[:number])


def _items(rules: Book, kind: Type, parts: Parts, draw: Draw) -> tuple[str, ...]:
    """MS-EQP-3: up to as many items as there are slots, of the type's families or permitted."""
    slots = kind.slots + gained(rules, parts, "slot")
    foreign, items = permitted(rules, parts, "any_equipment"), list[str]()
    for item in shuffled(rules.equipment, draw):
        strange = item.tag not in kind.equipment_tags
        if len(items) < slots and foreign >= strange and draw(2):
            foreign -= strange
            items.append(item.id)
        if len(items) == slots:
            break
    return tuple(items)
