"""The plots of a campaign: each by its name, of whatever was asked for.

What they say comes from the message catalogue; every mark leads to the lines that made it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from domain.ledger.ledger import Ledger
from projections.course import course, numbers
from projections.lives import lives
from projections.page import Shelf
from projections.plots.bars import Bar, Part, Parted, bars
from projections.plots.ink import Link, nowhere
from projections.plots.lines import Point, Series, Timed, lines
from projections.plots.matrix import Meeting, matrix
from projections.plots.plot import SERIES, Plot, Words
from projections.plots.survival import Columns, Group, curves
from projections.rivals import rivalries
from projections.stats import Names, Stats
from projections.tallies import Fight


class Says(Protocol):
    """Whoever has the sentences of a language."""

    def say(self, code: str, /, **values: Any) -> str:
        """The sentence of that code."""


class Hall(msgspec.Struct, frozen=True, kw_only=True):
    """What plots are made of: the campaign, its fights, what was asked for and its sums.

    `crews` are those it is about, in their order.
    """

    shelf: Shelf
    ledger: Ledger
    fights: Sequence[Fight]
    known: Names
    stats: Stats
    crews: Sequence[str]
    frame: Says
    link: Link = nowhere

    def say(self, code: str, **values: Any) -> str:
        """A sentence of the catalogue's table of numbers, in the game's word for health."""
        return self.frame.say(f"numbers.{code}", health=self.shelf.game.words.health, **values)

    def told(self, code: str, series: int, **values: Any) -> str:
        """What a plot says, and how many of its lines stand only in its table."""
        more = self.say("skipped", n=series - SERIES) if series > SERIES else ""
        return " ".join(filter(None, (self.say(code, **values), more)))

    @property
    def crew(self) -> str:
        """What the game calls a crew."""
        return self.shelf.game.words.crew


Draw = Callable[[Hall], Plot]


def _summed(figure: str, *parts: str) -> Draw:
    """Bars of a figure, or of several that add up to it, for each row of the sums."""
    figures = parts or (figure,)

    def draw(hall: Hall) -> Plot:
        rows = [row for row in hall.stats.rows if any(row.counts[f].number for f in figures)]
        rows.sort(key=lambda row: -sum(row.counts[f].number for f in figures))
        words = Parted(
            name=figure,
            title=hall.say(f"{figure}-title"),
            told=hall.say(f"{figure}-told"),
            who=hall.shelf.game.words.member,
            parts=tuple(hall.say(one) for one in figures),
        )
        return bars(words, [Bar(row.name, tuple(_parts(hall, row, figures))) for row in rows],
                    hall.link)  # fmt: skip

    return draw


def _parts(hall: Hall, row: Any, figures: Sequence[str]) -> Iterator[Part]:
    for figure in figures:
        count = row.counts[figure]
        says = hall.say("bar-says", name=row.name, what=hall.say(figure), n=count.number)
        yield Part(count.number, says, count.addresses)


def _course(column: str) -> Draw:
    """How a number of each crew went, from battle to battle."""

    def draw(hall: Hall) -> Plot:
        what = hall.shelf.game.words.purse if column == "treasury" else column
        battles = [fight.battle for fight in hall.fights]
        told = course(hall.shelf, hall.ledger, hall.crews, battles)
        steps = [*map(_number, battles), hall.say("now")]
        place = {battle: n for n, battle in enumerate([*battles, ""])}
        series = [
            Series(
                hall.known[crew].name,
                tuple(
                    Point(
                        step=place[stand.battle],
                        value=stand.numbers[column],
                        says=hall.say(
                            "course-says",
                            name=stand.name,
                            when=stand.battle or hall.say("now"),
                            n=stand.numbers[column],
                        ),
                        address=stand.address,
                    )
                    for stand in stands
                ),
            )
            for crew, stands in told.items()
        ]
        title = hall.say("course-title", what=what.capitalize())
        text = hall.told("course-told", len(series), what=what, crew=hall.crew)
        words = Timed(
            name=column, title=title, told=text, who=hall.crew,
            across=hall.say("battle"),
        )  # fmt: skip
        return lines(words, steps, series, hall.link)

    return draw


def _number(battle: str) -> str:
    """A battle as an axis names it."""
    return battle.rpartition("-")[2]


def _rivalries(hall: Hall) -> Plot:
    """Who beat whom."""
    found = rivalries(hall.fights)
    met = [crew for crew in hall.known if any(crew in pair for pair in found)]
    words = Words(
        name="rivalries",
        title=hall.say("rivalries-title"),
        told=hall.say("rivalries-told", crew=hall.crew),
        who=hall.crew,
    )

    def cell(mine: str, other: str) -> Meeting | None:
        told = found.get((mine, other))
        if told is None:
            return None
        says = hall.say(
            "rivalry-says",
            name=hall.known[mine].name,
            other=hall.known[other].name,
            won=len(told.won),
            drawn=len(told.drawn),
            lost=len(told.lost),
        )
        return Meeting(told.score, len(told.addresses), says, told.addresses)

    cells = [[cell(mine, other) for other in met] for mine in met]
    return matrix(words, [hall.known[crew].name for crew in met], cells, hall.link)


def _survival(hall: Hall) -> Plot:
    """How long members last, crew by crew; of several crews all together first."""
    found = [
        Group(hall.known[crew].name, tuple(group))
        for crew, group in lives(hall.shelf, hall.fights, hall.known, hall.say).items()
        if crew in hall.crews
    ]
    if len(found) > 1:
        every = tuple(life for group in found for life in group.lives)
        found.insert(0, Group(hall.say("total"), every))
    words = Timed(
        name="survival",
        title=hall.say("survival-title"),
        told=hall.told("survival-told", len(found)),
        who=hall.crew,
        across=hall.say("fought"),
    )
    columns = Columns(
        group=hall.crew,
        battle=hall.say("fought"),
        risk=hall.say("at-risk"),
        died=hall.say("died"),
        censored=hall.say("living"),
        share=hall.say("share"),
    )
    return curves(words, columns, found, hall.link)


def plots(hall: Hall) -> Mapping[str, Draw]:
    """The plots of a campaign, or of a crew, by their names."""
    of_crews = {name: _course(name) for name in numbers(hall.shelf.game.chronicle)}
    several = {"rivalries": _rivalries} if len(hall.crews) > 1 else {}
    return {**of_crews, **SUMS, **several, "survival": _survival}


SUMS: Mapping[str, Draw] = {
    "kills": _summed("kills"),
    "objectives": _summed("objectives"),
    "dealt": _summed("dealt"),
    "pairings": _summed("pairings", "pairings_won", "pairings_drawn", "pairings_lost"),
}
"""The plots of any rows of sums: of a member's battles, or of those in a battle, too."""
