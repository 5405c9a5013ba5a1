"""The evidence of a dispute: what stood before and behind a line, and how the rules decide it now.

Nothing of it is stored but marks: all of it is worked out from the lines that were on record then,
whatever was taken back or amended since.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, Protocol

import msgspec
from msgspec import UNSET

from domain import branch, dispute
from domain import game as games
from domain.campaign import CampaignAction
from domain.crew import CrewAction
from domain.decided import placed
from domain.findings import difference
from domain.game import Game
from domain.ledger.amended import Amend, Void
from domain.ledger.draft import named
from domain.ledger.fold import Restore, Retract, advance, fold
from domain.ledger.record import Line, Row
from domain.marks import Mark, Shelf, behind, held, mark_of, parted, rows_to
from domain.names import said
from domain.states import of_battle, of_books
from domain.terms import (
    Action,
    Decider,
    Event,
    Refusal,
    RuleBroken,
    StorageFailed,
    WrongUsage,
)

_FEW = 100  # more than most actions yield


class Log(Shelf, Protocol):
    """The record, with all its stories."""

    def stories(self) -> list[str]:
        """All stories."""


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A cause judged again: whether what came of it is what the rules make of it now.

    Where they differ, `expected` is what the rules say and `found` what is on record; `rule` is the
    one that refuses, if one does.
    """

    cause: Action
    line: Line
    agrees: bool
    expected: str = ""
    found: str = ""
    rule: str = ""


class Evidence(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a disputed line.

    `lines` came of the same action, in whatever stories. `game` shows the states `before` and
    `after` it, be they of an `aftermath`; there is none where these are the campaign's books, and
    nothing `before` an opening.
    """

    about: Line
    lines: tuple[Line, ...]
    judged: tuple[Judged, ...]
    game: Game | None = None
    aftermath: bool = False
    before: Any = None
    after: Any = None


# Which lines it rests on


def rests(log: Log, game: Game, address: str) -> tuple[Mark, ...]:
    """What a dispute about a line rests on: its story, and those on whose state it was judged.

    Raises NotFound, WrongUsage.
    """
    story, _ = parted(address)
    if story.startswith(branch.PREFIX):
        raise WrongUsage(f"{said(story)} is a branch: it counts for nothing")
    if story.startswith(dispute.PREFIX):
        raise WrongUsage(f"{said(story)} is a dispute itself", hint="acta dispute show")
    rows, mine = behind(log, address)
    whole = _whole(log, mine[0].batch)
    home = whole[0].story
    last, touched = whole[-1].position, {row.story for row in whole}
    beside = story != home or not of_battle(home) or _beside(game, log, rows, mine)
    marks = [mark_of(rows)]
    for other in log.stories():
        if other != story and (other in touched or (beside and of_books(other))):
            before = [row for row in log.rows_of(other) if row.position <= last]
            marks += [mark_of(before)] if before else []
    return tuple(marks)


def _whole(log: Log, batch: str) -> list[Row]:
    """The rows of what one action yielded, in whatever stories."""
    first = rows_to(log, *parted(batch))[-1]
    found, position = [first], first.position
    while page := log.rows(position, _FEW):
        for row in page:
            if log.read(row).batch != batch:
                return found
            found.append(row)
        position = page[-1].position
    return found


def _beside(game: Game, shelf: Shelf, rows: Sequence[Row], mine: Sequence[Line]) -> bool:
    """Whether lines of a battle were judged beside the books: its opening, and its aftermath."""
    if isinstance(mine[0].cause, game.openings.kind):
        return True
    before = [shelf.read(row) for row in rows[: len(rows) - len(mine)]]
    return bool(game.settles(fold(game.battle, before)))


# What it says


def gathered(game: Game, shelf: Shelf, address: str, marks: Sequence[Mark]) -> Evidence:
    """The evidence about a line, from the lines up to these marks.

    Raises StorageFailed where the record up to there is not what it was.
    """
    rows = sorted(row for mark in marks for row in held(shelf, mark))
    lines = [shelf.read(row) for row in rows]
    about = next((line for line in lines if line.address == address), None)
    if about is None:
        raise StorageFailed(f"the evidence does not hold the line {address}", hint="acta audit")
    mine = tuple(line for line in lines if line.batch == about.batch)
    before = [line for line in lines if line.batch != about.batch]
    court = _court(game, about.batch.rpartition("/")[0], mine[0], before)
    was = court.state(before)
    return Evidence(
        about=about,
        lines=mine,
        judged=tuple(court.judged(mine, was)),
        game=court.shown,
        aftermath=court.aftermath,
        before=None if court.opens else was,
        after=court.after(before, mine),
    )


class _Court(msgspec.Struct, frozen=True, kw_only=True):
    """By whose rules a line was judged, on which stories, and how that state is shown.

    `judges` is false where something was taken back or amended: no rule decides that. `opens` says
    that the line opens a battle, which is then what is shown.
    """

    decider: Decider[Any]
    told: Callable[[str], bool]
    home: str
    shown: Game | None
    judges: bool = True
    opens: bool = False
    aftermath: bool = False

    def state(self, lines: Sequence[Line]) -> Any:
        """The state after some lines."""
        return fold(self.decider, [line for line in lines if self.told(line.story)])

    def after(self, before: Sequence[Line], mine: Sequence[Line]) -> Any:
        """The state that is shown behind the line."""
        if self.opens and self.shown is not None:
            return fold(self.shown.battle, [line for line in mine if line.story == self.home])
        return self.state([*before, *mine])

    def judged(self, lines: Sequence[Line], state: Any) -> Iterator[Judged]:
        """Each cause judged again, on the state that the stored lines before it tell."""
        groups: list[list[Line]] = []
        for line in lines if self.judges else ():
            if line.cause is not UNSET or not groups:
                groups.append([])
            groups[-1].append(line)
        for group in groups:
            if group[0].cause is not UNSET:
                yield _judged(self.decider, state, group, group[0].cause)
            mine = [line for line in group if self.told(line.story)]
            state = advance(self.decider, state, mine, set())


def _court(game: Game, home: str, first: Line, before: Sequence[Line]) -> _Court:
    """By whose rules the batch that begins with a line was judged."""
    cause, season = first.cause, game.season
    undone = isinstance(cause, Retract | Restore | Amend | Void)
    if isinstance(cause, game.openings.kind):
        return _Court(decider=game.books, told=of_books, home=home, shown=game, opens=True)
    if of_books(home):
        shown = games.playing(game, season) if season is not None else None
        own = season is None or isinstance(cause, CampaignAction | CrewAction)
        decider = game.books if own or season is None else season.decider
        return _Court(decider=decider, told=of_books, home=home, shown=shown, judges=not undone)
    fought = _Court(decider=game.battle, told=home.__eq__, home=home, shown=game, judges=not undone)
    if not game.settles(fought.state(before)):
        return fought
    return _Court(
        decider=game.after.decider,
        told=lambda story: story == home or of_books(story),
        home=home,
        shown=games.settling(game),
        judges=not undone,
        aftermath=True,
    )


def _judged(decider: Decider[Any], state: Any, group: Sequence[Line], cause: Action) -> Judged:
    """A cause judged again, and what came of it compared."""
    line = group[0]
    try:
        decided = list(placed(decider.decide(state, cause), line.story))
    except Refusal as refused:
        rule = refused.rule if isinstance(refused, RuleBroken) else ""
        why = f"it is refused: {refused.told()}"
        return Judged(
            cause=cause, line=line, agrees=False, expected=why, found=line.data.told(), rule=rule
        )
    except Exception as error:  # noqa: BLE001 - whatever a stranger's file makes rules stumble over
        why = f"the rules stumble over it: {error!r}"
        return Judged(cause=cause, line=line, agrees=False, expected=why, found=line.data.told())
    for stored, wanted in zip_longest(group, decided):
        if apart := _apart(stored, wanted):
            expected, found = apart
            at = stored or line
            return Judged(cause=cause, line=at, agrees=False, expected=expected, found=found)
    return Judged(cause=cause, line=line, agrees=True)


def _apart(stored: Line | None, wanted: tuple[str, Event] | None) -> tuple[str, str] | None:
    """Where a line and what the rules make of it part; None where they do not."""
    if stored is None or wanted is None:
        return (
            wanted[1].told() if wanted else "nothing more",
            stored.data.told() if stored else "nothing more",
        )
    story, event = wanted[0], named(wanted[1], stored.address)
    if story != stored.story or type(event) is not type(stored.data):
        return f"{story}: {event.told()}", f"{stored.story}: {stored.data.told()}"
    return None if event == stored.data else difference(event, stored.data)
