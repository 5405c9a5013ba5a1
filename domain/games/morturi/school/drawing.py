"""Chapter 13: a lot that dice make: its grade, its role, a Palus's tricks (MR-AUC-1, -6)."""

from msgspec.structs import replace

from domain.games.morturi.creation import chosen, learnable, number_of_tricks, price, roles
from domain.games.morturi.doings import DrawLot
from domain.games.morturi.school.calendar import in_phase
from domain.games.morturi.school.lots import LotOpened, check_opening, check_room
from domain.games.morturi.school.throwing import LotCast, lot_cast
from domain.games.morturi.school.year import (
    AUCTIONS,
    Drawing,
    Ludi,
    Season,
    Spend,
    Step,
    Told,
    house,
    rules,
)
from domain.games.morturi.throwing import Roll
from domain.games.morturi.waiting import DieDue, Throw
from domain.names import clean
from domain.terms import Event, Who

GRADE, ROLE, TRICK = "grade of the lot", "role of the lot", "trick of the lot"

# Events


class LotBegun(Event, frozen=True, kw_only=True, tag="morturi.lot-begun/1"):
    """Dice are to say what the next lot is (MR-AUC-6); without `opening`, for its list price."""

    name: str
    opening: int = 0
    contract: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return f"Dice say what {self.name} is."


# Reading


def candidates(books: Ludi, drawing: Drawing) -> tuple[str, tuple[str, ...]]:
    """What the next lot is cast for, and among what; nothing when all of it is known.

    Grades stand in it as often as they weigh (MR-AUC-6); roles are those of no faction (MR-AUC-3).
    """
    book, settled = rules(books), house(books)
    if not drawing.grade:
        return GRADE, tuple(g.grade for g in book.auction.weights for _ in range(g.weight))
    if not drawing.role:
        found = (roles(book, settled, one.id, drawing.grade) for one in book.classes)
        return ROLE, tuple(role.id for each in found for role in each)
    role, grade = book.role(drawing.role), book.grade(drawing.grade)
    can, due = learnable(settled, role), number_of_tricks(settled, role, grade)
    if len(drawing.tricks) < due < len(can):
        return TRICK, tuple(trick for trick in can if trick not in drawing.tricks)
    return "", ()


# What is awaited


def upcoming(books: Ludi) -> Throw | Step | None:
    """One lot after the other; then the gladiator comes under the hammer."""
    drawing = books.season.drawing
    if drawing is None:
        return None
    what, among = candidates(books, drawing)
    return Throw(what, (DieDue("", len(among)),), "", among) if what else open_lot


# Judging


def begin(telling: Told, action: DrawLot, asked: Spend) -> None:
    """MR-AUC-6: the Imperator lets dice make a lot, of as many as the month has."""
    in_phase(asked, AUCTIONS, "an auction")
    check_opening(action.opening)
    check_room(telling.state)
    telling.tell(
        LotBegun(name=clean(action.name), opening=action.opening, contract=action.contract)
    )


def draw(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-AUC-6: a number among the candidates."""
    among = tuple(Who(one, _name(telling.state, throw.what, one)) for one in throw.lot)
    telling.tell(lot_cast(telling.state, action, throw, throw.what, among))


def _name(books: Ludi, what: str, candidate: str) -> str:
    book = rules(books)
    if what == GRADE:
        return book.grade(candidate).name
    return book.role(candidate).name if what == ROLE else book.trick(candidate).name


def open_lot(telling: Told) -> None:
    """MR-AUC-1: what the dice have made is put up."""
    books, drawing = telling.state, telling.state.season.drawing
    assert drawing is not None  # noqa: S101 it is drawn
    book, settled = rules(books), house(books)
    role, grade = book.role(drawing.role), book.grade(drawing.grade)
    telling.tell(
        LotOpened(
            lot=books.season.lots + 1,
            gladiator=Who("", drawing.name),
            role=role.id,
            grade=grade.id,
            tricks=chosen(book, settled, role, grade, drawing.tricks),
            opening=drawing.opening or price(settled, grade),
            contract=drawing.contract,
        )
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (LotBegun,)
HEARS: tuple[type[Event], ...] = (LotCast, LotOpened)


def evolve(season: Season, event: Event) -> Season:
    """Remember what the dice have said of the lot, until it is under the hammer."""
    drawing = season.drawing
    if isinstance(event, LotBegun):
        begun = Drawing(name=event.name, opening=event.opening, contract=event.contract)
        return replace(season, drawing=begun)
    if drawing is None:
        return season
    match event:
        case LotOpened():
            return replace(season, drawing=None)
        case LotCast(what=what, drawn=drawn) if what == GRADE:
            return replace(season, drawing=replace(drawing, grade=drawn.id))
        case LotCast(what=what, drawn=drawn) if what == ROLE:
            return replace(season, drawing=replace(drawing, role=drawn.id))
        case LotCast(what=what, drawn=drawn) if what == TRICK:
            return replace(season, drawing=replace(drawing, tricks=(*drawing.tricks, drawn.id)))
        case _:
            return season
