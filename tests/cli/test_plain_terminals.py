"""Every command that reads, on what people have for a terminal: it shows all, and never fails.

Names hold what the terminal's encoding lacks; what cannot be written is written as an escape.
"""

import shlex
import subprocess
from collections.abc import Iterator
from contextlib import chdir

import click
import pytest
from click.testing import CliRunner

from cli.main import COMMANDS, cli
from tests.cli.shell import SEED, Shell, fighting
from tests.console import surroundings

NAMES = {"Sura": "\u96e8 [red]\u0130[/red]", "Vex": "\u00c9lan \u0645\u062d \U0001f480"}
WRITES = {"dry_run", "yes", "output", "force", "at", "note"}  # whoever takes these may write
OTHERS = (
    "rule MS-CLA-2",
    "crew show Ash",
    "crew show Ash --csv",
    "crew list --csv",
    "house list --csv",
    "standings --csv",
    "member show Sura",
    "log battle-1",
    "log --all --json",
    "replay battle-1",
    "replay battle-1 --step",
    "events crew.founded",
    "completion bash",
    "key show nobody",
    "export replay",
    "export replay --as svg",
    "search Sura",
    "search \u96e8 --all",
    "search Sura --json",
    "search Sura --csv",
    "search nothing of the kind",
    "do --dry-run 'hold Unit'",
    "undo --dry-run",
    "crew show Nobody",
    "nonsense",
)
SURROUNDINGS = {
    "UTF-8": ("utf-8", {}),
    "a Windows code page": ("cp1252", {}),
    "ASCII": ("ascii", {"LC_ALL": "C"}),
    "Latin-1 without colour": ("latin-1", {"NO_COLOR": "1"}),
    "a dumb terminal of 40 columns": ("utf-8", {"TERM": "dumb", "COLUMNS": "40"}),
    "a terminal of 40 columns": ("cp437", {"TERM": "xterm", "COLUMNS": "40"}),
}

PLAIN = ("UTF-8", "Latin-1 without colour")
"""Of which each part is tried in another, too."""


def commands() -> Iterator[tuple[str, click.Command]]:
    """All commands, those of groups one by one, by what is typed for them."""
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        if not isinstance(command, click.Group):
            yield name, command
            continue
        for inner in command.list_commands(context):
            each = command.get_command(context, inner)
            assert each is not None
            yield f"{name} {inner}", each


def known(command: click.Command) -> set[str]:
    """The arguments and options of a command."""
    return {param.name or "" for param in command.params}


def needs(command: click.Command) -> bool:
    """Whether a command needs another word."""
    return any(param.required for param in command.params)


def reading() -> Iterator[str]:
    """All commands that read and need no word more, and exports; some in JSON too."""
    for line, each in commands():
        writes = known(each) & WRITES or line in {"rebuild", "backup", "demo"}
        if not needs(each) and (line.startswith("export ") or not writes):
            yield line
            yield from (f"{line} --json",) if "as_json" in known(each) else ()


def test_every_command_that_needs_a_word_is_among_the_others() -> None:
    """A new command that reads, and needs a word, has a line in OTHERS: it fails here without."""
    missing = [
        line
        for line, each in commands()
        if needs(each)
        and not known(each) & WRITES
        and not any(f"{other} ".startswith(f"{line} ") for other in OTHERS)
    ]
    assert missing == []


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A battle in which nobody's name can be written in one byte a letter."""
    shell = fighting(tmp_path_factory.mktemp("plain"), f"--dice sealed --solo --seed {SEED}")
    for name, other in NAMES.items():
        shell.do(f'note {name} "{other}"')
    return shell


@pytest.mark.parametrize(
    "where",
    [
        pytest.param(each, marks=[pytest.mark.long] if each in PLAIN else [])
        for each in SURROUNDINGS
    ],
)
def test_case_109_every_command_that_reads(
    home: Shell, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit 0, or a refusal in a sentence; nothing is lost, and no error is shown."""
    charset, env = SURROUNDINGS[where]
    if env.get("TERM") == "xterm":
        monkeypatch.setattr(
            "click.testing._NamedTextIOWrapper.isatty", lambda _: True, raising=False
        )
    lines = [*reading(), *OTHERS]
    assert len(lines) > 40
    with chdir(home.folder):
        for line in lines:
            done = CliRunner(charset=charset).invoke(
                cli, shlex.split(line), env={"ACTA_AS": "Ana", **env}, prog_name="acta"
            )
            assert done.exit_code in {0, 1, 2}, (line, done.stderr)
            assert "mistake" not in done.stderr
            assert bool(done.stdout) or bool(done.stderr)
            assert not set(done.stdout + done.stderr) & set("\x1b\x07\u202e\ufffd")
        done = CliRunner(charset=charset).invoke(cli, ["log", "battle-1"], env=env)
    for name in NAMES.values():
        assert name.encode(charset, "backslashreplace") in done.stdout_bytes


@pytest.mark.parametrize(
    ("line", "encoding"),
    [
        ("acta log battle-1 >out.txt", "cp1252"),
        ("acta log battle-1 | cat >out.txt", "ascii"),
        ("acta log battle-1 --json | cat >out.txt", "cp1252"),
        ("acta battle show >out.txt", "ascii:strict"),
        ("acta export replay --as svg >out.txt", "ascii:strict"),
        ("acta search Sura --limit 0 >out.txt", "cp1252"),
        ("acta search Sura --limit 0 --json | cat >out.txt", "ascii"),
        ("yes '' | acta replay --step | cat >out.txt", "cp1252"),
    ],
)
def test_case_109_into_a_file_and_a_pipe(home: Shell, line: str, encoding: str) -> None:
    """As a shell starts it: exit 0, and a file that the encoding can read."""
    env = surroundings() | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    done = subprocess.run(
        ["sh", "-c", line], cwd=home.folder, env=env, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    data = (home.folder / "out.txt").read_bytes()
    (home.folder / "out.txt").unlink()
    assert data.decode(encoding.partition(":")[0])
