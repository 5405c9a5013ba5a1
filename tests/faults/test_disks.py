"""Disks that are full, disks that cannot be written, and links in the place of files."""

import shutil
import stat
import sys
from pathlib import Path

import pytest

from benchmarks.faults import disks, links, mounts
from benchmarks.faults.outcome import Skipped
from domain.ledger.trouble import unfinished
from tests.cli.shell import Shell, campaign, fighting
from tests.domain.ledger.files import interrupted
from tests.faults.trying import tried

MODES = stat.S_IRWXG | stat.S_IRWXO


def test_a_full_disk_loses_nothing() -> None:
    """Filled until nothing more can be written; with some room it goes on."""
    tried(lambda: disks.run(4))


@pytest.mark.long
def test_sixty_full_disks_lose_nothing() -> None:
    """The same on disks of many sizes."""
    tried(disks.run)


ODD = ["a b", "100%", "what?", "x#y", "Élan", "a'b", 'q"q', "-rf", "ü%20"]


@pytest.mark.parametrize("name", ODD)
def test_case_74_a_campaign_at_an_odd_path(tmp_path: Path, name: str) -> None:
    """It is read and written, and stays in its folder."""
    shutil.copytree(fighting(tmp_path).folder, tmp_path / name)
    shell = Shell(tmp_path / name)
    shell.do("hold moth")
    assert shell("crew show ash").code == 0
    assert shell("audit").code == 0
    assert shell("backup copy.db").code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"winter", name}


def test_case_74_a_campaign_on_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    """It is no stranger's and no older one's: it is read; a write says that it cannot be."""
    shell = fighting(tmp_path)
    before = shell("log").out
    try:
        with mounts.read_only(shell.folder):
            assert shell("log").out == before
            came = shell("do 'hold moth'")
    except Skipped as why:
        pytest.skip(str(why))
    assert came.code == 5
    assert "cannot be written; nothing was saved" in came.err


def test_an_unfinished_write_on_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    """It cannot be taken back there: exit 5, and what to do; elsewhere it is taken back."""
    shell = campaign(tmp_path)
    before = shell("log").out
    copy = tmp_path / "copy"
    shutil.copytree(shell.folder, copy)
    interrupted(shell.folder / "ledger.db", copy / "ledger.db")
    assert unfinished(copy / "ledger.db").exists()
    there = Shell(copy)
    try:
        with mounts.read_only(copy):
            came = there("log")
    except Skipped as why:
        pytest.skip(str(why))
    assert came.code == 5
    assert "unfinished write (ledger.db-journal)" in came.err
    assert "hint: copy the whole folder" in came.err
    assert there("log").out == before


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_secrets_are_their_owner_s_alone(tmp_path: Path) -> None:
    """Whatever the umask lets others do with new files."""
    import os  # noqa: PLC0415  for the umask alone

    before = os.umask(0)
    try:
        shell = Shell(tmp_path)
        assert shell("new Winter --game mortisphere").code == 0
        home = Shell(tmp_path / "winter")
        assert home("key make Ana").code == 0
        for name in ("ash", "iron"):
            file = campaign_file(name)
            assert home.words(["crew", "import", str(file)]).code == 0
        assert home("battle open last-granary Ash Iron --dice sealed --solo").code == 0
    finally:
        os.umask(before)
    private = [*(home.folder / "keys").iterdir(), home.folder / "keys", home.folder / "ana.key"]
    assert len(private) == 4  # the ledger's key, a secret of dice, their folder, Ana's key
    assert [path for path in private if stat.S_IMODE(path.stat().st_mode) & MODES] == []


def campaign_file(name: str) -> Path:
    """A crew's file among the examples."""
    return Path(__file__).parent.parent.parent / "examples" / f"{name}.toml"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_journal_is_not_written_through_a_link(tmp_path: Path) -> None:
    """A link in the place of the ledger's journal: nothing is written, exit 5."""
    shell = fighting(tmp_path)
    precious = tmp_path / "precious"
    precious.write_text("precious", "utf-8")
    unfinished(shell.folder / "ledger.db").symlink_to(precious)
    came = shell("do 'hold moth'")
    assert came.code == 5
    assert precious.read_text("utf-8") == "precious"
    unfinished(shell.folder / "ledger.db").unlink()
    shell.do("hold moth")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_nobody_is_tricked_into_writing_through_a_link() -> None:
    """Exports, receipts, backups, keys, against somebody who changes their names meanwhile."""
    tried(lambda: links.run(60))


@pytest.mark.long
def test_nobody_is_tricked_in_2000_writes() -> None:
    """The same, more often."""
    tried(links.run)
