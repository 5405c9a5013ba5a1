"""Bits flip, sectors vanish, pages change places: nothing that comes of it is shown as true.

Ledger, views or a bundle are damaged; then commands read them. Each answers what it answered when
all was well (the damage hit what nobody reads, or was made good), or it says that something does
not hold: exit 3 or 5, or a warning. Never another answer, never a traceback.
"""

from collections.abc import Callable
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.faults.chance import Chance
from benchmarks.faults.outcome import Outcome, shown, timed
from benchmarks.faults.shell import Came, acta, campaign, done
from cli.home import LEDGER, VIEWS

TIMES = 10_000
PAGE, SECTOR = 4096, 512
BUNDLE = "further.acta"
READERS = (
    "status --json",
    "log --json",
    "log 1 --json",
    "next --json",
    "battle show 1 --json",
    "battle show 2 --json",
    "battle list --json",
    "crew list --json",
    "crew show ash --json",
    "crew show iron",
    "member show sura --json",
    "member show rook",
    "standings --json",
    "replay 1",
    "undo --dry-run --json",
    "export replay 1",
)
AUDIT = "audit --json"
READS = 2
"""So many commands read what was damaged: one of these, and an audit or another."""

_REPORTED = {3, 5}


def run(times: int = TIMES) -> Outcome:
    """Damage files so often and read them; each sixth time a bundle, each third the views."""
    outcome = Outcome({})
    memory = Path("/dev/shm")  # noqa: S108  a copy each time, none of which need outlive us
    with (
        timed(outcome),
        TemporaryDirectory(prefix="acta-flips-", dir=memory if memory.is_dir() else None) as name,
    ):
        shelf = Shelf(Path(name))
        for number in shown(range(times), times):
            shelf.damage(Chance(f"flip {number}"), number, outcome)
    return outcome


class Shelf:
    """Sound files, what commands say of them, and a place where copies are damaged."""

    def __init__(self, folder: Path) -> None:
        self._home = _evenings(folder)
        names = (LEDGER, VIEWS, f"../{BUNDLE}")
        self._sound = {name: (self._home / name).read_bytes() for name in names}
        self._imports = f"import ../{BUNDLE} --json"
        lines = (*READERS, AUDIT, self._imports)
        self._right = {line: acta(self._home, line) for line in lines}
        for line, came in self._right.items():
            if came.code or came.err:
                raise AssertionError(f"acta {line}: {came.err}")

    def damage(self, chance: Chance, number: int, outcome: Outcome) -> None:
        """Damage one file, read, and put everything in order again."""
        name = (LEDGER, VIEWS, LEDGER, LEDGER, VIEWS, f"../{BUNDLE}")[number % 6]
        how, spoilt = damaged(self._sound[name], chance)
        if spoilt == self._sound[name]:
            return
        lines = [chance.one(READERS) for _ in range(READS - 1)]
        lines.append(chance.one((AUDIT, chance.one(READERS))))
        lines = [self._imports] if name.endswith(BUNDLE) else lines
        outcome.count(name.removeprefix("../"))
        for line in lines:
            self._restore()
            (self._home / name).write_bytes(spoilt)
            came = acta(self._home, line)
            outcome.count("answers")
            verdict = self._judged(came, line)
            outcome.count(verdict)
            if verdict in _WRONG:
                told = came.err.strip() or _apart(self._right[line].out, came.out)
                where = f"{number}, {how} in {name}: acta {line}: exit {came.code}"
                outcome.wrong.append(f"{verdict}: {where}: {told}")
        self._restore()

    def _restore(self) -> None:
        for name, content in self._sound.items():
            (self._home / name).write_bytes(content)
        for name in (LEDGER, VIEWS):
            (self._home / f"{name}-journal").unlink(missing_ok=True)

    def _judged(self, came: Came, line: str) -> str:
        """What an answer is, beside the one that was given when all was well."""
        right = self._right[line]
        if "Traceback" in came.err or "acta made a mistake" in came.err:
            return "badly told"
        if (came.code, came.out) == (right.code, right.out):
            return "as before"
        if line == AUDIT and "StaleView" in came.out:
            return "reported"
        if came.code in _REPORTED or (line == self._imports and came.code):
            return "reported"
        told = "warning: " in came.err or "is damaged" in came.out  # `status` says it of a battle
        return "warned of" if told else "shown as true"


_WRONG = {"badly told", "shown as true"}


def _apart(right: str, came: str) -> str:
    """Where an answer differs from the right one."""
    lines = unified_diff(right.splitlines(), came.splitlines(), "right", "came", n=0, lineterm="")
    return " / ".join(islice(lines, 8))


def damaged(content: bytes, chance: Chance) -> tuple[str, bytes]:
    """A file with something wrong, and what."""
    how = chance.one(list(DAMAGES))
    spoilt = bytearray(content)
    DAMAGES[how](spoilt, chance)
    return how, bytes(spoilt)


def _flip_bit(content: bytearray, chance: Chance) -> None:
    content[chance.below(len(content))] ^= 1 << chance.below(8)


def _change_byte(content: bytearray, chance: Chance) -> None:
    content[chance.below(len(content))] = chance.below(256)


def _change_digit(content: bytearray, chance: Chance) -> None:
    """A digit of a text becomes another: still JSON, still a page."""
    places = [at for at, byte in enumerate(content) if chr(byte).isdigit()]
    content[chance.one(places)] = ord("0") + chance.below(10)


def _blank(content: bytearray, chance: Chance) -> None:
    at = chance.below(len(content))
    length = min(chance.one((1, 16, SECTOR, PAGE)), len(content) - at)
    content[at : at + length] = bytes(length)


def _swap_pages(content: bytearray, chance: Chance) -> None:
    size = PAGE if len(content) >= 2 * PAGE else SECTOR
    one, other = (chance.below(len(content) // size) * size for _ in range(2))
    first, second = content[one : one + size], content[other : other + size]
    content[one : one + size], content[other : other + size] = second, first


def _repeat_page(content: bytearray, chance: Chance) -> None:
    size = PAGE if len(content) >= 2 * PAGE else SECTOR
    one, other = (chance.below(len(content) // size) * size for _ in range(2))
    content[one : one + size] = content[other : other + size]


def _cut(content: bytearray, chance: Chance) -> None:
    del content[len(content) - 1 - chance.below(len(content)) :]


def _lengthen(content: bytearray, chance: Chance) -> None:
    content += chance.data(chance.one((1, 100, SECTOR, PAGE)))


DAMAGES: dict[str, Callable[[bytearray, Chance], None]] = {
    "a bit flipped": _flip_bit,
    "a byte changed": _change_byte,
    "a digit changed": _change_digit,
    "zeros": _blank,
    "pages swapped": _swap_pages,
    "a page twice": _repeat_page,
    "the tail cut": _cut,
    "rubbish behind": _lengthen,
}


def _evenings(folder: Path) -> Path:
    """A campaign after a battle and its aftermath, in a second one; its bundle says a bit more."""
    home = campaign(folder, "do 'c sura vs unit; rd unit; 5 3'", "undo clash --yes")
    done(home, "do 'concede iron; conclude'", "sign")
    done(home, "do 'choose Kiln'", "do 'roll 1'", "do 'done Ash'", "do 'done Iron'")
    opening = "--start 'Ash=Granary Hall' --start 'Iron=Granary Hall'"
    done(home, f"battle open last-granary Ash Iron {opening}", "do 'note \"it rains\"'")
    kept = (home / LEDGER).read_bytes()
    done(home, "do 'hold moth'", "crew show ash", f"export bundle -o ../{BUNDLE}")
    (home / LEDGER).write_bytes(kept)
    (home / VIEWS).unlink()
    done(home, "crew show ash")
    return home
