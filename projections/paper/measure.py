"""How much room a text wants, by guess: on the safe side for whatever font is there.

Neither a page of HTML nor whoever writes it can measure; cards must know their size all the same.
A width is in ems, the size of the font; it is that of a wide font (DejaVu Sans).
"""

from functools import lru_cache
from unicodedata import category, east_asian_width

MM = 25.4 / 72
"""A point in millimetres."""
_NARROW = frozenset("fijlrtI.,:;'|!()[]{} -/\\`\"")
_BROAD = frozenset("MWmw@%&\u2014\u2026")
_PICTURES = 0x1F000


@lru_cache(maxsize=4096)
def _em(sign: str) -> float:
    if category(sign) in ("Mn", "Me", "Cf"):
        return 0.0
    if ord(sign) >= _PICTURES:
        return 1.4
    if east_asian_width(sign) in "WF":
        return 1.05
    if sign in _NARROW:
        return 0.42
    if sign in _BROAD:
        return 1.0
    return 0.74 if sign.isupper() else 0.63


def width(text: str) -> float:
    """How wide a text is, in ems."""
    return sum(map(_em, text))


def lines(text: str, room: float) -> int:
    """How many lines a text takes where a line has so many ems; a long word goes on below."""
    count, left = 1, room
    for word in text.split(" "):
        wide = width(word)
        if wide > left and left < room:
            count, left = count + 1, room
        while wide > left:
            count, wide, left = count + 1, wide - left + 1, room
        left -= wide + 0.42
    return count


def height(text: str, room: float, size: float, leading: float = 1.32) -> float:
    """How high a text is in millimetres, in a room of so many, in a font of `size` points."""
    return lines(text, room / (size * MM)) * size * leading * MM
