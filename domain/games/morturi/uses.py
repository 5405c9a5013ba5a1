"""Which of his tricks a gladiator might use now, and in which ways: everything worth trying."""

from collections.abc import Iterator

from domain.games.morturi.battle import Fighting, allies, enemies
from domain.games.morturi.carried import at_moment, plain_parts
from domain.games.morturi.ground import beside, neighbours
from domain.games.morturi.tricks import MOMENTS, Trick
from domain.games.morturi.units import Unit
from domain.games.morturi.ways import ways
from domain.games.morturi.words import Effect


def uses(battle: Fighting, unit: Unit) -> Iterator[Trick]:
    """Every use of every trick of his that is used by saying so, legal now or not."""
    parts = plain_parts(battle, unit)
    for moment in MOMENTS:
        for carried in at_moment(battle, parts, moment):
            if carried.effect.declare and carried.family != "condition":
                yield from _ways_of(battle, unit, carried.entry, carried.effect)


def _ways_of(battle: Fighting, unit: Unit, trick: str, effect: Effect) -> Iterator[Trick]:
    """The ways to use one effect of a trick."""
    foes = [u.id for u in enemies(battle, unit)]
    match effect.op:
        case "charge":
            yield from _with_ways(battle, unit, trick, foes)
        case "attack" if effect.to == "ally":
            for ally in allies(battle, unit):
                yield from (Trick(trick=trick, on=(ally.id,), against=foe) for foe in foes)
        case "attack":
            yield from _with_ways(battle, unit, trick, foes)
        case "push":
            yield from (Trick(trick=trick, on=(foe,)) for foe in foes)
        case "follow":
            yield from (Trick(trick=trick, on=(ally.id,)) for ally in allies(battle, unit))
        case "damage" if effect.on == "attack.option":
            for near in neighbours(battle, unit.square):
                beyond = (s for s in neighbours(battle, near) if s != unit.square)
                yield from (Trick(trick=trick, at=(near, far)) for far in beyond)
        case "gain" if effect.cost == "life":
            yield from (Trick(trick=trick, amount=n) for n in range(1, effect.price + 1))
        case _:
            yield Trick(trick=trick)


def _with_ways(battle: Fighting, unit: Unit, trick: str, foes: list[str]) -> Iterator[Trick]:
    """An attack that a trick gives, with his weapon or with what takes its place (MR-ATK-10)."""
    instead = [way.id for way in ways(battle, unit) if way.replaces == "melee"]
    for foe in foes:
        near = beside(unit.square, battle.units[foe].square)
        yield Trick(trick=trick, on=(foe,))
        if near:
            yield from (Trick(trick=trick, on=(foe,), way=way) for way in instead)
