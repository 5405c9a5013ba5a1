"""How long members last: the estimator of Kaplan and Meier, in exact fractions.

Time is counted in battles fought. Who is alive, or left in another way than by dying, is censored
behind his last battle: he was at risk in it, and nothing is known of the battles he did not fight.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

import msgspec

from projections.plots.axes import TOP, field, tag, write_tags, x_axis
from projections.plots.ink import Ink, Link, marked, nowhere, percent
from projections.plots.lines import Timed, shape
from projections.plots.plot import SERIES, Cell, Data, Plot, plotted

_TALL = 360


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who fought in so many battles, and whether the last was his death.

    `says` tells it, `address` is the line by which he died.
    """

    battles: int
    died: bool
    says: str = ""
    address: str = ""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A battle in which somebody of those at risk died or was seen for the last time."""

    battle: int
    risk: int
    died: int
    censored: int
    share: Fraction
    """The share that outlives this battle, as it is estimated."""


def survival(lives: Iterable[Life]) -> list[Step]:
    """Each battle at which a life ended or was last seen, with the share that outlives it.

    Who never fought was never at risk. Who is censored in a battle in which others died was at
    risk in it.
    """
    fought = [each for each in lives if each.battles]
    steps: list[Step] = []
    share = Fraction(1)
    for battle in sorted({each.battles for each in fought}):
        risk = sum(each.battles >= battle for each in fought)
        now = [each for each in fought if each.battles == battle]
        died = sum(each.died for each in now)
        share *= Fraction(risk - died, risk)
        steps.append(
            Step(battle=battle, risk=risk, died=died, censored=len(now) - died, share=share)
        )
    return steps


class Group(msgspec.Struct, frozen=True):
    """Lives that are drawn as one curve."""

    name: str
    lives: tuple[Life, ...]


class Columns(msgspec.Struct, frozen=True, kw_only=True):
    """What the columns of the table are called, and what a death, a life that goes on says."""

    group: str
    battle: str
    risk: str
    died: str
    censored: str
    share: str


def curves(words: Timed, columns: Columns, groups: Sequence[Group], link: Link = nowhere) -> Plot:
    """Draw a curve for each of the first groups; a stroke upon it is somebody who lives on."""
    ink = Ink()
    told = [(group, survival(group.lives)) for group in groups]
    shown = [(group, steps) for group, steps in told if steps][:SERIES]
    last = max((steps[-1].battle for _, steps in shown), default=1)
    tall = max(_TALL, sum(tag(group.name, (0, 0), 0).high for group, _ in shown))
    found = field(ink, [0, 25, 50, 75, 100], last, tall, " %")
    tags = []
    for look, (group, steps) in enumerate(shown):
        at = _stairs(steps)
        path = " ".join(f"{found.across.at(x)},{found.up.at(y * 100)}" for x, y in at)
        ink.add(f'<polyline class="path s{look}" points="{path}"/>')
        places = {
            step.battle: (found.across.at(step.battle), found.up.at(step.share * 100))
            for step in steps
        }
        _marks(ink, group, look, places, link)
        tags.append(tag(group.name, places[steps[-1].battle], look))
    write_tags(ink, tags, TOP + tall)
    end = x_axis(ink, found, [str(n) for n in range(last + 1)], words.across)
    return plotted(words, ink, end, _data(columns, told))


def _stairs(steps: Sequence[Step]) -> list[tuple[int, Fraction]]:
    """The corners of a curve that falls at each battle in which somebody died."""
    share = Fraction(1)
    corners: list[tuple[int, Fraction]] = [(0, share)]
    for step in steps:
        if step.died:
            corners += [(step.battle, share), (step.battle, step.share)]
            share = step.share
    return [*corners, (steps[-1].battle, share)]


def _marks(
    ink: Ink, group: Group, look: int, places: dict[int, tuple[int, int]], link: Link
) -> None:
    """Mark deaths, with their lines, and strike those who live on through the curve."""
    for battle, (x, y) in places.items():
        ended = [one for one in group.lives if one.battles == battle]
        strike = f'<line class="path s{look} mark" x1="{x}" y1="{y - 14}" x2="{x}" y2="{y + 14}"/>'
        for died, mark in ((False, strike), (True, shape(look, (x, y), 8))):
            found = [one for one in ended if one.died is died]
            if found:
                says = "\n".join(one.says for one in found)
                ink.add(marked(mark, says, found[0].address, link))


def _data(columns: Columns, told: Sequence[tuple[Group, list[Step]]]) -> Data:
    rows = [
        (
            Cell(group.name),
            Cell(str(step.battle)),
            Cell(str(step.risk)),
            Cell(
                str(step.died),
                tuple(
                    one.address
                    for one in group.lives
                    if one.died and one.battles == step.battle and one.address
                ),
            ),
            Cell(str(step.censored)),
            Cell(percent(step.share)),
        )
        for group, steps in told
        for step in steps
    ]
    heads = (
        columns.group, columns.battle, columns.risk, columns.died, columns.censored, columns.share,
    )  # fmt: skip
    return Data(heads, tuple(rows))
