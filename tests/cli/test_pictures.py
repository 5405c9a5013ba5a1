"""`acta export replay --as svg`: a moment of a battle as a picture."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.shell import SEED, Shell, fighting
from tests.console import surroundings

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A battle in which Sura went to the Bell Tower."""
    found = fighting(tmp_path, f"--dice sealed --solo --seed {SEED}")
    found.do("move Sura to Bell Tower")
    return found


def words(drawn: str) -> list[str]:
    """What stands in a picture to be read."""
    root = ET.fromstring(drawn)  # noqa: S314  our own text
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def described(drawn: str) -> str:
    """The picture in words."""
    root = ET.fromstring(drawn)  # noqa: S314  our own text
    return root[1].text or ""


def test_a_moment_is_written_as_a_picture(shell: Shell) -> None:
    """It names campaign, battle and address, who stands where, and where it comes from."""
    came = shell("export replay --as svg -o now.svg")
    assert (came.code, came.out, came.err) == (0, "", "now.svg written\n")
    drawn = (shell.folder / "now.svg").read_text("ascii")
    newest = shell("log battle-1 --json").json()[-1]["address"]
    assert f"Winter: The Last Granary, {newest}" in words(drawn)
    assert "Sura (Ash): Bell Tower, " in described(drawn)
    assert "Audit: clean" in " ".join(words(drawn))


def test_at_shows_the_battle_as_it_stood_behind_a_line(shell: Shell) -> None:
    """Behind the line before her move Sura stands in the Granary Hall; so does battle show --at."""
    moved = next(e for e in shell("log battle-1 --json").json() if "member-moved" in e["event"])
    before = f"battle-1/{int(moved['address'].split('/')[1]) - 1}"
    drawn = shell(f"export replay 1 --as svg --at {before}").out
    assert "Sura (Ash): Granary Hall, " in described(drawn)
    shown = shell(f"battle show 1 --at {before} --json").json()
    assert next(m["place"] for m in shown["members"] if m["name"] == "Sura") == "hall"


def test_the_same_record_is_the_same_picture(shell: Shell) -> None:
    """Two exports have the same bytes, on screen, in JSON and in a file, in any time zone."""
    once = shell("export replay --as svg", TZ="Asia/Tokyo", LC_ALL="C").out
    assert shell("export replay --as svg", TZ="UTC", LC_ALL="en_US.UTF-8").out == once
    assert shell("export replay --as svg --json").json()["text"] == once
    shell("export replay --as svg -o now.svg")
    assert (shell.folder / "now.svg").read_text("ascii") == once
    assert surroundings()["PATH"] not in once
    assert str(shell.folder) not in once


def test_a_void_battle_is_drawn_as_it_was_and_says_so(shell: Shell) -> None:
    """Nothing is lost, and nobody takes it for one that counts."""
    shell("battle void 1 --why 'a spilt glass' --yes")
    drawn = shell("export replay 1 --as svg").out
    assert any(word.endswith("(void)") for word in words(drawn))
    assert "Sura (Ash): Bell Tower, " in described(drawn)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("export replay --as svg --at battle-1/999", "there is no line battle-1/999 in battle-1"),
        ("export replay --as svg --at nowhere", "nowhere is no address"),
        ("export replay --at battle-1/2", "--at chooses the moment of a picture"),
    ],
)
def test_wrong_moments_are_refused(shell: Shell, line: str, sentence: str) -> None:
    """A sentence and exit code 2; nothing is printed as a picture."""
    came = shell(line)
    assert (came.code, came.out) == (2, "")
    assert came.err.splitlines()[0] == sentence


def test_a_file_is_not_overwritten(shell: Shell) -> None:
    """Without --force it stays as it is."""
    (shell.folder / "now.svg").write_text("mine")
    assert shell("export replay --as svg -o now.svg").code == 2
    assert (shell.folder / "now.svg").read_text("utf-8") == "mine"
    assert shell("export replay --as svg -o now.svg --force").code == 0
