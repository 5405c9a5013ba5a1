"""How likely chance alone is to differ so much from what was expected: p-values."""

import math
from collections.abc import Iterable, Sequence

_CLOSE = 1e-14
_TERMS = 10_000
_TINY = 1e-300


def normal(z: float) -> float:
    """A standard normal value as far from 0 as `z`, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


def chi_square(seen: Sequence[float], expected: Sequence[float]) -> float:
    """Counts as far from what was expected, by the sum of their squares (Pearson)."""
    total = sum((s - e) ** 2 / e for s, e in zip(seen, expected, strict=True))
    return _upper((len(seen) - 1) / 2, total / 2)


def uniform(values: Iterable[float]) -> float:
    """Values as far from even between 0 and 1 (Kolmogorov and Smirnov)."""
    ordered = sorted(values)
    count = len(ordered)
    gaps = (max((n + 1) / count - v, v - n / count) for n, v in enumerate(ordered))
    root = math.sqrt(count)
    far = max(gaps) * (root + 0.12 + 0.11 / root)
    if far < 0.3:  # noqa: PLR2004 the series below does not converge there; the sum is 1
        return 1.0
    terms = ((-1.0) ** (k - 1) * math.exp(-2 * (k * far) ** 2) for k in range(1, 101))
    return min(1.0, 2 * math.fsum(terms))


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
