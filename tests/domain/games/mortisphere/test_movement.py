"""Chapter 13, moving: an action, one Area further, perhaps not unopposed."""

import pytest

from domain.games.mortisphere.areas import MemberMoved, MoveBegan, MoveOpposed, MoveStopped
from domain.games.mortisphere.clash import ClashDeclared, ClashOver, MemberActivated
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.turns import TurnTaken
from domain.games.mortisphere.waiting import Pick, Turn
from tests.story import (
    Story,
    choose,
    clash,
    crew,
    d,
    done,
    hold,
    member,
    move,
    no,
    roll,
    ruling,
)

APART = Story(crew("Ash", *d(6, "Sura", "Vex")), crew("Iron", *d(10, "Nine"), at="tower"))


def test_moving_takes_the_action() -> None:
    """MS-MOV-1, -2: one action reaches the other Area, and the mover arrives activated."""
    story = APART.do(move("Sura", "well"))
    assert [type(e) for e in story.new] == [MemberMoved, MemberActivated, TurnTaken]
    assert (story["Sura"].area, story["Sura"].acted) == ("well", True)
    assert story.asks == ("Turn", "Iron")


def test_ms_at_39_no_clash_after_a_move() -> None:
    """MS-MOV-1, MS-ACT-2, MS-AT-39: the same member initiates no more this round."""
    story = APART.do(move("Sura", "tower"), hold("Nine"))
    assert story.refused(clash("Sura > Nine")) == "MS-ACT-2"


def test_ms_at_39_no_clash_after_a_move_in_the_same_turn() -> None:
    """MS-ACT-2, MS-AT-39, MS-TRN-2 `before_clash`: another may, the mover may not."""
    story = Story(
        crew("Ash", *d(6, "Sura", "Vex"), at="well"),
        crew("Iron", *d(10, "Nine")),
        house={"noncombat_timing": "before_clash"},
    ).do(move("Sura", "hall"))
    assert story.refused(clash("Sura > Nine")) == "MS-ACT-2"
    assert story.refused(move("Sura", "well")) == "MS-ACT-2"
    assert story.accepts(done)


def test_arriving_provokes_nothing() -> None:
    """MS-MOV-2: an enemy where the mover arrives must use a turn of its own."""
    assert APART.do(move("Sura", "tower")).all(ClashDeclared) == []


def test_one_is_where_one_is() -> None:
    """MS-MOV-1: a move leads to another Area."""
    assert APART.refused(move("Sura", "hall")) == "MS-MOV-1"


def test_without_a_map_any_area_is_near() -> None:
    """MS-MOV-3 `scenario`: the granary has no map."""
    for area in ("well", "tower"):
        assert APART.accepts(move("Sura", area))


def press(house: dict[str, str] | None = None) -> Story:
    """Two crews on their ways into the works."""
    return Story(
        crew("Ash", *d(6, "Sura"), at="switchyard"),
        crew("Iron", *d(10, "Nine"), at="gallery"),
        scenario="wake-the-press",
        house=house,
    )


@pytest.mark.parametrize(
    ("value", "to", "rule"),
    [
        ("scenario", "turbine", ""),
        ("scenario", "press", ""),
        ("scenario", "gallery", "MS-MOV-3"),
        ("complete", "gallery", ""),
    ],
)
def test_the_map(value: str, to: str, rule: str) -> None:
    """MS-MOV-3: the two ways in do not adjoin, unless all Areas do."""
    story = press({"area_graph": value})
    if rule:
        assert story.refused(move("Sura", to)) == rule
    else:
        assert story.do(move("Sura", to))["Sura"].area == to


def test_one_member_moves_in_a_turn() -> None:
    """MS-TRN-3 `one_member`."""
    assert APART.refused(move("Sura, Vex", "well")) == "MS-TRN-3"


def test_a_group_moves_from_one_area_to_one_area() -> None:
    """MS-TRN-3 `same_area_group`."""
    house = {"noncombat_group": "same_area_group"}
    story = Story(
        crew("Ash", *d(6, "Sura", "Vex"), member("Far", 6, at="tower")),
        crew("Iron", *d(10, "Nine"), at="tower"),
        house=house,
    )
    gone = story.do(move("Sura, Vex", "well"))
    assert gone.activated == ["Sura", "Vex"]
    assert gone.asks == ("Turn", "Iron")
    assert story.refused(move("Sura, Far", "well")) == "MS-TRN-3"


TOGETHER = (crew("Ash", *d(6, "Sura", "Vex")), crew("Iron", member("Nine", 10), member("Ten", 8)))


def leaving(value: str) -> Story:
    """Sura leaves the Hall, where two enemies stand."""
    return Story(*TOGETHER, house={"leave_contested": value}).do(move("Sura", "well"))


def test_leaving_is_free() -> None:
    """MS-MOV-4 `free`: the whole action is the price."""
    story = leaving("free")
    assert story["Sura"].area == "well"
    assert story.all(MoveBegan) == []


def test_a_parting_clash() -> None:
    """MS-MOV-4 `parting_clash`: one unactivated enemy strikes, and who still stands moves.

    The mover only absorbs; the striker has acted; it is no turn of the striker's crew.
    """
    story = leaving("parting_clash")
    assert isinstance(story.awaited, Pick)
    assert (story.asks[1], story.offers) == ("Iron", ["Nine", "Ten"])
    struck = story.do(choose("Nine"))
    assert struck.one(ClashDeclared).parting
    assert struck.dice == [("Nine", 10)]
    after = struck.do(roll(7))
    assert after.fights() == [(7, 1, "harmed")]  # d6: Presence 6 // 4 = 1
    assert [type(e) for e in after.new][-4:] == [
        ClashOver,
        MemberMoved,
        MemberActivated,
        TurnTaken,
    ]
    assert (after["Sura"].lost, after["Sura"].area) == (1, "well")
    assert after["Nine"].acted
    assert after.asks == ("Turn", "Iron")
    assert after.refused(clash("Nine > Vex")) == "MS-ACT-2"


def test_a_parting_clash_may_be_left_out() -> None:
    """MS-MOV-4 `parting_clash`: the enemy may."""
    story = leaving("parting_clash").do(no)
    assert (story["Sura"].area, story["Nine"].acted) == ("well", False)


def test_who_falls_in_parting_stays() -> None:
    """MS-MOV-4 `parting_clash`: the mover moves if still active."""
    story = Story(
        crew("Ash", member("Sura", 6, lost=1), member("Vex", 6)),
        crew("Iron", *d(10, "Nine")),
        house={"leave_contested": "parting_clash"},
    ).do(move("Sura", "well"), choose("Nine"), roll(2))
    assert story["Sura"].fallen
    assert story["Sura"].area == "hall"
    assert story.one(MoveStopped).member.name == "Sura"
    assert story.one(TurnTaken).crew.name == "Ash"


def test_only_the_unactivated_strike_in_parting() -> None:
    """MS-MOV-4 `parting_clash`, MS-RND-7, MS-CLA-7: not who has acted, is stunned or burdened."""
    story = Story(
        crew("Ash", *d(6, "Sura")),
        crew(
            "Iron",
            member("Nine", 10, acted=True),
            member("Ten", 8, statuses=("stunned",)),
            member("Mule", 8, statuses=("burdened",)),
        ),
        house={"leave_contested": "parting_clash"},
    ).do(move("Sura", "well"))
    assert story["Sura"].area == "well"


@pytest.mark.parametrize(("ours", "theirs", "away"), [(4, 3, True), (3, 3, True), (2, 3, False)])
def test_an_opposed_departure(ours: int, theirs: int, away: bool) -> None:  # noqa: FBT001 a column
    """MS-MOV-4 `opposed_roll`: the mover stays on a lower result; its action is spent anyway."""
    story = leaving("opposed_roll").do(choose("Ten"))
    assert story.dice == [("Sura", 6), ("Ten", 8)]
    after = story.do(roll(ours, theirs))
    assert after.one(MoveOpposed).away is away
    assert after["Sura"].area == ("well" if away else "hall")
    assert (after["Sura"].acted, after["Ten"].acted) == (True, False)
    assert after.one(TurnTaken).crew.name == "Ash"


def test_an_opposed_departure_rolls_capped_dice() -> None:
    """MS-MOV-4, MS-DMG-6: a wounded d6 rolls 6 and counts 4; 5 holds it."""
    story = Story(
        crew("Ash", member("Sura", 6, lost=1), member("Vex", 6)),
        crew("Iron", *d(8, "Ten")),
        house={"leave_contested": "opposed_roll"},
    ).do(move("Sura", "well"), choose("Ten"), roll(6, 5))
    assert not story.one(MoveOpposed).away


def test_an_activated_enemy_may_oppose_a_departure() -> None:
    """MS-MOV-4 `opposed_roll`: one enemy rolls; nothing says that it must not have acted."""
    story = Story(
        crew("Ash", *d(6, "Sura")),
        crew("Iron", member("Nine", 10, acted=True)),
        house={"leave_contested": "opposed_roll"},
    ).do(move("Sura", "well"))
    assert story.offers == ["Nine"]


def test_nobody_opposes() -> None:
    """MS-MOV-4 `opposed_roll`: the enemy may leave it."""
    assert leaving("opposed_roll").do(no)["Sura"].area == "well"


def test_several_crews_are_asked_in_turn() -> None:
    """MS-MOV-4, MS-CLA-19: each enemy player in turn order; one strikes, the next is not asked."""
    story = Story(
        crew("Ash", *d(6, "Sura")),
        crew("Iron", *d(10, "Nine")),
        crew("Choir", *d(8, "Ten")),
        house={"leave_contested": "parting_clash"},
    ).do(move("Sura", "well"))
    assert story.asks[1] == "Iron"
    second = story.do(no)
    assert (second.asks[1], second.offers) == ("Choir", ["Ten"])
    assert second.do(choose("Ten"), roll(1))["Sura"].area == "well"
    assert story.do(choose("Nine"), roll(1))["Sura"].area == "well"


def test_a_group_leaves_one_by_one() -> None:
    """MS-MOV-4, MS-TRN-3 `same_area_group`: each mover may be disputed; one turn in all."""
    house = {"noncombat_group": "same_area_group", "leave_contested": "opposed_roll"}
    story = Story(*TOGETHER, house=house).do(move("Sura, Vex", "well"))
    story = story.do(choose("Nine"), roll(1, 9))
    assert (story["Sura"].area, story["Sura"].acted) == ("hall", True)
    assert story.all(TurnTaken) == []
    story = story.do(choose("Nine"), roll(5, 2))
    assert (story["Vex"].area, story["Vex"].acted) == ("well", True)
    assert story.one(TurnTaken).crew.name == "Ash"


def test_an_opponent_that_falls_stands_in_nobodys_way() -> None:
    """MS-MOV-4, MS-EVT-5: struck down by a ruling before the dice, it opposes no more."""
    story = leaving("opposed_roll").do(choose("Ten"), ruling("Ten out"))
    assert story.offers == ["Nine"]
    assert story.do(no)["Sura"].area == "well"


def test_a_mover_taken_out_by_a_ruling_does_not_arrive() -> None:
    """MS-MOV-4, MS-EVT-5, MS-INC-2."""
    story = leaving("opposed_roll").do(ruling("Sura out"))
    assert (story["Sura"].area, story["Sura"].acted) == ("hall", False)
    assert isinstance(story.awaited, Turn)


def test_a_parting_clash_counts_as_a_clash() -> None:
    """MS-MOV-4, MS-CLA-22: the striker is activated even without harm."""
    story = leaving("parting_clash").do(choose("Ten"), roll(1))
    assert story.one(ClashFought).outcome == "unharmed"
    assert story.activated == ["Ten", "Sura"]
