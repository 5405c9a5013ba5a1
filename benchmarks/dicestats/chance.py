"""How likely chance alone is to differ so much from what was expected: p-values."""

import math
from collections.abc import Iterable


def normal(z: float) -> float:
    """A standard normal value as far from 0 as `z`, on either side."""
    return math.erfc(abs(z) / math.sqrt(2))


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
