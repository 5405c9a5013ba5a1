"""acta in this process, as it is typed in a folder: what it said, and how it ended."""

import io
import os
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

import msgspec

from benchmarks.campaign import EXAMPLES
from cli.main import cli

HALL = "--start 'Ash=Granary Hall' --start 'Iron=Granary Hall'"


class Came(msgspec.Struct, frozen=True):
    """What a command said and how it ended."""

    code: int
    out: str
    err: str

    @property
    def sentences(self) -> list[str]:
        """What was said on standard error, without hints and warnings."""
        lines = self.err.splitlines()
        return [line for line in lines if not line.startswith(("hint: ", "warning: "))]


def acta(folder: Path, line: str) -> Came:
    """Run `acta LINE` in a folder, as Ana."""
    out, err = io.StringIO(), io.StringIO()
    os.environ["ACTA_AS"] = "Ana"
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        code = cli.main(shlex.split(line), "acta", standalone_mode=False)
    return Came(code, out.getvalue(), err.getvalue())


def done(folder: Path, *lines: str) -> None:
    """Run commands that must succeed."""
    for line in lines:
        came = acta(folder, line)
        if came.code:
            raise AssertionError(f"acta {line}: {came.err}")


def campaign(folder: Path, *lines: str, options: str = "") -> Path:
    """A campaign of Ash and Iron in the middle of a battle, after some more commands."""
    ash, iron = (shlex.quote(str(EXAMPLES / f"{name}.toml")) for name in ("ash", "iron"))
    done(folder, "new Winter --game mortisphere")
    home = folder / "winter"
    opening = f"battle open last-granary Ash Iron {HALL} {options}"
    done(home, f"crew import {ash}", f"crew import {iron}", opening, *lines)
    return home
