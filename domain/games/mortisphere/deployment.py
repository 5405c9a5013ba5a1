"""Chapter 15, deployment: who chooses its start Area first, and from where each crew starts."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.battle import (
    CrewFace,
    Fighting,
    area_name,
    changed,
    setting,
    side,
    side_changed,
)
from domain.games.mortisphere.initiative import CrewDie
from domain.games.mortisphere.neutrals import place
from domain.games.mortisphere.opening import FEWEST_CREWS, mustering
from domain.games.mortisphere.throwing import Roll, remember_roll, shown_once
from domain.games.mortisphere.units import Standing
from domain.games.mortisphere.waiting import Awaited, Deploy, DieDue, Start, Throw
from domain.names import the
from domain.terms import Action, Event, RuleBroken, Telling, Who
from domain.throwing import Rolled

CHOOSER_DIE = 20

# Events


class ChooserRolled(Rolled, frozen=True, kw_only=True, tag="mortisphere.chooser-rolled/1"):
    """Crews rolled for who chooses its start Area first (MS-SCN-3)."""

    dice: tuple[CrewDie, ...]

    def told(self) -> str:
        """Say it as the table would."""
        rolled = ", ".join(f"{d.crew.name} {d.result}" for d in self.dice)
        return f"Rolled for the choice of the start Area: {rolled}."


class StartChosen(Event, frozen=True, kw_only=True, tag="mortisphere.start-chosen/1"):
    """A crew has its start Area, chosen or agreed (MS-SCN-3, -7)."""

    crew: Who
    area: Who
    agreed: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return (
            f"{self.crew.name} starts in {the(self.area.name)}{' (agreed)' if self.agreed else ''}."
        )


class MemberDeployed(Event, frozen=True, kw_only=True, tag="mortisphere.member-deployed/1"):
    """A member stands in its start Area (MS-SCN-3, MS-ARE-6)."""

    member: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is deployed in {the(self.area.name)}."


# Actions


class ChooseStart(Action, frozen=True, kw_only=True, tag="mortisphere.start"):
    """Choose a crew's start Area."""

    crew: str
    area: str


class DeployMembers(Action, frozen=True, kw_only=True, tag="mortisphere.deploy"):
    """Deploy members in one of their crew's several start Areas."""

    members: tuple[str, ...]
    to: str


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """Start Areas, agreed or chosen, then deployment; then the first round may begin."""
    if not mustering(battle):
        return None
    if all(s.start for s in battle.sides):
        return _deploying(battle)
    if any(not side(battle, a.crew).start for a in battle.agreed):
        return start_agreed
    tied = undecided(battle)
    if tied:
        dice = tuple(DieDue(c, CHOOSER_DIE, CHOOSER_DIE, CHOOSER_DIE) for c in tied)
        return Throw("chooser", dice, tied[0])
    offers = start_offers(battle)
    if battle.ask_start and len(offers) > 1:
        return Start(choosing_order(battle)[0], offers)
    return start_first


def _deploying(battle: Fighting) -> Deploy | Callable[[Telling[Fighting]], None]:
    """MS-SCN-3: crews with a choice of start Areas deploy one by one, after all others."""
    left = [u for u in battle.units.values() if u.standing is Standing.RESERVE and u.crew]
    if any(len(start_areas(battle, u.crew)) == 1 for u in left):
        return deploy
    if not left:
        return place
    crew = left[0].crew
    own = tuple(u.id for u in left if u.crew == crew)
    return Deploy(crew, start_areas(battle, crew), own)


def start_areas(battle: Fighting, crew: str) -> tuple[str, ...]:
    """The Areas in which a crew may deploy: its role's, if it chose one of them itself."""
    start = side(battle, crew).start
    agreed = any(a.crew == crew for a in battle.agreed)
    deployment_ = setting(battle).deployment
    role = next((r for r in (deployment_.first, deployment_.second) if start in r), ())
    return (start,) if agreed or not role else role


def rank(battle: Fighting, crew: str) -> tuple[int, ...]:
    """MS-SCN-3: what orders the crews in choosing: rating (or rolls alone), then rolls."""
    rolls = tuple(
        -next((f.face for f in faces if f.crew == crew), 0) for faces in battle.chooser_rolls
    )
    by_roll = setting(battle).deployment.chooser == "roll"
    return rolls if by_roll else (side(battle, crew).rating, *rolls)


def undecided(battle: Fighting) -> list[str]:
    """The crews that must roll (again) for the next choice."""
    choosing = choosing_order(battle)
    first = rank(battle, choosing[0])
    tied = [c for c in choosing if rank(battle, c) == first]
    return tied if len(tied) > 1 else []


def choosing_order(battle: Fighting) -> list[str]:
    """The crews that still have to choose, in the order in which they do."""
    waiting = [s.id for s in battle.sides if not s.start]
    return sorted(waiting, key=lambda c: rank(battle, c))


def start_offers(battle: Fighting) -> tuple[str, ...]:
    """MS-SCN-3, -7: the start Areas open to the next crew that chooses."""
    scenario = setting(battle)
    taken = [s.start for s in battle.sides if s.start]
    roles = (scenario.deployment.first, scenario.deployment.second)
    listed = [a for role in roles for a in role]
    open_ = [role for role in roles if not set(role) & set(taken)]
    free = tuple(dict.fromkeys(a for role in open_ for a in role))
    if free and len(taken) < FEWEST_CREWS:
        return free
    others = tuple(a.id for a in scenario.areas if a.id not in taken and a.id not in listed)
    if others:
        return others
    crowd = {a.id: _heads(battle, a.id) for a in scenario.areas}
    fewest = min(crowd.values())
    return tuple(a for a, n in crowd.items() if n == fewest)


def _heads(battle: Fighting, area: str) -> int:
    """How many will start in an Area."""
    crews = {s.id for s in battle.sides if s.start == area}
    return sum(u.crew in crews for u in battle.units.values())


# Judging


def choose_start(telling: Telling[Fighting], action: ChooseStart, awaited: Start) -> None:
    """MS-SCN-3, -7: the crew that is asked chooses among the start Areas open to it."""
    battle = telling.state
    if action.crew != awaited.crew:
        name = side(battle, awaited.crew).who.name
        raise RuleBroken("MS-SCN-3", f"it is for {name} to choose")
    if action.area not in awaited.areas:
        open_ = " or ".join(area_name(battle, a).name for a in awaited.areas)
        raise RuleBroken("MS-SCN-3", f"open to it: {open_}")
    _start(telling, action.crew, action.area)


def _start(telling: Telling[Fighting], crew: str, area: str, *, agreed: bool = False) -> None:
    battle = telling.state
    telling.tell(
        StartChosen(crew=side(battle, crew).who, area=area_name(battle, area), agreed=agreed)
    )


def start_first(telling: Telling[Fighting]) -> None:
    """Without a question the crew that chooses takes the first start Area open to it."""
    battle = telling.state
    _start(telling, choosing_order(battle)[0], start_offers(battle)[0])


def start_agreed(telling: Telling[Fighting]) -> None:
    """Start Areas that were agreed at the opening may be any."""
    battle = telling.state
    for start in battle.agreed:
        _start(telling, start.crew, start.area, agreed=True)


def roll_chooser(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MS-SCN-3: a d20 each, the higher chooses, tied ones again."""
    battle = telling.state
    faces = shown_once(battle, action, throw)
    dice = tuple(
        CrewDie(side(battle, d.unit).who, d.die, f[-1], f[-1])
        for d, f in zip(throw.dice, faces.by_die, strict=True)
    )
    telling.tell(ChooserRolled(dice=dice, **faces.facts))


def deploy(telling: Telling[Fighting]) -> None:
    """MS-SCN-3: all who are fielded stand in their crew's one start Area."""
    battle = telling.state
    for unit in battle.units.values():
        if unit.crew and len(start_areas(battle, unit.crew)) == 1:
            area = area_name(battle, side(battle, unit.crew).start)
            telling.tell(MemberDeployed(member=unit.who, area=area))


def deploy_members(telling: Telling[Fighting], action: DeployMembers, awaited: Deploy) -> None:
    """MS-SCN-3: members stand in one of the start Areas of their crew's role."""
    battle = telling.state
    if action.to not in awaited.areas:
        open_ = " or ".join(area_name(battle, a).name for a in awaited.areas)
        raise RuleBroken("MS-SCN-3", f"open to it: {open_}")
    strange = [m for m in action.members if m not in awaited.members]
    if strange or not action.members:
        names = ", ".join(battle.units[m].who.name for m in awaited.members)
        raise RuleBroken("MS-SCN-3", f"still to be deployed now: {names}")
    for member in dict.fromkeys(action.members):
        area = area_name(battle, action.to)
        telling.tell(MemberDeployed(member=battle.units[member].who, area=area))


# Remembering


EVENTS: tuple[type[Event], ...] = (ChooserRolled, StartChosen, MemberDeployed)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case ChooserRolled():
            faces = tuple(CrewFace(d.crew.id, d.result) for d in event.dice)
            rolled = remember_roll(battle, event)
            return msgspec.structs.replace(rolled, chooser_rolls=(*rolled.chooser_rolls, faces))
        case StartChosen():
            return side_changed(battle, event.crew.id, start=event.area.id)
        case MemberDeployed():
            return changed(battle, event.member.id, area=event.area.id, standing=Standing.ACTIVE)
        case _:
            return battle
