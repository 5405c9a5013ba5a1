"""Corrections that run into later battles: the dead who live, the living who are dead.

Moth (d4) is put out by a ruling in the first battle and rolls its fate (battle-1/28); Iron
concedes. In the second battle everybody holds; Ash is worth 22 without Moth, 26 with it, Iron 36
(MS-INI-4).
"""

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import BEGUN, HALL, Shell, fighting
from tests.cli.shell import campaign as winter
from tests.console import ROOT

FATE = "amend battle-1/28 'roll {}' --why 'the die lay askew'"


@cache
def fallen(fate: int) -> Path:
    """The folder of a campaign in which Moth's fate was rolled so, its aftermath over."""
    place = Path(BEGUN.name) / f"fallen-{fate}"
    place.mkdir()
    shell = fighting(place)
    shell.do('ruling "the beam fell": Moth out', "concede iron; conclude")
    assert shell("after").code == 0
    shell.do(f"roll {fate}", "choose kiln", "roll 3", "roll 2")
    return shell.folder


def campaign(folder: Path, fate: int, *lines: str) -> Shell:
    """That campaign, gone on with: the shop, and the second battle's first round."""
    shutil.copytree(fallen(fate), folder / "winter")
    shell = Shell(folder / "winter")
    shell.do(*lines, "done ash", "done iron")
    assert shell(f"battle open last-granary Ash Iron {HALL}").code == 0
    return shell


@pytest.fixture
def dead(tmp_path: Path) -> Shell:
    """Moth is lost (a 1); three of Ash and four of Iron hold, so the second round has begun."""
    shell = campaign(tmp_path, 1)
    shell.do("hold sura", "hold kiln", "hold vex", "hold rook", "hold teodor", "hold unit")
    shell.do("hold prefect")
    return shell


@pytest.fixture
def alive(tmp_path: Path) -> Shell:
    """Moth recovered (a 15), and holds first in the second battle."""
    shell = campaign(tmp_path, 15)
    shell.do("hold moth", "hold kiln", "hold vex")
    return shell


def crew(shell: Shell, name: str = "ash") -> Any:
    """A crew as JSON shows it, its value counted afresh."""
    found = shell(f"crew show {name} --json").json()
    fit = [one for one in found["members"] if one["status"] == "fit"]
    assert found["value"] == sum(one["die"] for one in fit)
    return found


def moth(shell: Shell) -> str:
    """How Moth is."""
    return str(next(o["status"] for o in crew(shell)["members"] if o["name"] == "Moth"))


def conflicts(shell: Shell, line: str) -> list[tuple[str, str]]:
    """What has no place any more: address, and the rule that says so."""
    came = shell(f"{line} --json")
    assert came.code == 1, came.out
    return [(one["address"], one["rule"]) for one in came.json()["error"]["conflicts"]]


def test_case_1_whoever_lives_again_is_worth_what_he_was(tmp_path: Path) -> None:
    """Case 1: killed, and revived by an undo, by an amendment, by a void battle: 22, then 26."""
    shutil.copytree(fallen(1), tmp_path / "winter")
    shell = Shell(tmp_path / "winter")
    assert (moth(shell), crew(shell)["value"]) == ("lost", 22)
    routes = (
        (f"{FATE.format(15)} --yes", "undo --yes"),
        (
            "amend battle-1/14 'note \"it was close\"' --why x --drop battle-1/28 --yes",
            "undo --yes",
        ),
        ("battle void 1 --why 'all of it' --yes", "undo --yes"),
        ("undo --to battle-1/28 --yes", "redo"),
    )
    for there, back in routes:
        assert shell(there).code == 0, there
        assert (moth(shell), crew(shell)["value"]) == ("fit", 26)
        assert shell("audit --all").code == 0
        assert shell(back).code == 0, back
        assert (moth(shell), crew(shell)["value"]) == ("lost", 22)
    assert shell("audit --all").code == 0


def test_case_8_whoever_is_dismissed_counts_for_nothing(tmp_path: Path) -> None:
    """Case 8: an injured member is dismissed, and the next battle's Initiative knows it: 22.

    Amended to stay it counts again, and the value of the second battle's opening is 26.
    """
    shell = campaign(tmp_path, 5, "dismiss moth")
    assert crew(shell)["value"] == 22
    opening = shell("log battle-2").lines
    assert opening[-1] == "battle-2/12  Initiative of round 1: Ash 22, Iron 36; Ash begins."
    (line,) = (one for one in shell("log battle-1").lines if "dismiss" in one)
    address = line.partition("  ")[0]
    came = shell(f"amend {address} 'note \"it stays\"' --why 'a slip' --yes")
    assert came.code == 0, came.err
    assert crew(shell)["value"] == 26
    assert "Initiative of round 1: Ash 26, Iron 36; Ash begins." in shell("log battle-2").out
    assert shell("audit --all").code == 0


def test_a_kill_that_did_not_happen(dead: Shell) -> None:
    """Moth recovers (15): it takes part in the second battle, so its first round is not over.

    MS-TRN-1: after the sixth hold it is Moth's turn; the Prefect's hold has no place. Dropped, Ash
    is to act with Moth, still in round 1.
    """
    line = FATE.format(15)
    assert conflicts(dead, line) == [("battle-2/31", "MS-TRN-1")]
    assert dead(f"{line} --yes").code == 1
    assert moth(dead) == "lost"
    assert dead(f"{line} --drop battle-2/31 --yes").code == 0
    assert moth(dead) == "fit"
    shown = dead("battle show --json").json()
    assert (shown["round"], shown["turn"]["crew"], shown["turn"]["may_act"]) == (1, "Ash", ["Moth"])
    assert shown["values"] == {"Ash": 26, "Iron": 36}
    dead.do("hold moth", "hold prefect")
    assert dead("battle show --json").json()["round"] == 2
    assert dead("audit --all").code == 0


def test_a_kill_that_did_happen(alive: Shell) -> None:
    """Moth is lost (1) and cannot hold in a battle to which it never came: that hold is a conflict.

    Then Vex's hold is Ash's first turn; Kiln's before it is out of turn, and a conflict too.
    """
    line = FATE.format(1)
    found = conflicts(alive, line)
    assert found[0][0] == "battle-2/14"
    assert [address for address, _ in found] == ["battle-2/14", "battle-2/17"]
    drops = "--drop battle-2/14 --drop battle-2/17"
    assert alive(f"{line} {drops} --yes").code == 0
    assert (moth(alive), crew(alive)["value"]) == ("lost", 22)
    shown = alive("battle show --json").json()
    names = [one["name"] for one in shown["members"]]
    assert "Moth" not in names
    assert [one["name"] for one in shown["members"] if one["activated"]] == ["Vex"]
    assert alive("audit --all").code == 0


def test_a_later_battle_that_another_recorded(dead: Shell) -> None:
    """What comes out differently was Ana's too: Ben needs her consent for the whole of it."""
    line = f"{FATE.format(15)} --drop battle-2/31"
    came = dead(line, by="Ben")
    assert came.code == 0
    assert came.lines[-1].endswith("--yes --agreed Ana")
    assert dead(f"{line} --yes", by="Ben").code == 1
    assert dead(f"{line} --yes --agreed Ana", by="Ben").code == 0


def test_a_piece_is_taken_back_with_what_follows_it(alive: Shell) -> None:
    """`undo --to` a line of an amendment in an open battle: that piece and all behind it."""
    assert alive("amend battle-2/14 'hold sura' --why 'it was Sura' --yes").code == 0
    before = alive("log battle-2").lines
    assert any("Sura holds.  (in place of battle-2/14)" in line for line in before)
    address = next(line.partition("  ")[0] for line in before if "Sura holds" in line)
    assert alive(f"undo --to {address} --yes").code == 0
    shown = alive("battle show --json").json()
    assert not any(one["activated"] for one in shown["members"])
    assert alive("audit --all").code == 0
    assert alive("redo").code == 0
    assert alive("log battle-2").lines == before
    assert alive("audit --all").code == 0


def test_guests_of_a_battle_file_have_books_of_their_own(tmp_path: Path) -> None:
    """Discovery 2 is a cache of 3 salvage (13 now), 12 a door and 1: Grey Ledger has 11.

    Nobody of the campaign is touched.
    """
    shell = winter(tmp_path)
    assert shell(f"play {ROOT / 'tests' / 'transcripts' / 'the-round-in-full.acta'}").code == 0
    before = shell("crew list --json").json()
    line = "amend battle-1/168 'roll 12' --why 'it was a 12'"
    found = shell(f"{line} --json").json()
    assert [
        (one["name"], one["what"], one["before"], one["after"]) for one in found["changes"]
    ] == [("Grey Ledger", "treasury", 13, 11)]
    assert shell(f"{line} --yes").code == 0
    assert "Grey Ledger: +1 (discovery: Impossible Door), 11 now." in shell("log battle-1").out
    assert shell("crew list --json").json() == before
    assert shell("audit --all").code == 0
