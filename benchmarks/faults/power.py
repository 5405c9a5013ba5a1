"""Power cuts: what may be on the disk after one is worked out, opened and looked at.

A campaign's life is recorded down to each write, sync and change of a name (`power.c`); from that,
disks are made as a cut at any moment may leave them (`disk.py`). Everything that had been
acknowledged must be on each of them: lines to the byte, receipts, keys, secrets of dice, files.
Settings that are known to lose something are tried too: if they lose nothing, the tool is blind.
"""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.faults import power_writer
from benchmarks.faults.chance import Chance
from benchmarks.faults.compiled import library, run_with
from benchmarks.faults.disk import Disk, Image, Note, lay_out, notes
from benchmarks.faults.outcome import Outcome, shown, timed
from benchmarks.faults.power_writer import ACKNOWLEDGED, CAMPAIGN
from benchmarks.faults.table import BATTLE, Robots, fought, held
from cli import home as homes
from domain.terms import Refusal, StorageFailed

IMAGES = 20_000
SAVES = 150
OURS = ("DELETE", "EXTRA")
LOSING = (("WAL", "NORMAL"), ("DELETE", "FULL"))
CONTROL = 10
"""Our images for each one of a setting that must lose."""

WRITTEN = 20
"""Images from one to the next that a line is added to."""

_MEMORY = Path("/dev/shm")  # noqa: S108  images are many, and need not outlive us


def run(
    images: int = IMAGES, saves: int = SAVES, losing: Sequence[tuple[str, str]] = LOSING
) -> Outcome:
    """Look at so many disks after a power cut, and at some of each setting that must lose."""
    outcome = Outcome()
    with timed(outcome), TemporaryDirectory(prefix="acta-power-") as name:
        folder = Path(name).resolve()
        tool = library("power", folder)
        cuts = Cuts(folder / "ours", tool, saves, OURS)
        cuts.look(images)
        outcome.figures |= {"images": images, "writes and syncs": len(cuts.done)}
        outcome.figures |= {"lost": len(cuts.lost), "broken": len(cuts.broken)}
        outcome.wrong += cuts.lost + cuts.broken
        for settings in losing:
            control = Cuts(folder / "-".join(settings), tool, saves, settings)
            control.look(max(images // CONTROL, saves))
            what = f"{'+'.join(settings)} lost"
            outcome.count(what, len(control.lost))
            if not control.lost:
                outcome.fail("blind", f"{what} nothing, which cannot be")
    return outcome


class Cuts:
    """A campaign's life with some settings of the journal, and power cuts in it."""

    def __init__(self, folder: Path, tool: Path, saves: int, settings: tuple[str, str]) -> None:
        self.lost: list[str] = []
        self.broken: list[str] = []
        self._folder = folder
        self._life = folder / "life"
        self._life.mkdir(parents=True)
        log = folder / "log"
        run_with(
            tool,
            power_writer.__name__,
            str(self._life),
            str(saves),
            *settings,
            FAULTS_DIR=str(self._life),
            FAULTS_LOG=str(log),
        )
        self.done = list(notes(log.read_bytes(), str(self._life)))
        ledger = self._life / CAMPAIGN / homes.LEDGER
        size = held(ledger).size
        self._roots = held(ledger, *range(size + 1)).roots

    def look(self, images: int) -> None:
        """Cut the power so often, at moments that look like chance, and look."""
        chance = Chance("power")
        moments = sorted(chance.below(len(self.done)) for _ in range(images))
        disk, said, at = Disk(), Said(), 0
        with TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as name:
            for number, moment in enumerate(shown(moments, images)):
                while at <= moment:
                    disk.take(self.done[at])
                    said.hear(self.done[at])
                    at += 1
                place = Path(name) / "disk"
                lay_out_anew(disk.cut(chance), place)
                self._check(place, said, number)

    def _check(self, place: Path, said: "Said", number: int) -> None:
        """Hold a disk against what was acknowledged."""
        where = f"image {number}"
        try:
            if missing := list(self._missing(place / CAMPAIGN, said)):
                self.lost.append(f"{where}: {', '.join(missing)}")
            ledger = place / CAMPAIGN / homes.LEDGER
            if said.lines and number % WRITTEN == 0:
                with fought(ledger) as written:
                    if BATTLE in written.stories():
                        Robots(written, where).write()
                held(ledger, pages=True)
        except Refusal as error:
            self.broken.append(f"{where}: {error.told()}")

    def _missing(self, campaign: Path, said: "Said") -> Iterator[str]:
        """What was acknowledged and is not there."""
        yield from (name for name in said.made if not self._same(campaign, name))
        if not (campaign / homes.FILE).exists():
            return
        ledger = homes.read(campaign).folder / homes.LEDGER
        there = held(ledger, pages=True)
        if there.size < said.lines:
            yield f"{said.lines} lines acknowledged, {there.size} there"
        if self._roots.get(there.size) != there.root:
            raise StorageFailed(f"{there.size} lines, but not those that were written")
        if said.receipts:
            with fought(ledger) as read:
                receipts = len(read.notes.all())
            if receipts < said.receipts:
                yield f"{said.receipts} receipts acknowledged, {receipts} there"

    def _same(self, campaign: Path, name: str) -> bool:
        """Whether a file is there, as it was written."""
        path = campaign / name
        return path.exists() and path.read_bytes() == (self._life / CAMPAIGN / name).read_bytes()


class Said(msgspec.Struct):
    """What has been acknowledged so far."""

    lines: int = 0
    receipts: int = 0
    made: list[str] = msgspec.field(default_factory=list)

    def hear(self, note: Note) -> None:
        """Take in an acknowledgement."""
        if note.path != ACKNOWLEDGED or note.kind != b"W":
            return
        what, value = note.data.decode().split()
        if what == "made":
            self.made.append(value)
        elif what == "lines":
            self.lines = int(value)
        else:
            self.receipts = int(value)


def lay_out_anew(image: Image, place: Path) -> None:
    """Write an image into a folder that is made for it, in the place of the one before."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    lay_out(image, place)
