"""What an aftermath does to crews, in any game: experience, wounds, gear, money, who leads, who is gone.

Facts alone: what earns experience, what an injury does and what things cost is said by the game.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import assert_never

from msgspec.structs import replace

from domain.books import Books, Crew, Item, Member, Standing
from domain.terms import Event, Who


class Field(StrEnum):
    """What of a member's profile may change."""

    TYPE = "type"
    DIE = "die"
    HEALTH = "health"
    LOST = "lost"
    STATUS = "status"
    MISSES_NEXT = "misses_next"
    AFFINITY = "affinity"
    SLOTS = "slots"
    ABILITY_SLOTS = "ability_slots"
    RESOLVE = "resolve"
    STEPS = "steps"


YES, NO = "yes", "no"
STORE = "the store"


class ExperienceGained(Event, frozen=True, kw_only=True, tag="crew.experience-gained/1"):
    """A member gained experience, by these merits or effects."""

    crew: Who
    member: Who
    amount: int
    total: int
    reasons: tuple[str, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return (
            f"{self.member.name} gains {self.amount} experience ({', '.join(self.reasons)}): "
            f"{self.total} in all."
        )


class MemberAdvanced(Event, frozen=True, kw_only=True, tag="crew.member-advanced/1"):
    """A member took an advance, its `number`-th; an `extra` one comes on top of the one due."""

    crew: Who
    member: Who
    advance: str
    name: str
    number: int
    extra: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        which = "besides" if self.extra else f"advance {self.number}"
        return f"{self.member.name} takes {self.name} ({which})."


class AbilityGained(Event, frozen=True, kw_only=True, tag="crew.ability-gained/1"):
    """A member has a new ability."""

    crew: Who
    member: Who
    ability: Who
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} gains {self.ability.name} ({self.reason})."


class MemberChanged(Event, frozen=True, kw_only=True, tag="crew.member-changed/1"):
    """Something in a member's profile is not what it was."""

    crew: Who
    member: Who
    field: Field
    before: str
    after: str
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        name, why = self.member.name, f" ({self.reason})"
        match self.field:
            case Field.MISSES_NEXT:
                misses = "misses the next battle" if self.after == YES else "can fight again"
                return f"{name} {misses}{why}."
            case Field.STATUS:
                return f"{name} is {self.after}{why}."
            case Field.AFFINITY:
                return f"{name} has an affinity to {self.after}{why}."
            case _:
                what = self.field.replace("_", " ")
                return f"{name}: {what} {self.after}, was {self.before}{why}."


class InjuryGained(Event, frozen=True, kw_only=True, tag="crew.injury-gained/1"):
    """A member carries an injury from now on."""

    crew: Who
    member: Who
    injury: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is injured: {self.injury.name}."


class InjuryRemoved(Event, frozen=True, kw_only=True, tag="crew.injury-removed/1"):
    """A member is rid of one injury."""

    crew: Who
    member: Who
    injury: Who
    cost: int = 0

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is rid of {self.injury.name}, for {self.cost}."


class MemberLost(Event, frozen=True, kw_only=True, tag="crew.member-lost/1"):
    """A member is gone for good; its profile and history stay."""

    crew: Who
    member: Who
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} of {self.crew.name} is lost for good ({self.reason})."


class MemberReturned(Event, frozen=True, kw_only=True, tag="crew.member-returned/1"):
    """A member that was missing or a captive is with its crew again."""

    crew: Who
    member: Who
    reason: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} is back with {self.crew.name} ({self.reason})."


class TreasuryChanged(Event, frozen=True, kw_only=True, tag="crew.treasury-changed/1"):
    """A crew earned or spent money, with the reason: a receipt; `balance` is what it has now."""

    crew: Who
    amount: int
    reason: str
    balance: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name}: {self.amount:+d} ({self.reason}), {self.balance} now."


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
        return f"{_holder(self.bearer)} of {self.crew.name} gains {self.name} ({self.reason})."


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
        return f"{_holder(self.bearer)} of {self.crew.name} has {self.name} no more ({self.reason})."


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
    ExperienceGained
    | MemberAdvanced
    | AbilityGained
    | MemberChanged
    | InjuryGained
    | InjuryRemoved
    | MemberLost
    | MemberReturned
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
MemberEvent = (
    ExperienceGained
    | MemberAdvanced
    | AbilityGained
    | MemberChanged
    | InjuryGained
    | InjuryRemoved
    | MemberLost
    | MemberReturned
)


def _holder(whos: tuple[Who, ...]) -> str:
    """Who has a thing, in a sentence."""
    return whos[0].name if whos else STORE


def evolve(books: Books, event: AftermathEvent) -> Books:
    """Remember what an aftermath did to a crew."""
    return books.changed(event.crew, lambda crew: _changed(crew, event))


def _changed(crew: Crew, event: AftermathEvent) -> Crew:
    """What an event makes of its crew."""
    if isinstance(event, MemberEvent):
        return crew.with_member(event.member.id, lambda one: _profile(one, event))
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


def _profile(member: Member, event: MemberEvent) -> Member:
    """What an event makes of a member's profile."""
    match event:
        case ExperienceGained():
            return replace(member, experience=event.total)
        case MemberAdvanced():
            learned = (*member.learned, event.advance)
            return replace(member, learned=learned, advances=event.number)
        case AbilityGained():
            return replace(member, abilities=(*member.abilities, event.ability.id))
        case MemberChanged():
            return _CHANGES[event.field](member, event.after)
        case InjuryGained():
            return replace(member, injuries=(*member.injuries, event.injury.id))
        case InjuryRemoved():
            return replace(member, injuries=_less(member.injuries, event.injury.id))
        case MemberLost():
            return replace(member, status=Standing.LOST)
        case MemberReturned():
            return replace(member, status=Standing.FIT)
        case _:
            assert_never(event)


def _less(injuries: tuple[str, ...], healed: str) -> tuple[str, ...]:
    """Injuries without one of a kind: the oldest; all others stay (as they are old)."""
    if healed not in injuries:
        return injuries
    at = injuries.index(healed)
    return injuries[:at] + injuries[at + 1 :]


_CHANGES: dict[Field, Callable[[Member, str], Member]] = {
    Field.TYPE: lambda one, after: replace(one, kind=after),
    Field.DIE: lambda one, after: replace(one, die=int(after)),
    Field.HEALTH: lambda one, after: replace(one, health=int(after)),
    Field.LOST: lambda one, after: replace(one, lost=int(after)),
    Field.STATUS: lambda one, after: replace(one, status=Standing(after)),
    Field.MISSES_NEXT: lambda one, after: replace(one, misses_next=after == YES),
    Field.AFFINITY: lambda one, after: replace(one, affinities=(*one.affinities, after)),
    Field.SLOTS: lambda one, after: replace(one, slots=int(after)),
    Field.ABILITY_SLOTS: lambda one, after: replace(one, ability_slots=int(after)),
    Field.RESOLVE: lambda one, after: replace(one, resolve=int(after)),
    Field.STEPS: lambda one, after: replace(one, steps=int(after)),
}
