"""What a view is made of: tables, and the reading of a page of lines into their rows.

A page is folded in memory by every view and then written at once, one statement a kind.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from operator import itemgetter
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Integer,
    MetaData,
    Table,
    Text,
    and_,
    bindparam,
    insert,
    select,
    update,
)
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import JSON

from domain.chronicle import Fact, Teller
from domain.game import Game
from domain.ledger.record import Line
from domain.terms import Event

F = TypeVar("F", bound=Fact)
E = TypeVar("E", bound=Event)
Row = dict[str, Any]
Key = Any

VIEWS = MetaData()
TEXT = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that is ordered by its characters' numbers, whatever a server's language is."""

_EMPTY: dict[type, Callable[[], Any]] = {Integer: int, Text: str, Boolean: bool, JSON: list}


def table(name: str, *columns: Column[Any]) -> Table:
    """A table of a view; every row belongs to a story."""
    return Table(name, VIEWS, Column("story", TEXT, primary_key=True), *columns)


def key(name: str, kind: type[Integer | Text] = Text, *, asked: bool = False) -> Column[Any]:
    """A column that names the row within its story; `asked` for by itself, it has an index."""
    return Column(name, kind() if kind is Integer else TEXT, primary_key=True, index=asked or None)


def text(name: str, *, asked: bool = False) -> Column[str]:
    """A text, empty where nothing is known; `asked` for by itself, it has an index."""
    return Column(name, TEXT, nullable=False, index=asked or None)


def number(name: str) -> Column[int]:
    """A whole number, 0 where nothing is known."""
    return Column(name, Integer, nullable=False)


def flag(name: str) -> Column[bool]:
    """A truth value, false where nothing is known."""
    return Column(name, Boolean, nullable=False)


def several(name: str) -> Column[Any]:
    """A list of texts."""
    return Column(name, JSON, nullable=False)


def document(name: str) -> Column[Any]:
    """Names and values that only some rows have."""
    return Column(name, JSON, nullable=False)


class Shelf(Protocol):
    """Where queries are asked: views that have caught up, of a campaign of some game."""

    @property
    def game(self) -> Game:
        """The game that the campaign plays."""

    def rows(self, query: Executable) -> list[Row]:
        """What a query finds."""


class View:
    """Tables and how they are read from lines; `version` is raised when either changes meaning."""

    name: ClassVar[str]
    version: ClassVar[int] = 1
    tables: ClassVar[tuple[Table, ...]]
    events: ClassVar[tuple[type[Event], ...]] = ()
    """The events that `read` looks at, beside those that hold facts."""
    deeds: ClassVar[bool] = False
    """Whether it reads deeds too, which the others do without."""
    every: ClassVar[bool] = False
    """Whether it reads every line, whatever that tells."""

    def read(self, page: "Page") -> None:
        """Write down what a page of lines tells."""
        raise NotImplementedError

    @cached_property
    def digest(self) -> str:
        """What the tables look like: a change makes the view begin again."""
        columns = [
            (each.name, column.name, type(column.type).__name__, column.primary_key, column.index)
            for each in self.tables
            for column in each.columns
        ]
        return sha256(repr(columns).encode()).hexdigest()[:16]


class Page:
    """Lines that count, in the order of the log, and the rows that views make of them."""

    def __init__(
        self,
        lines: Sequence[tuple[int, Line]],
        tellers: Mapping[type[Event], Teller],
        connection: Connection,
        amended: Mapping[str, str] | None = None,
    ) -> None:
        self.amended = amended or {}
        """Why lines were put in the place of others, by their batches."""
        self.lines = [line for _, line in lines]
        begun = {line.story for line in self.lines if line.line == 1}
        self._older = {line.story for line in self.lines} - begun
        """The stories of which rows may be there already."""
        self._connection = connection
        self._positions: dict[int, int] = {}  # by a line's identity: its address is text to be made
        self._facts: dict[type[Fact], list[tuple[Line, Any]]] = {}
        self.told: list[tuple[Line, Fact]] = []
        """All facts in the order in which they are told."""
        self._added: dict[Table, list[Row]] = {}
        self._rows: dict[Table, dict[Key, Row]] = {}
        self._stored: dict[Table, dict[Key, Row]] = {}
        for position, line in lines:
            self._positions[id(line)] = position
            teller = tellers.get(type(line.data))
            if teller is not None:
                for fact in teller(line.data):
                    told = (line, fact)
                    self.told.append(told)
                    self._facts.setdefault(type(fact), []).append(told)

    def of(self, kind: type[E]) -> Iterator[tuple[Line, E]]:
        """The lines whose events are of this kind."""
        for line in self.lines:
            event = line.data
            if isinstance(event, kind):
                yield line, event

    def position(self, line: Line) -> int:
        """Where a line stands in the log."""
        return self._positions[id(line)]

    def facts(self, kind: type[F]) -> list[tuple[Line, F]]:
        """The facts of this kind, each with its line."""
        return self._facts.get(kind, [])

    def add(self, into: Table, **values: Any) -> None:
        """Add a row that was not there before."""
        self._added.setdefault(into, []).append(values)

    def row(self, into: Table, **key: Any) -> Row:
        """The row with this key, to be changed; a new one is empty."""
        rows = self._rows.setdefault(into, {})
        place = _key_of(into)(key)
        found = rows.get(place)
        if found is None:
            found = rows[place] = self._stored_rows(into).get(place) or _empty(into) | key
        return found

    def stored(self, into: Table, which: ColumnElement[bool]) -> Iterator[Row]:
        """Such rows as a table has already for stories that go on, in no order."""
        if self._older:
            asked = select(into).where(into.c.story.in_(self._older), which)
            yield from ({**row} for row in self._connection.execute(asked).mappings())

    def write(self) -> None:
        """Write all rows, one statement a kind."""
        for into, added in self._added.items():
            self._insert(into, added)
        for into, rows in self._rows.items():
            stored = self._stored.get(into, {})
            fresh = [row for place, row in rows.items() if place not in stored]
            changed = [row for place, row in rows.items() if place in stored]
            if fresh:
                self._insert(into, fresh)
            if changed:
                self._connection.execute(_update(into), [_bound(into, row) for row in changed])

    def _insert(self, into: Table, rows: Sequence[Row]) -> None:
        """Write new rows, thousands of them: the driver takes them as they are."""
        dialect = self._connection.dialect
        statement = str(insert(into).compile(dialect=dialect))
        lists = [column.name for column in into.columns if isinstance(column.type, JSON)]
        if lists:
            rows = [row | {name: _json(row[name]) for name in lists} for row in rows]
        values = itemgetter(*(column.name for column in into.columns))
        by_place = [*map(values, rows)] if dialect.positional else list(rows)
        self._connection.exec_driver_sql(statement, by_place)

    def _stored_rows(self, into: Table) -> dict[Key, Row]:
        """The rows of a table that are there already for the stories of the page."""
        if not self._older:
            return {}
        if into not in self._stored:
            found = self._connection.execute(select(into).where(into.c.story.in_(self._older)))
            rows: list[Row] = [{**row} for row in found.mappings()]
            self._stored[into] = {_key_of(into)(row): row for row in rows}
        return self._stored[into]


@cache
def _key_of(into: Table) -> Callable[[Mapping[str, Any]], Key]:
    """What takes the key out of a row."""
    return itemgetter(*(column.name for column in into.primary_key))


@cache
def _makers(into: Table) -> tuple[tuple[str, Callable[[], Any]], ...]:
    return tuple((column.name, _EMPTY[type(column.type)]) for column in into.columns)


def _empty(into: Table) -> Row:
    return {name: make() for name, make in _makers(into)}


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _update(into: Table) -> Any:
    where = [column == bindparam(f"at_{column.name}") for column in into.primary_key]
    rest = [column for column in into.columns if not column.primary_key]
    return (
        update(into)
        .where(and_(*where))
        .values({column.name: bindparam(column.name) for column in rest})
    )


def _bound(into: Table, row: Row) -> Row:
    return {
        f"at_{column.name}" if column.primary_key else column.name: row[column.name]
        for column in into.columns
    }
