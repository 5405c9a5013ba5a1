"""Chapter 6: stances are adopted as a turn starts, and last (MR-STA-1 to -3)."""

import msgspec

from domain.games.morturi.asking import Choose, picked
from domain.games.morturi.battle import Fighting, acting, changed, turn_changed
from domain.games.morturi.carried import entry_name
from domain.games.morturi.costs import movement_points
from domain.games.morturi.effects import limit, tagged
from domain.games.morturi.units import Unit
from domain.games.morturi.waiting import Pick
from domain.terms import Action, Event, RuleBroken, Telling, Who

STANCE = "stance"

# Events


class StanceAdopted(Event, frozen=True, kw_only=True, tag="morturi.stance-adopted/1"):
    """A gladiator adopted stances; others end. `points` are his MP with them (MR-STA-1, -2)."""

    gladiator: Who
    stances: tuple[Who, ...]
    points: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        left = f": {self.points} MP" if self.points else ""
        return f"{self.gladiator.name} adopts {' and '.join(s.name for s in self.stances)}{left}."


# Actions


class Stance(Action, frozen=True, kw_only=True, tag="morturi.stance"):
    """Adopt a stance, or several where you may."""

    stances: tuple[str, ...]


# What is awaited


def upcoming(battle: Fighting) -> Pick | None:
    """MR-STA-3 `choose_one`: stances are chosen at deployment too."""
    if battle.round or battle.house.stance_at_deployment == "none" or not battle.order:
        return None
    for unit in battle.units.values():
        known = tagged(battle, unit, STANCE)
        if unit.present and known and not unit.stances and limit(battle, unit, STANCE):
            return Pick(
                crew=unit.school,
                what=STANCE,
                offers=tuple(known),
                rule="MR-STA-3",
                member=unit.id,
            )
    return None


# Judging


def adopt(telling: Telling[Fighting], action: Stance) -> None:
    """MR-STA-1, -2: once a turn, before its first step, trick for MP or attack."""
    battle = telling.state
    turn, unit = acting(battle)
    name = unit.who.name
    if turn.begun or turn.stanced or turn.all_of_it:
        raise RuleBroken("MR-STA-1", f"{name} adopts stances as his turn starts, once")
    known = tagged(battle, unit, STANCE)
    most = limit(battle, unit, STANCE)
    if not action.stances or any(s not in known for s in action.stances):
        raise RuleBroken("MR-STA-1", f"{name} knows {', '.join(known) or 'no stance'}")
    if len(set(action.stances)) < len(action.stances) or len(action.stances) > most:
        raise RuleBroken("MR-STA-2", f"{name} adopts {most} at most, each once")
    _adopt(telling, unit, action.stances, turn.points)


def choose(telling: Telling[Fighting], action: Choose, asked: Pick) -> None:
    """MR-STA-3: the stance he begins the battle in."""
    unit = telling.state.units[asked.member]
    _adopt(telling, unit, picked(action, asked), 0)


def _adopt(telling: Telling[Fighting], unit: Unit, stances: tuple[str, ...], points: int) -> None:
    battle = telling.state
    after = msgspec.structs.replace(unit, stances=stances)
    more = movement_points(battle, after).total - movement_points(battle, unit).total
    telling.tell(
        StanceAdopted(
            gladiator=unit.who,
            stances=tuple(entry_name(battle, s) for s in stances),
            points=max(0, points + more) if battle.turn else 0,
        )
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (StanceAdopted,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the stances, and the points they give."""
    if not isinstance(event, StanceAdopted):
        return battle
    stances = tuple(s.id for s in event.stances)
    now = changed(battle, event.gladiator.id, stances=stances)
    return turn_changed(now, stanced=True, points=event.points)
