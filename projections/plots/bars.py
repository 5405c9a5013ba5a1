"""Bars beside names: one number or a few that add up, told apart by hatching and their labels."""

from collections.abc import Sequence

import msgspec

from projections.plots.axes import Scale
from projections.plots.ink import (
    SIZE,
    SMALL,
    WIDE,
    Box,
    Ink,
    Link,
    leading,
    marked,
    measure,
    nowhere,
    rect,
    wrapped,
)
from projections.plots.plot import Cell, Data, Plot, Words, plotted

NAMES = 264
"""The room for names on the left."""
_THICK = 34
_GAP = 14


class Part(msgspec.Struct, frozen=True):
    """A number of a bar: what it says, and the lines that made it."""

    value: int
    says: str
    addresses: tuple[str, ...] = ()


class Bar(msgspec.Struct, frozen=True):
    """A name, and the numbers that add up to its bar."""

    name: str
    parts: tuple[Part, ...]


class Parted(Words, frozen=True, kw_only=True):
    """What a plot of bars is called, and what the parts of a bar are."""

    parts: tuple[str, ...]


def bars(words: Parted, found: Sequence[Bar], link: Link = nowhere) -> Plot:
    """Draw a bar for each name, longest room for the largest sum; none is left out."""
    ink = Ink()
    most = max((sum(part.value for part in bar.parts) for bar in found), default=0)
    across = Scale(0, max(1, most), NAMES + 12, WIDE - 24 - measure(str(most)))
    top = _legend(ink, words.parts) if len(words.parts) > 1 else 12
    for bar in found:
        rows = wrapped(bar.name, NAMES - 12, SMALL)
        high = max(_THICK, leading(SMALL) * len(rows))
        ink.text(rows, NAMES - 6, top + (high - leading(SMALL) * len(rows)) // 2, SMALL, "end")
        _bar(ink, bar, across, top + (high - _THICK) // 2, link)
        top += high + _GAP
    ink.line((NAMES + 11, 6), (NAMES + 11, top), "axis")
    return plotted(words, ink, top + 12, _data(words, found))


def _legend(ink: Ink, parts: Sequence[str]) -> int:
    """Say what each part of a bar looks like; returns where the bars begin."""
    edge = NAMES + 24
    left, top, next_top = edge, 12, 12
    for look, part in enumerate(parts):
        wide = measure(part, SMALL) + 64
        if left > edge and left + wide > WIDE:
            left, top = edge, next_top
        rows = wrapped(part, WIDE - left - 64, SMALL)
        ink.add(*filled(Box(left, top, 34, leading(SMALL) - 4), look))
        ink.text(rows, left + 42, top, SMALL)
        left += wide
        next_top = max(next_top, top + leading(SMALL) * len(rows) + 6)
    return next_top + 14


def _bar(ink: Ink, bar: Bar, across: Scale, top: int, link: Link) -> None:
    """Draw the parts of a bar after each other, and its sum behind it."""
    before = 0
    for look, part in enumerate(bar.parts):
        left, right = across.at(before), across.at(before + part.value)
        before += part.value
        if part.value:
            shape = "".join(filled(Box(left, top, max(2, right - left), _THICK), look))
            ink.add(marked(shape, part.says, next(iter(part.addresses), ""), link))
    ink.text([str(before)], across.at(before) + 10, top + 2, SIZE)


def filled(box: Box, look: int) -> list[str]:
    """A box as a part of a bar looks: full, hatched, empty, crossed."""
    look %= 4
    empty = look in {2, 3}
    drawn = [rect(box, f"mark m{look}" if empty else f"b{look}")]
    if look == 1:
        drawn += _strokes(box, "hatch")
    if look == 3:  # noqa: PLR2004  the fourth look
        drawn += _strokes(box, "mark s3")
    return drawn


def _strokes(box: Box, kind: str) -> list[str]:
    """Upright strokes through a box, as many as there is room for."""
    return [
        f'<line class="{kind}" x1="{x}" y1="{box.top}" x2="{x}" y2="{box.top + box.height}"/>'
        for x in range(box.left + 8, box.left + box.width - 2, 12)
    ]


def _data(words: Parted, found: Sequence[Bar]) -> Data:
    rows = [
        (Cell(bar.name), *(Cell(str(part.value), part.addresses) for part in bar.parts))
        for bar in found
    ]
    return Data((words.who, *words.parts), tuple(rows))
