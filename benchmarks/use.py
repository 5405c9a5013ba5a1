"""Clubs of robots play until everything in the codex was used; then a table of how often.

`python -m benchmarks use [BATTLES]`: so many battles at most. What was never used stands on top.
"""

import sys
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.club import Club
from benchmarks.tally import Tally
from domain.games.mortisphere.shapes import book

MOST = 2_000
SEASON = 20
"""A new club begins after so many battles: long-lived crews meet every advance, new ones more."""


FRIENDLY = 2
"""One battle in so many is one of guests, who have what no purse could pay."""


def measure(most: int = MOST) -> None:
    """Play, count and show; leaves with 1 if something was never used."""
    tally = Tally(book())
    battles = played(tally, most)
    show(tally, battles)
    if tally.unused:
        sys.exit(1)


def played(tally: Tally, most: int) -> int:
    """Let clubs play until nothing is unused, or so many battles are fought; returns how many."""
    battles, everything = 0, len(tally.counts)
    with Progress(console=Console(stderr=True)) as progress, TemporaryDirectory() as folder:
        task = progress.add_task("used at least once", total=everything)
        for number in count(1):
            club = Club(Path(folder) / f"{number}.db", f"use {number}", tally.see)
            for evening in range(SEASON):
                if not tally.unused or battles == most:
                    return battles
                club.friendly() if evening % FRIENDLY == 0 else club.evening()
                battles += 1
                used = everything - len(tally.unused)
                done = f"{used} of {everything} used, {battles} battles"
                progress.update(task, completed=used, description=done)
    return battles


def show(tally: Tally, battles: int) -> None:
    """The table: by chapter, what was never used first, then the rarest."""
    table = Table("chapter", "what", "times", title=f"Used in {battles} battles")
    table.columns[2].justify = "right"
    chapters = list(dict.fromkeys(chapter for chapter, _ in tally.counts))
    order = sorted(tally.counts.items(), key=lambda one: (chapters.index(one[0][0]), one[1]))
    for row, times in sorted(order, key=lambda one: one[1] > 0):
        table.add_row(row[0], tally.names[row], f"{times:,}", style="" if times else "red")
    console = Console()
    console.print(table)
    never = len(tally.unused)
    console.print(f"{len(tally.counts) - never} of {len(tally.counts)} used at least once.")
