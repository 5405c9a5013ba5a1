"""The arena drawn in text: every square with its ground, and gladiators with their facing.

A gladiator is his school's number, his handle and an arrow: `1BRU↑`; no colour says anything.
"""

from collections.abc import Iterator
from typing import Any

from domain.games.morturi.arena import SAND, STARTS
from domain.games.morturi.battle import Fighting, at, in_arena
from domain.games.morturi.carried import entry_name
from domain.games.morturi.ground import COMPASS, field, spot
from domain.games.morturi.sides import sides_of
from domain.games.morturi.squares import Square
from domain.games.morturi.units import Unit
from domain.sheets import Map

ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}


def arena_map(battle: Fighting) -> Map:
    """The arena from the north, its legend, and who stands where."""
    ground = field(battle)
    cells = [_cell(battle, place) for place in ground.squares]
    drawn = {cell["square"]: _sign(battle, cell) for cell in cells}
    wide = max(len(sign) for sign in (*drawn.values(), Square(ground.width, 1).name[:-1]))
    columns = [Square(x, 1).name[:-1] for x in range(1, ground.width + 1)]
    rows = [_row("", columns, wide)]
    for y in range(ground.height, 0, -1):
        signs = [drawn[Square(x, y).name] for x in range(1, ground.width + 1)]
        rows.append(_row(str(y), signs, wide))
    rows += [*_schools(battle), *_ground(battle), *_starts(battle), *_flags(battle)]
    rows += [told(battle, unit) for unit in in_arena(battle)]
    document = {"width": ground.width, "height": ground.height, "cells": cells}
    return Map(document, tuple(row.rstrip() for row in rows))


def _row(number: str, signs: list[str], wide: int) -> str:
    return f"{number:>2} " + " ".join(f"{sign:<{wide}}" for sign in signs)


def number(battle: Fighting, school: str) -> str:
    """The number of a school on the map; nothing for figures, who have none."""
    return next((str(n) for n, side in enumerate(battle.sides, 1) if side.id == school), "")


def sign(battle: Fighting, unit: Unit) -> str:
    """A gladiator as he is drawn: `1BRU↑`."""
    return f"{number(battle, unit.school)}{unit.handle}{ARROWS.get(unit.facing, '')}"


def _cell(battle: Fighting, place: Square) -> dict[str, Any]:
    """A square with its ground, whose start it is, and who stands there."""
    ground, unit = field(battle), at(battle, place.name)
    drawn = ground.symbol(place)
    flag = next((f.school for f in battle.flags if f.square == place.name and not f.bearer), "")
    return {
        "square": place.name,
        "x": place.x,
        "y": place.y,
        "terrain": ground.at(place).id,
        "symbol": ground.at(place).symbol,
        "height": ground.level(place),
        "start": drawn if drawn in STARTS else "",
        "flag": number(battle, flag),
        "gladiator": unit.who.name if unit else "",
        "id": unit.id if unit else "",
        "handle": unit.handle if unit else "",
        "school": number(battle, unit.school) if unit else "",
        "facing": unit.facing if unit else "",
    }


def _sign(battle: Fighting, cell: dict[str, Any]) -> str:
    """What is drawn in a square: who stands there, a flag, whose start it is, else its ground."""
    if cell["gladiator"]:
        return sign(battle, battle.units[cell["id"]])
    if cell["flag"]:
        return f"{cell['flag']}flag"
    if cell["start"] and not battle.round:
        return str(cell["start"])
    return str(cell["symbol"])


def _schools(battle: Fighting) -> Iterator[str]:
    """Which number is which school, and from where it starts."""
    for side in battle.sides:
        start = f", from {side.start}" if side.start else ""
        yield f"{number(battle, side.id)} {side.who.name}{start}"


def _ground(battle: Fighting) -> Iterator[str]:
    """What the signs of the ground mean, as far as they are there."""
    ground = field(battle)
    known = {ground.at(place).symbol: ground.at(place).name for place in ground.squares}
    named = ", ".join(f"{symbol} {name.lower()}" for symbol, name in known.items())
    yield named or f"{SAND} sand"


def _starts(battle: Fighting) -> Iterator[str]:
    """What the letters are, as long as they are drawn: sides from which a school starts."""
    for name, squares in sides_of(battle).items() if not battle.round else ():
        yield f"{field(battle).symbol(spot(squares[0]))} where a school from {name} starts"


def _flags(battle: Fighting) -> Iterator[str]:
    """Where each school's flag is: gladiators hide it in the drawing."""
    for flag in battle.flags:
        where = f"with {battle.units[flag.bearer].who.name}" if flag.bearer else flag.square
        yield f"{number(battle, flag.school)}flag: {where}"


def told(battle: Fighting, unit: Unit) -> str:
    """Where a gladiator stands, and how he is."""
    ground = field(battle).at(spot(unit.square))
    where = f" on {ground.name.lower()}" if ground.symbol != SAND else ""
    state = [c.id for c in unit.conditions if c.id not in unit.suspended]
    state += [entry_name(battle, stance).name for stance in unit.stances]
    state += ["acted"] if unit.acted else []
    more = f", {', '.join(state)}" if state else ""
    return (
        f"{sign(battle, unit)} {unit.who.name}: {unit.square}{where}, "
        f"faces {COMPASS[unit.facing]}, {unit.now} of {unit.life} life points{more}"
    )
