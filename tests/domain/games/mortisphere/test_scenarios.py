"""Chapters 15 and 20: The Last Granary and Wake the Press, how they are scored and end."""

import pytest

from domain.games.mortisphere.control import AreaControlled
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.games.mortisphere.rounds import BattleConcluded, BattleEnded
from domain.games.mortisphere.scenarios import Scenario
from domain.games.mortisphere.scoring import PointsScored
from domain.games.mortisphere.shapes import book
from domain.terms import Event
from tests.story import (
    Story,
    absorb,
    clash,
    conclude,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    note,
    roll,
    ruling,
)


def granary(**house: str) -> Story:
    """A creature a side, in Yard and Tower, as the scenario deploys them."""
    return Story(
        crew("Ash", member("Rat", 4, "creature"), at="well"),
        crew("Iron", member("Nine", 20, "creature"), at="tower"),
        house=house,
    )


def rounds(story: Story, count: int) -> Story:
    """Everybody holds for so many rounds."""
    for _ in range(count):
        last = story.battle.round
        while not story.battle.ended and story.battle.round == last:
            crew_ = story.asks[1]
            ready = [u for u in story.battle.units.values() if story.who(crew_).id == u.crew]
            who = next(u.who.name for u in ready if u.active and not u.acted)
            story = story.do(hold(who))
    return story


def told(story: Story, kind: type[Event]) -> list[Event]:
    """All events of a kind that the whole battle has told."""
    return [e for e in story.events if isinstance(e, kind)]


GRANARY = book().scenario("last-granary")
PRESS = book().scenario("wake-the-press")


@pytest.mark.parametrize("scenario", [GRANARY, PRESS])
def test_a_scenario_is_whole(scenario: Scenario) -> None:
    """MS-SCN-1, -2: Areas, deployment, objectives, scoring, victory, ends, rewards."""
    assert scenario.works
    assert (scenario.victory, scenario.tie) == ("most_points", "draw")
    assert scenario.areas
    assert scenario.objectives
    assert scenario.scoring
    assert scenario.rewards
    assert scenario.deployment.chooser == "lower_rating"


def test_all_six_are_played() -> None:
    """MS-SCN-1, MS-ARE-5, chapter 20: a scenario for each kind of place and purpose."""
    assert [s.id for s in book().scenarios if s.works] == [
        "last-granary",
        "wake-the-press",
        "empty-altar",
        "drowned-god",
        "patient-engines",
        "the-witness",
    ]


def test_the_map_of_the_works() -> None:
    """MS-MOV-3, chapter 20: the two entries do not adjoin, all else does."""
    assert PRESS.neighbours("switchyard") == ("turbine", "press")
    assert PRESS.neighbours("gallery") == ("turbine", "press")
    assert set(PRESS.neighbours("turbine")) == {"switchyard", "gallery", "press"}
    assert set(PRESS.neighbours("press")) == {"switchyard", "gallery", "turbine"}


def test_a_cistern_is_1_a_bin_2_the_hall_2() -> None:
    """MS-SCN-5, chapter 20: a cistern, then two bins; at the end the Hall held alone."""
    story = Story(
        crew("Ash", member("Rat", 4, "creature"), at="well"),
        crew("Iron", member("Nine", 20, "creature"), at="tower"),
    ).do(interact("Rat", "cisterns"), hold("Nine"))
    assert [(e.points, e.reason) for e in story.all(PointsScored)] == [(1, "Empty a cistern")]
    story = story.do(move("Rat", "hall"), hold("Nine"))  # 4 against 20 - 6: Ash begins each round
    for _ in range(2):
        story = story.do(interact("Rat", "bins"), hold("Nine"))
        assert [(e.points, e.reason) for e in story.all(PointsScored)] == [(2, "Open a bin")]
    story = story.do(hold("Rat"), hold("Nine"))
    assert [(e.points, e.total, e.reason) for e in story.all(PointsScored)] == [
        (2, 7, "control of the Granary Hall")
    ]
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds, end.winner) == ("rounds", 5, (story.who("Ash"),))
    assert [(s.crew.name, s.number) for s in end.scores] == [("Ash", 7), ("Iron", 0)]


def test_equal_points_are_a_draw() -> None:
    """MS-SCN-5: nobody has done anything, and nobody wins."""
    story = rounds(granary(), 5)
    end = story.one(BattleEnded)
    assert (end.reason, end.winner, story.battle.winner) == ("rounds", (), "")


@pytest.mark.parametrize(("scenario", "last"), [("last-granary", 5), ("wake-the-press", 6)])
def test_a_scenario_sets_its_rounds(scenario: str, last: int) -> None:
    """MS-RND-6 `scenario`, MS-SCN-4: it ends with the round that the scenario names."""
    place = {"last-granary": "tower", "wake-the-press": "press"}[scenario]
    start = {"last-granary": "well", "wake-the-press": "turbine"}[scenario]
    story = Story(
        crew("Ash", member("Rat", 4), at=start),
        crew("Iron", member("Nine", 20), at=place),
        scenario=scenario,
    )
    before = rounds(story, last - 1)
    assert (before.battle.round, before.battle.ended) == (last, "")
    assert rounds(before, 1).one(BattleEnded).rounds == last


def test_six_rounds() -> None:
    """MS-RND-6 `fixed_6`: the granary's battle has six, not five."""
    story = rounds(granary(round_limit="fixed_6"), 5)
    assert (story.battle.round, story.battle.ended) == (6, "")
    assert rounds(story, 1).battle.ended == "rounds"


def test_no_last_round() -> None:
    """MS-RND-6 `unlimited`: it goes on until a crew has no active member."""
    story = rounds(granary(round_limit="unlimited"), 8)
    assert (story.battle.round, story.battle.ended) == (9, "")
    story = story.do(ruling("Rat out"), hold("Nine"))
    assert story.one(BattleEnded).reason == "one_crew_left"


def lever(house: dict[str, str] | None = None) -> Story:
    """A Machine primes the turbine in round 1, another goes to the lever."""
    return Story(
        crew("Ash", member("Sura", 6, "machine"), member("Vex", 6, "machine"), at="turbine"),
        crew("Iron", member("Nine", 20, "machine"), at="gallery"),
        scenario="wake-the-press",
        house=house,
    ).do(interact("Sura", "prime"), hold("Nine"), move("Vex", "press"))


def test_the_lever_ends_it() -> None:
    """MS-SCN-4, -5, chapter 20: primed in round 1 (1 + 1), thrown in 2 (1 + 1), and it ends."""
    story = lever()
    assert story.one(ObjectiveCompleted).objective.name == "Prime the turbine"
    story = story.do(interact("Vex", "lever"), hold("Nine"), hold("Sura"))
    assert story.one(ObjectiveCompleted).objective.name == "Throw the lever"
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds) == ("objective_completed", 2)
    # 2 for the priming, 5 for the lever, 1 for the Press Floor held alone
    assert [(s.crew.name, s.number) for s in end.scores] == [("Ash", 8), ("Iron", 0)]


@pytest.mark.parametrize("value", ["unlimited", "fixed_6"])
def test_the_scenarios_own_ends_are_its_own(value: str) -> None:
    """MS-RND-6: under `unlimited` and `fixed_6` the scenario's ends do not count."""
    story = lever({"round_limit": value})
    story = story.do(interact("Vex", "lever"), hold("Nine"), hold("Sura"))
    assert story.battle.ended == ""


def test_all_objectives_completed() -> None:
    """MS-SCN-4: with the last of four bins and two cisterns the granary's battle is over."""
    folk = [member(n, 4, "creature") for n in ("Rat", "Cat", "Dog", "Hen")]
    yard = [member(n, 4, "creature", at="well") for n in ("Eel", "Fox")]
    story = Story(crew("Ash", *folk, *yard), crew("Iron", member("Nine", 20), at="tower")).do(
        interact("Rat", "bins"), hold("Nine")
    )
    for name in ("Cat", "Dog", "Hen"):
        story = story.do(interact(name, "bins"))
    story = story.do(interact("Eel", "cisterns"))
    assert story.battle.ended == ""
    story = story.do(interact("Fox", "cisterns"))
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds) == ("all_objectives_completed", 1)
    assert story.side("Ash").points == 4 * 2 + 2 * 1 + 2


def felled() -> Story:
    """Iron's last member falls while one of Ash has still to act."""
    return Story(
        crew("Ash", member("Rat", 4, "creature"), member("Cat", 4, "creature")),
        crew("Iron", member("Nine", 6, lost=1)),
    ).do(clash("Rat > Nine"), absorb, roll(4))


def test_a_crew_without_active_members() -> None:
    """MS-SCN-4, -5: the other finishes its round, scores the Hall once, and the battle ends."""
    story = felled()
    assert story.asks == ("Turn", "Ash")
    story = story.do(interact("Cat", "bins"))
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds) == ("one_crew_left", 1)
    assert [(s.crew.name, s.number) for s in end.scores] == [("Ash", 4), ("Iron", 0)]


def test_points_stay_with_the_fallen() -> None:
    """MS-SCN-5: a crew without active members keeps its points, and may win by them."""
    story = Story(
        crew("Ash", member("Rat", 4, "creature", at="well")),
        crew("Iron", member("Nine", 6, lost=1), member("Ten", 6)),
    ).do(ruling("Iron scores 3"), hold("Rat"), hold("Nine"), ruling("Nine out", "Ten out"))
    end = story.one(BattleEnded)
    assert (end.reason, end.winner) == ("one_crew_left", (story.who("Iron"),))


def test_nobody_left_at_all() -> None:
    """MS-SCN-4: two crews at 0: the points decide, and none are a draw."""
    story = Story(
        crew("Ash", member("Rat", 4)), crew("Iron", member("Nine", 4)), house={"ties": "both_lose"}
    )
    story = story.do(ruling("Rat out", "Nine out"))
    end = story.one(BattleEnded)
    assert (end.reason, end.winner) == ("one_crew_left", ())


def test_one_of_three_crews_falls() -> None:
    """MS-SCN-4: with two crews left it goes on."""
    story = Story(
        crew("Ash", *d(4, "Rat")), crew("Iron", *d(4, "Nine")), crew("Choir", *d(4, "Low"))
    ).do(ruling("Nine out"), hold("Rat"), hold("Low"))
    assert (story.battle.ended, story.battle.round) == ("", 2)


def test_control_of_the_hall_is_scored_at_the_end_alone() -> None:
    """MS-SCN-5 control.end: held in every round, it is 2 points once."""
    story = Story(crew("Ash", member("Rat", 4)), crew("Iron", member("Nine", 20), at="tower"))
    story = rounds(story, 5)
    assert len(told(story, PointsScored)) == 1
    assert story.side("Ash").points == 2


def test_the_tower_scores_nothing() -> None:
    """MS-GEN-1, MS-SCN-5: points come from the scenario's scoring events alone."""
    story = rounds(granary(), 5)
    assert any(isinstance(e, AreaControlled) for e in story.events)
    assert (story.side("Ash").points, story.side("Iron").points) == (0, 0)


def test_after_the_end_nothing_is_played() -> None:
    """MS-SCN-4: lines are refused, notes are not; the result is confirmed once."""
    story = rounds(granary(), 5)
    assert story.refused(hold("Rat")) == "MS-SCN-4"
    assert story.refused(ruling("Rat loses 1")) == "MS-SCN-4"
    assert story.accepts(note("well fought"))
    done = story.do(conclude)
    assert done.all(BattleConcluded)
    assert done.refused(conclude) == "MS-SCN-4"
    assert done.accepts(note("and told again"))


def test_a_battle_that_goes_on_is_not_concluded() -> None:
    """MS-SCN-4: first it ends."""
    assert granary().refused(conclude) == "MS-SCN-4"
