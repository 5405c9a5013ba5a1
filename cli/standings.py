"""`acta standings`: the league table, the chain of steps that orders it, and its plots."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import click

from cli.desk import Desk, with_desk
from cli.options import csv_option, json_option
from cli.rows import show, tell
from cli.summed import (
    SVG,
    Aim,
    check_plots,
    chosen,
    hall,
    plot_options,
    sentences,
    shape,
    summed,
)

COLUMNS = (
    "rank", "crew", "player", "played", "won", "drawn", "lost", "league", "scored", "difference",
    "by",
)  # fmt: skip

DROP = ("by", "difference", "scored", "player", "drawn", "lost")
Rows = Sequence[dict[str, Any]]


@click.command()
@plot_options
@csv_option
@json_option
@with_desk()
def standings(
    desk: Desk,
    *,
    form: str | None,
    plot: str,
    output: str,
    force: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show the league table.

    A battle counts once its result is confirmed; friendly ones do not. Below it stand the steps
    that order it, and each that decided; --json has what every step measured.
    """
    from projections import standings as view

    form = shape(form, output, plot or "standings", as_json=as_json)
    check_plots(form=form, plot=plot, output=output, force=force, shown=as_csv)
    if form:
        _plotted(desk, form, plot, Aim(output=output, force=force, as_json=as_json))
        return
    with desk.views() as views:
        rows = view.standings(views)
    show(COLUMNS, rows, as_json=as_json, as_csv=as_csv, drop=DROP, heads=desk.game.words.heads)
    if not as_json and not as_csv:
        from cli.provenance import framed

        tell(*order_of(rows, framed(desk).say))


def order_of(rows: Rows, say_: Callable[..., str]) -> Iterator[str]:
    """The steps that order the table, and what set each crew apart where the first did not."""
    from projections.standings import SHARED, STEPS

    def named(step: str) -> str:
        return say_(f"numbers.step-{step.replace(' ', '-')}")

    yield say_("numbers.chain", steps=say_("numbers.step-then").join(map(named, STEPS)))
    first = next(iter(STEPS))
    for above, below in pairwise(rows):
        names = {"above": above["crew"], "below": below["crew"]}
        if below["by"] == SHARED:
            yield say_("numbers.decided-shared", **names, rank=below["rank"])
        elif below["by"] != first:
            more, less = (_measured(row, below["by"]) for row in (above, below))
            step = named(below["by"])
            yield say_("numbers.decided", **names, step=step, more=more, less=less)


def _measured(row: dict[str, Any], step: str) -> int:
    """What a step measured of a crew."""
    found: int = next(one["number"] for one in row["steps"] if one["step"] == step)
    return found


def _plotted(desk: Desk, form: str, plot: str, aim: Aim) -> None:
    """A plot of the table, or all of them with the table as a page."""
    from cli.provenance import framed
    from cli.summed_page import give
    from projections import league
    from projections import numbers_page as pages
    from projections import standings as view

    found, frame, links = summed(desk), framed(desk), pages.Links()
    table = view.standings(found.views)
    if form == SVG:
        place = hall(desk, found, frame)
        known = dict(league.PLOTS)
        aim.draw(desk, found, known[chosen(plot, known)](place, table))
        return
    place = hall(desk, found, frame, links)
    sections = [
        pages.standings(place, table, list(order_of(table, frame.say))),
        pages.gallery(place, [draw(place, table) for draw in league.PLOTS.values()]),
    ]
    sections.append(pages.events(place, links, lambda asked: sentences(desk, list(asked))))
    give(desk, found, sections, place.say("standings"), aim)
