"""Chapter 18, discoveries: a d12, a lot among the items of a family, a follower who joins."""

from typing import Any

from msgspec.structs import replace

from domain.aftermath import ScenarioChoiceGained
from domain.books import Item
from domain.evening import found
from domain.games.mortisphere.after import gear, harm
from domain.games.mortisphere.after.evening import (
    After,
    Awaited,
    ChoiceMade,
    Evening,
    Find,
    Spend,
    Step,
    Told,
    crew_of,
    pay,
    rules,
    tell_crew,
)
from domain.games.mortisphere.shapes import Item as Equipment
from domain.games.mortisphere.tables import Discovery, Gain
from domain.games.mortisphere.throwing import Roll, shown
from domain.games.mortisphere.waiting import DieDue, Throw
from domain.terms import Event, Who
from domain.throwing import Rolled

FACES = 12
FOLLOWER = "follower"


class DiscoveryMade(Rolled, frozen=True, kw_only=True, tag="mortisphere.discovery-made/1"):
    """A crew made a discovery; `finder` is who made it, `then` what it is to find by it."""

    crew: Who
    finder: tuple[Who, ...] = ()
    natural: int
    result: str
    text: str
    reason: str
    then: tuple[Find, ...] = ()
    followers: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        who = self.finder[0].name if self.finder else self.crew.name
        return f"{who} makes a discovery ({self.reason}): {self.natural}, {self.text}"


class ItemFound(Rolled, frozen=True, kw_only=True, tag="mortisphere.item-found/1"):
    """A lot in a family of equipment decided what a crew has found."""

    crew: Who
    finder: tuple[Who, ...] = ()
    family: str
    natural: int
    item: Who
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        who = self.finder[0].name if self.finder else self.crew.name
        return f"{who} finds {self.item.name} ({self.family}, {self.natural}; {self.reason})."


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """A follower who may join, else the die of the next find: of a family, or of the table."""
    for crew in evening.after.followers:
        if _room(evening, crew):
            return Spend(crew, FOLLOWER)
        return turn_away
    for find in evening.after.finds:
        die = len(family(evening, find.family)) if find.family else FACES
        return Throw("find", (DieDue(find.crew, die, die, die),), find.crew)
    return None


def family(evening: Evening, tag: str) -> tuple[Equipment, ...]:
    """MS-EQP-1: the items of a family, in the codex's order."""
    return tuple(item for item in rules(evening).equipment if item.tag == tag)


def _room(evening: Evening, crew: str) -> bool:
    """MS-REC-4: whether the roster has room for one more."""
    return len(crew_of(evening, crew).present) < rules(evening).recruitment.roster_max


# Judging


def roll(telling: Told, action: Roll, throw: Throw) -> None:
    """The die of a find."""
    evening = telling.state
    thrown = shown(evening.battle, action, throw)
    natural, find = thrown.by_die[0][-1], evening.after.finds[0]
    if find.family:
        _find(telling, find, natural, thrown.facts)
        return
    row = next(row for row in rules(evening).discoveries if row.low <= natural <= row.high)
    then = tuple(
        Find(crew=find.crew, reason="discovery", family=gain.word, finder=find.finder)
        for gain in row.gains
        if gain.what == "item"
    )
    telling.tell(
        DiscoveryMade(
            crew=crew_of(evening, find.crew).who,
            finder=find.finder,
            natural=natural,
            result=row.id,
            text=row.text,
            reason=find.reason,
            then=then,
            followers=sum(gain.what == "recruit" for gain in row.gains),
            **thrown.facts,
        )
    )
    for gain in row.gains:
        _gain(telling, find, row, gain)


def _gain(telling: Told, find: Find, row: Discovery, gain: Gain) -> None:
    """What a discovery gives at once."""
    crew = crew_of(telling.state, find.crew)
    match gain.what:
        case "salvage":
            pay(telling, find.crew, gain.value, f"discovery: {row.name}")
        case "xp":
            for finder in find.finder:
                if found(telling.state, finder.id):
                    harm.learn(telling, finder.id, gain.value, (row.name,))
        case "choose_scenario":
            choice = ScenarioChoiceGained(crew=crew.who, reason=row.name)
            tell_crew(telling, crew.who, choice)
        case _:
            pass


def _find(telling: Told, find: Find, natural: int, facts: dict[str, Any]) -> None:
    """A lot in a family: the item goes to the store, and from there to whom its owner likes."""
    item = family(telling.state, find.family)[natural - 1]
    crew = crew_of(telling.state, find.crew)
    event = ItemFound(
        crew=crew.who,
        finder=find.finder,
        family=find.family,
        natural=natural,
        item=Who(item.id, item.name),
        reason=find.reason,
        **facts,
    )
    telling.tell(event)
    gear.gain(telling, crew, Item(f"#{item.id}", item.id), find.reason)


def turn_away(telling: Told) -> None:
    """MS-REC-4: a follower finds no room."""
    _answered(telling, telling.state.after.followers[0], "no room")


def decline(telling: Told, asked: Spend) -> None:
    """A follower is sent away."""
    _answered(telling, asked.crew, "no")


def _answered(telling: Told, crew: str, answer: str) -> None:
    who = crew_of(telling.state, crew).who
    telling.tell(ChoiceMade(question=FOLLOWER, crew=who, answer=answer))


# Remembering


EVENTS: tuple[type[Event], ...] = (DiscoveryMade, ItemFound)
HEARS: tuple[type[Event], ...] = (ChoiceMade,)


def evolve(after: After, event: Event) -> After:
    """Remember what is still to be found, and who is to join."""
    match event:
        case DiscoveryMade():
            joining = (event.crew.id,) * event.followers
            return replace(
                after,
                finds=(*event.then, *after.finds[1:]),
                followers=(*after.followers, *joining),
            )
        case ItemFound():
            return replace(after, finds=after.finds[1:])
        case ChoiceMade(question="follower"):
            return replace(after, followers=after.followers[1:])
        case _:
            return after
