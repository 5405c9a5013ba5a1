"""`docs/lines.md`: every verb of the grammar stands in it, and what it shows can be read."""

import re

import pytest

from cli import battle_file, header_reader
from cli.battle_header import Section
from cli.phrases import phrases
from domain.games.mortisphere.lines import LANGUAGE
from tests.cli.shell import Shell
from tests.console import ROOT

PAGE = (ROOT / "docs" / "lines.md").read_text("utf-8")
BLOCK = re.compile(r"^### (.*?)$|^```acta\n(.*?)^```$", re.MULTILINE | re.DOTALL)
VERBS = sorted({form.verb for form in LANGUAGE.forms})


def examples() -> list[tuple[str, str]]:
    """Each example line, with the title it stands under."""
    found, title = [], ""
    for heading, block in BLOCK.findall(PAGE):
        title = heading or title
        found += [(title, row) for row in block.splitlines()]
    return found


@pytest.mark.parametrize(("title", "row"), examples())
def test_every_example_can_be_read(title: str, row: str) -> None:
    """The reader takes it for a line of a verb that its title names."""
    (phrase,) = phrases(row, LANGUAGE)
    assert f"`{phrase.verb}`" in title


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_is_told(verb: str) -> None:
    """It has a title, its short forms in it, and an example."""
    (title,) = {title for title, _ in examples() if f"`{verb}`" in title}
    shorts = [short for short, long in LANGUAGE.short.items() if long.split()[0] == verb]
    assert all(f"`{short}`" in title for short in shorts)


def test_every_short_form_is_of_a_verb_that_is_told_or_not_played_yet() -> None:
    """No short form is left over."""
    verbs = {long.split()[0] for long in LANGUAGE.short.values()}
    assert verbs <= set(VERBS) | set(LANGUAGE.later)


def test_the_battle_file_can_be_read() -> None:
    """The page's file has a row of each kind, or the page names it."""
    text = PAGE.partition("```acta-file\n")[2].partition("```")[0]
    file = battle_file.parse(text)
    assert battle_file.parse(battle_file.written(file)) == file
    assert all(f"[{word}" in PAGE for word in header_reader.READERS if word != "after")


def test_the_way_to_the_page() -> None:
    """From the README and from `acta do --help`."""
    assert "(docs/lines.md)" in (ROOT / "README.md").read_text("utf-8")
    assert "docs/lines.md" in Shell(ROOT)("do --help").out
    assert Section("lines").written() in PAGE
