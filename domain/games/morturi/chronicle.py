"""The history: what a battle's events mean to whoever reads the campaign."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.books import Crew, Member
from domain.chronicle import (
    Began,
    Came,
    Camp,
    Chronicle,
    Column,
    Concluded,
    CrewEntry,
    Deployed,
    Ended,
    Entry,
    Fact,
    Fell,
    Result,
    Round,
    Teller,
    Turned,
)
from domain.games.morturi.creation import profile, proposal
from domain.games.morturi.deployment import GladiatorDeployed
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.flags import FlagCaptured, FlagTaken
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.opening import BattleOpened
from domain.games.morturi.rounds import RoundBegan
from domain.games.morturi.ruling import GladiatorReturned, NoteAdded, RulingRecorded
from domain.games.morturi.school.survival import MAIMED, MISSES, FateSettled
from domain.games.morturi.shapes import book
from domain.games.morturi.surrender import SchoolSurrendered
from domain.games.morturi.team import gladiators_sum, moves_sum
from domain.games.morturi.victory import BattleConcluded, BattleEnded, HillHeld, HillLost
from domain.terms import Action, Event, NotFound, Who, listed
from domain.throwing import Roll, Rolled


def _opened(event: BattleOpened) -> Iterator[Fact]:
    camps = tuple(
        Camp(
            crew=each.school,
            player=each.player,
            rating=0,
            members=tuple(fielded.gladiator for fielded in each.gladiators),
        )
        for each in event.schools
    )
    yield Began(scenario=event.scenario.name, crews=camps, friendly=event.friendly)


def _square(square: str) -> Who:
    return Who(square, square)


def _deployed(event: GladiatorDeployed) -> Iterator[Fact]:
    yield Deployed(member=event.gladiator, where=_square(event.square))


def _stepped(event: StepTaken) -> Iterator[Fact]:
    """MR-BAT-4: whoever comes through his gate takes part."""
    if not event.before:
        yield Deployed(member=event.gladiator, where=_square(event.to))


def _round(event: RoundBegan) -> Iterator[Fact]:
    yield Round(number=event.round)
    yield Turned()


def _out(event: GladiatorOut) -> Iterator[Fact]:
    """MR-CRD-2, -6: whoever struck the final blow has an enemy to his name, if he is credited.

    MR-ATK-12: what harms everybody near may put out a friend, or himself: they are no enemies.
    """
    yield Fell(member=event.gladiator, by=event.by)
    yield Turned()
    for victor in event.by if event.school else ():
        text = f"{victor.name} felled {event.gladiator.name}"
        yield Entry(member=victor, kind="enemy_defeated", text=text)


def _surrendered(event: SchoolSurrendered) -> Iterator[Fact]:
    yield Turned()
    text = f"{event.school.name} surrendered"
    yield CrewEntry(crew=event.school, kind="important_failure", text=text)


def _ended(event: BattleEnded) -> Iterator[Fact]:
    """MR-VIC-1 to -3: a victory of those who won, a failure of the others; a draw of all."""
    winners = {who.id for who in event.winners}

    def came(school: str) -> Came:
        if not winners:
            return Came.DREW
        return Came.WON if school in winners else Came.LOST

    yield Ended(
        reason=event.reason,
        rounds=event.rounds,
        results=tuple(
            Result(crew=each.school, points=each.favour, came=came(each.school.id))
            for each in event.schools
        ),
    )
    yield Turned()
    for own in event.schools:
        others = listed(each.school for each in event.schools if each.school != own.school)
        if own.school.id in winners:
            text = f"{own.school.name} won against {others}"
            yield CrewEntry(crew=own.school, kind="victory", text=text)
        elif winners:
            text = f"{own.school.name} lost against {others}"
            yield CrewEntry(crew=own.school, kind="important_failure", text=text)


def _concluded(_: BattleConcluded) -> Iterator[Fact]:
    yield Concluded()


def _noted(event: NoteAdded) -> Iterator[Fact]:
    for member in event.member:
        yield Entry(member=member, kind="note", text=event.text)


def _fate(event: FateSettled) -> Iterator[Fact]:
    """MR-SVC-1: what he bears of a battle, or stays away for, is an injury, as in any game."""
    if event.result in (MAIMED, MISSES):
        hurt = "Maimed" if event.result == MAIMED else "badly hurt"
        yield Entry(member=event.gladiator, kind="injury", text=f"{event.gladiator.name}: {hurt}")


def _turned(_: Event) -> Iterator[Fact]:
    yield Turned()


FACTS: dict[type[Event], Teller] = {
    BattleOpened: _opened,
    GladiatorDeployed: _deployed,
    StepTaken: _stepped,
    RoundBegan: _round,
    GladiatorOut: _out,
    SchoolSurrendered: _surrendered,
    BattleEnded: _ended,
    BattleConcluded: _concluded,
    NoteAdded: _noted,
    FateSettled: _fate,
    **dict.fromkeys(
        (FlagTaken, FlagCaptured, HillHeld, HillLost, GladiatorReturned, RulingRecorded), _turned
    ),
}


def said(kind: str, id_: str) -> str:
    """The name that the codex gives to something; the id if it has none."""
    codex = book()
    look_up: dict[str, Callable[[str], Any]] = {
        "ability": codex.trick,
        "trick": codex.trick,
        "special": codex.special,
        "role": codex.role,
        "grade": codex.grade,
        "item": codex.resource,
    }
    try:
        return str(look_up[kind](id_).name)
    except (KeyError, NotFound):
        return id_


def crew(told: Crew) -> dict[str, Any]:
    """MR-PRI-1: what orders a school: its fit gladiators, and what their Moves add up to."""
    return {"gladiators": gladiators_sum(told).total, "moves": moves_sum(told).total}


CREW_COLUMNS = (
    Column("gladiators", "how many of its gladiators are fit (MR-PRI-1)", "number"),
    Column("moves", "what their Moves add up to (MR-PRI-1)", "number"),
)


def sheet(member: Member) -> dict[str, Any]:
    """MR-CRE-6: role, grade, Move, life points, weapons, tricks, special rules of a gladiator.

    `proposed` is what of it no page of the wiki has (MR-CRE-7, -8).
    """
    codex = book()
    role, grade = codex.role(member.kind), codex.grade(member.grade)
    built = profile(codex, codex.house(), role, grade, member.abilities)
    return {
        "role": role.name,
        "grade": grade.name,
        "class": codex.weight(role.weight).name,
        "move": built.move,
        "weapons": [f"{way.name} {way.to_hit}+/{way.damage}" for way in role.weapons],
        "abilities": [said("trick", each) for each in built.tricks],
        "tricks": [said("trick", each) for each in built.tricks],
        "equipment": [],
        "special_rules": [said("special", each) for each in built.specials],
        "keywords": list(built.keywords),
        "proposed": [proposal(codex, each) for each in built.proposed],
        "health": max(0, built.life - member.lost),
        "max_health": built.life,
    }


COLUMNS = (
    Column("role", "his role"),
    Column("grade", "his palus"),
    Column("class", "his weight"),
    Column("move", "his Move", "number"),
    Column("weapons", "his weapons: to hit, and damage", "list"),
    Column("abilities", "his tricks, as all games call them", "list"),
    Column("tricks", "his tricks", "list"),
    Column("equipment", "what he carries beside his weapons", "list"),
    Column("special_rules", "his special rules", "list"),
    Column("keywords", "his keywords", "list"),
    Column("proposed", "what of his profile was not found, and is proposed (MR-CRE-7, -8)", "list"),
    Column("health", "the life points he begins his next battle with", "number"),
    Column("max_health", "his life points", "number"),
)


def faces(told: Event | Action) -> tuple[int, ...]:
    """The faces that dice naturally showed, in the order in which they fell."""
    if isinstance(told, Roll):
        return tuple(shown.face for shown in told.faces)
    if not isinstance(told, Rolled):
        return ()
    if found := getattr(told, "faces", ()):
        return tuple(found)
    if found := getattr(told, "hurt", ()):
        return tuple(each.face for each in found)
    face = getattr(told, "face", 0) or getattr(told, "natural", 0)
    return (face,) if face else ()


def _deeds() -> Mapping[type[Event], Teller]:
    from domain.games.morturi.annals import DEEDS  # noqa: PLC0415  asked by chronicles alone

    return DEEDS


CHRONICLE = Chronicle(
    facts=FACTS,
    said=said,
    crew=crew,
    sheet=sheet,
    faces=faces,
    load_deeds=_deeds,
    crew_columns=CREW_COLUMNS,
    columns=COLUMNS,
)
