"""The year of the games: the campaign's books, and how far their calendar has come (MR-CAM).

Nothing here judges: the chapters of this folder do. State that can be worked out is a function.
"""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from domain.books import Books, Crew, Member
from domain.games.morturi.options import House
from domain.games.morturi.school.accounts import IMPERATOR, receipt
from domain.games.morturi.season import Month, Resource
from domain.games.morturi.shapes import Book, book
from domain.games.morturi.waiting import Confirm, Nothing, Pick, Throw
from domain.terms import RuleBroken, Telling, Who
from domain.throwing import Diced

ONE_BATTLE = "one_battle"
AUCTIONS, BUILDING, LUDI, FREE_PLAY = "auctions", "build_resources", "ludi", "free_play"
MONTH_END = "month_end"


class Laid(msgspec.Struct, frozen=True):
    """What a school has laid down: a sealed digest, or an amount in the open."""

    school: str
    amount: int = 0
    digest: str = ""


class Lot(msgspec.Struct, frozen=True, kw_only=True):
    """A gladiator under the hammer (MR-AUC-1, -5): the bids in the order they were made."""

    number: int
    gladiator: Who
    role: str
    grade: str
    tricks: tuple[str, ...]
    opening: int
    contract: bool = False
    seller: str = ""
    bids: tuple[Laid, ...] = ()
    seals: tuple[Laid, ...] = ()
    passed: tuple[str, ...] = ()
    hammered: bool = False
    drawn: str = ""


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A lot that dice make, as far as they have said what it is (MR-AUC-6)."""

    name: str
    opening: int = 0
    contract: bool = False
    grade: str = ""
    role: str = ""
    tricks: tuple[str, ...] = ()


class Entered(msgspec.Struct, frozen=True):
    """A school that has entered for a battle: its fee is paid, its stake laid."""

    school: str
    gladiators: tuple[str, ...]
    stake: int = 0


class Hired(msgspec.Struct, frozen=True):
    """A free fighter whom a school has hired for a battle; his id is known once he has joined."""

    school: str
    fighter: str = ""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that is announced (MR-BAT-1), who has entered, and which battle came of it.

    By the `guideline` its prize depends on who has entered (MR-BAT-6).
    """

    number: int
    scenario: str
    fee: int = 0
    prize: int = 0
    payout: int = 0
    stakes: bool = False
    guideline: bool = False
    entered: tuple[Entered, ...] = ()
    hired: tuple[Hired, ...] = ()
    battle: str = ""
    over: bool = False


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """A gladiator laid down for a duel or a classic pairing (MR-SCN-11), and who takes it up."""

    scenario: str
    host: Entered
    takers: tuple[Entered, ...] = ()
    seals: tuple[Laid, ...] = ()
    passed: tuple[str, ...] = ()
    hammered: bool = False
    drawn: str = ""


class Rest(msgspec.Struct, frozen=True):
    """Somebody badly hurt, and the number of the month at whose end he can fight again."""

    school: str
    gladiator: str
    until: int


class Held(msgspec.Struct, frozen=True):
    """A resource that a school has hired for the month, or would hire."""

    school: str
    resource: str


class Order(msgspec.Struct, frozen=True):
    """A resource that a school has paid for, and the number of the month when it did."""

    school: str
    resource: str
    month: int


class Deal(msgspec.Struct, frozen=True):
    """A sale between schools that waits for the buyer's answer (MR-AUC-7)."""

    gladiator: str
    seller: str
    buyer: str
    price: int


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A skill check, or with `against` a contest, that waits for its dice (MR-OUT)."""

    gladiator: str
    against: str = ""
    suited: bool = False
    hard: int = 0
    against_suited: bool = False


class Count(msgspec.Struct, frozen=True):
    """How often a school did or won something."""

    school: str
    times: int


class Season(Diced, frozen=True, kw_only=True):
    """How far the year has come: `month` counts those begun; `worked` is what a month end did."""

    month: int = 0
    phase: str = ""
    ready: tuple[str, ...] = ()
    lots: int = 0
    put_up: int = 0
    drawing: Drawing | None = None
    lot: Lot | None = None
    building: tuple[Order, ...] = ()
    hired: tuple[Held, ...] = ()
    hiring: Held | None = None
    deal: Deal | None = None
    offers: tuple[Offer, ...] = ()
    challenge: Challenge | None = None
    hosted: tuple[Count, ...] = ()
    fought: tuple[str, ...] = ()
    resting: tuple[Rest, ...] = ()
    won: tuple[Count, ...] = ()
    trial: Trial | None = None
    worked: tuple[str, ...] = ()
    goes_on: bool = False
    over: bool = False


class Ludi(Books, frozen=True, kw_only=True):
    """The books of a campaign of Morturi: schools and battles as in any, and the year's season."""

    season: Season = Season()


# What a season can wait for, besides dice, choices and offers as in a battle.


class Spend(msgspec.Struct, frozen=True):
    """The Imperator and the schools do what a phase is for, until it is done; `what` names it."""

    what: str
    crew: str = ""


class Bidding(msgspec.Struct, frozen=True):
    """These schools may still bid for a lot, or take a challenge up; `what` is `lot` or `duel`."""

    what: str
    crews: tuple[str, ...]
    crew: str = ""


Awaited = Throw | Pick | Confirm | Spend | Bidding | Nothing
Told = Telling[Ludi]
Step = Callable[[Told], None]

# Reading


def rules(books: Books) -> Book:
    """The edition of the campaign."""
    return book(books.edition)


def house(books: Books) -> House:
    """The house rules of the campaign."""
    return rules(books).house(books.house)


def schools(books: Books) -> list[Crew]:
    """The schools that still take part, as they were founded."""
    return [crew for crew in books.crews.values() if not crew.ended]


def school_of(books: Books, school: str) -> Crew:
    """A school that still takes part."""
    crew = books.crew(school)
    if crew.ended:
        raise RuleBroken("MR-RET-2", f"{crew.who.name} has retired")
    return crew


def at_home(crew: Crew) -> Crew:
    """MR-CAM-3: a school changes when it is in no battle, and its last aftermath is over."""
    if crew.open_battle or crew.aftermath:
        battle = crew.open_battle or f"the aftermath of {crew.aftermath}"
        raise RuleBroken("MR-CAM-3", f"{battle} is not over for {crew.who.name}")
    return crew


def month(books: Ludi) -> Month:
    """The month that it is; a custom year goes round and round (MR-CAM-2)."""
    months = rules(books).calendar.months
    return months[(books.season.month - 1) % len(months)]


def open_offers(books: Ludi) -> list[Offer]:
    """The battles that are announced and not yet opened."""
    return [one for one in books.season.offers if not one.battle and not one.over]


def with_offer(season: Season, number: int, change: Callable[[Offer], Offer]) -> Season:
    """The season with one announced battle changed."""
    offers = (change(one) if one.number == number else one for one in season.offers)
    return replace(season, offers=tuple(offers))


def owner(books: Books, gladiator: str) -> tuple[Crew, Member]:
    """A gladiator who belongs to a school, with it."""
    for crew in schools(books):
        for one in crew.present:
            if one.who.id == gladiator:
                return crew, one
    raise RuleBroken("MR-GEN-4", "somebody is named who belongs to no school")


def resources(books: Books, crew: Crew) -> Iterator[Resource]:
    """The resources that work for a school now (MR-RES)."""
    known = {one.id: one for one in rules(books).resources}
    return (known[item.kind] for item in crew.store if item.kind in known)


def level(school: str, counts: tuple[Count, ...]) -> int:
    """How often a school did or won it."""
    return next((one.times for one in counts if one.school == school), 0)


def more(school: str, counts: tuple[Count, ...]) -> tuple[Count, ...]:
    """The counts with one more for a school."""
    others = tuple(one for one in counts if one.school != school)
    return (*others, Count(school, level(school, counts) + 1))


# Telling


def pay(telling: Told, school: str, amount: int, reason: str, other: Who = IMPERATOR) -> None:
    """A school pays (less than 0) or is paid, with a receipt in its own story."""
    event = receipt(telling.state.crew(school), amount, reason, other)
    telling.tell_beside(school, event)
