"""How recruits are written down: as options of a command, in a crew's file, in a battle file.

A game says what is told of them (`Profiles`); whoever reads or writes knows no more than that.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

import msgspec

from domain.crew import Recruit
from domain.names import said
from domain.terms import WrongUsage


class Kind(StrEnum):
    """How a part of a profile is written."""

    WORD = "word"
    NAMES = "names"
    NUMBER = "number"
    FLAG = "flag"


class Where(StrEnum):
    """Where recruits are written down."""

    COMMAND = "command"
    CREW = "crew"
    BATTLE = "battle"


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is told of a recruit: `--item` as an option, `item "…"` in a battle file.

    `key` is what it is called in a crew's file, where that is another word.
    """

    word: str
    kind: Kind = Kind.WORD
    key: str = ""
    help: str = ""
    metavar: str = ""
    where: tuple[Where, ...] = tuple(Where)

    @property
    def name(self) -> str:
        """What it is called in a crew's file."""
        return self.key or self.word


class Profile(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody as they are written down; `parts` holds what else is told, by its word."""

    name: str = ""
    kind: str = ""
    rank: str = ""
    handle: str = ""
    name_kind: str = ""
    parts: Mapping[str, Any] = msgspec.field(default_factory=dict)

    def text(self, word: str) -> str:
        """A part that is a word; empty if it is not told."""
        return str(self.parts.get(word, ""))

    def names(self, word: str) -> tuple[str, ...]:
        """A part that is a list of names."""
        return tuple(self.parts.get(word, ()))

    def number(self, word: str) -> int:
        """A part that is a number; 0 if it is not told."""
        return int(self.parts.get(word, 0))

    def flag(self, word: str) -> bool:
        """Whether a part is told at all."""
        return bool(self.parts.get(word))


class Profiles(msgspec.Struct, frozen=True, kw_only=True):
    """What a game tells of its recruits, and the recruit that comes of it.

    `kind` and `rank` are always told: a type and a die, a role and a grade. `check` refuses a rank
    that cannot be read. `recruit` makes the action that recruits somebody into a crew.
    """

    kind: Part
    rank: Part
    parts: tuple[Part, ...]
    check: Callable[[str], object]
    recruit: Callable[[str, Profile], Recruit]

    def told(self, where: Where) -> tuple[Part, ...]:
        """The further parts that are told there."""
        return tuple(part for part in self.parts if where in part.where)


def faces(die: str) -> int:
    """How many faces `d10` has. Raises WrongUsage for what is no die."""
    digits = die[1:] if die[:1] in {"d", "D"} else ""
    if not digits.isdecimal() or len(digits) > 3:  # noqa: PLR2004  a d100 is the largest there is
        raise WrongUsage(f"{said(die)} is no die", hint="d6")
    return int(digits)
