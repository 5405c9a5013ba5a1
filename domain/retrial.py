"""Every stored cause is judged again, on the state as of its moment, and what it yields compared.

Lines come in the order of the log. Causes of a battle are judged by the battle's rules, those of
the campaign, of crews and of openings by the campaign's books. The state is always the one that
the stored events tell, so that each line is judged by itself.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Protocol, get_args

from msgspec import UNSET

from domain import campaign, crew
from domain.findings import Findings, Place, difference
from domain.game import Game
from domain.ledger.draft import named
from domain.ledger.fold import (
    MASKS,
    BatchRestored,
    BatchRetracted,
    Restore,
    Retract,
    advance,
    fold,
    masked,
)
from domain.ledger.record import Line, Row
from domain.terms import Action, Decider, Elsewhere, Event, Refusal

_KEPT = 8  # battles whose state is at hand; an older one is told again when a line of it comes
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII).fullmatch
_OF_BOOKS = (*get_args(campaign.CampaignAction), *get_args(crew.CrewAction))


class Shelf(Protocol):
    """What judging again asks of a ledger beside the lines it is given."""

    def rows_of(self, story: str) -> list[Row]:
        """All rows of a story, unread, in order."""

    def read(self, row: Row) -> Line:
        """The line a row holds; raises Unreadable."""


class Told:
    """A state, told line by line; `sound` until a line of it cannot be read or remembered."""

    def __init__(self, decider: Decider[Any], edition: str = "") -> None:
        self.decider = decider
        self.edition = edition
        self.state = decider.initial
        self.lines: list[Line] = []
        self.struck: set[str] = set()
        self.sound = True

    def take(self, lines: Sequence[Line]) -> None:
        """Remember some more lines; after a mask everything is told again."""
        self.lines += lines
        if any(isinstance(line.data, MASKS) for line in lines):
            self.struck = masked(self.lines)
            self.state = fold(self.decider, self.lines)
        else:
            self.state = advance(self.decider, self.state, lines, self.struck)

    def batch(self, address: str) -> list[Line]:
        """The lines of a batch, as far as they were told here."""
        return [line for line in self.lines if line.batch == address]


class Retrial:
    """Judges again what it hears, line after line of the log."""

    def __init__(self, game: Game, shelf: Shelf, findings: Findings, program: str = "") -> None:
        self._game = game
        self._shelf = shelf
        self._findings = findings
        self._program = program
        self._books: Told = Told(game.books)
        self._told: dict[str, Told] = {}
        self._begun: set[str] = set()
        self._wide: dict[str, tuple[str, ...]] = {}  # batches that lie in several stories
        self._first: Line | None = None  # of the batch that is being heard
        self._stories: list[str] = []  # of that batch
        self._group: list[Line] = []  # a cause, and what came of it
        self._places: dict[int, int] = {}  # positions of its lines, by their identity
        self._position = 0  # of its first line

    def hear(self, position: int, line: Line) -> None:
        """Hear the next line."""
        if line.cause is not UNSET or self._first is None or line.batch != self._first.batch:
            self.settle()
            self._position = position
            self._begin(line)
        elif not self._stamped_alike(line):
            self._otherwise(line, "a stamp as on the first line of its batch", "another stamp")
        if line.story not in self._stories:
            self._stories.append(line.story)
        self._group.append(line)
        self._places[id(line)] = position

    def remember(self, position: int, line: Line) -> None:
        """Remember a line whose cause lies in a story that is not heard."""
        self.settle()
        self._first = None
        self._position = position
        self._remember([line])

    def miss(self, story: str) -> None:
        """A line of a story cannot be read: nothing that rests on it is judged any more."""
        self.settle()
        self._first = None
        if of_books(story):
            self._books.sound = False
        else:
            self._tell(story).sound = False

    def settle(self) -> None:
        """Judge the cause heard last, then remember its lines."""
        group, self._group = self._group, []
        if not group:
            return
        self._check_editions(group)
        try:
            self._judge(group)
        except Refusal as refused:
            self._refused(group, refused.told())
        except Exception as error:  # noqa: BLE001 - whatever a stranger's file makes rules stumble over
            self._refused(group, f"the rules stumble over it: {error!r}")
        self._remember(group)
        self._places.clear()

    # Batches and stamps

    def _begin(self, line: Line) -> None:
        """A new cause: a batch of its own, or one more of the batch before."""
        if self._first is not None and line.batch == self._first.batch:
            if not self._stamped_alike(line):
                self._otherwise(line, "a stamp as on the first line of its batch", "another stamp")
            return
        if len(self._stories) > 1 and self._first is not None:
            self._wide[self._first.batch] = tuple(self._stories)
        self._first, self._stories = line, []
        if not _TIME(line.at):
            place = Place(self._position, line.address)
            message = f"{line.at!r} is no time of a stamp"
            self._findings.error("Unreadable", place, message, expected="2026-11-29T19:48:00.123Z")
        if line.batch != line.address:
            self._otherwise(line, f"batch {line.address}", f"batch {line.batch}")

    def _stamped_alike(self, line: Line) -> bool:
        first = self._first
        return first is None or (
            line.at == first.at
            and line.by == first.by
            and line.program == first.program
            and line.for_ == first.for_
        )

    def _check_editions(self, group: Sequence[Line]) -> None:
        for line in group:
            books = of_books(line.story)
            edition = "" if books else self._tell(line.story).edition
            if line.edition != edition:
                self._otherwise(line, f"edition {edition!r}", f"edition {line.edition!r}")

    # Judging

    def _judge(self, group: Sequence[Line]) -> None:
        cause = group[0].cause
        if cause is UNSET:
            self._otherwise(group[0], "the action that caused it", "no cause")
            return
        if isinstance(cause, Retract | Restore):
            self._judge_masks(group, cause)
            return
        told = self._court(cause, group[0])
        if told.sound:
            expected = _placed(told.decider.decide(told.state, cause), group[0].story)
            self._compare(group, cause, told, expected)

    def _court(self, cause: Action, first: Line) -> Told:
        """The state on which a cause is judged; one that stands in the wrong story is told."""
        home = first.story
        if isinstance(cause, self._game.opening):
            home = getattr(cause, "battle", "")
        elif isinstance(cause, crew.CrewAction):
            home = cause.crew
        elif isinstance(cause, _OF_BOOKS):
            home = campaign.STORY
        else:
            return self._tell(first.story)
        if home != first.story:
            self._otherwise(first, f"a line of {home}", f"a line of {first.story}")
        return self._books

    def _compare(
        self,
        group: Sequence[Line],
        cause: Action,
        told: Told,
        expected: Iterator[tuple[str, Event]],
    ) -> None:
        """Hold what is stored against what the cause yields; the first difference is told."""
        for line, wanted in zip_longest(group, expected):
            if line is None:
                self._otherwise(group[-1], f"then {wanted[1].told()}", "nothing more")
            elif wanted is None:
                self._otherwise(line, "nothing more", line.data.told())
            else:
                story, event = wanted
                event = named(event, line.address)
                if line.data == event and line.story == story:
                    continue
                self._differs(line, cause, told, story, event)
            return

    def _differs(self, line: Line, cause: Action, told: Told, story: str, event: Event) -> None:
        if line.story != story:
            self._otherwise(line, f"a line of {story}", f"a line of {line.story}")
            return
        if type(line.data) is not type(event):
            self._otherwise(line, event.told(), line.data.told())
            return
        one, other = difference(event, line.data)
        shown = self._game.chronicle.faces
        if shown(event) != shown(line.data) and self._foreign(cause, line.data, told):
            self._face(line, one, other)
        else:
            self._otherwise(line, one, other)

    def _refused(self, group: Sequence[Line], why: str) -> None:
        """The rules refuse the cause, or cannot judge it at all."""
        line, cause = group[0], group[0].cause
        told = self._books if of_books(line.story) else self._tell(line.story)
        if cause is not UNSET and self._foreign(cause, line.data, told):
            self._face(line, "faces that these dice can show", why)
        else:
            self._otherwise(line, "an action that the rules allow", why)

    def _foreign(self, cause: Action, stored: Event, told: Told) -> bool:
        """Whether faces are at fault: sealed ones, or such as no die that was awaited has."""
        if getattr(cause, "reveals", ()):
            return True
        shown = (*self._game.chronicle.faces(cause), *self._game.chronicle.faces(stored))
        if not shown or told is self._books:
            return False
        try:
            most = max(self._game.sides(told.state), default=0)
        except Exception:  # noqa: BLE001 - a state that was forged may be none
            return False
        return not all(1 <= face <= most for face in shown)

    # Retractions and restorations

    def _judge_masks(self, group: Sequence[Line], cause: Retract | Restore) -> None:
        """A mask lies in every story that its batch touched, and changes something."""
        back = isinstance(cause, Retract)
        kind: Callable[..., Event] = BatchRetracted if back else BatchRestored
        expected: list[tuple[str, Event]] = []
        for batch in cause.batches:
            story = batch.rpartition("/")[0]
            told = self._books if of_books(story) else self._tell(story)
            if not told.sound:
                return
            lines = told.batch(batch)
            if not lines or isinstance(lines[0].data, MASKS) or (batch in told.struck) is back:
                found = "it was taken back already" if batch in told.struck else "none counts"
                self._otherwise(group[0], f"a batch {batch} to be changed", found)
            event = kind(batch=batch, reason=cause.reason, agreed=cause.agreed)
            expected += [(each, event) for each in self._wide.get(batch, (story,))]
            if back:
                self._tell_rolls(lines, cause.agreed)
        self._compare(group, cause, self._books, iter(expected))

    def _tell_rolls(self, lines: Sequence[Line], agreed: str) -> None:
        for line in lines:
            if getattr(line.data, "reveals", ()):
                self._findings.note(
                    "RollTakenBack",
                    self._place(line),
                    f"a sealed roll was taken back: {line.data.told()}",
                    found=f"agreed by {agreed}" if agreed else "nobody is said to have agreed",
                    hint=f"acta log {line.story} --all",
                )

    # Remembering

    def _remember(self, group: Sequence[Line]) -> None:
        shares: dict[str, list[Line]] = {}
        for line in group:
            shares.setdefault("" if of_books(line.story) else line.story, []).append(line)
        for story, lines in shares.items():
            told = self._tell(story) if story else self._books
            try:
                told.take(lines)
            except Exception as error:  # noqa: BLE001 - a forged event may fit no state
                told.sound = False
                self._otherwise(lines[0], "an event that fits what came before", repr(error))

    def _tell(self, story: str) -> Told:
        """A battle as told so far; told again from the ledger if it is not at hand."""
        told = self._told.pop(story, None)
        if told is None:
            told = Told(self._game.battle, f"{self._game.id} {self._books.state.edition}")
            if story in self._begun:
                self._tell_again(story, told)
            else:
                self._begun.add(story)
        self._told[story] = told
        if len(self._told) > _KEPT:
            del self._told[next(iter(self._told))]
        return told

    def _tell_again(self, story: str, told: Told) -> None:
        try:
            before = [row for row in self._shelf.rows_of(story) if row.position < self._position]
            told.take([self._shelf.read(row) for row in before])
        except Exception:  # noqa: BLE001 - the line at fault was found when it was heard
            told.sound = False

    # Telling

    def _place(self, line: Line) -> Place:
        return Place(self._places.get(id(line), self._position), line.address)

    def _face(self, line: Line, expected: str, found: str) -> None:
        self._findings.error(
            "ForeignFace",
            self._place(line),
            f"{_told(line)}: this is not what the dice show",
            expected=expected,
            found=found,
            hint=f"acta log {line.story} --dice",
        )

    def _otherwise(self, line: Line, expected: str, found: str) -> None:
        """A decision that the rules do not make; a note where another program made it."""
        facts = {"expected": expected, "found": found, "hint": f"acta log {line.story} --all"}
        if self._program and line.program != self._program:
            message = f"{line.program} decided this, {self._program} decides otherwise"
            self._findings.note("RulesMoved", self._place(line), message, **facts)
        else:
            message = f"{_told(line)}: the rules decide this otherwise"
            self._findings.error("JudgedOtherwise", self._place(line), message, **facts)


def of_books(story: str) -> bool:
    """Whether a story is the campaign's or a crew's; every other is a battle."""
    return story == campaign.STORY or story.startswith(crew.PREFIX)


def _placed(decided: Iterable[Event | Elsewhere], story: str) -> Iterator[tuple[str, Event]]:
    """What a cause yields, each event with the story in which it belongs."""
    for event in decided:
        if isinstance(event, Elsewhere):
            yield event.story, event.event
        else:
            yield story, event


def _told(line: Line) -> str:
    """The sentence of an event, or its name where it cannot say itself."""
    try:
        return line.data.told().rstrip(".")
    except Exception:  # noqa: BLE001 - a forged event may have no sentence
        return type(line.data).__name__
