"""A bar of long work on standard error: on a terminal alone, and gone when the work is done."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

WIDE = 24
_LONG = 2_000  # pieces of work from which on it is long

Told = Callable[[int, int], None]
"""Told how many pieces of how many are done."""


@contextmanager
def bar(what: str, long: int = _LONG) -> Iterator[Told]:
    """A bar for work of at least `long` pieces; without a terminal, a line every tenth of it."""
    shown = _Bar(what, long)
    try:
        yield shown.tell
    finally:
        shown.end()


class _Bar:
    """A bar while it is drawn."""

    def __init__(self, what: str, long: int) -> None:
        self._what = what
        self._long = long
        self._tenth = 0
        self._drawn = ""
        self._terminal = sys.stderr.isatty()

    def tell(self, done: int, of: int) -> None:
        """Draw how far the work has come, where that differs from what is seen."""
        if of < self._long or of <= 0:
            return
        if self._terminal:
            full = min(done * WIDE // of, WIDE)
            row = f"{self._what} [{'#' * full}{'.' * (WIDE - full)}] {done * 100 // of:3} %"
            if row != self._drawn:
                click.echo(f"\r{row}", err=True, nl=False)
                self._drawn = row
        elif done * 10 // of > self._tenth:
            self._tenth = done * 10 // of
            click.echo(f"{self._what}: {done} of {of}", err=True)

    def end(self) -> None:
        """Wipe the bar."""
        if self._drawn:
            click.echo(f"\r{' ' * len(self._drawn)}\r", err=True, nl=False)
