"""What a long life costs: how times and memory are judged, and that the battle in it is open."""

from pathlib import Path

import pytest

from benchmarks import million, seasons
from benchmarks.campaign import begin_battle
from benchmarks.million import ALL, ONE, Home, judged, often
from benchmarks.seasons import grown
from benchmarks.shell import Command, Cost
from domain.audit import audit
from domain.listing import BATTLES

HOMES = [Home(lines, Path(), "battle-9") for lines in (1_000, 3_000, 10_000)]


@pytest.mark.parametrize(
    ("name", "seconds", "memory", "kept"),
    [
        ("log", 10.0, 100, True),
        ("log", 13.5, 100, False),
        ("log", 10.0, 130, False),
        ("import, new", 10.0, 130, True),
    ],
)
def test_all_of_it_is_linear_and_flat(
    name: str, seconds: float, memory: float, *, kept: bool
) -> None:
    """Ten times the lines: ten times the time, the same memory but for what is said to grow."""
    costs = [Cost(1.0, 100), Cost(3.0, 100), Cost(seconds, memory)]
    assert judged(name, HOMES, costs).kept is kept


def test_one_thing_takes_as_long_in_any_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    """`next` takes 1.3 times as long in the longest, where 1.2 is the budget."""

    def interleaved(runs: dict[str, tuple[Command, Path]], _rounds: int) -> dict[str, float]:
        return {name: 0.13 if name == "next 10000" else 0.1 for name in runs}

    monkeypatch.setattr(million, "interleaved", interleaved)
    found = {verdict.told.split()[0]: verdict.kept for verdict in often(HOMES, ONE, 1.2)}
    assert (found["next"], found["do"], found["undo"]) == (False, True, True)
    assert all(verdict.kept for verdict in often(HOMES, ALL, None))


def test_the_last_battle_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Something has been done in it, and the whole record holds."""
    monkeypatch.setattr(seasons, "SEASON", 1)
    with grown(tmp_path / "ledger.db", 300) as ledger:
        battle = begin_battle(ledger, "the last", 20)
        (listed,) = ledger.tell("campaign", BATTLES).open
        assert listed.battle == battle
        assert len(ledger.story(battle)) > 20
        assert audit(ledger).findings == ()
