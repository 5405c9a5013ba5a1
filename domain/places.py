"""Sealed dice where a record is judged again: a roll is judged at its own place.

The places of a session are never used again, whatever is amended: what was rolled keeps its place
and its faces, and what is rolled anew takes the next free one, though it stands earlier.
"""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain import dice
from domain.dicebox import DiceSealed, sealed
from domain.terms import Event
from domain.throwing import Rolled, Seal


def seal_of(state: Any) -> Seal:
    """The seal of a battle, or of the battle of an aftermath; an empty one of anything else."""
    found = getattr(state, "seal", None)
    if isinstance(found, Seal):
        return found
    fight = getattr(state, "battle", None)
    return seal_of(fight) if hasattr(fight, "seal") else Seal()


def resealed(state: Any, seal: Seal) -> Any:
    """A battle or an aftermath with another seal."""
    if isinstance(getattr(state, "seal", None), Seal):
        return replace(state, seal=seal)
    return replace(state, battle=resealed(state.battle, seal))


def before(event: Rolled, chains: Iterable[DiceSealed]) -> Seal:
    """The seal as it was when a roll took its place: of these chains the one that it is of.

    An empty one where it is of none.
    """
    for chain in chains:
        reveals = _stepped_back(event.reveals, chain)
        values = reveals
        for _ in range(event.place - 1):
            values = _stepped_back(values, chain)
        if values == chain.anchors:
            seal = sealed((chain,), Seal())
            return replace(seal, reveals=reveals if event.place > 1 else (), places=event.place - 1)
    return Seal()


def chains(events: Iterable[Event]) -> tuple[DiceSealed, ...]:
    """All that the sealed dice of a session were ever bound to."""
    return tuple(one for event in events for one in getattr(event, "seal", ()))


def _stepped_back(values: tuple[str, ...], chain: DiceSealed) -> tuple[str, ...]:
    battle = bytes.fromhex(chain.battle)
    return tuple(
        dice.step(battle, party, bytes.fromhex(value)).hex()
        for party, value in enumerate(values, 1)
    )
