"""`acta backup`, `rebuild`, `doctor`, `standings`: what keeps a campaign in order."""

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.shell import Shell, campaign


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of two crews: 13 lines."""
    return campaign(tmp_path)


def test_a_backup_is_a_checked_copy(shell: Shell) -> None:
    """It says size and root of the log, and can be put in the ledger's place."""
    came = shell("backup ../copy.db")
    assert came.code == 0
    assert came.lines[0] == "../copy.db: 13 lines, links and pages hold"
    assert came.lines[1].startswith("root ")
    (shell.folder.parent / "copy.db").replace(shell.folder / "ledger.db")
    assert shell("audit").code == 0
    document = shell("backup --json").json()
    assert document["lines"] == 13
    assert f"root {document['root']}" == came.lines[1]
    assert Path(document["file"]).name.startswith("winter-")


def test_a_dry_run_copies_nothing(shell: Shell) -> None:
    """Given 13 lines: then it says what would be copied, with the root of a backup, and where."""
    before = sorted(shell.folder.parent.rglob("*"))
    came = shell("backup ../copy.db --dry-run")
    document = shell("backup ../copy.db --dry-run --json").json()
    assert sorted(shell.folder.parent.rglob("*")) == before
    assert came.code == 0
    assert came.lines[:2] == ["nothing was copied; this would be:", "../copy.db: 13 lines"]
    assert document == {
        "file": "../copy.db",
        "lines": 13,
        "root": came.lines[2].removeprefix("root "),
        "dry_run": True,
    }
    assert shell("backup ../copy.db").lines[1] == came.lines[2]
    assert "exists already" in shell("backup ../copy.db --dry-run").err
    came = shell("backup nowhere/copy.db --dry-run")
    assert came.err.startswith("nowhere/copy.db cannot be made")
    assert came.code == shell("backup nowhere/copy.db").code


def test_a_backup_overwrites_nothing(shell: Shell) -> None:
    """Exit 2: another file is to be named."""
    (shell.folder / "x.db").write_text("mine", "utf-8")
    came = shell("backup x.db")
    assert came.code == 2
    assert "exists already; nothing was overwritten" in came.err
    assert (shell.folder / "x.db").read_text("utf-8") == "mine"


def test_a_copy_that_does_not_hold_is_not_kept(shell: Shell) -> None:
    """A broken link is found while the copy is checked."""
    path = shell.folder / "ledger.db"
    path.write_bytes(path.read_bytes().replace(b"Moth", b"Math"))
    came = shell("backup x.db")
    assert came.code == 5
    assert came.err.startswith("the copy does not hold (crew-ash/5), so it was not kept")
    assert not (shell.folder / "x.db").exists()


def test_views_are_disposable(shell: Shell) -> None:
    """Deleting them changes no answer; rebuild makes them anew."""
    before = shell("crew show ash").out
    (shell.folder / "views.db").unlink()
    assert shell("crew show ash").out == before
    came = shell("rebuild")
    assert came.lines == ["views made anew from 13 lines"]
    assert shell("rebuild --json").json()["lines"] == 13
    (shell.folder / "views.db").write_bytes(b"rubbish" * 1000)
    assert shell("crew show ash").out == before


@pytest.mark.parametrize("name", ["views.db", "deeds.db", "search.db"])
def test_a_rebuild_changes_no_file_of_another_program(
    name: str, shell: Shell, tmp_path: Path
) -> None:
    """Given a second name of somebody's database in the place of views, new ones take the place."""
    theirs = tmp_path / "theirs.db"
    with closing(sqlite3.connect(theirs)) as file, file:
        file.execute("CREATE TABLE mine (x)")
    before = theirs.read_bytes()
    (shell.folder / name).unlink(missing_ok=True)
    (shell.folder / name).hardlink_to(theirs)
    assert shell("rebuild").code == 0
    assert theirs.read_bytes() == before
    assert not (shell.folder / name).samefile(theirs)


def test_the_doctor_says_how_things_are(shell: Shell) -> None:
    """Versions, paths, settings, space, permissions, journal, pages, links, keys; exit 0."""
    came = shell("doctor")
    assert came.code == 0
    signs = dict(line.split(": ", 1) for line in came.lines)
    assert signs["lines"] == "13"
    assert signs["pages"] == signs["links"] == "hold"
    assert signs["acts"] == "Ana"
    assert signs["folder"] == str(shell.folder)
    assert signs["keys/ledger.key"] == "yours alone"
    assert all(sign["well"] for sign in shell("doctor --json").json())


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_the_doctor_finds_what_needs_a_hand(shell: Shell) -> None:
    """A key that others can read, a broken link: exit 5, marked by `!`."""
    (shell.folder / "keys" / "ledger.key").chmod(0o644)
    path = shell.folder / "ledger.db"
    path.write_bytes(path.read_bytes().replace(b"Moth", b"Math"))
    came = shell("doctor")
    assert came.code == 5
    assert "! keys/ledger.key: can be read by others: chmod 600" in came.lines
    assert "! links: broken at crew-ash/5" in came.lines
    os.unlink(shell.folder / "keys" / "ledger.key")  # noqa: PTH108  as a shell does it
    assert "! key: keys/ledger.key is missing" in shell("doctor").lines


def test_the_doctor_outside_a_campaign(tmp_path: Path) -> None:
    """It still says what runs."""
    came = Shell(tmp_path)("doctor")
    assert came.code == 0
    assert came.lines[-1] == "campaign: there is no campaign here"


def test_standings_without_a_battle(shell: Shell) -> None:
    """All crews, level."""
    rows = shell("standings --json").json()
    assert [(row["rank"], row["crew"], row["played"]) for row in rows] == [
        (1, "Ash", 0),
        (1, "Iron", 0),
    ]
    assert shell("standings --csv").lines[0].startswith("rank,crew,player,played")


def test_views_that_are_no_file_are_told(shell: Shell) -> None:
    """A folder in their place needs somebody's hand: exit 5."""
    (shell.folder / "views.db").mkdir()
    came = shell("doctor")
    assert came.code == 5
    assert "! views: views.db is no file: move it away" in came.lines
    (shell.folder / "views.db").rmdir()
    assert "views: not made yet" in shell("doctor").lines
    for name in ("deeds.db", "search.db"):
        (shell.folder / name).symlink_to("nowhere")
        assert f"! views: {name} is no file: move it away" in shell("doctor").lines
