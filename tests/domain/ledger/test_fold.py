"""Masks: what was taken back no longer counts, until it is restored."""

from typing import NamedTuple

from domain.ledger.fold import BatchRestored, BatchRetracted, fold, masked
from domain.terms import Event
from tests.domain.ledger.toy import DECIDER, Heap, StonesTaken


class Told(NamedTuple):
    """A line, as far as a fold looks at it."""

    batch: str
    data: Event


def taken(number: int, count: int) -> Told:
    """Line `number` of a heap: its taker took so many."""
    return Told(f"heap/{number}", StonesTaken(taker="Bo", count=count))


def retracted(number: int, batch: int) -> Told:
    """Line `number`: a batch is taken back."""
    return Told(f"heap/{number}", BatchRetracted(batch=f"heap/{batch}"))


def restored(number: int, batch: int) -> Told:
    """Line `number`: a batch counts again."""
    return Told(f"heap/{number}", BatchRestored(batch=f"heap/{batch}"))


def test_the_later_of_the_two_counts() -> None:
    """Retracted, restored, retracted again."""
    lines = [taken(1, 3), retracted(2, 1)]
    assert masked(lines) == {"heap/1"}
    assert masked([*lines, restored(3, 1)]) == set()
    assert masked([*lines, restored(3, 1), retracted(4, 1)]) == {"heap/1"}


def test_a_fold_sees_what_counts_and_strikes_the_rest() -> None:
    """10 stones, 3 and 2 taken, the 3 taken back: 8 are left, and one line was struck."""
    lines = [taken(1, 3), taken(2, 2), retracted(3, 1)]
    assert fold(DECIDER, lines) == Heap(left=8, taken_back=1)
    assert fold(DECIDER, [*lines, restored(4, 1)]) == Heap(left=5)
    assert fold(DECIDER, []) == Heap()


def test_masks_are_told() -> None:
    """With the reason and with who consented, where they are on record."""
    assert BatchRetracted(batch="heap/1").told() == "heap/1 was taken back."
    told = BatchRetracted(batch="heap/1", reason="wrong die", agreed="Bo").told()
    assert told == "heap/1 was taken back (Bo agreed): wrong die."
    assert BatchRestored(batch="heap/1", reason="right").told() == "heap/1 counts again: right."
