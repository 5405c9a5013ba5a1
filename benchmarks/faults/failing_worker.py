"""Commands whose n-th call on a file fails, for every n; to be run below `failing.c`.

`python -m benchmarks.faults.failing_worker LIBRARY FOLDER [COMMAND...]` prints an `Outcome`.
"""

import ctypes
import errno
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.faults.outcome import Outcome
from benchmarks.faults.shell import Came, acta, campaign, done
from benchmarks.faults.table import Held, held
from cli.home import FILE, LEDGER
from domain.terms import StorageFailed

FAULT = 5
_MOST = 2_000
"""More calls than any of the commands makes."""


class Trial(msgspec.Struct, frozen=True):
    """A command, and what it begins with; `once` if it cannot be typed again when it is done."""

    line: str
    begin: Callable[[Path], object]
    once: bool = False


class Fault(NamedTuple):
    """Which call fails, with which error, and whether all after it do too."""

    number: int
    code: int
    lasting: bool


def _nothing(_: Path) -> None:
    """An empty folder."""


def _played(folder: Path) -> None:
    """A battle with a clash in it, all views there."""
    campaign(folder, "do 'c sura vs unit; rd unit; 5 3'", "crew show ash")


def _sealed(folder: Path) -> None:
    """A battle with sealed dice, before its first clash."""
    campaign(folder, options="--dice sealed --solo")


def _between(folder: Path) -> None:
    """A campaign without an open battle."""
    campaign(folder, "do 'concede iron; conclude'")
    done(folder / "winter", "do 'choose Kiln'", "do 'roll 1'", "do 'done Ash'", "do 'done Iron'")


def _behind(folder: Path) -> None:
    """A campaign, and a bundle of it that is three lines further on."""
    home = campaign(folder, "crew show ash")
    kept = (home / LEDGER).read_bytes()
    done(home, "do 'c sura vs unit; rd unit; 5 3'", "sign", "export bundle -o ../further.acta")
    (home / LEDGER).write_bytes(kept)


def _elsewhere(folder: Path) -> None:
    """A bundle, and an empty folder beside it."""
    _behind(folder)
    shutil.rmtree(folder / "winter")
    (folder / "winter").mkdir()


TRIALS = {
    "new": Trial("new Frost --game mortisphere", _nothing, once=True),
    "do": Trial("do 'c rook vs moth; rd moth; 2 2'", _played, once=True),
    "sealed": Trial("do 'c sura vs unit; rd unit'", _sealed, once=True),
    "open": Trial(
        "battle open last-granary Ash Iron --dice sealed --solo --start 'Ash=Granary Hall'"
        " --start 'Iron=Granary Hall'",
        _between,
        once=True,
    ),
    "recruit": Trial("member recruit Ash Wren --type machine --die d4", _between, once=True),
    "undo": Trial("undo clash --yes", _played, once=True),
    "import": Trial("import ../further.acta --yes", _behind),
    "import anew": Trial("import ../further.acta --yes", _elsewhere, once=True),
    "sign": Trial("sign -o receipt.txt --force", _played),
    "key": Trial("key make Ana -o ana.key", _played, once=True),
    "export": Trial("export bundle -o all.acta", _played, once=True),
    "backup": Trial("backup copy.db", _played, once=True),
    "rebuild": Trial("rebuild", _played),
    "show": Trial("member show Sura", _played),
}


class Disk:
    """A folder on a disk that can be told to fail."""

    def __init__(self, library: Path, folder: Path) -> None:
        self._library = ctypes.CDLL(str(library))
        self._library.faults_count.restype = ctypes.c_long
        self.folder = folder

    def failing(self, line: str, home: Path, fault: Fault) -> Came:
        """Run a command, with its n-th call failing."""
        number = ctypes.c_long(fault.number)
        self._library.faults_set(number, fault.code, int(fault.lasting))
        try:
            return acta(home, line)
        finally:
            self._count = self._library.faults_count()
            self._library.faults_set(ctypes.c_long(0), 0, 0)

    @property
    def reached(self) -> int:
        """How many calls there were in the last command."""
        return int(self._count)


def try_all(disk: Disk, template: Path, name: str, outcome: Outcome) -> None:
    """One command, each error, once and from then on, at every call."""
    trial = TRIALS[name]
    template.mkdir()
    trial.begin(template)
    for code in (errno.ENOSPC, errno.EIO):
        for lasting in (False, True):
            for number in range(1, _MOST):
                where = f"{name}, {errno.errorcode[code]} at {number}{' and after' * lasting}"
                fault = Fault(number, code, lasting)
                if not _tried(disk, template, trial, fault, (where, outcome)):
                    break


def _tried(
    disk: Disk,
    template: Path,
    trial: Trial,
    fault: Fault,
    into: tuple[str, Outcome],
) -> bool:
    """One command with one fault; False if it ended before that."""
    where, outcome = into
    shutil.rmtree(disk.folder, ignore_errors=True)
    shutil.copytree(template, disk.folder)
    home = disk.folder / "winter"
    home = home if home.exists() else disk.folder
    before = _held(home)
    came = disk.failing(trial.line, home, fault)
    if disk.reached < fault.number:
        if came.code:
            raise AssertionError(f"{trial.line}: {came.err}")
        return False
    outcome.count("faults")
    for what, how in _amiss(home, trial, came, before):
        outcome.fail(what, f"{where}: {how}")
    outcome.count("reported" if came.code else "borne")
    return True


def _held(home: Path) -> Held | None:
    """What the ledger holds, if there is one."""
    return held(home / LEDGER) if (home / LEDGER).exists() else None


def _amiss(home: Path, trial: Trial, came: Came, before: Held | None) -> Iterator[tuple[str, str]]:
    """What is not as it should be after a command that met a fault."""
    told = " / ".join(came.sentences)
    if came.code not in {0, FAULT} or "mistake" in told or "Traceback" in came.err:
        yield "badly told", f"exit {came.code}: {told}"
    if came.code and len(came.sentences) != 1:
        yield "badly told", f"not one sentence: {came.err!r}"
    try:
        yield from _lost(home, came, before)
        yield from _stuck(home, trial, came)
    except StorageFailed as error:
        yield "broken", error.told()


def _lost(home: Path, came: Came, before: Held | None) -> Iterator[tuple[str, str]]:
    """Lines that were there and are not; or that are there, and nobody was told."""
    if before is None:
        return
    now = held(home / LEDGER, before.size, pages=True)
    if now.roots.get(before.size) != before.root:
        yield "lost", f"{before.size} lines before, {now.size} now"
    if came.code and now.size > before.size and "on record" not in came.err:
        yield "untold", f"{now.size - before.size} lines on record: {came.err!r}"


def _stuck(home: Path, trial: Trial, came: Came) -> Iterator[tuple[str, str]]:
    """Whatever the next command does not do."""
    again = acta(home, trial.line)
    told = "on record" in came.err
    if came.code and again.code and not told and (home / FILE).exists():
        yield "stuck", f"after {came.err!r}: {again.err!r}"
    if came.code == 0 and again.code and not trial.once:
        yield "stuck", again.err
    if (home / FILE).exists():
        report = acta(home, "audit")
        if report.code:
            yield "broken", report.out


def main(library: Path, folder: Path, names: list[str]) -> None:
    """Try the commands that are named, or all, and print what came of it."""
    outcome = Outcome(dict.fromkeys(("faults", "reported", "borne"), 0))
    disk = Disk(library, folder / "disk")
    for name in names or TRIALS:
        try_all(disk, folder / "templates" / name.replace(" ", "-"), name, outcome)
    sys.stdout.write(msgspec.json.encode(outcome).decode())


if __name__ == "__main__":
    tool, place, *wanted = sys.argv[1:]
    (Path(place) / "templates").mkdir()
    main(Path(tool), Path(place), wanted)
