"""Firsts and records of a campaign: found battle by battle, each with the event it rests on."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from domain.kinds import Kind
from projections.chronicle.battle import DREW, LOST, WON, Battle, bouts
from projections.chronicle.falls import dice_of
from projections.chronicle.outcome import Swing
from projections.chronicle.prose import Prose, Said, crew, other, who
from projections.chronicle.tree import Link, Source, Spans, spans
from projections.deeds import own
from projections.page import Row

Whose = tuple[Link, ...]


class Held(msgspec.Struct, frozen=True):
    """A record or a first: whose it is, how much, in which battle, by which event.

    Who came to as much later shares a record; `more` says in which other battles that was.
    """

    code: str
    whose: Whose
    number: int
    battle: str
    address: str
    more: tuple[tuple[str, str], ...] = ()

    def shared(self, whose: Whose, battle: str, address: str) -> "Held":
        """The record, held by these too."""
        known = {one.to for one in self.whose}
        new = tuple(one for one in whose if one.to not in known)
        elsewhere = self.code not in EVER and battle not in self.battles
        more = (*self.more, (battle, address)) if elsewhere else self.more
        return msgspec.structs.replace(self, whose=self.whose + new, more=more)

    @property
    def battles(self) -> tuple[str, ...]:
        """The battles in which it was reached."""
        return self.battle, *(battle for battle, _ in self.more)


class Records:
    """Keeps the best of what battles show, with all who came to as much."""

    def __init__(self) -> None:
        self._held: dict[str, Held] = {}
        self._chance: Swing | None = None
        self._victims: Counter[str] = Counter()

    def take(self, battle: Battle, swing: Swing | None = None) -> None:
        """Look at a battle that has been told."""
        if battle.ended is None:
            return
        story, ended = battle.story, battle.ended
        self._first("first-fall", battle, battle.falls)
        self._first("first-death", battle, [r for r in battle.after if r["kind"] == Kind.DIED])
        both = tuple(crew(side.met) for side in battle.met)
        if battle.came(DREW):
            self._best("first-draw", both, 0, story, ended)
        self._best("longest", both, ended["number"], story, ended)
        own = sum(bool(row["crew"]) for row in battle.falls)
        self._best("most-falls", both, own, story, ended)
        self._margin(battle, ended)
        self._kills(battle)
        self._dice(battle)
        if swing is not None and (self._chance is None or swing.chance < self._chance.chance):
            self._chance = swing
            self._swing(battle, swing)

    def each(self) -> Iterator[Held]:
        """All that are held, in the order in which they are told."""
        for code in ORDER:
            if code in self._held:
                yield self._held[code]

    @property
    def chance(self) -> Swing | None:
        """The least likely roll on which a battle turned."""
        return self._chance

    def _best(self, code: str, whose: Whose, number: int, story: str, row: Row) -> None:
        held = self._held.get(code)
        if (held is None or number > held.number) and (number or code.startswith("first")):
            self._held[code] = Held(code, whose, number, story, row["address"])
        elif held is not None and number == held.number and number:
            self._held[code] = held.shared(whose, story, row["address"])

    def _first(self, code: str, battle: Battle, rows: list[Row]) -> None:
        if rows:
            self._best(code, (who(rows[0]),), 0, battle.story, rows[0])

    def _margin(self, battle: Battle, ended: Row) -> None:
        winners, losers = battle.came(WON), battle.came(LOST)
        if len(winners) != 1 or not losers:
            return
        best, behind = winners[0], max(losers, key=lambda side: side.points)
        whose = (crew(best.met),)
        self._best("margin", whose, best.points - behind.points, battle.story, ended)
        strongest = max(side.rating for side in losers)
        if best.rating and strongest > best.rating:
            self._best("underdog", whose, strongest - best.rating, battle.story, ended)

    def _kills(self, battle: Battle) -> None:
        """Whoever is nobody's makes no record, as in `acta records`."""
        known = {member for side in battle.met for member in side.members}
        here: Counter[str] = Counter()
        for row in (row for row in battle.falls if row["crew"] and not own(row)):
            for id_, name in (one for one in row["detail"]["by"] if one[0] in known):
                here[id_] += 1
                self._victims[id_] += 1
                whose = (Link(id_, name),)
                self._best("most-felled", whose, here[id_], battle.story, row)
                self._best("most-felled-ever", whose, self._victims[id_], battle.story, row)

    def _dice(self, battle: Battle) -> None:
        """The smallest die beside the one that it felled."""
        for bout in (bout for each in battle.rounds for bout in bouts(each.items)):
            for row in bout.falls:
                die, big = dice_of(row, bout)
                if die and big > die:
                    self._best("giant", (other(row),), big - die, battle.story, row)

    def _swing(self, battle: Battle, swing: Swing) -> None:
        side = battle.sides.get(swing.favours)
        if side is not None:
            whose = (crew(side.met),)
            self._held["chance"] = Held("chance", whose, 0, battle.story, swing.address)


EVER = ("most-felled-ever",)
"""Records of a whole life: the battle is the one in which it was reached."""
MOST = 4
"""So many who share a record are named in it."""
ORDER = (
    "first-fall",
    "first-death",
    "first-draw",
    "longest",
    "most-falls",
    "most-felled",
    "most-felled-ever",
    "margin",
    "underdog",
    "giant",
    "chance",
)
"""Firsts and records, in the order in which they are told."""


def table(prose: Prose, records: Records) -> Iterator[tuple[Spans, ...]]:
    """The rows of a table of records."""
    for held in records.each():
        number = str(held.number) if held.number else ""
        if held.code == "chance" and records.chance is not None:
            number = prose.chance(records.chance.chance)
        where = [(held.battle, held.address), *held.more]
        yield (
            prose.part(f"record-{held.code}"),
            some(prose, held.whose),
            spans(number),
            some(prose, [spans(_battle(prose, story), Source(at)) for story, at in where]),
        )


def some(prose: Prose, each: Sequence[Said]) -> Spans:
    """Several things, or as many as are named, and how many more there are."""
    rest = len(each) - MOST
    more = [prose.part("more", n=prose.number(rest))] if rest > 0 else []
    return prose.listed([*each[:MOST], *more])


def _battle(prose: Prose, story: str) -> Link:
    return Link(story, prose.word("battle-link", n=story.rpartition("-")[2]))
