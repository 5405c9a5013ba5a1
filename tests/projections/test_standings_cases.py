"""Case 14: won, drawn and lost add up to the battles that were fought, in both games."""

from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.club import Club
from benchmarks.morturi.years import Year
from benchmarks.record import Record
from domain.game import load
from domain.games.mortisphere.opening import BattleOpened
from domain.games.morturi.opening import BattleOpened as Fought
from projections.standings import standings
from projections.view import open_views

Play = Callable[[Path, str], Record]


def club(path: Path, seed: str) -> Record:
    """Three evenings of crews, and a friendly battle that counts for nothing."""
    record = Club(path, seed)
    for _ in range(3):
        record.evening()
    record.friendly()
    return record


def year(path: Path, seed: str) -> Record:
    """A year's first battles."""
    record = Year(path, seed, months=2)
    list(islice(record.play_out(), 3))
    return record


def fought(record: Record) -> Counter[str]:
    """How many battles each crew opened that count; all of them were concluded."""
    count: Counter[str] = Counter()
    for story in record.ledger.stories():
        opened = record.ledger.story(story)[0].data if story.startswith("battle-") else None
        if isinstance(opened, BattleOpened) and not opened.friendly:
            count.update(each.crew.id for each in opened.crews)
        if isinstance(opened, Fought) and not opened.friendly:
            count.update(each.school.id for each in opened.schools)
    return count


@pytest.mark.parametrize("play", [club, year])
def test_case_14_all_battles_are_won_drawn_or_lost(play: Play, tmp_path: Path) -> None:
    """Case 14: each battle is in the table once for each crew; no draw is anybody's defeat."""
    record = play(tmp_path / "ledger.db", "a")
    with open_views(record.ledger, load(record.game.id), None) as views:
        views.catch_up()
        table = standings(views)
    expected = fought(record)
    assert sum(expected.values()) >= 4
    assert {row["id"]: row["played"] for row in table if row["played"]} == expected
    for row in table:
        assert row["won"] + row["drawn"] + row["lost"] == row["played"]
        assert row["league"] == 3 * row["won"] + row["drawn"]
    record.ledger.close()
