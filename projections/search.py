"""What was ever said: names old and new, notes, and the sentences of events, to be searched.

Texts are compared as names are (`domain.names.fold`): without case, accents, width. The view is
kept in a file of its own, so that only who searches pays for it; it holds no sentence, but what is
compared, and the sentences are read from the record.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from sqlalchemy import Integer, Select, Table, and_, func, select
from sqlalchemy.sql.elements import ColumnElement

from domain import roster, ruling
from domain.chronicle import Began, Entry, Fact, Teller
from domain.kinds import Deed, Kind
from domain.ledger.record import Line
from domain.names import fold
from domain.terms import Event, Who
from projections.page import Page, Row, Shelf, View, flag, key, number, table, text

CREW, MEMBER, PLACE, BATTLE, ITEM = "crew", "member", "place", "battle", "item"
NOTES = (ruling.NoteAdded, roster.NoteAdded)
_GUEST_CREW = re.compile(r"#\d+\Z")
_THINGS = frozenset((Kind.GAINED, Kind.LOST, Kind.HANDED, Kind.TOOK, Kind.DELIVERED))
_PLACES = frozenset(("area", "areas", "place", "before", "to", "here", "where", "square"))

names = table(
    "sought_names",
    key("thing"),
    key("name"),
    text("what"),
    text("address"),
    number("position"),
    text("folded"),
)
"""A row for each name of a thing in a story, and the first line there that says it.

`thing` is its id; `what` says what it is: a crew, member, place, battle, or the word that events
have for it (item, source).
"""
lines = table(
    "sought_lines", key("line", Integer), number("position"), flag("note"), text("folded")
)
"""A row for each line: its sentence, and the entries that it makes in histories, folded."""


class Search(View):
    """A row for each line and for each name."""

    name = "search"
    version = 1
    tables: ClassVar[tuple[Table, ...]] = (names, lines)
    every: ClassVar[bool] = True
    deeds: ClassVar[bool] = True

    def read(self, page: Page) -> None:
        """Write down what a page of lines says."""
        entries: dict[int, list[str]] = {}
        for line, entry in page.facts(Entry):
            entries.setdefault(id(line), []).append(entry.text)
        for line in page.lines:
            said = [line.data.told(), *entries.get(id(line), ())]
            page.add(
                lines,
                story=line.story,
                line=line.line,
                position=page.position(line),
                note=isinstance(line.data, NOTES),
                folded=folded(" ".join(said)),
            )
        _name(page)


VIEW = Search()


def folded(text: str) -> str:
    """A text as it is compared."""
    return " ".join(text.lower().split()) if text.isascii() else fold.__wrapped__(text)


def _name(page: Page) -> None:
    """Write down every name of a page, where it is said first."""
    told: dict[int, list[Fact]] = {}
    for line, fact in page.told:
        if isinstance(fact, Began | Deed):
            told.setdefault(id(line), []).append(fact)
    seen: set[tuple[str, str, str]] = set()
    for line in page.lines:
        for thing, name, what in named(line, told.get(id(line), ())):
            if (line.story, thing, name) in seen:
                continue
            seen.add((line.story, thing, name))
            row = page.row(names, story=line.story, thing=thing, name=name)
            if not row["address"]:
                position = page.position(line)
                row.update(what=what, address=line.address, position=position, folded=folded(name))


def named(line: Line, facts: Iterable[Fact]) -> Iterator[tuple[str, str, str]]:
    """Each name that a line says: whose it is, the name, and what that is."""
    for fact in facts:
        match fact:
            case Began(scenario=scenario):
                yield line.story, scenario, BATTLE
            case Deed(kind=kind, text=text_) if kind in _THINGS and text_:
                yield text_, text_, ITEM
            case _:
                pass
    for field, who in people(line.data):
        if who.id and who.name:
            yield who.id, who.name, _kind(field, who.id)


def people(value: Any, field: str = "") -> Iterator[tuple[str, Who]]:
    """Everybody and everything that an event names, with the field that does."""
    if isinstance(value, Who):
        yield field, value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from people(getattr(value, name), name)
    elif isinstance(value, tuple):
        for part in value:
            yield from people(part, field)


def _kind(field: str, id_: str) -> str:
    """What a thing is, by its id: members' are addresses, crews' are stories, guests' have a #."""
    if "/" in id_:
        return CREW if _GUEST_CREW.search(id_) else MEMBER
    if id_.startswith("crew-"):
        return CREW
    return PLACE if field in _PLACES else field


# Asking


def words_of(said: str) -> tuple[str, ...]:
    """The words of a query, as they are compared."""
    return tuple(dict.fromkeys(folded(said).split()))


def found_names(shelf: Shelf, words: Sequence[str], others: Iterable[Row] = ()) -> list[Row]:
    """Each name of a thing once, where it was said first: whole names, beginnings, then the rest.

    Things have their oldest name first. `others` are rows of what no view holds.
    """
    query = select(names).where(_all(names, words)).order_by(names.c.position, names.c.thing)
    once: dict[tuple[str, str], Row] = {}
    for row in (*shelf.rows(query), *others):
        whose = row["thing"] if row["what"] in (CREW, MEMBER, BATTLE) else row["what"]
        once.setdefault((whose, row["name"]), row)
    return sorted(once.values(), key=lambda row: _near(row["folded"], words))


def _near(name: str, words: Sequence[str]) -> int:
    """How near a name is to what was asked: it itself, its beginning, a word's, anything."""
    asked = " ".join(words)
    if name == asked:
        return 0
    if name.startswith(asked):
        return 1
    return 2 if all(re.search(rf"\b{re.escape(word)}", name) for word in words) else 3


def found_lines(
    shelf: Shelf, words: Sequence[str], *, notes: bool, limit: int = 0
) -> tuple[list[Row], int]:
    """Lines that say all words, in the order of the log, and how many there are in all."""
    which = and_(lines.c.note.is_(notes), _all(lines, words))
    query: Select[Any] = select(lines.c.story, lines.c.line, lines.c.position).where(which)
    query = query.order_by(lines.c.position, lines.c.story, lines.c.line)
    found = shelf.rows(query.limit(limit) if limit else query)
    if not limit or len(found) < limit:
        return found, len(found)
    return found, shelf.rows(select(func.count().label("count")).where(which))[0]["count"]


def _all(of: Table, words: Sequence[str]) -> ColumnElement[bool]:
    return and_(*(of.c.folded.contains(word, autoescape=True) for word in words))


class Unheld:
    """What lines say that no view holds, found by reading them."""

    def __init__(self, tellers: Mapping[type[Event], Teller], words: Sequence[str]) -> None:
        self._tellers = tellers
        self._words = words

    def facts(self, event: Event) -> list[Fact]:
        """What an event tells a reader."""
        teller = self._tellers.get(type(event))
        return list(teller(event)) if teller else []

    def says(self, line: Line) -> bool:
        """Whether a line says all words."""
        return self._holds(" ".join([line.data.told(), *self._entries(line.data)]))

    def names(self, line: Line) -> list[Row]:
        """The names in a line that have all words, as rows."""
        return [
            {"thing": thing, "name": name, "what": what, "address": line.address}
            | {"folded": folded(name)}
            for thing, name, what in named(line, self.facts(line.data))
            if self._holds(name)
        ]

    def sentence(self, event: Event) -> str:
        """What is shown of a line: its sentence, and the entries that say what it does not."""
        told = event.told()
        return told if self._holds(told) else " ".join([told, *self._entries(event)])

    def _entries(self, event: Event) -> list[str]:
        return [fact.text for fact in self.facts(event) if isinstance(fact, Entry)]

    def _holds(self, text: str) -> bool:
        said = folded(text)
        return all(word in said for word in self._words)
