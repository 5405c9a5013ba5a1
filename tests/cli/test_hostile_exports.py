"""Names that try something, in every kind of export and every format: nothing executes."""

from pathlib import Path

import pytest

from tests import harmless
from tests.cli.shell import Shell
from tests.exports import EXPORTS, files, lines
from tests.hostile_names import FORMULA, KEPT
from tests.played import GAMES, played
from tests.played import KINDS as NAMES_OF

SAYS_ALL = {
    *("cards.html", "roster.html", "record.json", "csv"),
    *("chronicle.md", "chronicle.html", "chronicle"),
}
"""Files in which every member's name stands."""


def exported(place: Path, game: str, names: str, kind: str) -> dict[str, bytes]:
    """What the lines of a kind write, of a campaign whose names are all hostile."""
    shell = Shell(played(place, game, names))
    (shell.folder / "out").mkdir()
    for words in lines(kind, game, NAMES_OF[names]):
        came = shell.words(words)
        assert came.code == 0, (words, came.err)
    return files(shell.folder / "out")


def check(found: dict[str, bytes], names: list[str]) -> None:
    """No file does anything, and where all names are to stand, they stand to the letter."""
    seen: dict[str, str] = {}
    for name, content in found.items():
        group = name.partition("/")[0]
        seen[group] = seen.get(group, "") + harmless.read(name, content)
    for name in SAYS_ALL & set(seen):
        said = [f"'{one}" if name == "csv" and one.startswith(FORMULA) else one for one in names]
        assert [one for one in said if harmless.plain(one) not in seen[name]] == [], name


IN_TURN = [
    pytest.param(game, kind, id=f"{game}-{kind}", marks=[pytest.mark.long] if turn else [])
    for at, kind in enumerate(EXPORTS)
    for turn, game in enumerate((GAMES[at % 2], GAMES[1 - at % 2]))
]
"""Each kind with each game; those that run always take the games in turn."""


@pytest.mark.parametrize(("game", "kind"), IN_TURN)
def test_case_104_names_do_nothing_in_any_export(game: str, kind: str, tmp_path: Path) -> None:
    """Given a campaign in which the nastiest names fought.

    When a kind is exported in each of its formats, then it is read back as texts alone.
    """
    pytest.importorskip("typst", reason="needs the extra [print]")
    check(exported(tmp_path, game, "nasty", kind), list(NAMES_OF["nasty"]))


@pytest.mark.long
@pytest.mark.parametrize("kind", EXPORTS)
@pytest.mark.parametrize("game", GAMES)
def test_case_104_no_name_of_the_kit_does_anything(game: str, kind: str, tmp_path: Path) -> None:
    """The same with every name of the kit."""
    pytest.importorskip("typst", reason="needs the extra [print]")
    check(exported(tmp_path, game, "all", kind), list(KEPT.values()))


def _acting(what: str) -> bytes:
    """A PDF of one page whose catalogue says more."""
    pages = "<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"
    text, places = "%PDF-1.7\n", []
    for number, each in enumerate((f"<< /Type /Catalog /Pages 2 0 R {what} >>", pages, page), 1):
        places.append(f"{len(text):010} 00000 n \n")
        text += f"{number} 0 obj\n{each}\nendobj\n"
    table = f"xref\n0 4\n0000000000 65535 f \n{''.join(places)}"
    return (
        f"{text}{table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n{len(text)}\n%%EOF\n".encode()
    )


def test_a_pdf_is_asked_for_what_it_is_not_how_it_is_packed() -> None:
    """Given letters in a text and in packed bytes that spell an action; then nothing is found."""
    paper = _acting("/Title (/JS /URI) /Key <2f4a53>")
    assert harmless.read("x.pdf", paper) == ""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.html", b"<script>alert(1)</script>"),
        ("x.html", b"<p onclick=x>"),
        ("x.svg", b"<svg><script/></svg>"),
        ("x.md", b"![x](http://x.example)"),
        ("x.md", b"see http://x.example"),
        ("x.md", b"<b>x</b>"),
        ("x.csv", b"a\n=1+1\n"),
        ("x.pdf", _acting("/OpenAction << /S /GoTo >>")),
        ("x.pdf", _acting("/Names [ << /S /JavaScript /JS (1) >> ]")),
        ("x.pdf", _acting("/A << /S /URI /URI (http://x.example) >>")),
        ("../x.md", b""),
    ],
)
def test_the_readers_themselves_find_them(name: str, content: bytes) -> None:
    """A control: what does something is found."""
    with pytest.raises(AssertionError):
        harmless.read(name, content)
