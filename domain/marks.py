"""Marks: points of the record that something rests on, each with the hash of its story up to there.

A hash holds all lines before it, so that whoever rewrites one of them, and every link, is found.
"""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from domain.ledger.record import Line, Row
from domain.names import said
from domain.terms import NotFound, StorageFailed, WrongUsage


class Shelf(Protocol):
    """Where the lines of a story can be had once more."""

    def rows_of(self, story: str) -> list[Row]:
        """All rows of a story, unread, in order."""

    def rows(self, after: int, limit: int) -> list[Row]:
        """Rows after a position, unread."""

    def read(self, row: Row) -> Line:
        """The line a row holds; raises Unreadable."""


class Mark(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A line of a story, and the hash that links it to all lines before it."""

    story: str
    line: int
    digest: str

    @property
    def address(self) -> str:
        """Where it is, `battle-3/17`."""
        return f"{self.story}/{self.line}"


def parted(address: str) -> tuple[str, int]:
    """Story and line of an address; raises WrongUsage for what is none."""
    story, _, number = address.rpartition("/")
    if not story or not (number.isascii() and number.isdecimal()):
        raise WrongUsage(f"{said(address)} is no address", hint="an address is such as battle-3/17")
    return story, int(number)


def mark_of(rows: Sequence[Row]) -> Mark:
    """The mark behind the last of a story's rows, which begin with its first."""
    last = rows[-1]
    return Mark(story=last.story, line=last.line, digest=last.hash.hex())


def rows_to(shelf: Shelf, story: str, line: int) -> list[Row]:
    """A story's rows up to a line; raises NotFound where there is no such line."""
    rows = shelf.rows_of(story)
    if not 1 <= line <= len(rows):
        raise NotFound(f"there is no line {said(f'{story}/{line}')}", hint="acta log --all")
    return rows[:line]


def behind(shelf: Shelf, address: str) -> tuple[list[Row], list[Line]]:
    """A story's rows up to an address and what else came of the same action there, and its lines.

    The second are those of that action, as far as they lie in that story.
    """
    story, number = parted(address)
    rows = shelf.rows_of(story)
    rows_to(shelf, story, number)
    batch = shelf.read(rows[number - 1]).batch
    first = last = number
    mine = [shelf.read(rows[number - 1])]
    while first > 1 and (line := shelf.read(rows[first - 2])).batch == batch:
        first, mine = first - 1, [line, *mine]
    while last < len(rows) and (line := shelf.read(rows[last])).batch == batch:
        last, mine = last + 1, [*mine, line]
    return rows[:last], mine


def held(shelf: Shelf, mark: Mark) -> list[Row]:
    """A story's rows up to a mark; raises StorageFailed where they are not those it was made of."""
    rows = shelf.rows_of(mark.story)[: max(mark.line, 0)]
    if not rows or mark_of(rows) != mark:
        raise StorageFailed(
            f"the record up to {mark.address} is no longer what it was when something was rested"
            " on it",
            hint="acta audit",
        )
    return rows
