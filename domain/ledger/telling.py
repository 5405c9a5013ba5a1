"""Stories told so far: a state, and how far it has read."""

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

import msgspec

from domain.ledger.fold import MASKS, advance, masked
from domain.ledger.record import Head, Line
from domain.terms import Decider

S = TypeVar("S")


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

    def must_begin_again(self, newer: Sequence[Line]) -> bool:
        """What was taken back or restored since changes what went before."""
        return self._began and any(isinstance(line.data, MASKS) for line in newer)

    def take(self, newer: Sequence[Line]) -> None:
        """Remember the lines that came since."""
        self.state = advance(self.decider, self.state, newer, masked(newer))
        self._began = True
