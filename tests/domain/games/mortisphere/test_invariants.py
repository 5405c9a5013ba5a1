"""MS-EVT-6: robots play battles and whole campaigns; what must hold, holds after every event."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.campaign import GAME
from benchmarks.club import Club
from domain.audit import audit
from domain.findings import Verdict
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.rounds import BattleConcluded
from domain.terms import Event
from projections.view import open_views
from tests.invariants import Watch

SEASON = 20


class Table:
    """Sees every event of a club; each battle has its own watch."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.concluded = 0

    def see(self, before: Any, event: Event, after: Any) -> None:
        """Watch the battles; what a whole evening tells is remembered, and that is all."""
        if isinstance(event, BattleOpened):
            self.watch = Watch()
        if isinstance(before, Fighting):
            self.watch.see(before, event, after)
            self.concluded += isinstance(event, BattleConcluded)
        assert event.told()


def check(folder: Path, seed: str, *, seasons: int = 0, friendlies: int = 0) -> None:
    """A club plays; the audit is clean, views caught up on the way are as if built anew."""
    table = Table()
    club = Club(folder / "ledger.db", seed, table.see)
    with open_views(club.ledger, GAME, folder / "views.db") as views:
        for number in range(seasons + friendlies):
            club.evening() if number < seasons else club.friendly()
            if number % 3 == 0:
                views.catch_up()
        views.catch_up()
        assert table.concluded == seasons + friendlies
        report = audit(club.ledger, stale=views.check)
    assert report.findings == ()
    assert report.verdict is Verdict.CLEAN
    club.ledger.close()


def test_battles_hold_what_must_hold(tmp_path: Path) -> None:
    """16 battles of guests under any house rules, over every scenario."""
    check(tmp_path, "battles", friendlies=16)


@pytest.mark.parametrize("number", range(2))
def test_campaigns_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """A campaign of 4 battles with all that is between them; its rules change on the way."""
    check(tmp_path, f"campaign {number}", seasons=4)


@pytest.mark.long
@pytest.mark.parametrize("number", range(100))
def test_ten_thousand_battles_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """The same, a hundred times a hundred battles."""
    check(tmp_path, f"hundred {number}", friendlies=100)


@pytest.mark.long
@pytest.mark.parametrize("number", range(200))
def test_two_hundred_campaigns_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """The same, 200 campaigns of 20 battles."""
    check(tmp_path, f"season {number}", seasons=SEASON)
