"""Text files that people write (TOML): read into typed shapes, every fault named by its line."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from domain.names import meant, said
from domain.terms import WrongUsage

S = TypeVar("S", bound=msgspec.Struct)
Place = tuple[str | int, ...]

LARGEST = 200_000
MOST_DOTS = 200  # Python takes time for a key `a.b.c…` that grows with the cube of its parts
# Compiled when a text is at fault: reading one that is not needs none of them.
_HEADER = r"\s*(\[\[?)\s*([\w.\"'-]+)\s*\]\]?\s*(#.*)?$"
_KEY = r"\s*[\"']?([\w-]+)[\"']?\s*=\s*(\[\s*(#.*)?$)?"
_ITEM = r"\s*\{"
_STEP = r"\.([^.\[\]]+)|\[(\d+)\]"
_WHERE = r" \(at (?:line (\d+), column (\d+)|end of document)\)$"
_QUOTES = ('"""', "'''")


class Broken(ValueError):
    """A text that is no TOML: the line, and what is wrong there."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line
        self.sentence = sentence


def parse(text: str) -> dict[str, Any]:
    """A text as TOML has it; raises `Broken`."""
    if len(text) > LARGEST:
        raise Broken(1, f"{len(text)} characters are too many for such a file")
    for number, row in enumerate(text.split("\n"), 1):
        if row.count(".") > MOST_DOTS:
            raise Broken(number, f"{row.count('.')} dots are too many for one line")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Broken(1, "it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        fault = str(error)
        found = re.search(_WHERE, fault)
        line = int(found[1] or text.count("\n") + 1) if found else 1
        column = f" at character {found[2]}" if found and found[2] else ""
        why = re.sub(_WHERE, "", fault)
        raise Broken(line, f"no TOML{column}: {why[:1].lower()}{why[1:]}") from None
    except ValueError:  # more digits than Python reads
        raise Broken(1, "it holds a number of too many digits") from None


def read(text: str, shape: type[S], where: str) -> S:
    """Read a text into a shape; raises `WrongUsage` with file, line and nearest right word."""
    try:
        return msgspec.convert(parse(text), shape)
    except Broken as error:
        raise WrongUsage(f"{where}:{error.line}: {error.sentence}") from error
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
    """The line of the entry or key that a place leads to."""
    return Lines(text).of(place)


class Lines:
    """Where the entries and keys of a text stand, found by counting its headers."""

    def __init__(self, text: str) -> None:
        self._at: dict[Place, int] = {(): 1}
        headers = _Headers()
        here: Place = ()
        listed: Place = ()  # the key whose list is written below it, an item a line
        items = 0
        for number, row in _rows(text):
            if header := re.match(_HEADER, row):
                here = headers.enter(header[2], listed=header[1] == "[[")
                self._at.setdefault(here, number)
                listed = ()
            elif listed and re.match(_ITEM, row):
                self._at.setdefault((*listed, items), number)
                items += 1
            elif key := re.match(_KEY, row):
                self._at.setdefault((*here, key[1]), number)
                listed, items = ((*here, key[1]) if key[2] else ()), 0

    def of(self, place: Place) -> int:
        """The line of the entry or key that a place leads to, or of the nearest one round it."""
        ends = range(len(place), -1, -1)
        return next(self._at[place[:end]] for end in ends if place[:end] in self._at)


class _Headers:
    """The headers met so far: for each name how many entries its list has, and what is in it."""

    def __init__(self) -> None:
        self.count = 0
        self.within: dict[str, _Headers] = {}

    def enter(self, header: str, *, listed: bool) -> Place:
        """Where a header leads: its names, each with the number of the list entry it is in."""
        place: list[str | int] = []
        one = self
        names = [name.strip("\"'") for name in header.split(".")]
        for number, name in enumerate(names, 1):
            one = one.within.setdefault(name, _Headers())
            place.append(name)
            if listed and number == len(names):
                one.count += 1
                one.within = {}
            if one.count:
                place.append(one.count - 1)
        return tuple(place)


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text by number, without those that lie inside a text of several lines."""
    inside = ""
    for number, row in enumerate(text.split("\n"), 1):
        if inside:
            inside = "" if row.count(inside) % 2 else inside
            continue
        yield number, row
        inside = next((quotes for quotes in _QUOTES if row.count(quotes) % 2), "")


def _place(path: str) -> Place:
    """What msgspec calls a path, as names and numbers."""
    return tuple(name or int(number) for name, number in re.findall(_STEP, path))


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
