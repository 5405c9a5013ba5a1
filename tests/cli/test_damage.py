"""What does not hold is told by whoever reads it, and nothing is built on it."""

import sqlite3
import struct
from contextlib import closing
from pathlib import Path

import pytest

from cli import failures
from cli.home import LEDGER
from domain.terms import StorageFailed
from tests.cli.shell import Shell, campaign, fighting
from tests.domain.ledger.files import behind


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of two crews: 13 lines."""
    return campaign(tmp_path)


def test_the_whole_log_follows_its_links(shell: Shell) -> None:
    """`acta log` of all stories warns of one that does not hold."""
    path = shell.folder / LEDGER
    path.write_bytes(path.read_bytes().replace(b"Moth", b"Math"))
    came = shell("log")
    assert came.code == 0
    assert came.err == "warning: crew-ash is broken at crew-ash/5\nhint: acta audit\n"


def test_a_lost_end_of_the_log_is_noticed(shell: Shell) -> None:
    """The last line is gone, and its story does not know: commands warn, nothing is added."""
    with behind(shell.folder / LEDGER) as file:
        file.execute("DELETE FROM stored_events WHERE rowid = 13")
    came = shell("crew show ash")
    assert came.code == 0
    warning = "warning: the log is broken at its end: it counts 13 lines, the last is 12"
    assert warning in came.err.splitlines()
    came = shell("member rename sura Sulla")
    assert came.code == 5
    assert "the last is 12: no line is added to it" in came.err
    assert shell("audit").code == 3


def test_a_page_of_the_index_that_lost_lines_is_noticed(tmp_path: Path) -> None:
    """A battle's last line and the next story's first are no longer in the index: exit 5."""
    shell = fighting(tmp_path)
    path = shell.folder / LEDGER
    with closing(sqlite3.connect(path)) as file:
        [(page, size)] = file.execute(
            "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master"
            " WHERE name = 'sqlite_autoindex_stored_events_1'"
        )
        [(lines,)] = file.execute(
            "SELECT count(*) FROM stored_events WHERE originator_id = 'battle-1'"
        )
    content, at = bytearray(path.read_bytes()), (page - 1) * size
    assert content[at] == 10  # a leaf: the whole index is on one page, battle-1 comes first
    [cells] = struct.unpack(">H", content[at + 3 : at + 5])
    places = at + 8 + 2 * (lines - 1)
    rest = content[places + 4 : at + 8 + 2 * cells]
    content[places : places + len(rest)] = rest
    content[at + 3 : at + 5] = struct.pack(">H", cells - 2)
    path.write_bytes(content)
    came = shell("battle show 1")
    assert came.code == 5
    assert f"the index has lost lines after battle-1/{lines - 1}" in came.err
    assert shell("audit").code == 3


@pytest.mark.parametrize(("first", "last"), [(3, 5), (2048, 4096)], ids=["count", "entries"])
def test_an_index_that_was_wiped_is_no_empty_campaign(shell: Shell, first: int, last: int) -> None:
    """How many entries there are, or the entries: exit 5, not "no campaign has been founded"."""
    path = shell.folder / LEDGER
    with closing(sqlite3.connect(path)) as file:
        [(page, size)] = file.execute(
            "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master"
            " WHERE name = 'sqlite_autoindex_stored_events_1'"
        )
    content, at = bytearray(path.read_bytes()), (page - 1) * size
    content[at + first : at + last] = bytes(last - first)
    path.write_bytes(content)
    came = shell("crew list")
    assert came.code == 5
    assert "the index has lost lines after campaign/0" in came.err


@pytest.mark.parametrize("line", ["replay 1", "battle show 1", "next", "status"])
def test_an_index_with_another_name_is_no_mistake_of_ours(tmp_path: Path, line: str) -> None:
    """A byte of the index changed: `battle-1` is called `:attle-1` there, not in its lines."""
    shell = fighting(tmp_path)
    path = shell.folder / LEDGER
    with closing(sqlite3.connect(path)) as file:
        [(page, size)] = file.execute(
            "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master"
            " WHERE name = 'sqlite_autoindex_stored_events_1'"
        )
    content, at = bytearray(path.read_bytes()), (page - 1) * size
    content[at : at + size] = content[at : at + size].replace(b"battle-1", b":attle-1")
    path.write_bytes(content)
    came = shell(line)
    assert "acta made a mistake" not in came.err
    assert came.code in {2, 5} or "warning: " in came.err
    assert shell("audit").code == 3


def test_an_error_that_comes_of_a_broken_story_says_so(shell: Shell) -> None:
    """It is the record's mistake and not the program's; with nothing broken it stays what it is."""
    from cli.desk import Desk  # noqa: PLC0415  as a command does it
    from cli.main import Asked  # noqa: PLC0415  likewise

    desk, odd = Desk(Asked(campaign=str(shell.folder))), TypeError("no such thing")
    assert failures.understood(odd, None) is odd
    assert failures.understood(odd, desk.ledger) is odd
    desk.ledger.broken["crew-ash"] = "crew-ash/5"
    told = failures.understood(odd, desk.ledger)
    assert isinstance(told, StorageFailed)
    assert told.told() == "crew-ash is broken at crew-ash/5: this cannot be made of it"
    desk.silence()
    desk.close()
