"""A ledger in PostgreSQL beside the driver alone: ratios of one interleaved run, by the wall clock.

The server is one of our own, which syncs what it writes; both speak to it over its socket.
"""

import gc
import secrets
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from statistics import median

import psycopg

from benchmarks.campaign import EDITION, GAME, add_battle, founded, stamp
from benchmarks.seasons import grown
from domain.game import catalogue
from domain.games.mortisphere.ruling import Note
from domain.ledger import moving
from domain.ledger.connection import connect
from domain.ledger.ledger import Ledger
from domain.ledger.server import Server, given
from projections.view import open_views
from tests.servers import Local, started

Run = Callable[[], int]
"""Something that is done over and over; returns how often it was done."""

ROUNDS = 7
APPENDS = 120
LONG = 50_000
RAW = """
    CREATE TABLE raw (
        position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        story TEXT NOT NULL, line BIGINT NOT NULL, topic TEXT NOT NULL,
        state BYTEA NOT NULL, hash BYTEA NOT NULL, UNIQUE (story, line)
    )
"""
INSERT = b"INSERT INTO raw (story, line, topic, state, hash) VALUES (%b, %b, %b, %b, %b)"

RATIOS = (
    ("append one action, whole path", "raw psycopg, one durable INSERT"),
    ("append one action, whole path", "raw psycopg, the same with a lock"),
    ("fast verify (scan, chain)", "raw psycopg scan"),
    ("fast verify (scan, chain)", "raw SHA-256 of the same bytes"),
    ("rebuild of all views", "raw psycopg scan"),
    ("rebuild of all views", "rebuild in a file"),
)


class Bench:
    """A server with a long ledger, a short one that is written, and a bare table."""

    def __init__(self, server: Local, folder: Path) -> None:
        self.file = folder / "ledger.db"
        with grown(self.file, LONG) as source:
            self.long = given(server.url, source.campaign)
            with Ledger.create(self.long, catalogue(GAME.id), source.campaign) as target:
                began = time.perf_counter()
                lack = moving.lack(source, self.long, target)
                size = moving.settle(source, target, lack)
                self.moved = size / (time.perf_counter() - began)
        self.size = size
        campaign = secrets.token_hex(16)
        self.writing = founded(given(server.url, campaign), campaign)
        self.battle = add_battle(self.writing, "append")
        self.raw = psycopg.connect(server.url, autocommit=True)
        self.raw.execute(RAW)
        self._lines = 0

    def close(self) -> None:
        """Let go of all connections."""
        self.writing.close()
        self.raw.close()

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

    def insert(self, *, lock: bool = False) -> int:
        """As many rows of such a size, each in a durable transaction."""
        row = self.writing.rows_of(self.battle)[-1]
        for _ in range(APPENDS):
            self._lines += 1
            values = (row.story, self._lines, row.topic, row.state, row.hash)
            if not lock:
                self.raw.execute(INSERT, values)
                continue
            self.raw.execute("BEGIN; LOCK TABLE raw IN EXCLUSIVE MODE")
            self.raw.execute(INSERT, values)
            self.raw.execute("COMMIT")
        return APPENDS

    def verify(self) -> int:
        """Every link of the long ledger followed."""
        with Ledger.open(self.long, catalogue(GAME.id), read_only=True) as ledger:
            return ledger.verify()

    def scan(self) -> int:
        """Its rows, handed over by the server and looked at by nobody."""
        query = "SELECT originator_id, originator_version, state, hash FROM stored_events"
        with (
            connect(self.long, read_only=True, schemas=(self.long.ledger,)) as connection,
            connection.transaction(),
            psycopg.ServerCursor(connection, "scan", row_factory=psycopg.rows.tuple_row) as rows,
        ):
            rows.itersize = 1000
            rows.execute(query.encode(), binary=True)
            return sum(1 for _ in rows)

    def states(self) -> list[bytes]:
        """All canonical lines of the long ledger."""
        with Ledger.open(self.long, catalogue(GAME.id), read_only=True) as ledger:
            return [row.state for row in ledger.rows(0, self.size)]

    def rebuild(self) -> int:
        """All views made anew, on the server."""
        return self._rebuilt(self.long)

    def rebuild_in_a_file(self) -> int:
        """The same from the same lines in a file, into a file."""
        return self._rebuilt(self.file)

    @staticmethod
    def _rebuilt(place: Server | Path) -> int:
        views = place if isinstance(place, Server) else place.with_name("views.db")
        with (
            Ledger.open(place, catalogue(GAME.id), read_only=True) as ledger,
            open_views(ledger, GAME, views) as made,
        ):
            return made.rebuild()


def hashed(states: list[bytes]) -> int:
    """Every state through SHA-256."""
    return len([sha256(state).digest() for state in states])


def measure(rounds: int = ROUNDS) -> None:
    """Measure in turn, round by round, and print rates and ratios."""
    gc.set_threshold(50_000)  # as `cli.start` does
    server = started()
    server.be_durable(durable=True)
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(server, Path(name))
        states = bench.states()
        runs: dict[str, Run] = {
            "append one action, whole path": bench.append,
            "raw psycopg, one durable INSERT": bench.insert,
            "raw psycopg, the same with a lock": lambda: bench.insert(lock=True),
            "fast verify (scan, chain)": bench.verify,
            "raw psycopg scan": bench.scan,
            "raw SHA-256 of the same bytes": lambda: hashed(states),
            "rebuild of all views": bench.rebuild,
            "rebuild in a file": bench.rebuild_in_a_file,
        }
        found: dict[str, list[float]] = {each: [] for each in runs}
        for number in range(rounds):
            print(f"\rround {number + 1} of {rounds}", end="", flush=True)
            for each, run in runs.items():
                began = time.perf_counter()
                count = run()
                found[each].append(count / (time.perf_counter() - began))
        bench.close()
    server.stop()
    print("\r", end="")
    for each, rates in found.items():
        print(f"{each:40} {median(rates):14,.0f}/s")
    print(f"{'moved from a file, compared, sealed':40} {bench.moved:14,.0f}/s")
    print()
    for ours, peer in RATIOS:
        ratios = [a / b for a, b in zip(found[ours], found[peer], strict=True)]
        print(f"{ours} / {peer}: {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
