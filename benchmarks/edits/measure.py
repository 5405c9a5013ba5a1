"""Edits of a record, all hashes made to fit, no receipt: `python -m benchmarks edits [TRIES [N]]`.

Robots play small campaigns of both games. In each try one thing of one campaign is edited, numbers,
links and the log are worked out anew as an owner could, and the audit reads the result. Nothing
but rules and dice is left to find it. Of what is not found a referee says whether it is another
lawful game, which only a receipt can tell from the one that was played; if it is not, the audit has
a hole. Edits of one value or one line are counted whole, whatever the referee says; those of whole
deeds, which an owner can make a lawful game of, are told apart. A run begins with the N-th campaign
of each kind, so that several can share the work.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import Progress

from benchmarks.edits.cheats import DEEDS, EDITS, Cheat, Draw, Edit
from benchmarks.edits.referee import lawful
from benchmarks.edits.stock import campaigns
from benchmarks.edits.tale import Tale
from domain.audit import Inquiry
from domain.ledger.ledger import Ledger
from domain.ledger.record import Row
from domain.robot import Robot
from domain.terms import WrongUsage

TRIES = 9_000
"""So many edits of one value or one line; some of whole deeds are tried beside them."""
SHARE = 0.995
"""At least so many of them are caught."""
EACH, DEED = 12, 4
"""So many edits of each kind of one value or one line, and of whole deeds, are tried in each."""
FEW = 40
"""So many lines are read before it is seen whether something was found."""
TOLD = 40
QUICK = Path("/dev/shm")  # noqa: S108 nobody forges durably: in memory, where there is such a folder


class Try(NamedTuple):
    """An edit and what came of it: the first finding's kind, or whether the game is lawful."""

    kind: str
    where: str
    finding: str
    lawful: bool = False

    @property
    def outcome(self) -> str:
        """What is counted."""
        return self.finding or ("another lawful game" if self.lawful else "NOT FOUND")


class Found(Exception):
    """An audit has found an error."""


class Paged:
    """A ledger that is read in small pages."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ledger, name)

    def rows(self, after: int, limit: int) -> list[Row]:
        """A few rows after a position."""
        return self._ledger.rows(after, min(limit, FEW))


class Bench:
    """Campaigns, and edits of them one after another."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def tries(self, first: int = 1) -> Iterator[Try]:
        """Tries without end, in one campaign after another."""
        for tale in campaigns(self._folder, first):
            if self._examined(tale, tale.path):
                raise AssertionError(f"{tale.path.name} is not clean before it is edited")
            yield from self.of(tale, EACH, DEED)
            tale.path.unlink()

    def of(self, tale: Tale, edits: int, deeds: int) -> Iterator[Try]:
        """So many tries of each kind in a campaign."""
        pick = Robot(tale.game, tale.path.name).pick
        for kind, cheat in {**EDITS, **DEEDS}.items():
            for _ in range(edits if kind in EDITS else deeds):
                yield self._tried(tale, kind, _drawn(tale, cheat, pick))

    def _tried(self, tale: Tale, kind: str, edit: Edit) -> Try:
        forged = tale.forged(edit.pieces, self._folder / "forged.db")
        where = f"{tale.path.stem} {edit.what}"
        found = self._examined(tale, forged)
        if found:
            return Try(kind, where, found)
        return Try(kind, where, "", lawful(tale.game, forged))

    @staticmethod
    def _examined(tale: Tale, path: Path) -> str:
        """The kind of the first error that an audit finds; it need not go on after that."""
        with Ledger.open(path, tale.catalogue, read_only=True) as ledger:
            inquiry = Inquiry(Paged(ledger), tale.game, frozenset(), "")

            def progress(*_: int) -> None:
                if inquiry.report().errors:
                    raise Found

            with suppress(Found):
                inquiry.run(progress)
            report = inquiry.report()
        return report.findings[0].kind if report.errors else ""


def _drawn(tale: Tale, cheat: Cheat, pick: Draw) -> Edit:
    """An edit of that kind; at some places there is none."""
    while True:
        edit = cheat(tale, pick)
        if edit is not None:
            return edit


def measure(*words: str) -> None:
    """Try, count and show; leaves with 1 if too little is caught or the audit has a hole."""
    if len(words) > 2 or not all(word.isdecimal() for word in words):  # noqa: PLR2004 two numbers
        raise WrongUsage("so many edits are tried", hint="edits [TRIES [N]]")
    number, first, *_ = (*map(int, words), *(TRIES, 1)[len(words) :])
    done = tried(number, first)
    single = [each for each in done if each.kind in EDITS]
    caught = sum(bool(each.finding) for each in single)
    holes = [each for each in done if not each.finding and not each.lawful]
    show(done)
    share = caught / len(single)
    print(f"of one value or one line: {caught:,} of {len(single):,} caught, {share:.2%}")
    print(f"found by neither audit nor referee to be another lawful game: {len(holes)}")
    if share < SHARE or holes:
        sys.exit(1)


def tried(number: int, first: int = 1) -> list[Try]:
    """Tries until so many edits of one value or one line were made, or somebody interrupts it."""
    done, single = list[Try](), 0
    console = Console(stderr=True)
    with (
        suppress(KeyboardInterrupt),
        Progress(console=console) as progress,
        TemporaryDirectory(dir=QUICK if QUICK.is_dir() else None) as folder,
    ):
        task = progress.add_task("edits", total=number)
        for each in Bench(Path(folder)).tries(first):
            if single == number and each.kind in EDITS:
                break
            single += each.kind in EDITS
            done.append(each)
            progress.update(task, completed=single)
    return done


def show(done: list[Try]) -> None:
    """By kind: how many were tried and caught, and by what; and some of what was not found."""
    for kind in {**EDITS, **DEEDS}:
        mine = [each for each in done if each.kind == kind]
        caught = sum(bool(each.finding) for each in mine) / max(1, len(mine))
        counts = Counter(each.outcome for each in mine).most_common()
        told = ", ".join(f"{outcome} {count:,}" for outcome, count in counts)
        print(f"{kind:24} {len(mine):6,} tries {caught:8.2%} caught  {told}")
    missed = sorted((each for each in done if not each.finding), key=lambda each: each.lawful)
    for each in missed[:TOLD]:
        print(f"{each.outcome}: {each.kind}: {each.where}")
    if len(missed) > TOLD:
        print(f"and {len(missed) - TOLD:,} more")
