"""`acta battle void`: a battle counts for nothing, and returns whatever it gave or took."""

import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import BEGUN, HALL, Shell, fighting
from tests.forging import edit, forge

VOID = "battle void 1 --why 'the wrong crews'"


@cache
def winter() -> Path:
    """The folder of a campaign with two battles settled: Iron concedes both in their first round.

    In both Ash holds the Hall: 2 to 0. MS-CAM-2: Ash kept 5 of 20 and gains 4 + 3 + 2 (rated 26 to
    36) twice: 14, then 23, of which it spends 20 on a d20 named Ox: 3 left. Kiln, who
    has the lesson of both, has 4 experience after the second and is Hardened (MS-ADV-4).
    """
    place = Path(BEGUN.name) / "void"
    place.mkdir()
    shell = fighting(place)
    shell.do("hold sura", "hold prefect", "hold vex", "hold rook")
    shell.do("hold teodor", "hold unit", "hold moth", "hold kiln", "concede iron; conclude")
    shell("after")
    shell.do("choose kiln", "roll 3", "roll 2", "done ash", "done iron")
    assert shell(f"battle open last-granary Ash Iron {HALL}").code == 0
    shell.do("concede iron; conclude")
    shell("after")
    shell.do(
        "choose kiln", "roll 1", "roll 3", "roll 2", 'recruit "Ox" as survivor d20', "done ash"
    )
    shell.do("done iron")
    return shell.folder


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """That campaign, to be made void."""
    shutil.copytree(winter(), tmp_path / "winter")
    return Shell(tmp_path / "winter")


def crew(shell: Shell, name: str = "ash") -> Any:
    """A crew as JSON shows it."""
    return shell(f"crew show {name} --json").json()


def member(shell: Shell, name: str) -> Any:
    """A member as JSON shows it."""
    return shell(f"member show {name} --json").json()


def seen(shell: Shell) -> list[Any]:
    """What the views say."""
    reads = ("standings", "crew list", "crew show ash", "member show vex", "season", "battle list")
    return [shell(f"{read} --json").json() for read in reads]


def test_case_7_a_void_battle_returns_whatever_it_gave(shell: Shell) -> None:
    """Case 7: prize, experience and finds of the first battle are gone, what it took is back.

    MS-CAM-2: the second battle ends Ash's founding: 5 of 20 are kept, and 4 + 3 + 2 come. Ox cost
    20, which 14 do not cover: he stays, Ash has -6, and the purchase is flagged.
    """
    assert (crew(shell)["treasury"], crew(shell)["store"]) == (3, ["Breaching Saw"] * 2)
    assert member(shell, "vex")["experience"] == 2
    shown = shell(VOID)
    assert shown.code == 0
    assert shown.lines[-1] == "to do it: acta battle void battle-1 --why 'the wrong crews' --yes"
    assert crew(shell)["treasury"] == 3
    came = shell(f"{VOID} --yes")
    assert came.code == 0, came.err
    assert came.lines[0].startswith("campaign/8  Battle-1 is void: the wrong crews. Not covered")
    found = crew(shell)
    assert (found["treasury"], found["store"]) == (-6, ["Breaching Saw"])
    assert member(shell, "vex")["experience"] == 1
    (flag,) = found["uncovered"]
    assert flag["what"] == "Ash recruits Ox"
    assert flag["why"].startswith("MS-REC-2")
    assert shell("status --json").json()["uncovered"] == [flag]
    assert f"not covered: {flag['address']} Ash recruits Ox" in shell("status").out
    assert f"not covered: {flag['address']} Ash recruits Ox" in shell("crew show ash").out
    assert shell("audit --all").code == 0


def test_case_13_a_void_battle_is_in_no_statistics(shell: Shell) -> None:
    """Case 13: the table, records and histories know the second battle only; the list says void."""
    shell(f"{VOID} --yes")
    table = shell("standings --json").json()
    assert [(row["crew"], row["played"], row["scored"]) for row in table] == [
        ("Ash", 1, 2),
        ("Iron", 1, 0),
    ]
    vex = member(shell, "vex")
    assert vex["battles"] == 1
    assert not [entry for entry in vex["history"] if entry["battle"] == "battle-1"]
    listed = shell("battle list --json").json()
    assert [(one["battle"], one["status"]) for one in listed] == [
        ("battle-1", "void"),
        ("battle-2", "concluded"),
    ]
    followed = seen(shell)
    assert shell("rebuild").code == 0
    assert seen(shell) == followed
    assert shell("audit --all").code == 0


def test_case_46_a_crew_whose_only_battle_is_void_has_fought_none(tmp_path: Path) -> None:
    """Case 46: 0 played; what was left of its purse is there again (MS-REC-1)."""
    shell = fighting(tmp_path)
    shell.do("concede iron; conclude")
    assert crew(shell)["treasury"] == 5
    assert shell(f"{VOID} --yes").code == 0
    table = shell("standings --json").json()
    assert [row["played"] for row in table] == [0, 0]
    assert crew(shell)["treasury"] == 20
    assert crew(shell)["founding"]
    assert shell("member recruit Ash Pip --type survivor --die d4").code == 0
    assert shell("audit --all").code == 0


def test_an_open_battle_is_made_void(tmp_path: Path) -> None:
    """Its crews are free again, its number stays used, and nobody adds a line to it."""
    shell = fighting(tmp_path)
    shell.do("c sura vs unit", "rd unit", "5 3")
    assert shell(f"{VOID} --yes").code == 0
    shown = shell("battle show 1 --json").json()
    assert (shown["status"], shown["turn"]["crew"]) == ("void", "")
    assert next(m for m in shown["members"] if m["name"] == "Unit Nine")["health"] == 2
    for line in ("do --battle 1 hold vex", "after 1", "battle conclude --battle 1"):
        came = shell(line)
        assert (came.code, came.err.splitlines()[0]) == (
            1,
            "MS-EVT-1: battle-1 is void: nothing is added to it",
        )
    assert shell(f"{VOID}").err.splitlines()[0] == "battle-1 is void already"
    assert shell("battle void 3 --why x").code == 2
    assert shell("battle void 1 --why ''").err.startswith("a reason has 1 to 2000 characters")
    assert shell("amend battle-1/14 'hold sura' --why x").code == 2
    came = shell(f"battle open last-granary Ash Iron {HALL}")
    assert came.code == 0
    assert came.lines[0].startswith("battle-2/1 ")
    assert shell("audit --all").code == 0


def test_nothing_is_awaited_of_a_void_battle(tmp_path: Path) -> None:
    """A roll was due when it was made void: neither that nor anything else is offered any more."""
    shell = fighting(tmp_path)
    shell.do("c sura vs unit", "rd unit")
    assert shell(f"{VOID} --yes").code == 0
    ask = shell("next --json").json()
    assert (ask["status"], ask["awaiting"], ask["patterns"], ask["always"]) == (
        "void",
        "none",
        [],
        [],
    )
    assert shell("next").lines[1:] == ["  acta battle open SCENARIO CREW CREW"]
    legal = shell("battle legal 1 --json").json()
    assert legal == {"legal": [], "patterns": [], "combine": {}, "always": []}
    assert [one["counts"] for one in shell("battle list --json").json()] == [False]


def test_that_a_battle_is_void_is_not_amended(shell: Shell) -> None:
    """It was told by a command of its own, and is taken back."""
    shell(f"{VOID} --yes")
    came = shell("amend campaign/8 'roll 5' --why x")
    assert (came.code, came.err.splitlines()[1]) == (1, "hint: acta undo --to campaign/8")


def test_an_advance_that_is_not_due_any_more_goes_with_the_battle(shell: Shell) -> None:
    """MS-ADV-4: Kiln had 2 of each battle, 3 were wanted, and is Hardened: 3 Health.

    With the first void it has 2: the advance was of its giving, and goes with it.
    """
    shown = next(one for one in crew(shell, "iron")["members"] if one["name"] == "Kiln")
    assert (shown["experience"], shown["health"]) == (4, 3)
    (dropped,) = shell(f"{VOID} --yes --json").json()["dropped"]
    assert dropped["told"] == "Kiln advances: 1, Hardened."
    found = crew(shell, "iron")
    shown = next(one for one in found["members"] if one["name"] == "Kiln")
    assert (shown["experience"], shown["health"]) == (2, 2)
    assert "uncovered" not in found
    assert shell("audit --all").code == 0


def test_battles_are_listed_as_they_were_opened(shell: Shell) -> None:
    """Void ones stay where they were, in whatever order they were made void."""
    shell("battle void 2 --why x --yes")
    shell(f"battle open last-granary Ash Iron {HALL}")
    shell(f"{VOID} --yes")
    listed = shell("battle list --json").json()
    assert [(one["battle"], one["status"]) for one in listed] == [
        ("battle-1", "void"),
        ("battle-2", "void"),
        ("battle-3", "open"),
    ]


def test_a_void_battle_is_brought_back(shell: Shell) -> None:
    """Undo, redo and undo: as before, as void, as before."""
    before = seen(shell)
    shell(f"{VOID} --yes")
    void = seen(shell)
    assert void != before
    assert shell("undo --yes").code == 0
    assert seen(shell) == before
    assert shell("redo").code == 0
    assert seen(shell) == void
    assert shell("undo --to campaign/8 --yes").code == 0
    assert seen(shell) == before
    assert shell("audit --all").code == 0


def test_a_void_battle_is_told_in_json(shell: Shell) -> None:
    """Treasury and experience before and after; the battle itself is void."""
    found = {
        (one["name"], one["what"]): (one["before"], one["after"])
        for one in shell(f"{VOID} --json").json()["changes"]
    }
    assert found["Ash", "treasury"] == (3, -6)
    assert found["Vex", "experience"] == (2, 1)
    assert found["battle-1", "status"] == ("concluded", "void")
    assert found["Ash", "played"] == (2, 1)
    assert not any(name.startswith("battle-2") for name, _ in found)


def test_what_another_recorded_is_made_void_with_his_consent(shell: Shell) -> None:
    """The command to type names who may agree."""
    came = shell(VOID, by="Ben")
    assert came.lines[-1].endswith("--yes --agreed Ana")
    assert shell(f"{VOID} --yes", by="Ben").code == 1
    assert shell(f"{VOID} --yes --agreed Ana", by="Ben").code == 0
    assert "(Ana agreed)" in shell("log campaign").out


def test_a_later_amendment_leaves_what_is_flagged(shell: Shell) -> None:
    """Ox is refused before and after: he is no conflict of an amendment of the second battle.

    The choice of the lesson in battle-2 falls on Rook instead of Kiln: 1 + 1 for Rook.
    """
    shell(f"{VOID} --yes")
    lines = shell("log battle-2").lines
    (choice,) = (line.partition("  ")[0] for line in lines if "chooses Kiln" in line)
    came = shell(f"amend {choice} 'choose rook' --why 'it was Rook' --yes")
    assert came.code == 0, came.err
    assert member(shell, "rook")["experience"] == 2
    assert crew(shell)["treasury"] == -6
    assert shell("audit --all").code == 0


def test_what_is_flagged_stays_so_where_it_is_amended_since(shell: Shell) -> None:
    """MS-REC-2: another salvage is spent before Ox is recruited: -7 is left, and he stays flagged.

    With a d12 in his place Ash has 5 + 9 - 1 - 12 = 1 left: he is covered.
    """
    shell(f"{VOID} --yes")
    lines = shell("log battle-2").lines
    (found,) = (line.partition("  ")[0] for line in lines if " finds " in line)
    came = shell(f"amend {found} 'roll 2; buy crude blade for sura' --why 'forgotten' --yes")
    assert came.code == 0, came.err
    assert crew(shell)["treasury"] == -7
    (flag,) = crew(shell)["uncovered"]
    assert flag["what"] == "Ash recruits Ox"
    (ox,) = (
        line.partition("  ")[0] for line in shell("log battle-2").lines if "recruits Ox" in line
    )
    assert flag["address"] == ox
    came = shell(f"amend {ox} 'recruit \"Ox\" as survivor d12' --why 'a d12' --yes")
    assert came.code == 0, came.err
    assert crew(shell)["treasury"] == 1
    assert "uncovered" not in crew(shell)
    assert shell("audit --all").code == 0


def test_a_forged_void_is_found(shell: Shell, tmp_path: Path) -> None:
    """A flag is dropped and every hash made to fit: the rules decide it otherwise."""
    shell(f"{VOID} --yes")

    def bend(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if row["topic"] == "campaign.battle-voided/1":
                edit(row, lambda plain: plain["data"].pop("uncovered"))

    forged = forge(shell.folder / "ledger.db", tmp_path / "forged.db", bend, rebuild=True)
    shutil.copy(forged, shell.folder / "ledger.db")
    found = shell("audit --json")
    assert found.code == 3
    assert found.json()["findings"][0]["kind"] == "JudgedOtherwise"


def test_a_void_battle_can_still_be_told_and_exported(shell: Shell, tmp_path: Path) -> None:
    """As it stood before it was made void: shown, replayed, written as a file that plays."""
    before = [shell(line).out for line in ("replay 1", "export replay 1")]
    shown = shell("battle show 1 --json").json()
    at = shell("battle show 1 --at battle-1/16 --json").json()
    shell(f"{VOID} --yes")
    assert [shell(line).out for line in ("replay 1", "export replay 1")] == before
    void = shell("battle show 1 --json").json()
    assert void["status"] == "void"
    assert void["members"] == shown["members"]
    assert shell("battle show 1 --at battle-1/16 --json").json()["members"] == at["members"]
    (tmp_path / "void.acta").write_text(before[1], "utf-8")
    assert shell(f"play {tmp_path / 'void.acta'}").code == 0
