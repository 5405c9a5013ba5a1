"""Play the ```console blocks of a page and compare what comes with what the page shows."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import msgspec
from click.testing import CliRunner

from cli.main import cli

ROOT = Path(__file__).parent.parent
BROKEN = 5  # the exit code of what no page should show, be it hidden by dots
SHELLS = frozenset("|&;<>$`*?~\\#")
"""What a shell reads otherwise than as a word, be it in quotes or not."""
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(msgspec.Struct, frozen=True):
    """A command of a page, and what the page shows below it."""

    command: str
    shown: str


def steps(page: str) -> Iterator[Step]:
    """Read a page's console blocks, in order; a command begins with `$ `."""
    for block in BLOCK.findall(page):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield Step(command, shown.rstrip("\n"))


def matches(shown: str, came: str) -> bool:
    """Compare outputs exactly; `…` stands for anything."""
    pattern = ".*".join(re.escape(piece) for piece in shown.split("…"))
    return re.fullmatch(pattern, came, re.DOTALL) is not None


def surroundings() -> dict[str, str]:
    """Make the environment of somebody who has just installed acta, beside this Python."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ACTA_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    return kept | {"PATH": path, "NO_COLOR": "1", "COLUMNS": "100", "LC_ALL": "C.UTF-8"}


def typed(command: str, here: Path) -> tuple[int, str]:
    """Have a shell run a command with the installed acta: its exit code, and what it printed."""
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=here,
        env=surroundings(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout.rstrip("\n")


def run(command: str, here: Path) -> tuple[int, str]:
    """Run a command of acta alone in this process, which is quicker; a shell runs the others."""
    if not command.startswith("acta ") or SHELLS & set(command):
        return typed(command, here)
    clean: dict[str, str | None] = dict.fromkeys(os.environ) | surroundings()
    with chdir(here):
        done = CliRunner().invoke(cli, shlex.split(command)[1:], env=clean, prog_name="acta")
    return done.exit_code, done.output.rstrip("\n")


def play(page: Path, folder: Path) -> None:
    """Run a page's commands in order, in a folder that holds the examples and nothing else."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    here = folder
    for step in steps(page.read_text("utf-8")):
        if step.command.startswith("cd "):
            here = (here / step.command.removeprefix("cd ")).resolve()
            continue
        code, came = (typed if page.name == "README.md" else run)(step.command, here)
        assert code != BROKEN, f"$ {step.command}\n{came}"
        assert matches(step.shown, came), (
            f"$ {step.command}\n{came}\n--- {page.name} shows\n{step.shown}"
        )
