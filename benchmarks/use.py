"""Clubs of robots play until everything in a codex was used; then a table of how often.

`python -m benchmarks use [GAME] [BATTLES]`: so many battles at most, of Mortisphere if no game is
named. What was never used stands on top.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks import club as mortisphere
from benchmarks import tally as mortisphere_tally
from benchmarks.morturi import club as morturi
from benchmarks.morturi import tally as morturi_tally
from benchmarks.morturi.years import Year
from domain.games.mortisphere.shapes import book as mortisphere_book
from domain.games.morturi.shapes import book as morturi_book
from domain.house import Setting
from domain.terms import WrongUsage

MOST = 2_000
SEASON = 20
"""A new club begins after so many battles: long-lived crews meet every advance, new ones more."""
SELDOM = 3
"""A campaign is played once in so many times if all that only campaigns use was used."""
FRIENDLY = 2
"""One battle in so many is one of guests, who have what no purse could pay."""


class Tally(Protocol):
    """What a game's robots have used, row by row."""

    counts: Counter[tuple[str, str]]
    names: dict[tuple[str, str], str]

    @property
    def unused(self) -> list[tuple[str, str]]:
        """What was never used."""


class Played(NamedTuple):
    """A game that robots play: its tally, and battles without end, one for each `next`."""

    tally: Tally
    battles: Callable[[Path], Iterator[str]]


def _mortisphere() -> Played:
    """Campaigns and battles of guests in turn."""
    tally = mortisphere_tally.Tally(mortisphere_book())

    def battles(folder: Path) -> Iterator[str]:
        for number in count(1):
            club = mortisphere.Club(folder / f"{number}.db", f"use {number}", tally.see)
            for evening in range(SEASON):
                yield club.friendly() if evening % FRIENDLY == 0 else club.evening()

    return Played(tally, battles)


def _morturi() -> Played:
    """Battles of guests, every other one about a trick that was never used; then a campaign."""
    tally = morturi_tally.Tally(morturi_book())

    def battles(folder: Path) -> Iterator[str]:
        for number in count(1):
            club = morturi.Club(folder / f"{number}.db", f"use {number}", tally.see)
            for evening in range(SEASON):
                left = [id_ for chapter, id_ in tally.unused if chapter == "trick"]
                wanted = left and evening % FRIENDLY
                yield club.friendly(left[evening % len(left)] if wanted else "")
            between = {chapter for chapter, _ in tally.unused} & {"option", "resource"}
            if between or number % SELDOM == 0:
                file, fixed = folder / f"year {number}.db", _wanted(tally.unused, number)
                yield from Year(file, f"use {number}", tally.see, fixed=fixed).play_out()

    return Played(tally, battles)


def _wanted(unused: list[tuple[str, str]], number: int) -> tuple[Setting, ...]:
    """House rules that were never used; every other campaign without a year, if that is wanted."""
    rows = (id_.rpartition(" ") for chapter, id_ in unused if chapter == "option")
    found = {option: value for option, _, value in rows}
    pickup = number % 2 == 0 and not {"game_mode", "pickup_budget"}.isdisjoint(found)
    found["game_mode"] = "pickup" if pickup else "campaign"
    return tuple(Setting(option, value) for option, value in found.items())


GAMES = {"mortisphere": _mortisphere, "morturi": _morturi}


def measure(*words: str) -> None:
    """Play, count and show; leaves with 1 if something was never used."""
    names = [word for word in words if not word.isdecimal()] or ["mortisphere"]
    if len(words) > 2 or len(names) > 1 or names[0] not in GAMES:  # noqa: PLR2004 a game, a number
        raise WrongUsage("robots play one game", hint=f"use {' | '.join(GAMES)} [BATTLES]")
    most = next((int(word) for word in words if word.isdecimal()), MOST)
    game = GAMES[names[0]]()
    battles = played(game, most)
    show(game.tally, battles)
    if game.tally.unused:
        sys.exit(1)


def played(game: Played, most: int) -> int:
    """Let robots play until nothing is unused, or so many battles are fought; returns how many."""
    tally, fought = game.tally, 0
    everything = len(tally.counts)
    with Progress(console=Console(stderr=True)) as progress, TemporaryDirectory() as folder:
        task = progress.add_task("used at least once", total=everything)
        battles = game.battles(Path(folder))
        while tally.unused and fought < most:
            next(battles)
            fought += 1
            used = everything - len(tally.unused)
            done = f"{used} of {everything} used, {fought} battles"
            progress.update(task, completed=used, description=done)
    return fought


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
