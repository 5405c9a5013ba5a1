"""Chapters 13 to 15 and 20 as data: Areas, objectives, and what a scenario rewards."""

from domain.codex import Shape, entry
from domain.games.mortisphere.words import Effect


class Area(Shape, frozen=True):
    """A significant place (MS-ARE-2, -4, -10); `adjoins` is empty where the scenario has no map."""

    id: str
    name: str
    purpose: str
    tags: tuple[str, ...]
    adjoins: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()


class Deployment(Shape, frozen=True):
    """Start Areas of the two roles, and who chooses: `lower_rating` or `roll` (MS-SCN-3)."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    chooser: str
    text: str = ""


class Objective(Shape, frozen=True):
    """What a scenario is fought for (MS-OBJ-12)."""

    id: str
    name: str
    area: str
    tag: str
    required: int
    copies: int
    progress: str
    claim: str
    requires: str = ""
    needs: str = ""
    repeatable: bool = False
    on_complete: str = ""


class Score(Shape, frozen=True):
    """What earns points (MS-SCN-5); the other fields say of which, for whom and how often."""

    on: str
    points: int
    objective: str = ""
    area: str = ""
    neutral: str = ""
    unit: str = ""
    item: str = ""
    from_area: str = ""
    crew: str = ""
    per: str = ""
    cap: int = 0
    when: str = ""


class End(Shape, frozen=True):
    """What ends a battle before its last round (MS-SCN-4); `what` says of which."""

    when: str
    what: str = ""


class Reward(Shape, frozen=True):
    """What is won: by the `winner`, for each copy `completed`, or on an `event`."""

    on: str
    what: str
    of: str = ""
    value: int = 0
    family: str = ""


class Neutral(Shape, frozen=True):
    """A unit of no crew (MS-NEU)."""

    id: str
    name: str
    type: str
    die: int
    health: int
    area: str
    behaviour: str
    controller: str = ""
    tireless: bool = False


class Happening(Shape, frozen=True):
    """Something a scenario does by itself."""

    id: str
    when: str
    text: str
    die: int = 0


class Scenario(Shape, frozen=True):
    """What a battle is about (MS-SCN-1, -2); `works` says that this version plays it."""

    id: str
    name: str
    kind: str
    story: str
    rounds: int
    victory: str
    tie: str
    areas: tuple[Area, ...]
    deployment: Deployment
    objectives: tuple[Objective, ...]
    scoring: tuple[Score, ...]
    ends: tuple[End, ...]
    rewards: tuple[Reward, ...]
    neutrals: tuple[Neutral, ...] = ()
    special: tuple[Happening, ...] = ()
    works: bool = True
    own: bool = False

    def area(self, area: str) -> Area:
        """The Area of that id."""
        return entry("Area", area, self.areas)

    def objective(self, objective: str) -> Objective:
        """The objective of that id."""
        return entry("objective", objective, self.objectives)

    def neighbours(self, area: str) -> tuple[str, ...]:
        """The Areas one move away: along the map, or all others where there is none (MS-MOV-3)."""
        others = tuple(other.id for other in self.areas if other.id != area)
        return self.area(area).adjoins if any(one.adjoins for one in self.areas) else others
