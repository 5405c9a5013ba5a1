"""Chapters 4.1 and 6: gladiators are turned, moved by effects, and fall under conditions."""

import msgspec

from domain.games.morturi.battle import Fighting, changed
from domain.games.morturi.carried import at_moment, named, plain_parts
from domain.games.morturi.carrying import Carried
from domain.games.morturi.circumstances import immunity
from domain.games.morturi.ground import in_words
from domain.games.morturi.units import Held, Unit
from domain.terms import Event, Telling, Who

# Events


class Chance(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody who may use a trick now, because of what has just happened."""

    gladiator: Who
    source: Who


class GladiatorMoved(Event, frozen=True, kw_only=True, tag="morturi.gladiator-moved/1"):
    """A gladiator was moved, or moved himself, by an effect: no movement points (MR-FRC-1).

    `by` forced him; `facing` is set where the effect turns him. `chances` are those who may step
    after him.
    """

    gladiator: Who
    before: str
    to: str
    source: Who
    by: tuple[Who, ...] = ()
    facing: str = ""
    chances: tuple[Chance, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        way = f"is moved by {self.by[0].name}" if self.by else "moves"
        turned = f", facing {in_words(self.facing)}" if self.facing else ""
        return (
            f"{self.gladiator.name} {way} from {self.before} to {self.to}{turned}"
            f" ({self.source.name})."
        )


class GladiatorTurned(Event, frozen=True, kw_only=True, tag="morturi.gladiator-turned/1"):
    """A gladiator faces another way (MR-MOV-8)."""

    gladiator: Who
    before: str
    facing: str
    source: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        why = f" ({self.source[0].name})" if self.source else ""
        return f"{self.gladiator.name} faces {in_words(self.facing)}{why}."


class EffectCancelled(Event, frozen=True, kw_only=True, tag="morturi.effect-cancelled/1"):
    """A trick could not do what it does, and did nothing (MR-FRC-2, MR-CON-9)."""

    source: Who
    bearer: Who
    on: Who
    does: str
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.source.name}: no {self.does} ({self.reason})."


class ConditionPrevented(Event, frozen=True, kw_only=True, tag="morturi.condition-prevented/1"):
    """A trick kept its bearer from a condition; he may move so many squares for it."""

    gladiator: Who
    condition: str
    source: Who
    trick: Who
    squares: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} is not {self.condition} ({self.trick.name})."


class ConditionGained(Event, frozen=True, kw_only=True, tag="morturi.condition-gained/1"):
    """A condition came over a gladiator (MR-CON-1 to -8)."""

    gladiator: Who
    condition: str
    source: Who
    by: tuple[Who, ...] = ()
    until: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} is {self.condition} ({self.source.name})."


class ConditionEnded(Event, frozen=True, kw_only=True, tag="morturi.condition-ended/1"):
    """A gladiator is free of a condition: for good, or (`suspended`) for this turn."""

    gladiator: Who
    condition: str
    source: Who
    suspended: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        turn = " for this turn" if self.suspended else ""
        return f"{self.gladiator.name} is not {self.condition}{turn} ({self.source.name})."


# Judging


def turn_to(telling: Telling[Fighting], unit: Unit, facing: str, source: Who | None = None) -> None:
    """MR-MOV-8: he turns, if he does not look that way already."""
    if unit.facing != facing:
        telling.tell(
            GladiatorTurned(
                gladiator=unit.who,
                before=unit.facing,
                facing=facing,
                source=(source,) if source else (),
            )
        )


def afflict(
    telling: Telling[Fighting], unit: Unit, condition: str, source: Who, by: Unit | None
) -> None:
    """MR-CON-7, -9: a condition comes over him, unless he is in it already, or immune."""
    battle = telling.state
    kept = immunity(battle, unit, condition)
    if kept is not None:
        _prevent(telling, unit, condition, source, kept)
    elif any(c.id == condition for c in unit.conditions):
        reason = f"{condition} already"
        bearer = (by or unit).who
        telling.tell(
            EffectCancelled(
                source=source, bearer=bearer, on=unit.who, does=condition, reason=reason
            )
        )
    else:
        telling.tell(
            ConditionGained(
                gladiator=unit.who,
                condition=condition,
                source=source,
                by=(by.who,) if by else (),
            )
        )


def _prevent(
    telling: Telling[Fighting], unit: Unit, condition: str, source: Who, kept: Carried
) -> None:
    battle = telling.state
    moves = at_moment(battle, plain_parts(battle, unit), "condition.prevented")
    trick = named(kept)
    squares = [c.effect.value for c in moves if (c.entry, c.effect.what) == (kept.entry, condition)]
    telling.tell(
        ConditionPrevented(
            gladiator=unit.who,
            condition=condition,
            source=source,
            trick=trick,
            squares=max(squares, default=0),
        )
    )


def relieve(
    telling: Telling[Fighting], unit: Unit, condition: str, source: Who, *, turn: bool = False
) -> None:
    """He is free of a condition, for good or for this turn."""
    telling.tell(
        ConditionEnded(gladiator=unit.who, condition=condition, source=source, suspended=turn)
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (
    GladiatorMoved,
    GladiatorTurned,
    EffectCancelled,
    ConditionPrevented,
    ConditionGained,
    ConditionEnded,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember where gladiators stand, whither they look, and what they are under."""
    match event:
        case GladiatorMoved():
            facing = {"facing": event.facing} if event.facing else {}
            return changed(battle, event.gladiator.id, square=event.to, **facing)
        case GladiatorTurned():
            return changed(battle, event.gladiator.id, facing=event.facing)
        case ConditionGained():
            unit = battle.units.get(event.gladiator.id)
            held = Held(event.condition, until=event.until, by=event.by[0].id if event.by else "")
            kept = (*unit.conditions, held) if unit else ()
            return changed(battle, event.gladiator.id, conditions=kept)
        case ConditionEnded():
            return _ended(battle, event)
        case _:
            return battle


def _ended(battle: Fighting, event: ConditionEnded) -> Fighting:
    unit = battle.units.get(event.gladiator.id)
    if unit is None:
        return battle
    if event.suspended:
        return changed(battle, unit.id, suspended=(*unit.suspended, event.condition))
    kept = tuple(c for c in unit.conditions if c.id != event.condition)
    return changed(battle, unit.id, conditions=kept)
