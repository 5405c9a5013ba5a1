"""Bits flip, pages change places, ends are torn off: nothing of it is shown as true."""

import pytest

from benchmarks.faults import flips, tails
from benchmarks.faults.chance import Chance
from tests.faults.trying import tried


@pytest.mark.parametrize("how", flips.DAMAGES)
def test_each_damage_damages(how: str) -> None:
    """Nearly always; it is the same for the same seed."""
    content = Chance("content").data(16 * 4096)
    spoilt = [bytearray(content) for _ in range(20)]
    for number, each in enumerate(spoilt):
        flips.DAMAGES[how](each, Chance(f"{how} {number}"))
    assert sum(bytes(each) != content for each in spoilt) > 10


def test_nothing_damaged_is_shown_as_true() -> None:
    """Ledger, views and bundle: as before, or reported; never a traceback."""
    assert tried(lambda: flips.run(48)).figures["answers"] > 75


@pytest.mark.long
def test_nothing_of_1000_damages_is_shown_as_true() -> None:
    """The same, more often."""
    tried(lambda: flips.run(1_000))


def test_case_91_and_92_a_torn_end() -> None:
    """Cut at bytes of the last line, in the journal and at pages: open, report, salvage, go on.

    The next number is that of the last good line and one.
    """
    figures = tried(lambda: tails.run(step=90)).figures
    assert figures["salvaged"] > 5
    assert figures["whole"] > 1


@pytest.mark.long
def test_case_91_and_92_a_torn_end_at_every_byte() -> None:
    """The same at every byte."""
    assert tried(tails.run).figures["cuts"] > 1_000
