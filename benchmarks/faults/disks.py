"""Disks that are full or cannot be written.

A ledger grows until its disk is full, or until the system lets it grow no more: what was saved is
there, the command says so in one sentence with exit code 5, and with some room it goes on. From a
disk that cannot be written everything can be read, and nothing is half done.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.faults import mounts
from benchmarks.faults.chance import Chance
from benchmarks.faults.outcome import Outcome, Skipped, shown, timed
from benchmarks.faults.shell import acta, campaign
from benchmarks.faults.table import Held, Robots, fought, held, judged, opened
from domain.terms import StorageFailed

TIMES = 60
SMALL, SPACE = 200_000, 8_000_000
"""Bytes of a small disk, and of one with room enough."""

READS = (
    "status",
    "log",
    "next",
    "battle show 1",
    "crew show ash",
    "member show sura",
    "standings",
    "audit",
    "doctor",
)
WRITES = (
    "do 'hold moth'",
    "undo --yes",
    "do 'note \"it rains\"'",
    "house set absorb fixed_3",
    "sign -o receipt.txt",
    "export bundle -o all.acta",
    "backup copy.db",
    "key make Ana",
)
FAULT = 5


def run(times: int = TIMES) -> Outcome:
    """So many full disks of either kind, then one that cannot be written."""
    outcome = Outcome({})
    with timed(outcome), TemporaryDirectory(prefix="acta-disks-") as name:
        for trial in (_small_disks, _limits, _read_only):
            try:
                trial(Path(name), times, outcome)
            except Skipped as why:
                outcome.count(f"{trial.__name__.strip('_')} skipped ({why})", 0)
    return outcome


def _small_disks(folder: Path, times: int, outcome: Outcome) -> None:
    """Disks of any size, each written until it is full."""
    for number in shown(range(times), times):
        chance = Chance(f"disk {number}")
        with mounts.small(folder / "small", SPACE) as disk:
            path = disk / "ledger.db"
            opened(path).close()
            mounts.resized(disk, path.stat().st_size + chance.below(SMALL))
            saved, told = _filled(path, number)
            outcome.count("full disks")
            mounts.resized(disk, SPACE)
            _check(path, saved, told, (f"full disk {number}", outcome))


def _filled(path: Path, number: int) -> tuple[Held, str]:
    """Write until that fails; returns what was saved by then, and what was said."""
    saved = held(path)
    with fought(path) as ledger:
        robots = Robots(ledger, f"full {number}")
        while True:
            try:
                robots.write()
            except StorageFailed as failed:
                return saved, failed.told()
            saved = held(path)


def _limits(folder: Path, times: int, outcome: Outcome) -> None:
    """Files that the system lets grow no further (RLIMIT_FSIZE)."""
    try:
        import resource  # noqa: PLC0415  not everywhere
    except ImportError:
        raise Skipped("there are no limits here") from None
    for number in shown(range(times), times):
        path = folder / "limited.db"
        path.unlink(missing_ok=True)
        opened(path).close()
        limit = path.stat().st_size + Chance(f"limit {number}").below(SMALL)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
                saved, told = _filled(path, number)
                os.write(writing, f"{saved.size} {saved.root.hex()} {told}".encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            size, root, told = pipe.read().decode().split(" ", 2)
        os.waitpid(child, 0)
        outcome.count("limited files")
        saved = Held(int(size), bytes.fromhex(root), {})
        _check(path, saved, told, (f"limited file {number}", outcome))


def _check(path: Path, saved: Held, told: str, into: tuple[str, Outcome]) -> None:
    """What was saved is there, and it goes on."""
    where, outcome = into
    try:
        now = held(path, saved.size, pages=True)
        if now.roots.get(saved.size) != saved.root or now.size != saved.size:
            outcome.fail("lost", f"{where}: {saved.size} lines saved, {now.size} there")
        with fought(path) as ledger:
            Robots(ledger, where).write()
        judged(path)
    except StorageFailed as error:
        outcome.fail("broken", f"{where}: {error.told()}")
    if not any(word in told for word in ("is full", "disk failed")):
        outcome.fail("badly told", f"{where}: {told}")


def _read_only(folder: Path, _times: int, outcome: Outcome) -> None:
    """All that is read is read; each write is refused in one sentence, and nothing changes."""
    home = campaign(folder, "crew show ash")
    right = {line: acta(home, line).out for line in READS}
    before = _files(home)
    with mounts.read_only(home):
        for line in READS:
            came = acta(home, line)
            outcome.count("reads from a disk that cannot be written")
            if came.code or (came.out != right[line] and line != "doctor"):
                outcome.fail("unread", f"{line}: {came.code} {came.err}{came.out}")
        for line in WRITES:
            came = acta(home, line)
            outcome.count("writes to a disk that cannot be written")
            if came.code != FAULT or len(came.sentences) != 1:
                outcome.fail("badly told", f"{line}: {came.code} {came.err}")
    if _files(home) != before:
        outcome.fail("broken", "a disk that cannot be written was written")
    for line in WRITES[:1]:
        if acta(home, line).code or acta(home, "audit").code:
            outcome.fail("stuck", line)


def _files(home: Path) -> dict[str, bytes]:
    return dict(_contents(home))


def _contents(home: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(home.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(home)), path.read_bytes()
