"""What a command costs that is run as people run it.

Measured is processor time, which neighbours on the machine change least; programs run as they are
installed: with their bytecode compiled.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROUNDS = 11
ROOT = Path(__file__).parent.parent

Command = tuple[str, ...]


class Cost(NamedTuple):
    """What one run took: seconds of a processor, and megabytes at most.

    A run has at least the megabytes of the program that starts it, so ledgers are grown elsewhere.
    """

    seconds: float
    memory: float


def acta(*words: str) -> Command:
    """A command of ours, as a person would type it."""
    return (str(Path(sys.executable).parent / "acta"), *words)


def cost(command: Command, folder: Path) -> Cost:
    """Run a command, its output thrown away."""
    settings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(
        command,
        cwd=folder,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def interleaved(runs: Mapping[str, tuple[Command, Path]], rounds: int = ROUNDS) -> dict[str, float]:
    """Median seconds of each command, all run in turn, round by round; the first warms up."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(rounds + 1):
        for name, (command, folder) in runs.items():
            seconds = cost(command, folder).seconds
            found[name] += [seconds] if number else []
    return {name: median(times) for name, times in found.items()}
