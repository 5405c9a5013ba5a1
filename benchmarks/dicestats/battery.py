"""What many dice of one size look like: seven statistics, each with its p-value.

The dice come in rolls of `ROLL`, in the order in which they fell.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import islice, pairwise
from operator import eq, mul

from benchmarks.dicestats.chance import normal
from domain import dice
from projections.chance import chi_square

ROLL = 16
"""So many dice fall at once."""
_CELL = 10  # a cell of a chi-square test expects at least so many

Throw = Callable[[bytes, int, Sequence[bytes], Sequence[int]], Sequence[int]]
"""Faces by battle, place, reveals and sides, as `dice.faces` gives them."""


def thrown(throw: Throw, sides: int, number: int, seed: str = "") -> list[int]:
    """The faces of so many dice, in sealed battles of two parties one after another."""
    return list(islice(_falling(throw, sides, seed), number))


def _falling(throw: Throw, sides: int, seed: str) -> Iterator[int]:
    session = 0
    while True:
        session += 1
        drawn = [sha256(f"{seed} d{sides} {session} {what}".encode()).digest() for what in range(3)]
        battle = drawn[0][: dice.BATTLE_BYTES]
        chains = [dice.chain(secret, battle, n) for n, secret in enumerate(drawn[1:], start=1)]
        for place in range(1, dice.PLACES + 1):
            reveals = [chain[dice.PLACES - place] for chain in chains]
            yield from throw(battle, place, reveals, (sides,) * ROLL)


def battery(shown: Sequence[int], sides: int) -> dict[str, float]:
    """The p-value of each statistic; 0 where a face is none that such a die has."""
    if not 1 <= min(shown) <= max(shown) <= sides:
        return {"a face that is none": 0.0}
    return {
        "faces": _faces(shown, sides),
        "top against bottom": _extremes(shown, sides),
        "neighbours": _pairs(zip(shown[::2], shown[1::2], strict=False), sides),
        "same die, next roll": _pairs(_next_roll(shown), sides),
        "serial correlation": _serial(shown, sides),
        "repeats": _repeats(shown, sides),
        "gaps of the top face": _gaps(shown, sides),
    }


def _faces(shown: Sequence[int], sides: int) -> float:
    """Each face as often as every other."""
    seen = Counter(shown)
    return chi_square([seen[f] for f in range(1, sides + 1)], [len(shown) / sides] * sides)


def _extremes(shown: Sequence[int], sides: int) -> float:
    """The best face as often as the worst: what whoever loads a die would change."""
    seen = Counter(shown)
    return normal((seen[sides] - seen[1]) / math.sqrt(2 * len(shown) / sides))


def _pairs(pairs: Iterator[tuple[int, int]], sides: int) -> float:
    """Each pair of faces as often as every other."""
    seen = Counter(pairs)
    faces = range(1, sides + 1)
    counts = [seen[one, other] for one in faces for other in faces]
    return chi_square(counts, [sum(counts) / sides**2] * sides**2)


def _next_roll(shown: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Each die of every other roll with the same die of the roll after it."""
    for start in range(0, len(shown) - ROLL, 2 * ROLL):
        middle = start + ROLL
        yield from zip(shown[start:middle], shown[middle : middle + ROLL], strict=False)


def _serial(shown: Sequence[int], sides: int) -> float:
    """A face does not lean on the one before it."""
    count, mean = len(shown) - 1, (sides + 1) / 2
    products = sum(map(mul, shown, islice(shown, 1, None)))
    sums = 2 * sum(shown) - shown[0] - shown[-1]
    covariance = products / count - mean * sums / count + mean**2
    return normal(covariance / ((sides**2 - 1) / 12) * math.sqrt(count))


def _repeats(shown: Sequence[int], sides: int) -> float:
    """A face follows itself as often as any other follows it."""
    count = len(shown) - 1
    same = sum(map(eq, shown, islice(shown, 1, None)))
    return normal((same - count / sides) / math.sqrt(count / sides * (1 - 1 / sides)))


def _gaps(shown: Sequence[int], sides: int) -> float:
    """So many dice between one best face and the next: each wait as often as it should be."""
    at = [n for n, face in enumerate(shown) if face == sides]
    waits = Counter(later - one for one, later in pairwise(at))
    count, stay = len(at) - 1, 1 - 1 / sides
    expected, seen, wait = list[float](), list[float](), 1
    while (often := count * stay ** (wait - 1) / sides) >= _CELL:
        expected.append(often)
        seen.append(waits[wait])
        wait += 1
    expected.append(count - sum(expected))
    seen.append(count - sum(seen))
    if expected[-1] < _CELL:  # what is rarer than the last cell that counts goes with it
        expected[-2:], seen[-2:] = [sum(expected[-2:])], [sum(seen[-2:])]
    return chi_square(seen, expected)
