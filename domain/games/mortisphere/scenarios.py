"""Chapters 13 to 15 and 20 as data: Areas, objectives, and what a scenario rewards."""

from domain.codex import Shape, entry
from domain.effects import Effect


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


class Need(Shape, frozen=True):
    """What must hold to work at an objective (MS-OBJ-12).

    `item_here`: the item `of` lies in the Area; `neutral_here`: that neutral stands there; `role`:
    the crew plays it.
    """

    what: str
    of: str


class Consequence(Shape, frozen=True):
    """What completing an objective does (MS-OBJ-12).

    `lighten`: the objective `of` needs `value` less for the crew; `carry`: the completing member
    bears the item; `steer`: the crew guides the neutral at the round's end; `escort`: the neutral
    moves with its controller's members from now on; `take`: the neutral is out of the battle.
    """

    does: str
    of: str
    value: int = 0


class Carriable(Shape, frozen=True):
    """Something that a member can carry off (MS-OBJ-13)."""

    id: str
    name: str


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
    needs: tuple[Need, ...] = ()
    repeatable: bool = False
    on_complete: tuple[Consequence, ...] = ()


class Score(Shape, frozen=True):
    """What earns points (MS-SCN-5); the other fields say of which, for whom and how often.

    `crew` is the role that alone earns them; `foe.incapacitated` with an `item` is for its bearer.
    """

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
    """A unit of no crew (MS-NEU): `hostile`, or `escorted` by the `controller` role."""

    id: str
    name: str
    type: str
    die: int
    health: int
    area: str
    behaviour: str
    controller: str = ""
    tireless: bool = False
    abilities: tuple[str, ...] = ()


class Chance(Shape, frozen=True):
    """What a happening does on some faces of its die, in some rounds (`to_round` 0: for good).

    Every active unit in the Area resolves a hit by a die of `hit` faces as if absorbing (MS-ABS-4).
    """

    from_round: int
    low: int
    high: int
    area: str
    hit: int
    to_round: int = 0
    ends: bool = False


class Happening(Shape, frozen=True):
    """Something a scenario does by itself at the end of rounds; if `once`, then never again."""

    id: str
    name: str
    text: str
    die: int
    chances: tuple[Chance, ...]
    once: bool = False

    def due(self, number: int) -> tuple[Chance, ...]:
        """What may happen at the end of a round."""
        return tuple(
            c
            for c in self.chances
            if c.from_round <= number and (not c.to_round or number <= c.to_round)
        )

    def sure(self, number: int) -> bool:
        """Whether a round needs no roll, because every face does the same."""
        return any((c.low, c.high) == (1, self.die) for c in self.due(number))


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
    items: tuple[Carriable, ...] = ()
    works: bool = True
    own: bool = False

    def area(self, area: str) -> Area:
        """The Area of that id."""
        return entry("Area", area, self.areas)

    def objective(self, objective: str) -> Objective:
        """The objective of that id."""
        return entry("objective", objective, self.objectives)

    def item(self, item: str) -> Carriable:
        """The item of that id, which can be carried off."""
        return entry("item", item, self.items)

    def neutral(self, neutral: str) -> Neutral:
        """The neutral of that id."""
        return entry("neutral", neutral, self.neutrals)

    def happening(self, happening: str) -> Happening:
        """The happening of that id."""
        return entry("happening", happening, self.special)

    def completing(self, objective: str) -> tuple[Consequence, ...]:
        """What completing an objective does; nothing, if the scenario has none of that id."""
        return next((o.on_complete for o in self.objectives if o.id == objective), ())

    def neighbours(self, area: str) -> tuple[str, ...]:
        """The Areas one move away: along the map, or all others where there is none (MS-MOV-3)."""
        others = tuple(other.id for other in self.areas if other.id != area)
        return self.area(area).adjoins if any(one.adjoins for one in self.areas) else others
