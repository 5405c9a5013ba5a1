"""Whole battles of Morturi, chosen by a robot with slips, exported and played again."""

from pathlib import Path

import pytest

from cli.desk import Desk
from cli.doing import Wish, record
from cli.lines import line as written
from cli.main import Asked
from domain.game import load
from domain.robot import Robot
from domain.terms import Refusal
from tests.arena_transcripts import TRANSCRIPTS
from tests.cli.shell import EXAMPLES, Shell

MAKING = ("game_mode", "unknown_profiles", "unknown_tricks")  # settled when the schools are made
OPTIONS = [
    f"{option.name} {value}"
    for option in load("morturi").recruiting.options
    for value in option.values
    if option.works and value != option.default and option.name not in MAKING
]
DICE = ("", "--dice sealed --solo", "--dice sealed")
ARENAS = (
    "7x5 zones north south depth 1\n.......\n..#X...\n.+%!+..\n.....O.\n.......\n",
    "9x4 zones west east depth 2",
    "",
)
SLIPS = ("undo", "undo attack", "undo activation", "undo turn", "undo round")
LONGEST = 160


def tried(desk: Desk, line: str) -> None:
    """A line that may be refused."""
    try:
        record(desk, desk.battle(), line, Wish())
    except Refusal:
        return


def play(shell: Shell, seed: str) -> None:
    """Let a robot that wants to win play the open battle; now and then it takes something back."""
    desk = Desk(Asked("Ana", campaign=str(shell.folder)), writes=True)
    robot = Robot(desk.game, seed, desk.game.demo.keen)
    try:
        for _ in range(LONGEST):
            table = desk.battle()
            action = robot.action(table.state)
            if action is None:
                return
            text = written(action, desk.game.language, table.scene)
            record(desk, table, text, Wish())
            if text == "conclude":
                return
            if not robot.pick(9):
                tried(desk, SLIPS[robot.pick(len(SLIPS))])
                tried(desk, "redo" if robot.pick(2) else 'note "so be it"')
    finally:
        desk.close()


def fought_twice(folder: Path, number: int) -> None:
    """A battle in some arena: its file plays to the same state, and the record is fair."""
    Shell(folder)("new Ludi --game morturi --house game_mode=pickup --at here")
    shell = Shell(folder / "here")
    for school in ("ludus-ferox", "domus-ursi"):
        assert shell(f"crew import {EXAMPLES / f'{school}.toml'}").code == 0
    for step in (7, 13):
        shell(f"house set {OPTIONS[number * step % len(OPTIONS)]}")
    (shell.folder / "arena.txt").write_text(ARENAS[number % 3], "utf-8")
    arena = "--arena arena.txt --hazard 2" if ARENAS[number % 3] else ""
    opened = shell(f"battle open battlelines ferox ursi {arena} {DICE[number // 3 % 3]}")
    assert opened.code == 0, opened.err
    play(shell, f"robot {number}")
    file = shell.folder / "fight.acta"
    file.write_text(shell("export replay 1").out, "utf-8")
    again = shell(f"play {file}")
    assert again.code == 0, again.err
    assert shell("export replay 2").out == file.read_text("utf-8")
    one, other = (shell(f"battle show {battle} --json").json() for battle in (1, 2))
    for key in ("round", "order", "turn", "scores", "status", "winner", "arena", "sides"):
        assert one[key] == other[key]
    for key in ("lost", "place", "facing", "state", "statuses", "stances"):
        assert [m[key] for m in one["members"]] == [m[key] for m in other["members"]]
    assert shell(f"play --format {file}").out == file.read_text("utf-8")
    assert shell("audit").code == 0


@pytest.mark.parametrize("number", range(3))
def test_a_battle_s_file_plays_to_the_same_state(tmp_path: Path, number: int) -> None:
    """MR-GEN-3: dice on the table, sealed for one and for two; undone lines and their undos too."""
    fought_twice(tmp_path, number)


@pytest.mark.long
@pytest.mark.parametrize("number", range(3, 100))
def test_many_battles_files_play_to_the_same_state(tmp_path: Path, number: int) -> None:
    """Every option of the house comes up."""
    fought_twice(tmp_path, number)


def test_noxii_are_no_kills_wherever_they_are_counted(tmp_path: Path) -> None:
    """MR-CRD-2, MR-SCN-9: given a slaughter in which Cautus and Sagitta fell a noxius each.

    Noxii are of no school, so they are no enemy gladiators but where a rule says so (MR-ADV-2):
    stats and profiles count no kill, and stats count them apart.
    """
    shell = Shell(tmp_path)
    shell("new Ludi --game morturi --house game_mode=pickup --at ludi")
    shell = Shell(tmp_path / "ludi")
    text = (TRANSCRIPTS / "slaughter-of-the-noxii.acta").read_text("utf-8")
    (shell.folder / "noxii.acta").write_text(text.replace("[mode friendly]\n", ""), "utf-8")
    assert shell("play --record noxii.acta").code == 0
    for name, felled in {"Cautus": 1, "Sagitta": 1, "Felix": 0}.items():
        row = shell(f"stats --member {name} --json").json()["total"]
        assert (row["kills"], row["neutrals"]) == (0, felled)
        assert shell(f"member show {name} --json").json()["kills"] == 0
