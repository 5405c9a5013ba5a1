"""Section 11 as data: the premade battles, their arenas and prizes; resources and survival."""

import pytest

from domain.games.morturi.arena import Arena, read
from domain.games.morturi.options import House
from domain.games.morturi.prizes import Terms, guideline, prize
from domain.games.morturi.shapes import book
from domain.games.morturi.squares import adjacent, distance, square

RULES = book()


def arena(scenario: str, option: str = "") -> Arena:
    """The arena of a premade battle."""
    found = RULES.scenario(scenario)
    return read(found.option(option).arena if option else found.arena, RULES.terrain)


def names(place: Arena, letter: str) -> str:
    """The squares that a letter stands on."""
    return " ".join(one.name for one in place.start(letter))


def test_battlelines_has_two_gates() -> None:
    """MR-SCN-1, MR-BAT-3, -4: 15 by 15 sand; three squares before each of two gates."""
    battle, place = RULES.scenario("battlelines"), arena("battlelines")
    assert (place.width, place.height, battle.start) == (15, 15, "gates")
    assert names(place, "a") == "G15 H15 I15"
    assert names(place, "b") == "G1 H1 I1"
    assert (battle.prize.winner, battle.prize.each_loser, battle.most) == (7000, 2000, 6)
    assert {place.at(one).id for one in place.squares} == {"sand"}


def test_battlelines_has_its_variants() -> None:
    """MR-SCN-1: four gates, a hill in the middle, a border of hazards but before gates."""
    four = arena("battlelines", "four_teams")
    assert (names(four, "c"), names(four, "d")) == ("O7 O8 O9", "A7 A8 A9")
    assert [s.name for s in arena("battlelines", "central_hill").marked("hill")] == ["H8"]
    border = arena("battlelines", "hazard_border")
    assert sum(border.at(one).id == "hazard" for one in border.squares) == 56 - 6


def test_duels_are_fought_in_a_lane() -> None:
    """MR-SCN-2, -4, -11: 3 by 9, from the middle of each short end; 2000 and the stakes."""
    for name in ("classic_pairing", "duel_series"):
        place, battle = arena(name), RULES.scenario(name)
        assert (place.width, place.height) == (3, 9)
        assert (names(place, "a"), names(place, "b")) == ("B9", "B1")
        assert (battle.prize.winner, battle.prize.stakes, battle.most) == (2000, True, 1)
    assert RULES.scenario("duel series").challenges_per_month == 3
    assert ("retarius", "secutor") in RULES.scenario("classic_pairing").pairings


def test_crossfire_has_raised_ground_and_pits() -> None:
    """MR-SCN-3, -8: 9 by 9; 3 by 3 raised, 2 by 2 pits in the corners; mates face each other."""
    place = arena("crossfire")
    raised = [s.name for s in place.squares if place.at(s).id == "raised"]
    assert raised == ["D4", "E4", "F4", "D5", "E5", "F5", "D6", "E6", "F6"]
    assert sum(place.at(s).id == "pit" for s in place.squares) == 16
    assert (names(place, "a"), names(place, "b")) == ("E1 E9", "A5 I5")
    (fall,) = RULES.ground("pit").effects
    assert (fall.on, fall.op) == ("terrain.enter", "out")


def test_mr_scn_7_crossfire_pays_by_edition() -> None:
    """MR-SCN-7: 3500 and 1000, in the first version 3000 and 1500."""
    battle = RULES.scenario("crossfire")
    newest, first = prize(House(), battle), prize(House(edition_crossfire_prize="first"), battle)
    assert (newest.winner, newest.each_loser) == (3500, 1000)
    assert (first.winner, first.each_loser) == (3000, 1500)


def test_the_noxii_stand_round_the_pit() -> None:
    """MR-SCN-5, -9, -10: every second square of the ring, from a corner: none beside another."""
    place, battle = arena("slaughter_of_the_noxii"), RULES.scenario("slaughter_of_the_noxii")
    start = place.start("n")
    assert names(place, "n") == "F6 H6 J6 F8 J8 F10 H10 J10"
    assert not any(adjacent(one, other) for one in start for other in start)
    assert all(max(abs(s.x - 8), abs(s.y - 8)) == 2 for s in start)
    assert battle.neutral
    assert (battle.neutral.life, battle.neutral.move, battle.neutral.favour) == (6, 3, 1)
    assert battle.prize.each_neutral == 500
    assert names(place, "a") == "A14 B14 A15 B15"


def test_tifernum_is_fought_from_edge_to_edge() -> None:
    """MR-SCN-6: 20 by 20, eight a side from the outermost row; whom a side may enter and hire."""
    place, battle = arena("tifernum"), RULES.scenario("tifernum")
    assert len(place.start("a")) == len(place.start("b")) == 20
    assert (battle.fewest, battle.most, battle.prize.each, battle.prize.winner) == (
        8,
        8,
        5000,
        5000,
    )
    assert [side.hire_price for side in battle.sides] == [750, 750]
    assert distance(square("A1"), square("T20")) == 38


def test_what_else_is_agreed_has_the_default_arena() -> None:
    """MR-BAT-3, MR-VIC-1, MR-GEN-4: 15 by 15, two gates; two to four teams of any size."""
    place, battle = arena("agreed_battle"), RULES.scenario("agreed battle")
    assert (place.width, place.height, battle.start) == (15, 15, "gates")
    assert (names(place, "a"), names(place, "b")) == ("G15 H15 I15", "G1 H1 I1")
    assert (battle.min_sides, battle.max_sides, battle.victory) == (2, 2, "last_school")
    assert battle.option("four_teams").max_sides == 4
    assert battle.most == 60  # as many as stand along the longest edge


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (Terms(teams=(4, 4)), 6000),
        (Terms(teams=(4, 4, 4, 4), fee=1000), 9000 + 4000),  # 1500*4 + 50 % = 9000
        (Terms(teams=(4, 4, 4, 4)), 9000),
        (Terms(teams=(4, 4, 4), payouts=2 * 1500), 7500 - 3000),  # 1500*4 + 25 % = 7500
        (Terms(teams=(4, 4), surrender=False), 9000),
    ],
)
def test_mr_at_10_prizes(terms: Terms, expected: int) -> None:
    """MR-BAT-6, MR-AT-10: base, percentages, fees, payouts.

    The example's -3000 is for losers of 1500 each: two of three teams.
    """
    assert guideline(RULES.prizes, House(), terms) == expected


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        (Terms(teams=(6, 6), payouts=2000), 7000),
        (Terms(teams=(2, 2), surrender=False), 4500),
        (Terms(teams=(2, 2), surrender=False, payouts=1000), 3500),
        (Terms(teams=(2, 2), surrender=False, payouts=1500), 3000),
    ],
)
def test_mr_at_20_the_guideline_fits_the_premade_battles(terms: Terms, expected: int) -> None:
    """MR-BAT-6, MR-AT-20: Battlelines, and both versions of Crossfire."""
    assert guideline(RULES.prizes, House(), terms) == expected


def test_percentages_may_multiply() -> None:
    """MR-BAT-6 `prize_percentages`: three teams of 2 to the death: 3000 * 1.75 or * 1.25 * 1.5."""
    terms = Terms(teams=(2, 2, 2), surrender=False)
    assert guideline(RULES.prizes, House(), terms) == 5250
    assert guideline(RULES.prizes, House(prize_percentages="multiply"), terms) == 5625


def test_uneven_teams_count_by_their_average() -> None:
    """MR-BAT-6, MR-CAM-7: 3 against 4 is 3.5 a team: 5250; 1, 1 and 2 to 4: 2500 and whole."""
    assert guideline(RULES.prizes, House(), Terms(teams=(3, 4))) == 5250
    assert guideline(RULES.prizes, House(), Terms(teams=(1, 1, 2))) == 2500


def test_resources_have_prices_by_revision() -> None:
    """MR-RES-1 to -3, -6, -10: bought once, hired by the month for a fifth: Chirugeon 2000, 400."""
    school, chirugeon = RULES.school, RULES.resource("chirugeon")
    assert (chirugeon.cost(House()), chirugeon.hire(school, House())) == (2000, 400)
    assert chirugeon.cost(House(edition_resource_prices="earlier")) == 1500
    assert chirugeon.cost(House(edition_resource_prices="first")) == 1000
    legend = RULES.resource("retired_legend")
    assert [legend.cost(House(edition_resource_prices=v)) for v in ("newest", "first")] == [
        2000,
        1500,
    ]
    assert RULES.resource("kidnapper").hire(school, House()) == 300
    assert school.most_of_a_resource == 1


@pytest.mark.parametrize(
    ("table", "results"),
    [
        ("four_step", "dead dead maimed misses_next recovers recovers recovers recovers"),
        ("dead_on_1", "dead dead recovers recovers recovers recovers recovers recovers"),
        ("dead_on_1_to_3", "dead dead dead dead recovers recovers recovers recovers"),
    ],
)
def test_survival_goes_by_a_table(table: str, results: str) -> None:
    """MR-SVC-2: by die and modifiers, 0 to 7."""
    found = [RULES.survival.result(table, total) for total in range(8)]
    assert found == results.split()


def test_complications_are_effects() -> None:
    """MR-BAT-8: Heavy Rain caps Move at 3 and takes 2 from ranges; the crowd's doubling is ours."""
    cap, short = RULES.complication("Heavy Rain").effects
    assert (cap.on, cap.op, cap.value) == ("turn.points", "set_max", 3)
    assert (short.on, short.op, short.value) == ("attack.range", "modify", -2)
    assert RULES.complication("massive_crowd").suggested
