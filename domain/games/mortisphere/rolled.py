"""The dice that events hold, each throw once: where it counted (chapters 8, 18).

A die that was rolled again showed all its faces; the events in between, which show it as it lay,
are passed over. A find among the items of a family is passed over too: how many there were to find
is not on record.
"""

from collections.abc import Callable, Iterator

from domain.games.mortisphere.after.advances import AdvanceRolled
from domain.games.mortisphere.after.discoveries import FACES, DiscoveryMade
from domain.games.mortisphere.after.evening import LotDrawn
from domain.games.mortisphere.after.fate import FateResolved, FateRolled
from domain.games.mortisphere.after.homecoming import ReturnRolled
from domain.games.mortisphere.areas import MoveOpposed
from domain.games.mortisphere.captain import CaptainGaveWay, CaptainStood
from domain.games.mortisphere.contest import InteractionOpposed
from domain.games.mortisphere.deployment import ChooserRolled
from domain.games.mortisphere.happenings import HappeningRolled, UnitsHit
from domain.games.mortisphere.initiative import CrewDie, InitiativeRolled
from domain.games.mortisphere.lots import PlainDie
from domain.games.mortisphere.neutrals import LotCast
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.shapes import book
from domain.odds import Die
from domain.terms import Event, Who

_Any = DieShown | CrewDie | PlainDie


def fell(event: Event) -> tuple[Die, ...]:
    """The dice that an event shows where they counted."""
    found = _FELL.get(type(event))
    return tuple(found(event)) if found else ()


def shrinks(event: Event) -> bool:
    """MS-DMG-6 `uniform`: whether a battle opens in which a die has as many faces as may count."""
    return isinstance(event, BattleOpened) and any(
        (s.option, s.value) == ("lost_health_cap", "uniform") for s in event.house
    )


def _dice(event: Event) -> Iterator[Die]:
    """The dice of an event that lists them."""
    listed: tuple[_Any, ...] = getattr(event, "dice", ())
    for die in listed:
        match die:
            case DieShown(kept=False):
                for face in (*die.before, die.natural):
                    yield Die(of=die.member, sides=die.die, face=face, most=die.maximum)
            case CrewDie():
                yield Die(of=die.crew, sides=die.die, face=die.natural)
            case PlainDie():
                yield Die(of=die.of, sides=die.die, face=die.natural)
            case _:
                pass


def _fate(event: Event) -> Iterator[Die]:
    """A fate die, and one that was thrown after another."""
    if isinstance(event, FateRolled):
        yield Die(of=event.member, sides=event.die, face=event.natural)
    elif isinstance(event, FateResolved):
        for face in event.fell:
            yield Die(of=event.member, sides=event.die, face=face)


def _of_table(event: Event) -> Iterator[Die]:
    """A die that is read from a table of the codex, or a lot among so many."""
    match event:
        case AdvanceRolled():
            yield _read(event.member, book().advancement.die, event.natural)
        case ReturnRolled():
            table = next(row.later[0] for row in book().fates if row.later)
            yield _read(event.member, table.die, event.natural)
        case DiscoveryMade():
            yield _read((*event.finder, event.crew)[0], FACES, event.natural)
        case LotDrawn():
            yield _read((*event.about, event.crew)[0], len(event.candidates), event.natural)
        case _:
            pass


def _read(of: Who, sides: int, face: int) -> Die:
    return Die(of=of, sides=sides, face=face)


def _lot(event: Event) -> Iterator[Die]:
    """MS-NEU-2: a lot among so many."""
    if isinstance(event, LotCast):
        for die in event.dice:
            yield Die(of=event.neutral, sides=len(event.among), face=die.natural)


_FELL: dict[type[Event], Callable[[Event], Iterator[Die]]] = {
    **dict.fromkeys(
        (
            ClashFought,
            MoveOpposed,
            InteractionOpposed,
            InitiativeRolled,
            ChooserRolled,
            CaptainStood,
            CaptainGaveWay,
            HappeningRolled,
            UnitsHit,
        ),
        _dice,
    ),
    LotCast: _lot,
    FateRolled: _fate,
    FateResolved: _fate,
    **dict.fromkeys((AdvanceRolled, ReturnRolled, DiscoveryMade, LotDrawn), _of_table),
}
EVENTS: tuple[type[Event], ...] = (BattleOpened, *_FELL)
