"""Connections to the ledger's file: they lose nothing, and begin a write by taking the lock.

The library's connections switch to WAL, begin deferred and take SQLite's default durability; ours
keep one file at rest (DELETE) and lose nothing at a power cut (EXTRA).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from eventsourcing.sqlite import (
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from domain.ledger.store import BUSY_SECONDS

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
