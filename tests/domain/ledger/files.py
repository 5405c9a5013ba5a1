"""What happens to a ledger's file behind the ledger's back."""

import os
import shutil
import sqlite3
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from domain.ledger.trouble import unfinished

TRIGGERS = ("lines_stay_as_they_are", "lines_stay", "the_log_stays", "the_log_grows")
NOBODY = 65534


@contextmanager
def behind(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of somebody else's, with nothing that guards the record."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for trigger in TRIGGERS:
            connection.execute(f"DROP TRIGGER {trigger}")
        yield connection


@contextmanager
def locked(path: Path, how: str = "IMMEDIATE") -> Iterator[sqlite3.Connection]:
    """Another program that is writing (or reading, if DEFERRED) and takes its time."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"BEGIN {how}")
        connection.execute("SELECT count(*) FROM stored_events").fetchone()
        yield connection
        connection.execute("ROLLBACK")


def interrupted(path: Path, copy: Path) -> None:
    """Copy a ledger as a power cut in the middle of a big write would leave it."""
    with locked(path) as connection:
        connection.execute("PRAGMA cache_size=5")  # so that pages reach the file before the end
        for number in range(300):
            connection.execute(
                "INSERT INTO stored_events (originator_id, originator_version, topic, state, hash)"
                " VALUES ('half', ?, 'toy', zeroblob(1000), zeroblob(32))",
                (number,),
            )
        shutil.copy(path, copy)
        shutil.copy(unfinished(path), unfinished(copy))


def as_nobody(work: Callable[[], None]) -> bool:
    """Tell whether work succeeds in a process without the right to write everywhere."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if os.geteuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            work()
            status = 0
        except BaseException:  # noqa: BLE001 - the child says what it was, and ends
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0
