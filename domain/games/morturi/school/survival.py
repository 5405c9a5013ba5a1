"""Chapter 15: who fell checks whether he lives (MR-SVC-1 to -3, MR-RET-1, MR-RES-3)."""

from msgspec.structs import replace

from domain.aftermath import AftermathEvent
from domain.books import Crew, Member
from domain.evening import fought
from domain.games.morturi.creation import in_force
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.parts import Part, told_parts, total
from domain.games.morturi.school.evening import (
    After,
    Awaited,
    Evening,
    Fate,
    Step,
    Told,
    campaign,
    house,
    known,
    rules,
    tell_school,
)
from domain.games.morturi.school.hires import missing
from domain.games.morturi.throwing import D6, Roll, thrown
from domain.games.morturi.units import Standing, Unit
from domain.games.morturi.waiting import Confirm, DieDue, Offered, Throw
from domain.members import NO, InjuryGained, MemberLost
from domain.roster import MemberRetired
from domain.terms import Event, Who
from domain.throwing import Rolled

SURVIVAL, REROLL = "survival", "reroll"
DEAD, MAIMED, MISSES, RECOVERS = "dead", "maimed", "misses_next", "recovers"
TOLD = {
    DEAD: "he dies",
    MAIMED: "he is maimed, and fights no more",
    MISSES: "badly hurt, he misses the next month's ludi",
    RECOVERS: "he recovers",
}
GATE = "gate"

# Events


class SurvivalChecked(Rolled, frozen=True, kw_only=True, tag="morturi.survival-checked/1"):
    """A Survival check was rolled: the die, what changes it, and what it comes to (MR-SVC-1)."""

    school: Who
    gladiator: Who
    face: int
    parts: tuple[Part, ...] = ()
    total: int
    result: str

    def told(self) -> str:
        """Say it as the table would."""
        parts = f" ({told_parts(self.parts)}) = {self.total}" if self.parts else ""
        return f"Survival of {self.gladiator.name}: {self.face}{parts}: {TOLD[self.result]}."


class RerollAnswered(Event, frozen=True, kw_only=True, tag="morturi.reroll-answered/1"):
    """A school's Chirugeon tries again, or lets a Survival check stand (MR-RES-3)."""

    school: Who
    gladiator: Who
    resource: Who
    used: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        how = "tries again for" if self.used else "lets it stand for"
        return f"{self.resource.name} of {self.school.name} {how} {self.gladiator.name}."


class FateSettled(Event, frozen=True, kw_only=True, tag="morturi.fate-settled/1"):
    """What becomes of a gladiator who fell is settled."""

    school: Who
    gladiator: Who
    result: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gladiator.name} of {self.school.name}: {TOLD[self.result]}."


# Reading


def checked(evening: Evening, unit: Unit) -> bool:
    """MR-SVC-1, MR-SUR-5, MR-BAT-5: whether a gladiator makes a Survival check."""
    settled = house(evening)
    if unit.standing is Standing.OUT:
        at_gate = unit.id in evening.after.at_gate
        return not at_gate or settled.gate_ooa_survival == "normal"
    return unit.standing is Standing.LEFT and settled.surrender_counts_as_survival == "no"


def modifiers(evening: Evening, unit: Unit) -> tuple[Part, ...]:
    """MR-SVC-1: +1 for Will to Live or Tenacity, -1 for a Weakling."""
    book, settled = rules(evening), house(evening)
    parts = [book.special(one) for one in unit.specials] + [book.trick(one) for one in unit.tricks]
    return tuple(
        Part(Who(one.id, one.name), effect.value)
        for one in parts
        for effect in one.effects
        if effect.on == "survival.check" and effect.op == "modify" and in_force(settled, effect)
    )


def result(evening: Evening, face: int, total_: int) -> str:
    """MR-SVC-2, -3: what a check comes to by the table of the house rules."""
    if face == 1 and house(evening).survival_natural_1_dies == "yes":
        return DEAD
    return rules(evening).survival.result(house(evening).survival_table, total_)


def reroller(evening: Evening, crew: Crew) -> Who | None:
    """MR-RES-3: who rolls a Survival check of the school again."""
    entries = {one.id: one for one in rules(evening).resources}
    for item in crew.store:
        entry = entries.get(item.kind)
        for effect in entry.effects if entry else ():
            if effect.on == "survival.check" and effect.op == "reroll" and entry:
                return Who(entry.id, entry.name)
    return None


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """MR-SVC-4: one check after the other, right after the battle."""
    if not campaign(evening):
        return None
    for crew, member, unit in fought(evening):
        if checked(evening, unit) and unit.id not in evening.after.settled:
            return _check(evening, crew, member)
    return None


def _check(evening: Evening, crew: Crew, member: Member) -> Awaited | Step:
    fate = evening.after.fate
    if fate is None or not fate.result:
        return Throw(SURVIVAL, (DieDue(member.who.id, D6),), crew.who.id)
    again = reroller(evening, crew)
    if again and not fate.asked and fate.result != RECOVERS:
        offer = Offered(member.who.id, again.id, again.name, again.id)
        return Confirm(crew=crew.who.id, what=REROLL, offers=(offer,), rule="MR-RES-3")
    return settle


# Judging


def roll(telling: Told, action: Roll, throw: Throw) -> None:
    """MR-SVC-1, -2: a D6, and what changes it."""
    evening = telling.state
    crew, member = known(evening, throw.dice[0].unit)
    rolled = thrown(evening.battle, action, throw)
    (face,) = rolled.faces
    parts = modifiers(evening, evening.battle.units[member.who.id])
    reached = face + total(parts)
    telling.tell(
        SurvivalChecked(
            school=crew.who,
            gladiator=member.who,
            face=face,
            parts=parts,
            total=reached,
            result=result(evening, face, reached),
            **rolled.facts,
        )
    )


def again(telling: Told, asked: Confirm, *, used: bool) -> None:
    """MR-RES-3: the new result stands, and is not rolled again."""
    (offer,) = asked.offers
    crew, member = known(telling.state, offer.bearer)
    resource = Who(offer.source, offer.name)
    telling.tell(
        RerollAnswered(school=crew.who, gladiator=member.who, resource=resource, used=used)
    )


def settle(telling: Told) -> None:
    """MR-SVC-2, MR-RET-1: he dies, is maimed, misses a month, or is as he was."""
    fate = telling.state.after.fate
    assert fate is not None  # noqa: S101 its die has been rolled
    crew, member = known(telling.state, fate.gladiator)
    telling.tell(FateSettled(school=crew.who, gladiator=member.who, result=fate.result))
    for event in _consequences(telling.state, crew, member, fate.result):
        tell_school(telling, crew.who.id, event)


def _consequences(
    evening: Evening, crew: Crew, member: Member, outcome: str
) -> list[AftermathEvent | MemberRetired]:
    match outcome:
        case "dead":
            reason = "he dies of his wounds"
            return [MemberLost(crew=crew.who, member=member.who, reason=reason)]
        case "maimed":
            serves = house(evening).maimed == "servant_bonus"
            reason = "maimed, he serves his school" if serves else "maimed"
            injury = Who(MAIMED, "Maimed")
            return [
                InjuryGained(crew=crew.who, member=member.who, injury=injury),
                MemberRetired(crew=crew.who, member=member.who, reason=reason),
            ]
        case "misses_next":
            return [missing(crew, member, before=NO, reason="badly hurt")]
        case _:
            return []


# Remembering


EVENTS: tuple[type[Event], ...] = (SurvivalChecked, RerollAnswered, FateSettled)
HEARS: tuple[type[Event], ...] = (GladiatorOut,)


def evolve(after: After, event: Event) -> After:
    """Remember a check, and whose fate is settled; of the battle, who fell at a gate."""
    match event:
        case GladiatorOut():
            fell = (event.gladiator.id,) if event.cause.id == GATE else ()
            return replace(after, at_gate=(*after.at_gate, *fell))
        case SurvivalChecked():
            asked = after.fate is not None and after.fate.asked
            return replace(after, fate=Fate(event.gladiator.id, event.result, asked))
        case RerollAnswered():
            kept = after.fate.result if after.fate and not event.used else ""
            return replace(after, fate=Fate(event.gladiator.id, kept, asked=True))
        case FateSettled():
            gone = (event.gladiator.id,) if event.result in (DEAD, MAIMED) else ()
            return replace(
                after,
                fate=None,
                settled=(*after.settled, event.gladiator.id),
                lost=(*after.lost, *gone),
            )
        case _:
            return after
