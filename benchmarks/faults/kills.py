"""`kill -9` of a program that writes: what it acknowledged is kept, and the next write works.

A writer is a fork of this program that plays a battle and says after each save, on a pipe, how many
lines there are and what the newest says. It is killed at a moment that looks like chance. Then the
ledger is opened as the next command opens it: all links and the log are followed, the acknowledged
lines must be there to the byte, those of before must not have changed, and a line is added.
"""

import os
import signal
import struct
import time
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.faults.chance import Chance
from benchmarks.faults.outcome import Outcome, Skipped, shown, timed
from benchmarks.faults.table import CATALOGUE, Robots, fought, held, judged, opened
from domain.ledger.record import Line
from domain.ledger.trouble import unfinished
from domain.terms import StorageFailed

KILLS = 10_000
A_LEDGER = 100
"""Kills that one ledger goes through."""

AUDITED = 25
"""Kills from one whole audit, with the file's pages, to the next."""

LONGEST = 0.025
"""Seconds from a writer's readiness to its end; a save takes about two thousandths."""

_READY = b"ready"
_MESSAGE = struct.Struct(">I8s")  # how many lines there are, and which one is the newest


def run(kills: int = KILLS) -> Outcome:
    """Kill so often, on a new ledger each hundred times."""
    if not hasattr(os, "fork"):
        raise Skipped("there is no fork here")
    outcome = Outcome(dict.fromkeys(("kills", "lines", "lost", "broken"), 0))
    with timed(outcome), TemporaryDirectory(prefix="acta-kills-") as name:
        path = Path(name) / "ledger.db"
        siege = Siege(path, outcome)
        for kill in shown(range(kills), kills):
            if kill and kill % A_LEDGER == 0:
                siege = Siege(path, outcome)
            siege.kill(kill)
    if kills >= A_LEDGER and not outcome.figures.get("killed in the middle of a write"):
        outcome.fail("blind", "no kill fell into a write: nothing was tried")
    return outcome


class Siege:
    """One ledger, and what is known of it."""

    def __init__(self, path: Path, outcome: Outcome) -> None:
        self._path = path
        self._outcome = outcome
        self._begin()

    def _begin(self) -> None:
        """Make the ledger, in the place of any before it."""
        for path in (self._path, unfinished(self._path)):
            path.unlink(missing_ok=True)
        opened(self._path).close()
        self._known = held(self._path)

    def kill(self, kill: int) -> None:
        """Have it written to, kill the writer, look, write a line."""
        self._outcome.count("kills")
        try:
            size, newest = _killed(self._path, kill)
            if unfinished(self._path).exists():
                self._outcome.count("killed in the middle of a write")
            self._look(size, newest)
            with fought(self._path) as ledger:
                lines = Robots(ledger, f"after {kill}").write()
            before, self._known = self._known, held(self._path, pages=kill % AUDITED == 0)
            if self._known.size != before.size + len(lines):
                self._outcome.fail("lost", f"the write after kill {kill}")
            if kill % AUDITED == 0:
                judged(self._path)
        except StorageFailed as error:
            self._outcome.fail("broken", f"kill {kill}: {error.told()}")
            self._begin()

    def _look(self, size: int, newest: bytes) -> None:
        """Hold the ledger against what was known and what was acknowledged."""
        before, self._known = self._known, held(self._path, self._known.size)
        if self._known.roots.get(before.size) != before.root:
            self._outcome.fail("lost", f"of the {before.size} lines of before")
        if size > self._known.size:
            self._outcome.fail("lost", f"{size} lines acknowledged, {self._known.size} there")
        elif size and newest != _said(self._path, size):
            self._outcome.fail("lost", f"line {size} says something else")
        written = max(0, self._known.size - before.size)
        self._outcome.count("lines", written)
        if self._known.size > max(size, before.size):
            self._outcome.count("on record but not acknowledged")


def _said(path: Path, size: int) -> bytes:
    """What the line of this number, in the order of the log, says."""
    with fought(path) as ledger:
        return sha256(ledger.rows(size - 1, 1)[0].state).digest()[:8]


def _killed(path: Path, kill: int) -> tuple[int, bytes]:
    """Kill a program that writes; returns what it acknowledged last, (0, b"") if nothing."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            _write_for_ever(path, writing, kill)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        pipe.read(len(_READY))
        time.sleep(Chance(f"kill {kill}").share() ** 2 * LONGEST)
        os.kill(child, signal.SIGKILL)
        ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        told = pipe.read()
    if ended != -signal.SIGKILL:
        raise StorageFailed(f"the writer ended by itself: {ended}")
    if len(told) < _MESSAGE.size:
        return 0, b""
    size, newest = _MESSAGE.unpack(told[-_MESSAGE.size :])
    return size, newest


def _write_for_ever(path: Path, acknowledge: int, kill: int) -> None:
    """Write, and acknowledge each save by how many lines there are and what the newest says."""
    with fought(path) as ledger:
        robots, size = Robots(ledger, f"kill {kill}"), ledger.size
        os.write(acknowledge, _READY)
        while True:
            lines = robots.write()
            size += len(lines)
            os.write(acknowledge, _MESSAGE.pack(size, _digest(lines[-1])))


def _digest(line: Line) -> bytes:
    return sha256(CATALOGUE.encode(line)).digest()[:8]
