"""Cards and rosters as HTML and PDF: nothing is cut, split or overprinted, whatever it says."""

import re
from collections.abc import Callable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from projections.paper import html, pdf
from projections.paper.decks import Deck
from projections.paper.formats import FORMATS
from tests.browser import DESK, PHONE, Browse
from tests.hostile_names import KEPT
from tests.on_paper import FRAME, LETTERS, SOURCE, WIDE, crowded, hostile, in_columns, plain, words

pytest.importorskip("typst", reason="needs the extra [print]")
PAPERS = ("a4", "letter")


MIDDLE = 105 * 72 / 25.4


@cache
def made(kind: str, deck: Callable[[], Deck], paper: str) -> bytes:
    """A PDF of a deck, made once for all tests."""
    written: bytes = getattr(pdf, kind)(FRAME, SOURCE, [deck()], FORMATS[paper])
    return written


def printed(folder: Path, kind: str, deck: Callable[[], Deck], paper: str = "a4") -> Path:
    """A PDF of a deck as a file."""
    path = folder / f"{kind}-{paper}.pdf"
    path.write_bytes(made(kind, deck, paper))
    return path


def shown(folder: Path, kind: str, deck: Deck, paper: str = "a4") -> Path:
    """A page of HTML of a deck."""
    path = folder / f"{kind}-{paper}.html"
    path.write_bytes(getattr(html, kind)(FRAME, SOURCE, [deck], FORMATS[paper]))
    return path


def marks(deck: Deck) -> set[str]:
    """Words that stand once for each ability and each line of history."""
    return {
        word
        for card in deck.cards
        for group in card.groups
        for entry in group.entries
        for word in re.findall(r"\b(?:end|line)\d+x\d+", entry.text)
    }


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", ["cards", "rosters"])
def test_case_107_nothing_of_a_crowded_pdf_is_cut_or_overprinted(
    tmp_path: Path, kind: str, paper: str
) -> None:
    """Each word of what is fullest is on a page, within its edges, and on no other word.

    Given names of 80 wide letters, 30 abilities and 200 lines of history.
    """
    deck = crowded()
    found = words(printed(tmp_path, kind, crowded, paper))
    wanted = marks(deck) if kind == "cards" else {w for w in marks(deck) if w[0] == "l"}
    assert len(wanted) >= 400
    assert wanted - {word.text.strip("().,") for word in found} == set()
    form = FORMATS[paper]
    wide, high = form.width * 72 / 25.4, form.height * 72 / 25.4
    assert [
        w for w in found if w.left < 10 or w.right > wide - 10 or w.top < 10 or w.bottom > high - 5
    ] == []
    near: dict[tuple[int, int], list[Any]] = {}
    for word in found:
        near.setdefault((word.page, int(word.top // 12)), []).append(word)
    over = [(a.text, b.text) for row in near.values() for a, b in combinations(row, 2) if a.over(b)]
    assert over == []


def test_case_107_a_card_that_is_full_goes_on_on_another(tmp_path: Path) -> None:
    """30 abilities and 200 lines want more than a column: each part says which it is."""
    text = " ".join(word.text for word in words(printed(tmp_path, "cards", crowded)))
    parts = {int(all_) for _, all_ in re.findall(r"\b(\d+) of (\d+)\b", text)}
    assert max(parts) > 1
    for count in parts:
        assert {f"{n} of {count}" for n in range(1, count + 1)} <= set(
            re.findall(r"\d+ of \d+", text)
        )


@pytest.mark.parametrize("paper", PAPERS)
def test_no_card_of_a_pdf_is_split_over_a_page(tmp_path: Path, paper: str) -> None:
    """All that a card says stands on one page: the first of its abilities and the last."""
    deck = hostile()
    found = words(printed(tmp_path, "cards", hostile, paper))
    pages: dict[str, set[int]] = {}
    for word in found:
        if mark := re.fullmatch(r"(?:Skill|end)(\d+)x\d+", word.text):
            pages.setdefault(mark[1], set()).add(word.page)
    assert len(pages) == len(deck.cards)
    assert [number for number, on in pages.items() if len(on) > 1] == []


def test_hostile_names_are_set_as_they_stand(tmp_path: Path) -> None:
    """Case 104: a name does nothing in Typst; what its fonts have can be read in the PDF.

    Letters that are joined or go from right to left, and words far apart, come out of a PDF in an
    order of their own.
    """
    found = [w for w in words(printed(tmp_path, "cards", hostile)) if w.text not in {"ABC", "Thug"}]
    text = in_columns(found, MIDDLE)
    left_out = {"from right to left", "a heap of accents", "pictures", "many spaces"}
    names = {what: name for what, name in KEPT.items() if what not in left_out}
    assert [what for what, name in names.items() if plain(name) not in text] == []


@pytest.mark.parametrize("kind", ["cards", "rosters"])
def test_hostile_names_do_nothing_in_html(tmp_path: Path, browse: Browse, kind: str) -> None:
    """Case 104: each name is text in a heading or cell, and no element comes of it."""
    deck = hostile()
    window = browse(shown(tmp_path, kind, deck))
    where = ".card h3" if kind == "cards" else ".roster .name"
    names = window.page.eval_on_selector_all(where, "all => all.map(one => one.textContent)")
    assert set(names) == {card.title for card in deck.cards}
    assert window.page.locator("main script, main img").count() == 0


@pytest.mark.parametrize("size", [PHONE, DESK])
@pytest.mark.long
def test_each_number_of_a_roster_has_its_label(
    tmp_path: Path, browse: Browse, size: tuple[int, int]
) -> None:
    """Given a roster, on a phone or a desk; then below each number stands what it is, to be seen.

    On a phone the table's heads are gone, and a row is a column of its cells.
    """
    deck = crowded()
    page = browse(shown(tmp_path, "rosters", deck), size=size).page
    labels = page.locator(".roster .figures dt")
    assert labels.count() == sum(len(card.figures) for card in deck.cards) > 0
    for label, number in zip(labels.all(), page.locator(".roster .figures dd").all(), strict=True):
        low, high = label.bounding_box(), number.bounding_box()
        assert label.inner_text()
        assert low
        assert high
        assert low["width"] > 0
        assert low["y"] >= high["y"] + high["height"] - 1


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)])
@pytest.mark.parametrize("deck", [hostile, crowded])
@pytest.mark.parametrize("kind", ["cards", "rosters"])
def test_no_card_is_wider_than_its_place(
    tmp_path: Path, browse: Browse, kind: str, deck: Any, size: tuple[int, int]
) -> None:
    """On a screen of either size nobody scrolls sideways, and nothing stands over an edge."""
    window = browse(shown(tmp_path, kind, deck()), size=size)
    assert window.wider() == 0
    over = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
    assert window.page.eval_on_selector_all(".card, .roster", over) == 0


@pytest.mark.parametrize("deck", [hostile, crowded])
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.long
def test_cards_keep_to_their_units_in_a_browser(
    tmp_path: Path, browse: Browse, deck: Any, paper: str
) -> None:
    """What was guessed of a card's height is enough: none grows, so none goes over a page."""
    window = browse(shown(tmp_path, "cards", deck(), paper), size=DESK)
    window.page.emulate_media(media="print")
    grown = """all => all.filter(one =>
      one.getBoundingClientRect().height > parseFloat(getComputedStyle(one).minHeight) + 1
    ).map(one => one.textContent.trim().slice(0, 60))"""
    assert window.page.eval_on_selector_all(".card", grown) == []


@pytest.mark.parametrize("paper", PAPERS)
def test_printed_from_a_browser_no_card_is_split(
    tmp_path: Path, browse: Browse, paper: str
) -> None:
    """Chromium prints a page for each leaf, and each card's text on one of them."""
    deck = hostile()
    window = browse(shown(tmp_path, "cards", deck, paper))
    path = tmp_path / "printed.pdf"
    window.page.pdf(path=str(path), prefer_css_page_size=True)
    pages: dict[str, set[int]] = {}
    found = words(path)
    for word in found:
        if mark := re.fullmatch(r"(?:Skill|end)(\d+)x\d+", word.text):
            pages.setdefault(mark[1], set()).add(word.page)
    assert len(pages) == len(deck.cards)
    assert [number for number, on in pages.items() if len(on) > 1] == []
    assert max(word.page for word in found) + 1 == window.page.locator(".leaf").count()


@pytest.mark.parametrize("kind", ["cards", "rosters"])
def test_the_same_deck_gives_the_same_bytes(kind: str) -> None:
    """Two exports of one state are alike, as HTML and as PDF."""
    for writer in (html, pdf):
        write, deck = getattr(writer, kind), crowded()
        once, twice = (write(FRAME, SOURCE, [deck], FORMATS["a4"]) for _ in range(2))
        assert once == twice


@pytest.mark.parametrize("kind", ["cards", "rosters"])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.long
def test_pages_of_paper_shut_nobody_out(
    tmp_path: Path, browse: Browse, kind: str, *, dark: bool
) -> None:
    """axe-core finds no serious fault, by day or by night."""
    window = browse(shown(tmp_path, kind, crowded()), dark=dark)
    assert window.faults() == []


def test_names_of_80_letters_are_whole(tmp_path: Path) -> None:
    """Shrunk and broken over lines, but whole: 80 of each."""
    text = in_columns(words(printed(tmp_path, "cards", crowded)), MIDDLE)
    assert LETTERS in text
    assert WIDE in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.long
def test_a_long_roster_goes_on_under_the_same_heads(
    tmp_path: Path, browse: Browse, paper: str
) -> None:
    """Sixty members take several pages: heads and foot stand on each, no member is parted."""
    window = browse(shown(tmp_path, "rosters", hostile(), paper))
    path = tmp_path / "printed.pdf"
    window.page.pdf(path=str(path), prefer_css_page_size=True)
    for found in (words(path), words(printed(tmp_path, "rosters", hostile, paper))):
        pages = max(word.page for word in found) + 1
        assert pages > 2
        for page in range(pages):
            here = [word.text for word in found if word.page == page]
            assert "EXPERIENCE" in here
            assert "Winter" in here
        skills: dict[str, set[int]] = {}
        for word in found:
            if mark := re.fullmatch(r"Skill(\d+)x\d,?", word.text):
                skills.setdefault(mark[1], set()).add(word.page)
        assert len(skills) == len(KEPT)
        assert [number for number, on in skills.items() if len(on) > 1] == []
