"""A campaign's record as a cheat has it in an editor: its lines, and what came of which cause."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from domain import campaign, crew
from domain.game import Game, catalogue
from domain.ledger.draft import Draft, Pen, Stamp
from domain.ledger.fold import fold
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.states import of_books
from domain.terms import Action, Decider
from tests.forging import forge, leaves

Plain = dict[str, Any]

_ADDRESS = re.compile(r"\b(campaign|crew-[a-z0-9-]+|battle-\d+)/(\d+)")
_encode = msgspec.json.Encoder(order="sorted").encode


class Group(NamedTuple):
    """The lines that one cause yielded: from a place in the log up to another."""

    start: int
    end: int


class Piece(NamedTuple):
    """A line of an edited record; `copy` tells one that stands there a second time."""

    state: bytes
    copy: int = 0


class Tale:
    """A record of robots, read once."""

    def __init__(self, game: Game, path: Path) -> None:
        self.game = game
        self.path = path
        self.catalogue = catalogue(game.id)
        with Ledger.open(path, self.catalogue, read_only=True) as ledger:
            rows = ledger.rows(0, ledger.size)
            self.lines = ledger.lines(rows)
            self.campaign = ledger.campaign
        self.states = [row.state for row in rows]

    @cached_property
    def groups(self) -> list[Group]:
        """What each cause yielded, in the order of the log."""
        starts = [at for at, line in enumerate(self.lines) if line.cause is not UNSET]
        return [Group(*each) for each in zip(starts, [*starts[1:], len(self.lines)], strict=True)]

    @cached_property
    def said(self) -> dict[str, list[Any]]:
        """Every text that stands under a name anywhere, in the order in which they came."""
        found: dict[str, dict[Any, None]] = {}
        for state in self.states:
            plain = msgspec.json.decode(state)
            for leaf in leaves(plain):
                value = at(plain, leaf)
                if isinstance(value, str):
                    found.setdefault(named(leaf), {})[value] = None
        return {name: list(values) for name, values in found.items()}

    def plain(self, place: int) -> Plain:
        """The line at a place, to be changed."""
        found: Plain = msgspec.json.decode(self.states[place])
        return found

    def pieces(self, group: Group) -> list[Piece]:
        """The lines of a group as they are."""
        return [Piece(state) for state in self.states[group.start : group.end]]

    def court(self, place: int, cause: Action) -> tuple[Decider[Any], Any]:
        """What judges a cause at a place, and the state that all lines before it tell."""
        lines, story = self.lines[:place], self.lines[place].story
        books = [line for line in lines if of_books(line.story)]
        if isinstance(cause, (self.game.openings.kind, campaign.CampaignAction, crew.CrewAction)):
            return self.game.books, fold(self.game.books, books)
        if of_books(story):
            return self.game.books, fold(self.game.books, books)
        mine = [line for line in lines if line.story == story]
        state = fold(self.game.battle, mine)
        if not self.game.settles(state):
            return self.game.battle, state
        decider = self.game.after.decider
        beside = [line for line in lines if line.story == story or of_books(line.story)]
        return decider, fold(decider, beside)

    def judged(self, place: int, cause: Action) -> list[Piece]:
        """What another cause at a place would have yielded there; raises Refusal."""
        line = self.lines[place]
        decider, state = self.court(place, cause)
        ends: dict[str, int] = {}
        for before in self.lines[:place]:
            ends[before.story] = before.line
        stamp = Stamp(at=line.at, by=line.by, program=line.program, for_=line.for_)
        pen = Pen(self.campaign, ends, {line.story: line.edition})
        batch = "" if line.batch == line.address else line.batch
        Draft(line.story, decider, state, pen).judge(cause, stamp, batch)
        return [Piece(self.catalogue.encode(each)) for each in pen.lines]

    def forged(self, pieces: Iterable[Piece], to: Path) -> Path:
        """A ledger of these lines, numbers and hashes as if they had always stood so."""
        made = [_row(number, state) for number, state in enumerate(renumbered(pieces), start=1)]

        def change(rows: list[Plain]) -> None:
            rows[:] = made

        return forge(self.path, to, change, rebuild=True)


def _row(number: int, state: bytes) -> Plain:
    plain = msgspec.json.decode(state)
    return {
        "place": number,
        "originator_id": plain["story"],
        "originator_version": plain["line"],
        "topic": plain["data"]["event"],
        "state": state,
        "hash": b"",
    }


def at(plain: Any, leaf: Sequence[str | int]) -> Any:
    """The value at the end of a way."""
    for name in leaf:
        plain = plain[name]
    return plain


def named(leaf: Sequence[str | int]) -> str:
    """The name under which a value stands."""
    return next((name for name in reversed(leaf) if isinstance(name, str)), "")


def renumbered(pieces: Iterable[Piece]) -> Iterator[bytes]:
    """Lines with the numbers of where they now stand; what points at one points there."""
    pieces = list(pieces)
    plains = [msgspec.json.decode(piece.state) for piece in pieces]
    ends: dict[str, int] = {}
    moved: dict[tuple[int, str], str] = {}
    for plain, piece in zip(plains, pieces, strict=True):
        story, old = plain["story"], plain["line"]
        plain["line"] = ends[story] = ends.get(story, 0) + 1
        moved.setdefault((piece.copy, f"{story}/{old}"), f"{story}/{plain['line']}")
    if all(copy == 0 and new == old for (copy, old), new in moved.items()):
        yield from (piece.state for piece in pieces)
        return
    for plain, piece in zip(plains, pieces, strict=True):
        own = piece.copy

        def now(found: re.Match[str], own: int = own) -> str:
            old = found.group()
            return moved.get((own, old)) or moved.get((0, old)) or old

        yield _ADDRESS.sub(now, _encode(plain).decode()).encode()


def encoded(plain: Plain) -> Piece:
    """A line that was changed."""
    return Piece(_encode(plain))


def typed(tale: Tale, plain: Plain) -> Line:
    """The line that plain values make; raises Unreadable."""
    return tale.catalogue.decode(_encode(plain))
