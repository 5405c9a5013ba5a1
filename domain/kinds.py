"""Deeds: what was done and what befell whom, in the names as they were, alike in all games.

A deed is finer than the facts of `chronicle`: chronicles, tallies and records are made of them, and
nobody else needs to read them.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, Self

import msgspec

from domain.chronicle import Fact
from domain.terms import Who


class Kind(StrEnum):
    """A kind of deed: `meaning` says what was done, and what `number`, `text` and `detail` hold.

    Fields that are not spoken of are empty, or 0. First those of battles, then all others.
    """

    meaning: str

    def __new__(cls, value: str, meaning: str = "") -> Self:
        """Make a kind of its word and its meaning."""
        made = str.__new__(cls, value)
        made._value_ = value
        made.meaning = meaning
        return made

    MET = "met", "a crew came to the battle; number: its rating; text: the scenario"
    DEPLOYED = "deployed", "a member took the field"
    ROUND = "round", "a round began; number: which"
    ACTED = "acted", "a member acted; text: how"
    MOVED = "moved", "a member went somewhere; text: how; detail: before"
    FOUGHT = (
        "fought",
        "a member fought foes; text: won, lost or drew; number: his result; detail: against, foes",
    )
    HURT = "hurt", "a member lost health, by other; number: how much; detail: left or lost"
    DEALT = "dealt", "a member took health from other; number: how much"
    MENDED = "mended", "a member regained health; number: how much; detail: left or lost"
    FELL = "fell", "a member was put out, by other; number: how many did it; detail: by"
    FELLED = (
        "felled",
        "a member put an enemy out, other; number: how many did it; other may be of no crew",
    )
    FINISHED = "finished", "a fallen member was struck again, by other"
    BROKE = "broke", "a leader broke, and fights on"
    STOOD = "stood", "a broken leader was hurt again, and stood"
    GAVE_WAY = "gave_way", "a broken leader rolled too low to stand"
    LED_AND_FELL = "led_and_fell", "a member fell as the leader of its crew, by other"
    SPARED = "spared", "a member was spared harm, by other; number: how much; text: by what"
    BEGAN = "began", "a member turned to an objective; text: which"
    PROGRESSED = (
        "progressed",
        "a member brought an objective on; number: how far; text: which; detail: needed",
    )
    COMPLETED = "completed", "a member completed an objective; text: which"
    THWARTED = (
        "thwarted",
        "a member was kept from an objective, by other; text: which; detail: last",
    )
    SCORED = "scored", "a crew scored; number: how much; text: for what; detail: total"
    HELD = "held", "a crew came to hold a place; number: for how many rounds, if that is counted"
    CEDED = "ceded", "a crew no longer holds a place"
    TOOK = "took", "a member took up a thing; text: which; other: whose it is"
    DROPPED = "dropped", "a member lost hold of a thing; text: which"
    DESTROYED = "destroyed", "a thing was lost with its bearer; text: which"
    DELIVERED = (
        "delivered",
        "a member brought a thing where it was to be; text: which; other: whose it was",
    )
    HAPPENED = "happened", "the scenario struck a place, or a member there; text: what"
    WITHDREW = "withdrew", "a member, or a crew, left the battle; text: why"
    SURRENDERED = "surrendered", "a crew surrendered"
    BACK = "back", "by a ruling a member is in the battle again"
    RULED = "ruled", "the table ruled; text: what"
    ENDED = "ended", "the battle ended; text: why; number: its rounds"
    RESULT = "result", "how a crew came out; text: won, lost or drew; number: its points"
    CONCLUDED = "concluded", "the result was confirmed"

    CAMPAIGN = "campaign", "a campaign began; text: its name"
    HOUSE = "house", "a house rule changed; text: which; detail: before, after"
    MONTH = "month", "a month of the games began; number: which; text: its name; detail: theme"
    YEAR = "year", "the year of the games ended; a crew won it, with number; text: counted how"
    FOUNDED = "founded", "a crew was founded, or founded anew; number: its purse; text: its player"
    JOINED = (
        "joined",
        "a member joined, from other if sold; number: cost; text: as what; detail: paid, balance",
    )
    CAPTAIN = "captain", "a member leads its crew"
    RENAMED = "renamed", "a member, or a crew, has another name; text: the one before"
    LEFT = "left", "a member left its crew; text: why"
    SOLD = "sold", "a member went to other, a crew; text: why"
    INJURED = "injured", "a member has a lasting injury; text: its name"
    CURED = "cured", "a member is rid of an injury; text: its name"
    FATE = "fate", "what became of a member that fell; text: its name; number: what was rolled"
    MISSES = "misses", "a member misses the next battle; text: why"
    ABSENT = "absent", "a member is missing or a captive; text: which"
    RETURNED = "returned", "a member is with its crew again; text: why"
    DIED = "died", "a member is gone for good; text: why"
    EXPERIENCE = (
        "experience",
        "a member gained experience; number: how much; text: for what; detail: total",
    )
    ADVANCED = "advanced", "a member took an advance; number: which; text: its name"
    ABILITY = "ability", "a member has a new ability; text: its name"
    CHANGED = (
        "changed",
        "something of a member is not what it was; text: what; detail: before, after",
    )
    GAINED = "gained", "a crew, or a member, has a thing more; text: its name; detail: why, item"
    HANDED = "handed", "a thing went to a member from other; text: its name; detail: item"
    LOST = "lost", "a crew, or a member, has a thing less; text: its name; detail: why, item"
    FOUND = "found", "a crew made a discovery, or a member did; text: what"
    PAID = (
        "paid",
        "a crew earned or spent, by other; number: how much; text: for what; detail: balance",
    )
    GRANTED = "granted", "a crew was granted money for recruits; number: how much"
    CHALLENGED = (
        "challenged",
        "a crew laid a member down for whoever takes it up; number: the stake",
    )
    PAIRED = "paired", "two members are to meet, member and other; number: the prize"
    NOTED = "noted", "somebody wrote a note, of a member, a crew or a battle; text: it"
    FINIS = "finis", "a crew's campaign is over; text: why"


class Deed(Fact, frozen=True, kw_only=True):
    """Something that was done or befell somebody; its kind says what the fields hold.

    `where` is left out where it is the place at which the member stands, `crew` where it is the
    crew for which the member fights.
    """

    kind: Kind
    crew: Who | None = None
    member: Who | None = None
    other: Who | None = None
    where: Who | None = None
    number: int = 0
    text: str = ""
    detail: Mapping[str, Any] = msgspec.field(default_factory=dict)


def pairs(whos: tuple[Who, ...]) -> list[list[str]]:
    """Ids and names, as a detail holds them."""
    return [[who.id, who.name] for who in whos]


def first(whos: tuple[Who, ...]) -> Who | None:
    """The first of them, if there is one."""
    return whos[0] if whos else None


def harmed(
    member: Who, by: tuple[Who, ...], amount: int, detail: Mapping[str, Any]
) -> Iterator[Deed]:
    """A member lost health: it was hurt, and whoever else did it dealt it."""
    yield Deed(kind=Kind.HURT, member=member, other=first(by), number=amount, detail=detail)
    for one in (each for each in by if each.id != member.id):
        yield Deed(kind=Kind.DEALT, member=one, other=member, number=amount)
