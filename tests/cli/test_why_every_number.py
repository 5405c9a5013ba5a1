"""Every number that is shown can be asked why: the explanation ends at exactly that number."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.club import Club
from benchmarks.morturi.years import Year
from cli.desk import Desk
from tests.shown_numbers import desk, hold, hold_lines


def held(at: Desk) -> int:
    """Every number, and lines of every story; returns how many numbers."""
    try:
        assert hold_lines(at) > 0
        return hold(at)
    finally:
        at.close()


def of_mortisphere(folder: Path, seed: int) -> int:
    """An evening of robots with its aftermath, and a friendly battle."""
    club = Club(folder / "ledger.db", f"why {seed}")
    club.evening()
    club.friendly()
    club.ledger.close()
    return held(desk(folder, club.ledger, "mortisphere"))


def of_morturi(folder: Path, seed: int, battles: int = 2) -> int:
    """A few months in which robots buy, fight and bury."""
    year = Year(folder / "ledger.db", f"why {seed}", months=2)
    for fought, _ in enumerate(year.play_out(), start=1):
        if fought == battles:
            break
    year.ledger.close()
    return held(desk(folder, year.ledger, "morturi"))


@pytest.mark.parametrize("play", [of_mortisphere, of_morturi])
def test_every_number_that_is_shown_is_explained(play: Callable[..., int], tmp_path: Path) -> None:
    """Given a campaign of robots, when each number of its JSON is asked for, then it is reached."""
    assert play(tmp_path, 1) > 100


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([of_mortisphere, of_morturi]))
def test_every_number_of_many_campaigns_is_explained(
    tmp_path_factory: pytest.TempPathFactory, seed: int, play: Callable[..., int]
) -> None:
    """The same, for campaigns drawn at random."""
    assert play(tmp_path_factory.mktemp("why"), seed) > 0
