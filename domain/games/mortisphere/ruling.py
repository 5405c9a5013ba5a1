"""Chapters 16 and 19 at the table: notes, and rulings that no option covers (MS-PRO-7, MS-EVT-5)."""

from enum import StrEnum

import msgspec

from domain.games.mortisphere.areas import MemberMoved
from domain.games.mortisphere.battle import (
    Fighting,
    Harm,
    Standing,
    Status,
    Unit,
    area_name,
    changed,
)
from domain.games.mortisphere.captain import MemberIncapacitated, heal
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.resolve import current_max
from domain.games.mortisphere.scoring import add_points
from domain.games.mortisphere.shapes import book
from domain.terms import Action, Event, RuleBroken, Telling, Who

RULED = "ruling"

# Events


class NoteAdded(Event, frozen=True, kw_only=True, tag="mortisphere.note-added/1"):
    """Somebody wrote something into the record, of a member or of the battle (MS-HIS-3)."""

    member: tuple[Who, ...] = ()
    text: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"Note{f' on {self.member[0].name}' if self.member else ''}: {self.text}"


class RulingRecorded(Event, frozen=True, kw_only=True, tag="mortisphere.ruling-recorded/1"):
    """The table ruled on what no option covers; what it changes follows as events (MS-EVT-5)."""

    text: str
    harms: "tuple[Ruled, ...]" = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"Ruling: {self.text}"


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
        return f"{self.member.name} is back ({self.lost} Health lost)."


class StatusGained(Event, frozen=True, kw_only=True, tag="mortisphere.status-gained/1"):
    """A unit has a status now; `until` is the last round in which it holds (0: until taken off)."""

    member: Who
    status: str
    until: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        end = f" until the end of round {self.until}" if self.until else ""
        return f"{self.member.name} is {self.status}{end}."


class StatusLost(Event, frozen=True, kw_only=True, tag="mortisphere.status-lost/1"):
    """A unit is rid of a status."""

    member: Who
    status: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is no longer {self.status}."


# Actions


class Note(Action, frozen=True, kw_only=True, tag="mortisphere.note"):
    """Write a note, of a member or of the battle."""

    member: str = ""
    text: str


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


class Ruling(Action, frozen=True, kw_only=True, tag="mortisphere.ruling"):
    """Record a ruling of the table, with what it changes."""

    text: str
    changes: tuple[Change, ...] = ()


# Judging


def note(telling: Telling[Fighting], action: Note) -> None:
    """MS-HIS-3: anyone may write a note at any time."""
    if not action.text.strip():
        raise RuleBroken("MS-HIS-3", "a note says something")
    units = telling.state.units
    member = (units[action.member].who,) if action.member else ()
    telling.tell(NoteAdded(member=member, text=action.text))


def rule(telling: Telling[Fighting], action: Ruling) -> None:
    """MS-EVT-5: the ruling is stored; state changes only by the ordinary events beside it."""
    if not action.text.strip():
        raise RuleBroken("MS-EVT-5", "a ruling says what was ruled")
    units = telling.state.units
    losses = [c for c in action.changes if c.change is ChangeKind.LOSES]
    for change in losses:
        _check_hurt(units[change.unit], change.amount)
    harms = tuple(Ruled(units[c.unit].who, c.amount) for c in losses)
    telling.tell(RulingRecorded(text=action.text, harms=harms))
    for change in action.changes:
        if change.change is ChangeKind.SCORES:
            add_points(telling, change.unit, change.amount, RULED)
        elif change.change is not ChangeKind.LOSES:
            _apply(telling, telling.state.units[change.unit], change)


def _check_hurt(unit: Unit, amount: int) -> None:
    if amount < 1:
        raise RuleBroken("MS-EVT-5", "a loss is at least 1 Health")
    if not unit.active:
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} is out and can lose nothing more")


def _apply(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    battle, who = telling.state, unit.who
    match change.change:
        case ChangeKind.REGAINS:
            heal(telling, unit.id, change.amount)
        case ChangeKind.AT:
            before, to = area_name(battle, unit.area), area_name(battle, change.what)
            telling.tell(MemberMoved(member=who, before=before, to=to, reason=RULED))
        case ChangeKind.GAINS | ChangeKind.SHEDS:
            _status(telling, unit, change)
        case ChangeKind.ACTED:
            telling.tell(MemberActivated(member=who, reason=RULED))
        case ChangeKind.READY:
            telling.tell(MemberRefreshed(member=who, reason=RULED))
        case ChangeKind.OUT:
            if not unit.active:
                raise RuleBroken("MS-EVT-5", f"{who.name} is out already")
            telling.tell(MemberIncapacitated(member=who, area=area_name(battle, unit.area)))
        case ChangeKind.BACK:
            if unit.active:
                raise RuleBroken("MS-EVT-5", f"{who.name} is not out")
            lost = min(unit.lost, unit.health - 1)
            after = msgspec.structs.replace(unit, lost=lost, strain=0)
            telling.tell(
                MemberReturned(member=who, lost=lost, maximum_roll=current_max(battle, after))
            )


def _status(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    status = book(telling.state.edition).status(change.what).id
    has = any(s.id == status for s in unit.statuses)
    if change.change is ChangeKind.GAINS and not has:
        telling.tell(StatusGained(member=unit.who, status=status, until=telling.state.round))
    elif change.change is ChangeKind.SHEDS and has:
        telling.tell(StatusLost(member=unit.who, status=status))
    else:
        state = "has" if has else "does not have"
        raise RuleBroken("MS-EVT-5", f"{unit.who.name} {state} the status {status}")


# Remembering


EVENTS: tuple[type[Event], ...] = (
    NoteAdded,
    RulingRecorded,
    MemberRefreshed,
    MemberReturned,
    StatusGained,
    StatusLost,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what was ruled."""
    match event:
        case RulingRecorded():
            harms = tuple(Harm(unit=h.member.id, amount=h.amount) for h in event.harms)
            return msgspec.structs.replace(battle, due=harms + battle.due)
        case MemberRefreshed():
            return changed(battle, event.member.id, acted=False)
        case MemberReturned():
            return changed(
                battle, event.member.id, standing=Standing.ACTIVE, lost=event.lost, strain=0
            )
        case StatusGained():
            unit = battle.units[event.member.id]
            status = Status(event.status, event.until)
            return changed(battle, unit.id, statuses=(*unit.statuses, status))
        case StatusLost():
            unit = battle.units[event.member.id]
            left = tuple(s for s in unit.statuses if s.id != event.status)
            return changed(battle, unit.id, statuses=left)
        case _:
            return battle
