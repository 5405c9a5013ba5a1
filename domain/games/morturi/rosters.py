"""Sections 2 and 11 as they are written down: a gladiator's profile, and the terms of a battle."""

from collections.abc import Iterator
from typing import Any

from domain.crew import Recruit
from domain.games.morturi.battle import StartAt
from domain.games.morturi.chronicle import said
from domain.games.morturi.creation import chosen
from domain.games.morturi.drawing import drawings, text
from domain.games.morturi.opening import (
    BattleOpened,
    GladiatorFielded,
    Guest,
    GuestCrew,
    Open,
    Team,
)
from domain.games.morturi.recruiting import check_content
from domain.games.morturi.shapes import book
from domain.names import nearest
from domain.names import said as shown
from domain.opening import Opening, Openings, Party, Recalled, Start, Term
from domain.profile import Kind, Part, Profile, Profiles, Where
from domain.terms import RuleBroken, WrongUsage

TRICK, SEASONED = "trick", "seasoned"
ARENA, VICTORY, VARIANT = "arena", "victory", "variant"
COMPLICATION, HAZARD = "complication", "hazard"


def check(grade: str) -> None:
    """Refuse what is no grade (MR-CRE-1), with the nearest that is."""
    known = [name for each in book().grades for name in (each.id, each.name)]
    if grade.casefold() not in (name.casefold() for name in known):
        near = nearest(grade, known) or known[0]
        raise WrongUsage(f"{shown(grade)} is no grade of gladiators", hint=near)


def recruit(school: str, told: Profile) -> Recruit:
    """What takes a gladiator on (MR-CRE-9): his role, his grade, his tricks."""
    return Recruit(
        crew=school,
        kind=told.kind,
        name=told.name,
        abilities=told.names(TRICK),
        handle=told.handle,
        name_kind=told.name_kind,
        grade=told.rank,
    )


def opened(told: Opening) -> Open:
    """The action that opens a battle on these terms."""
    terms = dict(told.terms)
    check_content("", told.content)
    return Open(
        battle=told.battle,
        scenario=told.scenario,
        crews=told.crews,
        guests=tuple(map(_guests, told.guests)),
        teams=tuple(Team(each.crew, each.members) for each in told.teams),
        starts=tuple(StartAt(each.crew, each.place) for each in told.starts),
        dice=told.dice,
        seal=told.seal,
        house=told.house,
        friendly=told.friendly,
        arena=tuple(a for word, each in told.terms if word == ARENA for a in drawings(each)),
        victory=terms.get(VICTORY, ""),
        variants=_listed(terms.get(VARIANT, "")),
        complications=_listed(terms.get(COMPLICATION, "")),
        hazard=_hazard(terms.get(HAZARD, "0")),
    )


def _listed(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())


def _hazard(number: str) -> int:
    """MR-TER-5: what hazards do, a number of life points."""
    if not number.isdecimal() or len(number) > 2:  # noqa: PLR2004  nobody has a hundred life points
        raise WrongUsage(f"{shown(number)} is no damage of a hazard", hint="hazard 2")
    return int(number)


def _guests(school: Party) -> GuestCrew:
    members = tuple(map(_guest, school.members))
    return GuestCrew(name=school.name, player=school.player, members=members)


def _guest(told: Profile) -> Guest:
    return Guest(
        name=told.name,
        handle=told.handle,
        role=told.kind,
        grade=told.rank,
        tricks=told.names(TRICK),
        seasoned=told.flag(SEASONED),
    )


def recalled(event: BattleOpened, action: Open) -> Recalled:
    """A battle's opening as a file of it says it."""
    schools = {each.school.id: each.school.name for each in event.schools}
    opening = Opening(
        battle=event.battle,
        scenario=event.scenario.id,
        guests=tuple(_parties(event, action.guests)),
        starts=tuple(Start(schools[each.crew], each.area) for each in event.starts),
        dice=event.dice,
        seal=event.seal,
        house=event.house,
        friendly=action.friendly,
        terms=tuple(_terms(action)),
    )
    return Recalled(edition=event.edition, opening=opening)


def _terms(action: Open) -> Iterator[tuple[str, str]]:
    """What only this game asked."""
    yield from ((ARENA, text(arena)) for arena in action.arena)
    if action.victory:
        yield VICTORY, action.victory
    if action.variants:
        yield VARIANT, ", ".join(action.variants)
    if action.complications:
        yield COMPLICATION, ", ".join(action.complications)
    if action.hazard:
        yield HAZARD, str(action.hazard)


def _parties(event: BattleOpened, guests: tuple[GuestCrew, ...]) -> Iterator[Party]:
    """The schools with their gladiators; a guest's tricks stand in the order of his file."""
    for number, school in enumerate(event.schools):
        if guests:
            told = guests[number].members
        else:
            told = tuple(_as_guest(event, each) for each in school.gladiators)
        members = tuple(map(_profile, school.gladiators, told))
        yield Party(school.school.name, school.player, members)


def _as_guest(event: BattleOpened, each: GladiatorFielded) -> Guest:
    """A gladiator of the campaign as a file tells of him; seasoned if he could not be made so."""
    rules = book(event.edition)
    role, grade = rules.role(each.role), rules.grade(each.grade)
    try:
        made = chosen(rules, rules.house(event.house), role, grade, each.tricks)
    except RuleBroken:
        made = ()
    return Guest(
        name=each.gladiator.name,
        role=each.role,
        grade=each.grade,
        tricks=each.tricks,
        seasoned=made != each.tricks,
    )


def _profile(each: GladiatorFielded, told: Guest) -> Profile:
    names = tuple(said(TRICK, book().trick(one).id) for one in told.tricks)
    parts: dict[str, Any] = {TRICK: names} if names else {}
    return Profile(
        name=each.gladiator.name,
        kind=each.role,
        rank=each.grade,
        handle=each.handle,
        parts=parts | ({SEASONED: True} if told.seasoned else {}),
    )


PROFILES = Profiles(
    kind=Part(word="role", metavar="R", help="His role, such as secutor."),
    rank=Part(word="grade", metavar="G", help="servus, novicius, palus or primus_palus."),
    parts=(
        Part(word=TRICK, kind=Kind.NAMES, key="tricks", metavar="T", help="May be repeated."),
        Part(word=SEASONED, kind=Kind.FLAG, where=(Where.BATTLE,)),
    ),
    check=check,
    recruit=recruit,
)
OPENINGS = Openings(
    kind=Open,
    action=opened,
    recalled=recalled,
    terms=(
        Term(
            word=ARENA,
            metavar="FILE",
            help="An arena of your own: 7x5 zones north south depth 1, then the rows of its map.",
            drawn=True,
        ),
        Term(word=VICTORY, metavar="V", help="Another way to win than the battle's own."),
        Term(word=VARIANT, metavar="V,…", help="Agreed variants of the battle."),
        Term(word=COMPLICATION, metavar="C,…", help="What makes the battle special (MR-BAT-8)."),
        Term(word=HAZARD, metavar="N", help="What hazards do, fixed before the battle (MR-TER-5)."),
    ),
)
