"""Without the extra [print]: what is printed says how to get it, all else is written."""

import sys
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.exports import EXPORTS, lines
from tests.played import GAMES, PLAIN, played

PRINTED = [kind for kind in EXPORTS if any(line.endswith(".pdf") for line in EXPORTS[kind])]


@pytest.mark.parametrize("kind", PRINTED)
def test_a_pdf_without_typst_is_refused_in_one_sentence(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 2, the line that gets it, and no file."""
    monkeypatch.setitem(sys.modules, "typst", None)
    shell = Shell(played(tmp_path, GAMES[0]))
    (shell.folder / "out").mkdir()
    for words in lines(kind, GAMES[0], PLAIN):
        if words[-1].endswith(".pdf"):
            came = shell.words(words)
            assert (came.code, came.out) == (2, "")
            told = came.err.splitlines()
            assert told[-2:] == [
                "a PDF is set by typst, which is not installed here",
                "hint: pip install 'acta-mortis[print]'",
            ]
    assert list((shell.folder / "out").iterdir()) == []
