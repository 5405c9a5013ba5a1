"""Chapter 2: the round. Expected values are worked out from the rulebook."""

import pytest

from domain.games.mortisphere.initiative import InitiativeTaken
from domain.games.mortisphere.rounds import BattleEnded, RoundBegan, RoundEnded
from domain.terms import Action, RuleBroken
from tests.story import Story, absorb, clash, crew, hold, member, move, respond, roll, ruling

ASH = crew("Ash", member("Sura", 6), member("Kell", 8))
IRON = crew("Iron", member("Nine", 10))


def rounds(story: Story, count: int) -> Story:
    """Everybody holds, for so many rounds (or to the battle's end)."""
    for _ in range(count):
        begun = story.battle.round
        while not story.battle.ended and story.battle.round == begun:
            ready = [u for u in story.battle.units.values() if u.active and not u.acted]
            turn = story.asks[1]
            mine = next(u.who.name for u in ready if u.crew == story.ids[turn])
            story = story.do(hold(mine))
    return story


def test_a_battle_is_played_in_rounds() -> None:
    """MS-RND-1, MS-RND-2: a round ends, the next begins, and Initiative is determined anew."""
    story = Story(ASH, IRON).do(hold("Sura"), hold("Nine"), hold("Kell"))
    assert [e.round for e in story.all(RoundEnded)] == [1]
    assert [e.round for e in story.all(RoundBegan)] == [2]
    assert story.one(InitiativeTaken).round == 2


def test_initiative_changes_with_the_crews() -> None:
    """MS-RND-2: the crew that is smaller this round begins it, though the other began the last."""
    story = Story(
        crew("Ash", member("Sura", 8), member("Kell", 6)), crew("Iron", member("Nine", 10))
    )
    story = story.do(ruling("Sura out"), hold("Kell"), hold("Nine"))
    assert story.one(InitiativeTaken).order[0].name == "Ash"  # 6 < 10
    assert story.asks == ("Turn", "Ash")


def test_ms_at_26() -> None:
    """MS-RND-3, MS-AT-26: members that acted, are incapacitated or stunned leave no turn."""
    ash = crew("Ash", member("Sura", 6), member("Kell", 8, acted=True))
    iron = crew("Iron", member("Nine", 10, statuses=["stunned"]), member("Ten", 4, out=True))
    story = Story(ash, iron).do(hold("Sura"))
    assert story.one(RoundEnded).round == 1


def test_a_round_goes_on_while_somebody_may_act() -> None:
    """MS-RND-3: one unactivated member is enough for another turn."""
    story = Story(ASH, IRON).do(hold("Sura"), hold("Nine"))
    assert story.asks == ("Turn", "Ash")
    assert not story.all(RoundEnded)


def test_activation_lasts_for_the_round() -> None:
    """MS-RND-4: at the start of a round every active unit is unactivated."""
    story = Story(ASH, IRON).do(hold("Sura"))
    assert story["Sura"].acted
    story = story.do(hold("Nine"), hold("Kell"))
    assert story.ready == {"Sura", "Kell", "Nine"}


def test_expired_statuses_are_cleared_at_the_start() -> None:
    """MS-RND-5: a status that held for this round is gone in the next."""
    story = Story(ASH, IRON).do(ruling("Nine gains stunned"))
    assert [s.id for s in story["Nine"].statuses] == ["stunned"]
    story = story.do(hold("Sura"), hold("Kell"))
    assert story["Nine"].statuses == ()
    assert story.battle.round == 2


def test_the_sequence_of_a_rounds_end() -> None:
    """MS-RND-5: channels and control come before the round's end, a new round after it."""
    story = Story(crew("Ash", member("Sura", 6), at="well"), IRON)
    story = story.do(move("Sura", "tower"), hold("Nine"))
    told = [type(e).__name__ for e in story.new]
    controlled, ended = told.index("AreaControlled"), told.index("RoundEnded")
    assert controlled < ended < told.index("RoundBegan") < told.index("InitiativeTaken")


@pytest.mark.parametrize(
    ("scenario", "last", "at"), [("last-granary", 5, "hall"), ("wake-the-press", 6, "press")]
)
def test_the_scenario_sets_the_last_round(scenario: str, last: int, at: str) -> None:
    """MS-RND-6 `scenario`: The Last Granary ends with round 5, Wake the Press with round 6."""
    crews = crew("Ash", member("Sura", 6), at=at), crew("Iron", member("Nine", 10), at=at)
    story = rounds(Story(*crews, scenario=scenario), last - 1)
    assert (story.battle.round, story.battle.ended) == (last, "")
    story = rounds(story, 1)
    assert (story.one(BattleEnded).rounds, story.one(BattleEnded).reason) == (last, "rounds")


def test_six_rounds_by_house_rule() -> None:
    """MS-RND-6 `fixed_6`: The Last Granary goes on for six rounds."""
    story = rounds(Story(ASH, IRON, house={"round_limit": "fixed_6"}), 5)
    assert (story.battle.round, story.battle.ended) == (6, "")
    assert rounds(story, 1).one(BattleEnded).rounds == 6


def test_unlimited_rounds_by_house_rule() -> None:
    """MS-RND-6 `unlimited`: it goes on until a crew has no active member."""
    story = rounds(Story(ASH, IRON, house={"round_limit": "unlimited"}), 9)
    assert (story.battle.round, story.battle.ended) == (10, "")
    story = rounds(story.do(ruling("Nine out")), 1)
    assert (story.one(BattleEnded).rounds, story.one(BattleEnded).reason) == (10, "one_crew_left")


STUNNED = Story(
    crew("Ash", member("Sura", 6)),
    crew("Iron", member("Nine", 10, statuses=["stunned"]), member("Ten", 4)),
)


def test_a_stunned_member_can_be_targeted_and_absorbs() -> None:
    """MS-RND-7: prevented from acting, it is a legal target and may absorb."""
    story = STUNNED.do(clash("Sura > Nine"), absorb, roll(3))
    assert story["Nine"].lost == 1  # 3 is above Presence 2


def test_a_stunned_member_does_not_defend() -> None:
    """MS-RND-7: defending is acting."""
    assert STUNNED.do(clash("Sura > Nine")).refused(respond("Nine")) == "MS-RND-7"


@pytest.mark.parametrize("line", [hold("Nine"), move("Nine", "well"), clash("Nine > Sura")])
def test_a_stunned_member_takes_no_action(line: Action) -> None:
    """MS-RND-7: it counts as having acted."""
    story = STUNNED.do(hold("Sura"))
    assert story.asks == ("Turn", "Iron")
    assert story.refused(line) == "MS-RND-7"
    assert story.do(hold("Ten")).battle.round == 2


def test_nothing_is_played_after_the_end() -> None:
    """MS-SCN-4: an ended battle takes no turn."""
    story = rounds(Story(ASH, IRON), 5)
    assert story.battle.ended == "rounds"
    with pytest.raises(RuleBroken, match="MS-SCN-4"):
        story.when(hold("Sura"))
