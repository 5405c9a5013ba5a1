"""A shell for tests: acta run in a folder, as people type it, with what came on both streams."""

import os
import shlex
import shutil
from contextlib import chdir
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from click.testing import CliRunner

from cli.main import cli
from tests.console import ROOT

EXAMPLES = ROOT / "examples"
SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


class Came(msgspec.Struct, frozen=True):
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What it printed, line by line."""
        return self.out.splitlines()

    def json(self) -> Any:
        """The one document that it printed."""
        return msgspec.json.decode(self.out)


class Shell:
    """Somebody in a folder."""

    def __init__(self, folder: Path, by: str = "Ana") -> None:
        self.folder = folder
        self.by = by

    def __call__(self, line: str, *, typed: str = "", by: str = "", **env: str) -> Came:
        """Run `acta LINE`."""
        return self.words(shlex.split(line), typed=typed, by=by, **env)

    def words(self, words: list[str], *, typed: str = "", by: str = "", **env: str) -> Came:
        """Run acta with these words."""
        clean = {name: None for name in os.environ if name.startswith("ACTA_")}
        surroundings = {**clean, "ACTA_AS": by or self.by, **env}
        with chdir(self.folder):
            done = CliRunner().invoke(cli, words, input=typed, env=surroundings, prog_name="acta")
        return Came(done.exit_code, done.stdout, done.stderr)

    def do(self, *lines: str, by: str = "") -> Came:
        """Run `acta do` for each line, all of which must be accepted; returns what came last."""
        came = Came(0, "", "")
        for line in lines:
            came = self.words(["do", line], by=by)
            assert came.code == 0, came.err
        return came


HALL = "--start 'Ash=Granary Hall' --start 'Iron=Granary Hall'"
BEGUN = TemporaryDirectory(prefix="acta-tests-")  # what many tests begin with, made once


@cache
def begun(options: str) -> Path:
    """The folder of a campaign to copy: with a battle open, where options are given."""
    place = Path(BEGUN.name) / hex(len(list(Path(BEGUN.name).iterdir())))
    place.mkdir()
    shell = Shell(place)
    lines = [
        "new Winter --game mortisphere",
        f"--campaign winter crew import {shlex.quote(str(EXAMPLES / 'ash.toml'))}",
        f"--campaign winter crew import {shlex.quote(str(EXAMPLES / 'iron.toml'))}",
    ]
    lines += [f"--campaign winter battle open {options}"] if options else []
    for line in lines:
        came = shell(line)
        assert came.code == 0, came.err
    return place / "winter"


def campaign(folder: Path, options: str = "") -> Shell:
    """A campaign of the two crews that a reader begins with, Ash and Iron."""
    shutil.copytree(begun(options), folder / "winter")
    return Shell(folder / "winter")


def fighting(folder: Path, options: str = "") -> Shell:
    """That campaign with a battle open, both crews in the Granary Hall by agreement.

    Ash is worth 26, Iron 36, so Ash begins (MS-INI-1, -3).
    """
    return campaign(folder, f"last-granary Ash Iron {HALL} {options}")


def settle(shell: Shell) -> None:
    """Go through the aftermath of a battle that Iron conceded in its first round, Ash finding 3."""
    shell.do("choose Kiln", "roll 1", "done Ash", "done Iron")
