"""Receipts that are kept beside the log: signed notes, and how they are to be held against it."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

import msgspec

from domain.ledger import note as notes
from domain.ledger import trouble
from domain.ledger.note import Key, Note
from domain.ledger.record import push, root
from domain.terms import StorageFailed, WrongUsage

Stored = tuple[str, str, str]
"""A receipt as it is stored: the note, ranks of its lines, keys of ledgers."""

Ranks = tuple[int, ...]
"""An order of lines: runs of their places in a log, counted from 1: first and last of each run."""


class Kept(msgspec.Struct, frozen=True):
    """A receipt: the note, and in which order the copy that made it had its lines.

    `ranks` is empty where that order is that of the log beside which it is kept. `keys` are those
    of ledgers, each copy's own, which are bound to no name.
    """

    note: Note
    ranks: Ranks = ()
    keys: tuple[Key, ...] = ()

    def joined(self, other: "Kept") -> "Kept":
        """This one with the signatures of another about the same lines."""
        return Kept(
            self.note.signed(*other.note.signatures),
            self.ranks,
            tuple(sorted({*self.keys, *other.keys})),
        )


def runs(ranks: Iterable[int]) -> Ranks:
    """Places in a log as runs of neighbours."""
    found: list[int] = []
    for rank in ranks:
        if found and rank == found[-1] + 1:
            found[-1] = rank
        else:
            found += [rank, rank]
    return tuple(found)


def told(ranks: Ranks) -> Iterator[int]:
    """The places that runs stand for, one by one."""
    for first, last in zip(ranks[::2], ranks[1::2], strict=False):
        yield from range(first, last + 1)


def length(ranks: Ranks) -> int:
    """How many places runs stand for."""
    return sum(ranks[1::2]) - sum(ranks[::2]) + len(ranks) // 2


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root of the log that has these leaves in this order."""
    peaks: list[bytes] = []
    for number, leaf in enumerate(leaves, 1):
        push(peaks, number, leaf)
    return root(peaks)


class Shelf(Protocol):
    """Where receipts are stored (`sqlite.py`)."""

    def notes(self) -> list[Stored]:
        """All of them, by size."""

    def keep(self, size: int, root: str, join: Callable[[Stored | None], Stored]) -> None:
        """Store one, joined to the one that is stored of the same lines."""


class Notes:
    """The receipts of a ledger."""

    def __init__(self, shelf: Shelf, path: Path) -> None:
        self._shelf = shelf
        self._path = path

    def all(self) -> list[Kept]:
        """All receipts, by size; raises StorageFailed for one that somebody has spoilt."""
        with trouble.told(self._path):
            return [_read(row) for row in self._shelf.notes()]

    def keep(self, kept: Kept) -> None:
        """Keep a receipt, with the signatures that are there already."""

        def join(row: Stored | None) -> Stored:
            return _written(kept if row is None else kept.joined(_read(row)))

        checkpoint = kept.note.checkpoint
        with trouble.told(self._path):
            self._shelf.keep(checkpoint.size, checkpoint.root.hex(), join)


def _written(kept: Kept) -> Stored:
    ranks = " ".join(map(str, kept.ranks))
    return kept.note.text, ranks, "\n".join(key.text for key in kept.keys)


def _read(row: Stored) -> Kept:
    text, ranks, keys = row
    try:
        return Kept(
            notes.read(text),
            tuple(map(int, ranks.split())),
            tuple(map(Key.read, keys.splitlines())),
        )
    except (WrongUsage, ValueError, AttributeError, TypeError) as error:
        raise StorageFailed(f"a receipt beside the log cannot be read: {error}") from None
