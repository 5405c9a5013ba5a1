"""What dice did: every throw of every die on record, read from the lines that tell of rolls.

A battle that is void, a friendly one and a branch count for nothing. A roll that was taken back
fell all the same: it is counted apart, so that nobody can mend his luck by undoing. A die that was
rolled again counts with each of its faces. What is read is not kept: rolls are few among the lines.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sqlalchemy import select

from domain.branch import PREFIX as BRANCHES
from domain.ledger.fold import MASKS, Reckoning
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.odds import Odds
from domain.terms import Event, Who, tag
from domain.throwing import Rolled
from projections.crews import crews, members
from projections.page import Shelf
from projections.reports import battles, counting, parts, voided

PAGE = 50_000
"""So many positions of the log are looked through at once."""

NOBODY = Who("", "")


class Throw(NamedTuple):
    """A die as it fell: its sides and face, whose and of which crew it is, and its line.

    `source` is `table` or `sealed`; `undone` says that its line was taken back or amended.
    """

    sides: int
    face: int
    of: Who
    crew: Who
    source: str
    address: str
    undone: bool


class Asked(NamedTuple):
    """Whose dice, of which battle; all where nothing is said."""

    battle: str = ""
    crew: str = ""
    member: str = ""

    def wants(self, story: str, throw: Throw) -> bool:
        """Whether a throw is asked for."""
        return (
            self.battle in ("", story)
            and self.crew in ("", throw.crew.id)
            and self.member in ("", throw.of.id)
        )


ALL = Asked()
Progress = Callable[[int, int], None]
"""Told how far a reading has come, of how much."""


def _silent(_done: int, _of: int) -> None:
    """Tell nobody."""


def throws(
    ledger: Ledger,
    shelf: Shelf,
    asked: Asked = ALL,
    progress: Progress = _silent,
) -> Iterator[Throw]:
    """Every throw that is asked for, in the order of the log; a game without odds tells none."""
    odds = shelf.game.odds
    if odds is None:
        return
    reader = _Reader(ledger, odds, asked.battle)
    newest = ledger.head()
    reckoning = Reckoning(reader.lines(newest))
    home = _Home(shelf)
    shrunk: set[str] = set()
    for line in reader.lines(newest, progress):
        event = line.data
        if odds.shrinks(event):
            shrunk.add(line.story)
        if not isinstance(event, Rolled) or not home.counts(line.story):
            continue
        for die in odds.fell(event):
            found = Throw(
                sides=die.most if die.most and line.story in shrunk else die.sides,
                face=die.face,
                of=die.of,
                crew=home.crew(line.story, die.of),
                source=str(event.source),
                address=line.address,
                undone=reckoning.gone(line),
            )
            if asked.wants(line.story, found):
                yield found


class _Reader:
    """The lines that tell of rolls, of openings, and of what was taken back."""

    def __init__(self, ledger: Ledger, odds: Odds, story: str) -> None:
        self._ledger = ledger
        self._story = story
        kinds: tuple[type[Event], ...] = (*odds.rolled, *MASKS)
        self._topics = {tag(kind) for kind in kinds} | ledger.older

    def lines(self, newest: int, progress: Progress = _silent) -> Iterator[Line]:
        """The lines, page by page."""
        if self._story:
            rows = [row for row in self._ledger.rows_of(self._story) if row.topic in self._topics]
            yield from self._ledger.lines(rows)
            return
        for start in range(0, newest, PAGE):
            end = min(newest, start + PAGE)
            some = self._ledger.some(sorted(self._topics), start, end)
            rows = [row for row in some if not row.story.startswith(BRANCHES)]
            yield from self._ledger.lines(rows)
            progress(end, newest)


class _Home:
    """Which battles count, and of which crew everybody is."""

    def __init__(self, shelf: Shelf) -> None:
        every = {row["story"] for row in shelf.rows(select(battles.c.story))}
        count = {row["story"] for row in shelf.rows(select(battles.c.story).where(counting()))}
        void = {row["battle"] for row in shelf.rows(select(voided.c.battle))}
        self._out = (every - count) | void
        named = shelf.rows(select(crews.c.story, crews.c.name))
        came = shelf.rows(select(parts.c.story, parts.c.member, parts.c.crew))
        joined = shelf.rows(select(members.c.member, members.c.story))
        self._names = {row["story"]: row["name"] for row in named}
        self._came = {(row["story"], row["member"]): row["crew"] for row in came}
        self._joined = {row["member"]: row["story"] for row in joined}

    def counts(self, story: str) -> bool:
        """Whether what lies in a story counts."""
        return story not in self._out

    def crew(self, story: str, of: Who) -> Who:
        """The crew that somebody fought for there, or belongs to now; nobody's is nobody's."""
        id_ = of.id if of.id in self._names else self._came.get((story, of.id), "")
        id_ = id_ or self._joined.get(of.id, "")
        return Who(id_, self._names.get(id_, "")) if id_ else NOBODY
