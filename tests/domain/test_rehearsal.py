"""Lines drawn up in memory: what a ledger would have written, actions and undos mixed."""

import pytest

from domain.ledger.draft import Pen
from domain.ledger.record import Line
from domain.rehearsal import Rehearsal
from domain.terms import RuleBroken
from tests.domain.ledger.toy import CAMPAIGN, DECIDER, STAMP, Heap, Join, Take


def rehearsal(past: list[Line] | None = None) -> Rehearsal[Heap]:
    """An empty heap's story, or one that goes on."""
    known = past or []
    pen = Pen(CAMPAIGN, {"heap": len(known)}, {})
    return Rehearsal("heap", DECIDER, DECIDER.initial, pen, lambda: known)


def test_actions_are_judged_on_what_came_before() -> None:
    """Ten stones: six, and then six more are refused."""
    heap = rehearsal()
    heap.judge(Take(taker="Ana", count=6), STAMP)
    assert heap.state.left == 4
    with pytest.raises(RuleBroken, match="HEAP-1"):
        heap.judge(Take(taker="Ben", count=6), STAMP)
    assert [line.address for line in heap.pen.lines] == ["heap/1"]


def test_what_is_taken_back_counts_no_more_and_can_be_put_back() -> None:
    """Both are lines; the state is told anew."""
    heap = rehearsal()
    batch = heap.judge(Take(taker="Ana", count=6), STAMP)
    heap.retract([batch], STAMP, reason="a slip", agreed="Ben")
    assert (heap.state.left, heap.state.taken_back) == (10, 1)
    heap.restore([batch], STAMP)
    assert heap.state.left == 4
    assert [line.data.told() for line in heap.lines()] == [
        "Ana takes 6",
        "heap/1 was taken back (Ben agreed): a slip.",
        "heap/1 counts again.",
    ]


def test_a_batch_is_masked_in_every_story_it_lies_in() -> None:
    """One batch of masks, its cause on the first line only."""
    heap = rehearsal()
    batch = heap.judge(Join(name="Ana", story="other"), STAMP)
    more = heap.judge(Take(taker="Ana", count=1), STAMP)
    heap.retract([batch, more], STAMP, reason="", agreed="")
    masks = heap.pen.lines[2:]
    assert [(line.story, line.batch) for line in masks] == [
        ("other", "other/2"),
        ("heap", "other/2"),
    ]
    assert [bool(line.cause) for line in masks] == [True, False]
    assert [line.address for line in heap.told("other")] == ["other/1", "other/2"]


def test_it_goes_on_where_the_record_ends() -> None:
    """Lines on record can be taken back as well."""
    first = rehearsal()
    batch = first.judge(Take(taker="Ana", count=6), STAMP)
    heap = rehearsal(first.pen.lines)
    heap.retract([batch], STAMP, reason="", agreed="")
    assert [line.address for line in heap.pen.lines] == ["heap/2"]
    assert heap.state.left == 10
