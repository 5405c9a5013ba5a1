"""Chapter 20, The Empty Altar: a seal that names loosen, a thing to carry out."""

from collections.abc import Callable

import pytest

from domain.games.mortisphere.carrying import ItemCarriedOut, ItemTaken
from domain.games.mortisphere.objectives import ObjectiveCompleted, ObjectiveProgressed
from domain.games.mortisphere.roles import role, ways_out
from domain.games.mortisphere.rounds import BattleEnded
from domain.games.mortisphere.shapes import book
from domain.games.mortisphere.showing import show
from domain.terms import Action, Event, Who
from tests.story import Story, crew, d, hold, interact, member, move, withdraw

ALTAR = book().scenario("empty-altar")


def altar(*names: str, kind: str = "creature", at: str = "altar") -> Story:
    """Members of Ash, and Nine of Iron, a d20 that begins no round but the first."""
    return Story(
        crew("Ash", *(member(n, 4, kind) for n in names), at=at),
        crew("Iron", *d(20, "Nine"), at="west"),
        scenario="empty-altar",
    )


def test_the_altar_is_reached_by_the_nave_only() -> None:
    """MS-MOV-3, chapter 20."""
    assert ALTAR.neighbours("altar") == ("nave",)
    assert [a.id for a in ALTAR.areas if "edge" in a.tags] == ["east", "west"]


def test_the_names_loosen_the_seal() -> None:
    """MS-OBJ-12, chapter 20: who has read the names lifts with 2 instead of 3, and scores 1."""
    story = Story(
        crew("Ash", member("Rat", 4, at="ossuary"), *d(4, "Cat", "Dog"), at="altar"),
        crew("Iron", *d(20, "Nine"), at="west"),
        scenario="empty-altar",
    ).do(interact("Rat", "names"), hold("Nine"), hold("Cat"), hold("Dog"))
    assert story.scored == [("Ash", 1, "Read the names")]
    lift = next(o for o in show(story.battle)["objectives"] if o["id"] == "lift")
    assert (lift["required"], lift["required_by_crew"]) == (3, {"Ash": 2})
    story = story.do(interact("Cat", "lift"), hold("Nine"), interact("Dog", "lift"), hold("Rat"))
    assert [(e.total, e.required) for e in story.all(ObjectiveProgressed)] == [(1, 2), (2, 2)]
    assert story.one(ItemTaken).member.name == "Dog"


def test_the_names_help_only_their_readers() -> None:
    """Chapter 20: for that crew."""
    story = Story(
        crew("Ash", *d(4, "Rat"), at="ossuary"),
        crew("Iron", *d(6, "Nine", "Ten"), at="altar"),
        scenario="empty-altar",
    ).do(interact("Rat", "names"), interact("Nine", "lift"), interact("Ten", "lift"))
    assert [(e.crew.name, e.total, e.required) for e in story.all(ObjectiveProgressed)] == [
        ("Ash", 1, 1),
        ("Iron", 1, 3),
        ("Iron", 2, 3),
    ]
    assert story.all(ItemTaken) == []


def test_both_crews_may_read_the_names() -> None:
    """MS-OBJ-12 `claim: each`."""
    story = Story(
        crew("Ash", *d(4, "Rat"), at="ossuary"),
        crew("Iron", *d(6, "Nine"), at="ossuary"),
        scenario="empty-altar",
    ).do(interact("Rat", "names"), interact("Nine", "names"))
    assert [e.crew.name for e in story.all(ObjectiveCompleted)] == ["Ash", "Iron"]


def test_the_fastest_way_takes_six_rounds() -> None:
    """Chapter 20, fastest: Nave, Altar, three lift, Nave, Threshold, out with round 6."""
    story = altar("Rat", "Cat", "Dog", at="east")
    story = everybody(story, lambda n: move(n, "nave"))
    story = everybody(story, lambda n: move(n, "altar"))
    story = everybody(story, lambda n: interact(n, "lift"))
    assert story.one(ItemTaken).member.name == "Dog"
    story = everybody(story, lambda n: move(n, "nave"))
    story = everybody(story, lambda n: move(n, "east"))
    assert (story.battle.round, story.battle.ended) == (6, "")
    story = everybody(story, lambda n: withdraw(n) if n == "Dog" else hold(n))
    assert story.all(ItemCarriedOut)
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds) == ("carried_out", 6)
    assert story.points("Ash", "Iron") == [2 + 5, 0]


def everybody(story: Story, does: Callable[[str], Action]) -> Story:
    """Rat, Cat and Dog do the same, Nine holds, until a new round begins."""
    last = story.battle.round
    new: tuple[Event, ...] = ()
    while story.battle.round == last and not story.battle.ended:
        mine = [n for n in ("Rat", "Cat", "Dog") if n in story.ready]
        story = story.do(does(mine[0]) if story.asks[1] == "Ash" else hold("Nine"))
        new += story.new
    story.new = new
    return story


def test_roles_follow_the_thresholds() -> None:
    """MS-SCN-3: who starts in the east plays the first role, and each leaves by its own way."""
    story = altar("Rat", at="east")
    ash, iron = (s.id for s in story.battle.sides)
    assert (role(story.battle, ash), role(story.battle, iron)) == ("first", "second")
    assert ways_out(story.battle, ash) == ("east",)
    assert ways_out(story.battle, iron) == ("west",)


def test_further_crews_share_the_second_role() -> None:
    """MS-SCN-7: a third crew starts elsewhere and has the second role's way out."""
    story = Story(
        crew("Ash", *d(4, "Rat"), at="west"),
        crew("Iron", *d(4, "Nine"), at="east"),
        crew("Choir", *d(4, "Low"), at="nave"),
        scenario="empty-altar",
    )
    roles = {s.who.name: role(story.battle, s.id) for s in story.battle.sides}
    assert roles == {"Ash": "second", "Iron": "first", "Choir": "second"}
    assert ways_out(story.battle, story.ids["Choir"]) == ("west",)


def test_an_agreement_elsewhere_leaves_the_roles_to_the_seats() -> None:
    """MS-SCN-3: both begin in the Nave: the crew named first plays the first role."""
    story = Story(
        crew("Ash", *d(4, "Rat"), at="nave"),
        crew("Iron", *d(4, "Nine"), at="nave"),
        scenario="empty-altar",
    )
    assert ways_out(story.battle, story.ids["Ash"]) == ("east",)
    assert ways_out(story.battle, story.ids["Iron"]) == ("west",)


@pytest.mark.parametrize("limit", ["unlimited", "fixed_6"])
def test_carrying_it_out_need_not_end_it(limit: str) -> None:
    """MS-RND-6: without the scenario's own ends the battle goes on, and the points stand."""
    story = Story(
        crew("Ash", *d(4, "Rat", "Cat"), at="east"),
        crew("Iron", *d(20, "Nine"), at="west"),
        scenario="empty-altar",
        house={"round_limit": limit},
    )
    artifact, here = Who("artifact", "The artifact"), Who("east", "East Threshold")
    taken = ItemTaken(item=artifact, member=story.who("Rat"), area=here)
    story = story.given(taken).do(withdraw("Rat"), hold("Nine"), hold("Cat"))
    assert (story.battle.ended, story.points("Ash")) == ("", [5])
