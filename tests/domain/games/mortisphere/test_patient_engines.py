"""Chapter 20, Field of Patient Engines: bring the Colossus down, or call it off its prey."""

import pytest

from domain.games.mortisphere.clash import ClashDeclared
from domain.games.mortisphere.deployment import ChooserRolled, StartChosen
from domain.games.mortisphere.escorts import NeutralMoved
from domain.games.mortisphere.neutrals import NeutralSteered
from domain.games.mortisphere.rounds import BattleEnded
from domain.games.mortisphere.shapes import book
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
    no,
    passing,
    respond,
    roll,
    ruling,
)

ENGINES = book().scenario("patient-engines")
COLOSSUS = "The Colossus"


def engines(*ash: Cast, iron: tuple[Cast, ...] = (), **house: str) -> Story:
    """Ash at the Signal Mast unless a member says otherwise, Nine of Iron in the Crater."""
    return Story(
        crew("Ash", *ash, at="mast"),
        crew("Iron", *(iron or d(8, "Nine")), at="crater"),
        scenario="patient-engines",
        house=house,
    )


def test_the_ranks_do_not_adjoin() -> None:
    """MS-MOV-3, chapter 20."""
    assert ENGINES.neighbours("north") == ("crater", "mast")
    assert ENGINES.neighbours("south") == ("crater", "mast")


def test_each_health_taken_is_a_point() -> None:
    """MS-SCN-5 neutral.damage: 1 for each Health; 3 more for felling it, which ends the battle."""
    story = Story(
        crew("Ash", *d(6, "Rat", "Cat"), at="crater"),
        crew("Iron", *d(8, "Nine"), at="crater"),
        scenario="patient-engines",
    ).do(clash(f"Rat > {COLOSSUS}"), roll(6, 1))
    assert story.scored == [("Ash", 1, "The Colossus hurt")]
    story = story.do(ruling(f"{COLOSSUS} loses 4"))
    assert story.scored == []
    story = story.do(clash(f"Nine > {COLOSSUS}"), roll(8, 2))
    assert story.scored == [("Iron", 1, "The Colossus hurt"), ("Iron", 3, "The Colossus felled")]
    story = story.do(hold("Cat"))
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds) == ("neutral_incapacitated", 1)
    assert [(s.crew.name, s.number) for s in end.scores] == [("Ash", 1), ("Iron", 4)]


def test_nobody_orders_the_blows_at_a_hostile_neutral() -> None:
    """MS-MUL-5 `responding_player`, MS-NEU-3: nobody responds for it: the order as declared.

    Where Nine is struck as well, Iron responds, and orders both pairings.
    """
    cast = (member("Rat", 6, at="crater"), member("Cat", 6, at="crater"))
    story = engines(*cast, pairing_order="responding_player")
    both = story.do(clash(f"Rat > {COLOSSUS}", f"Cat > {COLOSSUS}"))
    assert both.asks == ("Throw", "Ash")
    assert both.dice == [("Rat", 6), (COLOSSUS, 20)]
    assert story.do(clash("Rat > Nine", f"Cat > {COLOSSUS}"), absorb).asks == ("Ordering", "Iron")


def test_surplus_harm_earns_nothing() -> None:
    """MS-DMG-9, MS-SCN-5: an overrun of 2 on the last Health is 1 point, and 3 for its fall."""
    story = Story(
        crew("Ash", *d(4, "Low", "Lower", "Lowest"), at="crater"),
        crew("Iron", *d(8, "Nine"), at="south"),
        scenario="patient-engines",
    ).do(ruling(f"{COLOSSUS} loses 5"))
    story = story.do(clash(f"swarm Low, Lower, Lowest > {COLOSSUS}"), roll(4, 4, 4, 1))
    assert story.scored == [("Ash", 1, "The Colossus hurt"), ("Ash", 3, "The Colossus felled")]


def signal(*more: Cast, iron: tuple[Cast, ...] = ()) -> Story:
    """Rat works the mast in round 1; all have acted, and Ash steers the Colossus."""
    story = engines(*d(6, "Rat"), *more, iron=iron).do(interact("Rat", "signal"))
    while story.asks[0] == "Turn":
        name = story.asks[1]
        mine = [n for n in story.ids if n in story.ready and story[n].crew == story.ids[name]]
        story = story.do(hold(mine[0]))
    return story


def test_who_works_the_mast_steers() -> None:
    """Chapter 20: its target among the units of its Area, or its move; 1 point for the signal."""
    story = signal(member("Cat", 6, at="crater"))
    assert story.points("Ash") == [1]
    assert story.asks == ("Pick", "Ash")
    assert story.offers == ["Cat", "Nine", "north", "south", "mast"]
    assert story.refused(no) == "MS-NEU-2"
    assert story.refused(choose("Rat")) == "MS-NEU-2"


def test_it_is_turned_on_a_unit() -> None:
    """Chapter 20: even on the smaller; its owner answers, and dice decide."""
    story = signal(iron=(*d(8, "Nine"), *d(4, "Ten"))).do(choose("Ten"))
    assert story.one(NeutralSteered).told() == "Ash turns The Colossus to Ten."
    assert story.one(ClashDeclared).strikes[0].target.name == "Ten"
    assert story.asks == ("Answer", "Iron")
    story = story.do(absorb, roll(2))
    assert (story["Ten"].fallen, story.scored) == (True, [])


def test_it_is_sent_away() -> None:
    """Chapter 20: or to an Area that adjoins."""
    story = signal().do(choose("south"))
    moved = story.one(NeutralMoved)
    assert (moved.to.name, moved.reason) == ("South Ranks", "steered")
    assert story.battle.round == 2


def test_the_hold_on_it_lasts_a_round() -> None:
    """Chapter 20: at the end of this round; in the next it acts by itself."""
    story = signal().do(choose("south"), hold("Rat"), hold("Nine"))
    assert story.dice == [(COLOSSUS, 2)]  # one unit at the Mast, one in the Crater: by lot


def test_the_last_signal_counts() -> None:
    """Chapter 20: the last crew to complete a signal this round: by whose interaction came last."""
    story = engines(*d(6, "Rat"), iron=d(8, "Nine")).do(ruling("Nine at mast"))
    story = story.do(interact("Rat", "signal", 1), interact("Nine", "signal", 2))
    assert story.points("Ash", "Iron") == [1, 1]
    assert story.asks == ("Pick", "Iron")


def test_three_signals_and_no_more() -> None:
    """MS-OBJ-12, chapter 20: three copies, first come."""
    story = engines(*d(6, "Rat", "Cat", "Dog", "Hen")).do(
        interact("Rat", "signal"),
        hold("Nine"),
        interact("Cat", "signal"),
        interact("Dog", "signal"),
        hold("Hen"),
    )
    assert story.points("Ash") == [3]
    story = story.do(choose("south"), hold("Nine"))
    assert story.refused(interact("Hen", "signal")) == "MS-OBJ-12"


def test_a_felled_colossus_is_not_steered() -> None:
    """MS-INC-2: nothing is asked, and the battle ends."""
    story = engines(*d(6, "Rat")).do(ruling(f"{COLOSSUS} loses 5"), interact("Rat", "signal"))
    story = story.do(clash(f"Nine > {COLOSSUS}"), roll(8, 2))
    assert story.one(BattleEnded).reason == "neutral_incapacitated"


def test_the_fastest_way_takes_two_rounds() -> None:
    """Chapter 20, fastest: into the Crater, then six wins of six members: felled with round 2."""
    names = ("A", "B", "C", "D", "E", "F")
    story = Story(
        crew("Ash", *d(12, *names), at="north"),
        crew("Iron", *d(4, "Nine"), at="south"),
        scenario="patient-engines",
    )
    for name in names:
        story = story.do(move(name, "crater"))
        story = story.do(hold("Nine")) if name == "A" else story
    story = story.do(roll(1), absorb, roll(1))  # the lot among six d12; a 1 harms nobody
    story = story.do(hold("Nine"))
    for name in names:
        story = story.do(clash(f"{name} > {COLOSSUS}"), roll(12, 1))
    end = story.one(BattleEnded)
    assert (end.reason, end.rounds) == ("neutral_incapacitated", 2)
    assert story.points("Ash") == [6 + 3]


def test_the_ranks_are_rolled_for() -> None:
    """MS-SCN-3 chooser `roll`: a d20 each whatever the ratings, the higher chooses, ties again."""
    story = open_between()
    assert story.asks == ("Throw", "Ash")
    assert story.dice == [("Ash", 20), ("Iron", 20)]
    story = story.do(roll(7, 7), roll(3, 9))
    assert len(story.all(ChooserRolled)) == 2
    chosen = [(e.crew.name, e.area.name) for e in story.all(StartChosen)]
    assert chosen == [("Iron", "North Ranks"), ("Ash", "South Ranks")]


def open_between() -> Story:
    """A battle in which no start was agreed."""
    return Story(
        crew("Ash", *d(6, "Rat"), at=""),
        crew("Iron", *d(4, "Nine"), at=""),
        scenario="patient-engines",
        begins=None,
    )


@pytest.mark.parametrize("face", [1, 20])
def test_a_defender_fights_it(face: int) -> None:
    """MS-NEU-2, MS-CLA-13: by `free_pass` Nine has not acted and may defend with its d8."""
    story = engines(*d(6, "Rat"), pass_rule="free_pass")  # noqa: S106 a rule
    story = story.do(interact("Rat", "signal"), passing, choose("Nine"), respond("Nine"))
    story = story.do(roll(face, 8))
    assert (story[COLOSSUS].lost, story["Nine"].lost) == ((1, 0) if face == 1 else (0, 1))
    assert story.points("Iron") == [1 if face == 1 else 0]
