"""Chapter 12: Swarms. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.clash import ClashDeclared, Strike
from domain.games.mortisphere.health import HealthLost, MemberIncapacitated
from domain.games.mortisphere.pairing import ClashFought, PairingVoid
from domain.games.mortisphere.swarm import BlowsGiven
from tests.story import (
    Cast,
    CastCrew,
    Story,
    absorb,
    choose,
    clash,
    crew,
    d,
    hold,
    member,
    respond,
    roll,
)

PACK = crew("Pack", *d(4, "a", "b", "c"), member("look", 6))
LONE = crew("Lone", member("big", 12), member("on", 6))
SWARM = clash("swarm a, b, c > big")


def tough(die: int, *names: str, health: int = 2) -> tuple[Cast, ...]:
    """Members of one die with more Health than it gives."""
    return tuple(member(name, die, health=health) for name in names)


def hall(ours: CastCrew = PACK, theirs: CastCrew = LONE, /, **house: str) -> Story:
    """Both crews in the Hall."""
    return Story(ours, theirs, house=house)


def defended(*faces: int, ours: CastCrew = PACK, **house: str) -> Story:
    """The Swarm of a, b, c against a defending d12."""
    return hall(ours, **house).do(SWARM, respond("big"), roll(*faces))


def struck(story: Story) -> int:
    """How many members the opponent strikes."""
    fight = story.one(ClashFought)
    return fight.blows + fight.guard_blows


def test_three_identical_dice_may_be_a_swarm() -> None:
    """MS-SWA-1, MS-SWA-2: may, not must: the same three may strike each for itself."""
    assert len(hall().do(SWARM, respond("big")).dice) == 4
    apart = hall().do(clash("a, b, c > big"), respond("big"))
    assert apart.dice == [("a", 4), ("big", 12)]


def test_ms_at_31() -> None:
    """MS-SWA-1, MS-AT-31: two identical dice are no Swarm."""
    assert hall().refused(clash("swarm a, b > big")) == "MS-SWA-1"


def test_ms_at_27() -> None:
    """MS-SWA-7 to MS-SWA-9, MS-AT-27: 1+1+4 = 6 beats 4; 4 is not above the best die: no blow."""
    story = defended(1, 1, 4, 4)
    assert story.fights() == [(6, 4, "initiator")]
    assert (story["big"].lost, struck(story)) == (1, 0)


def test_a_swarm_is_told() -> None:
    """A sentence begins with a capital letter, and three names have one comma."""
    story = defended(1, 1, 4, 4)
    assert story.one(ClashDeclared).told() == (
        "Pack initiates a Clash in the Granary Hall: the Swarm of a, b and c against big."
    )
    assert story.one(ClashFought).told() == (
        "The Swarm of a, b and c against big:"
        " 6 against 4, the Swarm of a, b and c wins (a d4 1; b d4 1; c d4 4; big d12 4)."
    )


def test_ms_at_28() -> None:
    """MS-SWA-8 `double_result`, MS-AT-28: 2+2+4 = 8 is double 4: an overrun, 2 Health."""
    story = defended(2, 2, 4, 4)
    assert (story["big"].lost, story.one(ClashFought).overrun, struck(story)) == (2, True, 0)


def test_no_overrun_by_house_rule() -> None:
    """MS-SWA-8 `never`: 8 against 4 costs 1."""
    story = defended(2, 2, 4, 4, swarm_overrun="never")
    assert (story["big"].lost, story.one(ClashFought).overrun) == (1, False)


def test_ms_at_29() -> None:
    """MS-SWA-9 `blows`, MS-AT-29: 4+4+2 = 10 beats 9; 9 // 4 - 1 = 1 blow."""
    story = defended(4, 4, 2, 9)
    assert story.fights() == [(10, 9, "initiator")]
    assert (story["big"].lost, struck(story)) == (1, 1)
    assert (story.asks, story.offers) == (("Pick", "Pack"), ["a", "b", "c"])


def test_ms_at_30() -> None:
    """MS-SWA-9 `blows`, MS-AT-30: 1+2+1 = 4 against 11: 11 // 4 = 2 blows."""
    story = defended(1, 2, 1, 11)
    assert story.fights() == [(4, 11, "defender")]
    assert (story["big"].lost, struck(story)) == (0, 2)


def test_ms_at_30b() -> None:
    """MS-SWA-9, MS-RES-8, MS-AT-30b: 9 against 9: nobody is harmed."""
    story = defended(3, 3, 3, 9)
    assert story.fights() == [(9, 9, "tie")]
    assert (struck(story), story.all(HealthLost)) == (0, [])


def test_ms_at_30c() -> None:
    """MS-SWA-9 `blows`, MS-AT-30c: 2+3+4 = 9 beats 5; 5 // 4 - 1 = 0, but at least 1 blow."""
    story = defended(2, 3, 4, 5)
    assert story.fights() == [(9, 5, "initiator")]
    assert (story["big"].lost, struck(story)) == (1, 1)


def test_ms_at_32() -> None:
    """MS-SWA-8, MS-AT-32: 12 against an absorbing d20 (Presence 3): 1 Health, no blows."""
    theirs = crew("Lone", member("big", 20), member("on", 6))
    story = hall(PACK, theirs).do(SWARM, absorb, roll(4, 4, 4))
    assert story.fights() == [(12, 3, "harmed")]
    assert (story["big"].lost, struck(story), story["big"].acted) == (1, 0, False)


def test_a_swarm_against_presence_is_its_sum() -> None:
    """MS-SWA-8, MS-ABS-4: a sum of 3 is not above Presence 3; a Swarm has no highest face."""
    story = hall().do(SWARM, absorb, roll(1, 1, 1))
    assert story.fights() == [(3, 3, "unharmed")]


def test_all_members_have_acted() -> None:
    """MS-SWA-15: all members of the Swarm are committed."""
    assert defended(1, 1, 4, 4).activated == ["a", "b", "c", "big"]


def test_each_die_is_capped_by_its_own_maximum() -> None:
    """MS-SWA-7 `sum`: two d8 and a d8 with 1 lost (maximum 6): 8 + 8 + 6."""
    ours = crew("Pack", *d(8, "a", "b"), member("c", 8, lost=1), member("look", 6))
    assert hall(ours).do(SWARM, respond("big"), roll(8, 8, 8, 1)).fights()[0][0] == 22


# MS-SWA-3, MS-SWA-4


def test_the_weak_threaten_the_great() -> None:
    """MS-SWA-3, MS-SWA-4: three d4 wound a d20 and are struck for it; it may destroy them all."""
    theirs = crew("Lone", member("big", 20), member("on", 6))
    won = hall(PACK, theirs).do(SWARM, respond("big"), roll(4, 4, 4, 11))
    assert (won["big"].lost, struck(won)) == (1, 1)  # 11 // 4 - 1
    lost = hall(PACK, theirs).do(SWARM, respond("big"), roll(4, 4, 3, 12))
    assert struck(lost) == 3  # 12 // 4
    assert {e.member.name for e in lost.all(MemberIncapacitated)} == {"a", "b", "c"}


# MS-SWA-5

MIXED = crew(
    "Pack",
    member("s6", 6),
    member("m6", 6, "machine"),
    member("t6", 6, "creature"),
    member("u6", 6, health=3, lost=1),
    member("d4", 4),
    member("e4", 4),
)


@pytest.mark.parametrize(
    ("rule", "names", "refused"),
    [
        ("existence_die", "s6, m6, u6", ""),
        ("existence_die", "s6, d4, e4", "MS-SWA-5"),
        ("die_and_type", "s6, m6, u6", "MS-SWA-5"),
        ("die_and_type", "s6, m6, t6", "MS-SWA-5"),
        ("current_max", "u6, d4, e4", ""),
        ("current_max", "s6, m6, u6", "MS-SWA-5"),
    ],
)
def test_identical_in_what(rule: str, names: str, refused: str) -> None:
    """MS-SWA-5: die; die and type; current maximum (a d6 with 1 lost shows 4, as a d4 does)."""
    story = hall(MIXED, swarm_identical=rule)
    line = clash(f"swarm {names} > big")
    assert story.accepts(line) if not refused else story.refused(line) == refused


def test_die_and_type_alike() -> None:
    """MS-SWA-5 `die_and_type`: three survivors of one die are alike."""
    assert hall(swarm_identical="die_and_type").accepts(SWARM)


def test_a_mixed_swarm_has_its_largest_die() -> None:
    """MS-SWA-5 `current_max`, MS-SWA-9: d6, d4, d4: 11 // 6 = 1 blow."""
    story = hall(MIXED, swarm_identical="current_max")
    story = story.do(clash("swarm u6, d4, e4 > big"), respond("big"), roll(1, 2, 1, 11))
    assert struck(story) == 1


# MS-SWA-6


def test_a_swarm_has_one_target_and_one_area() -> None:
    """MS-SWA-6, MS-CLA-2: one crew, one die, one target, one Area."""
    assert hall().refused(clash("swarm a, b, c > big, on")) == "MS-CLA-8"
    apart = crew("Pack", *d(4, "a", "b"), member("c", 4, at="well"))
    assert hall(apart).refused(SWARM) == "MS-CLA-2"
    assert hall().refused(clash("swarm a, a, a > big")) == "MS-CLA-8"


def test_several_swarms_and_others_share_a_clash() -> None:
    """MS-SWA-6: two Swarms and a member outside them; each Swarm has one pairing."""
    ours = crew("Pack", *d(4, "a", "b", "c"), *d(6, "x", "y", "z"), member("solo", 8))
    story = hall(ours).do(clash("swarm a, b, c > big", "swarm x, y, z > big", "solo > on"), absorb)
    first = story.do(roll(1, 1, 2))
    assert [(f.swarm, len(f.initiators)) for f in first.all(ClashFought)] == [(True, 3)]
    done = first.do(roll(2, 2, 2), roll(1))
    assert done.activated == ["a", "b", "c", "x", "y", "z", "solo"]


def test_a_swarm_stays_one_though_it_shrinks() -> None:
    """MS-SWA-6, MS-CLA-16 `any_in_area`: struck down to one, it still fights on as a Swarm.

    Against big 1+1+1 against 8: 8 // 4 = 2 blows; then c alone against on.
    """
    story = hall(respond_scope="any_in_area").do(SWARM, respond("big", "on beside big"))
    story = story.do(roll(1, 1, 1, 8), choose("a", "b"))
    assert story.dice == [("c", 4), ("on", 6)]
    last = story.do(roll(3, 2)).one(ClashFought)
    assert (last.swarm, last.initiator_result, str(last.outcome)) == (True, 3, "initiator")


# MS-SWA-7


def test_the_best_die_by_house_rule() -> None:
    """MS-SWA-7 `best_plus`: the best die and 1 for each member: 4 + 3 = 7."""
    assert defended(1, 2, 4, 6, swarm_roll="best_plus").fights() == [(7, 6, "initiator")]


def test_the_opponent_rolls_once_by_house_rule() -> None:
    """MS-SWA-7 `shared_opponent_roll`: members stay separate, one roll of 3 meets them all."""
    story = hall(swarm_roll="shared_opponent_roll").do(SWARM, respond("big"))
    assert story.dice == [("a", 4), ("big", 12)]
    first = story.do(roll(4, 3))
    assert first.dice == [("b", 4)]
    done = first.do(roll(3), roll(2))
    assert done.fights() == [(3, 3, "tie"), (2, 3, "defender")]
    assert (done["big"].lost, done["c"].fallen) == (1, True)
    assert done.activated == ["a", "b", "big"]


def test_two_swarms_meet_two_rolls() -> None:
    """MS-SWA-7 `shared_opponent_roll`: the opponent rolls once for each Swarm, and for others."""
    ours = crew("Pack", *d(4, "a", "b", "c"), *d(6, "x", "y", "z"), member("solo", 8))
    house = {"swarm_roll": "shared_opponent_roll", "pairing_resolution": "simultaneous"}
    story = hall(ours, **house)
    story = story.do(
        clash("swarm a, b, c > big", "swarm x, y, z > big", "solo > big"), respond("big")
    )
    names = [name for name, _ in story.dice]
    assert names == ["a", "big", "b", "c", "x", "big", "y", "z", "solo", "big"]
    done = story.do(roll(4, 2, 1, 2, 5, 6, 6, 1, 7, 8))
    assert done.fights() == [
        (4, 2, "initiator"), (1, 2, "defender"), (2, 2, "tie"),
        (5, 6, "defender"), (6, 6, "tie"), (1, 6, "defender"),
        (7, 8, "defender"),
    ]  # fmt: skip


def test_once_for_all_of_the_clash() -> None:
    """MS-MUL-4 `once_per_clash` is wider than MS-SWA-7 `shared_opponent_roll`: one roll in all."""
    ours = crew("Pack", *d(4, "a", "b", "c"), member("solo", 8))
    house = {
        "swarm_roll": "shared_opponent_roll",
        "pairing_resolution": "simultaneous",
        "defender_rolls": "once_per_clash",
    }
    story = hall(ours, **house).do(clash("swarm a, b, c > big", "solo > big"), respond("big"))
    assert [name for name, _ in story.dice] == ["a", "big", "b", "c", "solo"]


def test_separate_members_against_an_absorber() -> None:
    """MS-SWA-7 `shared_opponent_roll`: each meets Presence for itself; 4 is a d4's best face."""
    story = hall(swarm_roll="shared_opponent_roll").do(SWARM, absorb)
    done = story.do(roll(3), roll(4), roll(3))
    assert done.fights() == [(3, 3, "unharmed"), (4, 3, "harmed"), (3, 2, "harmed")]


def test_no_swarms_by_house_rule() -> None:
    """MS-SWA-7 `disabled`: neither of initiators nor of responders."""
    assert hall(swarm_roll="disabled").refused(SWARM) == "MS-SWA-7"
    story = hall(LONE, PACK, swarm_roll="disabled").do(clash("big > a", "on > b"))
    assert story.refused(respond("swarm a, b, c")) in ("MS-SWA-7", "MS-SWA-11")


# MS-SWA-9

LOSSES = [
    # faces of the Swarm and the defender, then Health lost under blows, loser_only, individual
    ((1, 2, 1, 11), (2, 2, 3)),  # lost: 11 // 4; all below 11
    ((4, 1, 1, 7), (1, 1, 3)),  # lost: 7 // 4 = 1; all below 7
    ((4, 4, 2, 9), (1, 0, 0)),  # won: 9 // 4 - 1; won; won
    ((1, 1, 4, 4), (0, 0, 0)),  # won; 4 is not above the best die
]


@pytest.mark.parametrize(("faces", "lost"), LOSSES)
@pytest.mark.parametrize("rule", ["blows", "loser_only", "individual"])
def test_what_the_opponent_does(faces: tuple[int, ...], lost: tuple[int, ...], rule: str) -> None:
    """MS-SWA-9: blows win or lose; only to a loser; or to each that is lower."""
    wanted = lost[["blows", "loser_only", "individual"].index(rule)]
    story = defended(*faces, swarm_losses=rule)
    fight = story.one(ClashFought)
    assert fight.blows + len(fight.struck) == wanted


def test_individual_losses_are_blows_on_all_the_lower_dice() -> None:
    """MS-SWA-9 `individual`: 2+1+1 = 4 loses to 5: each member is below 5 and loses 1 Health."""
    ours = crew("Pack", *tough(4, "a", "b", "c"), member("look", 6))
    story = defended(2, 1, 1, 5, ours=ours, swarm_losses="individual")
    assert [w.name for w in story.one(ClashFought).struck] == ["a", "b", "c"]
    assert [(e.member.name, e.amount) for e in story.all(HealthLost)] == [
        ("a", 1),
        ("b", 1),
        ("c", 1),
    ]
    assert story.asks == ("Turn", "Lone")


def test_a_swarm_that_wins_equal_results() -> None:
    """MS-SWA-9, MS-RES-8 `initiator`: with a winner it is no tie: 9 // 4 - 1 = 1 blow."""
    story = defended(3, 3, 3, 9, ties="initiator")
    assert story.fights() == [(9, 9, "initiator")]
    assert (story["big"].lost, struck(story)) == (1, 1)


def test_a_swarm_that_loses_equal_results() -> None:
    """MS-SWA-9, MS-RES-8 `responder`: 9 // 4 = 2 blows."""
    story = defended(3, 3, 3, 9, ties="responder")
    assert story.fights() == [(9, 9, "defender")]
    assert (story["big"].lost, struck(story)) == (0, 2)


def test_a_swarm_whose_tie_harms_both() -> None:
    """MS-RES-8 `both_lose`: the defender loses 1, and one member of the Swarm."""
    story = defended(3, 3, 3, 9, ties="both_lose")
    assert (story["big"].lost, struck(story)) == (1, 1)
    assert story.do(choose("b"))["b"].fallen


def test_a_swarms_tie_is_rolled_again() -> None:
    """MS-RES-8 `reroll`: all its dice and the defender's."""
    story = defended(3, 3, 3, 9, ties="reroll")
    assert [name for name, _ in story.dice] == ["a", "b", "c", "big"]
    assert story.do(roll(1, 1, 1, 2)).fights() == [(3, 2, "initiator")]


def test_no_blows_where_responders_do_no_harm() -> None:
    """MS-RES-9 `never`: the defender neither wins Health nor strikes, win or lose."""
    for faces in ((1, 2, 1, 11), (4, 4, 2, 9)):
        story = defended(*faces, responder_deals_damage="never")
        assert struck(story) == 0
        assert not any(story[n].lost for n in "abc")


# MS-SWA-10


def test_the_owner_chooses_who_is_struck() -> None:
    """MS-SWA-10 `owner`: as many names as blows, each once, of the Swarm's members."""
    story = defended(1, 2, 1, 11)
    assert story.asks == ("Pick", "Pack")
    for picks in (("a",), ("a", "b", "c"), ("a", "a"), ("a", "look")):
        assert story.refused(choose(*picks)) == "MS-SWA-10"
    done = story.do(choose("a", "c"))
    assert [w.name for w in done.one(BlowsGiven).members] == ["a", "c"]
    assert (done["a"].fallen, done["b"].fallen, done["c"].fallen) == (True, False, True)
    assert done.activated == ["b", "big"]


def test_the_striker_chooses_by_house_rule() -> None:
    """MS-SWA-10 `striker`."""
    assert defended(1, 2, 1, 11, swarm_allocation="striker").asks == ("Pick", "Lone")


UNEVEN = crew(
    "Pack", member("a", 6, health=3), member("b", 6), member("c", 6, health=3), member("look", 6)
)


def test_the_weakest_first_by_house_rule() -> None:
    """MS-SWA-10 `fewest_health`: b has 2, a and c have 3; a second blow is the owner's choice."""
    one = defended(1, 1, 1, 6, ours=UNEVEN, swarm_allocation="fewest_health")  # 6 // 6 = 1
    assert [w.name for w in one.one(BlowsGiven).members] == ["b"]
    two = defended(1, 1, 1, 12, ours=UNEVEN, swarm_allocation="fewest_health")  # 12 // 6 = 2
    assert (two.asks, two.offers) == (("Pick", "Pack"), ["a", "c"])
    done = two.do(choose("c"))
    assert [w.name for w in done.one(BlowsGiven).members] == ["b", "c"]


def test_nobody_takes_a_second_blow_before_each_has_one() -> None:
    """MS-SWA-10: 20 // 4 = 5 blows on three: one each, then two more among those that stand."""
    ours = crew("Pack", *tough(4, "a", "b", "c"), member("look", 6))
    theirs = crew("Lone", member("big", 20), member("on", 6))
    story = hall(ours, theirs).do(SWARM, respond("big"), roll(1, 1, 1, 20))
    assert [story[n].lost for n in "abc"] == [1, 1, 1]
    assert (story.asks, story.offers) == (("Pick", "Pack"), ["a", "b", "c"])
    done = story.do(choose("a", "b"))
    assert [done[n].lost for n in "abc"] == [2, 2, 1]
    assert [done[n].fallen for n in "abc"] == [True, True, False]


def test_surplus_blows_are_lost() -> None:
    """MS-SWA-10: 20 // 4 = 5 blows on three d4 with 1 Health each."""
    theirs = crew("Lone", member("big", 20), member("on", 6))
    story = hall(PACK, theirs).do(SWARM, respond("big"), roll(1, 1, 1, 20))
    assert (len(story.all(HealthLost)), story.asks) == (3, ("Turn", "Lone"))


# MS-SWA-11

TRIO = crew("Pack", *d(4, "a", "b", "c", "e"))
FOES = crew("Foes", *d(8, "x", "y", "z"))
AIMED = clash("x > a", "y > b", "z > c")


def test_targets_form_a_swarm() -> None:
    """MS-SWA-11 `targets_only`: it answers each pairing aimed at any of them with its sum."""
    story = hall(FOES, TRIO).do(AIMED, respond("swarm a, b, c"))
    assert [name for name, _ in story.dice] == ["x", "a", "b", "c"]
    first = story.do(roll(5, 2, 2, 2))
    assert first.fights() == [(5, 6, "defender")]
    assert first["x"].lost == 1  # and x strikes: 5 is above every die: 5 // 4 = 1, at least 1
    assert first.one(ClashFought).guard_blows == 1
    second = first.do(choose("a"))
    assert [name for name, _ in second.dice] == ["y", "b", "c"]


def test_who_is_in_no_swarm_of_targets() -> None:
    """MS-SWA-11 `targets_only`: not the untargeted; not two; not those that answer otherwise."""
    story = hall(FOES, TRIO)
    assert story.do(AIMED).refused(respond("swarm a, b, e")) == "MS-SWA-11"
    two = story.do(clash("x > a", "y > b"))
    assert two.refused(respond("swarm a, b")) == "MS-SWA-1"
    assert two.refused(respond("swarm a, b, c")) == "MS-SWA-11"
    assert story.do(AIMED).refused(respond("swarm a, b, c", "a")) == "MS-SWA-11"
    assert story.do(AIMED).refused(respond("swarm a, b, c against x")) == "MS-SWA-11"


def test_closing_ranks_by_house_rule() -> None:
    """MS-SWA-11 `close_ranks`: untargeted identical dice in the Area join one that is targeted."""
    story = hall(FOES, TRIO, swarm_defence="close_ranks").do(clash("x > a"))
    done = story.do(respond("swarm a, b, c"), roll(8, 1, 1, 1))
    assert done.fights() == [(8, 3, "initiator")]
    assert done.one(ClashFought).guard_blows == 2
    assert done.do(choose("b", "c")).activated == ["x", "a"]
    assert story.refused(respond("swarm b, c, e")) == "MS-SWA-11"


def test_who_cannot_close_ranks() -> None:
    """MS-SWA-11 `close_ranks`: not from another Area, not those that have acted."""
    theirs = crew("Pack", *d(4, "a", "b"), member("far", 4, at="well"), member("t", 4, acted=True))
    story = hall(FOES, theirs, swarm_defence="close_ranks").do(clash("x > a"))
    assert story.refused(respond("swarm a, b, far")) == "MS-SWA-11"
    assert story.refused(respond("swarm a, b, t")) == "MS-ACT-4"


def test_nobody_closes_ranks_twice() -> None:
    """MS-SWA-11 `close_ranks`: an untargeted member joins one Swarm."""
    theirs = crew("Pack", *d(4, "a", "b", "c", "e", "f"))
    story = hall(FOES, theirs, swarm_defence="close_ranks").do(clash("x > a", "y > b"))
    assert story.refused(respond("swarm a, c, e", "swarm b, e, f")) == "MS-SWA-11"


def test_responders_form_no_swarm_by_house_rule() -> None:
    """MS-SWA-11 `never`; and under MS-SWA-7 `shared_opponent_roll` members stay separate anyway."""
    for house in ({"swarm_defence": "never"}, {"swarm_roll": "shared_opponent_roll"}):
        story = Story(FOES, TRIO, house=house).do(AIMED)
        assert story.refused(respond("swarm a, b, c")) == "MS-SWA-11"
        assert story.accepts(respond("a, b, c"))


def test_a_defending_swarm_wins_1_health() -> None:
    """MS-SWA-8, MS-SWA-11: the initiator did not defend: 12 against 1 is no overrun."""
    story = hall(FOES, TRIO).do(AIMED, respond("swarm a, b, c"), roll(1, 4, 4, 4))
    assert (story["x"].lost, struck(story)) == (1, 0)


def test_a_defending_swarm_does_no_harm_by_house_rule() -> None:
    """MS-RES-9 `never`: it wins without harm; the initiator still strikes it."""
    story = hall(FOES, TRIO, responder_deals_damage="never")
    story = story.do(AIMED, respond("swarm a, b, c"), roll(5, 2, 2, 2))
    assert (story["x"].lost, struck(story)) == (0, 1)


# MS-SWA-12


def swarms(*faces: int, die: int = 4, other: int = 4, **house: str) -> Story:
    """A Swarm of three against a Swarm that defends, and others of the pack."""
    theirs = crew("Foes", *tough(other, "x", "y", "z"), member("on", 6))
    ours = crew("Pack", *tough(die, "a", "b", "c"), *d(6, "p", "q"))
    story = hall(ours, theirs, swarm_defence="close_ranks", **house)
    return story.do(clash("swarm a, b, c > x"), respond("swarm x, y, z"), roll(*faces))


def test_swarm_against_swarm() -> None:
    """MS-SWA-12: 4+4+3 = 11 against 1+1+1 = 3: 1, and 8 // 4 = 2 more; no blows, no overrun."""
    story = swarms(4, 4, 3, 1, 1, 1)
    fight = story.one(ClashFought)
    assert (fight.guard_blows, fight.blows, fight.overrun, fight.losses) == (3, 0, False, ())
    assert [story[n].lost for n in ("x", "y", "z")] == [1, 1, 1]


@pytest.mark.parametrize(
    ("faces", "blows"), [((2, 1, 1, 1, 1, 1), 1), ((3, 2, 1, 1, 1, 1), 1), ((3, 2, 2, 1, 1, 1), 2)]
)
def test_full_multiples_of_the_losers_faces(faces: tuple[int, ...], blows: int) -> None:
    """MS-SWA-12: margins 1 and 3 cost 1; a margin of 4 costs 2 (d4)."""
    assert swarms(*faces).one(ClashFought).guard_blows == blows


def test_the_losers_own_die_counts() -> None:
    """MS-SWA-12: d4s that lose to d8s by 8 lose 1 + 8 // 4 = 3; d8s to d4s 1 + 8 // 8 = 2."""
    assert swarms(1, 1, 1, 4, 4, 3, die=4, other=8).one(ClashFought).blows == 3
    assert swarms(1, 1, 1, 4, 4, 3, die=8, other=4).one(ClashFought).blows == 2


def test_swarms_that_tie() -> None:
    """MS-SWA-12, MS-RES-8 `both_survive`, `both_lose`: nothing, or 1 Health of each."""
    assert struck(swarms(2, 2, 2, 2, 2, 2)) == 0
    story = swarms(2, 2, 2, 2, 2, 2, ties="both_lose")
    fight = story.one(ClashFought)
    assert (fight.blows, fight.guard_blows) == (1, 1)
    assert story.asks == ("Pick", "Pack")
    story = story.do(choose("a"))
    assert story.asks == ("Pick", "Foes")
    story = story.do(choose("z"))
    assert (story["a"].lost, story["z"].lost) == (1, 1)


def test_a_defending_swarm_that_does_no_harm_to_a_swarm() -> None:
    """MS-SWA-12, MS-RES-9 `never`."""
    story = swarms(1, 1, 1, 4, 4, 3, responder_deals_damage="never")
    assert (struck(story), story.all(HealthLost)) == (0, [])


# MS-SWA-13

CREATURES = crew("Pack", *(member(n, 6, "creature") for n in "abc"), member("look", 6))
WOUNDED = crew("Lone", member("big", 12, lost=1), member("on", 6))


@pytest.mark.parametrize(
    ("rule", "line", "total"),
    [
        ("suppressed", "swarm a, b, c > big", 6),
        ("leader", "swarm a, b, c led by b > big", 7),
        ("all", "swarm a, b, c > big", 9),
    ],
)
def test_what_members_effects_do(rule: str, line: str, total: int) -> None:
    """MS-SWA-13, MS-EFF-7, MS-TYP-3: creatures have +1 on a wounded enemy: none, one, or all."""
    story = hall(CREATURES, WOUNDED, swarm_effects=rule).do(clash(line), respond("big"))
    assert story.do(roll(2, 2, 2, 10)).fights() == [(total, 10, "defender")]


def test_who_leads() -> None:
    """MS-SWA-13 `leader`: one of its members, named; nobody leads under the other rules."""
    story = hall(CREATURES, WOUNDED, swarm_effects="leader")
    assert story.refused(clash("swarm a, b, c > big")) == "MS-SWA-13"
    assert story.refused(clash("swarm a, b, c led by look > big")) == "MS-SWA-13"
    assert hall().refused(clash("swarm a, b, c led by a > big")) == "MS-SWA-13"
    led = Strike(initiators=("a",), targets=("big",), leader="a")
    assert hall().refused(type(SWARM)(strikes=(led,))) == "MS-SWA-13"


@pytest.mark.parametrize(
    ("rule", "guard", "again"),
    [
        ("suppressed", "swarm a, b, c", []),
        ("leader", "swarm a, b, c led by b", ["b"]),
        ("all", "swarm a, b, c", ["a", "b", "c"]),
    ],
)
def test_a_defending_swarms_effects(rule: str, guard: str, again: list[str]) -> None:
    """MS-SWA-13: mutants that show a natural 1 (MS-TYP-3: rolled again once per scenario)."""
    theirs = crew("Pack", *(member(n, 6, "mutant") for n in "abc"))
    story = Story(FOES, theirs, house={"swarm_effects": rule}).do(AIMED, respond(guard))
    story = story.do(roll(8, 1, 1, 1))
    rolled_again = [name for name, _ in story.dice] if not story.all(ClashFought) else []
    assert rolled_again == again


# MS-SWA-14

LED = crew("Pack", member("a", 4, captain=True), *d(4, "b", "c"), member("look", 6))


def test_captains_are_not_of_a_swarm() -> None:
    """MS-SWA-14 `excluded`, MS-CAP-11."""
    assert hall(LED).refused(SWARM) == "MS-SWA-14"


def test_captains_are_of_a_swarm_by_house_rule() -> None:
    """MS-SWA-14 `allowed`."""
    assert hall(LED, swarm_captain="allowed").accepts(SWARM)


def test_a_swarm_whose_target_fell_is_void() -> None:
    """MS-MUL-7, MS-SWA-15: its members have acted all the same."""
    theirs = crew("Lone", member("big", 4), member("on", 6))
    ours = crew("Pack", *d(4, "a", "b", "c"), member("solo", 8))
    story = hall(ours, theirs).do(clash("solo > big", "swarm a, b, c > big"), respond("big"))
    story = story.do(roll(8, 1))
    assert [w.name for w in story.one(PairingVoid).initiators] == ["a", "b", "c"]
    assert story.activated == ["solo", "a", "b", "c"]


def test_who_has_acted_joins_no_swarm() -> None:
    """MS-SWA-6, MS-CLA-7: every member is an eligible initiator."""
    story = hall().do(hold("a"), hold("on"))
    assert story.refused(SWARM) == "MS-ACT-2"
