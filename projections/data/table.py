"""A table: its columns, declared with what they hold, and where its rows come from."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from domain.chronicle import Column
from domain.game import Game
from domain.ledger.ledger import Ledger
from projections.page import Row, Shelf

Values = Mapping[str, Any]


class Record(msgspec.Struct, frozen=True):
    """What tables are read from: views that have caught up, and the ledger they were made of."""

    shelf: Shelf
    ledger: Ledger
    progress: Callable[[int, int], None] | None = None

    @property
    def game(self) -> Game:
        """The game that the campaign plays."""
        return self.shelf.game


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """A table; `crew`, `member` and `battle` are the columns by which a part of it is taken.

    One that names none of them is about the campaign. `game` gives the columns that each game
    declares for itself; they stand behind the column `after`.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    rows: Callable[["Record", "Scope"], Iterator[Row]]
    crew: str = ""
    member: str = ""
    battle: str = ""
    after: str = ""
    game: Callable[[Game], tuple[Column, ...]] = lambda _: ()

    def all(self, game: Game) -> tuple[Column, ...]:
        """All columns in a campaign of this game."""
        if not self.after:
            return self.columns
        at = next(n for n, one in enumerate(self.columns, 1) if one.name == self.after)
        return (*self.columns[:at], *self.game(game), *self.columns[at:])

    def part(self, record: Record, scope: "Scope") -> Iterator[Row]:
        """The rows that were asked for, with all columns in their order."""
        names = [column.name for column in self.all(record.game)]
        everything = not scope.kind
        for row in self.rows(record, scope):
            if everything or scope.holds(self, row):
                yield {name: row[name] for name in names}


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What was asked for: the whole campaign, or a crew, a member or a battle with its own.

    A table is narrowed by the column that says most: of a member's part by its member, then by its
    crew; of a battle's by its battle. `crews`, `members` and `battles` are those it is about.
    """

    kind: str = ""
    name: str = ""
    crews: frozenset[str] = frozenset()
    members: frozenset[str] = frozenset()
    battles: frozenset[str] = frozenset()

    def holds(self, table: Table, row: Row) -> bool:
        """Whether a row of a table belongs to what was asked for."""
        ways = {"crew": self.crews, "member": self.members, "battle": self.battles}
        orders = {
            "crew": ("crew", "member", "battle"),
            "member": ("member", "crew", "battle"),
            "battle": ("battle", "member", "crew"),
        }
        for way in orders.get(self.kind, ()):
            column = getattr(table, way)
            if column:
                return row[column] in ways[way]
        return True
