"""Deeds of battles: what each event says that somebody did or suffered."""

from collections.abc import Iterator
from typing import Any

from domain.chronicle import Fact, Teller
from domain.games.mortisphere.after.annals import DEEDS as AFTERMATH
from domain.games.mortisphere.areas import MemberMoved
from domain.games.mortisphere.captain import (
    CaptainBroken,
    CaptainFell,
    CaptainGaveWay,
    CaptainStood,
    HarmPrevented,
)
from domain.games.mortisphere.carrying import (
    ItemCarriedOut,
    ItemDestroyed,
    ItemDropped,
    ItemTaken,
)
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.control import AreaControlled, AreaLost
from domain.games.mortisphere.escorts import NeutralExited, NeutralMoved, NeutralTaken
from domain.games.mortisphere.happenings import Happened
from domain.games.mortisphere.health import HealthLost, HealthRegained, NeutralFelled
from domain.games.mortisphere.leaving import MemberWithdrew
from domain.games.mortisphere.objectives import (
    ChannelInterrupted,
    ObjectiveChannelled,
    ObjectiveProgressed,
)
from domain.games.mortisphere.outcome import Outcome
from domain.games.mortisphere.pairing import ClashFought, MemberFinished
from domain.games.mortisphere.rounds import CrewWithdrew
from domain.games.mortisphere.ruling import MemberReturned, NoteAdded, RulingRecorded
from domain.games.mortisphere.scoring import PointsScored
from domain.kinds import Deed, Kind, first, harmed, pairs
from domain.terms import Event

WON, DREW, LOST = "won", "drew", "lost"
_CAME = {
    Outcome.INITIATOR: (WON, LOST),
    Outcome.HARMED: (WON, LOST),
    Outcome.DEFENDER: (LOST, WON),
    Outcome.UNHARMED: (LOST, WON),
    Outcome.TIE: (DREW, DREW),
}
"""How a pairing came out for those who began it, and for those whom they struck at."""


def _fought(event: ClashFought) -> Iterator[Fact]:
    """A pairing, as each of its fighters sees it: those who began it come first.

    Who absorbs throws no die: its number is the Presence that it had.
    """
    began = (event.initiators, event.initiator_result)
    met = (event.defenders, event.defender_result or event.presence)
    dice = {die.member.id: die for die in event.dice}
    sides = ((began, met), (met, began))
    for who_began, ((ours, shown), (theirs, against)) in zip((True, False), sides, strict=True):
        for member in ours:
            detail: dict[str, Any] = {
                "first": who_began,
                "how": str(event.mode),
                "against": against,
                "foes": pairs(theirs),
            }
            if len(ours) > 1:
                detail["beside"] = pairs(tuple(one for one in ours if one != member))
            if (die := dice.get(member.id)) is not None:
                detail |= {"die": die.die, "face": die.natural}
            if foe := [die for one in theirs if (die := dice.get(one.id))]:
                detail["against_die"] = max(die.die for die in foe)
            yield Deed(
                kind=Kind.FOUGHT,
                member=member,
                other=first(theirs),
                number=shown,
                text=_CAME[event.outcome][0 if who_began else 1],
                detail=detail,
            )


def _hurt(event: HealthLost) -> Iterator[Fact]:
    detail = {"lost": event.lost, "strain": event.strain}
    yield from harmed(event.member, event.by, event.amount, detail)


def _mended(event: HealthRegained) -> Iterator[Fact]:
    source = event.sources[0].source.name if event.sources else ""
    detail = {"lost": event.lost, "cause": source}
    yield Deed(kind=Kind.MENDED, member=event.member, number=event.amount, detail=detail)


def _felled(event: NeutralFelled) -> Iterator[Fact]:
    """MS-NEU-1: a neutral is in no crew, and whoever felled it has done so all the same."""
    several = len(event.by)
    yield Deed(
        kind=Kind.FELL,
        member=event.neutral,
        other=first(event.by),
        where=event.area,
        number=several,
        detail={"by": pairs(event.by)},
    )
    for one in event.by:
        yield Deed(kind=Kind.FELLED, member=one, other=event.neutral, number=several)


def _finished(event: MemberFinished) -> Iterator[Fact]:
    yield Deed(kind=Kind.FINISHED, member=event.member, other=first(event.by))


def _moved(event: MemberMoved) -> Iterator[Fact]:
    detail = {"before": event.before.id}
    yield Deed(
        kind=Kind.MOVED, member=event.member, where=event.to, text=event.reason, detail=detail
    )


def _neutral_moved(event: NeutralMoved) -> Iterator[Fact]:
    detail = {"before": event.before.id}
    yield Deed(
        kind=Kind.MOVED, member=event.neutral, where=event.to, text=event.reason, detail=detail
    )


def _acted(event: MemberActivated) -> Iterator[Fact]:
    yield Deed(kind=Kind.ACTED, member=event.member, text=event.reason)


# Leaders.


def _broke(event: CaptainBroken) -> Iterator[Fact]:
    yield Deed(kind=Kind.BROKE, member=event.member)


def _stood(event: CaptainStood) -> Iterator[Fact]:
    yield Deed(kind=Kind.STOOD, member=event.member)


def _gave_way(event: CaptainGaveWay) -> Iterator[Fact]:
    yield Deed(kind=Kind.GAVE_WAY, member=event.member)


def _captain_fell(event: CaptainFell) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.LED_AND_FELL,
        crew=event.crew,
        member=event.member,
        other=first(event.by),
        where=event.area,
    )


def _spared(event: HarmPrevented) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.SPARED,
        member=event.member,
        other=event.by,
        number=event.amount,
        text=event.effect.name,
    )


# Objectives, places and things.


def _began(event: ObjectiveChannelled) -> Iterator[Fact]:
    yield Deed(kind=Kind.BEGAN, crew=event.crew, member=event.member, text=event.objective.name)


def _progressed(event: ObjectiveProgressed) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.PROGRESSED,
        crew=event.crew,
        member=event.member,
        number=event.total,
        text=event.objective.name,
        detail={"needed": event.required},
    )


def _thwarted(event: ChannelInterrupted) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.THWARTED,
        crew=event.crew,
        member=event.member,
        other=first(event.by),
        text=event.objective.name,
        detail={"last": event.last_needed},
    )


def _scored(event: PointsScored) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.SCORED,
        crew=event.crew,
        number=event.points,
        text=event.reason,
        detail={"total": event.total},
    )


def _held(event: AreaControlled) -> Iterator[Fact]:
    yield Deed(kind=Kind.HELD, crew=event.crew, where=event.area)


def _ceded(event: AreaLost) -> Iterator[Fact]:
    yield Deed(kind=Kind.CEDED, crew=event.crew, where=event.area)


def _took(event: ItemTaken) -> Iterator[Fact]:
    yield Deed(kind=Kind.TOOK, member=event.member, where=event.area, text=event.item.name)


def _dropped(event: ItemDropped) -> Iterator[Fact]:
    yield Deed(kind=Kind.DROPPED, member=event.member, where=event.area, text=event.item.name)


def _destroyed(event: ItemDestroyed) -> Iterator[Fact]:
    yield Deed(kind=Kind.DESTROYED, member=event.member, where=event.area, text=event.item.name)


def _carried_out(event: ItemCarriedOut) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.DELIVERED,
        crew=event.crew,
        member=event.member,
        where=event.area,
        text=event.item.name,
    )


def _led_out(event: NeutralExited) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.DELIVERED,
        crew=event.crew,
        member=event.member,
        where=event.area,
        text=event.neutral.name,
    )


def _taken_away(event: NeutralTaken) -> Iterator[Fact]:
    yield Deed(kind=Kind.DELIVERED, crew=event.crew, member=event.by, text=event.neutral.name)


# What befell them, and how it ended.


def _happened(event: Happened) -> Iterator[Fact]:
    """The place is struck, and everybody there."""
    yield Deed(kind=Kind.HAPPENED, where=event.area, text=event.happening.name)
    for unit in event.units:
        yield Deed(kind=Kind.HAPPENED, member=unit, where=event.area, text=event.happening.name)


def _withdrew(event: MemberWithdrew) -> Iterator[Fact]:
    yield Deed(kind=Kind.WITHDREW, crew=event.crew, member=event.member, where=event.area)


def _crew_withdrew(event: CrewWithdrew) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.WITHDREW,
        crew=event.crew,
        text=event.reason,
        detail={"members": pairs(event.members)},
    )


def _back(event: MemberReturned) -> Iterator[Fact]:
    yield Deed(kind=Kind.BACK, member=event.member)


def _ruled(event: RulingRecorded) -> Iterator[Fact]:
    yield Deed(kind=Kind.RULED, text=event.text)


def _noted(event: NoteAdded) -> Iterator[Fact]:
    yield Deed(kind=Kind.NOTED, member=first(event.member), text=event.text)


DEEDS: dict[type[Event], Teller] = {
    MemberActivated: _acted,
    MemberMoved: _moved,
    NeutralMoved: _neutral_moved,
    ClashFought: _fought,
    MemberFinished: _finished,
    HealthLost: _hurt,
    HealthRegained: _mended,
    HarmPrevented: _spared,
    NeutralFelled: _felled,
    CaptainBroken: _broke,
    CaptainStood: _stood,
    CaptainGaveWay: _gave_way,
    CaptainFell: _captain_fell,
    ObjectiveChannelled: _began,
    ObjectiveProgressed: _progressed,
    ChannelInterrupted: _thwarted,
    PointsScored: _scored,
    AreaControlled: _held,
    AreaLost: _ceded,
    ItemTaken: _took,
    ItemDropped: _dropped,
    ItemDestroyed: _destroyed,
    ItemCarriedOut: _carried_out,
    NeutralExited: _led_out,
    NeutralTaken: _taken_away,
    Happened: _happened,
    MemberWithdrew: _withdrew,
    CrewWithdrew: _crew_withdrew,
    MemberReturned: _back,
    RulingRecorded: _ruled,
    NoteAdded: _noted,
    **AFTERMATH,
}
