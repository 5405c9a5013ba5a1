"""`acta branch`: a battle as it might have been, judged as one, that counts for nothing."""

from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cli.branching import begin
from cli.doing import Wish, record
from domain.terms import Refusal
from tests.branching import DICE, GAMES, desk, ends, played, views
from tests.cli.shell import Came, Shell, fighting, settle
from tests.cli.test_sealed import SOLO, faces
from tests.forging import Plain, Rows, edit, forge

CLASH = ("clash sura vs unit nine", "rd unit")
"""Battle-1 opens with lines 1 to 13; these are 14 and 15, and a roll of both dice is due."""


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A battle whose first Clash is about to be rolled: Sura's d6 against a d10."""
    found = fighting(tmp_path)
    found.do(*CLASH)
    return found


def done(shell: Shell, line: str) -> Came:
    """What comes of a command that must succeed."""
    came = shell(line)
    assert came.code == 0, came.err
    return came


def health(shell: Shell, battle: str) -> dict[str, int]:
    """Everybody's Health in a battle."""
    shown = done(shell, f"battle show {battle} --json").json()
    return {one["name"]: one["health"] for one in shown["members"]}


def test_another_face_is_another_story(shell: Shell) -> None:
    """MS-DMG-1, -3: 5 against 3 costs Unit Nine a Health, 2 against 3 costs Sura one, apart."""
    shell.do("roll 5 3")
    came = done(shell, 'branch battle-1/15 --name "Cocked die"')
    assert came.lines == [
        "branch-1/1  A branch, Cocked die, goes on from battle-1/15; it counts for nothing.",
        "next: dice: Sura d6, Unit Nine d10 · roll {1..6} {1..10}",
        "undo: acta undo --to branch-1/1 --yes",
    ]
    came = done(shell, "do --battle cocked roll 2 3")
    assert came.lines[0].startswith("branch-1/2  Sura against Unit Nine: 2 against 3")
    assert "Sura: Health 3 → 2, highest roll 6 → 4" in came.lines
    assert health(shell, "branch-1") == health(shell, "battle-1") | {"Sura": 2, "Unit Nine": 3}
    assert health(shell, "battle-1")["Unit Nine"] == 2
    assert done(shell, "audit").lines[0] == "clean: 42 lines in 5 stories, 1 of them a battle"


def test_one_looks_at_a_branch_as_at_a_battle(shell: Shell) -> None:
    """`battle show`, `map`, `legal`, `next`, `log`, `replay`: by number, name, ACTA_BATTLE.

    Vex holds, has acted, and the turn is over: three lines.
    """
    done(shell, "branch battle-1/13 --name Before")
    shown = done(shell, "battle show before --json").json()
    assert (shown["battle"], shown["branch"], shown["status"]) == (
        "branch-1",
        {"from": "battle-1/13"},
        "open",
    )
    assert done(shell, "battle show branch-1").lines[0].startswith("branch-1: The Last Granary")
    assert shell("next", ACTA_BATTLE="branch-1").lines[0] == "branch-1: Ash is to take a turn"
    assert "hold Vex" in done(shell, "battle legal branch-1").lines
    assert done(shell, "battle map branch-1").lines[0].startswith("Granary Hall")
    shell("do hold vex", ACTA_BATTLE="branch-1")
    told = done(shell, "log before").lines
    assert [line.partition("  ")[0] for line in told] == [f"branch-1/{n}" for n in (1, 2, 3, 4)]
    assert "> hold Vex" in done(shell, "replay branch-1").lines
    assert done(shell, "battle show branch-1 --at branch-1/1 --json").json()["turn"]["may_act"] == [
        *("Sura", "Teodor the Lamplighter", "Vex", "Moth"),
    ]


def test_branches_stand_apart(shell: Shell) -> None:
    """`battle list` and `branch` say which there are, and where each left."""
    done(shell, "branch battle-1/13 --name Before")
    done(shell, "branch branch-1/1")
    told = done(shell, "battle list").lines
    assert told[-3:] == [
        "branches, which count for nothing:",
        "  branch-1 (Before), from battle-1/13",
        "  branch-2, from branch-1/1",
    ]
    rows = done(shell, "branch --json").json()
    assert rows[1] == {"branch": "branch-2", "name": "", "from": "branch-1/1", "battle": "battle-1"}
    listed = done(shell, "battle list --json").json()
    assert [(one["battle"], one["counts"]) for one in listed] == [
        ("battle-1", True),
        ("branch-1", False),
        ("branch-2", False),
    ]


def test_case_23_a_branch_gives_nothing(tmp_path: Path) -> None:
    """A what-if is won, and gives no points, no money, no injury; the crews stay free."""
    shell = fighting(tmp_path)
    shell.do("concede iron", "conclude")
    settle(shell)
    looks = ("standings", "season", "crew show ash", "crew show iron", "member show sura")
    before = [done(shell, f"{look} --json").json() for look in looks]
    done(shell, "branch battle-1/13")
    shell("do concede ash", ACTA_BATTLE="branch-1")
    ended = done(shell, "next --battle branch-1").lines[0]
    assert ended == "branch-1: nothing is awaited: branch-1 is played out, and counts for nothing"
    for line in ("battle conclude --battle branch-1", "do --battle branch-1 conclude"):
        came = shell(line)
        assert (came.code, came.err.splitlines()[0]) == (
            1,
            "MS-EVT-1: a branch counts for nothing: it is not concluded and has no aftermath",
        )
    assert shell("after branch-1").code == shell("battle void branch-1 --why x --yes").code == 2
    assert [done(shell, f"{look} --json").json() for look in looks] == before
    assert done(shell, "status").lines[-1].startswith("no battle is open")
    assert done(shell, "battle open last-granary Ash Iron").lines[0].startswith("battle-2/1")
    assert done(shell, "audit").out.startswith("clean")


def test_what_follows_a_battle_is_no_branch(tmp_path: Path) -> None:
    """Behind its conclusion nothing is played; what lies in no battle, or nowhere, is none."""
    shell = fighting(tmp_path)
    shell.do("concede iron", "conclude")
    end = done(shell, "log 1").lines[-1].partition("  ")[0]
    for address, code in (
        (end, 1),
        ("campaign/1", 2),
        ("crew-ash/2", 2),
        ("battle-1/99", 2),
        ("battle-9/1", 2),
        ("17", 2),
        ("battle-1/0", 2),
        ("battle-1/\u0661", 2),
    ):
        came = shell.words(["branch", address])
        assert (came.code, came.out) == (code, "")
        assert len(came.err.splitlines()) == 2, came.err
    assert shell("branch").lines == ["branch  name  from  battle"]


@pytest.mark.parametrize(
    "name",
    ["", "battle-1", "BRANCH-1", "branch-9", "crew-ash", "7", "two\nrows", "\x1b[31m", "a\u202eb"],
)
def test_a_name_is_a_name(shell: Shell, name: str) -> None:
    """No control character, no story's name, no number; without one it has its own only."""
    done(shell, "branch battle-1/13")
    came = shell.words(["branch", "battle-1/13", "--name", name])
    assert came.code == (2 if name else 0)
    assert "\x1b" not in came.err + came.out
    assert len(done(shell, "branch --json").json()) == (1 if name else 2)


def test_several_of_one_name_are_ambiguous(shell: Shell) -> None:
    """The candidates are listed."""
    done(shell, "branch battle-1/13 --name 'What one'")
    done(shell, "branch battle-1/13 --name 'What two'")
    came = shell("battle show what")
    assert (came.code, "branch-1 (What one)" in came.err) == (2, True)
    assert shell("battle show nothing").code == 2


def test_a_rehearsal_leaves_nothing(tmp_path: Path) -> None:
    """A dry run writes no line and draws no secret that stays."""
    shell = fighting(tmp_path, SOLO)
    before = sorted((shell.folder / "keys").iterdir()), (shell.folder / "ledger.db").read_bytes()
    came = done(shell, "branch battle-1/13 --dry-run")
    assert came.lines[0] == "nothing was recorded; this would be:"
    assert "undo:" not in came.out
    after = sorted((shell.folder / "keys").iterdir()), (shell.folder / "ledger.db").read_bytes()
    assert after == before


@pytest.mark.parametrize("dice", ["--dice sealed", SOLO])
def test_a_branch_has_dice_of_its_own(tmp_path: Path, dice: str) -> None:
    """Its anchors are others; no reveal and no place of the battle's is used by what it rolls."""
    shell = fighting(tmp_path, dice)
    shell.do(CLASH[0])
    done(shell, "branch battle-1/14")
    came = shell.words(["do", "--battle", "branch-1", CLASH[1]])
    assert came.code == 0, came.err
    log = done(shell, "log branch-1 --json").json()
    seal = log[0]["data"]["seal"][0]
    opened = done(shell, "log 1 --json").json()[0]["data"]["seal"][0]
    assert len(seal["anchors"]) == len(opened["anchors"])
    assert not set(seal["anchors"]) & set(opened["anchors"])
    assert seal["battle"] != opened["battle"]
    fought = next(line["data"] for line in log if line["event"] == "mortisphere.clash-fought")
    assert (fought["source"], fought["place"]) == ("sealed", 1)
    fought = shell.do(CLASH[1])
    assert done(shell, "log 1 --dice").out.endswith("(sealed, place 1)\n")
    if dice == SOLO:
        one, other = faces(1, 6, 10)
        assert f"{one} against {other}" in fought.out
    assert done(shell, "audit").out.startswith("clean")
    again = done(shell, "branch branch-1/2")
    assert again.lines[0].startswith("branch-2/1")
    own = done(shell, "log branch-2 --json").json()[0]["data"]["seal"][0]
    assert own["battle"] not in {seal["battle"], opened["battle"]}


def test_a_sealed_roll_of_a_branch_is_taken_back_with_consent(tmp_path: Path) -> None:
    """As in a battle: one side alone cannot; with it the place stays used."""
    shell = fighting(tmp_path, "--dice sealed")
    shell.do(CLASH[0])
    done(shell, "branch battle-1/14")
    shell.words(["do", "--battle", "branch-1", CLASH[1]])
    assert shell("undo --battle branch-1").code == 1
    done(shell, "undo --battle branch-1 --agreed Ben")
    shell.words(["do", "--battle", "branch-1", CLASH[1]])
    assert done(shell, "log branch-1 --dice").out.endswith("(sealed, place 2)\n")


def test_case_59_undo_on_a_branch(shell: Shell) -> None:
    """Undo and redo, of a line, a turn, all; its beginning is only shown until --yes."""
    shell.do("roll 5 3")
    done(shell, "branch battle-1/15")
    shell("do roll 2 3; hold rook", ACTA_BATTLE="branch-1")
    assert health(shell, "branch-1")["Sura"] == 2
    battle = done(shell, "battle show 1 --json").out
    assert shell("undo turn", ACTA_BATTLE="branch-1").code == 0
    assert shell("do undo", ACTA_BATTLE="branch-1").code == 0
    assert health(shell, "branch-1")["Sura"] == 3
    done(shell, "redo --battle branch-1")
    assert health(shell, "branch-1")["Sura"] == 2
    done(shell, "undo --to branch-1/2 --yes")
    came = done(shell, "undo --battle branch-1")
    assert came.lines[2:] == [
        "This is the beginning of branch-1: without it there is no such branch.",
        "to do it: acta undo --battle branch-1 --yes",
    ]
    done(shell, "undo --battle branch-1 --yes")
    assert shell("battle show branch-1").code == 2
    assert done(shell, "battle show 1 --json").out == battle
    done(shell, "redo")
    assert health(shell, "branch-1")["Sura"] == 3
    done(shell, "undo --to branch-1/1 --yes")
    assert done(shell, "branch battle-1/15").lines[0].startswith("branch-2/1")
    assert done(shell, "audit").out.startswith("clean")


def test_what_is_undone_in_the_battle_stays_in_the_branch(shell: Shell) -> None:
    """It left behind that line: what was taken back later was not yet."""
    shell.do("roll 5 3")
    done(shell, "branch battle-1/16")
    shell.do("undo")
    assert health(shell, "branch-1")["Unit Nine"] == 2
    assert health(shell, "battle-1")["Unit Nine"] == 3
    done(shell, "branch battle-1/21")
    assert health(shell, "branch-2")["Unit Nine"] == 3


def test_a_branch_is_no_file_but_goes_with_the_record(shell: Shell, tmp_path: Path) -> None:
    """It begins in the midst; a bundle carries it, and it is played on in the copy."""
    done(shell, "branch battle-1/15 --name Else")
    came = shell("export replay branch-1")
    assert (came.code, "acta replay branch-1" in came.err) == (2, True)
    done(shell, "export bundle -o ../out.acta")
    (tmp_path / "laptop").mkdir()
    other = Shell(tmp_path / "laptop", "Ben")
    done(other, "import ../out.acta --yes")
    done(other, "do --battle else roll 2 3")
    assert health(other, "else")["Sura"] == 2
    assert done(other, "audit").out.startswith("clean")


def forged(shell: Shell, **changes: object) -> list[Plain]:
    """What an audit finds where a branch's beginning was edited, all hashes made to fit."""

    def change(rows: Rows) -> None:
        for row in rows:
            if row["originator_id"] == "branch-1" and row["originator_version"] == 1:
                edit(row, lambda line: line["data"].update(changes))
                edit(row, lambda line: line["cause"].update(changes))

    path = shell.folder / "ledger.db"
    copy = forge(path, path.with_name("forged.db"), change, rebuild=True)
    copy.replace(path)
    found: list[Plain] = shell("audit --json").json()["findings"]
    return found


@pytest.mark.parametrize(
    "changes",
    [{"digest": "0" * 64}, {"line": 14}, {"line": 99}, {"from": "battle-7"}, {"line": -1}],
)
def test_a_forged_beginning_is_found(shell: Shell, changes: dict[str, object]) -> None:
    """A branch names the hash of what it rests on: of another line, of none, it does not hold."""
    done(shell, "branch battle-1/15")
    done(shell, "do --battle branch-1 roll 2 3")
    found = forged(shell, **changes)
    assert (found[0]["kind"], found[0]["address"]) == ("JudgedOtherwise", "branch-1/1")
    assert found[0]["expected"].startswith("to rest on")
    assert shell("battle show branch-1").code in {2, 5}
    assert shell("do --battle branch-1 hold rook").code in {2, 5}


def test_a_branch_that_rests_on_itself_is_found(shell: Shell) -> None:
    """Nothing hangs, nothing is played."""
    done(shell, "branch battle-1/15")
    found = forged(shell, **{"from": "branch-1", "line": 1})
    assert found[0]["address"] == "branch-1/1"
    assert shell("battle show branch-1").code == 5


def test_a_battle_under_a_branch_shows_where_it_was_changed(shell: Shell) -> None:
    """Who rewrites the battle below a branch has to rewrite the branch, too."""
    shell.do("roll 5 3")
    done(shell, "branch battle-1/20")

    def change(rows: Rows) -> None:
        for row in rows:
            if row["originator_id"] == "battle-1" and row["originator_version"] == 14:
                edit(row, lambda line: line.update(by="Ben"))

    path = shell.folder / "ledger.db"
    forge(path, path.with_name("forged.db"), change, rebuild=True).replace(path)
    found = shell("audit --json").json()
    assert found["verdict"] == "forged"
    assert [one["address"] for one in found["findings"]] == ["branch-1/1"]


def test_a_story_that_only_is_called_a_branch_is_judged(shell: Shell) -> None:
    """It begins with something else: whatever that is, no rules made it."""
    done(shell, "branch battle-1/15")
    lines = done(shell, "log 1 --json").json()

    def change(rows: Rows) -> None:
        stolen = next(r for r in rows if r["originator_id"] == "battle-1" and lines)
        row = next(r for r in rows if r["originator_id"] == "branch-1")
        plain = msgspec.json.decode(stolen["state"]) | {"story": "branch-1", "batch": "branch-1/1"}
        row["state"] = msgspec.json.encode(plain, order="sorted")
        row["topic"] = plain["data"]["event"]

    path = shell.folder / "ledger.db"
    forge(path, path.with_name("forged.db"), change, rebuild=True).replace(path)
    assert shell("audit --json").json()["verdict"] == "forged"
    assert shell("battle show branch-1").code == 2


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=4, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(number=st.integers(0, 10**6))
def test_a_branch_is_the_battle_at_any_line_and_touches_nothing(game: str, number: int) -> None:
    """Its state is the one that was there; playing on leaves all other stories, views and books."""
    with TemporaryDirectory() as folder:
        shell = GAMES[game](Path(folder), DICE[number % 3])
        with desk(shell) as at:
            states = played(at, "battle-1", f"battle {number}", 12)
            line = sorted(states)[number % len(states)]
            before = views(at), at.books(), ends(at, "branch-1")
            try:
                begin(at, f"battle-1/{line}", "", dry_run=False)
            except Refusal:
                assert not states[line].opened
                return
            table = at.table("branch-1")
            assert table.state == msgspec.structs.replace(states[line], seal=table.state.seal)
            assert (table.state.seal.battle == "") == (number % 3 == 0)
            played(at, "branch-1", f"branch {number}", 8)
            last = at.table("branch-1")
            legal = last.game.legal(last.state)
            assert all(map(legal.admits, legal.simple()))
            assert (views(at), at.books(), ends(at, "branch-1")) == before
        with desk(shell) as again:
            assert again.table("branch-1").state == last.state
        assert shell("audit").code == 0


def test_case_59_undo_within_a_branch_that_is_named(shell: Shell) -> None:
    """ACTA_BATTLE says where one is, for every command alike."""
    done(shell, "branch battle-1/15")
    with desk(shell) as at:
        record(at, at.table("branch-1"), "roll 2 3", Wish())
        record(at, at.table("branch-1"), "undo", Wish())
        assert at.table("branch-1").state.units["crew-ash/2"].lost == 0


def test_a_wrong_name_is_answered_with_battles_and_branches(shell: Shell) -> None:
    """All that may be named is in the hint."""
    done(shell, "branch battle-1/13")
    came = shell("do --battle branch-9 hold sura")
    assert (came.code, came.err.splitlines()) == (
        2,
        ["there is no battle branch-9", "hint: there are battle-1, branch-1"],
    )
