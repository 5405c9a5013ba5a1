"""A chronicle as Markdown: one file, or a file for each chapter with links between them.

Each file begins with what the export says of itself (YAML), and each chapter ends with a place for
whatever its reader wants to add, which stays when it is exported again (`frame.regions`).
"""

import json
import posixpath
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any

from projections.chronicle.marking import Marking, escaped, link
from projections.chronicle.tree import Book, Chapter, Name
from projections.chronicle.writing import (
    alone,
    file_names,
    former,
    groups,
    in_order,
    initial,
    part,
    prepared,
)
from projections.frame.provenance import Provenance
from projections.frame.regions import region
from projections.frame.templates import Frame

ENDING = ".md"
_LAST_OF_ONE = "\uffff"
INDEX = f"index{ENDING}"
Where = Callable[[str], str]


def one_file(book: Book, provenance: Provenance, frame: Frame) -> Iterator[str]:
    """A book as one text, in parts."""
    yield from Writer(book, provenance, frame).one_file()


def folder(book: Book, provenance: Provenance, frame: Frame) -> Iterator[tuple[str, str]]:
    """A book as files: each one's path in the folder, and its text; the contents come first."""
    yield from Writer(book, provenance, frame).folder()


def front(values: Mapping[str, Any]) -> str:
    """The head of a file: YAML in which every text is quoted, so that it is nothing but a text."""
    rows = []
    for key, value in values.items():
        if isinstance(value, Mapping):
            inner = "".join(f"\n  {_quoted(name)}: {_quoted(one)}" for name, one in value.items())
            rows.append(f"{key}:{inner or ' {}'}\n")
        else:
            rows.append(f"{key}: {_quoted(value)}\n")
    return f"---\n{''.join(rows)}---\n\n"


def _quoted(value: str | int) -> str:
    """A text in double quotes as YAML and JSON both read it; a number as it is.

    JSON writes a character beyond U+FFFF as two, which YAML would read as two: it stays.
    """
    if isinstance(value, int):
        return str(value)
    text = json.dumps(value, ensure_ascii=False)
    return "".join(c if c.isprintable() or c > _LAST_OF_ONE else json.dumps(c)[1:-1] for c in text)


class Writer:
    """Writes the chapters of a book one after another."""

    def __init__(self, book: Book, provenance: Provenance, frame: Frame) -> None:
        self._book = book = prepared(book, frame.say("book.campaign"))
        self._provenance = provenance
        self._say = frame.say
        self._frame = frame
        self._places = file_names(book.contents, "")
        """Where chapters are: names of their files, without the ending, and of their regions."""
        self._former = former(book)

    def one_file(self) -> Iterator[str]:
        """Head, contents, chapters, index."""

        def where(id_: str) -> str:
            known = id_ in self._places and not alone(self._book)
            return f"#{self._anchor(id_)}" if known else ""

        yield self._front(self._book.title)
        yield from self._opening(where)
        for chapter in self._book.chapters:
            if not alone(self._book):
                yield f'<a id="{self._anchor(chapter.id)}"></a>\n\n'
                yield f"## {escaped(chapter.title, start=False)}\n\n"
            yield from self._chapter(chapter, where, 2)
        yield from self._index(where)

    def folder(self) -> Iterator[tuple[str, str]]:
        """The contents with the index of names; then the chapters."""
        where = self._leading(INDEX)
        yield (
            INDEX,
            self._front(self._book.title)
            + "".join((*self._opening(where), *self._index(where), region("index"))),
        )
        for chapter in self._book.chapters:
            path = self._places[chapter.id] + ENDING
            leading = self._leading(path)
            back = link(self._book.title, _relative(INDEX, path))
            title = f"# {escaped(chapter.title, start=False)}\n\n"
            text = "".join(self._chapter(chapter, leading, 1))
            yield path, f"{self._front(chapter.title)}{back}\n\n{title}{text}"

    def _anchor(self, id_: str) -> str:
        return self._places[id_].replace("/", "-")

    def _leading(self, path: str) -> Where:
        """How links in that file lead to chapters."""

        def where(id_: str) -> str:
            place = self._places.get(id_)
            return _relative(place + ENDING, path) if place else ""

        return where

    def _front(self, title: str) -> str:
        return front({"title": title, **self._provenance.data(self._frame)})

    def _opening(self, where: Where) -> Iterator[str]:
        """Title, lead, contents, and how to read the small numbers and the fences."""
        yield f"# {escaped(self._book.title, start=False)}\n\n"
        if self._book.lead:
            yield f"{Marking('', where, '').line(self._book.lead)}\n\n"
        if not alone(self._book):
            yield from self._contents(where)
        yield f"{escaped(self._say('book.sources'))}\n\n{escaped(self._say('book.yours'))}\n\n"

    def _contents(self, where: Where) -> Iterator[str]:
        """The chapters by their kinds."""
        yield f"## {self._say('book.contents')}\n\n"
        for kind, chapters in groups(self._book.contents):
            if title := part(self._book, kind, self._frame):
                yield f"**{escaped(title)}**\n\n"
            yield "".join(f"- {link(one.title, where(one.id))}\n" for one in chapters) + "\n"

    def _chapter(self, chapter: Chapter, where: Where, level: int) -> Iterator[str]:
        """A chapter behind its title, of that level, and a place for the reader's own text."""
        if names := ", ".join(self._former.get(chapter.id, ())):
            yield f"*{escaped(self._say('book.formerly', names=names))}*\n\n"
        yield from Marking(chapter.id, where, self._say("book.dice")).blocks(chapter, level)
        yield f"{region(self._places[chapter.id])}\n"

    def _index(self, where: Where) -> Iterator[str]:
        """All names by their letters."""
        if not self._book.names:
            return
        yield f"## {self._say('book.index')}\n\n"
        for letter, names in groupby(in_order(self._book.names), lambda one: initial(one.name)):
            yield f"**{escaped(letter)}**\n\n"
            yield "".join(f"- {self._name(one, where)}\n" for one in names) + "\n"

    def _name(self, one: Name, where: Where) -> str:
        apart = f" ({escaped(one.apart, start=False)})" if one.apart else ""
        if one.now:
            see = f"*{escaped(self._say('book.see'))}* {link(one.now, where(one.to))}"
            return f"{escaped(one.name)}{apart}, {see}"
        return f"{link(one.name, where(one.to), start=True)}{apart}"


def _relative(to: str, path: str) -> str:
    """How a link in one file says another."""
    return posixpath.relpath(to, posixpath.dirname(path) or ".")
