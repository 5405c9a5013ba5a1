"""A chronicle in a browser: read without script, searched with it, by everybody."""

from pathlib import Path

import pytest

from projections.chronicle.html import html
from projections.chronicle.tree import Book
from projections.frame.templates import Frame
from tests.browser import LOOKS, Browse
from tests.hostile_names import KEPT
from tests.projections import books


def page(folder: Path, book: Book) -> Path:
    """A book as a file."""
    path = folder / "book.html"
    path.write_text("".join(html(book, books.PROVENANCE, Frame())), "utf-8")
    return path


def nasty() -> Book:
    """A book of people whose names try something."""
    names = ("80 letters", "80 wide letters", "from right to left", "an image", "HTML")
    called = dict(zip(books.CALLED, (KEPT[name] for name in names), strict=True))
    return books.sample(called, KEPT["a heap of accents"], "\n".join(KEPT.values()))


@pytest.mark.parametrize(("size", "dark"), LOOKS)
def test_everybody_can_read_it(
    tmp_path: Path, browse: Browse, size: tuple[int, int], *, dark: bool
) -> None:
    """Given nasty names; then nothing runs, nothing is too wide, nobody is shut out."""
    window = browse(page(tmp_path, nasty()), size=size, dark=dark)
    assert window.wider() == 0
    assert window.faults() == []


def test_it_is_whole_without_script(tmp_path: Path, browse: Browse) -> None:
    """Given a browser that runs nothing; then all chapters are seen, and no dead search."""
    window = browse(page(tmp_path, books.sample()), script=False)
    assert window.page.locator("article.chapter:visible").count() == 11
    assert window.page.locator("#index-of-names li:visible").count() == 8
    assert window.page.locator("form.search:visible").count() == 0


SOUGHT = (
    ("vex", "Iron Vex"),  # a name that was given up is in its bearer's chapter
    ("IRON VEX", "Iron Vex"),
    ("\u00edron v\u00e9x", "Iron Vex"),
    ("granary well", "Battle 1: The Last Granary"),
    ("sura", "Sura"),  # who is dead
    ("what a day", "Battle 1: The Last Granary"),  # a note
)


def test_the_search_finds_names_old_and_new_the_dead_and_notes(
    tmp_path: Path, browse: Browse
) -> None:
    """Given words in any case, with accents or without; then the chapter comes first."""
    window = browse(page(tmp_path, books.sample()))
    for typed, first in SOUGHT:
        window.page.keyboard.press("/")
        window.page.keyboard.press("Control+a")
        window.page.keyboard.type(typed)
        window.page.keyboard.press("Enter")
        found = window.page.locator("ol.found a")
        assert found.first.text_content() == first, typed
        window.page.keyboard.press("Enter")  # the first is in focus
        shown = window.page.evaluate("document.querySelector(':target h2').textContent")
        assert shown == first, typed


def test_what_is_not_there_is_not_found(tmp_path: Path, browse: Browse) -> None:
    """Given a word of nobody; then it says so, and Escape empties the search."""
    window = browse(page(tmp_path, books.sample()))
    window.page.fill("#search", "nobody else")
    window.page.keyboard.press("Enter")
    assert window.page.locator("#search-found").text_content() == "In no chapter"
    window.page.keyboard.press("Escape")
    assert window.page.locator("#search-found").text_content() == ""


def test_a_source_leads_to_its_sentence(tmp_path: Path, browse: Browse) -> None:
    """Given a number in a member's chapter; then it leads to the battle's own sentence."""
    window = browse(page(tmp_path, books.sample()), fragment="crew-iron/2")
    window.page.locator('[id="crew-iron/2"] sup a').click()
    sentence = "document.querySelector(':target').closest('p').textContent"
    assert window.page.evaluate(sentence).startswith("Vex felled Sura.")
