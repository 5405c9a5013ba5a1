"""Campaign histories, entry by entry (MS-HIS-1 to -3)."""

from pathlib import Path

import pytest

from domain.aftermath import ItemGained
from domain.books import Item
from domain.campaign import BattleClosed
from domain.chronicle import SIX
from domain.games.mortisphere import ruling
from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.health import MemberIncapacitated
from domain.games.mortisphere.objectives import ChannelInterrupted
from domain.games.mortisphere.shapes import book
from domain.roster import MemberRenamed, MemberRetired, NoteAdded
from domain.terms import Who
from projections.history import histories, history
from tests.projections.telling import ASH, HALL, KILN, NINE, SURA, VEX, Telling, recruited

BIN = Who("bin", "Open a bin")


@pytest.fixture
def told(tmp_path: Path) -> Telling:
    """Two crews."""
    return Telling(tmp_path).founded()


def of(told: Telling, who: Who) -> list[tuple[str, str]]:
    """Kind and text of each entry of a member, those of its joining left out."""
    found = history(told.seen(), who.id)
    return [
        (entry["kind"], entry["text"])
        for entry in found
        if entry["kind"] not in {"joined", "captaincy"}
    ]


def test_a_member_joins(told: Telling) -> None:
    """MS-HIS-3: joined and captaincy, each with the address of its event."""
    assert history(told.seen(), VEX.id) == [
        {"kind": "joined", "text": "Vex joins Ash", "battle": "", "address": "crew-ash/3"},
        {
            "kind": "captaincy",
            "text": "Vex is Captain of Ash",
            "battle": "",
            "address": "crew-ash/3",
        },
    ]


def test_what_a_recruit_brings_is_equipment_gained(told: Telling) -> None:
    """MS-HIS-1: one entry for each item, by its name in the codex."""
    items = ("rivet-gun", "aegis-remnant")
    told.tell("crew-ash", recruited(ASH, "Moth", 4, treasury=20, items=items))
    moth = Who("crew-ash/4", "Moth")
    assert of(told, moth) == [
        ("equipment_gained", "Moth has Rivet Gun"),
        ("equipment_gained", "Moth has Aegis Remnant"),
    ]


def test_felling_writes_enemy_defeated_on_the_victor(told: Telling) -> None:
    """MS-AT-46: whoever's pairing incapacitated an enemy has it in its history."""
    told.opened("battle-1")
    told.tell("battle-1", MemberIncapacitated(member=NINE, by=(SURA,), area=HALL))
    assert of(told, SURA) == [("enemy_defeated", "Sura felled Unit Nine")]
    assert history(told.seen(), SURA.id)[-1] == {
        "kind": "enemy_defeated",
        "text": "Sura felled Unit Nine",
        "battle": "battle-1",
        "address": "battle-1/6",
    }
    assert of(told, NINE) == []


def test_a_fall_stands_on_both_cards_from_its_own_side(told: Telling) -> None:
    """Case 38: the victor felled, the fallen fell: no card says the other's text."""
    told.opened("battle-1")
    told.tell("battle-1", MemberIncapacitated(member=NINE, by=(SURA,), area=HALL))
    told.tell("battle-1", CaptainFell(member=VEX, crew=ASH, by=(KILN,), area=HALL))
    told.ended("battle-1", 5, 2)
    cards = {who.name: [text for _, text in of(told, who)] for who in (SURA, VEX, NINE, KILN)}
    won, lost = "Ash won against Iron, 5 to 2", "Iron lost against Ash, 2 to 5"
    assert cards == {
        "Sura": ["Sura felled Unit Nine", won],
        "Vex": ["Vex fell as Captain of Ash, felled by Kiln", won],
        "Unit Nine": [lost],
        "Kiln": ["Kiln felled Vex", lost],
    }


def test_a_swarm_defeats_together(told: Telling) -> None:
    """All whose pairing it was; each is told who was with it."""
    told.opened("battle-1")
    told.tell("battle-1", MemberIncapacitated(member=NINE, by=(SURA, VEX), area=HALL))
    assert of(told, SURA) == [("enemy_defeated", "Sura felled Unit Nine with Vex")]
    assert of(told, VEX) == [("enemy_defeated", "Vex felled Unit Nine with Sura")]


def test_a_captain_that_falls_has_failed(told: Telling) -> None:
    """MS-HIS-3: an important failure of the Captain, an enemy defeated by its foe."""
    told.opened("battle-1")
    told.tell("battle-1", CaptainFell(member=VEX, crew=ASH, by=(KILN,), area=HALL))
    failure = "Vex fell as Captain of Ash, felled by Kiln"
    assert of(told, VEX) == [("important_failure", failure)]
    assert of(told, KILN) == [("enemy_defeated", "Kiln felled Vex")]


@pytest.mark.parametrize("last", [True, False])
def test_an_interruption_counts_if_it_was_the_last_progress(told: Telling, *, last: bool) -> None:
    """MS-HIS-3: only the last progress that was needed makes it an important failure."""
    told.opened("battle-1")
    interrupted = ChannelInterrupted(
        member=SURA, crew=ASH, objective=BIN, copy=1, by=(KILN,), last_needed=last
    )
    told.tell("battle-1", interrupted)
    failure = ("important_failure", "Sura was kept from the last of Open a bin by Kiln")
    assert of(told, SURA) == ([failure] if last else [])


def test_all_who_took_part_share_victory_and_defeat(told: Telling) -> None:
    """MS-HIS-3: every member of the crews that was deployed; nobody else."""
    told.opened("battle-1")
    told.ended("battle-1", 5, 2)
    told.tell("crew-ash", recruited(ASH, "Moth", 4, treasury=20))
    assert of(told, SURA) == of(told, VEX) == [("victory", "Ash won against Iron, 5 to 2")]
    assert of(told, NINE) == [("important_failure", "Iron lost against Ash, 2 to 5")]
    assert of(told, Who("crew-ash/4", "Moth")) == []


def test_a_draw_is_neither(told: Telling) -> None:
    """MS-SCN-5: equal points are a draw, nobody's victory and nobody's failure."""
    told.opened("battle-1")
    told.ended("battle-1", 3, 3)
    assert of(told, SURA) == of(told, NINE) == []


def test_names_stay_as_they_were(told: Telling) -> None:
    """MS-PRO-6: an entry keeps the name of its day; the renaming is an entry of its own."""
    told.opened("battle-1")
    told.tell("battle-1", MemberIncapacitated(member=NINE, by=(SURA,), area=HALL))
    ember = Who(SURA.id, "Ember")
    told.tell("crew-ash", MemberRenamed(crew=ASH, member=ember, before="Sura"))
    told.opened("battle-2")
    told.tell("battle-2", MemberIncapacitated(member=KILN, by=(ember,), area=HALL))
    assert of(told, SURA) == [
        ("enemy_defeated", "Sura felled Unit Nine"),
        ("renamed", "Sura is now Ember"),
        ("enemy_defeated", "Ember felled Kiln"),
    ]


def test_the_lost_keep_their_history(told: Telling) -> None:
    """MS-HIS-2: whoever leaves keeps all entries, and has one more."""
    told.tell("crew-ash", MemberRetired(crew=ASH, member=SURA, reason="tired"))
    assert of(told, SURA) == [("lost", "Sura leaves Ash: tired")]
    told.tell("crew-iron", MemberRetired(crew=Who("crew-iron", "Iron"), member=KILN))
    assert of(told, KILN) == [("lost", "Kiln leaves Iron")]


def test_an_aftermath_s_entries_are_of_its_battle(told: Telling) -> None:
    """MS-HIS-3: what a crew's own story tells in an aftermath says of which battle it is."""
    told.opened("battle-1")
    batch = told.concluded("battle-1", 5, 2)
    lens = ItemGained(crew=ASH, item=Item("crew-ash/4", "dead-sun-lens"), name="Dead-Sun Lens",
                      bearer=(SURA,), reason="bought")  # fmt: skip
    told.tell("crew-ash", lens, within=batch)
    told.tell("crew-ash", NoteAdded(crew=ASH, members=(SURA,), text="limps"))
    found = history(told.seen(), SURA.id)
    assert [(entry["kind"], entry["battle"]) for entry in found] == [
        ("joined", ""),
        ("victory", "battle-1"),
        ("equipment_gained", "battle-1"),
        ("note", ""),
    ]


def test_players_add_notes(told: Telling) -> None:
    """MS-HIS-3: between battles and in one; a note on a crew is nobody's entry."""
    told.tell("crew-ash", NoteAdded(crew=ASH, members=(SURA,), text="limps"))
    told.tell("crew-ash", NoteAdded(crew=ASH, text="a bad winter"))
    told.opened("battle-1")
    told.tell("battle-1", ruling.NoteAdded(member=(SURA,), text="stared it down"))
    assert of(told, SURA) == [("note", "limps"), ("note", "stared it down")]


def test_friendly_battles_and_void_ones_leave_no_entry(told: Telling) -> None:
    """What does not count is on record, but in nobody's history."""
    told.opened("battle-1", friendly=True)
    told.tell("battle-1", MemberIncapacitated(member=NINE, by=(SURA,), area=HALL))
    told.ended("battle-1", 5, 2)
    assert of(told, SURA) == of(told, NINE) == []
    told.opened("battle-2")
    told.ended("battle-2", 5, 2)
    assert len(of(told, SURA)) == 1
    told.tell("campaign", BattleClosed(battle="battle-2", void=True))
    assert of(told, SURA) == []


def test_a_battle_that_was_taken_back_leaves_no_entry(told: Telling) -> None:
    """The end of a battle is retracted: its victory with it; restored, it counts again."""
    told.opened("battle-1")
    batch = told.ended("battle-1", 5, 2)
    assert len(of(told, SURA)) == 1
    told.ledger.retract(batch, stamp=told.stamp())
    assert of(told, SURA) == []
    told.ledger.restore(batch, stamp=told.stamp())
    assert of(told, SURA) == [("victory", "Ash won against Iron, 5 to 2")]


def test_several_histories_are_asked_for_at_once(told: Telling) -> None:
    """Each member has its own; one that is unknown has none."""
    found = histories(told.seen(), [SURA.id, NINE.id, "crew-ash/9"])
    assert [entry["kind"] for entry in found[NINE.id]] == ["joined"]
    assert found["crew-ash/9"] == []


def test_the_kinds_are_those_of_the_rulebook() -> None:
    """MS-HIS-1, -3: the six kinds, and the extra ones that are written so far."""
    kinds = book().history
    assert kinds.kinds == SIX
    assert {"joined", "renamed", "lost", "captaincy"} <= set(kinds.kinds_extra)
