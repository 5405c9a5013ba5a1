"""How long members last, as `acta stats` says it below its table."""

import pytest

from cli.stats import lasting


@pytest.mark.parametrize(
    ("numbers", "gone", "rate"),
    [
        ((6, 0, "100 %", 1), "nobody of 6 who fought is gone for good", ""),
        ((1, 0, "100 %", 3), "nobody of 1 who fought is gone for good", ""),
        ((6, 1, "83 %", 1), "1 of 6 who fought is gone for good", "about 83 %, 1 battle"),
        ((6, 2, "53 %", 4), "2 of 6 who fought are gone for good", "about 53 %, 4 battles"),
        ((1, 1, "0 %", 2), "1 of 1 who fought is gone for good", "nobody, 2 battles"),
    ],
)
def test_how_long_they_last_is_said_to_be_understood(
    numbers: tuple[int, int, str, int], gone: str, rate: str
) -> None:
    """Deaths first; what is to be expected only where there was one; one is no plural.

    `numbers` are how many fought and died, and what share outlives how many battles.
    """
    one = dict(zip(("fought", "died", "share", "battles"), numbers, strict=True))
    who, _, lived = rate.partition(", ")
    expected = f"{gone}; at that rate {who} would live through {lived}" if rate else gone
    assert lasting(one) == expected
