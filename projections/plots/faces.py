"""What was thrown beside what was to be expected, with the interval that chance alone explains."""

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from projections.plots.axes import Scale
from projections.plots.bars import NAMES, filled
from projections.plots.ink import (
    SMALL,
    WIDE,
    Box,
    Ink,
    Link,
    leading,
    marked,
    measure,
    nowhere,
    plain,
    wrapped,
)
from projections.plots.plot import Cell, Data, Plot, Words, plotted

_THICK = 34
_GAP = 14


class Thrown(msgspec.Struct, frozen=True, kw_only=True):
    """How often something fell, how often it was to be expected, and between what chance lies.

    Without `low` and `high` nothing honest can be said of chance: no interval is drawn.
    """

    name: str
    seen: int
    expected: Fraction
    low: Fraction | None = None
    high: Fraction | None = None
    says: str = ""
    addresses: tuple[str, ...] = ()


class Expected(Words, frozen=True, kw_only=True):
    """What a plot is called, and what bar, diamond and whiskers mean."""

    seen: str
    expected: str
    interval: str


def faces(words: Expected, found: Sequence[Thrown], link: Link = nowhere) -> Plot:
    """Draw a bar for what fell, a diamond for what was expected, whiskers for the interval."""
    ink = Ink()
    most = max((max(each.seen, each.expected, each.high or 0) for each in found), default=1)
    widest = max((measure(f"{each.seen}") for each in found), default=0)
    across = Scale(0, max(1, most), NAMES + 12, WIDE - 24 - widest)
    top = _key(ink, words)
    for each in found:
        rows = wrapped(each.name, NAMES - 12, SMALL)
        high = max(_THICK, leading(SMALL) * len(rows))
        ink.text(rows, NAMES - 6, top + (high - leading(SMALL) * len(rows)) // 2, SMALL, "end")
        _row(ink, each, across, top + (high - _THICK) // 2, link)
        top += high + _GAP
    ink.line((NAMES + 11, 6), (NAMES + 11, top), "axis")
    return plotted(words, ink, top + 12, _data(words, found))


def _key(ink: Ink, words: Expected) -> int:
    """Say what bar, diamond and whiskers mean; returns where the rows begin."""
    top, left = 12, NAMES + 24
    for word, shape in (
        (words.seen, "".join(filled(Box(left, 14, 34, 20), 0))),
        (words.expected, _diamond(left + 17, 24 + leading(SMALL) + 6)),
        (words.interval, _whiskers(left, left + 34, 24 + 2 * (leading(SMALL) + 6))),
    ):
        rows = wrapped(word, WIDE - left - 50, SMALL)[:1]
        ink.add(shape)
        ink.text(rows, left + 46, top, SMALL)
        top += leading(SMALL) + 6
    return top + 14


def _row(ink: Ink, each: Thrown, across: Scale, top: int, link: Link) -> None:
    box = Box(across.start, top, across.at(each.seen) - across.start, _THICK)
    shape = "".join(filled(box, 0)) if each.seen else ""
    middle = top + _THICK // 2
    if each.low is not None and each.high is not None:
        shape += _whiskers(across.at(each.low), across.at(each.high), middle)
    shape += _diamond(across.at(each.expected), middle)
    ink.add(marked(shape, each.says, next(iter(each.addresses), ""), link))
    furthest = max(each.seen, each.expected, each.high or 0)
    ink.text([str(each.seen)], across.at(furthest) + 14, top + 4, SMALL)


def _diamond(x: int, y: int) -> str:
    return (
        f'<polygon class="mark m1" points="{x},{y - 10} {x + 10},{y} {x},{y + 10} {x - 10},{y}"/>'
    )


def _whiskers(left: int, right: int, y: int) -> str:
    """A line from one end to the other with strokes at both, on paper so that it shows on a bar."""
    path = f"M{left} {y - 8}V{y + 8}M{left} {y}H{right}M{right} {y - 8}V{y + 8}"
    return f'<path class="whisker-paper" d="{path}"/><path class="whisker" d="{path}"/>'


def _data(words: Expected, found: Sequence[Thrown]) -> Data:
    rows = [
        (
            Cell(each.name),
            Cell(str(each.seen), each.addresses),
            Cell(plain(each.expected)),
            Cell(
                f"{plain(each.low)} .. {plain(each.high)}"
                if each.low is not None and each.high is not None
                else ""
            ),
        )
        for each in found
    ]
    return Data((words.who, words.seen, words.expected, words.interval), tuple(rows))
