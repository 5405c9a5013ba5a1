"""Branches in tests: battles of both games that a robot plays, with the state behind every line."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import select

from cli.desk import Desk
from cli.doing import Wish, record
from cli.lines import line as written
from cli.main import Asked
from domain.robot import Robot
from domain.terms import Refusal
from projections.view import ALL
from tests.cli.shell import EXAMPLES, Shell, fighting

DICE = ("", "--dice sealed --solo", "--dice sealed")
ARENA = "7x5 zones north south depth 1\n.......\n..#X...\n..+++..\n.....O.\n.......\n"


def mortisphere(folder: Path, dice: str = "") -> Shell:
    """A battle of Mortisphere, both crews in one Area."""
    return fighting(folder, dice)


def morturi(folder: Path, dice: str = "") -> Shell:
    """A pick-up battle of Morturi in a small arena."""
    Shell(folder)("new Ludi --game morturi --house game_mode=pickup --at here")
    shell = Shell(folder / "here")
    (shell.folder / "arena.txt").write_text(ARENA, "utf-8")
    for line in (
        f"crew import {EXAMPLES / 'ludus-ferox.toml'}",
        f"crew import {EXAMPLES / 'domus-ursi.toml'}",
        f"battle open battlelines ferox ursi --arena arena.txt --hazard 2 {dice}",
    ):
        came = shell(line)
        assert came.code == 0, came.err
    return shell


GAMES = {"mortisphere": mortisphere, "morturi": morturi}


@contextmanager
def desk(shell: Shell) -> Iterator[Desk]:
    """A desk in the campaign of a shell."""
    found = Desk(Asked(shell.by, campaign=str(shell.folder)), writes=True)
    try:
        yield found
    finally:
        found.close()


def played(at: Desk, story: str, seed: str, steps: int) -> dict[int, Any]:
    """Let a robot play on in a battle or branch, with slips; the state behind each line of it.

    Behind every line of a batch, as `--at` counts, is behind the whole of it.
    """
    robot = Robot(at.game, seed, at.game.demo.keen)
    states = dict[int, Any]()
    seen = len(at.ledger.story(story))
    for _ in range(steps):
        table = at.table(story)
        action = robot.action(table.state)
        if action is None or isinstance(action, at.game.concluding):
            break
        record(at, table, written(action, table.game.language, table.scene), Wish())
        if not robot.pick(5):
            _tried(at, story, ("undo", "undo turn", "undo round")[robot.pick(3)])
        lines = at.ledger.story(story)
        whole = {line.batch: line.line for line in lines}
        for line in lines[seen:]:
            if whole[line.batch] == lines[-1].line:
                states[line.line] = at.table(story).state
        seen = len(lines)
    return states


def _tried(at: Desk, story: str, line: str) -> None:
    try:
        record(at, at.table(story), line, Wish(agreed="Ben"))
    except Refusal:
        return


def ends(at: Desk, but: str) -> dict[str, bytes]:
    """The digest of every story but one."""
    return {
        story: at.ledger.rows_of(story)[-1].hash for story in at.ledger.stories() if story != but
    }


def views(at: Desk) -> list[Any]:
    """All rows of all views."""
    found = at.views()
    return [found.rows(select(table)) for view in ALL for table in view.tables]
