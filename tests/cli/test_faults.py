"""Several at once, and interruptions: nothing is lost, nothing is half written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli import main
from tests.cli.shell import Shell, fighting
from tests.console import surroundings

ACTA = [sys.executable, "-m", "cli.main"]
ROOT = Path(main.__file__).parent.parent


def start(shell: Shell, *words: str, by: str = "Ana") -> subprocess.Popen[str]:
    """Start acta as a process of its own."""
    return subprocess.Popen(
        [*ACTA, *words],
        cwd=shell.folder,
        env=surroundings() | {"PYTHONPATH": str(ROOT), "ACTA_AS": by},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(running: subprocess.Popen[str]) -> tuple[int, str, str]:
    """How it ended."""
    out, err = running.communicate(timeout=60)
    return running.returncode, out, err


def test_notes_of_several_at_once_are_all_kept(tmp_path: Path) -> None:
    """They leave round, turn and what is awaited alone, so each is judged again and saved."""
    shell = fighting(tmp_path)
    before = shell("status --json").json()["lines"]
    several = [start(shell, "do", f'note "number {number}"') for number in range(4)]
    codes = [end(each)[0] for each in several]
    kept = shell("status --json").json()["lines"] - before
    assert codes.count(0) == kept >= 1
    assert set(codes) <= {0, 4}
    assert shell("audit").code == 0


def test_one_turn_is_taken_once(tmp_path: Path) -> None:
    """Two say what Ash does: one is recorded; the other is a conflict (4) or out of turn (1)."""
    shell = fighting(tmp_path)
    both = [start(shell, "do", "hold moth"), start(shell, "do", "hold vex", by="Ben")]
    ended = [end(each) for each in both]
    first, second = sorted(code for code, _, _ in ended)
    assert first == 0
    assert second in {1, 4}
    held = [line for line in shell("log 1").lines if line.endswith(" holds.")]
    assert len(held) == 1
    assert all("Traceback" not in err for _, _, err in ended)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_an_interrupted_session_keeps_what_it_answered(tmp_path: Path) -> None:
    """Ctrl-C at the prompt: 130, one sentence; the line that was answered is on record."""
    shell = fighting(tmp_path)
    running = start(shell, "play", "-")
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write("c sura vs unit\n")
    running.stdin.flush()
    running.stdout.readline()
    time.sleep(0.2)
    running.send_signal(signal.SIGINT)
    code, _, err = end(running)
    assert (code, err.strip()) == (130, "interrupted; nothing was half written")
    assert shell("next --json").json()["awaiting"] == "respond"


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_ctrl_c_at_any_moment_writes_nothing_half(tmp_path: Path) -> None:
    """Interrupted sooner or later, a group of three lines is on record whole or not at all."""
    shell = fighting(tmp_path)
    for tenths in range(1, 7):
        running = start(shell, "do", "c sura vs unit; rd unit; 5 3")
        time.sleep(tenths / 20)
        if running.poll() is None:
            running.send_signal(signal.SIGINT)
        code, _, err = end(running)
        assert code in {0, 130, -signal.SIGINT}, err
        waiting = shell("next --json").json()
        assert (waiting["crew"], waiting["awaiting"]) in {("Ash", "act"), ("Iron", "act")}
        if waiting["crew"] == "Iron":
            assert shell("undo clash --yes").code == 0
    assert shell("audit").code == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
def test_an_answer_that_cannot_be_printed(tmp_path: Path) -> None:
    """Exit 5 in one sentence; the line is on record."""
    shell = fighting(tmp_path)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*ACTA, "do", "hold moth"],
            cwd=shell.folder,
            env=surroundings() | {"PYTHONPATH": str(ROOT), "ACTA_AS": "Ana"},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    said = "what was recorded stays on record; it could not be shown (No space left on device)"
    assert (done.returncode, done.stderr) == (5, f"{said}\nhint: acta log\n")
    assert shell("next --json").json()["crew"] == "Iron"


@pytest.mark.skipif(
    sys.platform != "linux" or os.getuid() == 0, reason="the system's manager may write anywhere"
)
def test_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    """Nothing is saved; the ledger is as it was."""
    shell = fighting(tmp_path)
    before = (shell.folder / "ledger.db").read_bytes()
    (shell.folder / "ledger.db").chmod(0o400)
    shell.folder.chmod(0o500)
    try:
        assert shell("do hold moth").code == 5
    finally:
        shell.folder.chmod(0o700)
    assert (shell.folder / "ledger.db").read_bytes() == before
