"""Statements that hold whoever plays whatever, and somebody who looks at every event with them."""

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from domain.terms import Event

S = TypeVar("S")


class Broken(AssertionError):
    """An invariant does not hold: which one, and the event that shows it."""


class Invariant(Generic[S]):
    """One statement; `see` looks at an event with the state before and after it."""

    id: ClassVar[str]
    text: ClassVar[str]

    def see(self, before: S, event: Event, after: S) -> bool:
        """Whether the statement still holds."""
        raise NotImplementedError


class Watching(Generic[S]):
    """Looks at events in turn, with all statements, and at what they leave behind."""

    def __init__(self, invariants: Iterable[type[Invariant[S]]]) -> None:
        self.watching = [each() for each in invariants]

    def see(self, before: S, event: Event, after: S) -> None:
        """Check all invariants at an event."""
        for each in self.watching:
            if not each.see(before, event, after):
                raise Broken(f"{each.id} ({each.text}) at {event!r}: {event.told()}")
