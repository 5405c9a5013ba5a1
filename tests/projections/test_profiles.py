"""Profiles and rosters: what a member is, what a crew is worth (MS-PRO-1, MS-REC-7)."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.health import MemberIncapacitated
from domain.roster import CrewRenamed, FoundingEnded, MemberMoved, MemberRenamed, MemberRetired
from domain.terms import NotFound, Who
from projections.profiles import profile
from projections.rosters import roster, rosters
from tests.projections.telling import ASH, HALL, IRON, KILN, NINE, SURA, VEX, Telling, recruited


@pytest.fixture
def told(tmp_path: Path) -> Telling:
    """Two crews."""
    return Telling(tmp_path).founded()


def test_a_profile_has_eight_parts(told: Telling) -> None:
    """MS-PRO-1: name, type, Existence Die, Health, abilities, equipment, special rules, history."""
    items = ("rivet-gun", "rivet-gun")
    told.tell("crew-ash", recruited(ASH, "Moth", 4, "creature", treasury=20, items=items))
    assert profile(told.seen(), "crew-ash/4") == {
        "id": "crew-ash/4",
        "handle": "MOT",
        "name": "Moth",
        "former_names": [],
        "crew": "Ash",
        "type": "Creature",
        "die": 4,
        "abilities": [],
        "equipment": ["Rivet Gun", "Rivet Gun"],
        "own": [],
        "special_rules": [
            "Creature, affinity hunt: Cannot interact with objectives tagged repair or knowledge."
        ],
        "health": 3,
        "max_health": 3,
        "rating": 4 + 1 + 1,
        "advances": [],
        "lasting_injuries": [],
        "captain": False,
        "experience": 0,
        "status": "fit",
        "history": [
            {"kind": "joined", "text": "Moth joins Ash", "battle": "", "address": "crew-ash/4"},
            *(
                {
                    "kind": "equipment_gained",
                    "text": "Moth has Rivet Gun",
                    "battle": "",
                    "address": "crew-ash/4",
                }
                for _ in items
            ),
        ],
        "battles": 0,
        "kills": 0,
        "falls": 0,
        "injuries": 0,
    }


def test_a_captain_has_its_will(told: Telling) -> None:
    """MS-CAP-7: the Will is one of its special rules."""
    _, captain, will = profile(told.seen(), VEX.id)["special_rules"]
    assert captain == "Captain"
    assert will == (
        "Will to Endure: Once per scenario, a crewmate in the Captain's Area that would lose "
        "Health prevents 1."
    )


def test_the_name_is_the_newest(told: Telling) -> None:
    """MS-PRO-6: old names stay in the profile, the oldest first."""
    for before, after in (("Sura", "Ember"), ("Ember", "Cinder")):
        who = Who(SURA.id, after)
        told.tell("crew-ash", MemberRenamed(crew=ASH, member=who, before=before))
    found = profile(told.seen(), SURA.id)
    assert (found["name"], found["former_names"]) == ("Cinder", ["Sura", "Ember"])


def test_appearances_come_from_deployments(told: Telling) -> None:
    """Case 11: a battle counts for whoever was deployed in it; friendly ones do not."""
    told.opened("battle-1")
    told.opened("battle-2", friendly=True)
    told.tell("battle-1", MemberIncapacitated(member=NINE, by=(SURA, VEX), area=HALL))
    told.tell("battle-1", CaptainFell(member=VEX, crew=ASH, by=(KILN,), area=HALL))
    told.tell("battle-1", MemberIncapacitated(member=KILN, by=(SURA,), area=HALL))
    told.tell("battle-2", MemberIncapacitated(member=KILN, by=(SURA,), area=HALL))
    counts = ("battles", "kills", "falls", "injuries")
    found = {who.name: profile(told.seen(), who.id) for who in (SURA, VEX, NINE, KILN)}
    assert {name: [each[what] for what in counts] for name, each in found.items()} == {
        "Sura": [1, 2, 0, 0],
        "Vex": [1, 1, 1, 0],
        "Unit Nine": [1, 0, 1, 0],
        "Kiln": [1, 1, 1, 0],
    }


def test_whoever_is_of_no_crew_is_no_kill(told: Telling) -> None:
    """MR-CRD-2, MR-SCN-9: Sura felled Nine and somebody of no crew: one kill, as stats count it."""
    told.opened("battle-1")
    nobody = Who("battle-1/1#noxius-1", "Noxius 1")
    for felled in (NINE, nobody):
        told.tell("battle-1", MemberIncapacitated(member=felled, by=(SURA,), area=HALL))
    assert profile(told.seen(), SURA.id)["kills"] == 1


def test_a_roster_says_what_a_crew_is_worth(told: Telling) -> None:
    """MS-INI-4, MS-REC-7: value is the sum of dice, rating adds abilities and items."""
    told.tell("crew-ash", recruited(ASH, "Moth", 4, treasury=30, items=("rivet-gun",)))
    crew = roster(told.seen(), "crew-ash")
    assert [each["name"] for each in crew.pop("members")] == ["Sura", "Vex", "Moth"]
    assert crew == {
        "id": "crew-ash",
        "crew": "Ash",
        "former_names": [],
        "player": "Ana",
        "value": 6 + 8 + 4,
        "rating": 6 + 8 + 4 + 1,  # a rivet gun costs 1
        "captain": "Vex",
        "treasury": 30,
        "store": [],
        "founding": True,
        "ended": False,
        "fit": 3,
    }


def test_whoever_has_left_counts_no_more(told: Telling) -> None:
    """The next battle's Initiative is worked out without it; its profile stays."""
    told.tell("crew-ash", MemberRetired(crew=ASH, member=SURA))
    crew = roster(told.seen(), "crew-ash")
    assert (crew["value"], crew["rating"], crew["fit"]) == (8, 8, 1)
    assert [each["status"] for each in crew["members"]] == ["retired", "fit"]


def test_the_first_battle_ends_the_founding(told: Telling) -> None:
    """MS-REC-3: what is unspent is kept in part."""
    ended = FoundingEnded(crew=ASH, battle="battle-1", unspent=36, treasury=5)
    told.tell("crew-ash", ended)
    told.tell("crew-ash", CrewRenamed(crew=Who(ASH.id, "Embers"), before="Ash"))
    told.seen()
    assert [
        (each["crew"], each["former_names"], each["treasury"], each["founding"])
        for each in rosters(told.views)
    ] == [("Embers", ["Ash"], 5, False), ("Iron", [], 34, True)]


def test_nobody_has_that_id(told: Telling) -> None:
    """A sentence, and exit 2."""
    with pytest.raises(NotFound, match="no member crew-ash/9"):
        profile(told.seen(), "crew-ash/9")
    with pytest.raises(NotFound, match="no crew crew-dust"):
        roster(told.seen(), "crew-dust")


def test_who_moves_keeps_his_history(told: Telling) -> None:
    """MR-AUC-7: sold to Iron, Vex has one profile: Iron's, with his name and life before."""
    told.tell("crew-ash", MemberRenamed(crew=ASH, member=Who(VEX.id, "Rex"), before="Vex"))
    rex = Who(VEX.id, "Rex")
    told.tell("crew-ash", MemberMoved(crew=ASH, member=rex, to=IRON, reason="sold for 9"))
    bought = recruited(IRON, "Rex", 6, treasury=0)
    told.tell("crew-iron", replace(bought, member=rex))
    found = profile(told.seen(), VEX.id)
    assert (found["crew"], found["status"], found["former_names"]) == ("Iron", "fit", ["Vex"])
    assert [one["text"] for one in found["history"]][-3:] == [
        "Vex is now Rex",
        "Rex goes from Ash to Iron: sold for 9",
        "Rex joins Iron",
    ]
    assert [one["status"] for one in roster(told.seen(), "crew-ash")["members"]] == ["fit", "moved"]
