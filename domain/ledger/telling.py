"""Stories told so far: a state, and how far it has read."""

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from domain.ledger.amended import BatchAmended
from domain.ledger.fold import MASKS, advance, fold, masked
from domain.ledger.record import Fields, Head, Line
from domain.terms import Decider, tag

S = TypeVar("S")

_MASK_NAMES = {tag(mask) for mask in MASKS}
_AMENDED = tag(BatchAmended)
_CHUNK = 100  # lines that are read and forgotten together: they stay where they are quick to reach


class Known(msgspec.Struct, Generic[S], frozen=True):
    """A state, and the number of lines of each story it rests on."""

    state: S
    ends: dict[str, int]


class Telling(Generic[S]):
    """A state that grows as its stories grow."""

    def __init__(self, decider: Decider[S], stories: Iterable[str]) -> None:
        self.decider = decider
        self.state = decider.initial
        self.heads = {story: Head() for story in stories}
        self._began = False

    def must_begin_again(self, newer: Sequence[Fields]) -> bool:
        """What was taken back or restored since changes what went before."""
        return self._began and any(row[3] in _MASK_NAMES for row in newer)

    def take(self, newer: Sequence[Fields], read: Callable[[Iterable[Fields]], list[Line]]) -> None:
        """Remember what came since: the masks first, then a few lines at a time.

        Where something was amended, all of it is put in its order before.
        """
        if any(row[3] == _AMENDED for row in newer):
            self.state = fold(self.decider, read(newer))
            self._began = True
            return
        struck = masked(read([row for row in newer if row[3] in _MASK_NAMES]))
        for start in range(0, len(newer), _CHUNK):
            lines = read(newer[start : start + _CHUNK])
            self.state = advance(self.decider, self.state, lines, struck)
        self._began = True
