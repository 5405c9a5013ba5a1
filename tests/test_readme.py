"""What the pages show is what happens: their console blocks are played with the installed acta."""

import re
from pathlib import Path

import pytest

from tests.console import ROOT, matches, play, steps

SERVER = "postgresql://ana@db.example/club"
PAGES = (
    *("README.md", "docs/tutorial.md", "docs/tutorial-morturi.md", "docs/why.md"),
    *("docs/chronicle.md", "docs/corrections.md"),
    *("docs/dice.md", "docs/numbers.md", "docs/paper.md"),
    *("docs/dispute-mortisphere.md", "docs/dispute-morturi.md"),
    *("docs/exports.md", "docs/replay-page.md"),
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_happens(page: str, tmp_path: Path) -> None:
    """Every command of the page, in order, in an empty folder, prints what stands below it."""
    play(ROOT / page, tmp_path)


def test_a_page_about_a_server_shows_what_happens(tmp_path: Path, postgres: str) -> None:
    """The same, with the URL of a server that is there."""
    page = tmp_path / "postgresql.md"
    text = (ROOT / "docs" / page.name).read_text("utf-8")
    assert text.count(SERVER) > 3
    page.write_text(text.replace(SERVER, postgres), "utf-8")
    folder = tmp_path / "reader"
    folder.mkdir()
    play(page, folder)


def test_the_readme_plays_from_new_to_audit() -> None:
    """The first session of a reader goes from an empty folder to an audited record."""
    commands = [step.command for step in steps((ROOT / "README.md").read_text("utf-8"))]
    assert commands[0].startswith("acta new ")
    assert commands[-1].startswith("acta audit")


def test_dots_stand_for_anything_and_nothing_else_does() -> None:
    """A page that shows less, more or something else than what came does not match."""
    assert matches("told … lines", "told 31 lines")
    assert matches("first\n…\nlast", "first\nsecond\nthird\nlast")
    assert not matches("told 30 lines", "told 31 lines")
    assert not matches("told", "told 31 lines")
    assert not matches("d6 (5)", "d6 5")


LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
TEXTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("text", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(text: Path) -> None:
    """Whatever a page links to, in the project, is there."""
    found = LINK.findall(text.read_text("utf-8"))
    assert [each for each in found if not (text.parent / each).exists()] == []


def test_the_readme_leads_to_every_page() -> None:
    """A page that nobody is led to is not read."""
    linked = set(LINK.findall((ROOT / "README.md").read_text("utf-8")))
    pages = {f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")}
    assert pages - linked == set()
