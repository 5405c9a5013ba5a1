"""Our two C sources as libraries that stand between a program and its files (LD_PRELOAD)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from benchmarks.faults.outcome import Skipped

HERE = Path(__file__).parent
ROOT = HERE.parent.parent


def library(name: str, folder: Path) -> Path:
    """Compile `name.c` into a folder; Skipped where that cannot be done."""
    if sys.platform != "linux":
        raise Skipped("LD_PRELOAD is tried on Linux only")
    compiler = shutil.which("cc")
    if compiler is None:
        raise Skipped("there is no C compiler (cc)")
    made = folder / f"{name}.so"
    command = [
        compiler,
        "-O2",
        "-shared",
        "-fPIC",
        "-o",
        str(made),
        str(HERE / f"{name}.c"),
        "-ldl",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Skipped(f"cc cannot compile {name}.c: {done.stderr.strip().splitlines()[-1:]}")
    return made


def run_with(preload: Path, module: str, *words: str, **env: str) -> str:
    """Run a module of ours with a library in front of it; returns what it printed."""
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        env={**os.environ, "LD_PRELOAD": str(preload), "PYTHONPATH": str(ROOT), **env},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout
