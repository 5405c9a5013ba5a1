"""Numbers that are made term by term: the rules work them out so, and an explanation reads them.

A game counts with a `Sum` and uses its `total`; what each step did to the total stays beside it.
Whatever the step is, a bonus, a doubling or a limit, its term says by how much the total moved: so
the terms of a number always add up to it.
"""

from collections.abc import Iterable
from typing import Protocol

import msgspec

from domain.terms import Who


class Term(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a sum: what it is, by how much it moved the total, what the total was then.

    `how` is `+` (less where the amount is), `x`, `/` (rounded down), `at least`, `at most` or `is`.
    `rule` is its rule. It may rest on another number that is shown: `of` is whose, `number` which;
    without a number it rests on whose profile that is, or on its `source`, the id of something that
    somebody has or is under. `address` is the line that made it so.
    """

    what: str
    amount: int
    total: int
    how: str = "+"
    rule: str = ""
    of: str = ""
    number: str = ""
    source: str = ""
    address: str = ""


class Amount(Protocol):
    """What one source gives, as events have it on record."""

    @property
    def source(self) -> Who:
        """What gives it."""

    @property
    def amount(self) -> int:
        """How much."""


Step = tuple[int, str, str, str, str, str, str]


class Sum:
    """A number in the making; every step that changes it is remembered.

    The steps are kept as they come, so that counting costs hardly more than adding.
    """

    __slots__ = ("_steps", "total")

    def __init__(self) -> None:
        self.total = 0
        self._steps: list[Step] = []

    def add(  # noqa: PLR0917  a step as it is kept
        self,
        amount: int,
        what: str,
        rule: str = "",
        of: str = "",
        number: str = "",
        source: str = "",
    ) -> "Sum":
        """Add an amount, which may be less than nothing."""
        if amount:
            self.total += amount
            self._steps.append((amount, "+", what, rule, of, number, source))
        return self

    def each(self, amounts: Iterable[Amount], rule: str = "") -> "Sum":
        """Add what several sources give."""
        for one in amounts:
            self.add(one.amount, one.source.name, rule, "", "", one.source.id)
        return self

    def times(self, factor: int, what: str, rule: str = "") -> "Sum":
        """Multiply what there is so far."""
        return self._to(self.total * factor, "x", what, rule)

    def over(self, divisor: int, what: str, rule: str = "") -> "Sum":
        """Divide what there is so far, rounded down."""
        return self._to(self.total // divisor, "/", what, rule)

    def least(self, bound: int, what: str, rule: str = "") -> "Sum":
        """Let it be no less than that."""
        return self._to(bound, "at least", what, rule) if self.total < bound else self

    def most(
        self, bound: int, what: str, rule: str = "", *, of: str = "", number: str = ""
    ) -> "Sum":
        """Let it be no more than that."""
        if self.total <= bound:
            return self
        return self._to(bound, "at most", what, rule, of, number)

    def held(self, number: int, what: str, rule: str = "") -> "Sum":
        """Let it be that number, whatever it was."""
        return self._to(number, "is", what, rule)

    def _to(  # noqa: PLR0917  a step as it is kept
        self, total: int, how: str, what: str, rule: str, of: str = "", number: str = ""
    ) -> "Sum":
        if total != self.total:
            self._steps.append((total - self.total, how, what, rule, of, number, ""))
            self.total = total
        return self

    @property
    def terms(self) -> tuple[Term, ...]:
        """The steps in their order, with what the total was after each."""
        total, found = 0, list[Term]()
        for amount, how, what, rule, of, number, source in self._steps:
            total += amount
            found.append(
                Term(
                    what=what,
                    amount=amount,
                    total=total,
                    how=how,
                    rule=rule,
                    of=of,
                    number=number,
                    source=source,
                )
            )
        return tuple(found)
