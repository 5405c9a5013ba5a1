"""What a line leaves open but means all the same: facing, whose trick, which way (`lines.md`)."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.morturi.asking import Accept, Decline, Named
from domain.games.morturi.attacking import Respond, Strike
from domain.games.morturi.battle import Fighting, acting
from domain.games.morturi.deployment import DeployMembers
from domain.games.morturi.flags import Take
from domain.games.morturi.ground import inside
from domain.games.morturi.movement import Enter
from domain.games.morturi.play import awaited
from domain.games.morturi.sides import inward
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.tricks import Trick, offered
from domain.games.morturi.waiting import Activate, Confirm, Pick, React
from domain.games.morturi.ways import found_way, ways
from domain.terms import Action, Refusal


def canonical(battle: Fighting, action: Action) -> Action:
    """The action with all that its line left open, as it is stored and written."""
    complete = COMPLETE.get(type(action))
    return complete(battle, action) if complete else action


def _faced(battle: Fighting, action: DeployMembers | Enter) -> Action:
    """Hole 35: without a facing he looks away from the edge."""
    if action.facing or not inside(battle, action.square):
        return action
    return replace(action, facing=inward(battle, action.square))


def _turned(battle: Fighting, action: Respond) -> Action:
    """The one direction that is open to the target."""
    waiting = awaited(battle)
    if action.facing != "any" or not isinstance(waiting, React) or len(waiting.directions) > 1:
        return action
    return replace(action, facing=waiting.directions[0])


def _whose(battle: Fighting, action: Surrender) -> Action:
    """The school that is to act surrenders."""
    waiting = awaited(battle)
    if action.crew or not isinstance(waiting, Activate):
        return action
    return replace(action, crew=waiting.crew)


def _flag(_battle: Fighting, action: Take) -> Action:
    """Nothing but a flag is taken."""
    return action if action.what else replace(action, what="flag")


def _replacing(battle: Fighting, action: Trick) -> Action:
    """Hole 10: a trick that takes the place of an attack is written as an attack in that way."""
    if battle.turn is None or not action.on or action.against or action.way or action.amount:
        return action
    _, unit = acting(battle)
    try:
        if offered(battle, unit, action) is not None:
            return action
    except Refusal:
        return action
    if all(way.id != action.trick for way in ways(battle, unit)):
        return action
    return Strike(targets=action.on, way=action.trick, at=next(iter(action.at), ""))


def _plain(battle: Fighting, action: Strike) -> Action:
    """A way of attacking that he would use anyway needs no name."""
    if (
        not action.way
        or battle.turn is None
        or not action.targets
        or action.targets[0] not in battle.units
    ):
        return action
    _, unit = acting(battle)
    target = battle.units[action.targets[0]]
    try:
        usual = found_way(battle, unit, "", target)
        meant = found_way(battle, unit, action.way, target)
    except Refusal:
        return action
    return replace(action, way="" if usual.id == meant.id else meant.id)


def _named(battle: Fighting, action: Accept | Decline) -> Action:
    """An answer names what was asked, and whose it is (rules 4 and 6 of the lines)."""
    waiting = awaited(battle)
    if isinstance(waiting, Pick):
        known = [Named(waiting.member, waiting.source)] if waiting.source else []
    elif isinstance(waiting, Confirm):
        known = [Named(o.bearer or o.entry, o.bearer and o.entry) for o in waiting.offers]
    else:
        return action
    named = tuple(_borne(one, known) for one in action.effects)
    if not named and (isinstance(action, Decline) or len(known) == 1):
        named = tuple(known)
    if isinstance(action, Accept):
        return replace(action, effects=named)
    return replace(action, effects=named, question="" if named else action.question)


def _borne(one: Named, known: list[Named]) -> Named:
    """The trick with its bearer, where only one can be meant."""
    if one.bearer:
        return one
    meant = [each for each in known if each.entry == one.entry]
    return meant[0] if len(meant) == 1 else one


COMPLETE: dict[type[Action], Callable[[Fighting, Any], Action]] = {
    DeployMembers: _faced,
    Enter: _faced,
    Respond: _turned,
    Surrender: _whose,
    Take: _flag,
    Strike: _plain,
    Trick: _replacing,
    Accept: _named,
    Decline: _named,
}
