"""A connection to the server: how it is made, and what went wrong with it in one sentence.

Of the environment only PGPASSWORD is read (and `~/.pgpass`, by the driver); no other of libpq's
words leads anywhere else than the URL says. Passwords never travel in the clear.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import RLock
from typing import Any

import psycopg
from eventsourcing.persistence import IntegrityError, InternalError, PersistenceError
from eventsourcing.postgres import PostgresDatastore
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import TransactionStatus
from psycopg.rows import DictRow, dict_row, tuple_row

from domain.ledger.server import Server
from domain.ledger.store import BUSY_SECONDS, sealed
from domain.terms import StorageFailed

Connection = psycopg.Connection[DictRow]
Cursor = psycopg.Cursor[tuple[Any, ...]]

SNAPSHOT = b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

CONNECT_SECONDS = 10
IDLE_SECONDS = 60  # a writer that has vanished lets go of its lock
_REQUIRE_AUTH = 160_000  # libpq knows how to refuse a password in the clear from 16 on
_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
_FROM_ENVIRONMENT = "PGPASSWORD"
_environment = RLock()


def connect(
    server: Server,
    *,
    read_only: bool = False,
    schemas: Sequence[str] = ("pg_catalog",),
    idle: int = IDLE_SECONDS,
) -> Connection:
    """A new connection; names without schema are looked for in `schemas`. Raises StorageFailed.

    The server ends a transaction in which nothing is done for `idle` seconds.
    """
    settings = {
        "search_path": ",".join(schemas),
        "lock_timeout": f"{BUSY_SECONDS}s",
        "idle_in_transaction_session_timeout": f"{idle}s",
        "default_transaction_isolation": r"read\ committed",
        "default_transaction_read_only": "on" if read_only else "off",
    }
    words: dict[str, Any] = {
        "connect_timeout": CONNECT_SECONDS,
        **_ALIVE,
        "client_encoding": "UTF8",
        "application_name": "acta",
    }
    if psycopg.pq.version() >= _REQUIRE_AUTH:
        words["require_auth"] = "!password"
    try:
        words |= conninfo_to_dict(server.url)
        words["options"] = " ".join(f"-c {name}={value}" for name, value in settings.items())
        if server.password:
            words["password"] = server.password
        with _our_environment():
            return psycopg.connect(autocommit=True, row_factory=dict_row, **words)
    except (psycopg.Error, OSError, UnicodeError) as error:
        raise unreachable(error, server) from error


@contextmanager
def _our_environment() -> Iterator[None]:
    """Hide libpq's other words of the environment: they would lead elsewhere."""
    with _environment:
        hidden = {
            name: value
            for name, value in os.environ.items()
            if name.startswith("PG") and name != _FROM_ENVIRONMENT
        }
        for name in hidden:
            del os.environ[name]
        try:
            yield
        finally:
            os.environ.update(hidden)


class Single:
    """One connection in the place of a pool: made when it is needed, and again when it broke.

    One thread uses it at a time, and none while it is closed: the driver is not made for that.
    """

    def __init__(self, server: Server, *, read_only: bool = False) -> None:
        self._server = server
        self._read_only = read_only
        self._lock = RLock()
        self._connection: Connection | None = None

    def open(self, *_: object) -> None:
        """Nothing is opened before it is needed."""

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """The connection, for this thread alone; what it began and did not end is taken back."""
        with self._lock:
            connection = self._connection
            if connection is None or connection.closed:
                connection = connect(self._server, read_only=self._read_only)
                self._connection = connection
            try:
                yield connection
            finally:
                if not _at_rest(connection):
                    connection.close()

    def close(self) -> None:
        """Close the connection once nobody uses it."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()


def _at_rest(connection: Connection) -> bool:
    return connection.closed or connection.info.transaction_status is TransactionStatus.IDLE


class Datastore(PostgresDatastore):
    """A campaign's schema, by one connection."""

    def __init__(
        self,
        server: Server,
        *,
        read_only: bool = False,
        schema: str = "",
        originator_id_type: Any = "text",
    ) -> None:
        super().__init__(
            "", "", "", "", "",
            schema=schema or server.ledger,
            originator_id_type=originator_id_type,
        )  # fmt: skip
        self.pool: Any = Single(server, read_only=read_only)

    def register_type_adapters(self) -> None:
        """No types of the database's own are used."""

    @contextmanager
    def reading(self, begin: bytes = b"") -> Iterator[Cursor]:
        """Ask; with `begin` in a transaction, so that all answers are of one state."""
        with self.get_connection() as connection:
            if begin:
                connection.execute(begin)
            with connection.cursor(row_factory=tuple_row, binary=True) as cursor:
                yield cursor
            if begin:
                connection.execute(b"ROLLBACK")

    @contextmanager
    def writing(self, begin: bytes = b"BEGIN", end: bytes = b"COMMIT") -> Iterator[Cursor]:
        """Write all or nothing; raises Unsure where the commit was sent and not answered."""
        with self.get_connection() as connection:
            try:
                connection.execute(begin)
                with connection.cursor(row_factory=tuple_row, binary=True) as cursor:
                    yield cursor
            except BaseException:
                with suppress(psycopg.Error):
                    connection.execute(b"ROLLBACK")
                raise
            try:
                ended = connection.execute(end)
                while ended.nextset():
                    pass
            except (psycopg.OperationalError, psycopg.InterfaceError) as error:
                raise Unsure(str(error)) from error
            if ended.statusmessage != "COMMIT":
                raise InternalError(f"the server answered {ended.statusmessage}")


# What went wrong


@contextmanager
def told(server: Server) -> Iterator[None]:
    """Turn the server's errors into one sentence; an IntegrityError is an answer, not trouble."""
    try:
        yield
    except IntegrityError as error:
        raise sealed(error) or error from error
    except (PersistenceError, psycopg.Error, OSError, UnicodeError, MemoryError) as error:
        raise explain(error, server) from error


def unreachable(error: Exception, server: Server) -> StorageFailed:
    """The refusal where no connection could be made; what the server says is quoted."""
    said = _said(error)
    for words, sentence, hint in _UNREACHABLE:
        if any(word in said for word in words):
            return StorageFailed(sentence.format(server), hint=hint)
    return StorageFailed(f"{server} cannot be reached: {said}", hint=_RUNNING)


def explain(error: BaseException, server: Server) -> StorageFailed:
    """The refusal that tells a server's error; the library wraps the driver's own."""
    if find(error, Unsure) is not None:
        return StorageFailed(UNSURE.format(server), hint=LOOK)
    cause = find(error, psycopg.Error)
    state = (cause.sqlstate if cause else None) or ""
    for beginning, (sentence, hint) in _SENTENCES.items():
        if state.startswith(beginning):
            return StorageFailed(sentence.format(server), hint=hint)
    if isinstance(cause, (psycopg.OperationalError, psycopg.InterfaceError)) and not state:
        return StorageFailed(BROKEN.format(server), hint="try again in a moment")
    return StorageFailed(f"{server}: {_said(cause or error)}", hint="acta doctor")


class Unsure(PersistenceError):
    """The connection broke while a write was committed: only a look can tell what came of it."""


def find(error: BaseException | None, kind: type[Any]) -> Any:
    """The error of a kind behind an error, if there is one."""
    while error is not None and not isinstance(error, kind):
        error = error.__cause__ or error.__context__
    return error


def _said(error: BaseException) -> str:
    """The first thing that server or driver say, in one row."""
    first = str(error).strip().partition("\n")[0]
    return first.rpartition("FATAL:  ")[2].rpartition("ERROR:  ")[2].strip() or type(error).__name__


UNSURE = "the connection to {} broke while a line was saved: it may be on record or not"
LOOK = "acta log tells, once the server is back; say it again only if it is not there"
BROKEN = "the connection to {} broke; nothing was saved"
_RUNNING = "is the server running, and does the URL name it?"
_PASSWORD = "PGPASSWORD, or a row in ~/.pgpass"  # noqa: S105  where one is told, not one
_UNREACHABLE = (
    (("password authentication failed",), "{} does not take this password", _PASSWORD),
    (("no password supplied", "fe_sendauth"), "{} asks for a password", _PASSWORD),
    (('database "',), "{} has no such database", "createdb makes one on the server"),
    (('role "',), "{} knows no such user", "createuser makes one on the server"),
    (("Connection refused", "No such file or directory"), "no server answers at {}", _RUNNING),
    (("timeout", "timed out"), "no server answers at {} in time", _RUNNING),
    (("resolve", "translate host"), "there is no host as {} names it", _RUNNING),
    (("starting up", "shutting down"), "the server of {} is not ready", "try again in a moment"),
    (("require_auth", "authentication method requirement"),
     "{} wants the password in the clear, and does not get it", "scram-sha-256 in pg_hba.conf"),
)  # fmt: skip
_MOMENT = "try again in a moment"
_SENTENCES = {
    "55P03": ("{} is being written by another program; nothing was saved", _MOMENT),
    "40P01": ("{} is being written by another program; nothing was saved", _MOMENT),
    "57P": (BROKEN, _MOMENT),
    "08": (BROKEN, _MOMENT),
    "25P03": (BROKEN, _MOMENT),
    "53100": ("the disk of {} is full; nothing was saved", "make room on the server"),
    "53": ("{} has no room for one more; nothing was saved", _MOMENT),
    "25006": ("{} cannot be written; nothing was saved", "acta doctor"),
    "42501": ("{} does not let this user do that; nothing was saved", "its owner can GRANT it"),
    "42P06": ("this campaign is kept at {} already", "acta import brings it forward there"),
    "3F000": ("{} has no ledger of this campaign", "a bundle or backup can be brought there"),
    "42P01": ("{} has no ledger of this campaign", "a bundle or backup can be brought there"),
    "XX": ("the pages of {} are damaged", "the server's log says more"),
}
