"""Chapter 15: neutrals have profiles and no crew; how they act and are met (MS-NEU)."""

import msgspec
import pytest

from domain.games.mortisphere.clash import ClashAnswered, ClashDeclared
from domain.games.mortisphere.control import AreaControlled
from domain.games.mortisphere.escorts import NeutralMoved
from domain.games.mortisphere.health import HealthLost, NeutralFelled
from domain.games.mortisphere.initiative import InitiativeTaken
from domain.games.mortisphere.neutrals import LotCast, NeutralPlaced, NeutralStayed
from domain.games.mortisphere.showing import ask, show
from domain.games.mortisphere.units import Standing
from tests.story import (
    Cast,
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
    passing,
    respond,
    roll,
    ruling,
)

COLOSSUS = "The Colossus"
WITNESS = "The Witness"


def engines(
    *ash: Cast, iron: tuple[Cast, ...] = (), begins: str | None = "Ash", **house: str
) -> Story:
    """Ash in the North Ranks, Iron (a d4 unless it says otherwise) in the South, or as they say."""
    return Story(
        crew("Ash", *ash, at="north"),
        crew("Iron", *(iron or d(4, "Nine")), at="south"),
        scenario="patient-engines",
        begins=begins,
        house=house,
    )


def crater(*ash: Cast, **house: str) -> Story:
    """All of Ash in the Crater, Nine of Iron away; Nine has acted."""
    here = (msgspec.structs.replace(one, area="crater") for one in ash)
    return engines(*here, iron=(member("Nine", 4, acted=True),), **house)


def test_a_neutral_stands_where_the_scenario_puts_it() -> None:
    """MS-NEU-1, chapter 20: the Colossus: a machine, d20, 6 Health, tireless, in the Crater."""
    story = engines(*d(6, "Rat"))
    unit = story[COLOSSUS]
    assert (unit.crew, unit.camp, unit.kind, unit.die, unit.health) == ("", "", "machine", 20, 6)
    assert (unit.area, unit.tireless, unit.standing) == ("crater", True, Standing.ACTIVE)
    placed = [e for e in story.events if isinstance(e, NeutralPlaced)]
    assert [e.told() for e in placed] == ["The Colossus stands in the Crater."]


def test_neutrals_are_shown_apart() -> None:
    """`battle show`: with what a member shows, how they behave, and who answers for them."""
    (shown,) = show(engines(*d(6, "Rat")).battle)["neutrals"]
    wanted = {"name": COLOSSUS, "crew": "", "place": "crater", "health": 6, "max_roll": 20}
    assert wanted.items() <= shown.items()
    assert (shown["behaviour"], shown["tireless"], shown["controller"]) == ("hostile", True, "")


def test_neutrals_count_for_no_initiative() -> None:
    """MS-NEU-1, MS-INI-9: 6 against 4; the d20 of the Colossus is nobody's."""
    story = engines(*d(6, "Rat"), begins=None)
    taken = next(e for e in story.events if isinstance(e, InitiativeTaken))
    assert [v.number for v in taken.values] == [6, 4]
    assert len(taken.order) == 2


def test_neutrals_count_for_no_control() -> None:
    """MS-NEU-1, MS-ARE-12: Rat alone with the Colossus controls the Crater."""
    story = crater(*d(6, "Rat")).do(hold("Rat"))
    assert [e.area.name for e in story.all(AreaControlled)] == ["South Ranks", "Crater"]


@pytest.mark.parametrize("rule", ["most_members", "most_value"])
def test_neutrals_weigh_nothing(rule: str) -> None:
    """MS-NEU-1: nor do they under the other values of `control`."""
    story = crater(*d(6, "Rat"), control=rule).do(hold("Rat"))
    assert "Crater" in [e.area.name for e in story.all(AreaControlled)]


@pytest.mark.parametrize("rule", ["channel", "blocked", "opposed"])
def test_neutrals_do_not_contest(rule: str) -> None:
    """MS-OBJ-7: an opposing crew makes an objective contested; the Colossus does not."""
    story = engines(member("Rat", 6, at="mast"), objective_contest=rule)
    story = story.do(ruling(f"{COLOSSUS} at mast"))
    assert story.accepts(interact("Rat", "signal"))
    assert story.do(interact("Rat", "signal")).asks == ("Turn", "Iron")


# What they do when they are targeted


def test_a_tireless_neutral_defends_in_every_clash() -> None:
    """MS-NEU-3: it answers by itself, defends, and is not activated by that; a loser is harmed."""
    story = crater(*d(6, "Rat", "Cat")).do(clash(f"Rat > {COLOSSUS}"))
    assert story.one(ClashAnswered).told() == "The Colossus answers: The Colossus defends."
    assert (story.asks, story.dice) == (("Throw", "Ash"), [("Rat", 6), (COLOSSUS, 20)])
    story = story.do(roll(5, 3))
    assert (story[COLOSSUS].lost, story.maximum(COLOSSUS)) == (1, 18)
    assert story.activated == ["Rat"]
    again = story.do(clash(f"Cat > {COLOSSUS}"))
    assert again.one(ClashAnswered).answers[0].mode == "defend"


def test_a_stunned_neutral_absorbs() -> None:
    """MS-RND-7, MS-GEN-4: what is prevented from acting cannot defend, tireless or not."""
    story = crater(*d(6, "Rat")).do(ruling(f"{COLOSSUS} gains stunned"))
    story = story.do(clash(f"Rat > {COLOSSUS}"))
    assert story.one(ClashAnswered).answers[0].mode == "absorb"
    assert story.dice == [("Rat", 6)]


def test_a_stunned_neutral_does_not_act() -> None:
    """MS-RND-7: nor does it act as the round ends."""
    story = crater(*d(6, "Rat")).do(ruling(f"{COLOSSUS} gains stunned"), hold("Rat"))
    assert story.battle.round == 2


# What it does as the round ends


def test_the_largest_die_is_struck() -> None:
    """MS-NEU-2: the Colossus initiates against the d8, whose owner answers and throws the dice."""
    story = crater(*d(6, "Rat"), *d(8, "Cat")).do(hold("Rat"), hold("Cat"))
    declared = story.one(ClashDeclared)
    assert (declared.crew.name, declared.strikes[0].target.name) == (COLOSSUS, "Cat")
    assert story.asks == ("Answer", "Ash")
    assert story.refused(respond("Cat")) == "MS-ACT-4"
    story = story.do(absorb)
    assert (story.asks, story.dice) == (("Throw", "Ash"), [(COLOSSUS, 20)])
    story = story.do(roll(2))  # a fresh d8 has Presence 2
    assert (story["Cat"].lost, story.battle.round) == (0, 2)
    harmed = crater(*d(8, "Cat")).do(hold("Cat"), absorb, roll(3))
    assert harmed.one(HealthLost).by[0].name == COLOSSUS


def test_of_equal_dice_the_fewest_health_is_struck() -> None:
    """MS-NEU-2: a d8 with 1 of 3 lost before a d8 that has lost none."""
    story = crater(member("Rat", 8), member("Cat", 8, lost=1)).do(hold("Rat"), hold("Cat"))
    assert story.one(ClashDeclared).strikes[0].target.name == "Cat"


def test_equals_are_settled_by_lot() -> None:
    """MS-NEU-2: three equal targets are a die of three sides, numbered in their order."""
    story = crater(*d(8, "Rat", "Cat", "Dog")).do(hold("Rat"), hold("Cat"), hold("Dog"))
    assert story.dice == [(COLOSSUS, 3)]
    assert ask(story.battle)["question"]["offers"] == ["Rat", "Cat", "Dog"]
    assert story.refused(roll(4)) == "MS-RES-3"
    story = story.do(roll(2))
    assert story.one(LotCast).drawn.name == "Cat"
    assert story.one(ClashDeclared).strikes[0].target.name == "Cat"


def test_hidden_units_are_not_struck() -> None:
    """MS-CLA-9: nobody targets the hidden; with no other there, it stays."""
    story = crater(member("Rat", 8, statuses=("hidden",)), member("Cat", 4))
    story = story.do(hold("Rat"), hold("Cat"))
    assert story.one(ClashDeclared).strikes[0].target.name == "Cat"
    alone = crater(member("Rat", 8, statuses=("hidden",))).do(hold("Rat"))
    assert alone.one(NeutralStayed).area.name == "Crater"


def test_it_goes_towards_the_most() -> None:
    """MS-NEU-2: with nobody there it moves one Area towards the most active units."""
    story = engines(*d(6, "Rat", "Cat")).do(hold("Rat"), hold("Nine"), hold("Cat"))
    moved = story.one(NeutralMoved)
    assert (moved.before.name, moved.to.name) == ("Crater", "North Ranks")
    assert story[COLOSSUS].area == "north"
    assert story.battle.round == 2


def test_the_way_is_settled_by_lot() -> None:
    """MS-NEU-2: two in the North, two in the South: a lot in the order of the Areas."""
    story = engines(*d(6, "Rat"), iron=d(6, "Nine")).do(hold("Rat"), hold("Nine"))
    assert story.dice == [(COLOSSUS, 2)]
    story = story.do(roll(2))
    assert story.one(LotCast).told() == (
        "By lot The Colossus turns to South Ranks (2 among North Ranks, South Ranks)."
    )
    assert story[COLOSSUS].area == "south"


def test_one_area_at_a_time() -> None:
    """MS-NEU-2, MS-MOV-3: from the North the South lies two moves away: Crater or Mast, by lot."""
    story = engines(*d(6, "Rat"), iron=d(6, "Nine", "Ten")).do(
        ruling(f"{COLOSSUS} at north", "Rat at mast"), hold("Rat"), hold("Nine"), hold("Ten")
    )
    assert story.dice == [(COLOSSUS, 2)]
    assert ask(story.battle)["question"]["offers"] == ["Crater", "Signal Mast"]


def test_its_target_may_defend() -> None:
    """MS-NEU-2, MS-CLA-13, MS-TRN-5 `free_pass`: who has not acted may defend, and wins 7 to 2."""
    story = crater(*d(8, "Rat"), pass_rule="free_pass").do(passing)  # noqa: S106 a rule
    assert story.asks == ("Answer", "Ash")
    story = story.do(respond("Rat"))
    assert story.dice == [(COLOSSUS, 20), ("Rat", 8)]
    story = story.do(roll(2, 7))
    assert (story[COLOSSUS].lost, story.points("Ash")) == (1, [1])


def test_it_acts_once_a_round() -> None:
    """MS-NEU-2: at the end of each round, and then the next begins."""
    story = crater(*d(8, "Rat")).do(hold("Rat"), absorb, roll(1))
    assert (story.battle.round, story.battle.closing) == (2, None)
    story = story.do(hold("Nine"), hold("Rat"))
    assert story.one(ClashDeclared).crew.name == COLOSSUS


def test_a_felled_neutral_does_nothing_more() -> None:
    """MS-INC-2: at 0 Health it is out."""
    story = crater(*d(6, "Rat", "Cat")).do(ruling(f"{COLOSSUS} loses 5"))
    story = story.do(clash(f"Rat > {COLOSSUS}"), roll(6, 1))
    assert story.one(NeutralFelled).by[0].name == "Rat"
    assert story.refused(clash(f"Cat > {COLOSSUS}")) == "MS-CLA-11"
    assert story.do(hold("Cat")).all(ClashDeclared) == []


def test_a_turn_is_not_taken_while_the_round_ends() -> None:
    """MS-RND-3, -5: once the round draws to its end only answers are awaited."""
    story = crater(*d(8, "Rat")).do(hold("Rat"))
    assert story.refused(move("Rat", "mast")) == "MS-CLA-1"


def test_it_fights_swarms_like_anybody() -> None:
    """MS-SWA-7, MS-NEU-3: 4 + 4 + 4 = 12 against 5: an overrun, 2 Health; one blow at least."""
    story = crater(*d(4, "Low", "Lower", "Lowest"), *d(6, "Rat")).do(
        clash(f"swarm Low, Lower, Lowest > {COLOSSUS}"), roll(4, 4, 4, 5)
    )
    assert story.asks == ("Pick", "Ash")
    story = story.do(choose("Low"))
    assert (story[COLOSSUS].lost, story["Low"].fallen) == (2, True)
    assert story.points("Ash") == [2]


# The escorted


def test_an_escorted_neutral_is_answered_by_its_controller() -> None:
    """MS-NEU-4: the guards' player lets the Witness defend, which activates it."""
    story = Story(
        crew("Ash", *d(6, "Rat"), at="shelter"),
        crew("Iron", member("Nine", 4, at="shelter"), *d(4, "Ten"), at="road"),
        scenario="the-witness",
        begins="Iron",
    ).do(clash(f"Nine > {WITNESS}"))
    assert story.asks == ("Answer", "Ash")
    met = story.do(respond(WITNESS), roll(2, 3))
    assert (met["Nine"].fallen, met.activated) == (True, [WITNESS])
    kept = story.do(absorb, roll(1))
    assert (kept[WITNESS].lost, kept.activated) == (0, ["Nine"])


def test_no_crew_targets_what_it_controls() -> None:
    """MS-NEU-4, MS-CLA-9: the Witness is in its guards' care."""
    story = Story(
        crew("Ash", *d(6, "Rat"), at="shelter"),
        crew("Iron", *d(4, "Nine"), at="road"),
        scenario="the-witness",
    )
    assert story.refused(clash(f"Rat > {WITNESS}")) == "MS-CLA-9"


def test_an_escorted_neutral_never_acts() -> None:
    """MS-NEU-4: it never initiates, and moves only as the scenario says."""
    story = Story(
        crew("Ash", *d(6, "Rat"), at="shelter"),
        crew("Iron", *d(4, "Nine"), at="road"),
        scenario="the-witness",
    )
    assert story.refused(move(WITNESS, "road")) == "MS-TRN-1"
    story = story.do(hold("Rat"), hold("Nine"))
    assert (story.battle.round, story[WITNESS].area) == (2, "shelter")


def test_a_neutral_orders_no_pairings() -> None:
    """MS-MUL-5 `responding_player`, MS-NEU-1: nobody answers for it, so they stand as typed."""
    story = crater(*d(6, "Rat", "Cat"), pairing_order="responding_player")
    story = story.do(clash(f"Rat > {COLOSSUS}", f"Cat > {COLOSSUS}"))
    assert story.dice[0] == ("Rat", 6)
