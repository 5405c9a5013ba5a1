"""Standings: the table of the crews' battles, and the step that sets each apart from the next."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

import msgspec
from sqlalchemy import select

from domain.chronicle import Came
from projections.crews import crews
from projections.page import Row, Shelf
from projections.reports import CONCLUDED, battles, counting, sides

WIN, DRAW = 3, 1
SHARED = "shared"


class Fought(msgspec.Struct, frozen=True, kw_only=True):
    """A crew's part in one battle that counts: what it scored, and the most another scored."""

    battle: str
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

    def times(self, came: Came) -> int:
        """How many of its battles came out so."""
        return sum(each.came is came for each in self.fought)

    @property
    def league(self) -> int:
        """Three for each victory, one for each draw."""
        return sum(each.league for each in self.fought)

    @property
    def scored(self) -> int:
        """All points it scored in its battles."""
        return sum(each.scored for each in self.fought)

    @property
    def difference(self) -> int:
        """Points scored, less the most that another crew scored in each battle."""
        return sum(each.scored - each.conceded for each in self.fought)


Step = Callable[[Record, Sequence[Record]], int]


def _met(record: Record, tied: Sequence[Record]) -> int:
    """What a crew won in battles in which it met another of these crews."""
    present = Counter(fought.battle for each in tied for fought in each.fought)
    return sum(fought.league for fought in record.fought if present[fought.battle] > 1)


STEPS: dict[str, Step] = {
    "league points": lambda record, _: record.league,
    "battles between them": _met,
    "difference": lambda record, _: record.difference,
    "points scored": lambda record, _: record.scored,
}
"""The chain that orders the table: each step looks only at crews that all before leave level."""


def standings(shelf: Shelf) -> list[Row]:
    """The table: every battle whose result is confirmed counts, but friendly and void ones.

    `rank` is shared by crews that no step sets apart; `by` names the step that sets a crew apart
    from the one above it.
    """
    rows: list[Row] = []
    for record, by in _ordered(_records(shelf), list(STEPS)):
        rank = rows[-1]["rank"] if by == SHARED and rows else len(rows) + 1
        rows.append(_row(record, rank, by))
    return rows


def _row(record: Record, rank: int, by: str) -> Row:
    return {
        "rank": rank,
        "crew": record.name,
        "id": record.crew,
        "player": record.player,
        "played": len(record.fought),
        "won": record.times(Came.WON),
        "drawn": record.times(Came.DREW),
        "lost": record.times(Came.LOST),
        "league": record.league,
        "scored": record.scored,
        "difference": record.difference,
        "by": by,
    }


def _ordered(records: Sequence[Record], steps: Sequence[str]) -> list[tuple[Record, str]]:
    """Records in order, each with the step that sets it apart from the one above ("" for none)."""
    if len(records) <= 1 or not steps:
        ordered = sorted(records, key=lambda record: (record.name, record.crew))
        return [(record, SHARED if place else "") for place, record in enumerate(ordered)]
    step = STEPS[steps[0]]
    measured = sorted(
        ((step(record, records), record) for record in records), key=lambda pair: -pair[0]
    )
    found: list[tuple[Record, str]] = []
    for _, group in groupby(measured, key=lambda pair: pair[0]):
        part = _ordered([record for _, record in group], steps[1:])
        if found:
            part[0] = (part[0][0], steps[0])
        found += part
    return found


def _records(shelf: Shelf) -> list[Record]:
    """Every crew of the campaign with its battles that count."""
    query = (
        select(sides)
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
            fought=tuple(fought.get(row["story"], ())),
        )
        for row in shelf.rows(select(crews))
    ]


def _battle(rows: Sequence[Row]) -> list[Fought]:
    return [
        Fought(
            battle=row["story"],
            crew=row["crew"],
            scored=row["points"],
            conceded=max((other["points"] for other in rows if other is not row), default=0),
            came=Came(row["came"]),
        )
        for row in rows
    ]
