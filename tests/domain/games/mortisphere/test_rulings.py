"""Chapter 19 at the table: notes, rulings and every change they make; what options pin."""

import pytest

from domain.games.mortisphere.areas import MemberMoved
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.health import HealthLost, HealthRegained, MemberIncapacitated
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.play import evolve
from domain.games.mortisphere.ruling import (
    MemberRefreshed,
    MemberReturned,
    NoteAdded,
    Ruling,
    RulingRecorded,
)
from domain.games.mortisphere.scoring import PointsScored
from domain.games.mortisphere.statuses import StatusGained, StatusLost
from domain.games.mortisphere.units import Standing
from domain.games.mortisphere.waiting import Throw
from domain.terms import Action, NotFound
from tests.story import (
    Story,
    absorb,
    clash,
    crew,
    d,
    hold,
    interact,
    member,
    move,
    note,
    respond,
    roll,
    ruling,
)

STORY = Story(
    crew("Ash", member("Rat", 6, lost=1), member("Cat", 8)),
    crew("Iron", member("Nine", 10), member("Gone", 6, out=True)),
)


def test_a_note_of_a_member_or_of_the_battle() -> None:
    """MS-HIS-3, MS-PRO-7: anybody, any time; it changes nothing."""
    story = STORY.do(note("rang it twice", "Rat"))
    told = story.one(NoteAdded)
    assert (told.text, [w.name for w in told.member]) == ("rang it twice", ["Rat"])
    assert story.battle == STORY.battle
    assert STORY.do(note("a cold night")).one(NoteAdded).member == ()
    assert STORY.refused(note(" ")) == "MS-HIS-3"


def test_a_ruling_is_stored_and_changes_nothing_by_itself() -> None:
    """MS-EVT-5: state changes only by ordinary events beside it."""
    story = STORY.do(ruling())
    assert [type(e) for e in story.new] == [RulingRecorded]
    assert story.battle == STORY.battle
    assert STORY.refused(Ruling(text=" ")) == "MS-EVT-5"


def test_loses() -> None:
    """MS-EVT-5, MS-INC-1: Health goes as in any harm, to the last."""
    story = STORY.do(ruling("Cat loses 2"))
    assert (story.one(HealthLost).amount, story["Cat"].lost) == (2, 2)
    out = STORY.do(ruling("Rat loses 1"))
    assert out.one(MemberIncapacitated).member.name == "Rat"


def test_regains() -> None:
    """MS-EVT-5: never above the maximum; `battle_healing` does not bind the table."""
    story = STORY.do(ruling("Rat regains 3"))
    back = story.one(HealthRegained)
    assert (back.amount, back.lost, back.sources) == (1, 0, ())
    strict = Story(
        crew("Ash", member("Rat", 6, "construct", lost=1)),
        crew("Iron", *d(10, "Nine")),
        house={"battle_healing": "never"},
    )
    assert strict.do(ruling("Rat regains 1"))["Rat"].lost == 0


def test_scores() -> None:
    """MS-EVT-5, MS-SCN-5: points for a crew."""
    story = STORY.do(ruling("Iron scores 2"))
    told = story.one(PointsScored)
    assert (told.crew.name, told.points, told.total) == ("Iron", 2, 2)


def test_at() -> None:
    """MS-EVT-5: to any Area, the fallen too; it takes no action."""
    story = STORY.do(ruling("Cat at tower"))
    assert story.one(MemberMoved).reason == "ruling"
    assert (story["Cat"].area, story["Cat"].acted) == ("tower", False)
    assert STORY.do(ruling("Gone at well"))["Gone"].area == "well"


def test_gains_and_sheds() -> None:
    """MS-EVT-5, MS-RND-7: stunned until the round's end, or shed before."""
    story = STORY.do(ruling("Rat gains stunned"))
    assert story.one(StatusGained).until == 1
    assert story.refused(hold("Rat")) == "MS-RND-7"
    assert story.do(ruling("Rat sheds stunned")).one(StatusLost).status == "stunned"
    assert story.do(ruling("Rat sheds stunned")).accepts(hold("Rat"))
    later = story.do(hold("Cat"), hold("Nine"))
    assert (later.battle.round, later["Rat"].statuses) == (2, ())


def test_burdened_and_hidden() -> None:
    """MS-CLA-7, -9: who is burdened does not initiate, who is hidden is no target."""
    assert STORY.do(ruling("Rat gains burdened")).refused(clash("Rat > Nine")) == "MS-CLA-7"
    assert STORY.do(ruling("Nine gains hidden")).refused(clash("Rat > Nine")) == "MS-CLA-9"


@pytest.mark.parametrize("status", ["choked", "poisoned"])
def test_choked_and_poisoned(status: str) -> None:
    """MS-EVT-5, MS-EFF-3: -1 on Clash rolls until the round's end; 4 against 4 is lost."""
    story = STORY.do(ruling(f"Cat gains {status}"), clash("Cat > Nine"), respond("Nine"))
    assert story.do(roll(4, 4)).fights() == [(3, 4, "defender")]


def test_acted_and_ready() -> None:
    """MS-EVT-5, MS-ACT-7."""
    story = STORY.do(ruling("Rat acted"))
    assert story.one(MemberActivated).reason == "ruling"
    assert story.refused(hold("Rat")) == "MS-ACT-2"
    again = story.do(ruling("Rat ready"))
    assert again.one(MemberRefreshed).member.name == "Rat"
    assert again.accepts(hold("Rat"))


def test_a_ruling_may_end_the_round() -> None:
    """MS-RND-3, MS-AT-26: when the last who could act has acted, it is over."""
    story = STORY.do(ruling("Rat acted", "Cat acted", "Nine acted"))
    assert story.battle.round == 2


def test_ms_at_26_the_round_is_over() -> None:
    """MS-RND-3, -7, MS-AT-26: acted, incapacitated and stunned members only."""
    story = Story(
        crew("Ash", member("Rat", 6), member("Down", 6, out=True)),
        crew("Iron", member("Nine", 10, statuses=("stunned",))),
    )
    assert story.do(hold("Rat")).battle.round == 2


def test_out_and_back() -> None:
    """MS-EVT-5, MS-INC-1: back with at least 1 Health, where it lay."""
    story = STORY.do(ruling("Cat out"))
    assert story.one(MemberIncapacitated).area.id == "hall"
    assert story["Cat"].standing is Standing.INCAPACITATED
    fallen = STORY.do(ruling("Rat loses 1"))
    back = fallen.do(ruling("Rat back")).one(MemberReturned)
    assert (back.lost, back.maximum_roll) == (1, 4)
    assert STORY.do(ruling("Gone back"))["Gone"].active


def test_a_captain_taken_out_falls() -> None:
    """MS-EVT-5, MS-CAP-8: and its fall has the effect it would have had."""
    story = Story(
        crew("Ash", member("Oum", 10, captain=True), member("Rat", 4)),
        crew("Iron", *d(10, "Nine")),
        house={"captain_fall_effect": "initiative_lost"},
    ).do(ruling("Oum out"))
    assert story.one(CaptainFell).effect == "initiative_lost"
    assert story.side("Ash").initiative_lost


@pytest.mark.parametrize(
    "change",
    [
        "Gone loses 1",  # it is out already
        "Gone regains 1",
        "Cat regains 1",  # it has lost nothing
        "Rat at hall",  # it is there
        "Gone out",
        "Rat back",  # it is not out
        "Rat sheds stunned",  # it has no such status
        "Rat loses 0",
        "Iron scores 0",
    ],
)
def test_a_ruling_that_changes_nothing(change: str) -> None:
    """MS-EVT-5: it is refused as a slip, and nothing is stored."""
    assert STORY.refused(ruling(change)) == "MS-EVT-5"


def test_a_status_is_gained_once() -> None:
    """MS-EVT-5."""
    assert STORY.do(ruling("Rat gains stunned")).refused(ruling("Rat gains stunned")) == "MS-EVT-5"


@pytest.mark.parametrize(
    "change", ["Rat gains joy", "Rat at moon", "Pip loses 1", "Ghosts scores 1"]
)
def test_a_ruling_about_nothing(change: str) -> None:
    """MS-EVT-5: statuses, Areas, members and crews that are not there."""
    with pytest.raises(NotFound):
        STORY.when(ruling(change))


def test_several_changes_are_all_or_nothing() -> None:
    """MS-EVT-5: the third is a slip, so none is made."""
    assert STORY.refused(ruling("Cat loses 1", "Rat acted", "Gone out")) == "MS-EVT-5"
    both = STORY.do(ruling("Cat loses 1", "Rat acted"))
    assert (both["Cat"].lost, both["Rat"].acted) == (1, True)


def test_a_ruling_in_the_middle_of_a_clash() -> None:
    """MS-EVT-5, MS-MUL-7: the target is gone, so the pairing is void; the initiator has acted."""
    story = STORY.do(clash("Rat > Nine"), ruling("Nine out"))
    assert story["Nine"].fallen
    assert story.asks == ("Answer", "Iron")
    story = story.do(absorb)
    assert story["Rat"].acted
    assert not isinstance(story.awaited, Throw)


def test_a_roll_that_was_begun_is_made_anew() -> None:
    """MS-EVT-5, MS-DMG-6 `reroll`: healed before it rolls again, the d6's 6 would have stood."""
    story = Story(
        crew("Ash", member("Rat", 6, lost=1), member("Cat", 8)),
        crew("Iron", member("Nine", 10)),
        house={"lost_health_cap": "reroll"},
    ).do(clash("Rat > Nine"), respond("Nine"), roll(6, 2))
    assert story.dice == [("Rat", 6)]
    ruled = story.do(ruling("Rat regains 1"))
    assert ruled.one(RulingRecorded).anew
    assert ruled.dice == [("Rat", 6), ("Nine", 10)]
    assert ruled.do(roll(6, 2)).fights() == [(6, 2, "initiator")]
    noted = story.do(ruling())
    assert noted.dice == [("Rat", 6)]


@pytest.mark.parametrize(
    "line", [hold("Rat"), move("Rat", "well"), interact("Rat", "bins"), clash("Rat > Nine")]
)
def test_a_ruling_takes_no_turn(line: Action) -> None:
    """MS-EVT-5: the crew in turn goes on."""
    assert STORY.do(ruling("Nine loses 1"), note("so be it")).accepts(line)


def test_ms_at_47_options_changed_later() -> None:
    """MS-EVT-2, MS-AT-47: a replay reads the battle's own snapshot of them."""
    fight = Story(crew("Ash", *d(6, "Rat")), crew("Iron", *d(6, "Nine"))).do(
        clash("Rat > Nine"), respond("Nine"), roll(6, 6)
    )
    opened = fight.events[0]
    assert isinstance(opened, BattleOpened)
    assert {s.option: s.value for s in opened.house}["ties"] == "both_survive"
    again = Fighting()
    for event in fight.events:
        again = evolve(again, event)
    assert again == fight.battle
    assert all(u.lost == 0 for u in again.units.values())


def test_every_ruling_is_told() -> None:
    """MS-EVT-5: as a sentence of the table."""
    assert STORY.do(ruling()).one(RulingRecorded).told() == "Ruling: so the table rules"
