"""What is offered, by name: members, fates, types, abilities, advances, tags, Wills, relics."""

from collections.abc import Iterable

from domain.games.mortisphere.after import growth
from domain.games.mortisphere.after.evening import Confirm, Evening, found, rules
from domain.names import fold
from domain.terms import RuleBroken


def name_of(evening: Evening, offer: str) -> str:
    """What an offer is called."""
    known = found(evening, offer)
    if known is not None:
        return known[1].who.name
    book = rules(evening)
    names = {
        **{item.id: item.name for item in book.equipment},
        **{will.id: will.name for will in book.wills},
        **{fate.id: fate.name for fate in book.fates},
    }
    return names.get(offer) or growth.name_of(book, offer)


def meant(evening: Evening, asked: Confirm, text: str) -> str:
    """The offer that a `yes` takes: the only one, or the one it names (`Rat: RELIC`)."""
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
