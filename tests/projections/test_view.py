"""Views catch up, forget what was taken back, and can be thrown away at any time (`ledger.md`)."""

import logging
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Table, select

from domain.audit import audit
from domain.crew import RenameMember
from domain.findings import Verdict
from domain.game import catalogue
from domain.ledger.ledger import Ledger
from domain.ledger.server import given as given_url
from domain.terms import StorageFailed
from projections import seal, store
from projections.crews import crews
from projections.history import history
from projections.page import View, table
from projections.profiles import Profiles, profile
from projections.rosters import roster
from projections.view import ALL, Views, open_views
from tests.domain.ledger.files import as_nobody
from tests.forging import Rows, edit, forge
from tests.season import GAME, Season, drawn


def rows(views: Views) -> dict[str, list[dict[str, Any]]]:
    """All rows of all views."""
    return {
        each.name: views.rows(select(each).order_by(*each.primary_key))
        for view in ALL
        for each in view.tables
    }


def fresh(ledger: Ledger) -> dict[str, list[dict[str, Any]]]:
    """All rows of views that were made just now, in memory, in one page."""
    with open_views(ledger, GAME, None) as views:
        views.catch_up()
        return rows(views)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    """A campaign of two battles, with much that was taken back and some that was restored."""
    season = Season(tmp_path_factory.mktemp("season") / "ledger.db", seed="views")
    ash, iron = season.crew("ash.toml"), season.crew("iron.toml")
    renamed = season.books(RenameMember(crew=ash, member=f"{ash}/2", name="Sura Once"), story=ash)
    season.ledger.retract(renamed[0].batch, stamp=season.stamp())
    for battle in ("battle-1", "battle-2"):
        season.open(ash, iron)
        for number in range(25):
            lines = season.step(battle)
            if number % 4 == 1:
                season.ledger.retract(lines[0].batch, stamp=season.stamp())
            if number % 8 == 1:
                season.ledger.restore(lines[0].batch, stamp=season.stamp())
        season.play(battle)
        if battle == "battle-1":
            season.settle(battle)
    season.ledger.retract(season.ledger.story("battle-2")[-1].batch, stamp=season.stamp())
    return season


# On a server


def test_views_on_a_server_are_those_in_a_file(season: Season, postgres: str) -> None:
    """Page by page, in a schema that is made where it is missing; they may be dropped."""
    server = given_url(postgres, season.ledger.campaign)
    with open_views(season.ledger, GAME, server, page=70) as views:
        views.catch_up()
        assert "has been made anew" in views.notice  # nobody had made the schema
        assert rows(views) == fresh(season.ledger)
        assert views.check() == []
        assert views.catch_up() == 0
        views.rebuild()
        assert rows(views) == fresh(season.ledger)


def test_no_text_of_a_stranger_keeps_views_from_being_made(postgres: str, tmp_path: Path) -> None:
    """A character that PostgreSQL has not is shown as one that cannot be shown."""
    season = Season(tmp_path / "season.db", seed="strange")
    ash = season.crew("ash.toml")
    season.ledger.close()

    def change(lines: Rows) -> None:
        for row in lines:
            if (row["originator_id"], row["originator_version"]) == (ash, 2):
                edit(row, lambda line: line["data"]["member"].update(name="Sura\0'; --"))

    copy = forge(tmp_path / "season.db", tmp_path / "forged.db", change, rebuild=True)
    with (
        Ledger.open(copy, catalogue(GAME.id)) as ledger,
        open_views(ledger, GAME, given_url(postgres, ledger.campaign)) as views,
    ):
        views.catch_up()
        assert any("Sura\ufffd'; --" in str(row) for row in rows(views)["entries"])


def test_two_programs_catch_up_at_once_on_a_server(season: Season, postgres: str) -> None:
    """They take turns; no line is read twice."""
    server = given_url(postgres, season.ledger.campaign)
    with open_views(season.ledger, GAME, server) as first:
        first.rebuild()

    def catch_up() -> None:
        with (
            Ledger.open(season.ledger.place, catalogue(GAME.id), read_only=True) as ledger,
            open_views(ledger, GAME, server, page=20) as views,
        ):
            views.rebuild()
            counts.append(views.catch_up())

    counts = list[int]()
    programs = [Thread(target=catch_up) for _ in range(3)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    assert counts == [0, 0, 0]
    with open_views(season.ledger, GAME, server) as views:
        views.catch_up()
        assert rows(views) == fresh(season.ledger)


# Catching up


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(page=st.integers(1, 400), cuts=st.lists(st.integers(0, 600), max_size=4))
def test_catching_up_by_pages_is_a_rebuild(season: Season, page: int, cuts: list[int]) -> None:
    """Whatever the pages, and wherever reading was broken off: the same rows."""
    with open_views(season.ledger, GAME, None, page=page) as views:
        for cut in sorted(cuts):
            views.catch_up(until=min(cut, season.ledger.head()))
        views.catch_up()
        assert rows(views) == fresh(season.ledger)


def test_catching_up_one_by_one_is_a_rebuild(season: Season) -> None:
    """A line a page, retractions and all."""
    with open_views(season.ledger, GAME, None, page=1) as views:
        assert views.catch_up() == season.ledger.size
        assert rows(views) == fresh(season.ledger)
        assert views.catch_up() == 0


def test_catching_up_tells_its_progress(season: Season) -> None:
    """So many lines of so many."""
    told: list[tuple[int, int]] = []
    head = season.ledger.head()
    with open_views(season.ledger, GAME, None, page=100) as views:
        views.catch_up(lambda done, whole: told.append((done, whole)))
    assert told[0] == (100, head)
    assert told[-1] == (head, head)


def test_an_empty_ledger_has_empty_views(tmp_path: Path) -> None:
    """Nothing recorded, nothing shown."""
    with (
        Ledger.create(tmp_path / "ledger.db", catalogue("mortisphere"), "0" * 32) as ledger,
        open_views(ledger, GAME, tmp_path / "views.db") as views,
    ):
        assert views.catch_up() == 0
        assert views.rows(select(crews)) == []


def test_lines_that_came_since_are_read(tmp_path: Path) -> None:
    """A bookmark stands behind the last line that was read."""
    season = Season(tmp_path / "ledger.db")
    ash = season.crew("ash.toml")
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
    season.books(RenameMember(crew=ash, member=f"{ash}/2", name="Ember"), story=ash)
    with open_views(season.ledger, GAME, path) as views:
        assert views.catch_up() == 1
        assert profile(views, f"{ash}/2")["name"] == "Ember"


def test_what_was_taken_back_is_forgotten(tmp_path: Path) -> None:
    """MS-PRO-6: a rename that was a slip leaves neither name nor entry; restored, both return."""
    season = Season(tmp_path / "ledger.db")
    ash = season.crew("ash.toml")
    sura = f"{ash}/2"
    with open_views(season.ledger, GAME, None) as views:
        slip = season.books(RenameMember(crew=ash, member=sura, name="Suar"), story=ash)[0]
        views.catch_up()
        assert [entry["kind"] for entry in history(views, sura)] == ["joined", "renamed"]
        season.ledger.retract(slip.batch, stamp=season.stamp())
        views.catch_up()
        assert [entry["kind"] for entry in history(views, sura)] == ["joined"]
        found = profile(views, sura)
        assert (found["name"], found["former_names"]) == ("Sura", [])
        season.ledger.restore(slip.batch, stamp=season.stamp())
        views.catch_up()
        found = profile(views, sura)
        assert (found["name"], found["former_names"]) == ("Suar", ["Sura"])


# Thrown away


def test_views_can_be_deleted(season: Season, tmp_path: Path) -> None:
    """`views.db` holds nothing that the ledger does not hold."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
        before = rows(views)
    path.unlink()
    with open_views(season.ledger, GAME, path) as views:
        assert views.catch_up() == season.ledger.size
        assert (rows(views), views.notice) == (before, "")


def test_a_rebuild_reads_everything_again(season: Season, tmp_path: Path) -> None:
    """What somebody changed in the file is gone after it."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
        _execute(path, "UPDATE crews SET name = 'Nobody'")
        assert views.check() == ["crews"]
        assert views.rebuild() == season.ledger.size
        assert rows(views) == fresh(season.ledger)
        assert views.check() == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"no database at all, but a longer text" * 100),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: _execute(path, "DROP TABLE members"),
        lambda path: _execute(path, "ALTER TABLE entries DROP COLUMN kind"),
    ],
    ids=["no database", "half a file", "no table", "no column"],
)
def test_damaged_views_are_made_anew(season: Season, tmp_path: Path, damage: Any) -> None:
    """Bytes that are no database, half a file, a table or column that is gone."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
    damage(path)
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
        assert rows(views) == fresh(season.ledger)
        assert views.notice == "views.db was damaged and has been made anew from the ledger"


def _execute(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement)


def _sealed(path: Path, statement: str) -> None:
    """Change a file of views as its own program would: sealed at the end."""
    engine = store.InFile(path).engine
    with engine.connect() as connection, connection.begin():
        connection.exec_driver_sql(statement)
        seal.press(connection)
    engine.dispose()


@pytest.mark.parametrize(
    "change",
    [
        lambda path: _execute(path, "UPDATE members SET seat = seat + 1"),
        lambda path: _execute(path, "DELETE FROM entries WHERE kind = 'joined'"),
        lambda path: path.write_bytes(path.read_bytes().replace(b"recruited", b"recruitEd")),
        lambda path: path.write_bytes(path.read_bytes() + bytes(4096)),
    ],
    ids=["a row changed", "a row gone", "a letter", "longer"],
)
def test_views_that_somebody_changed_are_made_anew(
    season: Season, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """They are sealed: what is not as it was written is not shown. It is told."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
    before = path.read_bytes()
    change(path)
    longer = len(path.read_bytes()) > len(before)
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
        assert rows(views) == fresh(season.ledger)
        changed = "views.db was damaged and has been made anew from the ledger"
        assert views.notice == ("" if longer else changed)  # what lies behind is nobody's


def test_a_seal_holds_from_one_page_to_the_next(season: Season, tmp_path: Path) -> None:
    """Rows that are added, changed and deleted: nothing is made anew without need."""
    path = tmp_path / "views.db"
    for until in (100, 101, 250, 400, None):
        with open_views(season.ledger, GAME, path, page=30) as views:
            views.catch_up(until=until)
            assert views.notice == ""
    with open_views(season.ledger, GAME, path) as views:
        views.rebuild()
    with open_views(season.ledger, GAME, path) as views:
        assert views.catch_up() == 0
        assert views.notice == ""


def test_views_that_an_older_version_made_are_made_anew(season: Season, tmp_path: Path) -> None:
    """They have no seal; nobody need be told."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
    _execute(path, "PRAGMA user_version=0")
    with open_views(season.ledger, GAME, path) as views:
        assert views.catch_up() == season.ledger.size
        assert views.notice == ""


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_views_are_not_written_through_a_link(season: Season, tmp_path: Path) -> None:
    """What a stranger's link leads to stays as it is; the views are made in memory."""
    elsewhere, path = tmp_path / "precious.db", tmp_path / "views.db"
    _execute(elsewhere, "CREATE TABLE mine (what)")
    before = elsewhere.read_bytes()
    path.symlink_to(elsewhere)
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
        assert rows(views) == fresh(season.ledger)
        assert views.notice == f"{path} is no plain file: the views were made in memory, for now"
    assert elsewhere.read_bytes() == before


class NewProfiles(Profiles):
    """A later version of the profiles."""

    version = Profiles.version + 1


class OtherProfiles(Profiles):
    """Profiles with another table."""

    tables: ClassVar[tuple[Table, ...]] = (*Profiles.tables, table("more"))


@pytest.mark.parametrize("changed", [NewProfiles(), OtherProfiles()], ids=["version", "table"])
def test_a_changed_view_begins_again(season: Season, tmp_path: Path, changed: View) -> None:
    """A new version, or another table: that view alone is read from the first line."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up(until=300)
        _sealed(path, "UPDATE battles SET scenario = 'kept as it is'")
    others = [view for view in ALL if view.name != "profiles"]
    with open_views(season.ledger, GAME, path, views=[*others, changed], page=100) as views:
        views.catch_up()
        found = rows(views)
        expected = fresh(season.ledger)
        assert found["members"] == expected["members"]
        assert found["battles"][0]["scenario"] == "kept as it is"
        assert found["entries"] == expected["entries"]


def test_views_of_another_record_begin_again(tmp_path: Path) -> None:
    """A ledger that was put back from a backup, and then went another way."""
    copy = tmp_path / "ledger.db"
    first = Season(copy, seed="one")
    first.crew("ash.toml")
    shutil.copy(copy, tmp_path / "backup.db")
    first.crew("iron.toml")
    path = tmp_path / "views.db"
    with open_views(first.ledger, GAME, path) as views:
        views.catch_up()
    first.ledger.close()
    shutil.copy(tmp_path / "backup.db", copy)
    with (
        Ledger.open(copy, catalogue("mortisphere")) as ledger,
        open_views(ledger, GAME, path) as views,
    ):
        views.catch_up()
        assert rows(views) == fresh(ledger)
        assert [row["name"] for row in views.rows(select(crews))] == ["Ash"]


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that anybody can reach."""
    with TemporaryDirectory(prefix="acta-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


def test_views_are_made_in_memory_where_nothing_can_be_written(shelf: Path) -> None:
    """A campaign on read-only media: the same answers, and a sentence that says so."""
    season = Season(shelf / "ledger.db")
    ash = season.crew("ash.toml")
    season.ledger.close()
    shelf.chmod(0o555)

    def work() -> None:
        with (
            Ledger.open(shelf / "ledger.db", catalogue("mortisphere"), read_only=True) as ledger,
            open_views(ledger, GAME, shelf / "views.db") as views,
        ):
            views.catch_up()
            assert views.notice.endswith("the views were made in memory, for now")
            assert roster(views, ash)["fit"] == 4

    assert as_nobody(work)
    assert not (shelf / "views.db").exists()


def test_a_folder_in_place_of_the_file_is_survived(season: Season, tmp_path: Path) -> None:
    """Somebody made a folder of that name."""
    (tmp_path / "views.db").mkdir()
    with open_views(season.ledger, GAME, tmp_path / "views.db") as views:
        views.catch_up()
        assert rows(views) == fresh(season.ledger)
        assert views.notice.endswith("in memory, for now")


def test_a_file_that_fails_later_is_left_behind(season: Season, tmp_path: Path) -> None:
    """The file is spoilt between catching up and asking: asked again, of a new one."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
        path.write_bytes(b"x" * 8192)
        assert len(views.rows(select(crews))) == 2
        assert "made anew" in views.notice


def test_somebody_else_is_writing(season: Season, tmp_path: Path, monkeypatch: Any) -> None:
    """Another program holds the file: one sentence, and it stays as it is."""
    monkeypatch.setattr("projections.store.BUSY_SECONDS", 0)
    path = tmp_path / "views.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        with (
            open_views(season.ledger, GAME, path) as views,
            pytest.raises(StorageFailed, match="is being written by another program"),
        ):
            views.catch_up()


def test_a_record_that_no_rules_wrote_is_refused(tmp_path: Path) -> None:
    """A line that was forged so that no view can hold it: one sentence, no traceback."""
    season = Season(tmp_path / "ledger.db").season(1)

    def change(rows: Rows) -> None:
        for row in rows:
            if row["topic"] == "mortisphere.round-began/1":
                edit(row, lambda line: line["data"].update(round=2**63))

    copy = forge(season.ledger.path, tmp_path / "forged.db", change, rebuild=True)
    with (
        Ledger.open(copy, catalogue("mortisphere")) as ledger,
        open_views(ledger, GAME, tmp_path / "views.db") as views,
        pytest.raises(StorageFailed, match="no views can be made from it"),
    ):
        views.catch_up()


# Checked


def test_a_check_writes_nothing(season: Season, tmp_path: Path) -> None:
    """Views that are behind are no finding; views that were never made are none either."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        assert views.check() == []
        assert not list(tmp_path.iterdir())
        views.catch_up(until=200)
        before = path.read_bytes()
        assert views.check() == []
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]


def test_stale_views_are_found_by_the_audit(season: Season, tmp_path: Path) -> None:
    """A view that differs at its bookmark from a rebuild is a note."""
    path = tmp_path / "views.db"
    with open_views(season.ledger, GAME, path) as views:
        views.catch_up()
        _execute(path, "DELETE FROM entries WHERE kind = 'joined'")
        report = audit(season.ledger, stale=views.check)
        assert report.verdict is Verdict.NOTES
        assert [(each.kind, each.address) for each in report.findings] == [("StaleView", "history")]
        path.write_bytes(b"x" * 8192)
        assert views.check() == [view.name for view in ALL]


def test_two_programs_catch_up_at_once(season: Season, tmp_path: Path) -> None:
    """Page by page in turn: no row twice, none lost."""
    path = tmp_path / "views.db"
    with (
        open_views(season.ledger, GAME, path, page=7) as one,
        open_views(season.ledger, GAME, path, page=11) as other,
    ):
        head = season.ledger.head()
        for number in range(40):
            views = (one, other)[drawn("turn", number, 2)]
            views.catch_up(until=min(head, 15 * number))
        one.catch_up()
        assert rows(other) == fresh(season.ledger)


def test_case_32_a_view_named_twice_reads_once(season: Season) -> None:
    """Case 32: its rows are as they are when it is named once."""
    with open_views(season.ledger, GAME, None, views=(*ALL, *ALL)) as views:
        views.catch_up()
        assert rows(views) == fresh(season.ledger)
        views.rebuild()
        assert rows(views) == fresh(season.ledger)


def test_what_goes_wrong_in_a_place_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SQLAlchemy prints nothing of its own, as of a connection that an interrupt closes."""
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    logging.getLogger("sqlalchemy.pool.impl.NullPool").error("Exception closing connection")
    assert capsys.readouterr().err == ""
