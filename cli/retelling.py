"""A battle's record as moves: each typed line, and what came of it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from cli.answers import cause, changes, entry
from cli.lines import line as written
from cli.sitting import Table
from domain.game import Game, settling
from domain.ledger.fold import MASKS, Reckoning, advance, fold, placed
from domain.ledger.record import Line
from domain.terms import Refusal


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A batch of a battle: the line that was typed for it, its lines, and what changed.

    `after` is what was on the table behind it.
    """

    text: str
    lines: Sequence[Line]
    changed: Sequence[str]
    after: Table

    def document(self) -> dict[str, Any]:
        """The move as JSON."""
        return {
            "line": self.text,
            "events": [entry(line) for line in self.lines],
            "changed": list(self.changed),
        }


class Retold:
    """A battle being told again: what it, and then its aftermath, was at each moment."""

    def __init__(self, game: Game, story: str) -> None:
        self._game = game
        self._story = story
        self._lines: list[Line] = []
        self._battle: Any = game.battle.initial
        self._evening: Any = None

    @property
    def table(self) -> Table:
        """What is on the table now."""
        if not self._game.settles(self._battle):
            return Table(self._story, self._game, self._battle)
        if self._evening is None:
            self._evening = fold(self._game.after.decider, self._lines)
        beside = tuple({line.story for line in self._lines} - {self._story})
        return Table(self._story, settling(self._game), self._evening, beside, aftermath=True)

    def take(self, lines: Sequence[Line]) -> None:
        """Remember some more lines, of this battle and of stories beside it."""
        self._lines += lines
        mine = [line for line in lines if line.story == self._story]
        if any(isinstance(line.data, MASKS) for line in lines):
            whole = [line for line in self._lines if line.story == self._story]
            self._battle, self._evening = fold(self._game.battle, whole), None
            return
        self._battle = advance(self._game.battle, self._battle, mine, set())
        if self._evening is not None:
            self._evening = advance(self._game.after.decider, self._evening, lines, set())


def in_batches(lines: Iterable[Line], reckoning: Reckoning | None = None) -> Iterator[list[Line]]:
    """Lines batch by batch, as they are given; with a reckoning piece by piece of amendments."""
    unit = reckoning.unit if reckoning else attrgetter("batch")
    for _, group in groupby(lines, unit):
        yield list(group)


class Step(NamedTuple):
    """A batch that counts and tells of a battle: the table before it and behind it, its lines."""

    before: Table
    after: Table
    batch: Sequence[Line]

    @property
    def lines(self) -> list[Line]:
        """Those that are told: once the aftermath has begun, those of stories beside it too."""
        story = self.after.story
        return [line for line in self.batch if self.after.aftermath or line.story == story]


def steps(table: Table, lines: Sequence[Line]) -> Iterator[Step]:
    """The batches that count, in order; `lines` are the battle's, and those told beside it."""
    reckoning = Reckoning(lines)
    counted = [line for line, _ in placed(lines, reckoning) if not reckoning.gone(line)]
    retold = Retold(table.game, table.story)
    for batch in in_batches(counted, reckoning):
        if not any(line.story == table.story for line in batch):
            retold.take(batch)
            continue
        before = retold.table
        retold.take(batch)
        yield Step(before, retold.table, batch)


def moves(table: Table, lines: Sequence[Line]) -> Iterator[Move]:
    """The moves that count, in order; `lines` are the battle's, and those told beside it."""
    for step in steps(table, lines):
        before, after, batch = step
        was = before.shown() if before.fight.opened else {}
        changed = changes(table.game.sheets, was, after.shown())
        yield Move(text=typed(before, batch[0]), lines=step.lines, changed=changed, after=after)


def typed(table: Table, line: Line) -> str:
    """The canonical line of what caused a batch; empty where nobody types one."""
    action = cause(line)
    if action is None or not table.fight.opened:
        return ""
    try:
        return written(action, table.game.language, table.scene)
    except Refusal:
        return ""
