"""Chapter 4: turns. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.acting import MemberHeld
from domain.games.mortisphere.clash import ClashOver
from domain.games.mortisphere.turns import TurnPassed, TurnTaken
from domain.terms import Action
from tests.story import (
    Story,
    absorb,
    clash,
    crew,
    d,
    done,
    hold,
    interact,
    member,
    move,
    passing,
    respond,
    roll,
    ruling,
)

ASH = crew("Ash", *d(6, "a1", "a2", "a3"))
IRON = crew("Iron", *d(8, "b1", "b2", "b3"))
PLAIN = Story(ASH, IRON)


def turns(story: Story, *lines: Action) -> list[str]:
    """Whose turn it is, before and after each line."""
    who = [story.asks[1]]
    for line in lines:
        story = story.do(line)
        who.append(story.asks[1])
    return who


def test_each_clash_hands_the_next_turn_over() -> None:
    """MS-TRN-1: after a Clash the other side initiates, and so on in turn."""
    first = PLAIN.do(clash("a1 > b1"), absorb, roll(1))
    assert first.asks == ("Turn", "Iron")
    assert first.one(ClashOver).crew.name == "Ash"
    assert first.do(clash("b2 > a1"), absorb, roll(1)).asks == ("Turn", "Ash")


def test_only_the_crew_in_turn_acts() -> None:
    """MS-TRN-1: members of the other side wait."""
    for line in (clash("b1 > a1"), move("b1", "well"), interact("b1", "bins"), hold("b1")):
        assert PLAIN.refused(line) == "MS-TRN-1"


@pytest.mark.parametrize(
    ("line", "kind"),
    [(move("a1", "well"), "move"), (interact("a1", "bins"), "interact"), (hold("a1"), "hold")],
)
def test_other_actions_take_a_turn(line: Action, kind: str) -> None:
    """MS-TRN-2 `takes_turn`, MS-TRN-7: each is a turn of its own and activates its member."""
    story = PLAIN.do(line)
    assert story.one(TurnTaken).kind == kind
    assert story.activated == ["a1"]
    assert story.asks == ("Turn", "Iron")


BEFORE = Story(ASH, IRON, house={"noncombat_timing": "before_clash"})


def test_moves_before_a_clash() -> None:
    """MS-TRN-2 `before_clash`: any number may be made before the Clash of the same turn."""
    story = BEFORE.do(move("a1", "well"), interact("a2", "bins"))
    assert story.asks == ("Turn", "Ash")
    assert story.do(clash("a3 > b1"), absorb, roll(1)).asks == ("Turn", "Iron")


def test_a_turn_without_a_clash_is_ended() -> None:
    """MS-TRN-2 `before_clash`: `done` stands in place of the Clash, after moves only."""
    assert BEFORE.refused(done) == "MS-TRN-2"
    assert PLAIN.refused(done) == "MS-TRN-2"
    story = BEFORE.do(move("a1", "well"), done)
    assert story.asks == ("Turn", "Iron")
    assert story.battle.turns == 1


def test_a_turn_ends_with_the_last_who_can_act() -> None:
    """MS-TRN-2 `before_clash`: with nobody unactivated left the turn is over."""
    story = BEFORE.do(move("a1", "well"), move("a2", "well"), move("a3", "well"))
    assert story.asks == ("Turn", "Iron")


def test_a_hold_before_a_clash() -> None:
    """MS-TRN-2 `before_clash`: a hold is one of the actions that may come before it."""
    story = BEFORE.do(hold("a1"))
    assert story.asks == ("Turn", "Ash")
    assert story.do(clash("a2 > b1"), absorb, roll(1)).asks == ("Turn", "Iron")


def test_one_member_moves_or_interacts() -> None:
    """MS-TRN-3 `one_member`: a turn moves one, and one works at an objective."""
    assert PLAIN.refused(move("a1, a2", "well")) == "MS-TRN-3"
    assert PLAIN.refused(interact("a1, a2", "bins")) == "MS-TRN-3"


GROUP = Story(
    crew("Ash", *d(6, "a1", "a2"), member("far", 6, at="tower")),
    IRON,
    house={"noncombat_group": "same_area_group"},
)


def test_a_group_moves_together() -> None:
    """MS-TRN-3 `same_area_group`: any number from one Area to one Area."""
    story = GROUP.do(move("a1, a2", "well"))
    assert [story[n].area for n in ("a1", "a2")] == ["well", "well"]
    assert story.activated == ["a1", "a2"]
    assert story.asks == ("Turn", "Iron")
    assert GROUP.refused(move("a1, far", "well")) == "MS-TRN-3"


def test_a_group_works_at_one_objective() -> None:
    """MS-TRN-3 `same_area_group`: any number at one objective."""
    story = GROUP.do(interact("a1, a2", "bins"))
    assert [c.unit for c in story.battle.channels] == [story.ids["a1"], story.ids["a2"]]
    assert story.activated == ["a1", "a2"]


def test_ms_at_25() -> None:
    """MS-TRN-4 `opponent_continues`, MS-AT-25: one side has acted, the other takes three turns."""
    ash = crew("Ash", member("a1", 6), member("a2", 6, acted=True))
    story = Story(ash, IRON)
    lines = (hold("a1"), hold("b1"), hold("b2"))
    assert turns(story, *lines) == ["Ash", "Iron", "Iron", "Iron"]
    assert story.do(*lines, hold("b3")).battle.round == 2


def test_a_round_ends_when_one_side_runs_out() -> None:
    """MS-TRN-4 `round_ends`: nobody unactivated on one side ends the round."""
    story = Story(crew("Ash", member("a1", 6)), IRON, house={"runout": "round_ends"})
    assert story.do(hold("a1")).battle.round == 2


def test_a_fallen_crew_does_not_end_every_round() -> None:
    """MS-TRN-4 `round_ends`: of three crews one has fallen; the others still take turns."""
    fallen = crew("Gone", member("c", 4, out=True))
    story = Story(ASH, IRON, fallen, house={"runout": "round_ends"})
    assert turns(story, hold("a1"), hold("b1")) == ["Ash", "Iron", "Ash"]


def test_a_member_may_hold() -> None:
    """MS-TRN-5 `hold_member`: it counts as having acted, nothing happens; nobody passes."""
    story = PLAIN.do(hold("a1"))
    assert story.one(MemberHeld).member.name == "a1"
    assert story["a1"].acted
    assert PLAIN.refused(passing) == "MS-TRN-5"


FREE = Story(ASH, IRON, house={"pass_rule": "free_pass"})


def test_passing_freely() -> None:
    """MS-TRN-5 `free_pass`: nobody is activated; the round ends when all pass; nobody holds."""
    once = FREE.do(passing)
    assert once.one(TurnPassed).crew.name == "Ash"
    assert (once.activated, once.asks) == ([], ("Turn", "Iron"))
    assert once.do(passing).battle.round == 2
    assert FREE.refused(hold("a1")) == "MS-TRN-5"


def test_a_pass_is_forgotten_when_somebody_acts() -> None:
    """MS-TRN-5 `free_pass`: only passes in a row end the round."""
    story = FREE.do(passing, move("b1", "well"), passing)
    assert (story.battle.round, story.asks) == (1, ("Turn", "Iron"))
    assert story.do(passing).battle.round == 2


def test_no_pass_after_moves_of_the_same_turn() -> None:
    """MS-TRN-5 `free_pass`, MS-TRN-2 `before_clash`: who has moved did not pass."""
    house = {"pass_rule": "free_pass", "noncombat_timing": "before_clash"}
    story = Story(ASH, IRON, house=house).do(passing, passing)
    assert story.battle.round == 2
    story = story.do(passing, move("b1", "well"))
    assert story.refused(passing) == "MS-TRN-5"
    assert story.do(done).battle.round == 2


def test_a_crew_passes_for_itself() -> None:
    """MS-TRN-1, MS-TRN-5: the crew in turn passes, no other."""
    assert FREE.refused(type(passing)(crew=FREE.ids["Iron"])) == "MS-TRN-1"
    assert FREE.do(type(passing)(crew=FREE.ids["Ash"])).asks == ("Turn", "Iron")


def test_nobody_holds_who_could_act() -> None:
    """MS-TRN-5 `must_act`: no holding while any other action is legal: one may always move."""
    story = Story(ASH, IRON, house={"pass_rule": "must_act"})
    assert story.refused(hold("a1")) == "MS-TRN-5"
    assert story.refused(passing) == "MS-TRN-5"


def test_without_a_legal_target_nobody_initiates() -> None:
    """MS-TRN-6: alone in its Area a member moves, interacts or holds."""
    story = Story(crew("Ash", member("a1", 6), at="well"), IRON)
    for foe in ("b1", "b2", "b3"):
        assert story.refused(clash(f"a1 > {foe}")) == "MS-CLA-4"
    for line in (move("a1", "hall"), interact("a1", "cisterns"), hold("a1")):
        assert story.accepts(line)


def test_a_clash_is_a_turn() -> None:
    """MS-TRN-7: it activates its members; the turn is counted."""
    story = PLAIN.do(clash("a1 > b1"), respond("b1"), roll(3, 3))
    assert story.activated == ["a1", "b1"]
    assert story.battle.turns == 1


def test_a_turn_skips_who_cannot_act() -> None:
    """MS-TRN-1: of three crews the next that has an unactivated member has the turn."""
    third = crew("Gone", member("c", 4, acted=True))
    story = Story(ASH, third, IRON)
    assert turns(story, hold("a1"), hold("b1")) == ["Ash", "Iron", "Ash"]


def test_a_refreshed_member_may_act_again() -> None:
    """MS-ACT-7 `refresh`: made unactivated again, it acts once more."""
    story = PLAIN.do(hold("a1"), hold("b1"), ruling("a1 ready"))
    assert story.accepts(hold("a1"))


def test_a_crew_that_is_brought_back_comes_last() -> None:
    """MS-TRN-1, MS-INI-9: down when Initiative was taken, its member is ruled back in."""
    third = crew("Back", member("c", 4))
    story = Story(third, ASH, IRON).do(ruling("c out"), *(hold(n) for n in ("a1", "b1", "a2")))
    story = story.do(hold("b2"), hold("a3"), hold("b3"))
    assert (story.battle.round, story.asks) == (2, ("Turn", "Ash"))
    story = story.do(ruling("c back"))
    assert turns(story, hold("a1"), hold("b1")) == ["Ash", "Iron", "Back"]
    assert story.do(clash("a1 > c")).asks == ("Answer", "Back")
