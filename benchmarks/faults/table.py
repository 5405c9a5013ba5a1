"""Who writes while it burns: a campaign in the middle of a battle, and a robot that goes on.

All goes the product's own way: judged, stamped, linked and saved by the ledger.
"""

from pathlib import Path

import msgspec

from benchmarks.campaign import EDITION, GAME, founded, stamp
from benchmarks.faults.chance import Chance
from domain.audit import audit
from domain.campaign import STORY
from domain.game import catalogue
from domain.games.mortisphere.opening import Open
from domain.games.mortisphere.rounds import Conclude
from domain.games.mortisphere.ruling import Note
from domain.ledger.ledger import Ledger
from domain.ledger.links import Links
from domain.ledger.record import Line, root
from domain.robot import Robot
from domain.terms import Action, StorageFailed

CATALOGUE = catalogue(GAME.id)
CAMPAIGN = "000102030405060708090a0b0c0d0e0f"
BATTLE = "battle-1"
_PAGE = 1000
_LENGTHS = (3, 40, 200, 3_000)
"""Bytes that a remark spells out; the longest needs more than a page of the file."""


def opened(path: Path) -> Ledger:
    """A new ledger: a campaign, two crews, a battle that waits for its first line."""
    ledger = founded(path, CAMPAIGN)
    begin(ledger)
    return ledger


def begin(ledger: Ledger) -> None:
    """Open the battle that is played."""
    crews = tuple(story for story in ledger.stories() if story.startswith("crew-"))
    opening = Open(battle=BATTLE, scenario="last-granary", crews=crews)
    beside = (STORY, *crews)
    ledger.submit(BATTLE, GAME.books, [opening], stamp=stamp, beside=beside, edition=EDITION)


def fought(path: Path) -> Ledger:
    """That ledger, opened to write."""
    return Ledger.open(path, CATALOGUE)


class Robots:
    """Both players: lines of the battle, remarks by the dozen, what was last done taken back."""

    def __init__(self, ledger: Ledger, seed: str) -> None:
        self._ledger = ledger
        self._chance = Chance(seed)
        self._robot = Robot(GAME, seed)
        self._undoable = ""

    def write(self) -> list[Line]:
        """One more save; returns its lines."""
        if self._undoable and self._chance.below(6) == 0:
            lines = self._ledger.retract(self._undoable, stamp=stamp())
            self._undoable = ""
            return lines
        lines = self._ledger.submit(
            BATTLE, GAME.battle, self._actions(), stamp=stamp, beside=(STORY,), edition=EDITION
        )
        self._undoable = lines[-1].batch
        return lines

    def _actions(self) -> list[Action]:
        """What the robot plays; else, or now and then, what is remarked on it."""
        if self._chance.below(3):
            action = self._robot.action(self._ledger.tell(BATTLE, GAME.battle))
            if action is not None and not isinstance(action, Conclude):
                return [action]
        count = self._chance.one((1, 1, 1, 2, 8, 30))
        length = self._chance.one(_LENGTHS)
        return [Note(text=self._chance.data(length).hex()) for _ in range(count)]


class Held(msgspec.Struct, frozen=True):
    """What a ledger holds, when all of it has been followed: size and root of its log."""

    size: int
    root: bytes
    roots: dict[int, bytes]
    """The root at each of the sizes that were asked for."""


def held(path: Path, *sizes: int, pages: bool = False) -> Held:
    """Follow all links of a ledger, and hold its log against its lines (`pages`: and its pages).

    Raises StorageFailed where something does not hold.
    """
    with Ledger.open(path, CATALOGUE) as ledger:
        links, position = Links(sizes), 0
        while rows := ledger.rows(position, _PAGE):
            position = rows[-1].position
            if bad := links.follow(rows):
                raise StorageFailed(f"broken at {bad[0]}")
        if ledger.peaks() != (links.size, links.peaks):
            raise StorageFailed(f"the log counts {ledger.size} lines, there are {links.size}")
        if pages and (faults := ledger.faults()):
            raise StorageFailed(faults[0])
    return Held(links.size, root(links.peaks), links.roots)


def judged(path: Path) -> None:
    """Audit a ledger whole, rules and all; raises StorageFailed for whatever is found."""
    with Ledger.open(path, CATALOGUE, read_only=True) as ledger:
        report = audit(ledger, game=GAME)
    if report.findings:
        raise StorageFailed(f"{report.verdict}: {report.findings[0].message}")
