"""Chapter 3: who begins the round. Expected values are worked out from the rulebook."""

from domain.games.mortisphere.initiative import InitiativeRolled, InitiativeTaken, crew_value
from domain.games.mortisphere.throwing import RollRepeated
from tests.story import CastCrew, Story, crew, d, hold, member, roll, ruling

GREY = crew(
    "Grey", member("Oum", 10), member("Nine", 8), *d(6, "Tallow", "Girl"), *d(4, "Rat", "Other")
)
WET = crew("Wet", member("Voice", 12), *d(10, "Host", "Twin"), *d(4, "Low", "Lower", "Lowest"))


def opened(*crews: CastCrew, **house: str) -> Story:
    """A battle whose first Initiative the rules decide."""
    return Story(*crews, house=house, begins=None)


def values(story: Story) -> dict[str, int]:
    """The crews' values now."""
    return {s.who.name: crew_value(story.battle, s.id) for s in story.battle.sides}


def order(story: Story) -> list[str]:
    """The crews in the order of the round."""
    return [next(s.who.name for s in story.battle.sides if s.id == c) for c in story.battle.order]


def test_ms_at_22() -> None:
    """MS-INI-1, MS-INI-3, MS-INI-4, MS-AT-22: values 38 and 44: the 38 takes the first turn."""
    story = opened(WET, GREY)
    assert values(story) == {"Grey": 38, "Wet": 44}
    assert order(story) == ["Grey", "Wet"]
    assert story.asks == ("Turn", "Grey")


def test_not_the_number_of_heads() -> None:
    """MS-INI-1: twelve d4 (48) lose Initiative to four d10 (40)."""
    many = crew("Many", *d(4, *(f"m{n}" for n in range(12))))
    few = crew("Few", *d(10, "a", "b", "c", "e"))
    assert order(opened(many, few)) == ["Few", "Many"]


def test_ms_at_23() -> None:
    """MS-INI-5 `active`, MS-AT-23: 38 against 34; the 38 loses a d10; then 28 against 34."""
    a = crew("A", member("big", 10), *d(8, "a1", "a2"), *d(6, "a3", "a4"))
    b = crew("B", *d(10, "b1", "b2"), *d(6, "b3"), *d(8, "b4"))
    story = opened(a, b)
    assert (values(story), order(story)) == ({"A": 38, "B": 34}, ["B", "A"])
    gone = story.do(ruling("big out"))
    assert order(gone) == ["B", "A"]  # the order of this round stands
    later = gone.do(
        ruling(*(f"{n} acted" for n in ("a1", "a2", "a3", "a4", "b1", "b2", "b3", "b4")))
    )
    assert (values(later), order(later)) == ({"A": 28, "B": 34}, ["A", "B"])


def test_damage_does_not_change_a_value() -> None:
    """MS-INI-4: a damaged die stays that die."""
    story = opened(crew("A", member("hurt", 10, lost=2)), crew("B", member("whole", 8)))
    assert values(story) == {"A": 10, "B": 8}


def test_the_deployed_count() -> None:
    """MS-INI-5 `deployed`: all that started the battle count, fallen or not."""
    a = crew("A", member("big", 10), member("left", 8))
    story = opened(a, crew("B", member("b", 12)), crew_value_counts="deployed")
    assert values(story.do(ruling("big out"))) == {"A": 18, "B": 12}


def test_the_roster_counts() -> None:
    """MS-INI-5 `roster`: the whole crew at home counts, fallen or not."""
    a = crew("A", member("big", 10), member("left", 8))
    story = opened(a, crew("B", member("b", 12)), crew_value_counts="roster")
    assert values(story.do(ruling("big out"))) == {"A": 18, "B": 12}


GEARED = (
    crew("A", member("a", 8, items=("arc-lance", "riot-plate"))),
    crew("B", member("b", 10)),
)


def test_equipment_does_not_count() -> None:
    """MS-INI-6 `dice_only`: the value is tied to the Existence Die alone."""
    assert values(opened(*GEARED)) == {"A": 8, "B": 10}


def test_equipment_counts_by_house_rule() -> None:
    """MS-INI-6 `dice_and_equipment`: Arc Lance 1 and Riot Plate 2 make a d8 worth 11."""
    story = opened(*GEARED, crew_value_includes="dice_and_equipment")
    assert (values(story), order(story)) == ({"A": 11, "B": 10}, ["B", "A"])


def test_equipment_of_the_roster_counts_by_house_rules() -> None:
    """MS-INI-5 `roster` with MS-INI-6 `dice_and_equipment`: 8 + 3 at home."""
    story = opened(*GEARED, crew_value_counts="roster", crew_value_includes="dice_and_equipment")
    assert values(story) == {"A": 11, "B": 10}


EQUAL = (
    crew("A", member("a1", 20), member("a2", 10, captain=True)),
    crew("B", member("b1", 20), member("b2", 10, captain=True, lost=1)),
)


def test_ms_at_24() -> None:
    """MS-INI-2, MS-INI-7 `d20`, MS-AT-24: 30 against 30; 11:11 is rolled again; 7:15: B begins."""
    story = opened(*EQUAL)
    assert (story.asks[0], story.dice) == ("Throw", [("A", 20), ("B", 20)])
    again = story.do(roll(11, 11))
    assert [d.result for d in again.one(InitiativeRolled).dice] == [11, 11]
    assert (again.asks[0], again.dice) == ("Throw", [("A", 20), ("B", 20)])
    taken = again.do(roll(7, 15))
    assert order(taken) == ["B", "A"]
    assert taken.asks == ("Turn", "B")


def test_a_d6_breaks_ties_by_house_rule() -> None:
    """MS-INI-7 `d6`: a d6 each; the higher begins."""
    story = opened(*EQUAL, initiative_roll="d6")
    assert story.dice == [("A", 6), ("B", 6)]
    assert story.refused(roll(7, 1)) == "MS-RES-3"
    assert order(story.do(roll(6, 5))) == ["A", "B"]


def test_the_captains_die_breaks_ties_by_house_rule() -> None:
    """MS-INI-7 `captain_die`: the Captain's capped roll: B's d10 with 1 lost shows 8 at most."""
    story = opened(*EQUAL, initiative_roll="captain_die")
    assert [sides for _, sides in story.dice] == [10, 10]
    tied = story.do(roll(8, 10))
    assert [d.result for d in tied.one(InitiativeRolled).dice] == [8, 8]
    assert order(tied.do(roll(9, 10))) == ["A", "B"]  # 9 against 8


def test_the_captains_die_is_rolled_again_as_a_house_says() -> None:
    """MS-INI-7 `captain_die`, MS-DMG-6 `reroll`: above its maximum it is rolled again."""
    story = opened(*EQUAL, initiative_roll="captain_die", lost_health_cap="reroll")
    again = story.do(roll(7, 9))
    assert again.one(RollRepeated).rule == "MS-DMG-6"
    assert [sides for _, sides in again.dice] == [10]
    assert order(again.do(roll(8))) == ["B", "A"]


def test_the_captains_die_of_a_uniform_house() -> None:
    """MS-INI-7 `captain_die`, MS-DMG-6 `uniform`: with 1 lost, 1 to 8 evenly."""
    story = opened(*EQUAL, initiative_roll="captain_die", lost_health_cap="uniform")
    assert [sides for _, sides in story.dice] == [10, 8]


def test_a_crew_without_a_captain_loses_the_captains_roll() -> None:
    """MS-INI-7 `captain_die`: who has no Captain has nothing to roll; the others begin."""
    a = crew("A", member("a1", 20), member("a2", 10))
    story = opened(a, EQUAL[1], initiative_roll="captain_die")
    assert len(story.dice) == 1
    assert order(story.do(roll(1))) == ["B", "A"]


def test_two_crews_without_captains_keep_their_seats() -> None:
    """MS-INI-7 `captain_die`: without any Captain nothing can be rolled; seats decide."""
    story = opened(
        crew("A", member("a", 10)), crew("B", member("b", 10)), initiative_roll="captain_die"
    )
    assert order(story) == ["A", "B"]


def test_captains_that_can_only_show_1_keep_their_seats() -> None:
    """MS-INI-7 `captain_die`, MS-DMG-7 `one`: a tie that no roll can end is not rolled for ever."""
    spent = (
        crew("A", member("a", 4, health=3, lost=2, captain=True)),
        crew("B", member("b", 4, health=3, lost=2, captain=True)),
    )
    house = {"initiative_roll": "captain_die", "max_roll_floor": "one"}
    assert order(opened(*spent, **house)) == ["A", "B"]
    third = crew("C", member("c", 4, captain=True))
    story = opened(*spent, third, **house)
    assert len(story.dice) == 3
    assert order(story.do(roll(1, 1, 2))) == ["C", "A", "B"]


def test_a_roll_for_initiative_is_made_once() -> None:
    """MS-INI-2: only tied rolls repeat; a die that stands is not rolled again."""
    assert opened(*EQUAL).refused(roll("15r3", 4)) == "MS-RES-7"


FOUR = (
    crew("A", member("a", 12)),
    crew("B", member("b", 8)),
    crew("C", member("c", 12)),
    crew("D", member("e", 8)),
)


def test_four_crews_go_from_the_lowest_value_up() -> None:
    """MS-INI-8 `ascending_value`: 8, 8, 12, 12; ties are rolled, then it goes round again."""
    story = opened(*FOUR)
    assert [name for name, _ in story.dice] == ["A", "B", "C", "D"]
    tied = story.do(roll(4, 17, 9, 17))  # C before A; B and D are still tied
    assert [name for name, _ in tied.dice] == ["B", "D"]
    assert order(tied.do(roll(2, 3))) == ["D", "B", "C", "A"]


def test_turns_of_several_crews_go_round() -> None:
    """MS-INI-8 `ascending_value`: after the last the first has the next turn."""
    crews = (
        crew("A", *d(12, "a1", "a2")), crew("B", *d(4, "b1", "b2")), crew("C", *d(8, "c1", "c2"))
    )  # fmt: skip
    story = opened(*crews)
    took = []
    for name in ("b1", "c1", "a1", "b2", "c2"):
        took.append(story.asks[1])
        story = story.do(hold(name))
    assert (took, story.asks[1]) == (["B", "C", "A", "B", "C"], "A")


def test_a_leader_then_seats_by_house_rule() -> None:
    """MS-INI-8 `leader_then_seating`: only the lead is rolled for; the rest sit after it."""
    story = opened(*FOUR, multi_crew_order="leader_then_seating")
    assert [name for name, _ in story.dice] == ["B", "D"]
    assert order(story.do(roll(5, 6))) == ["D", "A", "B", "C"]
    assert order(story.do(roll(6, 5))) == ["B", "C", "D", "A"]


TOWER = crew("A", member("ringer", 10, at="tower"), member("a2", 4)), crew("B", member("b", 10))


def test_an_area_changes_a_value() -> None:
    """MS-INI-9, MS-ARE-10: the Bell Tower, held alone, takes 6 from the crew's value: 14 - 6."""
    story = opened(*TOWER)
    assert values(story) == {"A": 8, "B": 10}
    assert values(story.do(ruling("b at tower"))) == {"A": 14, "B": 10}


def test_a_value_is_not_below_0() -> None:
    """MS-INI-9: a lone d4 in the Tower is worth 0, not -2."""
    story = opened(crew("A", member("ringer", 4, at="tower")), crew("B", member("b", 10)))
    assert values(story)["A"] == 0


def test_a_crew_without_active_members_takes_no_part() -> None:
    """MS-INI-9: of three crews one is down; its 0 does not begin the round."""
    crews = crew("A", member("a", 8)), crew("B", member("b", 4)), crew("C", member("c", 10))
    story = Story(*crews).do(ruling("b out"), hold("a"), hold("c"))
    assert [w.name for w in story.one(InitiativeTaken).order] == ["A", "C"]
