"""A chronicle before it has a format: chapters of blocks of spans, each sentence with its event.

Whoever tells a campaign yields this; whoever writes Markdown, HTML or PDF reads it. All texts are
as they are: nothing is escaped here, so that each format escapes for itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What a chapter is about; a book has them in this order."""

    CAMPAIGN = "campaign"
    BATTLE = "battle"
    CREW = "crew"
    MEMBER = "member"
    PLACE = "place"
    ITEM = "item"
    MEMORIAL = "memorial"
    RECORDS = "records"
    INDEX = "index"


# Spans: what stands in a line.


class Text(msgspec.Struct, frozen=True, gc=False):
    """Words as they are, the program's and people's alike."""

    text: str


class Link(msgspec.Struct, frozen=True, gc=False):
    """Words that lead to a chapter, by its id; plain words in a book that lacks the chapter.

    `text` is the name as it was then: the chapter may be called otherwise by now.
    """

    to: str
    text: str


class Source(msgspec.Struct, frozen=True, gc=False):
    """The event that what stands before it rests on, by its address (`battle-3/17`)."""

    address: str


Span = Text | Link | Source
Spans = tuple[Span, ...]


# Blocks: what a chapter is made of.


class Para(msgspec.Struct, frozen=True):
    """A paragraph: sentences, each followed by its source."""

    spans: Spans


class Heading(msgspec.Struct, frozen=True):
    """A heading within a chapter, one step below the chapter's title."""

    spans: Spans


class Table(msgspec.Struct, frozen=True):
    """Rows under their columns; columns whose place is in `numbers` are set to the right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Spans, ...], ...]
    caption: str = ""
    numbers: frozenset[int] = frozenset()


class Listing(msgspec.Struct, frozen=True):
    """Items below each other."""

    items: tuple[Spans, ...]


class Quote(msgspec.Struct, frozen=True):
    """A note of the players, word for word, line ends and all; by whom, if that is known."""

    text: str
    by: str = ""
    address: str = ""


class Figure(msgspec.Struct, frozen=True):
    """A picture: a whole `<svg>` element with its `<title>`, and what stands below it.

    `command` is the line that draws it, for where there are words alone.
    """

    svg: str
    caption: str = ""
    command: str = ""


class Dice(msgspec.Struct, frozen=True):
    """The rolls that the paragraph before it rests on, one an item."""

    rolls: tuple[Spans, ...]


Block = Para | Heading | Table | Listing | Quote | Figure | Dice


# The document.


class Length(StrEnum):
    """How much is told: what fits a chat, a paragraph a battle, or everything."""

    HEADLINE = "headline"
    PARAGRAPH = "paragraph"
    FULL = "full"


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What of a campaign is to be told: all of it, or one crew's, member's or battle's part.

    `crew`, `member` and `battle` are ids; at most one is given. With `dice` the rolls are told too.
    `projections.chronicle.telling.tell(shelf, frame, wanted)` makes a `Book` of it.
    """

    length: Length = Length.FULL
    crew: str = ""
    member: str = ""
    battle: str = ""
    dice: bool = False


class Listed(msgspec.Struct, frozen=True, gc=False):
    """A chapter as the contents list it.

    The id is an address or a story and stays when names change: `battle-3`, `crew-rust-choir`,
    `crew-rust-choir/4`, `crew-rust-choir/4#rivet-gun`, `place/well-yard`.
    """

    kind: Kind
    id: str
    title: str


class Chapter(msgspec.Struct, frozen=True):
    """A chapter: what it is about, and its blocks."""

    kind: Kind
    id: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def listed(self) -> Listed:
        """The chapter as the contents list it."""
        return Listed(self.kind, self.id, self.title)


class Name(msgspec.Struct, frozen=True, gc=False):
    """A name of the index, and the chapter it leads to.

    A name that was given up says what its bearer is called `now`; of two who share a name
    `apart` tells them apart (a crew).
    """

    name: str
    to: str
    now: str = ""
    apart: str = ""


class Book(msgspec.Struct, frozen=True):
    """A document: what it holds is known before the first chapter is told.

    `chapters` are told one by one and once only, in the order of `contents`, so that a book of
    any length is never in memory. `lead` is a sentence or two for a title page; `parts` are words
    for several chapters of a kind where a game has its own (schools, for crews).
    """

    title: str
    contents: tuple[Listed, ...]
    names: tuple[Name, ...]
    chapters: Iterable[Chapter]
    lead: Spans = ()
    parts: Mapping[Kind, str] = {}


def spans(*parts: str | Span) -> Spans:
    """Spans of texts and spans; empty texts are left out, neighbouring ones joined."""
    joined: list[Span] = []
    for part in parts:
        if not isinstance(part, str):
            joined.append(part)
        elif joined and isinstance(before := joined[-1], Text):
            joined[-1] = Text(before.text + part)
        elif part:
            joined.append(Text(part))
    return tuple(joined)


def para(*parts: str | Span) -> Para:
    """A paragraph of texts and spans."""
    return Para(spans(*parts))


def words(of: Iterable[Span]) -> str:
    """The words of spans alone, without links and sources."""
    return "".join(span.text for span in of if not isinstance(span, Source))


def lines(chapter: Chapter) -> Iterator[Spans]:
    """Everything in a chapter that has spans, block by block."""
    for block in chapter.blocks:
        match block:
            case Para(spans=one) | Heading(spans=one):
                yield one
            case Listing(items=several) | Dice(rolls=several):
                yield from several
            case Table(rows=rows):
                for row in rows:
                    yield from row
            case Quote() | Figure():
                pass


def linked(chapter: Chapter) -> set[str]:
    """The ids of the chapters to which a chapter leads."""
    return {span.to for line in lines(chapter) for span in line if isinstance(span, Link)}
