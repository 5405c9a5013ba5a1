"""A chronicle as one HTML file: contents, cross links, an index of names, search in the page.

It is written part by part; beside the contents only addresses that were told are kept. Everything
reads, and every link leads somewhere, without script. A source is a small number: it leads to
the sentence of a battle's own chapter that tells the event, or to the chapter of its story.
"""

from collections.abc import Iterator
from importlib import resources
from itertools import groupby
from urllib.parse import quote

from markupsafe import Markup, escape

from projections.chronicle.tree import Book, Chapter, Link, Source, Spans
from projections.chronicle.writing import former, groups, in_order, initial, mark, story
from projections.frame.page import page
from projections.frame.provenance import Provenance
from projections.frame.shelf import asset
from projections.frame.templates import Frame

_HERE = Markup("<!-- chapters -->")
_SCRIPT = "search.js"
_AT = "at:"  # before an address as an id: a member's is that of the line that brought it
_NUMBER = "{n}"


def html(book: Book, provenance: Provenance, frame: Frame) -> Iterator[str]:
    """The parts of the file, in their order."""
    shell = page(
        frame,
        provenance,
        title=book.title,
        body=_HERE,
        css=asset("style/book.css"),
        js=resources.files("projections.chronicle").joinpath(_SCRIPT).read_text("utf-8"),
    )
    before, _, after = shell.rpartition(_HERE)
    yield before
    yield from Writer(book, frame).parts()
    yield after


class Writer:
    """Writes chapters one after another, and knows which sentences have been told."""

    def __init__(self, book: Book, frame: Frame) -> None:
        self._book = book
        self._frame = frame
        self._known = frozenset(one.id for one in book.contents)
        self._former = former(book)
        self._told: set[str] = set()

    def parts(self) -> Iterator[str]:
        """Lead, search and contents, chapters, index."""
        book, frame = self._book, self._frame
        yield frame.render(
            "book/contents.html",
            lead=self._line(book.lead, ""),
            groups=[*groups(book.contents)],
            names=book.names,
            link=_link,
            many=frame.say("book.found-many", number=_NUMBER),
        )
        for chapter in book.chapters:
            yield self._chapter(chapter)
        if book.names:
            letters = groupby(in_order(book.names), lambda one: initial(one.name))
            listed = [(letter, [*names]) for letter, names in letters]
            yield frame.render("book/index.html", letters=listed, link=_link)

    def _chapter(self, chapter: Chapter) -> str:
        def line(spans: Spans) -> Markup:
            return self._line(spans, chapter.id)

        def source(address: str) -> Markup:
            return self._line((Source(address),), chapter.id) if address else Markup()

        return self._frame.render(
            "book/chapter.html",
            chapter=chapter,
            blocks=[(type(block).__name__, block) for block in chapter.blocks],
            former=self._former.get(chapter.id, ()),
            line=line,
            source=source,
            drawn=Markup,
        )

    def _line(self, spans: Spans, chapter: str) -> Markup:
        """Spans as a line of a chapter."""
        parts: list[Markup] = []
        for span in spans:
            match span:
                case Link(to=to, text=text) if to in self._known:
                    parts.append(_link(to, text))
                case Source(address=address):
                    parts.append(self._source(address, chapter))
                case _:
                    parts.append(escape(span.text))
        return Markup().join(parts)

    def _source(self, address: str, chapter: str) -> Markup:
        """A source; the first in its own story's chapter can be led to."""
        own, at = story(address), f"{_AT}{address}"
        attributes = Markup()
        if chapter == own and address not in self._told:
            self._told.add(address)
            attributes += Markup(' id="{}"').format(at)
        if address in self._told or own in self._known:
            to = at if address in self._told else own
            attributes += Markup(' href="{}"').format(_fragment(to))
        shown = mark(address, chapter)
        return Markup('<sup class="src"><a{} title="{}">{}</a></sup>').format(
            attributes, address, shown
        )


def _link(to: str, text: str) -> Markup:
    """A link to a chapter of the page."""
    return Markup('<a href="{}">{}</a>').format(_fragment(to), text)


def _fragment(id_: str) -> str:
    """What leads to an id within the page."""
    return f"#{quote(id_, safe='/-:')}"
