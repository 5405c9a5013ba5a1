"""Everything that a line of a battle may name."""

from collections.abc import Iterator

from domain.games.morturi.battle import Fighting
from domain.games.morturi.carried import entry_name
from domain.games.morturi.play import awaited
from domain.games.morturi.sides import sides_of
from domain.games.morturi.waiting import Awaited, Confirm, Pick
from domain.games.morturi.ways import ways
from domain.names import Name


def names(battle: Fighting) -> tuple[Name, ...]:
    """Gladiators, schools, sides of the arena, tricks, ways of attacking, and what is offered."""
    waiting = awaited(battle)
    found = [
        Name(kind="unit", id=u.id, name=u.who.name, handle=u.handle, side=u.school)
        for u in battle.units.values()
    ]
    found += [Name(kind="crew", id=s.id, name=s.who.name) for s in battle.sides]
    found += [Name(kind="place", id=side, name=side) for side in sides_of(battle)]
    tricks = dict(_tricks(battle, waiting))
    found += [Name(kind="effect", id=id_, name=name) for id_, name in tricks.items()]
    known = {way.id: way.name for u in battle.units.values() for way in ways(battle, u)}
    found += [Name(kind="way", id=id_, name=name) for id_, name in known.items()]
    if isinstance(waiting, Pick):
        found += [
            Name(kind="offer", id=offer, name=offered(battle, offer)) for offer in waiting.offers
        ]
    return tuple(found)


def offered(battle: Fighting, offer: str) -> str:
    """What an offer is called: a stance by its name; a square or a face as it is."""
    return entry_name(battle, offer).name


def _tricks(battle: Fighting, waiting: Awaited) -> Iterator[tuple[str, str]]:
    """The tricks and special rules on the field, and those that are offered now."""
    for unit in battle.units.values():
        for entry in (*unit.tricks, *unit.specials):
            yield entry, entry_name(battle, entry).name
    if isinstance(waiting, Confirm):
        yield from ((offer.entry, offer.name) for offer in waiting.offers)
    elif isinstance(waiting, Pick) and waiting.source:
        yield waiting.source, waiting.name
