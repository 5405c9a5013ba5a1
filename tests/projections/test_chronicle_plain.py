"""A chronicle for a chat."""

import pytest
from msgspec.structs import replace

from projections.chronicle.plain import cut, plain, size
from projections.chronicle.tree import Book, Chapter, Kind, Source, para
from projections.frame.templates import Frame
from tests.hostile_names import KEPT
from tests.projections import books

FRAME = Frame()


def book(*paragraphs: list[str], title: str = "A year") -> Book:
    """A book of one chapter; each sentence rests on a line of battle-1."""
    blocks = tuple(
        para(*(part for text in texts for part in (text, Source("battle-1/9"), " ")))
        for texts in paragraphs
    )
    chapter = Chapter(Kind.CAMPAIGN, "campaign", title, blocks)
    return Book(title, (chapter.listed,), (), iter([chapter]))


def test_what_fits_is_whole() -> None:
    """Given two short paragraphs; then both are there, a line each, and of which record it is."""
    told = plain(book(["One.", "Two."], ["Three."]), books.PROVENANCE, FRAME)
    assert told.splitlines()[:3] == ["A year", "One. [1/9] Two. [1/9]", "Three. [1/9]"]
    assert told.splitlines()[3].startswith("Campaign: The Final Age")
    assert len(told.splitlines()) == 4


def test_no_sentence_is_parted() -> None:
    """Given more than fits; then it ends with a sentence, and says that there is more."""
    sentence = "x" * 90 + "."
    told = plain(book([sentence] * 30), books.PROVENANCE, FRAME).splitlines()
    assert told[1].endswith("x. [1/9]")
    assert told[2] == "There is more: the whole story is longer than a message."
    assert 1500 < size("\n".join(told)) < 2000


@pytest.mark.parametrize("name", KEPT.values(), ids=KEPT.keys())
def test_the_nastiest_campaign_fits_a_message(name: str) -> None:
    """Given any name everywhere, in a thousand sentences and house rules; then under 2,000."""
    origin = replace(books.PROVENANCE, campaign=name, house=((name, name),) * 40)
    told = plain(book([f"{name} won."] * 1000, title=name), origin, FRAME)
    assert size(told) < 2000
    assert told.splitlines()[0] == name


def test_a_text_that_is_cut_says_so() -> None:
    """Given pictures, two units each; then the end is no half of one."""
    assert cut("Vex", 3) == "Vex"
    assert cut("\U0001f480" * 5, 5) == "\U0001f480\U0001f480\u2026"
