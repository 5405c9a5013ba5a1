"""Crews and their members as they now stand: what the books say, folded line by line.

What an event makes of a crew is said once, by the books (`domain.crew.remember`); the rows are
written from the crew that comes of it. Only former names are kept here alone.
"""

from typing import ClassVar, cast, get_args

import msgspec
from sqlalchemy import Table

from domain.aftermath import AftermathEvent
from domain.books import Books, Crew
from domain.crew import remember
from domain.ledger.record import Line
from domain.roster import CrewEvent, CrewRenamed, MemberRenamed
from domain.terms import Event, Who
from projections.page import Page, Row, View, key, number, several, table, text

Told = CrewEvent | AftermathEvent
_TOLD = frozenset[type[Event]](get_args(Told))

crews = table("crews", text("name"), several("former_names"), text("player"), text("folded"))
members = table("members", key("member", asked=True), number("seat"), several("former_names"))

_CREW = msgspec.json.Decoder(Crew)


class Crews(View):
    """A row for each crew, which holds its members too, and one for each who ever joined it."""

    name = "crews"
    version = 3
    tables: ClassVar[tuple[Table, ...]] = (crews, members)
    events: ClassVar[tuple[type[Event], ...]] = get_args(Told)

    def read(self, page: Page) -> None:
        """Write down what a page of lines tells of crews."""
        known: dict[str, Books] = {}
        for line in page.lines:
            if type(line.data) not in _TOLD:
                continue
            event, story = cast("Told", line.data), line.story
            if event.crew.id == story:  # guests have no story
                books = known.get(story) or _books(page, story)
                known[story] = remember(books, event)
                _rename(page, line)
        for story, books in known.items():
            _write(page, story, books.crews[story])


VIEW = Crews()


def crew_of(row: Row) -> Crew:
    """A row of a crew as the rules know it."""
    return _CREW.decode(row["folded"])


def _books(page: Page, story: str) -> Books:
    """The books as far as they are about one crew; a new one has nothing yet."""
    row = page.row(crews, story=story)
    return Books(crews={story: crew_of(row) if row["folded"] else Crew(who=Who(story, ""))})


def _rename(page: Page, line: Line) -> None:
    """Keep a name that is given up."""
    match line.data:
        case CrewRenamed(before=before):
            row = page.row(crews, story=line.story)
        case MemberRenamed(member=who, before=before):
            row = page.row(members, story=line.story, member=who.id)
        case _:
            return
    row["former_names"] = [*row["former_names"], before]


def _write(page: Page, story: str, crew: Crew) -> None:
    """Write the rows of a crew as it has become."""
    folded = msgspec.json.encode(crew).decode()
    page.row(crews, story=story).update(name=crew.who.name, player=crew.player, folded=folded)
    for seat, member in enumerate(crew.members):
        page.row(members, story=story, member=member.who.id)["seat"] = seat
