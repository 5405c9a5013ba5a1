"""Views of records that were amended or made void: they say what a rebuild says."""

import shutil
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.ledger.amended import Void
from domain.terms import Refusal
from domain.voiding import void
from projections.view import open_views
from tests.corrections import STAMP, amended, checked, same, told, world
from tests.domain.test_amending import season
from tests.season import GAME


@given(seed=st.integers(0, 1), data=st.data())
@settings(
    max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_views_follow_whatever_is_corrected(tmp_path: Path, seed: int, data: st.DataObject) -> None:
    """Amended, a battle void, undone: after each the views are caught up, and none is stale."""
    folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
    folder.mkdir()
    _, ledger = season(folder, seed, sealed=False)
    with ledger, open_views(ledger, GAME, folder / "views.db") as views:
        views.catch_up()
        amended(ledger, GAME, lambda most: data.draw(st.integers(0, most - 1)))
        views.catch_up()
        assert views.check() == []
        was = told(GAME, world(ledger))
        battle = data.draw(st.sampled_from(["battle-1", "battle-2"]))
        try:
            gone = void(world(ledger), GAME, Void(battle=battle, reason="drawn"), STAMP)
        except Refusal:
            return
        assert ledger.append(gone.lines, world(ledger).ends)
        views.catch_up()
        assert views.check() == []
        ledger.retract(gone.lines[0].batch, stamp=STAMP)
        views.catch_up()
        assert views.check() == []
        assert same(told(GAME, world(ledger)), was)
        ledger.restore(gone.lines[0].batch, stamp=STAMP)
        report = checked(ledger, GAME)
        assert not report.errors, report.findings
    shutil.rmtree(folder)
