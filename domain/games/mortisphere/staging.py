"""Chapters 13 to 15, checked: a scenario holds together, and what it asks for can be played."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from domain.codex import Fault, Place, unknown
from domain.games.mortisphere import sense
from domain.games.mortisphere.props import happening_faults, objective_faults
from domain.games.mortisphere.roles import ROLES
from domain.games.mortisphere.scenarios import Area, Objective, Reward, Scenario, Score
from domain.games.mortisphere.shapes import Book
from domain.names import fold, said

KINDS = (  # MS-OBJ-2; several are joined by `_and_`
    *("recover_artifact", "activate_machinery", "protect_individual", "gather_resources"),
    *("destroy_entity", "reach", "survive_until_event"),
)
ENDS = {
    "all_objectives_completed": "",
    "one_crew_without_active_members": "",
    "objective_completed": "objectives",
    "carried_out": "items",
    "event": "special",
    "neutral_incapacitated": "neutrals",
    "exited": "neutrals",
}
# what points are given for, and which field says of what (MS-SCN-5)
EARNED = {
    "objective.completed": "objective",
    "control.end": "area",
    "control.round": "area",
    "neutral.damage": "neutral",
    "neutral.incapacitated": "neutral",
    "neutral.standing.end": "neutral",
    "carried.out": "item",
    "exited": "unit",
}
REWARDS = ("salvage", "item", "discovery", "xp")
ANYWHERE, OWN_START = "any", "own_start"
RESERVED = {ANYWHERE: "all of them", OWN_START: "where a crew began"}
SCOPES = ("all_in_area", "crew")  # MS-ARE-10


class Named(Protocol):
    """A part of a scenario."""

    @property
    def id(self) -> str:
        """What other parts call it."""

    @property
    def name(self) -> str:
        """What people call it."""


def faults(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Everything in a scenario that refers to nothing or cannot be played, first things first."""
    yield from _frame(at, scenario)
    for name in ("areas", "objectives", "neutrals", "items", "special"):
        yield from _twins((*at, name), getattr(scenario, name))
    yield from [*_areas(book, at, scenario)] or _map(at, scenario)
    yield from _objectives(book, at, scenario)
    yield from _scores(book, at, scenario)
    yield from _neutrals(book, at, scenario)
    yield from happening_faults(book, at, scenario)
    yield from _ends(at, scenario)
    for number, reward in enumerate(scenario.rewards):
        yield from _reward(book, (*at, "rewards", number), scenario, reward)


def ids(entries: Iterable[Named]) -> list[str]:
    """What a list's entries are called."""
    return [one.id for one in entries]


def _frame(at: Place, scenario: Scenario) -> Iterator[Fault]:
    """What it is about, where it begins, how it is won (MS-SCN-1, -3, -5)."""
    for kind in scenario.kind.split("_and_"):
        yield from unknown((*at, "kind"), "kind of scenario", kind, KINDS)
    yield from unknown((*at, "victory"), "victory", scenario.victory, ["most_points"])
    yield from unknown((*at, "tie"), "tie", scenario.tie, ["draw"])
    start, here = scenario.deployment, (*at, "deployment")
    yield from unknown(here, "chooser", start.chooser, ["lower_rating", "roll"])
    for role, areas in (("first", start.first), ("second", start.second)):
        if not areas:
            yield Fault(here, f"the {role} crew has no Area to start in")
        for area in areas:
            yield from unknown(here, "Area", area, ids(scenario.areas))
    for name, rule in (("objectives", "MS-OBJ-1"), ("scoring", "MS-SCN-5")):
        if not getattr(scenario, name):
            yield Fault(at, f"it has no {name}, so nothing is fought for ({rule})")


def _twins(at: Place, entries: tuple[Named, ...]) -> Iterator[Fault]:
    """No two parts of a scenario have one id or one name."""
    known, names = set[str](), set[str]()
    for number, one in enumerate(entries):
        if one.id in known:
            yield Fault((*at, number), f"{at[-1]} already has an entry '{said(one.id)}'")
        elif fold(one.name) in names:
            yield Fault((*at, number), f"{at[-1]} already has one called '{said(one.name)}'")
        known.add(one.id)
        names.add(fold(one.name))


def _areas(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Areas adjoin Areas of the scenario, both ways (MS-MOV-3), and work on who is there."""
    areas = {area.id: area for area in scenario.areas}
    for number, area in enumerate(scenario.areas):
        here = (*at, "areas", number)
        yield from sense.faults(book, here, area.effects)
        yield from _area_effects(here, area)
        if meaning := RESERVED.get(area.id):
            yield Fault(here, f"no Area is called {area.id}, which means {meaning}")
        for neighbour in area.adjoins:
            yield from unknown(here, "Area", neighbour, areas)
            if neighbour == area.id:
                yield Fault(here, f"{neighbour} adjoins itself")
            elif neighbour in areas and area.id not in areas[neighbour].adjoins:
                yield Fault(here, f"{neighbour} does not adjoin {area.id} in turn")


def _area_effects(at: Place, area: Area) -> Iterator[Fault]:
    """An Area works on all in it or on a crew, by itself: nobody bears its effects (MS-ARE-10)."""
    for number, effect in enumerate(area.effects):
        here = (*at, "effects", number)
        if effect.to not in SCOPES:
            yield Fault(here, "an Area's effect is for all_in_area or for a crew", 'to = "crew"')
        if effect.chosen or effect.cost or effect.times:
            yield Fault(here, "an Area's effect is not chosen or limited: nobody bears it")


def _map(at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Where there is a map, every Area can be reached from every other (MS-MOV-3)."""
    around = {area.id: area.adjoins for area in scenario.areas}
    if not any(around.values()):
        return
    reached, waiting = set[str](), [scenario.areas[0].id]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += around.get(here, ())
    for number, area in enumerate(scenario.areas):
        if area.id not in reached:
            said_ = f"{area.id} cannot be reached from {scenario.areas[0].id}"
            yield Fault((*at, "areas", number), said_)


def _objectives(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Objectives lie in Areas of the scenario, carry known tags, and can be begun (MS-OBJ-12)."""
    before = {objective.id: objective.requires for objective in scenario.objectives}
    for number, objective in enumerate(scenario.objectives):
        here = (*at, "objectives", number)
        known = {
            "area": ("Area", [ANYWHERE, *ids(scenario.areas)]),
            "tag": ("objective tag", book.objective_tags),
            "requires": ("objective", ["", *before]),
            "progress": ("way of progress", ["per_crew", "shared"]),
            "claim": ("claim", ["first", "each"]),
        }
        for field, (kind, words) in known.items():
            yield from unknown((*here, field), kind, getattr(objective, field), words)
        if _requires_itself(objective, before):
            yield Fault(here, f"{objective.id} requires itself in the end")
        yield from objective_faults(here, scenario, objective)


def _requires_itself(objective: Objective, before: dict[str, str]) -> bool:
    """Whether what must be done before an objective leads back to it."""
    passed, one = set[str](), objective.requires
    while one and one not in passed:
        if one == objective.id:
            return True
        passed.add(one)
        one = before.get(one, "")
    return False


def _scores(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Points come from known events about what is in the scenario (MS-SCN-5)."""
    for number, score in enumerate(scenario.scoring):
        here = (*at, "scoring", number)
        yield from unknown(here, "scoring event", score.on, book.scoring_events)
        yield from unknown(here, "Area", score.area, ["", *ids(scenario.areas)])
        yield from unknown(here, "objective", score.objective, ["", *ids(scenario.objectives)])
        for unit in (score.neutral, score.unit):
            yield from unknown(here, "neutral", unit, ["", *ids(scenario.neutrals)])
        yield from unknown(here, "role", score.crew, ["", *ROLES])
        yield from unknown(here, "item", score.item, ["", *ids(scenario.items)])
        yield from unknown(here, "count", score.per, ["", "member", "health"])
        yield from unknown(here, "Area", score.from_area, ["", OWN_START])
        yield from _earned(here, score)


def _earned(at: Place, score: Score) -> Iterator[Fault]:
    """Points say for which objective, Area, neutral or item they are."""
    field = EARNED.get(score.on, "")
    if field and not getattr(score, field):
        yield Fault(at, f"points for {score.on} lack their {field}")


def _neutrals(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """Neutrals have types and dice that exist, stand somewhere, behave as one can (MS-NEU)."""
    for number, neutral in enumerate(scenario.neutrals):
        here = (*at, "neutrals", number)
        yield from unknown(here, "Area", neutral.area, ids(scenario.areas))
        yield from unknown(here, "type", neutral.type, [kind.id for kind in book.types])
        yield from unknown(here, "behaviour", neutral.behaviour, ["hostile", "escorted"])
        yield from unknown(here, "role", neutral.controller, ["", "first", "second"])
        dice = [str(die.faces) for die in book.dice]
        yield from unknown(here, "Existence Die", str(neutral.die), dice)
        if neutral.behaviour == "escorted" and not neutral.controller:
            yield Fault(here, "who is escorted has a controller, first or second (MS-NEU-4)")
        for ability in neutral.abilities:
            yield from unknown(here, "ability", ability, [one.id for one in book.abilities])


def _ends(at: Place, scenario: Scenario) -> Iterator[Fault]:
    """A battle ends early by what is in the scenario (MS-SCN-4)."""
    for number, end in enumerate(scenario.ends):
        here = (*at, "ends", number)
        yield from unknown(here, "end", end.when, ENDS)
        if named := ENDS.get(end.when):
            known = [one.id for one in getattr(scenario, named)]
            yield from unknown(here, f"entry of {named}", end.what, known)


def _reward(book: Book, at: Place, scenario: Scenario, reward: Reward) -> Iterator[Fault]:
    """What is won is salvage, an item of a family, a discovery or experience, for a known deed."""
    yield from unknown(at, "moment", reward.on, ["winner", "completed", "event"])
    yield from unknown(at, "reward", reward.what, REWARDS)
    yield from unknown(at, "family", reward.family, ["", *(one.id for one in book.families)])
    deeds = {
        "winner": [""],
        "completed": ids(scenario.objectives),
        "event": [*ids(scenario.objectives), *book.scoring_events],
    }
    if reward.on in deeds:
        yield from unknown(at, "deed", reward.of, deeds[reward.on])
    if (reward.what == "item") != bool(reward.family):
        yield Fault(at, "an item, and nothing else, is won with its family")
