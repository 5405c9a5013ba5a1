"""`acta new`: what it makes, what it refuses, and that it leaves nothing half made."""

import stat
import sys
from pathlib import Path

import pytest

from cli.new import NAMES
from tests.cli.shell import Shell


def test_a_campaign_is_a_folder_with_ledger_key_and_settings(tmp_path: Path) -> None:
    """The folder is named by the campaign; a hint on names, and what comes next."""
    came = Shell(tmp_path)("new 'The Final Age' --game mortisphere")
    assert came.code == 0
    assert came.lines == [
        "campaign/1  The Final Age begins (mortisphere 2026.1).",
        "folder: the-final-age",
        NAMES,
        "next: cd the-final-age, then acta crew import FILE.toml or acta crew found NAME",
    ]
    home = tmp_path / "the-final-age"
    assert sorted(path.name for path in home.iterdir()) == ["acta.toml", "keys", "ledger.db"]
    assert (home / "keys" / "ledger.key").read_text("ascii").startswith("-----BEGIN PRIVATE KEY")


def test_a_dry_run_founds_nothing(tmp_path: Path) -> None:
    """Given no folder; then it says what would be founded and where, and makes none.

    What would be refused is refused: a wrong rule, a folder that holds something.
    """
    shell = Shell(tmp_path)
    line = "new 'The Final Age' --game mortisphere --house absorb=fixed_3 --dry-run"
    came = shell(line)
    told = "The Final Age begins (mortisphere 2026.1): absorb is fixed_3."
    assert came.code == 0
    assert came.lines == [
        "nothing was made; this would be:",
        f"campaign/1  {told}",
        "folder: the-final-age",
    ]
    assert shell(f"{line} --json").json() == {
        "folder": str(tmp_path / "the-final-age"),
        "ledger": "",
        "game": "mortisphere",
        "told": told,
        "dry_run": True,
    }
    assert [*tmp_path.iterdir()] == []
    assert shell("new W --game mortisphere --house absorp=x --dry-run").code == 2
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "mine").touch()
    assert "w exists already" in shell("new W --game mortisphere --dry-run").err
    assert [path.name for path in (tmp_path / "w").iterdir()] == ["mine"]


def test_a_dry_run_asks_no_server(tmp_path: Path) -> None:
    """Given a server that is not there: it would be the ledger's place, and is not asked."""
    url = "postgresql://ana@nowhere.invalid/acta"
    came = Shell(tmp_path)(f"new W --game mortisphere --ledger {url} --dry-run")
    assert came.code == 0, came.err
    assert came.lines[-1].startswith("ledger: postgresql://ana@nowhere.invalid")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are others there")
def test_the_key_is_its_owners_alone(tmp_path: Path) -> None:
    """0600, in a folder of 0700."""
    Shell(tmp_path)("new W --game mortisphere")
    keys = tmp_path / "w" / "keys"
    assert stat.S_IMODE(keys.stat().st_mode) == 0o700
    assert stat.S_IMODE((keys / "ledger.key").stat().st_mode) == 0o600


def test_house_rules_and_presets_are_chosen_at_the_founding(tmp_path: Path) -> None:
    """`--house OPTION=VALUE`, repeated, and `--preset`."""
    shell = Shell(tmp_path)
    came = shell("new W --game mortisphere --house absorb=fixed_3 --house round_limit=fixed_6")
    assert came.lines[0] == (
        "campaign/1  W begins (mortisphere 2026.1): absorb is fixed_3; round_limit is fixed_6."
    )
    assert shell("new V --game mortisphere --preset recommended").code == 0
    assert "recovery is one_health" in shell("new U --game mortisphere --preset gritty").lines[0]
    came = shell("new T --game mortisphere --house drop_carried=destroyed")
    assert came.lines[0].endswith("drop_carried is destroyed.")


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("new W --game mortisfere", 2, "no game is called mortisfere\nhint: mortisphere is near\n"),
        ("new W --game mortisphere --house absorb", 2, "absorb is no house rule with a value"),
        ("new W --game mortisphere --house absorp=x", 2, "no house rule is called absorp"),
        ("new W --game mortisphere --preset nope", 2, "no preset is called nope"),
        ("new '' --game mortisphere", 2, "a name has 1 to 80 characters, this one has 0"),
        ("new W", 2, "missing option '--game'"),
    ],
)
def test_what_is_refused_leaves_nothing(tmp_path: Path, line: str, code: int, said: str) -> None:
    """One sentence, exit 2, and no folder."""
    came = Shell(tmp_path)(line)
    assert came.code == code
    assert came.err.startswith(said)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    """A folder that holds something stays as it is; an empty one serves."""
    (tmp_path / "w").mkdir()
    assert Shell(tmp_path)("new W --game mortisphere").code == 0
    came = Shell(tmp_path)("new W --game mortisphere")
    assert came.code == 2
    assert came.err == "w exists already; nothing was overwritten\nhint: --at FOLDER\n"
    assert Shell(tmp_path)("new W --game mortisphere --at deep/down").code == 0


def test_what_fails_on_the_way_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the disk is full at the last file, the folder goes away again."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("cli.home.text_file", full)
    came = Shell(tmp_path)("new W --game mortisphere")
    assert (came.code, came.err) == (5, "No space left on device\n")
    assert list(tmp_path.iterdir()) == []


def test_json_says_where_it_is(tmp_path: Path) -> None:
    """One document: folder, campaign, game, address, sentence."""
    found = Shell(tmp_path)("new W --game mortisphere --json").json()
    assert found["folder"] == str(tmp_path / "w")
    assert found["address"] == "campaign/1"
    assert len(found["campaign"]) == 32
