"""What of a damaged record can be carried over: of each story, all lines up to the first bad one.

The damaged ledger is read and not changed. A line is good if it can be read to the byte, follows
the line before it in its story, and its link holds; what comes after a bad one rests on it.
"""

from collections.abc import Iterator
from typing import Protocol

import msgspec

from domain.ledger.record import Head, Line, Row, link
from domain.terms import StorageFailed, Unreadable

PAGE = 1000
NEAR = 1000
"""So many positions are tried one by one behind a page that cannot be read; then ever fewer."""

LAST = 2**63 - 1


class Source(Protocol):
    """What is asked of a damaged ledger."""

    def rows(self, after: int, limit: int) -> list[Row]:
        """Rows after a position, unread."""

    def read(self, row: Row) -> Line:
        """The line a row holds; raises Unreadable."""


class Left(msgspec.Struct, frozen=True):
    """A line that is not carried over: what it said, if that can be read, and why it is left."""

    address: str
    told: str
    why: str


class Salvage(msgspec.Struct, frozen=True):
    """What is carried over, how far each story; and what is left."""

    ends: dict[str, int]
    left: tuple[Left, ...]
    torn: tuple[str, ...]
    """Where pages could not be read at all: whatever stood there has no address."""

    @property
    def size(self) -> int:
        """How many lines are carried over."""
        return sum(self.ends.values())


def survey(source: Source) -> Salvage:
    """Read everything once and say how far each story is good."""
    ends: dict[str, int] = {}
    left: list[Left] = []
    torn: list[str] = []
    for row, why in _followed(source, torn):
        if why:
            left.append(Left(f"{row.story}/{row.line}", _told(source, row), why))
        else:
            ends[row.story] = row.line
    return Salvage(ends, tuple(left), tuple(torn))


def good(source: Source) -> Iterator[Row]:
    """The rows that are carried over, in the order of the log."""
    return (row for row, why in _followed(source, []) if not why)


def _followed(source: Source, torn: list[str]) -> Iterator[tuple[Row, str]]:
    """Each row that can be read at all, and why it is left; nothing if it is good."""
    heads: dict[str, Head] = {}
    broken: set[str] = set()
    for row in readable(source, torn):
        story = row.story if type(row.story) is str else ""
        why = "it rests on a line that is left" if story in broken else _amiss(source, row, heads)
        if why:
            broken.add(story)
        else:
            heads[story] = Head(row.line, row.hash)
        yield row, why


def readable(source: Source, torn: list[str]) -> Iterator[Row]:
    """All rows that can be read at all, in the order of the log; why others cannot goes to `torn`.

    Where a page is malformed, the positions behind it are tried one by one, later in growing steps.
    """
    after, limit, failed = 0, PAGE, 0
    while after < LAST:
        try:
            rows = source.rows(after, limit)
        except StorageFailed as error:
            if limit > 1:
                limit = 1
                continue
            if error.message not in torn:
                torn.append(error.message)
            failed += 1
            after = min(LAST, after + max(1, 2 ** (failed - NEAR)))
            continue
        if not rows:
            return
        yield from rows
        after = max(after + 1, *(row.position for row in rows))
        limit, failed = PAGE, 0


def _amiss(source: Source, row: Row, heads: dict[str, Head]) -> str:
    """Why a row is not the next good line of its story; empty if it is."""
    head = heads.get(row.story, Head())
    try:
        source.read(row)
    except Unreadable as error:
        return error.message
    except Exception as error:  # noqa: BLE001  whatever these bytes are, the rest is looked at
        return repr(error)
    if row.line != head.line + 1:
        return f"{row.story}/{head.line + 1} would follow"
    if link(head.hash, row.state) != row.hash:
        return "its bytes, or those before it, are not those that were linked"
    return ""


def _told(source: Source, row: Row) -> str:
    """What a line said, as far as that can be read."""
    try:
        return source.read(row).data.told()
    except Exception:  # noqa: BLE001  why it cannot be read is said beside
        return ""
