"""What is said of dice: the test, its limits, and how often it blames honest ones."""

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from hashlib import sha256

import pytest

from domain import dice
from domain.terms import Who
from projections.chance import between, chi_square, holm, two
from projections.dice import NOBODY, Throw
from projections.luck import ENOUGH, SURE, By, Verdict, luck, rounded

VEX, KILN = Who("crew-ash/3", "Vex"), Who("crew-iron/3", "Kiln")
ASH, IRON = Who("crew-ash", "Ash"), Who("crew-iron", "Iron")


def throws(faces: Iterable[int], sides: int = 6, of: Who = VEX, crew: Who = ASH) -> Iterator[Throw]:
    """Dice that fell so on the table, each in a line of its own."""
    for number, face in enumerate(faces, 1):
        yield Throw(sides, face, of, crew, "table", f"battle-1/{number}", undone=False)


def evenly(rolls: int, sides: int = 6) -> list[int]:
    """Each face as often as every other, as far as that goes."""
    return [1 + number % sides for number in range(rolls)]


def seeded(seed: str, rolls: int, sides: int) -> tuple[int, ...]:
    """Honest dice, the same for every seed."""
    key = sha256(seed.encode()).digest()
    return dice.faces(key[:16], 1, [key], [sides] * rolls)


# The numbers of chance


def test_chi_square_by_hand() -> None:
    """Of three faces the p-value is e to the minus half the sum: (200, 150, 150) sums to 10."""
    third = [500 / 3] * 3
    assert chi_square((200, 150, 150), third) == pytest.approx(math.exp(-5))
    assert chi_square((500, 0, 0), third) == pytest.approx(math.exp(-500))
    assert chi_square((167, 167, 166), third) == pytest.approx(math.exp(-0.002), abs=1e-9)


def test_chi_square_of_six_faces() -> None:
    """The textbook's die: 5, 8, 9, 8, 10, 20 of 60 sum to 13.4, which 5 degrees pass 2 in 100."""
    assert chi_square((5, 8, 9, 8, 10, 20), [10] * 6) == pytest.approx(0.0199, abs=5e-5)


def test_several_tests_are_read_together() -> None:
    """Holm: the smallest times 3, the next times 2, the last as it is; none below one before it."""
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]
    assert holm([]) == []


def test_between_what_numbers_chance_lies() -> None:
    """Of 10 coins at most 1 shows heads in 11 of 1024 throws, at most 2 in 56: 2 to 8 for 5 %."""
    assert between(10, Fraction(1, 2), 0.05) == (2, 8)
    assert between(10, Fraction(1, 2), 0.0) == (0, 10)
    assert between(4, Fraction(0), 0.01) == (0, 0)
    assert between(4, Fraction(1), 0.01) == (4, 4)


def test_once_in_so_many() -> None:
    """Two figures, downwards; nothing rarer than one in a milliard is told apart."""
    assert [rounded(p) for p in (0.5, 0.004, 1 / 12_999, 0.0, 1e-12)] == [
        2,
        250,
        12_000,
        SURE,
        SURE,
    ]


def test_two_places() -> None:
    """Means are told with two digits."""
    assert [two(Fraction(7, 2)), two(Fraction(1, 3)), two(Fraction(2))] == ["3.50", "0.33", "2.00"]


# What may be said


def test_nothing_is_said_of_499_rolls() -> None:
    """499 of one kind: counts alone, and that 1 is missing; not even of a die that only shows 6."""
    (one,) = luck(throws([6] * (ENOUGH - 1))).dice
    assert (one.verdict, one.missing, one.p) == (Verdict.TOO_FEW, 1, None)
    assert [face.seen for face in one.faces()] == [0, 0, 0, 0, 0, 499]
    assert {face.low for face in one.faces()} == {None}


def test_from_500_rolls_on_something_is_said() -> None:
    """500 that are even: no reason to doubt, and the bounds of chance: 500/6 lies within them."""
    (one,) = luck(throws(evenly(ENOUGH))).dice
    assert (one.verdict, one.missing) == (Verdict.NO_REASON, 0)
    assert (one.mean, one.expected) == (Fraction(sum(evenly(500)), 500), Fraction(7, 2))
    for face in one.faces():
        assert face.low is not None
        assert face.high is not None
        assert face.low < face.expected == Fraction(500, 6) < face.high


def test_a_die_that_only_shows_6() -> None:
    """It is unusual, and so much so that nothing rarer is told apart."""
    (one,) = luck(throws([6] * ENOUGH)).dice
    assert (one.verdict, one.once_in) == (Verdict.UNUSUAL, SURE)


def test_kinds_are_held_to_it_together() -> None:
    """Of three faces 200, 150, 150: once in 148 by itself; beside an even die once in 74 only.

    e to the minus 5 is 1 in 148.4; of two tests together the smaller counts twice.
    """
    odd = [1] * 200 + [2] * 150 + [3] * 150
    (alone,) = luck(throws(odd, 3)).dice
    assert (alone.verdict, alone.once_in) == (Verdict.UNUSUAL, 140)
    _, beside = luck([*throws(evenly(500, 2), 2), *throws(odd, 3)]).dice
    assert (beside.verdict, beside.once_in) == (Verdict.NO_REASON, 74)


def test_whose_dice_they_are() -> None:
    """By crew, by member, by source: the same throws in other rows, each with its names."""
    fell = [*throws([1, 2, 3]), *throws([4], of=KILN, crew=IRON), *throws([5], 20, NOBODY, NOBODY)]
    by_crew = luck(fell, By.CREW).dice
    assert [(one.crew.name, one.kind.sides, one.rolls) for one in by_crew] == [
        ("", 20, 1),
        ("Ash", 6, 3),
        ("Iron", 6, 1),
    ]
    by_member = luck(fell, By.MEMBER).dice
    assert [(one.of.name, one.rolls) for one in by_member] == [("", 1), ("Vex", 3), ("Kiln", 1)]
    by_source = luck([fell[0], fell[1]._replace(source="sealed")], By.SOURCE).dice
    assert [one.kind.source for one in by_source] == ["sealed", "table"]


def test_rolls_that_were_taken_back_stand_apart() -> None:
    """They are in no row of those that count, and nothing is said of their chance."""
    fell = list(throws(evenly(500)))
    undone = [throw._replace(undone=True) for throw in throws([1] * 600)]
    told = luck([*fell, *undone], events=True)
    assert [one.rolls for one in told.dice] == [500]
    (apart,) = told.undone
    assert (apart.rolls, apart.verdict) == (600, Verdict.TOO_FEW)
    assert next(apart.faces()).addresses[:2] == ("battle-1/1", "battle-1/2")


def test_what_no_die_shows_is_no_throw() -> None:
    """A stranger's record may hold a 7 of a d6, or a die of one side."""
    assert luck([*throws([7, 0]), *throws([1], 1)]).dice == ()


# How often it is right


def test_a_loaded_die_is_found() -> None:
    """A d6 whose 6 comes one time in four is called unusual after 1,000 rolls, for 20 of 20 seeds.

    (Faces of a d20: 1 to 15 are 1 to 5, three each; 16 to 20 are 6.)
    """
    for number in range(20):
        rolled = seeded(f"loaded {number}", 1_000, 20)
        (one,) = luck(throws(min(6, 1 + (face - 1) // 3) for face in rolled)).dice
        assert one.verdict is Verdict.UNUSUAL


def test_honest_dice_are_not_blamed() -> None:
    """Of 200 honest campaigns about two in a hundred at most are blamed: 1 in 100 is stated."""
    blamed = 0
    for number in range(200):
        sixes, fours = seeded(f"six {number}", 500, 6), seeded(f"four {number}", 500, 4)
        found = luck([*throws(sixes), *throws(fours, 4)]).dice
        blamed += any(one.verdict is Verdict.UNUSUAL for one in found)
    assert blamed <= 5  # of 200 with a chance of 1 in 100: more in 2 of 100 such trials
