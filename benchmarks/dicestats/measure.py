"""The dice beside what chance would do: `python -m benchmarks dice [DICE]`.

So many dice of every size that the games throw are put to the battery, then as many with each of
the planted flaws. The chance of blaming sound dice is `FALSE_ALARM` for all tests together: each is
held to its share of that (Bonferroni). The seeds are fixed, so that a run says the same each time.
"""

import sys
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.dicestats.battery import battery, thrown
from benchmarks.dicestats.chance import uniform
from benchmarks.dicestats.flaws import flaws
from domain import dice
from domain.terms import WrongUsage

DICE = 1_500_000
"""So many are needed to see one lowest face in fifty turned, 999 times in 1,000."""
SIZES = tuple(range(2, 21))
"""The games throw d4 to d20; a hurt member's die may have any number of sides below (`uniform`)."""
TESTS = 7
FALSE_ALARM = 0.001
LEVEL = FALSE_ALARM / (TESTS * len(SIZES) + 1)
"""A p-value below this blames the dice: each test, and the one of all p-values together."""


class Told(NamedTuple):
    """What the battery says of some dice: the statistic that blames them most."""

    sides: int
    statistic: str
    p: float

    @property
    def blamed(self) -> bool:
        """Whether chance does not explain it."""
        return self.p < LEVEL


def sound(number: int) -> Iterator[tuple[Told, list[float]]]:
    """Our dice, size by size: what blames them most, and all p-values."""
    for sides in SIZES:
        found = battery(thrown(dice.faces, sides, number), sides)
        yield _worst(sides, found), list(found.values())


def flawed(number: int) -> Iterator[tuple[str, Told]]:
    """Each planted flaw, and what gives it away most."""
    for flaw in flaws():
        found = battery(thrown(flaw.throw, flaw.sides, number), flaw.sides)
        yield flaw.name, _worst(flaw.sides, found)


def _worst(sides: int, found: dict[str, float]) -> Told:
    statistic = min(found, key=found.__getitem__)
    return Told(sides, statistic, found[statistic])


def measure(*words: str) -> None:
    """Print what the battery says; leaves with 1 if it blames our dice or misses a flaw."""
    if len(words) > 1 or not all(word.isdecimal() for word in words):
        raise WrongUsage("so many dice of each size are thrown", hint="dice [DICE]")
    number = int(words[0]) if words else DICE
    print(f"{number:,} dice of each size; blamed below p = {LEVEL:.1e}")
    fair, every = True, list[float]()
    for told, values in sound(number):
        fair, every = fair and not told.blamed, every + values
        print(_row("MSD-1", told, "blamed" if told.blamed else "sound"), flush=True)
    together = uniform(every)
    fair = fair and together >= LEVEL
    print(f"all {len(every)} p-values together: p = {together:.3f}")
    found = []
    for name, told in flawed(number):
        found.append(told.blamed)
        print(_row(name, told, "found" if told.blamed else "MISSED"), flush=True)
    ours = "sound" if fair else "BLAMED"
    print(f"our dice are {ours}; {sum(found)} of {len(found)} flaws were found")
    if not (fair and all(found)):
        sys.exit(1)


def _row(name: str, told: Told, verdict: str) -> str:
    return f"{name:32} d{told.sides:<3} {verdict:7} p = {told.p:8.1e}  {told.statistic}"
