"""Rates and their peers, measured in turn in one run: each round's ratio is of that round alone."""

import gc
import hashlib
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from typing import Any, NamedTuple

import msgspec

from benchmarks import playing
from benchmarks.campaign import EDITION, GAME, add_battle, founded, stamp
from benchmarks.seasons import grown
from domain.audit import audit
from domain.game import catalogue
from domain.games.mortisphere.ruling import Note
from domain.ledger.ledger import Ledger
from projections.view import open_views

ROUNDS = 7
SIZE = 6_000
LONG = 100_000
"""Lines of which views are made, and which are verified: to begin costs as much as thousands."""
APPENDS = 120
OPENING = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 c4 c6 cxb5 "
    "axb5 Nc3 Bb7 Bg5 b4 Nb1 h6 Bh4 c5 dxe5 Nxe4 Bxe7 Qxe7 exd6 Qf6 Nbd2 Nxd6"
)


def busy() -> float:
    """Seconds that this program and those it started have kept a processor busy."""
    used = [getrusage(whose) for whose in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


class Rate(NamedTuple):
    """Something that is done over and over: how often a second of a processor.

    What waits for the disk is measured by the clock on the wall.
    """

    name: str
    run: Callable[[], int]
    clock: Callable[[], float] = busy


class Budget(NamedTuple):
    """What a rate is to be beside another, at least."""

    ours: str
    peer: str
    least: float


BUDGETS = (
    Budget("append one action, whole path", "raw sqlite3 durable commit", 0.55),
    Budget("replay battles (decode, fold)", "raw select, typed decode, fold", 0.5),
    Budget("fast verify (scan, chain)", "raw SHA-256 of the same bytes", 0.25),
    Budget("fast verify (scan, chain)", "git fsck, as many commits", 2.5),
    Budget("full audit", "python-chess push_san", 1.5),
    Budget("full audit", "boardgame.io reducer", 6.0),
    Budget("rebuild of all views", "bare scan", 0.3),
)


class Bench:
    """A folder with a ledger in it, and all that is measured on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        grown(folder / "ledger.db", SIZE).close()
        grown(folder / "long.db", LONG).close()
        self.writing = founded(folder / "writing.db")
        self.battle = add_battle(self.writing, "append")
        self.skipped: list[str] = []

    def open(self, file: str = "ledger.db") -> Ledger:
        """The ledger, opened anew: nothing is known yet."""
        return Ledger.open(self.folder / file, catalogue(GAME.id), read_only=True)

    def connection(self, file: str = "ledger.db") -> sqlite3.Connection:
        """The ledger's file, through sqlite3 alone."""
        return sqlite3.connect(f"file:{self.folder / file}?mode=ro", uri=True)

    def states(self) -> list[bytes]:
        """All canonical lines of the long ledger, in the order of the log."""
        with self.connection("long.db") as connection:
            rows = connection.execute("SELECT state FROM stored_events ORDER BY rowid")
            return [bytes(row[0]) for row in rows]

    def append(self) -> int:
        """Actions that are read for, judged, stamped, chained and saved, one by one."""
        for n in range(APPENDS):
            self.writing.submit(
                self.battle,
                GAME.battle,
                [Note(text=f"note {n}")],
                stamp=stamp,
                beside=("campaign",),
                edition=EDITION,
            )
        return APPENDS

    def raw_commits(self) -> int:
        """As many rows of such a size, each in a durable transaction of sqlite3."""
        path = self.folder / "raw.db"
        path.unlink(missing_ok=True)
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA synchronous=EXTRA")
        connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, state BLOB)")
        row = self.states()[-1]
        for _ in range(APPENDS):
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("INSERT INTO t (state) VALUES (?)", (row,))
            connection.execute("COMMIT")
        connection.close()
        return APPENDS

    def replay(self) -> int:
        """Every battle told from its first line."""
        count = 0
        with self.open() as ledger:
            for story in ledger.stories():
                if story.startswith("battle-"):
                    lines = ledger.know(GAME.battle, (story,)).ends[story]
                    count += lines
        return count

    def raw_replay(self) -> int:
        """The same, by sqlite3, a typed decoder and the same fold."""
        decoder = msgspec.json.Decoder(catalogue(GAME.id).line)
        count = 0
        with self.connection() as connection:
            stories = connection.execute("SELECT DISTINCT originator_id FROM stored_events")
            for (story,) in stories.fetchall():
                if not story.startswith("battle-"):
                    continue
                state = GAME.battle.initial
                rows = connection.execute(
                    "SELECT state FROM stored_events WHERE originator_id = ?"
                    " ORDER BY originator_version",
                    (story,),
                )
                for (row,) in rows:
                    state = GAME.battle.evolve(state, decoder.decode(row).data)
                    count += 1
        return count

    def verify(self) -> int:
        """Every row scanned and its link worked out again."""
        with self.open("long.db") as ledger:
            count = ledger.verify()
            if ledger.broken:
                raise AssertionError("the chain does not hold")
            return count

    def raw_hash(self) -> int:
        """SHA-256 of the same bytes, held in memory."""
        states = self.states()
        began = time.process_time()
        for state in states:
            hashlib.sha256(state).digest()
        self.hashing = time.process_time() - began
        return len(states)

    def full_audit(self) -> int:
        """Bytes, chain, rules and dice of everything."""
        with self.open() as ledger:
            report = audit(ledger)
            if report.verdict not in ("clean", "clean, with notes"):
                raise AssertionError(report)
            return report.checked.events

    def rebuild(self) -> int:
        """All views from nothing."""
        path = self.folder / "views.db"
        path.unlink(missing_ok=True)
        with self.open("long.db") as ledger:
            views = open_views(ledger, GAME, path)
            views.catch_up()
            size = ledger.size
            views.close()
        return size

    def scan(self) -> int:
        """All of all rows read by sqlite3, and nothing done with them."""
        with self.connection("long.db") as connection:
            return sum(1 for _ in connection.execute("SELECT * FROM stored_events ORDER BY rowid"))

    def git(self) -> Callable[[], int] | None:
        """`git fsck` of as many commits, if there is git."""
        if shutil.which("git") is None:
            self.skipped.append("git fsck (no git)")
            return None
        folder, size = self.folder / "git", len(self.states())
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
        commits = "".join(
            f"commit refs/heads/main\ncommitter a <a@b> {n} +0000\ndata 5\nline\n\n"
            for n in range(1, size + 1)
        )
        subprocess.run(
            ["git", "-C", str(folder), "fast-import", "--quiet"],
            input=commits.encode(),
            check=True,
        )

        def fsck() -> int:
            subprocess.run(
                ["git", "-C", str(folder), "fsck", "--no-progress"],
                check=True,
                capture_output=True,
            )
            return size

        return fsck

    def chess(self) -> Callable[[], int] | None:
        """python-chess: a game's moves read, judged and made."""
        try:
            chess: Any = import_module("chess")
        except ImportError:
            self.skipped.append("python-chess (pip install chess)")
            return None
        moves = OPENING.split()

        def push() -> int:
            for _ in range(20):
                board = chess.Board()
                for move in moves:
                    board.push_san(move)
            return 20 * len(moves)

        return push

    def rates(self) -> Iterator[Rate]:
        """Everything that can be measured here."""
        yield Rate("append one action, whole path", self.append, time.perf_counter)
        yield Rate("raw sqlite3 durable commit", self.raw_commits, time.perf_counter)
        yield Rate("replay battles (decode, fold)", self.replay)
        yield Rate("raw select, typed decode, fold", self.raw_replay)
        yield Rate("fast verify (scan, chain)", self.verify)
        yield Rate("raw SHA-256 of the same bytes", self.raw_hash)
        yield Rate("full audit", self.full_audit)
        yield Rate("rebuild of all views", self.rebuild)
        yield Rate("bare scan", self.scan)
        for name, peer in (
            ("git fsck, as many commits", self.git),
            ("python-chess push_san", self.chess),
        ):
            run = peer()
            if run is not None:
                yield Rate(name, run)
        for name, run in playing.runs(self.folder):
            yield Rate(name, run)
        self.skipped.append("boardgame.io (a peer in JavaScript: npm install boardgame.io)")


def measure(rounds: int = ROUNDS) -> None:
    """Measure all rates in turn, round by round, and print them with their ratios."""
    gc.set_threshold(50_000)  # as `cli.start` does
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name))
        rates = list(bench.rates())
        found: dict[str, list[float]] = {rate.name: [] for rate in rates}
        for number in range(rounds):
            print(f"\rround {number + 1} of {rounds}", end="", flush=True)
            for rate in rates:
                began = rate.clock()
                count = rate.run()
                spent = rate.clock() - began
                if rate.name.startswith("raw SHA-256"):
                    spent = bench.hashing
                found[rate.name].append(count / spent)
        bench.writing.close()
    print("\r", end="")
    for rate in rates:
        print(f"{rate.name:40} {median(found[rate.name]):14,.0f}/s")
    print()
    for budget in BUDGETS:
        with suppress(KeyError):
            ratios = [a / b for a, b in zip(found[budget.ours], found[budget.peer], strict=True)]
            kept = "kept" if median(ratios) >= budget.least else "MISSED"
            print(
                f"{budget.ours} / {budget.peer}: {median(ratios):.2f} "
                f"({min(ratios):.2f} to {max(ratios):.2f}), at least {budget.least}: {kept}"
            )
    for peer in bench.skipped:
        print(f"not measured: {peer}")
