"""Chapter 11, deployment: sides are chosen, gladiators placed, or wait at gates (MR-BAT-3, -4)."""

from collections.abc import Callable

from domain.games.morturi.battle import (
    Fighting,
    changed,
    side,
    side_changed,
    team,
)
from domain.games.morturi.ground import COMPASS, field, in_words
from domain.games.morturi.sides import (
    NEUTRALS,
    inward,
    sides_of,
    taken,
    unoccupied,
)
from domain.games.morturi.units import Standing, Unit
from domain.games.morturi.waiting import Awaited, Deploy, Start
from domain.terms import Action, Event, RuleBroken, Telling, Who

GATES = "gates"

# Events


class SideTaken(Event, frozen=True, kw_only=True, tag="morturi.side-taken/1"):
    """A school has its side of the arena: chosen, agreed, or the last one left (MR-BAT-3)."""

    school: Who
    side: str
    how: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        how = f" ({self.how})" if self.how else ""
        return f"{self.school.name} starts at {self.side}{how}."


class GladiatorDeployed(Event, frozen=True, kw_only=True, tag="morturi.gladiator-deployed/1"):
    """A gladiator or figure stands where the battle finds him (MR-BAT-1)."""

    gladiator: Who
    square: str
    facing: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} stands on {self.square}, facing {in_words(self.facing)}."


# Actions


class ChooseStart(Action, frozen=True, kw_only=True, tag="morturi.start"):
    """Choose a school's side of the arena."""

    crew: str
    area: str


class DeployMembers(Action, frozen=True, kw_only=True, tag="morturi.deploy"):
    """Deploy a gladiator on a square; without a facing he looks away from his own edge."""

    members: tuple[str, ...]
    square: str
    facing: str = ""


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """Hole 35: sides in priority order, then one gladiator each in turn."""
    if not battle.order or battle.round:
        return None
    if any(not s.start for s in battle.sides):
        return _sides(battle)
    if any(u.figure and u.standing is Standing.RESERVE for u in battle.units.values()):
        return place_figures
    if battle.start == GATES:
        return None
    return _next(battle)


def _sides(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None]:
    """MR-BAT-3: by agreement; else by priority, the last side is given."""
    if any(not side(battle, a.crew).start for a in battle.agreed):
        return agree
    open_ = open_sides(battle)
    school = next(s for s in battle.order if not side(battle, s).start)
    return give if len(open_) == 1 else Start(school, open_)


def open_sides(battle: Fighting) -> tuple[str, ...]:
    """The sides that nobody has."""
    return tuple(name for name in sides_of(battle) if name not in taken(battle))


def _next(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """One gladiator at a time; where there is one square for the last of them nobody is asked."""
    school = next_school(battle)
    if not school:
        return None
    left, squares = reserves(battle, school), unoccupied(battle, school)
    if len(squares) == 1 and len(left) == 1:
        return place_last
    return Deploy(school, tuple(u.id for u in left), squares)


def next_school(battle: Fighting) -> str:
    """The school that deploys next: whoever has deployed fewest, by priority; "" at the end."""
    left = [s for s in battle.order if reserves(battle, s)]
    placed = {s: len(team(battle, s)) - len(reserves(battle, s)) for s in left}
    return min(left, key=lambda s: placed[s], default="")


def reserves(battle: Fighting, school: str) -> list[Unit]:
    """A school's gladiators who are still to be deployed."""
    return [u for u in team(battle, school) if u.standing is Standing.RESERVE]


# Judging


def choose_start(telling: Telling[Fighting], action: ChooseStart, asked: Start) -> None:
    """MR-BAT-3: the school that is asked chooses among the sides left."""
    battle = telling.state
    who = side(battle, asked.crew).who
    if action.crew != asked.crew:
        raise RuleBroken("MR-BAT-3", f"it is for {who.name} to choose")
    if action.area not in asked.areas:
        raise RuleBroken("MR-BAT-3", f"open to it: {', '.join(asked.areas)}")
    telling.tell(SideTaken(school=who, side=action.area))


def give(telling: Telling[Fighting]) -> None:
    """Hole 35: the last side is given."""
    battle = telling.state
    school = next(s for s in battle.order if not side(battle, s).start)
    (left,) = open_sides(battle)
    telling.tell(SideTaken(school=side(battle, school).who, side=left, how="the last one"))


def agree(telling: Telling[Fighting]) -> None:
    """Sides that were agreed at the opening."""
    battle = telling.state
    for start in battle.agreed:
        who = side(battle, start.crew).who
        telling.tell(SideTaken(school=who, side=start.area, how="agreed"))


def place_figures(telling: Telling[Fighting]) -> None:
    """MR-SCN-10: the figures stand where the arena's drawing has them."""
    battle = telling.state
    figures = [u for u in battle.units.values() if u.figure]
    for unit, place in zip(figures, field(battle).start(NEUTRALS), strict=False):
        facing = inward(battle, place.name)
        telling.tell(GladiatorDeployed(gladiator=unit.who, square=place.name, facing=facing))


def place_last(telling: Telling[Fighting]) -> None:
    """One gladiator and one square: nobody is asked."""
    battle = telling.state
    school = next_school(battle)
    _deploy(telling, reserves(battle, school)[0], unoccupied(battle, school)[0], "")


def deploy(telling: Telling[Fighting], action: DeployMembers, asked: Deploy) -> None:
    """MR-BAT-1: one gladiator, on a free square of his school's side."""
    battle = telling.state
    if len(action.members) != 1 or action.members[0] not in asked.members:
        names = ", ".join(battle.units[m].who.name for m in asked.members)
        raise RuleBroken("MR-BAT-1", f"one of these is deployed now: {names}")
    if action.square not in asked.squares:
        raise RuleBroken("MR-BAT-1", f"open to him: {', '.join(asked.squares)}")
    _deploy(telling, battle.units[action.members[0]], action.square, action.facing)


def _deploy(telling: Telling[Fighting], unit: Unit, square: str, facing: str) -> None:
    way = facing or inward(telling.state, square)
    if way not in COMPASS:
        raise RuleBroken("MR-MOV-8", "a gladiator faces n, e, s or w")
    telling.tell(GladiatorDeployed(gladiator=unit.who, square=square, facing=way))


# Remembering


EVENTS: tuple[type[Event], ...] = (SideTaken, GladiatorDeployed)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember sides and squares."""
    match event:
        case SideTaken():
            return side_changed(battle, event.school.id, start=event.side)
        case GladiatorDeployed():
            return changed(
                battle,
                event.gladiator.id,
                square=event.square,
                facing=event.facing,
                standing=Standing.ACTIVE,
            )
        case _:
            return battle
