"""`acta audit`: its report, its exit codes, and that it changes nothing."""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from cli.audit import tell
from domain.findings import Checked, Finding, Level, Report
from tests.cli.shell import Shell, fighting


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A battle with a Clash fought."""
    found = fighting(tmp_path)
    found.do("c sura vs unit; rd unit; 5 3")
    return found


def flip(shell: Shell, old: bytes, new: bytes) -> None:
    """Change bytes of the record behind its back; as many as there were."""
    path = shell.folder / "ledger.db"
    content = path.read_bytes()
    assert content.count(old)
    assert len(old) == len(new)
    path.write_bytes(content.replace(old, new))


def test_a_fair_record_is_clean(shell: Shell) -> None:
    """Verdict, what was read, what nobody else has a receipt of."""
    came = shell("audit")
    assert came.code == 0
    assert came.lines == [
        "clean: 36 lines in 4 stories, 1 of them a battle",
        "unwitnessed: 36 lines stand in nobody else's receipt",
    ]
    report = shell("audit --json").json()
    assert report["verdict"] == "clean"
    assert report["checked"] == {"stories": 4, "events": 36, "battles": 1}
    assert report["findings"] == []
    assert shell("audit --all").out == came.out


def test_one_story(shell: Shell) -> None:
    """By its number or crew."""
    assert shell("audit 1").lines[0] == "clean: 20 lines in 1 story, 1 of them a battle"
    assert shell("audit ash --json").json()["checked"]["stories"] == 1
    assert shell("audit nowhere").code == 2


def test_it_changes_nothing(shell: Shell) -> None:
    """Not one byte of ledger or views, and no file is made."""
    shell("crew list")

    def seen() -> dict[str, str]:
        files = [path for path in shell.folder.rglob("*") if path.is_file()]
        return {str(path): sha256(path.read_bytes()).hexdigest() for path in files}

    before = seen()
    assert shell("audit").code == 0
    assert seen() == before


def test_a_changed_face_is_found(shell: Shell) -> None:
    """Exit 3, the first bad line first, and what to do; no write builds on that story."""
    flip(shell, b'"faces":[{"face":5}', b'"faces":[{"face":6}')
    came = shell("audit")
    assert came.code == 3
    assert came.lines[0].startswith("damaged: 36 lines")
    assert came.lines[1].startswith("error: BrokenChain at battle-1/16: ")
    assert came.err == ""
    refused = shell("do hold kiln")
    assert (refused.code, refused.out) == (5, "")
    assert refused.err.endswith(
        "battle-1 is broken at battle-1/16: no line is added to it\nhint: acta audit\n"
    )
    for line in ("undo", "do undo", "battle conclude", "play -"):
        assert shell(line, typed="hold kiln\n").code == 5
    told = shell("battle show")
    assert told.code == 0
    assert told.err == "warning: battle-1 is broken at battle-1/16\nhint: acta audit\n"
    assert shell("member note rook 'still here'").code == 0


def test_bytes_that_are_no_line_any_more(shell: Shell) -> None:
    """Reading commands say so in one sentence, exit 5; the audit goes on, exit 3."""
    flip(
        shell, b'"event":"mortisphere.clash-declared/1"', b'"event":"mortisphere.clash-declared/9"'
    )
    came = shell("log 1")
    assert came.code == 5
    assert "\nbattle-1/14 cannot be read: " in came.err
    report = shell("audit --json")
    assert report.code == 3
    assert "Unreadable" in {finding["kind"] for finding in report.json()["findings"]}


def test_views_that_differ_are_noted(shell: Shell) -> None:
    """A note, exit 0: `acta rebuild` mends it."""
    shell("crew list")
    with sqlite3.connect(shell.folder / "views.db") as views:
        views.execute("UPDATE crews SET name = 'Nobody' WHERE name = 'Ash'")
    views.close()
    came = shell("audit")
    assert came.code == 0
    assert came.lines[1].startswith("note: StaleView")
    assert shell("rebuild").code == 0
    assert shell("audit").lines[0].startswith("clean: ")


@pytest.mark.parametrize(
    ("line", "file", "spoil"),
    [
        ("records", "deeds.db", "UPDATE deeds SET member = 'crew-ash/9'"),
        ("search ash", "search.db", "DELETE FROM sought_lines"),
    ],
    ids=["deeds", "search"],
)
def test_larger_views_that_differ_are_noted_too(
    line: str, file: str, spoil: str, shell: Shell
) -> None:
    """Those of deeds, and those that are searched; `acta rebuild` mends them."""
    shell(line)
    with closing(sqlite3.connect(shell.folder / file)) as views, views:
        views.execute(spoil)
    assert "StaleView" in shell("audit").out
    assert shell("rebuild").code == 0
    assert "StaleView" not in shell("audit").out


@pytest.mark.parametrize(
    "spoil",
    [
        lambda path: path.write_bytes(b"no ledger at all" * 100),
        lambda path: path.write_bytes(path.read_bytes()[:5000]),
        lambda path: path.write_bytes(b""),
    ],
    ids=["foreign", "cut", "empty"],
)
def test_a_file_that_is_no_ledger(shell: Shell, spoil: Callable[[Path], object]) -> None:
    """Exit 5 where it cannot be opened at all, 3 where it can; one sentence, no traceback."""
    spoil(shell.folder / "ledger.db")
    for line in ("audit", "status", "do hold kiln", "log", "crew list", "doctor", "backup"):
        came = shell(line)
        assert came.code in {3, 5}
        assert "acta made a mistake" not in came.err


@pytest.mark.skipif(
    sys.platform == "win32" or os.getuid() == 0, reason="the system's manager may write anywhere"
)
def test_a_folder_that_cannot_be_written(shell: Shell) -> None:
    """It can be read, views are made in memory; a write is one sentence, exit 5."""
    (shell.folder / "ledger.db").chmod(0o400)
    shell.folder.chmod(0o500)
    try:
        assert shell("audit").code == 0
        assert shell("crew list").code == 0
        came = shell("do hold kiln")
        assert (came.code, came.out) == (5, "")
    finally:
        shell.folder.chmod(0o700)


def test_a_long_finding_is_told_short(capsys: pytest.CaptureFixture[str]) -> None:
    """What was expected may be a whole opening: the table sees its beginning, JSON has all."""
    finding = Finding(kind="RulesMoved", level=Level.NOTE, address="battle-1/1", expected="x" * 900)
    tell(Report(checked=Checked(stories=1, events=1, battles=1), findings=(finding,)))
    shown = capsys.readouterr().out.splitlines()[2]
    assert shown == f"  expected {'x' * 159}…, found nothing"
