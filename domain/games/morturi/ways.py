"""Chapters 5 and 8: in which ways a gladiator may attack, whom, from how far (MR-ATK, MR-RNG)."""

import msgspec

from domain.games.morturi.battle import Fighting, enemies, in_arena
from domain.games.morturi.carried import entry_name
from domain.games.morturi.circumstances import Seen, ailments, holds
from domain.games.morturi.effects import NOWHERE, of, own, reaching, working
from domain.games.morturi.ground import beside, field, spot, toward
from domain.games.morturi.stores import store_name
from domain.games.morturi.underway import Turn
from domain.games.morturi.units import Unit, Weapon
from domain.names import said
from domain.terms import RuleBroken


class Right(msgspec.Struct, frozen=True):
    """What an attack is made by: the attack phase's own, or a trick that gives one more.

    `at_once` is one that takes the phase's place in the movement phase (MR-ATK-11).
    """

    bought_by: str = ""
    at_once: bool = False


PHASE = Right()


def ways(battle: Fighting, unit: Unit) -> list[Weapon]:
    """The ways of attacking that he has under these house rules, made ready or not."""
    return [
        w
        for w in unit.weapons
        if all(battle.house.has(c.value) for c in w.when if c.name == "house")
    ]


def found_way(battle: Fighting, unit: Unit, text: str, target: Unit) -> Weapon:
    """The way a line means, by id or name; without one his melee weapon, or his ready bow."""
    mine = ways(battle, unit)
    if not text:
        near = beside(unit.square, target.square)
        first = [w for w in mine if not w.replaces and w.kind == "melee"]
        shots = [
            w for w in mine if w.kind == "ranged" and w.replaces == "attack" and ready(unit, w)
        ]
        chosen = (first or shots) if near else (shots or first)
        if not chosen:
            raise RuleBroken("MR-ATK-2", f"{unit.who.name} has no weapon for it", hint="with WAY")
        return chosen[0]
    name = entry_name(battle, text).name
    for way in mine:
        if text == way.id or name == way.name:
            return way
    known = ", ".join(w.name for w in mine)
    raise RuleBroken("MR-ATK-10", f"{unit.who.name} has no {said(text)}", hint=f"he has {known}")


def ready(unit: Unit, way: Weapon) -> bool:
    """MR-RNG-2: whether what a way needs has been made ready."""
    return not way.needs or any(r.id == way.needs for r in unit.readied)


def to_hit(battle: Fighting, unit: Unit, way: Weapon) -> int:
    """What a way needs to hit; one that has none of its own hits as his melee weapon."""
    if way.to_hit:
        return way.to_hit
    own_ = [w for w in ways(battle, unit) if w.kind == "melee" and not w.replaces]
    return own_[0].to_hit if own_ else 0


# Whether an attack may be made


def check(battle: Fighting, unit: Unit, target: Unit, way: Weapon, right: Right) -> None:
    """MR-ATK-1 to -12, MR-RNG-1 to -8, MR-LOS-1: whether he may attack the target so."""
    if target.school == unit.school and unit.school:
        raise RuleBroken("MR-ATK-12", f"{target.who.name} is no enemy")
    if not target.active:
        raise RuleBroken("MR-ATK-2", f"{target.who.name} is not in the arena")
    _check_right(battle, way, right)
    _check_prepared(unit, way)
    check_striking(battle, unit, seen_by(battle, unit, target, way))
    _check_allowed(battle, unit, target, way)
    plain = tuple(c for c in way.when if c.name != "house")
    if not holds(battle, plain, unit, seen_by(battle, unit, target, way)):
        raise RuleBroken("MR-ATK-10", f"{target.who.name} is not one to use {way.name} on")
    if way.kind == "melee":
        if not beside(unit.square, target.square):
            raise RuleBroken("MR-ATK-2", f"{target.who.name} is not beside {unit.who.name}")
    else:
        check_shot(battle, unit, target, way)


def _check_right(battle: Fighting, way: Weapon, right: Right) -> None:
    """MR-ATK-10, MR-RNG-8: what may take the place of which attack."""
    if not right.bought_by:
        return
    if way.replaces == "attack":
        raise RuleBroken("MR-RNG-8", f"{way.name} takes the place of the attack phase's attack")
    if way.replaces == "melee" and battle.house.replace_extra_attacks == "attack_phase_only":
        raise RuleBroken("MR-ATK-10", "by this battle's house rules no extra attack is replaced")


def _check_prepared(unit: Unit, way: Weapon) -> None:
    """MR-RNG-2: whether he has what the way needs, and can pay for it."""
    if not ready(unit, way):
        raise RuleBroken("MR-RNG-2", f"{way.name} is not ready", hint="trick, as the turn starts")
    if way.cost and unit.store(way.cost) < way.price:
        raise RuleBroken("MR-CRE-8", f"{way.name} costs {way.price} {store_name(way.cost)}")


def check_striking(battle: Fighting, unit: Unit, seen: Seen = NOWHERE) -> None:
    """MR-CON-1, MR-VIC-4: whether he may attack at all, or do what takes an attack's place."""
    if any(f.bearer == unit.id for f in battle.flags):
        raise RuleBroken("MR-VIC-4", f"{unit.who.name} carries the flag and may not attack")
    for w in of(own(battle, unit, "attack.declare", seen), "forbid"):
        raise RuleBroken("MR-CON-1", f"{unit.who.name} may not attack: {w.source.name}")


def _check_allowed(battle: Fighting, unit: Unit, target: Unit, way: Weapon) -> None:
    """MR-FCT-4: what keeps him from attacking this one."""
    seen = seen_by(battle, unit, target, way)
    for w in of(reaching(battle, target, unit, "attack.declare", seen), "forbid"):
        raise RuleBroken("MR-CON-1", f"{unit.who.name} may not attack: {w.source.name}")


def seen_by(battle: Fighting, unit: Unit, target: Unit, way: Weapon) -> Seen:
    """An attack as the attacker sees it before any die has fallen."""
    return Seen(
        other=target,
        attacker=unit.id,
        target=target.id,
        melee=way.kind == "melee",
        thrown="thrown" in way.tags,
        damaging=way.damage > 0,
        states=ailments(battle, target),
    )


# Shots


def check_shot(battle: Fighting, unit: Unit, target: Unit, way: Weapon) -> None:
    """MR-RNG-1, -3, -4, MR-LOS-1: near enough, far enough, in sight."""
    name = target.who.name
    far = field(battle).reach(spot(unit.square), spot(target.square), battle.house.range_metric)
    most = reach(battle, unit, target, way)
    if far is None or (most and far > most):
        raise RuleBroken("MR-RNG-1", f"{name} is {far or 'too'} away, {way.name} reaches {most}")
    if far < way.min_range and not may_shoot_near(battle, unit, target, way):
        raise RuleBroken("MR-RNG-3", f"{name} is too near for {way.name}")
    if battle.house.ranged_while_engaged == "forbidden" and engaged(battle, unit):
        raise RuleBroken("MR-RNG-4", f"an enemy stands beside {unit.who.name}")
    if not sees(battle, unit, target):
        raise RuleBroken("MR-LOS-1", f"{unit.who.name} does not see {name}")


def reach(battle: Fighting, unit: Unit, target: Unit, way: Weapon) -> int:
    """MR-RNG-6: how far a way reaches now: 1 at least, 0 for any distance."""
    if not way.range:
        return 0
    found = of(working(battle, unit, "attack.range", seen_by(battle, unit, target, way)), "modify")
    tricks = sum(w.effect.value for w in found)
    return max(1, way.range + tricks)


def may_shoot_near(battle: Fighting, unit: Unit, target: Unit, way: Weapon) -> bool:
    """MR-RNG-3: whether something lets him shoot at one who stands beside him."""
    found = working(battle, unit, "attack.range", seen_by(battle, unit, target, way))
    return any(w.effect.what == "adjacent_target" for w in of(found, "permit"))


def engaged(battle: Fighting, unit: Unit) -> bool:
    """MR-RNG-4: whether an enemy stands beside him."""
    return any(beside(e.square, unit.square) for e in enemies(battle, unit))


def sees(battle: Fighting, unit: Unit, target: Unit) -> bool:
    """MR-LOS-1 to -3: whether the line of sight is free."""
    standing = {spot(u.square) for u in in_arena(battle) if hides(battle, u)}
    here, there = spot(unit.square), spot(target.square)
    return field(battle).sees(here, there, battle.house.los, standing)


def hides(battle: Fighting, unit: Unit) -> bool:
    """MR-LOS-3: whether a gladiator's square blocks sight."""
    if battle.house.gladiators_block_los == "none":
        return False
    if any(w.effect.what == "see_through" for w in of(own(battle, unit, "sight"), "permit")):
        return False
    return battle.house.gladiators_block_los == "all" or "prone" not in ailments(battle, unit)


# Targets


def targets(battle: Fighting, unit: Unit, way: Weapon, right: Right) -> list[Unit]:
    """Whom he may attack so now."""
    found = []
    for enemy in enemies(battle, unit):
        try:
            check(battle, unit, enemy, way, right)
        except RuleBroken:
            continue
        found.append(enemy)
    return found


def entitled(battle: Fighting, turn: Turn) -> bool:
    """MR-ATK-1: whether the attack phase has an attack left."""
    return not turn.all_of_it and turn.attacks < int(battle.house.attacks_per_turn)


def faces(unit: Unit, target: Unit) -> str:
    """The direction in which the attacker turns: towards his target (MR-MOV-8, MR-RNG-5)."""
    directions = toward(unit.square, target.square)
    return unit.facing if unit.facing in directions else directions[0]
