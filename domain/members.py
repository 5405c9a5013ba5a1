"""What befalls a member between battles, in any game: it learns, is hurt, changes, is lost.

Facts alone: what earns experience and what an injury does is said by the game.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import assert_never

from msgspec.structs import replace

from domain.books import Member, Standing
from domain.terms import Event, Who, as_said


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
    GRADE = "grade"


YES, NO = "yes", "no"


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
                after, before = as_said(self.after), as_said(self.before)
                return f"{name}: {what} {after}, was {before}{why}."


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


def profile(member: Member, event: MemberEvent) -> Member:
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
        case MemberLost() | MemberReturned():
            back = isinstance(event, MemberReturned)
            return replace(member, status=Standing.FIT if back else Standing.LOST)
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
    Field.GRADE: lambda one, after: replace(one, grade=after),
    Field.STEPS: lambda one, after: replace(one, steps=int(after)),
}
