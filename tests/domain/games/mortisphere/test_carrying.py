"""Chapter 14: what is carried, and what becomes of it when its bearer falls (MS-OBJ-13)."""

from domain.games.mortisphere.carrying import (
    ItemCarriedOut,
    ItemDestroyed,
    ItemDropped,
    ItemTaken,
)
from domain.games.mortisphere.closing import Load
from domain.games.mortisphere.objectives import ChannelInterrupted, ObjectiveCompleted
from domain.games.mortisphere.rounds import BattleEnded
from domain.games.mortisphere.statuses import StatusGained, StatusLost
from domain.terms import Who
from tests.story import (
    Story,
    absorb,
    clash,
    concede,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    roll,
    ruling,
    withdraw,
)

ARTIFACT = Who("artifact", "The artifact")


def bearing(*more: str, at: str = "nave", **house: str) -> Story:
    """Rat of Ash bears the artifact in the Nave, where Nine of Iron stands, who begins."""
    story = Story(
        crew("Ash", member("Rat", 6, at=at), *d(6, *more), at="east"),
        crew("Iron", member("Nine", 10, at=at), *d(10, "Ten"), at="west"),
        scenario="empty-altar",
        house=house,
        begins="Iron",
    )
    return story.given(
        ItemTaken(item=ARTIFACT, member=story.who("Rat"), area=Who(at, at)),
        StatusGained(member=story.who("Rat"), status="burdened"),
    )


def lifted() -> Story:
    """Three of Ash at the Altar lift it together; the third completes."""
    story = Story(
        crew("Ash", *d(6, "Rat", "Cat", "Dog"), at="altar"),
        crew("Iron", *d(10, "Nine"), at="west"),
        scenario="empty-altar",
    )
    return story.do(interact("Rat", "lift"), hold("Nine"), interact("Cat", "lift"))


def test_three_lift_the_artifact() -> None:
    """MS-OBJ-12, -13, chapter 20: anomaly 3; who completes carries it, burdened; 2 points."""
    story = lifted().do(interact("Dog", "lift"))
    assert story.one(ObjectiveCompleted).by.name == "Dog"
    assert story.one(ItemTaken).member.name == "Dog"
    assert story.one(StatusGained).status == "burdened"
    assert story.battle.items == (Load(item="artifact", bearer=story.ids["Dog"]),)
    assert story.scored == [("Ash", 2, "Lift the artifact")]


def test_it_is_lifted_once() -> None:
    """MS-OBJ-12 `claim: first`: a lifted artifact is gone from the Altar for all."""
    story = lifted().do(interact("Dog", "lift"), hold("Nine"))
    assert story.refused(interact("Rat", "lift")) == "MS-OBJ-12"


def test_a_bearer_does_not_initiate() -> None:
    """MS-OBJ-13, MS-CLA-7: burdened, it may move, interact, defend and absorb, not initiate."""
    story = bearing().do(hold("Nine"))
    assert story.refused(clash("Rat > Nine")) == "MS-CLA-7"
    assert story.accepts(move("Rat", "altar"))


def test_it_moves_with_its_bearer() -> None:
    """MS-OBJ-13: wherever the bearer goes."""
    story = bearing().do(hold("Nine"), move("Rat", "east"))
    assert story.battle.items == (Load(item="artifact", bearer=story.ids["Rat"]),)


def felled(*more: str, **house: str) -> Story:
    """Nine fells the bearer: a d6 at 1 of 2 Health absorbs a 9."""
    story = bearing(*more, **house).do(ruling("Rat loses 1"))
    return story.do(clash("Nine > Rat"), absorb, roll(9))


def test_it_lies_where_its_bearer_fell() -> None:
    """MS-OBJ-13 `in_area`, MS-INC-5: and felling the bearer is 1 point."""
    story = felled("Cat")
    assert story.one(ItemDropped).area.name == "Nave"
    assert story.one(StatusLost).status == "burdened"
    assert story.battle.items == (Load(item="artifact", area="nave"),)
    assert story.scored == [("Iron", 1, "an enemy felled, who bore the artifact")]


def test_it_is_destroyed_with_its_bearer() -> None:
    """MS-OBJ-13 `destroyed`: it lies nowhere, and nobody can take it up."""
    story = felled("Cat", drop_carried="destroyed")
    assert story.one(ItemDestroyed).member.name == "Rat"
    assert story.battle.items == (Load(item="artifact"),)


def test_it_is_captured_by_the_victor() -> None:
    """MS-OBJ-13 `captured`: by the unit that felled the bearer, which is burdened now."""
    story = felled("Cat", drop_carried="captured")
    assert story.one(ItemTaken).member.name == "Nine"
    assert story.battle.items == (Load(item="artifact", bearer=story.ids["Nine"]),)
    assert story.one(StatusGained).member.name == "Nine"


def test_what_nobody_captured_lies_in_the_area() -> None:
    """MS-OBJ-13 `captured`: a bearer felled by no unit leaves it lying."""
    story = bearing("Cat", drop_carried="captured").do(ruling("Rat out"))
    assert story.battle.items == (Load(item="artifact", area="nave"),)
    assert story.scored == []


def test_felling_somebody_else_earns_nothing() -> None:
    """MS-SCN-5: only felling the bearer is rewarded at the altar."""
    story = bearing("Cat").do(ruling("Cat at nave", "Cat loses 1"))
    story = story.do(clash("Nine > Cat"), absorb, roll(9))
    assert story["Cat"].fallen
    assert story.scored == []


def dropped() -> Story:
    """The artifact lies in the Nave, Cat of Ash and Nine of Iron beside it; Ash begins round 2."""
    story = felled("Cat").do(ruling("Cat at nave"), hold("Cat"), hold("Ten"))
    assert story.asks == ("Turn", "Ash")  # 6 against 20
    return story


def test_it_is_taken_up() -> None:
    """MS-OBJ-13, chapter 20: an interaction of its own; under `channel` at the round's end."""
    story = dropped().do(interact("Cat", "take-up"), hold("Nine"), hold("Ten"))
    assert story.one(ItemTaken).member.name == "Cat"
    assert story.battle.items == (Load(item="artifact", bearer=story.ids["Cat"]),)
    assert story.scored == []


def test_it_can_be_taken_up_again() -> None:
    """MS-OBJ-12 `repeatable`: progress begins anew each time it lies there."""
    story = dropped().do(interact("Cat", "take-up"), hold("Nine"), hold("Ten"))
    assert story.battle.progress == ()
    story = story.do(hold("Cat"), clash("Nine > Cat"), absorb, roll(9))  # Cat 1 of 2
    story = story.do(hold("Ten"), hold("Cat"), clash("Nine > Cat"), absorb, roll(9))
    assert story.battle.items == (Load(item="artifact", area="nave"),)
    assert story.accepts(interact("Ten", "take-up")) is False  # Ten stands at the West Threshold


def test_two_reach_for_it() -> None:
    """MS-OBJ-12: whose interaction came first has it; the other finds it gone."""
    story = dropped().do(interact("Cat", "take-up"), interact("Nine", "take-up"), hold("Ten"))
    assert story.one(ItemTaken).member.name == "Cat"
    lost = story.one(ChannelInterrupted)
    assert (lost.member.name, lost.reason) == ("Nine", "gone")


def test_it_must_lie_there() -> None:
    """MS-OBJ-12 `needs`: nobody takes up what is still carried, or lies elsewhere."""
    assert bearing().refused(interact("Nine", "take-up")) == "MS-OBJ-12"
    story = dropped().do(hold("Cat"))
    assert story.refused(interact("Ten", "take-up")) == "MS-OBJ-12"
    assert story.accepts(interact("Nine", "take-up"))


def test_it_is_carried_out_by_the_own_threshold() -> None:
    """MS-SCN-6, chapter 20: 5 points, and the battle ends with the round (MS-SCN-4)."""
    story = bearing("Cat", at="east").do(hold("Nine"), withdraw("Rat"))
    assert story.one(ItemCarriedOut).area.name == "East Threshold"
    assert story.scored == [("Ash", 5, "The artifact carried out")]
    assert story.battle.ended == ""
    story = story.do(hold("Ten"), hold("Cat"))
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds, end.winner[0].name) == ("carried_out", 1, "Ash")


def test_the_other_threshold_is_no_way_out_for_it() -> None:
    """Chapter 20: carried out means by the own Threshold; elsewhere its bearer leaves it lying."""
    story = bearing("Cat", at="west").do(hold("Nine"), withdraw("Rat"))
    assert story.all(ItemCarriedOut) == []
    assert story.one(ItemDropped).area.name == "West Threshold"
    assert story.scored == []


def test_who_concedes_leaves_it_behind() -> None:
    """MS-SCN-6, MS-OBJ-13: the bearer is safe, the artifact is not carried out."""
    story = bearing().do(hold("Nine"), concede("Ash"), hold("Rat"), hold("Ten"))
    assert story.one(ItemDropped).area.name == "Nave"
    assert story.one(BattleEnded).reason == "conceded"
    assert story.points("Ash", "Iron") == [0, 0]


def test_a_bearer_stays_burdened() -> None:
    """MS-EFF-4 `carrying`: a bearer is burdened as long as it bears, over the rounds."""
    story = bearing().do(hold("Nine"), hold("Rat"), hold("Ten"))
    assert story.battle.round == 2
    assert [s.id for s in story["Rat"].statuses] == ["burdened"]


def test_what_is_dropped_is_told() -> None:
    """MS-EVT-1: what is told names item, member and Area."""
    told = [e.told() for e in felled("Cat").all(ItemDropped)]
    assert told == ["The artifact lies in the Nave."]
