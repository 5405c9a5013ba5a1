"""`acta standings`: the league table."""

import click

from cli.desk import Desk, with_desk
from cli.options import csv_option, json_option
from cli.rows import show

COLUMNS = (
    "rank", "crew", "player", "played", "won", "drawn", "lost", "league", "scored", "difference",
    "by",
)  # fmt: skip

DROP = ("by", "difference", "scored", "player", "drawn", "lost")


@click.command()
@csv_option
@json_option
@with_desk()
def standings(desk: Desk, *, as_json: bool, as_csv: bool) -> None:
    """Show the league table.

    A battle counts once its result is confirmed; friendly ones do not.
    """
    from projections import standings as view

    with desk.views() as views:
        rows = view.standings(views)
    show(COLUMNS, rows, as_json=as_json, as_csv=as_csv, drop=DROP, heads=desk.game.words.heads)
