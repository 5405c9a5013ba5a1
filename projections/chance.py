"""What chance alone explains: how likely counts are to differ so much from what was expected."""

import math
from collections.abc import Sequence
from fractions import Fraction

_CLOSE = 1e-14
_TERMS = 10_000
_TINY = 1e-300


def chi_square(seen: Sequence[float], expected: Sequence[float]) -> float:
    """Counts as far from what was expected, by the sum of their squares (Pearson)."""
    total = sum((s - e) ** 2 / e for s, e in zip(seen, expected, strict=True))
    return _upper((len(seen) - 1) / 2, total / 2)


def holm(found: Sequence[float]) -> list[float]:
    """P-values of several tests that are read together (Holm): each is what all of them allow.

    The chance that any test of honest dice falls below a level is not above that level.
    """
    order = sorted(range(len(found)), key=lambda n: (found[n], n))
    adjusted, worst = [1.0] * len(found), 0.0
    for rank, n in enumerate(order):
        worst = max(worst, min(1.0, found[n] * (len(found) - rank)))
        adjusted[n] = worst
    return adjusted


def two(number: Fraction) -> str:
    """A number that is not below 0, with two digits behind the point, halves to even."""
    hundredths = round(number * 100)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def between(rolls: int, share: Fraction, error: float) -> tuple[int, int]:
    """Between what numbers something lies that comes with this share of so many rolls.

    Fewer come, and more come, with a chance of at most half the error each (binomial, exact).
    """
    low = _quantile(rolls, float(share), error / 2)
    return low, rolls - _quantile(rolls, float(1 - share), error / 2)


def _quantile(rolls: int, share: float, tail: float) -> int:
    """The smallest number that is not more than so many rolls reach with this chance."""
    if not 0 < share < 1:
        return rolls if share else 0
    below, number = 0.0, 0
    whole, yes, no = math.lgamma(rolls + 1), math.log(share), math.log1p(-share)
    while number < rolls:
        ways = whole - math.lgamma(number + 1) - math.lgamma(rolls - number + 1)
        below += math.exp(ways + number * yes + (rolls - number) * no)
        if below > tail:
            break
        number += 1
    return number


def _upper(a: float, x: float) -> float:
    """The regularised incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _CLOSE:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """A continued fraction, by Lentz's way."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    result = d
    for n in range(1, _TERMS):
        step = -n * (n - a)
        b += 2
        d = 1 / (step * d + b or _TINY)
        c = b + step / c or _TINY
        result *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return result
