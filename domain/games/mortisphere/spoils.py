"""Chapters 10 and 15: what harm and a fall earn, and what a fallen bearer leaves (MS-SCN-5)."""

from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.carrying import borne, fall_with
from domain.games.mortisphere.scoring import Deed, score
from domain.games.mortisphere.units import Unit
from domain.terms import Telling


def crews_of(battle: Fighting, units: tuple[str, ...]) -> list[str]:
    """The crews of units, each once; neutrals earn nothing."""
    crews = (battle.units[u].crew for u in units)
    return [c for c in dict.fromkeys(crews) if c]


def harmed(telling: Telling[Fighting], unit: Unit, amount: int, by: tuple[str, ...]) -> None:
    """MS-SCN-5 `neutral.damage`: each Health that a crew takes from a neutral."""
    if unit.neutral and amount:
        for crew in crews_of(telling.state, by):
            score(telling, crew, Deed(on="neutral.damage", neutral=unit.neutral, count=amount))


def felled(telling: Telling[Fighting], unit: Unit, by: tuple[str, ...]) -> None:
    """MS-SCN-5 `foe.incapacitated`, `neutral.incapacitated`; MS-OBJ-13: its burden falls."""
    item = borne(telling.state, unit.id)
    for crew in crews_of(telling.state, by):
        if unit.neutral:
            score(telling, crew, Deed(on="neutral.incapacitated", neutral=unit.neutral))
        elif crew != unit.crew:
            score(telling, crew, Deed(on="foe.incapacitated", item=item))
    fall_with(telling, unit, by)
