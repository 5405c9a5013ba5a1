"""The ledger as a whole: making, opening, reading, telling, and what a tampered file does."""

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.ledger import durable
from domain.ledger.ledger import Ledger
from domain.ledger.trouble import unfinished
from domain.terms import StorageFailed, Unreadable
from tests.domain.ledger.files import as_nobody, behind, interrupted, locked
from tests.domain.ledger.toy import (
    CAMPAIGN,
    CATALOGUE,
    DECIDER,
    Join,
    Take,
    stamp,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the ledger is."""
    return tmp_path / "ledger.db"


@pytest.fixture
def ledger(path: Path) -> Iterator[Ledger]:
    """An empty ledger."""
    with Ledger.create(path, CATALOGUE, CAMPAIGN) as ledger:
        yield ledger


def fill(ledger: Ledger, story: str = "heap", lines: int = 3) -> None:
    """Bo joins and takes single stones: so many lines."""
    actions = [Join(name="Bo"), *(Take(taker="Bo", count=1) for _ in range(lines - 1))]
    ledger.submit(story, DECIDER, actions, stamp=stamp)


@pytest.mark.parametrize("campaign", ["", "00", "0" * 33, "G" * 32, "A" * 32])
def test_a_campaign_has_32_hex_digits(path: Path, campaign: str) -> None:
    """In lower case, so that there is one spelling."""
    with pytest.raises(ValueError, match="32 hex digits"):
        Ledger.create(path, CATALOGUE, campaign)
    assert not path.exists()


def test_nothing_is_overwritten(ledger: Ledger, path: Path) -> None:
    """A ledger is made where there is no file."""
    fill(ledger)
    with pytest.raises(StorageFailed, match="exists already"):
        Ledger.create(path, CATALOGUE, CAMPAIGN)
    assert len(ledger.story("heap")) == 3


def test_a_ledger_cannot_be_made_nowhere(tmp_path: Path) -> None:
    """The sentence says why."""
    with pytest.raises(StorageFailed, match="cannot be made: No such file"):
        Ledger.create(tmp_path / "no" / "ledger.db", CATALOGUE, CAMPAIGN)


def test_a_ledger_that_cannot_be_finished_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a ledger is no ledger."""
    full(monkeypatch, pages=2)
    with pytest.raises(StorageFailed, match="is full"):
        Ledger.create(path, CATALOGUE, CAMPAIGN)
    assert not path.exists()


def test_a_backup_that_fails_leaves_no_file(
    ledger: Ledger, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a backup would be taken for a whole one."""
    fill(ledger)
    full(monkeypatch, pages=2)
    copy = tmp_path / "backup.db"
    with pytest.raises(StorageFailed, match=r"backup\.db is full"):
        ledger.backup(copy)
    assert not copy.exists()


# What went wrong, in one sentence


def full(monkeypatch: pytest.MonkeyPatch, pages: int) -> None:
    """Let the disk have room for so many pages of 4096 bytes."""
    limit = f"PRAGMA max_page_count={pages}"
    monkeypatch.setattr(durable, "WRITER_SETTINGS", (*durable.WRITER_SETTINGS, limit))


def test_a_missing_ledger(path: Path) -> None:
    """Opening makes nothing."""
    for read_only in (True, False):
        with pytest.raises(StorageFailed, match="there is no ledger at"):
            Ledger.open(path, CATALOGUE, read_only=read_only)
    assert not path.exists()


@pytest.mark.parametrize("content", [b"", b"name,die\nVex,d6\n" * 100])
def test_a_file_that_is_no_ledger(path: Path, content: bytes) -> None:
    """An empty file, a text."""
    path.write_bytes(content)
    with pytest.raises(StorageFailed, match="is no ledger"):
        Ledger.open(path, CATALOGUE)
    assert path.read_bytes() == content


def test_a_database_of_another_program(path: Path) -> None:
    """It is not touched."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE cats (name)")
    before = path.read_bytes()
    with pytest.raises(StorageFailed, match="is no ledger"):
        Ledger.open(path, CATALOGUE)
    assert path.read_bytes() == before


def test_a_ledger_of_a_newer_version(path: Path) -> None:
    """An older program neither reads nor changes it."""
    Ledger.create(path, CATALOGUE, CAMPAIGN).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version=2")
    with pytest.raises(StorageFailed, match="made by a newer version of acta") as refused:
        Ledger.open(path, CATALOGUE)
    assert refused.value.code == 5


def test_opening_makes_and_changes_no_table(ledger: Ledger, path: Path) -> None:
    """Even while another program is writing, a ledger can be opened; its bytes stay as they are."""
    fill(ledger)
    before = path.read_bytes()
    with locked(path), Ledger.open(path, CATALOGUE) as again:
        assert len(again.story("heap")) == 3
    assert path.read_bytes() == before


def test_a_ledger_that_is_read_only_is_not_written(ledger: Ledger, path: Path) -> None:
    """Neither by us nor by SQLite."""
    fill(ledger)
    before = path.read_bytes()
    with Ledger.open(path, CATALOGUE, read_only=True) as reader:
        with pytest.raises(StorageFailed, match="cannot be written; nothing was saved"):
            fill(reader, "other")
        assert len(reader.story("heap")) == 3
    assert path.read_bytes() == before


def test_another_writer_who_does_not_let_go(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the busy timeout (30 seconds, none here) nothing was saved, and it is said."""
    monkeypatch.setattr(durable, "BUSY_SECONDS", 0)
    with Ledger.create(path, CATALOGUE, CAMPAIGN) as ledger:
        with locked(path), pytest.raises(StorageFailed, match="is being written by another"):
            fill(ledger)
        assert ledger.size == 0
        fill(ledger)
        assert ledger.size == 3


def test_a_full_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All or nothing: what does not fit leaves no trace, what was acknowledged stays."""
    full(monkeypatch, pages=12)
    acknowledged = 0
    with Ledger.create(path, CATALOGUE, CAMPAIGN) as ledger:
        with suppress(StorageFailed):
            while acknowledged < 1000:
                ledger.submit("heap", DECIDER, [Join(name=f"Bo {acknowledged}")], stamp=stamp)
                acknowledged += 1
        assert 10 < acknowledged < 1000
        with pytest.raises(StorageFailed, match="is full; nothing was saved") as refused:
            ledger.submit("heap", DECIDER, [Join(name="Bo")], stamp=stamp)
        assert refused.value.hint == "make room"
        assert len(ledger.story("heap")) == ledger.size == acknowledged
        assert ledger.broken == {}


def test_a_malformed_database(ledger: Ledger, path: Path) -> None:
    """Pages overwritten: SQLite finds them malformed, and it is said."""
    for number in range(40):
        fill(ledger, f"heap-{number}")
    assert ledger.faults() == []
    ledger.close()
    content = bytearray(path.read_bytes())
    content[4096 : 10 * 4096] = b"\xff" * (9 * 4096)
    path.write_bytes(content)
    with (
        pytest.raises(StorageFailed, match="damaged") as refused,
        Ledger.open(path, CATALOGUE) as again,
    ):
        again.story("heap-1")
    assert refused.value.hint.startswith("acta doctor; a file that acta backup made")
    with suppress(StorageFailed), Ledger.open(path, CATALOGUE) as again:
        assert again.faults()


def test_a_log_without_its_row(path: Path) -> None:
    """A ledger that does not say whose it is cannot be opened."""
    Ledger.create(path, CATALOGUE, CAMPAIGN).close()
    with behind(path) as other:
        other.execute("DELETE FROM log")
    with pytest.raises(StorageFailed, match="the log has lost its row"):
        Ledger.open(path, CATALOGUE)


def test_an_unfinished_write_is_taken_back(ledger: Ledger, path: Path, tmp_path: Path) -> None:
    """A power cut in the middle of a write: the next one to open, even a reader, takes it back."""
    fill(ledger)
    copy = tmp_path / "copy.db"
    interrupted(path, copy)
    assert unfinished(copy).exists()
    with Ledger.open(copy, CATALOGUE, read_only=True) as again:
        assert len(again.story("heap")) == 3
        assert again.stories() == ["heap"]
    assert not unfinished(copy).exists()


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that everybody can read, and whose rights a test may take away."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_an_unfinished_write_where_nothing_can_be_written(shelf: Path) -> None:
    """It is refused with a sentence; nobody reads half a write, nothing is changed."""
    copy = shelf / "copy.db"
    with tempfile.TemporaryDirectory() as elsewhere:
        original = Path(elsewhere, "ledger.db")
        with Ledger.create(original, CATALOGUE, CAMPAIGN) as ledger:
            fill(ledger)
        interrupted(original, copy)
    copy.chmod(0o444)
    unfinished(copy).chmod(0o444)
    shelf.chmod(0o555)

    def refused() -> None:
        for read_only in (True, False):
            with pytest.raises(StorageFailed, match=r"unfinished write .copy\.db-journal"):
                Ledger.open(copy, CATALOGUE, read_only=read_only)

    assert as_nobody(refused)


@pytest.mark.parametrize("rights", [0o444, 0o666])
def test_a_folder_that_cannot_be_written(shelf: Path, rights: int) -> None:
    """All can be read there; a write is refused with a sentence."""
    path = shelf / "ledger.db"
    with Ledger.create(path, CATALOGUE, CAMPAIGN) as ledger:
        fill(ledger)
    path.chmod(rights)
    shelf.chmod(0o555)

    def read_but_not_written() -> None:
        for read_only in (True, False):
            with Ledger.open(path, CATALOGUE, read_only=read_only) as again:
                assert len(again.story("heap")) == 3
        unsaved = pytest.raises(StorageFailed, match="or its folder cannot be written; nothing was")
        with Ledger.open(path, CATALOGUE) as again, unsaved:
            fill(again, "other")

    assert as_nobody(read_but_not_written)
    assert sorted(shelf.iterdir()) == [path]


def test_a_folder_that_cannot_be_entered(shelf: Path) -> None:
    """The sentence says what the system said."""
    path = shelf / "ledger.db"
    Ledger.create(path, CATALOGUE, CAMPAIGN).close()
    shelf.chmod(0o600)

    def refused() -> None:
        with pytest.raises(StorageFailed, match="Permission denied"):
            Ledger.open(path, CATALOGUE)

    assert as_nobody(refused)


def test_a_file_that_cannot_be_read(shelf: Path) -> None:
    """It is there, but it is not ours to open."""
    path = shelf / "ledger.db"
    Ledger.create(path, CATALOGUE, CAMPAIGN).close()
    path.chmod(0o000)

    def refused() -> None:
        with pytest.raises(StorageFailed, match="cannot be opened"):
            Ledger.open(path, CATALOGUE)

    assert as_nobody(refused)


# A tampered record


@pytest.fixture
def tampered(ledger: Ledger, path: Path) -> Ledger:
    """Three lines, of which somebody changed the second."""
    fill(ledger)
    change(path, b'"count":1', b'"count":0', 2)
    return ledger


def change(path: Path, old: bytes, new: bytes, position: int) -> None:
    """Change the bytes of a line behind the ledger's back."""
    with behind(path) as other:
        query = "SELECT state FROM stored_events WHERE rowid = ?"
        (state,) = other.execute(query, (position,)).fetchone()
        assert old in state
        other.execute(
            "UPDATE stored_events SET state = ? WHERE rowid = ?",
            (state.replace(old, new), position),
        )


@given(position=st.integers(1, 6), place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_any_bit_that_flips_is_noticed(position: int, place: float, bit: int) -> None:
    """A line cannot be read then, or its link does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ledger.db")
        with Ledger.create(path, CATALOGUE, CAMPAIGN) as ledger:
            fill(ledger, lines=6)
            state = bytearray(ledger.rows(position - 1, 1)[0].state)
            state[int(place * len(state))] ^= 1 << bit
            with behind(path) as other:
                query = "UPDATE stored_events SET state = ? WHERE rowid = ?"
                other.execute(query, (bytes(state), position))
            with suppress(Unreadable):
                ledger.story("heap")
                assert ledger.broken == {"heap": f"heap/{position}"}


@pytest.mark.parametrize(
    ("harm", "address"),
    [
        ("DELETE FROM stored_events WHERE rowid = 2", "heap/3"),
        ("DELETE FROM stored_events WHERE rowid = 1", "heap/2"),
        ("UPDATE stored_events SET hash = zeroblob(32) WHERE rowid = 3", "heap/3"),
        ("UPDATE stored_events SET hash = 'text, and 32 characters of that!' WHERE rowid = 3",
         "heap/3"),
    ],
)  # fmt: skip
def test_a_gap_or_a_wrong_link(ledger: Ledger, path: Path, harm: str, address: str) -> None:
    """The first line that does not follow from the one before it."""
    fill(ledger)
    with behind(path) as other:
        other.execute(harm)
    ledger.story("heap")
    assert ledger.broken == {"heap": address}


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        ("topic = 'toy.taker-joined/1'", "no toy.taker-joined/1"),
        ("originator_id = 'hoard'", "those of heap/2"),
        ("originator_version = 9", "those of heap/2"),
        ("state = cast(state AS TEXT)", "canonical form"),
        ("state = x'ff'", "no JSON"),
        ("state = cast(replace(cast(state AS TEXT), '000102', '999999') AS BLOB)",
         "another campaign"),
        ("state = cast(replace(cast(state AS TEXT), '-taken/1', '-taken/7') AS BLOB)",
         "knows no event"),
    ],
)  # fmt: skip
def test_a_row_whose_copies_differ_is_unreadable(
    ledger: Ledger, path: Path, harm: str, why: str
) -> None:
    """Story, number and name stand beside the bytes for the library; the bytes are the record."""
    fill(ledger)
    with behind(path) as other:
        other.execute(f"UPDATE stored_events SET {harm} WHERE rowid = 2")  # noqa: S608 - the point
    with pytest.raises(Unreadable, match=why) as refused:
        ledger.page(0)
    assert refused.value.hint == "acta audit"
    with pytest.raises(Unreadable, match=why):
        ledger.read(ledger.rows(1, 1)[0])
    assert len(ledger.rows(0)) == 3


def test_a_line_that_is_no_bytes_is_unreadable_and_breaks_its_story(
    ledger: Ledger, path: Path
) -> None:
    """Text in the place of bytes, even the same: neither told nor built on."""
    fill(ledger)
    with behind(path) as other:
        other.execute("UPDATE stored_events SET state = cast(state AS TEXT) WHERE rowid = 2")
    with pytest.raises(Unreadable, match="heap/2 cannot be read"):
        ledger.tell("heap", DECIDER)
    assert ledger.broken == {"heap": "heap/2"}


def test_an_audit_reads_more_strictly(ledger: Ledger, path: Path) -> None:
    """A key said twice is read over by a story, whose link tells; `read` checks every byte."""
    fill(ledger)
    change(path, b'"count":1', b'"count":7,"count":1', 2)
    assert len(ledger.story("heap")) == 3
    assert ledger.broken == {"heap": "heap/2"}
    with pytest.raises(Unreadable, match=r"heap/2 cannot be read: .* canonical form"):
        ledger.read(ledger.rows(1, 1)[0])


def test_what_a_ledger_needs_is_soon_imported() -> None:
    """`acta do` imports the ledger: no tables of views, no cipher, no screen."""
    command = [sys.executable, "-X", "importtime", "-c", "import domain.ledger.ledger"]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stderr
    modules = {line.rsplit("|", 1)[-1].strip() for line in told.splitlines()}
    assert "domain.ledger.ledger" in modules
    assert not modules & {
        "sqlalchemy",
        "cryptography",
        "rich",
        "click",
        "eventsourcing.application",
    }
