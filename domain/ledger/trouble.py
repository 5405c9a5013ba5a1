"""What went wrong with the ledger's file, in one sentence."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from eventsourcing.persistence import IntegrityError, PersistenceError

from domain.ledger.shelf import RESTORE
from domain.ledger.store import SCHEMA, sealed
from domain.terms import StorageFailed

_PRIMARY = 0xFF  # the lower byte of an SQLite result code says what kind it is


def unfinished(path: Path) -> Path:
    """The file in which SQLite keeps a write until it is whole."""
    return path.with_name(path.name + "-journal")


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn the store's errors into one sentence; an IntegrityError is an answer, not trouble."""
    try:
        yield
    except IntegrityError as error:
        raise sealed(error) or error from error
    except (PersistenceError, sqlite3.Error, OSError, UnicodeDecodeError, MemoryError) as error:
        raise explain(error, path) from error


@contextmanager
def new_file(path: Path) -> Iterator[None]:
    """Make an empty file where there is none, to be filled; if that fails, it goes away."""
    _make_file(path)
    try:
        with told(path):
            yield
    except BaseException:
        for each in (path, unfinished(path)):
            with suppress(OSError):
                each.unlink()
        raise


def _make_file(path: Path) -> None:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644))
    except FileExistsError:
        raise StorageFailed(f"{path} exists already; nothing was overwritten") from None
    except OSError as error:
        raise StorageFailed(f"{path} cannot be made: {error.strerror}") from error


def explain(error: BaseException, path: Path) -> StorageFailed:
    """The refusal that tells a storage error; the library wraps SQLite's own."""
    cause = error
    while not isinstance(cause, sqlite3.Error) and cause.__cause__ is not None:
        cause = cause.__cause__
    if isinstance(cause, OSError) and cause.strerror:
        return StorageFailed(f"{path} cannot be opened: {cause.strerror}")
    code = getattr(cause, "sqlite_errorcode", 0)
    if isinstance(cause, (UnicodeDecodeError, MemoryError)):
        code = sqlite3.SQLITE_CORRUPT  # a message that quotes bytes, a length that is none
    message, hint = _sentence(code & _PRIMARY, path)
    return StorageFailed(message or f"{path}: {cause}", hint=hint)


def _sentence(code: int, path: Path) -> tuple[str, str]:
    """A sentence and a hint for an SQLite result code, as far as there is one."""
    if code in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN} and unfinished(path).exists():
        return _UNFINISHED.format(path, unfinished(path).name), _COPY
    sentence, hint = _SENTENCES.get(code, ("", "acta doctor"))
    return sentence.format(path), hint


_SENTENCES = {
    sqlite3.SQLITE_BUSY: (
        "{} is being written by another program; nothing was saved",
        "try again in a moment",
    ),
    sqlite3.SQLITE_FULL: ("the disk that holds {} is full; nothing was saved", "make room"),
    sqlite3.SQLITE_CORRUPT: (
        "{} is damaged: its pages are malformed, or the disk cannot read them",
        f"acta doctor; {RESTORE}",
    ),
    sqlite3.SQLITE_NOTADB: ("{} is no ledger", RESTORE),
    sqlite3.SQLITE_READONLY: ("{} or its folder cannot be written; nothing was saved", ""),
    sqlite3.SQLITE_PERM: ("{} or its folder cannot be written; nothing was saved", ""),
    sqlite3.SQLITE_CANTOPEN: ("{} cannot be opened", ""),
    sqlite3.SQLITE_IOERR: ("the disk failed while {} was read or written", "acta doctor"),
}
_UNFINISHED = (
    "{} holds an unfinished write ({}) that can be taken back only where its folder can be written"
)
_COPY = "copy the whole folder to a place that can be written, and open it there"


def too_new(place: object, schema: int) -> StorageFailed:
    """The refusal of tables that a newer version made."""
    return StorageFailed(
        f"{place} was made by a newer version of acta (its tables are of version {schema}, this"
        f" one knows {SCHEMA})",
        hint="install the newest version",
    )
