"""What a line leaves open but means all the same: copies, and whose effect it is (`lines.md`)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.games.mortisphere.acting import Decline
from domain.games.mortisphere.announcing import Declare, declarables
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.battle import Fighting, setting
from domain.games.mortisphere.clash import Clash, Respond
from domain.games.mortisphere.effects import carried
from domain.games.mortisphere.objectives import Interact
from domain.games.mortisphere.play import awaited
from domain.games.mortisphere.progress import default_copy
from domain.games.mortisphere.using import Accept, Named
from domain.games.mortisphere.waiting import Confirm
from domain.games.mortisphere.ways import eases
from domain.terms import Action


def canonical(battle: Fighting, action: Action) -> Action:
    """The action with all that its line left open, as it is stored and written."""
    match action:
        case Interact(copy=0):
            return _with_copy(battle, action)
        case Clash() | Respond() | Declare() | Move() | Accept() | Decline():
            effects = tuple(_borne(battle, action, one) for one in action.effects)
            return msgspec.structs.replace(action, effects=effects)
        case _:
            return action


def _with_copy(battle: Fighting, action: Interact) -> Action:
    known = {o.id: o for o in setting(battle).objectives}
    unit = battle.units.get(action.members[0]) if action.members else None
    if unit is None or action.objective not in known:
        return action
    objective = known[action.objective]
    if objective.copies == 1:
        return action
    copy = default_copy(battle, objective, unit.crew)
    return msgspec.structs.replace(action, copy=copy)


def _borne(battle: Fighting, action: Any, named: Named) -> Named:
    """The effect with its bearer, where only one can be meant."""
    if named.effect:
        return named
    bearers = {u for u, entry in _bearers(battle, action) if entry == named.name}
    if len(bearers) != 1:
        return named
    return Named(bearers.pop(), named.name, named.against)


def _bearers(battle: Fighting, action: Action) -> Iterator[tuple[str, str]]:
    """Who could be meant as the bearer of which effect by an action."""
    waiting = awaited(battle)
    if isinstance(waiting, Confirm):
        yield from ((o.bearer, o.entry) for o in waiting.offers)
    elif isinstance(action, Declare):
        crew: str = getattr(waiting, "crew", "")
        yield from ((o.bearer, o.entry) for o in declarables(battle, crew))
    elif isinstance(action, Move):
        for unit in (battle.units[u] for u in action.members if u in battle.units):
            yield from ((o.bearer, o.entry) for o in eases(battle, unit))
    else:
        for id_ in _in_clash(action):
            if id_ not in battle.units:
                continue
            for moment in ("clash.declare", "clash.roll", "clash.win", "clash.compare"):
                found = carried(battle, battle.units[id_], moment)
                yield from ((id_, c.entry) for c in found)


def _in_clash(action: Action) -> Iterator[str]:
    if isinstance(action, Clash):
        yield from (u for s in action.strikes for u in s.initiators)
    elif isinstance(action, Respond):
        yield from (u for g in action.guards for u in g.members)
