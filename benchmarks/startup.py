"""What commands cost from the shell, beside a peer's `--help`."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.homes import campaign
from benchmarks.shell import acta, interleaved

EMPTY = (sys.executable, "-c", "pass")
CLICK = (sys.executable, "-c", "import click")
PEER = "sqlite-utils --help"
BUDGETS = {
    "acta --help": 0.45,
    "acta do": 0.85,
    "acta next": 0.85,
    "acta battle show": 0.85,
    "acta battle legal": 0.85,
    "acta log": 0.85,
    "acta standings": 2.4,
}
"""At most so much of what the peer takes."""


def start() -> None:
    """Print what commands cost to start, beside `sqlite-utils --help`.

    `ACTA_PEER` names a `sqlite-utils` in an environment that holds nothing else.
    """
    with tempfile.TemporaryDirectory() as name:
        home = campaign(Path(name), 1_000)
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        peer = os.environ.get("ACTA_PEER") or shutil.which("sqlite-utils", path=path)
        commands = {
            "python -c pass": EMPTY,
            "import click": CLICK,
            **({PEER: (peer, "--help")} if peer else {}),
            "acta --help": acta("--help"),
            "acta do": acta("do", 'note "quick"'),
            "acta next": acta("next"),
            "acta battle show": acta("battle", "show"),
            "acta battle legal": acta("battle", "legal"),
            "acta log": acta("log", "battle-1"),
            "acta standings": acta("standings"),
        }
        found = interleaved({name: (command, home) for name, command in commands.items()})
    for command, seconds in found.items():
        print(f"{command:24} {seconds * 1000:8.0f} ms{_beside(command, found)}")
    if not peer:
        print("not measured: sqlite-utils (pip install sqlite-utils)")


def _beside(command: str, found: dict[str, float]) -> str:
    """A command's time beside the peer's, and whether that is within its budget."""
    if PEER not in found:
        return ""
    ratio, most = found[command] / found[PEER], BUDGETS.get(command)
    kept = f", at most {most}: {'kept' if ratio <= most else 'MISSED'}" if most else ""
    return f"  {ratio:.2f} of sqlite-utils{kept}"
