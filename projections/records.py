"""Records: the best ever of a campaign, with all who hold them, and the lines that made them.

A record is told of what counts; who shares one is named with it, the first to reach it first.
Nobody holds a record of nothing: it begins with 1.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from domain.kinds import Kind
from projections.deeds import told
from projections.page import Shelf
from projections.stats import STREAKS, Names, longest, sides_of, streaks
from projections.tallies import Count, Fight, Part, Side, summed


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Who holds a record, in the names of then: a crew, or a member of it; in which battles.

    A record of a whole life names its holder as he is called now.
    """

    crew: str
    crew_name: str
    member: str = ""
    name: str = ""
    battles: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()


class Best(msgspec.Struct, frozen=True, kw_only=True):
    """A record: its code in the message catalogue, how much it is, and all who hold it.

    One that is `shared` tells nobody from anybody: all who fought hold it, or all battles.
    """

    code: str
    number: int
    holders: tuple[Holder, ...]
    shared: bool = False

    @property
    def when(self) -> bool:
        """Whether it was made in a battle, or in some in a row; else in a whole life."""
        return not self.code.startswith("life-")


Tried = tuple[int, Holder]
"""A number that might be a record, and whose it is."""

IN_A_BATTLE = ("kills", "dealt", "pairings_won", "objectives")
IN_A_LIFE = (
    "battles",
    "kills",
    "neutrals",
    "dealt",
    "pairings_won",
    "objectives",
    "falls",
    "injuries",
)


def records(shelf: Shelf, fights: Sequence[Fight], known: Names) -> list[Best]:
    """All records of a campaign that somebody holds."""
    found = [
        *(_best(f"battle-{figure}", _in_battles(fights, figure)) for figure in IN_A_BATTLE),
        _best("battle-result", _results(shelf, fights)),
        *(_best(f"life-{figure}", _in_lives(fights, figure, known)) for figure in IN_A_LIFE),
        _best("crew-points", _sides(fights, lambda side: side.points)),
        _best("crew-margin", _sides(fights, lambda side: side.margin)),
        _best("crew-rating", _sides(fights, lambda side: side.rating, lambda side: side.met)),
        *(_best(f"streak-{kind}", _streaks(fights, known, kind)) for kind in STREAKS),
        _best("battle-rounds", _battles(fights, lambda fight: fight.rounds)),
        _best("battle-falls", _battles(fights, _falls)),
    ]
    members = frozenset(part.member for fight in fights for part in fight.parts)
    crews = frozenset(side.crew for fight in fights for side in fight.sides)
    battles = frozenset(fight.battle for fight in fights)
    return [_judged(best, (members, crews, battles)) for best in found if best.holders]


def _judged(best: Best, everybody: Sequence[frozenset[str]]) -> Best:
    """The record, shared if several hold it and there is nobody else: no member, crew, battle."""
    kinds = ((one.member, one.crew, *one.battles) for one in best.holders)
    mine = frozenset(next(id_ for id_ in each if id_) for each in kinds)
    return msgspec.structs.replace(best, shared=len(mine) > 1 and mine in everybody)


def _best(code: str, tried: Iterable[Tried]) -> Best:
    """The highest of numbers, with all who reached it."""
    numbers = [each for each in tried if each[0] > 0]
    most = max((number for number, _ in numbers), default=0)
    holders = tuple(holder for number, holder in numbers if number == most)
    return Best(code=code, number=most, holders=holders)


def _in_battles(fights: Sequence[Fight], figure: str) -> Iterator[Tried]:
    """What each member did in each battle."""
    for fight in fights:
        for part in fight.parts:
            if count := part.counts.get(figure):
                yield count.number, _of_part(part, count)


def _of_part(part: Part, count: Count) -> Holder:
    return Holder(
        crew=part.crew,
        crew_name=part.crew_name,
        member=part.member,
        name=part.name,
        battles=(part.battle,),
        addresses=count.addresses,
    )


def _results(shelf: Shelf, fights: Sequence[Fight]) -> Iterator[Tried]:
    """What each member showed in a pairing, in battles that count."""
    crews = {side.crew for fight in fights for side in fight.sides}
    for row in told(shelf, kinds=[Kind.FOUGHT]):
        if row["crew"] in crews:
            yield (
                row["number"],
                Holder(
                    crew=row["crew"],
                    crew_name=row["crew_name"],
                    member=row["member"],
                    name=row["name"],
                    battles=(row["story"],),
                    addresses=(row["address"],),
                ),
            )


def _in_lives(fights: Sequence[Fight], figure: str, known: Names) -> Iterator[Tried]:
    """What each member did in all battles, for whichever crew; it names his crew now."""
    mine: dict[str, list[Part]] = {}
    for fight in fights:
        for part in fight.parts:
            mine.setdefault(part.member, []).append(part)
    for member, parts in mine.items():
        count = summed(part.counts for part in parts)[figure]
        named = known.get(member)
        crew = named.crew if named else parts[-1].crew
        yield (
            count.number,
            Holder(
                crew=crew,
                crew_name=known[crew].name if crew in known else parts[-1].crew_name,
                member=member,
                name=named.name if named else parts[-1].name,
                battles=tuple(part.battle for part in parts if figure in part.counts),
                addresses=count.addresses,
            ),
        )


def _came_out(side: Side) -> str:
    return side.address


def _sides(
    fights: Sequence[Fight],
    measure: Callable[[Side], int],
    rests_on: Callable[[Side], str] = _came_out,
) -> Iterator[Tried]:
    """What each crew came to in each battle that is over, by the line on which that rests."""
    for fight in fights:
        for side in fight.sides:
            if side.came:
                yield measure(side), _of_sides((side,), rests_on)


def _of_sides(sides: Sequence[Side], rests_on: Callable[[Side], str] = _came_out) -> Holder:
    return Holder(
        crew=sides[0].crew,
        crew_name=sides[-1].crew_name,
        battles=tuple(side.battle for side in sides),
        addresses=tuple(map(rests_on, sides)),
    )


def _streaks(fights: Sequence[Fight], known: Names, kind: str) -> Iterator[Tried]:
    """Each streak of each crew that is as long as its longest."""
    for crew, named in known.items():
        if named.crew:
            continue
        sides = sides_of(fights, crew)
        most = longest(sides, kind).length
        for streak in streaks(sides, kind):
            if streak.length == most:
                yield streak.length, _of_sides(streak.sides)


def _battles(fights: Sequence[Fight], measure: Callable[[Fight], Count]) -> Iterator[Tried]:
    """What each battle came to; it is held by all its crews together."""
    for fight in fights:
        count = measure(fight)
        crews = ", ".join(side.crew_name for side in fight.sides)
        holder = Holder(
            crew="", crew_name=crews, battles=(fight.battle,), addresses=count.addresses
        )
        yield count.number, holder


def _falls(fight: Fight) -> Count:
    """How many were put out."""
    return summed(part.counts for part in fight.parts)["falls"]
