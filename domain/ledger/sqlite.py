"""The ledger's file: `eventsourcing.sqlite` with our own table, transaction, chain and log.

The library's connections switch to WAL, begin deferred and take SQLite's default durability; ours
keep one file at rest (DELETE), lose nothing at a power cut (EXTRA), and begin a write by taking
the write lock. The recorder works out each line's link inside the write transaction and keeps the
log's peaks beside the lines.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from eventsourcing.persistence import InternalError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
    SQLiteTransaction,
)
from eventsourcing.utils import Environment

from domain.ledger import tables
from domain.ledger.links import verify
from domain.ledger.record import Fields, Head, Row
from domain.ledger.shelf import Placed, Stored
from domain.ledger.store import BUSY_SECONDS, MOVED, SCHEMA, Growth, Heads, Log, named, parted

SETTINGS = (
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA recursive_triggers=ON",  # INSERT OR REPLACE fires the trigger that refuses DELETE
)
WRITER_SETTINGS = (
    "PRAGMA journal_mode=DELETE",
    "PRAGMA synchronous=EXTRA",
    "PRAGMA fullfsync=ON",
)


class Transaction(SQLiteTransaction):
    """A transaction that takes the write lock when it begins to write, and never stays open."""

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        cursor.execute("BEGIN IMMEDIATE" if self.commit else "BEGIN")
        return cursor

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        try:
            super().__exit__(exc_type, exc_val, exc_tb)
        finally:
            self.connection.rollback()  # a commit that failed has left it open; else does nothing


class FileConnection(SQLiteConnection):
    """A connection with our transactions."""

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """Write at once or not at all (`commit`), or read one state of the file."""
        with Transaction(self, commit=commit) as cursor, cursor:
            yield cursor


class Pool(SQLiteConnectionPool):
    """Connections with the ledger's settings, for reading only or for writing too."""

    read_only = False

    def _create_connection(self) -> SQLiteConnection:
        connection = sqlite3.connect(
            self.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            timeout=self.lock_timeout or BUSY_SECONDS,
        )
        try:
            for setting in SETTINGS if self.read_only else SETTINGS + WRITER_SETTINGS:
                connection.execute(setting)
        except sqlite3.Error:
            connection.close()
            raise
        connection.row_factory = sqlite3.Row  # the library reads columns by name
        return FileConnection(connection, max_age=self.max_age)


class Datastore(SQLiteDatastore):
    """The ledger's file, by a URI that no character of its path can bend."""

    def __init__(
        self, path: Path, *, read_only: bool = False, originator_id_type: Any = "text"
    ) -> None:
        mode = "ro" if read_only else "rw"
        uri = f"{path.absolute().as_uri()}?mode={mode}"
        super().__init__(uri, originator_id_type=originator_id_type)
        self.pool = Pool(db_name=uri, lock_timeout=BUSY_SECONDS, pool_timeout=BUSY_SECONDS)
        self.pool.read_only = read_only


class Recorder(SQLiteApplicationRecorder):
    """The library's recorder over our table: positions never used again, append-only, chained."""

    def construct_create_table_statements(self) -> list[str]:
        """The tables and what guards them; run once, when a campaign is made."""
        return list(tables.TABLES)

    def _create_table(self, c: SQLiteCursor) -> None:
        self._found(c, "")  # of no campaign, as the library's own tests want it

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
            return self._log(c)

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
                found += self._fetch(c, tables.LATER, (story, line))
        return found

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
            for setting in WRITER_SETTINGS:
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
