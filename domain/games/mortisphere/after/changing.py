"""Fates that go on: which item is ruined, and what a Changed member becomes (MS-FAT-4)."""

from msgspec.structs import replace

from domain.evening import found
from domain.games.mortisphere.acting import Choose
from domain.games.mortisphere.after import gear
from domain.games.mortisphere.after.evening import (
    After,
    Awaited,
    Change,
    ChoiceMade,
    Evening,
    LotDrawn,
    Step,
    Told,
    house,
    member_of,
    rules,
    tell_crew,
)
from domain.games.mortisphere.after.fate import FateResolved
from domain.games.mortisphere.after.profile import learnable, new_type
from domain.games.mortisphere.throwing import Roll, shown
from domain.games.mortisphere.waiting import DieDue, Pick, Throw
from domain.members import AbilityGained
from domain.terms import Event, Who

TYPE, GIFT = "new-type", "gift"
REASON = "Changed"


class MemberTransformed(Event, frozen=True, kw_only=True, tag="mortisphere.member-transformed/1"):
    """It is settled what a Changed member has become: another type, an ability, or nothing new."""

    member: Who
    crew: Who
    kind: str = ""
    ability: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        became = f" into a {self.kind}" if self.kind else ""
        return f"{self.member.name} is changed{became}."


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """A lot among the items of one, then type and ability of another."""
    ruined = found(evening, evening.after.ruined)
    if ruined is not None and len(ruined[1].items) > 1:
        crew, member = ruined
        number = len(member.items)
        return Throw("ruin", (DieDue(member.who.id, number, number, number),), crew.who.id)
    change = evening.after.change
    if change is None or found(evening, change.member) is None:
        return None
    crew, member = member_of(evening, change.member)
    if not change.kind and house(evening).type_change == "allowed":
        kinds = tuple(kind.id for kind in rules(evening).types if kind.id != member.kind)
        return Pick(crew.who.id, TYPE, kinds, 0, 1)
    offers = gifts(evening, change)
    return Pick(crew.who.id, GIFT, offers, 1, 1) if len(offers) > 1 else _only


def gifts(evening: Evening, change: Change) -> tuple[str, ...]:
    """MS-FAT-4 Changed: the abilities of its new type, or of its own, that it has room for."""
    _, member = member_of(evening, change.member)
    kind = member.kind if change.kind in ("", "no") else change.kind
    return learnable(rules(evening), house(evening), member, kind)


# Judging


def roll(telling: Told, action: Roll, throw: Throw) -> None:
    """MS-FAT-4 Gear Ruined: a lot among the items of a member, in the order it carries them."""
    evening = telling.state
    thrown = shown(evening.battle, action, throw)
    crew, member = member_of(evening, throw.dice[0].unit)
    natural = thrown.by_die[0][-1]
    item = member.items[natural - 1]
    drawn = LotDrawn(
        crew=crew.who,
        about=(member.who,),
        what="Gear Ruined",
        candidates=tuple(gear.name_of(evening, one) for one in member.items),
        natural=natural,
        drawn=gear.name_of(evening, item),
        **thrown.facts,
    )
    telling.tell(drawn)
    gear.take(telling, crew, member, item, "ruined")


def choose(telling: Told, action: Choose, asked: Pick) -> None:
    """MS-TYP-5, MS-FAT-4: the owner names the new type, then the ability."""
    pick = action.picks[0]
    book = rules(telling.state)
    name = book.type(pick).name if asked.what == TYPE else book.ability(pick).name
    _chosen(telling, asked.what, pick, name)
    if asked.what == GIFT:
        _transform(telling, pick)


def decline(telling: Told) -> None:
    """MS-TYP-5: it stays of its type."""
    _chosen(telling, TYPE, "no", "")


def _chosen(telling: Told, question: str, answer: str, name: str) -> None:
    change = telling.state.after.change
    assert change is not None  # noqa: S101 upcoming() looked
    crew, member = member_of(telling.state, change.member)
    telling.tell(
        ChoiceMade(question=question, crew=crew.who, about=(member.who,), answer=answer, name=name)
    )


def _only(telling: Told) -> None:
    """One ability to gain, or none: there is nothing to ask."""
    change = telling.state.after.change
    assert change is not None  # noqa: S101 upcoming() looked
    _transform(telling, next(iter(gifts(telling.state, change)), ""))


def _transform(telling: Told, ability: str) -> None:
    change = telling.state.after.change
    assert change is not None  # noqa: S101 upcoming() looked
    crew, member = member_of(telling.state, change.member)
    kind = change.kind if change.kind != "no" else ""
    telling.tell(MemberTransformed(member=member.who, crew=crew.who, kind=kind, ability=ability))
    if kind:
        new_type(telling, member.who.id, kind, REASON)
    if ability:
        name = rules(telling.state).ability(ability).name
        gained = AbilityGained(
            crew=crew.who, member=member.who, ability=Who(ability, name), reason=REASON
        )
        tell_crew(telling, crew.who, gained)


# Remembering


EVENTS: tuple[type[Event], ...] = (MemberTransformed,)
HEARS: tuple[type[Event], ...] = (FateResolved, LotDrawn, ChoiceMade)


def evolve(after: After, event: Event) -> After:
    """Remember what is still to be drawn and said."""
    match event:
        case FateResolved(changes=True):
            return replace(after, change=Change(member=event.member.id))
        case LotDrawn(what="Gear Ruined"):
            return replace(after, ruined="")
        case ChoiceMade(question="new-type") if after.change is not None:
            return replace(after, change=replace(after.change, kind=event.answer))
        case MemberTransformed():
            return replace(after, change=None)
        case _:
            return after
