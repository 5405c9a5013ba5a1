"""Several programs writing into one ledger at once: nothing is lost, nothing is mixed."""

import os
from collections import Counter

import pytest

from benchmarks.faults import writers
from domain.ledger.ledger import Ledger
from domain.ledger.store import Place
from domain.terms import Conflict
from tests.domain.ledger.kept_in import PLACES, place
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, DECIDER, Take, stamp_of
from tests.faults.test_kill import check
from tests.faults.trying import tried

WRITERS = ("Ana", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal")
GROUPS = 10
LINES = 3


@pytest.fixture
def where(request: pytest.FixtureRequest) -> Place:
    """Where the ledger is."""
    return place(request)


def write(at: Place, name: str) -> None:
    """Save groups of three lines; one who comes second looks again and says it again."""
    with Ledger.open(at, CATALOGUE) as ledger:
        saved = 0
        while saved < GROUPS:
            try:
                actions = [Take(taker=name, count=0)] * LINES
                ledger.submit("heap", DECIDER, actions, stamp=lambda: stamp_of(name))
                saved += 1
            except Conflict:
                continue


def start(at: Place, name: str) -> int:
    """Let a program write; returns its number."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            write(at, name)
            status = 0
        finally:
            os._exit(status)
    return child


@pytest.mark.parametrize("where", PLACES, indirect=True)
@pytest.mark.parametrize("writers", [2, 3, 8])
def test_writers_at_once(where: Place, writers: int) -> None:
    """Each group stands whole in the log, and everybody's lines are there."""
    names = WRITERS[:writers]
    Ledger.create(where, CATALOGUE, CAMPAIGN).close()
    children = [start(where, name) for name in names]
    assert {os.waitpid(child, 0)[1] for child in children} == {0}
    assert check(where) == len(names) * GROUPS * LINES
    with Ledger.open(where, CATALOGUE, read_only=True) as ledger:
        authors = [line.by for line in ledger.story("heap")]
    assert Counter(authors) == dict.fromkeys(names, GROUPS * LINES)
    assert all(len(set(authors[at : at + LINES])) == 1 for at in range(0, len(authors), LINES))


def test_case_115_two_programs_say_a_line_at_the_same_moment() -> None:
    """Twenty times: both lines are there, each time; so are those of eight at once."""
    outcome = tried(lambda: writers.run(lines=24, races=20, writers=(8,)))
    assert outcome.figures["races of two"] == 20


@pytest.mark.long
def test_case_115_a_thousand_times() -> None:
    """The same, and two, four and eight writers with 2,000 lines."""
    assert tried(writers.run).figures["races of two"] == 1_000
