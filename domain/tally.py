"""What everybody has done and won so far: counted from facts, as the views count it."""

import msgspec

from domain.chronicle import Began, Came, Concluded, Deployed, Ended, Entry, Fact, Fell, Result
from domain.game import Game
from domain.terms import Who
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
    found = _Counting()
    tellers = game.chronicle.tellers()
    for story, event in bench.heard():
        teller = tellers.get(type(event))
        for fact in teller(event) if teller else ():
            found.hear(story, fact)
    return found.result()


class _Counting:
    """Facts being counted, battle by battle."""

    def __init__(self) -> None:
        self._friendly: set[str] = set()
        self._concluded: set[str] = set()
        self._ended: dict[str, tuple[Result, ...]] = {}
        self._deeds: list[tuple[str, str, str]] = []  # story, member, what
        self._names: dict[str, str] = {}

    def hear(self, story: str, fact: Fact) -> None:
        """Hear a fact of a story."""
        match fact:
            case Began():
                self._names |= {camp.crew.id: camp.crew.name for camp in fact.crews}
                self._friendly |= {story} if fact.friendly else set()
            case Deployed():
                self._count(story, fact.member, "battles")
            case Fell():
                self._count(story, fact.member, "falls")
                for victor in fact.by:
                    self._count(story, victor, "kills")
            case Entry(kind="injury"):
                self._count(story, fact.member, "injuries")
            case Ended():
                self._ended[story] = fact.results
            case Concluded():
                self._concluded.add(story)
            case _:
                pass

    def _count(self, story: str, member: Who, what: str) -> None:
        self._names[member.id] = member.name
        self._deeds.append((story, member.id, what))

    def result(self) -> Tally:
        """What was counted."""
        members: dict[str, Counts] = {}
        for story, member, what in self._deeds:
            if story not in self._friendly:
                mine = members.setdefault(member, {})
                mine[what] = mine.get(what, 0) + 1
        crews: dict[str, Counts] = {}
        for story, results in self._ended.items():
            if story in self._concluded and story not in self._friendly:
                for result in results:
                    _add(crews.setdefault(result.crew.id, {}), result, results)
                    self._names.setdefault(result.crew.id, result.crew.name)
        return Tally(members, crews, self._names)


def _add(mine: Counts, result: Result, all_: tuple[Result, ...]) -> None:
    """A battle more in a crew's line of the table."""
    conceded = max((one.points for one in all_ if one is not result), default=0)
    for what, count in (
        ("played", 1),
        (str(result.came), 1),
        ("league", POINTS[result.came]),
        ("scored", result.points),
        ("difference", result.points - conceded),
    ):
        mine[what] = mine.get(what, 0) + count
