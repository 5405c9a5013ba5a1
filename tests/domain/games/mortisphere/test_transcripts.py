"""Battles worked out by hand, played line by line: each fact behind `=>` holds after its line."""

from pathlib import Path

import pytest

from cli.battle_file import parse, written
from cli.phrases import phrases
from cli.spelling import spelled
from cli.staging import Stage
from cli.transcript import transcript
from domain.games.mortisphere.battle import Fighting
from tests.facts import facts, hold
from tests.golden import FILES, MORTISPHERE, load, played, played_file, staged

FEWEST = 7


def battle(stage: Stage) -> Fighting:
    """The battle as it stands."""
    state: Fighting = stage.table.fight
    return state


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_battle_worked_out_by_hand(path: Path) -> None:
    """Every row is accepted as it stands, and every fact holds after it; so does the end."""
    file = load(path)
    stage = staged(file, path.name)
    held = 0
    for row in (*file.lines, *file.after):
        before = len(stage.lines)
        played = stage.play_after if row in file.after else stage.play
        assert played(row) == row.text
        if file.aftermath and row is file.lines[-1]:
            stage.settle()
        told = [line.data for line in stage.lines[before:]]
        for fact in facts(row.comment):
            hold(fact, stage.table, told, f"{path.name}, line {row.line}")
            held += 1
    last = [fact for remark in file.remarks if remark.alone for fact in facts(remark.text)]
    for fact in last:
        hold(fact, stage.table, [], f"{path.name}, the end")
    assert held > len(file.lines)
    assert last
    assert battle(stage).ended


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_canonical_file_comes_back(path: Path) -> None:
    """File → parts → file, and line → phrase → line, byte for byte."""
    text = path.read_text(encoding="utf-8")
    file = parse(text, path.name)
    assert written(file) == text
    for row in (*file.lines, *file.after):
        (phrase,) = phrases(row.text, MORTISPHERE.language)
        assert spelled(phrase) == row.text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_played_file_is_told_as_a_file_again(path: Path) -> None:
    """The battle on record, written as a file, has the lines and the crews it was played from."""
    file, stage = load(path), played(path)
    again = transcript(stage.table, stage.lines)
    assert [row.text for row in again.lines] == [row.text for row in file.lines]
    assert [row.text for row in again.after] == [row.text for row in file.after]
    assert again.aftermath is file.aftermath
    assert (again.crews, again.starts, again.house) == (file.crews, file.starts, file.house)
    assert again.scenario == file.scenario
    replayed = played_file(parse(written(again)), "again")
    assert replayed.table.state == stage.table.state


def test_there_are_enough_of_them() -> None:
    """The round in full, sealed dice, a Swarm, a Captain, an interruption, four crews, options."""
    assert len(FILES) >= FEWEST
