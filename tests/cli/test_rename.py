"""`acta rename`: the campaign under another name, in the same folder."""

from pathlib import Path

import pytest

from tests.cli.shell import Shell, campaign


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A campaign of three lines, called Winter."""
    return campaign(tmp_path)


def called(shell: Shell) -> str:
    """What the campaign is called now."""
    name: str = shell("status --json").json()["campaign"]
    return name


def test_a_campaign_gets_another_name(shell: Shell) -> None:
    """Old and new, how to undo; the folder is found as before."""
    came = shell("rename 'The Long Frost'")
    assert (came.code, came.err) == (0, "")
    assert came.lines == [
        "campaign/4  The campaign Winter is now The Long Frost.",
        "undo: acta undo --to campaign/4",
    ]
    assert called(shell) == "The Long Frost"
    assert shell.folder.name == "winter"
    assert shell("undo --to campaign/4").code == 0
    assert called(shell) == "Winter"
    assert shell("redo").code == 0
    assert called(shell) == "The Long Frost"
    assert shell("audit").code == 0


def test_a_new_name_is_tried_out(shell: Shell) -> None:
    """`--dry-run` shows the line and saves nothing."""
    came = shell("rename Frost --dry-run --json")
    assert came.code == 0
    (line,) = came.json()["lines"]
    assert line["data"] == {"name": "Frost", "before": "Winter"}
    assert called(shell) == "Winter"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rename Winter", "the campaign is called Winter already"),
        ("rename ''", "a name has 1 to 80 characters, this one has 0"),
        ("rename 'a\u202eb'", "no invisible characters"),
        ("rename", "missing argument 'NAME'"),
    ],
)
def test_what_is_no_new_name(shell: Shell, line: str, said: str) -> None:
    """One sentence; the name stays."""
    came = shell(line)
    assert came.code == 2
    assert said in came.err
    assert called(shell) == "Winter"
