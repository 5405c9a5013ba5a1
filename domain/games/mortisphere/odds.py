"""The odds of Mortisphere's dice, and what stands on the board (ADR 0031).

A member that stands, or has withdrawn, is worth its die value (MS-INI-4): half of that for not
having fallen, half by the Health that it has left, a Captain's Strain counting as Health where the
house rules know it (MS-CAP-4). Health about to be lost counts as lost. A point scored counts as
much as `POINT` of value: a crew comes with some fifty, a scenario scores some ten (MS-SCN-5).
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from domain.games.mortisphere import play, rolling, second_look
from domain.games.mortisphere.battle import Fighting, setting
from domain.games.mortisphere.chances import ways
from domain.games.mortisphere.rolled import EVENTS, fell, shrinks
from domain.games.mortisphere.underway import Blows
from domain.games.mortisphere.units import Standing, Unit
from domain.odds import Odds
from domain.terms import Telling, Who

POINT = 5
_STANDS = (Standing.RESERVE, Standing.ACTIVE, Standing.WITHDRAWN)


def worth(battle: Fighting) -> Mapping[str, Fraction]:
    """What each side has on the board: its members that stand, and its points."""
    found = {side.id: Fraction(POINT * side.points) for side in battle.sides}
    due = _due(battle)
    for unit in battle.units.values():
        if unit.crew in found and unit.standing in _STANDS:
            found[unit.crew] += _member(battle, unit, due.get(unit.id, 0))
    for blows in battle.due:
        if isinstance(blows, Blows):
            _strike(battle, blows, found)
    return found


def _due(battle: Fighting) -> dict[str, int]:
    """The Health that each unit is about to lose."""
    due: dict[str, int] = {}
    for harm in battle.due:
        if not isinstance(harm, Blows):
            due[harm.unit] = due.get(harm.unit, 0) + harm.amount
    return due


def _member(battle: Fighting, unit: Unit, due: int) -> Fraction:
    """What a member is worth that stands, once it has lost the Health that is due."""
    strains = unit.captain and battle.house.captain_zero == "strain"
    whole = unit.health + (unit.resolve if strains else 0)
    left = max(0, whole - unit.lost - (unit.strain if strains else 0) - due)
    stays = left > 0 or (unit.captain and battle.house.captain_zero in ("will_roll", "unkillable"))
    return _value(unit.die, left + whole if stays else left, whole)


@lru_cache(maxsize=1024)
def _value(die: int, parts: int, whole: int) -> Fraction:
    """Half a die value for each so many parts of a whole."""
    return Fraction(die * parts, 2 * whole)


def _strike(battle: Fighting, blows: Blows, found: dict[str, Fraction]) -> None:
    """Blows that are still to be given count as given to those who have least to lose by them."""
    struck = [battle.units[one] for one in blows.swarm if battle.units[one].active]
    costs = [(_member(battle, one, 0) - _member(battle, one, 1), one.crew) for one in struck]
    for cost, crew in sorted(costs)[: blows.count]:
        found[crew] -= cost


def settled(battle: Fighting) -> Fighting:
    """The battle once the dice that lie on the table are compared as they lie (MS-RES-7d)."""
    if battle.clash is None or not second_look.waits(battle):
        return battle
    telling = Telling(battle, play.evolve)
    rolling.settle(telling)
    play.proceed(telling)
    return telling.state


def again(battle: Fighting) -> bool:
    """Whether dice that fell do not stand and must fall again (MS-RES-7)."""
    return any(thrown.again for thrown in battle.again)


def who(battle: Fighting, id_: str) -> Who:
    """Whose a die is: a unit's, a crew's, or that of something that happens by itself."""
    if id_ in battle.units:
        return battle.units[id_].who
    named = {side.id: side.who.name for side in battle.sides}
    named |= {one.id: one.name for one in setting(battle).special}
    return Who(id_, named.get(id_, id_))


WORDS = {
    "initiator": "the initiator wins",
    "defender": "the defender wins",
    "tie": "nobody is higher",
    "harmed": "harmed",
    "unharmed": "unharmed",
    "stands": "the Captain stands",
    "falls": "the Captain falls",
    "away": "gets away",
    "stays": "has to stay",
    "succeeds": "succeeds",
    "fails": "fails",
    "nothing": "nothing happens",
}


def says(battle: Fighting, code: str) -> str:
    """What a code stands for, pairing by pairing."""
    areas = {area.id: area.name for area in setting(battle).areas}
    return ", ".join(
        WORDS.get(one) or areas.get(one) or who(battle, one).name for one in code.split(", ")
    )


ODDS = Odds(
    ways=ways,
    worth=worth,
    settled=settled,
    again=again,
    who=who,
    says=says,
    fell=fell,
    rolled=EVENTS,
    shrinks=shrinks,
)
