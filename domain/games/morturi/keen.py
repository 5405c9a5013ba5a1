"""How a gladiator who wants to win would act: he attacks whom he can, else goes for the nearest.

Attacked, he turns where that helps (MR-REA-5).
"""

from collections.abc import Callable
from functools import partial

from domain.games.morturi.activation import Done
from domain.games.morturi.attacking import Respond, Strike
from domain.games.morturi.battle import Fighting, acting, changed, enemies
from domain.games.morturi.ground import distance, open_at, stepped
from domain.games.morturi.movement import Enter, Move
from domain.games.morturi.numbers import damage, need, outcome
from domain.games.morturi.stances import Stance
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.throwing import D6
from domain.games.morturi.tricks import Trick
from domain.games.morturi.underway import Attack
from domain.games.morturi.units import Unit
from domain.terms import Action


def keen(battle: Fighting, legal: list[Action]) -> list[Action]:
    """Those of the legal actions that somebody who wants to win would think of."""
    if battle.turn is None:
        return [action for action in legal if not isinstance(action, Surrender)] or legal
    if battle.attack is not None and all(isinstance(action, Respond) for action in legal):
        return _facing(battle, battle.attack, legal)
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


def _facing(battle: Fighting, attack: Attack, legal: list[Action]) -> list[Action]:
    """MR-REA-5: he turns to face whenever that lowers the damage which is to be expected."""
    turned = [action for action in legal if isinstance(action, Respond) and action.facing]
    stays = [action for action in legal if action not in turned]
    after = [expected(changed(battle, attack.target, facing=one.facing), attack) for one in turned]
    if not turned or (stays and min(after) >= expected(battle, attack)):
        return stays or legal
    return [one for one, points in zip(turned, after, strict=True) if points == min(after)]


def expected(battle: Fighting, attack: Attack) -> int:
    """What an attack would do as the target looks now: the sum of what each face would do."""
    number, points = need(battle, attack).number, 0
    for face in range(1, D6 + 1):
        came = outcome(battle, attack, face, number)
        points += damage(battle, attack, face, came.base).amount if came.hit else 0
    return points
