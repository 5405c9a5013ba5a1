"""Somebody puts a link in a file's place while it is written: what it leads to stays as it was.

A second program removes the file and links its name to something precious, as fast as it can, while
commands write there: exports, receipts, keys, backups. Writing as most programs do it is tried too:
if that harms nothing, nobody raced.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGKILL
from tempfile import TemporaryDirectory

from benchmarks.faults.outcome import Outcome, Skipped, shown, timed
from benchmarks.faults.shell import acta, campaign

TIMES = 2_000
PRECIOUS = b"precious"
WRITES = {
    "battle.acta": "export replay 1 -o battle.acta --force",
    "all.acta": "export bundle -o all.acta",
    "again.acta": "export bundle -o again.acta --force",
    "receipt.txt": "sign -o receipt.txt --force",
    "copy.db": "backup copy.db",
    "ana.key": "key make Ana -o ana.key",
}
OPEN = stat.S_IRWXG | stat.S_IRWXO


def run(times: int = TIMES) -> Outcome:
    """Write each kind of file in turn, so often in all, against somebody who changes its name."""
    if not hasattr(os, "fork"):
        raise Skipped("there is no fork here")
    outcome = Outcome({})
    with timed(outcome), TemporaryDirectory(prefix="acta-links-") as name:
        home = campaign(Path(name))
        precious = Path(name) / "precious"
        precious.write_bytes(PRECIOUS)
        for file, line in WRITES.items():
            with _racing(home / file, precious):
                each = times // len(WRITES)
                for _ in shown(range(each), each):
                    _write(home, file, line, outcome)
            if precious.read_bytes() != PRECIOUS:
                outcome.fail("written through", line)
                precious.write_bytes(PRECIOUS)
            _swept(home, file, outcome)
        _control(home / "naive", precious, outcome)
    return outcome


def _write(home: Path, file: str, line: str, outcome: Outcome) -> None:
    """One command; it writes, or says why not."""
    came = acta(home, line)
    outcome.count("written" if came.code == 0 else "refused")
    if came.code not in {0, 2, 5} or len(came.sentences) > 1 + (came.code == 0) * 9:
        outcome.fail("badly told", f"{line}: {came.code} {came.err}")
    path = home / file
    with suppress(OSError):
        if file.endswith(".key") and stat.S_IMODE(path.lstat().st_mode) & OPEN and _file(path):
            outcome.fail("open to others", line)


def _file(path: Path) -> bool:
    return stat.S_ISREG(path.lstat().st_mode)


def _swept(home: Path, file: str, outcome: Outcome) -> None:
    """Nothing half written is left beside the file."""
    (home / file).unlink(missing_ok=True)
    for left in home.glob(".acta-*"):
        outcome.fail("left behind", str(left))


@contextmanager
def _racing(path: Path, precious: Path) -> Iterator[None]:
    """While this lasts, another program links a name to something precious, again and again."""
    child = os.fork()
    if child == 0:
        while True:
            with suppress(OSError):
                path.unlink()
            with suppress(OSError):
                path.symlink_to(precious)
    try:
        yield
    finally:
        os.kill(child, SIGKILL)
        os.waitpid(child, 0)


def _control(path: Path, precious: Path, outcome: Outcome) -> None:
    """Write as most programs do, and see that the precious file suffers."""
    with _racing(path, precious):
        for _ in range(10_000):
            with suppress(OSError):
                path.write_bytes(b"naive")
            if precious.read_bytes() != PRECIOUS:
                outcome.count("a naive program wrote through a link")
                return
    outcome.fail("blind", "a naive program was never tricked")
