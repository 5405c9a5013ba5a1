"""What an action names must be there: units, crews, Areas, objectives of its battle, each once."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from domain.games.mortisphere.acting import Decline, Hold
from domain.games.mortisphere.announcing import Declare
from domain.games.mortisphere.areas import Move
from domain.games.mortisphere.battle import Fighting, setting
from domain.games.mortisphere.clash import Clash, Respond
from domain.games.mortisphere.deployment import DeployMembers
from domain.games.mortisphere.objectives import Interact
from domain.games.mortisphere.opening import FieldTeam
from domain.games.mortisphere.ordering import Order
from domain.games.mortisphere.rounds import Concede
from domain.games.mortisphere.ruling import ChangeKind, Note, Ruling
from domain.games.mortisphere.throwing import Roll
from domain.games.mortisphere.using import Accept, Named
from domain.games.mortisphere.withdrawing import Withdraw
from domain.names import said
from domain.terms import Action, NotFound, RuleBroken

_REVEAL = re.compile("[0-9a-f]{64}")


def check_names(battle: Fighting, action: Action) -> None:
    """Refuse an action that names nobody, somebody unknown, or somebody twice."""
    _check_form(battle, action)
    for kind, name in _named(action):
        if name not in _known(battle, kind):
            raise NotFound(f"{battle.battle} has no {kind} {said(name)}")


def _check_form(battle: Fighting, action: Action) -> None:
    if isinstance(action, Clash) and not all(s.initiators for s in action.strikes):
        raise RuleBroken("MS-CLA-2", "a strike names who initiates")
    if isinstance(action, Roll) and not all(_REVEAL.fullmatch(r) for r in action.reveals):
        raise RuleBroken("MS-EVT-4", "a reveal has 64 hexadecimal digits")
    if isinstance(action, Respond):
        for guard in action.guards:
            _check_once(battle, guard.members)


def _check_once(battle: Fighting, members: Sequence[str]) -> None:
    if not members:
        raise RuleBroken("MS-CLA-12", "a guard names who defends")
    twice = [u for n, u in enumerate(members) if u in members[:n] and u in battle.units]
    if twice:
        name = battle.units[twice[0]].who.name
        raise RuleBroken("MS-CLA-14", f"{name} is named twice in one answer")


def _known(battle: Fighting, kind: str) -> Collection[str]:
    match kind:
        case "member":
            return battle.units
        case "crew":
            return [s.id for s in battle.sides]
        case "Area":
            return [a.id for a in setting(battle).areas]
        case _:
            return [o.id for o in setting(battle).objectives]


def _named(action: Action) -> Iterator[tuple[str, str]]:
    """Every id that an action holds, with the kind of thing it means."""
    for unit in UNITS.get(type(action), _nobody)(action):
        yield "member", unit
    if isinstance(action, Move | DeployMembers):
        yield "Area", action.to
    match action:
        case Move():
            yield from (("member", brought) for brought in [action.bringing] if brought)
            yield from _effects(action.effects)
        case Clash() | Respond() | Declare() | Accept() | Decline() | Withdraw():
            yield from _effects(action.effects)
        case Interact():
            yield "objective", action.objective
        case Concede():
            yield "crew", action.crew
        case Ruling():
            yield from _changes(action)
        case _:
            pass


def _changes(action: Ruling) -> Iterator[tuple[str, str]]:
    scores = (c.unit for c in action.changes if c.change is ChangeKind.SCORES)
    yield from (("crew", crew) for crew in scores)
    places = (c.what for c in action.changes if c.change is ChangeKind.AT)
    yield from (("Area", area) for area in places)


def _effects(effects: tuple[Named, ...]) -> Iterator[tuple[str, str]]:
    for one in effects:
        yield from (("member", u) for u in (one.bearer, one.against) if u)


def _struck(action: Clash) -> Iterable[str]:
    for strike in action.strikes:
        yield from (*strike.initiators, *strike.targets, *filter(None, [strike.leader]))


def _guarding(action: Respond) -> Iterable[str]:
    for guard in action.guards:
        yield from (*guard.members, *guard.against)
        yield from filter(None, [guard.place_of, guard.leader])


def _paired(action: Order) -> Iterable[str]:
    return [u for pair in action.pairs for u in (pair.initiator, pair.target)]


def _ruled(action: Ruling) -> Iterable[str]:
    return [c.unit for c in action.changes if c.change is not ChangeKind.SCORES]


def _several(action: Move | Interact | FieldTeam | DeployMembers) -> Iterable[str]:
    return action.members


def _leaving(action: Withdraw) -> Iterable[str]:
    return (action.member, action.bringing) if action.bringing else (action.member,)


def _one(action: Hold) -> Iterable[str]:
    return (action.member,)


def _noted(action: Note) -> Iterable[str]:
    return filter(None, [action.member])


def _nobody(_action: Action) -> Iterable[str]:
    return ()


UNITS: dict[type[Action], Callable[[Any], Iterable[str]]] = {
    Clash: _struck,
    Respond: _guarding,
    Order: _paired,
    Move: _several,
    Interact: _several,
    FieldTeam: _several,
    DeployMembers: _several,
    Hold: _one,
    Withdraw: _leaving,
    Note: _noted,
    Ruling: _ruled,
}
