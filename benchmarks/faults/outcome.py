"""How a kind of fault came out: figures to print, and what should not have been."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import msgspec

T = TypeVar("T")
_SHOWN = 5  # of what is wrong
_SECONDS = 1.0  # between two words of progress


class Skipped(Exception):
    """A kind that cannot be tried here, and why."""


class Outcome(msgspec.Struct):
    """Figures, in the order in which they are told, and everything that went wrong."""

    figures: dict[str, int] = msgspec.field(default_factory=dict)
    wrong: list[str] = msgspec.field(default_factory=list)

    def count(self, what: str, number: int = 1) -> None:
        """Add to a figure."""
        self.figures[what] = self.figures.get(what, 0) + number

    def fail(self, what: str, how: str) -> None:
        """Count what should not have been, and remember how it was."""
        self.count(what)
        self.wrong.append(f"{what}: {how}")

    def told(self) -> Iterator[str]:
        """The figures, then what is wrong."""
        yield " · ".join(f"{what} {number:,}" for what, number in self.figures.items())
        for each in self.wrong[:_SHOWN]:
            yield f"  WRONG {each}"
        if len(self.wrong) > _SHOWN:
            yield f"  WRONG and {len(self.wrong) - _SHOWN:,} more"


@contextmanager
def timed(outcome: Outcome) -> Iterator[None]:
    """Count how many seconds it took."""
    began = time.monotonic()
    try:
        yield
    finally:
        outcome.count("seconds", round(time.monotonic() - began))


def shown(what: Iterable[T], count: int) -> Iterator[T]:
    """Go through something, and say at a terminal how far that is."""
    last = time.monotonic()
    for number, each in enumerate(what):
        if sys.stderr.isatty() and time.monotonic() - last > _SECONDS:
            last = time.monotonic()
            sys.stderr.write(f"\r{number:,} of {count:,} ")
            sys.stderr.flush()
        yield each
    if sys.stderr.isatty():
        sys.stderr.write("\r")
