"""Chapters 8 and 10: Health is lost and regained; whoever has none left is out."""

import msgspec

from domain.effects import of
from domain.games.mortisphere.battle import Fighting, changed
from domain.games.mortisphere.effects import Modifier, Working, working
from domain.games.mortisphere.resolve import current_max, remember_uses
from domain.games.mortisphere.underway import Blows, Harm
from domain.games.mortisphere.units import Standing, Unit
from domain.names import the
from domain.summing import Sum
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
        left = f"{self.lost} still lost" + (f", Strain {self.strain}" if self.strain else "")
        most = f"it may roll {self.maximum_roll} at most"
        return f"{self.member.name} regains {self.amount} Health{why}; {left}; {most}."


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
        return f"{self.member.name} is incapacitated in {the(self.area.name)}{felled}."


class NeutralFelled(Event, frozen=True, kw_only=True, tag="mortisphere.neutral-felled/1"):
    """A neutral reached 0 Health and is out (MS-INC-1, MS-NEU-1)."""

    neutral: Who
    by: tuple[Who, ...] = ()
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        felled = f", felled by {' and '.join(w.name for w in self.by)}" if self.by else ""
        return f"{self.neutral.name} falls in {the(self.area.name)}{felled}."


class GainEarned(Event, frozen=True, kw_only=True, tag="mortisphere.gain-earned/1"):
    """An effect gave a member something that counts after the battle (MS-EFF-3 `gain`)."""

    member: Who
    what: str
    gain: Modifier

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} earns {self.gain.amount} {self.what} ({self.gain.source.name})."


# Giving Health back


def feed(telling: Telling[Fighting], victor: str) -> None:
    """The `foe.incapacitated` effects of whoever felled an enemy (MS-TYP-3, MS-INC-6)."""
    unit = telling.state.units[victor]
    for w in working(telling.state, unit, "foe.incapacitated"):
        if w.effect.op == "heal":
            heal(telling, victor, w.effect.value, w.modifier())
        elif w.effect.op == "gain":
            earn(telling, victor, w)


def earn(telling: Telling[Fighting], member: str, w: Working) -> None:
    """What an effect gives a member for the time after the battle (`gain`)."""
    who = telling.state.units[member].who
    telling.tell(GainEarned(member=who, what=w.effect.what, gain=w.modifier()))


def mend_round(telling: Telling[Fighting]) -> None:
    """The `round.end` effects that heal (MS-INC-6)."""
    for unit in list(telling.state.units.values()):
        if unit.active:
            for w in of(working(telling.state, unit, "round.end"), "heal"):
                heal(telling, unit.id, w.effect.value, w.modifier())


def heal(
    telling: Telling[Fighting], member: str, amount: int, source: Modifier | None = None
) -> None:
    """Give Health back to an active unit, never above its maximum; Strain goes first."""
    battle = telling.state
    unit = battle.units[member]
    if not unit.active or (source is not None and _unhealed(battle, unit, source)):
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


def _unhealed(battle: Fighting, unit: Unit, source: Modifier) -> bool:
    """MS-TYP-3: whether nothing in battle heals a unit, or not what this comes from."""
    kind, entry = battle.book.type(unit.kind), source.source.id.rpartition(".")[0]
    families = (item.tag for item in battle.book.equipment if item.id == entry)
    never = battle.house.battle_healing == "never"
    return never or kind.no_heal or any(family in kind.unhealed_by for family in families)


def health_sum(unit: Unit) -> Sum:
    """MS-HEA-1: the Health that a unit has left."""
    made = Sum().add(unit.health, "Health", "MS-HEA-1", of=unit.id, number="max_health")
    made.add(-unit.lost, "lost", "MS-DMG-1", of=unit.id, number="lost")
    return made.least(0, "never less")


# Remembering


EVENTS: tuple[type[Event], ...] = (
    HealthLost,
    HealthRegained,
    MemberIncapacitated,
    NeutralFelled,
    GainEarned,
)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember what was lost and regained, and who is out."""
    match event:
        case HealthLost():
            hurt = changed(battle, event.member.id, lost=event.lost, strain=event.strain)
            return _harm_done(_channels_broken(hurt, event.member.id, event.by), event)
        case HealthRegained():
            after = changed(battle, event.member.id, lost=event.lost, strain=event.strain)
            return remember_uses(after, event.member.id, event.sources)
        case GainEarned():
            return remember_uses(battle, event.member.id, (event.gain,))
        case MemberIncapacitated():
            return down(battle, event.member.id, event.by)
        case NeutralFelled():
            return _neutral_down(battle, event)
        case _:
            return battle


def _harm_done(battle: Fighting, event: HealthLost) -> Fighting:
    left = less(battle.due, event.member.id, event.amount)
    unit = battle.units.get(event.member.id)
    if unit is None:
        return msgspec.structs.replace(battle, due=left)
    ordinary = not unit.captain or battle.house.captain_zero == "ordinary"
    if ordinary and unit.lost >= unit.health:
        left = tuple(d for d in left if not isinstance(d, Harm) or d.unit != unit.id)
    return msgspec.structs.replace(battle, due=left)


def less(due: tuple[Harm | Blows, ...], unit: str, amount: int = 0) -> tuple[Harm | Blows, ...]:
    """What is still due after a unit's first harm was met: in part, or (0) whole."""
    for n, harm in enumerate(due):
        if isinstance(harm, Harm) and harm.unit == unit:
            rest = harm.amount - amount if amount else 0
            left = (msgspec.structs.replace(harm, amount=rest),) if rest > 0 else ()
            return due[:n] + left + due[n + 1 :]
    return due


def _neutral_down(battle: Fighting, event: NeutralFelled) -> Fighting:
    """A neutral is out; the scenario may reward the crew that felled it."""
    after = down(battle, event.neutral.id, event.by)
    by = (battle.units[w.id].crew for w in event.by if w.id in battle.units)
    deeds = tuple((crew, "neutral.incapacitated") for crew in dict.fromkeys(by) if crew)
    return msgspec.structs.replace(after, deeds=(*after.deeds, *deeds))


def down(battle: Fighting, unit: str, by: tuple[Who, ...]) -> Fighting:
    """MS-INC-5: it lies where it fell, and whatever it still had before it is over."""
    down = changed(battle, unit, standing=Standing.INCAPACITATED)
    left = tuple(d for d in down.due if _still_due(down, d, unit))
    return _channels_broken(msgspec.structs.replace(down, due=left), unit, by)


def _still_due(battle: Fighting, due: Harm | Blows, gone: str) -> bool:
    if isinstance(due, Harm):
        return due.unit != gone
    return any(u in battle.units and battle.units[u].active for u in due.swarm)


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
