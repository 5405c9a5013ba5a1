"""`acta amend`: a line that was recorded wrongly, and all that rests on it, judged anew."""

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.game import catalogue
from domain.ledger.ledger import Ledger
from tests.cli.shell import BEGUN, HALL, Shell, fighting
from tests.forging import edit, forge

HOLD = "amend battle-1/24 'hold vex' --why 'it was a hold'"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Sura's Clash is over (lines 14 to 20, the roll is 16), Iron has held with Kiln (21 to 23)."""
    found = fighting(tmp_path)
    found.do("c sura vs unit", "rd unit", "5 3", "hold kiln")
    return found


@cache
def granary() -> Path:
    """The folder of a campaign whose first battle is settled and whose second has begun.

    In the first Vex opens a bin (battle-1/24, done at the end of the round, 40) and Iron concedes:
    Ash holds the Hall (2) and has the bin (2), 4 points to 0. Ash has 5 salvage from its purse, 4
    for the battle, 3 for winning it, 1 for the bin and 2 as underdog (rated 26 to 36, a point for
    each 5): 15. It buys a Crude Blade for 1. Vex has 2 experience: it endured, and it fulfilled.
    """
    place = Path(BEGUN.name) / "granary"
    place.mkdir()
    shell = fighting(place)
    shell.do("c sura vs kiln", "rd kiln", "6 1", "hold prefect", "interact vex with open a bin")
    shell.do("hold rook", "hold teodor", "hold unit", "hold moth", "concede iron; conclude")
    assert shell("after").code == 0
    shell.do("choose kiln", "roll 3", "roll 2", "buy crude blade for sura", "done ash", "done iron")
    assert shell(f"battle open last-granary Ash Iron {HALL}").code == 0
    shell.do("hold sura", "hold kiln")
    return shell.folder


@pytest.fixture
def evening(tmp_path: Path) -> Shell:
    """That campaign, to be amended."""
    shutil.copytree(granary(), tmp_path / "winter")
    return Shell(tmp_path / "winter")


def told(shell: Shell, story: str = "", *options: str) -> list[str]:
    """The log as it is told."""
    return shell(" ".join(["log", story, *options])).lines


def member(shell: Shell, name: str, battle: str = "") -> Any:
    """A member of a battle as JSON shows it."""
    shown = shell(f"battle show {battle} --json").json()
    return next(one for one in shown["members"] if one["name"].startswith(name))


def hashes(shell: Shell) -> dict[str, bytes]:
    """The link of every line on record, by its address."""
    with Ledger.open(
        shell.folder / "ledger.db", catalogue("mortisphere"), read_only=True
    ) as ledger:
        return {row.address: row.hash for row in ledger.rows(0, 10_000)}


def changes(came: Any) -> Iterator[tuple[str, str, Any, Any]]:
    """The consequences of an amendment: whose, what, before, after."""
    for one in came["changes"]:
        yield one["name"], one["what"], one["before"], one["after"]


def test_a_roll_that_was_misread(shell: Shell) -> None:
    """MS-RES-4, MS-DMG-3: 2 against 3 is lost by the d6: Sura loses 1 and may roll 4, Nine none.

    Kiln's hold comes out as it was and keeps its lines; what was said before stays on record.
    """
    before = hashes(shell)
    came = shell("amend battle-1/17 'roll 2 3' --why misread --yes")
    assert came.code == 0, came.err
    assert came.lines[0] == "battle-1/24  battle-1/16 was amended: misread."
    assert came.lines[-1] == "undo: acta undo --to battle-1/24 --yes"
    assert (member(shell, "Sura")["health"], member(shell, "Sura")["max_roll"]) == (2, 4)
    assert (member(shell, "Unit")["health"], member(shell, "Unit")["max_roll"]) == (3, 10)
    after = hashes(shell)
    assert {address: after[address] for address in before} == before
    assert set(after) - set(before) == {f"battle-1/{n}" for n in range(24, 31)}
    assert shell("audit").code == 0


def test_nothing_changes_until_yes(shell: Shell) -> None:
    """Every number that the amendment touches is shown, before and after."""
    came = shell("amend battle-1/16 'roll 2 3' --why misread --json").json()
    assert list(changes(came)) == [
        ("Sura", "health", 3, 2),
        ("Sura", "lost", 0, 1),
        ("Sura", "max_roll", 6, 4),
        ("Unit Nine", "health", 2, 3),
        ("Unit Nine", "lost", 1, 0),
        ("Unit Nine", "max_roll", 8, 10),
    ]
    assert came["recorded"] is False
    assert came["command"] == "acta amend battle-1/16 'roll 2 3' --why misread --yes"
    for options in ("", "--yes --dry-run"):
        assert shell(f"amend battle-1/16 'roll 2 3' --why misread {options}").code == 0
        assert len(hashes(shell)) == 39


def test_the_log_tells_it_where_it_counts(shell: Shell) -> None:
    """What it is now stands where it was; what it was is told with --all."""
    shell("amend battle-1/16 'roll 2 3' --why misread --yes")
    lines = told(shell, "battle-1")
    assert [line.partition("  ")[0] for line in lines[14:18]] == [
        "battle-1/15", "battle-1/26", "battle-1/27", "battle-1/28",
    ]  # fmt: skip
    assert lines[15] == (
        "battle-1/26  Sura against Unit Nine: 2 against 3, Unit Nine wins"
        " (Sura d6 2; Unit Nine d10 3).  (in place of battle-1/16)"
    )
    lines = told(shell, "battle-1", "--all")
    assert lines[15].endswith("(Sura d6 5; Unit Nine d10 3).  (amended)")
    assert lines[23:25] == [
        "battle-1/24  battle-1/16 was amended: misread.",
        "battle-1/25  In place of battle-1/16:",
    ]
    entries = shell("log battle-1 --json").json()
    assert entries[15]["in_place_of"] == "battle-1/16"
    assert not any(entry["retracted"] for entry in entries)


def test_an_amendment_is_undone_and_redone_as_a_whole(shell: Shell) -> None:
    """It is only shown until --yes; then all is as it was, and with redo as amended."""
    before = shell("battle show --json").json()
    shell("amend battle-1/16 'roll 2 3' --why misread --yes")
    amended = shell("battle show --json").json()
    came = shell("undo")
    assert came.lines[-2:] == [
        "This is an amendment: without it all counts again that it replaced.",
        "to do it: acta undo --yes",
    ]
    assert shell("undo --yes").code == 0
    assert shell("battle show --json").json() == before
    assert shell("redo").code == 0
    assert shell("battle show --json").json() == amended
    assert shell("undo --to battle-1/24 --yes").code == 0
    assert shell("battle show --json").json() == before
    assert shell("audit").code == 0


def test_a_typed_undo_does_not_take_an_amendment_back(shell: Shell) -> None:
    """A line of the table says which command does; nor does a typed redo put it back."""
    shell("amend battle-1/16 'roll 2 3' --why misread --yes")
    came = shell("do undo")
    assert came.code == 2
    assert came.err.splitlines()[-1] == "hint: acta undo --to battle-1/24 --yes"
    shell("undo --yes")
    came = shell("do redo")
    assert (came.code, came.err.splitlines()[-1]) == (2, "hint: acta redo")


def test_what_came_later_holds_an_amendment(shell: Shell) -> None:
    """A line recorded after it rests on it, and is taken back first."""
    shell("amend battle-1/16 'roll 2 3' --why misread --yes")
    shell.do("hold vex")
    came = shell("undo --to battle-1/24 --yes")
    assert came.code == 1
    assert came.err.splitlines()[-1] == "hint: acta undo --to battle-1/31"
    assert shell("undo").code == 0  # Vex's hold
    assert shell("undo --yes").code == 0
    assert member(shell, "Sura")["health"] == 3


def test_an_amendment_is_amended(shell: Shell) -> None:
    """The piece goes by the address of its line; 6 against 3, then it is Nine who loses 1 again."""
    before = shell("battle show --json").json()
    shell("amend battle-1/16 'roll 2 3' --why misread --yes")
    once = shell("battle show --json").json()
    came = shell("amend battle-1/26 'roll 6 3' --why 'misread again' --yes")
    assert came.lines[0] == "battle-1/31  battle-1/25 was amended: misread again."
    assert member(shell, "Unit")["health"] == 2
    assert shell("amend battle-1/16 'roll 6 3' --why x").code == 2  # it does not count any more
    assert shell("audit").code == 0
    assert shell("undo --yes").code == 0
    assert shell("battle show --json").json() == once
    assert shell("undo --yes").code == 0
    assert shell("battle show --json").json() == before
    assert shell("audit").code == 0


def test_amending_a_line_to_itself_changes_nothing(shell: Shell) -> None:
    """It says so, and saves nothing."""
    came = shell("amend battle-1/16 'roll 5 3' --why x --yes")
    assert (came.code, came.lines) == (0, ["nothing would change: that is what is on record"])
    assert len(hashes(shell)) == 39


def test_case_71_an_illegal_amendment_is_refused_when_it_is_entered(shell: Shell) -> None:
    """Case 71: an edit that the rules refuse never gets on record; nor one of nothing."""
    for line, code, said in (
        ("amend battle-1/16 'roll 7 3' --why x --yes", 1, "MS-RES-3: a d6 cannot show 7"),
        ("amend battle-1/21 'hold sura' --why x --yes", 1, "MS-"),
        ("amend battle-1/99 'hold sura' --why x --yes", 2, "there is no line battle-1/99"),
        ("amend 16 'hold sura' --why x --yes", 2, "16 is no address"),
        ("amend battle-1/1 'hold sura' --why x --yes", 1, "MS-EVT-1: the opening of battle-1"),
        ("amend crew-ash/2 'hold sura' --why x --yes", 1, "MS-EVT-1: crew-ash/2 was told by"),
        ("amend campaign/1 'hold sura' --why x --yes", 1, "MS-EVT-1: campaign/1 was told by"),
        ("amend campaign/2 'hold sura' --why x --yes", 1, "MS-EVT-1: crew-ash/1 was told by"),
        ("amend battle-1/16 'hop sura' --why x --yes", 2, ""),
        ("amend battle-1/16 'roll 1 1' --why '' --yes", 2, "a reason has 1 to 2000 characters"),
        ("amend battle-1/16 '' --why x --yes", 2, "no line was given"),
        (
            "amend battle-1/16 'roll 1 1' --why x --drop battle-9/1",
            2,
            "there is no line battle-9/1",
        ),
        ("amend battle-1/16 'roll 1 1' --why x --drop battle-1/15", 2, "battle-1/15 stands before"),
        ("amend battle-1/21 'hold rook' --why x --roll battle-1/16=1,2", 2, "battle-1/16 stands"),
        ("amend battle-1/16 undo --why x --yes", 2, "an undo stands in place of nothing"),
        ("amend battle-1/21 'hold rook' --roll battle-1/16=x --why x", 2, "'battle-1/16=x' is no"),
    ):
        came = shell(line)
        assert (came.code, came.err[: len(said)]) == (code, said)
    assert len(hashes(shell)) == 39
    assert shell("audit").code == 0


def test_a_later_line_without_a_place_is_a_conflict(shell: Shell) -> None:
    """Sura held instead: nobody is attacked, so there is no answer and no roll; Kiln's hold stays.

    Both conflicts are told, and nothing is saved before they are dropped.
    """
    came = shell("amend battle-1/14 'hold sura' --why 'she held' --yes")
    assert came.code == 1
    assert came.err.splitlines()[0] == (
        "MS-EVT-1: 2 later lines have no place after this amendment: battle-1/15, battle-1/16"
    )
    command = "acta amend battle-1/14 'hold sura' --why 'she held' --drop battle-1/15"
    assert came.err.splitlines()[1] == f"hint: {command} --drop battle-1/16 lets them go"
    found = shell("amend battle-1/14 'hold sura' --why 'she held' --json").json()["error"]
    assert [one["address"] for one in found["conflicts"]] == ["battle-1/15", "battle-1/16"]
    assert len(hashes(shell)) == 39
    drops = "--drop battle-1/15 --drop battle-1/17"
    came = shell(f"amend battle-1/14 'hold sura' --why 'she held' {drops} --yes")
    assert came.code == 0, came.err
    assert member(shell, "Unit")["health"] == 3
    assert member(shell, "Kiln")["activated"]
    assert shell("audit").code == 0
    assert shell("undo --yes").code == 0
    assert member(shell, "Unit")["health"] == 2


def test_dice_that_nobody_rolled_are_given(shell: Shell) -> None:
    """Kiln struck Teodor and did not hold: lines of his own put it there, with the dice.

    MS-DMG-3: the d6 shows 6 and the d8 1: Teodor loses 1 of 3 Health.
    """
    lines = "c kiln vs teodor; rd teodor; roll 6 1"
    came = shell(f"amend battle-1/21 '{lines}' --why 'he struck' --yes")
    assert came.code == 0, came.err
    assert member(shell, "Teodor")["health"] == 2
    assert shell("audit").code == 0


def test_another_die_has_to_be_rolled(shell: Shell) -> None:
    """Kiln (d6) answers in place of Nine (d10): 3 was no roll of a d6, and 5 3 are given anew.

    Kiln has answered, so he cannot hold; the hold is dropped.
    """
    line = "amend battle-1/14 'c sura vs kiln' --why 'it was Kiln' --drop battle-1/15"
    came = shell(line)
    assert came.code == 1
    drop = "amend battle-1/14 'c sura vs kiln; rd kiln' --why 'it was Kiln' --drop battle-1/15"
    came = shell(f"{drop} --drop battle-1/21")
    assert came.code == 1
    assert "battle-1/16  Sura against Unit Nine" in came.out
    assert "d6 d6 are to be rolled, and d6 d10 were" in came.out
    assert "--roll battle-1/16=d6,d6" in came.err
    came = shell(f"{drop} --drop battle-1/21 --roll battle-1/16=5,3 --yes")
    assert came.code == 0, came.err
    assert (member(shell, "Kiln")["health"], member(shell, "Unit")["health"]) == (1, 3)
    assert shell("audit").code == 0


def test_what_another_recorded_needs_his_consent(shell: Shell) -> None:
    """The command to type has it; said or not, it is on record."""
    line = "amend battle-1/16 'roll 2 3' --why misread"
    came = shell(line, by="Ben")
    assert came.code == 0
    assert came.lines[-1] == f"to do it: acta {line} --yes --agreed Ana"
    came = shell(f"{line} --yes", by="Ben")
    assert (came.code, came.err.splitlines()[0]) == (
        1,
        "MS-EVT-1: battle-1/16 was recorded by Ana",
    )
    came = shell(f"{line} --yes --agreed Ana", by="Ben")
    assert came.code == 0
    assert came.lines[0] == "battle-1/24  battle-1/16 was amended (Ana agreed): misread."
    assert shell("audit").code == 0


def test_it_runs_through_the_aftermath(evening: Shell) -> None:
    """Vex held: no bin, so 2 points to 0, 1 salvage less at every balance, 1 experience for Vex.

    MS-CAM-2: 5 + 4 + 3 + 2 = 14, 13 after the Blade. The second battle is untouched, line for line.
    """
    before = hashes(evening)
    came = evening(f"{HOLD} --json").json()
    assert list(changes(came)) == [
        ("battle-1", "objectives.bins.progress.Ash", 1, ""),
        ("battle-1", "objectives.bins.by", ["Ash"], []),
        ("battle-1", "scores.Ash", 4, 2),
        ("Ash", "treasury", 14, 13),
        ("Vex", "experience", 2, 1),
        ("Ash", "scored", 4, 2),
        ("Ash", "difference", 4, 2),
        ("Iron", "difference", -4, -2),
    ]
    assert evening(f"{HOLD} --yes").code == 0
    after = hashes(evening)
    assert {address: after[address] for address in before} == before
    assert not [a for a in set(after) - set(before) if a.startswith(("battle-2", "campaign"))]
    table = evening("standings --json").json()
    assert [(row["crew"], row["scored"], row["difference"]) for row in table] == [
        ("Ash", 2, 2),
        ("Iron", 0, -2),
    ]
    assert evening("crew show ash --json").json()["treasury"] == 13
    assert evening("member show vex --json").json()["experience"] == 1
    assert evening("audit --all").code == 0


def test_views_that_follow_are_those_that_are_made_anew(evening: Shell) -> None:
    """The same rows whether they were caught up or rebuilt; and after an undo those from before."""
    reads = ("standings", "crew list", "member show vex", "crew show ash", "season", "battle list")

    def seen() -> list[Any]:
        return [evening(f"{read} --json").json() for read in reads]

    before = seen()
    evening(f"{HOLD} --yes")
    followed = seen()
    assert followed != before
    assert evening("rebuild").code == 0
    assert seen() == followed
    assert evening("undo --to battle-1/69 --yes").code == 0
    assert seen() == before


def test_a_purchase_that_is_not_covered_any_more(tmp_path: Path) -> None:
    """Ash spends its 15 on a d12 and an Hour; without the bin the 3 for the Hour are not there.

    MS-REC-2: a d12 costs 12, so 14 - 12 leaves 2. Dropped, Ash has these 2.
    """
    shell = fighting(tmp_path)
    shell.do("c sura vs kiln", "rd kiln", "6 1", "hold prefect", "interact vex with open a bin")
    shell.do("hold rook", "hold teodor", "hold unit", "hold moth", "concede iron; conclude")
    shell("after")
    shell.do("choose kiln", "roll 3", "roll 2")
    shell.do('recruit "Ox" as survivor d12', "buy the unspent hour")
    assert shell("crew show ash --json").json()["treasury"] == 0
    shell.do("done ash", "done iron")
    (purchase,) = (line for line in told(shell, "battle-1") if "buys The Unspent Hour" in line)
    address = purchase.partition("  ")[0]
    found = shell(f"{HOLD} --json").json()["error"]
    assert [one["address"] for one in found["conflicts"]] == [address]
    assert "MS-" in found["conflicts"][0]["why"]
    assert shell(f"{HOLD} --drop {address} --yes").code == 0
    shown = shell("crew show ash --json").json()
    assert (shown["treasury"], shown["store"]) == (2, ["Breaching Saw"])
    (ox,) = (one for one in shown["members"] if one["name"] == "Ox")
    before = ox["id"]
    assert shell("undo --yes").code == 0
    (ox,) = (o for o in shell("crew show ash --json").json()["members"] if o["name"] == "Ox")
    assert ox["id"] == before  # who was recruited stays who he is
    assert shell("audit --all").code == 0


@pytest.mark.parametrize("line", ["battle-1/26", "battle-1/27", "battle-1/25", "battle-1/24"])
def test_a_forged_amendment_is_found(shell: Shell, tmp_path: Path, line: str) -> None:
    """A number in it is bent and every hash made to fit: the audit says which line, and why."""
    shell("amend battle-1/16 'roll 2 3' --why misread --yes")

    def bend(rows: list[dict[str, Any]]) -> None:
        for row in rows:
            if f"{row['originator_id']}/{row['originator_version']}" == line:
                edit(row, bent)

    def bent(plain: dict[str, Any]) -> None:
        data = plain["data"]
        match line:
            case "battle-1/26":
                data["outcome"] = "initiator"
            case "battle-1/27":
                data["amount"] = 2
            case _:
                data["batch"] = "battle-1/15"

    forged = tmp_path / "forged.db"
    forge(shell.folder / "ledger.db", forged, bend, rebuild=True)
    shutil.copy(forged, shell.folder / "ledger.db")
    found = shell("audit --json")
    assert found.code == 3
    assert {one["kind"] for one in found.json()["findings"]} & {"JudgedOtherwise"}


def test_a_battle_is_shown_as_it_stood(shell: Shell) -> None:
    """`--at`: by what was known then; behind a line of an amendment where that stands."""
    shell("amend battle-1/16 'roll 2 3' --why misread --yes")
    for address, health, acted in (("battle-1/23", 3, True), ("battle-1/27", 2, False)):
        shown = shell(f"battle show 1 --at {address} --json").json()
        found = {one["name"]: one for one in shown["members"]}
        assert (found["Sura"]["health"], found["Kiln"]["activated"]) == (health, acted)


def test_a_bundle_carries_amendments(evening: Shell, tmp_path: Path) -> None:
    """Exported and imported it is the same record, to the byte, and counts the same."""
    assert evening(f"{HOLD} --yes").code == 0
    file = tmp_path / "winter.bundle"
    assert evening(f"export bundle -o {file}").code == 0
    (tmp_path / "other").mkdir()
    other = Shell(tmp_path / "other")
    came = other(f"import {file} --yes")
    assert came.code == 0, came.err
    home = next((tmp_path / "other").rglob("acta.toml")).parent
    there = Shell(home)
    assert hashes(there) == hashes(evening)
    assert there("crew show ash --json").json()["treasury"] == 13
    assert there("audit --all").code == 0


def test_undo_of_a_battle_in_its_aftermath_says_to_amend(evening: Shell) -> None:
    """Once the aftermath has begun the hint is an amendment, which types as it stands."""
    came = evening("undo --to battle-1/24")
    assert came.code == 1
    hint = came.err.splitlines()[-1]
    line = "amend battle-1/24 'interact Vex with Open a bin copy 1' --why 'what was wrong'"
    assert hint == f"hint: acta {line}"
    again = evening(line)
    assert (again.code, again.lines) == (0, ["nothing would change: that is what is on record"])


def test_dice_that_are_missing_before_a_line(shell: Shell) -> None:
    """Kiln struck Teodor, and nobody wrote the dice down: Vex's hold behind it waits for them.

    MS-DMG-3: a d6 6 against a d8 1: Teodor loses 1. Behind the amended line itself they do as well.
    """
    shell.do("hold vex")
    line = "amend battle-1/21 'c kiln vs teodor; rd teodor' --why 'he struck'"
    found = shell(f"{line} --json").json()["error"]
    (one,) = found["conflicts"]
    assert (one["address"], one["dice"]) == ("battle-1/24", [6, 8])
    assert "--roll battle-1/24=d6,d8 gives the dice that are missing" in found["hint"]
    for address in ("battle-1/24", "battle-1/21"):
        assert shell(f"{line} --roll {address}=6,1 --yes").code == 0
        assert member(shell, "Teodor")["health"] == 2
        assert member(shell, "Vex")["activated"]
        assert shell("audit").code == 0
        assert shell("undo --yes").code == 0
    came = shell(f"{line} --roll battle-1/24=6,9 --yes")
    assert came.code == 1
    assert "a d8 cannot show 9" in came.out
