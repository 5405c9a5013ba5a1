"""Deeds of battles and of the season: what each event says that somebody did or suffered."""

from collections.abc import Iterator

from domain.chronicle import Fact, Teller
from domain.games.morturi.activation import GladiatorActivated
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.flags import FlagCaptured, FlagTaken
from domain.games.morturi.harm import LifeLost, LifeRegained
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.ruling import GladiatorReturned, NoteAdded, RulingRecorded
from domain.games.morturi.school.calendar import MonthBegan
from domain.games.morturi.school.challenges import ChallengeMade
from domain.games.morturi.school.ending import YearEnded
from domain.games.morturi.school.pairings import PairingMade
from domain.games.morturi.school.rulings import SeasonRuled
from domain.games.morturi.school.survival import FateSettled
from domain.games.morturi.standing import GladiatorMoved
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.surrender import SchoolSurrendered
from domain.games.morturi.victory import HillHeld, HillLost
from domain.kinds import Deed, Kind, first, harmed, pairs
from domain.terms import Event, Who

_D6 = 6


def _square(square: str) -> Who:
    return Who(square, square)


def _acted(event: GladiatorActivated) -> Iterator[Fact]:
    yield Deed(kind=Kind.ACTED, member=event.gladiator, number=event.points)


def _stepped(event: StepTaken) -> Iterator[Fact]:
    """MR-BAT-4: whoever comes through his gate takes the field, and is told of as such."""
    if event.before:
        yield _went(event.gladiator, event.before, event.to, "")


def _shifted(event: GladiatorMoved) -> Iterator[Fact]:
    yield _went(event.gladiator, event.before, event.to, event.source.name)


def _went(gladiator: Who, before: str, to: str, how: str) -> Deed:
    detail = {"before": before}
    return Deed(kind=Kind.MOVED, member=gladiator, where=_square(to), text=how, detail=detail)


def _attacked(event: AttackRolled) -> Iterator[Fact]:
    """MR-ATK-9: an attack as either side sees it; it is his number that a target shows."""
    hit = event.hit
    shared = {"how": event.way.name, "arc": event.arc}
    yield Deed(
        kind=Kind.FOUGHT,
        member=event.attacker,
        other=event.target,
        number=event.natural,
        text="won" if hit else "lost",
        detail=shared
        | {
            "first": True,
            "against": event.number,
            "foes": pairs((event.target,)),
            "die": _D6,
            "face": event.natural,
            "damage": event.damage,
        },
    )
    yield Deed(
        kind=Kind.FOUGHT,
        member=event.target,
        other=event.attacker,
        number=event.number,
        text="lost" if hit else "won",
        detail=shared
        | {
            "first": False,
            "against": event.natural,
            "against_die": _D6,
            "foes": pairs((event.attacker,)),
        },
    )


def _hurt(event: LifeLost) -> Iterator[Fact]:
    detail = {"left": event.life, "cause": event.cause.name}
    yield from harmed(event.gladiator, event.by, event.amount, detail)


def _mended(event: LifeRegained) -> Iterator[Fact]:
    detail = {"left": event.life, "cause": event.source.name}
    yield Deed(kind=Kind.MENDED, member=event.gladiator, number=event.amount, detail=detail)


def _favoured(event: FavourGained) -> Iterator[Fact]:
    """MR-CRD-1: the favour of the crowd is what a school scores."""
    yield Deed(
        kind=Kind.SCORED,
        crew=event.school,
        member=first(event.by),
        number=event.amount,
        text=event.source.name,
        detail={"total": event.favour},
    )


def _hill_held(event: HillHeld) -> Iterator[Fact]:
    yield Deed(kind=Kind.HELD, crew=event.school, where=_HILL, number=event.rounds)


def _hill_lost(event: HillLost) -> Iterator[Fact]:
    yield Deed(kind=Kind.CEDED, crew=event.school, where=_HILL, number=event.rounds)


_HILL = Who("hill", "Hill")


def _flag_taken(event: FlagTaken) -> Iterator[Fact]:
    text = f"the flag of {event.school.name}"
    yield Deed(kind=Kind.TOOK, member=event.gladiator, other=event.school, text=text)


def _flag_captured(event: FlagCaptured) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.DELIVERED,
        crew=event.school,
        member=event.gladiator,
        other=event.flag,
        text=f"the flag of {event.flag.name}",
    )


def _surrendered(event: SchoolSurrendered) -> Iterator[Fact]:
    """MR-SUR-2: where it is forbidden they are out of action."""
    detail = {"members": pairs(event.gladiators), "forbidden": event.forbidden}
    yield Deed(kind=Kind.SURRENDERED, crew=event.school, detail=detail)


def _back(event: GladiatorReturned) -> Iterator[Fact]:
    yield Deed(kind=Kind.BACK, member=event.gladiator, where=_square(event.square))


def _ruled(event: RulingRecorded) -> Iterator[Fact]:
    yield Deed(kind=Kind.RULED, text=event.text)


def _noted(event: NoteAdded) -> Iterator[Fact]:
    yield Deed(kind=Kind.NOTED, member=first(event.member), text=event.text)


# Between battles.


def _month(event: MonthBegan) -> Iterator[Fact]:
    theme = {"theme": event.theme}
    yield Deed(kind=Kind.MONTH, number=event.number, text=event.month.name, detail=theme)


def _year(event: YearEnded) -> Iterator[Fact]:
    """MR-END-1: level schools win together."""
    reached = {one.school.id: one.score for one in event.reached}
    for winner in event.winners:
        yield Deed(
            kind=Kind.YEAR,
            crew=winner,
            number=reached.get(winner.id, 0),
            text=event.by,
        )
    if not event.winners:
        yield Deed(kind=Kind.YEAR, text=event.by)


def _season_ruled(event: SeasonRuled) -> Iterator[Fact]:
    yield Deed(kind=Kind.RULED, text=event.text)


def _challenged(event: ChallengeMade) -> Iterator[Fact]:
    yield Deed(
        kind=Kind.CHALLENGED,
        crew=event.school,
        member=event.gladiator,
        number=event.stake,
        text=event.scenario.name,
    )


def _paired(event: PairingMade) -> Iterator[Fact]:
    """MR-SCN-11: each of the two meets the other."""
    ours, theirs = event.gladiators[0], event.gladiators[-1]
    schools = event.schools[0], event.schools[-1]
    for school, one, other in ((schools[0], ours, theirs), (schools[1], theirs, ours)):
        yield Deed(
            kind=Kind.PAIRED,
            crew=school,
            member=one,
            other=other,
            number=event.prize + sum(event.stakes),
            text=event.scenario.name,
        )


def _fate(event: FateSettled) -> Iterator[Fact]:
    """MR-SVC-1: what a check came to, after all its dice."""
    detail = {"result": event.result}
    yield Deed(
        kind=Kind.FATE, crew=event.school, member=event.gladiator, text=event.result, detail=detail
    )


DEEDS: dict[type[Event], Teller] = {
    GladiatorActivated: _acted,
    StepTaken: _stepped,
    GladiatorMoved: _shifted,
    AttackRolled: _attacked,
    LifeLost: _hurt,
    LifeRegained: _mended,
    FavourGained: _favoured,
    HillHeld: _hill_held,
    HillLost: _hill_lost,
    FlagTaken: _flag_taken,
    FlagCaptured: _flag_captured,
    SchoolSurrendered: _surrendered,
    GladiatorReturned: _back,
    RulingRecorded: _ruled,
    NoteAdded: _noted,
    MonthBegan: _month,
    YearEnded: _year,
    SeasonRuled: _season_ruled,
    ChallengeMade: _challenged,
    PairingMade: _paired,
    FateSettled: _fate,
}
