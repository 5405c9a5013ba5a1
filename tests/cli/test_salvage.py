"""`acta doctor --salvage`: what holds of a damaged record is carried over, the rest is listed."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cli.home import LEDGER
from tests.cli.shell import Shell, campaign, fighting


def damaged(shell: Shell, old: bytes, new: bytes) -> bytes:
    """Change bytes of the ledger behind everybody's back; returns what is in the file then."""
    path = shell.folder / LEDGER
    content = path.read_bytes()
    assert len(old) == len(new)
    assert old in content
    path.write_bytes(content.replace(old, new))
    return path.read_bytes()


def test_lines_before_the_first_bad_one_are_carried_over(tmp_path: Path) -> None:
    """Of each story; the same bytes, the same campaign, audited; the old ledger is as it was."""
    shell = fighting(tmp_path)
    shell.do('note "the rain begins"', 'note "the rain ends"')
    before = shell("log 1 --json").json()
    spoilt = damaged(shell, b"the rain begins", b"the sun is out.")
    came = shell("doctor --salvage ../new")
    assert came.code == 0
    bad, last = before[-2]["address"], before[-1]["address"]
    assert f"  battle-1: 1 to {len(before) - 2}" in came.lines
    assert "left: 2 lines" in came.lines
    assert any(line.startswith(f"  {bad}: its bytes, or those before it") for line in came.lines)
    assert any(line.startswith(f"  {last}: it rests on a line that is left") for line in came.lines)
    assert came.lines[-1] == "the new campaign's audit: clean"
    assert (shell.folder / LEDGER).read_bytes() == spoilt
    new = Shell(tmp_path / "new")
    assert new("audit").code == 0
    assert new("log 1 --json").json() == before[:-2]
    assert new("do 'hold moth'").code == 0


def test_a_dry_run_makes_nothing(tmp_path: Path) -> None:
    """It says what would be carried over, as JSON too; a folder that is there is not touched."""
    shell = campaign(tmp_path)
    came = shell("doctor --salvage ../new --dry-run --json")
    assert came.code == 0
    found = came.json()
    assert (found["lines"], found["left"], found["done"]) == (13, [], False)
    assert found["stories"] == {"campaign": 3, "crew-ash": 5, "crew-iron": 5}
    assert not (tmp_path / "new").exists()
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "mine").touch()
    assert shell("doctor --salvage ../new").code == 2
    assert shell("doctor --dry-run").err.startswith("--dry-run goes with --salvage FOLDER")


def test_secrets_and_receipts_go_along(tmp_path: Path) -> None:
    """A battle with sealed dice goes on there; a receipt of more lines says so."""
    shell = fighting(tmp_path, "--dice sealed --solo")
    shell.do('note "the last word"')
    assert shell("sign").code == 0
    damaged(shell, b"the last word", b"the best word")
    came = shell("doctor --salvage ../new")
    assert "  1 receipt, 1 secret of sealed dice" in came.lines
    new = Shell(tmp_path / "new")
    assert "TRUNCATED" in new("audit").out
    assert new("do 'c sura vs unit; rd unit'").code == 0


def _without_a_page(content: bytes) -> bytes:
    """A page of lines is gone."""
    at = content.rindex(b'"event":"crew.') // 4096 * 4096
    return content[:at] + bytes(4096) + content[at + 4096 :]


@pytest.mark.parametrize(
    "damage",
    [_without_a_page, lambda content: content[: len(content) - 4096]],
    ids=["a page of zeros", "the last page gone"],
)
def test_pages_that_cannot_be_read_are_passed_over(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    """What can be read behind them is looked at; what is carried over is a sound record."""
    shell = fighting(tmp_path)
    shell.do(*(f'note "{number} {"x" * 500}"' for number in range(20)))
    path = shell.folder / LEDGER
    path.write_bytes(damage(path.read_bytes()))
    came = shell("doctor --salvage ../new --json")
    if came.code == 5:  # the pages that name the tables are among them
        assert "malformed" in came.err + came.out
        return
    found = came.json()
    assert 0 < found["lines"] < 60
    assert Shell(tmp_path / "new")("audit").code in {0, 3}
    with closing(sqlite3.connect(tmp_path / "new" / LEDGER)) as ledger:
        assert ledger.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        [(count,)] = ledger.execute("SELECT count(*) FROM stored_events")
    assert count == found["lines"]


def test_nothing_that_can_be_read(tmp_path: Path) -> None:
    """Exit 5, and no folder is made."""
    shell = campaign(tmp_path)
    damaged(shell, b'"event":"campaign.founded/1"', b'"event":"campaign.foundid/1"')
    path = shell.folder / LEDGER
    path.write_bytes(path.read_bytes().replace(b'"event":"crew.', b'"event":"crow.'))
    path.write_bytes(path.read_bytes().replace(b'"event":"campaign.', b'"event":"campoign.'))
    came = shell("doctor --salvage ../new")
    assert (came.code, came.err) == (
        5,
        "no line of the record can be read: nothing can be carried over\n",
    )
    assert not (tmp_path / "new").exists()


def test_a_dispute_about_a_line_that_is_left(tmp_path: Path) -> None:
    """The new campaign mentions it, and says that what it is about is not there."""
    shell = fighting(tmp_path)
    shell.do('note "the rain begins"', "hold sura")
    assert shell("dispute open battle-1/15 'she was elsewhere'").code == 0
    damaged(shell, b"the rain begins", b"the sun is out.")
    assert "  battle-1: 1 to 13" in shell("doctor --salvage ../new").lines
    new = Shell(tmp_path / "new")
    for line in ("status", "next", "dispute list"):
        came = new(line)
        assert came.code == 0, came.err
        assert "battle-1/15" in came.out
    came = new("dispute rule 1 note 'it is gone'")
    assert (came.code, came.err) == (
        5,
        "battle-1/15 is not on record any more\nhint: acta audit\n",
    )


def test_a_folder_that_is_not_empty_is_refused_with_a_way_on(tmp_path: Path) -> None:
    """Its hint is an option of this command."""
    came = campaign(tmp_path)("doctor --salvage .")
    assert (came.code, came.err) == (
        2,
        "this folder is not empty; nothing was overwritten\nhint: --salvage FOLDER, a new one\n",
    )
