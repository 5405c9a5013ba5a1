"""A battle as a picture: the squares of the arena with their ground, flags, who stands where."""

from domain.drawing import Ground, Mark, Party, Picture, Spot, Token
from domain.games.morturi.arena import SAND, STARTS, Arena, Terrain
from domain.games.morturi.battle import Fighting
from domain.games.morturi.ground import field, spot
from domain.games.morturi.showing import STANDINGS
from domain.games.morturi.sides import NEUTRALS, sides_of
from domain.games.morturi.squares import Square
from domain.games.morturi.underway import Flag
from domain.games.morturi.units import Standing, Unit

LIFE = "life points"
"""MR-DMG-1: what a gladiator loses when he is hurt."""


def picture(battle: Fighting) -> Picture:
    """The arena as it is drawn, and everybody who takes part."""
    ground = field(battle)
    marks = _starts(battle, ground) if not battle.round else {}
    for flag in battle.flags:
        if flag.square and not flag.bearer:
            marks[flag.square] = (*marks.get(flag.square, ()), _flag(battle, flag))
    acting = battle.turn.unit if battle.turn and not battle.ended else ""
    return Picture(
        spots=tuple(_spot(ground, place, marks.get(place.name, ())) for place in ground.squares),
        width=ground.width,
        height=ground.height,
        grounds=_grounds(ground),
        tokens=tuple(_token(battle, unit) for unit in battle.units.values()),
        sides=tuple(
            Party(number=n, id=side.id, name=side.who.name, score=side.favour, start=side.start)
            for n, side in enumerate(battle.sides, 1)
        ),
        round=battle.round,
        turn=number(battle, battle.units[acting].school) if acting else 0,
        acting=acting,
        health=LIFE,
    )


def number(battle: Fighting, school: str) -> int:
    """The number of a school on the board; 0 for none."""
    return next((n for n, side in enumerate(battle.sides, 1) if side.id == school), 0)


def _spot(ground: Arena, place: Square, marks: tuple[Mark, ...]) -> Spot:
    lies = ground.at(place)
    return Spot(
        id=place.name,
        name=place.name,
        column=place.x,
        row=place.y,
        ground="" if lies.symbol == SAND else lies.id,
        marks=marks,
    )


def _grounds(ground: Arena) -> tuple[Ground, ...]:
    """The kinds of ground that are there, but for plain sand."""
    there = {ground.at(place).id for place in ground.squares}
    return tuple(
        _kind(ground, one) for one in ground.terrain if one.id in there and one.symbol != SAND
    )


def _kind(ground: Arena, lies: Terrain) -> Ground:
    """What of a terrain can be seen; as high as heights count in this battle (MR-TER-1)."""
    return Ground(
        id=lies.id,
        name=lies.name,
        sign=lies.symbol,
        height=min(lies.height, ground.levels),
        blocked=lies.blocks_move,
        dangerous=not lies.voluntary or any(e.op in ("damage", "out") for e in lies.effects),
    )


def _starts(battle: Fighting, ground: Arena) -> dict[str, tuple[Mark, ...]]:
    """MR-BAT-3: from where schools start, as long as nothing has begun."""
    chosen = {side.start: n for n, side in enumerate(battle.sides, 1) if side.start}
    found: dict[str, tuple[Mark, ...]] = {
        square: (
            Mark(
                kind="start",
                text=f"a school from {name} starts here",
                sign=ground.symbol(spot(square)),
                side=chosen.get(name, 0),
            ),
        )
        for name, squares in sides_of(battle).items()
        for square in squares
    }
    neutral = Mark(kind="start", text="figures of no school start here", sign=NEUTRALS)
    return found | {place.name: (neutral,) for place in ground.start(STARTS[-1])}


def _called(battle: Fighting, flag: Flag) -> str:
    names = [side.who.name for side in battle.sides if side.id == flag.school]
    return f"the flag of {', '.join(names)}"


def _flag(battle: Fighting, flag: Flag) -> Mark:
    return Mark(kind="flag", text=_called(battle, flag), sign="F", side=number(battle, flag.school))


def _token(battle: Fighting, unit: Unit) -> Token:
    return Token(
        id=unit.id,
        name=unit.who.name,
        handle=unit.handle,
        side=number(battle, unit.school),
        spot=unit.square if unit.standing is Standing.ACTIVE else "",
        facing=unit.facing if unit.standing is Standing.ACTIVE else "",
        health=max(0, unit.now),
        max_health=unit.life,
        activated=unit.acted,
        state=STANDINGS[unit.standing],
        statuses=tuple(c.id for c in unit.conditions if c.id not in unit.suspended),
        bearing=tuple(_called(battle, flag) for flag in battle.flags if flag.bearer == unit.id),
    )
