"""Chapter 5, step 1: declaring a Clash. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.clash import Clash, ClashDeclared, ClashOver, Strike
from domain.games.mortisphere.pairing import ClashFought, MemberFinished
from domain.games.mortisphere.statuses import StatusLost
from tests.story import Story, absorb, clash, concede, crew, d, hold, member, respond, roll, ruling

ASH = crew("Ash", *d(6, "a1", "a2", "a3"), member("far", 6, at="well"))
IRON = crew("Iron", *d(8, "b1", "b2"), member("off", 8, at="well"))
HALL = Story(ASH, IRON)


def test_six_steps_in_order() -> None:
    """MS-CLA-1: initiators, answer, (nothing to announce), roll, resolving, activation."""
    declared = HALL.do(clash("a1 > b1"))
    assert declared.asks == ("Answer", "Iron")
    assert declared.refused(roll(3, 4)) == "MS-RES-3"
    assert declared.refused(clash("a2 > b1")) == "MS-CLA-1"
    answered = declared.do(respond("b1"))
    assert (answered.asks, answered.dice) == (("Throw", "Ash"), [("a1", 6), ("b1", 8)])
    fought = answered.do(roll(6, 4))
    told = [type(e).__name__ for e in fought.new]
    assert told == ["ClashFought", "HealthLost", "MemberActivated", "MemberActivated", "ClashOver"]


def test_initiators_share_an_area() -> None:
    """MS-CLA-2: one of two stands in the Well Yard."""
    assert HALL.refused(clash("a1 > b1", "far > off")) == "MS-CLA-2"
    assert HALL.refused(clash("a1, far > b1")) == "MS-CLA-2"


def test_somebody_initiates() -> None:
    """MS-CLA-2: one or more members are chosen."""
    assert HALL.refused(Clash(strikes=())) == "MS-CLA-2"
    nobody = Strike(initiators=(), targets=("b1",))
    assert HALL.refused(Clash(strikes=(nobody,))) == "MS-CLA-2"


@pytest.mark.parametrize("committed", [("a1",), ("a1", "a2"), ("a1", "a2", "a3")])
def test_any_number_may_be_committed(committed: tuple[str, ...]) -> None:
    """MS-CLA-3: how many is the player's decision."""
    story = HALL.do(clash(f"{', '.join(committed)} > b1"), absorb, *[roll(1)] * len(committed))
    assert story.activated == list(committed)


def test_a_target_stands_in_the_same_area() -> None:
    """MS-CLA-4: a1 in the Hall cannot target somebody in the Well Yard."""
    assert HALL.refused(clash("a1 > off")) == "MS-CLA-4"
    assert HALL.accepts(clash("far > off"))


def test_several_target_one() -> None:
    """MS-CLA-5, MS-MUL-3: three members, one enemy: three pairings."""
    story = HALL.do(clash("a1, a2, a3 > b1"))
    strikes = story.one(ClashDeclared).strikes
    assert [[w.name for w in s.initiators] for s in strikes] == [["a1", "a2", "a3"]]
    clash_ = story.battle.clash
    assert clash_ is not None
    assert [p.initiators for p in clash_.pairings] == [(story.ids[n],) for n in ("a1", "a2", "a3")]
    assert {p.target for p in clash_.pairings} == {story.ids["b1"]}


def test_several_target_several() -> None:
    """MS-CLA-6: members of one Clash may target different enemies."""
    story = HALL.do(clash("a1 > b1", "a2, a3 > b2"), absorb)
    fights = story.do(roll(6), roll(1), roll(6))
    assert [f.defenders[0].name for f in fights.all(ClashFought)] == ["b1", "b2", "b2"]


def test_who_is_eligible() -> None:
    """MS-CLA-7: active, unactivated, not prevented, not barred by a status."""
    ash = crew(
        "Ash",
        member("acted", 6, acted=True),
        member("stunned", 6, statuses=["stunned"]),
        member("burdened", 6, statuses=["burdened"]),
        member("fallen", 6, out=True),
        member("able", 6),
    )
    story = Story(ash, IRON)
    assert story.refused(clash("acted > b1")) == "MS-ACT-2"
    assert story.refused(clash("stunned > b1")) == "MS-RND-7"
    assert story.refused(clash("burdened > b1")) == "MS-CLA-7"
    assert story.refused(clash("fallen > b1")) == "MS-INC-2"
    assert story.accepts(clash("able > b1"))


def test_an_activated_enemy_is_enough() -> None:
    """MS-CLA-7, MS-ACT-5: initiating needs no enemy that is itself unactivated."""
    iron = crew("Iron", member("b1", 8, acted=True), member("b2", 8, acted=True))
    assert Story(ASH, iron).accepts(clash("a1 > b1"))


def test_a_burdened_member_does_all_else() -> None:
    """MS-CLA-7, MS-OBJ-13: it may defend, absorb, move and hold, not initiate."""
    iron = crew("Iron", member("b1", 8, statuses=["burdened"]))
    story = Story(ASH, iron)
    assert story.do(clash("a1 > b1")).accepts(respond("b1"))
    assert story.do(hold("a1")).accepts(hold("b1"))


def test_one_target_for_each_initiator() -> None:
    """MS-CLA-8: "a target"; more only through an effect."""
    assert HALL.refused(clash("a1 > b1, b2")) == "MS-CLA-8"
    assert HALL.refused(clash("a1 > b1", "a1 > b2")) == "MS-CLA-8"
    assert HALL.refused(clash("a1, a1 > b1")) == "MS-CLA-8"


def test_nobody_targets_the_own_crew() -> None:
    """MS-CLA-9: never one's own."""
    assert HALL.refused(clash("a1 > a2")) == "MS-CLA-9"
    assert HALL.refused(clash("a1 > a1")) == "MS-CLA-9"


def test_nobody_must_name_one_that_cannot_be_named() -> None:
    """MS-GEN-4, MS-CLA-9: hidden goes before Draw Their Eyes; seen again, it must be named."""
    eyes = ("draw-their-eyes",)
    hidden = member("Lure", 8, "construct", statuses=["hidden"], abilities=eyes)
    story = Story(crew("Ash", *d(6, "Rat")), crew("Iron", hidden, *d(8, "b1")))
    assert story.refused(clash("Rat > Lure")) == "MS-CLA-9"
    assert story.accepts(clash("Rat > b1"))
    assert story.do(ruling("Lure sheds hidden")).refused(clash("Rat > b1")) == "MS-EFF-3"


def test_a_hidden_unit_is_no_target() -> None:
    """MS-CLA-9: not `hidden`; that ends when it initiates, or defends for another."""
    iron = crew("Iron", member("b1", 8, statuses=["hidden"]), member("b2", 8))
    story = Story(ASH, iron)
    assert story.refused(clash("a1 > b1")) == "MS-CLA-9"
    out = story.do(hold("a1"), clash("b1 > a2"))
    assert out.one(StatusLost).status == "hidden"
    assert out.do(absorb, roll(1)).accepts(clash("a2 > b1"))
    guarded = Story(ASH, iron, house={"respond_scope": "interpose"})
    guarded = guarded.do(clash("a1 > b2"), respond("b1 for b2"))
    assert guarded["b1"].statuses == ()


def test_units_of_any_other_crew_are_targets() -> None:
    """MS-CLA-9, MS-INI-8: every other crew is opposing."""
    third = crew("Third", member("c1", 4))
    story = Story(ASH, IRON, third).do(clash("a1 > b1", "a2 > c1"))
    assert [s.target.name for s in story.one(ClashDeclared).strikes] == ["b1", "c1"]


def test_everything_is_named_openly_before_any_answer() -> None:
    """MS-CLA-10: initiators, targets and Swarms stand in the declaration."""
    story = HALL.do(clash("swarm a1, a2, a3 > b1"))
    (strike,) = story.one(ClashDeclared).strikes
    assert ([w.name for w in strike.initiators], strike.swarm) == (["a1", "a2", "a3"], True)
    assert story.asks == ("Answer", "Iron")


DOWN = crew("Iron", member("b1", 8, lost=3, out=True), member("b2", 8))


def test_the_fallen_are_left_alone() -> None:
    """MS-CLA-11 `forbidden`: an incapacitated enemy may not be targeted."""
    assert Story(ASH, DOWN).refused(clash("a1 > b1")) == "MS-CLA-11"


def test_the_fallen_may_be_finished_off_by_house_rule() -> None:
    """MS-CLA-11 `finish_off`: a hit marks it; it answers nothing and loses nothing.

    A d8 with 3 lost shows 2 at most: Presence 1, so that a 2 hits and a 1 does not.
    """
    story = Story(ASH, DOWN, house={"target_incapacitated": "finish_off"}).do(clash("a1 > b1"))
    assert (story.asks, story.dice) == (("Throw", "Ash"), [("a1", 6)])
    hit = story.do(roll(2))
    assert hit.one(MemberFinished).member.name == "b1"
    assert (hit["b1"].finished, hit["b1"].lost, hit["a1"].acted) == (True, 3, True)
    missed = story.do(roll(1))
    assert (missed["b1"].finished, missed.all(MemberFinished)) == (False, [])


def test_whoever_has_left_is_no_target_and_strikes_at_nobody() -> None:
    """MS-CLA-9, MS-SCN-6: a crew that conceded is gone; by option only the fallen are struck."""
    third = crew("Third", *d(4, "c1", "c2"))
    story = Story(third, ASH, IRON, house={"target_incapacitated": "finish_off"})
    story = story.do(concede("Third"), ruling("b1 out"))
    assert story.asks == ("Turn", "Ash")
    assert story.refused(clash("a1 > c1")) == "MS-CLA-9"
    assert story.accepts(clash("a1 > b1"))


@pytest.mark.parametrize("order", ["initiator_first", "responder_first", "simultaneous"])
@pytest.mark.parametrize("unused", ["spent", "refunded"])
def test_nothing_is_left_to_announce(order: str, unused: str) -> None:
    """MS-CLA-15, MS-CLA-20, MS-CLA-21, MS-CLA-23: where no effect can be declared nobody is asked.

    Types and Areas have automatic effects only; step 3 then passes under every house rule.
    """
    house = {"declaration_order": order, "declared_unused": unused}
    story = Story(ASH, IRON, house=house).do(clash("a1 > b1"), respond("b1"))
    assert story.asks == ("Throw", "Ash")


def test_the_clash_is_over() -> None:
    """MS-CLA-1, MS-TRN-1: with everybody activated the turn goes to the other side."""
    story = HALL.do(clash("a1 > b1"), respond("b1"), roll(2, 2))
    assert story.one(ClashOver).crew.name == "Ash"
    assert story.battle.clash is None
    assert story.asks == ("Turn", "Iron")
