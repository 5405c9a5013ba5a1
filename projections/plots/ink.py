"""What plots are drawn with: texts that are measured and wrapped, rectangles, lines, marks.

All lengths are whole units of a drawing that is 720 wide, so that no float's noise gets into it.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from html import escape
from unicodedata import category, combining, east_asian_width

import msgspec

WIDE = 720
"""How wide every drawing is, in its own units."""
SIZE = 26
"""How large its texts are."""
SMALL = 23

Link = Callable[[str], str]
"""Where the line at an address can be read, as a link; empty if it cannot be followed."""


def nowhere(_: str) -> str:
    """No line can be followed: the drawing stands alone."""
    return ""


class Box(msgspec.Struct, frozen=True):
    """The room that something takes: left, top, width, height."""

    left: int
    top: int
    width: int
    height: int

    def meets(self, other: "Box") -> bool:
        """Whether two overlap."""
        return (
            self.left < other.left + other.width
            and other.left < self.left + self.width
            and self.top < other.top + other.height
            and other.top < self.top + self.height
        )


class Ink(msgspec.Struct):
    """What has been drawn so far, and where its texts stand."""

    drawn: list[str] = []
    texts: list[Box] = []

    def add(self, *elements: str) -> None:
        """Draw elements on top of all others."""
        self.drawn += elements

    def text(  # noqa: PLR0917  a text, where, and how
        self,
        rows: Sequence[str],
        left: int,
        top: int,
        size: int = SIZE,
        side: str = "start",
        kind: str = "",
    ) -> None:
        """Write rows of text below each other; `left` is their left, middle or right by `side`."""
        wide = max((measure(row, size) for row in rows), default=0)
        shift = {"start": 0, "middle": wide // 2, "end": wide}[side]
        high = leading(size) * len(rows)
        self.texts.append(Box(left - shift, top, wide, high))
        anchor = "" if side == "start" else f' text-anchor="{side}"'
        named = f' class="{kind}"' if kind else ""
        for number, row in enumerate(rows):
            base = top + number * leading(size) + size
            self.add(
                f'<text x="{left}" y="{base}" font-size="{size}"{anchor}{named}>{clean(row)}</text>'
            )

    def line(self, start: tuple[int, int], end: tuple[int, int], kind: str) -> None:
        """Draw a straight line."""
        (x1, y1), (x2, y2) = start, end
        self.add(f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')


def rect(box: Box, kind: str) -> str:
    """A rectangle."""
    return (
        f'<rect class="{kind}" x="{box.left}" y="{box.top}" '
        f'width="{box.width}" height="{box.height}"/>'
    )


def marked(shape: str, says: str, address: str = "", link: Link = nowhere) -> str:
    """A shape that says what it means, and leads to the line that made it, where there is one."""
    told = f"<title>{clean(says)}</title>{shape}"
    data = f' data-address="{clean(address)}"' if address else ""
    where = link(address) if address else ""
    if where:
        return f'<a href="{clean(where)}"{data} aria-label="{clean(says)}">{told}</a>'
    return f"<g{data}>{told}</g>"


def clean(text: str) -> str:
    """A text as XML holds it; what XML cannot hold becomes a sign for it."""
    kept = "".join(
        c if c == "\n" or (c >= " " and category(c) not in {"Cs", "Cc"}) else _SIGN for c in text
    )
    return escape(kept.replace("\ufffe", _SIGN).replace("\uffff", _SIGN))


_SIGN = "\ufffd"


def leading(size: int) -> int:
    """How far below each other rows of text stand."""
    return size + size // 4


_NARROW = frozenset(" .,:;!|'()[]ijlIftr1")
_BROAD = frozenset("mwMWOQ@%#&<>=+~")


def _wide(letter: str) -> int:
    """How wide a letter is at most in common fonts, in hundredths of the size."""
    if combining(letter) or category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    if east_asian_width(letter) in "WF" or letter > "\uffff":
        return 125
    if letter in _BROAD:
        return 100
    if letter in _NARROW:
        return 40
    return 75 if letter.isupper() or not letter.isascii() else 60


def measure(text: str, size: int = SIZE) -> int:
    """How wide a text is at most."""
    return -(-sum(map(_wide, text)) * size // 100)


def wrapped(text: str, room: int, size: int = SIZE) -> list[str]:
    """A text in rows that fit: parted between words, a word that is too long within itself."""
    rows = [""]
    for word in _words(text, room, size):
        longer = f"{rows[-1]} {word}" if rows[-1] else word
        if measure(longer, size) <= room:
            rows[-1] = longer
        else:
            rows.append(word)
    return [row for row in rows if row] or [""]


def _words(text: str, room: int, size: int) -> Iterator[str]:
    """The words of a text, one that is too long in pieces; marks stay on their letters."""
    for word in text.split():
        piece = ""
        for letter in word:
            if piece and _wide(letter) and measure(piece + letter, size) > room:
                yield piece
                piece = ""
            piece += letter
        yield piece


def plain(number: int | Fraction) -> str:
    """A number as it is shown: whole, or with two digits behind the point, halves to even."""
    exact = Fraction(number)
    if exact.denominator == 1:
        return str(exact.numerator)
    hundredths = round(exact * 100)
    sign, hundredths = "-" if hundredths < 0 else "", abs(hundredths)
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


def percent(share: int | Fraction) -> str:
    """A share in whole per cent, halves to even."""
    return f"{round(Fraction(share) * 100)} %"
