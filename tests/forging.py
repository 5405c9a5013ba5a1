"""What somebody does to a ledger's file behind everybody's back, carefully or not."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from domain.ledger.record import ZERO, link, push

TRIGGERS = ("lines_stay_as_they_are", "lines_stay", "the_log_stays", "the_log_grows")
Rows = list[dict[str, Any]]
Plain = dict[str, Any]
Leaf = tuple[str | int, ...]


def forge(path: Path, copy: Path, change: Callable[[Rows], None], *, rebuild: bool = False) -> Path:
    """A copy of a ledger with its rows changed; `rebuild`: links and peaks made to fit again."""
    shutil.copy(path, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")  # nobody forges durably
        for trigger in TRIGGERS:
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.row_factory = sqlite3.Row
        rows = [dict(row) for row in connection.execute(_ROWS)]
        change(rows)
        connection.execute("BEGIN")
        connection.execute("DELETE FROM stored_events")
        if rebuild:
            _rebuild(connection, rows)
        connection.executemany(_INSERT, rows)
        connection.execute("COMMIT")
    return copy


_ROWS = (
    "SELECT rowid AS place, originator_id, originator_version, topic, state, hash"
    " FROM stored_events ORDER BY rowid"
)
_INSERT = (
    "INSERT INTO stored_events (rowid, originator_id, originator_version, topic, state, hash)"
    " VALUES (:place, :originator_id, :originator_version, :topic, :state, :hash)"
)


def _rebuild(connection: sqlite3.Connection, rows: Rows) -> None:
    """Links and peaks as an owner would work them out who rewrites everything."""
    heads: dict[str, bytes] = {}
    peaks: list[bytes] = []
    for number, row in enumerate(rows, 1):
        before = heads.get(row["originator_id"], ZERO)
        row["hash"] = heads[row["originator_id"]] = link(before, row["state"])
        push(peaks, number, row["hash"])
    connection.execute("UPDATE log SET size=?, peaks=?", (len(rows), b"".join(peaks)))


def edit(row: Plain, change: Callable[[Plain], None]) -> None:
    """Change the line that a row holds; its copies for the library follow."""
    line = msgspec.json.decode(row["state"])
    change(line)
    row["state"] = msgspec.json.encode(line, order="sorted")
    data = line.get("data")
    row["topic"] = data.get("event", "") if isinstance(data, dict) else ""
    row["originator_id"] = line.get("story", row["originator_id"])
    row["originator_version"] = line.get("line", row["originator_version"])


def leaves(value: Any, path: Leaf = ()) -> Iterator[Leaf]:
    """The way to every text, number and truth value of a line."""
    parts: Any = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    else:
        yield path
    for name, part in parts:
        yield from leaves(part, (*path, name))


def bend(line: Plain, leaf: Leaf) -> None:
    """Change one text, number or truth value."""
    holder: Any = line
    for name in leaf[:-1]:
        holder = holder[name]
    value = holder[leaf[-1]]
    if isinstance(value, bool):
        del holder[leaf[-1]]
    else:
        holder[leaf[-1]] = value + 1 if isinstance(value, int) else f"{value}x"
