"""A battle as a picture: Areas and what adjoins, who stands where, objectives, what lies about."""

from domain.drawing import Mark, Party, Picture, Spot, Token
from domain.games.mortisphere.battle import Fighting, neighbours, setting
from domain.games.mortisphere.closing import Load
from domain.games.mortisphere.control import controller
from domain.games.mortisphere.health import health_sum
from domain.games.mortisphere.progress import done_by, points, required, shared
from domain.games.mortisphere.scenarios import Objective
from domain.games.mortisphere.showing import state
from domain.games.mortisphere.units import Standing, Unit

_HERE = (Standing.ACTIVE, Standing.INCAPACITATED)


def picture(battle: Fighting) -> Picture:
    """The Areas of the scenario as they lie, and everybody who takes part."""
    scenario = setting(battle)
    ids = [area.id for area in scenario.areas]
    around = {area: neighbours(battle, area) for area in ids}
    everywhere = all(len(around[area]) == len(ids) - 1 for area in ids)
    links = [
        (one, other)
        for number, one in enumerate(ids)
        for other in ids[number + 1 :]
        if other in around[one] or one in around[other]
    ]
    return Picture(
        spots=tuple(
            Spot(
                id=area.id,
                name=area.name,
                holder=number(battle, controller(battle, area.id)),
                marks=(*_objectives(battle, area.id), *_lying(battle, area.id)),
            )
            for area in scenario.areas
        ),
        links=() if everywhere else tuple(links),
        open=everywhere,
        tokens=tuple(_token(battle, unit) for unit in battle.units.values()),
        sides=tuple(
            Party(number=n, id=side.id, name=side.who.name, score=side.points, start=side.start)
            for n, side in enumerate(battle.sides, 1)
        ),
        marks=tuple(_objectives(battle, "any")),
        round=battle.round,
        turn=0 if battle.ended else number(battle, battle.turn),
    )


def number(battle: Fighting, crew: str) -> int:
    """The number of a crew on the board; 0 for none."""
    return next((n for n, side in enumerate(battle.sides, 1) if side.id == crew), 0)


def _token(battle: Fighting, unit: Unit) -> Token:
    return Token(
        id=unit.id,
        name=unit.who.name,
        handle=unit.handle,
        side=number(battle, unit.crew),
        spot=unit.area if unit.standing in _HERE else "",
        health=health_sum(unit).total,
        max_health=unit.health,
        activated=unit.acted,
        captain=unit.captain,
        state=state(unit),
        statuses=tuple(status.id for status in unit.statuses),
        bearing=tuple(_called(battle, load) for load in battle.items if load.bearer == unit.id),
    )


def _called(battle: Fighting, load: Load) -> str:
    return setting(battle).item(load.item).name


def _lying(battle: Fighting, area: str) -> list[Mark]:
    """MS-OBJ-13: what lies in an Area and can be carried off."""
    here = (load for load in battle.items if load.area == area and not load.bearer and not load.out)
    return [Mark(kind="item", text=_called(battle, load)) for load in here]


def _objectives(battle: Fighting, area: str) -> list[Mark]:
    """MS-OBJ-12: each copy of the objectives of an Area, with how far it has come."""
    return [
        _objective(battle, each, copy)
        for each in setting(battle).objectives
        if each.area == area
        for copy in range(1, each.copies + 1)
    ]


def _objective(battle: Fighting, each: Objective, copy: int) -> Mark:
    name = f"{each.name} {copy}" if each.copies > 1 else each.name
    done = [side for side in battle.sides if side.id in done_by(battle, each.id, copy)]
    if done:
        numbers = [number(battle, side.id) for side in done]
        return Mark(
            kind="objective",
            text=f"{name}: done by {', '.join(side.who.name for side in done)}",
            sign=f"{name}: done by {', '.join(map(str, numbers))}",
            side=numbers[0] if len(numbers) == 1 else 0,
            done=True,
        )
    far = _far(battle, each, copy)
    text, sign = (", ".join(parts) or f"0/{each.required}" for parts in (far.values(), far))
    return Mark(kind="objective", text=f"{name}: {text}", sign=f"{name}: {sign}")


def _far(battle: Fighting, each: Objective, copy: int) -> dict[str, str]:
    """How far a copy has come: by sides' numbers, and by their names."""
    found = {}
    for n, side in enumerate(battle.sides, 1):
        far = f"{points(battle, each, copy, side.id)}/{required(battle, each, side.id)}"
        if shared(battle, each):
            return {far: far}
        if not far.startswith("0/"):
            found[f"{far} by {n}"] = f"{side.who.name} {far}"
    return found
