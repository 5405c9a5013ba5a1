"""Firsts and records of a campaign: found battle by battle, each with the event it rests on."""

from collections import Counter
from collections.abc import Iterator

import msgspec

from domain.kinds import Kind
from projections.chronicle.battle import DREW, LOST, WON, Battle
from projections.chronicle.outcome import Swing
from projections.chronicle.prose import Prose, crew, other, who
from projections.chronicle.tree import Link, Source, Spans, spans
from projections.page import Row


class Held(msgspec.Struct, frozen=True):
    """A record or a first: whose it is, how much, in which battle, by which event."""

    code: str
    whose: Spans
    number: int
    battle: str
    address: str


class Records:
    """Keeps the best of what battles show; of equals the first one holds it."""

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
        both = spans(*_versus(battle))
        if battle.came(DREW):
            self._best("first-draw", both, 0, story, ended)
        self._best("longest", both, ended["number"], story, ended)
        self._best("most-falls", both, len(battle.falls), story, ended)
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

    def _best(self, code: str, whose: Spans, number: int, story: str, row: Row | str) -> None:
        held = self._held.get(code)
        if (held is None or number > held.number) and (number or code.startswith("first")):
            address = row if isinstance(row, str) else row["address"]
            self._held[code] = Held(code, whose, number, story, address)

    def _first(self, code: str, battle: Battle, rows: list[Row]) -> None:
        if rows:
            self._best(code, spans(who(rows[0])), 0, battle.story, rows[0])

    def _margin(self, battle: Battle, ended: Row) -> None:
        winners, losers = battle.came(WON), battle.came(LOST)
        if len(winners) != 1 or not losers:
            return
        best, behind = winners[0], max(losers, key=lambda side: side.points)
        whose = spans(crew(best.met))
        self._best("margin", whose, best.points - behind.points, battle.story, ended)
        if best.rating and behind.rating > best.rating:
            self._best("underdog", whose, behind.rating - best.rating, battle.story, ended)

    def _kills(self, battle: Battle) -> None:
        here: Counter[str] = Counter()
        for row in battle.falls:
            for id_, name in row["detail"]["by"]:
                here[id_] += 1
                self._victims[id_] += 1
                whose = spans(Link(id_, name))
                self._best("most-felled", whose, here[id_], battle.story, row)
                self._best("most-felled-ever", whose, self._victims[id_], battle.story, row)

    def _dice(self, battle: Battle) -> None:
        """The smallest die beside the one that it felled."""
        last = {
            (row["member"], row["other"]): row["detail"]
            for each in battle.rounds
            for item in each.items
            if not isinstance(item, dict)
            for row in item.blows
        }
        for row in battle.falls:
            detail = last.get((row["other"], row["member"]), {})
            gap = detail.get("against_die", 0) - detail.get("die", 0)
            if detail.get("die") and gap > 0:
                self._best("giant", spans(other(row)), gap, battle.story, row)

    def _swing(self, battle: Battle, swing: Swing) -> None:
        side = battle.sides.get(swing.favours)
        if side is not None:
            whose = spans(crew(side.met))
            self._held["chance"] = Held("chance", whose, 0, battle.story, swing.address)


def _versus(battle: Battle) -> Iterator[str | Link]:
    for place, side in enumerate(battle.met):
        if place:
            yield ", "
        yield crew(side.met)


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
        battle = Link(held.battle, prose.word("battle-link", n=held.battle.rpartition("-")[2]))
        yield (
            prose.part(f"record-{held.code}"),
            held.whose,
            spans(number),
            spans(battle, Source(held.address)),
        )
