"""How lines come onto the record: groups, conflicts, follow-up rolls, taking back."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from msgspec import UNSET

from domain.ledger import postgres, sqlite, store
from domain.ledger.fold import BatchRestored, BatchRetracted, Restore, Retract
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.ledger.submit import PartlyRecorded, span
from domain.terms import (
    Action,
    Conflict,
    Decider,
    Elsewhere,
    Event,
    NotFound,
    RuleBroken,
    StorageFailed,
    Who,
    WrongUsage,
)
from tests.domain.ledger.kept_in import PLACES, place
from tests.domain.ledger.toy import (
    CAMPAIGN,
    CATALOGUE,
    DECIDER,
    STAMP,
    Gamble,
    Heap,
    Join,
    StonesTaken,
    Take,
    TakerJoined,
    Throw,
    decide,
    evolve,
    stamp,
    stamp_of,
)

Script = dict[int, Callable[[], object]]


@pytest.fixture(params=PLACES)
def ledger(request: pytest.FixtureRequest) -> Iterator[Ledger]:
    """An empty ledger, in a file and on a server."""
    with Ledger.create(place(request), CATALOGUE, CAMPAIGN) as ledger:
        yield ledger


@pytest.fixture
def other(ledger: Ledger) -> Iterator[Ledger]:
    """The same ledger, in another program."""
    with Ledger.open(ledger.place, CATALOGUE) as other:
        yield other


def say(ledger: Ledger, *actions: Action, story: str = "heap", by: str = "Ana") -> list[Line]:
    """Submit actions to a story."""
    return ledger.submit(story, DECIDER, actions, stamp=lambda: stamp_of(by))


def meanwhile(deeds: Script) -> Decider[Heap]:
    """The toy's rules, but at the n-th judgement somebody else does something first."""
    judged = iter(range(1, 100))

    def interrupted(heap: Heap, action: Action) -> Any:
        deeds.get(next(judged), lambda: None)()
        return decide(heap, action)

    return Decider(initial=Heap(), decide=interrupted, evolve=evolve)


def told(lines: Sequence[Line]) -> list[tuple[str, str, Event]]:
    """Addresses, batches and events."""
    return [(line.address, line.batch, line.data) for line in lines]


# Groups


def test_each_action_is_a_batch_and_the_cause_of_its_first_line(ledger: Ledger) -> None:
    """A batch is named by the address of its first line."""
    joined, taken = say(ledger, Join(name="Bo"), Take(taker="Bo", count=2))
    assert (joined.batch, joined.cause) == ("heap/1", Join(name="Bo"))
    assert (taken.batch, taken.cause) == ("heap/2", Take(taker="Bo", count=2))
    assert ledger.story("heap") == [joined, taken]


def test_later_actions_are_judged_on_what_the_earlier_ones_yielded(ledger: Ledger) -> None:
    """10 stones: 6 and 4 may be taken in one group, but not 6 and 5 (HEAP-1)."""
    say(ledger, Take(taker="Bo", count=6), Take(taker="Cy", count=4))
    assert ledger.tell("heap", DECIDER).left == 0
    with pytest.raises(RuleBroken, match="HEAP-1: only 4 stones are left"):
        say(ledger, Take(taker="Bo", count=6), Take(taker="Cy", count=5), story="second")


def test_a_group_is_all_or_nothing(ledger: Ledger) -> None:
    """One refusal, and nothing of the group is on record."""
    say(ledger, Join(name="Bo"))
    with pytest.raises(RuleBroken, match="HEAP-2: Bo has joined already"):
        say(ledger, Take(taker="Bo", count=6), Join(name="Cy"), Join(name="Bo"))
    assert ledger.size == 1
    assert ledger.tell("heap", DECIDER).left == 10


def test_no_action_is_no_line(ledger: Ledger) -> None:
    """Nor is an action of which nothing comes."""
    idle = Decider(initial=Heap(), decide=lambda _heap, _action: (), evolve=evolve)
    assert say(ledger) == []
    assert ledger.submit("heap", idle, [Join(name="Bo")], stamp=stamp) == []
    assert ledger.size == 0


def test_a_dry_run_shows_the_lines_and_saves_nothing(ledger: Ledger) -> None:
    """Its lines are those that a real run would write."""
    actions = [Join(name="Bo"), Take(taker="Bo", count=2)]
    shown = ledger.submit("heap", DECIDER, actions, stamp=stamp, dry_run=True)
    assert ledger.size == 0
    assert ledger.submit("heap", DECIDER, actions, stamp=stamp) == shown


def test_an_event_may_belong_elsewhere(ledger: Ledger) -> None:
    """Both stories get their lines in one save; the batch begins where its first line lies."""
    say(ledger, Join(name="Bo"), story="hoard")
    lines = ledger.submit(
        "heap",
        DECIDER,
        [Join(name="Cy", story="hoard")],
        stamp=stamp,
        beside=["hoard"],
        edition="x",
    )
    cy = TakerJoined(taker=Who("hoard/2", "Cy"))
    assert told(lines) == [("hoard/2", "hoard/2", cy)]
    assert [(line.story, line.edition) for line in lines] == [("hoard", "")]
    say(ledger, Join(name="Di", story="new"))
    assert [line.address for line in ledger.story("new")] == ["new/1"]


def test_stories_beside_are_told_in_the_order_of_the_log(ledger: Ledger) -> None:
    """All that is read adds up to one state."""
    say(ledger, Join(name="Bo"), story="b")
    say(ledger, Join(name="Cy"), story="a")
    say(ledger, Join(name="Di"), story="b")
    known = ledger.know(DECIDER, ["a", "b"])
    assert [taker.name for taker in known.state.takers] == ["Bo", "Cy", "Di"]
    assert known.ends == {"a": 1, "b": 2}
    with pytest.raises(RuleBroken, match="HEAP-2"):
        ledger.submit("a", DECIDER, [Join(name="Di")], stamp=stamp, beside=["b"])


# What follows a line by itself


def thrower(*faces: int) -> Callable[[Heap], Action | None]:
    """Throw these faces, one for each gamble."""
    awaited = iter(faces)

    def follow(heap: Heap) -> Action | None:
        return Throw(face=next(awaited)) if heap.gambler else None

    return follow


def test_a_roll_that_follows_belongs_to_the_batch_of_the_line_that_asked(ledger: Ledger) -> None:
    """It has a cause of its own on its first line, and is saved with the line."""
    lines = ledger.submit("heap", DECIDER, [Gamble(taker="Bo")], stamp=stamp, follow=thrower(4))
    assert told(lines) == [
        ("heap/1", "heap/1", StonesTaken(taker="Bo", gamble=True)),
        ("heap/2", "heap/1", StonesTaken(taker="Bo", count=4)),
    ]
    assert [line.cause for line in lines] == [Gamble(taker="Bo"), Throw(face=4)]
    assert ledger.story("heap") == lines


def test_a_roll_ends_its_group(ledger: Ledger) -> None:
    """What follows a roll is refused alone; the roll is on record, and the refusal says so."""
    actions = [Take(taker="Bo", count=1), Gamble(taker="Bo"), Take(taker="Bo", count=6)]
    with pytest.raises(PartlyRecorded, match="HEAP-1: only 5 stones") as refused:
        ledger.submit("heap", DECIDER, actions, stamp=stamp, follow=thrower(4))
    assert refused.value.code == 1
    assert refused.value.told() == (
        "HEAP-1: only 5 stones are left (already on record: heap/1 to 3)"
    )
    assert refused.value.data()["recorded"] == ["heap/1", "heap/2", "heap/3"]
    assert [line.address for line in refused.value.lines] == ["heap/1", "heap/2", "heap/3"]
    assert ledger.size == 3


def test_a_refusal_up_to_the_first_roll_leaves_nothing(ledger: Ledger) -> None:
    """Also if it is the roll itself that is refused."""
    with pytest.raises(RuleBroken, match="HEAP-1") as refused:
        ledger.submit(
            "heap", DECIDER, [Take(taker="Bo", count=8), Gamble(taker="Bo")],
            stamp=stamp, follow=thrower(4),
        )  # fmt: skip
    assert not isinstance(refused.value, PartlyRecorded)
    assert ledger.size == 0


def test_another_refusal_after_a_roll_says_what_is_on_record(ledger: Ledger, other: Ledger) -> None:
    """A conflict, too, leaves the roll where it is."""
    rules = meanwhile({3: lambda: say(other, Take(taker="Cy", count=1), by="Cy")})
    with pytest.raises(Conflict, match=r"Cy: Cy takes 1 \(heap/3\)") as refused:
        ledger.submit(
            "heap", rules, [Gamble(taker="Bo"), Take(taker="Bo", count=1)],
            stamp=stamp, follow=thrower(4),
        )  # fmt: skip
    assert refused.value.hint == "already on record: heap/1 to 2"
    assert ledger.size == 3


def test_a_dry_run_ends_before_the_first_roll(ledger: Ledger) -> None:
    """No face is worked out that is not saved."""
    lines = ledger.submit(
        "heap", DECIDER, [Gamble(taker="Bo"), Take(taker="Bo", count=99)],
        stamp=stamp, follow=thrower(4), dry_run=True,
    )  # fmt: skip
    assert told(lines) == [("heap/1", "heap/1", StonesTaken(taker="Bo", gamble=True))]
    assert ledger.size == 0


# Two writers


def test_a_story_that_has_grown_is_a_conflict(ledger: Ledger, other: Ledger) -> None:
    """It names who wrote what; nothing was saved (exit 4)."""
    rules = meanwhile({1: lambda: say(other, Take(taker="Cy", count=2), by="Cy")})
    with pytest.raises(Conflict, match=r"nothing was saved: Cy: Cy takes 2 \(heap/1\)") as refused:
        ledger.submit("heap", rules, [Take(taker="Bo", count=2)], stamp=stamp)
    assert refused.value.code == 4
    assert [line.by for line in ledger.story("heap")] == ["Cy"]


def test_a_conflict_tells_three_lines_and_counts_the_rest(ledger: Ledger, other: Ledger) -> None:
    """A sentence, not a list."""
    names = [Join(name=name) for name in ("Cy", "Di", "Eva", "Flo", "Gus")]
    rules = meanwhile({1: lambda: say(other, *names)})
    with pytest.raises(Conflict, match=r"Eva joins \(heap/3\) and 2 more$"):
        ledger.submit("heap", rules, [Take(taker="Bo", count=2)], stamp=stamp)


def test_lines_in_other_stories_are_judged_again(ledger: Ledger, other: Ledger) -> None:
    """A story that was only read has grown: the action is judged again on what is there now."""
    rules = meanwhile({1: lambda: say(other, Take(taker="Cy", count=9), story="hoard")})
    with pytest.raises(RuleBroken, match="only 1 stones"):
        ledger.submit("heap", rules, [Take(taker="Bo", count=2)], stamp=stamp, beside=["hoard"])
    rules = meanwhile({1: lambda: say(other, Join(name="Cy"), story="hoard")})
    ledger.submit("heap", rules, [Take(taker="Bo", count=1)], stamp=stamp, beside=["hoard"])
    assert [line.address for line in ledger.story("heap")] == ["heap/1"]


def test_lines_that_leave_the_turn_alone_are_judged_again(ledger: Ledger, other: Ledger) -> None:
    """`same` says whether what the action rests on is unchanged; the line comes after theirs."""
    rules = meanwhile({1: lambda: say(other, Join(name="Cy"), by="Cy")})
    (line,) = ledger.submit(
        "heap", rules, [Take(taker="Bo", count=2)], stamp=stamp,
        same=lambda before, after: before.left == after.left,
    )  # fmt: skip
    assert line.address == "heap/2"


def test_an_action_is_judged_again_only_once(ledger: Ledger, other: Ledger) -> None:
    """Who is overtaken twice is told so."""
    rules = meanwhile(
        {
            1: lambda: say(other, Join(name="Cy"), by="Cy"),
            2: lambda: say(other, Join(name="Di"), by="Di"),
        }
    )
    with pytest.raises(Conflict, match=r"Di: Di joins \(heap/2\)"):
        ledger.submit("heap", rules, [Take(taker="Bo", count=2)], stamp=stamp, same=lambda *_: True)


def test_a_story_begun_by_two_at_once_is_begun_once(ledger: Ledger, other: Ledger) -> None:
    """A new story elsewhere that somebody else has begun first is a conflict."""
    rules = meanwhile({1: lambda: say(other, Join(name="Cy"), story="new", by="Cy")})
    with pytest.raises(Conflict, match=r"Cy: Cy joins \(new/1\)"):
        ledger.submit("heap", rules, [Join(name="Bo", story="new")], stamp=stamp)
    assert ledger.size == 1


def test_lines_that_are_on_record_already_are_not_written_twice(
    ledger: Ledger, other: Ledger
) -> None:
    """A write whose answer was lost: byte for byte the own lines, so it has succeeded."""
    rules = meanwhile({1: lambda: say(other, Take(taker="Bo", count=2))})
    lines = ledger.submit("heap", rules, [Take(taker="Bo", count=2)], stamp=stamp)
    assert ledger.story("heap") == lines
    assert ledger.size == 1


@pytest.mark.parametrize("kept", [True, False])
def test_a_write_whose_end_is_unknown(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, *, kept: bool
) -> None:
    """It is never sent again: what is on record has succeeded, what is not is told."""
    kind: Any = sqlite.Recorder if isinstance(ledger.place, Path) else postgres.Recorder
    insert = kind.insert_events

    def unsure(recorder: Any, events: Any, **words: Any) -> None:
        if kept:
            insert(recorder, events, **words)
        raise OperationalError("disk I/O error")

    monkeypatch.setattr(kind, "insert_events", unsure)
    if kept:
        lines = say(ledger, Join(name="Bo"))
        assert ledger.story("heap") == lines
    else:
        with pytest.raises(StorageFailed, match="disk I/O error"):
            say(ledger, Join(name="Bo"))
    assert ledger.size == (1 if kept else 0)


def test_ctrl_c_in_the_middle_of_a_save_leaves_nothing(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the ledger goes on."""
    with monkeypatch.context() as patch:
        patch.setattr(store, "push", interrupt)
        with pytest.raises(KeyboardInterrupt):
            say(ledger, Join(name="Bo"))
    assert ledger.story("heap") == []
    assert len(say(ledger, Join(name="Bo"))) == ledger.size == 1


def interrupt(*_: object) -> None:
    """Press Ctrl-C."""
    raise KeyboardInterrupt


# Taking back and restoring


def two(_heap: Heap, _action: Action) -> list[Event | Elsewhere]:
    """One stone from here, two from the hoard."""
    return [
        StonesTaken(taker="Bo", count=1),
        Elsewhere("hoard", StonesTaken(taker="Bo", count=2)),
    ]


@pytest.fixture
def both(ledger: Ledger) -> str:
    """A batch that lies in two stories, between other lines; heap 6 left, hoard 8."""
    say(ledger, Join(name="Bo"), story="hoard")
    rules = Decider(initial=Heap(), decide=two, evolve=evolve)
    lines = ledger.submit(
        "heap", rules, [Gamble(taker="Bo")], stamp=stamp, beside=["hoard"], edition="toy 1"
    )
    say(ledger, Take(taker="Cy", count=3))
    assert [line.address for line in lines] == ["heap/1", "hoard/2"]
    return "heap/1"


def left(ledger: Ledger) -> tuple[int, int]:
    """Stones left in heap and hoard."""
    return ledger.tell("heap", DECIDER).left, ledger.tell("hoard", DECIDER).left


def test_a_batch_is_taken_back_in_every_story_it_touched(ledger: Ledger, both: str) -> None:
    """One insert; each story can be folded alone; the mask is a batch with a cause."""
    assert left(ledger) == (6, 8)
    lines = ledger.retract(both, stamp=STAMP, reason="wrong heap", agreed="Cy")
    gone = BatchRetracted(batch="heap/1", reason="wrong heap", agreed="Cy")
    assert told(lines) == [("heap/3", "heap/3", gone), ("hoard/3", "heap/3", gone)]
    assert [line.cause for line in lines] == [
        Retract(batches=("heap/1",), reason="wrong heap", agreed="Cy"),
        UNSET,
    ]
    assert [line.edition for line in lines] == ["toy 1", ""]
    assert left(ledger) == (7, 10)
    assert ledger.tell("hoard", DECIDER).taken_back == 1


def test_what_was_taken_back_can_be_restored(ledger: Ledger, both: str) -> None:
    """And taken back again: the later counts."""
    ledger.retract(both, stamp=STAMP)
    lines = ledger.restore(both, stamp=STAMP, reason="right after all")
    back = BatchRestored(batch="heap/1", reason="right after all")
    assert told(lines) == [("heap/4", "heap/4", back), ("hoard/4", "heap/4", back)]
    assert lines[0].cause == Restore(batches=("heap/1",), reason="right after all")
    assert left(ledger) == (6, 8)
    ledger.retract(both, stamp=STAMP)
    assert left(ledger) == (7, 10)


def test_several_batches_are_taken_back_at_once(ledger: Ledger, both: str) -> None:
    """All in one insert, as one batch."""
    lines = ledger.retract("heap/2", both, stamp=STAMP)
    assert [(line.address, line.batch) for line in lines] == [
        ("heap/3", "heap/3"),
        ("heap/4", "heap/3"),
        ("hoard/3", "heap/3"),
    ]
    assert left(ledger) == (10, 10)


def test_only_a_batch_can_be_taken_back_and_only_once(ledger: Ledger, both: str) -> None:
    """A line in the middle of a batch, a mask, what is taken back already: each says so."""
    with pytest.raises(NotFound, match="begins at hoard/2"):
        ledger.retract("hoard/2", stamp=STAMP)
    with pytest.raises(WrongUsage, match="heap/1 is not taken back"):
        ledger.restore(both, stamp=STAMP)
    ledger.retract(both, stamp=STAMP)
    with pytest.raises(WrongUsage, match="heap/1 is taken back already"):
        ledger.retract(both, stamp=STAMP)
    with pytest.raises(WrongUsage, match="heap/3 takes back or restores"):
        ledger.retract("heap/3", stamp=STAMP)
    assert ledger.size == 6


class Overtaken(Ledger):
    """A ledger into which somebody else writes while a wish is looked into."""

    deeds: Script

    def story(self, *names: str) -> list[Line]:
        """Read a story; the n-th time somebody else writes just after it."""
        lines = super().story(*names)
        self.deeds.pop(len(self.deeds), lambda: None)()
        return lines


@pytest.fixture
def overtaken(ledger: Ledger) -> Iterator[Overtaken]:
    """The same ledger."""
    with Overtaken.open(ledger.place, CATALOGUE) as overtaken:
        overtaken.deeds = {}
        yield overtaken


def test_a_wish_is_looked_into_again_if_a_story_has_grown(
    ledger: Ledger, overtaken: Overtaken
) -> None:
    """Once; who is overtaken twice is told so."""
    say(ledger, Take(taker="Bo", count=1))
    overtaken.deeds = {1: lambda: say(ledger, Join(name="Cy"))}
    (line,) = overtaken.retract("heap/1", stamp=STAMP)
    assert line.address == "heap/3"
    overtaken.deeds = {
        1: lambda: say(ledger, Join(name="Eva")),
        2: lambda: say(ledger, Join(name="Di")),
    }
    with pytest.raises(Conflict, match=r"Ana: Eva joins \(heap/5\)"):
        overtaken.restore("heap/1", stamp=STAMP)


def test_what_was_seen_must_still_be_so(ledger: Ledger) -> None:
    """The newest batch is chosen by looking: if there is a newer one now, it is a conflict."""
    say(ledger, Take(taker="Bo", count=1), Take(taker="Cy", count=1))
    with pytest.raises(Conflict, match=r"Ana: Cy takes 1 \(heap/2\)"):
        ledger.retract("heap/1", stamp=STAMP, seen={"heap": 1})
    ledger.retract("heap/2", stamp=STAMP, seen={"heap": 2})
    assert ledger.size == 3


def test_a_long_batch_is_found_whole(ledger: Ledger) -> None:
    """Its lines stand together in the log, also over the end of a page."""

    def many(_heap: Heap, _action: Action) -> list[Event | Elsewhere]:
        return [StonesTaken(taker="Bo") for _ in range(1500)]

    rules = Decider(initial=Heap(), decide=many, evolve=evolve)
    ledger.submit("heap", rules, [Gamble(taker="Bo")], stamp=stamp)
    assert len(ledger.batch("heap/1")) == 1500


def test_addresses_are_told_story_by_story(ledger: Ledger, both: str) -> None:
    """From the first to the last."""
    lines = ledger.batch(both) + ledger.story("heap")[1:]
    assert span(lines) == "heap/1 to 2, hoard/2"
