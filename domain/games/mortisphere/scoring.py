"""Chapter 15, the points: what a scenario scores, and who has most (MS-SCN-5)."""

import msgspec

from domain.games.mortisphere.battle import Fighting, setting, side, side_changed
from domain.games.mortisphere.closing import Tally
from domain.games.mortisphere.roles import role
from domain.games.mortisphere.scenarios import Scenario, Score
from domain.names import the
from domain.terms import Event, Telling, Who


class PointsScored(Event, frozen=True, kw_only=True, tag="mortisphere.points-scored/1"):
    """A crew scored points (MS-SCN-5); `row` is the scoring's row that is capped, from 1."""

    crew: Who
    points: int
    total: int
    reason: str
    row: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} scores {self.points} ({self.reason}): {self.total} in all."


class Deed(msgspec.Struct, frozen=True, kw_only=True):
    """Something that may earn points: `on` its scoring event, of which, and how often."""

    on: str
    objective: str = ""
    area: str = ""
    neutral: str = ""
    item: str = ""
    own_start: bool = False
    count: int = 1


def score(telling: Telling[Fighting], crew: str, deed: Deed) -> None:
    """Score what the scenario gives a crew for a deed."""
    scenario = setting(telling.state)
    for number, row in enumerate(scenario.scoring, start=1):
        battle = telling.state
        if not earns(row, deed) or row.crew not in ("", role(battle, crew)):
            continue
        points = row.points * deed.count
        if row.cap:
            points = min(points, row.cap - given(battle, number, crew))
        if points > 0:
            reason = reason_of(scenario, deed)
            add_points(telling, crew, points, reason, row=number if row.cap else 0)


def earns(row: Score, deed: Deed) -> bool:
    """Whether a row of the scoring is about such a deed."""
    about = (row.on, row.objective, row.area, row.neutral or row.unit)
    if about != (deed.on, deed.objective, deed.area, deed.neutral):
        return False
    return row.item in ("", deed.item) and (not row.from_area or deed.own_start)


def given(battle: Fighting, row: int, crew: str) -> int:
    """What a capped row has given a crew so far."""
    return sum(t.points for t in battle.tallies if (t.row, t.crew) == (row, crew))


def reason_of(scenario: Scenario, deed: Deed) -> str:
    """Why points are scored, in a few words."""
    name = scenario.neutral(deed.neutral).name if deed.neutral else ""
    if deed.objective:
        return scenario.objective(deed.objective).name
    if deed.on == "carried.out":
        return f"{scenario.item(deed.item).name} carried out"
    if deed.on == "foe.incapacitated":
        bearer = f", who bore {lowered(scenario.item(deed.item).name)}" if deed.item else ""
        return f"an enemy felled{bearer}"
    words = {
        "standing.end": f"{deed.count} standing",
        "neutral.damage": f"{name} hurt",
        "neutral.incapacitated": f"{name} felled",
        "neutral.standing.end": f"{name} still stands",
        "exited": f"{name} is out",
    }
    return words.get(deed.on) or f"control of {the(scenario.area(deed.area).name)}"


def lowered(name: str) -> str:
    """A name within a sentence: “the artifact”."""
    return name[:1].lower() + name[1:]


def add_points(
    telling: Telling[Fighting], crew: str, points: int, reason: str, *, row: int = 0
) -> None:
    """Give a crew points, with the reason."""
    mine = side(telling.state, crew)
    total = mine.points + points
    telling.tell(PointsScored(crew=mine.who, points=points, total=total, reason=reason, row=row))


def leader(battle: Fighting) -> str:
    """MS-SCN-5: the crew with most points; "" for a draw."""
    best = max(s.points for s in battle.sides)
    first = [s.id for s in battle.sides if s.points == best]
    return first[0] if len(first) == 1 else ""


EVENTS: tuple[type[Event], ...] = (PointsScored,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the score."""
    if not isinstance(event, PointsScored):
        return battle
    after = side_changed(battle, event.crew.id, points=event.total)
    if not event.row:
        return after
    tally = Tally(event.row, event.crew.id, event.points)
    return msgspec.structs.replace(after, tallies=(*after.tallies, tally))
