"""Where exports go: a file, a folder, the screen; never where something is already."""

import resource
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.folders import new_folder, whole_folder
from domain.terms import WrongUsage
from tests.cli.shell import Came, Shell, campaign, fighting
from tests.limits import contents

FORMS = {
    "export chronicle": "# Winter",
    "export roster": "<!doctype html>",
    "export cards": "<!doctype html>",
    "export json": "{",
    "export csv --table crews": "crew,",
    "export replay 1": "# ",
    "export replay 1 --as svg": "<svg",
    "stats --as html": "<!doctype html>",
    "stats --as svg --plot treasury": "<svg",
    "dice --as html": "<!doctype html>",
    "sign": "",
}
"""Commands that write to a file or the screen, and how what they write begins."""


def within(size: int, run: Callable[[], Came]) -> Came:
    """What a command says that may write files of so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        return run()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def made_anew(path: Path, files: dict[str, Iterator[bytes]]) -> None:
    """A new folder with these files."""
    new_folder(path, ((name, b"".join(parts)) for name, parts in files.items()))


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign with a battle open."""
    return fighting(tmp_path)


@pytest.mark.parametrize("line", FORMS)
def test_a_stroke_is_the_screen(line: str, shell: Shell) -> None:
    """`-o -` prints what no -o at all prints, as elsewhere; no file is called so."""
    asked, bare = shell(f"{line} -o -"), shell(line)
    assert (asked.code, asked.out) == (0, bare.out)
    assert not (shell.folder / "-").exists()


@pytest.mark.parametrize("line", ["export bundle", "export csv", "export cards --as pdf"])
def test_what_needs_a_file_is_not_shown(line: str, shell: Shell) -> None:
    """Exit 2, and nothing is written."""
    pytest.importorskip("typst", reason="needs the extra [print]")
    came = shell(f"{line} -o -")
    assert (came.code, came.out) == (2, "")
    assert "-o " in came.err
    assert not (shell.folder / "-").exists()


@pytest.mark.parametrize("force", ["", "--force"], ids=["new", "forced"])
@pytest.mark.parametrize(
    "line",
    ["cards", "json", "bundle", "replay 1 --as svg", "csv --table crews", "chronicle --as html"],
)
def test_a_folder_is_no_file(line: str, force: str, shell: Shell) -> None:
    """Exit 2 says so, whether or not something may be overwritten; nothing is written there."""
    (shell.folder / "told").mkdir()
    came = shell(f"export {line} -o told {force}")
    assert (came.code, came.out) == (2, "")
    assert came.err.startswith("told is a folder; nothing was ")
    assert list((shell.folder / "told").iterdir()) == []


@pytest.mark.parametrize("force", ["", "--force"], ids=["new", "forced"])
@pytest.mark.parametrize(
    "place",
    [
        "ledger.db",
        "acta.toml",
        "keys/ledger.key",
        "link",
        "ledger.db-wal",
        "ledger.db-journal",
        "ledger.db-shm",
    ],
)
@pytest.mark.parametrize("line", ["json", "bundle", "chronicle", "stats --as html"])
def test_no_export_replaces_what_a_campaign_is_made_of(
    line: str, place: str, force: str, shell: Shell
) -> None:
    """Its record, its settings, its key, nor what leads there: exit 2, and no byte is changed."""
    assert shell("export bundle -o record.bundle").code == 0  # it makes the key
    (shell.folder / "link").symlink_to("ledger.db")
    kept = {name: (shell.folder / name).read_bytes() for name in ("ledger.db", "acta.toml")}
    key = (shell.folder / "keys" / "ledger.key").read_bytes()
    command = line if line.startswith("stats") else f"export {line}"
    came = shell(f"{command} -o {place} {force}")
    assert (came.code, came.out) == (2, "")
    assert "nothing was overwritten" in came.err
    assert "--force" not in came.err
    assert kept == {name: (shell.folder / name).read_bytes() for name in kept}
    assert (shell.folder / "keys" / "ledger.key").read_bytes() == key


@pytest.mark.parametrize("line", ["json -o a.pdf", "csv --table crews -o a.json", "bundle -o a.md"])
def test_a_file_holds_what_its_ending_says(line: str, shell: Shell) -> None:
    """Exit 2, and no file."""
    came = shell(f"export {line}")
    ending = line.rpartition(".")[2]
    assert (came.code, came.err.splitlines()[0]) == (2, f"this is not written as {ending}")
    assert not list(shell.folder.glob("a.*"))


@pytest.mark.parametrize("force", ["", "--force"], ids=["new", "forced"])
def test_a_file_is_no_folder(force: str, shell: Shell) -> None:
    """Exit 2 without a hint that would not help; the file stays."""
    (shell.folder / "told").write_text("mine", "utf-8")
    came = shell(f"export csv -o told {force}")
    said = "told is no folder; nothing was overwritten\nhint: -o FOLDER\n"
    assert (came.code, came.err) == (2, said)
    assert (shell.folder / "told").read_text("utf-8") == "mine"


@pytest.mark.parametrize("write", [whole_folder, made_anew], ids=["csv", "chronicle"])
def test_a_folder_that_came_meanwhile_stays(
    write: Callable[[Path, dict[str, Iterator[bytes]]], None], tmp_path: Path
) -> None:
    """Two exports at once: who is second is told so, as if the folder had been there before."""
    place = tmp_path / "told"

    def parts() -> Iterator[bytes]:
        place.mkdir()
        (place / "mine").write_text("mine", "utf-8")
        yield b"new"

    with pytest.raises(WrongUsage, match="exists already; nothing was overwritten"):
        write(place, {"a.csv": parts()})
    assert [path.name for path in tmp_path.rglob("*")] == ["told", "mine"]


@pytest.mark.parametrize("target", ["told", "nowhere"], ids=["circle", "dangling"])
def test_a_chronicle_follows_no_link_that_leads_nowhere(target: str, tmp_path: Path) -> None:
    """A link is no folder: exit 2, and it stays what it is."""
    shell = campaign(tmp_path)
    link = shell.folder / "told"
    link.symlink_to(target)
    for force in ("", "--force"):
        came = shell(f"export chronicle -o told {force}")
        assert (came.code, came.err) == (2, "told is no folder; nothing was overwritten\n")
    assert link.is_symlink()
    assert not (shell.folder / "nowhere").exists()


def test_a_limit_beyond_all_numbers_is_no_limit(shell: Shell) -> None:
    """`acta search --limit` of twenty digits shows all."""
    shell.do('note "the river rose"')
    came = shell("search river --limit 99999999999999999999 --json")
    assert came.code == 0
    assert came.json()["found"] == 1


@pytest.mark.parametrize("option", ["--as svg --events", "--force"])
def test_dice_ignore_no_option(option: str, shell: Shell) -> None:
    """What a picture has no room for, and what only a picture needs, is refused: exit 2."""
    assert shell(f"dice {option}").code == 2


def test_a_disk_that_is_full_leaves_no_folder(tmp_path: Path) -> None:
    """Given room for no more than a small file, a chronicle of many is not begun: exit 5."""
    shell = campaign(tmp_path)
    shell("records")
    came = within(600, lambda: shell("export chronicle -o told"))
    assert (came.code, came.err) == (5, "told cannot be written: File too large\n")
    assert sorted(path.name for path in shell.folder.iterdir() if path.name[0] in ".t") == []


@pytest.mark.parametrize("kind", ["chronicle", "csv"])
def test_no_parts_of_a_folder_are_others(kind: str, tmp_path: Path) -> None:
    """What is no folder, or no file, where one is to be written: exit 2, nothing changed."""
    shell = campaign(tmp_path)
    assert shell(f"export {kind} -o told").code == 0
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    if kind == "chronicle":
        shutil.rmtree(shell.folder / "told" / "crews")
        (shell.folder / "told" / "crews").symlink_to(elsewhere)
    else:
        (shell.folder / "told" / "lines.csv").unlink()
        (shell.folder / "told" / "lines.csv").mkdir()
    before = contents(shell.folder)
    came = shell(f"export {kind} -o told --force")
    assert came.code == 2
    assert "nothing was overwritten" in came.err
    assert contents(shell.folder) == before
    assert list(elsewhere.iterdir()) == []
