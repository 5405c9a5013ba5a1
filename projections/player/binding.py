"""Sentences bound to the record: which of their words and numbers are fields of their event.

A page says `Sura pays 3`; the record says who and how much. As a pattern the sentence is
`{member.name} pays {amount}`, so that whoever has the event can make the sentence again,
and see whether a page tells it otherwise.
"""

from collections.abc import Iterator, Mapping
from typing import Any

Pattern = tuple[str, ...]
"""Texts and, between them, paths of fields: `("", "member.name", " pays ", "amount", "")`."""


def leaves(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The texts and numbers of an event, each with its path, `dice.0.natural`."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from leaves(value, f"{path}.{key}" if path else key)
    elif isinstance(data, list | tuple):
        for place, value in enumerate(data):
            yield from leaves(value, f"{path}.{place}" if path else str(place))
    elif isinstance(data, str | int) and not isinstance(data, bool) and str(data):
        yield path, str(data)


def bound(text: str, data: Mapping[str, Any]) -> Pattern:
    """A sentence as a pattern over its event's fields; the longest field that fits is taken."""
    fields = dict[str, str]()
    for path, value in leaves(data):
        fields.setdefault(value, path)
    known = sorted(fields, key=lambda value: (-len(value), value))
    first = {value[0] for value in known}
    parts, start, place = list[str](), 0, 0
    while place < len(text):
        value = ""
        if text[place] in first and not _within(text, place):
            value = next((one for one in known if _here(text, place, one)), "")
        if value:
            parts += [text[start:place], fields[value]]
            start = place = place + len(value)
        else:
            place += 1
    return (*parts, text[start:])


def _here(text: str, place: int, value: str) -> bool:
    """Whether a whole value stands at a place, and not the beginning of a longer word."""
    end = place + len(value)
    return text.startswith(value, place) and not _within(text, end)


def _within(text: str, place: int) -> bool:
    """Whether a place lies within a word or a number."""
    return 0 < place < len(text) and text[place - 1].isalnum() and text[place].isalnum()


def filled(pattern: Pattern, data: Mapping[str, Any]) -> str:
    """The sentence that a pattern makes of an event."""
    known = dict(leaves(data))
    return "".join(known[part] if place % 2 else part for place, part in enumerate(pattern))
