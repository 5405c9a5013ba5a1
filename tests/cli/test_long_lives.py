"""A record that has grown: any moment of it can be looked at, and nothing falls off its end."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import seasons
from benchmarks.campaign import GAME
from benchmarks.seasons import grown
from domain.game import catalogue
from domain.ledger.ledger import Ledger
from tests.cli.shell import Shell, fighting
from tests.console import surroundings
from tests.season import drawn

LINES = (
    "c sura vs unit; rd unit; 5 3",
    "hold kiln",
    "undo",
    'note "a draught"',
    "hold rook",
    "c vex vs kiln; rd kiln; 2 5",
    "undo",
    "redo",
    'note "enough"',
)
"""A battle in which much is thought better of."""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Ash and Iron in the Granary Hall."""
    return fighting(tmp_path)


def test_case_70_any_moment_is_as_it_was(shell: Shell) -> None:
    """Sought in any order while the battle grows: what stood behind a line stands there for ever.

    A moment is looked at by the last line that stood there and still counts.
    """
    seen: dict[str, Any] = {}
    for number, line in enumerate(LINES):
        shell.do(line)
        told = [each for each in shell("log 1 --json").json() if not each["retracted"]]
        seen[told[-1]["address"]] = shell("battle show --json").json()
        for sought in range(3):
            address = list(seen)[drawn(f"seek {number}", sought, len(seen))]
            if all(each["address"] != address for each in told):
                continue  # it was taken back since
            assert shell(f"battle show 1 --at {address} --json").json() == seen[address]
    assert len(seen) >= 5


def anew(folder: Path, *words: str) -> str:
    """What a command prints in a process of its own."""
    command = (sys.executable, "-m", "cli.main", *words)
    done = subprocess.run(
        command, cwd=folder, env=surroundings(), capture_output=True, text=True, check=True
    )
    return done.stdout


def lived(folder: Path, monkeypatch: pytest.MonkeyPatch, lines: int) -> Shell:
    """A campaign of at least so many lines: one battle, and seasons like it."""
    assert Shell(folder)("new Long --game mortisphere --at long").code == 0
    monkeypatch.setattr(seasons, "SEASON", 1)
    home = folder / "long"
    campaign = (home / "acta.toml").read_text("utf-8").split('campaign = "')[1][:32]
    (home / "ledger.db").unlink()
    grown(home / "ledger.db", lines, campaign).close()
    return Shell(home)


def test_case_68_what_was_replayed_before_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One battle after another in one process shows each as it is shown alone, in any order."""
    shell = lived(tmp_path, monkeypatch, 700)
    alone = {battle: anew(shell.folder, "replay", battle, "--json") for battle in ("1", "2")}
    assert alone["1"] != alone["2"]
    for battle in ("1", "2", "1", "1"):
        assert shell(f"replay {battle} --json").out == alone[battle]


def test_case_124_ten_seasons_keep_every_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of lines: the log tells each of them, in its order."""
    shell = lived(tmp_path, monkeypatch, 4_500)
    with Ledger.open(shell.folder / "ledger.db", catalogue(GAME.id), read_only=True) as ledger:
        stored = [line.address for line in ledger.lines(ledger.rows(0, ledger.size))]
        assert sum(story.startswith("battle-") for story in ledger.stories()) >= 10
    assert len(stored) >= 4_500
    assert [one["address"] for one in shell("log --all --json").json()] == stored
    assert [line.split("  ")[0] for line in shell("log --all").lines] == stored


def test_case_124_undoing_a_clash_takes_all_of_it_back(shell: Shell) -> None:
    """Health, who has acted, what is told and what is counted, together; and back again."""
    looks = (
        *("battle show --json", "next --json", "battle legal --json", "log 1", "replay 1"),
        *("member show 'Ash/Sura' --json", "member show 'Iron/Unit Nine' --json"),
    )
    before = [shell(look).out for look in looks]
    shell.do("c sura vs unit; rd unit; 5 3")
    after = [shell(look).out for look in looks]
    assert [one != other for one, other in zip(before, after, strict=True)][:5] == [True] * 5
    for _ in range(3):
        shell.do("undo")
    assert [shell(look).out for look in looks] == before
    for _ in range(3):
        assert shell("redo").code == 0
    assert [shell(look).out for look in looks] == after
