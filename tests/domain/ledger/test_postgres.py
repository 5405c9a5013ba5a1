"""The ledger on a server: the library's own tests, durability, and what guards the lines."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from domain.ledger import connection, server_tables
from domain.ledger.connection import Datastore, connect
from domain.ledger.ledger import Ledger
from domain.ledger.mapper import LineMapper
from domain.ledger.postgres import Factory, Recorder
from domain.ledger.record import ZERO, Head, link
from domain.ledger.server import Server, given
from domain.ledger.store import Growth, Log
from domain.terms import StorageFailed
from tests.domain.ledger.library import library, toy
from tests.domain.ledger.toy import CAMPAIGN, CATALOGUE, DECIDER, Join, stamp
from tests.servers import Local


class TestByTheLibrary(library.ApplicationRecorderTestCase[Recorder]):
    """The library's own tests of a recorder; its stories are UUIDs."""

    server: ClassVar[Local]

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def _server(cls, server: Local) -> None:
        """The server of this session."""
        cls.server = server

    def create_recorder(self) -> Recorder:
        """A recorder over new tables."""
        self.server.clear()
        datastore = Datastore(given(self.server.url, CAMPAIGN), originator_id_type="uuid")
        self.addCleanup(self.server.clear)
        self.addCleanup(datastore.close)
        recorder = Recorder(datastore)
        recorder.create_table()
        return recorder


@pytest.fixture
def place(postgres: str) -> Server:
    """Where the ledger is."""
    return given(postgres, CAMPAIGN)


@pytest.fixture
def recorder(place: Server) -> Iterator[Recorder]:
    """A recorder over new tables."""
    recorder = Factory(place).recorder()
    recorder.found(CAMPAIGN)
    yield recorder
    recorder.datastore.close()


def test_a_line_is_linked_to_the_one_before_it_in_its_story(recorder: Recorder) -> None:
    """The first to 32 zero bytes; stories do not meet."""
    assert recorder.insert_events([toy("a", 1, b"1"), toy("b", 1, b"2"), toy("a", 2, b"3")]) == [
        1,
        2,
        3,
    ]
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


def test_more_lines_than_one_statement_takes_are_one_insert(recorder: Recorder) -> None:
    """All or nothing, be it thousands; a story goes on from one statement to the next."""
    many = [toy(f"s{number % 3}", number // 3 + 1) for number in range(3000)]
    with pytest.raises(IntegrityError, match="s0/1002 would follow s0/1000"):
        recorder.insert_events([*many, toy("s0", 1002)])
    assert recorder.log().size == 0
    recorder.insert_events(iter(many))
    assert recorder.verify() == (3000, {})
    assert recorder.log().size == 3000


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE stored_events SET state = '{}'",
        "DELETE FROM stored_events",
        "TRUNCATE stored_events",
        "DELETE FROM log",
        "TRUNCATE log",
        "UPDATE log SET campaign = 'another'",
        "UPDATE log SET size = 0",
        "UPDATE log SET peaks = ''",
        "SET session_replication_role = replica; DELETE FROM stored_events",
    ],
)
def test_the_record_is_append_only(recorder: Recorder, place: Server, harm: str) -> None:
    """Triggers refuse what would change or remove a line, a replica's session too."""
    recorder.insert_events([toy("heap", 1, b'{"a":1}')])
    before = recorder.rows(0, 10), recorder.log()
    with (
        connect(place, schemas=(place.ledger,)) as other,
        pytest.raises(psycopg.IntegrityError, match="append-only"),
    ):
        other.execute(harm.encode())
    assert (recorder.rows(0, 10), recorder.log()) == before
    assert recorder.unguarded() == []


def test_a_guard_that_is_missing_is_told(recorder: Recorder, place: Server) -> None:
    """Who owns the tables can drop it; the doctor sees it."""
    with connect(place, schemas=(place.ledger,)) as other:
        other.execute("DROP TRIGGER lines_stay ON stored_events")
        other.execute("ALTER TABLE log DISABLE TRIGGER the_log_grows")
    assert recorder.unguarded() == ["lines_stay", "the_log_grows"]


def test_an_acknowledged_line_is_on_the_disk(recorder: Recorder, server: Local) -> None:
    """A server that is set to acknowledge earlier does not do so for us."""
    assert server.execute("SHOW synchronous_commit") == [("off",)]
    store: Any = recorder.datastore
    with store.writing() as c:
        recorder._growth(c, ["heap"])  # noqa: SLF001  what each insert begins with
        assert c.execute("SHOW synchronous_commit").fetchone() == ("on",)


def test_a_position_is_never_used_again(recorder: Recorder, place: Server) -> None:
    """Not even after somebody cut the last line off."""
    recorder.insert_events([toy("heap", 1), toy("heap", 2)])
    with connect(place, schemas=(place.ledger,)) as other:
        other.execute("DROP TRIGGER lines_stay ON stored_events")
        other.execute("DELETE FROM stored_events WHERE notification_id = 2")
    assert recorder.insert_events([toy("heap", 2)]) == [3]


def test_stories_come_in_the_order_in_which_they_began(recorder: Recorder) -> None:
    """Not by their names."""
    assert recorder.stories() == []
    recorder.insert_events([toy("b", 1), toy("c", 1), toy("a", 1), toy("b", 2)])
    assert recorder.stories() == ["b", "c", "a"]


def test_the_environment_leads_nowhere_else(place: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the library's words nor libpq's; PGPASSWORD alone is read."""
    words = {
        "COMPRESSOR_TOPIC": "zlib", "MAPPER_TOPIC": "nothing:Mapper", "CREATE_TABLE": "maybe",
        "POSTGRES_SCHEMA": "elsewhere", "POSTGRES_ENABLE_DB_FUNCTIONS": "y",
        "PGHOST": "nowhere.invalid", "PGPORT": "1", "PGDATABASE": "none", "PGUSER": "nobody",
        "PGSERVICE": "none", "PGOPTIONS": "-c default_transaction_read_only=on",
        "PGSSLMODE": "verify-full", "PGPASSFILE": "/none", "PGREQUIREAUTH": "gss",
    }  # fmt: skip
    for name, value in words.items():
        monkeypatch.setenv(name, value)
    with Ledger.create(place, CATALOGUE, CAMPAIGN) as ledger:
        ledger.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
        assert json.loads(ledger.rows(0)[0].state)["data"]["event"] == "toy.taker-joined/1"
    assert {name: os.environ[name] for name in words} == words


def test_the_library_reads_lines_through_its_own_store(place: Server) -> None:
    """Its event store over our mapper gives the lines that the ledger gives."""
    with Ledger.create(place, CATALOGUE, CAMPAIGN) as ledger:
        ledger.submit("heap", DECIDER, [Join(name="Bo"), Join(name="Cy")], stamp=stamp)
        factory = Factory(place, read_only=True)
        store = factory.event_store(LineMapper(CATALOGUE, CAMPAIGN), factory.recorder())
        lines: list[object] = list(store.get("heap"))
        assert lines == ledger.story("heap")
        factory.close()


def test_a_connection_is_not_closed_under_who_uses_it(recorder: Recorder) -> None:
    """Closing waits; the next question opens it again."""
    began: list[bool] = []

    def close() -> None:
        began.append(True)
        recorder.datastore.close()

    closing = Thread(target=close)
    with recorder.datastore.get_connection() as used:
        closing.start()
        while not began:
            used.execute("SELECT 1")
        assert used.execute("SELECT 1 AS one").fetchone() == {"one": 1}
        assert not used.closed
    closing.join()
    assert used.closed
    assert recorder.insert_events([toy("heap", 1)]) == [1]


def test_who_reads_only_cannot_write(place: Server) -> None:
    """The server itself refuses."""
    Ledger.create(place, CATALOGUE, CAMPAIGN).close()
    with (
        Ledger.open(place, CATALOGUE, read_only=True) as ledger,
        pytest.raises(StorageFailed, match="cannot be written; nothing was saved"),
    ):
        ledger.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)


def test_a_campaign_is_made_once(place: Server) -> None:
    """What is there is not overwritten; another campaign stands beside it."""
    Ledger.create(place, CATALOGUE, CAMPAIGN).close()
    with pytest.raises(StorageFailed, match=r"this campaign is kept at postgresql://.* already"):
        Ledger.create(place, CATALOGUE, CAMPAIGN)
    other = "f" * 32
    with Ledger.create(given(place.url, other), CATALOGUE, other) as beside:
        beside.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
        with Ledger.open(place, CATALOGUE) as ledger:
            assert (ledger.size, beside.size) == (0, 1)


def test_a_backup_is_a_file(place: Server, tmp_path: Path) -> None:
    """A ledger in a file, with the same bytes, links and peaks."""
    copy = tmp_path / "backup.db"
    with Ledger.create(place, CATALOGUE, CAMPAIGN) as ledger:
        for story in ("heap", "hoard"):
            ledger.submit(story, DECIDER, [Join(name="Bo"), Join(name="Cy")], stamp=stamp)
        ledger.backup(copy)
        with Ledger.open(copy, CATALOGUE) as again:
            assert again.rows(0) == ledger.rows(0)
            assert again.peaks() == ledger.peaks()
            assert again.verify() == 4


def test_a_ledger_of_a_newer_version(place: Server) -> None:
    """An older program neither reads nor changes it."""
    Ledger.create(place, CATALOGUE, CAMPAIGN).close()
    with connect(place, schemas=(place.ledger,)) as other:
        other.execute("ALTER TABLE log DISABLE TRIGGER the_log_grows")
        other.execute("UPDATE log SET version = 2")
    with pytest.raises(StorageFailed, match="made by a newer version of acta"):
        Ledger.open(place, CATALOGUE)


def test_a_database_that_cannot_hold_every_name(server: Local) -> None:
    """LATIN1 lacks most of them: nothing is made there."""
    server.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    try:
        place = given(server.url_of("latin"), CAMPAIGN)
        with pytest.raises(StorageFailed, match="is in LATIN1, which cannot hold every name"):
            Ledger.create(place, CATALOGUE, CAMPAIGN)
        assert (
            server.execute(
                "SELECT 1 FROM pg_namespace WHERE nspname LIKE 'acta%'", database="latin"
            )
            == []
        )
    finally:
        server.execute("DROP DATABASE latin")


def test_another_writer_who_does_not_let_go(
    recorder: Recorder, place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the busy timeout (30 seconds, a moment here) nothing was saved, and it is said."""
    store: Any = recorder.datastore
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.05)
    with Ledger.open(place, CATALOGUE) as ledger:
        with (
            store.writing(recorder._query(server_tables.BEGIN)),  # noqa: SLF001  what holds it
            pytest.raises(StorageFailed, match="is being written by another program"),
        ):
            ledger.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
        ledger.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
        assert ledger.size == 1


def test_nothing_of_a_stored_line_is_changed_by_the_server(recorder: Recorder) -> None:
    """Any byte, any length."""
    state = bytes(range(256)) * 50
    recorder.insert_events([StoredEvent("heap", 1, "toy", state)])
    assert recorder.rows(0, 1)[0].state == state


BREAK = """
    CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER at_the_end AFTER INSERT ON stored_events
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION break_off();
"""


@pytest.fixture
def breaking(place: Server) -> Iterator[Ledger]:
    """A ledger whose connection breaks whenever a write is committed."""
    with Ledger.create(place, CATALOGUE, CAMPAIGN) as ledger:
        with connect(place, schemas=(place.ledger,)) as other:
            other.execute(BREAK)
        yield ledger


def test_a_commit_that_was_not_answered_is_looked_for(breaking: Ledger) -> None:
    """The line is not there: nothing was saved, and that is certain."""
    with pytest.raises(StorageFailed, match="broke; nothing was saved") as refused:
        breaking.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
    assert refused.value.hint == "say it again"
    assert breaking.size == 0


def test_a_commit_of_which_nothing_is_known_is_not_sent_again(
    breaking: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server stays away: the user is told where to look before saying it again."""

    def away(*_: object) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(Recorder, "recorded", away)
    with pytest.raises(StorageFailed, match="it may be on record or not") as refused:
        breaking.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
    assert refused.value.hint.startswith("acta log tells, once the server is back")


def test_a_look_waits_for_a_write_that_goes_on(recorder: Recorder, place: Server) -> None:
    """Whoever lost the connection may still be served: only then it is known what came of it."""
    other = Factory(place).recorder()
    events: list[str] = []

    def look() -> None:
        found = recorder.recorded([("heap", 1)])
        events.append("found" if found[0] else "missing")

    looking = Thread(target=look)
    store: Any = other.datastore
    with store.writing(other._query(server_tables.BEGIN)) as c:  # noqa: SLF001  a write, held
        looking.start()
        with connect(place) as third:
            while third.execute("SELECT 1 FROM pg_locks WHERE NOT granted").fetchone() is None:
                pass
        growth = Growth(Log(CAMPAIGN, 0, []), {"heap": Head()})
        other._insert(c, growth, [toy("heap", 1)])  # noqa: SLF001  another writer's
        events.append("written")
    looking.join()
    other.datastore.close()
    assert events == ["written", "found"]
