"""The odds of Morturi's dice, and what stands on the sand (ADR 0031).

A gladiator who stands is worth his life points: half of all he came with for standing, half of
those that he has left. One on 0 or less counts as fallen, though something may yet save him
(MR-OOA-2). The favour of the crowd is no strength on the sand and counts for nothing here.
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.games.morturi import play, striking
from domain.games.morturi.battle import Fighting
from domain.games.morturi.dicing import swept, works
from domain.games.morturi.falling import regains
from domain.games.morturi.looks import looked_at, true_of
from domain.games.morturi.numbers import Outcome, damage, kept, need, outcome
from domain.games.morturi.rolled import EVENTS, fell
from domain.games.morturi.units import Unit
from domain.games.morturi.waiting import Throw
from domain.odds import LIMIT, Odds, Ways, counted, merged, of_all, plain, spread, together
from domain.terms import Telling, Who

IDLE = ("priority", "flight", "facing")
"""Lots for an order, and for the ways of figures of no school: they change nobody's worth."""


def worth(battle: Fighting) -> Mapping[str, Fraction]:
    """What each school has on the sand."""
    found = {side.id: Fraction(0) for side in battle.sides}
    for unit in battle.units.values():
        if unit.school in found and unit.present:
            found[unit.school] += gladiator(unit)
    return found


def gladiator(unit: Unit) -> Fraction:
    """What a gladiator in the arena is worth."""
    left = max(0, unit.now)
    return Fraction(unit.life * (left > 0) + left, 2)


def settled(battle: Fighting) -> Fighting:
    """The battle once the dice of an attack count as they lie; of two to choose, the higher."""
    attack = battle.attack
    if attack is None or not attack.faces or attack.rolled or attack.again:
        return battle
    telling = Telling(battle, play.evolve)
    striking.decide(telling)
    play.proceed(telling)
    return telling.state


def who(battle: Fighting, id_: str) -> Who:
    """Whose a die is: a gladiator's, or nobody's."""
    return battle.units[id_].who if id_ in battle.units else Who(id_, "")


WORDS = {
    "hit": "hits",
    "miss": "misses",
    "stands": "stands up again",
    "falls": "falls",
    "works": "it works",
    "fails": "it does not work",
}


def says(battle: Fighting, code: str) -> str:
    """What a code stands for: a lot's is a school, a square or a direction."""
    schools = {side.id: side.who.name for side in battle.sides}
    return WORDS.get(code) or schools.get(code, code)


# The ways of a roll


class Reading(NamedTuple):
    """How dice are read together: what a die adds, what comes of them, which ends are alike."""

    add: Callable[[Any, Any, int], Hashable]
    code: Callable[[Any], str]
    alike: Callable[[Any], Hashable] = lambda faces: faces


def ways(battle: Fighting) -> Ways | None:
    """The ways of the dice that are awaited; None where no dice are, or they are too many."""
    throw = play.awaited(battle)
    if not isinstance(throw, Throw):
        return None
    add, code, alike = _READINGS.get(throw.what, _plain)(battle, throw)
    dice = [plain(due.sides) for due in throw.dice]
    found = merged(spread(dice, (), add), alike)
    if len(found) > LIMIT:
        return None
    read = together(dice, (), add)
    return Ways(
        each=counted(found, of_all(dice), code),
        came=lambda shows: code(read(shows)),
        idle=throw.what in IDLE,
    )


def _each(before: tuple[Any, ...], face: int, _: int) -> tuple[Any, ...]:
    return (*before, face)


def _plain(_: Fighting, throw: Throw) -> Reading:
    """Lots, and a die that is read by itself."""

    def code(faces: tuple[int, ...]) -> str:
        (face,) = faces
        return throw.lot[face - 1] if throw.lot else str(face)

    return Reading(_each, code)


def _attack(battle: Fighting, throw: Throw) -> Reading:
    """MR-ATK-3, -8: the die that counts; of two to choose from, the higher.

    Faces are alike that hit for the same, and that no effect in the arena tells apart.
    """
    attack = battle.attack
    assert attack is not None  # noqa: S101 its dice are awaited
    low = throw.what == "attack" and kept(battle, attack).word == "low"
    looks = looked_at(battle)

    def add(before: tuple[int, ...], face: int, _: int) -> tuple[int, ...]:
        both = (*before, face)
        return (min(both) if low else max(both),)

    def came(face: int) -> Outcome:
        held = replace(attack, natural=face)
        return outcome(battle, held, face, need(battle, held).number)

    def code(faces: tuple[int, ...]) -> str:
        return "hit" if came(faces[0]).hit else "miss"

    def alike(faces: tuple[int, ...]) -> Hashable:
        (face,) = faces
        seen = came(face)
        held = replace(attack, natural=face)
        amount = damage(battle, held, face, seen.base).amount if seen.hit else 0
        return seen, amount, *(true_of(look, face) for look in looks)

    return Reading(add, code, alike)


def _last_die(battle: Fighting, throw: Throw) -> Reading:
    """MR-OOA-2: whether a gladiator on 0 stands up again."""
    unit = battle.units[throw.dice[0].unit]
    return Reading(_each, lambda faces: "stands" if regains(battle, unit, faces[0]) else "falls")


def _trick(battle: Fighting, _: Throw) -> Reading:
    """Whether a trick works."""
    return Reading(_each, lambda faces: "works" if works(battle, faces[0]) else "fails")


def _sweep(battle: Fighting, throw: Throw) -> Reading:
    """MR-DMG-6: what everybody around loses, and who falls by it."""
    units = [battle.units[due.unit] for due in throw.dice]

    def add(before: tuple[int, ...], face: int, number: int) -> tuple[int, ...]:
        unit = units[number]
        return (*before, min(swept(battle, unit.id, face).damage, unit.now))

    def code(losses: tuple[int, ...]) -> str:
        fallen = sum(loss >= unit.now for loss, unit in zip(losses, units, strict=True))
        return f"fells {fallen}"

    return Reading(add, code)


_READINGS: dict[str, Callable[[Fighting, Throw], Reading]] = {
    "attack": _attack,
    "again": _attack,
    "last die": _last_die,
    "roll": _trick,
    "sweep": _sweep,
}

ODDS = Odds(
    ways=ways,
    worth=worth,
    settled=settled,
    again=lambda _: False,
    who=who,
    says=says,
    fell=fell,
    rolled=EVENTS,
    shrinks=lambda _: False,
)
