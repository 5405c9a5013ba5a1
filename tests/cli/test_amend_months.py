"""Corrections of months in Rome: what a blow or a check that was misread does to months of play.

The months are those of `test_months_in_rome`, reckoned by hand on their page.
"""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Shell
from tests.cli.test_months_in_rome import Months


@pytest.fixture(scope="module")
def rome(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the campaign after all its months, played once."""
    return Months(tmp_path_factory.mktemp("rome")).shell.folder


@pytest.fixture
def shell(rome: Path, tmp_path: Path) -> Shell:
    """That campaign, to be corrected."""
    shutil.copytree(rome, tmp_path / "rome")
    return Shell(tmp_path / "rome")


def changes(came: Any) -> list[tuple[str, str, Any, Any]]:
    """The consequences of an amendment: whose, what, before, after."""
    return [(one["name"], one["what"], one["before"], one["after"]) for one in came["changes"]]


def test_a_blow_that_does_as_much(shell: Shell) -> None:
    """MR-DMG-1: Ox's Dagger hits on 2+ and does 2, whether it shows 3 or 5: one line is amended."""
    line = "amend battle-1/49 'roll 5' --why 'it was a 5'"
    found = shell(f"{line} --json").json()
    assert changes(found) == []
    assert [one["batch"] for one in found["amended"]] == ["battle-1/49"]
    assert shell(f"{line} --yes").code == 0
    assert shell("audit --all").code == 0


def test_a_blow_on_which_months_rest(shell: Shell) -> None:
    """MR-DMG-1, MR-VIC-1: Gaius's 5 is no 6: Asinus lives through Ox's 2, and the battle goes on.

    Its conclusion has no place, nor has anything that was played since: each line is told.
    """
    came = shell("amend battle-1/40 'roll 5' --why 'it was a 5' --json")
    assert came.code == 1
    found = came.json()["error"]
    assert [one["address"] for one in found["conflicts"]][:2] == ["battle-1/55", "battle-1/56"]
    asinus = {what: (was, now) for who, what, was, now in changes(found) if who == "Asinus"}
    assert asinus["state"] == ("incapacitated", "active")
    life, then = asinus["life"]
    assert (life, then) == (-1, 8 - 4 - 2)  # Execute adds 3 on a 6 only


def test_a_check_after_which_somebody_lives(shell: Shell) -> None:
    """MR-SVC-1: Magna rolls a 6 and recovers: Familia Magni has one gladiator more, to the end."""
    line = "amend battle-2/41 'roll 6' --why 'it was a 6'"
    found = shell(f"{line} --json").json()
    magna = {what: (was, now) for who, what, was, now in changes(found) if who == "Magna"}
    assert magna == {"status": ("lost", "fit")}
    had = shell("crew show magni --json").json()
    assert shell(f"{line} --yes").code == 0
    has = shell("crew show magni --json").json()
    assert has["gladiators"] == had["gladiators"] + 1
    assert has["treasury"] == had["treasury"]
    assert shell("audit --all").code == 0


def test_a_battle_of_the_first_month_that_is_void(shell: Shell) -> None:
    """Months later: what was fought stands, balances follow, and the audit agrees.

    MR-BAT-7: 7000 to its winner, 2000 to its loser are gone. Ox, whom it made a Novicius, is a
    Servus, and would not be entered at Tifernum: that battle stands as it was
    fought, and is flagged.
    """
    before = shell("crew list --json").json()
    lost = {"Ludus Ferox": 7000, "Domus Ursi": 2000}
    assert shell("battle void 1 --why 'no witness' --yes").code == 0
    assert shell("battle list --json").json()[0]["status"] == "void"
    played = {row["crew"]: row["played"] for row in shell("standings --json").json()}
    assert played == {"Ludus Ferox": 5, "Domus Ursi": 4, "Familia Magni": 4}
    after = {row["crew"]: row["treasury"] for row in shell("crew list --json").json()}
    assert after == {row["crew"]: row["treasury"] - lost.get(row["crew"], 0) for row in before}
    (flag,) = shell("status --json").json()["uncovered"]
    assert (flag["address"], flag["why"].split(":")[0]) == ("battle-6/1", "MR-SCN-6")
    found = shell("amend battle-2/41 'roll 6' --why 'it was a 6' --json").json()
    assert {who for who, *_ in changes(found)} == {"Magna", "Familia Magni"}
    assert found["conflicts"] == []
    assert shell("audit --all").code == 0
    assert shell("undo --yes").code == 0
    assert shell("crew list --json").json() == before
    assert shell("audit --all").code == 0
