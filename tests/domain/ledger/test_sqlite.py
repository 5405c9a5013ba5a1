"""The ledger's file: the library's own tests, durability, and what guards the lines."""

import json
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError

from domain.ledger import durable
from domain.ledger.durable import Datastore
from domain.ledger.ledger import Ledger
from domain.ledger.mapper import LineMapper
from domain.ledger.record import ZERO, link
from domain.ledger.sqlite import Factory, Recorder
from tests.domain.ledger.files import behind, locked
from tests.domain.ledger.library import library, toy
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, DECIDER, Join, stamp


class TestByTheLibrary(library.ApplicationRecorderTestCase[Recorder]):
    """The library's own tests of a recorder; its stories are UUIDs."""

    def create_recorder(self) -> Recorder:
        """A recorder over a new file."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name, "ledger.db")
        path.touch()
        datastore = Datastore(path, originator_id_type="uuid")
        recorder = Recorder(datastore)
        recorder.create_table()
        return recorder


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the ledger is; no character of a path is special."""
    return tmp_path / "a ?mode=memory#%é.db"


@pytest.fixture
def recorder(path: Path) -> Iterator[Recorder]:
    """A recorder over a new file."""
    path.touch()
    recorder = Recorder(Datastore(path))
    recorder.found(CAMPAIGN)
    yield recorder
    recorder.datastore.close()


def settings(recorder: Recorder) -> dict[str, int | str]:
    """What a connection says of itself."""
    names = (
        "journal_mode", "synchronous", "busy_timeout", "trusted_schema", "cell_size_check",
        "recursive_triggers", "fullfsync",
    )  # fmt: skip
    with recorder.datastore.transaction(commit=False) as c:
        found = {}
        for name in names:
            c.execute(f"PRAGMA {name}")
            found[name] = c.fetchone()[0]
    return found


def test_a_connection_loses_nothing_and_trusts_nothing(recorder: Recorder) -> None:
    """DELETE and EXTRA lost nothing in 20,000 simulated power cuts; the library's WAL did."""
    assert settings(recorder) == {
        "journal_mode": "delete",
        "synchronous": 3,
        "busy_timeout": 30_000,
        "trusted_schema": 0,
        "cell_size_check": 1,
        "recursive_triggers": 1,
        "fullfsync": 1,
    }


def test_a_ledger_at_rest_is_one_file(recorder: Recorder, path: Path) -> None:
    """It may be copied as it lies there; `?`, `#` and `%` in its path lead nowhere else."""
    recorder.insert_events([toy("heap", 1)])
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_ledger_that_was_switched_to_wal_is_switched_back(path: Path) -> None:
    """A campaign at rest stays one file whatever another program did to it."""
    Ledger.create(path, CATALOGUE, CAMPAIGN).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode=WAL")
    with Ledger.open(path, CATALOGUE) as ledger:
        ledger.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
        assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_line_is_linked_to_the_one_before_it_in_its_story(recorder: Recorder) -> None:
    """The first to 32 zero bytes; stories do not meet."""
    recorder.insert_events([toy("a", 1, b"1"), toy("b", 1, b"2"), toy("a", 2, b"3")])
    first, other, second = recorder.rows(0, 10)
    assert first.hash == link(ZERO, b"1")
    assert other.hash == link(ZERO, b"2")
    assert second.hash == link(first.hash, b"3")
    recorder.insert_events([toy("a", 3, b"4")])
    assert recorder.rows(3, 1)[0].hash == link(second.hash, b"4")


def test_a_line_after_a_gap_is_refused(recorder: Recorder) -> None:
    """A link to a line that is not there cannot be made; nothing of the insert is kept."""
    with pytest.raises(IntegrityError, match="heap/3 would follow heap/1"):
        recorder.insert_events([toy("heap", 1), toy("heap", 3)])
    assert recorder.rows(0, 10) == []
    assert recorder.log().size == 0


def test_a_story_that_has_grown_is_not_written(recorder: Recorder) -> None:
    """Nor may a story have grown that was only read."""
    recorder.insert_events([toy("campaign", 1), toy("heap", 1)])
    with pytest.raises(IntegrityError, match="campaign has 1 line, not 0"):
        recorder.insert_events([toy("heap", 2)], expected={"heap": 1, "campaign": 0})
    recorder.insert_events([toy("heap", 2)], expected={"heap": 1, "campaign": 1})
    assert recorder.log().size == 3


def test_saving_nothing_changes_nothing(recorder: Recorder) -> None:
    """An empty insert is no line."""
    assert recorder.insert_events([]) == []
    assert recorder.log().size == 0


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE stored_events SET state = x'7b7d'",
        "DELETE FROM stored_events",
        "INSERT OR REPLACE INTO stored_events VALUES (1, 'heap', 1, 'toy', x'7b7d', zeroblob(32))",
        "DELETE FROM log",
        "UPDATE log SET campaign = 'another'",
        "UPDATE log SET size = 0",
        "UPDATE log SET peaks = x''",
    ],
)
def test_the_record_is_append_only(recorder: Recorder, harm: str) -> None:
    """Triggers refuse what would change or remove a line."""
    recorder.insert_events([toy("heap", 1, b'{"a":1}')])
    before = recorder.rows(0, 10), recorder.log()
    with (
        pytest.raises(IntegrityError, match="append-only"),
        recorder.datastore.transaction(commit=True) as c,
    ):
        c.execute(harm)
    assert (recorder.rows(0, 10), recorder.log()) == before


def test_a_position_is_never_used_again(recorder: Recorder, path: Path) -> None:
    """Not even after somebody cut the last line off."""
    recorder.insert_events([toy("heap", 1), toy("heap", 2)])
    with behind(path) as other:
        other.execute("DELETE FROM stored_events WHERE rowid = 2")
    assert recorder.insert_events([toy("heap", 2)]) == [3]


def test_who_wants_to_write_waits_for_who_is_writing(recorder: Recorder, path: Path) -> None:
    """A write takes its lock at the beginning, so it never reads what another then changes."""
    with recorder.datastore.transaction(commit=True) as c:
        c.execute("SELECT count(*) FROM stored_events")
        with (
            closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("BEGIN IMMEDIATE")


def test_a_commit_that_fails_leaves_nothing_open(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader who does not let go makes the commit fail; the next write finds a clean start."""
    monkeypatch.setattr(durable, "BUSY_SECONDS", 0)
    path.touch()
    recorder = Recorder(Datastore(path))
    recorder.found(CAMPAIGN)
    with locked(path, "DEFERRED"), pytest.raises(OperationalError, match="locked"):
        recorder.insert_events([toy("heap", 1)])
    assert recorder.insert_events([toy("heap", 1)]) == [1]
    recorder.datastore.close()


def test_foreign_environment_variables_change_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library would compress, encrypt or store elsewhere at a word of the environment."""
    for name, value in {
        "COMPRESSOR_TOPIC": "zlib",
        "CIPHER_TOPIC": "eventsourcing.cipher:AESCipher",
        "CIPHER_KEY": "0123456789abcdef",
        "MAPPER_TOPIC": "nothing:Mapper",
        "PERSISTENCE_MODULE": "eventsourcing.popo",
        "APPLICATION_RECORDER_TOPIC": "nothing:Recorder",
        "SQLITE_DBNAME": ":memory:",
        "SQLITE_LOCK_TIMEOUT": "none",
        "ORIGINATOR_ID_TYPE": "uuid",
        "CREATE_TABLE": "maybe",
    }.items():
        monkeypatch.setenv(name, value)
    with Ledger.create(path, CATALOGUE, CAMPAIGN) as ledger:
        ledger.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
        assert json.loads(ledger.rows(0)[0].state)["data"]["event"] == "toy.taker-joined/1"


def test_stories_come_in_the_order_in_which_they_began(recorder: Recorder) -> None:
    """Not by their names."""
    assert recorder.stories() == []
    recorder.insert_events([toy("b", 1), toy("c", 1), toy("a", 1), toy("b", 2)])
    assert recorder.stories() == ["b", "c", "a"]


def test_the_library_reads_lines_through_its_own_store(path: Path) -> None:
    """Its event store over our mapper gives the lines that the ledger gives."""
    with Ledger.create(path, CATALOGUE, CAMPAIGN) as ledger:
        ledger.submit("heap", DECIDER, [Join(name="Bo"), Join(name="Cy")], stamp=stamp)
        store = Factory(path, read_only=True).event_store(
            LineMapper(CATALOGUE, CAMPAIGN), Recorder(Datastore(path, read_only=True))
        )
        lines: list[object] = list(store.get("heap"))
        assert lines == ledger.story("heap")
