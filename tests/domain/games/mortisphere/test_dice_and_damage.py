"""Chapter 8: dice and damage. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.resolve import DieShown
from domain.games.mortisphere.throwing import RollRepeated
from tests.story import Cast, Story, absorb, clash, crew, d, member, respond, roll, ruling


def duel(ours: Cast | int, theirs: Cast | int, **house: str) -> Story:
    """Two members, one initiating against the other, who defends; others look on."""
    first = member("Sura", ours) if isinstance(ours, int) else ours
    second = member("Nine", theirs) if isinstance(theirs, int) else theirs
    crews = crew("Ash", first, member("a2", 6)), crew("Iron", second, member("b2", 6))
    return Story(*crews, house=house).do(clash("Sura > Nine"), respond("Nine"))


def hurt(die: int, lost: int, health: int = 0, name: str = "Nine") -> Cast:
    """A member with lost Health."""
    return member(name, die, health=health, lost=lost)


def dice(story: Story) -> list[DieShown]:
    """The dice of the pairing just fought, ours before theirs."""
    return list(story.one(ClashFought).dice)


def test_ms_at_01() -> None:
    """MS-RES-4, MS-RES-5, MS-DMG-1, MS-AT-01: d6 5, d10 3: the d10 loses 1; maximum 8."""
    story = duel(6, 10).do(roll(5, 3))
    assert story.fights() == [(5, 3, "initiator")]
    assert (story["Nine"].lost, story["Sura"].lost, story.maximum("Nine")) == (1, 0, 8)
    assert story["Nine"].die == 10
    assert story.activated == ["Sura", "Nine"]


def test_ms_at_02() -> None:
    """MS-HEA-1, -3, MS-DMG-2 to -4, MS-AT-02: a d10 of 3 Health: 10, 8, 6, 4; out at 3 lost."""
    maxima, story = [], duel(20, 10).do(roll(1, 1))
    for _ in range(3):
        maxima.append(story.maximum("Nine"))
        story = story.do(ruling("Nine loses 1"))
    assert maxima == [10, 8, 6]
    assert story.one(HealthLost).maximum_roll == 4
    assert (story["Nine"].fallen, story["Nine"].die) == (True, 10)


def test_ms_at_03() -> None:
    """MS-RES-6, MS-AT-03: a d4's 3 beats a d20's 2; the d20's maximum is 18."""
    story = duel(4, 20).do(roll(3, 2))
    assert (story["Nine"].lost, story.maximum("Nine")) == (1, 18)


def test_ms_at_04() -> None:
    """MS-RES-9 `always`, MS-AT-04: a defending d4's 2 beats the d12's 1: the d12 loses 1."""
    story = duel(12, 4).do(roll(1, 2))
    assert story.fights() == [(1, 2, "defender")]
    assert (story["Sura"].lost, story.maximum("Sura"), story["Nine"].lost) == (1, 10, 0)


def test_a_defender_does_no_harm_by_house_rule() -> None:
    """MS-RES-9 `never`: the defender wins and harms nobody; both have acted."""
    story = duel(12, 4, responder_deals_damage="never").do(roll(1, 2))
    assert story.fights() == [(1, 2, "defender")]
    assert not story.all(HealthLost)
    assert story.activated == ["Sura", "Nine"]


def test_an_initiator_harms_all_the_same() -> None:
    """MS-RES-9 `never`: only the defender's win is without harm."""
    assert duel(12, 4, responder_deals_damage="never").do(roll(3, 2))["Nine"].fallen


def test_between_opposing_forces() -> None:
    """MS-RES-1 to MS-RES-3: each pairing is one roll: the initiator's die, then the defender's."""
    assert duel(6, 10).dice == [("Sura", 6), ("Nine", 10)]


@pytest.mark.parametrize("faces", [(7, 3), (5, 11), (0, 3), (5,), (5, 3, 1), ()])
def test_a_die_shows_only_its_faces(faces: tuple[int, ...]) -> None:
    """MS-RES-3: a d6 shows 1 to 6, a d10 1 to 10; as many faces as dice."""
    rule = "MS-RES-3" if faces else "MS-EVT-4"
    assert duel(6, 10).refused(roll(*faces)) == rule


# MS-DMG-6


def test_ms_at_05() -> None:
    """MS-DMG-6 `clamp`, MS-AT-05: a d10 with 1 lost shows 9: it counts as 8."""
    story = duel(6, hurt(10, 1)).do(roll(1, 9))
    assert [(x.natural, x.maximum, x.capped, x.final) for x in dice(story)] == [
        (1, 6, 1, 1),
        (9, 8, 8, 8),
    ]


def test_ms_at_06() -> None:
    """MS-DMG-6 `reroll`, MS-AT-06: 9, 10, 4 of a d10 with 1 lost gives 4."""
    story = duel(6, hurt(10, 1), lost_health_cap="reroll").do(roll(1, 9))
    assert story.one(RollRepeated).rule == "MS-DMG-6"
    assert story.dice == [("Nine", 10)]
    again = story.do(roll(10))
    assert again.dice == [("Nine", 10)]
    done = again.do(roll(4))
    assert [(x.natural, x.before, x.capped) for x in dice(done)] == [(1, (), 1), (4, (9, 10), 4)]
    assert done.fights() == [(1, 4, "defender")]


def test_ms_at_06_typed_at_once() -> None:
    """MS-DMG-6 `reroll`, MS-AT-06: the same, told in one line; a face that stands stays."""
    story = duel(6, hurt(10, 1), lost_health_cap="reroll")
    assert story.do(roll(1, "4r9r10")).fights() == [(1, 4, "defender")]
    assert story.refused(roll(1, "4r8")) == "MS-RES-7"
    assert story.refused(roll("2r6", 4)) == "MS-RES-7"


def test_ms_at_07() -> None:
    """MS-DMG-6 `reroll_once`, MS-AT-07: 9, then 10: it counts as 8; a third roll is refused."""
    story = duel(6, hurt(10, 1), lost_health_cap="reroll_once")
    assert story.do(roll(1, 9), roll(10)).fights() == [(1, 8, "defender")]
    assert story.do(roll(1, "3r9")).fights() == [(1, 3, "defender")]
    assert story.refused(roll(1, "3r10r9")) == "MS-RES-7"


def test_ms_at_08() -> None:
    """MS-DMG-6 `uniform`, MS-AT-08: a d10 with 1 lost rolls 1 to 8, evenly."""
    story = duel(6, hurt(10, 1), lost_health_cap="uniform")
    assert story.dice == [("Sura", 6), ("Nine", 8)]
    assert story.refused(roll(1, 9)) == "MS-RES-3"
    assert [x.capped for x in dice(story.do(roll(1, 8)))] == [1, 8]


def test_two_dice_above_their_maxima() -> None:
    """MS-DMG-6 `reroll`: each die is rolled again by itself; the other stands."""
    both = hurt(8, 1, name="Sura"), hurt(10, 1)
    story = duel(*both, lost_health_cap="reroll").do(roll(7, 9))
    assert story.dice == [("Sura", 8), ("Nine", 10)]
    assert story.do(roll(5, 10)).dice == [("Nine", 10)]
    assert story.do(roll(5, 10), roll(2)).fights() == [(5, 2, "initiator")]


def test_an_absorbed_attack_is_rolled_again_too() -> None:
    """MS-DMG-6 `reroll`: the initiating die "rolls normally", and so does its re-roll."""
    crews = crew("Ash", hurt(10, 1, name="Sura"), member("a2", 6)), crew("Iron", *d(20, "b", "c"))
    story = Story(*crews, house={"lost_health_cap": "reroll"}).do(clash("Sura > b"), absorb)
    assert story.do(roll(10), roll(4)).fights() == [(4, 3, "harmed")]


# MS-DMG-7


def test_ms_at_09() -> None:
    """MS-DMG-7 `two`, MS-AT-09: a d4 with 3 lost: maximum 2, so that a 4 counts as 2."""
    captain = member("Nine", 4, health=2, lost=2, captain=True)
    story = duel(6, captain).do(ruling("Nine loses 1"))
    assert (story["Nine"].lost, story["Nine"].strain) == (2, 1)
    assert story.maximum("Nine") == 2
    assert [x.capped for x in dice(story.do(roll(1, 4)))] == [1, 2]


@pytest.mark.parametrize(
    ("rule", "die", "lost", "maximum"),
    [("two", 4, 1, 2), ("two", 6, 2, 2), ("one", 4, 1, 2), ("one", 6, 2, 2), ("one", 8, 3, 2)],
)
def test_the_floor_is_met_from_above(rule: str, die: int, lost: int, maximum: int) -> None:
    """MS-DMG-7: steps of 2 reach 2 from every die before any floor counts."""
    assert (
        duel(20, hurt(die, lost, health=lost + 1), max_roll_floor=rule).maximum("Nine") == maximum
    )


@pytest.mark.parametrize(("rule", "maximum"), [("two", 2), ("one", 1)])
def test_the_floor(rule: str, maximum: int) -> None:
    """MS-DMG-7 `two`, `one`: a d6 with 3 lost (a maximum of 0) shows 2, or 1."""
    story = duel(20, hurt(6, 3, health=4), max_roll_floor=rule)
    assert story.maximum("Nine") == maximum
    assert dice(story.do(roll(20, 6)))[1].capped == maximum


def test_no_maximum_no_unit_by_house_rule() -> None:
    """MS-DMG-7 `incapacitate_at_zero`: a d6 that has lost its third Health of 4 is out."""
    story = duel(20, hurt(6, 2, health=4), max_roll_floor="incapacitate_at_zero").do(roll(20, 1))
    assert story["Nine"].lost == 3
    assert story.one(MemberIncapacitated).member.name == "Nine"
    assert duel(20, hurt(6, 2, health=4)).do(roll(20, 1))["Nine"].active


def test_one_face_is_left() -> None:
    """MS-DMG-6 `uniform` with MS-DMG-7 `one`: at maximum 1 the die is thrown and shows 1."""
    story = duel(6, hurt(4, 2, health=3), lost_health_cap="uniform", max_roll_floor="one")
    assert story.dice == [("Sura", 6), ("Nine", 1)]
    assert story.refused(roll(1, 2)) == "MS-RES-3"
    assert story.do(roll(2, 1)).fights() == [(2, 1, "initiator")]


def test_one_face_is_left_to_sealed_dice() -> None:
    """MS-DMG-6 `uniform`, MS-DMG-7 `one`, `dice.md`: sealed dice throw no die of one face."""
    crews = (
        crew("Ash", member("Sura", 6), member("a2", 6)),
        crew("Iron", hurt(4, 2, health=3), member("b2", 6)),
    )
    house = {"lost_health_cap": "uniform", "max_roll_floor": "one"}
    story = Story(*crews, house=house, seed=bytes(range(32)).hex())
    story = story.do(clash("Sura > Nine"), respond("Nine"))
    fought = story.do(story.thrown()).one(ClashFought)
    assert [x.natural for x in fought.dice] == [6, 1]  # roll 1 of the solo vector begins with d6 6
    assert fought.place == 1


# MS-RES-8


def test_ms_at_10() -> None:
    """MS-RES-8 `both_survive`, MS-AT-10: 6 against 6: nobody is harmed, both have acted."""
    story = duel(8, 8).do(roll(6, 6))
    assert story.fights() == [(6, 6, "tie")]
    assert (story["Sura"].lost, story["Nine"].lost) == (0, 0)
    assert story.activated == ["Sura", "Nine"]


def test_ms_at_11() -> None:
    """MS-RES-8 `both_lose`, MS-AT-11: 6 against 6: 1 Health each."""
    story = duel(8, 8, ties="both_lose").do(roll(6, 6))
    assert story.fights() == [(6, 6, "tie")]
    assert (story["Sura"].lost, story["Nine"].lost) == (1, 1)


@pytest.mark.parametrize(
    ("ties", "outcome", "lost"),
    [("initiator", "initiator", (0, 1)), ("responder", "defender", (1, 0))],
)
def test_equal_results_are_won_by_house_rule(
    ties: str, outcome: str, lost: tuple[int, int]
) -> None:
    """MS-RES-8 `initiator`, `responder`: one side wins equal results."""
    story = duel(8, 8, ties=ties).do(roll(6, 6))
    assert story.fights() == [(6, 6, outcome)]
    assert (story["Sura"].lost, story["Nine"].lost) == lost


def test_equal_results_are_rolled_again_by_house_rule() -> None:
    """MS-RES-8 `reroll`: both dice, until one is higher; the record keeps the first faces."""
    story = duel(8, 8, ties="reroll").do(roll(6, 6))
    assert story.one(RollRepeated).rule == "MS-RES-8"
    assert story.dice == [("Sura", 8), ("Nine", 8)]
    assert story.refused(roll(4)) == "MS-RES-3"
    done = story.do(roll(2, 2), roll(5, 3))
    assert done.fights() == [(5, 3, "initiator")]
    assert [x.before for x in dice(done)] == [(6, 2), (6, 2)]


def test_a_tie_after_capping_is_a_tie() -> None:
    """MS-RES-8 `reroll`, MS-DMG-6: a capped 8 and an 8 are equal results."""
    story = duel(8, hurt(10, 1), ties="reroll").do(roll(8, 10))
    assert story.dice == [("Sura", 8), ("Nine", 10)]
    assert story.do(roll(1, 9)).fights() == [(1, 8, "defender")]


def test_a_tie_within_re_rolls() -> None:
    """MS-RES-8 `reroll` with MS-DMG-6 `reroll_once`: each new roll may be rolled again once."""
    house = {"ties": "reroll", "lost_health_cap": "reroll_once"}
    story = duel(8, hurt(10, 1), **house).do(roll(3, 9))
    assert story.dice == [("Nine", 10)]
    tied = story.do(roll(3))
    assert tied.dice == [("Sura", 8), ("Nine", 10)]
    assert tied.do(roll(4, 10)).dice == [("Nine", 10)]
    done = tied.do(roll(4, 10), roll(9))
    assert done.fights() == [(4, 8, "defender")]
    assert [x.before for x in dice(done)] == [(3,), (9, 3, 10)]


def test_a_tie_that_nothing_can_end_stands() -> None:
    """MS-RES-8 `reroll`, MS-DMG-7 `one`: two dice that can only show 1 are not rolled for ever."""
    both = hurt(4, 2, health=3, name="Sura"), hurt(4, 2, health=3)
    story = duel(*both, ties="reroll", max_roll_floor="one").do(roll(3, 2))
    assert story.fights() == [(1, 1, "tie")]
    assert not story.all(HealthLost)


# MS-DMG-5


@pytest.mark.parametrize(("faces", "lost"), [((6, 2), 1), ((7, 2), 2), ((11, 2), 2), ((12, 2), 3)])
def test_a_wide_margin_costs_more_by_house_rule(faces: tuple[int, int], lost: int) -> None:
    """MS-DMG-5 `margin_5`, MS-GEN-5: 1, and 1 more for every full 5 of the margin: 4, 5, 9, 10."""
    assert duel(20, 12, damage_per_win="margin_5").do(roll(*faces))["Nine"].lost == lost
    assert duel(20, 12).do(roll(*faces))["Nine"].lost == 1  # `one`


def test_the_margin_is_of_results() -> None:
    """MS-DMG-5 `margin_5`, MS-DMG-6: a capped 8 beats 3 by 5, a capped 6 by 3."""
    assert duel(hurt(10, 1, name="Sura"), 12, damage_per_win="margin_5").do(roll(10, 3))[
        "Nine"
    ].lost == 2  # fmt: skip
    assert duel(hurt(10, 2, name="Sura"), 12, damage_per_win="margin_5").do(roll(10, 3))[
        "Nine"
    ].lost == 1  # fmt: skip


@pytest.mark.parametrize(
    ("ours", "theirs", "lost"),
    [(10, 8, 1), (12, 8, 2), (10, 6, 2), (20, 10, 2), (20, 12, 1), (6, 20, 1)],
)
def test_a_larger_die_costs_more_by_house_rule(ours: int, theirs: int, lost: int) -> None:
    """MS-DMG-5 `die_step`: 2 if the winner's die is two or more steps larger."""
    assert duel(ours, theirs, damage_per_win="die_step").do(roll(6, 1))["Nine"].lost == lost


def test_a_defender_wins_by_the_same_rule() -> None:
    """MS-DMG-5 `die_step`, MS-RES-9: the winning defender is two steps larger."""
    assert duel(8, 12, damage_per_win="die_step").do(roll(1, 6))["Sura"].lost == 2


@pytest.mark.parametrize(("house", "lost"), [("one", 1), ("margin_5", 1), ("die_step", 2)])
def test_what_an_absorber_loses(house: str, lost: int) -> None:
    """MS-DMG-5, MS-ABS-4: a d20's hit on a d8: no roll to take a margin from; two steps larger."""
    crews = crew("Ash", *d(20, "a1", "a2")), crew("Iron", *d(8, "b1", "b2"))
    story = Story(*crews, house={"damage_per_win": house}).do(clash("a1 > b1"), absorb, roll(20))
    assert story["b1"].lost == lost


def test_surplus_is_lost() -> None:
    """MS-DMG-9: beyond 0 Health nothing is taken: 2 of a d6's 2, not 3."""
    story = duel(20, 6, damage_per_win="margin_5").do(roll(20, 1))
    assert (story.one(HealthLost).amount, story["Nine"].lost) == (2, 2)


def test_damage_comes_at_once() -> None:
    """MS-DMG-9: loss, then incapacitation, before anybody is activated."""
    story = duel(20, 4).do(roll(20, 1))
    told = [type(e).__name__ for e in story.new]
    assert told[:3] == ["ClashFought", "HealthLost", "MemberIncapacitated"]
    assert story.activated == ["Sura"]


# MS-RES-7, MS-DMG-8 and modifiers are in test_effects.py.
