"""Storage errors as sentences."""

import sqlite3
from pathlib import Path

import pytest
from eventsourcing.persistence import ConnectionUnavailableError, OperationalError

from domain.ledger.shelf import RESTORE
from domain.ledger.trouble import explain, unfinished


def failed(code: int) -> OperationalError:
    """An error of the library over one of SQLite's."""
    cause = sqlite3.OperationalError("what SQLite says")
    cause.sqlite_errorcode = code
    error = OperationalError(cause)
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("code", "sentence", "hint"),
    [
        (sqlite3.SQLITE_BUSY_TIMEOUT, "is being written by another program", "try again"),
        (sqlite3.SQLITE_FULL, "is full; nothing was saved", "make room"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "its pages are malformed", "acta doctor"),
        (sqlite3.SQLITE_NOTADB, "is no ledger", RESTORE),
        (sqlite3.SQLITE_READONLY_DIRECTORY, "or its folder cannot be written", ""),
        (sqlite3.SQLITE_PERM, "or its folder cannot be written", ""),
        (sqlite3.SQLITE_CANTOPEN, "cannot be opened", ""),
        (sqlite3.SQLITE_IOERR_FSYNC, "the disk failed", "acta doctor"),
        (sqlite3.SQLITE_ERROR, "ledger.db: what SQLite says", "acta doctor"),
    ],
)
def test_each_kind_of_error_has_its_sentence(
    tmp_path: Path, code: int, sentence: str, hint: str
) -> None:
    """An extended code belongs to its kind; what has no sentence is quoted."""
    refusal = explain(failed(code), tmp_path / "ledger.db")
    assert refusal.code == 5
    assert sentence in refusal.told()
    assert str(tmp_path / "ledger.db") in refusal.told()
    assert refusal.hint.startswith(hint)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_CANTOPEN])
def test_an_unfinished_write_is_named(tmp_path: Path, code: int) -> None:
    """Where there is one beside the ledger, it is the reason."""
    path = tmp_path / "ledger.db"
    unfinished(path).touch()
    refusal = explain(failed(code), path)
    assert "unfinished write (ledger.db-journal)" in refusal.told()
    assert refusal.hint.startswith("copy the whole folder")


def test_what_the_system_says_is_passed_on(tmp_path: Path) -> None:
    """A right that is missing, a pool that is empty."""
    refusal = explain(PermissionError(13, "Permission denied"), tmp_path)
    assert refusal.told() == f"{tmp_path} cannot be opened: Permission denied"
    refusal = explain(ConnectionUnavailableError("Timed out"), tmp_path)
    assert refusal.told() == f"{tmp_path}: Timed out"
