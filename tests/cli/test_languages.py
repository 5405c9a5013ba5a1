"""`--language`: every export that says a sentence says it in the campaign's own translation."""

from pathlib import Path

import pytest

from tests.cli.shell import EXAMPLES, Shell
from tests.exports import EXPORTS, files, lines
from tests.played import GAMES, PLAIN, played

SILENT = {"bundle", "csv", "json"}
"""Kinds that are data: codes and names, no sentences."""
SPEECHLESS = {"battle.acta"}


def spoken(words: list[str]) -> list[str]:
    """A line that asks for German, where it writes sentences."""
    silent = any(name in words[-1] for name in SPEECHLESS)
    return words if silent else [*words, "--language", "de"]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign with the beginning of a translation into German."""
    home = played(tmp_path, GAMES[0])
    folder = home / "content" / "messages"
    folder.mkdir(parents=True)
    text = (EXAMPLES / "looks" / "messages" / "de.toml").read_text("utf-8")
    (folder / "de.toml").write_text(text, "utf-8")
    (home / "out").mkdir()
    return Shell(home)


@pytest.mark.parametrize("kind", [kind for kind in EXPORTS if kind not in SILENT])
def test_an_export_speaks_the_language_that_was_asked_for(kind: str, shell: Shell) -> None:
    """The label of the campaign, which the translation has, is in each file; what it lacks is not.

    What a translation lacks is said in English.
    """
    pytest.importorskip("typst", reason="needs the extra [print]")
    for words in lines(kind, GAMES[0], PLAIN):
        came = shell.words(spoken(words))
        assert came.code == 0, (words, came.err)
    for name, content in files(shell.folder / "out").items():
        if name.endswith((".pdf", ".acta", ".md", ".png")):
            continue
        assert "Kampagne" in content.decode("utf-8"), name


def test_a_language_that_is_not_there_is_refused(shell: Shell) -> None:
    """Exit 2, the file that would hold it; nothing is written."""
    for line in (
        "export roster -o x.html",
        "stats --as html -o x.html",
        "export replay 1 --as svg",
    ):
        came = shell(f"{line} --language fr")
        assert came.code == 2
        said = "there is no language fr here: no file content/messages/fr.toml"
        assert came.err.splitlines()[0] == said
        assert came.out == ""
    assert not (shell.folder / "x.html").exists()


def test_a_language_that_would_say_nothing_is_refused(shell: Shell) -> None:
    """A battle file and a table in the terminal speak none."""
    for line in ("export replay 1", "stats", "standings"):
        came = shell(f"{line} --language de")
        assert (came.code, came.out) == (2, ""), line


def test_a_code_that_is_unknown_stops_no_export(shell: Shell) -> None:
    """Given two mistyped codes; then the page is written, and one sentence names file and code.

    The check still counts both as faults, and what is plainly wrong is refused as ever.
    """
    file = shell.folder / "content" / "messages" / "de.toml"
    text = file.read_text("utf-8")
    file.write_text(f"{text}\n[paper]\nplayerr = 'x'\nnoone = 'y'\n", "utf-8")
    line = text.count("\n") + 3
    came = shell("export roster -o rolle.html --language de")
    assert came.code == 0
    assert "Kampagne" in (shell.folder / "rolle.html").read_text("utf-8")
    unknown = f"content/messages/de.toml:{line}: paper.playerr: no message has this code"
    assert came.err.splitlines() == [
        f"warning: {unknown}; it is left out, and 1 more",
        "hint: paper.player is near; acta content check",
        "rolle.html written",
    ]
    check = shell("content check")
    assert check.code == 2
    assert "paper.noone: no message has this code" in check.out
    assert shell("content messages de").err.startswith("warning: content/messages/de.toml")
    file.write_text("[page]\nskip = 3\n", "utf-8")
    assert shell("export roster -o x.html --language de").code == 2
