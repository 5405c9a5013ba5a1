"""What commands cost from the shell, beside a peer's `--help`; and in ledgers of many lines.

Measured is processor time, which neighbours on the machine change least; programs run as they are
installed: with their bytecode compiled.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROUNDS = 11
ROOT = Path(__file__).parent.parent
EMPTY = (sys.executable, "-c", "pass")
CLICK = (sys.executable, "-c", "import click")
PEER = "sqlite-utils --help"
TALK = 1_750
"""Remarks in each battle of a long ledger: it has 40 crews, 500 battles and a million lines."""

Command = tuple[str, ...]

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

SCALE = 1.2
"""At most so many times the time in a ledger of a thousand lines."""


class Cost(NamedTuple):
    """What one run took: seconds of a processor, and megabytes at most.

    A run has at least the megabytes of the program that starts it, so ledgers are grown elsewhere.
    """

    seconds: float
    memory: float


def cost(command: Command, folder: Path) -> Cost:
    """Run a command, its output thrown away."""
    settings = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with subprocess.Popen(
        command,
        cwd=folder,
        env=settings,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as running:
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def interleaved(runs: dict[str, tuple[Command, Path]]) -> dict[str, float]:
    """Median seconds of each command, all run in turn, round by round; the first warms up."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS + 1):
        for name, (command, folder) in runs.items():
            seconds = cost(command, folder).seconds
            found[name] += [seconds] if number else []
    return {name: median(times) for name, times in found.items()}


def acta(*words: str) -> Command:
    """A command of ours, as a person would type it."""
    return (str(Path(sys.executable).parent / "acta"), *words)


def campaign(folder: Path, lines: int, *, talk: int = 0) -> Path:
    """A campaign's folder whose ledger has at least so many lines, its last battle still open."""
    home = folder / f"campaign-{lines}"
    cost(acta("new", "Benchmarks", "--game", "mortisphere", "--at", str(home)), folder)
    (home / "ledger.db").unlink()
    written = tomllib.loads((home / "acta.toml").read_text("utf-8"))
    season = ("-m", "benchmarks.seasons", str(home / "ledger.db"), str(lines))
    cost((sys.executable, *season, written["campaign"], str(talk)), ROOT)
    cost(acta("battle", "open", "last-granary", "Grey Ledger", "Wet Choir"), home)
    return home


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


def scale(sizes: tuple[int, ...]) -> None:
    """Print what commands cost in ledgers of different sizes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        homes = {n: campaign(folder, n, talk=0 if n == sizes[0] else TALK) for n in sizes}
        once = {
            "acta rebuild": acta("rebuild"),
            "acta log": acta("log"),
            "acta backup": acta("backup"),
            "acta audit --all": acta("audit", "--all"),
        }
        whole = {(word, n): cost(once[word], homes[n]) for word in once for n in sizes}
        often = {
            "acta do": acta("do", 'note "quick"'),
            "acta next": acta("next"),
            "acta battle show": acta("battle", "show"),
            "acta battle legal": acta("battle", "legal"),
            "acta undo --dry-run": acta("undo", "--dry-run"),
            "acta crew show": acta("crew", "show", "Grey Ledger"),
            "acta member show": acta("member", "show", "Grey Ledger/Rat"),
        }
        found = interleaved(
            {f"{word} {n}": (often[word], homes[n]) for word in often for n in sizes}
        )
    print(f"{'':20}", *(f"{n:>18,} lines" for n in sizes))
    for word in often:
        times = [found[f"{word} {n}"] for n in sizes]
        cells = [f"{t * 1000:10.0f} ms ({t / times[0]:4.2f}x)" for t in times]
        kept = "kept" if max(times) <= SCALE * times[0] else "MISSED"
        print(f"{word:20}", *(f"{cell:>24}" for cell in cells), f" at most {SCALE}x: {kept}")
    for word in once:
        costs = [whole[word, n] for n in sizes]
        cells = [f"{each.seconds:10.2f} s, {each.memory:4.0f} MB" for each in costs]
        print(f"{word:20}", *(f"{cell:>24}" for cell in cells))
