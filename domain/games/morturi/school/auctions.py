"""Chapter 13: bids, openly raised or sealed, until the hammer falls (MR-AUC-5)."""

from msgspec.structs import replace

from domain.counting import counted
from domain.games.morturi.doings import Bid, Pass, Seal, TakeUp, Unseal
from domain.games.morturi.school import sealing
from domain.games.morturi.school.hires import join, sell
from domain.games.morturi.school.resources import contract_price
from domain.games.morturi.school.sealing import ChoiceSealed
from domain.games.morturi.school.throwing import LotCast, lot_cast
from domain.games.morturi.school.year import (
    Bidding,
    Laid,
    Lot,
    Ludi,
    Season,
    Step,
    Told,
    house,
    rules,
    school_of,
    schools,
)
from domain.games.morturi.throwing import Roll
from domain.games.morturi.waiting import DieDue, Throw
from domain.terms import Event, RuleBroken, Who

RULE = "MR-AUC-5"
TIE = "equal bids"

# Events


class BidMade(Event, frozen=True, kw_only=True, tag="morturi.bid-made/1"):
    """A school bid for the lot under the hammer, openly or by what it had sealed."""

    lot: int
    school: Who
    amount: int
    salt: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} bids {self.amount}."


class BidderPassed(Event, frozen=True, kw_only=True, tag="morturi.bidder-passed/1"):
    """A school bids no more for this lot."""

    lot: int
    school: Who
    salt: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} passes."


class HammerFell(Event, frozen=True, kw_only=True, tag="morturi.hammer-fell/1"):
    """The hammer fell: no bid is taken any more."""

    lot: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"The hammer falls on lot {self.lot}."


class LotSold(Event, frozen=True, kw_only=True, tag="morturi.lot-sold/1"):
    """A lot was sold; `paid` is less than the `price` where an agent helps (MR-RES-5)."""

    lot: int
    gladiator: Who
    school: Who
    price: int
    paid: int

    def told(self) -> str:
        """Say it as the table would."""
        paid = f", and pays {self.paid}" if self.paid != self.price else ""
        return f"Sold: {self.gladiator.name} to {self.school.name} for {self.price}{paid}."


class LotUnsold(Event, frozen=True, kw_only=True, tag="morturi.lot-unsold/1"):
    """Nobody bid for a lot: it goes back to whoever put it up."""

    lot: int
    gladiator: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"Nobody bids for {self.gladiator.name}."


# Reading


def bidders(books: Ludi, lot: Lot) -> list[str]:
    """The schools that may bid: all but the seller and those that have passed."""
    out = (lot.seller, *lot.passed)
    return [crew.who.id for crew in schools(books) if crew.who.id not in out]


def sealed(books: Ludi) -> bool:
    """MR-AUC-5: whether bids are made once and together."""
    return house(books).auction_type != "open_ascending"


def laid(lot: Lot) -> dict[str, int]:
    """What each school has bid, the newest counting."""
    return {one.school: one.amount for one in lot.bids}


def best(lot: Lot) -> list[str]:
    """Who has bid most; in an open auction there is one at most."""
    bids = laid(lot)
    return [school for school in bids if bids[school] == max(bids.values())]


def waiting_for(books: Ludi, lot: Lot) -> list[str]:
    """Whose bid is still to come, or to be opened."""
    if lot.hammered:
        return []
    able = bidders(books, lot)
    if not sealed(books):
        return [school for school in able if school not in best(lot)]
    return [school for school in able if school not in laid(lot)]


# What is awaited


def upcoming(books: Ludi) -> Bidding | Throw | Step | None:
    """Bids for the lot under the hammer; a lot among equal ones; its sale."""
    lot = books.season.lot
    if lot is None:
        return None
    left = waiting_for(books, lot)
    if left:
        return Bidding("lot", tuple(left))
    tied = best(lot)
    if len(tied) > 1 and not lot.drawn:
        return Throw(TIE, (DieDue("", len(tied)),), "", tuple(tied))
    return knock_down


# Judging


def under(books: Ludi) -> Lot:
    """The lot under the hammer."""
    if books.season.lot is None:
        raise RuleBroken(RULE, "no lot is under the hammer")
    return books.season.lot


def bid(telling: Told, action: Bid, asked: Bidding, salt: str = "") -> None:
    """MR-AUC-5: not more than it has, and enough more than the bid before."""
    books, lot = telling.state, under(telling.state)
    crew = school_of(books, action.crew)
    _check_turn(books, lot, crew.who, asked)
    if not salt:
        _unbound(lot, crew.who)
    if action.amount > crew.treasury:
        purse = counted(crew.treasury, "denarius", "denarii")
        sentence = f"{crew.who.name} has {purse}, and cannot bid {action.amount}"
        raise RuleBroken(RULE, sentence)
    lowest = least(books, lot)
    if action.amount < lowest:
        raise RuleBroken(RULE, f"a bid is {lowest} or more, not {action.amount}")
    telling.tell(BidMade(lot=lot.number, school=crew.who, amount=action.amount, salt=salt))


def least(books: Ludi, lot: Lot) -> int:
    """MR-AUC-1, -5: the lowest bid: the opening one, then the highest and the minimum raise."""
    if sealed(books) or not lot.bids:
        return lot.opening
    return max(laid(lot).values()) + int(house(books).min_raise)


def pass_(telling: Told, action: Pass, asked: Bidding, salt: str = "") -> None:
    """MR-AUC-5: a school is out of it; whoever has made the highest bid stays bound."""
    books, lot = telling.state, under(telling.state)
    crew = school_of(books, action.crew)
    _check_turn(books, lot, crew.who, asked)
    if not salt:
        _unbound(lot, crew.who)
    telling.tell(BidderPassed(lot=lot.number, school=crew.who, salt=salt))


def _check_turn(books: Ludi, lot: Lot, school: Who, asked: Bidding) -> None:
    """MR-AUC-5: whoever has bid most waits for others; who has passed, or sells, bids no more."""
    if not sealed(books) and school.id in best(lot):
        raise RuleBroken(RULE, f"{school.name} has made the highest bid, and stands by it")
    if school.id not in asked.crews:
        raise RuleBroken(RULE, f"{school.name} does not bid for this lot any more")


def _unbound(lot: Lot, school: Who) -> None:
    """MR-AUC-5: who has sealed a choice can only open it."""
    if any(one.school == school.id for one in lot.seals):
        raise RuleBroken(RULE, f"{school.name} has sealed its choice", hint="unseal SCHOOL SALT")


def seal(telling: Told, action: Seal, asked: Bidding) -> None:
    """MR-AUC-5: sealed bids are made together: each school shows its digest first."""
    books, lot = telling.state, under(telling.state)
    crew = school_of(books, action.crew)
    if not sealed(books):
        raise RuleBroken(RULE, "in an open auction bids are made openly")
    _check_turn(books, lot, crew.who, asked)
    _unbound(lot, crew.who)
    sealing.check(action, RULE)
    telling.tell(ChoiceSealed(school=crew.who, digest=action.digest))


def unseal(telling: Told, action: Unseal, asked: Bidding) -> None:
    """MR-AUC-5: once all have sealed, passed or bid, the choices are opened."""
    books, lot = telling.state, under(telling.state)
    crew = school_of(books, action.crew)
    shown = next((one.digest for one in lot.seals if one.school == action.crew), "")
    if not shown:
        raise RuleBroken(RULE, f"{crew.who.name} has sealed nothing")
    bound = {one.school for one in lot.seals}
    late = [school for school in asked.crews if school not in bound]
    if late:
        raise RuleBroken(RULE, f"{books.crew(late[0]).who.name} has still to seal its choice")
    sealing.opened(RULE, action, shown, crew.who)
    match action.choice:
        case Bid():
            bid(telling, action.choice, asked, action.salt)
        case Pass():
            pass_(telling, action.choice, asked, action.salt)
        case TakeUp():
            raise RuleBroken(RULE, "a lot is bid for")


def hammer(telling: Told) -> None:
    """MR-AUC-5: the Imperator closes the lot; what is sealed and not opened counts for nothing."""
    telling.tell(HammerFell(lot=under(telling.state).number))


def draw(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-AUC-5: equal sealed bids are decided at random."""
    among = tuple(telling.state.crew(school).who for school in throw.lot)
    telling.tell(lot_cast(telling.state, action, throw, TIE, among))


def knock_down(telling: Told) -> None:
    """MR-AUC-5: the highest bid takes the lot; without one it goes back."""
    books, lot = telling.state, under(telling.state)
    tied = best(lot)
    if not tied:
        telling.tell(LotUnsold(lot=lot.number, gladiator=lot.gladiator))
        return
    buyer = books.crew(lot.drawn or tied[0])
    cost = _price(books, lot)
    paid = contract_price(books, buyer, cost) if lot.contract else cost
    telling.tell(
        LotSold(lot=lot.number, gladiator=lot.gladiator, school=buyer.who, price=cost, paid=paid)
    )
    if lot.seller:
        sell(telling, lot.gladiator.id, buyer.who, paid)
        return
    term = house(books).auctoratus_term if lot.contract else ""
    kind = (rules(books).role(lot.role), rules(books).grade(lot.grade))
    join(telling, buyer, Who("", lot.gladiator.name), kind, tricks=lot.tricks, cost=paid, term=term)


def _price(books: Ludi, lot: Lot) -> int:
    """MR-AUC-5: the highest bid, or by option the second highest (alone: the opening one)."""
    bids = sorted(laid(lot).values())
    if house(books).auction_type != "sealed_second_price":
        return bids[-1]
    return bids[-2] if len(bids) > 1 else lot.opening


# Remembering


EVENTS: tuple[type[Event], ...] = (BidMade, BidderPassed, HammerFell, LotSold, LotUnsold)
HEARS: tuple[type[Event], ...] = (ChoiceSealed, LotCast)


def evolve(season: Season, event: Event) -> Season:
    """Remember who bids for the lot, until it is gone."""
    if season.lot is None:
        return season
    if isinstance(event, LotSold | LotUnsold):
        return replace(season, lot=None)
    return replace(season, lot=_bid_for(season.lot, event))


def _bid_for(lot: Lot, event: Event) -> Lot:
    """Who has bid, passed or sealed, and what a lot among equals has shown."""
    match event:
        case BidMade():
            return replace(lot, bids=(*lot.bids, Laid(event.school.id, event.amount)))
        case BidderPassed():
            return replace(lot, passed=(*lot.passed, event.school.id))
        case HammerFell():
            return replace(lot, hammered=True)
        case ChoiceSealed():
            return replace(lot, seals=(*lot.seals, Laid(event.school.id, digest=event.digest)))
        case LotCast(what=what) if what == TIE:
            return replace(lot, drawn=event.drawn.id)
        case _:
            return lot
