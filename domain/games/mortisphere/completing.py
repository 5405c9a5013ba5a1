"""Chapter 14: what completing an objective does besides its points (MS-OBJ-12)."""

from domain.games.mortisphere.battle import Fighting, side
from domain.games.mortisphere.carrying import take
from domain.games.mortisphere.escorts import take_away
from domain.games.mortisphere.scenarios import Objective
from domain.games.mortisphere.scoring import Deed, score
from domain.games.mortisphere.units import Unit
from domain.terms import Telling


def completed(telling: Telling[Fighting], unit: Unit, objective: Objective) -> None:
    """A copy is completed: it scores, and does what the scenario says of it."""
    score(telling, unit.crew, Deed(on="objective.completed", objective=objective.id))
    for one in objective.on_complete:
        if one.does == "carry":
            take(telling, telling.state.units[unit.id], one.of)
        elif one.does == "take":
            take_away(telling, one.of, unit, side(telling.state, unit.crew).who)
