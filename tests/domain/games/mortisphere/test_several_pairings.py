"""Chapter 9: several pairings in one Clash. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.games.mortisphere.ordering import PairingsOrdered
from domain.games.mortisphere.pairing import ClashFought, PairingRetargeted, PairingVoid
from domain.games.mortisphere.throwing import RollRepeated
from tests.story import (
    CastCrew,
    Story,
    absorb,
    choose,
    clash,
    crew,
    d,
    member,
    no,
    order,
    passing,
    respond,
    roll,
)

ASH = crew("Ash", member("d8", 8), member("d6", 6), member("d10", 10), member("look", 4))
IRON = crew("Iron", member("big", 10), member("b8", 8), member("rat", 4), member("on", 4))


def hall(ours: CastCrew = ASH, theirs: CastCrew = IRON, /, **house: str) -> Story:
    """Both crews in the Hall."""
    return Story(ours, theirs, house=house)


def met(story: Story) -> list[str]:
    """The pairings just fought, by their first initiators and defenders."""
    return [f"{f.initiators[0].name}>{f.defenders[0].name}" for f in story.all(ClashFought)]


def test_ms_at_19() -> None:
    """MS-MUL-1, MS-MUL-3, MS-MUL-4 `per_pairing`, MS-AT-19: the second meets a lowered maximum.

    7 against 4: the d10 loses 1; 5 against a natural 10, capped at 8: the d6 loses 1.
    """
    story = hall().do(clash("d8, d6 > big"), respond("big"))
    assert story.dice == [("d8", 8), ("big", 10)]
    first = story.do(roll(7, 4))
    assert (first.maximum("big"), first.dice) == (8, [("d6", 6), ("big", 10)])
    second = first.do(roll(5, 10))
    assert second.fights() == [(5, 8, "defender")]
    assert (second["big"].lost, second["d6"].lost) == (1, 1)
    assert second.activated == ["d8", "d6", "big"]


def test_ms_at_20() -> None:
    """MS-MUL-7 `wasted`, MS-AT-20: the target falls; the second is void and has acted."""
    ours = crew("Ash", *d(8, "x", "y", "look"))
    story = hall(ours).do(clash("x, y > rat"), respond("rat"), roll(5, 1))
    assert story.fights() == [(5, 1, "initiator")]
    assert story["rat"].fallen
    assert [w.name for w in story.one(PairingVoid).initiators] == ["y"]
    assert story.activated == ["x", "y"]


def test_ms_at_21() -> None:
    """MS-MUL-2, MS-CLA-17, MS-AT-21: x defends (9 against 4), y absorbs (2 against Presence 2)."""
    ours, theirs = crew("Ash", *d(10, "a", "b", "look")), crew("Iron", *d(8, "x", "y"))
    story = hall(ours, theirs).do(clash("a > x", "b > y"), respond("x"))
    story = story.do(roll(9, 4), roll(2))
    assert story.fights() == [(9, 4, "initiator"), (2, 2, "unharmed")]
    assert (story["x"].lost, story["x"].acted) == (1, True)
    assert (story["y"].lost, story["y"].acted) == (0, False)


def test_one_by_one() -> None:
    """MS-MUL-1: each pairing has a roll of its own."""
    story = hall().do(clash("d8 > b8", "d6 > rat"), respond("b8, rat"))
    assert story.dice == [("d8", 8), ("b8", 8)]
    assert story.do(roll(1, 1)).dice == [("d6", 6), ("rat", 4)]


# MS-MUL-4


def test_one_roll_meets_all_by_house_rule() -> None:
    """MS-MUL-4 `once_per_clash`: the defender's 6 is compared with 7, 6 and 2."""
    story = hall(defender_rolls="once_per_clash").do(clash("d8, d6, d10 > big"), respond("big"))
    assert story.dice == [("d8", 8), ("big", 10)]
    first = story.do(roll(7, 6))
    assert first.dice == [("d6", 6)]
    done = first.do(roll(6), roll(2))
    assert done.fights() == [(6, 6, "tie"), (2, 6, "defender")]
    assert [f.dice[1].kept for f in done.all(ClashFought)] == [True, True]
    assert (done["big"].lost, done["d10"].lost) == (1, 1)


def test_each_defender_has_a_roll_of_its_own() -> None:
    """MS-MUL-4 `once_per_clash`: one for each defender."""
    story = hall(defender_rolls="once_per_clash")
    story = story.do(clash("d8, d10 > big", "d6 > b8"), respond("big, b8"))
    assert story.do(roll(1, 1)).dice == [("d10", 10)]
    assert story.do(roll(1, 1), roll(1)).dice == [("d6", 6), ("b8", 8)]


def test_an_absorbed_pairing_asks_for_no_roll() -> None:
    """MS-MUL-4 `once_per_clash`, MS-CLA-18 `per_initiator`: absorbing has no roll to share."""
    house = {"defender_rolls": "once_per_clash", "partial_defence": "per_initiator"}
    story = hall(**house).do(clash("d8, d6 > big"), respond("big against d6"))
    assert story.dice == [("d8", 8)]
    assert story.do(roll(1)).dice == [("d6", 6), ("big", 10)]


def test_a_tie_with_a_roll_that_stands() -> None:
    """MS-MUL-4 `once_per_clash`, MS-RES-8 `reroll`: the roll that meets all stands.

    In the first pairing both are rolled again; later only the initiator's die is.
    """
    story = hall(defender_rolls="once_per_clash", ties="reroll")
    story = story.do(clash("d8, d6 > big"), respond("big"), roll(4, 4))
    assert story.dice == [("d8", 8), ("big", 10)]
    first = story.do(roll(5, 3))
    assert first.fights() == [(5, 3, "initiator")]
    tied = first.do(roll(3))
    assert tied.one(RollRepeated).rule == "MS-RES-8"
    assert tied.dice == [("d6", 6)]
    done = tied.do(roll(2))
    assert (done.fights(), done["d6"].lost) == ([(2, 3, "defender")], 1)


def test_one_roll_meets_all_at_once() -> None:
    """MS-MUL-4 `once_per_clash`, MS-MUL-6 `simultaneous`: three meet one defender's die."""
    house = {"defender_rolls": "once_per_clash", "pairing_resolution": "simultaneous"}
    story = hall(**house).do(clash("d8, d6, d10 > big"), respond("big"))
    assert story.dice == [("d8", 8), ("big", 10), ("d6", 6), ("d10", 10)]
    done = story.do(roll(5, 4, 3, 4))
    assert done.fights() == [(5, 4, "initiator"), (3, 4, "defender"), (4, 4, "tie")]


# MS-MUL-5


def test_the_initiating_player_sets_the_order() -> None:
    """MS-MUL-5 `initiating_player`: as typed, or in another order before any roll."""
    story = hall().do(clash("d8 > b8", "d6 > rat"), respond("b8, rat"))
    assert story.asks == ("Throw", "Ash")
    turned = story.do(order("d6 > rat", "d8 > b8"))
    assert turned.one(PairingsOrdered).order == (2, 1)
    assert turned.dice == [("d6", 6), ("rat", 4)]
    assert met(turned.do(roll(1, 1), roll(1, 1))) == ["d6>rat", "d8>b8"]
    assert turned.do(roll(1, 1)).refused(order("d8 > b8", "d6 > rat")) == "MS-MUL-5"


def test_an_order_names_every_pairing() -> None:
    """MS-MUL-5: each once; none that is not there."""
    story = hall().do(clash("d8 > b8", "d6 > rat"), respond("b8, rat"))
    assert story.refused(order("d6 > rat")) == "MS-MUL-5"
    assert story.refused(order("d6 > rat", "d6 > rat")) == "MS-MUL-5"
    assert story.refused(order("d6 > rat", "d8 > big")) == "MS-MUL-5"


def test_the_responding_player_sets_the_order_by_house_rule() -> None:
    """MS-MUL-5 `responding_player`: it is asked; `pass` lets the order stand; then it stands."""
    story = hall(pairing_order="responding_player")
    story = story.do(clash("d8 > b8", "d6 > rat"), respond("b8, rat"))
    assert story.asks == ("Ordering", "Iron")
    turned = story.do(order("d6 > rat", "d8 > b8"))
    assert turned.dice == [("d6", 6), ("rat", 4)]
    assert turned.refused(order("d8 > b8", "d6 > rat")) == "MS-MUL-5"
    assert story.do(passing).dice == [("d8", 8), ("b8", 8)]


def test_the_order_among_the_fallen() -> None:
    """MS-MUL-5 `responding_player`, MS-CLA-11 `finish_off`: theirs are all down."""
    theirs = crew("Gone", member("x", 8, lost=3, out=True), member("y", 8, lost=3, out=True))
    third = crew("Iron", member("on", 8))
    house = {"pairing_order": "responding_player", "target_incapacitated": "finish_off"}
    story = Story(ASH, theirs, third, house=house).do(clash("d8 > x", "d6 > y"))
    assert story.asks == ("Ordering", "Gone")
    assert story.do(passing).dice == [("d8", 8)]


def test_one_pairing_has_no_order() -> None:
    """MS-MUL-5: with a single pairing nobody is asked."""
    story = hall(pairing_order="responding_player").do(clash("d8 > b8"), respond("b8"))
    assert story.asks == ("Throw", "Ash")


def test_the_highest_die_first_by_house_rule() -> None:
    """MS-MUL-5 `highest_die_first`: the initiators' dice d10, d8, d6."""
    story = hall(pairing_order="highest_die_first")
    story = story.do(clash("d8 > big", "d6 > rat", "d10 > b8"), absorb)
    assert met(story.do(roll(1), roll(1), roll(1))) == ["d10>b8", "d8>big", "d6>rat"]
    assert story.refused(order("d6 > rat", "d8 > big", "d10 > b8")) == "MS-MUL-5"


# MS-MUL-6


def test_all_at_once_by_house_rule() -> None:
    """MS-MUL-6 `simultaneous`: all dice on the starting maxima, all damage together.

    Against the d10: 7 beats 4, 5 loses to 10 (not capped at 8 as in MS-AT-19).
    """
    story = hall(pairing_resolution="simultaneous").do(clash("d8, d6 > big"), respond("big"))
    assert story.dice == [("d8", 8), ("big", 10), ("d6", 6), ("big", 10)]
    done = story.do(roll(7, 4, 5, 10))
    assert done.fights() == [(7, 4, "initiator"), (5, 10, "defender")]
    told = [type(e).__name__ for e in done.new]
    assert told[:4] == ["ClashFought", "ClashFought", "HealthLost", "HealthLost"]
    assert (done["big"].lost, done["d6"].lost) == (1, 1)


def test_nothing_is_void_at_once() -> None:
    """MS-MUL-6 `simultaneous`: the second hit on a d4 was rolled; its surplus is lost."""
    story = hall(pairing_resolution="simultaneous").do(clash("d8, d6 > rat"), respond("rat"))
    done = story.do(roll(7, 4, 5, 2))
    assert done.fights() == [(7, 4, "initiator"), (5, 2, "initiator")]
    assert (len(done.all(HealthLost)), len(done.all(MemberIncapacitated))) == (1, 1)
    assert not done.all(PairingVoid)


def test_ties_at_once() -> None:
    """MS-MUL-6 `simultaneous`, MS-RES-8 `reroll`: only the tied pairing is rolled again."""
    house = {"pairing_resolution": "simultaneous", "ties": "reroll"}
    story = hall(**house).do(clash("d8 > b8", "d6 > rat"), respond("b8, rat"), roll(3, 3, 5, 2))
    assert story.dice == [("d8", 8), ("b8", 8)]
    assert not story["rat"].fallen
    assert story.do(roll(4, 1)).fights() == [(4, 1, "initiator"), (5, 2, "initiator")]


def test_presence_at_once() -> None:
    """MS-MUL-6 `simultaneous`, MS-ABS-6: on the starting maxima both meet Presence 2."""
    story = hall(pairing_resolution="simultaneous").do(clash("d8, d6 > b8"), absorb)
    done = story.do(roll(3, 2))
    assert done.fights() == [(3, 2, "harmed"), (2, 2, "unharmed")]
    sequential = hall().do(clash("d8, d6 > b8"), absorb, roll(3), roll(2))
    assert sequential.fights() == [(3, 2, "harmed"), (2, 1, "harmed")]


# MS-MUL-7


def test_a_pairing_without_its_initiator_is_void() -> None:
    """MS-MUL-7: an initiator that is gone: its pairing beside another defender is void."""
    ours = crew("Ash", member("x", 4), member("look", 4))
    story = hall(ours, respond_scope="any_in_area")
    story = story.do(clash("x > b8"), respond("b8", "big beside b8"), roll(1, 8))
    assert story["x"].fallen
    void = story.one(PairingVoid)
    assert ([w.name for w in void.initiators], void.target.name) == (["x"], "big")
    assert story.activated == ["b8", "big"]


RETARGET = hall(void_pairing="retarget")


def test_turning_on_another_by_house_rule() -> None:
    """MS-MUL-7 `retarget`: on an enemy of the Area that already answered, as it answered."""
    story = RETARGET.do(clash("d8 > rat", "d6 > rat", "d10 > b8"), respond("rat, b8"))
    story = story.do(roll(8, 1))
    assert (story.asks, story.offers) == (("Pick", "Ash"), ["b8"])
    turned = story.do(choose("b8"))
    assert turned.one(PairingRetargeted).target.name == "b8"
    assert turned.dice == [("d6", 6), ("b8", 8)]
    assert met(turned.do(roll(3, 1), roll(1, 2))) == ["d6>b8", "d10>b8"]


def test_turning_on_an_absorber() -> None:
    """MS-MUL-7 `retarget`: an enemy that absorbs goes on absorbing."""
    story = RETARGET.do(clash("d8 > rat", "d6 > rat", "d10 > b8"), respond("rat"), roll(8, 1))
    turned = story.do(choose("b8"))
    assert turned.dice == [("d6", 6)]
    assert turned.do(roll(3)).fights() == [(3, 2, "harmed")]


def test_not_turning_on_another() -> None:
    """MS-MUL-7 `retarget`: declined, the pairing is void; nobody who did not answer is offered."""
    story = RETARGET.do(clash("d8 > rat", "d6 > rat", "d10 > b8"), respond("rat, b8"), roll(8, 1))
    assert story.refused(choose("big")) == "MS-MUL-7"
    void = story.do(no)
    assert void.one(PairingVoid).pairing == 2
    assert void.dice == [("d10", 10), ("b8", 8)]


def test_nobody_is_left_to_turn_on() -> None:
    """MS-MUL-7 `retarget`: without another who answered the pairing is void."""
    story = RETARGET.do(clash("d8, d6 > rat"), respond("rat"), roll(8, 1))
    assert story.one(PairingVoid).pairing == 2


def test_a_target_whose_own_initiator_fell_may_be_turned_on() -> None:
    """MS-MUL-7 `retarget`: b8 answered and stands; that its own pairing is over does not matter."""
    ours = crew("Ash", member("x", 4), *d(8, "y", "z"), member("look", 4))
    story = hall(ours, void_pairing="retarget")
    story = story.do(clash("x > b8", "y > rat", "z > rat"), respond("b8, rat"))
    story = story.do(roll(1, 8), roll(8, 1))
    assert story.offers == ["b8"]


def test_a_void_pairing_leaves_its_initiator_by_house_rule() -> None:
    """MS-MUL-7 `uncommitted`: it stays unactivated."""
    story = hall(void_pairing="uncommitted").do(clash("d8, d6 > rat"), respond("rat"), roll(8, 1))
    assert story.all(PairingVoid)
    assert story.activated == ["d8"]
    assert "d6" in story.ready


@pytest.mark.parametrize("rule", ["wasted", "retarget", "uncommitted"])
def test_an_absorber_that_falls_voids_too(rule: str) -> None:
    """MS-MUL-7: whoever the target, a pairing against the fallen is void."""
    story = hall(void_pairing=rule).do(clash("d8, d6 > rat"), absorb, roll(8))
    assert [v.pairing for v in story.all(PairingVoid)] == [2]


def test_a_defender_is_activated_once() -> None:
    """MS-MUL-3, MS-CLA-22: three pairings, one activation."""
    story = hall().do(clash("d8, d6, d10 > big"), respond("big"))
    story = story.do(roll(1, 1), roll(1, 1), roll(1, 1))
    assert story.activated == ["d8", "d6", "d10", "big"]
