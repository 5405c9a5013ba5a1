"""What everybody has done and won so far: counted from facts, as the views count it."""

from collections.abc import Iterable, Iterator

import msgspec

from domain.chronicle import Began, Came, Concluded, Ended, Fact, Result
from domain.deeds import deeds
from domain.game import Game
from domain.terms import Event
from domain.worlds import Bench

Counts = dict[str, int]
POINTS = {Came.WON: 3, Came.DREW: 1, Came.LOST: 0}


class Tally(msgspec.Struct, frozen=True):
    """For each member battles, kills, falls and injuries; for each crew its line of the table."""

    members: dict[str, Counts]
    crews: dict[str, Counts]
    names: dict[str, str]


def tally(game: Game, bench: Bench) -> Tally:
    """Count what a bench was told, in battles that count."""
    heard = list(bench.heard())
    table = _Table()
    for story, fact in _facts(game, heard):
        table.hear(story, fact)
    members: dict[str, Counts] = {}
    names = dict[str, str]()
    for _, who, what in deeds(game.chronicle, ((None, *each) for each in heard)):
        names[who.id] = who.name
        _add(members.setdefault(who.id, {}), what, 1)
    return Tally(members, table.crews(), table.names | names)


def _facts(game: Game, heard: Iterable[tuple[str, Event]]) -> Iterator[tuple[str, Fact]]:
    tellers = game.chronicle.tellers()
    for story, event in heard:
        teller = tellers.get(type(event))
        yield from ((story, fact) for fact in teller(event)) if teller else ()


class _Table:
    """How battles began and came out, fact by fact."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        """Of each crew."""
        self._friendly: set[str] = set()
        self._concluded: set[str] = set()
        self._ended: dict[str, tuple[Result, ...]] = {}

    def hear(self, story: str, fact: Fact) -> None:
        """Hear a fact of a story."""
        match fact:
            case Began():
                self.names |= {camp.crew.id: camp.crew.name for camp in fact.crews}
                self._friendly |= {story} if fact.friendly else set()
            case Ended():
                self._ended[story] = fact.results
            case Concluded():
                self._concluded.add(story)
            case _:
                pass

    def crews(self) -> dict[str, Counts]:
        """The table: each crew's line of battles that are concluded and no friendly ones."""
        found: dict[str, Counts] = {}
        for story, results in self._ended.items():
            if story in self._concluded and story not in self._friendly:
                for result in results:
                    _fought(found.setdefault(result.crew.id, {}), result, results)
                    self.names.setdefault(result.crew.id, result.crew.name)
        return found


def _fought(mine: Counts, result: Result, all_: tuple[Result, ...]) -> None:
    """A battle more in a crew's line of the table."""
    conceded = max((one.points for one in all_ if one is not result), default=0)
    for what, count in (
        ("played", 1),
        (str(result.came), 1),
        ("league", POINTS[result.came]),
        ("scored", result.points),
        ("difference", result.points - conceded),
    ):
        _add(mine, what, count)


def _add(mine: Counts, what: str, count: int) -> None:
    mine[what] = mine.get(what, 0) + count
