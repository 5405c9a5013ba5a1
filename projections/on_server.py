"""Views on a server: a schema beside the ledger's, that may be dropped at any time."""

from typing import Any

import psycopg
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier
from psycopg.types.string import StrDumperUnknown
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from domain.ledger.connection import connect, explain
from domain.ledger.server import Server
from domain.terms import StorageFailed
from projections.store import Sound, Trouble

IDLE_SECONDS = 3600  # while a view is compared with a rebuild, its own connection waits
# Whoever catches up takes turns: the lock goes with the transaction.
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), 0))"
_SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
# Several users may write the views: the tables are the schema's owner's, not one user's.
_AS_OWNER = """
    SELECT set_config('role', rolname, false)
    FROM pg_namespace JOIN pg_roles ON pg_roles.oid = nspowner
    WHERE nspname = current_schema() AND pg_has_role(nspowner, 'MEMBER')
"""
_TROUBLES = {
    "08": Trouble.WAIT,  # the connection
    "57": Trouble.WAIT,  # the server is going away
    "55": Trouble.WAIT,  # a lock that another holds
    "40": Trouble.WAIT,
    "42501": Trouble.SHUT,  # no right to it
    "42": Trouble.SPOILT,  # a table or column is missing, or there already
    "3F": Trouble.SPOILT,  # the schema is missing
    "23": Trouble.SPOILT,
    "22": Trouble.UNFIT,  # a value that no column takes
}


class _Text(StrDumperUnknown):
    """Text as the server takes it: it has no character 0, which a stranger's line may hold."""

    def dump(self, obj: str) -> Any:
        """The text, with the sign of what cannot be shown in the place of that character."""
        return super().dump(obj.replace("\0", "\ufffd"))


class OnServer:
    """Views in a schema of their own."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.name = f"schema {server.views}"
        self.engine: Engine = create_engine(
            "postgresql+psycopg://", creator=self._connect, pool_size=1, max_overflow=4
        )
        event.listen(self.engine, "begin", _begin)

    def __str__(self) -> str:
        return f"{self.name} at {self._server}"

    def _connect(self) -> Any:
        connection: Any = connect(self._server, schemas=(self._server.views,), idle=IDLE_SECONDS)
        connection.row_factory = tuple_row
        connection.adapters.register_dumper(str, _Text)
        connection.execute(_AS_OWNER)
        connection.autocommit = False
        return connection

    @staticmethod
    def there() -> bool:
        """Who asks finds out."""
        return True

    @staticmethod
    def trouble(error: DBAPIError) -> Trouble:
        """What the server's code is about."""
        cause: Any = error.orig
        state = getattr(cause, "sqlstate", None) or ""
        for beginning, trouble in _TROUBLES.items():
            if state.startswith(beginning):
                return trouble
        if isinstance(cause, psycopg.DataError):
            return Trouble.UNFIT
        lost = not state and isinstance(cause, (psycopg.OperationalError, psycopg.InterfaceError))
        return Trouble.WAIT if lost else Trouble.SHUT

    def refusal(self, error: DBAPIError) -> StorageFailed:
        """What keeps the server from answering."""
        return explain(error.orig or error, self._server)

    @staticmethod
    def seal(connection: Connection) -> None:
        """A server watches over its own pages."""

    @staticmethod
    def sound() -> Sound:
        """A server watches over its own pages."""
        return Sound.SOUND

    def renew(self) -> bool:
        """Drop the schema, for a new one."""
        self.engine.dispose()
        schema = Identifier(self._server.views)
        try:
            with connect(self._server) as connection, connection.transaction():
                connection.execute(SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(schema))
                connection.execute(SQL("CREATE SCHEMA {}").format(schema))
        except psycopg.Error:
            return False
        return True


def _begin(connection: Any) -> None:
    options = connection.get_execution_options()
    if options.get("write", False):
        connection.exec_driver_sql(_LOCK)
    elif options.get("snapshot", False):
        connection.exec_driver_sql(_SNAPSHOT)
