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
    foes = [enemy.id for enemy in enemies(battle, unit)]
    fellows = [ally.id for ally in allies(battle, unit)]
    match effect.op, effect.on, effect.to:
        case "attack", _, "ally":
            yield from (Trick(trick=trick, on=(a,), against=foe) for a in fellows for foe in foes)
        case (("charge" | "attack"), _, _):
            yield from _with_ways(battle, unit, trick, foes)
        case "push", _, _:
            yield from (Trick(trick=trick, on=(foe,)) for foe in foes)
        case "follow", _, _:
            yield from (Trick(trick=trick, on=(fellow,)) for fellow in fellows)
        case "damage", "attack.option", _:
            yield from _bursts(battle, unit, trick)
        case "gain", _, _ if effect.cost == "life":
            yield from (Trick(trick=trick, amount=n) for n in range(1, effect.price + 1))
        case _:
            yield Trick(trick=trick)


def _bursts(battle: Fighting, unit: Unit, trick: str) -> Iterator[Trick]:
    """MR-DMG-7: a square beside him, and one beside that."""
    for near in neighbours(battle, unit.square):
        beyond = (square for square in neighbours(battle, near) if square != unit.square)
        yield from (Trick(trick=trick, at=(near, far)) for far in beyond)


def _with_ways(battle: Fighting, unit: Unit, trick: str, foes: list[str]) -> Iterator[Trick]:
    """An attack that a trick gives, with his weapon or with what takes its place (MR-ATK-10)."""
    instead = [way.id for way in ways(battle, unit) if way.replaces == "melee"]
    for foe in foes:
        near = beside(unit.square, battle.units[foe].square)
        yield Trick(trick=trick, on=(foe,))
        if near:
            yield from (Trick(trick=trick, on=(foe,), way=way) for way in instead)
