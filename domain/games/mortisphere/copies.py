"""Own content beside the codex in one `Book`, and what a battle uses of it, copied.

A battle's record says so what was played, for good: each copy is marked `own` or official.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from domain.books import Books
from domain.codex import Listed, Shape
from domain.effects import Parts
from domain.games.mortisphere import tables
from domain.games.mortisphere.scenarios import Scenario
from domain.games.mortisphere.shapes import Ability, Book, Item, Status, Type, Will, book
from domain.own import Own
from domain.terms import Who, WrongUsage

E = TypeVar("E", bound=Listed)
OwnEntry = Type | Ability | Item | Status | Scenario
Entry = OwnEntry | Will | tables.Injury | tables.Advance
Entries = tuple[tuple[str, Entry], ...]
"""Entries, each with the list of the codex in which it stands."""

SHAPES: dict[str, tuple[type[OwnEntry], str]] = {
    "type": (Type, "types"),
    "ability": (Ability, "abilities"),
    "item": (Item, "equipment"),
    "status": (Status, "statuses"),
    "scenario": (Scenario, "scenarios"),
}
"""What may be own: its shape, and the list of the codex that it joins."""


class Content(Shape, frozen=True):
    """What a battle is played by: what its members are and have, all statuses, all that is own.

    What is own is there whole, since its aftermath sells, finds and teaches it as well.
    """

    types: tuple[Type, ...] = ()
    abilities: tuple[Ability, ...] = ()
    equipment: tuple[Item, ...] = ()
    wills: tuple[Will, ...] = ()
    statuses: tuple[Status, ...] = ()
    injuries: tuple[tables.Injury, ...] = ()
    advances: tuple[tables.Advance, ...] = ()


def used(rules: Book, scenario: Scenario, profiles: Iterable[Parts]) -> Content:
    """What the members of a battle and its neutrals bring, in the codex's order (MS-EVT-2).

    All statuses are in it, since rules and rulings put them on.
    """
    parts = {part for profile in profiles for part in profile}
    parts |= {("type", neutral.type) for neutral in scenario.neutrals}
    parts |= {("ability", each) for neutral in scenario.neutrals for each in neutral.abilities}

    def of(family: str, entries: tuple[E, ...]) -> tuple[E, ...]:
        return tuple(e for e in entries if (family, e.id) in parts or getattr(e, "own", False))

    return Content(
        types=of("type", rules.types),
        abilities=of("ability", rules.abilities),
        equipment=of("item", rules.equipment),
        wills=of("will", rules.wills),
        statuses=rules.statuses,
        injuries=of("injury", rules.injuries),
        advances=of("advance", rules.advances),
    )


def book_of(books: Books) -> Book:
    """The codex of a campaign: that of its edition, and its own content as it was taken last."""
    return joined(books.edition or book().edition, books.content)


@lru_cache(maxsize=16)
def joined(edition: str, own: tuple[Own, ...]) -> Book:
    """The codex of an edition, and own content beside it."""
    return _with(edition, tuple((SHAPES[one.kind][1], read(one)) for one in own))


def played(edition: str, content: Iterable[Content]) -> Book:
    """The codex that a battle is played by: its copies, and for the rest its edition."""
    return _with(
        edition,
        tuple(
            (field, entry)
            for copies in content
            for field in copies.__struct_fields__
            for entry in getattr(copies, field)
        ),
    )


def read(one: Own) -> OwnEntry:
    """An own entry, marked; raises WrongUsage for what is none."""
    if one.kind not in SHAPES:
        raise WrongUsage(f"own content has no {one.kind}")
    try:
        entry: OwnEntry = msgspec.json.decode(one.text, type=SHAPES[one.kind][0])
    except msgspec.MsgspecError as error:
        raise WrongUsage(f"{one.said} cannot be read: {error}") from error
    if not entry.own or entry.id != one.id or text_of(entry) != one.text:
        raise WrongUsage(f"{one.said} is not as own content is written")
    return entry


def text_of(entry: msgspec.Struct) -> str:
    """An entry as it stands in the record."""
    return msgspec.json.encode(entry, order="sorted").decode()


def owns(content: Iterable[Content], scenario: Scenario) -> tuple[Own, ...]:
    """What a battle was opened with that is own, each entry as own content is taken."""
    copied = tuple(content)
    entries = [
        (kind, entry)
        for kind, (_, field) in SHAPES.items()
        for one in copied
        for entry in getattr(one, field, ())
    ]
    return tuple(
        Own(kind, entry.id, text_of(entry))
        for kind, entry in (*entries, ("scenario", scenario))
        if entry.own
    )


def owned(rules: Book, parts: Iterable[tuple[str, str]]) -> tuple[Who, ...]:
    """Which of these parts of profiles are own content, in the codex's order, each once."""
    wanted = set(parts)
    return tuple(
        Who(one.id, one.name)
        for family, entries in (
            ("type", rules.types),
            ("ability", rules.abilities),
            ("item", rules.equipment),
        )
        for one in entries
        if one.own and (family, one.id) in wanted
    )


def shown(rules: Book, scenario: Scenario, profiles: Iterable[Parts]) -> tuple[str, ...]:
    """What of a scenario, and of those who fight, is own content, by name."""
    mine = owned(rules, (part for profile in profiles for part in profile))
    return (*((scenario.name,) if scenario.own else ()), *(one.name for one in mine))


def _with(edition: str, entries: Entries) -> Book:
    """The codex with these entries in their places, or behind those it has."""
    known = _known(edition)
    return _other(
        edition, tuple((field, one) for field, one in entries if known.get((field, one.id)) != one)
    )


@lru_cache(maxsize=4)
def _known(edition: str) -> dict[tuple[str, str], Entry]:
    """The entries of an edition by list and id."""
    official, fields = book(edition), (*Content.__struct_fields__, "scenarios")
    return {(field, one.id): one for field in fields for one in getattr(official, field)}


@lru_cache(maxsize=16)
def _other(edition: str, entries: Entries) -> Book:
    """The codex with entries that are not in it: one Book for all who play by the same."""
    found = book(edition)
    for field in dict.fromkeys(field for field, _ in entries):
        known = {one.id: one for one in getattr(found, field)}
        known |= {one.id: one for where, one in entries if where == field}
        found = replace(found, **{field: tuple(known.values())})
    return found
