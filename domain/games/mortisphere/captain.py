"""Chapters 8, 10 and 11: lost Health, incapacitation, and the Captain who may carry on."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.battle import (
    Awaited,
    Blows,
    Fighting,
    Harm,
    Standing,
    Throw,
    Unit,
    area_name,
    changed,
    side_changed,
    whos,
)
from domain.games.mortisphere.effects import Modifier, Situation, applying
from domain.games.mortisphere.resolve import (
    DieShown,
    Roll,
    Rolled,
    bare_dice,
    bare_roll,
    current_max,
    remember_roll,
    remember_uses,
)
from domain.games.mortisphere.shapes import book
from domain.terms import Event, Telling, Who

# Events


class HealthLost(Event, frozen=True, kw_only=True, tag="mortisphere.health-lost/1"):
    """A unit lost Health, a Captain at 0 Health took Strain (MS-DMG-1, -3, MS-CAP-4)."""

    member: Who
    amount: int
    lost: int
    strain: int = 0
    maximum_roll: int
    by: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        what = f"loses {self.amount} Health ({self.lost} lost"
        what += f", Strain {self.strain}" if self.strain else ""
        return f"{self.member.name} {what}); it may roll {self.maximum_roll} at most."


class HealthRegained(Event, frozen=True, kw_only=True, tag="mortisphere.health-regained/1"):
    """A unit regained Health; a broken Captain sheds Strain first (MS-INC-6, MS-CAP-9)."""

    member: Who
    amount: int
    lost: int
    strain: int = 0
    maximum_roll: int
    sources: tuple[Modifier, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        why = f" ({self.sources[0].source.name})" if self.sources else ""
        return f"{self.member.name} regains {self.amount} Health{why}; {self.lost} still lost."


class MemberIncapacitated(
    Event, frozen=True, kw_only=True, tag="mortisphere.member-incapacitated/1"
):
    """A unit reached 0 Health and is out until the scenario ends (MS-INC-1, -3)."""

    member: Who
    by: tuple[Who, ...] = ()
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        felled = f", felled by {' and '.join(w.name for w in self.by)}" if self.by else ""
        return f"{self.member.name} is incapacitated in the {self.area.name}{felled}."


class CaptainBroken(Event, frozen=True, kw_only=True, tag="mortisphere.captain-broken/1"):
    """A Captain is at 0 Health and goes on with reduced capacity (MS-CAP-4, -5)."""

    member: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is broken, and fights on."


class CaptainFell(Event, frozen=True, kw_only=True, tag="mortisphere.captain-fell/1"):
    """A Captain is incapacitated, with what that does to its crew (MS-CAP-4, -8)."""

    member: Who
    crew: Who
    by: tuple[Who, ...] = ()
    area: Who
    effect: str = ""
    after_round: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        felled = f", felled by {' and '.join(w.name for w in self.by)}" if self.by else ""
        crew, end = self.crew.name, ""
        if self.effect == "initiative_lost":
            end = f"; {crew} goes last from now on"
        elif self.effect == "crew_withdraws":
            end = f"; {crew} withdraws at the end of round {self.after_round}"
        return f"Captain {self.member.name} falls in the {self.area.name}{felled}{end}."


class CaptainStood(Rolled, frozen=True, kw_only=True, tag="mortisphere.captain-stood/1"):
    """A Captain at 0 Health was hurt again and stands all the same (MS-CAP-4)."""

    member: Who
    dice: tuple[DieShown, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        rolled = f" ({self.dice[0].told()})" if self.dice else ""
        return f"{self.member.name} is hurt again and stands{rolled}."


class CaptainGaveWay(Rolled, frozen=True, kw_only=True, tag="mortisphere.captain-gave-way/1"):
    """A Captain at 0 Health rolled too low to stand (MS-CAP-4 `will_roll`)."""

    member: Who
    dice: tuple[DieShown, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} gives way ({self.dice[0].told()})."


# Judging

WILL_STANDS = 4


def upcoming(battle: Fighting) -> Awaited | Callable[[Telling[Fighting]], None] | None:
    """Health that is about to be lost comes before everything else (MS-DMG-9)."""
    if not battle.due or not isinstance(battle.due[0], Harm):
        return None
    unit = battle.units[battle.due[0].unit]
    if unit.broken and battle.house.captain_zero == "will_roll":
        return Throw("captain", bare_dice(battle, [unit]), unit.crew)
    return suffer


def suffer(telling: Telling[Fighting]) -> None:
    """Apply the first harm that is due: loss, then what follows from it."""
    battle = telling.state
    harm = battle.due[0]
    assert isinstance(harm, Harm)  # noqa: S101 upcoming() looked
    unit = battle.units[harm.unit]
    zero = battle.house.captain_zero
    if unit.broken and zero == "unkillable":
        telling.tell(CaptainStood(member=unit.who))
        return
    room = unit.health - unit.lost
    lost = min(harm.amount, room)
    strains = unit.captain and zero == "strain" and harm.amount > lost
    strain = min(harm.amount - lost, unit.resolve - unit.strain) if strains else 0
    hurt = msgspec.structs.replace(unit, lost=unit.lost + lost, strain=unit.strain + strain)
    telling.tell(
        HealthLost(
            member=unit.who,
            amount=lost + strain,
            lost=hurt.lost,
            strain=hurt.strain,
            maximum_roll=current_max(battle, hurt),
            by=whos(battle, harm.by),
        )
    )
    _consequences(telling, unit, harm.by)


def _consequences(telling: Telling[Fighting], before: Unit, by: tuple[str, ...]) -> None:
    battle = telling.state
    unit = battle.units[before.id]
    floored = battle.house.max_roll_floor == "incapacitate_at_zero"
    spent = floored and unit.die - 2 * (unit.lost + unit.strain) <= 0
    spent = spent and not (unit.captain and battle.house.captain_zero == "unkillable")
    if not unit.captain or battle.house.captain_zero == "ordinary":
        if unit.lost >= unit.health or spent:
            fall(telling, unit, by)
        return
    if unit.lost >= unit.health > before.lost and not spent:
        telling.tell(CaptainBroken(member=unit.who))
    if spent or (battle.house.captain_zero == "strain" and unit.strain >= unit.resolve):
        fall(telling, unit, by)


def fall(telling: Telling[Fighting], unit: Unit, by: tuple[str, ...] = ()) -> None:
    """MS-INC-1, MS-CAP-4, -8: a unit is incapacitated, and who felled it may feed on that."""
    battle = telling.state
    area, felled_by = area_name(battle, unit.area), whos(battle, by)
    if unit.captain:
        effect = str(battle.house.captain_fall_effect)
        leaves = effect == "crew_withdraws"
        telling.tell(
            CaptainFell(
                member=unit.who,
                crew=next(s.who for s in battle.sides if s.id == unit.crew),
                by=felled_by,
                area=area,
                effect="" if effect == "none" else effect,
                after_round=battle.round + 1 if leaves else 0,
            )
        )
    else:
        telling.tell(MemberIncapacitated(member=unit.who, by=felled_by, area=area))
    for victor in by:
        _feed(telling, victor)


def _feed(telling: Telling[Fighting], victor: str) -> None:
    """The `foe.incapacitated` effects of whoever felled an enemy (MS-TYP-3, MS-INC-6)."""
    unit = telling.state.units[victor]
    situation = Situation()
    for carried in applying(telling.state, unit, "foe.incapacitated", "heal", situation):
        source = Modifier(carried.source, carried.effect.value, bool(carried.effect.times))
        heal(telling, victor, carried.effect.value, source)


def heal(
    telling: Telling[Fighting], member: str, amount: int, source: Modifier | None = None
) -> None:
    """Give Health back to an active unit, never above its maximum; Strain goes first."""
    battle = telling.state
    unit = battle.units[member]
    refused = source is not None and (
        battle.house.battle_healing == "never" or book(battle.edition).type(unit.kind).no_heal
    )
    if refused or not unit.active:
        return
    shed = min(amount, unit.strain)
    regained = min(amount - shed, unit.lost)
    if not shed + regained:
        return
    after = msgspec.structs.replace(unit, lost=unit.lost - regained, strain=unit.strain - shed)
    telling.tell(
        HealthRegained(
            member=unit.who,
            amount=shed + regained,
            lost=after.lost,
            strain=after.strain,
            maximum_roll=current_max(battle, after),
            sources=(source,) if source else (),
        )
    )


def will_roll(telling: Telling[Fighting], action: Roll, throw: Throw) -> None:
    """MS-CAP-4 `will_roll`: 4 or more on the capped die keeps the Captain up."""
    battle = telling.state
    harm = battle.due[0]
    unit = battle.units[throw.dice[0].unit]
    rolled = bare_roll(telling, action, throw, [unit])
    if rolled is None:
        return
    dice, facts = rolled
    if dice[0].final >= WILL_STANDS:
        telling.tell(CaptainStood(member=unit.who, dice=dice, **facts))
    else:
        telling.tell(CaptainGaveWay(member=unit.who, dice=dice, **facts))
        fall(telling, unit, harm.by)


# Remembering


EVENTS: tuple[type[Event], ...] = (
    HealthLost,
    HealthRegained,
    MemberIncapacitated,
    CaptainBroken,
    CaptainFell,
    CaptainStood,
    CaptainGaveWay,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what this chapter tells."""
    match event:
        case HealthLost():
            hurt = changed(battle, event.member.id, lost=event.lost, strain=event.strain)
            return _harm_done(_channels_broken(hurt, event.member.id, event.by), event)
        case HealthRegained():
            after = changed(battle, event.member.id, lost=event.lost, strain=event.strain)
            return remember_uses(after, event.member.id, event.sources)
        case MemberIncapacitated():
            return _down(battle, event.member.id, event.by)
        case CaptainFell():
            return _captain_down(battle, event)
        case CaptainStood():
            rolled = remember_roll(battle, event)
            return msgspec.structs.replace(rolled, due=_less(battle.due, event.member.id))
        case CaptainGaveWay():
            return remember_roll(battle, event)
        case _:
            return battle


def _captain_down(battle: Fighting, event: CaptainFell) -> Fighting:
    """MS-CAP-8: the fall may cost its crew the Initiative, or the battle."""
    down = _down(battle, event.member.id, event.by)
    if event.effect == "initiative_lost":
        return side_changed(down, event.crew.id, initiative_lost=True)
    if event.effect == "crew_withdraws":
        return side_changed(down, event.crew.id, withdraws_after=event.after_round)
    return down


def _harm_done(battle: Fighting, event: HealthLost) -> Fighting:
    unit = battle.units[event.member.id]
    left = _less(battle.due, event.member.id, event.amount)
    ordinary = not unit.captain or battle.house.captain_zero == "ordinary"
    if ordinary and unit.lost >= unit.health:
        left = tuple(d for d in left if not isinstance(d, Harm) or d.unit != unit.id)
    return msgspec.structs.replace(battle, due=left)


def _less(due: tuple[Harm | Blows, ...], unit: str, amount: int = 0) -> tuple[Harm | Blows, ...]:
    """What is still due after a unit's first harm was met: in part, or (0) whole."""
    for n, harm in enumerate(due):
        if isinstance(harm, Harm) and harm.unit == unit:
            rest = harm.amount - amount if amount else 0
            left = (msgspec.structs.replace(harm, amount=rest),) if rest > 0 else ()
            return due[:n] + left + due[n + 1 :]
    return due


def _down(battle: Fighting, unit: str, by: tuple[Who, ...]) -> Fighting:
    """MS-INC-5: it lies where it fell, and whatever it still had before it is over."""
    down = changed(battle, unit, standing=Standing.INCAPACITATED)
    left = tuple(d for d in down.due if _still_due(down, d, unit))
    return _channels_broken(msgspec.structs.replace(down, due=left), unit, by)


def _still_due(battle: Fighting, due: Harm | Blows, gone: str) -> bool:
    if isinstance(due, Harm):
        return due.unit != gone
    return any(battle.units[u].active for u in due.swarm)


def _channels_broken(battle: Fighting, unit: str, by: tuple[Who, ...]) -> Fighting:
    if not any(c.unit == unit and not c.broken for c in battle.channels):
        return battle
    channels = tuple(
        msgspec.structs.replace(c, broken=True, broken_by=tuple(w.id for w in by))
        if c.unit == unit and not c.broken
        else c
        for c in battle.channels
    )
    return msgspec.structs.replace(battle, channels=channels)
