"""Where views are kept: a file that may be thrown away at any time, or memory."""

import sqlite3
from itertools import zip_longest
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, Table, create_engine, event, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool, StaticPool

BUSY_SECONDS = 30
_PRIMARY = 0xFF  # the lower byte of an SQLite result code says what kind it is

BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SPOILT = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,  # a table or column is missing
    sqlite3.SQLITE_CONSTRAINT,
    sqlite3.SQLITE_MISMATCH,
}


def file(path: Path) -> Engine:
    """The views in a file; nothing is opened before it is asked for."""
    url = URL.create("sqlite", database=str(path))
    return _with_settings(
        create_engine(url, poolclass=NullPool, connect_args={"timeout": BUSY_SECONDS})
    )


def memory() -> Engine:
    """The views in memory, for as long as this program runs."""
    return _with_settings(create_engine("sqlite://", poolclass=StaticPool))


def differ(one: Engine, other: Engine, table: Table) -> bool:
    """Tell whether a table holds other rows here than there."""
    query = select(table).order_by(*table.primary_key)
    with one.connect() as ours, other.connect() as theirs:
        pairs = zip_longest(ours.execute(query), theirs.execute(query))
        return any(row != same for row, same in pairs)


def code(error: DBAPIError) -> int:
    """The SQLite result code behind an error."""
    return int(getattr(error.orig, "sqlite_errorcode", 0)) & _PRIMARY


def _with_settings(engine: Engine) -> Engine:
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
