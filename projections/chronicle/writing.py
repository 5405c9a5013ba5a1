"""What all formats of a chronicle share: where its chapters are, and how a sentence says its event.

A source is shown as a small number: the line of the chapter's own story (`17` in the chapter of
`battle-3`), or battle and line (`3/17`) elsewhere. It is on paper what a link is on a screen.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby

from domain.names import LONGEST_SLUG, fold, slug
from projections.chronicle.tree import Book, Kind, Link, Listed, Name, Spans, Text

FOLDERS = {
    Kind.BATTLE: "battles",
    Kind.CREW: "crews",
    Kind.MEMBER: "members",
    Kind.PLACE: "places",
    Kind.ITEM: "items",
}
"""The folders of chapters of which there are several."""

_DIGITS = 8  # of the sum in the name of a file


def story(address: str) -> str:
    """The story of an address, or of a chapter's id: `battle-3` of `battle-3/17`."""
    return address.partition("/")[0]


def mark(address: str, chapter: str) -> str:
    """A source as it is shown in a chapter: `17` in its own story's, `3/17` elsewhere."""
    told_in, _, line = address.partition("/")
    if told_in == story(chapter):
        return line
    number = told_in.rpartition("-")[2]
    return f"{number}/{line}" if number.isdecimal() else address


def groups(contents: Iterable[Listed]) -> Iterator[tuple[Kind, list[Listed]]]:
    """The chapters by their kinds, in the order of the book."""
    for kind, chapters in groupby(contents, lambda one: one.kind):
        yield kind, list(chapters)


def former(book: Book) -> dict[str, list[str]]:
    """The names that were given up, by the chapter of who bore them."""
    found: dict[str, list[str]] = {}
    for name in book.names:
        if name.now:
            found.setdefault(name.to, []).append(name.name)
    return found


def in_order(names: Iterable[Name]) -> list[Name]:
    """Names as an index has them: by their letters, without regard to case and accents."""
    return sorted(names, key=lambda one: (fold(one.name), one.name, one.apart, one.to))


def initial(name: str) -> str:
    """The letter under which an index has a name; `#` for what begins with none."""
    first = fold(name)[:1].upper()
    return first if first.isalpha() else "#"


def only(spans: Spans, known: frozenset[str]) -> Spans:
    """Spans whose links lead to chapters that are there; the others are plain words."""
    return tuple(
        Text(span.text) if isinstance(span, Link) and span.to not in known else span
        for span in spans
    )


def file_names(contents: Iterable[Listed], ending: str) -> dict[str, str]:
    """A file for each chapter, by its id: it keeps its name when somebody is renamed.

    Lower-case letters, digits and dashes, no name that Windows keeps for itself; of an id that is
    too long for that the beginning, and a sum over all of it.
    """
    names: dict[str, str] = {}
    taken = {"index"}  # the contents
    for one in contents:
        name = _slug(one.id.removeprefix(f"{one.kind}/"))
        folder = FOLDERS.get(one.kind)
        path = f"{folder}/{name}" if folder else name
        if path in taken:  # ids that differ in signs only
            path = f"{path}-{_sum(one.id)}"
        taken.add(path)
        names[one.id] = path + ending
    return names


def _slug(id_: str) -> str:
    """An id as the name of a file."""
    spaced = re.sub("[/#]", " ", id_)
    if len(spaced) <= LONGEST_SLUG:
        return slug(spaced)
    return f"{slug(spaced[: LONGEST_SLUG - _DIGITS - 1])}-{_sum(id_)}"


def _sum(id_: str) -> str:
    return sha256(id_.encode()).hexdigest()[:_DIGITS]
