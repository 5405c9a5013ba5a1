"""Chapter 3: a gladiator is activated, and his turn ends (MR-RND-1, -6, -7)."""

import msgspec

from domain.counting import agreed
from domain.effects import of
from domain.games.morturi.battle import Fighting, acting, changed, enemies
from domain.games.morturi.compelled import compelled, opponents_beside, steps
from domain.games.morturi.costs import cost, movement_points
from domain.games.morturi.effects import Working, own
from domain.games.morturi.falling import GladiatorOut, put_out
from domain.games.morturi.ground import distance, neighbours, terrain_at, vacant
from domain.games.morturi.harm import Blame, regain
from domain.games.morturi.hazards import stay
from domain.games.morturi.parts import Part, told_parts
from domain.games.morturi.shoving import rooted, wanted
from domain.games.morturi.sides import unoccupied
from domain.games.morturi.underway import Task, Turn
from domain.games.morturi.units import Unit
from domain.games.morturi.waiting import Acting
from domain.games.morturi.waiting import Activate as Asked
from domain.games.morturi.ways import PHASE, entitled, targets, ways
from domain.terms import Action, Event, RuleBroken, Telling, Who

GATE = Who("gate", "no free square before his gate")

# Events


class GladiatorActivated(Event, frozen=True, kw_only=True, tag="morturi.gladiator-activated/1"):
    """A gladiator's turn began: his movement points, and what they are made of (MR-MOV-1).

    `rolls` are the tricks and conditions that throw a die at once.
    """

    gladiator: Who
    points: int
    move: int
    parts: tuple[Part, ...] = ()
    rolls: tuple[Who, ...] = ()
    ground: str = ""
    compelled: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        why = f" (Move {self.move}, {told_parts(self.parts)})" if self.parts else ""
        return f"{self.gladiator.name} acts: {self.points} MP{why}."


class TurnEnded(Event, frozen=True, kw_only=True, tag="morturi.turn-ended/1"):
    """A gladiator is done; movement points that he has left are lost (MR-MOV-1)."""

    gladiator: Who
    lost: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        lapse = agreed(self.lost, "lapses", "lapse")
        lost = f"; {self.lost} MP {lapse}" if self.lost else ""
        return f"{self.gladiator.name} is done{lost}."


# Actions


class Activate(Action, frozen=True, kw_only=True, tag="morturi.activate"):
    """Let a gladiator act who has not acted this round."""

    member: str


class Done(Action, frozen=True, kw_only=True, tag="morturi.done"):
    """End the turn of the gladiator who acts."""

    crew: str = ""


# What is awaited


def upcoming(battle: Fighting) -> Acting | None:
    """Whoever acts goes on until he is done."""
    if battle.turn is None:
        return None
    unit = battle.units[battle.turn.unit]
    return Acting(unit.school, unit.id)


# Judging


def activate(telling: Telling[Fighting], action: Activate, asked: Asked) -> None:
    """MR-RND-1: one of the school's gladiators who has not acted this round."""
    unit = telling.state.units[action.member]
    if action.member not in asked.members:
        if unit.acted:
            raise RuleBroken("MR-RND-1", f"{unit.who.name} has acted this round")
        raise RuleBroken("MR-RND-1", f"it is not for {unit.who.name} to act")
    begin(telling, unit)


def begin(telling: Telling[Fighting], unit: Unit) -> None:
    """MR-RND-7: his turn begins, with what happens at its start by itself."""
    battle = telling.state
    points = movement_points(battle, unit)
    lying = {c.id for c in unit.conditions}
    at_start = [
        w
        for w in own(battle, unit, "turn.start")
        if w.family != "condition" or w.entry in lying  # an aura's is not thrown off
    ]
    rolled = {w.entry: w.source for w in at_start if w.effect.roll}
    telling.tell(
        GladiatorActivated(
            gladiator=unit.who,
            points=points.total,
            move=unit.move,
            parts=points.parts,
            rolls=tuple(rolled.values()),
            ground=terrain_at(battle, unit.square),
            compelled=compelled(battle, unit),
        )
    )
    for w in of(at_start, "heal"):
        if not w.effect.roll:
            regain(telling, telling.state.units[unit.id], w.effect.value, w.source)
    shut = not unit.square and not unoccupied(telling.state, unit.school)
    if shut and not still(telling.state, telling.state.units[unit.id]):
        put_out(telling, telling.state.units[unit.id], Blame(GATE))


def done(telling: Telling[Fighting], action: Done) -> None:
    """MR-RND-6, MR-MOV-1, MR-BEH-3: his turn ends, unless he has to do something yet."""
    battle = telling.state
    turn, unit = acting(battle)
    if action.crew not in ("", unit.school):
        raise RuleBroken("MR-RND-1", f"{unit.who.name} acts, and says when he is done")
    reason = unfinished(battle, turn, unit)
    if reason is not None:
        raise reason
    if unit.square:
        stay(telling, unit.id)
    if telling.state.turn is not None:
        telling.tell(TurnEnded(gladiator=unit.who, lost=turn.points))


def unfinished(battle: Fighting, turn: Turn, unit: Unit) -> RuleBroken | None:
    """What he still has to do before his turn may end."""
    name = unit.who.name
    if not unit.square:
        ways_in = [s for s in unoccupied(battle, unit.school) if affordable(battle, unit, s)]
        if ways_in and not turn.all_of_it and not still(battle, unit):
            return RuleBroken("MR-BAT-4", f"{name} comes through his gate", hint="enter SQUARE")
        return None
    if turn.farther and not farther(battle, turn, unit) and could_step(battle, turn, unit):
        return RuleBroken("MR-FCT-4", f"{name} ends his turn farther from every enemy")
    if not turn.compelled or turn.all_of_it:
        return None
    if must_go_on(battle, turn, unit):
        return RuleBroken("MR-BEH-3", f"{name} goes for the nearest opponent", hint="move")
    if must_attack(battle, turn, unit):
        return RuleBroken("MR-BEH-3", f"{name} attacks whom he can", hint="attack NAME")
    return None


def still(battle: Fighting, unit: Unit) -> list[Working]:
    """What keeps him from moving at all this turn (Battle Prayer)."""
    return of(own(battle, unit, "turn.move"), "forbid")


def affordable(battle: Fighting, unit: Unit, to: str) -> bool:
    """Whether he has the points for a step."""
    return battle.turn is not None and cost(battle, unit, to).total <= battle.turn.points


def could_step(battle: Fighting, turn: Turn, unit: Unit) -> bool:
    """Whether any step is open to him."""
    if turn.attacking or turn.all_of_it or rooted(battle, unit):
        return False
    near = (s for s in neighbours(battle, unit.square) if vacant(battle, s) and wanted(battle, s))
    return any(affordable(battle, unit, s) for s in near)


def farther(battle: Fighting, turn: Turn, unit: Unit) -> bool:
    """Whether he stands a square farther from every enemy than where he began."""
    return all(
        distance(unit.square, e.square) > distance(turn.began_at, e.square)
        for e in enemies(battle, unit)
        if turn.began_at
    )


def must_go_on(battle: Fighting, turn: Turn, unit: Unit) -> bool:
    """MR-BEH-3: whether a compelled one could still come nearer."""
    if turn.attacking or turn.held or rooted(battle, unit) or opponents_beside(battle, unit):
        return False
    if still(battle, unit):
        return False
    return any(affordable(battle, unit, s) for s in steps(battle, unit))


def must_attack(battle: Fighting, turn: Turn, unit: Unit) -> bool:
    """MR-BEH-3: whether a compelled one has an opponent whom he could attack."""
    if battle.house.compelled_must_attack == "no" or not entitled(battle, turn):
        return False
    return any(targets(battle, unit, w, PHASE) for w in ways(battle, unit) if w.kind == "melee")


# Remembering


EVENTS: tuple[type[Event], ...] = (GladiatorActivated, TurnEnded)
HEARS: tuple[type[Event], ...] = (GladiatorOut,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember whose turn it is, and when it is over."""
    match event:
        case GladiatorActivated():
            return _begun(battle, event)
        case TurnEnded():
            return _over(battle, event.gladiator.id)
        case GladiatorOut() if battle.turn and battle.turn.unit == event.gladiator.id:
            return _over(battle, event.gladiator.id)
        case _:
            return battle


def _begun(battle: Fighting, event: GladiatorActivated) -> Fighting:
    unit = battle.units.get(event.gladiator.id)
    if unit is None:
        return battle
    kept = tuple(r for r in unit.readied if r.until != "next_turn")
    now = changed(battle, unit.id, turns=unit.turns + 1, readied=kept, follows="")
    turn = Turn(
        unit=unit.id,
        points=event.points,
        began_at=unit.square,
        began_in=event.ground,
        compelled=event.compelled,
        held=event.compelled and bool(opponents_beside(battle, unit)),
        followed=bool(unit.follows),
    )
    tasks = tuple(
        Task(what="roll", unit=unit.id, entry=w.id, name=w.name, moment="turn.start")
        for w in event.rolls
    )
    return msgspec.structs.replace(now, turn=turn, tasks=tasks, more=(), attack=None)


def _over(battle: Fighting, id_: str) -> Fighting:
    unit = battle.units.get(id_)
    if unit is None:
        return battle
    now = changed(
        battle,
        id_,
        acted=True,
        suspended=(),
        readied=tuple(r for r in unit.readied if r.until != "turn"),
        boosts=tuple(b for b in unit.boosts if b.until != "turn"),
    )
    return msgspec.structs.replace(
        now, turn=None, tasks=(), more=(), shots=(), due=after(battle, unit.school)
    )


def after(battle: Fighting, school: str) -> str:
    """MR-RND-1: the school after this one, by priority."""
    if school not in battle.order:
        return battle.due
    if battle.house.edition_activation == "whole_school":
        return school
    place = battle.order.index(school)
    return battle.order[(place + 1) % len(battle.order)]
