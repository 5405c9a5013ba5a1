"""`kill -9` of a PostgreSQL server in the middle of appends: what was acknowledged is kept.

Either the one process dies that serves the writer (the server then throws all out and recovers),
or the one that starts all others. Every write is on the disk before it is acknowledged.
"""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from domain.ledger.ledger import Ledger
from domain.ledger.server import Server, given
from domain.ledger.store import Place
from domain.terms import StorageFailed
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, DECIDER, Join, stamp
from tests.faults.test_kill import COUNT_BYTES, GROUPS, append_for_ever, chance, check
from tests.servers import Local

LONGEST = 0.05  # seconds from the first acknowledged line to the kill; an append takes one or two
SERVING = "SELECT pid FROM pg_stat_activity WHERE application_name = 'acta'"


@pytest.fixture(scope="module")
def victim(server: Local) -> Iterator[Local]:
    """The server, which syncs what it writes while it is killed again and again."""
    server.be_durable(durable=True)
    assert server.execute("SHOW fsync") == [("on",)]
    yield server
    server.clear()
    server.be_durable(durable=False)


def writing(place: Place, group: int) -> tuple[int, int]:
    """Let a program append until it is told that the server broke; its number and its pipe."""
    reading, acknowledge = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reading)
            append_for_ever(place, acknowledge, group)
        except StorageFailed as failed:
            status = 0 if "broke" in failed.message or "no server" in failed.message else 2
        finally:
            os._exit(status)
    os.close(acknowledge)
    return child, reading


def killed(server: Local, place: Server, kill: int) -> int:
    """Kill a server while somebody writes; returns how many lines were acknowledged."""
    heart = server.heart()
    child, reading = writing(place, GROUPS[kill % len(GROUPS)])
    with os.fdopen(reading, "rb") as pipe:
        first = pipe.read(COUNT_BYTES)
        time.sleep(chance(kill) * LONGEST)
        ((serving,),) = server.execute(SERVING)
        os.kill(serving if kill % 3 else server.pid, signal.SIGKILL)
        told = first + pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    server.restart(heart)
    return int.from_bytes(told[-COUNT_BYTES:], "big")


def kill_many(server: Local, kills: int) -> int:
    """Kill so often; returns how many lines were appended in spite of it."""
    server.clear()
    place = given(server.url, CAMPAIGN)
    Ledger.create(place, CATALOGUE, CAMPAIGN).close()
    there = 0
    for kill in range(kills):
        before, acknowledged = there, killed(server, place, kill)
        there = check(place)
        assert there >= acknowledged > before
        assert (there - before) % GROUPS[kill % len(GROUPS)] == 0  # a group is whole or not there
    return there


def test_no_acknowledged_line_is_lost_in_3_kills(victim: Local) -> None:
    """Each time links and peaks hold, and the writer is told in a sentence that it broke."""
    assert kill_many(victim, 3) > 0


@pytest.mark.long
def test_no_acknowledged_line_is_lost_in_25_kills(victim: Local) -> None:
    """The same, again and again on one ledger."""
    assert kill_many(victim, 25) > 0


def test_a_broken_connection_is_made_anew(victim: Local) -> None:
    """A program that goes on says the next line to a new connection; nothing is said twice."""
    victim.clear()
    place = given(victim.url, CAMPAIGN)
    with Ledger.create(place, CATALOGUE, CAMPAIGN) as ledger:
        ledger.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
        ((serving,),) = victim.execute(SERVING)
        victim.execute(f"SELECT pg_terminate_backend({serving})")
        with pytest.raises(StorageFailed, match=r"the connection to .* broke; nothing was saved"):
            ledger.submit("heap", DECIDER, [Join(name="Cy")], stamp=stamp)
        ledger.submit("heap", DECIDER, [Join(name="Cy")], stamp=stamp)
        assert [line.address for line in ledger.story("heap")] == ["heap/1", "heap/2"]


def test_who_listens_is_told_that_the_server_went_away(victim: Local) -> None:
    """In a sentence, not by silence."""
    victim.clear()
    place = given(victim.url, CAMPAIGN)
    with (
        Ledger.create(place, CATALOGUE, CAMPAIGN) as ledger,
        ledger.store.watch() as watch,
    ):
        victim.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ '^L'")
        with pytest.raises(StorageFailed, match=r"the connection to .* broke$"):
            watch.wait()
