"""How often a member fought, felled, fell and was injured: the count that an amendment shows.

So views count too, in SQL. Facts of a battle count unless it is a friendly one or void; those told
elsewhere do not. Somebody fights in a battle once, however often it takes the field, and whoever
fights for no crew is nobody's kill.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from domain.campaign import BattleClosed
from domain.chronicle import Began, Chronicle, Deployed, Entry, Fact, Fell
from domain.terms import Event, Who

COUNTED = ("battles", "kills", "falls", "injuries")

T = TypeVar("T")


def deeds(told: Chronicle, lines: Iterable[tuple[T, str, Event]]) -> Iterator[tuple[T, Who, str]]:
    """Of what is told of stories: whom each counts for and as what (`COUNTED`), with its teller.

    Each of `lines` that count is something of the caller's, a story and an event of it.
    """
    lines, tellers = list(lines), told.tellers()
    void = {event.battle for _, _, event in lines if isinstance(event, BattleClosed) and event.void}
    facts = [
        (mine, story, fact)
        for mine, story, event in lines
        if (teller := tellers.get(type(event)))
        for fact in teller(event)
    ]
    fought = {
        story for _, story, fact in facts if isinstance(fact, Began) and not fact.friendly
    } - void
    yield from _once([(mine, story, fact) for mine, story, fact in facts if story in fought])


def _once(facts: Sequence[tuple[T, str, Fact]]) -> Iterator[tuple[T, Who, str]]:
    deployed: set[tuple[str, str]] = set()
    sides = {
        (story, who.id): camp.crew.id
        for _, story, fact in facts
        if isinstance(fact, Began)
        for camp in fact.crews
        for who in camp.members
    }
    for mine, story, fact in facts:
        for who, what in _counts(fact, story, sides):
            part = (story, who.id)
            if what == "battles" and part in deployed:
                continue
            deployed |= {part} if what == "battles" else set()
            yield mine, who, what


def _counts(
    fact: Fact, story: str, sides: Mapping[tuple[str, str], str]
) -> Iterator[tuple[Who, str]]:
    """Whom a fact counts for, and as what; only who fights for another crew is somebody's kill."""
    match fact:
        case Deployed(member=who):
            yield who, "battles"
        case Fell(member=who, by=by):
            yield who, "falls"
            side = sides.get((story, who.id))
            foes = [one for one in by if side and sides.get((story, one.id)) != side]
            yield from ((victor, "kills") for victor in foes)
        case Entry(member=who, kind="injury"):
            yield who, "injuries"
        case _:
            pass
