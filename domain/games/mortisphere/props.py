"""Chapters 14 and 20, checked: what objectives need and do, and what happens by itself."""

from collections.abc import Iterator

from domain.codex import Fault, Place, unknown
from domain.games.mortisphere.roles import ROLES
from domain.games.mortisphere.scenarios import Objective, Scenario
from domain.games.mortisphere.shapes import Book


def objective_faults(at: Place, scenario: Scenario, objective: Objective) -> Iterator[Fault]:
    """What an objective needs and does is about things of its scenario (MS-OBJ-12)."""
    items = [one.id for one in scenario.items]
    neutrals = [one.id for one in scenario.neutrals]
    needs = {"item_here": items, "neutral_here": neutrals, "role": list(ROLES)}
    for need in objective.needs:
        yield from unknown((*at, "needs"), "need", need.what, needs)
        yield from unknown((*at, "needs"), need.what, need.of, needs.get(need.what, [need.of]))
    does = {"lighten": [one.id for one in scenario.objectives], "carry": items}
    does |= dict.fromkeys(("steer", "escort", "take"), neutrals)
    for one in objective.on_complete:
        yield from unknown((*at, "on_complete"), "consequence", one.does, does)
        yield from unknown((*at, "on_complete"), one.does, one.of, does.get(one.does, [one.of]))
        if (one.does == "lighten") != (one.value > 0):
            yield Fault((*at, "on_complete"), "what is lightened, and nothing else, has a value")


def happening_faults(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """What happens by itself hits an Area by a die, on faces that its own die can show."""
    dice = [str(die.faces) for die in book.dice]
    areas = [area.id for area in scenario.areas]
    for number, happening in enumerate(scenario.special):
        here = (*at, "special", number)
        yield from unknown(here, "die", str(happening.die), dice)
        for chance in happening.chances:
            yield from unknown(here, "Area", chance.area, areas)
            yield from unknown(here, "die", str(chance.hit), dice)
            if not 1 <= chance.low <= chance.high <= happening.die:
                yield Fault(here, f"a d{happening.die} has no faces {chance.low} to {chance.high}")
