"""The file of deeds: made when a chronicle asks for it, audited, made anew, missed by nobody."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.played import played

FILE = "deeds.db"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign in which robots have fought."""
    return Shell(played(tmp_path / "home", "mortisphere"))


def spoilt(shell: Shell) -> None:
    """Somebody has changed what is in the file."""
    with closing(sqlite3.connect(shell.folder / FILE)) as connection:
        connection.execute("UPDATE deeds SET number = 99")
        connection.commit()


def stale(shell: Shell) -> list[str]:
    """What an audit says of views."""
    return [
        one["kind"] for one in shell("audit --json").json()["findings"] if "View" in one["kind"]
    ]


def test_it_is_made_when_it_is_asked_for(shell: Shell) -> None:
    """Tables of crews do without it; a chronicle makes it."""
    assert shell("crew list").code == 0
    assert not (shell.folder / FILE).exists()
    assert shell("export chronicle --length headline").code == 0
    assert (shell.folder / FILE).exists()


def test_an_audit_finds_that_it_was_changed_and_rebuild_mends_it(shell: Shell) -> None:
    """Stale views are named; what is told is told from the record all the same."""
    told = shell("export chronicle --length headline").out
    assert stale(shell) == []
    spoilt(shell)
    assert stale(shell) != []
    assert shell("rebuild").code == 0
    assert stale(shell) == []
    assert shell("export chronicle --length headline").out == told


def test_what_is_spoilt_is_not_told(shell: Shell) -> None:
    """A chronicle notices that the file is not as it was written, and makes it anew."""
    told = shell("export chronicle --length headline").out
    spoilt(shell)
    came = shell("export chronicle --length headline")
    assert came.out == told
    assert "deeds.db was damaged" in came.err


def test_it_may_be_deleted(shell: Shell) -> None:
    """It is worked out from the ledger, and worked out again."""
    told = shell("export chronicle --length headline").out
    (shell.folder / FILE).unlink()
    assert shell("rebuild").code == 0
    assert not (shell.folder / FILE).exists()
    assert shell("export chronicle --length headline").out == told
