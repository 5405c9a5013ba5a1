"""The chronicle of a played campaign, under other hash seeds: not a letter is left to chance."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell, fighting
from tests.console import ROOT
from tests.played import GAMES, played


def told(home: Path, seed: str) -> str:
    """The chronicle as a process of its own tells it."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("ACTA_")}
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "export", "chronicle", "--json"],
        cwd=home,
        env={**clean, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.mark.parametrize("game", [GAMES[0], pytest.param(GAMES[1], marks=pytest.mark.long)])
def test_the_same_text_under_two_hash_seeds(game: str, tmp_path: Path) -> None:
    """One record, two seeds: one text, in which the campaign is opened."""
    home = played(tmp_path / "home", game)
    one, other = told(home, "1"), told(home, "4711")
    assert one == other
    assert "“" in one


def test_a_battle_that_goes_on_has_not_turned_yet(tmp_path: Path) -> None:
    """Given a d6 that beat a d10, one chance in four; then no roll decided what is not decided.

    Both crews are in a battle, so neither of them has not fought.
    """
    shell = fighting(tmp_path)
    shell.do("clash Sura vs Unit Nine then respond defend Unit Nine then roll 5 3")
    text = shell("export chronicle").out
    assert "It has not ended yet." in text
    assert "Ash is in its first battle." in text
    assert "has not fought yet" not in text
    for word in ("decided", "turned", "all hung on"):
        assert word not in text


def test_a_campaign_without_crews_says_so(tmp_path: Path) -> None:
    """Given a campaign that was founded today; then nobody has joined it, and none is counted."""
    shell = Shell(tmp_path)
    assert shell("new W --game mortisphere").code == 0
    told = Shell(tmp_path / "w")("export chronicle --as md").out
    assert "W is a campaign that nobody has joined yet." in told
    assert "of none" not in told
