"""Chapter 10: who reaches 0 Health is out until the scenario ends."""

import pytest

from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.health import HealthLost, HealthRegained, MemberIncapacitated
from domain.games.mortisphere.initiative import crew_value
from domain.games.mortisphere.objectives import ChannelInterrupted
from domain.games.mortisphere.units import Standing
from domain.terms import Action
from tests.story import Story, absorb, clash, crew, d, hold, interact, member, move, respond, roll

# Rat's 4 is its highest face: Tallow, a d6 with 1 of 2 Health left, absorbs it and is out.
FELLED = Story(
    crew("Choir", member("Rat", 4), member("Host", 10)),
    crew("Ash", member("Tallow", 6, lost=1), *d(8, "Nine", "Ten")),
).do(clash("Rat > Tallow"), absorb, roll(4))


def test_a_member_at_0_health_is_incapacitated() -> None:
    """MS-INC-1: the last Health is gone, the member is out, and the victor is on record."""
    assert FELLED["Tallow"].standing is Standing.INCAPACITATED
    fell = FELLED.one(MemberIncapacitated)
    assert (fell.member, fell.by, fell.area.id) == (
        FELLED.who("Tallow"),
        (FELLED.who("Rat"),),
        "hall",
    )


@pytest.mark.parametrize(
    "line",
    [clash("Tallow > Rat"), move("Tallow", "well"), interact("Tallow", "bins"), hold("Tallow")],
)
def test_ms_at_35_an_incapacitated_member_takes_no_action(line: Action) -> None:
    """MS-INC-2, MS-OBJ-14, MS-AT-35: it neither initiates, moves, interacts nor holds."""
    assert FELLED.refused(line) == "MS-INC-2"


def test_ms_at_35_an_incapacitated_member_does_not_respond() -> None:
    """MS-INC-2, MS-AT-35: it cannot take up an answer either."""
    later = FELLED.do(hold("Ten"), clash("Host > Nine"))
    assert later.refused(respond("Tallow")) == "MS-INC-2"


def test_it_stays_out_over_the_rounds() -> None:
    """MS-INC-3: a new round refreshes the others, not the fallen."""
    later = FELLED.do(hold("Nine"), hold("Host"), hold("Ten"))
    assert later.battle.round == 2
    assert later["Tallow"].standing is Standing.INCAPACITATED
    assert later.ready == {"Rat", "Host", "Nine", "Ten"}


def test_its_fate_waits_for_the_aftermath() -> None:
    """MS-INC-4, MS-FAT-1: nothing in the battle says what becomes of it."""
    assert [type(e).__name__ for e in FELLED.new][-5:] == [
        "ClashFought",
        "HealthLost",
        "MemberIncapacitated",
        "MemberActivated",
        "ClashOver",
    ]


def test_it_lies_where_it_fell() -> None:
    """MS-INC-5: it stays recorded in its Area."""
    assert FELLED["Tallow"].area == "hall"


def test_it_counts_for_no_crew_value() -> None:
    """MS-INC-5, MS-INI-5: 6 + 8 + 8 without the d6 is 16."""
    assert crew_value(FELLED.battle, FELLED.ids["Ash"]) == 16


def test_its_channelled_progress_is_lost() -> None:
    """MS-INC-5, MS-OBJ-9: felled after it began, its bin stays shut."""
    story = Story(
        crew("Ash", member("Tallow", 6, lost=1), *d(8, "Nine")),
        crew("Choir", *d(4, "Rat")),
    ).do(interact("Tallow", "bins"), clash("Rat > Tallow"), absorb, roll(4), hold("Nine"))
    lost = story.one(ChannelInterrupted)
    assert (lost.member.name, lost.last_needed) == ("Tallow", True)
    assert [w.name for w in lost.by] == ["Rat"]
    assert story.battle.claims == ()


MYCELIAN = crew("Choir", member("Host", 10, "mycelian", lost=1), member("Note", 4))
PREY = crew("Ash", member("Tallow", 6, lost=1), member("Nine", 8))


def test_effects_heal_in_battle() -> None:
    """MS-INC-6 `effects_only`, MS-TYP-3: a Mycelian regains 1 on felling an enemy."""
    story = Story(MYCELIAN, PREY).do(clash("Host > Tallow"), absorb, roll(5))
    back = story.one(HealthRegained)
    assert (back.member.name, back.amount, back.lost, back.maximum_roll) == ("Host", 1, 0, 10)
    assert back.sources[0].source.name == "Mycelian"


def test_healing_once_a_scenario() -> None:
    """MS-TYP-3, MS-EFF-5: the second enemy it fells gives a Mycelian nothing."""
    host = member("Host", 10, "mycelian", lost=2)
    prey = crew("Ash", member("Tallow", 6, lost=1), member("Low", 4), member("Nine", 8))
    story = Story(crew("Choir", host), prey)
    story = story.do(clash("Host > Tallow"), absorb, roll(5))
    assert story["Host"].lost == 1
    story = story.do(hold("Low"), hold("Nine"))  # round 2: 10 against 12
    story = story.do(clash("Host > Low"), absorb, roll(6))
    assert story["Low"].fallen
    assert (story["Host"].lost, story.all(HealthRegained)) == (1, [])


def test_a_use_is_not_spent_on_a_whole_body() -> None:
    """MS-INC-6, MS-EFF-5: never above the maximum; nothing to heal, nothing spent."""
    whole = crew("Choir", member("Host", 10, "mycelian"))
    story = Story(whole, PREY).do(clash("Host > Tallow"), absorb, roll(5))
    assert story.all(HealthRegained) == []
    assert story["Host"].uses == ()


def test_no_healing_in_battle() -> None:
    """MS-INC-6 `never`."""
    story = Story(MYCELIAN, PREY, house={"battle_healing": "never"})
    story = story.do(clash("Host > Tallow"), absorb, roll(5))
    assert story.one(MemberIncapacitated).member.name == "Tallow"
    assert (story["Host"].lost, story.all(HealthRegained)) == (1, [])


def test_only_the_active_heal() -> None:
    """MS-INC-6: who falls with its victim (`both_lose`) heals before it falls, and not after."""
    last = crew("Choir", member("Host", 10, "mycelian", lost=2), member("Note", 4))
    story = Story(last, PREY, house={"ties": "both_lose"})
    story = story.do(clash("Host > Tallow"), respond("Tallow"), roll(3, 3))
    # Tallow goes first; the Host feeds (2 lost → 1), then loses its own Health (→ 2) and stands.
    assert [type(e) for e in story.new if isinstance(e, HealthLost | HealthRegained)] == [
        HealthLost,
        HealthRegained,
        HealthLost,
    ]
    assert (story["Tallow"].fallen, story["Host"].lost, story["Host"].active) == (True, 2, True)


@pytest.mark.parametrize(("value", "worth"), [("ignored", 4), ("counts", 10)])
def test_whether_the_fallen_contest(value: str, worth: int) -> None:
    """MS-INC-7, MS-ARE-9: beside a body a d10 has the Bell Tower alone (10 - 6), or has not."""
    tower = crew("Choir", member("Host", 10), at="tower")
    fallen = crew("Ash", member("Tallow", 6, out=True), member("Nine", 8, at="hall"), at="tower")
    story = Story(tower, fallen, house={"incapacitated_contest": value})
    assert crew_value(story.battle, story.ids["Choir"]) == worth


def test_a_captain_that_is_ordinary_falls_like_a_member() -> None:
    """MS-INC-1, MS-CAP-4 `ordinary`: the event is the Captain's own."""
    story = Story(
        crew("Choir", *d(4, "Rat")),
        crew("Ash", member("Oum", 10, lost=2, captain=True), *d(8, "Nine")),
        house={"captain_zero": "ordinary"},
    ).do(clash("Rat > Oum"), absorb, roll(4))
    assert story.one(CaptainFell).member.name == "Oum"
    assert story.all(MemberIncapacitated) == []
    assert story["Oum"].fallen


@pytest.mark.parametrize(("kind", "lost"), [("machine", 1), ("mutant", 0)])
def test_what_is_alive_heals_no_machine(kind: str, lost: int) -> None:
    """MS-TYP-3, MS-INC-6: alone in the Tower both end the round under a Root Mesh (biological)."""
    bound = member("Nine", 8, kind, lost=1, abilities=["bound-weapon"], items=["root-mesh"])
    story = Story(crew("Ash", bound, at="tower"), crew("Iron", member("On", 6), at="hall"))
    story = story.do(hold("Nine"), hold("On"))
    assert story["Nine"].lost == lost
