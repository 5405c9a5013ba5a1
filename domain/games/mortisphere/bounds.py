"""What every entry keeps to: ids, names and texts of a fit form, numbers within their range."""

import re
from collections.abc import Callable, Iterator

import msgspec

from domain.codex import Fault, Place
from domain.effects import Condition, Effect
from domain.games.mortisphere import scenarios, shapes
from domain.names import LONGEST_SLUG, clean, prose, said
from domain.terms import WrongUsage

_ID = re.compile("[a-z0-9]+([_-][a-z0-9]+)*")
# the least and the most, where a number is not checked with what it stands beside
RANGES: dict[type[msgspec.Struct], dict[str, tuple[int, int]]] = {
    shapes.Type: {"slots": (0, 3)},
    shapes.Ability: {"cost": (1, 2)},  # MS-ABI-3
    shapes.Item: {"cost": (1, 3)},  # MS-EQP-3
    Effect: {"times": (0, 9), "price": (0, 3)},
    scenarios.Scenario: {"rounds": (1, 20)},
    scenarios.Objective: {"required": (1, 9), "copies": (1, 9)},
    scenarios.Score: {"points": (1, 20), "cap": (0, 50)},
    scenarios.Neutral: {"health": (1, 20)},
    scenarios.Reward: {"value": (1, 9)},
}
MOST_AREAS = 12
_PROSE = ("text", "story", "purpose", "campaign")
_MAY_BE_SILENT = (scenarios.Deployment,)


def faults(at: Place, one: msgspec.Struct) -> Iterator[Fault]:
    """Whatever in an entry, and in what it is made of, is of no fit form or out of its range."""
    if isinstance(one, Condition):  # its name is a word, not a name
        return
    for field, value in msgspec.structs.asdict(one).items():
        yield from _field((*at, field), type(one), field, value)
    if isinstance(one, scenarios.Scenario) and len(one.areas) > MOST_AREAS:
        yield Fault(at, f"it has {len(one.areas)} Areas, {MOST_AREAS} at most can be shown")


def _field(at: Place, kind: type[msgspec.Struct], field: str, value: object) -> Iterator[Fault]:
    """What is wrong with a field, and with what is in it."""
    match value:
        case tuple():
            for number, part in enumerate(value):
                yield from _field((*at, number), kind, field, part)
        case msgspec.Struct():
            yield from faults(at, value)
        case int():
            yield from _number(at, field, value, RANGES.get(kind, {}))
        case str() if value or kind not in _MAY_BE_SILENT:
            yield from _text(at, field, value)
        case _:
            pass


def _number(
    at: Place, field: str, value: int, ranges: dict[str, tuple[int, int]]
) -> Iterator[Fault]:
    """A number lies within its range."""
    least, most = ranges.get(field, (value, value))
    if not least <= value <= most:
        yield Fault(at, f"{field} is {least} to {most}, not {value}")


def _text(at: Place, field: str, value: str) -> Iterator[Fault]:
    """An id or tag is plain, a name is a name, a text can be read."""
    if field in ("id", "tags") and (not _ID.fullmatch(value) or len(value) > LONGEST_SLUG):
        kind = "tag" if field == "tags" else "id"
        yield Fault(at, f"'{said(value)}' is no {kind}", "small letters and digits, joined by -")
    elif field == "name":
        yield from _refused(at, lambda: clean(value))
    elif field in _PROSE:
        yield from _refused(at, lambda: prose(value, "text"))


def _refused(at: Place, read: Callable[[], str]) -> Iterator[Fault]:
    """The fault that reading a text finds."""
    try:
        read()
    except WrongUsage as refusal:
        yield Fault(at, refusal.message, refusal.hint)
