"""The n-th call on a file fails, for every n: the disk is full, or it is broken."""

import pytest

from benchmarks.faults import failing
from benchmarks.faults.failing_worker import TRIALS
from tests.faults.trying import tried


def test_every_call_of_a_new_campaign_may_fail() -> None:
    """Exit 5 and one sentence, nothing is left of it, and the same once more works."""
    outcome = tried(lambda: failing.run("new"))
    assert outcome.figures["reported"] > 100


def test_every_call_of_a_key_may_fail() -> None:
    """The file is there or it is not; the same once more works."""
    assert tried(lambda: failing.run("key")).figures["faults"] > 10


@pytest.mark.long
@pytest.mark.parametrize("name", TRIALS)
def test_every_call_of_a_command_may_fail(name: str) -> None:
    """Nothing that was on record is lost, what is on record is told, the next command works."""
    assert tried(lambda: failing.run(name)).figures["faults"] > 10
