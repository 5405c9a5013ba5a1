"""The ledger on a server: `eventsourcing.postgres` with our own table, transaction, chain and log.

The library retries an insert whose commit is unknown, so that a line might be judged twice; takes
a pool of connections; and would call functions of the database. Ours does none of that: one
transaction locks the table, reads the heads, works out the links, and inserts all lines at once.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import psycopg
from eventsourcing.persistence import InternalError, StoredEvent
from eventsourcing.postgres import (
    PostgresApplicationRecorder,
    PostgresDatastore,
    PostgresFactory,
)
from eventsourcing.utils import Environment
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier, Literal

from domain.ledger import server_tables as tables
from domain.ledger.connection import SNAPSHOT, Cursor, Datastore
from domain.ledger.links import verify
from domain.ledger.record import Fields, Head, Row
from domain.ledger.server import Server
from domain.ledger.shelf import Placed, Stored
from domain.ledger.store import MOVED, SCHEMA, Growth, Log, named, parted

PAGE = 1000  # lines in one statement


class Recorder(PostgresApplicationRecorder):
    """The library's recorder over our table: append-only, chained, one writer at a time."""

    def __init__(
        self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events"
    ) -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.sql_create_statements = []
        self._channel = f"{tables.CHANNEL}_{datastore.schema}"
        self._queries: dict[str, bytes] = {}

    @property
    def channel(self) -> str:
        """On which channel the server tells of new lines."""
        return self._channel

    def _query(self, query: str) -> bytes:
        """A query for this schema, worked out once."""
        found = self._queries.get(query)
        if found is None:
            store = self.datastore
            names = {"channel": Identifier(self._channel)}
            found = tables.written(query, store.schema, store.originator_id_type, **names)
            self._queries[query] = found
        return found

    @property
    def _store(self) -> Datastore:
        store = self.datastore
        assert isinstance(store, Datastore)  # noqa: S101  for the type checker
        return store

    def create_table(self) -> None:
        """Make the tables of no campaign, as the library's own tests want them."""
        self.found("")

    def found(self, campaign: str, *beside: str) -> None:
        """Make schema and tables for a campaign, all or nothing, and empty schemas beside."""
        schemas = (self.datastore.schema, *beside)
        lock = SQL("BEGIN; SELECT pg_advisory_xact_lock({})").format(Literal(tables.ONE_AT_A_TIME))
        with self._store.writing(lock.as_bytes(None)) as c:
            for schema in schemas:
                c.execute(SQL("CREATE SCHEMA {}").format(Identifier(schema)))
            c.connection.execute(self._query(tables.TABLES))
            c.execute(self._query(tables.FOUND), (campaign, SCHEMA))

    def exists(self) -> bool:
        """Whether the schema is there."""
        return self._fetch(tables.EXISTS, self.datastore.schema) == [(True,)]

    def log(self) -> Log:
        """Campaign, size and peaks, as the last write left them."""
        return self.state()[0]

    def state(self) -> tuple[Log, int]:
        """The same, with the version of the tables."""
        with self._store.reading() as c:
            return self._log(c)

    def _log(self, c: Cursor) -> tuple[Log, int]:
        row = c.execute(self._query(tables.LOG)).fetchone()
        if row is None:
            raise InternalError("the log has lost its row")
        campaign, size, peaks, version = row
        return Log(campaign, size, parted(peaks)), version

    def newest(self) -> int:
        """The newest line's position; 0 if there is none."""
        return self.max_notification_id() or 0

    def max_notification_id(self) -> int | None:
        """The newest line's position, asked once."""
        newest: int | None = self._fetch(tables.NEWEST)[0][0]
        return newest

    def insert_events(
        self,
        stored_events: Iterable[StoredEvent],
        *,
        expected: Mapping[str, int] | None = None,
        **_kwargs: Any,
    ) -> Sequence[int]:
        """Append lines, each linked to the one before; raises IntegrityError, then saves nothing.

        It is never tried again: a line whose commit was not answered may be on record (`Unsure`).
        """
        events = iter(stored_events)
        page = list(islice(events, PAGE))
        stories: list[Any] = [*dict.fromkeys([*(expected or {}), *_stories(page)])]
        positions: list[int] = []
        if not stories:
            return positions
        begin, end = self._query(tables.BEGIN), self._query(tables.END)
        with self._store.writing(begin, end) as c:
            growth = self._growth(c, stories)
            growth.expect(expected or {})
            while page:
                positions += self._insert(c, growth, page)
                page = list(islice(events, PAGE))
                unknown = [story for story in _stories(page) if named(story) not in growth.heads]
                growth.heads.update(self._heads(c, unknown))
        return positions

    def _growth(self, c: Cursor, stories: Sequence[Any]) -> Growth:
        """The log as it stands, and where some stories end."""
        rows = c.execute(self._query(tables.STATE), (stories,)).fetchall()
        if not rows:
            raise InternalError("the log has lost its row")
        heads = {named(story): Head() for story in stories}
        for _, _, story, line, digest, _ in rows:
            if line is not None:
                heads[named(story)] = Head(line, digest)
        size, peaks = rows[0][:2]
        return Growth(Log("", size, parted(peaks)), heads)

    def _insert(self, c: Cursor, growth: Growth, page: Sequence[StoredEvent]) -> list[int]:
        """Insert some lines, and let the log grow by them, in one statement."""
        hashes = [growth.join(each) for each in page]
        columns = (
            growth.size,
            growth.peaks,
            [each.originator_id for each in page],
            [each.originator_version for each in page],
            [each.topic for each in page],
            [each.state for each in page],
            hashes,
        )
        return [row[0] for row in c.execute(self._query(tables.INSERT), columns)]

    def _heads(self, c: Cursor, stories: Iterable[Any]) -> dict[str, Head]:
        """Where stories end; one that is new has no line."""
        asked = list(stories)
        heads = {named(story): Head() for story in asked}
        if asked:
            for story, line, digest in c.execute(self._query(tables.HEADS), (asked,)):
                heads[named(story)] = Head(line, digest)
        return heads

    def after(self, heads: Mapping[str, int]) -> list[Fields]:
        """The lines of some stories after the ones known, story by story, in one state."""
        found: list[Any] = self._fetch(tables.LATER, list(heads), list(heads.values()))
        return found

    def rows(self, after: int, limit: int) -> list[Row]:
        """The lines after a position, in the order of the log."""
        return [Row(*row) for row in self._fetch(tables.PAGE, after, limit)]

    def some(self, topics: Collection[str], after: int, until: int) -> list[Row]:
        """The lines between two positions that have these topics, in the order of the log."""
        return [Row(*row) for row in self._fetch(tables.SOME, after, until, list(topics))]

    def row(self, story: str, line: int) -> Row | None:
        """The line at an address."""
        found = self._fetch(tables.ONE, story, line)
        return Row(*found[0]) if found else None

    def recorded(self, addresses: Sequence[tuple[str, int]]) -> list[Row | None]:
        """The lines at these addresses, once every write that had begun is over.

        Who wrote them may have lost the connection while the server was still about it: it holds
        the table's lock as long.
        """
        found: list[Row | None] = []
        with self._store.reading(self._query(tables.BEGIN)) as c:
            for address in addresses:
                rows = c.execute(self._query(tables.ONE), address).fetchall()
                found.append(Row(*rows[0]) if rows else None)
        return found

    def _fetch(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._store.reading() as c:
            return c.execute(self._query(query), values).fetchall()

    def verify(self) -> tuple[int, dict[str, str]]:
        """How many lines there are, and where stories do not hold (`links.verify`)."""
        with self._store.reading(SNAPSHOT) as c:
            lines: Any = psycopg.ServerCursor(c.connection, "links", row_factory=tuple_row)
            with lines:
                lines.itersize = PAGE
                lines.execute(self._query(tables.LINKS), binary=True)
                return verify(lines)

    @staticmethod
    def faults() -> list[str]:
        """None: the server checks its pages by itself whenever it reads one."""
        return []

    def unguarded(self) -> list[str]:
        """The triggers that refuse changes, and are missing."""
        there = {row[0] for row in self._fetch(tables.GUARDED, self.datastore.schema)}
        return [name for name in tables.GUARDS if name not in there]

    def settings(self) -> dict[str, str]:
        """What the server is, and whether what it acknowledged outlives a power cut."""
        return dict(self._fetch(tables.SETTINGS))

    def notes(self) -> list[Placed]:
        """The receipts that are kept beside the log, by size."""
        return [(row[0], row[1], row[2:]) for row in self._fetch(tables.KEPT)]

    def keep(self, size: int, root: str, join: Callable[[Stored | None], Stored]) -> None:
        """Keep a receipt; `join` is given the one that is kept of the same lines, if one is."""
        with self._store.writing(self._query(tables.BEGIN)) as c:
            row: Any = c.execute(self._query(tables.KEPT_OF), (size, root)).fetchone()
            c.execute(self._query(tables.KEEP), (size, root, *join(row)))

    def seal(self, place: str, size: int) -> bool:
        """Refuse every further line: the record goes on elsewhere; False if it has grown."""
        with self._store.writing(self._query(tables.BEGIN)) as c:
            if self._log(c)[0].size != size:
                return False
            self._unseal(c)
            for table in tables.SEALED:
                query = SQL(tables.SEAL).format(
                    s=Identifier(self.datastore.schema), t=SQL(table), why=Literal(MOVED + place)
                )
                c.execute(query)
            return True

    def sealed(self) -> str:
        """Where the record was moved to; empty if this is its place."""
        rows = self._fetch(tables.IS_SEALED, self.datastore.schema)
        said: bytes = rows[0][0] if rows else b""
        return said.rstrip(b"\0").decode().removeprefix(MOVED)

    def unseal(self) -> None:
        """Take lines again: the record is moved back."""
        with self._store.writing(self._query(tables.BEGIN)) as c:
            self._unseal(c)

    def _unseal(self, c: Cursor) -> None:
        for table in tables.SEALED:
            c.execute(SQL(tables.UNSEAL).format(s=Identifier(self.datastore.schema), t=SQL(table)))

    def stories(self) -> list[str]:
        """All stories, in the order in which they began."""
        return [row[0] for row in self._fetch(tables.STORIES)]


def _stories(page: Iterable[StoredEvent]) -> list[Any]:
    """The stories that lines are of, each once."""
    return [*dict.fromkeys(each.originator_id for each in page)]


class Factory(PostgresFactory):
    """Makes the ledger's parts. Its settings are written here: none comes from the environment."""

    application_recorder_class = Recorder

    def __init__(self, server: Server, *, read_only: bool = False) -> None:
        super().__init__(
            Environment(
                env={
                    self.POSTGRES_DBNAME: "acta",
                    self.POSTGRES_HOST: "none",
                    self.POSTGRES_PORT: "0",
                    self.POSTGRES_USER: "none",
                    self.POSTGRES_PASSWORD: "none",
                    self.POSTGRES_POOL_SIZE: "1",
                    self.POSTGRES_SCHEMA: server.ledger,
                    self.POSTGRES_ENABLE_DB_FUNCTIONS: "n",
                    self.ORIGINATOR_ID_TYPE: "text",
                    self.CREATE_TABLE: "n",
                }
            )
        )
        self.datastore: Datastore = Datastore(server, read_only=read_only)

    def recorder(self) -> Recorder:
        """The recorder of the ledger's lines."""
        return Recorder(self.datastore)
