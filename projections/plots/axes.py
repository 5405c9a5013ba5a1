"""Scales and axes: whole numbers on round ticks, steps side by side, labels that keep apart."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count

import msgspec

from projections.plots.ink import SIZE, SMALL, WIDE, Ink, leading, measure, wrapped

LEFT, TOP, RIGHT = 100, 24, 252
"""The room beside and above the field of a plot: its ticks, and the names of its lines."""
BELOW = 2 * leading(SIZE) + 12
_TICK = 10
_MOST = 5


class Scale(msgspec.Struct, frozen=True):
    """How numbers from `low` to `high` lie between two places of a drawing."""

    low: int | Fraction
    high: int | Fraction
    start: int
    end: int

    def at(self, value: int | Fraction) -> int:
        """Where a number lies."""
        span = self.high - self.low
        if not span:
            return (self.start + self.end) // 2
        return self.start + round(Fraction(value - self.low) * (self.end - self.start) / span)


def ticks(low: int | Fraction, high: int | Fraction, most: int = _MOST) -> list[int]:
    """Round whole numbers, a step of 1, 2 or 5 apart, from at most `low` to at least `high`."""
    step = next(step for step in _steps() if high - low <= step * most)
    first, last = int(low // step), int(-(-high // step))
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    for power in count():
        yield from (digit * 10**power for digit in (1, 2, 5))


class Field(msgspec.Struct, frozen=True):
    """Where a plot's lines are drawn, with both scales; its height without the x-axis' words."""

    across: Scale
    up: Scale
    high: int

    @property
    def foot(self) -> int:
        """Where the x-axis lies."""
        return self.up.start


def field(ink: Ink, marks: Sequence[int], last: int, tall: int, unit: str = "") -> Field:
    """Draw a grid with the ticks of the y-axis, for steps from 0 to the last."""
    up = Scale(marks[0], marks[-1], TOP + tall, TOP)
    across = Scale(0, last, LEFT + 16, WIDE - RIGHT - 12)
    for number in marks:
        level = up.at(number)
        ink.line((LEFT, level), (WIDE - RIGHT, level), "grid")
        ink.text([f"{number}{unit}"], LEFT - 12, level - SIZE * 3 // 4, SIZE, "end", "soft")
    ink.line((LEFT, up.start), (WIDE - RIGHT, up.start), "axis")
    return Field(across, up, TOP + tall)


def x_axis(ink: Ink, found: Field, labels: Sequence[str], title: str) -> int:
    """Draw the ticks of the x-axis, evenly, as many as there is room for; returns its end.

    The last step is always named.
    """
    for step in _named(found, labels):
        place = found.across.at(step)
        ink.line((place, found.foot), (place, found.foot + _TICK), "axis")
        ink.text([labels[step]], place, found.foot + _TICK + 2, SMALL, "middle", "soft")
    rows = wrapped(title, WIDE - RIGHT - LEFT)
    below = found.foot + _TICK + leading(SMALL) + 4
    ink.text(rows, (LEFT + WIDE - RIGHT) // 2, below, SIZE, "middle")
    return below + leading(SIZE) * len(rows) + 8


def _named(found: Field, labels: Sequence[str]) -> list[int]:
    """The steps whose labels stand below the axis: each so-manieth, and the last."""
    if not labels:
        return []
    last = len(labels) - 1
    widest = max(measure(label, SMALL) for label in labels[:-1] or labels) + 12
    apart = found.across.at(1) - found.across.at(0)
    stride = next(step for step in _steps() if step * apart >= widest or step > last)
    edge = found.across.at(last) - (measure(labels[-1], SMALL) + widest) // 2
    return [*(n for n in range(0, last, stride) if found.across.at(n) <= edge), last]


class Tag(msgspec.Struct, frozen=True):
    """A name at the end of a line: where that ends, its rows, its look."""

    end: tuple[int, int]
    rows: tuple[str, ...]
    look: int

    @property
    def high(self) -> int:
        """How much room it takes."""
        return leading(SMALL) * len(self.rows) + 6


def tag(name: str, end: tuple[int, int], look: int) -> Tag:
    """A name in as many rows as it needs beside the field."""
    return Tag(end, tuple(wrapped(name, RIGHT - 44, SMALL)), look)


def spread(tags: Sequence[Tag], top: int, foot: int) -> list[int]:
    """Where names begin so that none overlaps: each near its line, in the order of the lines."""
    order = sorted(range(len(tags)), key=lambda n: (tags[n].end[1], n))
    tops = [0] * len(tags)
    at = top
    for n in order:
        tops[n] = at = max(at, tags[n].end[1] - tags[n].high // 2)
        at += tags[n].high
    limit = max(foot, top + sum(each.high for each in tags))
    for n in reversed(order):
        tops[n] = min(tops[n], limit - tags[n].high)
        limit = tops[n]
    return tops


def write_tags(ink: Ink, tags: Sequence[Tag], foot: int) -> None:
    """Write names at the ends of their lines, each led to its own."""
    edge = WIDE - RIGHT
    for each, top in zip(tags, spread(tags, TOP - 12, foot), strict=True):
        middle = top + each.high // 2
        (x, y) = each.end
        if x + 14 < edge:
            ink.line((x + 14, y), (edge, y), "lead")
        ink.line((max(edge, x + 10), y), (edge + 34, middle), "lead")
        ink.text(each.rows, edge + 40, top, SMALL, "start", f"f{each.look}")
