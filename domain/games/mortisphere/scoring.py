"""Chapter 15, the points: what a scenario scores, and who has most (MS-SCN-5)."""

from domain.games.mortisphere.battle import Fighting, setting, side, side_changed
from domain.terms import Event, Telling, Who


class PointsScored(Event, frozen=True, kw_only=True, tag="mortisphere.points-scored/1"):
    """A crew scored points (MS-SCN-5)."""

    crew: Who
    points: int
    total: int
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} scores {self.points} ({self.reason}): {self.total} in all."


def score(
    telling: Telling[Fighting], crew: str, on: str, *, objective: str = "", area: str = ""
) -> None:
    """Score what the scenario gives for something that happened to a crew."""
    scenario = setting(telling.state)
    for row in scenario.scoring:
        if row.on != on or row.objective != objective or row.area != area:
            continue
        if objective:
            reason = scenario.objective(objective).name
        else:
            reason = f"control of the {scenario.area(area).name}"
        add_points(telling, crew, row.points, reason)


def add_points(telling: Telling[Fighting], crew: str, points: int, reason: str) -> None:
    """Give a crew points, with the reason."""
    mine = side(telling.state, crew)
    telling.tell(
        PointsScored(crew=mine.who, points=points, total=mine.points + points, reason=reason)
    )


def leader(battle: Fighting) -> str:
    """MS-SCN-5: the crew with most points; "" for a draw."""
    best = max(s.points for s in battle.sides)
    first = [s.id for s in battle.sides if s.points == best]
    return first[0] if len(first) == 1 else ""


EVENTS: tuple[type[Event], ...] = (PointsScored,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the score."""
    if isinstance(event, PointsScored):
        return side_changed(battle, event.crew.id, points=event.total)
    return battle
