"""A matrix: who met whom, each row a name with a number, each column that number again."""

from collections.abc import Sequence

import msgspec

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

_NAMES = 250
_CELL, _LEAST = 110, 44


class Meeting(msgspec.Struct, frozen=True):
    """What stands in a cell: its text, how dark it is of how dark it might be, what it says."""

    text: str
    weight: int = 0
    says: str = ""
    addresses: tuple[str, ...] = ()


def matrix(
    words: Words,
    names: Sequence[str],
    cells: Sequence[Sequence[Meeting | None]],
    link: Link = nowhere,
) -> Plot:
    """Draw a square of cells; where there is None nobody met.

    With many names it is wider than other plots, so that each cell can be read.
    """
    ink = Ink()
    side = max(_LEAST, min(_CELL, (WIDE - _NAMES - 12) // max(1, len(names))))
    size = _size(cells, side)
    most = max((one.weight for row in cells for one in row if one), default=0)
    for column in range(len(names)):
        middle = _NAMES + column * side + side // 2
        ink.text([str(column + 1)], middle, 8, min(SMALL, size), "middle", "soft")
    top = leading(SMALL) + 14
    for number, (name, row) in enumerate(zip(names, cells, strict=True), start=1):
        rows = wrapped(f"{number}  {name}", _NAMES - 16, SMALL)
        high = max(min(side, 64), leading(SMALL) * len(rows) + 4)
        ink.text(rows, 4, top + (high - leading(SMALL) * len(rows)) // 2, SMALL)
        for column, one in enumerate(row):
            box = Box(_NAMES + column * side, top, side, high)
            _cell(ink, box, one, most, size, same=column + 1 == number, link=link)
        top += high
    wide = max(WIDE, _NAMES + side * len(names) + 12)
    return plotted(words, ink, top + 12, _data(words, names, cells), wide)


def _size(cells: Sequence[Sequence[Meeting | None]], side: int) -> int:
    """How large texts may be so that each fits into its cell."""
    widest = max((measure(one.text, 100) for row in cells for one in row if one), default=1)
    return max(8, min(SIZE, (side - 6) * 100 // max(1, widest)))


def _cell(
    ink: Ink, box: Box, one: Meeting | None, most: int, size: int, *, same: bool, link: Link
) -> None:
    """Draw a cell: a text, and below it a bar as long as it weighs."""
    ink.add(rect(box, "cell same" if same else "cell"))
    if one is None:
        return
    long = (box.width - 12) * one.weight // most if most else 0
    shape = rect(Box(box.left + 6, box.top + box.height - 12, long, 6), "b0")
    rows = [one.text]
    shape += rect(Box(box.left + 1, box.top + 1, box.width - 2, box.height - 2), "touch")
    top = box.top + (box.height - 10 - leading(size)) // 2
    ink.text(rows, box.left + box.width // 2, top, size, "middle")
    ink.add(marked(shape, one.says, next(iter(one.addresses), ""), link))


def _data(words: Words, names: Sequence[str], cells: Sequence[Sequence[Meeting | None]]) -> Data:
    rows = [
        (Cell(name), *(Cell(one.text, one.addresses) if one else Cell("") for one in row))
        for name, row in zip(names, cells, strict=True)
    ]
    return Data((words.who, *names), tuple(rows))
