"""Dice against what was to be expected, and what may honestly be said of the difference.

Of `ENOUGH` throws of a kind on a chi-square test says how often honest dice would differ so much or
more; of fewer only counts are told. Several kinds that are looked at together are held to it
together (Holm), so that whoever looks at many dice does not find an odd one by looking.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

import msgspec

from domain.dice import FEWEST_SIDES
from domain.terms import Who
from projections.chance import between, chi_square, holm
from projections.dice import NOBODY, Throw

ENOUGH = 500
"""So many throws of a kind are needed before anything is said of chance."""

ERROR = 0.01
"""How often honest dice are called unusual, of all that are looked at together."""

SURE = 1_000_000_000


class By(StrEnum):
    """What throws are told apart by, beside the kind of die."""

    DIE = "die"
    CREW = "crew"
    MEMBER = "member"
    SOURCE = "source"


class Verdict(StrEnum):
    """What may be said of dice: nothing yet, nothing unusual, or that they are unusual."""

    TOO_FEW = "too-few"
    NO_REASON = "no-reason"
    UNUSUAL = "unusual"


class Kind(NamedTuple):
    """Which throws are counted together: of a die, of a crew, of somebody, from somewhere."""

    sides: int
    crew: str = ""
    of: str = ""
    source: str = ""


class Face(NamedTuple):
    """How often a face fell, how often it was to be expected, and between what chance lies.

    The bounds hold for all faces of the die together in 99 of 100 honest campaigns; below `ENOUGH`
    throws there are none.
    """

    face: int
    seen: int
    expected: Fraction
    low: int | None
    high: int | None
    addresses: tuple[str, ...]


class Dice(msgspec.Struct, frozen=True, kw_only=True):
    """All throws of one kind. `p` is that of the test, `adjusted` of all tests together."""

    kind: Kind
    crew: Who
    of: Who
    seen: tuple[int, ...]
    addresses: tuple[tuple[str, ...], ...]
    p: float | None = None
    adjusted: float | None = None

    @property
    def rolls(self) -> int:
        """How many throws there are."""
        return sum(self.seen)

    @property
    def missing(self) -> int:
        """How many throws are still missing before anything can be said."""
        return max(0, ENOUGH - self.rolls)

    @property
    def mean(self) -> Fraction:
        """The mean of what fell; 0 of none."""
        total = sum(face * n for face, n in enumerate(self.seen, 1))
        return Fraction(total, self.rolls or 1)

    @property
    def expected(self) -> Fraction:
        """The mean of what was to be expected."""
        return Fraction(self.kind.sides + 1, 2)

    @property
    def verdict(self) -> Verdict:
        """What may be said."""
        if self.adjusted is None:
            return Verdict.TOO_FEW
        return Verdict.UNUSUAL if self.adjusted < ERROR else Verdict.NO_REASON

    @property
    def once_in(self) -> int:
        """Such dice or odder ones are met once in so many honest campaigns, in two figures."""
        return rounded(self.adjusted or 0.0)

    def faces(self) -> Iterator[Face]:
        """The faces of the die."""
        share = Fraction(1, self.kind.sides)
        low, high = None, None
        if self.adjusted is not None:
            low, high = between(self.rolls, share, ERROR / self.kind.sides)
        rows = zip(self.seen, self.addresses, strict=True)
        for face, (seen, addresses) in enumerate(rows, 1):
            yield Face(face, seen, self.rolls * share, low, high, addresses)


class Luck(NamedTuple):
    """Dice that count, and those of rolls that were taken back."""

    dice: tuple[Dice, ...]
    undone: tuple[Dice, ...]


def luck(throws: Iterable[Throw], by: By = By.DIE, *, events: bool = False) -> Luck:
    """What dice did, told apart as asked; with `events` each face has the lines it fell in.

    Rolls that were taken back are counted by die alone, and nothing is said of their chance: they
    were chosen by whoever took them back.
    """
    counted, undone = _Counts(by, events=events), _Counts(By.DIE, events=events)
    for throw in throws:
        (undone if throw.undone else counted).add(throw)
    return Luck(tuple(_judged(counted.dice())), tuple(undone.dice()))


def rounded(p: float) -> int:
    """One in so many, to two figures downwards; at most `SURE`."""
    if p * SURE <= 1:
        return SURE
    number, unit = int(1 / p), 1
    while number >= 100:  # noqa: PLR2004  two figures are left
        number, unit = number // 10, unit * 10
    return number * unit


class _Counts:
    """Throws by their kinds, each with the newest names."""

    def __init__(self, by: By, *, events: bool) -> None:
        self._by = by
        self._events = events
        self._seen: dict[Kind, list[int]] = {}
        self._lines: dict[Kind, list[list[str]]] = {}
        self._names: dict[Kind, tuple[Who, Who]] = {}

    def add(self, throw: Throw) -> None:
        """Count a throw; what has one side, or shows what it has not, is none."""
        if throw.sides < FEWEST_SIDES or not 1 <= throw.face <= throw.sides:
            return
        kind = self._kind(throw)
        if kind not in self._seen:
            self._seen[kind] = [0] * throw.sides
            self._lines[kind] = [[] for _ in range(throw.sides)]
        self._names[kind] = throw.crew, throw.of
        self._seen[kind][throw.face - 1] += 1
        if self._events:
            self._lines[kind][throw.face - 1].append(throw.address)

    def _kind(self, throw: Throw) -> Kind:
        match self._by:
            case By.CREW:
                return Kind(throw.sides, throw.crew.id)
            case By.MEMBER:
                return Kind(throw.sides, throw.crew.id, throw.of.id)
            case By.SOURCE:
                return Kind(throw.sides, source=throw.source)
            case By.DIE:
                return Kind(throw.sides)

    def dice(self) -> Iterator[Dice]:
        """The kinds in their order: by source, crew, member, die."""
        for kind in sorted(self._seen, key=self._order):
            crew, of = self._names[kind]
            yield Dice(
                kind=kind,
                crew=crew if kind.crew else NOBODY,
                of=of if kind.of else NOBODY,
                seen=tuple(self._seen[kind]),
                addresses=tuple(map(tuple, self._lines[kind])),
            )

    def _order(self, kind: Kind) -> tuple[str, str, str, str, str, int]:
        crew, of = self._names[kind]
        known = self._by in (By.CREW, By.MEMBER)
        return (
            kind.source,
            crew.name if known else "",
            kind.crew,
            of.name if self._by is By.MEMBER else "",
            kind.of,
            kind.sides,
        )


def _judged(dice: Iterable[Dice]) -> Iterator[Dice]:
    """Dice with what chance says of them, all together."""
    every = list(dice)
    found = {
        n: chi_square(one.seen, [one.rolls / one.kind.sides] * one.kind.sides)
        for n, one in enumerate(every)
        if one.rolls >= ENOUGH
    }
    adjusted = dict(zip(found, holm(list(found.values())), strict=True))
    for n, one in enumerate(every):
        yield msgspec.structs.replace(one, p=found.get(n), adjusted=adjusted.get(n))
