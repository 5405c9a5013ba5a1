"""The ledger's file: `eventsourcing.sqlite` with our own table, transaction, chain and log.

The library's connections switch to WAL, begin deferred and take SQLite's default durability; ours
keep one file at rest (DELETE), lose nothing at a power cut (EXTRA), and begin a write by taking
the write lock. The recorder works out each line's link inside the write transaction and keeps the
log's peaks beside the lines.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError, InternalError, StoredEvent
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
from domain.ledger.record import ZERO, Fields, Head, Row, link, push
from domain.ledger.shelf import Stored

BUSY_SECONDS = 30
HASH_BYTES = 32

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
        """Open the file as the ledger wants it."""
        connection = sqlite3.connect(
            self.db_name,
            uri=True,
            check_same_thread=False,
            isolation_level=None,
            timeout=self.lock_timeout or BUSY_SECONDS,
        )
        for setting in SETTINGS if self.read_only else SETTINGS + WRITER_SETTINGS:
            connection.execute(setting)
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


class Log(msgspec.Struct, frozen=True):
    """Whose the file is, how many lines, the peaks over them; the last position if that is so."""

    campaign: str
    size: int
    peaks: list[bytes]
    end: int | None = None


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
        c.execute(f"PRAGMA user_version={tables.SCHEMA}")

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
            return msgspec.structs.replace(found, end=c.fetchone()[0])

    @staticmethod
    def _log(c: SQLiteCursor) -> Log:
        c.execute("SELECT campaign, size, peaks FROM log")
        row = c.fetchone()
        if row is None:
            raise InternalError("the log has lost its row")
        campaign, size, peaks = row
        if (type(campaign), type(size), type(peaks)) != (str, int, bytes):
            raise InternalError("the row of the log is damaged")
        parts = range(0, len(peaks), HASH_BYTES)
        return Log(campaign, size, [peaks[at : at + HASH_BYTES] for at in parts])

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        expected: Mapping[str, int] | None = None,
        **_kwargs: Any,
    ) -> Sequence[int]:
        """Append lines, each linked to the one before; raises IntegrityError, then saves nothing.

        `expected` says how many lines each story had when it was read: not one more or less.
        """
        heads = self._expect(c, expected or {})
        log = self._log(c)
        size, peaks = log.size, log.peaks
        positions: list[int] = []
        for event in stored_events:
            story = _text(event.originator_id)
            number = event.originator_version
            digest = link(self._before(c, heads, story, number), event.state)
            c.execute(tables.INSERT, (story, number, event.topic, event.state, digest))
            positions.append(c.lastrowid)
            heads[story] = Head(number, digest)
            size += 1
            push(peaks, size, digest)
        if positions:
            c.execute("UPDATE log SET size=?, peaks=?", (size, b"".join(peaks)))
        return positions

    def _expect(self, c: SQLiteCursor, expected: Mapping[str, int]) -> dict[str, Head]:
        """The heads of the stories that were read, if none has grown since."""
        heads = {story: self._head_of(c, story) for story in expected}
        for story, line in expected.items():
            if heads[story].line != line:
                raise IntegrityError(f"{story} has {heads[story].line} lines, not {line}")
        return heads

    def _head_of(self, c: SQLiteCursor, story: str) -> Head:
        c.execute(tables.HEAD, (story,))
        row = c.fetchone()
        return Head(*row) if row else Head()

    def _before(self, c: SQLiteCursor, heads: dict[str, Head], story: str, number: int) -> bytes:
        """The hash that a line is linked to; raises IntegrityError where a line is missing."""
        if number <= 1:
            return ZERO
        head = heads.get(story) or self._head_of(c, story)
        if head.line != number - 1:
            raise IntegrityError(f"{story}/{number} would follow {story}/{head.line}")
        return head.hash

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

        A page of it that is lost would else be a story that ends sooner.
        """
        c.execute(tables.NEXT, (story, end))
        if any(line != 1 for _, line in c.fetchall()):
            raise InternalError(f"the index has lost lines after {story}/{end}")

    def rows(self, after: int, limit: int) -> list[Row]:
        """The lines after a position, in the order of the log."""
        with self.datastore.transaction(commit=False) as c:
            found = self._fetch(c, tables.PAGE, (after, limit))
        return list(map(_named, found))

    def some(self, topics: Collection[str], after: int, until: int) -> list[Row]:
        """The lines between two positions that have these topics, in the order of the log."""
        query = tables.SOME.format(", ".join("?" * len(topics)))
        with self.datastore.transaction(commit=False) as c:
            found = self._fetch(c, query, (after, until, *topics))
        return list(map(_named, found))

    def row(self, story: str, line: int) -> Row | None:
        """The line at an address."""
        with self.datastore.transaction(commit=False) as c:
            found = self._fetch(c, tables.ONE, (story, line))
        return Row(*found[0]) if found else None

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

    def notes(self) -> list[Stored]:
        """The receipts that are kept beside the log, by size."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(tables.HAS_NOTES)
            if c.fetchone() is None:
                return []
            c.execute(tables.KEPT)
            return [(row[0], row[1], row[2]) for row in c.fetchall()]

    def keep(self, size: int, root: str, join: Callable[[Stored | None], Stored]) -> None:
        """Keep a receipt; `join` is given the one that is kept of the same lines, if one is."""
        with self.datastore.transaction(commit=True) as c:
            c.execute(tables.NOTES)
            c.execute(tables.KEPT_OF, (size, root))
            row = c.fetchone()
            joined = join((row[0], row[1], row[2]) if row else None)
            c.execute(tables.KEEP, (size, root, *joined))

    def stories(self) -> list[str]:
        """All stories, in the order in which they began."""
        with self.datastore.transaction(commit=False) as c:
            c.execute(tables.STORIES)
            return [row[0] for row in c.fetchall()]


_named = partial(tuple.__new__, Row)
"""A row with the names of its fields, at a quarter of what `Row(*fields)` takes."""


def _text(story: UUID | str) -> str:
    """A story's name; the library's own tests name theirs by UUID."""
    return story.hex if isinstance(story, UUID) else story


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
