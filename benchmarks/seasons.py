"""A record of any length: a season that was played, once more under other names, and again.

A copy has crews, members and battles of its own. Its lines are those of the season but for names
and addresses, so that each would be judged as the first was: an audit finds nothing. The ledger's
own recorder links and logs them.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from eventsourcing.persistence import StoredEvent

from benchmarks.campaign import GAME, add_battle, begin_battle, founded
from domain.campaign import STORY
from domain.game import catalogue
from domain.ledger.ledger import Ledger
from domain.ledger.record import Row
from domain.ledger.sqlite import Factory
from domain.roster import CrewFounded

SEASON = 25
"""The battles that are played at most; a robot needs half a second for each, a copy 5 ms."""

OPEN = 60
"""So much is done in the last battle, which stays open."""

Blank = tuple[str, str, list[str]]
"""A line without its names: its story, its topic, and its bytes, parted at each name."""


def grown(path: Path, lines: int, campaign: str = "", *, talk: int = 0) -> Ledger:
    """A ledger of at least so many lines; `talk` makes battles so much longer than they are."""
    ledger = founded(path, campaign)
    number = 0
    while ledger.size < lines and number < SEASON:
        add_battle(ledger, f"battle {number}", talk=talk)
        number += 1
    season = Season(ledger)
    copies = -(-lines // ledger.size) - 1
    ledger.close()
    factory = Factory(path)
    recorder = factory.recorder()
    for copy in range(1, copies + 1):
        recorder.insert_events(list(season.again(copy)))
    factory.close()
    return Ledger.open(path, catalogue(GAME.id))


class Season:
    """All lines of a ledger but the campaign's founding."""

    def __init__(self, ledger: Ledger) -> None:
        rows = ledger.rows(0, ledger.size)[1:]
        told = [line.data for line in ledger.lines(rows)]
        founded = [event.crew for event in told if isinstance(event, CrewFounded)]
        names = "|".join(re.escape(name) for crew in founded for name in (crew.id, crew.name))
        self._named = re.compile(rf"({names}|battle-\d+|{STORY}/\d+)")
        self._numbered = re.compile(self._named.pattern[:-1] + r'|(?<="line":)\d+(?=,"program"))')
        self._battles = len({row.story for row in rows if row.story.startswith("battle-")})
        self._listed = sum(row.story == STORY for row in rows)
        self._blanks = [self._blank(row) for row in rows]

    def _blank(self, row: Row) -> Blank:
        """A line, ready to be filled in; the campaign's own lines change their numbers too."""
        at = self._numbered if row.story == STORY else self._named
        return row.story, row.topic, at.split(row.state.decode())

    def again(self, copy: int) -> Iterator[StoredEvent]:
        """The season once more, its lines behind those of all copies before."""
        names = _Names(copy, self._battles, self._listed)
        ends: dict[str, int] = {STORY: 1 + copy * self._listed}
        for story, topic, parts in self._blanks:
            name = story if story == STORY else names[story]
            ends[name] = line = ends.get(name, 0) + 1
            filled = parts[:]
            filled[1::2] = [names[part] for part in parts[1::2]]
            yield StoredEvent(name, line, topic, "".join(filled).encode())


class _Names(dict[str, str]):
    """What is called so in the season, as it is called in a copy."""

    def __init__(self, copy: int, battles: int, listed: int) -> None:
        super().__init__()
        self._copy = copy
        self._battles = battles
        self._listed = listed

    def __missing__(self, name: str) -> str:
        kind, _, number = name.rpartition("-")
        if kind == "battle":
            found = f"battle-{int(number) + self._copy * self._battles}"
        elif name.startswith(f"{STORY}/"):
            found = f"{STORY}/{int(name.partition('/')[2]) + self._copy * self._listed}"
        elif name.isdecimal():
            found = str(int(name) + self._copy * self._listed)
        elif name.startswith("crew-"):
            found = f"{name}-{self._copy + 1}"
        else:
            found = f"{name} {self._copy + 1}"
        self[name] = found
        return found


if __name__ == "__main__":
    path, lines, campaign, talk = sys.argv[1:]
    with grown(Path(path), int(lines), campaign, talk=int(talk)) as ledger:
        begin_battle(ledger, "the last", OPEN)
