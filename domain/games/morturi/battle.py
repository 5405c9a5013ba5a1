"""The battle as it stands: schools, gladiators, the turn and the attack under way.

Nothing here judges or remembers: the chapters do. State that can be worked out is a function.
"""

import msgspec

from domain.games.morturi.options import House
from domain.games.morturi.scenarios import Neutral, Prize
from domain.games.morturi.underway import (
    Attack,
    Closing,
    Flag,
    Hold,
    More,
    Shots,
    Task,
    Turn,
)
from domain.games.morturi.units import Side, Standing, Unit
from domain.latest import latest
from domain.terms import Who
from domain.throwing import Diced


class StartAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A side of the arena agreed for a school."""

    crew: str
    area: str


class Design(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a battle keeps of its scenario (MR-BAT-1)."""

    id: str
    name: str
    fewest: int
    most: int
    victory: str
    surrender: bool = False
    neutrals: tuple[Neutral, ...] = ()
    prize: Prize


class Fighting(Diced, frozen=True, kw_only=True):
    """A battle from its opening to its conclusion."""

    battle: str = ""
    edition: str = ""
    scenario: Design | None = None
    arena: tuple[str, ...] = ()
    start: str = ""
    then: tuple[tuple[str, ...], ...] = ()
    hazard: int = 0
    house: House = House()
    friendly: bool = False
    complications: tuple[str, ...] = ()
    agreed: tuple[StartAt, ...] = ()
    sides: tuple[Side, ...] = ()
    units: dict[str, Unit] = msgspec.field(default_factory=dict)
    drawn: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    round: int = 0
    round_open: bool = False
    due: str = ""
    turn: Turn | None = None
    attack: Attack | None = None
    more: tuple[More, ...] = ()
    tasks: tuple[Task, ...] = ()
    shots: tuple[Shots, ...] = ()
    fallen: tuple[str, ...] = ()
    harmed: bool = False
    quiet: int = 0
    stalemate_asked: int = 0
    holds: tuple[Hold, ...] = ()
    flags: tuple[Flag, ...] = ()
    captor: str = ""
    closing: Closing | None = None
    ended: str = ""
    winners: tuple[str, ...] = ()
    level: tuple[str, ...] = ()
    concluded: bool = False

    @property
    def opened(self) -> bool:
        """Whether the battle has been opened at all."""
        return bool(self.battle)


# Reading the battle.


def setting(battle: Fighting) -> Design:
    """The battle's design."""
    if battle.scenario is None:
        message = "a battle that was never opened has no scenario"
        raise LookupError(message)
    return battle.scenario


def side(battle: Fighting, school: str) -> Side:
    """The school's side; KeyError if it takes no part."""
    for each in battle.sides:
        if each.id == school:
            return each
    raise KeyError(school)


def acting(battle: Fighting) -> tuple[Turn, Unit]:
    """The turn under way and its gladiator."""
    if battle.turn is None:
        message = "nobody acts"
        raise LookupError(message)
    return battle.turn, battle.units[battle.turn.unit]


def team(battle: Fighting, school: str) -> list[Unit]:
    """All whom a school has entered."""
    return [u for u in battle.units.values() if u.school == school]


@latest
def _active(units: dict[str, Unit]) -> tuple[Unit, ...]:
    active = Standing.ACTIVE
    return tuple([u for u in units.values() if u.standing is active])


@latest
def _stand(units: dict[str, Unit]) -> dict[str, Unit]:
    return {u.square: u for u in reversed(_active(units))}


def in_arena(battle: Fighting) -> tuple[Unit, ...]:
    """All who stand in the arena, gladiators and figures, in header order."""
    return _active(battle.units)


def at(battle: Fighting, square: str) -> Unit | None:
    """Who stands on a square (MR-GEN-1: one at most)."""
    return _stand(battle.units).get(square)


def able(battle: Fighting, school: str) -> list[Unit]:
    """MR-RND-1: a school's gladiators who have not acted this round, and wait for nobody."""
    return [u for u in team(battle, school) if u.present and not u.acted and not waits(battle, u)]


def waits(battle: Fighting, unit: Unit) -> bool:
    """Whether he has put off his turn until an ally has acted."""
    ally = battle.units.get(unit.follows)
    return ally is not None and ally.present and not ally.acted


@latest
def _present(units: dict[str, Unit]) -> set[str]:
    here = (Standing.ACTIVE, Standing.RESERVE)
    return {u.school for u in units.values() if u.standing in here}


def schools_present(battle: Fighting) -> list[str]:
    """MR-CRD-5: the schools that still have a gladiator, in header order."""
    there = _present(battle.units)
    return [s.who.id for s in battle.sides if s.who.id in there]


def enemies(battle: Fighting, unit: Unit) -> list[Unit]:
    """Whoever in the arena is not of his school (MR-ATK-12); figures are enemies of all."""
    return [u for u in in_arena(battle) if u.school != unit.school]


def allies(battle: Fighting, unit: Unit) -> list[Unit]:
    """His fellows in the arena."""
    same = (u for u in in_arena(battle) if u.school == unit.school and u.school)
    return [u for u in same if u.id != unit.id]


def mustering(battle: Fighting) -> bool:
    """Whether a school has still to choose its team (MR-BAT-2)."""
    return any(not s.fielded for s in battle.sides)


# Changing it.


def changed(battle: Fighting, unit: str, **facts: object) -> Fighting:
    """The battle with one gladiator changed; as it was if it has no such gladiator."""
    if unit not in battle.units:
        return battle
    units = dict(battle.units)
    units[unit] = msgspec.structs.replace(units[unit], **facts)
    return msgspec.structs.replace(battle, units=units)


def side_changed(battle: Fighting, school: str, **facts: object) -> Fighting:
    """The battle with one side changed."""
    sides = tuple(
        msgspec.structs.replace(s, **facts) if s.id == school else s for s in battle.sides
    )
    return msgspec.structs.replace(battle, sides=sides)


def turn_changed(battle: Fighting, **facts: object) -> Fighting:
    """The battle with its turn changed; as it was if nobody acts."""
    if battle.turn is None:
        return battle
    return msgspec.structs.replace(battle, turn=msgspec.structs.replace(battle.turn, **facts))


def attack_changed(battle: Fighting, **facts: object) -> Fighting:
    """The battle with its attack changed; as it was if there is none."""
    if battle.attack is None:
        return battle
    return msgspec.structs.replace(battle, attack=msgspec.structs.replace(battle.attack, **facts))


def whos(battle: Fighting, units: "tuple[str, ...] | list[str]") -> tuple[Who, ...]:
    """Gladiators as an event names them."""
    return tuple(battle.units[u].who for u in units)
