"""Amendments of campaigns drawn at random: what they add up to, and what an audit says of them."""

import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.crew import AddNote
from domain.game import catalogue
from domain.ledger.amended import Void
from domain.ledger.ledger import Ledger
from domain.terms import Action
from domain.voiding import void
from domain.worlds import Court
from tests.corrections import STAMP, amended, checked, itself, open_units, same, told, world
from tests.season import GAME, Season

FEW = settings(
    max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
MANY = settings(FEW, max_examples=60)


PLACE = TemporaryDirectory(prefix="acta-tests-")  # what many examples begin with, made once


@cache
def played(seed: int, *, sealed: bool) -> Season:
    """Two battles of two crews, the first one settled."""
    path = Path(PLACE.name) / f"{seed}-{sealed}.db"
    found = Season(path, seed=f"amended {seed}").season(2, sealed=sealed)
    found.ledger.close()
    return found


def season(folder: Path, seed: int, *, sealed: bool) -> tuple[Season, Ledger]:
    """That season, and a copy of its ledger."""
    club = played(seed, sealed=sealed)
    path = folder / f"{len(list(folder.iterdir()))}.db"
    shutil.copy(club.ledger.path, path)
    return club, Ledger.open(path, catalogue("mortisphere"))


def follow(season: Season) -> Any:
    """What draws a sealed roll of a season's battles."""

    def draw(court: Court, _story: str) -> Action:
        table = GAME if court.apart else GAME.after
        return season._sealed(court.state, table)  # noqa: SLF001 a season keeps its secrets so

    return draw


def check(folder: Path, seed: int, data: st.DataObject, *, sealed: bool) -> None:
    """Amend a season three times; undo and redo what can be; the audit finds nothing wrong."""
    club, found = season(folder, seed, sealed=sealed)

    def pick(most: int) -> int:
        return data.draw(st.integers(0, most - 1))

    with found as ledger:
        for _ in range(3):
            was = told(GAME, world(ledger))
            first = ledger.size + 1
            if not amended(ledger, GAME, pick, follow(club)):
                continue
            now = told(GAME, world(ledger))
            head = next(line for _, line in ledger.page(first - 1, 1))
            ledger.retract(head.batch, stamp=STAMP)
            assert same(told(GAME, world(ledger)), was)
            ledger.restore(head.batch, stamp=STAMP)
            assert same(told(GAME, world(ledger)), now)
        report = checked(ledger, GAME)
        assert not report.errors, report.findings


@pytest.mark.parametrize("sealed", [False, True])
@given(seed=st.integers(0, 1), data=st.data())
@FEW
def test_random_amendments(tmp_path: Path, sealed: bool, seed: int, data: st.DataObject) -> None:  # noqa: FBT001 a parameter
    """Whatever is amended: undone it is as before, and the audit agrees with all of it."""
    check(tmp_path, seed, data, sealed=sealed)


@pytest.mark.long
@pytest.mark.parametrize("sealed", [False, True])
@given(seed=st.integers(0, 20), data=st.data())
@MANY
def test_many_random_amendments(
    tmp_path: Path,
    sealed: bool,  # noqa: FBT001 a parameter
    seed: int,
    data: st.DataObject,
) -> None:
    """The same, many times."""
    check(tmp_path, seed, data, sealed=sealed)


@pytest.mark.parametrize("sealed", [False, True])
def test_any_line_amended_to_itself_changes_nothing(tmp_path: Path, *, sealed: bool) -> None:
    """Of a whole season: nothing is replaced, nothing is in conflict, no dice are to be rolled."""
    _, found = season(tmp_path, 0, sealed=sealed)
    with found as ledger:
        units = open_units(GAME, world(ledger))
        for unit in units[:: max(1, len(units) // 12)]:
            outcome = itself(ledger, GAME, unit)
            assert (outcome.changed, outcome.conflicts, outcome.to_roll) == (False, (), "")


def test_an_amendment_rests_on_what_was_read(tmp_path: Path) -> None:
    """Somebody wrote meanwhile, in whatever story: nothing of the amendment is saved."""
    _, found = season(tmp_path, 0, sealed=False)
    with found as ledger:
        of = world(ledger)
        outcome = void(of, GAME, Void(battle="battle-2", reason="drawn"), STAMP)
        note = AddNote(crew="crew-ash", text="a cold night")
        beside = ("campaign", "crew-iron")
        ledger.submit("crew-ash", GAME.books, [note], stamp=lambda: STAMP, beside=beside)
        size = ledger.size
        assert ledger.append(outcome.lines, of.ends) is False
        assert ledger.size == size
