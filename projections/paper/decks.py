"""Which cards there are of a crew, and its roster: what views know, as paper says it."""

from typing import Any

import msgspec
from sqlalchemy import select

from domain.books import Standing
from domain.paper import Card, Entry, Figure, Group, Paper
from domain.terms import NotFound
from projections.crews import crew_of, crews
from projections.page import Row, Shelf
from projections.rosters import roster as told_of

COUNTED = ("battles", "kills", "falls")
"""What all games count of a member."""


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """A crew on paper: what is told of it, what it has in store, the cards of its members.

    `ended` says that its campaign is over. A deck without a crew is blank.
    """

    id: str = ""
    crew: str = ""
    player: str = ""
    leader: str = ""
    figures: tuple[Figure, ...] = ()
    store: tuple[str, ...] = ()
    ended: bool = False
    cards: tuple[Card, ...] = ()


def deck(
    shelf: Shelf, paper: Paper, crew: str, *, dead: bool = False, history: bool = False
) -> Deck:
    """A crew's cards: of those who still belong to it, with the `dead` of all who ever did.

    Who has moved to another crew has his card there. With `history` each card tells it.
    """
    found = shelf.rows(select(crews).where(crews.c.story == crew))
    if not found:
        raise NotFound(f"the campaign has no crew {crew}", hint="acta crew list")
    known, told = crew_of(found[0]), told_of(shelf, crew)
    return Deck(
        id=crew,
        crew=known.who.name,
        player=known.player,
        leader=str(told["captain"]),
        figures=paper.crew(known, told),
        store=tuple(told["store"]),
        ended=known.ended,
        cards=tuple(
            _with_record(paper.card(member, profile), profile, history=history)
            for profile in told["members"]
            if (member := known.member(profile["id"])).present
            or (dead and member.status is not Standing.MOVED)
        ),
    )


def everybody(shelf: Shelf) -> list[str]:
    """All crews by their names."""
    return [row["story"] for row in shelf.rows(select(crews.c.story).order_by(crews.c.name))]


def blank(paper: Paper, count: int) -> Deck:
    """Cards to be filled in by hand: the game's fields, and nothing of a campaign."""
    return Deck(cards=(paper.blank,) * count)


def _with_record(card: Card, profile: Row, *, history: bool) -> Card:
    """The card with what its bearer has lived through."""
    lived = tuple(Figure(what, str(profile[what])) for what in COUNTED)
    entries = tuple(map(_entry, profile["history"])) if history else ()
    told = (Group("history", entries),) if entries else ()
    figures, groups = (*card.figures, *lived), (*card.groups, *told)
    return msgspec.structs.replace(card, figures=figures, groups=groups)


def _entry(row: dict[str, Any]) -> Entry:
    """A line of a history, with where it stands on record."""
    return Entry(row["address"], row["text"])
