"""Lines drawn up in memory, actions and undos mixed, to be saved in one insert or not at all."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from domain.ledger.draft import Draft, Pen, Stamp
from domain.ledger.fold import (
    BatchRestored,
    BatchRetracted,
    Reckoning,
    Restore,
    Retract,
    fold,
)
from domain.ledger.record import Line
from domain.terms import Action, Decider

S = TypeVar("S")


class Rehearsal(Generic[S]):
    """A story that grows in memory: its lines so far, and the state after them.

    `past` gives the lines on record, of this story and others, when they are needed; `pen` writes
    the new ones. A state that is told from other stories too has them `beside`.
    """

    def __init__(
        self,
        story: str,
        decider: Decider[S],
        state: S,
        pen: Pen,
        past: Callable[[], list[Line]],
        *,
        beside: Sequence[str] = (),
    ) -> None:
        self.story = story
        self.state = state
        self.pen = pen
        self._decider = decider
        self._past = past
        self._told = {story, *beside}

    def lines(self) -> list[Line]:
        """All lines of the story, on record and drawn up."""
        return [line for line in self._all() if line.story == self.story]

    def _all(self) -> list[Line]:
        return [*self._past(), *self.pen.lines]

    def judge(self, action: Action, stamp: Stamp, batch: str = "") -> str:
        """Judge an action; returns its batch. Raises what the rules raise."""
        draft = Draft(self.story, self._decider, self.state, self.pen)
        batch = draft.judge(action, stamp, batch)
        self.state = draft.state
        return batch

    def retract(self, batches: Sequence[str], stamp: Stamp, *, reason: str, agreed: str) -> None:
        """Take batches back."""
        self._mask(
            batches,
            stamp,
            lambda batch: BatchRetracted(batch=batch, reason=reason, agreed=agreed),
            Retract(batches=tuple(batches), reason=reason, agreed=agreed),
        )

    def restore(self, batches: Sequence[str], stamp: Stamp) -> None:
        """Let batches count again."""
        self._mask(
            batches,
            stamp,
            lambda batch: BatchRestored(batch=batch),
            Restore(batches=tuple(batches)),
        )

    def told(self, *stories: str) -> list[Line]:
        """All lines of any stories that are known here, in the order of the log."""
        return [line for line in self._all() if line.story in stories]

    def batch(self, name: str) -> list[Line]:
        """All lines of a batch, or of a piece, in every story that is known here."""
        lines = self._all()
        reckoning = Reckoning(lines)
        return [line for line in lines if name in (line.batch, reckoning.unit(line))]

    def _mask(
        self,
        batches: Sequence[str],
        stamp: Stamp,
        event: Callable[[str], BatchRetracted | BatchRestored],
        cause: Retract | Restore | None,
    ) -> None:
        """Write a mask of each batch into every story it lies in, and tell the story anew."""
        first = ""
        for batch in batches:
            for story in dict.fromkeys(line.story for line in self.batch(batch)):
                line = self.pen.write(story, event(batch), stamp, batch=first, cause=cause)
                first, cause = line.batch, None
        self.state = fold(self._decider, [line for line in self._all() if line.story in self._told])
