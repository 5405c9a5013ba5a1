"""Case 58: after a line of every kind, whatever came later is undone with it, and put back."""

from collections.abc import Container, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from benchmarks.club import Club
from benchmarks.morturi.years import Year
from benchmarks.record import Record
from domain.audit import audit
from domain.campaign import STORY, RenameCampaign
from domain.findings import Verdict
from domain.game import catalogue
from domain.ledger.draft import Stamp
from domain.ledger.record import Line
from domain.terms import Action
from domain.undo import Batch, batches

COMMANDS = {
    *("AddNote", "RenameCrew", "RenameMember", "RetireMember", "NameSigner", "ChangeDice", "Note"),
    *("AnnounceRoll", "Concede", "DeployMembers", "TakeContent"),
    *("Amend", "Void", "OpenDispute", "RuleDispute", "OpenBranch"),
}
"""Tried as commands (`tests/cli/test_undo_of_commands.py`, own content in `test_own_play.py`).

No scenario of Mortisphere's codex deploys member by member; Morturi's robots do.
"""
RARE = {"BeginSeason", "DrawLot", "EnterFor", "Recover", "Stance", "Struggle", "Take", "Trade"}
"""What the robots of these campaigns may not come to in the arena or between its battles."""
NEVER = {
    "FoundCampaign": "without it there is no campaign",
    "Retract": "it is the undo",
    "Restore": "it is the redo",
    "RenameCampaign": "tried by itself: no robot thinks of it",
}


def club(path: Path, seed: str, much: int) -> Record:
    """Crews, battles and aftermaths of Mortisphere."""
    club = Club(path, seed)
    for _ in range(much):
        club.evening()
    return club


def year(path: Path, seed: str, much: int) -> Record:
    """Months of Morturi's year, with their battles."""
    year = Year(path, seed, months=much)
    list(islice(year.play_out(), 2 * much))
    return year


def stories(record: Record) -> list[tuple[str, Any, tuple[str, ...]]]:
    """What can be told of a campaign: its books, its battles, their aftermaths."""
    game, beside = record.game, (STORY, *record.crews)
    told = [name for name in record.ledger.stories() if name.startswith("battle-")]
    after = game.after.decider
    return [
        *((f"after {name}", after, (name, *beside)) for name in told),
        *((name, game.battle, (name,)) for name in told),
        ("books", game.books, beside),
    ]


def as_told(decider: Any, lines: Sequence[Line], kept: Container[str]) -> Any:
    """A state as the batches that are kept tell it, one line after the other."""
    state = decider.initial
    for line in lines:
        remember = decider.evolve if line.batch in kept else decider.struck
        state = remember(state, line.data)
    return state


def told(record: Record) -> list[Line]:
    """All lines, in the order of the log."""
    return [line for _, line in record.ledger.page(0, 10**6)]


def stamp(record: Record) -> Stamp:
    """The newest line's: time, hand and program go on."""
    last = told(record)[-1]
    return Stamp(at=last.at, by=last.by, program=last.program)


def kinds(found: Sequence[Batch]) -> dict[type[Action], int]:
    """Where the last batch of each kind of action stands."""
    causes = ((line.cause, n) for n, batch in enumerate(found) for line in batch.lines)
    return {type(cause): number for cause, number in causes if cause is not UNSET}


def undone(record: Record) -> Iterator[type[Action]]:
    """Everything from the last line of each kind on is taken back and put back; yields the kind."""
    whole = told(record)
    known, every = batches(whole), {line.batch for line in whole}
    at, ledger = stamp(record), record.ledger
    for kind, number in kinds(known).items():
        if kind.__name__ in NEVER:
            continue
        own = known[number].lines[0].story
        name, decider, read = next(one for one in stories(record) if own in one[2])
        lines = [line for line in whole if line.story in read]
        taken = [batch.id for batch in known[number:]]
        ledger.retract(*taken, stamp=at)
        expected = as_told(decider, lines, every - set(taken))
        assert ledger.know(decider, read).state == expected, (kind, name)
        ledger.restore(*taken, stamp=at)
        assert ledger.know(decider, read).state == as_told(decider, lines, every), (kind, name)
        yield kind


def check(record: Record) -> set[str]:
    """Every kind of line is undone; the audit finds nothing but rolls that were taken back."""
    found = {kind.__name__ for kind in undone(record)}
    report = audit(record.ledger, program=stamp(record).program)
    assert report.verdict in {Verdict.CLEAN, Verdict.NOTES}
    assert {finding.kind for finding in report.findings} <= {"RollTakenBack"}
    record.ledger.close()
    return found


def test_case_58_undo_after_each_kind_of_line(tmp_path: Path) -> None:
    """Case 58: an evening of a club, a month of a year: most kinds of lines there are."""
    assert len(check(club(tmp_path / "club.db", "undo 3", 1))) >= 19
    assert len(check(year(tmp_path / "year.db", "undo 4", 1))) > 25


def test_case_58_a_campaign_has_its_name_back(tmp_path: Path) -> None:
    """Case 58: renamed, taken back, put back."""
    record = Club(tmp_path / "club.db", "name")
    record.judge(RenameCampaign(name="Winter"))
    batch, names = told(record)[-1].batch, [record.books.name]
    for mask in (record.ledger.retract, record.ledger.restore):
        mask(batch, stamp=stamp(record))
        names.append(record.books.name)
    assert names == ["Winter", "Club name", "Winter"]


@pytest.mark.long
def test_case_58_undo_after_every_kind_of_line(tmp_path: Path) -> None:
    """Case 58: as many campaigns as have them all."""
    for game, play, much in (("mortisphere", club, 4), ("morturi", year, 3)):
        wanted = {action.__name__ for action in catalogue(game).actions.values()}
        missing = wanted - COMMANDS - RARE - NEVER.keys()
        for seed in range(12):
            missing -= check(play(tmp_path / f"{game}{seed}.db", f"long {seed}", much))
        assert missing == set()
