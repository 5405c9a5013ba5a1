"""A chronicle as a printed book."""

import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from projections.chronicle.pdf import breakable, pdf
from projections.frame.templates import Frame
from tests.hostile_names import KEPT
from tests.projections import books

pytest.importorskip("typst")
FRAME = Frame()


def text(content: bytes, folder: Path) -> str:
    """What is read on the pages; skipped where nothing reads a PDF."""
    reader = shutil.which("pdftotext")
    if reader is None:
        pytest.skip("pdftotext (poppler-utils) reads the pages")
    path = folder / "book.pdf"
    path.write_bytes(content)
    done = subprocess.run(
        [reader, "-layout", path, "-"], capture_output=True, check=True, encoding="utf-8"
    )
    return re.sub("[\u200b\u2060]", "", done.stdout)


def test_a_book_has_title_contents_running_heads_and_an_index(tmp_path: Path) -> None:
    """Given a book; then pages have numbers, the contents and the index lead to them."""
    pages = text(pdf(books.sample(), books.PROVENANCE, FRAME), tmp_path).split("\f")
    assert "A CHRONICLE" in pages[0].upper()
    assert "battle-2/90" in pages[0]
    assert re.search(r"Battle 1: The Last Granary[ .]+4", pages[1])
    assert "Vex was the first to reach the Well Yard" in pages[3]
    index = next(page for page in pages if "Index of names" in page and "see Iron Vex" in page)
    assert re.search(r"Well Yard +8, 4", index)


def test_a_name_in_a_battle_leads_to_where_its_chapter_begins() -> None:
    """Given battles of Vex, Sura and Moth, one in a yard; then each first name leads to its own.

    The members' chapters follow each other on one page, in the order Vex, Moth, Sura.
    """
    read = PdfReader(BytesIO(pdf(books.sample(), books.PROVENANCE, FRAME)))
    pages = [page.extract_text() for page in read.pages]
    members, yard = (
        next(n for n, page in enumerate(pages) if page.startswith(title))
        for title in ("Who fought", "Places")
    )
    there = [link.get_object()["/Dest"].get_object() for link in read.pages[3].annotations or ()]
    led = [(read.get_page_number(to[0].get_object()), float(to[3])) for to in there]
    vex, at_yard, sura, again, moth = led
    assert [page for page, _ in led] == [members, yard, members, members, members]
    assert vex == again
    assert vex[1] > moth[1] > sura[1]
    assert at_yard[0] != vex[0]


def test_the_same_book_has_the_same_bytes() -> None:
    """Given a book twice; then one version of Typst makes the same file of it."""
    one, other = (pdf(books.sample(), books.PROVENANCE, FRAME) for _ in range(2))
    assert one == other


def test_case_104_no_name_is_source(tmp_path: Path) -> None:
    """Given every hostile name and all of them in a note; then the book is set with all of them."""
    names = list(KEPT.values())
    content = b""
    for at in range(0, len(names), 5):
        five = (names * 2)[at : at + 5]
        called = dict(zip(books.CALLED, five, strict=True))
        content = pdf(books.sample(called, five[0], "\n".join(names)), books.PROVENANCE, FRAME)
        assert content.startswith(b"%PDF")
    told = re.sub(" +", " ", text(content, tmp_path))
    for plain in (
        '#import "/etc/passwd": *',
        "=1+1",
        "<script>alert(1)</script>",
        "`id`; reboot & true",
    ):
        assert plain in told


def test_a_long_word_may_be_parted() -> None:
    """Case 107: given 80 letters without a space; then there is a place to part it every eight."""
    assert breakable("W" * 80).split("\u200b") == ["W" * 8] * 10
    assert breakable("The Last Granary") == "The Last Granary"
