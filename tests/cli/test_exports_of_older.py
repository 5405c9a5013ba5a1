"""A campaign that acta 0.1.0 wrote, in every kind of export: told truly, and with the verdict.

`tests/past/0.1.0` is its folder, as that version left it. Sura hit Unit Nine once (6 to 2), after a
5 to 3 that was taken back; Moth was ruled out and is lost; Iron conceded, 0 to 2. Since then Ash is
Cinder and Vex is Vexilla. 105 lines; two of them 0.2.0 decides otherwise, and an audit notes it.
"""

import gzip
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.console import ROOT
from tests.exports import EXPORTS, files, lines

PAST = ROOT / "tests" / "past" / "0.1.0"
VERDICT = "clean, with 2 notes: 105 lines in 4 stories read again"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """Somebody in a copy of it."""
    shutil.copy(PAST / "acta.toml", tmp_path)
    (tmp_path / "ledger.db").write_bytes(gzip.decompress((PAST / "ledger.db.gz").read_bytes()))
    return Shell(tmp_path)


def test_a_campaign_of_0_1_0_is_told_truly(shell: Shell) -> None:
    """As prose, as numbers and as data, each with what the audit says."""
    told = shell("export chronicle")
    assert (told.code, told.err) == (0, "")
    assert f'audit: "{VERDICT}"' in told.out
    for sentence in (
        "The campaign opened with “The Last Granary”: [Ash](#crews-crew-ash) met",
        "*Formerly Ash.*",
        "*Formerly Vex.*",
        "- [Moth](#members-crew-ash-5) of [Ash](#crews-crew-ash), lost in",
        "> the lamp went out",
    ):
        assert sentence in told.out
    rows = {row["name"]: row for row in shell("stats --json").json()["rows"]}
    figures = ("battles", "won", "lost", "points", "kills", "falls", "hurt", "dealt")
    assert {who: [row[one] for one in figures] for who, row in rows.items()} == {
        "Cinder": [1, 1, 0, 2, 0, 1, 0, 1],
        "Iron": [1, 0, 1, 0, 0, 0, 1, 0],
    }
    about = shell("export json").json()["about"]
    assert (about["audit"], about["verdict"]) == (VERDICT, "notes")


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPORTS)
def test_every_export_of_a_campaign_of_0_1_0_works(kind: str, shell: Shell) -> None:
    """Each kind in all its formats; what says anything of itself says the verdict.

    Of the two notes one is on the battle, and one on what its aftermath gave to Ash.
    """
    pytest.importorskip("typst", reason="needs the extra [print]")
    (shell.folder / "out").mkdir()
    for words in lines(kind, "mortisphere", ("Cinder", "Iron")):
        came = shell.words(words)
        assert (came.code, "warning" in came.err) == (0, False), (words, came.err)
    for name, content in files(shell.folder / "out").items():
        if name.endswith((".html", ".md", ".svg", ".json")):
            said = " ".join(re.sub("<[^>]*>", " ", content.decode("utf-8")).split())
            assert "clean, with 2 notes: " in said or "clean, with 1 note: " in said, name
