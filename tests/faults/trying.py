"""Trying a kind of fault in a test: what cannot be tried here is skipped, with the reason."""

from collections.abc import Callable

import pytest

from benchmarks.faults.outcome import Outcome, Skipped


def tried(run: Callable[[], Outcome]) -> Outcome:
    """Try it; nothing may be wrong."""
    try:
        outcome = run()
    except Skipped as why:
        pytest.skip(str(why))
    assert outcome.wrong == []
    return outcome
