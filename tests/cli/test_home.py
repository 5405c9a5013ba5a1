"""A campaign's folder is data from a stranger: how it is found, and when it is not trusted."""

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli import home
from cli.home import Settings, find, written
from cli.main import cli
from domain.terms import NotFound, StorageFailed, WrongUsage
from tests.cli.shell import Shell, campaign

ID = "00" * 16


def made(folder: Path, text: str = "") -> Path:
    """A folder with an `acta.toml`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "acta.toml").write_text(text or written(Settings(ID, "mortisphere")), "utf-8")
    return folder


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """`acta.toml` says campaign, game and ledger."""
    found = find("", made(tmp_path))
    assert found.settings == Settings(ID, "mortisphere", "ledger.db")
    assert found.ledger == tmp_path / "ledger.db"


def test_it_is_found_from_below(tmp_path: Path) -> None:
    """From any folder inside the campaign."""
    below = made(tmp_path) / "a" / "b"
    below.mkdir(parents=True)
    assert find("", below).folder == tmp_path


def test_a_folder_that_is_no_campaign(tmp_path: Path) -> None:
    """Exit 2 with the way to one, for a folder that was named too."""
    came = Shell(tmp_path)(f"--campaign {tmp_path} status")
    assert came.code == 2
    assert "is no campaign: it has no acta.toml\nhint: acta new" in came.err
    with pytest.raises(NotFound, match="there is no campaign here"):
        find("", tmp_path)


def test_it_may_be_named_from_elsewhere(tmp_path: Path) -> None:
    """`--campaign FOLDER` or ACTA_CAMPAIGN."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder = campaign(elsewhere).folder
    assert Shell(tmp_path)(f"--campaign {folder} status").lines[0] == "Winter: Mortisphere 2026.1"
    assert Shell(tmp_path)("status", ACTA_CAMPAIGN=str(folder)).code == 0


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners are others there")
def test_a_stranger_s_folder_is_used_only_where_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`acta.toml` is taken only from a folder of one's own, or named by `--campaign`."""
    made(tmp_path)
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    with pytest.raises(StorageFailed, match="belongs to somebody else"):
        find("", tmp_path)
    assert find(str(tmp_path), tmp_path).settings.campaign == ID


@pytest.mark.parametrize("path", ["../other.db", "/tmp/other.db", "."])  # noqa: S108  a path that is refused
def test_the_ledger_lies_in_its_folder(tmp_path: Path, path: str) -> None:
    """A path that leads out of the folder is refused."""
    folder = made(tmp_path / "w", f'campaign = "{ID}"\ngame = "mortisphere"\nledger = "{path}"\n')
    with pytest.raises(StorageFailed, match="outside its folder"):
        find("", folder)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    """Where the ledger is a link, what counts is where it leads."""
    folder = made(tmp_path / "w")
    (tmp_path / "other.db").touch()
    (folder / "ledger.db").symlink_to(tmp_path / "other.db")
    with pytest.raises(StorageFailed, match="outside its folder"):
        find("", folder)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("campaign = 3", "a text in quotes is expected"),
        ("campaign = ", "acta.toml:1: no TOML: invalid value"),
        ('campaign = "xyz"\ngame = "mortisphere"', "campaign is 32 hex digits, not xyz"),
        (f'campaign = "{ID}"\ngame = "../../etc"', "is no game"),
        (f'game = "mortisphere"\nx = "{"y" * 200_000}"', "is larger than 100,000 bytes"),
    ],
)
def test_settings_that_cannot_be_read(tmp_path: Path, text: str, said: str) -> None:
    """One sentence with the file; other entries than ours are left alone."""
    with pytest.raises(WrongUsage, match=said):
        find("", made(tmp_path, text))
    kept = f'campaign = "{ID}"\ngame = "mortisphere"\n[club]\nroom = 4\n'
    assert find("", made(tmp_path, kept)).settings.game == "mortisphere"


def test_settings_that_are_no_text(tmp_path: Path) -> None:
    """Bytes that are no UTF-8."""
    (made(tmp_path) / "acta.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(WrongUsage, match="no text in UTF-8"):
        find("", tmp_path)


def test_another_campaign_s_ledger_is_refused(tmp_path: Path) -> None:
    """The ledger must be of the campaign that `acta.toml` names."""
    shell = campaign(tmp_path)
    made(shell.folder)
    came = shell("status")
    assert came.code == 5
    assert "is the record of another campaign" in came.err


def test_a_ledger_of_a_newer_version(tmp_path: Path) -> None:
    """Refused in one sentence, exit 5."""
    shell = campaign(tmp_path)
    with sqlite3.connect(shell.folder / "ledger.db") as connection:
        connection.execute("PRAGMA user_version=99")
    connection.close()
    came = shell("status")
    assert came.code == 5
    assert "made by a newer version of acta" in came.err
    assert came.err.endswith("hint: install the newest version\n")


def test_a_missing_ledger(tmp_path: Path) -> None:
    """Exit 5, and no empty file in its place."""
    shell = campaign(tmp_path)
    (shell.folder / "ledger.db").unlink()
    came = shell("crew found Rust --player Cai")
    assert came.code == 5
    assert came.err == (
        f"there is no ledger at {shell.folder / 'ledger.db'}\n"
        "hint: a file that acta backup made may be copied to its place\n"
    )
    assert not (shell.folder / "ledger.db").exists()


def test_who_acts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--as`, ACTA_AS, then `acta.toml`, then the login name; `--for` says for whom."""
    shell = campaign(tmp_path)

    def by(line: str, **env: str) -> str:
        shell(line, **env)
        newest = shell("log --json").json()[-1]
        return f"{newest['by']}/{newest['for']}"

    assert by("--as Cai --for Dee member note Sura one") == "Cai/Dee"
    assert by("member note Sura two") == "Ana/"
    monkeypatch.setattr(home, "login", lambda: "eve")
    assert by("member note Sura three", ACTA_AS="") == "eve/"
    with (shell.folder / "acta.toml").open("a", encoding="utf-8") as file:
        file.write('as = "Fay"\n')
    assert by("member note Sura four", ACTA_AS="") == "Fay/"


def test_a_private_file_is_never_overwritten(tmp_path: Path) -> None:
    """Secrets are written once."""
    home.private_file(tmp_path / "keys" / "x", b"one")
    with pytest.raises(FileExistsError):
        home.private_file(tmp_path / "keys" / "x", b"two")


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fills up leaves the old file as it was, and nothing beside it."""
    path = tmp_path / "x.acta"
    home.text_file(path, "old")
    with pytest.raises(WrongUsage, match="exists already"):
        home.text_file(path, "new")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    for name in ("x.acta", "y.acta"):
        with pytest.raises(StorageFailed, match=f"{name} cannot be written: No space left"):
            home.text_file(tmp_path / name, "new", force=True)
    assert [(each.name, each.read_text("utf-8")) for each in tmp_path.iterdir()] == [
        ("x.acta", "old")
    ]
    monkeypatch.undo()
    home.text_file(path, "new", force=True)
    assert path.read_text("utf-8") == "new"


def test_a_file_goes_where_its_link_leads(tmp_path: Path) -> None:
    """A link stays a link, a device a device, a folder a folder."""
    (tmp_path / "real").write_text("old", "utf-8")
    (tmp_path / "link").symlink_to("real")
    home.text_file(tmp_path / "link", "new", force=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text("utf-8") == "new"
    with pytest.raises(WrongUsage, match="is a folder; nothing was overwritten"):
        home.text_file(tmp_path, "new", force=True)
    with pytest.raises(StorageFailed, match="cannot be written: No such file"):
        home.text_file(tmp_path / "no" / "file", "new")
    if Path("/dev/null").is_char_device():
        home.text_file(Path("/dev/null"), "new", force=True)
        assert Path("/dev/null").is_char_device()


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_no_file_is_written_through_a_link_out_of_its_folder(tmp_path: Path) -> None:
    """Exit 2 with the file itself; what the link leads to stays as it was."""
    (tmp_path / "precious").write_text("old", "utf-8")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "link").symlink_to(tmp_path / "precious")
    with pytest.raises(WrongUsage, match="leads out of its folder") as refused:
        home.text_file(tmp_path / "here" / "link", "new", force=True)
    assert refused.value.hint == f"-o {tmp_path / 'precious'}"
    with pytest.raises(WrongUsage, match="exists already"):
        home.text_file(tmp_path / "here" / "link", "new")
    assert (tmp_path / "precious").read_text("utf-8") == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_that_leads_to_itself_is_not_written(tmp_path: Path) -> None:
    """Exit 5, in one sentence."""
    (tmp_path / "link").symlink_to("link")
    with pytest.raises(StorageFailed, match="link cannot be written"):
        home.text_file(tmp_path / "link", "new", force=True)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_that_goes_away_again_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the name led is what counts, not whether it is still a link when that is asked."""
    (tmp_path / "precious").write_text("old", "utf-8")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "link").symlink_to(tmp_path / "precious")
    monkeypatch.setattr(Path, "is_symlink", lambda _: False)
    with pytest.raises(WrongUsage, match="leads out of its folder"):
        home.text_file(tmp_path / "here" / "link", "new", force=True)
    assert (tmp_path / "precious").read_text("utf-8") == "old"


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("force", [False, True])
def test_whoever_takes_the_name_meanwhile_changes_nothing_else(
    tmp_path: Path, *, force: bool
) -> None:
    """A link that is put in a file's place while it is written: it is refused, or replaced."""
    (tmp_path / "precious").write_text("old", "utf-8")
    (tmp_path / "here").mkdir()
    path = tmp_path / "here" / "x.acta"

    def parts() -> Iterator[bytes]:
        yield b"new"
        path.symlink_to(tmp_path / "precious")

    if force:
        home.whole_file(path, parts(), force=True)
        assert path.read_text("utf-8") == "new"
    else:
        with pytest.raises(WrongUsage, match="exists already; nothing was overwritten"):
            home.whole_file(path, parts())
        assert path.is_symlink()
    assert (tmp_path / "precious").read_text("utf-8") == "old"
    assert [each.name for each in (tmp_path / "here").iterdir()] == ["x.acta"]


def test_a_disk_without_second_names_is_written_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a file cannot be named twice it is renamed; nothing is overwritten there either."""

    def unable(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", unable)
    home.text_file(tmp_path / "x", "new")
    assert (tmp_path / "x").read_text("utf-8") == "new"

    def parts() -> Iterator[bytes]:
        yield b"new"
        (tmp_path / "y").write_text("mine", "utf-8")

    with pytest.raises(WrongUsage, match="exists already"):
        home.whole_file(tmp_path / "y", parts())
    assert (tmp_path / "y").read_text("utf-8") == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not synced there")
def test_a_name_is_on_disk_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each folder is synced after a file or folder was made in it, else a power cut takes it."""
    synced = list[Path]()
    monkeypatch.setattr(home, "settle", synced.append)
    home.made_folder(tmp_path / "a" / "b")
    assert synced == [tmp_path, tmp_path / "a"]
    home.private_file(tmp_path / "a" / "keys" / "x", b"secret")
    assert synced[2:] == [tmp_path / "a", tmp_path / "a" / "keys"]
    home.text_file(tmp_path / "a" / "x", "one")
    home.text_file(tmp_path / "a" / "x", "two", force=True)
    assert synced[4:] == [tmp_path / "a"] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="folders are not synced there")
def test_a_name_that_cannot_be_kept_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 5; a file that was said not to be there is not there."""

    def failed(_: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(home, "settle", failed)
    with pytest.raises(StorageFailed, match="x cannot be written: Input/output error"):
        home.text_file(tmp_path / "x", "new")
    with pytest.raises(OSError, match="Input/output error"):
        home.private_file(tmp_path / "y", b"secret")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_read_is_told_before_an_odd_option(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A disk that fails while a command looks for its options: exit 5, not "no such option"."""
    shell = campaign(tmp_path)

    def failed(*_: object) -> None:
        raise StorageFailed("acta.toml cannot be read: Input/output error")

    monkeypatch.setattr(home, "find", failed)
    came = shell("member recruit Ash Wren --type machine --die d4")
    assert (came.code, came.err) == (5, "acta.toml cannot be read: Input/output error\n")
    assert shell("member recruit --help").code == 0


def test_a_failure_says_what_is_on_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk fails between a save and its answer: exit 5, and the lines are named."""
    shell = campaign(tmp_path)

    def failed(*_: object) -> None:
        raise StorageFailed("the disk failed", hint="acta doctor")

    monkeypatch.setattr("cli.undo._answer", failed)
    came = shell("undo")
    assert came.code == 5
    assert came.err == "the disk failed\nhint: already on record: crew-iron/6; acta doctor\n"
    assert shell("audit").code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a folder that somebody is in stays there")
def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    """In a folder that was taken away: exit 2 in one sentence; a campaign that is named is read."""
    home, gone = campaign(tmp_path).folder, tmp_path / "gone"

    def run(*words: str) -> Result:
        gone.mkdir()
        with chdir(gone):
            gone.rmdir()
            done = CliRunner().invoke(cli, words, prog_name="acta")
            os.chdir(tmp_path)
            gone.mkdir()
        gone.rmdir()
        return done

    done = run("records")
    said = "the folder that you are in is no longer there\nhint: cd to one that is\n"
    assert (done.exit_code, done.stderr) == (2, said)
    assert run("--campaign", str(home), "records").exit_code == 0
