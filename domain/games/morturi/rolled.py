"""The dice that events hold, each throw once: where it counted (chapters 1 and 5).

The dice of an attack that lay before they were decided are told again by the event that decides
it; what was thrown once more has an event of its own.
"""

from collections.abc import Callable, Iterator

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


def _attack(event: Event) -> Iterator[Die]:
    if isinstance(event, AttackRolled):
        yield from (_six(event.attacker, face) for face in event.faces)
    elif isinstance(event, DieThrownAgain):
        yield _six(event.attacker, event.natural)


def _checked(event: Event) -> Iterator[Die]:
    match event:
        case TrickRolled() | LastDieThrown() | SurvivalChecked() | SkillChecked():
            yield _six(event.gladiator, event.face)
        case RecruitsRolled():
            yield _six(event.school, event.face)
        case _:
            pass


def _several(event: Event) -> Iterator[Die]:
    match event:
        case SweepRolled():
            yield from (_six(event.gladiator, one.face) for one in event.hurt)
        case ContestRolled():
            pairs = zip(event.gladiators, event.faces, strict=True)
            yield from (_six(who, face) for who, face in pairs)
        case _:
            pass


def _lot(event: Event) -> Iterator[Die]:
    if isinstance(event, LotDrawn | LotCast):
        yield Die(of=NOBODY, sides=len(event.among), face=event.face)


_FELL: dict[type[Event], Callable[[Event], Iterator[Die]]] = {
    **dict.fromkeys((AttackRolled, DieThrownAgain), _attack),
    **dict.fromkeys(
        (TrickRolled, LastDieThrown, SurvivalChecked, SkillChecked, RecruitsRolled), _checked
    ),
    **dict.fromkeys((SweepRolled, ContestRolled), _several),
    **dict.fromkeys((LotDrawn, LotCast), _lot),
}
EVENTS = tuple(_FELL)
