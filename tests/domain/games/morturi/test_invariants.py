"""MR-GEN-1: robots fight in the arena; what must hold, holds after every event."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.morturi.club import Club
from domain.audit import audit
from domain.findings import Verdict
from domain.games.morturi.battle import Fighting
from domain.games.morturi.opening import BattleOpened
from domain.games.morturi.victory import BattleConcluded
from domain.terms import Event
from tests.arena_invariants import INVARIANTS, Watch


class Table:
    """Sees every event of a club; each battle has its own watch."""

    def __init__(self) -> None:
        self.watch = Watch()
        self.concluded = 0

    def see(self, before: Any, event: Event, after: Any) -> None:
        """Watch the battles; what a campaign's own lines tell is remembered, and that is all."""
        if isinstance(event, BattleOpened):
            self.watch = Watch()
        if isinstance(before, Fighting):
            self.watch.see(before, event, after)
            self.concluded += isinstance(event, BattleConcluded)
        assert event.told()


def check(folder: Path, seed: str, battles: int) -> None:
    """A club fights so many battles; all end, and the audit is clean."""
    table = Table()
    club = Club(folder / "ledger.db", seed, table.see)
    for _ in range(battles):
        club.friendly()
    assert table.concluded == battles
    report = audit(club.ledger)
    assert report.findings == ()
    assert report.verdict is Verdict.CLEAN
    club.ledger.close()


def test_battles_hold_what_must_hold(tmp_path: Path) -> None:
    """8 battles of guests under any house rules, in any arena; they end, and are judged alike."""
    check(tmp_path, "arena", 8)


@pytest.mark.long
@pytest.mark.parametrize("number", range(100))
def test_ten_thousand_battles_hold_what_must_hold(tmp_path: Path, number: int) -> None:
    """The same, a hundred times a hundred battles."""
    check(tmp_path, f"hundred {number}", 100)


def test_every_invariant_has_a_number_and_a_text() -> None:
    """MR-GEN-1: fifteen statements, each once."""
    assert [each.id for each in INVARIANTS] == [f"ARENA-{n}" for n in range(1, 16)]
    assert len({each.text for each in INVARIANTS}) == 15
