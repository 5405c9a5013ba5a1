"""Whole battles, chosen by a robot with slips and second thoughts, exported and played again."""

from pathlib import Path

import pytest

from cli.desk import Desk
from cli.doing import Wish, record
from cli.lines import line as written
from cli.main import Asked
from domain.game import load
from domain.robot import Robot
from domain.terms import Refusal
from tests.cli.shell import Shell, campaign

OPTIONS = [
    f"{option.name} {value}"
    for option in load("mortisphere").recruiting.options
    for value in option.values
    if option.works and value != option.default and option.name != "dice_source"
]
DICE = ("", "--dice sealed --solo", "--dice sealed")
SCENARIOS = ("last-granary", "wake-the-press")
SLIPS = ("undo", "undo clash", "undo activation", "undo turn", "undo round")
LONGEST = 200


def play(shell: Shell, seed: str) -> None:
    """Let a robot play the open battle; now and then it takes something back, and puts it back."""
    desk = Desk(Asked("Ana", campaign=str(shell.folder)), writes=True)
    robot = Robot(desk.game, seed)
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


def tried(desk: Desk, line: str) -> None:
    """A line that may be refused."""
    try:
        record(desk, desk.battle(), line, Wish())
    except Refusal:
        return


def fought_twice(folder: Path, number: int) -> None:
    """A battle under some house rules: its file plays to the same state, and the record is fair."""
    shell = campaign(folder)
    for step in (7, 13):
        shell(f"house set {OPTIONS[number * step % len(OPTIONS)]}")
    opened = f"battle open {SCENARIOS[number % 2]} Ash Iron {DICE[number % 3]}"
    assert shell(opened).code == 0
    play(shell, f"robot {number}")
    file = folder / "fight.acta"
    file.write_text(shell("export replay 1").out, "utf-8")
    again = shell(f"play {file}")
    assert again.code == 0, again.err
    assert shell("export replay 2").out == file.read_text("utf-8")
    one, other = (shell(f"battle show {battle} --json").json() for battle in (1, 2))
    for key in ("round", "order", "turn", "scores", "status", "winner", "objectives"):
        assert one[key] == other[key]
    assert [m["lost"] for m in one["members"]] == [m["lost"] for m in other["members"]]
    assert shell(f"play --format {file}").out == file.read_text("utf-8")
    assert shell("audit").code == 0


@pytest.mark.parametrize("number", range(1, 4))
def test_a_battle_s_file_plays_to_the_same_state(tmp_path: Path, number: int) -> None:
    """Dice on the table, sealed for one and for two; undone lines and their undos included."""
    fought_twice(tmp_path, number)


@pytest.mark.long
@pytest.mark.parametrize("number", range(4, 120))
def test_many_battles_files_play_to_the_same_state(tmp_path: Path, number: int) -> None:
    """Every option of the house comes up."""
    fought_twice(tmp_path, number)
