"""Small disks and disks that cannot be written, mounted for a while (Linux, as root)."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.faults.outcome import Skipped


def _mount(*words: str) -> None:
    """Mount or change something; Skipped where that is not allowed."""
    if sys.platform != "linux" or os.geteuid() != 0:
        raise Skipped("only root mounts disks, on Linux")
    try:
        done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise Skipped("there is no mount here") from None
    if done.returncode:
        raise Skipped(f"mount does not work here: {done.stderr.strip()}")


@contextmanager
def small(folder: Path, size: int) -> Iterator[Path]:
    """A disk of so many bytes, in memory."""
    folder.mkdir(exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def resized(folder: Path, size: int) -> None:
    """Give such a disk another size."""
    _mount("-o", f"remount,size={size}", str(folder))


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """A folder as if it lay on a disk that cannot be written."""
    _mount("--bind", str(folder), str(folder))
    try:
        _mount("-o", "remount,bind,ro", str(folder))
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
