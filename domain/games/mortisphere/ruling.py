"""Chapter 19 at the table: notes, and rulings that no option covers (MS-PRO-7, MS-EVT-5)."""

from collections.abc import Callable
from enum import StrEnum

import msgspec

from domain import ruling
from domain.games.mortisphere.areas import MemberMoved
from domain.games.mortisphere.battle import Fighting, area_name, changed
from domain.games.mortisphere.captain import fall
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.health import heal
from domain.games.mortisphere.resolve import current_max
from domain.games.mortisphere.scoring import add_points
from domain.games.mortisphere.statuses import StatusGained, StatusLost
from domain.games.mortisphere.underway import Harm
from domain.games.mortisphere.units import Standing, Unit
from domain.names import the
from domain.terms import Event, RuleBroken, Telling, Who

RULED = "ruling"

# Events


class NoteAdded(ruling.NoteAdded, frozen=True, kw_only=True, tag="mortisphere.note-added/1"):
    """Somebody wrote something into the record, of a member or of the battle (MS-HIS-3)."""


class RulingRecorded(
    ruling.RulingRecorded, frozen=True, kw_only=True, tag="mortisphere.ruling-recorded/1"
):
    """The table ruled on what no option covers; what it changes follows as events (MS-EVT-5).

    Dice of which some still had to be rolled again are thrown `anew` on what has changed.
    """

    harms: "tuple[Ruled, ...]" = ()
    anew: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        anew = " (the roll that was begun is made anew)" if self.anew else ""
        return f"{super().told()}{anew}"


class Ruled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Health that a ruling takes from a unit."""

    member: Who
    amount: int


class MemberRefreshed(Event, frozen=True, kw_only=True, tag="mortisphere.member-refreshed/1"):
    """A unit is unactivated again and may act once more (MS-ACT-7)."""

    member: Who
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} may act again ({self.reason})."


class MemberReturned(Event, frozen=True, kw_only=True, tag="mortisphere.member-returned/1"):
    """A unit that was out is back, with at least 1 Health."""

    member: Who
    lost: int
    maximum_roll: int

    def told(self) -> str:
        """Say it as the table would."""
        back = f"{self.member.name} is back ({self.lost} Health lost)"
        return f"{back}; it may roll {self.maximum_roll} at most."


# Actions


class Note(ruling.Note, frozen=True, kw_only=True, tag="mortisphere.note"):
    """Write a note, of a member or of the battle."""


class ChangeKind(StrEnum):
    """What a ruling may change."""

    LOSES = "loses"
    REGAINS = "regains"
    SCORES = "scores"
    AT = "at"
    GAINS = "gains"
    SHEDS = "sheds"
    ACTED = "acted"
    READY = "ready"
    OUT = "out"
    BACK = "back"


class Change(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One change of a ruling: to a unit (or, for points, a crew), by so much or to what."""

    unit: str
    change: ChangeKind
    amount: int = 0
    what: str = ""


class Ruling(ruling.Ruling, frozen=True, kw_only=True, tag="mortisphere.ruling"):
    """Record a ruling of the table, with what it changes."""

    changes: tuple[Change, ...] = ()


# Judging


def note(telling: Telling[Fighting], action: Note) -> None:
    """MS-HIS-3: anyone may write a note at any time."""
    ruling.check_note("MS-HIS-3", action)
    units = telling.state.units
    member = (units[action.member].who,) if action.member else ()
    telling.tell(NoteAdded(member=member, text=action.text))


def rule(telling: Telling[Fighting], action: Ruling) -> None:
    """MS-EVT-5: the ruling is stored; state changes only by the ordinary events beside it."""
    ruling.check_ruling("MS-EVT-5", action)
    units = telling.state.units
    for change in action.changes:
        _check_change(telling.state, change)
    losses = [c for c in action.changes if c.change is ChangeKind.LOSES]
    harms = tuple(Ruled(units[c.unit].who, c.amount) for c in losses)
    anew = bool(action.changes and telling.state.again)
    telling.tell(RulingRecorded(text=action.text, harms=harms, anew=anew))
    for change in action.changes:
        if change.change is ChangeKind.SCORES:
            add_points(telling, change.unit, change.amount, RULED)
        elif change.change is not ChangeKind.LOSES:
            APPLY[change.change](telling, telling.state.units[change.unit], change)


AMOUNTS = (ChangeKind.LOSES, ChangeKind.REGAINS, ChangeKind.SCORES)


def _check_change(battle: Fighting, change: Change) -> None:
    """A change has its amount, and concerns a unit that has been deployed."""
    if change.change in AMOUNTS and change.amount < 1:
        raise RuleBroken("MS-EVT-5", f"{change.change} at least 1")
    if change.change is ChangeKind.SCORES:
        return
    unit = battle.units[change.unit]
    if unit.standing is Standing.RESERVE:
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} is not deployed yet")
    if change.change is ChangeKind.LOSES and not unit.active:
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} is out and can lose nothing more")


def _regain(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    if not unit.active:
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} is out", hint="back brings it back first")
    if not unit.lost + unit.strain:
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} has lost nothing that it could regain")
    heal(telling, unit.id, change.amount)


def _place(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    before, to = area_name(telling.state, unit.area), area_name(telling.state, change.what)
    if before == to:
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} is in {the(to.name)} already")
    telling.tell(MemberMoved(member=unit.who, before=before, to=to, reason=RULED))


def _act(telling: Telling[Fighting], unit: Unit, _change: Change) -> None:
    telling.tell(MemberActivated(member=unit.who, reason=RULED))


def _refresh(telling: Telling[Fighting], unit: Unit, _change: Change) -> None:
    telling.tell(MemberRefreshed(member=unit.who, reason=RULED))


def _take_out(telling: Telling[Fighting], unit: Unit, _change: Change) -> None:
    if not unit.active:
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} is out already")
    fall(telling, unit)


def _bring_back(telling: Telling[Fighting], unit: Unit, _change: Change) -> None:
    if unit.active:
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} is not out")
    lost = min(unit.lost, unit.health - 1)
    after = msgspec.structs.replace(unit, lost=lost, strain=0)
    maximum = current_max(telling.state, after)
    telling.tell(MemberReturned(member=unit.who, lost=lost, maximum_roll=maximum))


def _status(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    status = telling.state.book.status(change.what).id
    has = any(s.id == status for s in unit.statuses)
    if change.change is ChangeKind.GAINS and not has:
        telling.tell(StatusGained(member=unit.who, status=status, until=telling.state.round))
    elif change.change is ChangeKind.SHEDS and has:
        telling.tell(StatusLost(member=unit.who, status=status))
    else:
        state = "has" if has else "does not have"
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} {state} the status {status}")


APPLY: dict[ChangeKind, Callable[[Telling[Fighting], Unit, Change], None]] = {
    ChangeKind.REGAINS: _regain,
    ChangeKind.AT: _place,
    ChangeKind.GAINS: _status,
    ChangeKind.SHEDS: _status,
    ChangeKind.ACTED: _act,
    ChangeKind.READY: _refresh,
    ChangeKind.OUT: _take_out,
    ChangeKind.BACK: _bring_back,
}

# Remembering


EVENTS: tuple[type[Event], ...] = (
    NoteAdded,
    RulingRecorded,
    MemberRefreshed,
    MemberReturned,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what was ruled."""
    match event:
        case RulingRecorded():
            harms = tuple(Harm(unit=h.member.id, amount=h.amount) for h in event.harms)
            again = () if event.anew else battle.again
            return msgspec.structs.replace(battle, due=harms + battle.due, again=again)
        case MemberRefreshed():
            return changed(battle, event.member.id, acted=False)
        case MemberReturned():
            return changed(
                battle, event.member.id, standing=Standing.ACTIVE, lost=event.lost, strain=0
            )
        case _:
            return battle
