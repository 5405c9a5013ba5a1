"""Chapter 18, the history: what a battle's events mean to whoever reads the campaign."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from domain.books import Crew, Member
from domain.chronicle import (
    Began,
    Came,
    Camp,
    Chronicle,
    Column,
    Completed,
    Concluded,
    CrewEntry,
    Deployed,
    Ended,
    Entry,
    Fact,
    Fell,
    Round,
    Teller,
    Turned,
    results,
)
from domain.games.mortisphere.after.chronicle import FACTS as AFTERMATH
from domain.games.mortisphere.after.growth import name_of
from domain.games.mortisphere.after.profile import health_sum, maximum
from domain.games.mortisphere.building import parts_of
from domain.games.mortisphere.captain import (
    CaptainBroken,
    CaptainFell,
    CaptainStood,
)
from domain.games.mortisphere.carrying import (
    ItemCarriedOut,
    ItemDestroyed,
    ItemDropped,
    ItemTaken,
)
from domain.games.mortisphere.control import AreaControlled, AreaLost
from domain.games.mortisphere.copies import joined, owned
from domain.games.mortisphere.deployment import MemberDeployed
from domain.games.mortisphere.escorts import NeutralExited, NeutralMoved, NeutralTaken
from domain.games.mortisphere.happenings import Happened, UnitsHit
from domain.games.mortisphere.health import MemberIncapacitated, NeutralFelled
from domain.games.mortisphere.initiative import CrewDie
from domain.games.mortisphere.leaving import MemberWithdrew
from domain.games.mortisphere.lots import PlainDie
from domain.games.mortisphere.objectives import ChannelInterrupted, ObjectiveCompleted
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.rounds import (
    BattleConcluded,
    BattleEnded,
    CrewWithdrew,
    RoundBegan,
)
from domain.games.mortisphere.ruling import MemberReturned, NoteAdded, RulingRecorded
from domain.games.mortisphere.shapes import EDITIONS, Book
from domain.games.mortisphere.throwing import FacesShown, Roll
from domain.games.mortisphere.worth import rating_sum, value_sum, worth_sum
from domain.own import Own
from domain.terms import Action, Event, NotFound, Who, listed
from domain.throwing import Rolled


def _opened(event: BattleOpened) -> Iterator[Fact]:
    camps = tuple(
        Camp(
            crew=each.crew,
            player=each.player,
            rating=each.rating,
            members=tuple(fielded.member for fielded in each.members),
        )
        for each in event.crews
    )
    yield Began(scenario=event.scenario.name, crews=camps, friendly=event.friendly)


def _deployed(event: MemberDeployed) -> Iterator[Fact]:
    yield Deployed(member=event.member, where=event.area)


def _round(event: RoundBegan) -> Iterator[Fact]:
    yield Round(number=event.round)
    yield Turned()


def _incapacitated(event: MemberIncapacitated) -> Iterator[Fact]:
    """MS-AT-46: whoever's pairing did it has an enemy to its name."""
    yield from _felled(event.member, event.by)


def _neutral_felled(event: NeutralFelled) -> Iterator[Fact]:
    """MS-HIS-3: a neutral that was felled is a defeated enemy of those who did it."""
    yield from _victors(event.neutral, event.by)


def _fell(event: CaptainFell) -> Iterator[Fact]:
    """MS-HIS-3: a Captain that falls has failed; whoever felled it has an enemy to its name."""
    yield from _felled(event.member, event.by)
    by = f", felled by {listed(event.by)}" if event.by else ""
    text = f"{event.member.name} fell as Captain of {event.crew.name}{by}"
    yield Entry(member=event.member, kind="important_failure", text=text)


def _felled(member: Who, by: tuple[Who, ...]) -> Iterator[Fact]:
    yield Fell(member=member, by=by)
    yield from _victors(member, by)


def _victors(felled: Who, by: tuple[Who, ...]) -> Iterator[Fact]:
    yield Turned()
    for victor in by:
        others = [who for who in by if who != victor]
        helped = f" with {listed(others)}" if others else ""
        text = f"{victor.name} felled {felled.name}{helped}"
        yield Entry(member=victor, kind="enemy_defeated", text=text)


def _interrupted(event: ChannelInterrupted) -> Iterator[Fact]:
    """MS-HIS-3: losing the last progress that was needed is an important failure."""
    if event.last_needed:
        yield Turned()
        text = f"{event.member.name} was kept from the last of {event.objective.name}"
        by = f" by {listed(event.by)}" if event.by else ""
        yield Entry(member=event.member, kind="important_failure", text=text + by)


def _completed(event: ObjectiveCompleted) -> Iterator[Fact]:
    yield Completed(crew=event.crew, by=event.by, objective=event.objective.name)
    yield Turned()


def _ended(event: BattleEnded) -> Iterator[Fact]:
    """MS-HIS-3: a victory of the crew that won, an important failure of those that lost."""
    winner = event.winner[0].id if event.winner else ""
    came = results({score.crew: score.number for score in event.scores}, winner)
    yield Ended(reason=event.reason, rounds=event.rounds, results=came)
    yield Turned()
    for own in came:
        foes = [each for each in came if each.crew != own.crew]
        names = listed(each.crew for each in foes)
        points = " to ".join(str(each.points) for each in (own, *foes))
        if own.came is Came.WON:
            text = f"{own.crew.name} won against {names}, {points}"
            yield CrewEntry(crew=own.crew, kind="victory", text=text)
        elif own.came is Came.LOST:
            text = f"{own.crew.name} lost against {names}, {points}"
            yield CrewEntry(crew=own.crew, kind="important_failure", text=text)


def _concluded(_: BattleConcluded) -> Iterator[Fact]:
    yield Concluded()


def _noted(event: NoteAdded) -> Iterator[Fact]:
    for member in event.member:
        yield Entry(member=member, kind="note", text=event.text)


def _turned(_: Event) -> Iterator[Fact]:
    yield Turned()


FACTS: dict[type[Event], Teller] = {
    BattleOpened: _opened,
    MemberDeployed: _deployed,
    RoundBegan: _round,
    MemberIncapacitated: _incapacitated,
    CaptainFell: _fell,
    ChannelInterrupted: _interrupted,
    ObjectiveCompleted: _completed,
    BattleEnded: _ended,
    BattleConcluded: _concluded,
    NoteAdded: _noted,
    CaptainBroken: _turned,
    CaptainStood: _turned,
    CrewWithdrew: _turned,
    MemberReturned: _turned,
    RulingRecorded: _turned,
    AreaControlled: _turned,
    AreaLost: _turned,
    NeutralFelled: _neutral_felled,
    **dict.fromkeys(
        (
            ItemTaken,
            ItemDropped,
            ItemDestroyed,
            ItemCarriedOut,
            MemberWithdrew,
            NeutralMoved,
            NeutralExited,
            NeutralTaken,
            Happened,
            UnitsHit,
        ),
        _turned,
    ),
    **AFTERMATH,
}


def said(rules: Book, kind: str, id_: str) -> str:
    """The name that the codex gives to something; the id if it has none."""
    if kind == "advance":  # what is taken instead of a result has a name, but no row (MS-ADV-6)
        return name_of(rules, id_)
    look_up: dict[str, Callable[[str], Any]] = {
        "injury": rules.injury,
        "ability": rules.ability,
        "item": rules.item,
        "type": rules.type,
        "will": rules.will,
    }
    try:
        return str(look_up[kind](id_).name)
    except (KeyError, NotFound):
        return id_


def crew(rules: Book, told: Crew) -> dict[str, Any]:
    """MS-INI-4, MS-REC-7: what the die values of the fit add up to, and what they are worth."""
    return {
        "value": value_sum(told.fit).total,
        "rating": rating_sum(rules, told.fit).total,
    }


CREW_COLUMNS = (
    Column("value", "what the die values of its fit members add up to (MS-INI-4)", "number"),
    Column("rating", "what its fit members are worth (MS-REC-7)", "number"),
)


def sheet(rules: Book, member: Member) -> dict[str, Any]:
    """MS-PRO-1: type, Existence Die, Health, abilities, equipment, special rules of a profile.

    `health` is what it begins its next battle with, `own` what of it is the campaign's own content.
    """
    parts = parts_of(member.kind, member.abilities, tuple(item.kind for item in member.items))
    return {
        "type": said(rules, "type", member.kind),
        "die": member.die,
        "abilities": [said(rules, "ability", each) for each in member.abilities],
        "equipment": [said(rules, "item", each.kind) for each in member.items],
        "special_rules": list(_special_rules(rules, member)),
        "own": [one.name for one in owned(rules, parts)],
        "health": health_sum(rules, member).total,
        "max_health": maximum(rules, member),
        "rating": worth_sum(rules, member).total,
        "advances": [said(rules, "advance", each) for each in member.learned],
        "lasting_injuries": [said(rules, "injury", each) for each in member.injuries],
    }


COLUMNS = (
    Column("type", "its type (MS-TYP-3)"),
    Column("die", "the faces of its Existence Die", "number"),
    Column("abilities", "its abilities", "list"),
    Column("equipment", "what it carries", "list"),
    Column("special_rules", "what its type does, and what it has as a Captain", "list"),
    Column("own", "what of it is the campaign's own content", "list"),
    Column("health", "the Health it begins its next battle with", "number"),
    Column("max_health", "its highest Health", "number"),
    Column("rating", "what it is worth (MS-REC-7)", "number"),
    Column("advances", "the advances it took, oldest first", "list"),
    Column("lasting_injuries", "the injuries it carries", "list"),
)


def _special_rules(rules: Book, member: Member) -> Iterator[str]:
    """What its type does (MS-TYP-3), and what a Captain has of its own (MS-CAP-1, -7)."""
    kind = rules.type(member.kind)
    yield f"{kind.name}, affinity {kind.affinity}: {kind.campaign}"
    if member.captain:
        yield "Captain"
    if member.will:
        will = rules.will(member.will)
        yield f"{will.name}: {will.text}"


def faces(told: Event | Action) -> tuple[int, ...]:
    """The faces that dice naturally showed, in the order in which they fell."""
    if isinstance(told, Roll):
        return tuple(face for shown in told.faces for face in (*shown.before, shown.face))
    if not isinstance(told, Rolled):
        return ()
    found: list[int] = []
    for die in getattr(told, "dice", ()):
        match die:
            case DieShown(before=before, natural=natural):
                found += (*before, natural)
            case CrewDie(natural=natural) | PlainDie(natural=natural):
                found.append(natural)
            case FacesShown(faces=shown):
                found += shown
            case _:
                pass
    natural = getattr(told, "natural", 0)
    found += getattr(told, "fell", (natural,) if natural else ())
    return tuple(found)


def _deeds() -> Mapping[type[Event], Teller]:
    from domain.games.mortisphere.annals import DEEDS  # noqa: PLC0415  asked by chronicles alone

    return DEEDS


def chronicle(own: tuple[Own, ...] = (), edition: str = EDITIONS[-1]) -> Chronicle:
    """What events mean to a reader of a campaign that has this content of its own."""
    rules = joined(edition, own)
    return Chronicle(
        facts=FACTS,
        said=partial(said, rules),
        crew=partial(crew, rules),
        sheet=partial(sheet, rules),
        faces=faces,
        load_deeds=_deeds,
        crew_columns=CREW_COLUMNS,
        columns=COLUMNS,
    )
