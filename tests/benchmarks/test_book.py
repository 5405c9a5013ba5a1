"""A season as a book: how its times and memory are judged."""

import pytest

from benchmarks.book import Made, judged


@pytest.mark.parametrize(
    ("name", "seconds", "memory", "kept"),
    [
        ("html", 59.0, 100, True),
        ("html", 61.0, 100, False),
        ("html", 59.0, 130, False),
        ("pdf", 59.0, 900, True),
        ("pdf", 61.0, 100, False),
    ],
)
def test_within_a_minute_and_flat(name: str, seconds: float, memory: float, *, kept: bool) -> None:
    """60 seconds; hardly more memory than for one battle, but for what is said to grow."""
    row, fits = judged(name, [Made(seconds, memory, 5.0)], Made(1.0, 100, 0.5))
    assert fits is kept
    assert row.endswith("kept" if kept else "MISSED")
