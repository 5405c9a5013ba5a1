"""Stats: sums and averages of a campaign, a crew, a member or a battle, each with its lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec
from sqlalchemy import select

from domain.chronicle import Came
from projections.crews import crew_of, crews, members
from projections.page import Shelf
from projections.tallies import OF_A_CREW, Count, Counts, Fight, Part, Side, summed


class Named(msgspec.Struct, frozen=True):
    """What somebody is called now, and was before; of which crew a member is now."""

    name: str
    former: tuple[str, ...] = ()
    crew: str = ""


ALL = "all"
"""The id of what several crews come to together."""

Names = Mapping[str, Named]


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A row of stats: of whom, or of which battle, and the numbers.

    `former` are names that were given up; `crew` is the id of the crew for which a member did this,
    `side` its name then, in the stats of a battle.
    """

    id: str
    name: str
    crew: str = ""
    side: str = ""
    former: tuple[str, ...] = ()
    counts: Counts

    def average(self, figure: str) -> Fraction:
        """A number for each battle; 0 without one."""
        battles = self.counts["battles"].number
        return Fraction(self.counts[figure].number, battles) if battles else Fraction(0)


class Stats(msgspec.Struct, frozen=True, kw_only=True):
    """Rows of stats, and what they come to: the numbers of the crew, member or battle."""

    rows: tuple[Line, ...]
    total: Line


def names(shelf: Shelf) -> dict[str, Named]:
    """What all crews and members are called now, by their ids."""
    before = {
        (row["story"], row["member"]): tuple(row["former_names"])
        for row in shelf.rows(select(members))
    }
    found: dict[str, Named] = {}
    for row in shelf.rows(select(crews).order_by(crews.c.story)):
        crew = crew_of(row)
        found[crew.who.id] = Named(crew.who.name, tuple(row["former_names"]))
        for one in crew.members:
            known = found.get(one.who.id, Named(""))
            former = (*known.former, *before.get((crew.who.id, one.who.id), ()))
            home = crew.who.id if one.present or not known.name else known.crew
            found[one.who.id] = Named(one.who.name, former, home)
    return found


def of_campaign(fights: Sequence[Fight], known: Names) -> Stats:
    """A row for each crew; together as many battles as were fought, and what all members did."""
    stories = [id_ for id_, named in known.items() if not named.crew]
    rows = [_crew(fights, story, known) for story in stories]
    counts = dict(summed(_own(part) for fight in fights for part in fight.parts))
    counts["battles"] = Count(len(fights), tuple(fight.sides[0].met for fight in fights))
    return Stats(rows=tuple(rows), total=Line(id=ALL, name="", counts=counts))


def of_crew(fights: Sequence[Fight], crew: str, known: Names) -> Stats:
    """A row for each who fought for a crew, with what he did for it; together the crew's own."""
    mine: dict[str, list[Part]] = {}
    for fight in fights:
        for part in fight.parts:
            if part.crew == crew:
                mine.setdefault(part.member, []).append(part)
    rows = [_member(parts, known) for parts in mine.values()]
    return Stats(rows=tuple(rows), total=_crew(fights, crew, known))


def of_member(fights: Sequence[Fight], member: str, known: Names) -> Stats:
    """A row for each battle of a member, whichever crew he fought for; together his own."""
    parts = [part for fight in fights for part in fight.parts if part.member == member]
    rows = [
        Line(id=part.battle, name=part.battle, crew=part.crew, counts=summed([part.counts]))
        for part in parts
    ]
    named = known[member]
    counts = summed(part.counts for part in parts)
    total = Line(id=member, name=named.name, former=named.former, crew=named.crew, counts=counts)
    return Stats(rows=tuple(rows), total=total)


def of_battle(fight: Fight) -> Stats:
    """A row for each who fought in a battle, as he was called then, crew by crew; and all."""
    order = {side.crew: seat for seat, side in enumerate(fight.sides)}
    rows = [
        Line(
            id=part.member,
            name=part.name,
            crew=part.crew,
            side=part.crew_name,
            counts=summed([part.counts]),
        )
        for part in sorted(fight.parts, key=lambda part: order[part.crew])
    ]
    counts = dict(summed(_own(part) for part in fight.parts))
    counts["battles"] = Count(1, (fight.sides[0].met,))
    return Stats(rows=tuple(rows), total=Line(id=ALL, name="", counts=counts))


def _own(part: Part) -> Counts:
    """What a member did himself, without how the battle came out for his crew."""
    return {name: count for name, count in part.counts.items() if name not in OF_A_CREW}


def _member(parts: Sequence[Part], known: Names) -> Line:
    """What a member did for one crew, in some battles."""
    first = parts[0]
    named = known.get(first.member, Named(first.name))
    return Line(
        id=first.member,
        name=named.name,
        former=named.former,
        crew=first.crew,
        counts=summed(part.counts for part in parts),
    )


def _crew(fights: Sequence[Fight], crew: str, known: Names) -> Line:
    """What a crew came to: its battles, and the sum of what its members did for it then."""
    sides = [side.counts for fight in fights for side in fight.sides if side.crew == crew]
    parts = [_own(part) for fight in fights for part in fight.parts if part.crew == crew]
    named = known[crew]
    return Line(id=crew, name=named.name, former=named.former, counts=summed((*sides, *parts)))


class Streak(msgspec.Struct, frozen=True):
    """Battles of a crew after each other, all of a kind."""

    sides: tuple[Side, ...] = ()

    @property
    def length(self) -> int:
        """How many they are."""
        return len(self.sides)


STREAKS: Mapping[str, frozenset[str]] = {
    "winning": frozenset({Came.WON}),
    "unbeaten": frozenset({Came.WON, Came.DREW}),
    "winless": frozenset({Came.DREW, Came.LOST}),
    "losing": frozenset({Came.LOST}),
}
"""Which battles go on with a streak: a draw ends one of victories and one of defeats.

Battles are taken in the order in which they opened; those that go on are passed over.
"""


def sides_of(fights: Iterable[Fight], crew: str) -> list[Side]:
    """A crew's battles that are over."""
    return [side for fight in fights for side in fight.sides if side.crew == crew and side.came]


def streaks(sides: Sequence[Side], kind: str) -> Iterator[Streak]:
    """All streaks of a kind, in their order; the last one may be going on."""
    run: list[Side] = []
    for side in sides:
        if side.came in STREAKS[kind]:
            run.append(side)
        elif run:
            yield Streak(tuple(run))
            run = []
    if run:
        yield Streak(tuple(run))


def longest(sides: Sequence[Side], kind: str) -> Streak:
    """The longest streak of a kind, the first of several that are as long."""
    return max(streaks(sides, kind), key=lambda streak: streak.length, default=Streak())
