"""Receipts that somebody spoilt, a key that was lost, a ledger older than both."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.bundles import theirs
from tests.cli.shell import Shell, campaign


def done(shell: Shell, line: str) -> str:
    """What a command prints that must succeed."""
    came = shell(line)
    assert came.code == 0, came.err
    return came.out


def sql(shell: Shell, text: str) -> None:
    """Change the ledger's file behind everybody's back."""
    with closing(sqlite3.connect(shell.folder / "ledger.db", isolation_level=None)) as file:
        file.execute(text)


def spoil(shell: Shell, change: str) -> None:
    """Change all receipts that are kept."""
    sql(shell, f"UPDATE notes SET {change}")  # noqa: S608  the tests' own words


@pytest.mark.parametrize(
    "change",
    [
        "note='x'",
        "note=5",
        "note=x'00ff'",
        "ranks='1 99999999999999'",
        "ranks='-99999999999 5'",
        "ranks='1 1 2 13'",
        "ranks='1 2 3'",
        "ranks='x'",
        "ranks='1 ' || replace(hex(zeroblob(2500)), '0', '9')",
        "ranks=x'ff'",
        "keys='x'",
    ],
)
def test_a_spoilt_receipt_is_said_and_the_lines_hold(tmp_path: Path, change: str) -> None:
    """One sentence wherever receipts are needed (exit 5, 3); what needs none goes on as before."""
    shell = campaign(tmp_path)
    done(shell, "sign")
    spoil(shell, change)
    for line in ("sign", "export bundle -o ../b.acta"):
        came = shell(line)
        assert came.code == 5
        assert came.err.splitlines()[0] == (
            "a receipt beside the log is spoilt; no line of the record is"
        )
    assert not (tmp_path / "b.acta").exists()
    report = shell("audit --json")
    assert (report.code, report.json()["verdict"]) == (3, "damaged")
    assert [each["kind"] for each in report.json()["findings"]] == ["Unreadable"]
    assert shell("doctor").code == 5
    assert "! record: a receipt beside the log is spoilt" in shell("doctor").out
    for line in ("status", "log", "member rename Sura Cinder", "backup ../copy.db"):
        done(shell, line)


def test_a_signature_that_was_spoilt(tmp_path: Path) -> None:
    """The audit says it does not hold; no bundle is written that nobody would accept."""
    shell = campaign(tmp_path)
    done(shell, "sign")
    spoil(shell, "note = substr(note, 1, length(note) - 9) || 'AAAAAA' || substr(note, -3)")
    came = shell("export bundle -o ../b.acta")
    assert came.code == 5
    assert came.err.startswith("a receipt beside the log does not hold, so no bundle would: ")
    assert not (tmp_path / "b.acta").exists()
    assert shell("audit").code == 3


def test_a_lost_key_is_made_anew(tmp_path: Path) -> None:
    """It is said once; what the old one signed holds, here and in the next bundle."""
    shell = campaign(tmp_path)
    done(shell, "sign")
    (shell.folder / "keys" / "ledger.key").unlink()
    assert "! key: keys/ledger.key is missing" in shell("doctor").lines
    done(shell, "member rename Sura Cinder")
    came = shell("sign")
    assert (came.code, came.err) == (
        0,
        "the key of this ledger was not there, so it has a new one; receipts stay valid\n",
    )
    assert shell("sign").err == ""
    report = shell("audit --json").json()
    assert [(each["size"], each["holds"]) for each in report["receipts"]] == [
        (13, True),
        (14, True),
    ]
    done(shell, "export bundle -o ../b.acta")
    data = (tmp_path / "b.acta").read_bytes()
    assert data.split(b"\n", 1)[0].count(b"acta/") == 2
    assert theirs(data) == ""
    done(Shell(tmp_path), "import b.acta --yes --at copy")


def test_case_101_a_ledger_that_0_1_0_made(tmp_path: Path) -> None:
    """It has no table of receipts: it is read, audited, copied, brought forward; then has one."""
    shell = campaign(tmp_path)
    sql(shell, "DROP TABLE notes")
    before = (shell.folder / "ledger.db").read_bytes()
    for line in ("status", "log", "audit", "doctor", "export bundle -o ../a.acta"):
        done(shell, line)
    assert (shell.folder / "ledger.db").read_bytes() == before
    done(Shell(tmp_path), "import a.acta --yes --at copy")
    other = Shell(tmp_path / "copy")
    sql(other, "DROP TABLE notes")
    done(shell, "member rename Sura Cinder")
    done(shell, "export bundle -o ../b.acta")
    assert done(other, "import ../b.acta --yes").splitlines()[-1] == "  1 line, 1 receipt"
    done(shell, "sign")
    for each in (shell, other):
        assert len(each("audit --json").json()["receipts"]) == 1
