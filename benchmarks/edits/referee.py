"""Whether an edited record is another lawful game: all its causes played anew come to the same.

The audit judges each cause on the state that the record tells. The referee believes none of it: it
plays the causes, one batch after another, on a table of its own, as people would type them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeVar

from msgspec import UNSET

from domain import campaign, crew
from domain.campaign import STORY
from domain.game import Game, catalogue
from domain.ledger import submit
from domain.ledger.draft import Draft, Pen, Stamp
from domain.ledger.fold import MASKS, Restore, Retract, advance, fold, masked
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.ledger.telling import Known
from domain.states import of_books
from domain.terms import Decider, NotFound, Refusal

S = TypeVar("S")


def lawful(game: Game, path: Path) -> bool:
    """Whether the causes of a ledger, played anew, yield it line by line."""
    known = catalogue(game.id)
    with Ledger.open(path, known, read_only=True) as record:
        rows = record.rows(0, record.size)
        table = Table(game, record.campaign)
        try:
            for batch in _batches(record.lines(rows)):
                table.play(batch)
        except Refusal:
            return False
    return [known.encode(line) for line in table.book.lines] == [row.state for row in rows]


def _batches(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The causes of each batch, each with its stamp."""
    for _, batch in groupby(lines, lambda line: line.batch):
        yield [line for line in batch if line.cause is not UNSET]


class Book:
    """A record in memory, as submitting knows it."""

    def __init__(self, campaign: str) -> None:
        self.campaign = campaign
        self.lines: list[Line] = []
        self._known: dict[tuple[int, tuple[str, ...]], tuple[int, Any]] = {}

    def know(self, decider: Decider[S], stories: Sequence[str]) -> Known[S]:
        """The state that some stories add up to, and their ends."""
        key = (id(decider), tuple(stories))
        at, state = self._known.get(key, (0, decider.initial))
        newer = [line for line in self.lines[at:] if line.story in stories]
        mine = [line for line in self.lines if line.story in stories]
        if any(isinstance(line.data, MASKS) for line in newer):
            state = fold(decider, mine)
        else:
            state = advance(decider, state, newer, masked(mine))
        self._known[key] = len(self.lines), state
        return Known(state, {story: len(self.story(story)) for story in stories})

    def story(self, name: str) -> list[Line]:
        """All lines of a story."""
        return [line for line in self.lines if line.story == name]

    def batch(self, address: str) -> list[Line]:
        """The lines of the batch that begins at an address."""
        found = [line for line in self.lines if line.batch == address]
        if not found or found[0].address != address:
            raise NotFound(f"nothing that was done begins at {address}")
        return found

    def append(self, lines: Sequence[Line], ends: Mapping[str, int]) -> bool:
        """Save lines, all or nothing; False if a story has another end."""
        if any(len(self.story(story)) != end for story, end in ends.items()):
            return False
        self.lines += lines
        return True

    def refuse_broken(self, stories: Iterable[str]) -> None:
        """Nothing is broken here."""


class Table:
    """Where a record is played anew."""

    def __init__(self, game: Game, campaign_: str) -> None:
        self.book = Book(campaign_)
        self._game = game
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
                wish = submit.Withdrawal(submit.RETRACTION, batches, reason, agreed, {})
                submit.withdraw(self.book, wish, stamp)
            case Restore(batches=batches, reason=reason, agreed=agreed):
                wish = submit.Withdrawal(submit.RESTORATION, batches, reason, agreed, {})
                submit.withdraw(self.book, wish, stamp)
            case _:
                self._judge(causes, stamp)
        if first.story.startswith(crew.PREFIX):
            self._crews[first.story] = None

    def _judge(self, causes: list[Line], stamp: Stamp) -> None:
        story = causes[0].story
        decider, beside = self._court(story, causes[0].cause)
        known = self.book.know(decider, (story, *(each for each in beside if each != story)))
        pen = Pen(self.book.campaign, known.ends, {story: causes[0].edition})
        draft = Draft(story, decider, known.state, pen)
        batch = ""
        for line in causes:
            assert line.cause is not UNSET  # noqa: S101 these are causes
            batch = draft.judge(line.cause, stamp, batch)
        self.book.append(pen.lines, known.ends)

    def _court(self, story: str, cause: Any) -> tuple[Decider[Any], tuple[str, ...]]:
        """Who judges, on which stories."""
        every = (STORY, *self._crews)
        if of_books(story) or isinstance(cause, self._books):
            return self._game.books, every
        if self._game.settles(self.book.know(self._game.battle, (story, STORY)).state):
            return self._game.after.decider, every
        return self._game.battle, (STORY,)
