"""Chapter 4: whose turn it is, and when the round has no turns left."""

import msgspec

from domain.games.mortisphere.battle import (
    Fighting,
    able_crews,
    fighting_crews,
    ready_units,
    side,
    turn_order,
)
from domain.games.mortisphere.clash import ClashOver, MemberActivated
from domain.games.mortisphere.waiting import Awaited, Turn
from domain.terms import Event, Telling, Who


class TurnTaken(Event, frozen=True, kw_only=True, tag="mortisphere.turn-taken/1"):
    """A crew has taken its turn (MS-TRN-1, -7)."""

    crew: Who
    kind: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} has taken its turn ({self.kind})."


class TurnPassed(Event, frozen=True, kw_only=True, tag="mortisphere.turn-passed/1"):
    """A crew passed without activating anybody (MS-TRN-5 `free_pass`)."""

    crew: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} passes."


BEFORE_A_CLASH = ("move", "interact", "hold", "withdraw")


def end_turn(telling: Telling[Fighting], crew: str, kind: str) -> None:
    """A turn ends, unless other actions come before the Clash of the same turn (MS-TRN-2)."""
    battle = telling.state
    more = battle.house.noncombat_timing == "before_clash" and kind in BEFORE_A_CLASH
    if more and ready_units(battle, crew):
        return
    telling.tell(TurnTaken(crew=side(battle, crew).who, kind=kind))


def over(battle: Fighting) -> bool:
    """MS-RND-3, MS-TRN-4, -5: whether the round has no turns left."""
    able = able_crews(battle)
    if not able:
        return True
    if battle.house.runout == "round_ends" and len(able) < len(fighting_crews(battle)):
        return True
    free = battle.house.pass_rule == "free_pass"  # noqa: S105 a rule, no secret
    return free and able <= set(battle.passed)


def upcoming(battle: Fighting) -> Awaited | None:
    """MS-TRN-1, -4: the next crew in order that still has somebody to act."""
    closing = battle.closing is not None
    if closing or not battle.round_open or not battle.order or over(battle):
        return None
    able = able_crews(battle)
    if battle.acting and battle.turn in able:
        return Turn(battle.turn)
    return Turn(next(c for c in turn_order(battle, battle.turn) if c in able))


EVENTS: tuple[type[Event], ...] = (TurnTaken, TurnPassed)
HEARS: tuple[type[Event], ...] = (MemberActivated, ClashOver)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember whose turn it was."""
    match event:
        case TurnTaken() | ClashOver(parting=False) if battle.closing is None:
            return msgspec.structs.replace(
                battle, turn=event.crew.id, turns=battle.turns + 1, acting=False, passed=()
            )
        case TurnPassed():
            return msgspec.structs.replace(
                battle,
                turn=event.crew.id,
                turns=battle.turns + 1,
                acting=False,
                passed=(*battle.passed, event.crew.id),
            )
        case MemberActivated(reason="moved" | "interacted" | "held" | "withdrew"):
            mover = battle.units.get(event.member.id)
            turn = battle.turn if mover is None else mover.crew
            return msgspec.structs.replace(battle, turn=turn, acting=True)
        case _:
            return battle
