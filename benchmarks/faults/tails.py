"""Torn ends: the ledger's file, or the journal of an unfinished write, is cut off at a byte.

Opened, it is whole or it is reported; `acta doctor --salvage` carries over what holds; the next
line there has the number after the last good one, and an audit finds nothing.
"""

import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from benchmarks.faults.outcome import Outcome, shown, timed
from benchmarks.faults.shell import acta, campaign
from cli.home import LEDGER
from domain.ledger.trouble import unfinished

PAGE = 4096
LAST = "the last word of all"
_HEADER = 600
"""Bytes of a journal before its first page, and a few of that."""


def run(step: int = 1) -> Outcome:
    """Cut at each `step`-th byte of the last line and of a journal's head, and at each page."""
    outcome = Outcome({})
    memory = Path("/dev/shm")  # noqa: S108  a copy each time, none of which need outlive us
    with (
        timed(outcome),
        TemporaryDirectory(prefix="acta-tails-", dir=memory if memory.is_dir() else None) as name,
    ):
        notes = [f"do 'note \"{number} {'x' * 700}\"'" for number in range(12)]
        home = campaign(Path(name), *notes, f"do 'note \"{LAST}\"'")
        torn = Torn(home, outcome)
        whole = (home / LEDGER).read_bytes()
        half, journal = _unfinished(home)
        at = whole.rindex(LAST.encode())
        begin, end = whole.rindex(b'{"at":', 0, at), at + 600
        pages = range(0, len(whole), PAGE)
        for cut in _shown([*pages, *range(begin, end, step)]):
            torn.look(whole[:cut], b"", f"the ledger cut at {cut}")
        cuts = [*range(0, _HEADER, step), *range(0, len(journal), PAGE), len(journal)]
        for cut in _shown(cuts):
            torn.look(half, journal[:cut], f"the journal cut at {cut}")
    return outcome


def _shown(cuts: list[int]) -> Iterator[int]:
    return shown(cuts, len(cuts))


class Torn:
    """A campaign whose ledger is torn again and again."""

    def __init__(self, home: Path, outcome: Outcome) -> None:
        self._home = home
        self._outcome = outcome
        self._right = self._lines(home)

    def look(self, ledger: bytes, journal: bytes, where: str) -> None:
        """Lay out what is left, read it, carry over what holds, add a line, check all."""
        self._outcome.count("cuts")
        (self._home / LEDGER).write_bytes(ledger)
        beside = unfinished(self._home / LEDGER)
        beside.unlink(missing_ok=True)
        if journal:
            beside.write_bytes(journal)
        report = acta(self._home, "audit")
        if "Traceback" in report.err or "mistake" in report.err:
            self._outcome.fail("badly told", f"{where}: {report.err}")
        if report.code == 0:
            self._outcome.count("whole")
            if self._lines(self._home) != self._right:
                self._outcome.fail("shown as true", where)
            return
        self._outcome.count("reported")
        self._salvage(where)

    def _salvage(self, where: str) -> None:
        """Carry over what holds into a new folder, and go on there."""
        new = self._home.parent / "new"
        shutil.rmtree(new, ignore_errors=True)
        came = acta(self._home, "doctor --salvage ../new --json")
        if came.code:
            self._outcome.count("nothing to be saved")
            if '"error"' not in came.out or "mistake" in came.out or new.exists():
                self._outcome.fail("badly told", f"{where}: {came.out}")
            return
        self._outcome.count("salvaged")
        lines = self._lines(new)
        if any(told != self._right.get(address) for address, told in lines.items()):
            self._outcome.fail("shown as true", f"{where}: {lines}")
        end = msgspec.json.decode(came.out)["stories"].get("battle-1", 0)
        written = acta(new, "do 'note \"after\"'")
        if written.code and end > 1:
            self._outcome.fail("stuck", f"{where}: {written.err}")
        elif written.code == 0 and not re.search(rf"\bbattle-1/{end + 1}\b", written.out):
            self._outcome.fail("misnumbered", f"{where}: {written.out}")
        audited = acta(new, "audit")
        if "BrokenChain" in audited.out or "Unreadable" in audited.out:
            self._outcome.fail("broken", f"{where}: {audited.out}")

    @staticmethod
    def _lines(home: Path) -> dict[str, Any]:
        """What each line says, by its address."""
        found = msgspec.json.decode(acta(home, "log --all --json").out)
        return {line["address"]: (line["told"], line["at"]) for line in found}


def _unfinished(home: Path) -> tuple[bytes, bytes]:
    """The ledger in the middle of a big write that has reached the file, and its journal."""
    path = home / LEDGER
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA cache_size=5")  # so that pages reach the file before the end
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state, hash)"
            " VALUES ('battle-1', ?, 'toy', zeroblob(1000), zeroblob(32))",
            [(number,) for number in range(1_000, 1_060)],
        )
        connection.execute("UPDATE log SET size = size + 60")
        found = path.read_bytes(), unfinished(path).read_bytes()
        connection.execute("ROLLBACK")
    return found
