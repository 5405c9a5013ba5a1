"""Facts of Morturi that a battle file states behind `=>`, held against the battle as it stands.

order Domus Ursi, Ludus Ferox · round 2 · CF 1:0 · MP 3 · winner Ludus Ferox · draw
NAME at C5 · NAME faces s · NAME LP 4 · NAME out|left|acted|ready · NAME is prone
TN 6 front · damage 5 · push cancelled · push none · offers E4 F3
awaits react Domus Ursi · awaits none
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from cli.sitting import Table
from domain.games.morturi.battle import Fighting, side
from domain.games.morturi.play import awaited
from domain.games.morturi.standing import EffectCancelled, GladiatorMoved
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.units import Standing, Unit
from domain.games.morturi.waiting import Pick
from domain.terms import Event

Told = Sequence[Event]
Check = Callable[[Fighting, Told, re.Match[str]], tuple[Any, Any]]
"""What is so, and what the fact says."""


def hold(fact: str, table: Table, told: Told, where: str) -> None:
    """Hold a fact against the battle, and what was told since the last row."""
    is_so, stated = _checked(fact, table, told, where)
    assert is_so == stated, f"{where}: {fact}: it is {is_so}"


def _checked(fact: str, table: Table, told: Told, where: str) -> tuple[Any, Any]:
    if waits := re.fullmatch(r"awaits ([a-z]+)(?: (.+))?", fact):
        asked = table.game.ask(table.state)
        return (asked["awaiting"], asked["crew"]), (waits[1], waits[2] or "")
    for pattern, check in CHECKS:
        if found := re.fullmatch(pattern, fact):
            return check(table.fight, told, found)
    raise AssertionError(f"{where}: no fact is written like this: {fact}")


def gladiator(battle: Fighting, name: str) -> Unit:
    """The gladiator of that name."""
    return next(unit for unit in battle.units.values() if unit.who.name == name)


def _schools(battle: Fighting, schools: Sequence[str]) -> list[str]:
    return [side(battle, school).who.name for school in schools]


def _state(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    unit = gladiator(battle, m[1])
    so = {
        "out": unit.standing is Standing.OUT,
        "left": unit.standing is Standing.LEFT,
        "acted": unit.acted,
        "ready": unit.present and not unit.acted,
    }
    return so[m[2]], True


def _rolled(told: Told) -> list[AttackRolled]:
    return [event for event in told if isinstance(event, AttackRolled)]


def _number(_: Fighting, told: Told, m: re.Match[str]) -> tuple[Any, Any]:
    return [(e.number, e.arc) for e in _rolled(told)], [(int(m[1]), m[2])]


def _push(_: Fighting, told: Told, m: re.Match[str]) -> tuple[Any, Any]:
    cancelled = any(isinstance(e, EffectCancelled) and e.does == "push" for e in told)
    moved = any(isinstance(e, GladiatorMoved) and e.by for e in told)
    return "cancelled" if cancelled else "done" if moved else "none", m[1]


def _offers(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    waiting = awaited(battle)
    return sorted(waiting.offers) if isinstance(waiting, Pick) else [], sorted(m[1].split())


def _points(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    return battle.turn.points if battle.turn else None, int(m[1])


CHECKS: tuple[tuple[str, Check], ...] = (
    (r"order (.+)", lambda b, _, m: (_schools(b, b.order), m[1].split(", "))),
    (r"round ([0-9]+)", lambda b, _, m: (b.round, int(m[1]))),
    (
        r"CF ([0-9:]+)",
        lambda b, _, m: ([s.favour for s in b.sides], [int(n) for n in m[1].split(":")]),
    ),
    (r"MP ([0-9]+)", _points),
    (r"winner (.+)", lambda b, _, m: (_schools(b, b.winners), m[1].split(" and "))),
    (r"draw", lambda b, _t, _m: ((bool(b.ended), b.winners), (True, ()))),
    (r"TN ([0-9]+) (front|flank|rear)", _number),
    (r"damage ([0-9]+)", lambda _, t, m: ([e.damage for e in _rolled(t)], [int(m[1])])),
    (r"push (cancelled|done|none)", _push),
    (r"offers (.+)", _offers),
    (r"(.+) at ([A-Z]+[0-9]+)", lambda b, _, m: (gladiator(b, m[1]).square, m[2])),
    (r"(.+) faces ([nesw])", lambda b, _, m: (gladiator(b, m[1]).facing, m[2])),
    (r"(.+) LP (-?[0-9]+)", lambda b, _, m: (gladiator(b, m[1]).now, int(m[2]))),
    (r"(.+) (out|left|acted|ready)", _state),
    (
        r"(.+) is ([a-z]+)",
        lambda b, _, m: (m[2] in [c.id for c in gladiator(b, m[1]).conditions], True),
    ),
)
