"""An aftermath begins: who needs no fate roll comes home, captives are free, the missing return."""

from msgspec.structs import replace

from domain.books import Crew, Member, Standing
from domain.evening import fought, sides
from domain.games.mortisphere.after import gear, harm
from domain.games.mortisphere.after.evening import (
    After,
    Awaited,
    Evening,
    Find,
    Step,
    Told,
    member_of,
    rules,
    tell_crew,
)
from domain.games.mortisphere.after.profile import alter
from domain.games.mortisphere.tables import Awaited as Later
from domain.games.mortisphere.throwing import Roll, shown
from domain.games.mortisphere.waiting import DieDue, Throw
from domain.members import NO, Field, MemberReturned
from domain.terms import Event, Who
from domain.throwing import Rolled

# Events


class AftermathOpened(Event, frozen=True, kw_only=True, tag="mortisphere.aftermath-opened/1"):
    """The aftermath of a battle begins (MS-CAM-2)."""

    battle: str
    crews: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"The aftermath of {self.battle}: {', '.join(crew.name for crew in self.crews)}."


class MemberCameThrough(Event, frozen=True, kw_only=True, tag="mortisphere.member-came-through/1"):
    """A member that took part was not incapacitated: no fate roll; `lost` Health is still lost."""

    member: Who
    crew: Who
    withdrew: bool = False
    lost: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        how = "withdrew in time" if self.withdrew else "stands at the end"
        wound = f"; {self.lost} Health still lost" if self.lost else ""
        return f"{self.member.name} {how}{wound}."


class ReturnRolled(Rolled, frozen=True, kw_only=True, tag="mortisphere.return-rolled/1"):
    """It was rolled whether a Missing member returns (MS-FAT-4), and what it found."""

    member: Who
    crew: Who
    natural: int
    back: bool
    finds: tuple[Find, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        how = "returns" if self.back else "is not seen again"
        return f"{self.member.name}, missing: {self.natural}, {how}."


# What is awaited


def opening(evening: Evening) -> Step | None:
    """The aftermath begins by itself."""
    return None if evening.after.opened else open_it


def upcoming(evening: Evening) -> Awaited | None:
    """When the fates of this battle are settled: a die for each that was missing in it."""
    for crew, member in missing(evening):
        die = later(evening).die
        return Throw("return", (DieDue(member.who.id, die, die, die),), crew.who.id)
    return None


def missing(evening: Evening) -> list[tuple[Crew, Member]]:
    """The members who were missing while this battle was fought."""
    units = evening.battle.units
    return [
        (crew, one)
        for crew in sides(evening)
        for one in crew.present
        if one.status is Standing.MISSING and one.who.id not in units
    ]


def later(evening: Evening) -> Later:
    """What the table says of the return of one who was missing."""
    return next(row.later[0] for row in rules(evening).fates if row.later)


# Judging


def open_it(telling: Told) -> None:
    """MS-CAM-2, MS-FAT-2: the aftermath begins; who rolls no fate, or sat out, recovers."""
    evening = telling.state
    crews = tuple(crew.who for crew in sides(evening))
    telling.tell(AftermathOpened(battle=evening.battle.battle, crews=crews))
    for crew, member, unit in fought(evening):
        if not unit.fallen:
            left = harm.lasting(evening, member, unit.lost)
            telling.tell(
                MemberCameThrough(
                    member=member.who, crew=crew.who, withdrew=not unit.active, lost=left
                )
            )
            alter(telling, crew, member, [(Field.LOST, left)], "recovery")
    for crew in sides(evening):
        for member in crew.present:
            if member.who.id not in evening.battle.units:
                _rested(telling, crew, member)


def _rested(telling: Told, crew: Crew, member: Member) -> None:
    """One that sat a battle out recovers, is fit for the next; a captive is free (MS-FAT-5)."""
    battle = telling.state.battle.battle
    if member.status is Standing.CAPTIVE:
        freed = MemberReturned(crew=crew.who, member=member.who, reason=f"freed in {battle}")
        tell_crew(telling, crew.who, freed)
    left = harm.recovered(telling.state, member.lost)
    changes = [(Field.MISSES_NEXT, NO), (Field.LOST, left)]
    alter(telling, crew, member, changes, f"sat out {battle}")


def roll(telling: Told, action: Roll, throw: Throw) -> None:
    """MS-FAT-4 Missing: after the missed battle 1 to 5 is lost, 6 and more returns."""
    evening = telling.state
    thrown = shown(evening.battle, action, throw)
    natural, row = thrown.by_die[0][-1], later(evening)
    crew, member = member_of(evening, throw.dice[0].unit)
    back = natural > row.lost_to
    finds = tuple(
        Find(crew=crew.who.id, reason="Missing", finder=(member.who,))
        for gain in row.gains
        for _ in range(gain.value)
        if back and gain.what == "discovery"
    )
    event = ReturnRolled(
        member=member.who, crew=crew.who, natural=natural, back=back, finds=finds, **thrown.facts
    )
    telling.tell(event)
    if not back:
        gear.lose_member(telling, member.who.id, "Missing")
        return
    returned = MemberReturned(crew=crew.who, member=member.who, reason="Missing")
    tell_crew(telling, crew.who, returned)
    for gain in row.gains:
        if gain.what == "xp":
            harm.learn(telling, member.who.id, gain.value, ("Missing",))


# Remembering


EVENTS: tuple[type[Event], ...] = (AftermathOpened, MemberCameThrough, ReturnRolled)


def evolve(after: After, event: Event) -> After:
    """Remember that the aftermath has begun, and what returned members have found."""
    match event:
        case AftermathOpened():
            return replace(after, opened=True)
        case ReturnRolled():
            return replace(after, finds=(*after.finds, *event.finds))
        case _:
            return after
