"""Masks: what was taken back no longer counts, until it is restored."""

from typing import NamedTuple

from domain.ledger.amended import BatchAmended, RecordAmended
from domain.ledger.fold import BatchRestored, BatchRetracted, Reckoning, fold, masked, ordered
from domain.terms import Event
from tests.domain.ledger.toy import DECIDER, Heap, StonesTaken


class Told(NamedTuple):
    """A line, as far as a fold looks at it."""

    batch: str
    data: Event
    story: str = "heap"
    line: int = 0


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


def amendment(first: int, *told: Event, story: str = "heap") -> list[Told]:
    """The lines of an amendment that begins with line `first`."""
    return [Told(f"heap/{first}", event, story, number) for number, event in enumerate(told, first)]


def stones(lines: list[Told]) -> list[int]:
    """How many stones each line takes that counts, in its order."""
    return [line.data.count for line in ordered(lines) if isinstance(line.data, StonesTaken)]


AMENDED = RecordAmended(batch="heap/2", reason="he took one")
HEAP = [Told(f"heap/{n}", StonesTaken(taker="Bo", count=n * 10), line=n) for n in (1, 2, 3)]
FIRST = [
    *HEAP,
    *amendment(4, AMENDED, BatchAmended(batch="heap/2"), StonesTaken(taker="Bo", count=1)),
]


def test_a_piece_stands_where_what_it_replaces_stood() -> None:
    """10, 20 and 30 taken; the 20 amended to 1: 10, 1, 30, and the heap is folded so."""
    assert stones(FIRST) == [10, 1, 30]
    assert masked(FIRST) == {"heap/2"}
    assert Reckoning(FIRST).unit(FIRST[-1]) == "heap/5"


def test_a_piece_is_amended_and_taken_back_as_a_batch_is() -> None:
    """The 1 amended to 2, then to nothing; a piece taken back leaves what it replaced replaced."""
    second = amendment(
        7,
        RecordAmended(batch="heap/5", reason="two"),
        BatchAmended(batch="heap/5", root="heap/2"),
        StonesTaken(taker="Bo", count=2),
    )
    assert stones([*FIRST, *second]) == [10, 2, 30]
    dropped = amendment(
        10,
        RecordAmended(batch="heap/8", reason="none"),
        BatchAmended(batch="heap/8", root="heap/2"),
    )
    assert stones([*FIRST, *second, *dropped]) == [10, 30]
    assert stones([*FIRST, retracted(7, 5)]) == [10, 30]


def test_an_amendment_is_taken_back_as_a_whole() -> None:
    """What it replaced counts again; restored, it stands as before."""
    assert stones([*FIRST, retracted(7, 4)]) == [10, 20, 30]
    assert stones([*FIRST, retracted(7, 4), restored(8, 4)]) == [10, 1, 30]


def test_who_does_not_read_the_root_puts_the_piece_behind_what_was_before_it() -> None:
    """The root lies in another story: the piece stands behind line 1, before line 2."""
    heading = BatchAmended(batch="pit/9", behind=("heap/1", "campaign/4"))
    lines = [*HEAP[:2], *amendment(3, heading, StonesTaken(taker="Bo", count=7))]
    assert stones(lines) == [10, 7, 20]
    nowhere = BatchAmended(batch="pit/9")
    lines = [*HEAP[:2], *amendment(3, nowhere, StonesTaken(taker="Bo", count=7))]
    assert stones(lines) == [7, 10, 20]


def test_an_amendment_is_told() -> None:
    """With its reason, and who agreed."""
    assert AMENDED.told() == "heap/2 was amended: he took one."
    agreed = RecordAmended(batch="heap/2", reason="one", agreed="Di")
    assert agreed.told() == "heap/2 was amended (Di agreed): one."
    assert BatchAmended(batch="heap/2").told() == "In place of heap/2:"
