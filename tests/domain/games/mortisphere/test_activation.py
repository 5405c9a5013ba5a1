"""Chapter 6, and step 6 of chapter 5. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.pairing import PairingVoid
from domain.terms import Action
from tests.story import (
    Story,
    absorb,
    clash,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    respond,
    roll,
    ruling,
)

ASH = crew("Ash", *d(6, "a1", "a2"))
IRON = crew("Iron", *d(8, "b1", "b2"))
HALL = Story(ASH, IRON)


@pytest.mark.parametrize("faces", [(6, 1), (1, 6), (3, 3)])
def test_whoever_takes_part_has_acted(faces: tuple[int, int]) -> None:
    """MS-ACT-1, MS-CLA-22: initiator and defender, whatever the outcome, ties included."""
    story = HALL.do(clash("a1 > b1"), respond("b1"), roll(*faces))
    assert story.activated == ["a1", "b1"]
    assert story.ready == {"a2", "b2"}


def test_a_void_pairing_activates_too() -> None:
    """MS-CLA-22, MS-MUL-7: the first fells the target; the second came for nothing."""
    story = Story(ASH, crew("Iron", member("b1", 4), member("b2", 8)))
    story = story.do(clash("a1, a2 > b1"), respond("b1"), roll(5, 1))
    assert story.one(PairingVoid).initiators[0].name == "a2"
    assert story.activated == ["a1", "a2"]


def test_absorbers_were_not_committed() -> None:
    """MS-CLA-22, MS-CLA-13: only the initiator has acted."""
    assert HALL.do(clash("a1 > b1"), absorb, roll(3)).activated == ["a1"]


SPENT = HALL.do(hold("a1"), hold("b1"))


@pytest.mark.parametrize(
    "line", [clash("a1 > b1"), move("a1", "well"), interact("a1", "bins"), hold("a1")]
)
def test_one_action_in_a_round(line: Action) -> None:
    """MS-ACT-2, MS-ACT-6: who has acted neither clashes, moves, interacts nor holds again."""
    assert SPENT.refused(line) == "MS-ACT-2"


def test_defending_costs_the_action() -> None:
    """MS-ACT-3: the d4 forces the d12 to spend its action."""
    story = Story(crew("Ash", *d(4, "rat", "other")), crew("Iron", *d(12, "big", "small")))
    story = story.do(clash("rat > big"), respond("big"), roll(1, 12))
    assert story.refused(clash("big > other")) == "MS-ACT-2"


def activated(**house: str) -> Story:
    """A Clash aimed at a d12 that has acted."""
    iron = crew("Iron", member("big", 12, acted=True), member("b2", 8))
    return Story(ASH, iron, house=house).do(clash("a1 > big"))


def test_ms_at_16() -> None:
    """MS-ACT-4 `never`, MS-AT-16: an activated d12 cannot defend, only absorb."""
    story = activated()
    assert story.refused(respond("big")) == "MS-ACT-4"
    assert story.accepts(absorb)


def test_an_activated_target_defends_by_house_rule() -> None:
    """MS-ACT-4 `always`: it defends with its whole roll; 4 beats 3."""
    story = activated(activated_may_defend="always").do(respond("big"), roll(3, 4))
    assert (story.fights(), story["a1"].lost) == ([(3, 4, "defender")], 1)
    assert story.activated == ["a1"]


def test_an_activated_target_defends_worse_by_house_rule() -> None:
    """MS-ACT-4 `at_minus_2`: 4 - 2 = 2 loses to 3; 1 - 2 is still 1 (MS-RES-7)."""
    story = activated(activated_may_defend="at_minus_2").do(respond("big"))
    assert story.do(roll(3, 4)).fights() == [(3, 2, "initiator")]
    assert story.do(roll(1, 1)).fights() == [(1, 1, "tie")]


def test_at_minus_2_is_for_the_activated() -> None:
    """MS-ACT-4 `at_minus_2`: an unactivated target defends with its whole roll."""
    story = Story(ASH, IRON, house={"activated_may_defend": "at_minus_2"})
    assert story.do(clash("a1 > b1"), respond("b1"), roll(3, 4)).fights() == [(3, 4, "defender")]


def test_activated_units_are_legal_targets() -> None:
    """MS-ACT-5."""
    assert SPENT.accepts(clash("a2 > b1"))


def test_the_actions() -> None:
    """MS-ACT-6: clashing, moving and interacting are actions: each leaves its member activated."""
    assert HALL.do(clash("a1 > b1"), absorb, roll(1)).activated == ["a1"]
    assert HALL.do(move("a1", "well")).activated == ["a1"]
    assert HALL.do(interact("a1", "bins")).activated == ["a1"]


def test_spent_and_refreshed() -> None:
    """MS-ACT-7: `spend` activates a unit, `refresh` lets it act once more (here by rulings)."""
    story = HALL.do(ruling("a1 acted"))
    assert story.refused(hold("a1")) == "MS-ACT-2"
    assert story.do(ruling("a1 ready")).accepts(hold("a1"))
