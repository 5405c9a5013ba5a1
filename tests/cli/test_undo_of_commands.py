"""Case 58: whatever a command has written is taken back and put back, and the record holds."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from cli.main import cli
from tests.cli.shell import EXAMPLES, SEED, Came, Shell, campaign, fighting
from tests.cli.test_morturi_season import founded
from tests.cli.test_play import FILE

SOLO = f"--dice sealed --solo --seed {SEED}"
UNDOABLE = "--dry-run"  # every command that writes lines has it
NOT_UNDOABLE = {
    "undo": "redo is its undo",
    "redo": "tried in every case below",
    "doctor": "it writes another campaign",
    "new": "it makes a campaign",
    "backup": "it makes a file",
    "amend": "tests/cli/test_amend.py",
}


def disputed(folder: Path) -> Shell:
    """A battle with a line that is doubted."""
    shell = fighting(folder)
    assert shell("dispute open battle-1/3 'I saw it otherwise'").code == 0
    return shell


def rome(folder: Path) -> Shell:
    """Three schools in the first month of their year."""
    assert Shell(folder)("new Ludi --game morturi --at here").code == 0
    shell = Shell(folder / "here")
    founded(shell)
    return shell


def conceded(folder: Path) -> Shell:
    """A battle that is over; its result is not confirmed yet."""
    shell = fighting(folder)
    shell.do("concede iron")
    return shell


def concluded(folder: Path) -> Shell:
    """A battle whose aftermath waits."""
    shell = conceded(folder)
    assert shell("battle conclude").code == 0
    return shell


def with_file(folder: Path) -> Shell:
    """A campaign, and a battle file beside it."""
    (folder / "fight.acta").write_text(FILE, "utf-8")
    return campaign(folder)


def with_crews(folder: Path) -> Shell:
    """A campaign that knows the crews of the file; what it founds stays when a battle goes."""
    shell = with_file(folder)
    assert shell("play --record ../fight.acta").code == 0
    assert shell("undo --to battle-1/1 --yes").code == 0
    return shell


def with_key(folder: Path) -> Shell:
    """A campaign, and Ben's key."""
    shell = campaign(folder)
    assert shell("key make Ben -o ../ben.key").code == 0
    return shell


Given = Callable[[Path], Shell]
COMMANDS: tuple[tuple[str, Given, str], ...] = (
    ("rename", campaign, "rename 'The Long Frost'"),
    ("house set", campaign, "house set ties reroll"),
    ("crew found", campaign, "crew found Dust --player Cy"),
    ("crew import", campaign, f"crew import '{EXAMPLES / 'grey-ledger.toml'}'"),
    ("crew rename", campaign, "crew rename Ash Embers"),
    ("member note", campaign, "member note Sura 'rang it twice'"),
    ("member recruit", campaign, "member recruit Ash Yps --type creature --die d4"),
    ("member rename", campaign, "member rename Sura Cinder"),
    ("member retire", campaign, "member retire Moth --why 'gone home'"),
    ("battle open", campaign, "battle open last-granary Ash Iron"),
    ("battle open", campaign, f"battle open last-granary Ash Iron {SOLO}"),
    ("battle dice", fighting, "battle dice sealed --why 'a phone' --solo"),
    ("battle conclude", conceded, "battle conclude"),
    ("battle void", concluded, "battle void 1 --why 'wrong dice' --yes"),
    ("after", concluded, "after"),
    ("after", concluded, "after 1 choose Kiln"),
    ("do", concluded, "do note 'what a night'"),
    ("do", fighting, "do 'c sura vs unit; rd unit; 5 3'"),
    ("do", fighting, "do concede iron"),
    ("branch", fighting, "branch battle-1/3"),
    ("dispute open", fighting, "dispute open battle-1/3 'I saw it otherwise'"),
    ("dispute rule", disputed, "dispute rule 1 uphold 'as it stands' --agreed Ben"),
    ("play", with_file, "play ../fight.acta"),
    ("play", with_crews, "play --record ../fight.acta"),
    ("key name", with_key, "key name Ben '{key}'"),
    ("season", rome, "season buy servus for magnus"),
    ("season", rome, "season done"),
)  # fmt: skip


def writing(command: click.Command, path: str = "") -> Iterator[str]:
    """The commands that write lines, by their words."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from writing(found, f"{path} {name}".strip())
    elif any(UNDOABLE in param.opts for param in command.params):
        yield path


def test_case_58_every_command_that_writes_is_tried() -> None:
    """Case 58: none is forgotten below."""
    assert set(writing(cli)) == {name for name, _, _ in COMMANDS} | NOT_UNDOABLE.keys()


VIEWS = (
    *("crew list", "crew show Ash", "crew show Iron", "house list", "battle list", "battle show"),
    *("next", "season", "standings", "log", "branch", "dispute list"),
)


def everything(shell: Shell) -> list[Any]:
    """All that a campaign shows, as programs read it."""
    return [shown(shell(f"{view} --json")) for view in VIEWS]


def shown(came: Came) -> Any:
    """A document, or how it was refused; the log without the lines that say what was undone."""
    document = came.json()
    if not isinstance(document, list):
        return document
    masks = {"record.batch-retracted", "record.batch-restored"}
    return [row for row in document if row.get("event") not in masks]


CASES = [(given, line) for _, given, line in COMMANDS]


@pytest.mark.parametrize(("given", "line"), CASES, ids=[line for _, line in CASES])
def test_case_58_undo_after_each_command(given: Given, line: str, tmp_path: Path) -> None:
    """Case 58: taken back all is as before, put back as it was; the audit is clean each time."""
    shell = given(tmp_path)
    if "{key}" in line:
        line = line.replace("{key}", shell("key show ../ben.key").out.strip())
    before = everything(shell)
    came = shell(line)
    assert came.code == 0, came.err
    after = everything(shell)
    assert after != before
    (said,) = (row for row in came.lines if row.startswith("undo: "))
    undo = said.removeprefix("undo: ").rpartition("or all of it: ")[2].removeprefix("acta ")
    for command, now in ((undo, before), ("redo", after), (undo, before)):
        done = shell(command)
        assert done.code == 0, (command, done.err)
        assert everything(shell) == now, command
        report = shell("audit --all")
        assert (report.code, report.err) == (0, ""), report.out
