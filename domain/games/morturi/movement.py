"""Chapter 4: steps for movement points, through gates and over the sand (MR-MOV, MR-BAT-4)."""

from domain.effects import of
from domain.games.morturi.battle import Fighting, acting, at, changed, enemies, turn_changed
from domain.games.morturi.compelled import opponents_beside, steps
from domain.games.morturi.costs import Cost, cost
from domain.games.morturi.effects import own
from domain.games.morturi.ground import COMPASS, in_words, open_at, stepped
from domain.games.morturi.hazards import arrive
from domain.games.morturi.parts import Part, told_parts
from domain.games.morturi.shoving import chances, hazardous, rooted, wanted
from domain.games.morturi.sides import entrance, inward
from domain.games.morturi.standing import Chance, turn_to
from domain.games.morturi.units import Standing, Unit
from domain.terms import Action, Event, RuleBroken, Telling, Who

# Events


class StepTaken(Event, frozen=True, kw_only=True, tag="morturi.step-taken/1"):
    """A gladiator went one square: what it cost, each surcharge by name, his MP left (MR-MOV-3).

    `fixed` kept the cost at its number whatever the surcharges (MR-MOV-10); without `before` he
    came through his gate. `chances` are those who may step after him.
    """

    gladiator: Who
    before: str = ""
    to: str
    cost: int
    surcharges: tuple[Part, ...] = ()
    fixed: tuple[Who, ...] = ()
    left: int
    facing: str = ""
    chances: tuple[Chance, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        why = f" (1, {told_parts(self.surcharges)})" if self.surcharges else ""
        way = f"from {self.before} to" if self.before else "through the gate to"
        looks = f", facing {in_words(self.facing)}" if self.facing else ""
        spent = f"{self.cost} MP{why}, {self.left} left"
        return f"{self.gladiator.name} goes {way} {self.to}{looks}: {spent}."


# Actions


class Move(Action, frozen=True, kw_only=True, tag="morturi.move"):
    """Go so many squares, one direction each: n, e, s, w."""

    directions: tuple[str, ...]


class Enter(Action, frozen=True, kw_only=True, tag="morturi.enter"):
    """Come through your gate onto a square before it."""

    square: str
    facing: str = ""


class Face(Action, frozen=True, kw_only=True, tag="morturi.face"):
    """Turn to face a direction; it is free in your own turn."""

    facing: str


# Judging


def move(telling: Telling[Fighting], action: Move) -> None:
    """MR-MOV-2 to -7: step by step; where somebody may step after him the rest lapses (hole 37)."""
    if not action.directions:
        raise RuleBroken("MR-MOV-2", "a move has a direction at least")
    for number, direction in enumerate(action.directions):
        battle = telling.state
        if number and (battle.turn is None or battle.tasks):
            return
        _, unit = acting(battle)
        if number and unit.now <= 0:
            return
        if direction not in COMPASS:
            raise RuleBroken("MR-MOV-2", "a direction is n, e, s or w")
        check_mobile(battle, unit)
        to = open_at(battle, stepped(unit.square, direction))
        if not to:
            raise RuleBroken("MR-MOV-2", f"{unit.who.name} cannot go {COMPASS[direction]} there")
        step(telling, unit, to)


def check_mobile(battle: Fighting, unit: Unit) -> None:
    """MR-MOV-7, MR-CON-2, -4, MR-BEH-1: whether he may leave his square at all."""
    turn, name = battle.turn, unit.who.name
    if turn is None or turn.attacking or turn.all_of_it:
        raise RuleBroken("MR-MOV-7", f"{name}'s movement phase is over")
    if not unit.square:
        raise RuleBroken("MR-BAT-4", f"{name} has still to come through his gate", hint="enter SQ")
    _check_free(battle, unit)
    if rooted(battle, unit):
        raise RuleBroken("MR-CON-2", f"{name} cannot leave {unit.square}")
    if turn.held or (turn.compelled and opponents_beside(battle, unit)):
        raise RuleBroken("MR-BEH-1", f"{name} stays beside his opponent")


def _check_free(battle: Fighting, unit: Unit) -> None:
    for w in of(own(battle, unit, "turn.move"), "forbid"):
        raise RuleBroken("MR-RND-7", f"{unit.who.name} may not move: {w.source.name}")


def check_step(battle: Fighting, unit: Unit, to: str) -> Cost:
    """MR-MOV-2, -4, MR-TER-5, MR-BEH-1: whether he may go there, and what it costs."""
    name = unit.who.name
    there = at(battle, to)
    if there is not None:
        raise RuleBroken("MR-MOV-2", f"{there.who.name} stands on {to}")
    if not wanted(battle, to):
        raise RuleBroken("MR-TER-5", f"nobody goes onto {to} of his own will")
    turn = battle.turn
    if turn and turn.compelled:
        _check_compelled(battle, unit, to)
    price = cost(battle, unit, to)
    if turn is None or price.total > turn.points:
        left = turn.points if turn else 0
        raise RuleBroken("MR-MOV-4", f"{to} costs {price.total} MP, {name} has {left}")
    return price


def _check_compelled(battle: Fighting, unit: Unit, to: str) -> None:
    """MR-BEH-1, -2, -6: a compelled one goes nearer or stays, and never onto a hazard."""
    name = unit.who.name
    ways = steps(battle, unit)
    if enemies(battle, unit) and to not in ways:
        which = " or ".join(ways) or "no step leads nearer"
        raise RuleBroken("MR-BEH-1", f"{name} goes for the nearest opponent: {which}")
    if hazardous(battle, to):
        raise RuleBroken("MR-BEH-6", f"{name} never goes onto {to}")


def step(telling: Telling[Fighting], unit: Unit, to: str, facing: str = "") -> None:
    """MR-MOV-3: one square, with all that comes of leaving and entering."""
    battle = telling.state
    price = check_step(battle, unit, to)
    left = battle.turn.points - price.total if battle.turn else 0
    telling.tell(
        StepTaken(
            gladiator=unit.who,
            before=unit.square,
            to=to,
            cost=price.total,
            surcharges=price.parts,
            fixed=price.fixed,
            left=left,
            facing=facing,
            chances=chances(battle, unit, unit.square),
        )
    )
    arrive(telling, unit.id)


def enter(telling: Telling[Fighting], action: Enter) -> None:
    """MR-BAT-4: the first square of his movement is one before his gate."""
    battle = telling.state
    _, unit = acting(battle)
    if unit.square:
        raise RuleBroken("MR-BAT-4", f"{unit.who.name} is in the arena already")
    _check_free(battle, unit)
    gate = entrance(battle, unit.school)
    if action.square not in gate:
        raise RuleBroken("MR-BAT-4", f"before his gate lie {', '.join(gate)}")
    facing = action.facing or inward(battle, action.square)
    if facing not in COMPASS:
        raise RuleBroken("MR-MOV-8", "a gladiator faces n, e, s or w")
    step(telling, unit, action.square, facing)


def face(telling: Telling[Fighting], action: Face) -> None:
    """MR-MOV-8: in his own turn he turns at any moment, for nothing."""
    battle = telling.state
    _, unit = acting(battle)
    if action.facing not in COMPASS:
        raise RuleBroken("MR-MOV-8", "a gladiator faces n, e, s or w")
    if not unit.square:
        raise RuleBroken("MR-BAT-4", f"{unit.who.name} has still to come through his gate")
    for w in of(own(battle, unit, "turn.face"), "forbid"):
        raise RuleBroken("MR-CON-2", f"{unit.who.name} cannot turn: {w.source.name}")
    if unit.facing == action.facing:
        raise RuleBroken("MR-MOV-8", f"{unit.who.name} faces {COMPASS[unit.facing]} already")
    turn_to(telling, unit, action.facing)


# Remembering


EVENTS: tuple[type[Event], ...] = (StepTaken,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember where he stands, and the points he has left."""
    if not isinstance(event, StepTaken):
        return battle
    facing = {"facing": event.facing} if event.facing else {}
    moved = changed(battle, event.gladiator.id, square=event.to, standing=Standing.ACTIVE, **facing)
    return turn_changed(moved, points=event.left, begun=True)
