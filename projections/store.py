"""Where views are kept: a file that may be thrown away at any time, memory, or a server."""

import logging
import sqlite3
from enum import Enum
from itertools import zip_longest
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, StaticPool

from domain.terms import StorageFailed
from projections import seal

# What goes wrong is raised, and told by whoever asked; SQLAlchemy would print it a second time.
logging.getLogger("sqlalchemy").addHandler(logging.NullHandler())

BUSY_SECONDS = 30
_PRIMARY = 0xFF  # the lower byte of an SQLite result code says what kind it is

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SPOILT = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,  # a table or column is missing
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
}


class Trouble(Enum):
    """What is to be done about an error: wait, make the views anew, or go elsewhere."""

    WAIT = "wait"
    SPOILT = "spoilt"
    SHUT = "shut"
    UNFIT = "unfit"


class Sound(Enum):
    """Whether views are as they were when they were sealed."""

    SOUND = "sound"
    UNSEALED = "unsealed"  # an older version made them
    DAMAGED = "damaged"


class Place(Protocol):
    """Where views are kept."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def engine(self) -> Engine:
        """How it is reached; nothing is opened before it is needed."""

    def there(self) -> bool:
        """Whether there may be views."""

    def trouble(self, error: DBAPIError) -> Trouble:
        """What is to be done about an error."""

    def refusal(self, error: DBAPIError) -> StorageFailed:
        """The refusal where waiting would help."""

    def renew(self) -> bool:
        """Throw the views away, which the ledger holds; False if that cannot be done."""

    def seal(self, connection: Connection) -> None:
        """End a transaction that writes, so that what it wrote is known again."""

    def sound(self) -> Sound:
        """Whether what is there is what was written."""


class InFile:
    """Views in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.name = path.name
        url = URL.create("sqlite", database=str(path))
        connecting = {"timeout": BUSY_SECONDS}
        self.engine: Engine = _set(create_engine(url, poolclass=NullPool, connect_args=connecting))

    def __str__(self) -> str:
        return str(self._path)

    def there(self) -> bool:
        """Whether there is a file."""
        return self._path.exists()

    @staticmethod
    def trouble(error: DBAPIError) -> Trouble:
        """What SQLite's result code is about."""
        code = int(getattr(error.orig, "sqlite_errorcode", 0)) & _PRIMARY
        if code in _BUSY:
            return Trouble.WAIT
        return Trouble.SPOILT if code in _SPOILT else Trouble.SHUT

    def refusal(self, _error: DBAPIError) -> StorageFailed:
        """Somebody else is at it."""
        sentence = f"{self._path} is being written by another program"
        return StorageFailed(sentence, hint="try again in a moment")

    def renew(self) -> bool:
        """Remove the file, for a new one."""
        self.engine.dispose()
        try:
            self._path.unlink(missing_ok=True)
        except OSError:
            return False
        return True

    @staticmethod
    def seal(connection: Connection) -> None:
        """Put a sum over all pages into the file's header."""
        seal.press(connection)

    def sound(self) -> Sound:
        """Work the sum out again."""
        if not self._path.is_file() or self._path.stat().st_size == 0:
            return Sound.SOUND
        with self.engine.connect() as connection:
            sealed, holds = seal.read(connection), seal.holds(connection)
        if holds:
            return Sound.SOUND
        return Sound.DAMAGED if sealed else Sound.UNSEALED


class InMemory:
    """Views in memory, for as long as this program runs."""

    def __init__(self) -> None:
        self.name = "memory"
        self.engine: Engine = _set(create_engine("sqlite://", poolclass=StaticPool))

    @staticmethod
    def there() -> bool:
        """Nobody has left any there."""
        return False

    @staticmethod
    def trouble(_error: DBAPIError) -> Trouble:
        """Nothing but lines of which no views can be made."""
        return Trouble.UNFIT

    @staticmethod
    def refusal(error: DBAPIError) -> StorageFailed:
        """Nobody else is at it: it is never asked for."""
        return StorageFailed(f"the views in memory: {error}")

    @staticmethod
    def renew() -> bool:
        """What is in memory does not spoil."""
        return False

    @staticmethod
    def seal(connection: Connection) -> None:
        """Nobody opens it again."""

    @staticmethod
    def sound() -> Sound:
        """What is in memory does not spoil."""
        return Sound.SOUND


def differ(ours: Connection, theirs: Engine, table: Table) -> bool:
    """Tell whether a table holds other rows here than there."""
    query = select(table).order_by(*table.primary_key)
    with theirs.connect() as other:
        pairs = zip_longest(ours.execute(query), other.execute(query))
        return any(row != same for row, same in pairs)


def _set(engine: Engine) -> Engine:
    """Transactions begin as they are meant: with the write lock, if they write."""

    def connected(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA secure_delete=ON")  # what is on the disk is what was sealed

    def begin(connection: Any) -> None:
        write = connection.get_execution_options().get("write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begin)
    return engine
