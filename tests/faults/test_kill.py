"""`kill -9` in the middle of appends: what was acknowledged is kept, and the chain is whole."""

import os
import signal
import sqlite3
import time
from contextlib import closing
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.faults import kills
from domain.ledger.ledger import Ledger
from domain.ledger.record import ZERO, link, push
from domain.ledger.store import Place
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, DECIDER, Take, stamp
from tests.faults.trying import tried

KILLS_A_LEDGER = 100
LONGEST = 0.012  # seconds until the kill; an append takes about one thousandth
GROUPS = (1, 1, 1, 8)  # lines in one insert
COUNT_BYTES = 4


def chance(kill: int) -> float:
    """A number between 0 and 1 that looks like chance and is the same in every run."""
    return int.from_bytes(sha256(b"kill %d" % kill).digest()[:4], "big") / 2**32


def append_for_ever(place: Place, acknowledge: int, group: int) -> None:
    """Append lines and report, after each save, how many lines there are."""
    with Ledger.open(place, CATALOGUE) as ledger:
        while True:
            actions = [Take(taker="Bo", count=0)] * group
            lines = ledger.submit("heap", DECIDER, actions, stamp=stamp)
            os.write(acknowledge, lines[-1].line.to_bytes(COUNT_BYTES, "big"))


def killed(path: Path, kill: int) -> int:
    """Kill a program that appends; returns how many lines it has acknowledged."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            append_for_ever(path, writing, GROUPS[kill % len(GROUPS)])
        finally:
            os._exit(1)
    os.close(writing)
    time.sleep(chance(kill) ** 2 * LONGEST)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    return int.from_bytes(told[-COUNT_BYTES:], "big")


def check(place: Place) -> int:
    """Check file, links, numbers and peaks from the first line on; returns how many there are."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as file:
            assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with Ledger.open(place, CATALOGUE) as ledger:
        rows = ledger.rows(0, 1_000_000)
        lines = [ledger.read(row) for row in rows]
        assert ledger.story("heap") == lines
        assert ledger.broken == {}
        size, peaks = ledger.peaks()
    digest, pushed = ZERO, list[bytes]()
    for number, row in enumerate(rows, 1):
        digest = link(digest, row.state)
        push(pushed, number, digest)
        assert (row.line, row.hash) == (number, digest)
        assert row.position == number or not isinstance(place, Path)  # a server leaves gaps
    assert (size, peaks) == (len(rows), pushed)
    assert all(before.line + 1 == after.line for before, after in pairwise(lines))
    return len(lines)


def kill_many(folder: Path, first: int, kills: int) -> int:
    """Kill so often on one ledger; returns how many lines were appended in spite of it."""
    path = folder / f"{first}.db"
    Ledger.create(path, CATALOGUE, CAMPAIGN).close()
    there = 0
    for kill in range(first, first + kills):
        before, acknowledged = there, killed(path, kill)
        there = check(path)
        assert there >= max(before, acknowledged)
        assert (there - before) % GROUPS[kill % len(GROUPS)] == 0  # a group is whole or not there
    return there


def test_no_acknowledged_line_is_lost_in_100_kills(tmp_path: Path) -> None:
    """Each time the file, the links, the positions and the peaks hold."""
    assert kill_many(tmp_path, 0, KILLS_A_LEDGER) > 0


@pytest.mark.long
def test_no_acknowledged_line_is_lost_in_500_kills(tmp_path: Path) -> None:
    """The same, on five ledgers."""
    for first in range(0, 5 * KILLS_A_LEDGER, KILLS_A_LEDGER):
        assert kill_many(tmp_path, first, KILLS_A_LEDGER) > 0


def test_a_battle_goes_on_after_each_kill() -> None:
    """What was acknowledged is there to the byte, what was there before is as it was."""
    assert tried(lambda: kills.run(20)).figures["kills"] == 20


@pytest.mark.long
def test_a_battle_goes_on_after_1000_kills() -> None:
    """The same on ten ledgers, some killed in the middle of a write."""
    assert tried(lambda: kills.run(1_000)).figures["killed in the middle of a write"] > 10
