"""Chapter 13, the Areas: places where something happens, who stands there and who holds them."""

import pytest

from domain.games.mortisphere.control import AreaControlled, AreaLost, controller
from domain.games.mortisphere.deployment import MemberDeployed
from domain.games.mortisphere.initiative import InitiativeTaken, crew_value
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.shapes import book
from tests.story import CastCrew, Story, absorb, clash, crew, d, hold, member, move, respond, roll

FEWEST, MOST = 2, 5


def test_areas_are_all_the_terrain_there_is() -> None:
    """MS-ARE-1, -3: a scenario has two to five Areas."""
    for scenario in book().scenarios:
        assert FEWEST <= len(scenario.areas) <= MOST


def test_an_area_has_name_and_purpose() -> None:
    """MS-ARE-2, -4: both are required."""
    for scenario in book().scenarios:
        assert all(area.name and area.purpose for area in scenario.areas)


def test_the_kinds_of_areas_named() -> None:
    """MS-ARE-5: one scenario each for what the seed names."""
    tags = {tag for scenario in book().scenarios for area in scenario.areas for tag in area.tags}
    assert {"ruin", "industrial", "temple"} <= tags


def test_everybody_is_somewhere_all_the_time() -> None:
    """MS-ARE-6: the Area of every member is on record from its deployment on."""
    story = Story(crew("Ash", *d(6, "Sura")), crew("Iron", *d(10, "Nine"), at="tower"))
    deployed = {e.member.name: e.area.name for e in story.events if isinstance(e, MemberDeployed)}
    assert deployed == {"Sura": "Granary Hall", "Nine": "Bell Tower"}
    assert story.do(move("Sura", "well"))["Sura"].area == "well"


def test_opposing_members_share_an_area() -> None:
    """MS-ARE-7, -8: they may, and only then may they clash (MS-CLA-4)."""
    apart = Story(crew("Ash", *d(6, "Sura")), crew("Iron", *d(10, "Nine"), at="tower"))
    assert apart.refused(clash("Sura > Nine")) == "MS-CLA-4"
    together = apart.do(move("Sura", "tower"), clash("Nine > Sura"))
    assert together["Sura"].area == together["Nine"].area == "tower"


def press(*crews: CastCrew) -> Story:
    """A battle in Wake the Press."""
    return Story(*crews, scenario="wake-the-press")


def test_an_area_carries_its_own_rules() -> None:
    """MS-ARE-10: in the Coolant Gallery the wounded have -1 on Clash rolls, the whole do not."""
    story = press(
        crew("Ash", member("Sura", 6, lost=1), member("Vex", 6), at="gallery"),
        crew("Iron", *d(8, "Nine"), at="gallery"),
    )
    hurt = story.do(clash("Sura > Nine"), respond("Nine"), roll(4, 1))
    die = hurt.one(ClashFought).dice[0]
    assert [(m.source.name, m.amount) for m in die.modifiers] == [("Coolant Gallery", -1)]
    assert hurt.fights() == [(3, 1, "initiator")]
    whole = story.do(clash("Vex > Nine"), respond("Nine"), roll(4, 1))
    assert whole.fights() == [(4, 1, "initiator")]


def test_the_gallery_reaches_no_further_than_its_water() -> None:
    """MS-ARE-10: the same wounded member in the Turbine Hall has no -1."""
    story = press(
        crew("Ash", member("Sura", 6, lost=1), at="turbine"),
        crew("Iron", *d(8, "Nine"), at="turbine"),
    )
    assert story.do(clash("Sura > Nine"), respond("Nine"), roll(4, 1)).fights() == [
        (4, 1, "initiator")
    ]


def test_the_gallery_bears_on_defenders_too() -> None:
    """MS-ARE-10, MS-EFF scope all_in_area: the wounded defender's 5 counts as 4: a tie."""
    story = press(
        crew("Ash", member("Vex", 6), at="gallery"),
        crew("Iron", member("Nine", 8, lost=1), at="gallery"),
    )
    tie = story.do(clash("Vex > Nine"), respond("Nine"), roll(4, 5))
    assert tie.fights() == [(4, 4, "tie")]


def test_an_absorbers_wounds_do_not_weaken_the_blow() -> None:
    """MS-ARE-10, MS-ABS-1: a whole initiator's roll against a wounded absorber is its own."""
    story = press(
        crew("Ash", member("Vex", 6), at="gallery"),
        crew("Iron", member("Nine", 8, lost=1), at="gallery"),
    )
    # maximum 6, Presence 1: 2 is more.
    assert story.do(clash("Vex > Nine"), absorb, roll(2)).fights() == [(2, 1, "harmed")]


def test_the_bell_tower_held_alone() -> None:
    """MS-ARE-10, MS-INI-9: -6 on the crew value, 10 + 8 - 6 = 12; contested it gives nothing."""
    alone = Story(
        crew("Ash", member("Oum", 10, at="tower"), member("Nine", 8)), crew("Choir", *d(4, "Rat"))
    )
    assert crew_value(alone.battle, alone.ids["Ash"]) == 12
    assert crew_value(alone.battle, alone.ids["Choir"]) == 4
    shared = Story(
        crew("Ash", member("Oum", 10, at="tower"), member("Nine", 8)),
        crew("Choir", member("Rat", 4, at="tower")),
    )
    assert crew_value(shared.battle, shared.ids["Ash"]) == 18


def test_a_crew_value_is_never_below_0() -> None:
    """MS-INI-9: one d4 in the Bell Tower is worth 0, not -2."""
    story = Story(crew("Ash", *d(4, "Rat"), at="tower"), crew("Choir", *d(4, "Low")))
    assert crew_value(story.battle, story.ids["Ash"]) == 0


def holding(value: str) -> dict[str, str]:
    """Who holds Hall, Yard and Tower under a reading of control."""
    story = Story(
        crew(
            "Ash", *d(4, "Rat", "Pip"), member("Oum", 10, at="well"), member("Fly", 4, at="tower")
        ),
        crew("Choir", *d(10, "Host"), member("Low", 10, at="well")),
        house={"control": value},
    )
    names = {id_: name for name, id_ in story.ids.items()}
    areas = ("hall", "well", "tower")
    return {a: names.get(controller(story.battle, a), "") for a in areas}


@pytest.mark.parametrize(
    ("value", "hall", "well"),
    [("sole_occupant", "", ""), ("most_members", "Ash", ""), ("most_value", "Choir", "")],
)
def test_control(value: str, hall: str, well: str) -> None:
    """MS-ARE-11, -12: two d4 and a d10 share the Hall, two d10 the Yard, a d4 has the Tower."""
    assert holding(value) == {"hall": hall, "well": well, "tower": "Ash"}


def test_control_is_read_at_the_end_of_each_round() -> None:
    """MS-ARE-12: taken when the round ends, told once, lost when an enemy stands there then."""
    story = Story(crew("Ash", *d(4, "Rat")), crew("Choir", *d(10, "Host"), at="well"))
    first = story.do(move("Rat", "tower"))
    assert first.all(AreaControlled) == []
    first = first.do(hold("Host"))
    assert [(e.area.name, e.crew.name) for e in first.all(AreaControlled)] == [
        ("Well Yard", "Choir"),
        ("Bell Tower", "Ash"),
    ]
    second = first.do(hold("Rat"), move("Host", "tower"))
    assert second.all(AreaControlled) == []
    assert [(e.area.name, e.crew.name) for e in second.all(AreaLost)] == [
        ("Well Yard", "Choir"),
        ("Bell Tower", "Ash"),
    ]


def test_control_passes_from_crew_to_crew() -> None:
    """MS-ARE-12: the Tower changes hands between two round ends."""
    story = Story(crew("Ash", *d(4, "Rat"), at="tower"), crew("Choir", *d(10, "Host"), at="well"))
    story = story.do(hold("Rat"), hold("Host"))
    story = story.do(move("Rat", "hall"), move("Host", "tower"))
    assert [(e.area.name, e.crew.name) for e in story.all(AreaControlled)] == [
        ("Granary Hall", "Ash"),
        ("Bell Tower", "Choir"),
    ]
    assert [(e.area.name, e.crew.name) for e in story.all(AreaLost)] == [("Well Yard", "Choir")]


def test_the_fallen_hold_nothing() -> None:
    """MS-INC-5, MS-ARE-12: an Area with bodies alone is nobody's, under each reading."""
    for value in ("sole_occupant", "most_members", "most_value"):
        story = Story(
            crew("Ash", member("Rat", 4, at="tower", out=True), member("Pip", 4)),
            crew("Choir", *d(10, "Host")),
            house={"control": value, "incapacitated_contest": "counts"},
        )
        assert controller(story.battle, "tower") == ""


def test_a_body_spoils_sole_control_by_option() -> None:
    """MS-INC-7 `counts`, MS-ARE-9, -12: an Area with an enemy's body is contested."""
    cast = (
        crew("Ash", member("Rat", 4, at="tower", out=True), member("Pip", 4)),
        crew("Choir", member("Host", 10, at="tower")),
    )
    for value, holder in (("ignored", "Choir"), ("counts", "")):
        story = Story(*cast, house={"incapacitated_contest": value})
        assert controller(story.battle, "tower") == story.ids.get(holder, "")


def test_areas_have_no_limit() -> None:
    """MS-ARE-13: twelve stand in one Area."""
    story = Story(
        crew("Ash", *d(4, *(f"A{n}" for n in range(6)))),
        crew("Choir", *d(4, *(f"C{n}" for n in range(6)))),
    )
    assert {u.area for u in story.battle.units.values()} == {"hall"}


def test_the_tower_decides_who_begins() -> None:
    """MS-ARE-10, MS-INI-1: in round 2 the d10 in the Tower counts 4 and goes before a d6."""
    story = Story(crew("Ash", *d(10, "Oum"), at="hall"), crew("Choir", *d(6, "Low"), at="well"))
    story = story.do(move("Oum", "tower"), hold("Low"))
    taken = story.one(InitiativeTaken)
    assert [(v.crew.name, v.number) for v in taken.values] == [("Ash", 4), ("Choir", 6)]
    assert taken.order[0].name == "Ash"
