"""Bringing a record forward to a bundle of another copy: what is new, what parts, what it proves.

An import does not merge. For each story one side must be the beginning of the other.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import msgspec

from domain.bundle import Bundle
from domain.ledger.copies import Copy, Plan, plan, translated
from domain.ledger.kept import Kept
from domain.ledger.links import Links
from domain.ledger.record import Row
from domain.terms import Conflict, StorageFailed

SHOWN = 3
"""So many lines of each side are told where two copies part."""


class Ledger(Protocol):
    """What an import asks of a ledger."""

    def rows(self, after: int, limit: int = ...) -> list[Row]:
        """Rows after a position."""


class Parting(msgspec.Struct, frozen=True):
    """Where two copies have other lines of a story: both, from the first that differs."""

    story: str
    line: int
    here: tuple[str, ...]
    there: tuple[str, ...]


class Parted(Conflict):
    """Two copies have different lines at the same addresses: nothing was added."""

    def __init__(self, partings: Sequence[Parting]) -> None:
        first = ", ".join(f"{each.story}/{each.line}" for each in partings)
        super().__init__(
            f"two copies part at {first}: nothing was added",
            hint="a record is brought forward, not merged: one side must begin the other",
        )
        self.partings = tuple(partings)

    def data(self) -> dict[str, Any]:
        """The refusal with both versions."""
        return super().data() | {"parted": [msgspec.to_builtins(one) for one in self.partings]}


class Import(msgspec.Struct, frozen=True):
    """What a bundle would add here: lines by story, receipts."""

    plan: Plan
    ends: dict[str, int]
    receipts: tuple[Kept, ...]


def copy_of(ledger: Ledger) -> Copy:
    """A ledger as its hashes say it, all links followed."""
    copy, links, position = Copy(), Links(), 0
    while rows := ledger.rows(position):
        position = rows[-1].position
        if bad := links.follow(rows):
            raise StorageFailed(
                f"the record here is broken at {bad[0]}: nothing is added to it", hint="acta audit"
            )
        for row in rows:
            copy.add(row.story, row.hash)
    return copy


def prepared(here: Copy, there: Bundle, kept: Sequence[Kept]) -> Import:
    """What a bundle would add to a copy, and the receipts that are new there."""
    found = plan(here, there.copy)
    ends = {**dict.fromkeys(there.copy.ends, 0), **here.ends}
    if found.parted:
        return Import(found, ends, ())
    for story, line, leaf in _new(there.copy, ends):
        del line
        here.add(story, leaf)
    return Import(found, ends, tuple(_receipts(here, there, kept)))


def _new(there: Copy, ends: dict[str, int]) -> Iterator[tuple[str, int, bytes]]:
    """The lines that are new, in the order of the bundle."""
    for rank, (story, line) in enumerate(there.addresses(), 1):
        if line > ends[story]:
            yield story, line, there.leaf(rank)


def _receipts(here: Copy, there: Bundle, kept: Sequence[Kept]) -> Iterator[Kept]:
    """The receipts of a bundle as they are to be kept here, those that are not yet.

    One about lines that this copy has in another order keeps the order of the copy it came from.
    """
    known = {each.note.checkpoint: each for each in kept}
    roots = here.roots(each.note.checkpoint.size for each in there.kept)
    for each in there.kept:
        point, ranks = each.note.checkpoint, each.ranks
        if roots[point.size] != point.root:
            ranks = translated(ranks or (1, point.size), there.copy, here)
        else:
            ranks = ()
        fresh = Kept(each.note, ranks, each.keys)
        old = known.get(point)
        if old is None or old.joined(fresh) != old:
            yield fresh
