"""The ending of FILE says in which form an export is written; no page fills a terminal."""

import sys
from pathlib import Path

import pytest

from cli.endings import form_of
from domain.terms import WrongUsage
from tests.cli.shell import Shell
from tests.played import GAMES, played

PAGE = b"<!doctype html>"
PICTURE = b"<svg"
WRITTEN = {
    "export chronicle -o a.html": PAGE,
    "export chronicle -o a.HTM": PAGE,
    "export chronicle -o a.md": b"---\n",
    "export replay 1 -o a.html": PAGE,
    "export replay 1 -o a.svg": PICTURE,
    "export replay 1 -o a.txt": b"[game ",
    "export replay 1 -o a.acta": b"[game ",
    "export cards -o a.html": PAGE,
    "stats -o a.html": PAGE,
    "stats --plot kills -o a.svg": PICTURE,
    "standings -o a.html": PAGE,
    "standings --plot league -o a.svg": PICTURE,
    "dice -o a.html": PAGE,
    "dice -o a.svg": PICTURE,
}
REFUSED = {
    "export chronicle -o a.txt": "this is not written as txt\nhint: -o a.md, -o a.html, -o a.pdf",
    "export replay 1 -o a.pdf": "this is not written as pdf\nhint: -o a.html, -o a.svg, -o a.png",
    "export cards -o a.docx": "this is not written as docx\nhint: -o a.html, -o a.pdf",
    "stats -o a.csv": "this is not written as csv\nhint: -o a.svg, -o a.html, --csv > a.csv",
    "dice -o a.json": "this is not written as json\nhint: -o a.svg, -o a.html, --json > a.json",
    "export csv -o a.csv": "the tables are several files\nhint: -o FOLDER, or --table NAME",
}


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A campaign with one battle, fought to its end."""
    return Shell(played(tmp_path_factory.mktemp("endings"), GAMES[0]))


@pytest.mark.parametrize("line", WRITTEN)
def test_a_file_is_what_its_ending_says(shell: Shell, line: str) -> None:
    """Given FILE.html, FILE.svg, FILE.md; when nothing else is said, then it is one."""
    came = shell(f"{line} --force")
    assert came.code == 0, came.err
    assert came.out == ""
    file = shell.folder / line.rpartition(" ")[2]
    assert file.read_bytes().startswith(WRITTEN[line])
    assert came.err.endswith(f"{file.name} written\n")


@pytest.mark.parametrize("line", REFUSED)
def test_a_file_that_would_be_something_else_is_refused(shell: Shell, line: str) -> None:
    """Exit 2 and what there is instead; no file, and no folder of that name."""
    before = sorted(shell.folder.iterdir())
    came = shell(line)
    assert (came.code, came.out, came.err) == (2, "", f"{REFUSED[line]}\n")
    assert sorted(shell.folder.iterdir()) == before


def test_who_says_the_form_is_obeyed(shell: Shell) -> None:
    """--as counts more than a name."""
    assert shell("export replay 1 --as html -o battle.txt").code == 0
    assert (shell.folder / "battle.txt").read_bytes().startswith(PAGE)


@pytest.mark.parametrize("output", ["a.png", "A.PNG", "folder.v1/a.png"])
def test_an_ending_is_known_however_it_is_spelled(output: str) -> None:
    """What precedes the ending stays in the hint."""
    with pytest.raises(WrongUsage, match="not written as png") as refused:
        form_of(None, output, ("md", "svg"), "md")
    stem = output[: -len(".png")]
    assert refused.value.hint == f"-o {stem}.md, -o {stem}.svg"


@pytest.mark.parametrize("output", ["book", "season.one", "Path.to", ".hidden"])
def test_a_name_without_a_known_ending_says_nothing(output: str) -> None:
    """Then the kind's own form is written."""
    assert form_of(None, output, ("md", "html"), "md") == "md"


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("export cards", "cards.html"),
        ("export roster", "roster.html"),
        ("export replay 1 --as html", "battle.html"),
        ("export replay 1 --as svg", "moment.svg"),
        ("stats --as html", "stats.html"),
        ("standings --as svg --plot league", "league.svg"),
        ("dice --as html", "dice.html"),
    ],
)
def test_a_terminal_is_not_filled_with_a_page(
    shell: Shell, line: str, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who looks at a screen is told which file to name; a pipe gets the page."""
    assert shell(line).out.startswith(("<!doctype html>", "<svg"))
    monkeypatch.setattr("cli.endings.on_a_terminal", lambda: True)
    came = shell(line)
    assert (came.code, came.out) == (2, "")
    assert came.err.endswith(f"is nothing for a terminal\nhint: -o {file}\n")
    assert shell(f"{line} --json").code == 0


def test_a_chronicle_s_name_is_its_folder_s_where_it_has_no_ending(
    shell: Shell, tmp_path: Path
) -> None:
    """A folder of Markdown, as before."""
    assert shell(f"export chronicle -o {tmp_path / 'book'}").code == 0
    assert (tmp_path / "book" / "index.md").is_file()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("stats", "acta stats -o stats.html"),
        ("pdf", "acta export chronicle -o chronicle.pdf"),
        ("card", "cards is near"),
        ("xlsx", "acta export csv -o FOLDER"),
        ("z", "there are arena, bundle, cards, chronicle, csv, json, replay, roster, sheet"),
    ],
)
def test_a_kind_that_is_none(shell: Shell, name: str, hint: str) -> None:
    """What people look for under `acta export`, and what they are to type."""
    came = shell(f"export {name}")
    assert (came.code, came.out) == (2, "")
    assert came.err == f"there is no export called {name}\nhint: {hint}\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_in_dots_for_a_forum(game: str, tmp_path: Path) -> None:
    """A PNG, the same each time, with twice as many dots as the drawing is large; not all black."""
    pytest.importorskip("typst", reason="needs the extra [print]")
    shell = Shell(played(tmp_path, game))
    for name in ("one.png", "two.png"):
        came = shell(f"export replay 1 --at battle-1/3 -o {name} --json")
        assert came.json() == {"battle": "battle-1", "file": name}
    content = (shell.folder / "one.png").read_bytes()
    assert content == (shell.folder / "two.png").read_bytes()
    assert content.startswith(b"\x89PNG\r\n")
    wide = int.from_bytes(content[16:20], "big")
    drawn = shell("export replay 1 --at battle-1/3 --as svg").out
    assert abs(wide - 1.5 * float(drawn.partition('width="')[2].partition('"')[0])) < 2
    assert shell("export replay 1 --as png").err == "a PNG goes into a file\nhint: -o moment.png\n"


def test_without_typst_dots_are_not_to_be_had(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence with how to get it, and no file."""
    monkeypatch.setitem(sys.modules, "typst", None)
    came = shell("export replay 1 -o dots.png")
    assert (came.code, came.out) == (2, "")
    assert came.err.startswith("a PNG is set by typst, which is not installed here\nhint: pip ")
    assert not (shell.folder / "dots.png").exists()
