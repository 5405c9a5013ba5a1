"""A shell for tests: acta run in a folder, as people type it, with what came on both streams."""

import os
import shlex
from contextlib import chdir
from pathlib import Path
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


def campaign(folder: Path) -> Shell:
    """A campaign of the two crews that a reader begins with, Ash and Iron."""
    shell = Shell(folder)
    for line in (
        "new Winter --game mortisphere",
        f"--campaign winter crew import {shlex.quote(str(EXAMPLES / 'ash.toml'))}",
        f"--campaign winter crew import {shlex.quote(str(EXAMPLES / 'iron.toml'))}",
    ):
        came = shell(line)
        assert came.code == 0, came.err
    return Shell(folder / "winter")


HALL = "--start 'Ash=Granary Hall' --start 'Iron=Granary Hall'"


def fighting(folder: Path, options: str = "") -> Shell:
    """That campaign with a battle open, both crews in the Granary Hall by agreement.

    Ash is worth 26, Iron 36, so Ash begins (MS-INI-1, -3).
    """
    shell = campaign(folder)
    came = shell(f"battle open last-granary Ash Iron {HALL} {options}")
    assert came.code == 0, came.err
    return shell
