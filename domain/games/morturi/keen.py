"""How a gladiator who wants to win would act: he attacks whom he can, else goes for the nearest."""

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
    _, unit = acting(battle)
    bold = [action for action in legal if isinstance(action, Strike | Trick | Enter)]
    if bold:
        return bold
    fresh = [action for action in legal if isinstance(action, Stance) and not unit.stances]
    nearer = [action for action in legal if isinstance(action, Move) and _nearer(battle, unit, action)]
    return fresh or nearer or [action for action in legal if isinstance(action, Done)] or legal


def _nearer(battle: Fighting, unit: Unit, move: Move) -> bool:
    """Whether a step brings him nearer to the enemy who is nearest."""
    to = open_at(battle, stepped(unit.square, move.directions[0]))
    ways = [(distance(unit.square, enemy.square), enemy.square) for enemy in enemies(battle, unit)]
    if not to or not ways:
        return False
    far, square = min(ways)
    return distance(to, square) < far
