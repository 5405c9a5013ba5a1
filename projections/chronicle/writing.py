"""What all formats of a chronicle share: where its chapters are, and how a sentence says its event.

A source is shown as a small number: the line of the chapter's own story (`17` in the chapter of
`battle-3`), battle and line (`3/17`) elsewhere; a letter stands for the story of a crew or of the
campaign, and is told at the chapter's end. It is on paper what a link is on a screen.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import groupby

from msgspec.structs import replace

from domain.names import ABC, LONGEST_SLUG, fold, slug
from projections.chronicle.tree import (
    Block,
    Book,
    Chapter,
    Dice,
    Heading,
    Kind,
    Listed,
    Listing,
    Name,
    Para,
    Source,
    Span,
    Spans,
    Text,
)
from projections.frame.templates import Frame

FOLDERS = {
    Kind.BATTLE: "battles",
    Kind.CREW: "crews",
    Kind.MEMBER: "members",
    Kind.PLACE: "places",
    Kind.ITEM: "items",
}
"""The folders of chapters of which there are several."""

_BATTLE = "battle-"
_NAMED = {Kind.PLACE, Kind.ITEM}
_SIGN = "#"
_STOP = re.compile(r"[.,;:!?]+")
_DIGITS = 8  # of the sum in the name of a file


def story(address: str) -> str:
    """The story of an address, or of a chapter's id: `battle-3` of `battle-3/17`."""
    return address.partition("/")[0]


class Marks:
    """How the sources of a chapter are shown, and what its letters stand for."""

    def __init__(self, chapter: str) -> None:
        self._own = story(chapter)
        self._letters: dict[str, str] = {}

    def __call__(self, address: str) -> str:
        """A source: `17` in its own story's chapter, `3/17` of battle-3, `a/17` of others."""
        told_in, _, line = address.partition("/")
        if told_in == self._own:
            return line
        number = told_in.removeprefix(_BATTLE)
        if number.isdecimal():
            return f"{number}/{line}"
        letter = self._letters.setdefault(told_in, _lettered(len(self._letters)))
        return f"{letter}/{line}"

    @property
    def legend(self) -> str:
        """What the letters stand for, in a line; empty where there are none."""
        return ", ".join(f"{letter}: {told_in}" for told_in, letter in self._letters.items())


def _lettered(number: int) -> str:
    """A letter for the first 26, then two, and so on."""
    more, last = divmod(number, len(ABC))
    return (_lettered(more - 1) if more else "") + ABC[last]


def groups(contents: Iterable[Listed]) -> Iterator[tuple[Kind, list[Listed]]]:
    """The chapters by their kinds, in the order of the book."""
    for kind, chapters in groupby(contents, lambda one: one.kind):
        yield kind, list(chapters)


def alone(book: Book) -> bool:
    """Whether a book is one chapter, which needs neither contents nor a title of its own."""
    return len(book.contents) == 1


def part(book: Book, kind: Kind, frame: Frame) -> str:
    """What the chapters of a kind are called together; empty where there is one chapter of it."""
    if kind not in FOLDERS:
        return ""
    return book.parts.get(kind) or frame.say(f"book.{kind}")


def prepared(book: Book, campaign: str) -> Book:
    """A book as it is written: its chapters told apart, its sources where print has them.

    Of several chapters with one title each says whose it is; the campaign's own is not called as
    the whole book is, but `campaign`. Places and things are in the index, too.
    """
    often = Counter(one.title for one in book.contents)
    crews = {one.id: one.title for one in book.contents if one.kind is Kind.CREW}
    apart = {name.to: name.apart for name in book.names if name.apart}
    apart |= {one.id: crews.get(story(one.id), "") for one in book.contents if one.kind in _NAMED}

    def titled(one: Listed) -> Listed:
        if one.kind is Kind.CAMPAIGN and one.title == book.title and len(book.contents) > 1:
            return replace(one, title=campaign)
        told = apart.get(one.id, "") if often[one.title] > 1 else ""
        return replace(one, title=f"{one.title} ({told})") if told else one

    def chapters() -> Iterator[Chapter]:
        for one in book.chapters:
            title = titled(one.listed).title
            yield replace(one, title=title, blocks=tuple(map(_settled, one.blocks)))

    named = {name.to for name in book.names}
    more = (Name(one.title, one.id) for one in book.contents if one.kind in _NAMED)
    names = (*book.names, *(one for one in more if one.to not in named))
    shared = Counter(one.name for one in names)
    told = tuple(
        one if one.apart or shared[one.name] == 1 else replace(one, apart=apart.get(one.to, ""))
        for one in names
    )
    contents = tuple(map(titled, book.contents))
    return replace(book, contents=contents, names=told, chapters=chapters())


def _settled(block: Block) -> Block:
    """A block whose sources stand behind stops."""
    match block:
        case Para() | Heading():
            return replace(block, spans=settled(block.spans))
        case Listing():
            return Listing(tuple(map(settled, block.items)))
        case Dice():
            return Dice(tuple(map(settled, block.rolls)))
        case _:
            return block


def settled(spans: Spans) -> Spans:
    """Spans in which a source stands behind the stop or comma that follows it."""
    found: list[Span] = []
    held: list[Span] = []
    for span in spans:
        told = span
        if isinstance(span, Source):
            held.append(span)
            continue
        if held and isinstance(span, Text) and (stop := _STOP.match(span.text)):
            found.append(Text(stop[0]))
            told = Text(span.text[stop.end() :])
        found += [*held, told]
        held = []
    return tuple(found + held)


def former(book: Book) -> dict[str, list[str]]:
    """The names that were given up, by the chapter of who bore them."""
    found: dict[str, list[str]] = {}
    for name in book.names:
        if name.now:
            found.setdefault(name.to, []).append(name.name)
    return found


def in_order(names: Iterable[Name]) -> list[Name]:
    """Names as an index has them: by their letters, without regard to case and accents.

    What begins with no letter comes first.
    """

    def place(one: Name) -> tuple[bool, str, str, str, str]:
        return (initial(one.name) != _SIGN, fold(one.name), one.name, one.apart, one.to)

    return sorted(names, key=place)


def initial(name: str) -> str:
    """The letter under which an index has a name; `#` for what begins with none."""
    first = fold(name)[:1].upper()
    return first if first.isalpha() else _SIGN


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
