"""The view of deeds: what counts, on whose side, for which crew, where, in the names of then."""

from pathlib import Path
from typing import Any

import pytest

from domain.aftermath import CaptainNamed
from domain.campaign import BattleClosed
from domain.games.mortisphere.areas import MemberMoved as Walked
from domain.games.mortisphere.captain import CaptainFell
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.health import HealthLost
from domain.games.mortisphere.rounds import RoundBegan
from domain.kinds import Kind
from domain.members import MemberLost
from domain.roster import CrewRenamed, MemberMoved, MemberRenamed
from domain.terms import Who
from domain.voided import BattleVoided
from projections import deeds
from projections.page import Row
from projections.standings import standings
from projections.view import DEEDS, Views, open_views
from tests.projections.telling import ASH, HALL, IRON, KILN, NINE, SURA, VEX, Tale
from tests.season import GAME

YARD = Who("yard", "Yard")


@pytest.fixture
def tale(tmp_path: Path) -> Tale:
    """Two crews, and a battle in which all stand in the hall."""
    told = Tale(tmp_path)
    told.founded().opened("battle-1")
    return told


def names(rows: list[Row], *columns: str) -> list[tuple[Any, ...]]:
    """Some columns of rows."""
    return [tuple(row[column] for column in columns) for row in rows]


def test_case_38_a_fall_is_told_on_each_side(tale: Tale) -> None:
    """Case 38: on Sura's card she slew Nine, on Nine's it was slain; neither says the other."""
    tale.felled(NINE, SURA)
    assert names(tale.of(member=SURA.id), "kind", "other_name")[-1:] == [("felled", "Unit Nine")]
    assert names(tale.of(member=NINE.id), "kind", "other_name")[-1:] == [("fell", "Sura")]


def test_a_fall_by_two_is_a_deed_of_each(tale: Tale) -> None:
    """MS-AT-46: both have felled it, and each row says that two did."""
    tale.felled(NINE, SURA, VEX)
    found = tale.of(Kind.FELLED)
    assert names(found, "name", "other_name", "crew", "other_crew", "number") == [
        ("Sura", "Unit Nine", "crew-ash", "crew-iron", 2),
        ("Vex", "Unit Nine", "crew-ash", "crew-iron", 2),
    ]
    fell = tale.of(Kind.FELL)
    assert names(fell, "name", "crew", "other_crew", "number") == [
        ("Unit Nine", "crew-iron", "crew-ash", 2)
    ]
    assert fell[0]["detail"] == {"by": [["crew-ash/2", "Sura"], ["crew-ash/3", "Vex"]]}


def test_a_deed_is_where_its_member_stands(tale: Tale) -> None:
    """Sura acts in the hall, goes to the yard, and is hurt there; the address is the line's."""
    tale.tell("battle-1", MemberActivated(member=SURA, reason="held"))
    tale.tell("battle-1", Walked(member=SURA, before=HALL, to=YARD))
    tale.tell("battle-1", HealthLost(member=SURA, amount=1, lost=1, maximum_roll=4, by=(NINE,)))
    found = tale.of(Kind.ACTED, Kind.MOVED, Kind.HURT, Kind.DEALT)
    assert names(found, "kind", "name", "where", "where_name", "address", "place") == [
        ("acted", "Sura", "hall", "Granary Hall", "battle-1/6", 1),
        ("moved", "Sura", "yard", "Yard", "battle-1/7", 1),
        ("hurt", "Sura", "yard", "Yard", "battle-1/8", 1),
        ("dealt", "Unit Nine", "hall", "Granary Hall", "battle-1/8", 2),
    ]


def test_deeds_are_the_same_however_often_they_are_read(tale: Tale, tmp_path: Path) -> None:
    """A view that reads line by line knows who stands where as well as one that reads at once."""
    seen = tale.of()
    tale.tell("battle-1", Walked(member=SURA, before=HALL, to=YARD))
    seen = tale.of()
    tale.felled(SURA, KILN)
    seen = tale.of()
    assert seen[-2]["where"] == "yard"
    assert seen[-2]["crew"] == "crew-ash"
    for page in (1, 2, 20_000):
        place = tmp_path / f"{page}.db"
        with open_views(tale.ledger, GAME, place, views=DEEDS, page=page) as views:
            views.catch_up()
            assert deeds.told(views) == seen


def void(tale: Tale, battle: str) -> None:
    """The battle is void."""
    crews = (ASH, IRON)
    gone = BattleVoided(battle=battle, scenario="x", crews=crews, reason="a wrong table")
    tale.tell("campaign", BattleClosed(battle=battle, void=True), gone)


def test_case_13_a_void_battle_is_in_no_deed(tale: Tale) -> None:
    """Case 13: what was done in a void battle or came of it in its aftermath is nowhere."""
    tale.felled(NINE, SURA)
    batch = tale.concluded("battle-1", 2, 0)
    tale.tell("crew-iron", MemberLost(crew=IRON, member=NINE, reason="x"), within=batch)
    assert tale.of(Kind.FELL, Kind.FELLED, Kind.DIED, Kind.RESULT)
    assert deeds.fought(tale.seen()) == ["battle-1"]
    void(tale, "battle-1")
    assert {row["story"] for row in tale.of()} == {"crew-ash", "crew-iron"}
    assert tale.of(Kind.DIED) == []
    assert deeds.fought(tale.seen()) == []


def test_a_friendly_battle_is_in_no_deed(tale: Tale) -> None:
    """A friendly battle counts for nothing; the others do."""
    tale.opened("battle-2", friendly=True)
    tale.felled(NINE, SURA, battle="battle-2")
    assert tale.of(story="battle-2") == []
    assert deeds.fought(tale.seen()) == ["battle-1"]


def test_case_14_a_draw_is_a_draw(tale: Tale) -> None:
    """Case 14: one victory, one defeat, one draw: won, lost and drawn add up to three battles."""
    tale.concluded("battle-1", 2, 0)
    tale.opened("battle-2").concluded("battle-2", 0, 1)
    tale.opened("battle-3").concluded("battle-3", 1, 1)
    came = names(tale.of(Kind.RESULT, crew=ASH.id), "story", "text", "number")
    assert came == [("battle-1", "won", 2), ("battle-2", "lost", 0), ("battle-3", "drew", 1)]
    other = names(tale.of(Kind.RESULT, crew=IRON.id), "story", "text")
    assert other == [("battle-1", "lost"), ("battle-2", "won"), ("battle-3", "drew")]
    for row in standings(tale.seen()):
        assert row["won"] + row["drawn"] + row["lost"] == row["played"] == 3


def test_case_16_a_kill_belongs_to_the_crew_it_was_fought_for(tale: Tale) -> None:
    """Case 16: Sura fells Nine for Ash, goes to Iron, and fells Vex for Iron.

    Each crew's total is the sum of its members' at that time: one and one, not two and none.
    """
    tale.felled(NINE, SURA)
    tale.concluded("battle-1", 1, 0)
    tale.tell("crew-ash", MemberMoved(crew=ASH, member=SURA, to=IRON, reason="sold for 5"))
    moved = Who(SURA.id, "Sura")
    tale.met("battle-2", (ASH, (VEX,)), (IRON, (NINE, KILN, moved)))
    tale.felled(VEX, moved, battle="battle-2")
    by_crew = {
        crew.id: [
            row["other_name"] for row in deeds.crew(tale.seen(), crew.id, kinds=[Kind.FELLED])
        ]
        for crew in (ASH, IRON)
    }
    assert by_crew == {"crew-ash": ["Unit Nine"], "crew-iron": ["Vex"]}
    own = deeds.member(tale.seen(), SURA.id, kinds=[Kind.FELLED])
    assert names(own, "crew", "other_name") == [("crew-ash", "Unit Nine"), ("crew-iron", "Vex")]


def test_case_40_a_name_is_the_one_of_then(tale: Tale) -> None:
    """Case 40: what was done before a new name keeps the old one; the crew's too."""
    tale.felled(NINE, SURA)
    tale.concluded("battle-1", 1, 0)
    tale.tell("crew-ash", MemberRenamed(crew=ASH, member=Who(SURA.id, "Sura Ash"), before="Sura"))
    tale.tell("crew-ash", CrewRenamed(crew=Who(ASH.id, "Cinder"), before="Ash"))
    tale.met("battle-2", (Who(ASH.id, "Cinder"), (Who(SURA.id, "Sura Ash"), VEX)), (IRON, (NINE,)))
    tale.felled(NINE, Who(SURA.id, "Sura Ash"), battle="battle-2")
    found = deeds.member(tale.seen(), SURA.id, kinds=[Kind.FELLED, Kind.RENAMED])
    assert names(found, "kind", "name", "crew_name", "text") == [
        ("felled", "Sura", "Ash", ""),
        ("renamed", "Sura Ash", "Ash", "Sura"),
        ("felled", "Sura Ash", "Cinder", ""),
    ]


def test_a_leader_that_falls_falls_once(tale: Tale) -> None:
    """MS-HIS-3: that a Captain fell is one fall, and a failure of the crew that it led."""
    fell = CaptainFell(member=VEX, crew=ASH, by=(NINE,), area=HALL, effect="", after_round=1)
    tale.tell("battle-1", fell)
    found = names(tale.of(member=VEX.id), "kind", "other_name")[-2:]
    assert found == [("fell", "Unit Nine"), ("led_and_fell", "Unit Nine")]
    assert len(tale.of(Kind.FELL)) == 1


def test_what_an_aftermath_did_is_told_in_its_battle(tale: Tale) -> None:
    """A death stands in the crew's story and belongs to the battle whose aftermath settled it."""
    batch = tale.concluded("battle-1", 2, 0)
    tale.tell("crew-iron", MemberLost(crew=IRON, member=NINE, reason="Destroyed"), within=batch)
    will = Who("endure", "Will to Endure")
    tale.tell("crew-iron", CaptainNamed(crew=IRON, member=KILN, will=will))
    found = deeds.battle(tale.seen(), "battle-1", kinds=[Kind.DIED, Kind.CAPTAIN, Kind.CONCLUDED])
    assert names(found, "kind", "story", "told_in", "text") == [
        ("concluded", "battle-1", "battle-1", ""),
        ("died", "crew-iron", "battle-1", "Destroyed"),
    ]


def opening(rows: list[Row]) -> list[tuple[Any, ...]]:
    """Who met, with what rating, of which scenario."""
    return names(rows, "crew_name", "number", "text")


def test_a_battle_is_opened_and_ended_by_all_its_crews(tale: Tale) -> None:
    """Both crews of 14 met in the Granary; round 1; after 5 rounds Ash has two points."""
    tale.tell("battle-1", RoundBegan(round=1))
    tale.concluded("battle-1", 2, 0)
    met = tale.of(Kind.MET)
    assert opening(met) == [("Ash", 14, "The Last Granary"), ("Iron", 14, "The Last Granary")]
    assert met[0]["detail"] == {
        "seat": 0,
        "player": "",
        "members": [["crew-ash/2", "Sura"], ["crew-ash/3", "Vex"]],
    }
    ended = tale.of(Kind.ROUND, Kind.ENDED, Kind.RESULT, Kind.CONCLUDED)
    assert names(ended, "kind", "crew_name", "number", "text") == [
        ("round", "", 1, ""),
        ("ended", "", 5, "rounds"),
        ("result", "Ash", 2, "won"),
        ("result", "Iron", 0, "lost"),
        ("concluded", "", 0, ""),
    ]


def test_a_stale_row_is_found(tale: Tale, tmp_path: Path) -> None:
    """The check of views covers deeds where they are kept, and only there."""
    tale.felled(NINE, SURA)
    place = tmp_path / "deeds.db"

    def stale(views: Views) -> list[str]:
        with views:
            return views.check()

    with open_views(tale.ledger, GAME, place) as views:  # none have been asked for
        views.catch_up()
    assert stale(open_views(tale.ledger, GAME, place, views=DEEDS)) == []
    with open_views(tale.ledger, GAME, place, views=DEEDS) as views:
        views.catch_up()
        assert stale(open_views(tale.ledger, GAME, place, views=DEEDS)) == []
        with views.engine.connect().execution_options(write=True) as connection:
            connection.execute(deeds.deeds.update().values(number=9))
            connection.commit()
    assert stale(open_views(tale.ledger, GAME, place, views=DEEDS)) == ["deeds"]


def test_what_holds_no_deed_has_no_row(tale: Tale) -> None:
    """An event that says nothing of anybody leaves the table as it is."""
    before = tale.of()
    tale.tell("campaign", BattleClosed(battle="battle-1"))
    assert tale.of() == before
