"""The closed list of field types, to which every event and action of every game is held."""

import re
from enum import IntEnum, StrEnum
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from domain.game import catalogue, installed
from domain.ledger.fields import check
from domain.ledger.record import Catalogue
from domain.terms import Event, Who


class Suit(StrEnum):
    """A text from a list."""

    BONE = "bone"


class Count(IntEnum):
    """Numbers with names are not on the list."""

    ONE = 1


class Die(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Struct of the record."""

    faces: int
    shown: tuple[int, ...] = ()


class Left(Die, frozen=True, tag="left"):
    """One of two."""


class Right(Die, frozen=True, tag="right"):
    """The other."""


class Loose(msgspec.Struct):
    """Neither frozen nor strict."""

    faces: int


class Row(Die, frozen=True, array_like=True):
    """An array in JSON."""


class Holder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Holds what must not be held."""

    rate: float


def event(kind: object, **default: object) -> type[msgspec.Struct]:
    """An event with one field, `x`."""
    field = ("x", kind, default["default"]) if default else ("x", kind)
    return msgspec.defstruct("Happened", [field], bases=(Event,), frozen=True, kw_only=True)


@pytest.mark.parametrize(
    "kind",
    [
        str, int, bool, Suit, Who, Die, tuple[int, ...], tuple[Who, ...],
        tuple[tuple[Die, ...], ...], Left | Right, tuple[Left | Right, ...], "int",
    ],
    ids=repr,
)  # fmt: skip
def test_what_an_event_may_hold(kind: object) -> None:
    """Texts, whole numbers, truth values, StrEnums, Who, frozen Structs, tuples, tagged unions."""
    check(event(kind))


@pytest.mark.parametrize(
    "kind",
    [
        float, bytes, None, object, Count, list[int], dict[str, int], set[int], tuple[int, str],
        tuple[int], int | None, int | str, Left, Left | Die, Loose, Row, Holder,
    ],
    ids=repr,
)  # fmt: skip
def test_what_an_event_may_not_hold(kind: object) -> None:
    """The error names the class and the field; twice asked, it is said twice."""
    unfit = event(kind)
    for _ in range(2):
        with pytest.raises(TypeError, match=r"Happened\.x|Loose|Row|Holder\.rate|Die"):
            check(unfit)


@pytest.mark.parametrize("default", ["", 0, False, True, (), Suit.BONE], ids=repr)
def test_defaults_that_are_left_out_for_certain(default: object) -> None:
    """Each of these is one object in Python, so that encoding recognises it."""
    check(event(type(default) if default != () else tuple[int, ...], default=default))


@pytest.mark.parametrize("default", ["red", 7, (1,), Who("", "")], ids=repr)
def test_other_defaults_are_refused(default: object) -> None:
    """Two equal objects would be written in two ways."""
    kind = tuple[int, ...] if isinstance(default, tuple) else type(default)
    with pytest.raises(TypeError, match=r"Happened\.x: .* is no default"):
        check(event(kind, default=default))


def test_a_key_has_ascii_letters() -> None:
    """RFC 8785 sorts by UTF-16; with ASCII keys every sorting is the same."""
    named = msgspec.defstruct("Happened", [("größe", int)], bases=(Event,), frozen=True)
    with pytest.raises(TypeError, match="ASCII"):
        check(named)


@pytest.mark.parametrize("game", installed())
def test_every_event_and_action_of_a_game_keeps_to_the_list(game: str) -> None:
    """A command does not ask again: what is here is what it runs with."""
    catalogue(game).check()


def test_a_catalogue_names_the_class_that_does_not() -> None:
    """Be it one that is seldom met."""

    class Weighed(Event, frozen=True, kw_only=True, tag="toy.weighed/1"):
        """Something with a fraction."""

        grams: float

    with pytest.raises(TypeError, match=r"Weighed\.grams: .* is no type for the record"):
        Catalogue([], [], rest=lambda: [Weighed]).check()


class Rank(IntEnum):
    """Codes that are numbers."""

    EASY = 0
    HARD = 1


def test_case_125_a_code_is_no_number() -> None:
    """Case 125: a number of today may mean something else tomorrow: such a field is refused."""
    with pytest.raises(TypeError, match=r"Happened\.x"):
        check(event(Rank))


def enums(kind: Any) -> set[type[StrEnum]]:
    """The codes that a shape holds, however deep."""
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return {kind}
    found: set[type[StrEnum]] = set()
    for part in get_args(kind):
        found |= enums(part)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for hint in get_type_hints(kind).values():
            found |= enums(hint)
    return found


@pytest.mark.parametrize("game", installed())
def test_case_125_codes_are_names(game: str) -> None:
    """Case 125: every code that can be on record is a word, whatever its place in the list."""
    known = catalogue(game)
    codes = set[type[StrEnum]]()
    for kind in (*known.events.values(), *known.actions.values()):
        codes |= enums(kind)
    assert len(codes) > 2
    for code in codes:
        assert all(re.fullmatch(r"[a-z]+([-_][a-z]+)*", each.value) for each in code), code
