"""Chapter 1 at the table: notes, and rulings that no option covers (MR-GEN-4)."""

from collections.abc import Callable
from enum import StrEnum

import msgspec

from domain import ruling
from domain.counting import counted
from domain.games.morturi import dicing, pursuing
from domain.games.morturi.battle import Fighting, at, changed, side
from domain.games.morturi.crowd import gain_favour
from domain.games.morturi.falling import put_out
from domain.games.morturi.ground import field, spot
from domain.games.morturi.harm import Blame, lose_life, regain
from domain.games.morturi.hazards import arrive
from domain.games.morturi.shapes import book
from domain.games.morturi.shoving import Shove, shove
from domain.games.morturi.standing import afflict, relieve
from domain.games.morturi.units import Standing, Unit
from domain.terms import Event, RuleBroken, Telling, Who

RULE = "MR-GEN-4"
RULED = Who("ruling", "ruling")

# Events


class NoteAdded(ruling.NoteAdded, frozen=True, kw_only=True, tag="morturi.note-added/1"):
    """Somebody wrote something into the record, of a gladiator or of the battle."""


class RulingRecorded(
    ruling.RulingRecorded, frozen=True, kw_only=True, tag="morturi.ruling-recorded/1"
):
    """The table ruled on what no option covers; what it changes follows as events (MR-GEN-4)."""


class ActedRuled(Event, frozen=True, kw_only=True, tag="morturi.acted-ruled/1"):
    """By a ruling a gladiator counts as having acted this round, or may act again."""

    gladiator: Who
    acted: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} {'has acted' if self.acted else 'may act'} (ruling)."


class GladiatorReturned(Event, frozen=True, kw_only=True, tag="morturi.gladiator-returned/1"):
    """By a ruling a gladiator who was out is back on a square, with a life point at least."""

    gladiator: Who
    square: str
    life: int

    def told(self) -> str:
        """Say it as the table would."""
        life = counted(self.life, "life point")
        return f"{self.gladiator.name} is back on {self.square}, {life} (ruling)."


# Actions


class Note(ruling.Note, frozen=True, kw_only=True, tag="morturi.note"):
    """Write a note, of a gladiator or of the battle."""


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
    """One change of a ruling: to a gladiator (or, for favour, a school), by so much or to what."""

    unit: str
    change: ChangeKind
    amount: int = 0
    what: str = ""


class Ruling(ruling.Ruling, frozen=True, kw_only=True, tag="morturi.ruling"):
    """Record a ruling of the table, with what it changes."""

    changes: tuple[Change, ...] = ()


# Judging


def note(telling: Telling[Fighting], action: Note) -> None:
    """Anyone may write a note at any time."""
    ruling.check_note(RULE, action)
    units = telling.state.units
    member = (units[action.member].who,) if action.member else ()
    telling.tell(NoteAdded(member=member, text=action.text))


def rule(telling: Telling[Fighting], action: Ruling) -> None:
    """MR-GEN-4: the ruling is stored; state changes only by the ordinary events beside it."""
    ruling.check_ruling(RULE, action)
    if action.changes and underway(telling.state):
        raise RuleBroken(
            RULE, "what is under way comes to its end before a ruling changes anything"
        )
    for change in action.changes:
        _check(telling.state, change)
    telling.tell(RulingRecorded(text=action.text))
    for change in action.changes:
        if change.change is ChangeKind.SCORES:
            gain_favour(telling, change.unit, change.amount, RULED)
        else:
            APPLY[change.change](telling, telling.state.units[change.unit], change)


def underway(battle: Fighting) -> bool:
    """Whether an attack, dice of a trick or a pursuit have to come to their end first."""
    waits = dicing.upcoming(battle) or pursuing.upcoming(battle)
    return battle.attack is not None or waits is not None


AMOUNTS = (ChangeKind.LOSES, ChangeKind.REGAINS, ChangeKind.SCORES)


def _check(battle: Fighting, change: Change) -> None:
    """A change has its amount, and concerns somebody whom it can."""
    if change.change in AMOUNTS and change.amount < 1:
        raise RuleBroken(RULE, f"{change.change} at least 1")
    if change.change is ChangeKind.SCORES:
        side(battle, change.unit)
        return
    unit = battle.units[change.unit]
    if change.change is ChangeKind.BACK:
        if unit.present:
            raise RuleBroken(RULE, f"{unit.who.name} is not out")
    elif not unit.active:
        raise RuleBroken(RULE, f"{unit.who.name} is not in the arena")


def _lose(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    lose_life(telling, unit.id, change.amount, Blame(RULED))


def _regain(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    if not regain(telling, unit, change.amount, RULED):
        raise RuleBroken(RULE, f"{unit.who.name} has lost nothing that he could regain")


def _place(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    _check_square(telling.state, change.what)
    shove(telling, Shove(unit, change.what, RULED))
    arrive(telling, unit.id)


def _check_square(battle: Fighting, square: str) -> None:
    """MR-GEN-1: one gladiator on a square on which one can stand."""
    if not square or not field(battle).open(spot(square)) or at(battle, square):
        raise RuleBroken(RULE, f"nobody can be put on {square or 'no square'}")


def _condition(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    condition = book(telling.state.edition).condition(change.what).id
    has = any(c.id == condition for c in unit.conditions)
    gains = change.change is ChangeKind.GAINS
    if gains is has:
        state = "has" if has else "does not have"
        raise RuleBroken(RULE, f"{unit.who.name} {state} the condition {condition}")
    if gains:
        afflict(telling, unit, condition, RULED, None)
    else:
        relieve(telling, unit, condition, RULED)


def _acts(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    if telling.state.turn is not None:
        raise RuleBroken(RULE, "the turn under way comes to its end first")
    acted = change.change is ChangeKind.ACTED
    telling.tell(ActedRuled(gladiator=unit.who, acted=acted))


def _take_out(telling: Telling[Fighting], unit: Unit, _: Change) -> None:
    put_out(telling, unit, Blame(RULED))


def _bring_back(telling: Telling[Fighting], unit: Unit, change: Change) -> None:
    square = change.what or unit.square
    _check_square(telling.state, square)
    telling.tell(GladiatorReturned(gladiator=unit.who, square=square, life=max(1, unit.now)))


APPLY: dict[ChangeKind, Callable[[Telling[Fighting], Unit, Change], None]] = {
    ChangeKind.LOSES: _lose,
    ChangeKind.REGAINS: _regain,
    ChangeKind.AT: _place,
    ChangeKind.GAINS: _condition,
    ChangeKind.SHEDS: _condition,
    ChangeKind.ACTED: _acts,
    ChangeKind.READY: _acts,
    ChangeKind.OUT: _take_out,
    ChangeKind.BACK: _bring_back,
}

# Remembering


EVENTS: tuple[type[Event], ...] = (NoteAdded, RulingRecorded, ActedRuled, GladiatorReturned)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what was ruled."""
    match event:
        case ActedRuled():
            return changed(battle, event.gladiator.id, acted=event.acted)
        case GladiatorReturned():
            unit = battle.units.get(event.gladiator.id)
            lost = unit.life - event.life if unit else 0
            return changed(
                battle,
                event.gladiator.id,
                standing=Standing.ACTIVE,
                square=event.square,
                lost=lost,
                facing=unit.facing or "n" if unit else "n",
            )
        case _:
            return battle
