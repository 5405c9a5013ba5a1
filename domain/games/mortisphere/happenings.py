"""Chapters 15 and 20: what a scenario does by itself as a round ends, and whom it hits."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.battle import Fighting, area_name, at, setting, whos
from domain.games.mortisphere.closing import Blast
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.lots import PlainDie, plain_faces, plain_throw
from domain.games.mortisphere.outcome import by_die_step, harms
from domain.games.mortisphere.resolve import presence, presence_modifiers, remember_uses
from domain.games.mortisphere.scenarios import Chance, Happening
from domain.games.mortisphere.throwing import Roll, remember_roll
from domain.games.mortisphere.underway import Harm
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import Awaited, Throw
from domain.names import the
from domain.terms import Event, Telling, Who
from domain.throwing import Rolled

# Events


class HappeningRolled(Rolled, frozen=True, kw_only=True, tag="mortisphere.happening-rolled/1"):
    """A die was thrown for what the scenario does by itself as a round ends."""

    happening: Who
    round: int
    dice: tuple[PlainDie, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.happening.name}: d{self.dice[0].die} {self.dice[0].natural}."


class Happened(Event, frozen=True, kw_only=True, tag="mortisphere.happened/1"):
    """A scenario did something by itself: it hits whoever is in an Area, or ends the battle."""

    happening: Who
    round: int
    area: Who
    die: int
    units: tuple[Who, ...] = ()
    ends: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        hit = " and ".join(w.name for w in self.units) or "nobody"
        end = "; the battle ends" if self.ends else ""
        return f"{self.happening.name} hits {hit} in {the(self.area.name)}{end}."


class Hit(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a hit came to for one unit: it was harmed, or its Presence held (MS-ABS-4)."""

    member: Who
    presence: int = 0
    presence_by: tuple[Modifier, ...] = ()
    harm: int = 0


class UnitsHit(Rolled, frozen=True, kw_only=True, tag="mortisphere.units-hit/1"):
    """Units were hit by dice that nobody wields, as if they absorbed (MS-ABS-4)."""

    happening: Who
    dice: tuple[PlainDie, ...]
    hits: tuple[Hit, ...]

    def told(self) -> str:
        """Say it as the table would."""
        each = (
            f"{h.member.name} d{d.die} {d.natural}, {'harmed' if h.harm else 'unharmed'}"
            for d, h in zip(self.dice, self.hits, strict=True)
        )
        return f"{self.happening.name}: {'; '.join(each)}."


# What is awaited


def due(battle: Fighting) -> Happening | None:
    """What may happen next at this round's end."""
    past = (*battle.happened, *(battle.closing.happened if battle.closing else ()))
    for happening in setting(battle).special:
        if happening.id not in past and happening.due(battle.round):
            return happening
    return None


def hit_now(battle: Fighting) -> tuple[str, ...]:
    """The units that are being hit and still stand."""
    blast = battle.closing.blast if battle.closing else None
    return tuple(u for u in blast.units if battle.units[u].active) if blast else ()


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """The dice of those who are hit, then the next happening's own."""
    blast, units = battle.closing.blast if battle.closing else None, hit_now(battle)
    if blast and units:
        return plain_throw(battle, "hit", units, blast.die)
    if battle.closing and battle.closing.over:
        return None
    happening = due(battle)
    if happening is None:
        return None
    if happening.sure(battle.round):
        return happen
    return plain_throw(battle, "happening", (happening.id,), happening.die)


def said(battle: Fighting, happening: Happening) -> str:
    """What each face of its die does as this round ends: `1: a d8 hits all in the Gills; …`."""
    found = []
    for chance in happening.due(battle.round):
        faces = f"{chance.low}" if chance.low == chance.high else f"{chance.low} to {chance.high}"
        end = ", and the battle ends" if ends(battle, chance) else ""
        where = the(area_name(battle, chance.area).name)
        found.append(f"{faces}: a d{chance.hit} hits all in {where}{end}")
    return f"{happening.name}, {'; '.join(found)}; else nothing"


def ends(battle: Fighting, chance: Chance) -> bool:
    """MS-RND-6: whether the battle ends by it."""
    return chance.ends and battle.house.round_limit == "scenario"


# Judging


def roll(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """The die of a happening falls, and what it says comes about."""
    battle = telling.state
    happening = setting(battle).happening(throw.dice[0].unit)
    (face,), faces = plain_faces(telling, action, throw)
    who = Who(happening.id, happening.name)
    die = PlainDie(of=who, die=happening.die, natural=face)
    telling.tell(HappeningRolled(happening=who, round=battle.round, dice=(die,), **faces.facts))
    for chance in happening.due(battle.round):
        if chance.low <= face <= chance.high:
            come(telling, happening, chance)


def happen(telling: Telling[Fighting]) -> None:
    """Something happens for sure."""
    battle = telling.state
    happening = due(battle)
    assert happening is not None  # noqa: S101 upcoming() looked
    come(telling, happening, happening.due(battle.round)[0])


def come(telling: Telling[Fighting], happening: Happening, chance: Chance) -> None:
    """It hits every active unit in its Area; it ends the battle where scenarios do (MS-RND-6)."""
    battle = telling.state
    telling.tell(
        Happened(
            happening=Who(happening.id, happening.name),
            round=battle.round,
            area=area_name(battle, chance.area),
            die=chance.hit,
            units=tuple(u.who for u in at(battle, chance.area)),
            ends=ends(battle, chance),
        )
    )


def hit(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """Chapter 20, MS-ABS-4: each die is compared as if its unit absorbed it."""
    battle = telling.state
    closing = battle.closing
    assert closing is not None  # noqa: S101 the roll was awaited
    assert closing.blast is not None  # noqa: S101 the roll was awaited
    happening = setting(battle).happening(closing.blast.happening)
    faces, rolled = plain_faces(telling, action, throw)
    units = [battle.units[d.unit] for d in throw.dice]
    die = closing.blast.die
    telling.tell(
        UnitsHit(
            happening=Who(happening.id, happening.name),
            dice=tuple(
                PlainDie(of=who, die=die, natural=face)
                for who, face in zip(whos(battle, [u.id for u in units]), faces, strict=True)
            ),
            hits=tuple(
                resolved(battle, unit, die, face) for unit, face in zip(units, faces, strict=True)
            ),
            **rolled.facts,
        )
    )


def resolved(battle: Fighting, unit: Unit, die: int, face: int) -> Hit:
    """A hit by a die of so many faces that shows this."""
    harm = 0
    if harms(battle, unit, total=face, best=face == die):
        steps = battle.house.damage_per_win == "die_step"
        harm = by_die_step(die, unit.die) if steps else 1
    if battle.house.absorb != "presence":
        return Hit(member=unit.who, harm=harm)
    return Hit(
        member=unit.who,
        presence=presence(battle, unit),
        presence_by=presence_modifiers(battle, unit),
        harm=harm,
    )


# Remembering


EVENTS: tuple[type[Event], ...] = (HappeningRolled, Happened, UnitsHit)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what has happened, and whom it harms."""
    match event:
        case HappeningRolled():
            return _past(remember_roll(battle, event), event.happening.id)
        case Happened():
            return _remember(_past(battle, event.happening.id), event)
        case UnitsHit():
            after = remember_roll(battle, event)
            for one in event.hits:
                after = remember_uses(after, one.member.id, one.presence_by)
            harm = tuple(Harm(unit=h.member.id, amount=h.harm) for h in event.hits if h.harm)
            return _closing(msgspec.structs.replace(after, due=(*after.due, *harm)), blast=None)
        case _:
            return battle


def _remember(battle: Fighting, event: Happened) -> Fighting:
    id_ = event.happening.id
    units = tuple(w.id for w in event.units)
    blast = Blast(id_, event.die, units) if units else None
    after = _closing(battle, blast=blast)
    if event.ends:
        after = _closing(after, over=id_)
    known = battle.scenario.special if battle.scenario else ()
    if any(one.id == id_ and one.once for one in known):
        after = msgspec.structs.replace(after, happened=(*after.happened, id_))
    return after


def _past(battle: Fighting, happening: str) -> Fighting:
    past = battle.closing.happened if battle.closing else ()
    return _closing(battle, happened=(*past, happening))


def _closing(battle: Fighting, **facts: object) -> Fighting:
    if battle.closing is None:
        return battle
    closing = msgspec.structs.replace(battle.closing, **facts)
    return msgspec.structs.replace(battle, closing=closing)
