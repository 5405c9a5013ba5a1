"""Swings: how much each roll of a battle changed, and which roll was its turning point (ADR 0031).

The battle is told again line by line. Before a roll every way in which its dice may come is decided
by the game's own rules; the lead of each side on the board after each way, weighted with its
chance, is what was to be expected. How far the lead that came lies from it is the roll's swing.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any

import msgspec
from msgspec import UNSET

from domain import dice
from domain.game import Game
from domain.ledger.fold import ordered
from domain.ledger.record import Line
from domain.odds import Die, Odds, Shows, Way, Ways, expected, leads
from domain.terms import Event, Refusal, Telling
from domain.throwing import Roll, Rolled, Seal, Shown, Source

Leads = dict[str, Fraction]
UNFIT = (
    Refusal,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""What lines raise that no rules wrote: an audit says what is wrong with them."""


class Moment(msgspec.Struct, frozen=True):
    """A moment of a battle that is told again: its newest line then, and its state behind it."""

    address: str
    state: Any


class Turned(msgspec.Struct, frozen=True):
    """A battle told again: the roll on which it turned and the moment of that; how it ended.

    There is no roll where none changed anything; `end` is its newest moment if it goes on.
    """

    swing: "Swing | None"
    moment: Moment
    end: Moment


class Swing(msgspec.Struct, frozen=True, kw_only=True):
    """A roll of a battle and what it changed.

    `address` is the line that tells it, `what` the game's word for what was thrown for, `crew` the
    story of the crew that threw. `code` says what came, `exactly` is the chance of that. `swing` is
    the distance between the lead that came and the one that was to be expected, `favours` the side
    (a crew's story) whose lead came out best, "" where nothing changed; `chance` is that of a roll
    as good for it or better, `expected` and `came` are its leads. `dice` are the faces that fell.
    A roll with too many ways, or one that no rules awaited, is not `counted`: its swing is 0, its
    chances are 1.
    """

    address: str
    what: str
    crew: str
    dice: tuple[Die, ...]
    code: str = ""
    exactly: Fraction = Fraction(1)
    favours: str = ""
    chance: Fraction = Fraction(1)
    expected: Fraction = Fraction(0)
    came: Fraction = Fraction(0)
    swing: Fraction = Fraction(0)
    counted: bool = True


def swings(game: Game, lines: Sequence[Line]) -> Iterator[Swing]:
    """The rolls of a battle in their order, each with its swing; `lines` are those of its story.

    Lines that were taken back are no part of it, and the aftermath is none of the battle. A game
    that says nothing of odds has none.
    """
    for swing, _ in _told(game, lines):
        if swing is not None:
            yield swing


def turning_point(found: Iterable[Swing]) -> Swing | None:
    """The roll that changed most, of equals the first; None where none changed anything."""
    best: Swing | None = None
    for one in found:
        best = _more(best, one)
    return best


def turned(game: Game, lines: Sequence[Line]) -> Turned:
    """The turning point of a battle, and its moments; `lines` are those of its story.

    The moment of a roll is behind all that came of it.
    """
    best: Swing | None = None
    at = end = Moment("", game.battle.initial)
    for swing, end in _told(game, lines):
        if (more := _more(best, swing)) is not best:
            best, at = more, end
    return Turned(best, at, end)


def _more(best: Swing | None, one: Swing | None) -> Swing | None:
    """Of two rolls the one that changed more, or else the first."""
    return one if one is not None and one.swing > (best.swing if best else 0) else best


def _told(game: Game, lines: Sequence[Line]) -> Iterator[tuple[Swing | None, Moment]]:
    """What lines tell, action by action to the end: a swing if it is a roll, and the moment."""
    teller = _Teller(game)
    for deed in _deeds(ordered(lines)):
        swing = teller.tell(deed)
        yield swing, Moment(deed[-1].address, teller.state)
        if teller.over:
            return


def _deeds(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines of each action, which begin with the one that names it as their cause."""
    deed: list[Line] = []
    for line in lines:
        if line.cause is not UNSET and deed:
            yield deed
            deed = []
        deed.append(line)
    if deed:
        yield deed


class _Teller:
    """A battle that is told again, with what its dice might have done."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._scales = _Scales(game, game.odds) if game.odds else None
        self._state = game.battle.initial

    @property
    def state(self) -> Any:
        """What is on the table now."""
        return self._state

    @property
    def over(self) -> bool:
        """Whether the battle has ended, and no roll of its own can follow."""
        return bool(getattr(self._state, "ended", ""))

    def tell(self, deed: Sequence[Line]) -> Swing | None:
        """Tell an action's lines; give its swing if it is a roll of which the game has odds."""
        before, cause = self._state, deed[0].cause
        for line in deed:
            self._state = self._game.battle.evolve(self._state, line.data)
        first = next((line for line in deed if isinstance(line.data, Rolled)), None)
        if self._scales is None or not isinstance(cause, Roll) or first is None:
            return None
        try:
            if not self._game.sides(before):
                return None
            return self._scales.swing(before, self._state, first, cause)
        except UNFIT:
            return Swing(address=first.address, what="", crew="", dice=(), counted=False)


class _Scales:
    """Weighs rolls against everything that might have come."""

    def __init__(self, game: Game, odds: Odds) -> None:
        self._game = game
        self._odds = odds

    def swing(self, before: Any, after: Any, first: Line, cause: Roll) -> Swing:
        """The swing of a roll that a state awaited, and the state behind all that came of it."""
        waiting, sides = self._game.awaited(before), self._game.sides(before)
        shows = _shows(before, first.data, cause, sides)
        due = zip(waiting.dice, sides, shows, strict=True)
        rolled = Swing(
            address=first.address,
            what=waiting.what,
            crew=waiting.crew,
            dice=tuple(
                Die(of=self._odds.who(before, die.unit), sides=n, face=faces[-1])
                for die, n, faces in due
            ),
        )
        ways = self._odds.ways(before)
        if ways is None:
            return msgspec.structs.replace(rolled, counted=False)
        code = ways.came(shows)
        rolled = msgspec.structs.replace(rolled, code=code, exactly=ways.chance(code))
        return rolled if ways.idle else self._weighed(rolled, before, after, ways)

    def _weighed(self, rolled: Swing, before: Any, after: Any, ways: Ways) -> Swing:
        """The roll with its swing."""
        might = self._might(before, ways)
        came = self._mean(after)
        mean = {side: expected((chance, each[side]) for chance, each in might) for side in came}
        gain = {side: came[side] - mean[side] for side in came}
        best = max(gain, key=lambda side: gain[side], default="")
        if not best or gain[best] <= 0:
            return rolled
        return msgspec.structs.replace(
            rolled,
            favours=best,
            chance=sum((p for p, each in might if each[best] >= came[best]), Fraction(0)),
            expected=mean[best],
            came=came[best],
            swing=max(map(abs, gain.values())),
        )

    def _might(self, state: Any, ways: Ways) -> list[tuple[Fraction, Leads]]:
        """The leads after each way that the dice may come."""
        return [(way.chance, self._mean(played(self._game, state, way)[0])) for way in ways.each]

    def _mean(self, state: Any) -> Leads:
        """The leads as they stand; where dice must fall again, what they are expected to be."""
        ways = self._odds.ways(state) if self._odds.again(state) else None
        if ways is None or not ways.each:
            return leads(self._odds.worth(self._odds.settled(state)))
        might = self._might(state, ways)
        return {
            side: expected((chance, each[side]) for chance, each in might) for side in might[0][1]
        }


def played(game: Game, state: Any, way: Way) -> tuple[Any, list[Event]]:
    """The state after a roll on the table that comes that way, and what came of it."""
    table = msgspec.structs.replace(state, dice=Source.TABLE, announced=False)
    roll = game.throw(tuple(faces[-1] for faces in way.shows))
    shown = tuple(Shown(face=faces[-1], before=faces[:-1]) for faces in way.shows)
    judged = game.battle.decide(table, msgspec.structs.replace(roll, faces=shown))
    events = [event for event in judged if isinstance(event, Event)]
    if isinstance(judged, Telling):
        return judged.state, events
    return reduce(game.battle.evolve, events, table), events


def _shows(state: Any, event: Event, cause: Roll, sides: Sequence[int]) -> Shows:
    """The faces of a roll: as they were told, or as the sealed dice showed them."""
    if cause.faces:
        return tuple((*shown.before, shown.face) for shown in cause.faces)
    seal: Seal = state.seal
    reveals = [bytes.fromhex(each) for each in cause.reveals]
    place: int = getattr(event, "place", 0) or seal.places + 1
    rolled = dice.faces(bytes.fromhex(seal.battle), place, reveals, [n for n in sides if n > 1])
    faces = iter(rolled)
    return tuple((next(faces) if n > 1 else 1,) for n in sides)
