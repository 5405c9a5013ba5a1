"""The numbers that are shown, and whose they are: read from the very documents that show them.

A document is what `battle show --json`, `crew show --json` or `season --json` is made of. Whatever
whole number a game shows there is found, without being told of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from domain.books import Books, Crew, Member
from domain.chronicle import Chronicle, profile, summary
from domain.explaining import Key, Numbers, Owner

Plain = Mapping[str, Any]

AWAITED = ("dice", "turn")
"""What is about to happen: no number of anybody."""


def of_battle(story: str, shown: Plain, order: str) -> Numbers:
    """The numbers of a battle: its own, those of its crews, of who fights, of its objectives.

    A crew has what stands beside its name (`scores` is its `score`), and its place in the `order`.
    """
    crews = {name: Owner(id=name, name=name) for name in shown["scores"]}
    owners = {story: Owner(id=story, name=story), **crews}
    values: dict[Key, int] = {}
    marks = set[tuple[str, str]]()
    for field, value in shown.items():
        if field in AWAITED:
            continue
        for name, number in _flat({field: value}):
            crew = name.removeprefix(f"{field}.") if name != field else ""
            key = Key(crew, field.removesuffix("s")) if crew in crews else Key(story, name)
            values[key] = number
        if isinstance(value, list):
            entries = [each for each in value if isinstance(each, Mapping)]
            marks |= _take(entries, owners, values)
    for place, name in enumerate(shown.get("order", ()), start=1):
        values[Key(name, order)] = place
    return Numbers(owners, values, frozenset(marks))


def of_season(season: str, shown: Plain) -> Numbers:
    """The numbers of what is played between battles, but for the crews, whose numbers are theirs.

    One of several things is named by its number: `offers.2.prize`.
    """
    own = {field: value for field, value in shown.items() if field != "crews"}
    values = {Key(season, name): number for name, number in _flat(_numbered(own))}
    return Numbers({season: Owner(id=season, name=season)}, values)


def _numbered(value: Any) -> Any:
    """A document in which each of several things stands by its number."""
    if isinstance(value, Mapping):
        return {word: _numbered(one) for word, one in value.items()}
    if isinstance(value, list | tuple) and value and all(isinstance(v, Mapping) for v in value):
        return {str(one.get("number", n)): _numbered(one) for n, one in enumerate(value, 1)}
    return value


class Roster:
    """The numbers of a crew and its members, as its books grow."""

    def __init__(self, told: Chronicle, season: Callable[[Books, Crew], Plain], story: str) -> None:
        self._told = told
        self._season = season
        self._story = story
        self._known: dict[str, tuple[Member, Plain]] = {}

    def look(self, books: Books) -> Numbers:
        """The numbers as these books have them."""
        crew = books.crews.get(self._story)
        owners: dict[str, Owner] = {}
        values: dict[Key, int] = {}
        marks = set[tuple[str, str]]()
        if crew is not None:
            who = {"id": crew.who.id, "name": crew.who.name}
            documents = [who | summary(self._told, crew) | dict(self._season(books, crew))]
            documents += [self._member(crew, one) for one in crew.members]
            marks = _take(documents, owners, values)
        return Numbers(owners, values, frozenset(marks))

    def _member(self, crew: Crew, one: Member) -> dict[str, Any]:
        """A member's document; one that has not changed is the same as before."""
        known = self._known.get(one.who.id)
        if known is None or known[0] is not one:
            known = self._known[one.who.id] = one, profile(self._told, one)
        who = {"id": one.who.id, "name": one.who.name, "handle": one.handle}
        return {**known[1], **who, "crew": crew.who.name}


def _take(
    entries: Iterable[Plain], owners: dict[str, Owner], values: dict[Key, int]
) -> set[tuple[str, str]]:
    """What each document of its own has: a crew, a member, a neutral, a copy of an objective.

    Returns the words in its lists, each with whose it is.
    """
    marks = set[tuple[str, str]]()
    for entry in entries:
        copy = f"#{entry['copy']}" if "copy" in entry else ""
        owner = Owner(
            id=f"{entry['id']}{copy}",
            name=f"{entry['name']} {copy}".strip(),
            handle=entry.get("handle", ""),
            crew=entry.get("crew", ""),
        )
        owners[owner.id] = owner
        for name, number in _flat(entry):
            if name != "copy":
                values[Key(owner.id, name)] = number
        lists = (value for value in entry.values() if isinstance(value, list | tuple))
        marks |= {(owner.id, word) for words in lists for word in words if isinstance(word, str)}
    return marks


def _flat(document: Plain, path: str = "") -> Iterator[tuple[str, int]]:
    """Every whole number in a document, by the words that lead to it."""
    for word, value in document.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}{word}.")
        elif isinstance(value, int) and not isinstance(value, bool):
            yield f"{path}{word}", value
