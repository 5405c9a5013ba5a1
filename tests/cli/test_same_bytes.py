"""The same record gives the same bytes, in every kind of export and every format."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from cli.export import KINDS
from tests.console import ROOT
from tests.exports import EXPORTS, files, lines
from tests.played import GAMES, PLAIN, played

HERE = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "C", "PYTHONHASHSEED": "0"}
THERE = {
    "TZ": "America/St_Johns",
    "LC_ALL": "tr_TR.UTF-8",
    "LANG": "tr_TR",
    "PYTHONHASHSEED": "4711",
}
RUN = """
import json, sys
from cli.main import cli
for words in json.load(sys.stdin):
    if code := cli.main(words, standalone_mode=False):
        sys.exit(f"{code}: {words}")
"""


def exported(
    home: Path, kinds: Sequence[str], game: str, surroundings: dict[str, str]
) -> dict[str, bytes]:
    """What the lines of these kinds write, in a process of its own with these surroundings."""
    (home / "out").mkdir()
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ACTA_")}
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=msgspec.json.encode([line for kind in kinds for line in lines(kind, game, PLAIN)]),
        cwd=home,
        env={**clean, "PYTHONPATH": str(ROOT), **surroundings},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    return files(home / "out")


def in_turn(game: str, turn: int) -> list[str]:
    """Every other kind of export: each kind has its turn in one of the games, then in the other."""
    return [kind for at, kind in enumerate(EXPORTS) if GAMES[(at + turn) % 2] == game]


@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_two_exports_of_one_state_are_the_same_bytes(game: str, turn: int, tmp_path: Path) -> None:
    """Given one record in two folders, under two time zones, locales and seeds of hashes.

    When its kinds are exported in both, then the files have the same names and bytes.
    """
    pytest.importorskip("typst", reason="needs the extra [print]")
    one, other = (
        exported(played(tmp_path / place, game), in_turn(game, turn), game, surroundings)
        for place, surroundings in (("here", HERE), ("there", THERE))
    )
    assert list(one) == list(other)
    assert one
    for name, content in one.items():
        assert content == other[name], name
        assert b"\r" not in content or name.endswith((".pdf", ".png")), name
        assert str(tmp_path).encode() not in content, name


def test_every_kind_of_export_is_among_them() -> None:
    """Who adds a kind adds it to the table, in every format that it has."""
    assert set(KINDS) <= set(EXPORTS)
    assert set(in_turn(GAMES[0], 0)) ^ set(in_turn(GAMES[1], 0)) == set(EXPORTS)
