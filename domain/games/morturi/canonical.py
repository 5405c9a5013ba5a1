"""What a line leaves open but means all the same: facing, whose trick, what replaces (`lines.md`)."""

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
from domain.games.morturi.ways import ways
from domain.terms import Action, Refusal


def canonical(battle: Fighting, action: Action) -> Action:
    """The action with all that its line left open, as it is stored and written."""
    match action:
        case DeployMembers(facing="") | Enter(facing="") if inside(battle, action.square):
            return replace(action, facing=inward(battle, action.square))
        case Respond(facing="any"):
            waiting = awaited(battle)
            if isinstance(waiting, React) and len(waiting.directions) == 1:
                return replace(action, facing=waiting.directions[0])
            return action
        case Surrender(crew=""):
            waiting = awaited(battle)
            return replace(action, crew=waiting.crew) if isinstance(waiting, Activate) else action
        case Take(what=""):
            return replace(action, what="flag")
        case Trick():
            return _replacing(battle, action)
        case Accept() | Decline():
            return _named(battle, action)
        case _:
            return action


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
    return replace(action, effects=named)


def _borne(one: Named, known: list[Named]) -> Named:
    """The trick with its bearer, where only one can be meant."""
    if one.effect:
        return one
    meant = [each for each in known if each.entry == one.entry]
    return meant[0] if len(meant) == 1 else one
