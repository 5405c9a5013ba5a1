"""A chronicle as a printed book: what it says goes to Typst as data, never as source."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any
from unicodedata import bidirectional

from projections.chronicle.tree import (
    Block,
    Book,
    Chapter,
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
    words,
)
from projections.chronicle.writing import Marks, alone, former, in_order, initial, part, prepared
from projections.frame import printing
from projections.frame.provenance import Provenance
from projections.frame.shelf import asset
from projections.frame.templates import Frame

_LONG = re.compile(r"\S{25,}")
_STEP = 8
_NARROW, _WIDE = 9, 36  # letters of a column, at least and at most, that count for its width
_BREAK = "\u200b"  # a place at which a line may end
_ONWARDS = "\u200e"  # what follows is written from left to right again
_LEFTWARDS = {"R", "AL"}


def pdf(book: Book, provenance: Provenance, frame: Frame) -> bytes:
    """The whole file; Typst sets a book in one piece, so that all of it is in memory.

    Raises WrongUsage where there is no Typst.
    """
    data = Data(book, frame).whole(provenance)
    return printing.pdf(asset("print/book.typ"), frame, data=data, placed=True)


def breakable(text: str) -> str:
    """A text whose longest words may be parted, so that they stay on the page.

    Behind letters that are written from right to left, what follows keeps its place.
    """

    def parted(found: re.Match[str]) -> str:
        word = found[0]
        return _BREAK.join(word[at : at + _STEP] for at in range(0, len(word), _STEP))

    told = _LONG.sub(parted, text)
    return told + _ONWARDS if any(bidirectional(c) in _LEFTWARDS for c in text) else told


def _widths(table: Table) -> list[int]:
    """How wide the columns are beside each other; 0 for numbers, which take what they need."""
    columns = zip(table.columns, *([*map(_length, row)] for row in table.rows), strict=True)
    longest = (max(len(name), *lengths) if lengths else len(name) for name, *lengths in columns)
    return [
        0 if place in table.numbers else min(max(length, _NARROW), _WIDE)
        for place, length in enumerate(longest)
    ]


def _length(cell: Spans) -> int:
    """How long a cell is in letters; the small ones of a source take half their room."""
    small = sum(len(span.address) for span in cell if isinstance(span, Source))
    return len(words(cell)) + small // 2


class Data:
    """A book as the plain data that its layout reads."""

    def __init__(self, book: Book, frame: Frame) -> None:
        self._book = book = prepared(book, frame.say("book.campaign"))
        self._frame = frame
        self._known = frozenset(one.id for one in book.contents)
        self._former = former(book)
        self._mark = Marks("")
        self._linked: set[str] = set()
        """Where the chapter leads so far: a name is a link once in each, for links weigh."""

    def whole(self, provenance: Provenance) -> dict[str, Any]:
        """Everything."""
        book, say = self._book, self._frame.say
        rows = [(label, breakable(text)) for label, text in provenance.rows(self._frame)]
        return {
            "title": breakable(book.title),
            "kind": say("book.kind"),
            "lead": self._line(book.lead),
            "provenance": rows,
            "words": {code: say(f"book.{code}") for code in ("contents", "index", "see")},
            "parts": list(self._parts()),
            "names": self._names() if not alone(book) else [],
            "alone": alone(book),
        }

    def _parts(self) -> Iterator[dict[str, Any]]:
        """The chapters by their kinds; those that are one of several have a part of their own."""
        for kind, chapters in groupby(self._book.chapters, lambda one: one.kind):
            title = part(self._book, kind, self._frame)
            yield {"title": title, "chapters": [self._chapter(one) for one in chapters]}

    def _names(self) -> list[dict[str, Any]]:
        """The index by letters."""
        letters = groupby(in_order(self._book.names), lambda one: initial(one.name))
        return [
            {
                "letter": letter,
                "names": [
                    {
                        "name": breakable(one.name),
                        "to": one.to,
                        "now": breakable(one.now),
                        "apart": breakable(one.apart),
                    }
                    for one in names
                ],
            }
            for letter, names in letters
        ]

    def _chapter(self, chapter: Chapter) -> dict[str, Any]:
        names = ", ".join(self._former.get(chapter.id, ()))
        self._linked, self._mark = {chapter.id}, Marks(chapter.id)
        blocks = [self._block(block) for block in chapter.blocks]
        return {
            "kind": chapter.kind,
            "id": chapter.id,
            "title": breakable(chapter.title),
            "former": breakable(self._frame.say("book.formerly", names=names)) if names else "",
            "blocks": blocks,
            "legend": self._mark.legend,
        }

    def _block(self, block: Block) -> dict[str, Any]:
        match block:
            case Para(spans=spans):
                return {"kind": "para", "spans": self._line(spans)}
            case Heading(spans=spans):
                return {"kind": "heading", "spans": self._line(spans)}
            case Listing(items=items):
                return {"kind": "listing", "items": [self._line(one) for one in items]}
            case Dice(rolls=rolls):
                return {"kind": "dice", "items": [self._line(one) for one in rolls]}
            case Table():
                return self._table(block)
            case Quote(text=text, by=by, address=address):
                lines = [breakable(line) for line in text.splitlines()]
                source = self._mark(address) if address else ""
                return {"kind": "quote", "lines": lines, "by": breakable(by), "source": source}
            case Figure(svg=svg, caption=caption):
                return {"kind": "figure", "svg": svg, "caption": breakable(caption)}

    def _table(self, block: Table) -> dict[str, Any]:
        return {
            "kind": "table",
            "columns": [breakable(column) for column in block.columns],
            "widths": _widths(block),
            "caption": breakable(block.caption),
            "rows": [[{"spans": self._line(cell)} for cell in row] for row in block.rows],
        }

    def _line(self, spans: Spans) -> list[str | dict[str, str]]:
        """Spans as texts, sources, and names: the first of a chapter a link, all for the index."""
        found: list[str | dict[str, str]] = []
        for span in spans:
            match span:
                case Source(address=address):
                    before = found.pop() if found and "source" in found[-1] else None
                    told = [before["source"]] if isinstance(before, dict) else []
                    found.append({"source": " ".join([*told, self._mark(address)])})
                case Link(to=to, text=text) if to in self._known:
                    how = "named" if to in self._linked else "to"
                    self._linked.add(to)
                    found.append({how: to, "text": breakable(text)})
                case _:
                    found.append(breakable(span.text))
        return found
