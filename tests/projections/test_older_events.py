"""A record whose events have older names and shapes: nothing of it is lost on the way to a reader.

No event of a released version has been changed so far; here some are stored as if they had.
"""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import select

from domain.audit import audit
from domain.game import catalogue
from domain.ledger.fold import MASKS, Restore, Retract
from domain.ledger.ledger import Ledger
from domain.ledger.record import Catalogue, Plain
from projections.view import ALL, open_views
from tests.forging import Rows, edit, forge
from tests.season import GAME, Season

OLDER = {  # an event's name, the field that had another name before, and that name
    "mortisphere.clash-fought": ("outcome", "won_by"),
    "mortisphere.health-lost": ("amount", "wounds"),
    "mortisphere.battle-concluded": ("result", "end"),
    "crew.member-recruited": ("treasury", "purse_left"),
    "campaign.battle-closed": ("battle", "of"),
}


def ageing(row: Plain) -> None:
    """A line as the version before would have stored it."""

    def change(line: Plain) -> None:
        data = line["data"]
        name = data["event"].removesuffix("/1")
        if name in OLDER:
            field, before = OLDER[name]
            data["event"] = f"{name}/0"
            if field in data:
                data[before] = data.pop(field)

    edit(row, change)


def upcasting() -> Catalogue:
    """The catalogue of a version that reads those."""
    known = catalogue("mortisphere")
    upcasts = {}
    for name, (field, before) in OLDER.items():

        def upcast(
            data: Plain, name: str = name, field: str = field, before: str = before
        ) -> tuple[str, Plain]:
            moved = {field: data[before]} if before in data else {}
            return f"{name}/1", {k: v for k, v in data.items() if k != before} | moved

        upcasts[f"{name}/0"] = upcast
    events = [kind for kind in known.events.values() if kind not in MASKS]
    actions = [kind for kind in known.actions.values() if kind not in (Retract, Restore)]
    return Catalogue(events, actions, upcasts)


def tiny(path: Path) -> Season:
    """Two crews that have just been founded."""
    season = Season(path)
    season.crew("ash.toml")
    season.crew("iron.toml")
    return season


def big(path: Path) -> Season:
    """Two battles and an aftermath, with lines that were taken back, some of them restored."""
    season = Season(path, seed="older")
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    for battle in ("battle-1", "battle-2"):
        season.open(ash, iron)
        for number in range(20):
            lines = season.step(battle)
            if number % 3 == 1:
                season.ledger.retract(lines[0].batch, stamp=season.stamp())
            if number % 6 == 1:
                season.ledger.restore(lines[0].batch, stamp=season.stamp())
        season.play(battle)
        if battle == "battle-1":
            season.settle(battle)
    return season


def digest(ledger: Ledger) -> tuple[int, str]:
    """How many lines are stored, and the hash of their bytes."""
    rows = ledger.rows(0, 100_000)
    return len(rows), sha256(b"".join(row.state for row in rows)).hexdigest()


def shown(ledger: Ledger) -> dict[str, list[dict[str, object]]]:
    """All rows of all views."""
    with open_views(ledger, GAME, None) as views:
        views.catch_up()
        tables = (each for view in ALL for each in view.tables)
        return {t.name: views.rows(select(t).order_by(*t.primary_key)) for t in tables}


@pytest.mark.parametrize("made", [tiny, big])
def test_case_100_upcasts_lose_no_line(tmp_path: Path, made: Callable[[Path], Season]) -> None:
    """Count and hash of the lines are as before; stories, views and audit are as of the newest."""
    season = made(tmp_path / "ledger.db")

    def age(rows: Rows) -> None:
        for row in rows:
            ageing(row)

    path = forge(season.ledger.path, tmp_path / "older.db", age, rebuild=True)
    with Ledger.open(path, upcasting()) as ledger:
        before = digest(ledger)
        assert before[0] == season.ledger.size
        assert before[1] != digest(season.ledger)[1]
        for story in season.ledger.stories():
            assert ledger.story(story) == season.ledger.story(story)
        assert shown(ledger) == shown(season.ledger)
        report = audit(ledger, game=GAME)
        assert (report.findings, report.checked.events) == ((), before[0])
        assert ledger.verify() == before[0]
        assert not ledger.broken
        assert digest(ledger) == before
    with Ledger.open(path, catalogue("mortisphere")) as ledger:  # a control: without upcasts
        assert audit(ledger, game=GAME).errors == {"Unreadable"}
