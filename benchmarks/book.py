"""A season as a book: `python -m benchmarks book [BATTLES]`, 500 if no number is given.

Campaigns of a tenth, half and all of the battles are grown, each such that an audit accepts it, and
told whole in every format, and written as data, with the audit that an export begins with. The
longest is to be written within a minute of a processor; what is written part by part needs hardly
more memory for 500 battles than to tell one battle of the same campaign (whose views have to be
opened for either).
"""

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.homes import campaign
from benchmarks.seasons import SEASON
from benchmarks.shell import acta, cost
from domain.terms import WrongUsage

MOST = 500
PARTS = (10, 2, 1)
"""The campaigns have a tenth, a half and all of the battles."""
WITHIN = 60.0
"""Seconds of a processor in which the longest is written."""
FLAT = 1.25
"""So much is the memory for all battles, at most, beside that for one of them."""
BATTLE = 280
"""Lines of a battle and its aftermath, on the average a little less."""

ONE = "one battle"
FORMATS = {
    ONE: ("chronicle", "battle.md", "--battle", "1"),
    "headline": ("chronicle", "headline.md", "--length", "headline"),
    "md, one file": ("chronicle", "book.md", "--length", "full"),
    "md, a folder": ("chronicle", "book", "--length", "full"),
    "html": ("chronicle", "book.html", "--length", "full"),
    "pdf": ("chronicle", "book.pdf", "--length", "paragraph"),
    "pdf, full": ("chronicle", "full.pdf", "--length", "full"),
    "json": ("json", "all.json"),
    "csv": ("csv", "tables"),
}
GROWS = {"pdf": "Typst holds the whole book", "pdf, full": "Typst holds the whole book"}
"""What takes more memory the longer a book is, and why."""


class Made(NamedTuple):
    """An export: seconds of a processor, megabytes it took at most, and those it is long."""

    seconds: float
    memory: float
    size: float


def measure(*words: str) -> None:
    """Grow, write and tell; leaves with 1 if a budget is missed."""
    if len(words) > 1 or not all(word.isdecimal() and int(word) >= SEASON for word in words):
        raise WrongUsage(f"a season has {SEASON} battles or more", hint="book [BATTLES]")
    most = int(words[0]) if words else MOST
    numbers = [most // part for part in PARTS]
    kept = True
    with tempfile.TemporaryDirectory() as name:
        homes = [grown(Path(name), number) for number in numbers]
        print(f"{'':14}", *(f"{number:>28,}" for number in numbers), "battles")
        base = [made(home, *FORMATS[ONE]) for home in homes]
        for each, words_ in FORMATS.items():
            found = base if each == ONE else [made(home, *words_) for home in homes]
            told, fits = judged(each, found, base[-1])
            print(told, flush=True)
            kept = kept and fits
    print("all budgets are kept" if kept else "a budget is missed")
    if not kept:
        sys.exit(1)


def grown(folder: Path, battles: int) -> Path:
    """A campaign's folder with so many battles, to a season; its views are caught up."""
    home = campaign(folder, battles * BATTLE)
    cost(acta("export", "chronicle", "--battle", "1"), home)
    return home


def made(home: Path, kind: str, output: str, *options: str) -> Made:
    """Write a campaign's book, a part of it, or its data, once."""
    taken = cost(acta("export", kind, "-o", output, *options), home)
    path = home / output
    files = path.rglob("*.*") if path.is_dir() else (path,)
    size = sum(file.stat().st_size for file in files) / 1_000_000
    return Made(taken.seconds, taken.memory, size)


def judged(name: str, found: Sequence[Made], one: Made) -> tuple[str, bool]:
    """A row of what was measured, and whether it keeps its budgets."""
    cells = (f"{each.seconds:6.1f} s {each.memory:5.0f} MB {each.size:6.1f} MB" for each in found)
    memory = found[-1].memory / one.memory
    kept = found[-1].seconds <= WITHIN
    if name in GROWS:
        told = f"memory grows: {GROWS[name]}"
    else:
        told = f"memory {memory:.2f}x"
        kept = kept and memory <= FLAT
    row = " ".join(f"{cell:>28}" for cell in cells)
    return f"{name:14} {row}  {told}: {'kept' if kept else 'MISSED'}", kept
