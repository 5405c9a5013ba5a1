"""A chronicle in a few words, for a chat: plain text that fits a message."""

from collections.abc import Iterator

from projections.chronicle.tree import Book, Chapter, Quote, Source, Spans, lines, words
from projections.chronicle.writing import Marks, prepared
from projections.frame.provenance import Provenance
from projections.frame.templates import Frame

MOST = 1_999
"""Characters that fit a message, as chats count them: in units of UTF-16."""
_FOOT = 900  # of them at most say of which record it is


def plain(book: Book, provenance: Provenance, frame: Frame, most: int = MOST) -> str:
    """As much of a book, from its beginning, as fits, in paragraphs; what is left out is said.

    No sentence is parted. The last line says of which record it is.
    """
    book = prepared(book, book.title)
    foot = cut(provenance.line(frame), _FOOT)
    more = frame.say("book.more")
    room = most - size(foot) - size(more) - 3
    told = [cut(book.title, room)]
    room -= size(told[0])
    for paragraph in _paragraphs(book):
        kept = ""
        for sentence in paragraph:
            if size(kept) + size(sentence) + 2 > room:
                return _joined(*told, kept.strip(), more, foot)
            kept += sentence
        told.append(kept.strip())
        room -= size(told[-1]) + 1
    return _joined(*told, foot)


def size(text: str) -> int:
    """How long a text is, as chats count."""
    return len(text.encode("utf-16-le")) // 2


def cut(text: str, most: int) -> str:
    """A text of at most so many characters; one that is cut says so."""
    if size(text) <= most:
        return text
    while size(text) >= most:
        text = text[:-1]
    return f"{text}\u2026"


def _joined(*paragraphs: str) -> str:
    return "".join(f"{each}\n" for each in paragraphs if each)


def _paragraphs(book: Book) -> Iterator[list[str]]:
    """The paragraphs of a book, each in sentences: what ends with a source is one."""
    for chapter in book.chapters:
        mark = Marks(chapter.id)
        for spans in _told(chapter):
            yield list(_sentences(spans, mark))
        if mark.legend:
            yield [mark.legend]


def _told(chapter: Chapter) -> Iterator[Spans]:
    """What a chapter tells; what people noted is for longer chronicles."""
    kept = tuple(block for block in chapter.blocks if not isinstance(block, Quote))
    yield from lines(Chapter(chapter.kind, chapter.id, chapter.title, kept))


def _sentences(spans: Spans, mark: Marks) -> Iterator[str]:
    """Spans in sentences, each with the line of the record that it rests on."""
    told = ""
    for span in spans:
        if isinstance(span, Source):
            yield f"{told} [{mark(span.address)}]"
            told = ""
        else:
            told += words((span,))
    if told.strip():
        yield told
