"""The pages of lines: every verb of a game's grammar stands in its page; its examples are read."""

import re

import pytest

from cli import battle_file, header_reader
from cli.battle_header import Section
from cli.phrases import phrases
from domain.game import load
from domain.lines import Language
from tests.cli.shell import Shell
from tests.console import ROOT

PAGES = {"mortisphere": "lines.md", "morturi": "morturi-lines.md"}
TEXTS = {game: (ROOT / "docs" / page).read_text("utf-8") for game, page in PAGES.items()}
BLOCK = re.compile(r"^### (.*?)$|^```acta\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def language(game: str) -> Language:
    """The grammar of a game."""
    return load(game).language


VERBS = [(game, verb) for game in PAGES for verb in sorted({f.verb for f in language(game).forms})]


def examples(game: str) -> list[tuple[str, str]]:
    """Each example line, with the title it stands under."""
    found, title = [], ""
    for heading, block in BLOCK.findall(TEXTS[game]):
        title = heading or title
        found += [(title, row) for row in block.splitlines()]
    return found


@pytest.mark.parametrize(
    ("game", "title", "row"), [(game, *each) for game in PAGES for each in examples(game)]
)
def test_every_example_can_be_read(game: str, title: str, row: str) -> None:
    """The reader takes it for a line of a verb that its title names."""
    (phrase,) = phrases(row, language(game))
    assert f"`{phrase.verb}`" in title


@pytest.mark.parametrize(("game", "verb"), VERBS)
def test_every_verb_is_told(game: str, verb: str) -> None:
    """It has a title, its short forms in it, and an example."""
    (title,) = {title for title, _ in examples(game) if f"`{verb}`" in title}
    short = language(game).short.items()
    assert all(f"`{typed}`" in title for typed, long in short if long.split()[0] == verb)


@pytest.mark.parametrize("game", PAGES)
def test_every_short_form_is_of_a_verb_that_is_told_or_not_played_yet(game: str) -> None:
    """No short form is left over."""
    verbs = {long.split()[0] for long in language(game).short.values()}
    assert verbs <= {verb for each, verb in VERBS if each == game} | set(language(game).later)


@pytest.mark.parametrize("game", PAGES)
def test_the_battle_file_can_be_read(game: str) -> None:
    """The page's file comes back; so does each of its parts."""
    text = TEXTS[game].partition("```acta-file\n")[2].partition("```")[0]
    file = battle_file.parse(text)
    assert battle_file.parse(battle_file.written(file)) == file


def test_every_row_of_a_header_is_told() -> None:
    """Those that all games share stand in the first page, a game's own in its own."""
    shared = [word for word in header_reader.READERS if word != "after"]
    assert all(f"[{word}" in TEXTS["mortisphere"] for word in shared)
    for game in PAGES:
        assert all(f"[{term.word}" in TEXTS[game] for term in load(game).openings.terms)


def test_the_way_to_the_pages() -> None:
    """From the README and from `acta do --help`; from the one page to the other."""
    assert "(docs/lines.md)" in (ROOT / "README.md").read_text("utf-8")
    assert "docs/lines.md" in Shell(ROOT)("do --help").out
    assert Section("lines").written() in TEXTS["mortisphere"]
    assert "(morturi-lines.md)" in TEXTS["mortisphere"]
