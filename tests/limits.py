"""A command run within limits of time and memory, in a process that is forked for it."""

import os
import pickle
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.cli.shell import Came

LARGE = 2**28
HERE = sys.platform == "linux"  # only there does a limit of memory hold what a program asks for
MEMORY = 400 * 2**20  # bytes beyond those that the tests themselves have
SECONDS = 10  # of the processor, and by the clock


class Cost(NamedTuple):
    """What a command took: seconds of the processor, bytes at its peak."""

    seconds: float
    bytes: int


def bounded(run: Callable[[], Came], *, memory: int = MEMORY) -> tuple[Came, Cost]:
    """What a command prints, and what it took; it is killed where it waits or takes too much."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        _run(run, reader, writer, memory)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    _, status, used = os.wait4(child, 0)
    assert status == 0, f"killed by {signal.strsignal(status & 0x7F) or status}"
    came: Came = pickle.loads(told)  # noqa: S301  our own child wrote it
    return came, Cost(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def _run(run: Callable[[], Came], reader: int, writer: int, memory: int) -> None:
    """Run in the child, and end it."""
    code = 70
    try:
        os.close(reader)
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * resource.getpagesize() + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        signal.alarm(SECONDS)
        with os.fdopen(writer, "wb") as pipe:
            pipe.write(pickle.dumps(run()))
        code = 0
    finally:
        os._exit(code)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder and what it holds, views aside: they follow from the ledger."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith("views.db") and path.stat().st_size < LARGE
    }
