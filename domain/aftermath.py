"""What an aftermath does to crews, in any game: gear, money, who leads, who fights no more.

What befalls members is told in `members`. Facts alone: what things cost is said by the game.
"""

from typing import assert_never

from msgspec.structs import replace

from domain.books import Books, Crew, Item, Standing
from domain.members import MemberEvent, profile
from domain.terms import Event, Who

STORE = "the store"


class TreasuryChanged(Event, frozen=True, kw_only=True, tag="crew.treasury-changed/1"):
    """A crew earned or spent money, with the reason: a receipt; `balance` is what it has now.

    Where a game keeps double entry, `other` paid it or was paid: who is no crew needs no receipt.
    """

    crew: Who
    amount: int
    reason: str
    balance: int
    other: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        side = "from" if self.amount > 0 else "to"
        other = f", {side} {self.other[0].name}" if self.other else ""
        return f"{self.crew.name}: {self.amount:+d} ({self.reason}{other}), {self.balance} now."


class GrantGiven(Event, frozen=True, kw_only=True, tag="crew.grant-given/1"):
    """A crew that has lost nearly all is granted money for recruits."""

    crew: Who
    amount: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} is granted {self.amount} to recruit with."


class ItemGained(Event, frozen=True, kw_only=True, tag="crew.item-gained/1"):
    """A crew has a thing it had not: with its bearer, or (naming none) in its store."""

    brings = "item"

    crew: Who
    item: Item
    name: str
    bearer: tuple[Who, ...] = ()
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{_first(self.bearer)} of {self.crew.name} gains {self.name} ({self.reason})."


class ItemMoved(Event, frozen=True, kw_only=True, tag="crew.item-moved/1"):
    """A thing changed hands within a crew; nobody named is the store."""

    crew: Who
    item: Item
    name: str
    giver: tuple[Who, ...] = ()
    taker: tuple[Who, ...] = ()
    reason: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        why = f" ({self.reason})" if self.reason else ""
        return f"{self.name} goes from {_holder(self.giver)} to {_holder(self.taker)}{why}."


class ItemLost(Event, frozen=True, kw_only=True, tag="crew.item-lost/1"):
    """A crew has a thing no more."""

    crew: Who
    item: Item
    name: str
    bearer: tuple[Who, ...] = ()
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{_first(self.bearer)} of {self.crew.name} has {self.name} no more ({self.reason})."


class CaptainNamed(Event, frozen=True, kw_only=True, tag="crew.captain-named/1"):
    """A crew has another Captain, with a Will of its own."""

    crew: Who
    member: Who
    will: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} leads {self.crew.name} now ({self.will.name})."


class CrewRefounded(Event, frozen=True, kw_only=True, tag="crew.refounded/1"):
    """A crew without its Captain disbands and is founded anew, with a smaller purse."""

    crew: Who
    purse: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} disbands and is founded anew, with a purse of {self.purse}."


class CrewEnded(Event, frozen=True, kw_only=True, tag="crew.ended/1"):
    """A crew fights no more: its campaign is over."""

    crew: Who
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"The campaign is over for {self.crew.name} ({self.reason})."


class ScenarioChoiceGained(Event, frozen=True, kw_only=True, tag="crew.scenario-choice-gained/1"):
    """A crew may choose the scenario of its next battle."""

    crew: Who
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} may choose the next scenario ({self.reason})."


class AftermathDone(Event, frozen=True, kw_only=True, tag="crew.aftermath-done/1"):
    """A crew has done all there was to do after a battle; what is left of a grant lapses."""

    crew: Who
    battle: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} is done with {self.battle}."


AftermathEvent = (
    MemberEvent
    | TreasuryChanged
    | GrantGiven
    | ItemGained
    | ItemMoved
    | ItemLost
    | CaptainNamed
    | CrewRefounded
    | CrewEnded
    | ScenarioChoiceGained
    | AftermathDone
)


def _holder(whos: tuple[Who, ...]) -> str:
    """Who has a thing, in a sentence."""
    return whos[0].name if whos else STORE


def _first(whos: tuple[Who, ...]) -> str:
    """Who has a thing, at the beginning of a sentence."""
    return whos[0].name if whos else STORE.capitalize()


def evolve(books: Books, event: AftermathEvent) -> Books:
    """Remember what an aftermath did to a crew."""
    return books.changed(event.crew, lambda crew: _changed(crew, event))


def _changed(crew: Crew, event: AftermathEvent) -> Crew:
    """What an event makes of its crew."""
    if isinstance(event, MemberEvent):
        return crew.with_member(event.member.id, lambda one: profile(one, event))
    match event:
        case TreasuryChanged():
            return replace(crew, treasury=event.balance)
        case GrantGiven():
            return replace(crew, grant=event.amount)
        case ItemGained():
            return _given(crew, event.item, event.bearer)
        case ItemMoved():
            return _given(_without(crew, event.item), event.item, event.taker)
        case ItemLost():
            return _without(crew, event.item)
        case CaptainNamed():
            return crew.with_member(
                event.member.id, lambda one: replace(one, captain=True, will=event.will.id)
            )
        case _:
            return _fortune(crew, event)


def _fortune(
    crew: Crew, event: CrewRefounded | CrewEnded | ScenarioChoiceGained | AftermathDone
) -> Crew:
    """What an event makes of a crew as a whole."""
    match event:
        case CrewRefounded():
            return _refounded(crew, event.purse)
        case CrewEnded():
            return replace(crew, ended=True)
        case ScenarioChoiceGained():
            return replace(crew, chooses_scenario=True)
        case AftermathDone():
            return replace(crew, aftermath="", grant=0)
        case _:
            assert_never(event)


def _refounded(crew: Crew, purse: int) -> Crew:
    """A crew that begins again: nobody and nothing of the old one is left but its memory."""
    gone = tuple(
        replace(one, status=Standing.RETIRED) if one.present else one for one in crew.members
    )
    return replace(
        crew, members=gone, treasury=purse, founding=True, recruited=0, store=(), grant=0
    )


def _given(crew: Crew, item: Item, taker: tuple[Who, ...]) -> Crew:
    """A crew with a thing more, in somebody's hands or its store."""
    if not taker:
        return replace(crew, store=(*crew.store, item))
    return crew.with_member(taker[0].id, lambda one: replace(one, items=(*one.items, item)))


def _without(crew: Crew, item: Item) -> Crew:
    """A crew with a thing less, wherever it was."""

    def rest(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(one for one in items if one.id != item.id)

    members = tuple(
        replace(one, items=rest(one.items)) if item in one.items else one for one in crew.members
    )
    return replace(crew, members=members, store=rest(crew.store))
