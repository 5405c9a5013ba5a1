"""How a gladiator who wants to win would act: he attacks whom he can, else goes for the nearest."""

from collections.abc import Callable
from functools import partial

from domain.games.morturi.activation import Done
from domain.games.morturi.attacking import Strike
from domain.games.morturi.battle import Fighting, acting, enemies
from domain.games.morturi.ground import distance, open_at, stepped
from domain.games.morturi.movement import Enter, Move
from domain.games.morturi.stances import Stance
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.tricks import Trick
from domain.games.morturi.units import Unit
from domain.terms import Action


def keen(battle: Fighting, legal: list[Action]) -> list[Action]:
    """Those of the legal actions that somebody who wants to win would think of."""
    if battle.turn is None:
        return [action for action in legal if not isinstance(action, Surrender)] or legal
    for wanted in wishes(battle):
        if found := [action for action in legal if wanted(action)]:
            return found
    return legal


def wishes(battle: Fighting) -> tuple[Callable[[Action], bool], ...]:
    """What whoever acts would like to do, best first."""
    _, unit = acting(battle)
    return (_bold, partial(_fresh, unit), partial(_nearer, battle, unit), _done)


def _bold(action: Action) -> bool:
    return isinstance(action, Strike | Trick | Enter)


def _fresh(unit: Unit, action: Action) -> bool:
    return isinstance(action, Stance) and not unit.stances


def _done(action: Action) -> bool:
    return isinstance(action, Done)


def _nearer(battle: Fighting, unit: Unit, action: Action) -> bool:
    """Whether a step brings him nearer to the enemy who is nearest."""
    if not isinstance(action, Move):
        return False
    to = open_at(battle, stepped(unit.square, action.directions[0]))
    ways = [(distance(unit.square, enemy.square), enemy.square) for enemy in enemies(battle, unit)]
    if not to or not ways:
        return False
    far, square = min(ways)
    return distance(to, square) < far
