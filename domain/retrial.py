"""Every stored cause is judged again, on the state as of its moment, and what it yields compared.

Lines come in the order of the log. Causes of a battle are judged by the battle's rules, those of
the campaign, of crews and of openings by the campaign's books. The state is always the one that
the stored events tell, so that each line is judged by itself.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, get_args

from msgspec import UNSET

from domain import campaign, crew
from domain.decided import alike, placed
from domain.findings import Findings, Place, difference
from domain.game import Game
from domain.ledger.amended import Amend, BatchAmended, Void
from domain.ledger.draft import named
from domain.ledger.fold import BatchRestored, BatchRetracted, Restore, Retract
from domain.ledger.note import Verify
from domain.ledger.record import Line
from domain.marks import Shelf
from domain.proof import Proofs
from domain.states import States, Told, shares
from domain.terms import Action, Event, Refusal, Telling

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII).fullmatch
_OF_BOOKS = (*get_args(campaign.CampaignAction), *get_args(crew.CrewAction))


class Retrial:
    """Judges again what it hears, line after line of the log."""

    def __init__(
        self,
        game: Game,
        shelf: Shelf,
        findings: Findings,
        program: str = "",
        verify: Verify | None = None,
    ) -> None:
        self._game = game
        self._proofs = Proofs(shelf, verify)
        self._of_books = {game.openings.kind, *_OF_BOOKS}
        self._findings = findings
        self._program = program
        self._shelf = shelf
        self._states = States(game, shelf)
        self._wide: dict[str, tuple[str, ...]] = {}  # batches that lie in several stories
        self._first: Line | None = None  # of the batch that is being heard
        self._stories: list[str] = []  # of that batch
        self._group: list[Line] = []  # a cause, and what came of it
        self._judged: list[Line] = []  # the group that is being judged
        self._cut = False
        self._position = 0  # of its first line
        self._court: Told | None = None  # the state on which it was judged,
        self._reached: Any = None  # and that state with what came of it, where that is known

    def hear(self, position: int, line: Line) -> None:
        """Hear the next line."""
        first = self._first
        if (
            first is not None
            and first.batch == line.batch
            and isinstance(first.cause, (Amend, Void))
        ):
            self._check_stamp(line, first)
        elif line.cause is not UNSET or first is None:
            self.settle()
            self._position = position
            self._begin(line)
        else:
            self._check_stamp(line, first)
        if line.story not in self._stories:
            self._stories.append(line.story)
        self._group.append(line)

    def remember(self, position: int, line: Line) -> None:
        """Remember a line whose cause lies in a story that is not heard."""
        self.settle()
        self._close()
        self._position = position
        self._remember([line])

    def miss(self, story: str) -> None:
        """A line of a story cannot be read: nothing that rests on it is judged any more."""
        self._cut = True  # it may have been the next line of what was heard last
        self.settle()
        self._cut = False
        self._close()
        self._state_of(story).sound = False

    def settle(self) -> None:
        """Judge the cause heard last, then remember its lines."""
        group, self._group = self._group, []
        if not group:
            return
        self._judged, self._court, self._reached = group, None, None
        self._check_editions(group)
        for line, expected, found in self._proofs.faults(group, self._position, self._states):
            self._amiss(line, expected, found)
        try:
            self._judge(group)
        except Refusal as refused:
            self._refused(group, refused.told())
        except Exception as error:  # noqa: BLE001 - whatever a stranger's file makes rules stumble over
            self._refused(group, f"the rules stumble over it: {error!r}")
        self._remember(group)

    # Batches and stamps

    def _begin(self, line: Line) -> None:
        """A new cause: a batch of its own, or one more of the batch before."""
        if self._first is not None and line.batch == self._first.batch:
            self._check_stamp(line, self._first)
            return
        self._close()
        self._first = line
        if not self._state_of(line.story).sound:
            return
        if not _TIME(line.at):
            place = Place(self._position, line.address)
            message = f"{line.at!r} is no time of a stamp"
            self._findings.error("Unreadable", place, message, expected="2026-11-29T19:48:00.123Z")
        if line.batch != line.address:
            self._amiss(line, f"batch {line.address}", f"batch {line.batch}")

    def _close(self) -> None:
        """A batch is over; where it lies in several stories a mask will have to know."""
        if self._first is not None and len(self._stories) > 1:
            self._wide[self._first.batch] = tuple(self._stories)
        for line in (
            self._judged if self._first and isinstance(self._first.cause, (Amend, Void)) else ()
        ):
            if isinstance(line.data, BatchAmended):
                piece = line.data.piece or line.address
                self._wide[piece] = (*self._wide.get(piece, ()), line.story)
        self._first, self._stories = None, []

    def _check_stamp(self, line: Line, first: Line) -> None:
        """All lines of a batch were written at once."""
        if line.batch != first.batch:
            self._amiss(line, f"batch {first.batch}", f"batch {line.batch}")
        elif (
            line.at != first.at
            or line.by != first.by
            or line.program != first.program
            or line.for_ != first.for_
        ):
            self._amiss(line, "a stamp as on the first line of its batch", "another stamp")

    def _check_editions(self, group: Sequence[Line]) -> None:
        story, edition = "", self._states.books.edition
        for line in group:
            if line.story != story:
                story = line.story
                edition = self._state_of(story).edition
            if edition is not None and line.edition != edition:
                self._amiss(line, f"edition {edition!r}", f"edition {line.edition!r}")

    # Judging

    def _judge(self, group: Sequence[Line]) -> None:
        cause = group[0].cause
        if not self._state_of(group[0].story).sound:
            return
        if cause is UNSET:
            self._amiss(group[0], "the action that caused it", "no cause")
            return
        if isinstance(cause, (Retract, Restore)):
            self._judge_masks(group, cause)
            return
        if isinstance(cause, (Amend, Void)):
            self._judge_amendment(group)
            return
        told = self._court = self._court_of(cause, group[0])
        if told.sound:
            story = group[0].story
            decided = told.decider.decide(told.state, cause)
            events = list(decided)
            if not alike(group, events, story):
                self._compare(group, cause, told, placed(events, story))
            elif isinstance(decided, Telling):
                self._reached = decided.state

    def _court_of(self, cause: Action, first: Line) -> Told:
        """The state on which a cause is judged; one that stands in the wrong story is told."""
        if type(cause) not in self._of_books:
            return self._states.judging(first.story, self._position)
        home = campaign.STORY
        if isinstance(cause, self._game.openings.kind):
            home = getattr(cause, "battle", "")
        elif isinstance(cause, crew.CrewAction):
            home = cause.crew
        if home != first.story:
            self._amiss(first, f"a line of {home}", f"a line of {first.story}")
        return self._states.books

    def _compare(
        self,
        group: Sequence[Line],
        cause: Action,
        told: Told,
        expected: Iterator[tuple[str, Event]],
    ) -> None:
        """Hold what is stored against what the cause yields; the first difference is told."""
        for line, wanted in zip_longest(group, expected):
            if line is None and self._cut:
                return
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
        told = self._states.judging(line.story, self._position)
        if cause is not UNSET and self._foreign(cause, line.data, told):
            self._face(line, "faces that these dice can show", why)
        else:
            self._otherwise(line, "an action that the rules allow", why)

    def _foreign(self, cause: Action, stored: Event, told: Told) -> bool:
        """Whether faces are at fault: sealed ones, or such as no die that was awaited has.

        Where no die is awaited, the line is at fault and not its faces.
        """
        sealed = bool(getattr(cause, "reveals", ()))
        shown = (*self._game.chronicle.faces(cause), *self._game.chronicle.faces(stored))
        if told is self._states.books or not (sealed or shown):
            return sealed
        try:
            evening = told.decider is self._game.after.decider
            sides = (self._game.after if evening else self._game).sides(told.state)
        except Exception:  # noqa: BLE001 - a state that was forged may be none
            return sealed
        return bool(sides) and (sealed or not all(1 <= face <= max(sides) for face in shown))

    # Retractions and restorations

    def _judge_masks(self, group: Sequence[Line], cause: Retract | Restore) -> None:
        """A mask lies in every story that its batch touched, and changes something."""
        back = isinstance(cause, Retract)
        kind: Callable[..., Event] = BatchRetracted if back else BatchRestored
        expected: list[tuple[str, Event]] = []
        for batch in cause.batches:
            story = batch.rpartition("/")[0]
            told = self._state_of(story)
            if not told.sound:
                return
            lines = told.batch(batch)
            masks = lines and isinstance(lines[0].data, BatchRetracted | BatchRestored)
            if not lines or masks or (batch in told.struck) is back:
                found = "it was taken back already" if batch in told.struck else "none counts"
                self._amiss(group[0], f"a batch {batch} to be changed", found)
            event = kind(batch=batch, reason=cause.reason, agreed=cause.agreed)
            expected += [(each, event) for each in self._wide.get(batch, (story,))]
            if back:
                self._tell_rolls(lines, cause.agreed)
        self._compare(group, cause, self._states.books, iter(expected))

    def _tell_rolls(self, lines: Sequence[Line], agreed: str) -> None:
        for line in lines:
            if reveals := getattr(line.data, "reveals", ()):
                solo = len(reveals) == 1  # one chain, one player
                self._findings.roll_taken_back(self._place(line), line, agreed, solo=solo)

    def _judge_amendment(self, group: Sequence[Line]) -> None:
        """An amendment is judged by the record before it, from the new causes that it holds."""
        from domain.reamending import amended, otherwise  # noqa: PLC0415  seldom met

        expected = amended(self._shelf, self._game, self._position, group)
        if found := otherwise(group, expected):
            self._otherwise(*found)
        self._tell_replaced(group)

    def _tell_replaced(self, group: Sequence[Line]) -> None:
        """Sealed rolls that an amendment takes back are told as those of an undo are."""
        again = [line.data for line in group]
        agreed = getattr(group[0].cause, "agreed", "")
        for line in group:
            if isinstance(line.data, BatchAmended):
                lines = self._state_of(line.story).batch(line.data.batch)
                gone = [each for each in lines if each.data not in again]
                self._tell_rolls([each for each in gone if each.story == line.story], agreed)

    # Remembering

    def _remember(self, group: list[Line]) -> None:
        alone = len(self._stories) <= 1
        for story, lines in ({group[0].story: group} if alone else shares(group)).items():
            told = self._state_of(story)
            try:
                told.take(lines, self._reached if told is self._court else None)
            except Exception as error:  # noqa: BLE001 - a forged event may fit no state
                line = told.stumble(lines)
                self._amiss(line, "an event that fits what came before", repr(error))
        self._states.pass_on(group, self._court, self._reached)
        self._court = None

    def _state_of(self, story: str) -> Told:
        return self._states.of(story, self._position)

    # Telling

    def _place(self, line: Line) -> Place:
        heard = len(self._group)  # it is the next, if it is none of those that are judged
        behind = next((n for n, other in enumerate(self._judged) if other is line), heard)
        return Place(self._position + behind, line.address)

    def _face(self, line: Line, expected: str, found: str) -> None:
        """A face that no such die can show, or that does not follow from what was sealed."""
        self._findings.foreign_face(self._place(line), line, expected, found)

    def _otherwise(self, line: Line, expected: str, found: str) -> None:
        """A decision that the rules do not make; a note where another program made it."""
        if self._program and line.program != self._program:
            self._findings.rules_moved(self._place(line), line, self._program, expected, found)
        else:
            self._amiss(line, expected, found)

    def _amiss(self, line: Line, expected: str, found: str) -> None:
        """Something that no rules ever made so."""
        self._findings.judged_otherwise(self._place(line), line, expected, found)
