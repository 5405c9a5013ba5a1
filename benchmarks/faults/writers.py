"""Two to eight programs write into one battle at once: no line is lost, no file is locked.

Each says what it has to say; where somebody else was first, the ledger judges again, and the writer
looks and says it once more, as people do after `Conflict`.
"""

import os
from collections import Counter
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.campaign import EDITION, GAME, stamp
from benchmarks.faults.outcome import Outcome, Skipped, timed
from benchmarks.faults.table import BATTLE, fought, held, judged, opened
from cli.doing import same_moment
from domain.campaign import STORY
from domain.games.mortisphere.ruling import Note, NoteAdded
from domain.terms import Conflict

WRITERS = (2, 4, 8)
LINES = 2_000
RACES = 1_000


def run(lines: int = LINES, races: int = RACES, writers: tuple[int, ...] = WRITERS) -> Outcome:
    """So many lines by each number of writers; and so often two who say one line each at once."""
    if not hasattr(os, "fork"):
        raise Skipped("there is no fork here")
    outcome = Outcome({})
    with timed(outcome), TemporaryDirectory(prefix="acta-writers-") as name:
        for count in writers:
            _many(Path(name) / f"{count}.db", count, lines // count, outcome)
        _races(Path(name) / "races.db", races, outcome)
    return outcome


def _many(path: Path, writers: int, lines: int, outcome: Outcome) -> None:
    """So many writers, each with so many lines."""
    opened(path).close()
    before = held(path).size
    conflicts, failed = _at_once(path, writers, lines)
    outcome.wrong += failed
    told = _told(path)
    outcome.count(f"{writers} writers: lines", len(told))
    outcome.count(f"{writers} writers: conflicts answered", conflicts)
    if held(path, pages=True).size - before != writers * lines:
        outcome.fail("lost", f"{writers} writers: {len(told)} of {writers * lines} lines")
    for writer in range(writers):
        mine = [text for text in told if text.startswith(f"{writer}: ")]
        if mine != [f"{writer}: {number}" for number in range(lines)]:
            outcome.fail("mixed", f"{writers} writers: the lines of {writer} are not in order")
    judged(path)


def _races(path: Path, races: int, outcome: Outcome) -> None:
    """Two writers at the same moment, so often: both lines are there."""
    opened(path).close()
    failed = list[str]()
    for _ in range(races):
        failed += _at_once(path, 2, 1)[1]
    outcome.wrong += failed
    counted = Counter(_told(path))
    outcome.count("races of two", races)
    if counted != {"0: 0": races, "1: 0": races}:
        outcome.fail("lost", f"{counted.total()} of {2 * races} lines after {races} races")
    held(path, pages=True)
    judged(path)


def _told(path: Path) -> list[str]:
    """The notes of a battle, in order."""
    with fought(path) as ledger:
        said = [line.data for line in ledger.story(BATTLE)]
    return [event.text for event in said if isinstance(event, NoteAdded)]


def _at_once(path: Path, writers: int, lines: int) -> tuple[int, list[str]]:
    """Let writers begin at the same moment; returns how many conflicts and what failed."""
    context: Any = get_context("fork")
    ready, answers = context.Barrier(writers), context.SimpleQueue()
    children = [
        context.Process(target=_write, args=(path, writer, lines, ready, answers))
        for writer in range(writers)
    ]
    for child in children:
        child.start()
    told = [answers.get() for _ in children]
    for child in children:
        child.join()
    return sum(conflicts for conflicts, _ in told), [why for _, why in told if why]


def _write(path: Path, writer: int, lines: int, ready: Any, answers: Any) -> None:
    """Say so many lines, one after another; tell how often somebody was first, and what failed."""
    conflicts, failed = 0, ""
    try:
        with fought(path) as ledger:
            ready.wait()
            for number in range(lines):
                note, saved = Note(text=f"{writer}: {number}"), False
                while not saved:
                    try:
                        ledger.submit(
                            BATTLE,
                            GAME.battle,
                            [note],
                            stamp=stamp,
                            beside=(STORY,),
                            edition=EDITION,
                            same=partial(same_moment, GAME),
                        )
                        saved = True
                    except Conflict:
                        conflicts += 1
    except Exception as error:  # noqa: BLE001  whatever it was, it is told where it is counted
        failed = f"writer {writer}: {error!r}"
    answers.put((conflicts, failed))
