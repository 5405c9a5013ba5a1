"""Lines over time: one for each crew or member, told apart by dashes, marks and its name."""

from collections.abc import Sequence

import msgspec

from projections.plots.axes import TOP, field, tag, ticks, write_tags, x_axis
from projections.plots.ink import Ink, Link, marked, nowhere, plain
from projections.plots.plot import SERIES, Cell, Data, Plot, Words, plotted

_TALL = 380
_DENSE = 60  # steps from which on marks are small


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """A number at a step: what it says, and the line that made it."""

    step: int
    value: int
    says: str
    address: str = ""


class Series(msgspec.Struct, frozen=True):
    """A line with its name, at most one point a step, in the order of the steps."""

    name: str
    points: tuple[Point, ...]


class Timed(Words, frozen=True, kw_only=True):
    """What a plot of steps is called, and what its steps are."""

    across: str


def lines(
    words: Timed, steps: Sequence[str], series: Sequence[Series], link: Link = nowhere
) -> Plot:
    """Draw the first of these series (as many as can be told apart); the table holds them all."""
    ink = Ink()
    shown = [each for each in series if each.points][:SERIES]
    values = [point.value for each in shown for point in each.points] or [0]
    marks = ticks(min(0, *values), max(1, *values))
    names = [tag(each.name, (0, 0), n) for n, each in enumerate(shown)]
    tall = max(_TALL, sum(each.high for each in names))
    found = field(ink, marks, max(1, len(steps) - 1), tall)
    tags = []
    for look, one in enumerate(shown):
        at = [(found.across.at(p.step), found.up.at(p.value)) for p in one.points]
        path = " ".join(f"{x},{y}" for x, y in at)
        ink.add(f'<polyline class="path s{look}" points="{path}"/>')
        size = 4 if len(steps) > _DENSE else 8
        for place, point in zip(at, one.points, strict=True):
            ink.add(marked(shape(look, place, size), point.says, point.address, link))
        tags.append(tag(one.name, at[-1], look))
    write_tags(ink, tags, TOP + tall)
    end = x_axis(ink, found, steps, words.across)
    return plotted(words, ink, end, _data(words, steps, series))


def _data(words: Timed, steps: Sequence[str], series: Sequence[Series]) -> Data:
    """A row for each step, a column for each line."""
    known = [{point.step: point for point in each.points} for each in series]
    rows = [
        (Cell(label), *(_cell(points.get(step)) for points in known))
        for step, label in enumerate(steps)
    ]
    return Data((words.across, *(each.name for each in series)), tuple(rows))


def _cell(point: Point | None) -> Cell:
    if point is None:
        return Cell("")
    return Cell(plain(point.value), (point.address,) if point.address else ())


def shape(look: int, place: tuple[int, int], size: int) -> str:
    """The mark of a line: circle, square, triangle, diamond, its reverse, a cross."""
    x, y = place
    kind = f'class="mark m{look}"'
    corners = {
        1: ((-1, -1), (1, -1), (1, 1), (-1, 1)),
        2: ((0, -1), (1, 1), (-1, 1)),
        3: ((0, -1), (1, 0), (0, 1), (-1, 0)),
        4: ((0, 1), (1, -1), (-1, -1)),
        5: ((-1, -1), (1, 1), (0, 0), (1, -1), (-1, 1), (0, 0)),
    }.get(look % SERIES)
    if corners is None:
        return f'<circle {kind} cx="{x}" cy="{y}" r="{size}"/>'
    points = " ".join(f"{x + size * a},{y + size * b}" for a, b in corners)
    return f'<polygon {kind} points="{points}"/>'
