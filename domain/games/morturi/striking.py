"""Chapter 5: the dice of an attack fall, may be changed, and decide it (MR-ATK-3 to -9)."""

from collections.abc import Callable
from typing import Any

import msgspec

from domain.games.morturi.battle import (
    Fighting,
    attack_changed,
    turn_changed,
)
from domain.games.morturi.changing import changes, counting
from domain.games.morturi.harm import Blame, lose_life
from domain.games.morturi.numbers import (
    both,
    damage,
    kept,
    limited,
    need,
    outcome,
    sides,
)
from domain.games.morturi.parts import Part, told_parts
from domain.games.morturi.throwing import D6, Roll, remember_roll, thrown
from domain.games.morturi.underway import Attack
from domain.games.morturi.waiting import Awaited, Confirm, DieDue, Offered, Pick, Throw
from domain.terms import Event, Telling, Who
from domain.throwing import Rolled

# Events


class AttackDiceThrown(Rolled, frozen=True, kw_only=True, tag="morturi.attack-dice-thrown/1"):
    """The dice of an attack fell, and something may still be chosen or changed (MR-ATK-8, -9)."""

    attacker: Who
    target: Who
    faces: tuple[int, ...]

    def told(self) -> str:
        """Say it as the table would."""
        faces = " and ".join(str(f) for f in self.faces)
        return f"{self.attacker.name} against {self.target.name}: {faces}."


class AttackRolled(Rolled, frozen=True, kw_only=True, tag="morturi.attack-rolled/1"):
    """An attack was decided: the die against the target number, and what it did (MR-ATK-9).

    `natural` is the face that counts, `number` the target number made of `to_hit` and `hit_by`;
    `arc` says from where it came; `decided` is what made it miss or hit whatever its number.
    `damage` is made of `base` and `damage_by`; `spent` are the limited tricks that it used up.
    """

    attacker: Who
    target: Who
    way: Who
    faces: tuple[int, ...]
    natural: int
    number: int
    to_hit: int
    hit_by: tuple[Part, ...] = ()
    arc: str
    hit: bool = False
    decided: tuple[Who, ...] = ()
    base: int = 0
    damage: int = 0
    damage_by: tuple[Part, ...] = ()
    spent: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        by = f" ({told_parts(self.hit_by)})" if self.hit_by else ""
        against = f"{self.natural} against {self.number}+{by} from the {self.arc}"
        if not self.hit:
            why = f", {self.decided[0].name}" if self.decided else ""
            return f"{self.attacker.name} misses {self.target.name}: {against}{why}."
        parts = f" ({self.base}, {told_parts(self.damage_by)})" if self.damage_by else ""
        return (
            f"{self.attacker.name} hits {self.target.name}: {against}; damage {self.damage}{parts}."
        )


# What is awaited


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """The dice; which of two counts; whether a trick changes it; then the attack is decided."""
    attack = battle.attack
    if attack is None or attack.rolled:
        return None
    attacker = battle.units[attack.attacker]
    if not attack.faces:
        dice = tuple(DieDue(attacker.id, D6) for _ in range(kept(battle, attack).dice))
        return Throw("attack", dice, attacker.school)
    if attack.again:
        return Throw("again", (DieDue(attacker.id, D6),), attacker.school)
    if _to_choose(battle, attack):
        return Pick(
            crew=attacker.school,
            what="die",
            offers=tuple(str(f) for f in sorted(set(attack.faces))),
            rule="MR-ATK-8",
            member=attacker.id,
        )
    return _offer(battle, attack) or decide


def _to_choose(battle: Fighting, attack: Attack) -> bool:
    return not attack.natural and kept(battle, attack).word == "choose" and len({*attack.faces}) > 1


def _offer(battle: Fighting, attack: Attack) -> Confirm | None:
    """Opportunist and its like: each school's tricks that may change the die, together."""
    found = [w for w in changes(battle, attack) if w.source.id not in attack.offered]
    if not found:
        return None
    school = battle.units[attack.attacker].school
    offers = tuple(Offered(w.bearer, w.source.id, w.source.name, w.entry) for w in found)
    return Confirm(crew=school, what="attack.roll", offers=offers, rule="MR-ATK-9")


def hits(battle: Fighting, attack: Attack) -> str:
    """MR-ATK-4, MR-FAC-1: what hits as the attack stands, and whence it comes."""
    wanted, arc = need(battle, attack), sides(battle, attack).seen.arc
    by = f" ({told_parts(wanted.parts)})" if wanted.parts else ""
    return f"{wanted.number}+ hits{by}, from the {arc}"


# Judging


def roll(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MR-ATK-3, -8: the dice fall; if nothing can be chosen or changed the attack is decided."""
    battle = telling.state
    rolled = thrown(battle, action, throw)
    attack = battle.attack
    assert attack is not None  # noqa: S101 the roll was awaited
    held = msgspec.structs.replace(attack, faces=rolled.faces)
    if _to_choose(battle, held) or changes(battle, held):
        telling.tell(
            AttackDiceThrown(
                attacker=battle.units[attack.attacker].who,
                target=battle.units[attack.target].who,
                faces=rolled.faces,
                **rolled.facts,
            )
        )
        return
    settle(telling, held, rolled.facts)


def decide(telling: Telling[Fighting]) -> None:
    """The attack is decided by the die as it lies."""
    attack = telling.state.attack
    assert attack is not None  # noqa: S101 upcoming() looked
    settle(telling, attack, {"source": telling.state.dice})


def settle(telling: Telling[Fighting], attack: Attack, facts: dict[str, Any]) -> None:
    """MR-ATK-9: automatic miss, hit, damage; the life points go at once."""
    battle = telling.state
    natural = counting(battle, attack)
    wanted = need(battle, attack)
    came = outcome(battle, attack, natural, wanted.number)
    both_sides = sides(battle, attack, natural)
    done = damage(battle, attack, natural, came.base)
    amount = done.amount if came.hit else 0
    spent = limited(both(battle, both_sides, "attack.damage"))
    telling.tell(
        AttackRolled(
            attacker=both_sides.attacker.who,
            target=both_sides.target.who,
            way=Who(attack.way.id, attack.way.name),
            faces=attack.faces,
            natural=natural,
            number=wanted.number,
            to_hit=wanted.base,
            hit_by=wanted.parts,
            arc=both_sides.seen.arc,
            hit=came.hit,
            decided=came.by,
            base=came.base if came.hit else 0,
            damage=amount,
            damage_by=done.parts if came.hit else (),
            spent=spent,
            **facts,
        )
    )
    attacker = both_sides.attacker
    blame = Blame(Who(attack.way.id, attack.way.name), attacker.id, attacker.school, attack=True)
    lose_life(telling, attack.target, amount, blame)


# Remembering


EVENTS: tuple[type[Event], ...] = (AttackDiceThrown, AttackRolled)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember the dice, and what came of the attack."""
    match event:
        case AttackDiceThrown():
            return attack_changed(remember_roll(battle, event), faces=event.faces)
        case AttackRolled():
            return _rolled(remember_roll(battle, event), event)
        case _:
            return battle


def _rolled(battle: Fighting, event: AttackRolled) -> Fighting:
    now = attack_changed(
        battle,
        faces=event.faces,
        natural=event.natural,
        arc=event.arc,
        rolled=True,
        hit=event.hit,
        dealt=event.damage,
    )
    if now.turn is None or now.turn.unit != event.attacker.id:
        return now
    return turn_changed(now, spent=(*now.turn.spent, *(w.id for w in event.spent)))
