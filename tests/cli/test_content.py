"""`acta content`: faults on standard output with exit 2, what is right with exit 0."""

import json
from pathlib import Path

import pytest

from cli.main import cli
from tests.console import ROOT

NOTHING = "this campaign has no content of its own: there is no file content/*.toml\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A new campaign's folder, with the example of an item; commands run in it."""
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new", "Salt", "--game", "mortisphere"], standalone_mode=False) == 0
    monkeypatch.chdir(tmp_path / "salt")
    return tmp_path / "salt"


def acta(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Run a command: exit code, standard output, standard error."""
    capsys.readouterr()
    code = cli.main(list(words), standalone_mode=False)
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def put(home: Path, wrong: str = "") -> None:
    """The example of an item as own content, with its cost another one."""
    text = (ROOT / "examples" / "content" / "hook.toml").read_text("utf-8")
    (home / "content").mkdir(exist_ok=True)
    (home / "content" / "hook.toml").write_text(text.replace("cost = 1", f"cost = {wrong or 1}"))


def test_nothing_is_no_fault(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A campaign need not have own content."""
    assert home.is_dir()
    assert acta(capsys, "content", "check") == (0, NOTHING, "")
    assert acta(capsys, "content", "list") == (0, NOTHING, "")


def test_what_is_right_is_counted_and_listed(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 0; a row for each entry, as table, JSON and CSV."""
    put(home)
    assert acta(capsys, "content", "check") == (0, "nothing is wrong in 1 file: 1 item\n", "")
    row = {"kind": "item", "id": "tide-hook", "name": "Tide Hook"}
    row_ = {**row, "file": "content/hook.toml", "line": 3, "record": "new"}
    code, shown, _ = acta(capsys, "content", "list", "--json")
    assert (code, json.loads(shown)) == (0, [row_])
    assert acta(capsys, "content", "list", "--csv")[1].splitlines() == [
        "kind,id,name,file,line,record",
        "item,tide-hook,Tide Hook,content/hook.toml,3,new",
    ]


def test_a_fault_is_told_with_exit_2(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As a sentence, and as one document that holds all that was found."""
    put(home, wrong="9")
    sentence = "content/hook.toml:7: item tide-hook: cost is 1 to 3, not 9"
    assert acta(capsys, "content", "check") == (2, f"{sentence}\n", "")
    code, shown, _ = acta(capsys, "content", "check", "--json")
    found = json.loads(shown)
    assert code == 2
    assert found["files"] == ["content/hook.toml"]
    (fault,) = found["faults"]
    assert (fault["file"], fault["line"]) == ("content/hook.toml", 7)
    code, _, warned = acta(capsys, "content", "list")
    assert (code, warned) == (0, "warning: 1 fault\nhint: acta content check\n")


def test_a_hint_stands_below_its_fault(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Indented, so that a line that begins with a file is a fault."""
    put(home)
    path = home / "content" / "hook.toml"
    path.write_text(path.read_text("utf-8").replace("[[items]]", "[[itmes]]"))
    assert acta(capsys, "content", "check")[1] == (
        "content/hook.toml:3: own content has no 'itmes'\n  hint: items is near\n"
    )


def test_warnings_stand_beside(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """MS-ARE-3: a scenario of one Area is played, and warned of; exit 0."""
    text = (ROOT / "examples" / "content" / "salt-stair.toml").read_text("utf-8")
    start, end = text.index("[[scenarios.areas]]"), text.index('[[scenarios.areas]]\nid = "vault"')
    text = text[:start] + text[end:].replace('adjoins = ["stair"]\n', "")
    text = text.replace('"quay"', '"vault"').replace('"stair"', '"vault"')
    (home / "content").mkdir()
    (home / "content" / "stair.toml").write_text(text)
    code, shown, warned = acta(capsys, "content", "check")
    assert (code, shown) == (0, "nothing is wrong in 1 file: 1 scenario\n")
    assert warned == (
        "warning: content/stair.toml:3: scenario salt-stair: "
        "it has 1 Area, most have two to five (MS-ARE-3)\n"
    )


def test_several_are_counted(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files and entries, each in its plural."""
    put(home)
    text = (home / "content" / "hook.toml").read_text("utf-8")
    other = text.replace("tide-hook", "ebb-hook").replace("Tide Hook", "Ebb Hook")
    (home / "content" / "other.toml").write_text(other)
    assert acta(capsys, "content", "check")[1] == "nothing is wrong in 2 files: 2 items\n"


def test_a_list_of_nothing_but_faults(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing to list, and it is said why."""
    (home / "content").mkdir()
    (home / "content" / "a.toml").write_text("[[ghosts]]\n")
    warning = "warning: 1 fault\nhint: acta content check\n"
    assert acta(capsys, "content", "list") == (0, "", warning)
