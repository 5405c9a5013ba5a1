"""Several programs writing into one ledger at once: nothing is lost, nothing is mixed."""

import os
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.faults import writers
from domain.ledger.ledger import Ledger
from domain.terms import Conflict
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, DECIDER, Take, stamp_of
from tests.faults.test_kill import check
from tests.faults.trying import tried

WRITERS = ("Ana", "Bo", "Cy")
GROUPS = 20
LINES = 3


def write(path: Path, name: str) -> None:
    """Save groups of three lines; one who comes second looks again and says it again."""
    with Ledger.open(path, CATALOGUE) as ledger:
        saved = 0
        while saved < GROUPS:
            try:
                actions = [Take(taker=name, count=0)] * LINES
                ledger.submit("heap", DECIDER, actions, stamp=lambda: stamp_of(name))
                saved += 1
            except Conflict:
                continue


def start(path: Path, name: str) -> int:
    """Let a program write; returns its number."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            write(path, name)
            status = 0
        finally:
            os._exit(status)
    return child


def test_writers_at_once(tmp_path: Path) -> None:
    """Each group stands whole in the log, and everybody's lines are there."""
    path = tmp_path / "ledger.db"
    Ledger.create(path, CATALOGUE, CAMPAIGN).close()
    children = [start(path, name) for name in WRITERS]
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert check(path) == len(WRITERS) * GROUPS * LINES
    with Ledger.open(path, CATALOGUE, read_only=True) as ledger:
        authors = [line.by for line in ledger.story("heap")]
    assert Counter(authors) == dict.fromkeys(WRITERS, GROUPS * LINES)
    assert all(len(set(authors[at : at + LINES])) == 1 for at in range(0, len(authors), LINES))


def test_case_115_two_programs_say_a_line_at_the_same_moment() -> None:
    """Twenty times: both lines are there, each time; so are those of eight at once."""
    outcome = tried(lambda: writers.run(lines=24, races=20, writers=(8,)))
    assert outcome.figures["races of two"] == 20


@pytest.mark.long
def test_case_115_a_thousand_times() -> None:
    """The same, and two, four and eight writers with 2,000 lines."""
    assert tried(writers.run).figures["races of two"] == 1_000
