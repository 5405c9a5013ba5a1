"""The dice that events hold, each throw once: where it counted (chapters 8, 18).

A die that was rolled again showed all its faces; the events in between, which show it as it lay,
are passed over. A find among the items of a family is passed over too: how many there were to find
is not on record.
"""

from collections.abc import Callable, Iterator
from typing import Any

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
from domain.games.mortisphere.neutrals import LotCast
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.shapes import book
from domain.odds import Die
from domain.terms import Event


def fell(event: Event) -> tuple[Die, ...]:
    """The dice that an event shows where they counted."""
    found = _FELL.get(type(event))
    return tuple(found(event)) if found else ()


def shrinks(event: Event) -> bool:
    """MS-DMG-6 `uniform`: whether a battle opens in which a die has as many faces as may count."""
    return isinstance(event, BattleOpened) and any(
        (s.option, s.value) == ("lost_health_cap", "uniform") for s in event.house
    )


def _listed(event: Any) -> Iterator[Die]:
    """The dice of an event that lists them; one that was kept from before is none."""
    for die in event.dice:
        if isinstance(die, DieShown):
            faces = () if die.kept else (*die.before, die.natural)
            for face in faces:
                yield Die(of=die.member, sides=die.die, face=face, most=die.maximum)
        else:
            of = die.crew if isinstance(die, CrewDie) else die.of
            yield Die(of=of, sides=die.die, face=die.natural)


def _cast(event: LotCast) -> Iterator[Die]:
    """MS-NEU-2: a lot among so many."""
    for die in event.dice:
        yield Die(of=event.neutral, sides=len(event.among), face=die.natural)


def _fate(event: FateRolled) -> Iterator[Die]:
    yield Die(of=event.member, sides=event.die, face=event.natural)


def _resolved(event: FateResolved) -> Iterator[Die]:
    """MS-FAT-6: the die that fell just now, if one did."""
    for face in event.fell:
        yield Die(of=event.member, sides=event.die, face=face)


def _advance(event: AdvanceRolled) -> Iterator[Die]:
    yield Die(of=event.member, sides=book().advancement.die, face=event.natural)


def _return(event: ReturnRolled) -> Iterator[Die]:
    table = next(row.later[0] for row in book().fates if row.later)
    yield Die(of=event.member, sides=table.die, face=event.natural)


def _discovery(event: DiscoveryMade) -> Iterator[Die]:
    yield Die(of=(*event.finder, event.crew)[0], sides=FACES, face=event.natural)


def _drawn(event: LotDrawn) -> Iterator[Die]:
    of = (*event.about, event.crew)[0]
    yield Die(of=of, sides=len(event.candidates), face=event.natural)


_LISTED: tuple[type[Event], ...] = (
    ClashFought, MoveOpposed, InteractionOpposed, InitiativeRolled, ChooserRolled,
    CaptainStood, CaptainGaveWay, HappeningRolled, UnitsHit,
)  # fmt: skip
_FELL: dict[type[Event], Callable[[Any], Iterator[Die]]] = {
    **dict.fromkeys(_LISTED, _listed),
    LotCast: _cast,
    FateRolled: _fate,
    FateResolved: _resolved,
    AdvanceRolled: _advance,
    ReturnRolled: _return,
    DiscoveryMade: _discovery,
    LotDrawn: _drawn,
}
EVENTS: tuple[type[Event], ...] = (BattleOpened, *_FELL)
