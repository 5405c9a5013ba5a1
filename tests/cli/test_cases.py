"""Failures of other tools, tried on a campaign as people type it, by the list of cases."""

from pathlib import Path
from typing import Any

import pytest

from domain.game import catalogue
from domain.ledger.ledger import Ledger
from tests.cli.shell import EXAMPLES, Shell, campaign, fighting, settle
from tests.forging import Rows, forge


def again(shell: Shell, line: str) -> list[str]:
    """What a command prints that must succeed."""
    came = shell(line)
    assert came.code == 0, (line, came.err)
    return came.lines


def rest(shell: Shell) -> None:
    """Everybody who is left in round 1 holds."""
    while shell("battle show --json").json()["round"] == 1:
        legal = shell("next --json").json()["legal"]
        shell.do(next(line for line in legal if line.startswith("hold")))


# 3.2


CLASH = ("c sura vs unit", "rd unit", "5 3")
ENTRIES = {
    "in full": ('ruling "a beam": Unit Nine loses 2', *CLASH),
    "casualties only": ('ruling "as it was": Unit Nine out',),
    "result only": (),
}


def outcome(folder: Path, lines: tuple[str, ...]) -> dict[str, Any]:
    """A battle that Iron concedes: what is shown of it, and what the aftermath asks first."""
    folder.mkdir()
    shell = fighting(folder)
    shell.do(*lines)
    rest(shell)
    shell.do("concede iron", "conclude")
    battle = shell("battle show 1 --json").json()
    return {
        "result": [battle["status"], battle["round"], battle["winner"], battle["scores"]],
        "standings": [
            {name: value for name, value in row.items() if name != "battles"}  # their lines differ
            for row in shell("standings --json").json()
        ],
        "states": {m["name"]: m["state"] for m in battle["members"] if m["crew"] == "Ash"},
        "fallen": [m["name"] for m in battle["members"] if m["state"] == "incapacitated"],
        "asked": shell("after --json").json()["next"]["told"],
    }


def test_case_25_three_ways_to_enter_a_battle_agree(tmp_path: Path) -> None:
    """Case 25: every line, the casualties alone, the result alone: the same where they overlap."""
    full, casualties, result = (
        outcome(tmp_path / name.replace(" ", "-"), lines) for name, lines in ENTRIES.items()
    )
    for what in ("result", "standings"):
        assert full[what] == casualties[what] == result[what]
    assert full["states"] == casualties["states"] == result["states"]
    assert (full["fallen"], casualties["fallen"], result["fallen"]) == (
        ["Unit Nine"],
        ["Unit Nine"],
        [],
    )
    assert full["asked"] == casualties["asked"] != result["asked"]


# 3.3


def test_case_41_a_crew_s_names_there_and_back(tmp_path: Path) -> None:
    """Case 41: Ash, Embers, Ash, Embers: all former names, each with the line that gave it up."""
    shell = campaign(tmp_path)
    for before, after in (("ash", "Embers"), ("embers", "Ash"), ("ash", "Embers")):
        again(shell, f"crew rename {before} {after}")
    shown = shell("crew show embers --json").json()
    assert (shown["crew"], shown["former_names"]) == ("Embers", ["Ash", "Embers", "Ash"])
    told = [line for line in shell("log crew-ash").lines if " is now " in line]
    assert told == [
        "crew-ash/6  Ash is now Embers.",
        "crew-ash/7  Embers is now Ash.",
        "crew-ash/8  Ash is now Embers.",
    ]
    assert shell("crew show ash").code == 2


# 3.5


def test_case_65_what_victory_brings_is_on_record(tmp_path: Path) -> None:
    """Case 65, MS-REC-9: end, conclusion and each reward are lines; the purse is their sum."""
    shell = fighting(tmp_path)
    shell.do("concede iron", "conclude")
    names = [line["event"] for line in shell("log 1 --json").json()]
    assert names[-4:] == [
        "mortisphere.crew-withdrew",
        "mortisphere.points-scored",
        "mortisphere.battle-ended",
        "mortisphere.battle-concluded",
    ]
    before = {row["crew"]: row["treasury"] for row in shell("crew list --json").json()}
    settle(shell)
    for crew in ("Ash", "Iron"):
        lines = shell(f"log {crew} --json").json()
        paid = [one["data"] for one in lines if one["event"] == "crew.treasury-changed"]
        purse = before[crew]
        for receipt in paid:
            purse += receipt["amount"]
            assert receipt["balance"] == purse
        assert shell(f"crew show {crew} --json").json()["treasury"] == purse


def test_case_73_the_last_line_is_in_every_telling(tmp_path: Path) -> None:
    """Case 73: the last Clash and what ended the battle: in the log, the replay and its file."""
    shell = fighting(tmp_path)
    shell.do(*CLASH)
    rest(shell)
    shell.do("concede iron", "conclude")
    told = [line.partition("  ")[2] for line in shell("log 1").lines]
    assert told[-2:] == [
        "The battle ends (conceded): Ash 2, Iron 0; Ash wins.",
        "The battle is concluded.",
    ]
    replay = shell("replay 1").out
    assert all(sentence in replay for sentence in told)
    assert shell("export replay 1").lines[-2:] == ["concede Iron", "conclude"]


# 3.7


def test_case_106_one_bad_line_does_not_hide_the_rest(tmp_path: Path) -> None:
    """Case 106: it is told by its address; whatever does not rest on it opens as before."""
    shell = fighting(tmp_path)
    shell.do(*CLASH)
    before = {view: shell(view).out for view in ("log campaign", "log ash", "crew list")}

    def damage(rows: Rows) -> None:
        row = next(row for row in rows if row["topic"] == "mortisphere.health-lost/1")
        row["state"] = row["state"].replace(b"Unit Nine", b"Unit\x00Nine")

    path = shell.folder / "ledger.db"
    forge(path, tmp_path / "bad.db", damage).replace(path)
    for view in ("log campaign", "log ash"):
        assert shell(view).out == before[view]
    came = shell("log 1")
    assert came.code == 5
    assert came.err.splitlines()[0] == "warning: battle-1 is broken at battle-1/17"
    assert came.err.splitlines()[2].startswith("battle-1/17 cannot be read: ")
    assert "Traceback" not in came.err
    report = shell("audit --json")
    assert report.code == 3
    assert report.json()["findings"][0]["address"] == "battle-1/17"
    came = shell.words(["do", "hold kiln"])
    assert (came.code, shell("status").code) == (5, 0)
    assert "battle-1: battle-1/17 cannot be read: " in shell("status").out


def test_case_110_the_same_crew_twice_is_refused(tmp_path: Path) -> None:
    """Case 110: the same file again, or with other letters' case: no member is doubled."""
    shell = campaign(tmp_path)
    before = shell("crew list --json").json()
    came = shell(f"crew import '{EXAMPLES / 'ash.toml'}'")
    assert (came.code, "Ash" in came.err) == (2, True)
    text = (EXAMPLES / "ash.toml").read_text("utf-8").replace('"Ash"', '"ASH"')
    (tmp_path / "again.toml").write_text(text, "utf-8")
    assert shell("crew import ../again.toml").code == 2
    assert shell("crew list --json").json() == before


# 3.8


@pytest.mark.parametrize("game", ["mortisphere", "morturi"])
def test_case_118_every_line_says_whose_it_is(tmp_path: Path, game: str) -> None:
    """Case 118: the campaign's id is in each line, and no other campaign has it."""
    ids = set()
    for name in ("One", "Two"):
        again(Shell(tmp_path), f"new {name} --game {game}")
        shell = Shell(tmp_path / name.lower())
        again(shell, "crew found Ash --player Ana")
        with Ledger.open(shell.folder / "ledger.db", catalogue(game), read_only=True) as ledger:
            found = {line.campaign for _, line in ledger.page(0)}
            assert found == {ledger.campaign}
        ids |= found
    assert len(ids) == 2


def test_case_118_a_ledger_in_the_wrong_folder_is_refused(tmp_path: Path) -> None:
    """Case 118: another campaign's file in this one's place: nothing is read, nothing written."""
    for name in ("One", "Two"):
        again(Shell(tmp_path), f"new {name} --game mortisphere")
    one, two = (tmp_path / name / "ledger.db" for name in ("one", "two"))
    one.write_bytes(two.read_bytes())
    before = one.read_bytes()
    for line in ("crew list", "crew found Ash --player Ana", "audit"):
        came = Shell(tmp_path / "one")(line)
        assert came.code == 5, line
        assert len(came.err.splitlines()) <= 2
    assert one.read_bytes() == before
