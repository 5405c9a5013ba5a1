"""Plots of the league table: league points from battle to battle, and how battles came out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projections.gallery import Hall
from projections.plots.bars import Bar, Part, Parted, bars
from projections.plots.lines import Point, Series, Timed, lines
from projections.plots.plot import Plot
from projections.reports import order

Row = Mapping[str, Any]
_CAME = ("won", "drawn", "lost")
_DREW = {"drawn": "drew"}


def points(hall: Hall, table: Sequence[Row]) -> Plot:
    """What each crew had in the table behind each of its battles, in the table's order."""
    battles = sorted({one["battle"] for row in table for one in row["battles"]}, key=order)
    place = {battle: n for n, battle in enumerate(battles)}
    series = [Series(row["crew"], tuple(_points(hall, row, place))) for row in table]
    words = Timed(
        name="league",
        title=hall.say("league-title"),
        told=hall.told("league-told", len(series)),
        who=hall.crew,
        across=hall.say("battle"),
    )
    return lines(words, [battle.rpartition("-")[2] for battle in battles], series, hall.link)


def _points(hall: Hall, row: Row, place: Mapping[str, int]) -> Iterator[Point]:
    total = 0
    for one in row["battles"]:
        total += one["league"]
        says = hall.say(
            "league-says",
            name=row["crew"],
            battle=one["battle"],
            how=hall.say(next(how for how in _CAME if _DREW.get(how, how) == one["came"])),
            n=total,
        )
        yield Point(step=place[one["battle"]], value=total, says=says, address=one["address"])


def results(hall: Hall, table: Sequence[Row]) -> Plot:
    """How many battles each crew won, drew and lost, in the table's order."""
    words = Parted(
        name="results",
        title=hall.say("results-title"),
        told=hall.say("results-told"),
        who=hall.crew,
        parts=tuple(hall.say(how) for how in _CAME),
    )
    return bars(words, [Bar(row["crew"], tuple(_parts(hall, row))) for row in table], hall.link)


def _parts(hall: Hall, row: Row) -> Iterator[Part]:
    for how in _CAME:
        came = _DREW.get(how, how)
        addresses = tuple(one["address"] for one in row["battles"] if one["came"] == came)
        says = hall.say("bar-says", name=row["crew"], what=hall.say(how), n=row[how])
        yield Part(row[how], says, addresses)


PLOTS = {"league": points, "results": results}
"""The plots of the league table by their names."""
