"""A receipt that is kept: a signed note, and in which order its lines were."""

from collections.abc import Iterable, Iterator

import msgspec

from domain.ledger.note import Key, Note
from domain.ledger.record import push, root

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


def sound(ranks: Ranks, most: int) -> bool:
    """Whether these are runs, written in the one right way, of places in a log of so many lines."""
    pairs = list(zip(ranks[::2], ranks[1::2], strict=False))
    ends = (last + 1 for _, last in pairs)
    return (
        not len(ranks) % 2
        and all(0 < first <= last <= most for first, last in pairs)
        and all(first != end for (first, _), end in zip(pairs[1:], ends, strict=False))
    )


def length(ranks: Ranks) -> int:
    """How many places runs stand for."""
    return sum(ranks[1::2]) - sum(ranks[::2]) + len(ranks) // 2


def root_of(leaves: Iterable[bytes]) -> bytes:
    """The root of the log that has these leaves in this order."""
    peaks: list[bytes] = []
    for number, leaf in enumerate(leaves, 1):
        push(peaks, number, leaf)
    return root(peaks)
