"""The battery for dice: sound ones pass it, planted flaws do not."""

import pytest

from benchmarks.dicestats.battery import battery, thrown
from benchmarks.dicestats.chance import normal, uniform
from benchmarks.dicestats.flaws import Flaw, flaws, rolled, sound
from benchmarks.dicestats.measure import LEVEL, SIZES, TESTS
from domain import dice
from projections.chance import chi_square

DICE = 100_000
QUICK = ("no byte is skipped", "two dice share a number", "one die in 128 sticks")


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_sound_dice_pass(sides: int) -> None:
    """No statistic blames them."""
    found = battery(thrown(dice.faces, sides, DICE), sides)
    assert len(found) == TESTS
    assert min(found.values()) >= LEVEL


@pytest.mark.parametrize(
    "flaw", [each for each in flaws() if each.name in QUICK and each.sides == 20], ids=QUICK
)
def test_a_planted_flaw_is_found(flaw: Flaw) -> None:
    """Some statistic does."""
    assert min(battery(thrown(flaw.throw, flaw.sides, DICE), flaw.sides).values()) < LEVEL


def test_a_face_that_is_none_is_found() -> None:
    """A d6 that shows 7, or 0."""
    for face in (0, 7):
        assert battery([1, 2, face, 3], 6) == {"a face that is none": 0.0}


def test_flaws_differ_from_the_dice_by_the_flaw_alone() -> None:
    """What they are planted in is MSD-1: for every die, the faces of `dice.faces`."""
    battle, reveals = bytes(16), (bytes(range(32)),)
    for sides in (*SIZES, 100, 255, 256):
        same = rolled(sound)(battle, 7, reveals, (sides,) * 50)
        assert tuple(same) == dice.faces(battle, 7, reveals, (sides,) * 50)


def test_the_fourteen() -> None:
    """Each that was ever planted is planted still."""
    assert len(flaws()) == len({(flaw.name, flaw.sides) for flaw in flaws()}) == 14


def test_p_values_are_those_of_the_tables() -> None:
    """Chi-square 11.070 with 5 degrees of freedom, 1.960 of the normal: 5 %; 1.358 of Kolmogorov's.

    Six cells of 60: one has 60 + d, another 60 - d; 2 d^2 / 60 = 11.070 for d = 18.224.
    """
    far = [60 + 18.224, 60 - 18.224, 60, 60, 60, 60]
    assert chi_square(far, [60] * 6) == pytest.approx(0.05, abs=1e-4)
    assert chi_square([60] * 6, [60] * 6) == 1
    assert normal(-1.959964) == pytest.approx(0.05, abs=1e-6)
    count = 10_000
    even = [(n + 0.5) / count for n in range(count)]
    moved = [min(1.0, value + 0.01358) for value in even]
    assert uniform(even) == 1
    assert uniform(moved) == pytest.approx(0.05, abs=0.002)
