"""Battles worked out by hand, played line by line: each fact behind `=>` holds after its line."""

from pathlib import Path

import pytest

from cli.battle_file import BattleFile, parse, written
from cli.phrases import phrases
from cli.spelling import spelled
from cli.staging import Stage
from cli.transcript import transcript
from tests.arena_facts import hold
from tests.arena_transcripts import MORTURI, TRANSCRIPTS, staged
from tests.facts import facts
from tests.golden import load

FILES = sorted(TRANSCRIPTS.glob("*.acta"))


def played(file: BattleFile, name: str) -> Stage:
    """A file's battle, played to its end."""
    stage = staged(file, name)
    for row in file.lines:
        stage.play(row)
    return stage


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_battle_worked_out_by_hand(path: Path) -> None:
    """Every row is accepted as it stands, and every fact holds after it; the battle ends.

    MR-ATK-3, MR-DMG-1: each roll against its number, each damage as base, bonuses, reductions;
    MR-BEH-4: beasts stop where they become adjacent.
    """
    file = load(path)
    stage = staged(file, path.name)
    held = 0
    for row in file.lines:
        before = len(stage.lines)
        assert stage.play(row) == row.text
        told = [line.data for line in stage.lines[before:]]
        for fact in facts(row.comment):
            hold(fact, stage.table, told, f"{path.name}, line {row.line}")
            held += 1
    assert held > len(file.lines)
    assert stage.table.fight.ended


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_canonical_file_comes_back(path: Path) -> None:
    """File → parts → file, and line → phrase → line, byte for byte."""
    text = path.read_text(encoding="utf-8")
    file = parse(text, path.name)
    assert written(file) == text
    for row in file.lines:
        (phrase,) = phrases(row.text, MORTURI.language)
        assert spelled(phrase) == row.text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_played_file_is_told_as_a_file_again(path: Path) -> None:
    """The battle on record, written as a file, has the lines and the schools it was played from."""
    file = load(path)
    stage = played(file, path.name)
    again = transcript(stage.table, stage.lines)
    assert [row.text for row in again.lines] == [row.text for row in file.lines]
    assert (again.crews, again.starts, again.house) == (file.crews, file.starts, file.house)
    assert [(term.word, term.text) for term in again.terms] == [
        (term.word, term.text) for term in file.terms
    ]
    assert again.scenario == file.scenario
    replayed = played(parse(written(again)), "again")
    assert replayed.table.state == stage.table.state
