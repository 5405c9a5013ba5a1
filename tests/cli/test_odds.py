"""`acta odds`: what dice may come to, before they fall."""

from pathlib import Path

import pytest

from cli.odds import percent
from domain.game import load
from tests.cli.shell import EXAMPLES, SEED, Shell, campaign, fighting
from tests.story import Story, crew, member

LOSES = "Unit Nine loses 1 Health (1 lost); it may roll 8 at most."
CLASH = "clash sura vs unit nine then rd unit nine"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A battle of Ash and Iron in which Ash begins."""
    return fighting(tmp_path)


def test_the_roll_that_lines_would_lead_to(shell: Shell) -> None:
    """A d6 against a d10: 15 of 60 throws win, 6 tie, 39 lose; nothing is recorded."""
    before = shell("log").out
    assert shell(f"odds {CLASH}").lines == [
        "pairing: Sura d6, Unit Nine d10",
        "chance  percent  says                then",
        "13/20   65.00    the defender wins   Sura loses 1 Health (1 lost); it may roll 4 at most.",
        f"1/4     25.00    the initiator wins  {LOSES}",
        "1/10    10.00    nobody is higher",
    ]
    assert shell("log").out == before


def test_the_roll_that_is_awaited(shell: Shell) -> None:
    """The same without a line, once the dice are awaited; as JSON with codes."""
    shell.do("clash sura vs unit nine", "rd unit nine")
    told = shell("odds --json").json()
    assert (told["battle"], told["what"], told["counted"]) == ("battle-1", "pairing", True)
    assert told["dice"] == [{"of": "Sura", "sides": 6}, {"of": "Unit Nine", "sides": 10}]
    assert [(way["code"], way["chance"]) for way in told["ways"]] == [
        ("defender", "13/20"),
        ("initiator", "1/4"),
        ("tie", "1/10"),
    ]
    assert told["ways"][2]["then"] == []


def test_dice_that_are_sealed(tmp_path: Path) -> None:
    """Their odds are those of any dice; what comes behind a sealed roll nobody knows."""
    shell = fighting(tmp_path, f"--dice sealed --solo --seed {SEED}")
    assert shell(f"odds {CLASH}").lines[2].startswith("13/20")
    came = shell(f"odds {CLASH} then hold prefect")
    assert (came.code, came.out) == (2, "")
    assert "sealed" in came.err


@pytest.mark.parametrize(
    ("asked", "code", "says"),
    [
        ("odds", 2, "no dice are awaited: Ash is to take a turn"),
        ("odds hold sura", 2, "no dice are awaited: Iron is to take a turn"),
        ("odds clash nobody vs unit", 2, "nobody"),
        ("odds clash sura vs sura", 1, "MS-"),
        ("odds --battle 9", 2, "there is no battle"),
    ],
)
def test_what_cannot_be_said(shell: Shell, asked: str, code: int, says: str) -> None:
    """One sentence, and nothing on the screen."""
    came = shell(asked)
    assert (came.code, came.out) == (code, "")
    assert says in came.err


def test_no_battle_is_open(tmp_path: Path) -> None:
    """Then there is nothing to reckon."""
    came = campaign(tmp_path)("odds")
    assert (came.code, came.out) == (2, "")


def test_the_aftermath(shell: Shell) -> None:
    """It has dice, but no odds are told of them."""
    shell.do("hold sura", "hold prefect", "hold vex", "hold rook")
    shell.do("hold teodor", "hold unit", "hold moth", "hold kiln", "concede iron; conclude")
    came = shell("odds")
    assert (came.code, came.out) == (2, "")
    assert "of a battle" in came.err


def test_what_follows_is_told_in_sentences(tmp_path: Path) -> None:
    """MS-INC-1: a d4 (1 Health, Presence 1) that absorbs a d10's blow falls by 2 or more.

    Oum rolls a natural 1 again (Rivet Gun): 1 comes in 1 of 100 throws.
    """
    assert Shell(tmp_path)("new Winter --game mortisphere --at here").code == 0
    shell = Shell(tmp_path / "here")
    for crew_ in ("grey-ledger", "wet-choir"):
        assert shell.words(["crew", "import", str(EXAMPLES / f"{crew_}.toml")]).code == 0
    hall = "--start 'Grey Ledger=Granary Hall' --start 'Wet Choir=Granary Hall'"
    assert shell(f"battle open last-granary grey wet {hall}").code == 0
    row = shell("odds clash oum vs Lowest Note then ra then pass").lines[2]
    assert row.startswith("99/100")
    assert "Lowest Note loses 1 Health (1 lost); it may roll 2 at most. Lowest Note" in row


def test_too_many_ways(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said, and no number is made up."""
    monkeypatch.setattr("domain.games.mortisphere.chances.pairings", lambda _battle: None)
    shell.do("clash sura vs unit nine", "rd unit nine")
    assert shell("odds").lines[1] == "these dice may come in more ways than are counted"
    told = shell("odds --json").json()
    assert (told["counted"], told["ways"]) == (False, [])


def test_every_code_has_words() -> None:
    """Of both games; a crew, a member, an Area by its name."""
    odds = load("mortisphere").odds
    arena = load("morturi").odds
    assert odds is not None
    assert arena is not None
    state = load("morturi").battle.initial
    words = [arena.says(state, code) for code in ("hit", "miss", "stands", "works", "C4")]
    assert words == ["hits", "misses", "stands up again", "it works", "C4"]
    hall = Story(crew("Ash", member("a", 6)), crew("Iron", member("b", 6)))
    codes = ("harmed, unharmed", "hall", hall.ids["a"], hall.ids["Iron"], "harmed 2")
    assert [odds.says(hall.battle, code) for code in codes] == [
        "harmed, unharmed",
        "Granary Hall",
        "a",
        "Iron",
        "harmed 2",
    ]


def test_percent() -> None:
    """Two digits behind the point, halves upwards."""
    assert [percent(1, 3), percent(1, 1), percent(1, 800), percent(0, 1)] == [
        "33.33",
        "100.00",
        "0.13",
        "0.00",
    ]
