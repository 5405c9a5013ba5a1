"""Chapter 15: a whole crew may leave the battle (MS-SCN-6)."""

import pytest

from domain.games.mortisphere.rounds import BattleEnded, ConcessionAnnounced, CrewWithdrew
from domain.games.mortisphere.scoring import PointsScored
from domain.games.mortisphere.units import Standing
from domain.games.mortisphere.waiting import Pick, Throw
from tests.story import Story, absorb, clash, concede, crew, d, hold, member, move, roll


def meeting(**house: str) -> Story:
    """Two members a side in the Hall; one of the conceding crew lies there already."""
    return Story(
        crew("Ash", *d(6, "Sura", "Vex")),
        crew("Iron", member("Nine", 20), member("Ten", 8, out=True)),
        house=house,
    )


def test_at_once_while_the_round_has_no_turn() -> None:
    """MS-SCN-6: the active are safe, the fallen are left behind; the other holds the Hall: +2."""
    story = meeting().do(concede("Iron"))
    gone = story.one(CrewWithdrew)
    assert ([w.name for w in gone.members], gone.reason) == (["Nine"], "conceded")
    assert (story["Nine"].standing, story["Ten"].standing) == (
        Standing.WITHDRAWN,
        Standing.INCAPACITATED,
    )
    assert [(e.crew.name, e.points) for e in story.all(PointsScored)] == [("Ash", 2)]
    end = story.one(BattleEnded)
    assert (end.reason, end.winner) == ("conceded", (story.who("Ash"),))


def test_at_the_end_of_a_round_that_has_begun() -> None:
    """MS-SCN-6: announced after the first turn, it is done when the round ends."""
    story = meeting().do(hold("Sura"), concede("Iron"))
    assert story.one(ConcessionAnnounced).crew.name == "Iron"
    assert story["Nine"].active
    assert story.asks == ("Turn", "Iron")
    assert story.refused(concede("Iron")) == "MS-SCN-6"
    story = story.do(hold("Nine"), hold("Vex"))
    assert story.one(CrewWithdrew).crew.name == "Iron"
    assert story.one(BattleEnded).reason == "conceded"


def test_in_the_first_turn_of_a_round() -> None:
    """MS-SCN-6: a Clash that has been declared is a turn that has begun."""
    story = meeting().do(clash("Sura > Nine"), concede("Iron"))
    assert story.all(CrewWithdrew) == []
    assert story.one(ConcessionAnnounced).crew.name == "Iron"
    assert story.do(absorb, roll(1))["Nine"].active


def test_any_crew_may_at_any_time() -> None:
    """MS-SCN-6: also the crew that is not asked, while dice are awaited or a choice."""
    rolling = meeting().do(clash("Sura > Nine"), absorb)
    assert isinstance(rolling.awaited, Throw)
    assert rolling.accepts(concede("Ash"))
    leaving = meeting(leave_contested="opposed_roll").do(move("Sura", "well"))
    assert isinstance(leaving.awaited, Pick)
    assert leaving.do(concede("Ash")).one(ConcessionAnnounced).crew.name == "Ash"


@pytest.mark.parametrize(
    ("value", "rule"), [("from_edge", ""), ("concede_only", ""), ("never", "MS-SCN-6")]
)
def test_whether_units_may_leave(value: str, rule: str) -> None:
    """MS-SCN-6: under `never` nobody concedes; no Area of these scenarios is an `edge`."""
    story = meeting(withdraw=value)
    if rule:
        assert story.refused(concede("Iron")) == rule
    else:
        assert story.accepts(concede("Iron"))


def test_nobody_concedes_twice() -> None:
    """MS-SCN-6: of three crews one has gone, and the battle goes on between two."""
    story = Story(
        crew("Ash", *d(6, "Sura")), crew("Iron", *d(8, "Nine")), crew("Choir", *d(10, "Low"))
    ).do(concede("Iron"))
    assert story.all(BattleEnded) == []
    assert story.refused(concede("Iron")) == "MS-SCN-6"
    assert story.asks == ("Turn", "Ash")
    story = story.do(hold("Sura"), hold("Low"))
    assert story.battle.round == 2


def test_a_fallen_crew_has_nothing_to_concede() -> None:
    """MS-SCN-6: nobody is left who could leave."""
    story = Story(crew("Ash", *d(4, "Sura", "Vex")), crew("Iron", member("Nine", 6, lost=1))).do(
        clash("Sura > Nine"), absorb, roll(4)
    )
    assert story.refused(concede("Iron")) == "MS-SCN-6"


def test_points_outlast_a_concession() -> None:
    """MS-SCN-5, -6: a crew that leads by its points wins though it has left."""
    story = Story(
        crew("Ash", *d(6, "Sura")),
        crew("Iron", *d(8, "Nine"), at="tower"),
    )
    side = story.battle.sides[1]
    assert side.points == 0
    story = story.do(concede("Iron"))
    assert story.one(BattleEnded).winner == (story.who("Ash"),)


def test_both_concede_at_one_round_end() -> None:
    """MS-SCN-5, -6: nobody holds the Hall any more, and it is a draw."""
    story = meeting().do(hold("Sura"), concede("Iron"), concede("Ash"))
    story = story.do(hold("Nine"), hold("Vex"))
    assert [e.crew.name for e in story.all(CrewWithdrew)] == ["Ash", "Iron"]
    end = story.one(BattleEnded)
    assert (end.winner, [s.number for s in end.scores]) == ((), [0, 0])
