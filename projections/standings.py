"""Standings: the table of the crews' battles, and the step that sets each apart from the next."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

import msgspec
from sqlalchemy import select

from domain.chronicle import Came
from domain.summing import Sum
from projections.crews import crews
from projections.page import Row, Shelf
from projections.reports import CONCLUDED, battles, counting, order, sides

WIN, DRAW = 3, 1
SHARED = "shared"


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """A crew's part in one battle that counts: what it scored, and the most another scored.

    `address` is the line with which it ended.
    """

    battle: str
    address: str
    crew: str
    scored: int
    conceded: int
    came: Came

    @property
    def league(self) -> int:
        """What the battle is worth in the table."""
        return {Came.WON: WIN, Came.DREW: DRAW, Came.LOST: 0}[self.came]


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A crew and all its battles that count."""

    crew: str
    name: str
    player: str
    fought: tuple[Fought, ...]

    def total(self, number: str) -> int:
        """What a number of the table is."""
        return self.made(number).total

    def made(self, number: str) -> Sum:
        """What it is made of: what each battle brings."""
        made = Sum()
        for one in self.fought:
            what = f"{one.battle} {one.came}, {one.scored} to {one.conceded}"
            made.add(NUMBERS[number](one), what, of=one.battle)
        return made


NUMBERS: dict[str, Callable[[Fought], int]] = {
    "played": lambda _: 1,
    "won": lambda one: int(one.came is Came.WON),
    "drawn": lambda one: int(one.came is Came.DREW),
    "lost": lambda one: int(one.came is Came.LOST),
    "league": lambda one: one.league,
    "scored": lambda one: one.scored,
    "difference": lambda one: one.scored - one.conceded,
}
"""What a battle brings to each number: three points for a victory, one for a draw.

The difference is of the points scored and the most that another crew scored in the battle.
"""

Step = Callable[[Record, Sequence[Record]], int]


def _met(record: Record, tied: Sequence[Record]) -> int:
    """What a crew won in battles in which it met another of these crews."""
    present = Counter(fought.battle for each in tied for fought in each.fought)
    return sum(fought.league for fought in record.fought if present[fought.battle] > 1)


STEPS: dict[str, Step] = {
    "league points": lambda record, _: record.total("league"),
    "battles between them": _met,
    "difference": lambda record, _: record.total("difference"),
    "points scored": lambda record, _: record.total("scored"),
}
"""The chain that orders the table: each step looks only at crews that all before leave level."""


def standings(shelf: Shelf) -> list[Row]:
    """The table: every battle whose result is confirmed counts, but friendly and void ones.

    `rank` is shared by crews that no step sets apart; `by` names the step that sets a crew apart
    from the one above it. `steps` are those that were looked at until the crew stood by itself,
    each with what it measured; `battles` are those that made the numbers.
    """
    rows: list[Row] = []
    for each in _ordered(_records(shelf), list(STEPS)):
        rank = rows[-1]["rank"] if each.by == SHARED and rows else len(rows) + 1
        rows.append(_row(each, rank))
    return rows


def made(shelf: Shelf, crew: str) -> dict[str, Sum]:
    """What the numbers of a crew in the table are made of; none for one that is not in it.

    Its rank is one more than how many crews stand above it.
    """
    records = {record.crew: record for record in _records(shelf)}
    if crew not in records:
        return {}
    rows = standings(shelf)
    mine = next(row for row in rows if row["id"] == crew)
    rank = Sum().add(1, "the first place")
    for row in rows:
        if row["rank"] < mine["rank"]:
            rank.add(1, f"{row['crew']} stands above", of=row["id"], number="league")
    return {"rank": rank, **{number: records[crew].made(number) for number in NUMBERS}}


class Placed(msgspec.Struct, frozen=True):
    """A crew in the table: the step that sets it apart from the one above, and those before it."""

    record: Record
    by: str
    steps: tuple[tuple[str, int], ...] = ()


def _row(placed: Placed, rank: int) -> Row:
    record = placed.record
    return {
        "rank": rank,
        "crew": record.name,
        "id": record.crew,
        "player": record.player,
        **{number: record.total(number) for number in NUMBERS},
        "by": placed.by,
        "steps": [{"step": step, "number": number} for step, number in placed.steps],
        "battles": [
            {
                "battle": one.battle,
                "came": one.came.value,
                "scored": one.scored,
                "conceded": one.conceded,
                "league": one.league,
                "address": one.address,
            }
            for one in record.fought
        ],
    }


def _ordered(
    records: Sequence[Record], steps: Sequence[str], before: tuple[tuple[str, int], ...] = ()
) -> list[Placed]:
    """Records in order, each with the step that sets it apart from the one above ("" for none).

    `before` are the steps that all of them are level in.
    """
    if len(records) <= 1 or not steps:
        ordered = sorted(records, key=lambda record: (record.name, record.crew))
        return [
            Placed(record, SHARED if place else "", before) for place, record in enumerate(ordered)
        ]
    step = STEPS[steps[0]]
    measured = sorted(
        ((step(record, records), record) for record in records), key=lambda pair: -pair[0]
    )
    found: list[Placed] = []
    for number, group in groupby(measured, key=lambda pair: pair[0]):
        level = (*before, (steps[0], number))
        part = _ordered([record for _, record in group], steps[1:], level)
        if found:
            part[0] = msgspec.structs.replace(part[0], by=steps[0])
        found += part
    return found


def _records(shelf: Shelf) -> list[Record]:
    """Every crew of the campaign with its battles that count."""
    query = (
        select(sides, battles.c.ended)
        .join(battles, battles.c.story == sides.c.story)
        .where(counting(), battles.c.status == CONCLUDED, sides.c.came != "")
        .order_by(sides.c.story, sides.c.seat)
    )
    fought: dict[str, list[Fought]] = {}
    for _, group in groupby(shelf.rows(query), key=lambda row: row["story"]):
        for each in _battle(list(group)):
            fought.setdefault(each.crew, []).append(each)
    return [
        Record(
            crew=row["story"],
            name=row["name"],
            player=row["player"],
            fought=tuple(sorted(fought.get(row["story"], ()), key=lambda one: order(one.battle))),
        )
        for row in shelf.rows(select(crews))
    ]


def _battle(rows: Sequence[Row]) -> list[Fought]:
    return [
        Fought(
            battle=row["story"],
            address=row["ended"],
            crew=row["crew"],
            scored=row["points"],
            conceded=max((other["points"] for other in rows if other is not row), default=0),
            came=Came(row["came"]),
        )
        for row in rows
    ]
