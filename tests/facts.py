"""Facts that a battle file states behind `=>`: read, and held against the battle as it stands.

initiative 38:44 · order Ash, Iron · rating 45:50 · points 2:0 · round 2 · winner Ash · draw
NAME lost 1 max 8 · NAME strain 1 · NAME acted|ready|out|broken|withdrawn · NAME at AREA
6 against 7 · 5 against Presence 2 · outcome tie · blows 1 · faces 6 3 · dice 6 8
interrupted NAME · bin 1 CREW|open · CREW holds AREA · nobody holds AREA
awaits respond CREW · awaits none
fate slow-mending · advance practised · salvage 13:5 · NAME experience 3
NAME misses the next battle
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from cli.sitting import Table
from domain.books import Member
from domain.evening import sides
from domain.games.mortisphere.after.advances import AdvanceRolled
from domain.games.mortisphere.after.evening import Evening
from domain.games.mortisphere.after.fate import FateResolved
from domain.games.mortisphere.battle import Fighting, setting, side
from domain.games.mortisphere.control import controller
from domain.games.mortisphere.objectives import ChannelInterrupted
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.play import awaited
from domain.games.mortisphere.progress import done_by
from domain.games.mortisphere.resolve import current_max
from domain.games.mortisphere.showing import state
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import Throw
from domain.terms import Event

Told = Sequence[Event]
Check = Callable[[Fighting, Told, re.Match[str]], tuple[Any, Any]]
"""What is so, and what the fact says."""
Later = Callable[[Evening, Told, re.Match[str]], tuple[Any, Any]]


def facts(comment: str) -> list[str]:
    """The facts of a row's comment."""
    _, arrow, stated = comment.partition("=>")
    return [fact.strip() for fact in stated.split(";")] if arrow else []


def hold(fact: str, table: Table, told: Told, where: str) -> None:
    """Hold a fact against the battle or its aftermath, and what was told since the last row."""
    is_so, stated = _checked(fact, table, told, where)
    assert is_so == stated, f"{where}: {fact}: it is {is_so}"


def _checked(fact: str, table: Table, told: Told, where: str) -> tuple[Any, Any]:
    if waits := re.fullmatch(r"awaits ([a-z]+)(?: (.+))?", fact):
        asked = table.game.ask(table.state)
        return (asked["awaiting"], asked["crew"]), (waits[1], waits[2] or "")
    for pattern, later in AFTER:
        if found := re.fullmatch(pattern, fact):
            return later(table.state, told, found)
    for pattern, check in CHECKS:
        if found := re.fullmatch(pattern, fact):
            return check(table.fight, told, found)
    raise AssertionError(f"{where}: no fact is written like this: {fact}")


def unit(battle: Fighting, name: str) -> Unit:
    """The unit of that name."""
    units = battle.units.values()
    whole = [u for u in units if u.who.name == name]
    return (whole or [u for u in units if u.who.name.startswith(f"{name} ")])[0]


def crew(battle: Fighting, name: str) -> str:
    """The id of the crew of that name."""
    return next(s.id for s in battle.sides if s.who.name == name)


def _names(battle: Fighting, crews: Sequence[str]) -> list[str]:
    return [side(battle, c).who.name for c in crews]


def _numbers(text: str) -> list[int]:
    return [int(n) for n in re.split("[: ]", text)]


def _initiative(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    return [v.face for v in battle.values], _numbers(m[1])


def _lost(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    one = unit(battle, m[1])
    return (one.lost, current_max(battle, one)), (int(m[2]), int(m[3]))


def _state(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    one = unit(battle, m[1])
    so = {
        "acted": one.acted,
        "ready": one.active and not one.acted,
        "out": one.fallen,
        "broken": one.broken,
        "withdrawn": state(one) == "withdrawn",
    }
    return so[m[2]], True


def _at(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    return setting(battle).area(unit(battle, m[1]).area).name, m[2]


def _fought(told: Told) -> list[ClashFought]:
    return [e for e in told if isinstance(e, ClashFought)]


def _against(_: Fighting, told: Told, m: re.Match[str]) -> tuple[Any, Any]:
    stated = (int(m[1]), bool(m[2]), int(m[3]))
    so = [
        (e.initiator_result, e.by_presence, e.presence if e.by_presence else e.defender_result)
        for e in _fought(told)
    ]
    return (stated if stated in so else so), stated


def _objective(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    found = next(o for o in setting(battle).objectives if m[1] in o.name)
    done = _names(battle, done_by(battle, found.id, int(m[2])))
    return done, [] if m[3] == "open" else [m[3]]


def _holds(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    area = next(a.id for a in setting(battle).areas if a.name == m[2])
    holder = controller(battle, area)
    return side(battle, holder).who.name if holder else "nobody", m[1]


def _dice(battle: Fighting, _: Told, m: re.Match[str]) -> tuple[Any, Any]:
    waiting = awaited(battle)
    sides = [d.sides for d in waiting.dice] if isinstance(waiting, Throw) else []
    return sides, _numbers(m[1])


CHECKS: tuple[tuple[str, Check], ...] = (
    (r"initiative ([0-9:]+)", _initiative),
    (r"order (.+)", lambda b, _, m: (_names(b, b.order), m[1].split(", "))),
    (r"rating ([0-9:]+)", lambda b, _, m: ([s.rating for s in b.sides], _numbers(m[1]))),
    (r"points ([0-9:]+)", lambda b, _, m: ([s.points for s in b.sides], _numbers(m[1]))),
    (r"round ([0-9]+)", lambda b, _, m: (b.round, int(m[1]))),
    (r"winner (.+)", lambda b, _, m: (_names(b, [b.winner] if b.winner else []), [m[1]])),
    (r"draw", lambda b, _t, _m: ((bool(b.ended), b.winner), (True, ""))),
    (r"interrupted (.+)", lambda _, t, m: (m[1] in _interrupted(t), True)),
    (r"blows ([0-9]+)", lambda _, t, m: (_fought(t)[-1].blows, int(m[1]))),
    (r"outcome ([a-z]+)", lambda _, t, m: (str(_fought(t)[-1].outcome), m[1])),
    (r"faces ([0-9 ]+)", lambda _, t, m: (_faces(t), _numbers(m[1]))),
    (r"dice ([0-9 ]+)", _dice),
    (r"([0-9]+) against (Presence )?([0-9]+)", _against),
    (r"([a-z]+) ([0-9]+) (.+)", _objective),
    (r"(.+) holds (.+)", _holds),
    (r"(.+) lost ([0-9]+) max ([0-9]+)", _lost),
    (r"(.+) strain ([0-9]+)", lambda b, _, m: (unit(b, m[1]).strain, int(m[2]))),
    (r"(.+) (acted|ready|out|broken|withdrawn)", _state),
    (r"(.+) at (.+)", _at),
)

AFTER: tuple[tuple[str, Later], ...] = (
    (r"fate (.+)", lambda _, t, m: (_results(t, FateResolved), [m[1]])),
    (r"advance (.+)", lambda _, t, m: (_results(t, AdvanceRolled), [m[1]])),
    (r"salvage ([0-9:]+)", lambda e, _, m: ([c.treasury for c in sides(e)], _numbers(m[1]))),
    (r"(.+) experience ([0-9]+)", lambda e, _, m: (_member(e, m[1]).experience, int(m[2]))),
    (r"(.+) misses the next battle", lambda e, _, m: (_member(e, m[1]).misses_next, True)),
)


def _results(told: Told, kind: type[FateResolved | AdvanceRolled]) -> list[str]:
    return [e.result for e in told if isinstance(e, kind)]


def _member(evening: Evening, name: str) -> Member:
    members = [one for crew in sides(evening) for one in crew.members]
    whole = [one for one in members if one.who.name == name]
    return (whole or [one for one in members if one.who.name.startswith(f"{name} ")])[0]


def _interrupted(told: Told) -> list[str]:
    return [e.member.name for e in told if isinstance(e, ChannelInterrupted)]


def _faces(told: Told) -> list[int]:
    return [die.natural for die in _fought(told)[-1].dice]
