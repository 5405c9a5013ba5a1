"""The dice that events hold, each throw once: where it counted (chapters 1 and 5).

The dice of an attack that lay before they were decided are told again by the event that decides
it; what was thrown once more has an event of its own.
"""

from collections.abc import Callable, Iterator
from typing import Any

from domain.games.morturi.changing import DieThrownAgain
from domain.games.morturi.dicing import SweepRolled, TrickRolled
from domain.games.morturi.falling import LastDieThrown
from domain.games.morturi.priority import LotDrawn
from domain.games.morturi.school.beyond import ContestRolled, SkillChecked
from domain.games.morturi.school.month_end import RecruitsRolled
from domain.games.morturi.school.survival import SurvivalChecked
from domain.games.morturi.school.throwing import LotCast
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.throwing import D6
from domain.odds import Die
from domain.terms import Event, Who

NOBODY = Who("", "a lot")


def fell(event: Event) -> tuple[Die, ...]:
    """The dice that an event shows where they counted."""
    found = _FELL.get(type(event))
    return tuple(found(event)) if found else ()


def _six(of: Who, face: int) -> Die:
    return Die(of=of, sides=D6, face=face)


def _attack(event: AttackRolled) -> Iterator[Die]:
    return (_six(event.attacker, face) for face in event.faces)


def _again(event: DieThrownAgain) -> Iterator[Die]:
    yield _six(event.attacker, event.natural)


def _checked(event: Any) -> Iterator[Die]:
    """A die for one gladiator."""
    yield _six(event.gladiator, event.face)


def _recruits(event: RecruitsRolled) -> Iterator[Die]:
    yield _six(event.school, event.face)


def _sweep(event: SweepRolled) -> Iterator[Die]:
    return (_six(event.gladiator, one.face) for one in event.hurt)


def _contest(event: ContestRolled) -> Iterator[Die]:
    pairs = zip(event.gladiators, event.faces, strict=True)
    return (_six(who, face) for who, face in pairs)


def _lot(event: LotDrawn | LotCast) -> Iterator[Die]:
    yield Die(of=NOBODY, sides=len(event.among), face=event.face)


_FELL: dict[type[Event], Callable[[Any], Iterator[Die]]] = {
    AttackRolled: _attack,
    DieThrownAgain: _again,
    **dict.fromkeys((TrickRolled, LastDieThrown, SurvivalChecked, SkillChecked), _checked),
    RecruitsRolled: _recruits,
    SweepRolled: _sweep,
    ContestRolled: _contest,
    **dict.fromkeys((LotDrawn, LotCast), _lot),
}
EVENTS: tuple[type[Event], ...] = tuple(_FELL)
