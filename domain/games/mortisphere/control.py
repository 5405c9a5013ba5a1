"""Chapter 13: who holds the Areas when a round ends (MS-ARE-11, -12)."""

import msgspec

from domain.games.mortisphere.battle import Claim, Fighting, at, present, setting, side
from domain.names import the
from domain.terms import Event, Telling, Who

# Events


class AreaControlled(Event, frozen=True, kw_only=True, tag="mortisphere.area-controlled/1"):
    """An Area has a new controller at the end of a round (MS-ARE-12)."""

    area: Who
    crew: Who
    round: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} controls {the(self.area.name)}."


class AreaLost(Event, frozen=True, kw_only=True, tag="mortisphere.area-lost/1"):
    """Nobody controls an Area any more (MS-ARE-9, -12)."""

    area: Who
    crew: Who
    round: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} no longer controls {the(self.area.name)}."


# Reading and telling it


def control(telling: Telling[Fighting]) -> None:
    """MS-ARE-12: read, at the end of a round, who controls each Area."""
    battle = telling.state
    held = {c.objective: c.crew for c in battle.controlled}
    for area in setting(battle).areas:
        crew, before = controller(battle, area.id), held.get(area.id, "")
        if crew and crew != before:
            who = side(battle, crew).who
            telling.tell(AreaControlled(area=Who(area.id, area.name), crew=who, round=battle.round))
        elif before and not crew:
            who = side(battle, before).who
            telling.tell(AreaLost(area=Who(area.id, area.name), crew=who, round=battle.round))


def controller(battle: Fighting, area: str) -> str:
    """MS-ARE-12: the crew that controls an Area now, "" if none does."""
    if battle.house.control == "sole_occupant":
        crews = {u.crew for u in present(battle, area)}
        return crews.pop() if len(crews) == 1 and any(u.crew for u in at(battle, area)) else ""
    weight: dict[str, int] = {}
    for unit in (u for u in at(battle, area) if u.crew):
        counts = 1 if battle.house.control == "most_members" else unit.die
        weight[unit.crew] = weight.get(unit.crew, 0) + counts
    best = max(weight.values(), default=0)
    leaders = [c for c, n in weight.items() if n == best]
    return leaders[0] if len(leaders) == 1 else ""


# Remembering


EVENTS: tuple[type[Event], ...] = (AreaControlled, AreaLost)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who holds what."""
    if not isinstance(event, AreaControlled | AreaLost):
        return battle
    held = tuple(c for c in battle.controlled if c.objective != event.area.id)
    if isinstance(event, AreaControlled):
        held = (*held, Claim(event.area.id, 1, event.crew.id))
    return msgspec.structs.replace(battle, controlled=held)
