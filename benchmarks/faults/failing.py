"""The n-th call on a file fails, for every n of a command: the disk is full, the disk is broken.

Nothing that was on record may be lost; the command says in one sentence what it could not do, with
exit code 5, or has done it all the same; the next command works, and an audit finds nothing.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.faults import failing_worker
from benchmarks.faults.compiled import library, run_with
from benchmarks.faults.outcome import Outcome, timed


def run(*names: str) -> Outcome:
    """Try the commands that are named (`failing_worker.TRIALS`), or all."""
    memory = Path("/dev/shm")  # noqa: S108  thousands of copies, none of which need outlive us
    outcome = Outcome()
    with TemporaryDirectory(
        prefix="acta-failing-", dir=memory if os.access(memory, os.W_OK) else None
    ) as name:
        folder = Path(name).resolve()
        tool = library("failing", folder)
        (folder / "work").mkdir()
        words = (str(tool), str(folder / "work"), *names)
        disk = str(folder / "work" / "disk")
        with timed(outcome):
            told = run_with(tool, failing_worker.__name__, *words, FAULTS_DIR=disk)
    found = msgspec.json.decode(told, type=Outcome)
    return Outcome(found.figures | outcome.figures, found.wrong)
