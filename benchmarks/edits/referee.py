"""Whether an edited record is another lawful game: all its causes played anew come to the same.

The audit judges each cause on the state that the record tells. The referee believes none of it: it
plays the causes, one batch after another, into a ledger of their own, as people would type them.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from msgspec import UNSET

from domain import campaign, crew
from domain.campaign import STORY
from domain.game import Game, catalogue
from domain.ledger.draft import Draft, Pen, Stamp
from domain.ledger.fold import Restore, Retract
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.states import of_books
from domain.terms import Decider, Refusal


def lawful(game: Game, path: Path, anew: Path) -> bool:
    """Whether the causes of a ledger, played anew, yield it line by line."""
    anew.unlink(missing_ok=True)
    with Ledger.open(path, catalogue(game.id), read_only=True) as record:
        rows = record.rows(0, record.size)
        lines = record.lines(rows)
        with Ledger.create(anew, catalogue(game.id), record.campaign) as ledger:
            table = Table(game, ledger)
            try:
                for batch in _batches(lines):
                    table.play(batch)
            except Refusal:
                return False
            return [row.state for row in ledger.rows(0, len(rows) + 1)] == [r.state for r in rows]


def _batches(lines: list[Line]) -> Iterator[list[Line]]:
    """The causes of each batch, each with its stamp."""
    for _, batch in groupby(lines, lambda line: line.batch):
        yield [line for line in batch if line.cause is not UNSET]


class Table:
    """Where a record is played anew."""

    def __init__(self, game: Game, ledger: Ledger) -> None:
        self._game = game
        self._ledger = ledger
        self._crews: dict[str, None] = {}
        self._books = (game.openings.kind, campaign.CampaignAction, crew.CrewAction)

    def play(self, causes: list[Line]) -> None:
        """Judge one batch and save what comes of it; raises Refusal."""
        if not causes:
            return
        first = causes[0]
        stamp = Stamp(at=first.at, by=first.by, program=first.program, for_=first.for_)
        match first.cause:
            case Retract(batches=batches, reason=reason, agreed=agreed):
                self._ledger.retract(*batches, stamp=stamp, reason=reason, agreed=agreed)
            case Restore(batches=batches, reason=reason, agreed=agreed):
                self._ledger.restore(*batches, stamp=stamp, reason=reason, agreed=agreed)
            case _:
                self._judge(causes, stamp)
        if first.story.startswith(crew.PREFIX):
            self._crews[first.story] = None

    def _judge(self, causes: list[Line], stamp: Stamp) -> None:
        story = causes[0].story
        decider, beside = self._court(story, causes[0].cause)
        known = self._ledger.know(decider, (story, *(each for each in beside if each != story)))
        pen = Pen(self._ledger.campaign, known.ends, {story: causes[0].edition})
        draft = Draft(story, decider, known.state, pen)
        batch = ""
        for line in causes:
            batch = draft.judge(line.cause, stamp, batch)
        ends = {line.story: 0 for line in pen.lines} | known.ends
        if not self._ledger.append(pen.lines, ends):
            raise AssertionError("somebody else writes into the referee's ledger")

    def _court(self, story: str, cause: Any) -> tuple[Decider[Any], tuple[str, ...]]:
        """Who judges, on which stories."""
        every = (STORY, *self._crews)
        if of_books(story) or isinstance(cause, self._books):
            return self._game.books, every
        if self._game.settles(self._ledger.know(self._game.battle, (story, STORY)).state):
            return self._game.after.decider, every
        return self._game.battle, (STORY,)
