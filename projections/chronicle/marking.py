"""Blocks and spans as Markdown (CommonMark with GitHub's tables): people's text stays text."""

import re
from collections.abc import Callable, Iterator

from projections.chronicle.tree import (
    Block,
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
)
from projections.chronicle.writing import Marks

_SIGNS = re.compile(r"[\\`*_\[\]<>&|~$#@{}^]|(?<=\{)%|:(?=//|\w+:)|(?<=www)\.", re.IGNORECASE)
_START = re.compile(r"(\d{1,9})(?=[.)])|[-+=:]")
_SMALL = "</sup>"
_SPACE = re.compile(r"[\t\n\r ]+")

Address = Callable[[str], str]
"""Where a chapter is, as a link says it; empty where the book has no such chapter."""


def escaped(text: str, *, start: bool = True) -> str:
    """A text that is read as it is; `start` where a line begins with it."""
    text = _SPACE.sub(" ", text)
    done = _SIGNS.sub(lambda found: f"\\{found[0]}", text)
    if start and (sign := _START.match(done)):
        number, at = sign[1] or "", sign.end() if sign[1] else 0
        done = f"{number}\\{done[at:]}"
    return done


class Marking:
    """Writes what stands in one chapter; `where` says where the others are."""

    def __init__(self, chapter: str, where: Address, dice: str) -> None:
        self._mark = Marks(chapter)
        self._where = where
        self._dice = dice
        """What stands before rolls."""
        self._linked = {chapter}
        """Where the chapter leads so far: the first time that somebody is named is enough."""

    def line(self, spans: Spans, *, start: bool = True) -> str:
        """Spans as a line."""
        parts: list[str] = []
        for span in spans:
            match span:
                case Link(to=to, text=text):
                    where = "" if to in self._linked else self._where(to)
                    self._linked.add(to)
                    parts.append(link(text, where, start=start and not parts))
                case Source(address=address):
                    told = escaped(self._mark(address), start=False)
                    more = bool(parts) and parts[-1].endswith(_SMALL)
                    before = f"{parts.pop().removesuffix(_SMALL)} " if more else "<sup>"
                    parts.append(f"{before}{told}{_SMALL}")
                case _:
                    parts.append(escaped(span.text, start=start and not parts))
        return "".join(parts).strip()

    def blocks(self, chapter: Chapter, level: int) -> Iterator[str]:
        """The blocks of a chapter whose title is a heading of that level, and its letters."""
        for block in chapter.blocks:
            yield self._block(block, level)
        if legend := self._mark.legend:
            yield f"<sup>{escaped(legend)}</sup>\n\n"

    def _block(self, block: Block, level: int) -> str:
        match block:
            case Para(spans=spans):
                return f"{self.line(spans)}\n\n"
            case Heading(spans=spans):
                return f"{'#' * (level + 1)} {self.line(spans, start=False)}\n\n"
            case Listing(items=items):
                return "".join(f"- {self.line(item)}\n" for item in items) + "\n"
            case Dice(rolls=rolls):
                told = "".join(f"- {self.line(roll)}\n" for roll in rolls)
                return f"*{escaped(self._dice)}*\n\n{told}\n"
            case Table():
                return self._table(block)
            case Quote():
                return self._quote(block)
            case Figure(caption=caption, command=command):
                return _seen(caption, command)

    def _table(self, block: Table) -> str:
        """A table, its caption above it."""
        rules = ("---:" if n in block.numbers else "---" for n in range(len(block.columns)))
        rows = [
            " | ".join(map(escaped, block.columns)),
            " | ".join(rules),
            *(" | ".join(self.line(cell) for cell in row) for row in block.rows),
        ]
        caption = f"*{escaped(block.caption)}*\n\n" if block.caption else ""
        return caption + "".join(f"| {row} |\n" for row in rows) + "\n"

    def _quote(self, block: Quote) -> str:
        """A note: each of its lines a line, then who wrote it."""
        told = [escaped(text.strip()) for text in block.text.splitlines()]
        by = escaped(block.by, start=False)
        source = self.line((Source(block.address),)) if block.address else ""
        signed = [f"\u2014 {by}{source}" if by else source] if by or source else []
        text = "  \n> ".join(each or "&nbsp;" for each in (*told, *signed))
        return f"> {text}\n\n"


def link(text: str, to: str, *, start: bool = False) -> str:
    """A link, or its words alone where it leads nowhere."""
    return f"[{escaped(text, start=False)}]({to})" if to else escaped(text, start=start)


def _seen(caption: str, command: str) -> str:
    """A picture, as words alone: what it shows, and the command that draws it."""
    told = [f"*{escaped(caption)}*"] if caption else []
    drawn = [f"`{command}`"] if command else []
    return f"{': '.join((*told, *drawn))}\n\n" if told or drawn else ""
