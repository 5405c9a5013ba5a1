"""Chapter 18, fate: what becomes of the incapacitated (MS-FAT), first thing in an aftermath."""

from typing import Any

from msgspec.structs import replace

from domain.books import Crew, Member
from domain.evening import fought
from domain.games.mortisphere.acting import Choose
from domain.games.mortisphere.after import gear
from domain.games.mortisphere.after.evening import (
    After,
    Awaited,
    ChoiceMade,
    Confirm,
    Evening,
    Fate,
    Step,
    Told,
    house,
    member_of,
    rules,
)
from domain.games.mortisphere.after.harm import apply
from domain.games.mortisphere.after.hooks import fate_modifiers, fate_relic
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.tables import Fate as Row
from domain.games.mortisphere.throwing import Roll, shown
from domain.games.mortisphere.units import Unit
from domain.games.mortisphere.waiting import DieDue, Pick, Throw
from domain.terms import Event, Who
from domain.throwing import Rolled

FINISHED = Modifier(Who("MS-CLA-11", "finished off"), -4)
LEFT = Who("MS-FAT-5", "left behind")
RELIC = "fate-relic"

# Events


class FateRolled(Rolled, frozen=True, kw_only=True, tag="mortisphere.fate-rolled/1"):
    """A fate roll that does not stand yet: a Captain's first Lost, or a relic is at hand."""

    member: Who
    crew: Who
    die: int
    natural: int
    total: int
    captain: bool = False
    relic: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        why = "a Captain's first Lost is rolled again" if self.captain else self.relic[0].name
        return f"The fate of {self.member.name}: d{self.die} {self.natural}, {self.total}: {why}."


class FateResolved(Rolled, frozen=True, kw_only=True, tag="mortisphere.fate-resolved/1"):
    """It is settled what becomes of an incapacitated member (MS-FAT-1).

    `natural` is 0 where the players decided (`narrative`), `before` what the die showed first,
    `fell` what it showed just now (nothing, where an earlier die stands).
    `lot` and `changes`: it is still to be drawn which item is ruined, or said what it becomes.
    """

    member: Who
    crew: Who
    result: str
    name: str
    die: int = 0
    natural: int = 0
    before: tuple[int, ...] = ()
    fell: tuple[int, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    total: int = 0
    lot: bool = False
    changes: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        if not self.natural:
            return f"The fate of {self.member.name}: {self.name}, as the players decide."
        first = f" (after {', '.join(map(str, self.before))})" if self.before else ""
        added = "".join(f" {m.amount:+d} {m.source.name}" for m in self.modifiers)
        total = f" = {self.total}" if self.modifiers or self.total != self.natural else ""
        return (
            f"The fate of {self.member.name}: d{self.die} {self.natural}{first}{added}{total}: "
            f"{self.name}."
        )


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """The next incapacitated member whose fate is open, crews and members in their order."""
    for crew, member, unit in fought(evening):
        if not unit.fallen or unit.id in evening.after.settled:
            continue
        if house(evening).fate_roll == "narrative":
            return Pick(crew.who.id, "fate", tuple(row.id for row in rules(evening).fates), 1, 1)
        return _die(evening, crew, member, unit)
    return None


def _die(evening: Evening, crew: Crew, member: Member, unit: Unit) -> Awaited | Step:
    """The die of a fate roll, or what is asked about the one that was thrown."""
    fate = underway(evening, unit.id)
    if fate is not None and fate.relic and fate.relic != "yes":
        if fate.relic == "no":
            return _stands
        return Confirm(crew.who.id, RELIC, (fate.relic,), member.who.id)
    die = faces(evening, unit)
    return Throw("fate", (DieDue(unit.id, die, die, die, again=fate is not None),), crew.who.id)


def underway(evening: Evening, unit: str) -> Fate | None:
    """The fate roll in progress, if it is this unit's."""
    fate = evening.after.fate
    return fate if fate is not None and fate.member == unit else None


def faces(evening: Evening, unit: Unit) -> int:
    """MS-FAT-3: the die a fate is rolled with."""
    own = house(evening).fate_roll == "existence_die"
    return unit.die if own else rules(evening).fate.die


def modifiers(evening: Evening, unit: Unit) -> tuple[Modifier, ...]:
    """MS-FAT-4, -5, MS-CLA-11: what is added to a fate roll."""
    added = fate_modifiers(evening.battle, unit)
    if left_behind(evening, unit) and house(evening).left_behind == "minus_2":
        table = rules(evening).fate.modifiers
        value = next(row.value for row in table if row.when == "left_behind")
        added = (Modifier(LEFT, value), *added)
    return (*added, FINISHED) if unit.finished else added


def left_behind(evening: Evening, unit: Unit) -> bool:
    """MS-FAT-5: no active crewmate is in its Area at the end, and an active enemy is."""
    return not gear.mates_near(evening, unit) and gear.foes_near(evening, unit)


def total(evening: Evening, unit: Unit, natural: int) -> int:
    """MS-FAT-3, -4: what a fate roll comes to, within the table."""
    table = rules(evening).fate
    read = natural * table.die // faces(evening, unit)
    read += sum(m.amount for m in modifiers(evening, unit))
    return max(table.lowest, min(table.highest, read))


def row_at(evening: Evening, number: int) -> Row:
    """The row of the fate table that a number falls into."""
    return next(row for row in rules(evening).fates if row.low <= number <= row.high)


# Judging


def roll(telling: Told, action: Roll, throw: Throw) -> None:
    """MS-FAT-3, -6: a fate die falls; it stands, or is rolled once more."""
    evening = telling.state
    unit = evening.battle.units[throw.dice[0].unit]
    thrown = shown(evening.battle, action, throw)
    natural = thrown.by_die[0][-1]
    fate = underway(evening, unit.id) or Fate(member=unit.id, naturals=())
    crew, member = member_of(evening, unit.id)
    pair = (*fate.naturals[-1:], natural) if fate.relic == "yes" else (natural,)
    came = total(evening, unit, max(pair))
    relic = None if fate.relic else fate_relic(evening.battle, unit)
    again = member.captain and not fate.captain and row_at(evening, came).lost
    if not again and relic is None:
        _resolve(telling, unit, (*fate.naturals, natural), fate, thrown.facts)
        return
    telling.tell(
        FateRolled(
            member=member.who,
            crew=crew.who,
            die=faces(evening, unit),
            natural=natural,
            total=came,
            captain=again,
            relic=(relic,) if relic is not None and not again else (),
            **thrown.facts,
        )
    )


def _stands(telling: Told) -> None:
    """The first die stands: the relic was not used."""
    fate = telling.state.after.fate
    assert fate is not None  # noqa: S101 upcoming() looked
    _resolve(telling, telling.state.battle.units[fate.member], fate.naturals, fate, {})


def _resolve(
    telling: Told, unit: Unit, naturals: tuple[int, ...], fate: Fate, facts: dict[str, Any]
) -> None:
    """The roll stands: of two by a relic the better, else the last."""
    pair = naturals[-2:] if fate.relic == "yes" else naturals[-1:]
    natural = max(pair)
    before = (*naturals[:-2], min(pair)) if fate.relic == "yes" else naturals[:-1]
    came = total(telling.state, unit, natural)
    _settle(
        telling,
        unit,
        row_at(telling.state, came),
        die=faces(telling.state, unit),
        natural=natural,
        before=before,
        fell=naturals[-1:] if facts else (),
        modifiers=modifiers(telling.state, unit),
        total=came,
        **facts,
    )


def _settle(telling: Told, unit: Unit, row: Row, **facts: Any) -> None:
    """Tell a fate, and all that follows from it by itself."""
    crew, member = member_of(telling.state, unit.id)
    told: dict[str, Any] = {
        "member": member.who,
        "crew": crew.who,
        "result": row.id,
        "name": row.name,
        "lot": row.ruins_item and len(member.items) > 1,
        "changes": any(gain.what == "ability" for gain in row.gains),
    }
    telling.tell(FateResolved(**told, **facts))
    taken = left_behind(telling.state, unit) and house(telling.state).left_behind == "captured"
    apply(telling, unit, row, captured=taken)


def choose(telling: Told, action: Choose, asked: Pick) -> None:
    """MS-FAT-3 `narrative`: the owner says what becomes of a member."""
    del asked
    unit = next(
        u
        for _, _, u in fought(telling.state)
        if u.fallen and u.id not in telling.state.after.settled
    )
    row = next(row for row in rules(telling.state).fates if row.id == action.picks[0])
    _settle(telling, unit, row)


def relic(telling: Told, *, used: bool) -> None:
    """Saint's Finger: the roll is made twice, and the relic crumbles; or it is not used."""
    evening = telling.state
    fate = evening.after.fate
    assert fate is not None  # noqa: S101 it was offered
    source = fate_relic(evening.battle, evening.battle.units[fate.member])
    crew, member = member_of(evening, fate.member)
    telling.tell(
        ChoiceMade(
            question=RELIC,
            crew=crew.who,
            about=(member.who,),
            answer="yes" if used else "no",
            name=source.name if source is not None else fate.relic,
        )
    )
    item = next((i for i in member.items if i.kind == fate.relic), None)
    if used and item is not None:
        gear.take(telling, crew, member, item, "it crumbles")


# Remembering


EVENTS: tuple[type[Event], ...] = (FateRolled, FateResolved)
HEARS: tuple[type[Event], ...] = (ChoiceMade,)


def evolve(after: After, event: Event) -> After:
    """Remember which fates are settled, and what a fate roll has shown."""
    match event:
        case FateRolled():
            before = after.fate
            naturals = before.naturals if before and before.member == event.member.id else ()
            fate = Fate(
                member=event.member.id,
                naturals=(*naturals, event.natural),
                captain=event.captain or (bool(naturals) and before is not None and before.captain),
                relic=event.relic[0].id if event.relic else "",
            )
            return replace(after, fate=fate)
        case ChoiceMade(question="fate-relic") if after.fate is not None:
            return replace(after, fate=replace(after.fate, relic=event.answer))
        case FateResolved():
            settled = (*after.settled, event.member.id)
            return replace(
                after, settled=settled, fate=None, ruined=event.member.id if event.lot else ""
            )
        case _:
            return after
