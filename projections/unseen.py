"""What no view holds, for whoever asks all the same: void battles, and what was taken back."""

from collections.abc import Collection, Iterator

from domain.branch import PREFIX as BRANCHES
from domain.ledger.fold import MASKS, Reckoning
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.terms import tag
from domain.voiding import before

VOID = "void"


def unseen(
    ledger: Ledger, void: Collection[str], *, everything: bool
) -> Iterator[tuple[Line, str]]:
    """Lines that no view holds, each with what became of it, story by story.

    Those of void battles (by their stories) as they stood before; with `everything` those too that
    were taken back or amended. What branches hold never happened.
    """
    masks = ledger.some({tag(kind) for kind in MASKS}, 0, ledger.head())
    stories = dict.fromkeys(row.story for row in masks)
    for story in stories:
        if story in void:
            yield from _void(ledger, story, everything=everything)
        elif everything and not story.startswith(BRANCHES):
            yield from _gone(ledger.story(story))


def _void(ledger: Ledger, story: str, *, everything: bool) -> Iterator[tuple[Line, str]]:
    lines = ledger.story(story)
    try:
        was = before(lines, story)
    except (StopIteration, ValueError):  # no piece of it says that it is void: a forged record
        was = lines
    reckoning = Reckoning(was)
    for line in was:
        if reckoning.counts(line):
            yield line, VOID
        elif everything and reckoning.gone(line):
            yield line, reckoning.fate(line)


def _gone(lines: list[Line]) -> Iterator[tuple[Line, str]]:
    reckoning = Reckoning(lines)
    for line in lines:
        if fate := reckoning.fate(line):
            yield line, fate
