"""Chapter 15: who may leave the battle, from where, and with whom (MS-SCN-6)."""

import pytest

from domain.games.mortisphere.areas import MoveStopped
from domain.games.mortisphere.leaving import MemberWithdrew
from domain.games.mortisphere.rounds import BattleEnded
from domain.games.mortisphere.turns import TurnTaken
from domain.games.mortisphere.units import Standing
from tests.story import (
    Story,
    choose,
    clash,
    concede,
    crew,
    d,
    done,
    hold,
    member,
    move,
    no,
    roll,
    using,
    withdraw,
)


def thresholds(**house: str) -> Story:
    """Two of Ash at the East Threshold, one of Iron at the West."""
    return Story(
        crew("Ash", *d(6, "Rat", "Cat"), at="east"),
        crew("Iron", *d(10, "Nine"), at="west"),
        scenario="empty-altar",
        house=house,
    )


def test_a_turn_at_the_edge_lets_a_member_withdraw() -> None:
    """MS-SCN-6 `from_edge`, MS-TRN-7: it is safe, no longer active, and its turn is used."""
    story = thresholds().do(withdraw("Rat"))
    assert story.one(MemberWithdrew).area.name == "East Threshold"
    assert story["Rat"].standing is Standing.WITHDRAWN
    assert story.activated == ["Rat"]
    assert story.one(TurnTaken).kind == "withdraw"
    assert story.asks == ("Turn", "Iron")


def test_who_has_withdrawn_takes_no_actions() -> None:
    """MS-SCN-6: it has left the battle, and stays away in the next round."""
    story = thresholds().do(withdraw("Rat"), hold("Nine"), hold("Cat"))
    assert story.battle.round == 2
    assert story.refused(hold("Rat")) == "MS-SCN-6"
    assert story.accepts(hold("Cat"))


def test_nobody_withdraws_from_within() -> None:
    """MS-SCN-6: only Areas tagged `edge` lead out."""
    story = Story(
        crew("Ash", *d(6, "Rat"), at="nave"),
        crew("Iron", *d(10, "Nine"), at="west"),
        scenario="empty-altar",
    )
    assert story.refused(withdraw("Rat")) == "MS-SCN-6"


def test_the_granary_has_no_edge() -> None:
    """MS-SCN-6: in some scenarios a crew can only concede."""
    story = Story(crew("Ash", *d(6, "Rat")), crew("Iron", *d(10, "Nine")))
    assert story.refused(withdraw("Rat")) == "MS-SCN-6"


def test_withdrawing_is_an_action() -> None:
    """MS-ACT-2, MS-TRN-1: who has acted does not withdraw, nor does another crew's member."""
    story = thresholds().do(hold("Rat"), hold("Nine"))
    assert story.refused(withdraw("Rat")) == "MS-ACT-2"
    assert story.refused(withdraw("Nine")) == "MS-TRN-1"


@pytest.mark.parametrize(
    ("value", "conceding"), [("from_edge", True), ("concede_only", True), ("never", False)]
)
def test_the_values_of_withdraw(value: str, conceding: bool) -> None:  # noqa: FBT001 a column
    """MS-SCN-6: `concede_only` leaves the whole crew's way out, `never` none."""
    story = thresholds(withdraw=value)
    assert story.accepts(withdraw("Rat")) is (value == "from_edge")
    assert story.accepts(concede("Ash")) is conceding


def test_a_crew_that_has_withdrawn_ends_the_battle() -> None:
    """MS-SCN-4: with the round in which at most one crew has active members."""
    story = thresholds().do(withdraw("Rat"), hold("Nine"), withdraw("Cat"))
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds) == ("one_crew_left", 1)


def test_withdrawing_before_a_clash() -> None:
    """MS-TRN-2 `before_clash`: like a move, it leaves the turn open."""
    story = thresholds(noncombat_timing="before_clash").do(withdraw("Rat"))
    assert story.asks == ("Turn", "Ash")
    assert story.do(done).asks == ("Turn", "Iron")


def test_must_act_counts_withdrawing() -> None:
    """MS-TRN-5 `must_act`: nobody holds while another action is legal."""
    assert thresholds(pass_rule="must_act").refused(hold("Rat")) == "MS-TRN-5"  # noqa: S106 a rule


def contested(rule: str) -> Story:
    """Rat and Nine at one Threshold."""
    return Story(
        crew("Ash", *d(6, "Rat"), at="east"),
        crew("Iron", *d(10, "Nine"), at="east"),
        scenario="empty-altar",
        house={"leave_contested": rule},
    )


def test_a_parting_blow_at_the_way_out() -> None:
    """MS-MOV-4 `parting_clash`: an enemy there may strike first; 5 harms a d6 (Presence 1)."""
    story = contested("parting_clash").do(withdraw("Rat"))
    assert story.asks == ("Pick", "Iron")
    away = story.do(no)
    assert away["Rat"].standing is Standing.WITHDRAWN
    hurt = story.do(choose("Nine"), roll(5))
    assert (hurt["Rat"].lost, hurt["Rat"].standing) == (1, Standing.WITHDRAWN)


@pytest.mark.parametrize(("faces", "gone"), [((4, 4), True), ((3, 4), False)])
def test_an_opposed_way_out(faces: tuple[int, int], gone: bool) -> None:  # noqa: FBT001 a column
    """MS-MOV-4 `opposed_roll`: it stays on a lower result, its action spent."""
    story = contested("opposed_roll").do(withdraw("Rat"), choose("Nine"), roll(*faces))
    assert (story["Rat"].standing is Standing.WITHDRAWN) is gone
    assert bool(story.all(MoveStopped)) is not gone
    assert story.activated == ["Rat"]


def test_the_withdrawn_are_no_targets() -> None:
    """MS-CLA-9: whoever has left is not in the battle."""
    story = Story(
        crew("Ash", *d(6, "Rat", "Cat"), at="east"),
        crew("Iron", *d(10, "Nine"), at="east"),
        scenario="empty-altar",
    ).do(withdraw("Rat"))
    assert story.refused(clash("Nine > Rat")) == "MS-CLA-9"
    assert story.accepts(clash("Nine > Cat"))


def test_no_effect_helps_who_leaves() -> None:
    """MS-TRN-7, MS-EFF-5: a withdrawal is no move; what keeps a move's action is no help."""
    story = Story(
        crew("Ash", member("Rat", 6, items=("phase-anchor",)), *d(6, "Cat"), at="east"),
        crew("Iron", *d(10, "Nine"), at="west"),
        scenario="empty-altar",
    )
    assert story.refused(using(withdraw("Rat"), "Rat: phase-anchor")) == "MS-EFF-5"
    assert story.accepts(using(move("Rat", "nave"), "Rat: phase-anchor"))
    assert story.accepts(withdraw("Rat"))


def test_the_hurt_and_burdened_may_leave() -> None:
    """MS-SCN-6: a burdened or wounded member may withdraw like any other."""
    story = Story(
        crew("Ash", member("Rat", 6, lost=1, statuses=("burdened",)), at="east"),
        crew("Iron", *d(10, "Nine"), at="west"),
        scenario="empty-altar",
    )
    assert story.accepts(withdraw("Rat"))
