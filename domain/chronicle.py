"""What events mean to whoever reads a campaign: neutral facts, in the names as they were.

A game says of its own events which facts they hold (`Chronicle.facts`); what crews do between
battles is said here. Views are made of facts, so that no view knows a game.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from domain.books import Crew, Member
from domain.roster import (
    MemberMoved,
    MemberRecruited,
    MemberRenamed,
    MemberRetired,
    NoteAdded,
)
from domain.terms import Action, Event, Who

SIX = (
    "victory",
    "injury",
    "discovery",
    "equipment_gained",
    "enemy_defeated",
    "important_failure",
)
"""The kinds of entry that every campaign history has."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """Something that an event tells a reader."""


class Entry(Fact, frozen=True):
    """A line of one member's campaign history."""

    member: Who
    kind: str
    text: str


class CrewEntry(Fact, frozen=True):
    """A line in the history of every member of a crew that took part in the battle."""

    crew: Who
    kind: str
    text: str


class Camp(msgspec.Struct, frozen=True, kw_only=True):
    """A crew as it comes to a battle."""

    crew: Who
    player: str
    rating: int
    members: tuple[Who, ...]


class Began(Fact, frozen=True):
    """A battle opened; a friendly one counts for no history, record or standing."""

    scenario: str
    crews: tuple[Camp, ...]
    friendly: bool = False


class Deployed(Fact, frozen=True):
    """A member took part in the battle, and stood there first."""

    member: Who
    where: Who | None = None


class Round(Fact, frozen=True):
    """A round of the battle began."""

    number: int


class Fell(Fact, frozen=True):
    """A member was put out of the battle, by these if by anybody: by itself or a friend, too."""

    member: Who
    by: tuple[Who, ...] = ()


class Completed(Fact, frozen=True):
    """A crew completed an objective."""

    crew: Who
    by: Who
    objective: str


class Came(StrEnum):
    """How a battle came out for a crew."""

    WON = "won"
    DREW = "drew"
    LOST = "lost"


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A crew's points in a battle that is over, and how it came out."""

    crew: Who
    points: int
    came: Came


class Ended(Fact, frozen=True):
    """The battle is over."""

    reason: str
    rounds: int
    results: tuple[Result, ...]


class Concluded(Fact, frozen=True):
    """The result of the battle was confirmed."""


class Turned(Fact, frozen=True):
    """The event is worth telling in a report of the battle."""


Teller = Callable[[Any], Iterable[Fact]]
"""The facts of an event."""


class Column(msgspec.Struct, frozen=True):
    """A column of a table: its name, what it holds, and as what.

    That is `text`, `number` (whole), `flag`, `list` (of texts), `object`, or a `line` on record.
    """

    name: str
    holds: str
    kind: str = "text"


class Chronicle(msgspec.Struct, frozen=True, kw_only=True):
    """What views ask of a game: the facts of its events, names of its data, a profile's fields.

    `said` gives the name of an entry of the codex (`"item"`, its id); `crew` what is told of a crew
    in this game; `sheet` the parts of a profile that are called differently in
    each game, as `member show --json` gives them; `faces` the faces that the dice of an event or
    of a roll naturally showed. `load_deeds` imports what chronicles and tallies ask beside facts
    (`annals`). `crew_columns` and `columns` declare what `crew` and `sheet` give.
    """

    facts: Mapping[type[Event], Teller]
    said: Callable[[str, str], str]
    crew: Callable[[Crew], dict[str, Any]]
    sheet: Callable[[Member], dict[str, Any]]
    faces: Callable[[Event | Action], tuple[int, ...]]
    load_deeds: Callable[[], Mapping[type[Event], Teller]] = dict
    crew_columns: tuple[Column, ...] = ()
    columns: tuple[Column, ...] = ()

    def tellers(self) -> dict[type[Event], Teller]:
        """The facts of every event that has any, those between battles among them."""

        def recruited(event: MemberRecruited) -> Iterator[Fact]:
            return _recruited(event, self.said)

        return {**_BETWEEN_BATTLES, MemberRecruited: recruited, **self.facts}


def summary(told: Chronicle, crew: Crew) -> dict[str, Any]:
    """What is told of a crew as it stands, as `crew show --json` gives it, but for its names."""
    return {
        "player": crew.player,
        "captain": crew.captain.who.name if crew.captain else "",
        **told.crew(crew),
        "treasury": crew.treasury,
        "store": [told.said("item", item.kind) for item in crew.store],
        "founding": crew.founding,
        "ended": crew.ended,
        "fit": len(crew.fit),
    }


def profile(told: Chronicle, member: Member) -> dict[str, Any]:
    """What is told of a member as it stands, as `member show --json` gives it, but for its names.

    What it has lived through is told by views.
    """
    return {**told.sheet(member), "captain": member.captain, "experience": member.experience}


def results(scores: Mapping[Who, int], winner: str) -> tuple[Result, ...]:
    """How a battle came out for each crew: without a winner those who share the top drew."""
    most = max(scores.values(), default=0)
    return tuple(
        Result(crew=crew, points=points, came=_came(crew.id, winner, top=points == most))
        for crew, points in scores.items()
    )


def _came(crew: str, winner: str, *, top: bool) -> Came:
    if winner:
        return Came.WON if crew == winner else Came.LOST
    return Came.DREW if top else Came.LOST


def _recruited(event: MemberRecruited, said: Callable[[str, str], str]) -> Iterator[Fact]:
    """Who joins, as what it joins, and what it brings."""
    member, crew = event.member, event.crew.name
    yield Entry(member=member, kind="joined", text=f"{member.name} joins {crew}")
    if event.captain:
        text = f"{member.name} is Captain of {crew}"
        yield Entry(member=member, kind="captaincy", text=text)
    own = {one.id: one.name for one in event.own}  # as it was called then
    for item in event.items:
        text = f"{member.name} has {own.get(item.kind) or said('item', item.kind)}"
        yield Entry(member=member, kind="equipment_gained", text=text)


def _renamed(event: MemberRenamed) -> Iterator[Fact]:
    text = f"{event.before} is now {event.member.name}"
    yield Entry(member=event.member, kind="renamed", text=text)


def _left(event: MemberRetired) -> Iterator[Fact]:
    why = f": {event.reason}" if event.reason else ""
    text = f"{event.member.name} leaves {event.crew.name}{why}"
    yield Entry(member=event.member, kind="lost", text=text)


def _moved(event: MemberMoved) -> Iterator[Fact]:
    text = f"{event.member.name} goes from {event.crew.name} to {event.to.name}: {event.reason}"
    yield Entry(member=event.member, kind="moved", text=text)


def _noted(event: NoteAdded) -> Iterator[Fact]:
    for member in event.members:
        yield Entry(member=member, kind="note", text=event.text)


_BETWEEN_BATTLES: dict[type[Event], Teller] = {
    MemberRenamed: _renamed,
    MemberRetired: _left,
    MemberMoved: _moved,
    NoteAdded: _noted,
}
