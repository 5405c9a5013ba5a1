"""Chapter 13: what is put up for auction, and by whom (MR-AUC-1 to -4, -6, -7)."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.books import Crew, Member
from domain.counting import counted
from domain.games.morturi.creation import chosen, price
from domain.games.morturi.doings import PutUp
from domain.games.morturi.school.calendar import in_phase
from domain.games.morturi.school.hires import may_sell
from domain.games.morturi.school.year import (
    AUCTIONS,
    Lot,
    Ludi,
    Season,
    Spend,
    Told,
    house,
    rules,
    school_of,
    schools,
)
from domain.games.morturi.season import Weight
from domain.games.morturi.shapes import Book, Grade, Role
from domain.names import alike, clean, said
from domain.terms import Event, NotFound, RuleBroken, Who, as_said

# Events


class LotOpened(Event, frozen=True, kw_only=True, tag="morturi.lot-opened/1"):
    """A gladiator comes under the hammer; with a `seller` he is that school's own (MR-AUC-7).

    A `contract` is the hire of a free fighter (MR-AUC-4).
    """

    lot: int
    gladiator: Who
    role: str
    grade: str
    tricks: tuple[str, ...] = ()
    opening: int
    contract: bool = False
    seller: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        kind = "The contract of " if self.contract else ""
        by = f" of {self.seller[0].name}" if self.seller else ""
        who = f"{kind}{self.gladiator.name}{by} ({as_said(self.role, self.grade)})"
        return f"Lot {self.lot}: {who}, from {self.opening}."


# Reading


def read(book: Book, profile: str) -> tuple[Role, Grade]:
    """The role and grade that a line names together, `thracian palus`."""
    words = profile.replace("_", " ").split()
    for at in range(1, len(words)):
        role, size = "_".join(words[:at]).lower(), "_".join(words[at:]).lower()
        roles = [one for one in book.roles if one.id == role]
        grades = [one for one in book.grades if one.id == size]
        if roles and grades:
            return roles[0], grades[0]
    known = ", ".join(as_said(one.id) for one in book.grades)
    sentence = f"{said(profile)} is no role with a grade"
    raise NotFound(sentence, hint=f"thracian palus, secutor novicius; grades are {known}")


def number(books: Ludi) -> int:
    """MR-AUC-6: how many lots the Imperator puts up in a month."""
    each = rules(books).auction.lots_per_school
    times = {"as_schools": 1, "twice_schools": each, "thrice_schools": each + 1}
    return times[house(books).lots_per_month] * len(schools(books))


def shares(weights: Iterable[Weight], lots: int) -> dict[str, int]:
    """MR-AUC-6: how many of so many lots are of each grade, by their weights.

    What is left after whole shares goes to the largest remainders, in the order of the codex.
    """
    table = tuple(weights)
    whole = sum(one.weight for one in table)
    found = {one.grade: lots * one.weight // whole for one in table}
    rest = lots - sum(found.values())
    for one in sorted(table, key=lambda each: -(lots * each.weight % whole))[:rest]:
        found[one.grade] += 1
    return found


# Judging


def put_up(telling: Told, action: PutUp, asked: Spend) -> None:
    """MR-AUC-1, -4, -6, -7: a lot is opened, at its list price unless said otherwise."""
    in_phase(asked, AUCTIONS, "an auction")
    books = telling.state
    check_opening(action.opening)
    lot = _resale(books, action) if action.by else _new(books, action)
    telling.tell(lot)


def _new(books: Ludi, action: PutUp) -> LotOpened:
    """MR-AUC-1, -6: a gladiator of the Imperator's making; Servi are not auctioned (MR-AUC-2)."""
    book, settled = rules(books), house(books)
    role, size = read(book, action.profile)
    if size.sold != "auction":
        cost = counted(price(settled, size), "denarius", "denarii")
        raise RuleBroken("MR-AUC-2", f"a {size.name} is bought for {cost}")
    check_room(books)
    return LotOpened(
        lot=books.season.lots + 1,
        gladiator=Who("", clean(action.name)),
        role=role.id,
        grade=size.id,
        tricks=chosen(book, settled, role, size, action.tricks),
        opening=action.opening or price(settled, size),
        contract=action.contract,
    )


def check_opening(opening: int) -> None:
    """MR-AUC-1: an opening bid is moved as the auctioneer likes."""
    if opening < 0:
        raise RuleBroken("MR-AUC-1", "an opening bid is a number of denarii")


def check_room(books: Ludi) -> None:
    """MR-AUC-6: the Imperator puts up so many in a month."""
    most = number(books)
    if books.season.put_up >= most:
        hint = "acta rule MR-AUC-6 says how many"
        lots = "the lot of the month is" if most == 1 else f"all {most} lots of the month are"
        raise RuleBroken("MR-AUC-6", f"{lots} put up", hint=hint)


def _resale(books: Ludi, action: PutUp) -> LotOpened:
    """MR-AUC-7: a school puts up one of its own."""
    book, settled = rules(books), house(books)
    if settled.resale != "auction":
        raise RuleBroken("MR-AUC-7", f"the house rule resale is {settled.resale}")
    crew = school_of(books, action.by)
    member = _sold(books, crew, action.name)
    role, size = read(book, action.profile)
    if (role.id, size.id) != (member.kind, member.grade) or action.contract or action.tricks:
        profile = as_said(member.kind, member.grade)
        raise RuleBroken("MR-AUC-7", f"{member.who.name} is sold as he is: {profile}")
    return LotOpened(
        lot=books.season.lots + 1,
        gladiator=member.who,
        role=role.id,
        grade=size.id,
        tricks=member.abilities,
        opening=action.opening or price(settled, size),
        seller=(crew.who,),
    )


def _sold(books: Ludi, crew: Crew, name: str) -> Member:
    """A gladiator that a school may sell: its own, by name or id."""
    for one in crew.present:
        if name == one.who.id or alike(name) == alike(one.who.name):
            may_sell(books, crew, one)
            return one
    raise NotFound(f"{crew.who.name} has no gladiator called {said(name)}")


# Remembering


EVENTS: tuple[type[Event], ...] = (LotOpened,)


def evolve(season: Season, event: Event) -> Season:
    """Remember the lot under the hammer."""
    if not isinstance(event, LotOpened):
        return season
    lot = Lot(
        number=event.lot,
        gladiator=event.gladiator,
        role=event.role,
        grade=event.grade,
        tricks=event.tricks,
        opening=event.opening,
        contract=event.contract,
        seller=event.seller[0].id if event.seller else "",
    )
    own = 0 if event.seller else 1
    return replace(season, lot=lot, lots=event.lot, put_up=season.put_up + own)
