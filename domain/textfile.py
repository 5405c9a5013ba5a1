"""Text files that people write (TOML): read into typed shapes, every fault named by its line."""

import re
import tomllib
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from domain.names import meant, said
from domain.terms import WrongUsage

S = TypeVar("S", bound=msgspec.Struct)
Place = tuple[str | int, ...]

LARGEST = 1_000_000
_HEADER = re.compile(r"\s*(\[\[?)\s*([\w.-]+)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"\s*([\w-]+)\s*=")
_AT = re.compile(r"(.*) \(at line (\d+), column (\d+)\)", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


def read(text: str, shape: type[S], where: str) -> S:
    """Read a text into a shape; raises `WrongUsage` with file, line and nearest right word."""
    if len(text) > LARGEST:
        raise WrongUsage(f"{where}: {len(text)} characters are too many for such a file")
    try:
        return msgspec.convert(tomllib.loads(text), shape)
    except tomllib.TOMLDecodeError as error:
        raise WrongUsage(_no_toml(str(error), where, text)) from error
    except RecursionError as error:
        raise WrongUsage(f"{where}: it is nested too deeply") from error
    except msgspec.ValidationError as error:
        sentence, _, path = str(error).partition(" - at `$")
        place = _place(path.rstrip("`"))
        word = _quoted(sentence)
        line = line_of(text, (*place, word))
        entry = "".join(f"{step}." for step in place).rstrip(".")
        raise WrongUsage(
            f"{where}:{line}: {entry and f'{entry}: '}{_plainly(sentence)}",
            hint=meant(word, _words(inspect.type_info(shape), place)) if word else "",
        ) from error


KINDS = {
    "str": "a text in quotes",
    "int": "a whole number",
    "float": "a number with a fraction",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}


def _no_toml(fault: str, where: str, text: str) -> str:
    """Where a text stops being TOML, and why."""
    why, line, column = fault, len(text.splitlines()) or 1, ""
    if at := _AT.fullmatch(fault):
        why, line, column = at[1], int(at[2]), f" at character {at[3]}"
    why = why.removesuffix(" (at end of document)")
    return f"{where}:{line}: no TOML{column}: {why[:1].lower()}{why[1:]}"


def _plainly(sentence: str) -> str:
    """What msgspec finds wrong, in our words."""
    if found := re.fullmatch(r"Object missing required field `(.*)`", sentence):
        return f"{found[1]} is missing"
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", sentence, re.DOTALL):
        return f"{said(found[1])} is no entry"
    if found := re.fullmatch(r"Expected `(\w+)`, got `(\w+)`", sentence):
        wanted, came = (KINDS.get(each, each) for each in found.groups())
        return f"{wanted} is expected, not {came}"
    return sentence


def line_of(text: str, place: Place) -> int:
    """The line of the entry or key that a place leads to, found by counting headers."""
    best, line, counts = 0, 1, dict[tuple[str, ...], int]()
    here: Place = ()
    for number, row in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(row):
            here = _enter(tuple(header[2].split(".")), counts, listed=header[1] == "[[")
            if here == place[: len(here)] and len(here) > best:
                best, line = len(here), number
        elif here == place[: len(here)] and len(here) >= best and len(place) > len(here):
            key = _KEY.match(row)
            if key and key[1] == place[len(here)]:
                best, line = len(here) + 1, number
    return line


def _enter(key: tuple[str, ...], counts: dict[tuple[str, ...], int], *, listed: bool) -> Place:
    """Where a header leads: its names, each with the number of the list entry it is in."""
    if listed:
        counts[key] = counts.get(key, -1) + 1
        for deeper in [other for other in counts if other[: len(key)] == key and other != key]:
            del counts[deeper]
    place: Place = ()
    for end in range(1, len(key) + 1):
        place += (key[end - 1],)
        if key[:end] in counts:
            place += (counts[key[:end]],)
    return place


def _place(path: str) -> Place:
    """What msgspec calls a path, as names and numbers."""
    return tuple(name or int(number) for name, number in _STEP.findall(path))


def _quoted(sentence: str) -> str:
    """The word that a fault is about."""
    found = re.search(r"['`](.*)['`]", sentence)
    return found[1] if found and "unknown field" in sentence else ""


def _words(kind: Any, place: Place) -> list[str]:
    """The names that an entry at this place may have."""
    for step in place:
        fields = {field.encode_name: field.type for field in getattr(kind, "fields", ())}
        kind = kind.item_type if isinstance(step, int) else fields[step]
    return [field.encode_name for field in getattr(kind, "fields", ())]
