"""Chapter 11: the Captain, in whom the crew's will is embodied, may carry on at 0 Health."""

from collections.abc import Mapping

import pytest

from domain.games.mortisphere.captain import (
    CaptainBroken,
    CaptainFell,
    CaptainGaveWay,
    CaptainStood,
)
from domain.games.mortisphere.health import HealthLost, HealthRegained, MemberIncapacitated
from domain.games.mortisphere.initiative import InitiativeTaken
from domain.games.mortisphere.rounds import BattleEnded, CrewWithdrew
from domain.games.mortisphere.swarm import check_formation
from domain.games.mortisphere.units import Standing
from domain.games.mortisphere.waiting import Throw, Turn
from domain.terms import RuleBroken
from tests.story import (
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
    respond,
    roll,
    ruling,
)

NOTES = ("Low", "Lower", "Lowest", "Loud")


def meeting(lost: int = 3, house: Mapping[str, str] | None = None, die: int = 10) -> Story:
    """Four d4s against a d10 Captain with so much lost, and a d8 at its side."""
    return Story(
        crew("Choir", *d(4, *NOTES)),
        crew("Ash", member("Oum", die, lost=lost, captain=True), *d(8, "Nine")),
        house=dict(house or {}),
    )


def hurt(story: Story, by: str) -> Story:
    """A d4 shows its highest face against the absorbing Captain (MS-ABS-4)."""
    return story.do(clash(f"{by} > Oum"), absorb, roll(4))


def test_one_captain_is_no_member_like_others() -> None:
    """MS-CAP-1, -2: the last Health lost, an ordinary member is out; the Captain is broken."""
    story = hurt(meeting(lost=2), "Low")
    assert story.one(CaptainBroken).member.name == "Oum"
    assert story.all(MemberIncapacitated) == []
    assert story["Oum"].standing is Standing.ACTIVE


def test_ms_at_33_a_broken_captain_fights_on() -> None:
    """MS-CAP-2, -3, -4, -5, MS-AT-33: a d10 with 3 of 3 lost has maximum 4 and may initiate."""
    story = meeting()
    assert story["Oum"].broken
    assert not story["Oum"].fallen
    assert story.maximum("Oum") == 4
    later = story.do(hold("Low"), clash("Oum > Lower"), respond("Lower"), roll(9, 3))
    assert later.fights() == [(4, 3, "initiator")]


def test_ms_at_34_strain_then_the_fall() -> None:
    """MS-CAP-4, -5, -6 `two`, MS-AT-34: Strain 1 leaves maximum 2, Strain 2 fells it."""
    once = hurt(meeting(), "Low")
    lost = once.one(HealthLost)
    assert (lost.amount, lost.lost, lost.strain, lost.maximum_roll) == (1, 3, 1, 2)
    assert (once["Oum"].active, once["Oum"].strain) == (True, 1)
    twice = hurt(once.do(hold("Nine")), "Lower")
    assert twice["Oum"].strain == 2
    fell = twice.one(CaptainFell)
    assert (fell.member.name, fell.crew.name, fell.area.id) == ("Oum", "Ash", "hall")
    assert [w.name for w in fell.by] == ["Lower"]
    assert twice["Oum"].fallen


@pytest.mark.parametrize(("value", "strains"), [("one", 1), ("two", 2), ("three", 3)])
def test_resolve(value: str, strains: int) -> None:
    """MS-CAP-6: it falls at Strain equal to its Resolve, no sooner."""
    story = meeting(house={"captain_resolve": value})
    between = [(), (hold("Nine"),), (hold("Oum"),)]
    for n in range(1, strains + 1):
        story = hurt(story.do(*between[n - 1]), NOTES[n - 1])
        assert (story["Oum"].strain, story["Oum"].fallen) == (n, n == strains)


def test_surplus_becomes_strain() -> None:
    """MS-DMG-9, MS-CAP-4: an overrun of 2 takes the last Health and 1 Strain."""
    story = meeting(lost=2).do(clash("swarm Low, Lower, Lowest > Oum"), respond("Oum"))
    story = story.do(roll(4, 4, 4, 3))  # 12 against 3: at least double, 2 Health
    lost = story.one(HealthLost)
    assert (lost.amount, lost.lost, lost.strain, lost.maximum_roll) == (2, 3, 1, 2)
    assert story.all(CaptainBroken)
    assert story["Oum"].active


def test_surplus_beyond_resolve_is_lost() -> None:
    """MS-DMG-9, MS-CAP-4: an overrun of 2 at Strain 1 of 2 costs one Strain, and it falls."""
    story = hurt(meeting(), "Loud").do(hold("Nine"))
    story = story.do(clash("swarm Low, Lower, Lowest > Oum"), respond("Oum"), roll(4, 4, 4, 2))
    assert (story.one(HealthLost).amount, story["Oum"].strain) == (1, 2)
    assert story.one(CaptainFell).member.name == "Oum"


@pytest.mark.parametrize(("face", "stands"), [(4, True), (9, True), (3, False), (1, False)])
def test_will_roll(face: int, stands: bool) -> None:  # noqa: FBT001 what the face comes to
    """MS-CAP-4 `will_roll`: at 0 Health 4 or more on its capped die (9 counts as 4) keeps it up."""
    story = meeting(house={"captain_zero": "will_roll"})
    asked = hurt(story, "Low")
    assert isinstance(asked.awaited, Throw)
    assert (asked.dice, asked.asks[1]) == ([("Oum", 10)], "Ash")
    later = asked.do(roll(face))
    assert bool(later.all(CaptainStood)) is stands
    assert bool(later.all(CaptainGaveWay)) is not stands
    assert later["Oum"].fallen is not stands
    assert later["Oum"].lost == 3
    assert later["Low"].acted


def test_will_roll_before_0_health() -> None:
    """MS-CAP-4 `will_roll`: above 0 Health it loses Health like anybody; at 0 it is broken."""
    story = hurt(meeting(lost=2, house={"captain_zero": "will_roll"}), "Low")
    assert story.one(CaptainBroken).member.name == "Oum"
    assert isinstance(story.awaited, Turn)


def test_one_harm_one_will_roll() -> None:
    """MS-CAP-4 `will_roll`: whenever it would lose Health it rolls once, be it 2 at a time."""
    story = meeting(house={"captain_zero": "will_roll"})
    story = story.do(clash("swarm Low, Lower, Lowest > Oum"), respond("Oum"), roll(4, 4, 4, 2))
    story = story.do(roll(8))
    assert isinstance(story.awaited, Turn)
    assert story["Oum"].active


def test_will_roll_again_within_the_maximum() -> None:
    """MS-CAP-4, MS-DMG-6 `reroll`: a face above the maximum 4 is rolled again."""
    house = {"captain_zero": "will_roll", "lost_health_cap": "reroll"}
    story = hurt(meeting(house=house), "Low").do(roll(9))
    assert story.dice == [("Oum", 10)]
    later = story.do(roll(4))
    assert later.one(CaptainStood).dice[0].before == (9,)


def test_unkillable() -> None:
    """MS-CAP-4 `unkillable`: it is hurt again and again and never falls."""
    story = hurt(meeting(house={"captain_zero": "unkillable"}), "Low")
    assert story.one(CaptainStood).member.name == "Oum"
    story = hurt(story.do(hold("Nine")), "Lower")
    assert story.one(CaptainStood).member.name == "Oum"
    assert (story["Oum"].active, story["Oum"].lost, story["Oum"].strain) == (True, 3, 0)


def test_unkillable_is_stronger_than_the_floor() -> None:
    """MS-CAP-4, MS-DMG-7, MS-GEN-3: a d6 with 3 lost would have maximum 0; it never falls."""
    house = {"captain_zero": "unkillable", "max_roll_floor": "incapacitate_at_zero"}
    story = Story(
        crew("Choir", *d(4, *NOTES)),
        crew("Ash", member("Oum", 6, health=3, lost=2, captain=True), *d(8, "Nine")),
        house=house,
    )
    story = hurt(story, "Low")
    assert (story["Oum"].active, story.maximum("Oum")) == (True, 1)


def test_strain_meets_the_floor() -> None:
    """MS-DMG-7 `incapacitate_at_zero`: d10 - 2 * (3 + 2) is 0: out at Strain 2 of 3."""
    house = {"captain_resolve": "three", "max_roll_floor": "incapacitate_at_zero"}
    story = hurt(meeting(house=house), "Low").do(hold("Nine"))
    story = hurt(story, "Lower")
    assert (story["Oum"].strain, story["Oum"].fallen) == (2, True)


def test_ordinary() -> None:
    """MS-CAP-4 `ordinary`: at 0 Health it falls like any member."""
    story = hurt(meeting(lost=2, house={"captain_zero": "ordinary"}), "Low")
    assert story["Oum"].fallen
    assert story.all(CaptainBroken) == []


@pytest.mark.parametrize(
    ("value", "refused"),
    [("max_roll_and_no_declarations", False), ("max_roll_only", False), ("no_objectives", True)],
)
def test_reduced_capacity(value: str, refused: bool) -> None:  # noqa: FBT001 what the option does
    """MS-CAP-5: broken, it keeps Clash and move; under `no_objectives` it may not interact."""
    story = meeting(house={"captain_reduced": value}).do(hold("Low"))
    if refused:
        assert story.refused(interact("Oum", "bins")) == "MS-CAP-5"
    else:
        assert story.accepts(interact("Oum", "bins"))
    assert story.accepts(move("Oum", "well"))
    assert story.accepts(clash("Oum > Lower"))
    assert story.maximum("Oum") == 4


def test_an_unbroken_captain_interacts_under_no_objectives() -> None:
    """MS-CAP-5 `no_objectives`: only a broken one is barred."""
    story = meeting(lost=2, house={"captain_reduced": "no_objectives"}).do(hold("Low"))
    assert story.accepts(interact("Oum", "bins"))


def fallen(effect: str) -> Story:
    """The Captain at Strain 1 is felled in round 1 under an option of MS-CAP-8."""
    story = hurt(meeting(house={"captain_fall_effect": effect}), "Low").do(hold("Nine"))
    return hurt(story, "Lower")


def test_the_fall_of_a_captain_has_no_effect() -> None:
    """MS-CAP-8 `none`: next round the d8 alone is worth 8 against 16 and begins."""
    story = fallen("none").do(hold("Lowest"), hold("Loud"))
    taken = story.one(InitiativeTaken)
    assert [w.name for w in taken.order] == ["Ash", "Choir"]
    assert story.all(CrewWithdrew) == []


def test_the_fall_of_a_captain_loses_initiative() -> None:
    """MS-CAP-8 `initiative_lost`: 8 against 16, and it goes last all the same."""
    story = fallen("initiative_lost")
    assert story.one(CaptainFell).effect == "initiative_lost"
    taken = story.do(hold("Lowest"), hold("Loud")).one(InitiativeTaken)
    assert [w.name for w in taken.order] == ["Choir", "Ash"]
    assert {v.crew.name: v.number for v in taken.values} == {"Choir": 16, "Ash": 8}


def test_the_fall_of_a_captain_ends_its_crews_battle() -> None:
    """MS-CAP-8 `crew_withdraws`: at the end of the next round the crew leaves."""
    story = fallen("crew_withdraws")
    assert story.one(CaptainFell).after_round == 2
    second = story.do(hold("Lowest"), hold("Loud"))
    assert (second.battle.round, second.all(CrewWithdrew)) == (2, [])
    end = second.do(hold("Nine"), hold("Low"), hold("Lower"), hold("Lowest"), hold("Loud"))
    gone = end.one(CrewWithdrew)
    assert (gone.crew.name, [w.name for w in gone.members]) == ("Ash", ["Nine"])
    assert end.one(BattleEnded).reason == "one_crew_left"
    assert (end["Nine"].standing, end["Oum"].standing) == (
        Standing.WITHDRAWN,
        Standing.INCAPACITATED,
    )


def test_healing_removes_strain_first() -> None:
    """MS-CAP-9: a broken Captain with Strain 1 regains 2: the Strain, then 1 Health."""
    story = hurt(meeting(), "Low").do(ruling("Oum regains 2"))
    back = story.one(HealthRegained)
    assert (back.amount, back.strain, back.lost, back.maximum_roll) == (2, 0, 2, 6)
    assert not story["Oum"].broken


def test_a_broken_captain_that_stands_is_not_incapacitated() -> None:
    """MS-CAP-9: at the end it stands, and makes no fate roll."""
    story = meeting().do(hold("Low"))
    assert story["Oum"].active
    assert not story["Oum"].fallen


def test_a_captain_counts_as_its_die() -> None:
    """MS-CAP-11: 10 + 8 = 18 against 16."""
    story = Story(
        crew("Choir", *d(4, *NOTES)),
        crew("Ash", member("Oum", 10, captain=True), *d(8, "Nine")),
        begins=None,
    )
    taken = next(e for e in story.events if isinstance(e, InitiativeTaken))
    assert {v.crew.name: v.number for v in taken.values} == {"Choir": 16, "Ash": 18}


def test_a_captain_is_not_one_of_many() -> None:
    """MS-CAP-11, MS-SWA-14: it counts towards no Swarm."""
    story = Story(
        crew("Choir", *d(4, "Low", "Lower"), member("First", 4, captain=True)),
        crew("Ash", *d(8, "Nine")),
    )
    with pytest.raises(RuleBroken, match="MS-SWA-14"):
        check_formation(story.battle, list(story.battle.units.values())[:3])
    assert story.refused(clash("swarm Low, Lower, First > Nine")) == "MS-SWA-14"


def test_a_captain_may_be_struck_by_blows_too() -> None:
    """MS-SWA-9, -14 `allowed`, MS-CAP-4: a blow on a broken Captain in a Swarm is Strain."""
    story = Story(
        crew("Choir", *d(4, "Low", "Lower"), member("First", 4, health=1, lost=1, captain=True)),
        crew("Ash", *d(8, "Nine")),
        house={"swarm_captain": "allowed"},
    ).do(clash("swarm Low, Lower, First > Nine"), respond("Nine"), roll(1, 1, 1, 8))
    # 3 against 8: 8 beats every die, 8 // 4 = 2 blows; the owner gives them.
    story = story.do(choose("Low", "First"))
    assert (story["Low"].fallen, story["First"].strain, story["First"].active) == (True, 1, True)


def test_nothing_is_asked_of_a_captain_that_is_not_hurt() -> None:
    """MS-CAP-4 `will_roll`: no harm, no roll, and no question to decline."""
    story = meeting(house={"captain_zero": "will_roll"})
    story = story.do(clash("Low > Oum"), absorb, roll(1))
    assert isinstance(story.awaited, Turn)
    assert story.refused(no) == "MS-TRN-1"
