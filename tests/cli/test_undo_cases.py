"""Undo and redo at the table, in both games: cases 50 to 62 of the list of cases."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import EXAMPLES, HALL, Shell, fighting
from tests.cli.test_morturi_seed import FEROX, LANE, URSI, ludi

AREAS = (
    *("c sura vs unit", "rd unit", "5 3", "hold kiln", "move Moth to Bell Tower", "hold rook"),
    *("hold Teodor", "hold The Prefect", "hold vex"),
)
ARENA = (
    *("activate felix", "move e s s s", "face n", "attack varro", "react face e", "3"),
    *("choose f1", "yes varro: relentless pursuit", "done", "activate varro", "face s", "done"),
)
Table = Callable[[Path], Shell]


def hall(folder: Path) -> Shell:
    """Ash and Iron in the Granary Hall; Ash begins."""
    return fighting(folder)


def lane(folder: Path) -> Shell:
    """Three against three in a lane of four rows; Ludus Ferox begins."""
    shell = ludi(folder, {"Ludus Ferox": FEROX, "Domus Ursi": URSI}, LANE)
    starts = "--start ferox=north --start ursi=south"
    came = shell(f"battle open battlelines ferox ursi --arena arena.txt {starts}")
    assert came.code == 0, came.err
    shell.do("roll 1", "deploy felix at d4", "deploy varro at d1", "deploy brutus at a4")
    shell.do("deploy otho at a1", "deploy nepos at g4", "deploy mus at g1")
    return shell


GAMES = [pytest.param(hall, AREAS, id="areas"), pytest.param(lane, ARENA, id="arena")]


def again(shell: Shell, line: str, *, by: str = "") -> list[str]:
    """What a command prints that must succeed."""
    came = shell(line, by=by)
    assert came.code == 0, (line, came.err)
    return came.lines


def everywhere(shell: Shell) -> dict[str, Any]:
    """Log, map, cards, status, replay, sums, dice and the question that is asked."""
    views = ("log 1", "battle map", "battle show", "battle legal", "next", "replay 1", "stats")
    crews = [crew["crew"] for crew in shell("crew list --json").json()]
    hands = [f"battle hand '{crew}'" for crew in crews]
    found: dict[str, Any] = {view: again(shell, view) for view in views}
    found |= {hand: shell(hand).out for hand in hands}  # there are some in the arena alone
    status = shell("status --json").json()
    dice = shell("dice --json").json()["dice"]  # what was taken back stands apart, and stays there
    return found | {"dice": dice, "status": {key: status[key] for key in status if key != "lines"}}


ONE_GAME = [GAMES[0], pytest.param(lane, ARENA, id="arena", marks=pytest.mark.long)]


@pytest.mark.parametrize(("table", "lines"), ONE_GAME)
def test_case_52_everything_goes_back_together(
    table: Table, lines: Sequence[str], tmp_path: Path
) -> None:
    """Case 52: log, map, cards, status and replay, after each undo and after each redo."""
    shell = table(tmp_path)
    was = [everywhere(shell)]
    for line in lines:
        shell.do(line)
        was.append(everywhere(shell))
    for expected in reversed(was[:-1]):
        again(shell, "undo --yes")
        assert everywhere(shell) == expected
    for expected in was[1:]:
        again(shell, "redo")
        assert everywhere(shell) == expected
    again(shell, "audit")


def shown(shell: Shell) -> tuple[Any, Any]:
    """The battle as programs read it, and what is asked."""
    return shell("battle show --json").json(), shell("next --json").json()


UNITS = [
    pytest.param(hall, AREAS, "clash", 3, 0, id="a Clash and all since"),
    pytest.param(hall, AREAS, "activation", 9, 8, id="an activation"),
    pytest.param(hall, AREAS, "turn", 4, 3, id="a turn"),
    pytest.param(hall, AREAS, "turn", 2, 0, id="a turn that is not over"),
    pytest.param(hall, AREAS, "round", 9, 0, id="a round"),
    pytest.param(lane, ARENA, "attack", 6, 3, id="an attack, its dice and its blow"),
    pytest.param(lane, ARENA, "activation", 9, 0, id="all that Felix did"),
    pytest.param(lane, ARENA, "turn", 12, 9, id="Varro's turn"),
    pytest.param(lane, ARENA, "round", 12, 0, id="a round of the arena"),
]


@pytest.mark.parametrize(("table", "lines", "span", "after", "back"), UNITS)
def test_case_56_a_unit_is_undone_whole(  # noqa: PLR0917 a row of the table
    table: Table, lines: Sequence[str], span: str, after: int, back: int, tmp_path: Path
) -> None:
    """Case 56: all of it, both halves, is as before it began; one redo puts all of it back."""
    shell = table(tmp_path)
    was = [shown(shell)]
    for line in lines[:after]:
        shell.do(line)
        was.append(shown(shell))
    again(shell, f"undo {span} --yes")
    assert shown(shell) == was[back]
    again(shell, "redo")
    assert shown(shell) == was[after]
    again(shell, "audit")


@pytest.mark.parametrize(("table", "lines"), GAMES)
def test_case_53_another_s_line_needs_consent(
    table: Table, lines: Sequence[str], tmp_path: Path
) -> None:
    """Case 53: Ana recorded it; Ben is refused without `--agreed Ana`, which is on record."""
    shell = table(tmp_path)
    shell.do(lines[0])
    before = shown(shell)
    came = shell("undo", by="Ben")
    assert (came.code, came.err.splitlines()[1]) == (1, "hint: acta undo --agreed Ana")
    assert shell("undo --agreed Ben", by="Ben").code == 1
    assert shown(shell) == before
    again(shell, "undo --agreed Ana", by="Ben")
    mask = shell("log 1 --all --json").json()[-1]
    assert (mask["event"], mask["by"], mask["data"]["agreed"]) == (
        "record.batch-retracted",
        "Ben",
        "Ana",
    )


@pytest.mark.parametrize(("table", "lines"), GAMES)
def test_case_50_what_was_undone_leaves_a_trace(
    table: Table, lines: Sequence[str], tmp_path: Path
) -> None:
    """Case 50: struck entries on request; that another agreed to it without being asked."""
    shell = table(tmp_path)
    before = shell("log 1").lines
    shell.do(lines[0])
    told = shell("log 1").lines[len(before) :]
    again(shell, "undo --why 'a slip'")
    assert shell("log 1").lines == before
    whole = shell("log 1 --all").lines
    assert whole[: len(before)] == before
    assert whole[len(before) : -1] == [f"{line}  (taken back)" for line in told]
    assert whole[-1].endswith(" was taken back: a slip.")
    shell.do(lines[0])
    again(shell, "undo --agreed Ana", by="Ben")
    last = shell("log 1").lines[-1]
    assert last.endswith(" was taken back (Ana agreed).")
    assert shell("log 1").lines[:-1] == before
    again(shell, "redo", by="Ben")
    assert [line for line in shell("log 1").lines if "Ana agreed" in line] == [last]


def test_case_61_a_sealed_roll_is_not_rolled_anew(tmp_path: Path) -> None:
    """Case 61: refused; with consent the next place's face counts, and both are told."""
    shell = fighting(tmp_path, "--dice sealed")
    shell.do("c sura vs unit; rd unit")
    first = shell("log 1 --dice").lines[-1]
    came = shell("undo")
    assert came.code == 1
    assert "rolled sealed dice, which one side alone cannot take back" in came.err
    assert shell("log 1 --dice").lines[-1] == first
    again(shell, "undo --agreed Ben")
    shell.do("rd unit")
    both = [line for line in shell("log 1 --dice --all").lines if "Sura against Unit Nine" in line]
    assert both[0] == f"{first}  (taken back)"
    assert [line.partition("(sealed, ")[2][:7] for line in both] == ["place 1", "place 2"]
    report = shell("audit --json").json()
    assert [finding["kind"] for finding in report["findings"]] == ["RollTakenBack"]


@pytest.mark.parametrize(
    ("table", "before", "first", "second"),
    [
        pytest.param(hall, ("c sura vs unit", "rd unit"), "5 3", "1 9", id="areas"),
        pytest.param(lane, (*ARENA[:5],), "3", "6", id="arena"),
    ],
)
def test_case_61_a_table_roll_that_was_undone_stays_visible(
    table: Table, before: Sequence[str], first: str, second: str, tmp_path: Path
) -> None:
    """Case 61: other faces may be typed; the struck ones stand beside them."""
    shell = table(tmp_path)
    shell.do(*before, first)
    told = shell("log 1 --dice").lines[-1]
    again(shell, "undo --yes")
    shell.do(second)
    rolled = shell("log 1 --dice --all").lines
    assert rolled[-2] == f"{told}  (taken back)"
    assert rolled[-1].endswith("(from the table)")
    assert shell("log 1 --dice").lines[-1] == rolled[-1]


def test_case_59_undo_in_a_session_of_several_battles(tmp_path: Path) -> None:
    """Case 59: lines of a session, of the battle that is chosen; the other stays as it is."""
    shell = fighting(tmp_path)
    for name in ("Dust", "Rust"):
        again(shell, f"crew found {name} --player Cy")
        for number in range(3):
            leads = " --captain --will endure" if not number else ""
            again(shell, f"member recruit {name} {name}{number} --type creature --die d4{leads}")
    again(shell, "battle open wake-the-press Dust Rust")
    assert shell("undo").code == 2  # which of the two?
    before = shell("battle show 2 --json").json()
    typed = "c sura vs unit\nrd unit\n5 3\nundo\n5 4\nundo clash\nredo\nhold kiln\nundo\n"
    came = shell("play -", typed=typed, ACTA_BATTLE="1")
    assert (came.code, came.err) == (0, "")
    rows = [line for line in shell("log 1 --dice --all").lines if "Sura against" in line]
    assert [row.endswith("(taken back)") for row in rows] == [True, False]
    assert shell("next --battle 1 --json").json()["crew"] == "Iron"
    assert shell("battle show 2 --json").json() == before
    again(shell, "undo --battle 1 turn --yes")
    assert shell("next --battle 1 --json").json()["crew"] == "Ash"
    assert shell("battle show 2 --json").json() == before
    again(shell, "audit --all")


def test_case_62_back_over_a_fall(tmp_path: Path) -> None:
    """Case 62: 2 of 3 Health lost, then 5 against 3 fells it; undone it stands, Ash acts.

    The fallen gets no turn: Iron has three others to act.
    """
    shell = hall(tmp_path)
    shell.do('ruling "a beam": Unit Nine loses 2', "c sura vs unit", "rd unit")
    before = shown(shell)
    shell.do("5 3")
    fallen = shown(shell)
    nine = next(m for m in fallen[0]["members"] if m["name"] == "Unit Nine")
    assert nine["state"] == "incapacitated"
    assert fallen[0]["turn"]["crew"] == "Iron"
    assert fallen[0]["turn"]["may_act"] == ["The Prefect", "Kiln", "Rook"]
    for _ in range(2):
        again(shell, "undo")
        assert shown(shell) == before
        again(shell, "redo")
        assert shown(shell) == fallen
    again(shell, "undo clash --yes")
    assert shown(shell)[0]["turn"]["crew"] == "Ash"
    assert "Unit Nine" in [m["name"] for m in shown(shell)[0]["members"] if m["state"] == "active"]


def test_case_62_back_over_a_fall_in_the_arena(tmp_path: Path) -> None:
    """Case 62: of 8 one is left, hit for 2 - 1 Varro is out and not to act; undone he stands."""
    shell = lane(tmp_path)
    shell.do('ruling "a nail": Varro loses 7', *ARENA[:5])
    before = shown(shell)
    shell.do("3", "no felix: light mobility", "done")
    fallen = shown(shell)
    varro = next(m for m in fallen[0]["members"] if m["name"] == "Varro")
    assert varro["state"] == "incapacitated"
    assert "Varro" not in fallen[0]["turn"]["may_act"]
    for _ in range(2):
        again(shell, "undo turn --yes")
        again(shell, "redo")
        assert shown(shell) == fallen
    again(shell, "undo --yes")
    again(shell, "undo --yes")
    again(shell, "undo --yes")
    assert shown(shell) == before


@pytest.mark.parametrize("table", [hall, lane])
def test_case_62_back_over_the_border_of_a_round(table: Table, tmp_path: Path) -> None:
    """Case 62: the round goes back by one, to the same hand; put back, forward by one."""
    shell = table(tmp_path)
    was = [shown(shell)]
    while was[-1][0]["round"] < 2:
        listed = was[-1][1]["legal"]
        shell.do(
            next(
                one
                for word in ("hold", "done", "activate")
                for one in listed
                if one.startswith(word)
            )
        )
        was.append(shown(shell))
    rounds = [each[0]["round"] for each in was]
    assert rounds == [1] * (len(was) - 1) + [2]
    for expected in (was[-2], was[-3], was[-4]):
        again(shell, "undo --yes")
        assert shown(shell) == expected
    for expected in was[-3:]:
        again(shell, "redo")
        assert shown(shell) == expected


def test_case_55_a_move_that_is_held_is_undone_and_redone(tmp_path: Path) -> None:
    """Case 55, MS-MOV-4 `opposed_roll`: Sura leaves, Unit Nine holds her with 3 against 2.

    Undone she has not moved and not acted; redone she stays and has acted: each time the same.
    """
    shell = Shell(tmp_path)
    again(shell, "new Winter --game mortisphere --house leave_contested=opposed_roll")
    shell = Shell(tmp_path / "winter")
    for crew in ("ash", "iron"):
        again(shell, f"crew import '{EXAMPLES / crew}.toml'")
    again(shell, f"battle open last-granary Ash Iron {HALL}")
    was = [shown(shell)]
    for line in ("move Sura to Well Yard", "choose Unit Nine", "roll 2 3"):
        shell.do(line)
        was.append(shown(shell))
    sura = next(m for m in was[-1][0]["members"] if m["name"] == "Sura")
    assert (sura["place"], sura["activated"]) == ("hall", True)
    for _ in range(2):
        for expected in reversed(was[:-1]):
            again(shell, "undo")
            assert shown(shell) == expected
        for expected in was[1:]:
            again(shell, "redo")
            assert shown(shell) == expected
    again(shell, "audit")
