"""`acta amend` and `acta battle void` in Morturi's year: auctions, prizes, survival, months.

The month is the one of `test_morturi_season`, with its sums: Ferox ends it with 10100 denarii, Ursi
with 8050, Magnus with 10000; Aprilis has begun.
"""

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.game import catalogue, load
from domain.ledger.ledger import Ledger
from tests.cli.shell import BEGUN, Shell
from tests.cli.test_morturi_season import STAGES, denarii
from tests.corrections import STAMP, amended, checked, itself, open_units, same, told, world

SOLD = "amend campaign/10 'b ludus ferox 1200' --why 'he bid 1200'"


@cache
def ludi() -> Path:
    """The folder of the year, with its first month over."""
    place = Path(BEGUN.name) / "ludi"
    place.mkdir()
    assert Shell(place)("new Ludi --game morturi --at here").code == 0
    shell = Shell(place / "here")
    for play in STAGES.values():
        play(shell)
    return shell.folder


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """That year, to be corrected."""
    shutil.copytree(ludi(), tmp_path / "ludi")
    return Shell(tmp_path / "ludi")


def gladiator(shell: Shell, name: str) -> Any:
    """A gladiator of Ursi as JSON shows him."""
    members = shell("crew show ursi --json").json()["members"]
    return next(one for one in members if one["name"] == name)


def conflicts(shell: Shell, line: str) -> list[str]:
    """The addresses of what has no place any more."""
    came = shell(f"{line} --json")
    assert came.code == 1
    return [one["address"] for one in came.json()["error"]["conflicts"]]


def test_a_bid_runs_through_auction_battle_and_payout(shell: Shell) -> None:
    """MR-AUC-1, MR-CAM-7: Gaius for 1200, so Ferox has 100 less from the hammer to the month's end.

    8800, 8700, 8600 after the Servi, 6600, 6500 after the fee, 10000 with the prize. The battle is
    fought as it was: its lines stay, but for the one that opens it and musters Ferox with less.
    """
    assert shell(f"{SOLD} --yes").code == 0
    assert denarii(shell) == {"Ludus Ferox": 10000, "Domus Ursi": 8050, "Magnus": 10000}
    lines = shell("log crew-ludus-ferox --json").json()
    left = [
        one["data"][key] for one in lines for key in ("treasury", "balance") if key in one["data"]
    ]
    assert left == [8800, 8700, 8600, 6600, 6500, 6500, 10000]
    fought = [
        one["address"] for one in shell("log battle-1 --json").json() if "in_place_of" not in one
    ]
    assert fought[:2] == ["battle-1/2", "battle-1/3"]
    assert "battle-1/27" in fought
    assert shell("audit --all").code == 0
    assert shell("undo --yes").code == 0
    assert denarii(shell) == {"Ludus Ferox": 10100, "Domus Ursi": 8050, "Magnus": 10000}
    assert shell("audit --all").code == 0


def test_a_prize_that_was_announced_otherwise(shell: Shell) -> None:
    """MR-BAT-6: 4000 instead of 3500: Ferox has 10600 when Aprilis begins."""
    offer = "offer battlelines fee 100 prize 4000 payout 1000"
    assert shell(f"amend campaign/32 '{offer}' --why 'it was 4000' --yes").code == 0
    assert denarii(shell)["Ludus Ferox"] == 10600
    assert shell("audit --all").code == 0


def test_a_survival_check_that_was_misread(shell: Shell) -> None:
    """MR-SVC-1: Ox rolled 5, less 1: he recovers, and nobody is asked about the Chirugeon again.

    The answer about him has no place; dropped, Ox is fit, and the denarii are as they were.
    """
    line = "amend battle-1/33 'roll 5' --why 'it was a 5'"
    assert conflicts(shell, line) == ["battle-1/34"]
    assert shell(f"{line} --drop battle-1/34 --yes").code == 0
    assert (gladiator(shell, "Ox")["status"], gladiator(shell, "Ox")["injuries"]) == ("fit", 0)
    assert denarii(shell) == {"Ludus Ferox": 10100, "Domus Ursi": 8050, "Magnus": 10000}
    assert shell("audit --all").code == 0


def test_a_month_that_rests_on_a_battle(shell: Shell) -> None:
    """MR-SUR-4: with Ox standing Ursi has lost one of three and cannot give up: nothing follows.

    Its surrender, the conclusion, the evening and the rest of the month have no place.
    """
    found = conflicts(shell, "amend battle-1/19 'ruling \"the beam\": Brutus out' --why 'only he'")
    assert found[:3] == ["battle-1/25", "battle-1/27", "battle-1/28"]
    assert found[-1] == "campaign/40"
    assert denarii(shell)["Ludus Ferox"] == 10100


def test_a_battle_of_the_ludi_that_is_void(shell: Shell) -> None:
    """MR-BAT-7: it was not fought: no prize, no payout, and both fees of 100 go back.

    Ferox: 6600 and 100; Ursi: 7050 and 100. Ox was never maimed, and nobody has fought.
    """
    assert shell("battle void 1 --why 'the arena was closed' --yes").code == 0
    assert denarii(shell) == {"Ludus Ferox": 6700, "Domus Ursi": 7150, "Magnus": 10000}
    assert (gladiator(shell, "Ox")["status"], gladiator(shell, "Ox")["battles"]) == ("fit", 0)
    assert [row["played"] for row in shell("standings --json").json()] == [0, 0, 0]
    assert shell("battle list --json").json()[0]["status"] == "void"
    assert shell("audit --all").code == 0
    assert shell("undo --yes").code == 0
    assert denarii(shell) == {"Ludus Ferox": 10100, "Domus Ursi": 8050, "Magnus": 10000}


def test_views_follow(shell: Shell) -> None:
    """Caught up or rebuilt, they say the same."""
    reads = ("standings", "crew list", "crew show ursi", "season")
    for line in (f"{SOLD} --yes", "battle void 1 --why x --yes"):
        assert shell(line).code == 0
        followed = [shell(f"{read} --json").json() for read in reads]
        assert shell("rebuild").code == 0
        assert [shell(f"{read} --json").json() for read in reads] == followed
        assert shell("audit --all").code == 0


MORTURI = load("morturi")


def copied(folder: Path) -> Ledger:
    """A copy of the year's ledger."""
    path = folder / f"{len(list(folder.iterdir()))}.db"
    shutil.copy(ludi() / "ledger.db", path)
    return Ledger.open(path, catalogue("morturi"))


def test_any_line_of_the_year_amended_to_itself_changes_nothing(tmp_path: Path) -> None:
    """Auction, building, ludi, battle, evening, month's end."""
    with copied(tmp_path) as ledger:
        for unit in open_units(MORTURI, world(ledger))[::3]:
            outcome = itself(ledger, MORTURI, unit)
            assert (outcome.changed, outcome.conflicts) == (False, ())


@given(data=st.data())
@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_random_amendments_of_the_year(tmp_path: Path, data: st.DataObject) -> None:
    """Undone it is as before; the audit agrees with all that was amended."""
    with copied(tmp_path) as ledger:
        for _ in range(2):
            was, first = told(MORTURI, world(ledger)), ledger.size
            if amended(ledger, MORTURI, lambda most: data.draw(st.integers(0, most - 1))):
                head = next(line for _, line in ledger.page(first, 1))
                ledger.retract(head.batch, stamp=STAMP)
                assert same(told(MORTURI, world(ledger)), was)
                ledger.restore(head.batch, stamp=STAMP)
        report = checked(ledger, MORTURI)
        assert not report.errors, report.findings
