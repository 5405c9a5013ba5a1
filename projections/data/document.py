"""The campaign as one JSON document, a row of a table in each row of text; or its tables as CSV.

Both are written as they are read: never more than a page of lines, or a crew's or battle's rows,
is held. The same record gives the same bytes.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec

from domain.game import Game
from projections.data import fights, lines, people
from projections.data.cells import comma_separated, compact
from projections.data.table import Record, Scope, Table
from projections.page import Row

FORMAT = "acta-mortis data/1"
TABLES: tuple[Table, ...] = (
    lines.HOUSE,
    people.CREWS,
    people.MEMBERS,
    people.ITEMS,
    people.INJURIES,
    lines.ACCOUNTS,
    people.HISTORIES,
    lines.NOTES,
    fights.BATTLES,
    fights.SIDES,
    fights.PARTS,
    fights.STANDINGS,
    fights.DEEDS,
    lines.LINES,
)
"""All tables, in the order in which a document has them."""
_PAGE = 500

About = Mapping[str, Any]
"""What an export says of itself."""


def document(record: Record, scope: Scope, about: About) -> Iterator[bytes]:
    """The whole as JSON: what it is, then every table, an array of objects."""
    head = {
        "format": FORMAT,
        "about": about,
        "asked": {scope.kind: scope.name} if scope.kind else {},
    }
    rows = ",\n".join(f"{compact(name)}: {compact(value)}" for name, value in head.items())
    yield f"{{\n{rows}".encode()
    for table in TABLES:
        written = _objects(table, record)
        yield f",\n{compact(table.name)}: [".encode()
        rest, comma = table.part(record, scope), b"\n"
        while page := list(islice(rest, _PAGE)):
            yield comma + b",\n".join(map(written, page))
            comma = b",\n"
        yield b"\n]"
    yield b"\n}\n"


def _objects(table: Table, record: Record) -> Callable[[Row], bytes]:
    """What writes a table's rows as JSON objects, each in one row of text.

    Lines of the record are JSON themselves, and stand in it to the byte.
    """
    encode = msgspec.json.Encoder().encode
    raw = [column.name for column in table.all(record.game) if column.kind == "line"]

    def with_lines(row: Row) -> bytes:
        return encode({**row, **{name: msgspec.Raw(row[name].encode()) for name in raw}})

    return with_lines if raw else encode


def csv_of(table: Table, record: Record, scope: Scope) -> Iterator[bytes]:
    """A table as CSV."""
    names = [column.name for column in table.all(record.game)]
    return comma_separated(names, table.part(record, scope))


def about_rows(about: About) -> Iterator[bytes]:
    """What an export says of itself as CSV: a row for each thing it says."""
    return comma_separated(
        ("what", "is"), [{"what": what, "is": value} for what, value in about.items()]
    )


def columns_rows(game: Game) -> Iterator[bytes]:
    """All columns of all tables as CSV: what they hold, and as what."""
    rows = [
        {"table": table.name, "column": one.name, "kind": one.kind, "holds": one.holds}
        for table in TABLES
        for one in table.all(game)
    ]
    return comma_separated(("table", "column", "kind", "holds"), rows)
