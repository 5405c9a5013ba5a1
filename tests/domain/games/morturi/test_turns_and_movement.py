"""Chapters 3 and 4 in play: rounds, turns, steps and what they cost, compelled gladiators."""

from typing import Any

import pytest

from domain.games.morturi import compelled, costs
from domain.games.morturi.activation import GladiatorActivated, TurnEnded
from domain.games.morturi.battle import Fighting
from domain.games.morturi.costs import Cost
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.priority import PriorityTaken
from domain.games.morturi.rounds import PassForced, RoundBegan
from domain.games.morturi.standing import GladiatorMoved
from domain.games.morturi.units import Standing, Unit
from tests.arena_story import (
    Fight,
    activate,
    attack,
    change,
    choose,
    done,
    enter,
    face,
    man,
    move,
    no,
    roll,
    ruling,
    school,
    stance,
    start,
    trick,
    yes,
)

A, B, C = "Ludus", "Domus", "Schola"
GUARD = ("combat_control", "warrior_discipline", "will_to_live")


def sand(*rows: str) -> tuple[str, ...]:
    """An arena of nine columns whose middle rows are drawn."""
    return ("a" * 9, *rows, "b" * 9)


# Rounds and turns


def test_schools_alternate_and_uneven_teams_go_on() -> None:
    """MR-RND-1 to -3: one gladiator each in turn; who has none left passes; then a new round."""
    fight = Fight(
        school(A, man("Felix", "gallus", "A5"), man("Paris", "gallus", "C5")),
        school(B, man("Otho", "samnite", "I5")),
    )
    assert fight.asks == ("Activate", A)
    assert fight.refused(activate("Otho")) == "MR-RND-1"
    fight = fight.do(activate("Felix"), done)
    assert fight.asks == ("Activate", B)
    assert fight.refused(done) == "MR-RND-1"
    fight = fight.do(activate("Otho"), done)
    assert fight.refused(activate("Felix")) == "MR-RND-1"
    fight = fight.do(activate("Paris"), done)
    assert fight.one(RoundBegan).round == 2
    assert fight.asks == ("Activate", A)


def test_a_pass_is_forced_and_told() -> None:
    """MR-RND-2: a school passes only when all its gladiators have acted; then it must."""
    fight = Fight(
        school(A, man("Felix", "gallus", "A5")),
        school(B, man("Otho", "samnite", "I5"), man("Gaius", "samnite", "I6")),
    )
    fight = fight.do(activate("Felix"), done, activate("Otho"), done)
    assert fight.one(PassForced).school.name == A
    assert fight.asks == ("Activate", B)


def test_a_whole_school_in_a_row() -> None:
    """MR-RND-1 edition_activation: older revisions let a school act in one go."""
    fight = Fight(
        school(A, man("Felix", "gallus", "A5"), man("Paris", "gallus", "C5")),
        school(B, man("Otho", "samnite", "I5")),
        edition_activation="whole_school",
    )
    fight = fight.do(activate("Felix"), done)
    assert fight.asks == ("Activate", A)
    fight = fight.do(activate("Paris"), done)
    assert fight.asks == ("Activate", B)


def test_a_gladiator_may_do_nothing() -> None:
    """MR-RND-6, MR-MOV-1: points need not be spent, and what is left is lost."""
    fight = Fight(school(A, man("Felix", "gallus", "A5")), school(B, man("Otho", "samnite", "I5")))
    fight = fight.do(activate("Felix"), done)
    assert fight.one(TurnEnded).lost == 5


def test_who_falls_before_he_acts_drops_out() -> None:
    """MR-RND-4: a gladiator out of action is not activated any more."""
    fight = Fight(
        school(A, man("Felix", "gallus", "C3"), man("Paris", "gallus", "A9")),
        school(B, man("Otho", "samnite", "C4", "s", lost=7), man("Gaius", "samnite", "I9")),
    )
    fight = fight.do(activate("Felix"), attack("Otho"), roll(4), done)
    assert fight["Otho"].standing is Standing.OUT
    assert fight.refused(activate("Otho")) == "MR-RND-1"


# Steps


def test_points_and_free_facing() -> None:
    """MR-MOV-1, -2, -8, -9: a square is 1 MP, moving does not turn, turning is free."""
    fight = Fight(
        school(A, man("Felix", "gallus", "C3", "n")), school(B, man("Otho", "samnite", "C6", "s"))
    )
    fight = fight.do(activate("Felix"), move("e n"), face("w"))
    assert (fight.at("Felix"), fight.points) == (["D4 w"], 3)
    assert fight.one(GladiatorActivated).points == 5
    assert fight.refused(face("w")) == "MR-MOV-8"
    fight = fight.do(move("w n"), attack("Otho"), roll(1), face("s"))
    assert fight["Felix"].facing == "s"
    assert fight.refused(move("s")) == "MR-MOV-7"


def test_after_the_attack_only_effects_move_him() -> None:
    """MR-MOV-7: no movement points after the attack; Light Mobility's square still follows it."""
    tricks = ("light_mobility", "courage", "will_to_live")
    fight = Fight(
        school(A, man("Felix", "bestiarius", "C3", "n", *tricks)),
        school(B, man("Otho", "laquerius", "C4", "s")),
    )
    fight = fight.do(activate("Felix"), attack("Otho"), roll(2), choose("D3"))
    assert fight.at("Felix") == ["D3 n"]
    assert fight.refused(move("n")) == "MR-MOV-7"


def test_nobody_enters_what_is_taken() -> None:
    """MR-MOV-2, MR-GEN-1: any gladiator, an obstacle and the edge bar the way; allies too."""
    fight = Fight(
        school(A, man("Felix", "gallus", "A2"), man("Paris", "gallus", "A3")),
        school(B, man("Otho", "samnite", "I5")),
        rows=sand(*("." * 9,) * 5, ".X.......", "." * 9),
    )
    fight = fight.do(activate("Felix"))
    assert fight.refused(move("n")) == "MR-MOV-2"
    assert fight.refused(move("w")) == "MR-MOV-2"
    fight = fight.do(done, activate("Otho"), done, activate("Paris"))
    assert fight.refused(move("e")) == "MR-MOV-2"


def test_two_guards_add_up() -> None:
    """MR-MOV-5: two enemies with Combat Control beside the square left add 1 each."""
    fight = _between_two_guards("cumulative")
    step = fight.do(move("e")).one(StepTaken)
    assert (step.cost, [p.amount for p in step.surcharges]) == (3, [1, 1])


def test_the_same_trick_once() -> None:
    """MR-MOV-5 same_trick_surcharge: once_per_trick counts the trick once."""
    assert _between_two_guards("once_per_trick").do(move("e")).one(StepTaken).cost == 2


def _between_two_guards(rule: str) -> Fight:
    guards = man("Varro", "secutor", "C4", "s", *GUARD), man("Titus", "secutor", "C2", "n", *GUARD)
    fight = Fight(
        school(A, man("Felix", "gallus", "C3")), school(B, *guards), same_trick_surcharge=rule
    )
    return fight.do(activate("Felix"))


def test_combat_mastery_costs_two() -> None:
    """MR-MOV-3: leaving a square beside Combat Mastery costs 2 more."""
    tricks = ("combat_mastery", "assault_stance", "will_to_live")
    one = man("Nepos", "dimachaerus", "C4", "s", *tricks)
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, one)).do(activate("Felix"))
    assert fight.do(move("e")).one(StepTaken).cost == 3


def test_relentless_pays_one() -> None:
    """MR-MOV-10: whatever the surcharges, a square costs him 1 MP."""
    tricks = ("relentless", "shield_slam", "will_to_live")
    fight = Fight(
        school(A, man("Otho", "samnite", "C3", "n", *tricks)),
        school(B, man("Varro", "secutor", "C4", "s", *GUARD)),
    )
    step = fight.do(activate("Otho"), move("e")).one(StepTaken)
    assert (step.cost, step.fixed[0].id) == (1, "relentless")


def test_fear_names_humans_and_courage_ignores_it() -> None:
    """MR-FEA-1, -2: Snarling Beast costs enemy humans 1 more, no beasts, nobody with Courage."""
    snarl = ("snarling_beast", "throat_tear", "will_to_live")
    brave = ("courage", "confidence", "will_to_live")
    for role, tricks, cost in (("gallus", (), 2), ("fast_beast", (), 1), ("bestiarius", brave, 1)):
        fight = Fight(
            school(A, man("Felix", role, "C2", "n", *tricks)),
            school(B, man("Leo", "fast_beast", "C4", "s", *snarl)),
        )
        assert fight.do(activate("Felix"), move("n")).one(StepTaken).cost == cost


def test_a_step_that_cannot_be_paid() -> None:
    """MR-MOV-4: a step whose full cost is more than what is left is refused."""
    fight = Fight(
        school(A, man("Otho", "samnite", "C3")),
        school(B, man("Varro", "secutor", "C6", "s", *GUARD)),
    )
    fight = fight.do(activate("Otho"), move("n n"))
    assert fight.points == 1
    assert fight.refused(move("e")) == "MR-MOV-4"


def test_the_mover_lapses_when_somebody_may_follow() -> None:
    """Hole 37: Relentless Pursuit ends the line of steps; the pursuer turns to face."""
    tricks = ("relentless_pursuit", "combat_control", "will_to_live")
    fight = Fight(
        school(A, man("Felix", "gallus", "C3")),
        school(B, man("Varro", "secutor", "C4", "s", *tricks)),
    )
    fight = fight.do(activate("Felix"), move("e e"))
    assert fight["Felix"].square == "D3"
    assert fight.asks == ("Confirm", B)
    followed = fight.do(yes("Varro: relentless_pursuit"))
    assert followed.at("Varro") == ["C3 e"]
    assert followed.one(GladiatorMoved).source.id == "relentless_pursuit"
    assert followed.asks == ("Acting", A)
    stayed = fight.do(no("Varro: relentless_pursuit"))
    assert stayed.at("Varro") == ["C4 s"]
    assert stayed.do(move("e"))["Felix"].square == "E3"


# Gates


def gates(**house: Any) -> Fight:
    """Battlelines as it stands: two schools come through gates."""
    fight = Fight(
        school(A, man("Felix", "gallus"), man("Paris", "gallus")),
        school(B, man("Otho", "samnite")),
        placed=False,
        **house,
    )
    return fight.do(start(B, "south"))


def test_gates_and_the_first_step() -> None:
    """MR-BAT-3, -4: the first square of movement is one of the three before the gate, for 1 MP."""
    fight = gates()
    assert fight.battle.round == 1
    fight = fight.do(activate("Otho"))
    assert fight.refused(done) == "MR-BAT-4"
    assert fight.refused(move("n")) == "MR-BAT-4"
    assert fight.refused(attack("Felix")) == "MR-BAT-4"
    assert fight.refused(enter("A1")) == "MR-BAT-4"
    fight = fight.do(enter("H1"))
    assert (fight.at("Otho"), fight.points) == (["H1 n"], 2)
    assert fight.refused(enter("G1")) == "MR-BAT-4"


def test_no_free_square_before_the_gate() -> None:
    """MR-BAT-4: if none of the squares before his gate is free a gladiator is out at once."""
    fight = Fight(
        school(A, man("Felix", "gallus"), man("Paris", "gallus")),
        school(B, man("Otho", "samnite")),
        rows=("a..", "...", "..b"),
        zones="gates",
        placed=False,
    )
    fight = fight.do(start(B, "south-east"), activate("Otho"), enter("C1"), done)
    fight = fight.do(activate("Felix"), enter("A3"), done, activate("Paris"))
    assert fight["Paris"].standing is Standing.OUT
    assert fight.favour(B) == [0]


def test_priority_by_who_is_on_board() -> None:
    """MR-PRI-3: team counts who is entered; on_board counts nobody who is behind a gate."""
    assert [n.gladiators for n in gates_priority("team")] == [1, 2]
    assert [n.gladiators for n in gates_priority("on_board")] == [0, 0]


def gates_priority(rule: str) -> list:  # type: ignore[type-arg]  # of the event's numbers
    """The numbers that priority was taken by."""
    fight = Fight(
        school(A, man("Felix", "gallus"), man("Paris", "gallus")),
        school(B, man("Otho", "samnite")),
        placed=False,
        priority_count=rule,
    )
    return list(fight.one(PriorityTaken).numbers)


def test_the_order_stays_whatever_changes() -> None:
    """MR-PRI-2: one against two goes first, and still does when it is one against a slower one."""
    fight = Fight(
        school(A, man("Felix", "gallus")),
        school(B, man("Otho", "samnite"), man("Gaius", "samnite")),
        placed=False,
    )
    fight = fight.do(start(A, "north"), activate("Felix"), enter("G15"), done)
    fight = fight.do(activate("Gaius"), enter("G1"), done)
    fight = fight.do(ruling("the gate fell", change("Gaius", "out")))
    fight = fight.do(activate("Otho"), enter("H1"), done)
    assert fight.one(RoundBegan).round == 2
    assert fight.asks == ("Activate", A)


def test_priority_by_effective_move() -> None:
    """MR-PRI-4: printed Move, or what Heavy Rain leaves of it: 3 for everybody."""
    fight = Fight(
        school(A, man("Felix", "gallus")),
        school(B, man("Otho", "samnite")),
        placed=False,
        priority_move="effective",
        complications=("heavy_rain",),
    )
    assert fight.asks[0] == "Throw"


def test_heavy_rain_slows_everybody() -> None:
    """MR-BAT-8: Move above 3 becomes 3; a stance's bonus comes on top."""
    tricks = ("mobility_stance", "assault_stance", "will_to_live")
    fight = Fight(
        school(A, man("Nepos", "dimachaerus", "C3", "n", *tricks)),
        school(B, man("Otho", "samnite", "I9")),
        complications=("heavy_rain",),
    )
    fight = fight.do(activate("Nepos"))
    assert fight.points == 3
    assert fight.do(stance("mobility_stance")).points == 4


# Compelled gladiators


def test_a_beast_goes_for_the_nearest() -> None:
    """MR-BEH-1, -2, -3: by a shortest way until it is beside him, and then it attacks."""
    fight = Fight(
        school(A, man("Leo", "fast_beast", "C3")), school(B, man("Otho", "samnite", "C6", "s"))
    )
    fight = fight.do(activate("Leo"))
    assert fight.refused(move("s")) == "MR-BEH-1"
    assert fight.refused(move("w")) == "MR-BEH-1"
    assert fight.refused(done) == "MR-BEH-3"
    fight = fight.do(move("n n"))
    assert fight.refused(move("e")) == "MR-BEH-1"
    assert fight.refused(done) == "MR-BEH-3"
    assert fight.do(attack("Otho"), roll(3), done).asks == ("Activate", B)


def test_a_beast_stops_beside_whom_it_meets() -> None:
    """MR-BEH-4: two steps bring it beside Gaius: it goes no further, and attacks."""
    fight = Fight(
        school(A, man("Leo", "fast_beast", "C3")),
        school(B, man("Gaius", "samnite", "D5", "w"), man("Otho", "samnite", "C8", "s")),
    ).do(activate("Leo"))
    assert fight.refused(move("n n n")) == "MR-BEH-1"
    fight = fight.do(move("n n"))
    assert [fight.refused(move(way)) for way in "nsw"] == ["MR-BEH-1"] * 3
    assert fight.refused(done) == "MR-BEH-3"


def test_a_beast_beside_somebody_stays() -> None:
    """MR-BEH-1: adjacent at the start it holds its square and attacks one of them."""
    fight = Fight(
        school(A, man("Leo", "fast_beast", "C3")),
        school(B, man("Otho", "samnite", "C4", "s"), man("Gaius", "samnite", "D3", "w")),
    )
    fight = fight.do(activate("Leo"))
    assert fight.refused(move("w")) == "MR-BEH-1"
    assert fight.do(attack("Gaius"), roll(3), done).asks == ("Activate", B)
    lazy = Fight(
        school(A, man("Leo", "fast_beast", "C3")),
        school(B, man("Otho", "samnite", "C4", "s")),
        compelled_must_attack="no",
    )
    assert lazy.do(activate("Leo"), done).asks == ("Activate", B)


def test_tactical_movement_frees_a_barbarian() -> None:
    """Tactical Movement: he loses Undisciplined."""
    tricks = ("tactical_movement", "courage", "will_to_live")
    fight = Fight(
        school(A, man("Brennus", "barbarian", "C3", "n", *tricks)),
        school(B, man("Otho", "samnite", "C6", "s")),
    )
    assert fight.do(activate("Brennus"), move("s"), done).asks == ("Activate", B)


def test_the_metric_of_the_compelled() -> None:
    """MR-BEH-2: by MP the way round a thicket is as short; by manhattan only straight on counts."""
    rows = sand(*("." * 9,) * 3, "..&......", "..&......", "." * 9, "." * 9)
    cast = school(A, man("Leo", "fast_beast", "C3")), school(B, man("Otho", "samnite", "C7", "s"))
    by_cost = Fight(*cast, rows=rows).do(activate("Leo"))
    assert by_cost.do(move("e"))["Leo"].square == "D3"
    straight = Fight(*cast, rows=rows, compelled_metric="manhattan").do(activate("Leo"))
    assert straight.refused(move("e")) == "MR-BEH-1"
    assert straight.do(move("n")).one(StepTaken).cost == 2


def test_without_a_way_it_comes_as_near_as_it_can() -> None:
    """MR-BEH-2: if no path exists it minimises the distance."""
    rows = sand(*("." * 9,) * 2, "XXXXXXXXX", *("." * 9,) * 4)
    fight = Fight(
        school(A, man("Leo", "fast_beast", "C3")),
        school(B, man("Otho", "samnite", "C8", "s")),
        rows=rows,
    )
    fight = fight.do(activate("Leo"))
    assert fight.refused(move("s")) == "MR-BEH-1"
    fight = fight.do(move("n n"))
    assert fight["Leo"].square == "C5"
    assert fight.do(done).asks == ("Activate", B)


def test_a_compelled_gladiator_shuns_hazards() -> None:
    """MR-BEH-6, MR-TER-5: the way leads round a pit."""
    rows = sand(*("." * 9,) * 4, "..O......", "." * 9, "." * 9)
    fight = Fight(
        school(A, man("Leo", "fast_beast", "C3")),
        school(B, man("Otho", "samnite", "C6", "s")),
        rows=rows,
    )
    fight = fight.do(activate("Leo"))
    assert fight.refused(move("n")) == "MR-TER-5"
    assert fight.do(move("e"))["Leo"].square == "D3"


def test_archery_takes_his_move() -> None:
    """MR-RNG-2: at the start of the turn his Move is set to 0; he may still turn."""
    fight = Fight(
        school(A, man("Paris", "sagitarius", "C3")), school(B, man("Otho", "samnite", "C6", "s"))
    )
    fight = fight.do(activate("Paris"))
    assert fight.refused(attack("Otho", way="bow")) == "MR-RNG-2"
    fight = fight.do(trick("archery"), face("e"))
    assert fight.points == 0
    assert fight.refused(move("n")) == "MR-MOV-4"
    assert fight.refused(trick("archery")) == "MR-RNG-2"
    moved = Fight(
        school(A, man("Paris", "sagitarius", "C3")), school(B, man("Otho", "samnite", "C6", "s"))
    ).do(activate("Paris"), move("e"))
    assert moved.refused(trick("archery")) == "MR-RND-7"


def test_a_way_is_sought_no_farther_than_it_can_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    """MR-BEH-2: a beast 8 squares from the nearest does not look at a whole arena of 60 by 60.

    All shortest ways lie in the 5 by 5 squares between A1 and E5: 25 squares of 4 neighbours.
    """
    rows = ("a" * 60, *("." * 60,) * 58, "b" * 60)
    fight = Fight(
        school(A, man("Ursa", "fast_beast", "A1")),
        school(B, man("Otho", "samnite", "E5")),
        rows=rows,
    )
    asked = []

    def counted(battle: Fighting, unit: Unit, to: str) -> Cost:
        asked.append(to)
        return costs.cost(battle, unit, to)

    monkeypatch.setattr(compelled, "cost", counted)
    assert set(compelled.steps(fight.battle, fight["Ursa"])) == {"A2", "B1"}
    assert len(asked) <= 25 * 4
