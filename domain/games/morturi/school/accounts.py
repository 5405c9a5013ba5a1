"""Denarii as double entry: every payment goes from somebody to somebody, for a reason (MR-CAM-7).

A school's account is its own story: its founding, its receipts, what its gladiators cost. What is
paid between schools stands in both stories; the other side of all else is the Imperator.
"""

from collections.abc import Iterable

import msgspec

from domain.aftermath import TreasuryChanged
from domain.books import Crew
from domain.counting import counted
from domain.games.morturi.options import House
from domain.roster import CrewFounded, FoundingEnded, MemberRecruited
from domain.terms import Event, RuleBroken, Who

IMPERATOR = Who("imperator", "the Imperator")
DEBT = 1000


class Entry(msgspec.Struct, frozen=True):
    """A payment: who paid whom how many denarii for what, in the account of `school`."""

    school: str
    payer: Who
    payee: Who
    amount: int
    reason: str


# Paying


def least(house: House) -> int:
    """MR-CAM-7: what a school's funds never go below."""
    return 0 if house.debt == "forbidden" else -DEBT


def check(house: House, crew: Crew, amount: int, what: str) -> None:
    """MR-CAM-7: a school pays only what it can."""
    if crew.treasury - amount < least(house):
        cost = counted(amount, "denarius", "denarii")
        sentence = f"{what} costs {cost}, {crew.who.name} has {crew.treasury}"
        raise RuleBroken("MR-CAM-7", sentence)


def receipt(crew: Crew, amount: int, reason: str, other: Who = IMPERATOR) -> TreasuryChanged:
    """What a school has paid (less than 0) or been paid, with who is on the other side."""
    return TreasuryChanged(
        crew=crew.who,
        amount=amount,
        reason=reason,
        balance=crew.treasury + amount,
        other=(other,),
    )


# Reading accounts


def entry(event: Event) -> Entry | None:
    """The payment that an event tells of, if it tells of one."""
    match event:
        case CrewFounded():
            return Entry(event.crew.id, IMPERATOR, event.crew, event.purse, "founding")
        case MemberRecruited():
            paid = event.cost - event.granted
            seller = event.seller[0] if event.seller else IMPERATOR
            return Entry(event.crew.id, event.crew, seller, paid, event.member.name)
        case FoundingEnded() if event.unspent != event.treasury:
            lost = event.unspent - event.treasury
            return Entry(event.crew.id, event.crew, IMPERATOR, lost, "not kept")
        case TreasuryChanged():
            other = event.other[0] if event.other else IMPERATOR
            if event.amount < 0:
                return Entry(event.crew.id, event.crew, other, -event.amount, event.reason)
            return Entry(event.crew.id, other, event.crew, event.amount, event.reason)
        case _:
            return None


def account(events: Iterable[Event], school: str) -> tuple[Entry, ...]:
    """A school's account: its payments in their order; they add up to what it has."""
    found = (entry(event) for event in events)
    return tuple(one for one in found if one and one.school == school and one.amount)


def balance(entries: Iterable[Entry]) -> int:
    """What the entries of a school's account add up to."""
    return sum(one.amount if one.payee.id == one.school else -one.amount for one in entries)


def unmatched(events: Iterable[Event]) -> tuple[Entry, ...]:
    """Payments between schools that stand in one account only: none, if the books balance."""
    open_: list[Entry] = []
    for event in events:
        one = entry(event)
        if one is None or not one.amount or IMPERATOR in (one.payer, one.payee):
            continue
        twin = next((each for each in open_ if _twins(each, one)), None)
        if twin is None:
            open_.append(one)
        else:
            open_.remove(twin)
    return tuple(open_)


def _twins(one: Entry, other: Entry) -> bool:
    """Whether two entries are the two sides of one payment."""
    same = (one.payer.id, one.payee.id, one.amount) == (
        other.payer.id,
        other.payee.id,
        other.amount,
    )
    return same and one.school != other.school
