"""What each member and each crew did in each battle that counts: every number with its lines.

A member's numbers are those of the crew for which he fought then, so a crew's are the sum of its
members', whoever has gone elsewhere since. Who fights for no crew has none.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from sqlalchemy import and_, select

from domain.chronicle import Came
from domain.kinds import Kind
from projections.deeds import counted, deeds, fought
from projections.history import entries
from projections.page import Row, Shelf
from projections.reports import parts

FIGURES: Mapping[str, str] = {
    "battles": "battles fought",
    "won": "battles won",
    "drawn": "battles drawn",
    "lost": "battles lost",
    "open": "battles that go on",
    "points": "points its crews scored",
    "kills": "enemies put out, those that several put out for each of them",
    "neutrals": "put out of those who are nobody's",
    "falls": "how often put out",
    "injuries": "how often injured",
    "hurt": "health lost",
    "dealt": "health taken from others, for each of several who took it",
    "pairings": "pairings fought",
    "pairings_won": "pairings won",
    "pairings_drawn": "pairings drawn",
    "pairings_lost": "pairings lost",
    "objectives": "objectives completed",
    "activations": "times activated",
}
"""What is counted, and what it means; battles of a crew are its own, all else its members'."""
OF_A_CREW = ("battles", "won", "drawn", "lost", "open", "points")
_CAME = {Came.WON: "won", Came.DREW: "drawn", Came.LOST: "lost"}


class Count(msgspec.Struct, frozen=True):
    """A number, and the lines that made it."""

    number: int = 0
    addresses: tuple[str, ...] = ()

    def __add__(self, other: "Count") -> "Count":
        """The sum of two, with the lines of both."""
        return Count(self.number + other.number, self.addresses + other.addresses)


NONE = Count()
Counts = Mapping[str, Count]


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What a member did for a crew in a battle, in the names as they were."""

    battle: str
    crew: str
    crew_name: str
    member: str
    name: str
    counts: Counts


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """How a battle came out for a crew, as it was called then; `came` is empty while it goes on.

    `margin` is its points less the most that another crew scored.
    """

    battle: str
    crew: str
    crew_name: str
    rating: int
    points: int = 0
    margin: int = 0
    came: str = ""
    met: str
    address: str = ""
    """The lines by which it came to the battle, and by which it came out."""

    @property
    def counts(self) -> Counts:
        """The battle as a crew's numbers have it."""
        how = _CAME[Came(self.came)] if self.came else "open"
        at = (self.address or self.met,)
        return {
            "battles": Count(1, (self.met,)),
            how: Count(1, at),
            "points": Count(self.points, at if self.points else ()),
        }


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that counts: its crews, in the order of their seats, and who fought for them."""

    battle: str
    scenario: str
    rounds: Count
    sides: tuple[Side, ...]
    parts: tuple[Part, ...]

    @property
    def over(self) -> bool:
        """Whether it has come out."""
        return all(side.came for side in self.sides)


def summed(counts: Iterable[Counts]) -> dict[str, Count]:
    """Numbers added up, each with the lines of all."""
    found: dict[str, tuple[int, list[str]]] = {}
    for each in counts:
        for figure, count in each.items():
            number, addresses = found.get(figure, (0, []))
            addresses.extend(count.addresses)
            found[figure] = number + count.number, addresses
    return {
        figure: Count(*_once(*found[figure])) if figure in found else NONE for figure in FIGURES
    }


def _once(number: int, addresses: list[str]) -> tuple[int, tuple[str, ...]]:
    """A line that made a number in two ways is named once."""
    return number, tuple(dict.fromkeys(addresses))


def fights(shelf: Shelf, battles: Iterable[str] | None = None) -> Iterator[Fight]:
    """All battles that count, or some of them, in the order in which they opened."""
    wanted = None if battles is None else set(battles)
    for battle in fought(shelf):
        if wanted is None or battle in wanted:
            yield _fight(shelf, battle)


_COLUMNS = (
    "kind", "address", "line", "crew", "crew_name", "member", "name", "other_crew", "number",
    "text",
)  # fmt: skip


def _fight(shelf: Shelf, battle: str) -> Fight:
    rows = _deeds(shelf, battle)
    sides = _sides(battle, rows)
    members = _parts(shelf, battle, rows, {side.crew: side for side in sides})
    begun = [row for row in rows if row["kind"] == Kind.ROUND]
    return Fight(
        battle=battle,
        scenario=next(row["text"] for row in rows if row["kind"] == Kind.MET),
        rounds=Count(len(begun), tuple(row["address"] for row in begun)),
        sides=tuple(sides),
        parts=tuple(members),
    )


def _deeds(shelf: Shelf, battle: str) -> list[Row]:
    """The deeds of a battle's own story that are counted."""
    query = (
        select(*(deeds.c[name] for name in _COLUMNS))
        .where(counted(), deeds.c.story == battle, deeds.c.kind.in_(_COUNTED))
        .order_by(deeds.c.position, deeds.c.line, deeds.c.place)
    )
    return shelf.rows(query)


def _sides(battle: str, rows: Iterable[Row]) -> list[Side]:
    rows = list(rows)
    results = {row["crew"]: row for row in rows if row["kind"] == Kind.RESULT}
    found: list[Side] = []
    for row in rows:
        if row["kind"] != Kind.MET:
            continue
        result: Mapping[str, Any] = results.get(row["crew"], {})
        others = [each["number"] for crew, each in results.items() if crew != row["crew"]]
        points = result.get("number", 0)
        found.append(
            Side(
                battle=battle,
                crew=row["crew"],
                crew_name=row["crew_name"],
                rating=row["number"],
                points=points,
                margin=points - max(others, default=0),
                came=result.get("text", ""),
                met=row["address"],
                address=result.get("address", ""),
            )
        )
    return found


def _parts(
    shelf: Shelf, battle: str, rows: Iterable[Row], sides: Mapping[str, Side]
) -> Iterator[Part]:
    """What each who took the field did, in the order in which they first did something."""
    found: dict[str, dict[str, Count]] = {}
    names: dict[str, Row] = {}
    for row in (*rows, *_injuries(shelf, battle)):
        figures = list(_figures(row)) if row["member"] and row["crew"] in sides else []
        for figure, number in figures:
            counts = found.setdefault(row["member"], {})
            names.setdefault(row["member"], row)
            if figure != "battles" or figure not in counts:  # once, however often he comes
                counts[figure] = counts.get(figure, NONE) + Count(number, (row["address"],))
    for member, counts in found.items():
        who = names[member]
        came = sides[who["crew"]].counts if "battles" in counts else {}
        yield Part(
            battle=battle,
            crew=who["crew"],
            crew_name=sides[who["crew"]].crew_name,
            member=member,
            name=who["name"],
            counts={**came, **counts},
        )


def _injuries(shelf: Shelf, battle: str) -> list[Row]:
    """The injuries that a battle's story tells, as rows of deeds."""
    home = and_(parts.c.story == entries.c.story, parts.c.member == entries.c.member)
    query = (
        select(entries.c.address, parts.c.crew, parts.c.member, parts.c.name)
        .join(parts, home)
        .where(entries.c.story == battle, entries.c.kind == _INJURY)
        .order_by(entries.c.position, entries.c.line, entries.c.place)
    )
    return [{**row, "kind": _INJURY} for row in shelf.rows(query)]


_INJURY = "injury"
_PAIRINGS = {Came.WON: "pairings_won", Came.DREW: "pairings_drawn", Came.LOST: "pairings_lost"}
_ONCE: Mapping[str, str] = {
    Kind.DEPLOYED.value: "battles",
    Kind.FELL.value: "falls",
    Kind.COMPLETED.value: "objectives",
    Kind.ACTED.value: "activations",
    _INJURY: "injuries",
}
_MUCH: Mapping[str, str] = {Kind.HURT.value: "hurt", Kind.DEALT.value: "dealt"}
_COUNTED = (
    *(kind for kind in _ONCE if kind != _INJURY),
    *_MUCH,
    Kind.FELLED.value,
    Kind.FOUGHT.value,
    Kind.MET.value,
    Kind.RESULT.value,
    Kind.ROUND.value,
)


def _figures(row: Row) -> Iterator[tuple[str, int]]:
    """What a deed adds to its member's numbers."""
    kind = row["kind"]
    if kind in _ONCE:
        yield _ONCE[kind], 1
    elif kind in _MUCH:
        yield _MUCH[kind], row["number"]
    elif kind == Kind.FELLED:
        yield ("kills" if row["other_crew"] else "neutrals"), 1
    elif kind == Kind.FOUGHT:
        yield "pairings", 1
        yield _PAIRINGS[Came(row["text"])], 1
