"""Reports of battles, and the table that adds them up (MS-SCN-5)."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from domain.games.mortisphere.captain import CaptainBroken
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.health import HealthLost, HealthRegained, MemberIncapacitated
from domain.games.mortisphere.initiative import CrewNumber
from domain.games.mortisphere.objectives import ObjectiveCompleted
from domain.games.mortisphere.rounds import BattleConcluded, BattleEnded, RoundBegan
from domain.roster import CrewFounded
from domain.terms import NotFound, Who
from projections.history import history
from projections.reports import parts, report
from projections.standings import STEPS, Record, standings
from tests.projections.telling import ASH, HALL, IRON, NINE, SURA, VEX, Telling, deployed


@pytest.fixture
def told(tmp_path: Path) -> Telling:
    """Two crews."""
    return Telling(tmp_path).founded()


def test_who_fights_for_no_crew_has_a_name_and_no_crew(told: Telling) -> None:
    """Given a battle in which somebody stands whom no crew fielded; when he falls.

    Then the report names him, of no crew.
    """
    beast = Who("battle-1/2#beast", "The Beast")
    told.opened("battle-1")
    told.tell("battle-1", deployed(beast), MemberIncapacitated(member=beast, by=(VEX,), area=HALL))
    views = told.seen()

    assert report(views, "battle-1")["casualties"] == [
        {"member": "The Beast", "crew": "", "by": ["Vex"], "address": "battle-1/7"}
    ]
    assert "The Beast" in [row["name"] for row in views.rows(select(parts))]


def test_a_report_of_a_battle(told: Telling) -> None:
    """Scenario, rounds, crews with scores, casualties, objectives, and how it turned."""
    told.opened("battle-1")
    told.tell("battle-1", RoundBegan(round=1))
    bin_ = Who("bin", "Open a bin")
    told.tell("battle-1", ObjectiveCompleted(crew=ASH, objective=bin_, copy=1, by=SURA))
    told.tell("battle-1", RoundBegan(round=2))
    told.tell("battle-1", CaptainBroken(member=VEX))
    told.tell("battle-1", MemberIncapacitated(member=NINE, by=(SURA, VEX), area=HALL))
    told.ended("battle-1", 2, 1)
    assert report(told.seen(), "battle-1") == {
        "battle": "battle-1",
        "scenario": "The Last Granary",
        "friendly": False,
        "status": "ended",
        "rounds": 2,
        "reason": "rounds",
        "opened": "2026-11-29T19:00:00.000Z",
        "winner": "Ash",
        "crews": [
            {
                "crew": "Ash",
                "id": "crew-ash",
                "result": "won",
                "player": "",
                "rating": 14,
                "points": 2,
            },
            {
                "crew": "Iron",
                "id": "crew-iron",
                "result": "lost",
                "player": "",
                "rating": 14,
                "points": 1,
            },
        ],
        "casualties": [
            {
                "member": "Unit Nine",
                "crew": "Iron",
                "by": ["Sura", "Vex"],
                "address": "battle-1/10",
            }
        ],
        "objectives": [
            {"objective": "Open a bin", "crew": "Ash", "by": "Sura", "address": "battle-1/7"}
        ],
        "moments": [
            {"address": "battle-1/6", "told": "Round 1 begins."},
            {"address": "battle-1/7", "told": "Sura completes open a bin (copy 1) for Ash."},
            {"address": "battle-1/8", "told": "Round 2 begins."},
            {"address": "battle-1/9", "told": "Vex is broken, and fights on."},
            {
                "address": "battle-1/10",
                "told": "Unit Nine is incapacitated in the Granary Hall, felled by Sura and Vex.",
            },
            {
                "address": "battle-1/11",
                "told": "The battle ends (its last round is over): Ash 2, Iron 1; Ash wins.",
            },
        ],
    }
    told.tell("battle-1", BattleConcluded())
    assert report(told.seen(), "battle-1")["status"] == "concluded"


def test_a_report_of_an_open_battle(told: Telling) -> None:
    """It says so, and has no winner yet."""
    found = report(told.opened("battle-1").seen(), "battle-1")
    assert (found["status"], found["winner"], found["rounds"]) == ("open", "", 0)
    with pytest.raises(NotFound, match="battle-2"):
        report(told.views, "battle-2")


def test_a_modified_injury_is_told_once(told: Telling) -> None:
    """Case 19: a wound with a modifier is one event, one told line; its fall is one of each."""
    told.opened("battle-1")
    lost = HealthLost(member=NINE, amount=3, lost=3, maximum_roll=4, by=(SURA,))
    fell = MemberIncapacitated(member=NINE, by=(SURA,), area=HALL)
    healed = HealthRegained(
        member=SURA,
        amount=1,
        lost=0,
        maximum_roll=6,
        sources=(Modifier(Who("mycelian", "Mycelian"), 1, limited=True),),
    )
    told.tell("battle-1", lost, fell, healed)
    sentences = [line.data.told() for line in told.ledger.story("battle-1")[5:]]
    assert sentences == [
        "Unit Nine loses 3 Health (3 lost); it may roll 4 at most.",
        "Unit Nine is incapacitated in the Granary Hall, felled by Sura.",
        "Sura regains 1 Health (Mycelian); 0 still lost; it may roll 6 at most.",
    ]
    found = report(told.seen(), "battle-1")
    assert [each["member"] for each in found["casualties"]] == ["Unit Nine"]
    assert [each["told"] for each in found["moments"]] == sentences[1:2]
    entries = [each["text"] for each in history(told.views, SURA.id)]
    assert entries == ["Sura joins Ash", "Sura felled Unit Nine"]


# Standings


def table(told: Telling) -> list[tuple[Any, ...]]:
    """Rank, crew, played, won, drawn, lost, points scored, and the step that set it apart."""
    columns = ("rank", "crew", "played", "won", "drawn", "lost", "scored", "by")
    return [tuple(row[what] for what in columns) for row in standings(told.seen())]


def test_draws_are_draws(told: Telling) -> None:
    """Case 14's kin: played is won and drawn and lost; a draw is nobody's defeat."""
    for battle, ash, iron in (("battle-1", 4, 4), ("battle-2", 5, 1), ("battle-3", 0, 2)):
        told.opened(battle).concluded(battle, ash, iron)
    assert table(told) == [
        (1, "Ash", 3, 1, 1, 1, 9, ""),
        (2, "Iron", 3, 1, 1, 1, 7, "difference"),
    ]
    assert [row["league"] for row in standings(told.views)] == [4, 4]
    assert [row["difference"] for row in standings(told.views)] == [2, -2]


def test_only_battles_that_count_are_counted(told: Telling) -> None:
    """Cases 13, 46, as far as undo goes: no friendly one, no open one, none that was taken back."""
    told.opened("battle-1", friendly=True).concluded("battle-1", 5, 0)
    told.opened("battle-2")
    told.opened("battle-3")
    batch = told.concluded("battle-3", 5, 0)
    told.ledger.retract(batch, stamp=told.stamp())
    assert table(told) == [(1, "Ash", 0, 0, 0, 0, 0, ""), (1, "Iron", 0, 0, 0, 0, 0, "shared")]


def test_a_result_counts_when_it_is_confirmed(told: Telling) -> None:
    """A battle that is over waits for its conclusion; one whose conclusion was undone does too."""
    none = [(1, "Ash", 0, 0, 0, 0, 0, ""), (1, "Iron", 0, 0, 0, 0, 0, "shared")]
    told.opened("battle-1").ended("battle-1", 5, 0)
    assert table(told) == none
    batch = told.tell("battle-1", BattleConcluded())
    assert table(told) == [
        (1, "Ash", 1, 1, 0, 0, 5, ""),
        (2, "Iron", 1, 0, 0, 1, 0, "league points"),
    ]
    told.ledger.retract(batch, stamp=told.stamp())
    assert table(told) == none


def test_without_a_winner_those_at_the_top_draw(told: Telling) -> None:
    """MS-SCN-5, -7: three crews, two of them level at the top; the third has lost."""
    dust = Who("crew-dust", "Dust")
    told.tell("crew-dust", CrewFounded(crew=dust, player="Cy", purse=50))
    told.opened("battle-1")
    scores = (CrewNumber(ASH, 4), CrewNumber(IRON, 4), CrewNumber(dust, 1))
    told.tell("battle-1", BattleEnded(reason="rounds", scores=scores, rounds=5), BattleConcluded())
    assert table(told) == [
        (1, "Ash", 1, 0, 1, 0, 4, ""),
        (1, "Iron", 1, 0, 1, 0, 4, "shared"),
        (3, "Dust", 1, 0, 0, 1, 1, "league points"),
    ]


def test_crews_that_met_are_set_apart_by_their_meetings(told: Telling) -> None:
    """Ash beat Iron narrowly; each beat somebody else: level but for their own battle."""
    dust = Who("crew-dust", "Dust")
    told.tell("crew-dust", CrewFounded(crew=dust, player="Cy", purse=50))
    told.opened("battle-1").concluded("battle-1", 3, 2)
    told.opened("battle-2")
    scores = (CrewNumber(IRON, 9), CrewNumber(dust, 0))
    told.tell(
        "battle-2",
        BattleEnded(reason="rounds", scores=scores, winner=(IRON,), rounds=5),
        BattleConcluded(),
    )
    assert table(told) == [
        (1, "Ash", 1, 1, 0, 0, 3, ""),
        (2, "Iron", 2, 1, 0, 1, 11, "battles between them"),
        (3, "Dust", 1, 0, 0, 1, 0, "league points"),
    ]


def test_points_scored_are_the_last_step(told: Telling) -> None:
    """Dust and Iron each drew with Ash, once: level in all but the points they scored."""
    dust = Who("crew-dust", "Dust")
    told.tell("crew-dust", CrewFounded(crew=dust, player="Cy", purse=50))
    told.opened("battle-1").concluded("battle-1", 2, 2)
    told.opened("battle-2")
    scores = (CrewNumber(ASH, 3), CrewNumber(dust, 3))
    told.tell("battle-2", BattleEnded(reason="rounds", scores=scores, rounds=5), BattleConcluded())
    assert table(told) == [
        (1, "Ash", 2, 0, 2, 0, 5, ""),
        (2, "Dust", 1, 0, 1, 0, 3, "league points"),
        (3, "Iron", 1, 0, 1, 0, 2, "points scored"),
    ]


def test_the_chain_is_said() -> None:
    """Which steps there are, in their order."""
    assert list(STEPS) == ["league points", "battles between them", "difference", "points scored"]
    nobody = Record(crew="c", name="C", player="", fought=())
    assert [step(nobody, [nobody]) for step in STEPS.values()] == [0, 0, 0, 0]
