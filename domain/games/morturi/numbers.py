"""Chapter 5: what an attack needs to hit and what it does, part by part (MR-ATK, MR-DMG)."""

from collections.abc import Iterable

import msgspec

from domain.effects import of
from domain.games.morturi.battle import Fighting
from domain.games.morturi.circumstances import Seen
from domain.games.morturi.crowd import morale
from domain.games.morturi.effects import Working, own, working
from domain.games.morturi.ground import spot
from domain.games.morturi.harm import least
from domain.games.morturi.parts import Part, total
from domain.games.morturi.squares import Dir, side
from domain.games.morturi.underway import Attack
from domain.games.morturi.units import Unit
from domain.games.morturi.ways import engaged, to_hit
from domain.latest import about_latest
from domain.summing import Sum
from domain.terms import Who

REAR = {"0_1": {"rear": 1}, "1_2": {"flank": 1, "rear": 2}}
CONDITIONS = "condition"


class Sides(msgspec.Struct, frozen=True):
    """An attack as its two sides see it."""

    attacker: Unit
    target: Unit
    seen: Seen

    @property
    def theirs(self) -> Seen:
        """The attack as its target sees it."""
        return self.seen.of(self.attacker)


def sides(battle: Fighting, attack: Attack, natural: int = 0) -> Sides:
    """The attack as it stands, with the die it shows."""
    stands = _as_it_stands(battle, attack)
    if natural in (0, stands.seen.natural):
        return stands
    seen = msgspec.structs.replace(stands.seen, natural=natural)
    return Sides(stands.attacker, stands.target, seen)


@about_latest
def _as_it_stands(battle: Fighting, attack: Attack) -> Sides:
    """The attack with the die that counts so far; whence it comes does not hang on the die."""
    attacker, target = battle.units[attack.attacker], battle.units[attack.target]
    seen = Seen(
        other=target,
        attacker=attacker.id,
        target=target.id,
        melee=attack.melee,
        thrown="thrown" in attack.way.tags,
        natural=attack.natural,
        damaging=damaging(battle, attack),
        hit=attack.hit,
        states=attack.states,
    )
    plain = Sides(attacker, target, seen)
    arc = attack.arc or facing_class(battle, plain)
    return Sides(attacker, target, msgspec.structs.replace(seen, arc=arc))


def damaging(battle: Fighting, attack: Attack) -> bool:
    """MR-ATK-13: whether it is a damaging attack: by its base damage, or by what it dealt."""
    if battle.house.damaging_means == "dealt_ge_1" and attack.rolled:
        return attack.dealt > 0
    return attack.way.damage > 0


def both(battle: Fighting, sides_: Sides, moment: str) -> list[Working]:
    """What works at a moment of an attack: all that works for the attacker, the target's own."""
    mine = working(battle, sides_.attacker, moment, sides_.seen)
    return mine + own(battle, sides_.target, moment, sides_.theirs)


def facing_class(battle: Fighting, sides_: Sides) -> str:
    """MR-FAC-1, -3, MR-CON-1: front, flank or rear; whoever is prone is attacked from the rear."""
    found = of(own(battle, sides_.target, "attack.facing", sides_.theirs), "facing")
    if found:
        return found[0].effect.word
    here, there = spot(sides_.target.square), spot(sides_.attacker.square)
    return str(side(here, Dir(sides_.target.facing), there))


# To hit


class Need(msgspec.Struct, frozen=True):
    """MR-ATK-4: the target number, and what it is made of."""

    number: int
    base: int
    parts: tuple[Part, ...]


def need(battle: Fighting, attack: Attack) -> Need:
    """MR-ATK-3 to -6: what the die must show."""
    both_sides = sides(battle, attack)
    found = both(battle, both_sides, "attack.to_hit")
    instead = {w.effect.what: w for w in of(found, "instead")}
    parts = [
        instead[w.entry].part() if w.family == CONDITIONS and w.entry in instead else w.part()
        for w in of(found, "modify")
    ]
    crowded = not attack.melee and battle.house.ranged_while_engaged == "+1_tn"
    if crowded and engaged(battle, both_sides.attacker):
        parts.append(Part(Who("engaged", "enemy beside"), 1))
    base = to_hit(battle, both_sides.attacker, attack.way)
    return Need(need_sum(battle, base, with_way(attack), parts).total, base, tuple(parts))


def need_sum(battle: Fighting, base: int, way: Who, parts: Iterable[Part]) -> Sum:
    """MR-ATK-3 to -5: a target number, from what the way of attacking needs."""
    made = Sum().add(base, way.name, "MR-ATK-3", of=way.id).each(parts, "MR-ATK-4")
    return made.least(int(battle.house.min_tn), "the lowest target number", "MR-ATK-5")


def with_way(attack: Attack) -> Who:
    """Whose way of attacking it is, by its name."""
    return Who(attack.attacker, attack.way.name)


class Keep(msgspec.Struct, frozen=True):
    """MR-ATK-8: how many dice are thrown, and which counts: high, low, choose."""

    dice: int = 1
    word: str = ""
    source: tuple[Who, ...] = ()


@about_latest
def kept(battle: Fighting, attack: Attack) -> Keep:
    """MR-ATK-8: two dice by tricks; what is for the attacker and what is against cancel out."""
    found = of(both(battle, sides(battle, attack), "attack.dice"), "keep")
    ours = [w for w in found if w.effect.word in ("choose", "high")]
    theirs = [w for w in found if w.effect.word == "low"]
    if not found or (ours and theirs):
        return Keep()
    chosen = next((w for w in ours if w.effect.word == "choose"), (ours or theirs)[0])
    return Keep(chosen.effect.value, chosen.effect.word, (chosen.source,))


# Outcome


class Outcome(msgspec.Struct, frozen=True):
    """Whether a die hits, what decided it if not the target number, and the base damage."""

    hit: bool
    by: tuple[Who, ...] = ()
    base: int = 0


def outcome(battle: Fighting, attack: Attack, natural: int, number: int) -> Outcome:
    """MR-ATK-3, -7: automatic misses first, then automatic hits, then the target number."""
    found = both(battle, sides(battle, attack, natural), "attack.outcome")
    for miss in of(found, "miss"):
        return Outcome(hit=False, by=(miss.source,))
    for sure in of(found, "hit"):
        if natural < number:
            return Outcome(hit=True, by=(sure.source,), base=sure.effect.value)
    return Outcome(hit=natural >= number, base=attack.way.damage)


# Damage


class Damage(msgspec.Struct, frozen=True):
    """MR-DMG-1: what an attack does, and what it is made of; `spent` are limited effects used."""

    amount: int
    parts: tuple[Part, ...] = ()
    spent: tuple[Who, ...] = ()


def damage(battle: Fighting, attack: Attack, natural: int, base: int) -> Damage:
    """MR-DMG-1 to -5: base, bonuses of every source, reductions."""
    if base <= 0 and battle.house.zero_damage_attacks_gain_bonus == "no":
        return Damage(0)
    both_sides = sides(battle, attack, natural)
    found = both(battle, both_sides, "attack.damage")
    bonuses = _bonuses(battle, both_sides, of(found, "modify"))
    reductions = _reductions(found)
    parts = (*bonuses, *reductions)
    amount = damage_sum(battle, base, with_way(attack), parts).total
    return Damage(amount, parts, limited(found))


def damage_sum(battle: Fighting, base: int, way: Who, parts: Iterable[Part]) -> Sum:
    """MR-DMG-1, -5: a damage, from what the way of attacking does."""
    made = Sum().add(base, way.name, "MR-DMG-1", of=way.id).each(parts, "MR-DMG-1")
    return made.least(least(battle, base), "the least damage", "MR-DMG-5")


def limited(found: list[Working]) -> tuple[Who, ...]:
    """The effects that a use was spent of."""
    return tuple(Who(w.use, w.source.name) for w in found if w.effect.times)


def _bonuses(battle: Fighting, sides_: Sides, found: list[Working]) -> tuple[Part, ...]:
    """MR-DMG-2, MR-GEN-6: every bonus with its source; by option only the highest counts."""
    attacker = sides_.attacker
    parts = [w.part() for w in found]
    rear = REAR[battle.house.edition_facing_bonus].get(sides_.seen.arc, 0)
    if rear:
        parts.append(Part(Who(sides_.seen.arc, f"from the {sides_.seen.arc}"), rear))
    cheered = morale(battle, attacker.school)
    if cheered:
        parts.append(Part(Who("boosted-morale", "Boosted Morale"), cheered))
    parts += [
        Part(Who(b.id, b.name), b.amount)
        for b in attacker.boosts
        if sides_.seen.melee or not b.melee
    ]
    return _highest(parts) if battle.house.damage_bonus_stacking == "highest_only" else tuple(parts)


def _highest(parts: list[Part]) -> tuple[Part, ...]:
    """MR-GEN-6: the bonuses of the one source that gives most."""
    sources = [p.source.id for p in parts]
    worth = {s: total(p for p in parts if p.source.id == s) for s in sources}
    best = max(worth, key=lambda s: worth[s], default="")
    return tuple(p for p in parts if p.source.id == best)


def _reductions(found: list[Working]) -> tuple[Part, ...]:
    """MR-DMG-4: armour and toughness that nothing ignores."""
    ignored = {w.effect.what for w in of(found, "ignore")}
    return tuple(
        Part(w.source, -w.effect.value, w.effect.what)
        for w in of(found, "reduce")
        if w.effect.what not in ignored
    )
