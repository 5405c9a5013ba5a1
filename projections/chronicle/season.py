"""The season: every battle that counts, read once and in order, and what is kept of all of them.

Battles are read one by one and forgotten; kept are names, results and what records are made of.
"""

from collections.abc import Iterator

import msgspec

from domain.kinds import Kind
from projections import deeds
from projections.chronicle.battle import TOLD, Battle, battle
from projections.chronicle.prose import Terms
from projections.page import Row, Shelf

_NAMING = (Kind.FOUNDED, Kind.JOINED, Kind.RENAMED, Kind.SOLD)
_ENDING = (Kind.DIED, Kind.LEFT, Kind.FINIS)


class Met(msgspec.Struct, frozen=True, gc=False):
    """A crew in a battle, and how it came out for it."""

    battle: str
    crew: str
    name: str
    points: int
    came: str
    scenario: str
    position: int
    address: str


class Named(msgspec.Struct):
    """A crew or a member: the name it has, those it had, its crew, the deed that brought it."""

    id: str
    name: str
    crew: str
    came: Row
    former: list[str] = []
    end: Row | None = None


class Season:
    """What is known of a campaign before the first chapter is told."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.battles = deeds.fought(shelf)
        self.name = ""
        self.crews: dict[str, Named] = {}
        self.members: dict[str, Named] = {}
        self.met: dict[str, list[Met]] = {}
        """The crews of each battle."""
        self._named()
        self._results()
        self.months = deeds.told(shelf, kinds=[Kind.MONTH])
        words = shelf.game.words
        scored = shelf.game.sheets.scored == "points"
        self.terms = Terms(scored, words.leader, words.purse)

    def told(self) -> Iterator[Battle]:
        """The battles one after another."""
        for number, story in enumerate(self.battles, 1):
            yield battle(story, number, deeds.battle(self.shelf, story, kinds=TOLD))

    def of(self, crew: str) -> list[Met]:
        """The battles of a crew, in order."""
        return [met for story in self.battles for met in self.met[story] if met.crew == crew]

    def against(self, met: Met) -> list[Met]:
        """The other crews of a battle."""
        return [other for other in self.met[met.battle] if other.crew != met.crew]

    def roll(self, crew: str) -> list[Named]:
        """Everybody who ever joined a crew, in that order."""
        own = deeds.crew(self.shelf, crew, kinds=[Kind.JOINED])
        return [self.members[id_] for id_ in dict.fromkeys(row["member"] for row in own)]

    def dead(self, member: str) -> bool:
        """Whether a member is gone for good."""
        known = self.members.get(member)
        return known is not None and known.end is not None and known.end["kind"] == Kind.DIED

    def _named(self) -> None:
        """Names, old and new, and who came and went when."""
        for row in deeds.told(self.shelf, kinds=[Kind.CAMPAIGN, *_NAMING, *_ENDING]):
            kind = row["kind"]
            if kind == Kind.CAMPAIGN:
                self.name = row["text"]
            elif row["member"]:
                self._member(row)
            elif row["crew"]:
                self._crew(row)
            else:
                self.name = row["detail"]["campaign"]

    def _crew(self, row: Row) -> None:
        found = self.crews.get(row["crew"])
        if found is None:
            found = self.crews[row["crew"]] = Named(row["crew"], row["crew_name"], "", row)
        found.name = row["crew_name"]
        if row["kind"] == Kind.RENAMED:
            found.former.append(row["text"])
        if row["kind"] == Kind.FINIS:
            found.end = row

    def _member(self, row: Row) -> None:
        known = self.members.get(row["member"])
        if known is None:
            known = Named(row["member"], row["name"], row["crew"], row)
            self.members[row["member"]] = known
        known.name = row["name"]
        match row["kind"]:
            case Kind.JOINED:
                known.crew, known.end = row["crew"], None
            case Kind.RENAMED:
                known.former.append(row["text"])
            case Kind.DIED | Kind.LEFT:
                known.end = row
            case _:
                pass

    def _results(self) -> None:
        came: dict[tuple[str, str], Row] = {}
        for row in deeds.told(self.shelf, kinds=[Kind.RESULT]):
            came[row["story"], row["crew"]] = row
        for row in deeds.told(self.shelf, kinds=[Kind.MET]):
            result = came.get((row["story"], row["crew"]))
            self.met.setdefault(row["story"], []).append(
                Met(
                    battle=row["story"],
                    crew=row["crew"],
                    name=row["crew_name"],
                    points=result["number"] if result else 0,
                    came=result["text"] if result else "",
                    scenario=row["text"],
                    position=row["position"],
                    address=(result or row)["address"],
                )
            )
