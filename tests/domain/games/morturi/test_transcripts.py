"""Battles worked out by hand, played line by line: each fact behind `=>` holds after its line."""

from pathlib import Path

import pytest

from cli.battle_file import BattleFile, load, parse, written
from cli.phrases import phrases
from cli.spelling import spelled
from cli.staging import Ground, Stage
from cli.transcript import transcript
from domain.books import Books
from domain.game import load as load_game
from domain.games.morturi.shapes import EDITIONS
from domain.ledger.draft import Stamp
from tests.arena_facts import hold
from tests.facts import facts

MORTURI = load_game("morturi")
FILES = sorted((Path(__file__).parents[3] / "transcripts" / "morturi").glob("*.acta"))


def staged(file: BattleFile, name: str) -> Stage:
    """The file's battle, opened in memory."""
    ground = Ground(
        game=MORTURI,
        campaign="00" * 16,
        books=Books(game="morturi", edition=EDITIONS[-1]),
        ends={},
        stamp=lambda: Stamp(at="2026-11-29T19:48:00.000Z", by="Ana", program="acta 0.2.0"),
    )
    stage = Stage(ground, file, name)
    stage.open()
    return stage


def played(file: BattleFile, name: str) -> Stage:
    """A file's battle, played to its end."""
    stage = staged(file, name)
    for row in file.lines:
        stage.play(row)
    return stage


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_battle_worked_out_by_hand(path: Path) -> None:
    """Every row is accepted as it stands, and every fact holds after it; the battle ends."""
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
