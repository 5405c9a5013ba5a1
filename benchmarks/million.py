"""A long life: `python -m benchmarks million [LINES]`, a million if no number is given.

Ledgers of several sizes are grown: a season that robots played, and copies of it that an audit
accepts. It takes some minutes of a processor, and two gigabytes on the disk.

Commands about one battle, crew or member are measured in turn in all ledgers, beside the same in a
ledger of a thousand lines. What reads everything is to be linear, and its memory flat. What is
about the campaign as a whole is told without a budget: it grows with what the crews have done.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.homes import TALK, campaign
from benchmarks.shell import Command, Cost, acta, cost, interleaved
from domain.terms import WrongUsage

LEAST, MOST = 1_000, 1_000_000
PARTS = (10, 3, 1)
"""The ledgers have a tenth, a third and all of the lines."""
ROUNDS = 7
SCALE = 1.2
"""A command about one thing takes at most so many times what it takes in the least ledger."""
STEADY = 1.3
"""A line costs at most so many times more in the largest ledger than in a tenth of it."""
FLAT = 1.25
"""So much is a program's memory, at most, beside what it is in a tenth of the lines."""
REBUILD = 10.0
"""Seconds of a processor for views of a million lines, at most."""
NO_SCAN = 0.3
"""A rebuild takes at most as long as a bare scan, divided by this."""

ONE = {
    "do": ("do", 'note "quick"'),
    "next": ("next",),
    "battle legal": ("battle", "legal"),
    "battle show": ("battle", "show"),
    "log BATTLE": ("log", "{battle}"),
    "undo": ("undo",),
    "crew show": ("crew", "show", "Grey Ledger"),
    "member show": ("member", "show", "Grey Ledger/Rat"),
}
"""Commands about one battle, crew or member; what `do` adds `undo` takes back."""

ALL = {
    "status": ("status",),
    "season": ("season",),
    "crew list": ("crew", "list"),
    "standings": ("standings",),
    "replay BATTLE": ("replay", "{battle}"),
    "member note": ("member", "note", "--dry-run", "Grey Ledger/Rat", "a scar"),
}
"""Commands that read every crew's story, or list every crew."""

WHOLE = {
    "rebuild": ("rebuild",),
    "audit --all": ("audit", "--all"),
    "log": ("log",),
    "log --json": ("log", "--json"),
    "doctor": ("doctor",),
    "backup": ("backup",),
    "export bundle": ("export", "bundle", "-o", "{bundle}"),
    "import, new": ("import", "{bundle}", "--at", "{new}", "--yes"),
    "import, again": ("import", "{bundle}", "--yes"),
    "search, first": ("search", "Rat", "--limit", "3"),
    "search": ("search", "Rat", "--limit", "3"),
}
"""Commands that read everything, in this order."""
GROWS = {
    "import, new": "a hash of 32 bytes is kept of each line, to compare two copies",
    "import, again": "likewise",
}
"""Whose memory is not flat, and why."""

SCAN = (
    "import sqlite3; c = sqlite3.connect('file:ledger.db?mode=ro', uri=True);"
    "print(sum(1 for _ in c.execute('SELECT * FROM stored_events ORDER BY rowid')))"
)


class Home(NamedTuple):
    """A campaign's folder, how many lines its ledger was to have, and the battle that is open."""

    lines: int
    folder: Path
    battle: str

    @classmethod
    def made(cls, folder: Path, lines: int) -> "Home":
        """A campaign that is grown to so many lines; its views are caught up."""
        home = campaign(folder, lines, talk=0 if lines == LEAST else TALK)
        told = subprocess.run(acta("next", "--json"), cwd=home, capture_output=True, check=True)
        return cls(lines, home, json.loads(told.stdout)["battle"])

    def command(self, words: tuple[str, ...]) -> Command:
        """A command as it is typed there."""
        beside = self.folder.parent
        places = {
            "{battle}": self.battle,
            "{bundle}": str(beside / f"{self.lines}.acta"),
            "{new}": str(beside / f"new-{self.lines}"),
        }
        return acta(*(places.get(word, word) for word in words))


class Verdict(NamedTuple):
    """What was measured, as it is told, and whether it keeps its budget."""

    told: str
    kept: bool = True


def measure(*words: str) -> None:
    """Grow, measure and tell; leaves with 1 if a budget is missed."""
    if len(words) > 1 or not all(word.isdecimal() for word in words):
        raise WrongUsage("the largest ledger has so many lines", hint="million [LINES]")
    most = int(words[0]) if words else MOST
    verdicts = []
    with tempfile.TemporaryDirectory() as name:
        homes = [Home.made(Path(name), n) for n in (LEAST, *(most // part for part in PARTS))]
        print(f"{'':16}", *(f"{home.lines:>20,}" for home in homes), "lines")
        for told in (whole(homes[1:]), often(homes, ONE, SCALE), often(homes, ALL, None)):
            for verdict in told:
                print(verdict.told, flush=True)
                verdicts.append(verdict)
    missed = [verdict.told.split("  ")[0] for verdict in verdicts if not verdict.kept]
    print(f"missed: {', '.join(missed)}" if missed else "all budgets are kept")
    if missed:
        sys.exit(1)


def whole(homes: Sequence[Home]) -> Iterator[Verdict]:
    """What reads everything: seconds and memory in each ledger."""
    scan = [cost((sys.executable, "-c", SCAN), home.folder) for home in homes]
    yield Verdict(_row("bare scan", scan))
    for name, words in WHOLE.items():
        costs = [cost(home.command(words), home.folder) for home in homes]
        yield judged(name, homes, costs)
        if name == "rebuild":
            seconds, lines = costs[-1].seconds, homes[-1].lines
            within = seconds <= REBUILD * lines / MOST
            ratio = scan[-1].seconds / seconds
            told = f"{seconds:.1f} s, at most {REBUILD:g} s a million lines"
            told += f"; scan / rebuild {ratio:.2f}, at least {NO_SCAN}"
            yield Verdict(f"rebuild, all of it  {told}", within and ratio >= NO_SCAN)


def judged(name: str, homes: Sequence[Home], costs: Sequence[Cost]) -> Verdict:
    """Whether time is linear and memory flat, the largest beside the smallest."""
    first, last = costs[0], costs[-1]
    longer = homes[-1].lines / homes[0].lines
    line = last.seconds / first.seconds / longer
    memory = last.memory / first.memory
    told = f"a line {line:.2f}x"
    kept = line <= STEADY
    if name in GROWS:
        told += f"; memory grows: {GROWS[name]}"
    else:
        told += f", memory {memory:.2f}x"
        kept = kept and memory <= FLAT
    return Verdict(f"{_row(name, costs)}  {told}: {'kept' if kept else 'MISSED'}", kept)


def _row(name: str, costs: Iterable[Cost]) -> str:
    cells = (f"{each.seconds:9.2f} s {each.memory:5.0f} MB" for each in costs)
    return f"{name:16} {'':>20} " + " ".join(f"{cell:>20}" for cell in cells)


def often(
    homes: Sequence[Home], commands: Mapping[str, tuple[str, ...]], most: float | None
) -> Iterator[Verdict]:
    """What is done often: milliseconds in each ledger, beside the least."""
    found = interleaved(
        {
            f"{name} {home.lines}": (home.command(words), home.folder)
            for name, words in commands.items()
            for home in homes
        },
        ROUNDS,
    )
    for name in commands:
        times = [found[f"{name} {home.lines}"] for home in homes]
        worst = max(times) / times[0]
        kept = most is None or worst <= most
        cells = [f"{time * 1000:6.0f} ms ({time / times[0]:4.2f}x)" for time in times]
        told = f"{name:16} " + " ".join(f"{cell:>20}" for cell in cells)
        if most is not None:
            told += f"  at most {most}x: {'kept' if kept else 'MISSED'}"
        yield Verdict(told, kept)
