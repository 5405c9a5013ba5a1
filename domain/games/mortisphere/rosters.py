"""Chapters 15 and 16 as they are written down: a member's profile, and the terms of a battle."""

from collections.abc import Iterable
from typing import Any

from domain.crew import Recruit
from domain.games.mortisphere.battle import StartAt
from domain.games.mortisphere.chronicle import said
from domain.games.mortisphere.copies import joined, owns
from domain.games.mortisphere.fielding import ordinary_health
from domain.games.mortisphere.opening import (
    BattleOpened,
    CrewFielded,
    Guest,
    GuestCrew,
    MemberFielded,
    Open,
    Team,
)
from domain.games.mortisphere.shapes import Book
from domain.house import Setting
from domain.opening import Opening, Openings, Party, Recalled, Start
from domain.profile import Kind, Part, Profile, Profiles, Where, faces


def recruit(crew: str, told: Profile) -> Recruit:
    """What recruits a member (MS-REC-2): one with a Will is its crew's Captain."""
    will = _will(told)
    return Recruit(
        crew=crew,
        kind=told.kind,
        die=faces(told.rank),
        name=told.name,
        health=told.number("health"),
        captain=told.flag("captain") or bool(will),
        will=will,
        abilities=told.names("ability"),
        items=told.names("item"),
        handle=told.handle,
        name_kind=told.name_kind,
    )


def _will(told: Profile) -> str:
    """A Captain's Will: an option of its own, in a file the word behind `captain`."""
    captain = told.parts.get("captain", "")
    return captain if isinstance(captain, str) and captain else told.text("will")


def opened(told: Opening) -> Open:
    """The action that opens a battle on these terms."""
    return Open(
        battle=told.battle,
        scenario=told.scenario,
        crews=told.crews,
        guests=tuple(map(_guests, told.guests)),
        teams=tuple(Team(each.crew, each.members) for each in told.teams),
        starts=tuple(StartAt(each.crew, each.place) for each in told.starts),
        ask_start=told.ask_start,
        dice=told.dice,
        seal=told.seal,
        house=told.house,
        friendly=told.friendly,
        content=told.content,
    )


def _guests(crew: Party) -> GuestCrew:
    members = tuple(map(_guest, crew.members))
    return GuestCrew(name=crew.name, player=crew.player, members=members)


def _guest(told: Profile) -> Guest:
    will = _will(told)
    return Guest(
        name=told.name,
        handle=told.handle,
        kind=told.kind,
        die=faces(told.rank),
        health=told.number("health"),
        captain=bool(will),
        will=will,
        abilities=told.names("ability"),
        items=told.names("item"),
        injuries=told.names("injury"),
        advances=told.number("advances"),
        lost=told.number("lost"),
    )


def recalled(event: BattleOpened, action: Open) -> Recalled:
    """A battle's opening as a file of it says it."""
    own = owns(event.content, event.scenario)
    rules = joined(event.edition, own)
    crews = {each.crew.id: each.crew.name for each in event.crews}
    starts = (Start(crews[s.crew], event.scenario.area(s.area).name) for s in event.starts)
    opening = Opening(
        battle=event.battle,
        scenario=event.scenario.id,
        guests=tuple(_party(rules, event, each) for each in event.crews),
        starts=tuple(starts),
        dice=event.dice,
        seal=event.seal,
        house=event.house,
        friendly=action.friendly,
        content=own,
    )
    return Recalled(edition=event.edition, opening=opening)


def _party(rules: Book, event: BattleOpened, crew: CrewFielded) -> Party:
    members = tuple(_profile(rules, each, event.house) for each in crew.members)
    return Party(crew.crew.name, crew.player, members)


def _profile(rules: Book, each: MemberFielded, house: Iterable[Setting]) -> Profile:
    """A member as it came to the battle; Health only where the die does not say it."""
    parts: dict[str, Any] = {
        "captain": each.will,
        "health": 0 if each.health == ordinary_health(each.die, house) else each.health,
        "ability": tuple(said(rules, "ability", one) for one in each.abilities),
        "item": tuple(said(rules, "item", one) for one in each.items),
        "injury": each.injuries,
        "lost": each.lost,
        "advances": each.advances,
    }
    return Profile(
        name=each.member.name,
        kind=each.kind,
        rank=f"d{each.die}",
        handle=each.handle,
        parts={word: value for word, value in parts.items() if value},
    )


PROFILES = Profiles(
    kind=Part(word="type", metavar="T", help="Its type, such as survivor."),
    rank=Part(word="die", metavar="D", help="Its Existence Die, d4 to d20."),
    parts=(
        Part(
            word="captain",
            kind=Kind.FLAG,
            help="It leads its crew; it needs a Will.",
            where=(Where.COMMAND,),
        ),
        Part(word="captain", where=(Where.CREW, Where.BATTLE)),
        Part(word="will", metavar="W", help="A Captain's Will.", where=(Where.COMMAND,)),
        Part(
            word="health",
            kind=Kind.NUMBER,
            metavar="N",
            help="More Health than its die has.",
        ),
        Part(
            word="ability", kind=Kind.NAMES, key="abilities", metavar="A", help="May be repeated."
        ),
        Part(word="item", kind=Kind.NAMES, key="items", metavar="I", help="May be repeated."),
        Part(word="injury", kind=Kind.NAMES, where=(Where.BATTLE,)),
        Part(word="lost", kind=Kind.NUMBER, where=(Where.BATTLE,)),
        Part(word="advances", kind=Kind.NUMBER, where=(Where.BATTLE,)),
    ),
    check=faces,
    recruit=recruit,
)
OPENINGS = Openings(kind=Open, action=opened, recalled=recalled)
