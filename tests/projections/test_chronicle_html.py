"""A chronicle as a page: every link leads somewhere in it, and nobody's name is markup."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from domain.terms import WrongUsage
from projections.chronicle.html import html
from projections.chronicle.tree import Book, Chapter
from projections.frame.checking import report
from projections.frame.shelf import packaged
from projections.frame.templates import Frame
from tests.hostile_names import KEPT
from tests.projections import books

FRAME = Frame()
VOID = {"meta", "input", "br", "hr", "img", "link", "rect", "circle", "!doctype"}


def written(book: Book) -> str:
    """The page of a book."""
    return "".join(html(book, books.PROVENANCE, FRAME))


class Page(HTMLParser):
    """A page as a browser reads it; what is not closed, or closed twice, is told."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.wrong: list[str] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, its id and where it leads."""
        self.tags.append(tag)
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.links += [found["href"] or ""] if "href" in found else []
        self.wrong += [name for name in found if name.startswith("on") or name == "style"]
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element."""
        if tag in VOID:
            return
        if not self._open or self._open.pop() != tag:
            self.wrong.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)


def test_every_element_is_closed_and_every_link_leads_into_the_page() -> None:
    """Given a book; then ids are there once, and what links name is there."""
    page = Page(written(books.sample()))
    assert page.wrong == []
    assert len(page.ids) == len(set(page.ids))
    fragments = {unquote(link.removeprefix("#")) for link in page.links}
    assert all(link.startswith("#") for link in page.links)
    assert fragments - set(page.ids) == set()
    assert {"battle-1", "crew-ash/2", "crew-ash/2#rivet-gun", "place/well-yard"} <= fragments


@pytest.mark.parametrize("name", KEPT.values(), ids=KEPT.keys())
def test_case_104_a_name_is_text_wherever_it_stands(name: str) -> None:
    """Given any name for everybody and in a note; then the page has the elements it always has."""
    plain = Page(written(books.sample()))
    page = Page(written(books.sample(dict.fromkeys(books.CALLED, name), then=name, notes=name)))
    letters = {"h3", "ul"}  # of the index
    assert sorted(tag for tag in page.tags if tag not in letters) == sorted(
        tag for tag in plain.tags if tag not in letters
    )
    assert page.wrong == []
    assert "".join(page.texts).count(name) >= 10
    links = {unquote(link.removeprefix("#")) for link in page.links}
    assert links - set(page.ids) == set()


def test_case_40_the_index_lists_both_names() -> None:
    """Given Vex, later Iron Vex; then each chapter says the name of its day and the index both."""
    text = written(books.sample())
    assert '<p><a href="#crew-ash/2">Vex</a> was the first' in text
    assert '<p><a href="#crew-ash/2">Iron Vex</a> was seen' in text
    index = text.partition('id="index-of-names"')[2]
    assert '<li><bdi>Vex</bdi>, see <a href="#crew-ash/2">Iron Vex</a></li>' in index
    assert '<li><a href="#crew-ash/2">Iron Vex</a></li>' in index
    assert '<p class="former">Formerly Vex.</p>' in text


def test_a_source_leads_to_the_sentence_that_tells_it() -> None:
    """Given an event told in its battle and by a member; then the member's number leads there."""
    text = written(books.sample())
    own = '<a id="at:battle-1/31" href="#at:battle-1/31" title="battle-1/31">31</a>'
    assert text.count(own) == 1
    assert '<a href="#at:battle-1/31" title="battle-1/31">1/31</a>' in text
    early = '<a href="#battle-2" title="battle-2/88">2/88</a>'  # the battle comes later
    assert early in text


def test_the_page_says_of_which_record_it_is() -> None:
    """Given a book; then campaign, newest line, edition, house rule, program, verdict are told."""
    told = "".join(Page(written(books.sample())).texts)
    for each in ("battle-2/90", "2026.1", "healing slow", "acta 0.2.0", "clean"):
        assert each in told


def test_the_page_is_made_as_the_book_is_told() -> None:
    """Given a book of 50 battles; then no chapter is asked for before the one before is written."""
    book = books.season(50)
    asked: list[str] = []

    def told() -> Iterator[Chapter]:
        for chapter in book.chapters:
            asked.append(chapter.id)
            yield chapter

    parts = html(Book(book.title, book.contents, book.names, told()), books.PROVENANCE, FRAME)
    next(parts)
    next(parts)
    assert asked == []
    assert 'id="battle-1"' in next(parts)
    assert asked == ["battle-1"]


def test_the_same_book_has_the_same_bytes() -> None:
    """Given a book twice; then its pages are equal, and load nothing."""
    one, other = written(books.sample()), written(books.sample())
    assert one == other
    assert re.findall(r'(?:src|href)="(?!#)', one) == []


def test_case_107_a_long_name_is_whole() -> None:
    """Given a name of 80 letters; then title, contents and index have all of it."""
    text = written(books.sample({**books.CALLED, books.VEX: "W" * 80}))
    assert text.count("W" * 80) >= 5


def test_a_campaign_may_say_itself_how_a_chapter_looks(tmp_path: Path) -> None:
    """Given an own template of chapters; then it is sound, and chapters are made of it."""
    own = tmp_path / "content" / "templates" / "book"
    own.mkdir(parents=True)
    for name in ("book/chapter", "book/contents", "book/index", "page"):
        (own.parent / f"{name}.html").write_text(packaged(f"{name}.html") or "")
    assert report(tmp_path).faults == ()
    template = '<article class="own" id="{{ id }}">{{ title }}</article>\n'
    (own / "chapter.html").write_text(template)
    assert report(tmp_path).faults == ()
    called = dict.fromkeys(books.CALLED, "<b>")
    text = "".join(html(books.sample(called), books.PROVENANCE, Frame(tmp_path)))
    assert '<article class="own" id="crew-ash/3">&lt;b&gt;</article>' in text


def test_a_page_of_its_own_without_room_for_the_book_is_refused(tmp_path: Path) -> None:
    """Chapters in front of it would stand before the policy, where it binds nobody."""
    path = tmp_path / "content" / "templates" / "page.html"
    path.parent.mkdir(parents=True)
    path.write_text((packaged("page.html") or "").replace("{{ body }}", ""), "utf-8")
    with pytest.raises(WrongUsage, match=r"content/templates/page.html:1: a page without its body"):
        next(html(books.sample(), books.PROVENANCE, Frame(tmp_path)))
