"""Every export says where it comes from; of a damaged record it says so, and is written."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.exports import EXPORTS, files, lines
from tests.played import GAMES, PLAIN, played

THEMSELVES = {"battle.acta", "record.bundle"}
"""A battle file is read by `acta play`, and the bundle is the record, receipts and all."""


def damaged(home: Path) -> str:
    """Change the hour of a line near the end of the battle; its address."""
    line = Shell(home)("log battle-1 --all --json").json()[-20]
    path, stamp = home / "ledger.db", f'"at":"{line["at"]}'.encode()
    content = bytearray(path.read_bytes())
    content[content.index(stamp) + len(stamp) - 1] ^= 1
    path.write_bytes(content)
    return str(line["address"])


@pytest.mark.parametrize("kind", [kind for kind in EXPORTS if kind != "bundle"])
def test_an_export_of_a_damaged_record_says_so(kind: str, tmp_path: Path) -> None:
    """Given a battle of which one byte was changed.

    When a kind is exported, then each file names the campaign, the newest line, the program and the
    address of the first bad line; standard error warns.
    """
    pytest.importorskip("typst", reason="needs the extra [print]")
    home = played(tmp_path, GAMES[0])
    (home / "out").mkdir()
    bad = damaged(home)
    shell = Shell(home)
    for words in lines(kind, GAMES[0], PLAIN):
        came = shell.words(words)
        assert came.code == 0, (words, came.err)
        assert "warning: " in came.err, words
        assert bad in came.err, words
    for name, content in files(home / "out").items():
        if (
            name in THEMSELVES
            or name.endswith((".pdf", ".png"))
            or (name.startswith("csv/") and "about" not in name)
        ):
            continue
        text = content.decode("utf-8")
        for said in (PLAIN[0], "acta 0.2.0", "DAMAGED", bad):
            assert said in text, (name, said)


def test_a_bundle_of_a_damaged_record_is_refused(tmp_path: Path) -> None:
    """Nobody could import it: exit 5, the first bad line, and nothing is written."""
    home = played(tmp_path, GAMES[0])
    bad = damaged(home)
    came = Shell(home)("export bundle -o record.bundle")
    assert came.code == 5
    assert bad in came.err
    assert not (home / "record.bundle").exists()
