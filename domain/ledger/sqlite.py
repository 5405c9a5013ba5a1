"""The ledger's file: `eventsourcing.sqlite` with our own table, connections, chain and log.

The recorder works out each line's link inside the write transaction and keeps the log's peaks
beside the lines.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from eventsourcing.persistence import InternalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteCursor,
    SQLiteFactory,
)
from eventsourcing.utils import Environment

from domain.ledger import durable, tables
from domain.ledger.durable import Datastore
from domain.ledger.links import verify
from domain.ledger.record import Fields, Head, Row
from domain.ledger.shelf import Placed, Stored
from domain.ledger.store import BUSY_SECONDS, MOVED, SCHEMA, Growth, Heads, Log, named, parted


class Recorder(SQLiteApplicationRecorder):
    """The library's recorder over our table: positions never used again, append-only, chained."""

    def construct_create_table_statements(self) -> list[str]:
        """The tables and what guards them; run once, when a campaign is made."""
        return list(tables.TABLES)

    def _create_table(self, c: SQLiteCursor) -> None:
        """Make a ledger of no campaign, as the library's own tests want it."""
        self._found(c, "")

    def found(self, campaign: str) -> None:
        """Make the tables for a campaign, all or nothing."""
        with self.datastore.transaction(commit=True) as c:
            self._found(c, campaign)

    def _found(self, c: SQLiteCursor, campaign: str) -> None:
        for statement in self.create_table_statements:
            c.execute(statement)
        c.execute("INSERT INTO log VALUES (1, ?, 0, x'')", (campaign,))
        c.execute(f"PRAGMA application_id={tables.APPLICATION}")
        c.execute(f"PRAGMA user_version={SCHEMA}")

    def kind(self) -> tuple[int, int]:
        """The file's application id and its schema's version."""
        with self.datastore.transaction(commit=False) as c:
            c.execute("PRAGMA application_id")
            application = c.fetchone()[0]
            c.execute("PRAGMA user_version")
            return application, c.fetchone()[0]

    def log(self) -> Log:
        """Campaign, size and peaks, as the last write left them."""
        with self.datastore.transaction(commit=False) as c:
            found = self._log(c)
            c.execute(tables.END)
            return Log(found.campaign, found.size, found.peaks, c.fetchone()[0])

    @staticmethod
    def _log(c: SQLiteCursor) -> Log:
        c.execute("SELECT campaign, size, peaks FROM log")
        row = c.fetchone()
        if row is None:
            raise InternalError("the log has lost its row")
        campaign, size, peaks = row
        if (type(campaign), type(size), type(peaks)) != (str, int, bytes):
            raise InternalError("the row of the log is damaged")
        return Log(campaign, size, parted(peaks))

    def newest(self) -> int:
        """The newest line's position; 0 if there is none."""
        return self.max_notification_id() or 0

    def insert_events(
        self,
        stored_events: Iterable[StoredEvent],
        *,
        expected: Mapping[str, int] | None = None,
        **_kwargs: Any,
    ) -> Sequence[int]:
        """Append lines, each linked to the one before; raises IntegrityError, then saves nothing.

        `expected` says how many lines each story had when it was read: not one more or less.
        """
        with self.datastore.transaction(commit=True) as c:
            return self._insert_events(c, stored_events, expected=expected)

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Iterable[StoredEvent],
        *,
        expected: Mapping[str, int] | None = None,
        **_kwargs: Any,
    ) -> Sequence[int]:
        growth = Growth(self._log(c), Heads(partial(self._head_of, c)))
        growth.expect(expected or {})
        positions: list[int] = []
        for event in stored_events:
            line = (named(event.originator_id), event.originator_version, event.topic, event.state)
            c.execute(tables.INSERT, (*line, growth.join(event)))
            positions.append(c.lastrowid)
        if positions:
            c.execute("UPDATE log SET size=?, peaks=?", (growth.size, growth.peaks))
        return positions

    def _head_of(self, c: SQLiteCursor, story: str) -> Head:
        c.execute(tables.HEAD, (story,))
        row = c.fetchone()
        return Head(*row) if row else Head()

    def after(self, heads: Mapping[str, int]) -> list[Fields]:
        """The lines of some stories after the ones known, story by story, in one state."""
        found: list[Fields] = []
        with self.datastore.transaction(commit=False) as c:
            for story, line in heads.items():
                rows = self._fetch(c, tables.LATER, (story, line))
                self._check_index(c, story, rows[-1][2] if rows else line)
                found += rows
        return found

    def _check_index(self, c: SQLiteCursor, story: str, end: int) -> None:
        """Raise InternalError if the index does not go on with another story's first line.

        A page of it that is lost would else be a story that ends sooner. That a story is not there
        at all is for the table itself to say.
        """
        c.execute(tables.NEXT, (story, end))
        lost = any(line != 1 for _, line in c.fetchall())
        if not end and not lost:
            c.execute(tables.UNINDEXED, (story,))
            lost = c.fetchone() is not None
        if lost:
            raise InternalError(f"the index has lost lines after {story}/{end}")

    def rows(self, after: int, limit: int) -> list[Row]:
        """The lines after a position, in the order of the log."""
        with self.datastore.transaction(commit=False) as c:
            found = self._fetch(c, tables.PAGE, (after, limit))
        return list(map(_with_names, found))

    def some(self, topics: Collection[str], after: int, until: int) -> list[Row]:
        """The lines between two positions that have these topics, in the order of the log."""
        query = tables.SOME.format(", ".join("?" * len(topics)))
        with self.datastore.transaction(commit=False) as c:
            found = self._fetch(c, query, (after, until, *topics))
        return list(map(_with_names, found))

    def row(self, story: str, line: int) -> Row | None:
        """The line at an address."""
        with self.datastore.transaction(commit=False) as c:
            found = self._fetch(c, tables.ONE, (story, line))
        return Row(*found[0]) if found else None

    def recorded(self, addresses: Sequence[tuple[str, int]]) -> list[Row | None]:
        """The lines at these addresses: a write that is not over holds the file's lock."""
        return [self.row(*address) for address in addresses]

    @staticmethod
    def _fetch(c: SQLiteCursor, query: str, values: tuple[str | int, ...]) -> list[Fields]:
        c.sqlite_cursor.row_factory = None
        c.execute(query, values)
        found: list[Fields] = c.fetchall()
        return found

    def verify(self) -> tuple[int, dict[str, str]]:
        """How many lines there are, and where stories do not hold (`links.verify`)."""
        with self.datastore.transaction(commit=False) as c:
            c.sqlite_cursor.row_factory = None
            c.execute(tables.LINKS)
            return verify(c.sqlite_cursor)

    def faults(self) -> list[str]:
        """What SQLite's own check of its pages finds."""
        with self.datastore.transaction(commit=False) as c:
            c.execute("PRAGMA integrity_check")
            return [row[0] for row in c.fetchall() if row[0] != "ok"]

    def unguarded(self) -> list[str]:
        """The triggers that refuse changes, and are missing."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(tables.TRIGGERS)
            there = {row[0] for row in c.fetchall()}
        return [name for name in tables.GUARDS if name not in there]

    def copy(self, target: Path) -> None:
        """Copy the file, as one state of it, into an empty one."""
        source = self.datastore.pool.db_name
        with (
            closing(sqlite3.connect(source, uri=True, timeout=BUSY_SECONDS)) as original,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            for setting in durable.WRITER_SETTINGS:
                copy.execute(setting)
            original.backup(copy)

    def notes(self) -> list[Placed]:
        """The receipts that are kept beside the log, by size."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(tables.HAS_NOTES)
            if c.fetchone() is None:
                return []
            c.execute(tables.KEPT)
            return [(row[0], row[1], tuple(row)[2:]) for row in c.fetchall()]

    def keep(self, size: int, root: str, join: Callable[[Stored | None], Stored]) -> None:
        """Keep a receipt; `join` is given the one that is kept of the same lines, if one is."""
        with self.datastore.transaction(commit=True) as c:
            c.execute(tables.NOTES)
            c.execute(tables.KEPT_OF, (size, root))
            row = c.fetchone()
            joined = join((row[0], row[1], row[2]) if row else None)
            c.execute(tables.KEEP, (size, root, *joined))

    def seal(self, place: str, size: int) -> bool:
        """Refuse every further line: the record goes on elsewhere; False if it has grown."""
        with self.datastore.transaction(commit=True) as c:
            if self._log(c).size != size:
                return False
            c.execute(tables.NOTES)
            self._unseal(c)
            why = f"{MOVED}{place}".replace("'", "''")
            for table in tables.SEALED:
                c.execute(tables.SEAL.format(table, why))
        return True

    def sealed(self) -> str:
        """Where the record was moved to; empty if this is its place."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(tables.IS_SEALED)
            row = c.fetchone()
        said = row[0].partition(MOVED)[2].rpartition("')")[0] if row else ""
        return str(said.replace("''", "'"))

    def unseal(self) -> None:
        """Take lines again: the record is moved back."""
        with self.datastore.transaction(commit=True) as c:
            self._unseal(c)

    @staticmethod
    def _unseal(c: SQLiteCursor) -> None:
        for table in tables.SEALED:
            c.execute(tables.UNSEAL.format(table))

    def stories(self) -> list[str]:
        """All stories, in the order in which they began."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(tables.STORIES)
            return [row[0] for row in c.fetchall()]


_with_names = partial(tuple.__new__, Row)
"""A row with the names of its fields, at a quarter of what `Row(*fields)` takes."""


class Factory(SQLiteFactory):
    """Makes the ledger's parts. Its settings are written here: none comes from the environment."""

    application_recorder_class = Recorder

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        uri = path.absolute().as_uri()
        super().__init__(
            Environment(
                env={
                    self.SQLITE_DBNAME: uri,
                    self.SQLITE_LOCK_TIMEOUT: str(BUSY_SECONDS),
                    self.ORIGINATOR_ID_TYPE: "text",
                    self.CREATE_TABLE: "n",
                }
            )
        )
        self.datastore = Datastore(path, read_only=read_only)

    def recorder(self) -> Recorder:
        """The recorder of the ledger's lines."""
        return Recorder(self.datastore)
