"""The root of all commands: its table, its refusals, its exit codes."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

from cli import main, refusals
from cli.version import VERSION
from domain import terms
from tests.cli.shell import Shell, campaign, fighting
from tests.console import surroundings

ACTA = [sys.executable, "-m", "cli.main"]


@pytest.mark.parametrize("name", main.COMMANDS)
def test_the_table_says_what_each_command_says_of_itself(name: str) -> None:
    """`acta --help` lists without importing, in the words of the command's own help."""
    command = main.cli.get_command(click.Context(main.cli), name)
    assert command is not None
    assert command.name == name
    assert (command.help or "").partition("\n")[0] == main.COMMANDS[name][1]


def test_help_lists_every_command(tmp_path: Path) -> None:
    """Every command of the table stands in `acta --help`, and nothing that does not work yet."""
    came = Shell(tmp_path)("--help")
    listed = came.out.partition("Commands:\n")[2]
    assert [line.split()[0] for line in listed.splitlines()] == list(main.COMMANDS)
    assert came.code == 0


def test_the_version_is_that_of_the_package(tmp_path: Path) -> None:
    """`acta --version` and the stamp say the version that pyproject.toml has."""
    project = (Path(main.__file__).parent.parent / "pyproject.toml").read_text("utf-8")
    assert f'version = "{VERSION}"' in project
    assert Shell(tmp_path)("--version").out == f"acta {VERSION}\n"


def test_a_wrong_command_line_is_a_sentence_and_a_hint(tmp_path: Path) -> None:
    """Exit 2, nothing on standard output, the way to the help."""
    came = Shell(tmp_path)("frob")
    assert (came.code, came.out) == (2, "")
    assert came.err == "no such command 'frob'\nhint: acta --help\n"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("doctor --salvage", "acta doctor --help"),
        ("--as Ben dispute rule 1 uphold x --agreed", "acta dispute rule --help"),
        ("--as", "acta --help"),
    ],
)
def test_an_option_without_its_value_leads_to_its_command(
    tmp_path: Path, line: str, hint: str
) -> None:
    """Exit 2, and the help of the command that has the option."""
    came = Shell(tmp_path)(line)
    assert (came.code, came.out) == (2, "")
    assert (
        came.err == f"option '{line.rsplit(maxsplit=1)[-1]}' requires an argument\nhint: {hint}\n"
    )


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("do hold sura --as Ana", "acta --as NAME do"),
        ("crew show Ash --campaign x", "acta --campaign FOLDER crew show"),
        ("log --for Ben", "acta --for NAME log"),
    ],
)
def test_what_stands_before_the_command_is_told_its_place(
    tmp_path: Path, line: str, hint: str
) -> None:
    """Who acts, for whom and where is said once for all commands, so in front of them."""
    came = Shell(tmp_path)(line)
    option = hint.split()[1]
    assert (came.code, came.err) == (2, f"{option} stands before the command\nhint: {hint}\n")


def test_a_refusal_is_one_json_document_where_json_is_asked_for(tmp_path: Path) -> None:
    """`{"error":{kind, message, hint}}` on standard output, whatever went wrong."""
    error = Shell(tmp_path)("next --json").json()["error"]
    assert error["kind"] == "not-found"
    assert error["message"] == "there is no campaign here"
    assert "acta new" in error["hint"]
    assert Shell(tmp_path)("next --jason --json").json()["error"]["kind"] == "usage"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (terms.RuleBroken("MS-CLA-4", "no"), 1),
        (terms.WrongUsage("no"), 2),
        (terms.NotFound("no"), 2),
        (terms.Ambiguous("no"), 2),
        (terms.Conflict("no"), 4),
        (terms.StorageFailed("no"), 5),
        (terms.Unreadable("no"), 5),
        (OSError(28, "No space left on device"), 5),
        (ZeroDivisionError("by hand"), 5),
        (click.UsageError("no"), 2),
    ],
)
def test_every_refusal_has_its_exit_code(error: Exception, code: int) -> None:
    """The tree of refusals, and what is no refusal, is mapped in one place."""

    def run() -> None:
        raise error

    assert main.ended(run, []) == code


def test_a_mistake_of_the_program_shows_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    """A sentence and how to see more; `--debug` shows it."""

    def run() -> None:
        raise ZeroDivisionError("by hand")

    main.ended(run, [])
    quiet = capsys.readouterr().err
    assert "acta made a mistake (ZeroDivisionError: by hand)" in quiet
    assert "Traceback" not in quiet
    main.ended(run, ["--debug"])
    assert "Traceback" in capsys.readouterr().err


def test_a_full_disk_is_a_sentence() -> None:
    """The system's own words, with the file."""
    told = refusals.refusal_of(OSError(28, "No space left on device", "ledger.db"), main.cli, ())
    assert told.told() == "ledger.db: No space left on device"


@pytest.mark.parametrize(
    "line",
    [
        "battle open last-granary Ash Iron --dice sealed --secret-from nope.txt",
        "crew import nope.txt",
        "play nope.txt",
    ],
)
def test_a_file_that_is_not_there_is_not_found(tmp_path: Path, line: str) -> None:
    """Exit 2 and the same sentence, whichever command was to read it."""
    came = campaign(tmp_path)(line)
    assert (came.code, came.err.splitlines()[-1]) == (2, "there is no file nope.txt")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close otherwise there")
def test_a_closed_pipe_is_silent(tmp_path: Path) -> None:
    """`acta log | head -1` ends with 0 and says nothing."""
    folder = campaign(tmp_path).folder
    command = f"{sys.executable} -m cli.main log --all | head -1; echo ${{PIPESTATUS[0]}}"
    looped = f"for i in 1 2 3; do {command}; done"
    done = subprocess.run(
        ["bash", "-c", looped], cwd=folder, env=_env(), capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[1::2] == ["0", "0", "0"]
    assert done.stderr == ""


@pytest.mark.parametrize("line", ["", "crew", "member", "battle", "house", "export"])
def test_a_command_that_lacks_its_word_shows_its_help(tmp_path: Path, line: str) -> None:
    """A group alone is wrong usage, and answered by the help of the group, row by row."""
    came = Shell(tmp_path)(line)
    assert (came.code, came.out) == (2, "")
    assert came.err == Shell(tmp_path)(f"{line} --help").out


def _into(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell in which `acta` is this program."""
    command = f'acta() {{ "{sys.executable}" -m cli.main "$@"; }}; {line}'
    env = _env() | {"ACTA_AS": "Ana"}
    return subprocess.run(
        ["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("line", ["do 'note \"q\"'", "do 'note \"q\"' --json", "log"])
def test_what_cannot_be_shown_stays_on_record(tmp_path: Path, line: str) -> None:
    """A full disk behind standard output is told as what it is; the note is kept."""
    shell = fighting(tmp_path)
    done = _into(shell.folder, f"acta {line} >/dev/full")
    assert done.stderr == (
        "what was recorded stays on record; it could not be shown (No space left on device)\n"
        "hint: acta log\n"
    )
    assert done.returncode == 5
    assert ("q" in shell("log 1").out) == line.startswith("do")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_refusal_that_cannot_be_shown_keeps_its_code(tmp_path: Path) -> None:
    """Where standard error is full, the exit code still says what went wrong."""
    done = _into(tmp_path, "acta next 2>/dev/full")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("line", ["do 'note \"q\"'", "log", "play - --record </dev/null"])
def test_a_closed_stream_is_like_a_closed_pipe(tmp_path: Path, line: str, closed: str) -> None:
    """A command whose caller closed a standard stream does its work and says nothing there."""
    shell = fighting(tmp_path)
    done = _into(shell.folder, f"acta {line} {closed}")
    assert (done.returncode, done.stderr) == (0, "")
    assert ("q" in shell("log 1").out) == line.startswith("do")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_ctrl_c_ends_with_130(tmp_path: Path) -> None:
    """A session that is interrupted says so in one sentence."""
    folder = campaign(tmp_path).folder
    with subprocess.Popen(
        [*ACTA, "log", "--follow"],
        cwd=folder,
        env=_env(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        try:
            _, err = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 130
    assert err.strip() == "interrupted; nothing was half written"


@pytest.mark.parametrize("module", ["click", "cli.rows", "domain.game"])
@pytest.mark.parametrize(
    "made", ["raise KeyboardInterrupt", "type('Made', (), {'field': Field()})"], ids=["", "class"]
)
def test_ctrl_c_while_it_starts_ends_with_130(module: str, made: str) -> None:
    """Wherever an interrupt falls while modules are imported, it is told in the same sentence.

    Before 3.12 Python wraps one that falls into the making of a class.
    """
    early = (
        "import sys\n"
        "class Field:\n"
        "    def __set_name__(self, owner, name):\n"
        "        raise KeyboardInterrupt\n"
        "class Finder:\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == {module!r}:\n"
        f"            {made}\n"
        "sys.meta_path.insert(0, Finder())\n"
        "sys.argv = ['acta', 'status']\n"
        "from cli.start import acta\n"
        "acta()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", early], env=_env(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (130, "interrupted; nothing was half written")


def _env() -> dict[str, str]:
    root = str(Path(main.__file__).parent.parent)
    return surroundings() | {"PYTHONPATH": root}


@pytest.mark.parametrize("line", ["next", "battle show", "battle legal", "log 1", "undo --dry-run"])
def test_a_battle_s_commands_are_quick_because_they_import_little(
    tmp_path: Path, line: str
) -> None:
    """Neither SQLAlchemy nor rich nor cryptography; of the game neither books nor aftermath."""
    folder = fighting(tmp_path).folder
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cli.main", *line.split()],
        cwd=folder,
        env=_env() | {"ACTA_AS": "Ana"},
        capture_output=True,
        text=True,
        check=True,
    )
    rows = [row for row in done.stderr.splitlines() if row.startswith("import time:")]
    modules = {row.rsplit("|", 1)[1].strip() for row in rows}
    found = {module.partition(".")[0] for module in modules}
    assert found & {"sqlalchemy", "rich", "cryptography"} == set()
    assert "eventsourcing" in found
    game = "domain.games.mortisphere"
    later = ("after.rules", "after.order", "chronicle", "gathering", "recruiting")
    assert modules & {f"{game}.{module}" for module in later} == set()
    assert f"{game}.play" in modules


def test_views_are_read_without_mapped_classes(tmp_path: Path) -> None:
    """SQLAlchemy's Core is half of what such a command costs: its ORM would be as much again."""
    folder = fighting(tmp_path).folder
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cli.main", "standings"],
        cwd=folder,
        env=_env() | {"ACTA_AS": "Ana"},
        capture_output=True,
        text=True,
        check=True,
    )
    modules = {row.rsplit("|", 1)[-1].strip() for row in done.stderr.splitlines()}
    assert "sqlalchemy.sql" in modules
    assert not any(module.startswith(("sqlalchemy.orm", "rich")) for module in modules)
