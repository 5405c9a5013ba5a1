"""A chronicle as one HTML file: contents, cross links, an index of names, search in the page.

It is written part by part; beside the contents only addresses that were told are kept. Everything
reads, and every link leads somewhere, without script. A source is a small number: it leads to
the sentence of a battle's own chapter that tells the event, or to the chapter of its story.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any
from urllib.parse import quote

from markupsafe import Markup, escape

from domain.terms import WrongUsage
from projections.chronicle.tree import (
    Block,
    Book,
    Dice,
    Figure,
    Heading,
    Link,
    Listing,
    Para,
    Quote,
    Source,
    Spans,
    Table,
)
from projections.chronicle.writing import (
    Marks,
    alone,
    former,
    groups,
    in_order,
    initial,
    part,
    prepared,
    story,
)
from projections.frame.page import page
from projections.frame.provenance import Provenance
from projections.frame.shelf import asset, own_file
from projections.frame.templates import Frame
from projections.ink import sheet

_HERE = Markup("<!-- chapters -->")
_AT = "at:"  # before an address as an id: a member's is that of the line that brought it


def html(book: Book, provenance: Provenance, frame: Frame) -> Iterator[str]:
    """The parts of the file, in their order."""
    shell = page(
        frame,
        provenance,
        title=book.title,
        subtitle=frame.say("book.kind"),
        body=_HERE,
        css=f"{asset('style/book.css')}{sheet()}\n",
        js=asset("style/search.js"),
    )
    before, here, after = shell.rpartition(_HERE)
    if not here:
        raise WrongUsage(f"{own_file('page.html')}:1: a page without its body", hint="{{ body }}")
    yield before
    yield from Writer(book, frame).parts()
    yield after


class Writer:
    """Writes chapters one after another, and knows which sentences have been told."""

    def __init__(self, book: Book, frame: Frame) -> None:
        self._book = book = prepared(book, frame.say("book.campaign"))
        self._frame = frame
        self._known = frozenset(one.id for one in book.contents)
        self._former = former(book)
        self._told: set[str] = set()
        self._chapter = ""
        self._mark = Marks("")
        """The chapter that is being written, and how its sources are shown."""

    def parts(self) -> Iterator[str]:
        """Lead, search and contents, chapters, index; of one chapter that alone."""
        book, whole = self._book, not alone(self._book)
        yield self._frame.render(
            "book/contents.html",
            lead=self._line(book.lead),
            parts=list(self._contents()) if whole else (),
            index=bool(book.names),
        )
        for chapter in book.chapters:
            self._chapter, self._mark = chapter.id, Marks(chapter.id)
            yield self._frame.render(
                "book/chapter.html",
                kind=chapter.kind,
                id=chapter.id,
                title=chapter.title if whole else "",
                former=Markup(", ").join(self._former.get(chapter.id, ())),
                blocks=[self._block(block) for block in chapter.blocks],
                legend=self._mark.legend,
            )
        if book.names and whole:
            yield self._frame.render("book/index.html", letters=list(self._letters()))

    def _contents(self) -> Iterator[dict[str, Any]]:
        """Links to the chapters, by their kinds; one that is alone of its kind needs no title."""
        for kind, chapters in groups(self._book.contents):
            title = part(self._book, kind, self._frame)
            yield {"title": title, "links": [_link(one.id, one.title) for one in chapters]}

    def _letters(self) -> Iterator[dict[str, Any]]:
        """The index, letter by letter."""
        for letter, names in groupby(in_order(self._book.names), lambda one: initial(one.name)):
            told = [
                {
                    "name": one.name,
                    "apart": one.apart,
                    "now": one.now,
                    "link": _link(one.to, one.now or one.name),
                }
                for one in names
            ]
            yield {"letter": letter, "names": told}

    def _block(self, block: Block) -> dict[str, Any]:
        """A block as its template is given it: its kind, and lines that are markup already."""

        def lines(several: Iterable[Spans]) -> list[Markup]:
            return [self._line(one) for one in several]

        match block:
            case Para(spans=spans) | Heading(spans=spans):
                kind = "para" if isinstance(block, Para) else "heading"
                return {"kind": kind, "line": self._line(spans)}
            case Listing(items=several) | Dice(rolls=several):
                kind = "listing" if isinstance(block, Listing) else "dice"
                return {"kind": kind, "lines": lines(several)}
            case Table(columns=columns, rows=rows, caption=caption, numbers=numbers):
                told = {"columns": columns, "caption": caption, "numbers": numbers}
                return {"kind": "table", "rows": [lines(row) for row in rows], **told}
            case Quote(text=text, by=by, address=address):
                source = self._source(address)
                return {"kind": "quote", "text": text, "by": by, "source": source}
            case Figure(svg=svg, caption=caption):
                drawn = Markup(svg)  # noqa: S704  ours: whoever draws escapes what it names
                return {"kind": "figure", "drawn": drawn, "caption": caption}

    def _line(self, spans: Spans) -> Markup:
        """Spans as a line of the chapter; it leads to everybody once."""
        parts: list[Markup] = []
        linked = {self._chapter}
        for span in spans:
            match span:
                case Link(to=to, text=text) if to in self._known - linked:
                    linked.add(to)
                    parts.append(_link(to, text))
                case Source(address=address):
                    parts.append(self._source(address))
                case _:
                    parts.append(escape(span.text))
        return Markup().join(parts)

    def _source(self, address: str) -> Markup:
        """A source, if there is one; the first in its own story's chapter can be led to."""
        own, at = story(address), f"{_AT}{address}"
        attributes = Markup()
        if not address:
            return attributes
        if self._chapter == own and address not in self._told:
            self._told.add(address)
            attributes += Markup(' id="{}"').format(at)
        if address in self._told or own in self._known:
            to = at if address in self._told else own
            attributes += Markup(' href="{}"').format(_fragment(to))
        shown = self._mark(address)
        return Markup('<sup class="src"><a{} title="{}">{}</a></sup>').format(
            attributes, address, shown
        )


def _link(to: str, text: str) -> Markup:
    """A link to a chapter of the page."""
    return Markup('<a href="{}">{}</a>').format(_fragment(to), text)


def _fragment(id_: str) -> str:
    """What leads to an id within the page."""
    return f"#{quote(id_, safe='/-:')}"
