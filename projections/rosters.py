"""Rosters: a crew, what it is worth, and the profiles of its members."""

from sqlalchemy import select

from domain.books import Standing
from domain.terms import NotFound
from projections.crews import crews
from projections.page import Row, Shelf
from projections.profiles import member_of, members, profiles


def roster(shelf: Shelf, crew: str) -> Row:
    """A crew with all who ever joined it, as `crew show --json` gives it.

    `value` is the sum of the die values of its fit members (MS-INI-4), `rating` that of what they
    are worth (MS-REC-7).
    """
    found = shelf.rows(select(crews).where(crews.c.story == crew))
    if not found:
        raise NotFound(f"the campaign has no crew {crew}", hint="acta crew list")
    return _summary(shelf, found[0]) | {"members": profiles(shelf, members.c.story == crew)}


def rosters(shelf: Shelf) -> list[Row]:
    """All crews, by name, each with its value, rating and treasury but without its members."""
    return [_summary(shelf, row) for row in shelf.rows(select(crews).order_by(crews.c.name))]


def _summary(shelf: Shelf, row: Row) -> Row:
    fit = [
        member_of(each)
        for each in shelf.rows(select(members).where(members.c.story == row["story"]))
        if each["status"] == Standing.FIT
    ]
    return {
        "id": row["story"],
        "crew": row["name"],
        "former_names": row["former_names"],
        "player": row["player"],
        "value": sum(member.die for member in fit),
        "rating": sum(shelf.game.chronicle.worth(member) for member in fit),
        "treasury": row["treasury"],
        "founding": row["founding"],
        "fit": len(fit),
    }
