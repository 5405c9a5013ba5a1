"""A ledger on a server: made, opened as it stands, copied to a file, listened to."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

import psycopg
from eventsourcing.persistence import StoredEvent
from psycopg.sql import SQL, Identifier

from domain.ledger import trouble
from domain.ledger.connection import BROKEN, UNSURE, Connection, connect, told
from domain.ledger.in_file import InFile
from domain.ledger.postgres import Factory, Recorder
from domain.ledger.server import Server
from domain.ledger.shelf import Stored
from domain.ledger.store import SCHEMA, Fact
from domain.terms import StorageFailed

LISTENING = 60.0  # seconds after which whoever listens looks all the same
_PAGE = 1000


class OnServer:
    """The schema of a ledger, open."""

    def __init__(self, place: Server, *, read_only: bool = False) -> None:
        self.place: Server = place
        self._datastore = Factory(place, read_only=read_only).datastore
        self.recorder: Recorder = Recorder(self._datastore)

    @classmethod
    def make(cls, server: Server, campaign: str) -> "OnServer":
        """Make a new, empty ledger, and the empty schema of its views; nothing is overwritten."""
        store = cls(server)
        try:
            with store.told():
                store.check_text()
                store.recorder.found(campaign, server.views)
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def open(cls, server: Server, *, read_only: bool = False) -> "OnServer":
        """Open a ledger as it stands: no table is made or changed."""
        store = cls(server, read_only=read_only)
        try:
            with store.told():
                store.check_kind()
        except BaseException:
            store.close()
            raise
        return store

    @classmethod
    def exists(cls, server: Server) -> bool:
        """Whether a campaign is kept there."""
        store = cls(server, read_only=True)
        try:
            with store.told():
                return store.recorder.exists()
        finally:
            store.close()

    def check_kind(self) -> None:
        """Refuse tables that a newer version made."""
        _, schema = self.recorder.state()
        if schema > SCHEMA:
            raise trouble.too_new(self.place, schema)

    def check_text(self) -> None:
        """Refuse a database that cannot hold every name."""
        with self._datastore.get_connection() as connection:
            encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StorageFailed(
                f"the database at {self.place} is in {encoding}, which cannot hold every name",
                hint="createdb --encoding UTF8 --template template0",
            )

    def told(self) -> AbstractContextManager[None]:
        """Turn the server's errors into one sentence; an IntegrityError is an answer."""
        return told(self.place)

    def unsaved(self, failed: StorageFailed, *, certain: bool) -> StorageFailed:
        """A commit that was not answered has been looked for: it did not come to pass."""
        if not certain or failed.message != UNSURE.format(self.place):
            return failed
        return StorageFailed(BROKEN.format(self.place), hint="say it again")

    def backup(self, target: Path) -> None:
        """Copy the ledger, as it stands at one moment, to an empty file."""
        with self.told():
            kept, campaign = self.recorder.notes(), self.recorder.log().campaign
        target.unlink()
        copy = InFile.make(target, campaign)
        try:
            with copy.told():
                copy.recorder.insert_events(self._lines())
                for size, root, note in kept:
                    copy.recorder.keep(size, root, partial(_same, note))
        finally:
            copy.close()

    def _lines(self) -> Iterator[StoredEvent]:
        """All lines that are there now."""
        with self.told():
            left, position = self.recorder.log().size, 0
        while left > 0:
            with self.told():
                rows = self.recorder.rows(position, min(left, _PAGE))
            if not rows:
                return
            left, position = left - len(rows), rows[-1].position
            for row in rows:
                yield StoredEvent(row.story, row.line, row.topic, row.state)

    def facts(self) -> list[Fact]:
        """The server's version, and whether what it acknowledged outlives a power cut."""
        with self.told():
            found = self.recorder.settings()
        held = found["fsync"] == found["full_page_writes"] == "on"
        durable = "every line is on the disk" if held else "fsync or full_page_writes is off"
        return [
            ("server", f"PostgreSQL {found['server_version']}", True),
            ("durable", durable, held),
            ("checksums", found["data_checksums"], True),
        ]

    @contextmanager
    def watch(self) -> Iterator["Ear"]:
        """Wait for new lines: the server tells of them."""
        with told(self.place):
            connection = connect(self.place, read_only=True)
        try:
            with told(self.place):
                channel = Identifier(self.recorder.channel)
                connection.execute(SQL("LISTEN {}").format(channel))
            yield Ear(self.place, connection)
        finally:
            connection.close()

    def discard(self) -> None:
        """Remove a ledger that this program has just made, and close it."""
        with told(self.place), self._datastore.writing() as c:
            for schema in (self.place.ledger, self.place.views):
                c.execute(SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(Identifier(schema)))
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._datastore.close()


class Ear:
    """A connection on which the server tells of new lines."""

    def __init__(self, server: Server, connection: Connection) -> None:
        self._server = server
        self._connection = connection

    def wait(self) -> None:
        """Wait until the server tells of a new line, or for a while."""
        try:
            for _ in self._connection.notifies(timeout=LISTENING, stop_after=1):
                return
        except psycopg.Error as error:
            raise StorageFailed(
                f"the connection to {self._server} broke", hint="the same command again"
            ) from error


def _same(note: Stored, _there: Stored | None) -> Stored:
    return note
