"""A long ledger for benchmarks is a record like any other: an audit finds nothing in it."""

from pathlib import Path

import pytest

from benchmarks import seasons
from benchmarks.seasons import grown
from domain.audit import audit


def test_copies_of_a_season_pass_an_audit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Crews and battles of their own in each copy; every link, cause and die holds."""
    monkeypatch.setattr(seasons, "SEASON", 1)
    with grown(tmp_path / "ledger.db", 900, talk=5) as ledger:
        report, size, stories = audit(ledger), ledger.size, ledger.stories()
    assert size >= 900
    assert (report.verdict, report.checked.events) == ("clean", size)
    assert stories[:4] == ["campaign", "crew-grey-ledger", "crew-wet-choir", "battle-1"]
    assert stories[4:7] == ["crew-grey-ledger-2", "crew-wet-choir-2", "battle-2"]
