"""Conditions of effects: what must hold for an effect, seen from whoever bears it."""

from collections.abc import Callable, Iterable

import msgspec

from domain.games.morturi.battle import Fighting, allies, enemies, team
from domain.games.morturi.carried import at_moment, bearers, plain_parts
from domain.games.morturi.carrying import Carried
from domain.games.morturi.ground import ahead, distance, height, next_to, terrain_at
from domain.games.morturi.units import Unit
from domain.games.morturi.words import Condition
from domain.latest import about_latest


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What conditions look at: the other one, a square left or entered, an attack, its die.

    `states` are the conditions the attack's target was in when it began (MR-ATK-9).
    """

    other: Unit | None = None
    square: str = ""
    attacker: str = ""
    target: str = ""
    melee: bool = False
    thrown: bool = False
    arc: str = ""
    natural: int = 0
    damaging: bool = False
    hit: bool = False
    states: tuple[str, ...] = ()

    def of(self, other: Unit) -> "Seen":
        """The same as somebody sees it to whom this one is the other."""
        return msgspec.structs.replace(self, other=other)


Test = Callable[[Fighting, Unit, Seen], bool]


def holds(battle: Fighting, when: Iterable[Condition], bearer: Unit, seen: Seen) -> bool:
    """Whether all conditions of an effect hold for its bearer."""
    return all(_one(battle, condition, bearer, seen) for condition in when)


def _one(battle: Fighting, condition: Condition, bearer: Unit, seen: Seen) -> bool:
    if condition.name in PLAIN:
        return PLAIN[condition.name](battle, bearer, seen)
    return WITH_VALUE[condition.name](battle, bearer, seen, condition.value)


def is_a(unit: Unit, word: str) -> bool:
    """Whether somebody has a role, faction or keyword; humans are neither beasts nor folk."""
    if word == "human":
        return not {"non_human", "humanoid"} & set(unit.keywords)
    return word in (unit.role, unit.faction, *unit.keywords)


def place(seen: Seen) -> str:
    """Where the other one is: the square left or entered, else where he stands."""
    return seen.square or (seen.other.square if seen.other else "")


def _in_front(_: Fighting, bearer: Unit, seen: Seen) -> bool:
    return bool(place(seen)) and ahead(bearer) == place(seen)


def _enemy_beside(battle: Fighting, bearer: Unit, seen: Seen) -> bool:
    foes = {u.id for u in enemies(battle, bearer)}
    return any(u.id in foes for u in next_to(battle, seen.square or bearer.square))


def _faces_me(_: Fighting, bearer: Unit, seen: Seen) -> bool:
    return seen.other is not None and ahead(seen.other) == bearer.square


def _higher(battle: Fighting, bearer: Unit, seen: Seen) -> bool:
    other = seen.other
    return other is not None and height(battle, bearer.square) > height(battle, other.square)


def _began_here(battle: Fighting, bearer: Unit, _: Seen) -> bool:
    began = battle.turn.began_in if battle.turn and battle.turn.unit == bearer.id else ""
    return bool(began) and began == terrain_at(battle, bearer.square)


def _last(battle: Fighting, bearer: Unit, _: Seen) -> bool:
    return [u.id for u in team(battle, bearer.school) if u.present] == [bearer.id]


PLAIN: dict[str, Test] = {
    "attacking": lambda _b, u, s: bool(s.attacker) and s.attacker == u.id,
    "attacked": lambda _b, u, s: bool(s.target) and s.target == u.id,
    "melee": lambda _b, _u, s: bool(s.attacker) and s.melee,
    "ranged": lambda _b, _u, s: bool(s.attacker) and not s.melee,
    "thrown": lambda _b, _u, s: s.thrown,
    "frontal": lambda _b, _u, s: s.arc == "front",
    "non_frontal": lambda _b, _u, s: s.arc in ("flank", "rear"),
    "damaging": lambda _b, _u, s: s.damaging,
    "hit": lambda _b, _u, s: s.hit,
    "own_turn": lambda b, u, _s: b.turn is not None and b.turn.unit == u.id,
    "natural_even": lambda _b, _u, s: s.natural > 0 and s.natural % 2 == 0,
    "natural_odd": lambda _b, _u, s: s.natural % 2 == 1,
    "higher": _higher,
    "other_wounded": lambda _b, _u, s: s.other is not None and s.other.wounded,
    "other_faces_me": _faces_me,
    "other_not_acted": lambda _b, _u, s: s.other is not None and not s.other.acted,
    "in_front": _in_front,
    "enemy_beside": _enemy_beside,
    "spent": lambda _b, u, _s: u.now <= 0,
    "wounded": lambda _b, u, _s: u.wounded,
    "never_wounded": lambda _b, u, _s: not u.hurt,
    "life_odd": lambda _b, u, _s: u.now % 2 == 1,
    "last_of_school": _last,
    "ally_lost_this_round": lambda b, u, _s: u.school in b.fallen,
    "first_turn": lambda _b, u, _s: u.turns == 1,
    "began_here": _began_here,
}


def _within(_: Fighting, bearer: Unit, seen: Seen, value: str) -> bool:
    there = place(seen)
    return bool(there and bearer.square) and distance(bearer.square, there) <= int(value)


def _enemies_beside(battle: Fighting, bearer: Unit, _: Seen, value: str) -> bool:
    foes = {u.id for u in enemies(battle, bearer)}
    return sum(u.id in foes for u in next_to(battle, bearer.square)) >= int(value)


def _allies_beside(battle: Fighting, bearer: Unit, _: Seen, value: str) -> bool:
    friends = {u.id for u in allies(battle, bearer)}
    return sum(u.id in friends for u in next_to(battle, bearer.square)) >= int(value)


def _ally_with(battle: Fighting, bearer: Unit, _: Seen, value: str) -> bool:
    friends = {u.id for u in allies(battle, bearer)}
    return any(u.id in friends and value in u.tricks for u in next_to(battle, bearer.square))


WITH_VALUE: dict[str, Callable[[Fighting, Unit, Seen, str], bool]] = {
    "natural": lambda _b, _u, s, v: s.natural == int(v),
    "natural_at_most": lambda _b, _u, s, v: 0 < s.natural <= int(v),
    "other_is": lambda _b, _u, s, v: s.other is not None and is_a(s.other, v),
    "other_is_not": lambda _b, _u, s, v: s.other is not None and not is_a(s.other, v),
    "other_has": lambda _b, _u, s, v: v in s.states,
    "within": _within,
    "enemies_beside": _enemies_beside,
    "allies_beside": _allies_beside,
    "ally_beside_with": _ally_with,
    "has": lambda b, u, _s, v: under(b, u, v),
    "ready": lambda _b, u, _s, v: any(r.id == v for r in u.readied),
}


# Conditions that lie on somebody, or come over him from somebody else as long as it holds.


def ailments(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """The conditions that count for a gladiator now (MR-CON-5, -9)."""
    own = [c.id for c in unit.conditions if c.id not in unit.suspended]
    return (*own, *(a for a in about(battle, unit) if a not in own))


def about(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    """MR-CON-5: the conditions that come over him from others, as long as it holds."""
    return _coming_over(battle, unit) if bearers(battle, "always") else ()


@about_latest
def _coming_over(battle: Fighting, unit: Unit) -> tuple[str, ...]:
    found: list[str] = []
    for bearer in bearers(battle, "always"):
        for c in at_moment(battle, plain_parts(battle, bearer), "always"):
            what = c.effect.what
            if (
                bearer.id != unit.id
                and (c.effect.to != "enemies" or bearer.school != unit.school)
                and what not in unit.suspended
                and holds(battle, c.effect.when, bearer, Seen(other=unit))
                and not at_work(battle, bearer, "aura")
                and immunity(battle, unit, what) is None
            ):
                found.append(what)
    return tuple(found)


def under(battle: Fighting, unit: Unit, condition: str) -> bool:
    """Whether a gladiator is in a condition that counts now."""
    return unit.under(condition) or condition in about(battle, unit)


def immunity(battle: Fighting, unit: Unit, condition: str) -> Carried | None:
    """MR-CON-9: what keeps a condition from coming over him, if anything does."""
    found = at_moment(battle, plain_parts(battle, unit), "condition.add")
    return next((c for c in found if c.effect.what == condition), None)


def at_work(battle: Fighting, unit: Unit, moment: str) -> bool:
    """Whether anything that he bears works on him at a moment."""
    found = at_moment(battle, plain_parts(battle, unit), moment)
    return any(holds(battle, c.effect.when, unit, Seen()) for c in found)
