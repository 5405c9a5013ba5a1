"""The files of a campaign's own content: which are read, in what order, and what is refused."""

import os
import sys
from pathlib import Path

import pytest

from domain import content
from domain.books import Books
from domain.content import MOST_FILES, Told, refuse, report, texts
from domain.terms import StorageFailed, WrongUsage

BOOKS = Books(game="mortisphere", edition="2026.1")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A campaign's folder with an empty folder for own content."""
    (tmp_path / "home" / "content").mkdir(parents=True)
    return tmp_path / "home"


def put(home: Path, name: str, content: bytes = b"") -> Path:
    """A file of own content."""
    path = home / "content" / name
    path.write_bytes(content)
    return path


def test_files_are_read_by_name(home: Path) -> None:
    """TOML files alone, in the order of their names, without what an editor has hidden."""
    for name in ("b.toml", "A.TOML", "c.toml", ".b.toml", "notes.md", "b.toml~"):
        put(home, name, name.encode())
    found, faults = texts(home)
    assert [(text.file, text.text) for text in found] == [
        ("content/A.TOML", "A.TOML"),
        ("content/b.toml", "b.toml"),
        ("content/c.toml", "c.toml"),
    ]
    assert faults == []


def test_a_byte_order_mark_is_no_fault(home: Path) -> None:
    """Some editors of Windows write one."""
    put(home, "a.toml", b"\xef\xbb\xbfx = 1")
    assert texts(home)[0][0].text == "x = 1"


def test_a_campaign_need_not_have_own_content(tmp_path: Path) -> None:
    """No folder, an empty one, or a file of that name: there is none."""
    assert report(BOOKS, tmp_path) == content.Report()
    (tmp_path / "content").write_text("")
    assert texts(tmp_path) == ([], [])


def test_what_is_no_readable_text_is_told(home: Path) -> None:
    """One sentence each, and the other files are read all the same."""
    put(home, "good.toml")
    put(home, "huge.toml", b"#" * 200_001)
    put(home, "noise.toml", b"\xff\xfe")
    (home / "content" / "folder.toml").mkdir()
    found, faults = texts(home)
    assert [text.file for text in found] == ["content/good.toml"]
    assert [fault.told() for fault in faults] == [
        "content/folder.toml:1: it is no plain file",
        "content/huge.toml:1: it is larger than 200,000 bytes",
        "content/noise.toml:1: it is no text in UTF-8",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="links and pipes are made otherwise there")
def test_nothing_outside_the_campaign_is_read(home: Path) -> None:
    """A folder is data from a stranger: no link leads out of it, no pipe keeps it waiting."""
    outside = home.parent / "secret.toml"
    outside.write_text("secret = 1")
    (home / "content" / "link.toml").symlink_to(outside)
    (home / "content" / "lost.toml").symlink_to(home / "content" / "nowhere")
    os.mkfifo(home / "content" / "pipe.toml")
    found, faults = texts(home)
    assert found == []
    assert [fault.told() for fault in faults] == [
        "content/link.toml:1: it leads out of the campaign's folder",
        "content/lost.toml:1: it is no plain file",
        "content/pipe.toml:1: it is no plain file",
    ]


def test_a_loop_of_links_is_told(home: Path) -> None:
    """What leads to itself is no file."""
    (home / "content" / "a.toml").symlink_to(home / "content" / "a.toml")
    (fault,) = texts(home)[1]
    assert fault.told() == "content/a.toml:1: it leads to itself"


def test_names_of_files_are_shown_harmlessly(home: Path) -> None:
    """No sign that moves a terminal's cursor."""
    put(home, "a\x1b[31m.toml", b"\xff")
    (fault,) = texts(home)[1]
    assert fault.told() == "content/a\\u001b[31m.toml:1: it is no text in UTF-8"


def test_there_is_a_limit_to_files(home: Path) -> None:
    """Fifty are read, and it is said that there are more."""
    for number in range(MOST_FILES + 1):
        put(home, f"{number:03}.toml")
    found, faults = texts(home)
    assert len(found) == MOST_FILES
    assert faults == [Told("content", 1, "51 files are too many, 50 are read")]


def test_a_closed_folder_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit 5, one sentence; a closed file is a fault among others."""
    put(home, "a.toml")

    def closed(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", closed)
    assert texts(home)[1] == [Told("content/a.toml", 1, "it cannot be read: Permission denied")]
    monkeypatch.setattr(Path, "iterdir", closed)
    with pytest.raises(StorageFailed, match="content cannot be read: Permission denied"):
        texts(home)


def test_faults_of_all_files_are_told_in_order(home: Path) -> None:
    """What cannot be read stands among what was read, by file and line."""
    put(home, "a.toml", b"\n[[ghosts]]\n[types]\n")
    put(home, "b.toml", b"\xff")
    put(home, "c.toml", b"x = \n")
    found = report(BOOKS, home)
    assert found.files == ("content/a.toml", "content/c.toml")
    assert [fault.told() for fault in found.faults] == [
        "content/a.toml:2: own content has no 'ghosts'",
        "content/a.toml:3: types is no list of entries",
        "content/b.toml:1: it is no text in UTF-8",
        "content/c.toml:1: no TOML at character 5: invalid value",
    ]


def test_a_refusal_is_the_first_fault() -> None:
    """With its own hint, and the way to the others."""
    refuse([])
    with pytest.raises(WrongUsage) as refused:
        refuse([Told("content/a.toml", 2, "no", "yes"), Told("content/a.toml", 3, "neither")])
    assert refused.value.message == "content/a.toml:2: no"
    assert refused.value.hint == "yes; acta content check tells 1 more"
    with pytest.raises(WrongUsage) as refused:
        refuse([Told("content/a.toml", 2, "no")])
    assert refused.value.hint == ""
