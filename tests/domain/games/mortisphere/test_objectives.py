"""Chapter 14: what the battle is fought for, and how it comes to nothing."""

import pytest

from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.contest import InteractionOpposed
from domain.games.mortisphere.objectives import (
    ChannelInterrupted,
    InteractionBegan,
    ObjectiveChannelled,
    ObjectiveCompleted,
    ObjectiveProgressed,
)
from domain.games.mortisphere.progress import done_by, points
from domain.games.mortisphere.rounds import RoundEnded
from domain.games.mortisphere.scoring import PointsScored
from domain.games.mortisphere.shapes import book
from domain.games.mortisphere.turns import TurnTaken
from domain.games.mortisphere.waiting import Pick, Turn
from domain.terms import NotFound
from tests.story import (
    CastCrew,
    Story,
    absorb,
    choose,
    clash,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    no,
    roll,
    ruling,
)

# `creature` and `mycelian` have no affinity for search or repair: an interaction of theirs is 1.
HALL = Story(
    crew("Ash", member("Rat", 4, "creature"), member("Cat", 4, "creature")),
    crew("Iron", member("Nine", 10, "creature"), at="tower"),
)


def test_every_scenario_has_objectives() -> None:
    """MS-OBJ-1, -2: they are the reason for the conflict, and of many kinds."""
    kinds = {scenario.kind for scenario in book().scenarios}
    assert all(scenario.objectives for scenario in book().scenarios)
    assert len(kinds) == 6


def test_interacting_costs_the_action() -> None:
    """MS-OBJ-3, -6, -9: it begins, the member has acted, and it fights no more this round."""
    story = HALL.do(interact("Rat", "bins"))
    assert [type(e) for e in story.new] == [ObjectiveChannelled, MemberActivated, TurnTaken]
    assert story["Rat"].acted
    assert story.asks == ("Turn", "Iron")
    later = story.do(move("Nine", "hall"))
    assert later.refused(clash("Rat > Nine")) == "MS-ACT-2"


def test_ms_at_38_only_in_its_area() -> None:
    """MS-OBJ-4, MS-AT-38: who stands in the Yard opens no bin in the Hall."""
    story = Story(crew("Ash", *d(4, "Rat"), at="well"), crew("Iron", *d(10, "Nine")))
    assert story.refused(interact("Rat", "bins")) == "MS-OBJ-4"
    assert story.accepts(interact("Rat", "cisterns"))


def test_an_affinity_adds_1_once() -> None:
    """MS-OBJ-5, MS-TYP-3: a Survivor searches with +1 the first time in a scenario."""
    story = Story(crew("Ash", *d(6, "Tallow")), crew("Iron", *d(20, "Nine"), at="tower"))
    first = story.do(interact("Tallow", "bins")).one(ObjectiveChannelled)
    assert (first.amount, [m.source.name for m in first.extra]) == (2, ["Survivor"])
    second = story.do(interact("Tallow", "bins"), hold("Nine"), interact("Tallow", "bins"))
    again = second.all(ObjectiveChannelled)[-1]
    assert (again.amount, again.copy, again.extra) == (1, 2, ())


def test_an_affinity_is_of_its_own_tag() -> None:
    """MS-TYP-3: a Survivor has none for repair, a Machine has."""
    for kind, amount in (("survivor", 1), ("machine", 2)):
        story = Story(
            crew("Ash", member("Rat", 4, kind), at="turbine"),
            crew("Iron", *d(10, "Nine"), at="press"),
            scenario="wake-the-press",
        ).do(interact("Rat", "prime"))
        assert story.one(ObjectiveChannelled).amount == amount


def test_a_creature_repairs_nothing() -> None:
    """MS-TYP-3: no repair or knowledge objectives for a Creature."""
    story = Story(
        crew("Ash", member("Rat", 4, "creature"), at="turbine"),
        crew("Iron", *d(10, "Nine"), at="press"),
        scenario="wake-the-press",
    )
    assert story.refused(interact("Rat", "prime")) == "MS-TYP-3"


def turbine() -> tuple[Story, str]:
    """Two Mycelians in the Turbine Hall, one of two points made good in round 1."""
    story = Story(
        crew("Ash", *(member(n, 6, "mycelian") for n in ("Sura", "Vex")), at="turbine"),
        crew("Iron", member("Nine", 10, "mycelian"), at="press"),
        scenario="wake-the-press",
    ).do(interact("Sura", "prime"), hold("Nine"), hold("Vex"))
    assert story.asks == ("Turn", "Iron")  # round 2: 10 against 6 + 6
    return story, story.ids["Ash"]


def primed(story: Story, crew_: str) -> int:
    """How far a crew has primed the turbine."""
    return points(story.battle, book().scenario("wake-the-press").objective("prime"), 1, crew_)


def test_ms_at_36_a_channel_is_kept() -> None:
    """MS-OBJ-9 `channel`, MS-AT-36: unharmed, the second of two points completes it."""
    story, ash = turbine()
    assert primed(story, ash) == 1
    during = story.do(hold("Nine"), interact("Vex", "prime"))
    assert during.all(ObjectiveProgressed) == []
    after = during.do(hold("Sura"))
    assert after.one(ObjectiveProgressed).total == 2
    done = after.one(ObjectiveCompleted)
    assert (done.crew.name, done.by.name) == ("Ash", "Vex")
    assert after.one(PointsScored).points == 2


def test_ms_at_37_a_channel_is_lost() -> None:
    """MS-OBJ-8, -9, MS-AT-37: harmed after it began the last point: one point, action spent."""
    story = Story(
        crew("Ash", *(member(n, 4, "mycelian", health=2) for n in ("Sura", "Vex")), at="turbine"),
        crew("Iron", member("Nine", 10, "mycelian"), at="turbine"),
        scenario="wake-the-press",
    ).do(interact("Sura", "prime"), hold("Nine"), hold("Vex"))
    assert story.asks == ("Turn", "Ash")  # 8 against 10
    ash = story.ids["Ash"]
    assert primed(story, ash) == 1
    story = story.do(interact("Vex", "prime"), clash("Nine > Vex"), absorb, roll(2), hold("Sura"))
    broken = story.one(ChannelInterrupted)
    assert (broken.member.name, broken.last_needed) == ("Vex", True)
    assert [w.name for w in broken.by] == ["Nine"]
    assert story.all(ObjectiveCompleted) == []
    assert primed(story, ash) == 1
    assert story.activated[:1] == ["Vex"]


def test_harm_before_it_began_breaks_nothing() -> None:
    """MS-OBJ-9: only Health lost since interacting counts."""
    story = Story(
        crew("Ash", member("Rat", 4, "creature", health=2)),
        crew("Iron", member("Nine", 10, "creature")),
        begins="Iron",
    ).do(clash("Nine > Rat"), absorb, roll(2), interact("Rat", "bins"))
    assert story["Rat"].lost == 1
    assert story.one(ObjectiveCompleted).by.name == "Rat"


def test_an_uncontested_place_changes_nothing() -> None:
    """MS-OBJ-9: without an enemy the channel is kept; one bin is 2 points."""
    story = HALL.do(interact("Rat", "bins"), hold("Nine"), hold("Cat"))
    assert story.one(ObjectiveCompleted).copy == 1
    assert (story.side("Ash").points, story.one(PointsScored).reason) == (2, "Open a bin")


def test_a_late_arrival_may_interrupt() -> None:
    """MS-OBJ-7, -8: the enemy comes over in its turn, and strikes only with another member."""
    story = Story(
        crew("Ash", *(member(n, 4, "creature") for n in ("Rat", "Cat", "Dog"))),
        crew("Iron", *d(10, "Nine", "Ten"), at="tower"),
    ).do(interact("Rat", "bins"), move("Nine", "hall"))
    assert story.asks[1] == "Ash"
    assert story.refused(clash("Nine > Rat")) == "MS-TRN-1"


@pytest.mark.parametrize("how", ["out", "harm"])
def test_what_a_ruling_breaks(how: str) -> None:
    """MS-OBJ-9, MS-EVT-5: Health lost by a ruling breaks a channel as well."""
    change = "Rat out" if how == "out" else "Rat loses 1"
    story = Story(
        crew("Ash", member("Rat", 4, "creature", health=2), member("Cat", 4, "creature")),
        crew("Iron", *d(10, "Nine"), at="tower"),
    ).do(interact("Rat", "bins"), ruling(change), hold("Nine"), hold("Cat"))
    assert story.one(ChannelInterrupted).member.name == "Rat"
    assert story.battle.claims == ()


def test_at_once() -> None:
    """MS-OBJ-9 `instant`: it counts at once, whoever stands there."""
    story = Story(
        crew("Ash", member("Rat", 4, "creature")),
        crew("Iron", *d(10, "Nine")),
        house={"objective_contest": "instant"},
    ).do(interact("Rat", "bins"))
    assert [type(e) for e in story.new] == [
        ObjectiveProgressed,
        ObjectiveCompleted,
        PointsScored,
        MemberActivated,
        TurnTaken,
    ]


def test_blocked() -> None:
    """MS-OBJ-9 `blocked`: not while an unactivated enemy is in the Area; then at once."""
    house = {"objective_contest": "blocked"}
    cast = (crew("Ash", *d(4, "Rat", "Cat")), crew("Iron", *d(10, "Nine")))
    story = Story(*cast, house=house)
    assert story.refused(interact("Rat", "bins")) == "MS-OBJ-9"
    later = story.do(hold("Rat"), hold("Nine")).do(interact("Cat", "bins"))
    assert later.one(ObjectiveCompleted).by.name == "Cat"
    stunned = Story(cast[0], crew("Iron", member("Nine", 10, statuses=("stunned",))), house=house)
    assert stunned.accepts(interact("Rat", "bins"))


def opposing(house: dict[str, str] | None = None, lost: int = 0) -> Story:
    """Rat turns to a bin in a Hall with two enemies, who may oppose it."""
    return Story(
        crew("Ash", member("Rat", 6, "creature", lost=lost), member("Cat", 6, "creature")),
        crew("Iron", member("Nine", 10, acted=True), member("Ten", 8)),
        house={"objective_contest": "opposed"} | (house or {}),
    )


@pytest.mark.parametrize(("ours", "theirs", "won"), [(5, 4, True), (4, 4, False), (3, 4, False)])
def test_opposed(ours: int, theirs: int, won: bool) -> None:  # noqa: FBT001 a column
    """MS-OBJ-9 `opposed`: against one enemy there the higher succeeds; the action is spent."""
    story = opposing().do(interact("Rat", "bins"))
    assert story.one(InteractionBegan).copy == 1
    assert isinstance(story.awaited, Pick)
    assert (story.asks[1], story.offers) == ("Iron", ["Nine", "Ten"])
    named = story.do(choose("Ten"))
    assert named.dice == [("Rat", 6), ("Ten", 8)]
    after = named.do(roll(ours, theirs))
    assert after.one(InteractionOpposed).succeeded is won
    assert bool(after.all(ObjectiveCompleted)) is won
    assert (after["Rat"].acted, after["Ten"].acted) == (True, False)
    assert after.one(TurnTaken).kind == "interact"
    assert after.battle.contest is None


def test_opposed_rolls_are_capped() -> None:
    """MS-OBJ-9 `opposed`, MS-DMG-6: a d6 with 1 lost shows 6 and counts 4, against 5."""
    story = opposing(lost=1).do(interact("Rat", "bins"), choose("Ten"), roll(6, 5))
    assert not story.one(InteractionOpposed).succeeded


def test_opposed_by_nobody() -> None:
    """MS-OBJ-9 `opposed`: the enemy may let it be, and where none stands there is no question."""
    story = opposing().do(interact("Rat", "bins"), no)
    assert story.one(ObjectiveCompleted).by.name == "Rat"
    alone = Story(
        crew("Ash", member("Rat", 6, "creature")),
        crew("Iron", *d(10, "Nine"), at="tower"),
        house={"objective_contest": "opposed"},
    ).do(interact("Rat", "bins"))
    assert alone.one(ObjectiveCompleted).by.name == "Rat"


def test_a_group_is_opposed_one_by_one() -> None:
    """MS-OBJ-9 `opposed`, MS-TRN-3 `same_area_group`: each rolls for itself, in one turn."""
    story = Story(
        crew("Ash", *(member(n, 6, "mycelian") for n in ("Rat", "Cat")), at="turbine"),
        crew("Iron", member("Nine", 10), at="turbine"),
        scenario="wake-the-press",
        house={"objective_contest": "opposed", "noncombat_group": "same_area_group"},
    ).do(interact("Rat, Cat", "prime"), choose("Nine"), roll(6, 1))
    assert story.one(ObjectiveProgressed).total == 1
    assert story.all(TurnTaken) == []
    story = story.do(no)
    assert story.one(ObjectiveCompleted).by.name == "Cat"
    assert story.one(TurnTaken).crew.name == "Ash"


def test_whoever_falls_before_the_dice_is_out_of_it() -> None:
    """MS-OBJ-9 `opposed`, -14, MS-EVT-5: an actor that falls fails, an opponent is replaced."""
    begun = opposing().do(interact("Rat", "bins"), choose("Ten"))
    story = begun.do(ruling("Rat out"))
    assert story.all(ObjectiveCompleted) == []
    assert isinstance(story.awaited, Turn)
    asked = begun.do(ruling("Ten out"))
    assert asked.offers == ["Nine"]


def pressing(house: dict[str, str] | None = None) -> Story:
    """One Mycelian a side at the turbine, an other elsewhere; progress counts at once."""
    return Story(
        crew("Ash", *(member(n, 6, "mycelian") for n in ("Sura", "Vex")), at="turbine"),
        crew("Iron", *(member(n, 6, "mycelian") for n in ("Nine", "Ten")), at="turbine"),
        scenario="wake-the-press",
        house={"objective_contest": "instant"} | (house or {}),
    )


@pytest.mark.parametrize(
    ("value", "totals", "winner"),
    [("scenario", [1, 1, 2], "Ash"), ("per_crew", [1, 1, 2], "Ash"), ("shared", [1, 2], "Iron")],
)
def test_whose_progress(value: str, totals: list[int], winner: str) -> None:
    """MS-OBJ-10: each crew counts its own, or whoever adds the last point completes it."""
    story = pressing({"objective_progress": value})
    seen = []
    for who in ("Sura", "Nine", "Vex")[: len(totals)]:
        story = story.do(interact(who, "prime"))
        seen.append(story.one(ObjectiveProgressed).total)
    assert seen == totals
    assert story.one(ObjectiveCompleted).crew.name == winner


def test_shared_progress_is_done_for_all() -> None:
    """MS-OBJ-10 `shared`: one counter; who comes later finds it done."""
    story = pressing({"objective_progress": "shared"})
    story = story.do(interact("Sura", "prime"), interact("Nine", "prime"))
    assert story.refused(interact("Vex", "prime")) == "MS-OBJ-12"


def test_each_adds() -> None:
    """MS-OBJ-11 `each_adds`: two members of a crew prime it in one round."""
    story = pressing().do(interact("Sura", "prime"), hold("Nine"), interact("Vex", "prime"))
    assert story.one(ObjectiveCompleted).crew.name == "Ash"


@pytest.mark.parametrize("contest", ["channel", "instant", "blocked", "opposed"])
def test_one_per_round(contest: str) -> None:
    """MS-OBJ-11 `one_per_round`: one member of a crew works at it, whatever MS-OBJ-9 says."""
    story = Story(
        crew("Ash", *(member(n, 6, "mycelian") for n in ("Sura", "Vex")), at="turbine"),
        crew("Iron", *(member(n, 6, "mycelian") for n in ("Nine", "Ten")), at="gallery"),
        scenario="wake-the-press",
        house={"objective_contest": contest, "objective_group": "one_per_round"},
    ).do(interact("Sura", "prime"), hold("Nine"))
    assert story.refused(interact("Vex", "prime")) == "MS-OBJ-11"
    later = story.do(hold("Vex"), hold("Ten"))
    assert later.battle.round == 2
    assert primed(later, later.ids["Ash"]) == 1


def test_one_per_round_after_a_failed_attempt() -> None:
    """MS-OBJ-11 `one_per_round`, MS-OBJ-9 `opposed`: who failed has worked at it all the same."""
    story = opposing({"objective_group": "one_per_round"})
    story = story.do(interact("Rat", "bins", 1), choose("Nine"), roll(1, 9), hold("Ten"))
    assert story.refused(interact("Cat", "bins", 1)) == "MS-OBJ-11"
    assert story.accepts(interact("Cat", "bins", 2))


def test_one_per_round_is_for_each_crew() -> None:
    """MS-OBJ-11 `one_per_round`: both crews may work at their own priming."""
    story = pressing({"objective_group": "one_per_round"})
    assert story.do(interact("Sura", "prime")).accepts(interact("Nine", "prime"))


def test_one_per_round_for_a_group() -> None:
    """MS-OBJ-11 `one_per_round`, MS-TRN-3 `same_area_group`."""
    house = {"objective_group": "one_per_round", "noncombat_group": "same_area_group"}
    assert pressing(house).refused(interact("Sura, Vex", "prime")) == "MS-OBJ-11"


def test_a_group_at_one_objective() -> None:
    """MS-TRN-3: any number at one objective by option, else one."""
    assert pressing().refused(interact("Sura, Vex", "prime")) == "MS-TRN-3"
    story = pressing({"noncombat_group": "same_area_group"}).do(interact("Sura, Vex", "prime"))
    assert [e.total for e in story.all(ObjectiveProgressed)] == [1, 2]
    assert story.one(TurnTaken).crew.name == "Ash"


def test_a_group_that_is_more_than_enough() -> None:
    """MS-TRN-3, MS-OBJ-12 `instant`: two open one bin; the second comes to a bin that is open."""
    house = {"noncombat_group": "same_area_group", "objective_contest": "instant"}
    story = Story(
        crew("Ash", *(member(n, 4, "creature") for n in ("Rat", "Cat"))),
        crew("Iron", *d(10, "Nine"), at="tower"),
        house=house,
    ).do(interact("Rat, Cat", "bins"))
    assert story.one(ObjectiveCompleted).by.name == "Rat"
    assert story.activated == ["Rat", "Cat"]


def test_before_a_clash_any_number() -> None:
    """MS-TRN-2 `before_clash`: moves and interactions, then a Clash, in one turn."""
    story = pressing({"noncombat_timing": "before_clash"}).do(interact("Sura", "prime"))
    assert story.asks == ("Turn", "Ash")
    assert story.accepts(clash("Vex > Nine"))


def test_a_copy_is_claimed_by_the_first() -> None:
    """MS-OBJ-12 `claim: first`: a bin that one crew has opened is gone for all."""
    story = Story(
        crew("Ash", member("Rat", 4, "creature")),
        crew("Iron", member("Nine", 4, "creature")),
        house={"objective_contest": "instant"},
    ).do(interact("Rat", "bins", 3))
    assert story.refused(interact("Nine", "bins", 3)) == "MS-OBJ-12"
    assert story.do(interact("Nine", "bins")).one(ObjectiveCompleted).copy == 1


def test_a_claim_for_each() -> None:
    """MS-OBJ-12 `claim: each`: every crew primes for itself, once."""
    story = pressing().do(interact("Sura", "prime"), interact("Nine", "prime"))
    story = story.do(interact("Vex", "prime"), interact("Ten", "prime"))
    assert done_by(story.battle, "prime", 1) == [story.ids["Ash"], story.ids["Iron"]]
    assert (story.side("Ash").points, story.side("Iron").points) == (2, 2)
    third = story.do(roll(20, 1))  # round 2: 12 against 12
    assert third.refused(interact("Sura", "prime")) == "MS-OBJ-12"


def test_the_deciding_interaction_that_came_first() -> None:
    """MS-OBJ-12: both complete the same bin at one round end; the earlier interaction has it."""
    story = Story(
        crew("Ash", member("Rat", 4, "creature")),
        crew("Iron", member("Nine", 4, "creature")),
        begins="Iron",
    ).do(interact("Nine", "bins", 1), interact("Rat", "bins", 1))
    done = story.one(ObjectiveCompleted)
    assert (done.crew.name, done.by.name) == ("Iron", "Nine")
    late = story.one(ChannelInterrupted)
    assert (late.member.name, late.reason, late.last_needed) == ("Rat", "claimed", True)


def test_more_than_needed_is_no_failure() -> None:
    """MS-OBJ-12: two of a crew at one bin: the second had nothing left to do, and fails nobody."""
    story = HALL.do(interact("Rat", "bins", 1), hold("Nine"), interact("Cat", "bins", 1))
    assert story.one(ObjectiveCompleted).by.name == "Rat"
    idle = story.one(ChannelInterrupted)
    assert (idle.member.name, idle.reason, idle.last_needed) == ("Cat", "done", False)


def test_progress_stops_at_what_is_required() -> None:
    """MS-OBJ-12: a Survivor's 2 at a bin that needs 1 brings it to 1 of 1."""
    story = Story(crew("Ash", *d(6, "Tallow")), crew("Iron", *d(10, "Nine"), at="tower")).do(
        interact("Tallow", "bins"), hold("Nine")
    )
    made = story.one(ObjectiveProgressed)
    assert (made.amount, made.total, made.required) == (2, 1, 1)


def test_the_default_copy() -> None:
    """MS-OBJ-12: the lowest open one that the crew's own channels do not already fill."""
    story = HALL.do(interact("Rat", "bins"), hold("Nine"), interact("Cat", "bins"))
    assert [e.copy for e in story.all(ObjectiveChannelled)] == [1, 2]


def test_copies_have_their_numbers() -> None:
    """MS-OBJ-12: there are bins 1 to 4."""
    assert HALL.refused(interact("Rat", "bins", 5)) == "MS-OBJ-12"
    assert HALL.accepts(interact("Rat", "bins", 4))


def test_a_lever_comes_after_the_priming() -> None:
    """MS-OBJ-12 `requires`: a crew throws the lever after its own priming, not another's."""
    story = Story(
        crew("Ash", *(member(n, 6, "machine") for n in ("Sura", "Vex")), at="turbine"),
        crew("Iron", *(member(n, 6, "machine") for n in ("Nine", "Ten")), at="press"),
        scenario="wake-the-press",
        house={"objective_contest": "instant"},
    ).do(interact("Sura", "prime"))
    assert story.one(ObjectiveCompleted).crew.name == "Ash"
    assert story.refused(interact("Nine", "lever")) == "MS-OBJ-12"
    story = story.do(hold("Nine"), move("Vex", "press"), hold("Ten"), roll(20, 1))
    assert story.accepts(interact("Vex", "lever"))


def test_an_objective_that_is_not_there() -> None:
    """MS-OBJ-12: the granary has no lever."""
    with pytest.raises(NotFound):
        HALL.when(interact("Rat", "lever"))


def test_nobody_interacts_for_nobody() -> None:
    """MS-TRN-3: an interaction has a member."""
    assert HALL.refused(interact("", "bins")) == "MS-TRN-3"


def test_channels_end_with_the_round() -> None:
    """MS-OBJ-9: nothing of a round's channels is left in the next."""
    story = HALL.do(interact("Rat", "bins"), hold("Nine"), hold("Cat"))
    assert story.one(RoundEnded).round == 1
    assert story.battle.channels == ()


def crews_of(*names: str) -> tuple[CastCrew, ...]:
    """One d6 Mycelian for each crew, all in the Hall."""
    return tuple(crew(n, member(f"{n}-1", 6, "mycelian")) for n in names)


def test_three_crews_race_for_one_bin() -> None:
    """MS-OBJ-12, MS-SCN-7: three channel at bin 1; the first in turn has it, two were late."""
    story = Story(*crews_of("Ash", "Iron", "Choir"))
    for name in ("Ash-1", "Iron-1", "Choir-1"):
        story = story.do(interact(name, "bins", 1))
    assert story.one(ObjectiveCompleted).crew.name == "Ash"
    assert [e.member.name for e in story.all(ChannelInterrupted)] == ["Iron-1", "Choir-1"]
