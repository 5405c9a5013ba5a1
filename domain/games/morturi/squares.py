"""Sections 1, 4.1, 5.1 and 8: squares, directions, facing and distance.

Columns are letters from the west, rows are numbers from the south: `A1` is the south-west corner,
`AA1` the twenty-seventh square of its row.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from domain.names import said
from domain.terms import NotFound

LETTERS = 26
_NAME = re.compile(r"([A-Z]{1,2})([1-9]\d?)")


class Dir(StrEnum):
    """A direction; a gladiator always faces one of the four (MR-MOV-8)."""

    NORTH = "n"
    EAST = "e"
    SOUTH = "s"
    WEST = "w"

    @property
    def step(self) -> tuple[int, int]:
        """How far one square that way leads to the east and to the north."""
        return _STEPS[self]

    @property
    def back(self) -> "Dir":
        """The opposite direction."""
        dirs = list(Dir)
        return dirs[(dirs.index(self) + 2) % 4]


_STEPS = {Dir.NORTH: (0, 1), Dir.EAST: (1, 0), Dir.SOUTH: (0, -1), Dir.WEST: (-1, 0)}


class Side(StrEnum):
    """From which side an attack comes, as its target faces (MR-FAC-1)."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"


class Square(NamedTuple):
    """A square: its column from the west and its row from the south, both from 1."""

    x: int
    y: int

    @property
    def name(self) -> str:
        """The square as people write it, `H1`."""
        more, last = divmod(self.x - 1, LETTERS)
        return f"{chr(64 + more) if more else ''}{chr(65 + last)}{self.y}"

    def to(self, direction: Dir, squares: int = 1) -> "Square":
        """The square so far in a direction, whether or not the arena has it."""
        east, north = direction.step
        return Square(self.x + east * squares, self.y + north * squares)

    @property
    def around(self) -> tuple["Square", ...]:
        """The four squares that share an edge with it, north first (MR-GEN-2)."""
        return tuple(self.to(direction) for direction in Dir)


def square(name: str) -> Square:
    """The square of that name; raises `NotFound` for what is none."""
    found = _NAME.fullmatch(name.strip().upper())
    if not found:
        raise NotFound(f"{said(name)} is no square", hint="a square is called like H1")
    column = 0
    for letter in found[1]:
        column = column * LETTERS + ord(letter) - 64
    return Square(column, int(found[2]))


def distance(one: Square, other: Square) -> int:
    """MR-RNG-1: how many steps lie between two squares, counted like movement."""
    return abs(one.x - other.x) + abs(one.y - other.y)


def adjacent(one: Square, other: Square) -> bool:
    """MR-GEN-2: whether two squares share an edge."""
    return distance(one, other) == 1


def towards(start: Square, end: Square) -> tuple[Dir, ...]:
    """MR-REA-2: the directions whose quadrant holds a square: one, or two on an exact diagonal."""
    east, north = end.x - start.x, end.y - start.y
    if not east and not north:
        return ()
    across = Dir.EAST if east > 0 else Dir.WEST
    along = Dir.NORTH if north > 0 else Dir.SOUTH
    if abs(east) == abs(north):
        return tuple(direction for direction in Dir if direction in (across, along))
    return (across,) if abs(east) > abs(north) else (along,)


def side(target: Square, facing: Dir, attacker: Square) -> Side:
    """MR-FAC-1, -3: from which side an attack comes; an exact diagonal counts as flank."""
    match towards(target, attacker):
        case (direction,) if direction is facing:
            return Side.FRONT
        case (direction,) if direction is facing.back:
            return Side.REAR
        case _:
            return Side.FLANK


def straight_away(pusher: Square, pushed: Square) -> Dir:
    """MR-FRC-3: the direction in which somebody beside the pusher is pushed."""
    return towards(pusher, pushed)[0]
