"""What an action names must be there: gladiators, schools, squares of its battle."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain.games.morturi.activation import Activate
from domain.games.morturi.asking import Accept, Decline
from domain.games.morturi.attacking import Strike
from domain.games.morturi.battle import Fighting
from domain.games.morturi.deployment import ChooseStart, DeployMembers
from domain.games.morturi.ground import inside
from domain.games.morturi.movement import Enter
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.ruling import ChangeKind, Note, Ruling
from domain.games.morturi.surrender import Surrender
from domain.games.morturi.throwing import Roll
from domain.games.morturi.tricks import Trick
from domain.names import said
from domain.terms import Action, NotFound, RuleBroken

_REVEAL = re.compile("[0-9a-f]{64}")


def check_names(battle: Fighting, action: Action) -> None:
    """Refuse an action that names nobody, somebody unknown, or a square that is none."""
    if isinstance(action, Roll) and not all(_REVEAL.fullmatch(r) for r in action.reveals):
        raise RuleBroken("MR-GEN-3", "a reveal has 64 hexadecimal digits")
    if isinstance(action, Strike) and not action.targets:
        raise RuleBroken("MR-ATK-2", "an attack is made on somebody")
    if isinstance(action, Activate) and not action.member:
        raise RuleBroken("MR-RND-1", "somebody is activated")
    schools = {s.id: s.who.name for s in battle.sides}
    for kind, name in _named(action):
        known = {
            "gladiator": lambda one: one in battle.units,
            "school": lambda one: one in schools,
            "square": lambda one: inside(battle, one),
        }[kind](name)
        if not known and name in schools:
            raise RuleBroken("MR-GEN-4", f"{schools[name]} is a school, and no {kind}")
        if not known:
            raise NotFound(f"{battle.battle} has no {kind} {said(name)}")


def _named(action: Action) -> Iterator[tuple[str, str]]:
    """Every id that an action holds, with the kind of thing it means."""
    for kind, names in NAMES.get(type(action), _nothing)(action):
        yield from ((kind, name) for name in names if name)


Named = Iterable[tuple[str, Iterable[str]]]


def _nothing(_: Action) -> Named:
    return ()


def _ruled(action: Ruling) -> Named:
    changes = action.changes
    return (
        ("school", [c.unit for c in changes if c.change is ChangeKind.SCORES]),
        ("gladiator", [c.unit for c in changes if c.change is not ChangeKind.SCORES]),
        ("square", [c.what for c in changes if c.change in (ChangeKind.AT, ChangeKind.BACK)]),
    )


def _effects(action: Accept | Decline) -> Named:
    return (("gladiator", [e.bearer for e in action.effects]),)


NAMES: dict[type[Action], Callable[[Any], Named]] = {
    FieldTeam: lambda a: (("school", [a.crew]), ("gladiator", a.members)),
    ChooseStart: lambda a: (("school", [a.crew]),),
    DeployMembers: lambda a: (("gladiator", a.members), ("square", [a.square])),
    Activate: lambda a: (("gladiator", [a.member]),),
    Surrender: lambda a: (("school", [a.crew]),),
    Enter: lambda a: (("square", [a.square]),),
    Strike: lambda a: (("gladiator", a.targets), ("square", [a.at])),
    Trick: lambda a: (("gladiator", [*a.on, a.against]), ("square", a.at)),
    Accept: _effects,
    Decline: _effects,
    Note: lambda a: (("gladiator", [a.member]),),
    Ruling: _ruled,
}
