"""The odds of dice, in whole fractions: how a roll may come, and what each way makes of the board.

A game says (`Game.odds`) in which ways the dice that its battle awaits may come and what stands on
the board for each side. How likely a way is comes of every face of every die, counted and never
sampled; what it does is what the game's own `decide` says. `domain.swings` tells of the rolls of a
battle how much each changed, and which changed most (ADR 0031).
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any

import msgspec

from domain.terms import Event, Who

LIMIT = 256
"""The ways of one roll are not counted where there are more."""

AGAIN = "again"
"""The code of faces that do not stand: a die of theirs is thrown once more."""

Shows = tuple[tuple[int, ...], ...]
"""For each awaited die the faces that it shows one after another; the last one stands."""


class Way(msgspec.Struct, frozen=True):
    """A way in which a roll may come: a code for what comes of it, its chance, faces that do it.

    Several ways of a roll may share a code: two wins that cost differently.
    """

    code: str
    chance: Fraction
    shows: Shows


class Ways(msgspec.Struct, frozen=True, kw_only=True):
    """All ways of a roll, their chances adding up to 1; `came` gives the code of faces that fell.

    An `idle` roll changes nothing on the board, whatever comes: it says who begins.
    """

    each: tuple[Way, ...]
    came: Callable[[Shows], str]
    idle: bool = False

    def chance(self, code: str) -> Fraction:
        """How likely it is that the roll comes so."""
        return sum((way.chance for way in self.each if way.code == code), Fraction(0))

    @property
    def codes(self) -> dict[str, Fraction]:
        """The chance of everything that may come."""
        return {way.code: self.chance(way.code) for way in self.each}


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A die as it fell: how many sides it has, the natural face, whose it is.

    `most` is the highest face that counted, 0 where that is its last: where a game's dice `shrink`,
    it had that many sides.
    """

    of: Who
    sides: int
    face: int
    most: int = 0


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What a game says of its dice.

    `ways` are those of the dice that a state awaits, None where they are too many to be counted; a
    die that does not stand is thrown on until it does. `worth` is what stands on the board for each
    side (a crew's story): what its members are worth as they are and what was scored, as the game's
    module says. `settled` is the state in which dice that lie on the table count as they
    lie, though somebody may still have one thrown again; `again` says that dice fell that do not
    stand. `who` names whose a die is, `says` what a code stands for.

    `fell` are the dice of an event, each throw once in all the events of a roll; `rolled` are the
    events that have any, and those that open a battle: `shrinks` says of one of these that in its
    battle a die has as many sides as it may show.
    """

    ways: Callable[[Any], Ways | None]
    worth: Callable[[Any], Mapping[str, Fraction]]
    settled: Callable[[Any], Any]
    again: Callable[[Any], bool]
    who: Callable[[Any, str], Who]
    says: Callable[[Any, str], str]
    fell: Callable[[Event], tuple[Die, ...]]
    rolled: tuple[type[Event], ...]
    shrinks: Callable[[Event], bool]


# Counting


class Face(msgspec.Struct, frozen=True):
    """What a die comes to: a value, how often, and faces that do it (none if it lies already)."""

    value: Any
    weight: int
    shows: tuple[int, ...]


class Cast(msgspec.Struct, frozen=True):
    """A die and all that it may come to, each value once; `shown` are the values of its faces."""

    faces: tuple[Face, ...]
    shown: Mapping[tuple[int, ...], Any]

    @property
    def whole(self) -> int:
        """How often in all."""
        return sum(face.weight for face in self.faces)

    @property
    def lies(self) -> bool:
        """Whether it is not thrown: it has fallen before."""
        return not self.faces[0].shows


def cast(
    throws: Iterable[tuple[tuple[int, ...], Fraction, Any]], alike: Callable[[Any], Hashable]
) -> Cast:
    """A die out of its throws: faces, chance, value; values that are `alike` count together."""
    shown: dict[tuple[int, ...], Any] = {}
    chances: dict[Hashable, Fraction] = {}
    first: dict[Hashable, tuple[Any, tuple[int, ...]]] = {}
    for shows, chance, value in throws:
        key = alike(value)
        shown[shows] = value
        chances[key] = chances.get(key, Fraction(0)) + chance
        first.setdefault(key, (value, shows))
    of = lcm(*(chance.denominator for chance in chances.values()))
    faces = (Face(*first[key][:1], int(chances[key] * of), first[key][1]) for key in chances)
    return Cast(tuple(faces), shown)


def plain(sides: int, value: Callable[[int], Any] = int) -> Cast:
    """A die of so many sides that stands as it falls, and what each face of it comes to."""
    throws = (((face,), Fraction(1, sides), value(face)) for face in range(1, sides + 1))
    return cast(throws, lambda found: found)


def lying(value: Any) -> Cast:
    """A die that lies on the table and counts for this."""
    return Cast((Face(value, 1, ()),), {})


Spread = dict[Any, tuple[int, Shows]]
"""For each thing that dice may come to together how often they do, and faces that do it."""


def spread(
    dice: Sequence[Cast], start: Hashable, step: Callable[[Any, Any, int], Hashable]
) -> Spread:
    """What dice come to together: `step` adds a die's value, and its number, to those before."""
    found: Spread = {start: (1, ())}
    for number, die in enumerate(dice):
        after: Spread = {}
        for key, (weight, shows) in found.items():
            for face in die.faces:
                new = step(key, face.value, number)
                before, known = after.get(new, (0, None))
                mine = (*shows, face.shows) if face.shows else shows
                after[new] = (before + weight * face.weight, mine if known is None else known)
        found = after
    return found


def merged(found: Spread, alike: Callable[[Any], Hashable]) -> Spread:
    """What dice come to, things that are alike counted together under the first of them."""
    first: dict[Hashable, Any] = {}
    after: Spread = {}
    for key, (weight, shows) in found.items():
        kept = first.setdefault(alike(key), key)
        before, known = after.get(kept, (0, shows))
        after[kept] = before + weight, known
    return after


def of_all(dice: Iterable[Cast]) -> int:
    """How often in all dice come to something together."""
    return prod(die.whole for die in dice)


def together(
    dice: Sequence[Cast], start: Hashable, step: Callable[[Any, Any, int], Hashable]
) -> Callable[[Shows], Any]:
    """What faces that fell come to together; AGAIN where one of them does not stand."""

    def read(shows: Shows) -> Any:
        given = iter(shows)
        key: Any = start
        for number, die in enumerate(dice):
            value = die.faces[0].value if die.lies else _read(die, next(given))
            if value is AGAIN:
                return AGAIN
            key = step(key, value, number)
        return key

    return read


def _read(die: Cast, shows: tuple[int, ...]) -> Any:
    """What a die's faces count for: by themselves, or by the last of them alone."""
    return die.shown.get(shows, die.shown.get(shows[-1:], AGAIN))


def counted(found: Spread, whole: int, code: Callable[[Any], str]) -> tuple[Way, ...]:
    """Ways out of what dice come to, `whole` times in all."""
    return tuple(
        Way(code(key), Fraction(weight, whole), shows) for key, (weight, shows) in found.items()
    )


# The board


def expected(values: Iterable[tuple[Fraction, Fraction]]) -> Fraction:
    """The mean of values, each with its chance."""
    return sum((chance * value for chance, value in values), Fraction(0))


def leads(worth: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """By how much each side leads: its worth less the most that another side has."""
    return {
        side: mine - max((other for each, other in worth.items() if each != side), default=0)
        for side, mine in worth.items()
    }
