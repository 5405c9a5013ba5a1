"""Chapter 5.2: life points are lost and regained (MR-DMG-1, -7, -8)."""

from typing import Any

import msgspec

from domain.games.morturi.battle import Fighting, changed, side
from domain.games.morturi.units import Unit
from domain.terms import Event, Telling, Who

# Events


class LifeLost(Event, frozen=True, kw_only=True, tag="morturi.life-lost/1"):
    """A gladiator lost life points; `life` is what he has left (MR-DMG-1).

    `by` did it, `school` is credited if he falls by it (MR-CRD-2, -6).
    """

    gladiator: Who
    amount: int
    life: int
    cause: Who
    by: tuple[Who, ...] = ()
    school: tuple[Who, ...] = ()
    attack: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        by = f" to {self.by[0].name}" if self.by else ""
        return (
            f"{self.gladiator.name} loses {self.amount}{by} ({self.cause.name}): {self.life} left."
        )


class LifeRegained(Event, frozen=True, kw_only=True, tag="morturi.life-regained/1"):
    """A gladiator regained life points (MR-DMG-8)."""

    gladiator: Who
    amount: int
    life: int
    source: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} regains {self.amount} ({self.source.name}): {self.life} now."


# Judging


class Blame(msgspec.Struct, frozen=True):
    """Who is behind harm: what it came of, whose hand, which school is credited."""

    cause: Who
    by: str = ""
    school: str = ""
    attack: bool = False


def lose_life(telling: Telling[Fighting], unit: str, amount: int, blame: Blame) -> None:
    """MR-DMG-1: what is left after reductions comes off his life points."""
    battle = telling.state
    if amount < 1:
        return
    who = battle.units[unit]
    telling.tell(
        LifeLost(
            gladiator=who.who,
            amount=amount,
            life=who.now - amount,
            cause=blame.cause,
            by=(battle.units[blame.by].who,) if blame.by else (),
            school=(side(battle, blame.school).who,) if blame.school else (),
            attack=blame.attack,
        )
    )


def least(battle: Fighting, base: int) -> int:
    """MR-DMG-5: what reductions leave of damage at least; of none they leave none."""
    return min(base, int(battle.house.min_damage)) if base > 0 else 0


def regain(telling: Telling[Fighting], unit: Unit, amount: int, source: Who) -> int:
    """MR-DMG-8: never above the starting total, but by `heal_cap`."""
    capped = telling.state.house.heal_cap == "starting"
    gained = min(amount, unit.lost) if capped else amount
    if gained > 0:
        telling.tell(
            LifeRegained(gladiator=unit.who, amount=gained, life=unit.now + gained, source=source)
        )
    return gained


# Remembering


EVENTS: tuple[type[Event], ...] = (LifeLost, LifeRegained)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case LifeLost():
            return _harmed(battle, event)
        case LifeRegained():
            unit = battle.units.get(event.gladiator.id)
            lost = unit.life - event.life if unit else 0
            return changed(battle, event.gladiator.id, lost=lost)
        case _:
            return battle


def _harmed(battle: Fighting, event: LifeLost) -> Fighting:
    """MR-CRD-2: the final blow is the one that left him without life points, whatever follows."""
    unit = battle.units.get(event.gladiator.id)
    if unit is None:
        return battle
    blame: dict[str, Any] = {
        "struck_by": event.by[0].id if event.by else "",
        "struck_for": event.school[0].id if event.school else "",
        "by_attack": event.attack,
    }
    lost = unit.life - event.life
    final = blame if unit.now > 0 else {}
    hurt = changed(battle, unit.id, lost=lost, hurt=True, **final)
    return msgspec.structs.replace(hurt, harmed=True)
