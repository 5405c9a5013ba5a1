"""What is offered, by name: members, fates, types, abilities, advances, tags, Wills, relics."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.evening import found
from domain.games.mortisphere.acting import Decline
from domain.games.mortisphere.after import growth
from domain.games.mortisphere.after.evening import Confirm, Evening, Spend, rules
from domain.games.mortisphere.after.fate import RELIC
from domain.games.mortisphere.using import Accept, Named
from domain.games.mortisphere.waiting import Pick
from domain.names import fold, said
from domain.terms import Action, RuleBroken


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


def taken(evening: Evening, asked: Confirm, effects: Sequence[Named]) -> str:
    """The offer that a `yes` takes: the only one, or the one it names (`Rat: RELIC`)."""
    hits = _meant(evening, asked, effects[0]) if effects else asked.offers
    if len(hits) == 1 and len(effects) <= 1:
        return hits[0]
    listed = listing(evening, asked.offers)
    raise RuleBroken("MS-GEN-2", f"one of the offers is taken: {listed}", hint="yes NAME, or no")


def canonical(evening: Evening, asked: object, action: Action) -> Action:
    """The line with whose relic is meant, which it may leave open (`yes Rat: RELIC`)."""
    if not isinstance(asked, Confirm) or not isinstance(action, Accept | Decline):
        return action
    effects = tuple(
        offered(asked, hits[0]) if len(hits := _meant(evening, asked, one)) == 1 else one
        for one in action.effects
    )
    return replace(action, effects=effects)


def offered(asked: Confirm, offer: str) -> Named:
    """An offer as a line names it: a relic with its bearer."""
    return Named(asked.about, offer) if asked.what == RELIC else Named(offer)


def check_declined(evening: Evening, asked: Pick | Confirm | Spend, action: Decline) -> None:
    """A `no` that names a question, or offers, means what is asked."""
    strange = action.question if action.question not in ("", asked.what) else ""
    if isinstance(asked, Confirm):
        unmeant = [one.entry for one in action.effects if not _meant(evening, asked, one)]
    else:
        unmeant = [one.entry for one in action.effects]
    if strange or unmeant:
        name = name_of(evening, strange or unmeant[0])
        raise RuleBroken("MS-GEN-2", f"{said(name)} is not what is asked", hint="no")


def _meant(evening: Evening, asked: Confirm, one: Named) -> tuple[str, ...]:
    """The offers that are called so, of the bearer that is named."""
    if one.bearer not in ("", asked.about):
        return ()
    said_ = fold(one.entry)
    return tuple(offer for offer in asked.offers if said_ in _names(evening, offer))


def _names(evening: Evening, offer: str) -> tuple[str, str]:
    return fold(offer), fold(name_of(evening, offer))


def listing(evening: Evening, offers: Iterable[str]) -> str:
    """Offers in a sentence."""
    return ", ".join(name_of(evening, offer) for offer in offers)
