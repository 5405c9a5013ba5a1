"""What was taken back, and what is left: masks, and the fold that respects them.

Nothing is ever deleted. `BatchRetracted` is appended to every story that a batch touched, so that
each story can be folded alone; `BatchRestored` lifts it; the later of the two counts.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from domain.terms import Action, Decider, Event

S = TypeVar("S")


class BatchRetracted(Event, frozen=True, kw_only=True, tag="record.batch-retracted/1"):
    """What came of one action was taken back; its lines stay on record but no longer count.

    `batch` is the address of the action's first line; `agreed` names who consented, where the
    other party's consent was needed.
    """

    batch: str
    reason: str = ""
    agreed: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        why = f": {self.reason}" if self.reason else ""
        consent = f" ({self.agreed} agreed)" if self.agreed else ""
        return f"{self.batch} was taken back{consent}{why}."


class BatchRestored(Event, frozen=True, kw_only=True, tag="record.batch-restored/1"):
    """What had been taken back counts again."""

    batch: str
    reason: str = ""
    agreed: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        why = f": {self.reason}" if self.reason else ""
        consent = f" ({self.agreed} agreed)" if self.agreed else ""
        return f"{self.batch} counts again{consent}{why}."


class Retract(Action, frozen=True, kw_only=True, tag="record.retract"):
    """Take back what came of earlier actions."""

    batches: tuple[str, ...]
    reason: str = ""
    agreed: str = ""


class Restore(Action, frozen=True, kw_only=True, tag="record.restore"):
    """Let what was taken back count again."""

    batches: tuple[str, ...]
    reason: str = ""
    agreed: str = ""


MASKS = (BatchRetracted, BatchRestored)


class Told(Protocol):
    """What a fold needs of a line: its event, and the batch it belongs to."""

    @property
    def data(self) -> Event:
        """What happened."""

    @property
    def batch(self) -> str:
        """The address of the first line of the action it came of."""


def masked(lines: Iterable[Told]) -> set[str]:
    """The batches that are taken back now: the later of retraction and restoration counts."""
    struck: set[str] = set()
    for line in lines:
        event = line.data
        if type(event) is BatchRetracted:  # nearly never; an identity is the cheapest question
            struck.add(event.batch)
        elif type(event) is BatchRestored:
            struck.discard(event.batch)
    return struck


def fold(decider: Decider[S], lines: Sequence[Told]) -> S:
    """The state after these lines, from the decider's beginning."""
    return advance(decider, decider.initial, lines, masked(lines))


def advance(decider: Decider[S], state: S, lines: Iterable[Told], struck: set[str]) -> S:
    """The state after some more lines: `evolve` sees what counts, `struck` what was taken back.

    Retractions and restorations themselves go to neither.
    """
    evolve, withdraw = decider.evolve, decider.struck
    for line in lines:
        event = line.data
        if type(event) in MASKS:
            continue
        remember = withdraw if line.batch in struck else evolve
        state = remember(state, event)
    return state
