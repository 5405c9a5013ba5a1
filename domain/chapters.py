"""How a game's chapters play together: who remembers an event, what comes first, going on alone.

A chapter is a module: `EVENTS` are its own, `HEARS` others that it remembers too, `evolve`
remembers them; a chapter without `evolve` remembers none.
"""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from domain.terms import Event, Telling

S = TypeVar("S")
A = TypeVar("A")
Memory = dict[type[Event], tuple[Callable[[Any, Event], Any], ...]]


def remembering(chapters: Iterable[Any]) -> Memory:
    """Each event that the chapters know, with those that remember it, in their order, each once."""
    found: dict[type[Event], dict[Callable[[Any, Event], Any], None]] = {}
    for chapter in chapters:
        remember = getattr(chapter, "evolve", None)
        for event in dict.fromkeys((*chapter.EVENTS, *getattr(chapter, "HEARS", ()))):
            found.setdefault(event, {}).update({remember: None} if remember else {})
    return {event: tuple(remember) for event, remember in found.items()}


def first(waiting: Iterable[Callable[[S], A | None]], state: S) -> A | None:
    """What is due first of all that may be due; None if nothing is."""
    for chapter in waiting:
        found = chapter(state)
        if found is not None:
            return found
    return None


def proceed(telling: Telling[S], upcoming: Callable[[S], Any]) -> None:
    """Go on by itself, step by step, until somebody is awaited."""
    while callable(step := upcoming(telling.state)):
        step(telling)


def settled(state: S, evolve: Callable[[S, Event], S], upcoming: Callable[[S], Any]) -> S:
    """The state when the steps that are taken without anybody are taken."""
    telling = Telling(state, evolve)
    proceed(telling, upcoming)
    return telling.state
