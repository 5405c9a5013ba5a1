"""One scan over the log finds every line that does not follow from the one before it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.ledger.ledger import Ledger
from domain.ledger.links import LOG, Links, Trail, rising
from domain.ledger.record import ZERO, Row, link
from tests.domain.ledger.files import behind
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, DECIDER, Take, stamp


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """Lines 1, 2, 4, 6 and 7 of the log are those of `a`, 3 and 5 of `b`."""
    with Ledger.create(tmp_path / "ledger.db", CATALOGUE, CAMPAIGN) as ledger:
        for story in "aababaa":
            ledger.submit(story, DECIDER, [Take(taker="Bo", count=1)], stamp=stamp)
        yield ledger


def test_a_trail_goes_on_where_pages_overlap() -> None:
    """A first look at a few lines, then at all: each is followed once, and none is left out."""
    rows, digests = [], ZERO
    for number in range(1, 6):
        state = b"%d" % number
        digests = link(digests, state)
        rows.append((number, "heap", number, "toy", state, digests))
    spoilt = [*rows[:3], (4, "heap", 4, "toy", b"forged", rows[3][5]), rows[4]]
    trail = Trail()
    assert trail.follow(0, spoilt[:1]) == {}
    assert trail.follow(2, spoilt[2:]) == {}  # lines between are not known
    assert trail.follow(0, spoilt) == {"heap": "heap/4"}
    assert trail.follow(0, spoilt) == {}


def scan(ledger: Ledger) -> tuple[Links, list[str]]:
    """Follow the links, page by page."""
    links, bad, position = Links(), list[str](), 0
    while rows := ledger.rows(position, 3):
        bad += links.follow(rows)
        position = rows[-1].position
    return links, bad


def test_a_whole_log_holds(ledger: Ledger) -> None:
    """Every link, and the peaks over them."""
    links, bad = scan(ledger)
    assert bad == []
    assert (links.size, links.peaks) == ledger.peaks()
    assert {story: end for story, (end, _) in links.ends.items()} == {"a": 5, "b": 2}
    assert (ledger.verify(), ledger.broken) == (7, {})


@pytest.mark.parametrize(
    ("harm", "bad"),
    [
        ("UPDATE stored_events SET state = x'00' WHERE rowid = 4", ["a/3"]),
        ("UPDATE stored_events SET state = 'text' WHERE rowid = 3", ["b/1"]),
        ("UPDATE stored_events SET hash = zeroblob(32) WHERE rowid = 2", ["a/2", "a/3"]),
        ("UPDATE stored_events SET hash = printf('%032d', 0) WHERE rowid = 2", ["a/2", "a/3"]),
        ("DELETE FROM stored_events WHERE rowid = 2", ["a/3"]),
        ("UPDATE stored_events SET rowid = 8 WHERE rowid = 4", ["a/4", "a/3"]),
    ],
)
def test_what_does_not_follow_is_named(ledger: Ledger, harm: str, bad: list[str]) -> None:
    """A changed line, a changed link (and the one that rests on it), a gap, another order."""
    with behind(ledger.path) as other:
        other.execute(harm)
    assert scan(ledger)[1] == bad
    assert ledger.verify() == len(ledger.rows(0))
    assert list(ledger.broken.values()) == bad[:1]


def test_a_log_that_was_cut_or_rewritten_has_other_peaks(ledger: Ledger) -> None:
    """Where all links hold, the peaks still tell."""
    with behind(ledger.path) as other:
        other.execute("DELETE FROM stored_events WHERE rowid = 7")
    links, bad = scan(ledger)
    assert bad == []
    assert (links.size, links.peaks) != ledger.peaks()


def test_positions_that_do_not_rise_end_the_log() -> None:
    """Pages of a file that changed places give lines again: a reader stops, and says where.

    Three of five lines are read; the log's last line is known to be the fifth.
    """
    rows = [Row(number, "heap", number, "toy", b"", b"") for number in (1, 2, 3, 2, 5)]
    assert rising(rows, 0) == rows[:3]
    assert rising(rows[3:], 3) == []
    assert rising(rows[:2], 0) == rows[:2]
    assert Trail(5).follow(2, rows[2:3], 1000) == {LOG: "its end: it ends at 3, the last line is 5"}
