"""Where receipts are kept: beside the log, in a table of the same store."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from domain.ledger import note as notes
from domain.ledger.kept import Kept, length, sound
from domain.ledger.note import Key
from domain.ledger.record import LARGEST
from domain.terms import StorageFailed, WrongUsage

RESTORE = "a file that acta backup made may be copied to its place"

Stored = tuple[str, str, str]
"""A receipt as it is stored: the note, ranks of its lines, keys of ledgers."""

Placed = tuple[int, str, Stored]
"""A stored receipt under the size and root that it is about."""


class Shelf(Protocol):
    """Where receipts are stored (`sqlite.py`, `postgres.py`)."""

    def notes(self) -> list[Placed]:
        """All of them, by size."""

    def keep(self, size: int, root: str, join: Callable[[Stored | None], Stored]) -> None:
        """Store one, joined to the one that is stored of the same lines."""


class Notes:
    """The receipts of a ledger."""

    def __init__(self, shelf: Shelf, told: Callable[[], AbstractContextManager[None]]) -> None:
        self._shelf = shelf
        self._told = told

    def all(self) -> list[Kept]:
        """All receipts, by size; raises StorageFailed for one that somebody has spoilt."""
        with self._told():
            return [_read(row) for _, _, row in self._shelf.notes()]

    def keep(self, kept: Kept) -> None:
        """Keep a receipt, with the signatures that are there already."""

        def join(row: Stored | None) -> Stored:
            return _written(kept if row is None else kept.joined(_read(row)))

        checkpoint = kept.note.checkpoint
        with self._told():
            self._shelf.keep(checkpoint.size, checkpoint.root.hex(), join)

    def stored(self) -> list[Placed]:
        """All receipts as they are stored, unread."""
        with self._told():
            return self._shelf.notes()

    def store(self, size: int, root: str, note: Stored) -> None:
        """Keep a receipt as another ledger has it stored."""
        with self._told():
            self._shelf.keep(size, root, lambda _: note)


def _written(kept: Kept) -> Stored:
    ranks = " ".join(map(str, kept.ranks))
    return kept.note.text, ranks, "\n".join(key.text for key in kept.keys)


def _read(row: Stored) -> Kept:
    text, ranks, keys = row
    try:
        found = Kept(
            notes.read(text),
            tuple(map(int, ranks.split())),
            tuple(map(Key.read, keys.splitlines())),
        )
    except (WrongUsage, ValueError, AttributeError, TypeError):
        raise _spoilt() from None
    size = found.note.checkpoint.size
    if found.ranks and not (sound(found.ranks, LARGEST) and length(found.ranks) == size):
        raise _spoilt()
    return found


def _spoilt() -> StorageFailed:
    return StorageFailed(
        "a receipt beside the log is spoilt; no line of the record is",
        hint=f"acta audit tells of the lines; {RESTORE}",
    )
