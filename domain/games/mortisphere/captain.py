"""Chapter 11: harm is met, and the Captain may carry on where others fall."""

from collections.abc import Callable

import msgspec

from domain.games.mortisphere.battle import Fighting, area_name, side_changed, whos
from domain.games.mortisphere.effects import ALLIES, Offer, allies, borne, offers
from domain.games.mortisphere.health import (
    HealthLost,
    MemberIncapacitated,
    NeutralFelled,
    down,
    feed,
    less,
)
from domain.games.mortisphere.resolve import DieShown, bare_dice, bare_roll, current_max
from domain.games.mortisphere.spoils import felled, harmed
from domain.games.mortisphere.throwing import Roll, remember_roll
from domain.games.mortisphere.underway import Harm
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.using import spread, to_confirm
from domain.games.mortisphere.waiting import Awaited, Throw
from domain.names import the
from domain.terms import Event, RuleBroken, Telling, Who
from domain.throwing import Rolled

# Events


class HarmPrevented(Event, frozen=True, kw_only=True, tag="mortisphere.harm-prevented/1"):
    """An effect met Health that was about to be lost (MS-DMG-9 `prevent`)."""

    member: Who
    amount: int
    by: Who
    effect: Who

    def told(self) -> str:
        """Say it as the table would."""
        whose = "" if self.by == self.member else f" of {self.by.name}"
        return f"{self.effect.name}{whose} spares {self.member.name} {self.amount} Health."


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
        return f"Captain {self.member.name} falls in {the(self.area.name)}{felled}{end}."


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
    harm = battle.due[0]
    unit = battle.units[harm.unit]
    if not harm.offered:
        asked = to_confirm(unit.camp, "damage.taken", harm_offers(battle, unit))
        if asked is not None and unit.camp:
            return asked
    if unit.broken and battle.house.captain_zero == "will_roll":
        return Throw("captain", bare_dice(battle, [unit]), unit.crew)
    return suffer


def harm_offers(battle: Fighting, unit: Unit) -> list[Offer]:
    """MS-DMG-9: the `damage.taken` effects that may meet a unit's loss: its own, its allies'."""
    mine = offers(battle, unit, "damage.taken")
    theirs = [
        o
        for ally in allies(battle, unit)
        for o in offers(battle, ally, "damage.taken", scopes=ALLIES, about=unit)
    ]
    return mine + theirs


def prevent(telling: Telling[Fighting], offer: Offer) -> None:
    """MS-DMG-9: an effect meets part of the Health about to be lost."""
    battle = telling.state
    harm = battle.due[0] if battle.due else None
    if not isinstance(harm, Harm):
        raise RuleBroken("MS-DMG-9", "nothing is left to prevent")
    unit = battle.units[harm.unit]
    met = min(harm.amount, offer.effect.value)
    telling.tell(
        HarmPrevented(
            member=unit.who, amount=met, by=battle.units[offer.bearer].who, effect=offer.source
        )
    )


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
    harmed(telling, unit, lost, harm.by)
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
    elif unit.neutral:
        telling.tell(NeutralFelled(neutral=unit.who, by=felled_by, area=area))
    else:
        telling.tell(MemberIncapacitated(member=unit.who, by=felled_by, area=area))
    felled(telling, unit, by)
    for w in borne(telling.state, telling.state.units[unit.id], "unit.incapacitated"):
        if w.effect.op == "status":
            spread(telling, unit, w.effect)
    for victor in by:
        feed(telling, victor)


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
    HarmPrevented,
    CaptainBroken,
    CaptainFell,
    CaptainStood,
    CaptainGaveWay,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember how the Captains bear up."""
    match event:
        case HarmPrevented():
            due = less(battle.due, event.member.id, event.amount)
            return msgspec.structs.replace(battle, due=due)
        case CaptainFell():
            return _captain_down(battle, event)
        case CaptainStood():
            rolled = remember_roll(battle, event)
            return msgspec.structs.replace(rolled, due=less(battle.due, event.member.id))
        case CaptainGaveWay():
            return remember_roll(battle, event)
        case _:
            return battle


def _captain_down(battle: Fighting, event: CaptainFell) -> Fighting:
    """MS-CAP-8: the fall may cost its crew the Initiative, or the battle."""
    after = down(battle, event.member.id, event.by)
    if event.effect == "initiative_lost":
        return side_changed(after, event.crew.id, initiative_lost=True)
    if event.effect == "crew_withdraws":
        return side_changed(after, event.crew.id, withdraws_after=event.after_round)
    return after
