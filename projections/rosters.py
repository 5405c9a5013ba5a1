"""Rosters: a crew, what it is worth, and the profiles of its members."""

from sqlalchemy import select

from domain.books import Books
from domain.chronicle import summary
from domain.terms import NotFound
from projections.crews import crew_of, crews, members
from projections.page import Row, Shelf
from projections.profiles import profiles


def books(shelf: Shelf) -> Books:
    """The campaign's books as far as they are about crews: who can be called by name."""
    found = shelf.rows(select(crews.c.story, crews.c.folded))
    return Books(crews={row["story"]: crew_of(row) for row in found})


def roster(shelf: Shelf, crew: str) -> Row:
    """A crew with all who ever joined it, as `crew show --json` gives it.

    What its fit members are worth is said by the game (`Chronicle.crew`).
    """
    found = shelf.rows(select(crews).where(crews.c.story == crew))
    if not found:
        raise NotFound(f"the campaign has no crew {crew}", hint="acta crew list")
    return _summary(shelf, found[0]) | {"members": profiles(shelf, members.c.story == crew)}


def rosters(shelf: Shelf) -> list[Row]:
    """All crews, by name, each with what it is worth and has but without its members."""
    return [_summary(shelf, row) for row in shelf.rows(select(crews).order_by(crews.c.name))]


def _summary(shelf: Shelf, row: Row) -> Row:
    crew = crew_of(row)
    return {
        "id": crew.who.id,
        "crew": crew.who.name,
        "former_names": row["former_names"],
        **summary(shelf.game.chronicle, crew),
    }
