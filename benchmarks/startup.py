"""How long commands take from the shell, beside a peer's `--help`; and in ledgers of many lines."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from statistics import median

from benchmarks.seasons import grown

ROUNDS = 9
EMPTY = (sys.executable, "-c", "pass")
CLICK = (sys.executable, "-c", "import click")


def spent(command: tuple[str, ...], folder: Path) -> float:
    """Seconds of one run, output thrown away."""
    began = time.perf_counter()
    subprocess.run(command, cwd=folder, check=True, capture_output=True, stdin=subprocess.DEVNULL)
    return time.perf_counter() - began


def interleaved(commands: dict[str, tuple[str, ...]], folder: Path) -> dict[str, float]:
    """Median seconds of each command, all run in turn, round by round."""
    found: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            found[name].append(spent(command, folder))
    return {name: median(times) for name, times in found.items()}


def acta(*words: str) -> tuple[str, ...]:
    """A command of ours, as a person would type it."""
    return (str(Path(sys.executable).parent / "acta"), *words)


def campaign(folder: Path, lines: int) -> Path:
    """A campaign's folder whose ledger has at least so many lines, its last battle still open."""
    home = folder / f"campaign-{lines}"
    subprocess.run(
        acta("new", "Benchmarks", "--game", "mortisphere", "--at", str(home)),
        check=True,
        capture_output=True,
    )
    (home / "ledger.db").unlink()
    written = tomllib.loads((home / "acta.toml").read_text("utf-8"))
    ledger = grown(home / "ledger.db", lines, written["campaign"])
    ledger.close()
    subprocess.run(
        acta("battle", "open", "last-granary", "Grey Ledger", "Wet Choir"),
        cwd=home,
        check=True,
        capture_output=True,
    )
    return home


def start() -> None:
    """Print how long commands take to start, beside `sqlite-utils --help`."""
    with tempfile.TemporaryDirectory() as name:
        home = campaign(Path(name), 1_000)
        peer = shutil.which(
            "sqlite-utils", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        )
        commands: dict[str, tuple[str, ...]] = {"python -c pass": EMPTY, "import click": CLICK}
        if peer is None:
            print("not measured: sqlite-utils (pip install sqlite-utils)")
        else:
            commands["sqlite-utils --help"] = (peer, "--help")
        commands |= {
            "acta --help": acta("--help"),
            "acta do": acta("do", 'note "quick"'),
            "acta next": acta("next"),
            "acta battle show": acta("battle", "show"),
            "acta battle legal": acta("battle", "legal"),
            "acta log": acta("log", "battle-1"),
            "acta standings": acta("standings"),
        }
        found = interleaved(commands, home)
        for command, seconds in found.items():
            ratio = (
                f"  {seconds / found['sqlite-utils --help']:.2f} of sqlite-utils" if peer else ""
            )
            print(f"{command:24} {seconds * 1000:8.0f} ms{ratio}")


def scale(sizes: tuple[int, ...]) -> None:
    """Print what a battle's commands cost in ledgers of different sizes."""
    with tempfile.TemporaryDirectory() as name:
        times: dict[int, dict[str, float]] = {}
        for size in sizes:
            home = campaign(Path(name), size)
            commands = {
                "acta do": acta("do", 'note "quick"'),
                "acta battle show": acta("battle", "show"),
                "acta audit BATTLE": acta("audit", "battle-1"),
            }
            times[size] = interleaved(commands, home)
            times[size]["acta audit --all"] = spent(acta("audit", "--all"), home)
        for command in times[sizes[0]]:
            row = "  ".join(f"{size:,} lines {times[size][command]:.3f} s" for size in sizes)
            print(f"{command:20} {row}")
