"""Bookmarks: how far each view has read, in which version, of which record.

A bookmark holds the position and the hash of the line there. A view whose version or tables have
changed, or whose record is no longer the one it read, begins again.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    delete,
    insert,
    inspect,
    select,
)

from domain.ledger.ledger import Ledger
from projections.page import VIEWS, View

bookmarks = Table(
    "bookmarks",
    MetaData(),
    Column("view", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("digest", Text, nullable=False),
    Column("campaign", Text, nullable=False),
    Column("position", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)


class Mark(NamedTuple):
    """A place in the log: a position, and the hash of the line there."""

    position: int = 0
    hash: bytes = b""


def read(connection: Connection, views: Iterable[View], ledger: Ledger) -> dict[str, Mark]:
    """The bookmarks that hold, by view; one that is missing must begin again."""
    if not inspect(connection).has_table(bookmarks.name):
        return {}
    stored = {row.view: row for row in connection.execute(select(bookmarks))}
    marks: dict[str, Mark] = {}
    for view in views:
        row = stored.get(view.name)
        asked = (view.version, view.digest, ledger.campaign)
        if row is not None and (row.version, row.digest, row.campaign) == asked:
            marks[view.name] = Mark(row.position, row.hash)
    held = {mark: _holds(mark, ledger) for mark in set(marks.values())}
    return {view: mark for view, mark in marks.items() if held[mark]}


def write(connection: Connection, views: Iterable[View], ledger: Ledger, position: int) -> None:
    """Put the bookmarks of these views at a position."""
    mark = Mark(position, _hash(position, ledger))
    named = {view.name: view for view in views}
    connection.execute(delete(bookmarks).where(bookmarks.c.view.in_(named)))
    rows = [
        {
            "view": name,
            "version": view.version,
            "digest": view.digest,
            "campaign": ledger.campaign,
            "position": mark.position,
            "hash": mark.hash,
        }
        for name, view in named.items()
    ]
    connection.execute(insert(bookmarks), rows)


def begin_again(connection: Connection, views: Iterable[View], ledger: Ledger) -> None:
    """Empty the tables of these views and put their bookmarks before the first line."""
    views = list(views)
    bookmarks.create(connection, checkfirst=True)
    tables = [table for view in views for table in view.tables]
    VIEWS.drop_all(connection, tables)
    VIEWS.create_all(connection, tables, checkfirst=False)
    write(connection, views, ledger, 0)


def _holds(mark: Mark, ledger: Ledger) -> bool:
    """Tell whether the line that a view read last is still the one at its place."""
    return _hash(mark.position, ledger) == mark.hash


def _hash(position: int, ledger: Ledger) -> bytes:
    """The hash of the line at a position; none where none is."""
    rows = ledger.rows(position - 1, 1) if position else []
    return rows[0].hash if rows and rows[0].position == position else b""
