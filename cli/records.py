"""`acta records`: the best ever of a campaign, and who holds it."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click
import msgspec

from cli.desk import Desk, with_desk
from cli.options import csv_option, json_option
from cli.rows import say, say_json, show, talk, tell
from cli.summed import hall, summed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from projections.gallery import Hall
    from projections.records import Best

Plain = dict[str, Any]
COLUMNS = ("record", "number", "held_by", "when", "address")
FEW = 4  # so many share a record by their names; of more the first ones are named


@click.command()
@click.option("--all", "everybody", is_flag=True, help="All records, and all who hold each.")
@csv_option
@json_option
@with_desk()
def records(desk: Desk, *, everybody: bool, as_json: bool, as_csv: bool) -> None:
    """Show the best ever, with who holds each record.

    In the names of then, but for records of a whole life. What a record rests on: --json. Friendly
    and void battles count for nothing. What everybody shares is told by --all, --json and --csv
    alone, which name all holders.
    """
    from cli.provenance import framed
    from projections import records as view
    from projections.reports import battles

    found = summed(desk)
    place = hall(desk, found, framed(desk))
    best = view.records(found.views, found.fights, found.known)
    opened = {row["story"]: row["opened"] for row in found.views.rows(battles.select())}
    if as_json:
        say_json([_data(one, place.say(one.code), opened) for one in best])
        return
    if as_csv:
        rows = [row for one in best for row in _rows(one, place.say(one.code))]
        show(COLUMNS, rows, as_json=False, as_csv=True)
    elif not best:
        say("no battle that counts is on record yet")
    else:
        _table(best, place, everybody=everybody)


def _table(best: "Sequence[Best]", place: "Hall", *, everybody: bool) -> None:
    """Print records, without those that all share unless everybody is asked for."""
    shown = [one for one in best if everybody or not one.shared]
    held = [_rows(one, place.say(one.code)) for one in shown]
    rows = [row for each in held for row in (each if everybody else _first(each))]
    for above, below in reversed(list(pairwise(rows))):
        if above["record"] == below["record"]:
            below.update(record="", number="")
    if rows:
        heads = {"held_by": "held by"}
        show(COLUMNS, rows, as_json=False, as_csv=False, drop=("address",), heads=heads)
    tell(place.say("streaks"), place.say("not-counted"))
    if len(shown) < len(best):
        talk("records that everybody shares are left out: acta records --all")
    if not everybody and any(len(each) > FEW for each in held):
        talk("acta records --all names all who hold a record")


def _rows(best: "Best", told: str) -> list[Plain]:
    """A record with each who holds it once, wherever it was; of a life no battle is named."""
    found: dict[str, Plain] = {}
    for one in best.holders:
        who = f"{one.name} ({one.crew_name})" if one.member else one.crew_name
        row: Plain = {"record": told, "number": best.number, "held_by": who}
        row = found.setdefault(who, {**row, "when": [], "address": []})
        if best.when:
            row["when"] += [battle for battle in one.battles if battle not in row["when"]]
        if len(one.addresses) == 1:
            row["address"] += one.addresses
    return list(found.values())


def _first(rows: list[Plain]) -> list[Plain]:
    """The rows of a record; where more than a few hold it, the first ones and how many more."""
    if len(rows) <= FEW:
        return rows
    named = rows[: FEW - 1]
    more = f"and {len(rows) - len(named)} more"
    return [*named, {**rows[0], "held_by": more, "when": [], "address": []}]


def _data(one: "Best", told: str, opened: dict[str, str]) -> dict[str, Any]:
    """A record as JSON."""
    holders = [
        {**msgspec.to_builtins(each), "when": [opened[battle] for battle in each.battles]}
        for each in one.holders
    ]
    return {
        "record": one.code,
        "told": told,
        "number": one.number,
        "shared": one.shared,
        "holders": holders,
    }
