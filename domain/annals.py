"""The deeds of a campaign: those of a game's own events, and what crews do between battles.

A game says which deeds its events hold (`DEEDS` of its own `annals`); the others are said here.
"""

from collections.abc import Callable, Iterator
from typing import Any

from domain.aftermath import (
    CaptainNamed,
    CrewEnded,
    CrewRefounded,
    GrantGiven,
    ItemGained,
    ItemLost,
    ItemMoved,
    TreasuryChanged,
)
from domain.books import Standing
from domain.campaign import CampaignFounded, CampaignRenamed, HouseSet
from domain.chronicle import Chronicle, Fact, Teller
from domain.kinds import Deed, Kind, first
from domain.members import (
    YES,
    AbilityGained,
    ExperienceGained,
    Field,
    InjuryGained,
    InjuryRemoved,
    MemberAdvanced,
    MemberChanged,
    MemberLost,
    MemberReturned,
)
from domain.roster import (
    CrewFounded,
    CrewRenamed,
    MemberMoved,
    MemberRecruited,
    MemberRenamed,
    MemberRetired,
    NoteAdded,
)
from domain.terms import Event

Said = Callable[[str, str], str]


def all_tellers(told: Chronicle) -> dict[type[Event], Teller]:
    """The tellers of facts and deeds together."""
    deeds = {**_between(told.said), **told.load_deeds()}
    facts = told.tellers()
    return {kind: _both(facts.get(kind), deeds.get(kind)) for kind in {**facts, **deeds}}


def _both(one: Teller | None, other: Teller | None) -> Teller:
    if one is None or other is None:
        found = one or other
        assert found is not None  # noqa: S101  a kind of event comes from one of the two tables
        return found

    def both(event: Any) -> Iterator[Fact]:
        yield from one(event)
        yield from other(event)

    return both


# The campaign.


def _campaign(event: CampaignFounded) -> Iterator[Fact]:
    yield Deed(kind=Kind.CAMPAIGN, text=event.name)


def _called(event: CampaignRenamed) -> Iterator[Fact]:
    yield Deed(kind=Kind.RENAMED, text=event.before, detail={"campaign": event.name})


def _house(event: HouseSet) -> Iterator[Fact]:
    detail = {"before": event.before, "after": event.after}
    yield Deed(kind=Kind.HOUSE, text=event.option, detail=detail)


# Crews.


def _founded(event: CrewFounded) -> Iterator[Fact]:
    yield Deed(kind=Kind.FOUNDED, crew=event.crew, number=event.purse, text=event.player)


def _refounded(event: CrewRefounded) -> Iterator[Fact]:
    again = {"again": True}
    yield Deed(kind=Kind.FOUNDED, crew=event.crew, number=event.purse, detail=again)


def _crew_renamed(event: CrewRenamed) -> Iterator[Fact]:
    yield Deed(kind=Kind.RENAMED, crew=event.crew, text=event.before)


def _crew_ended(event: CrewEnded) -> Iterator[Fact]:
    yield Deed(kind=Kind.FINIS, crew=event.crew, text=event.reason)


def _paid(event: TreasuryChanged) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.PAID,
        crew=event.crew,
        other=first(event.other),
        number=event.amount,
        text=event.reason,
        detail={"balance": event.balance},
    )


def _granted(event: GrantGiven) -> Iterator[Fact]:
    yield Deed(kind=Kind.GRANTED, crew=event.crew, number=event.amount)


def _gained(event: ItemGained) -> Iterator[Fact]:
    detail = {"why": event.reason, "item": event.item.id}
    bearer = first(event.bearer)
    yield Deed(kind=Kind.GAINED, crew=event.crew, member=bearer, text=event.name, detail=detail)


def _handed(event: ItemMoved) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.HANDED,
        crew=event.crew,
        member=first(event.taker),
        other=first(event.giver),
        text=event.name,
        detail={"item": event.item.id},
    )


def _gone(event: ItemLost) -> Iterator[Fact]:
    detail = {"why": event.reason, "item": event.item.id}
    bearer = first(event.bearer)
    yield Deed(kind=Kind.LOST, crew=event.crew, member=bearer, text=event.name, detail=detail)


# Members.


def _joined(event: MemberRecruited, said: Said) -> Iterator[Fact]:
    own = {one.id: one.name for one in event.own}  # as it was called then
    what = own.get(event.kind) or said("type", event.kind)
    yield Deed(
        kind=Kind.JOINED,
        crew=event.crew,
        member=event.member,
        other=first(event.seller),
        number=event.cost,
        text=what if what != event.kind else said("role", event.kind),
        detail={
            "die": event.die,
            "health": event.health,
            "grade": event.grade,
            "captain": event.captain,
            "term": event.term,
            "paid": event.cost - event.granted,
            "balance": event.treasury,
        },
    )
    for item in event.items:
        yield Deed(
            kind=Kind.GAINED,
            crew=event.crew,
            member=event.member,
            text=own.get(item.kind) or said("item", item.kind),
            detail={"why": "recruited", "item": _stamped(item.id, event.member.id)},
        )


def _stamped(item: str, bearer: str) -> str:
    """The id of a thing that came with its bearer: until that has one it is `#rivet-gun`."""
    return f"{bearer}{item}" if item.startswith("#") else item


def _captain(event: CaptainNamed) -> Iterator[Fact]:
    yield Deed(kind=Kind.CAPTAIN, crew=event.crew, member=event.member, text=event.will.name)


def _renamed(event: MemberRenamed) -> Iterator[Fact]:
    yield Deed(kind=Kind.RENAMED, crew=event.crew, member=event.member, text=event.before)


def _left(event: MemberRetired) -> Iterator[Fact]:
    yield Deed(kind=Kind.LEFT, crew=event.crew, member=event.member, text=event.reason)


def _sold(event: MemberMoved) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.SOLD, crew=event.crew, member=event.member, other=event.to, text=event.reason
    )


def _injured(event: InjuryGained) -> Iterator[Fact]:
    yield Deed(kind=Kind.INJURED, crew=event.crew, member=event.member, text=event.injury.name)


def _cured(event: InjuryRemoved) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.CURED,
        crew=event.crew,
        member=event.member,
        text=event.injury.name,
        number=event.cost,
    )


def _died(event: MemberLost) -> Iterator[Fact]:
    yield Deed(kind=Kind.DIED, crew=event.crew, member=event.member, text=event.reason)


def _returned(event: MemberReturned) -> Iterator[Fact]:
    yield Deed(kind=Kind.RETURNED, crew=event.crew, member=event.member, text=event.reason)


def _experience(event: ExperienceGained) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.EXPERIENCE,
        crew=event.crew,
        member=event.member,
        number=event.amount,
        text=", ".join(event.reasons),
        detail={"total": event.total},
    )


def _advanced(event: MemberAdvanced) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.ADVANCED,
        crew=event.crew,
        member=event.member,
        number=event.number,
        text=event.name,
        detail={"advance": event.advance},
    )


def _ability(event: AbilityGained) -> Iterator[Fact]:
    why = {"why": event.reason}
    yield Deed(
        kind=Kind.ABILITY,
        crew=event.crew,
        member=event.member,
        text=event.ability.name,
        detail=why,
    )


def _spoken(said: Said, field: Field, value: str) -> str:
    """What a value of a profile is called in a codex, where it is a code of it."""
    names = (said(kind, value) for kind in _CODES.get(field, ()))
    return next((name for name in names if name != value), value)


_CODES = {Field.TYPE: ("type", "role"), Field.GRADE: ("grade",)}


def _changed(event: MemberChanged, said: Said) -> Iterator[Fact]:
    """A member that must stay at home or is away is told so; all else as a change."""
    crew, member = event.crew, event.member
    match event.field, event.after:
        case Field.MISSES_NEXT, after:
            if after == YES:
                yield Deed(kind=Kind.MISSES, crew=crew, member=member, text=event.reason)
        case Field.STATUS, (Standing.MISSING | Standing.CAPTIVE) as away:
            why = {"why": event.reason}
            yield Deed(kind=Kind.ABSENT, crew=crew, member=member, text=str(away), detail=why)
        case _:
            before, after = (_spoken(said, event.field, one) for one in (event.before, event.after))
            detail = {"before": before, "after": after, "why": event.reason}
            yield Deed(
                kind=Kind.CHANGED, crew=crew, member=member, text=str(event.field), detail=detail
            )


def _noted(event: NoteAdded) -> Iterator[Fact]:
    for member in event.members:
        yield Deed(kind=Kind.NOTED, crew=event.crew, member=member, text=event.text)
    if not event.members:
        yield Deed(kind=Kind.NOTED, crew=event.crew, text=event.text)


def _between(said: Said) -> dict[type[Event], Teller]:
    """What campaign and crews do between battles, told with the names of a codex."""

    def joined(event: MemberRecruited) -> Iterator[Fact]:
        return _joined(event, said)

    def changed(event: MemberChanged) -> Iterator[Fact]:
        return _changed(event, said)

    return {
        CampaignFounded: _campaign,
        CampaignRenamed: _called,
        HouseSet: _house,
        CrewFounded: _founded,
        CrewRefounded: _refounded,
        CrewRenamed: _crew_renamed,
        CrewEnded: _crew_ended,
        TreasuryChanged: _paid,
        GrantGiven: _granted,
        ItemGained: _gained,
        ItemMoved: _handed,
        ItemLost: _gone,
        MemberRecruited: joined,
        CaptainNamed: _captain,
        MemberRenamed: _renamed,
        MemberRetired: _left,
        MemberMoved: _sold,
        InjuryGained: _injured,
        InjuryRemoved: _cured,
        MemberLost: _died,
        MemberReturned: _returned,
        ExperienceGained: _experience,
        MemberAdvanced: _advanced,
        AbilityGained: _ability,
        MemberChanged: changed,
        NoteAdded: _noted,
    }
