"""What is offered, by name: members, fates, types, abilities, advances, tags, Wills, relics."""

from collections.abc import Iterable

from domain.games.mortisphere.after.evening import Confirm, Evening, found, rules
from domain.games.mortisphere.after.growth import NAMES
from domain.names import fold
from domain.terms import RuleBroken


def name_of(evening: Evening, offer: str) -> str:
    """What an offer is called."""
    known = found(evening, offer)
    if known is not None:
        return known[1].who.name
    book = rules(evening)
    entries = (*book.fates, *book.advances, *book.abilities, *book.types, *book.wills)
    for entry in (*entries, *book.equipment):
        if entry.id == offer:
            return entry.name
    return NAMES.get(offer, offer)


def meant(evening: Evening, asked: Confirm, text: str) -> str:
    """The offer that a `yes` takes: the only one, or the one it names (`yes Rat: Saint's Finger`)."""
    said = fold(text.rpartition(":")[2])
    hits = [offer for offer in asked.offers if not said or said in _names(evening, offer)]
    if len(hits) == 1:
        return hits[0]
    listed = listing(evening, asked.offers)
    raise RuleBroken("MS-GEN-2", f"one of the offers is taken: {listed}", hint="yes NAME, or no")


def _names(evening: Evening, offer: str) -> tuple[str, str]:
    return fold(offer), fold(name_of(evening, offer))


def listing(evening: Evening, offers: Iterable[str]) -> str:
    """Offers in a sentence."""
    return ", ".join(name_of(evening, offer) for offer in offers)
