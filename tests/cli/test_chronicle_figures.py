"""The boards of a chronicle are those that `acta export replay` draws, and no more than a few."""

import re
from html import unescape
from pathlib import Path

import pytest

from cli.desk import Desk
from cli.main import Asked
from cli.turning import Turns
from domain.ledger.record import Line
from tests.cli.shell import Shell
from tests.played import GAMES, played
from tests.projections.test_chronicle_html import Page

DESC = re.compile("<desc>(.*?)</desc>", re.DOTALL)


@pytest.mark.parametrize("game", GAMES)
def test_the_command_of_markdown_draws_what_the_page_shows(tmp_path: Path, game: str) -> None:
    """Given a played battle; then page and command tell of the same board, token by token."""
    shell = Shell(played(tmp_path, game))
    text = shell("export chronicle --battle 1").out
    assert "<svg" not in text
    (command,) = re.findall("`acta (export replay .*?)`", text)
    came = shell(command)
    assert came.code == 0, came.err
    (drawn,) = shell.folder.glob("battle-1-*.svg")
    assert shell("export chronicle --battle 1 -o book.html").code == 0
    page = (shell.folder / "book.html").read_text("utf-8")
    (shown,) = DESC.findall(page)
    (again,) = DESC.findall(drawn.read_text("utf-8"))
    assert unescape(shown) == unescape(again)
    assert Page(page).wrong == []


@pytest.mark.parametrize("game", [GAMES[0], pytest.param(GAMES[1], marks=pytest.mark.long)])
def test_case_104_names_on_a_board_are_text(tmp_path: Path, game: str) -> None:
    """Given nasty names on every token; then the page has no element of theirs."""
    shell = Shell(played(tmp_path, game, "nasty"))
    assert shell("export chronicle -o book.html").code == 0
    text = (shell.folder / "book.html").read_text("utf-8")
    found = re.findall("<figure>.*?</figure>", text, re.DOTALL)
    assert len(found) > 1
    known = {"figure", "figcaption", "svg", "title", "desc", "g", "rect", "circle", "path", "text"}
    for figure in found:
        assert set(re.findall("<([a-z]+)", figure)) <= known | {"polygon", "line", "tspan"}


def test_a_battle_is_told_again_once_and_few_boards_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given room for one board; then the first has it, the next its roll alone, each read once."""
    monkeypatch.setattr("cli.turning.MOST", 1)
    shell = Shell(played(tmp_path, GAMES[0], "nasty"))
    desk = Desk(Asked(campaign=str(shell.folder)))
    try:
        turns = Turns(desk)
        asked = list[str]()
        story = desk.ledger.story

        def read(*names: str) -> list[Line]:
            asked.extend(names)
            return story(*names)

        monkeypatch.setattr(desk.ledger, "story", read)
        heard = list[tuple[int, int]]()
        with turns.watched(lambda done, of: heard.append((done, of)), 2):
            for _ in range(2):
                assert turns.point("battle-1") is not None
                assert turns.point("battle-2") is not None
        turns.point("battle-3")
        assert turns.shown("battle-1").end is not None
        assert turns.shown("battle-2").end is None
    finally:
        desk.close()
    assert heard == [(1, 2), (2, 2)]
    assert asked == ["battle-1", "battle-2", "battle-3"]
