"""Chapter 17 as far as it works, and what it adds to rolls (MS-RES-7, MS-DMG-8, MS-TYP-3).

Types and Areas have effects in this version. Where a rule is about more modifiers than these
give, the story's Area is given effects of its own, in the words of the codex (MS-ARE-10).
"""

import re

import msgspec
import pytest

from domain.effects import Condition, Effect
from domain.games.mortisphere.battle import setting
from domain.games.mortisphere.conditions import Situation, holds
from domain.games.mortisphere.health import HealthRegained
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.shapes import Ability, Item, Will, book
from domain.games.mortisphere.throwing import RollRepeated
from tests.story import (
    Cast,
    Story,
    absorb,
    clash,
    crew,
    d,
    hold,
    interact,
    member,
    respond,
    roll,
    ruling,
    yes,
)

LIMITS = {
    "once per ([a-z]+)": "",
    "the first enemy .*each (round)": "",
    "first interaction of the (scenario)": "",
    "^once, ": "campaign",
    "^one crewmate of choice": "scenario",
}
ENTRIES = (*book().abilities, *book().equipment, *book().wills)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_a_text_promises_what_the_engine_gives(entry: Ability | Item | Will) -> None:
    """Case 17: signed figures of a text are values of its effects; limits are said, and no others.

    Both stand in one entry of the codex, but nothing else would hold them together.
    """
    promised = {abs(int(figure)) for figure in re.findall(r"[+-](\d+)\b", entry.text)}
    assert promised <= {abs(effect.value) for effect in entry.effects}
    said = {
        (found[1] if found.re.groups else per)
        for pattern, per in LIMITS.items()
        if (found := re.search(pattern, entry.text.lower()))
    }
    assert said == {effect.per for effect in entry.effects if effect.times}


def test_a_map_promises_what_is_there() -> None:
    """Case 17: four sealed bins, two cisterns: as many copies as the Area's text says."""
    granary = book().scenario("last-granary")
    purposes = {area.id: area.purpose for area in granary.areas}
    copies = {objective.id: objective.copies for objective in granary.objectives}
    assert purposes["hall"] == "four sealed bins"
    assert purposes["well"].startswith("two dry cisterns")
    assert copies == {"bins": 4, "cisterns": 2}


def duel(ours: Cast, theirs: Cast, **house: str) -> Story:
    """Two members about to meet in the Hall, with others."""
    crews = crew("Ash", ours, *d(6, "a2", "a3")), crew("Iron", theirs, *d(6, "b2", "b3"))
    return Story(*crews, house=house)


def with_effects(story: Story, area: str, *effects: Effect) -> Story:
    """The same story in a scenario whose Area has these effects."""
    scenario = setting(story.battle)
    areas = tuple(
        msgspec.structs.replace(a, effects=effects) if a.id == area else a for a in scenario.areas
    )
    changed = msgspec.structs.replace(scenario, areas=areas)
    return story.retold(
        msgspec.structs.replace(e, scenario=changed) if isinstance(e, BattleOpened) else e
        for e in story.events
    )


def more(*amounts: int) -> tuple[Effect, ...]:
    """Effects of an Area that change every roll there."""
    return tuple(Effect(on="clash.roll", op="modify", value=n, to="all_in_area") for n in amounts)


def finals(story: Story) -> tuple[int, int]:
    """The two final results of the pairing just fought."""
    ours, theirs = story.one(ClashFought).dice
    return ours.final, theirs.final


SURA, NINE = member("Sura", 8), member("Nine", 8)
MEET = clash("Sura > Nine")


# MS-EFF-6, MS-DMG-8, MS-RES-7


def test_ms_at_41() -> None:
    """MS-EFF-6 `two`, MS-AT-41: three +1 on a d8's 5: 7."""
    story = with_effects(duel(SURA, NINE), "hall", *more(1, 1, 1))
    story = story.do(MEET, respond("Nine"), roll(5, 1))
    assert finals(story) == (7, 3)
    assert [m.amount for m in story.one(ClashFought).dice[0].modifiers] == [1, 1, 1]


@pytest.mark.parametrize(
    ("rule", "amounts", "final"),
    [
        ("two", (1, 1), 7),
        ("two", (2, 2, -1), 7),
        ("two", (-1, -1, -1), 3),
        ("one", (1, 1, 1), 6),
        ("one", (-1, -1), 4),
        ("unlimited", (1, 1, 1), 8),
        ("unlimited", (-1, -1, -1), 2),
    ],
)
def test_the_sum_of_modifiers_is_bounded(rule: str, amounts: tuple[int, ...], final: int) -> None:
    """MS-EFF-6: within -2..+2, -1..+1, or not at all; a d8 shows 5."""
    story = with_effects(duel(SURA, NINE, modifier_limit=rule), "hall", *more(*amounts))
    assert finals(story.do(MEET, respond("Nine"), roll(5, 8)))[0] == final


def test_a_result_is_at_least_1() -> None:
    """MS-RES-7i: a 1 less 2 is 1."""
    story = with_effects(duel(SURA, NINE), "hall", *more(-2))
    assert finals(story.do(MEET, respond("Nine"), roll(1, 3))) == (1, 1)


HURT = member("Sura", 10, lost=2)


def test_ms_at_42() -> None:
    """MS-DMG-8 `may_exceed`, MS-AT-42: natural 10, maximum 6, +1: capped 6, result 7."""
    story = with_effects(duel(HURT, NINE), "hall", *more(1)).do(MEET, respond("Nine"), roll(10, 1))
    die = story.one(ClashFought).dice[0]
    assert (die.natural, die.maximum, die.capped, die.final) == (10, 6, 6, 7)


def test_a_modifier_within_the_maximum_by_house_rule() -> None:
    """MS-DMG-8 `current_max`: 6 + 1 stays 6; 4 + 1 is 5."""
    story = with_effects(duel(HURT, NINE, modifier_ceiling="current_max"), "hall", *more(1))
    story = story.do(MEET, respond("Nine"))
    assert finals(story.do(roll(10, 1)))[0] == 6
    assert finals(story.do(roll(4, 1)))[0] == 5


def test_a_modified_result_meets_presence() -> None:
    """MS-ABS-4, MS-RES-7: the final result, 3 + 1, is above Presence 3."""
    story = with_effects(duel(member("Sura", 6), member("Nine", 12)), "hall", *more(1))
    assert story.do(MEET, absorb, roll(3)).fights() == [(4, 3, "harmed")]
    assert story.do(MEET, absorb, roll(2)).fights() == [(3, 3, "unharmed")]


def test_the_penalty_of_the_activated_is_no_modifier() -> None:
    """MS-ACT-4 `at_minus_2`, MS-EFF-6 `one`: it is the house rule's, beside the bounded sum."""
    story = duel(SURA, member("Nine", 8, acted=True), activated_may_defend="at_minus_2",
                 modifier_limit="one")  # fmt: skip
    story = with_effects(story, "hall", *more(1, 1))
    assert finals(story.do(MEET, respond("Nine"), roll(1, 7))) == (2, 6)  # 7 + 1 - 2


# Areas


def gallery(ours: Cast, theirs: Cast, **house: str) -> Story:
    """Two members in the Coolant Gallery: -1 on every roll of the wounded there."""
    crews = (
        crew("Ash", ours, member("a2", 6), at="gallery"),
        crew("Iron", theirs, member("b2", 6), at="gallery"),
    )
    return Story(*crews, scenario="wake-the-press", house=house)


def test_an_area_has_rules_of_its_own() -> None:
    """MS-ARE-10, MS-EFF-1, MS-EFF-4: in the Gallery the wounded have -1, whoever rolls."""
    story = gallery(SURA, member("Nine", 10, lost=1)).do(MEET, respond("Nine"), roll(4, 5))
    assert finals(story) == (4, 4)
    story = gallery(member("Sura", 10, lost=1), NINE).do(MEET, respond("Nine"), roll(5, 4))
    assert finals(story) == (4, 4)


def test_an_area_counts_for_a_swarm_too() -> None:
    """MS-EFF-7: a Swarm suppresses its members' effects, not those of the Area: 3-1 + 3 + 3."""
    pack = crew("Pack", member("a", 6, lost=1), *d(6, "b", "c"), at="gallery")
    foe = crew("Foe", member("big", 12), member("on", 6), at="gallery")
    story = Story(pack, foe, scenario="wake-the-press").do(clash("swarm a, b, c > big"))
    assert story.do(respond("big"), roll(3, 3, 3, 1)).fights() == [(8, 1, "initiator")]


def test_a_tie_that_an_area_fixes_stands() -> None:
    """MS-RES-8 `reroll`: two wounded d4 (maximum 2) with -1 can only come to 1: no endless roll."""
    both = (member(n, 4, health=2, lost=1) for n in ("Sura", "Nine"))
    story = gallery(*both, ties="reroll").do(MEET, respond("Nine"), roll(4, 2))
    assert story.fights() == [(1, 1, "tie")]


def test_elsewhere_an_area_counts_for_nobody() -> None:
    """MS-ARE-10: the Gallery's rule is the Gallery's."""
    crews = (
        crew("Ash", member("Sura", 10, lost=1), member("a2", 6), at="switchyard"),
        crew("Iron", NINE, at="switchyard"),
    )
    story = Story(*crews, scenario="wake-the-press").do(MEET, respond("Nine"), roll(5, 4))
    assert finals(story) == (5, 4)


# Types

BEAST = member("Sura", 4, "creature")
PREY = member("Nine", 20, lost=1)


def test_a_creature_against_the_wounded() -> None:
    """MS-TYP-3: +1 when it initiates against a wounded enemy, defending or absorbing."""
    assert finals(duel(BEAST, PREY).do(MEET, respond("Nine"), roll(3, 9))) == (4, 9)
    assert duel(BEAST, PREY).do(MEET, absorb, roll(3)).fights() == [(4, 3, "harmed")]


def test_a_creature_against_the_whole() -> None:
    """MS-TYP-3: no bonus against an unwounded enemy, none when it defends."""
    assert finals(duel(BEAST, NINE).do(MEET, respond("Nine"), roll(3, 8)))[0] == 3
    story = duel(member("Sura", 20, lost=1), member("Nine", 4, "creature"))
    assert finals(story.do(MEET, respond("Nine"), roll(9, 3)))[1] == 3


def test_a_creatures_bonus_is_once_per_round() -> None:
    """MS-TYP-3, MS-EFF-5: refreshed it strikes without it; next round with it."""
    rested = duel(BEAST, PREY).do(MEET, absorb, roll(1), hold("b2"))
    again = rested.do(ruling("Sura ready"), MEET, absorb, roll(2))
    assert again.fights()[-1][0] == 2
    later = rested.do(hold("a2"), hold("b3"), hold("a3"), hold("Nine"))
    assert (later.battle.round, later.asks) == (2, ("Turn", "Ash"))
    assert later.do(MEET, absorb, roll(2)).fights()[-1][0] == 3


FREAK = member("Sura", 6, "mutant")


def test_a_mutant_rolls_a_natural_1_again() -> None:
    """MS-TYP-3, MS-RES-7d: once per scenario, kept as it falls; told in one line or two."""
    story = duel(FREAK, NINE).do(MEET, respond("Nine"), roll(1, 3))
    assert (story.one(RollRepeated).rule, story.dice) == ("MS-RES-7", [("Sura", 6)])
    assert story.do(roll(5)).fights() == [(5, 3, "initiator")]
    assert duel(FREAK, NINE).do(MEET, respond("Nine"), roll("5r1", 3)).fights() == [
        (5, 3, "initiator")
    ]


def test_a_mutant_keeps_the_second_1() -> None:
    """MS-RES-7d: each effect once; the use is counted for the scenario."""
    story = duel(FREAK, NINE).do(MEET, respond("Nine"), roll("1r1", 3))
    assert story.fights() == [(1, 3, "defender")]
    assert len(story["Sura"].uses) == 1
    story = story.do(
        ruling("Sura ready"), hold("b2"), clash("Sura > b3"), respond("b3"), roll(1, 3)
    )
    assert story.fights()[-1] == (1, 3, "defender")


def test_only_a_1_is_rolled_again() -> None:
    """MS-RES-7d: a 2 stands."""
    assert duel(FREAK, NINE).do(MEET, respond("Nine")).refused(roll("5r2", 3)) == "MS-RES-7"
    assert duel(member("Sura", 6), NINE).do(MEET, respond("Nine")).refused(
        roll("5r1", 3)
    ) == "MS-RES-7"  # fmt: skip


def test_the_natural_roll_is_the_last() -> None:
    """MS-RES-7: a d4 of maximum 2 shows 1, then a natural 4, its highest face: it harms."""
    freak = member("Sura", 4, "mutant", health=2, lost=1)
    story = duel(freak, member("Nine", 20)).do(MEET, absorb, roll("4r1"))
    assert story.fights() == [(2, 3, "harmed")]


def test_a_mutant_in_two_pairings_at_once() -> None:
    """MS-MUL-6 `simultaneous`: two natural 1s of one defender: one of them is rolled again."""
    crews = (
        crew("Ash", *d(6, "a1", "a2", "a3")),
        crew("Iron", member("Nine", 6, "mutant"), *d(6, "b2", "b3")),
    )
    story = Story(*crews, house={"pairing_resolution": "simultaneous"})
    story = story.do(clash("a1, a2 > Nine"), respond("Nine"), roll(3, 1, 4, 1))
    assert story.dice == [("Nine", 6)]
    done = story.do(roll(6))
    assert done.fights() == [(3, 6, "defender"), (4, 1, "initiator")]
    assert len(done["Nine"].uses) == 1


def test_what_one_die_has_spent_another_s_tie_does_not_give_back() -> None:
    """MS-RES-7d, -8, MS-MUL-6: of two dice at once the second's 1 is rolled again; then a tie.

    The first pairing is tied at 3 and thrown anew, 4 against 1: that 1 stands, for the second die
    has had the one re-roll, although it comes later in the row.
    """
    crews = crew("Ash", *d(6, "a1", "a2")), crew("Iron", member("Nine", 6, "mutant"), *d(6, "b2"))
    story = Story(*crews, house={"pairing_resolution": "simultaneous", "ties": "reroll"})
    story = story.do(clash("a1, a2 > Nine"), respond("Nine"), roll(3, 3, 5, 1))
    assert story.dice == [("Nine", 6)]
    tied = story.do(roll(2))
    assert tied.dice == [("a1", 6), ("Nine", 6)]
    done = tied.do(roll(4, 1))
    assert done.fights() == [(4, 1, "initiator"), (5, 2, "initiator")]
    assert len(done["Nine"].uses) == 1


def test_a_chosen_reroll_does_not_give_back_the_mutant_s_own() -> None:
    """MS-RES-7d, MS-EFF-5: a 1, by its nature again 2, by the Idol again 1: this 1 stands."""
    freak = member("Sura", 6, "mutant", items=("cracked-idol",))
    story = duel(freak, NINE).do(MEET, respond("Nine"), roll(1, 4), roll(2))
    again = story.do(yes("Sura: cracked-idol"), roll(1))
    assert again.fights() == [(1, 4, "defender")]
    assert len(again["Sura"].uses) == 2


def test_a_mutants_reroll_is_spent_in_a_tie_too() -> None:
    """MS-RES-8 `reroll`, MS-RES-7d: 1, then 4 against 4: tied; in the new roll a 1 stands."""
    story = duel(FREAK, NINE, ties="reroll").do(MEET, respond("Nine"), roll("4r1", 4))
    assert story.one(RollRepeated).rule == "MS-RES-8"
    done = story.do(roll(1, 3))
    assert done.fights() == [(1, 3, "defender")]
    assert [len(done["Sura"].uses), done.one(ClashFought).dice[0].before] == [1, (1, 4)]


def test_a_construct_stands_firmer() -> None:
    """MS-TYP-3: +1 Presence while unwounded: a d8 has 3; with 1 lost (maximum 6) it has 1."""
    whole = duel(member("Sura", 6), member("Nine", 8, "construct"))
    assert whole.do(MEET, absorb, roll(3)).fights() == [(3, 3, "unharmed")]
    hurt = duel(member("Sura", 6), member("Nine", 8, "construct", lost=1))
    assert hurt.do(MEET, absorb, roll(2)).fights() == [(2, 1, "harmed")]


def test_a_mycelian_feeds() -> None:
    """MS-TYP-3, MS-INC-6: it heals 1 on felling an enemy, once per scenario."""
    ours = member("Sura", 8, "mycelian", lost=2)
    crews = crew("Ash", ours, member("a2", 6)), crew("Iron", *d(4, "Nine", "b2", "b3"))
    story = Story(*crews).do(MEET, respond("Nine"), roll(5, 1))
    assert (story.one(HealthRegained).amount, story["Sura"].lost) == (1, 1)
    again = story.do(
        ruling("Sura ready"), hold("b3"), clash("Sura > b2"), respond("b2"), roll(5, 1)
    )
    assert (again["b2"].fallen, again["Sura"].lost) == (True, 1)


def test_a_survivor_searches() -> None:
    """MS-TYP-3, MS-OBJ-5: an affinity adds 1 progress the first time in a scenario."""
    story = duel(SURA, NINE).do(interact("Sura", "bins"))
    assert [c.amount for c in story.battle.channels] == [2]


def test_a_creature_repairs_nothing() -> None:
    """MS-TYP-3: no repair or knowledge objectives."""
    ours = crew("Ash", member("Sura", 4, "creature"), at="turbine")
    story = Story(ours, crew("Iron", NINE, at="press"), scenario="wake-the-press")
    assert story.refused(interact("Sura", "prime")) == "MS-TYP-3"


# The words of effects

MOMENTS = """always profile.build recruit.cost battle.start round.start initiative.value
clash.declare clash.respond clash.roll clash.compare clash.absorb clash.win clash.lose clash.end
damage.taken unit.incapacitated foe.incapacitated action.move action.interact objective.channel
objective.complete round.end battle.end fate.roll experience.gain"""
OPERATIONS = """modify set_min set_max reroll die_step max_roll tie damage prevent heal activation
respond target presence move objective status gain permit"""
TYPES = ["survivor", "mycelian", "machine", "mutant", "remnant", "creature", "construct"]


def test_the_words_of_the_codex() -> None:
    """MS-EFF-2, MS-EFF-3: the 25 moments and the 19 operations."""
    words = book().words
    assert [word.id for word in words.moments] == MOMENTS.split()
    assert [word.id for word in words.operations] == OPERATIONS.split()


def test_the_seven_types() -> None:
    """MS-TYP-1, MS-TYP-3: the kinds of existence, each with an affinity."""
    assert [kind.id for kind in book().types] == TYPES
    affinities = ["search", "spread", "repair", "anomaly", "knowledge", "hunt", "guard"]
    assert [kind.affinity for kind in book().types] == affinities


WORDS = [
    ("initiating", "", True),
    ("defending", "", False),
    ("wounded", "", True),
    ("unwounded", "", False),
    ("standing", "", True),
    ("uncontested", "", False),
    ("opponent_wounded", "", True),
    ("natural_one", "", True),
    ("objective_tag", "search", True),
    ("objective_tag", "repair", False),
]


@pytest.mark.parametrize(("name", "value", "truth"), WORDS)
def test_conditions(name: str, value: str, truth: bool) -> None:  # noqa: FBT001 the expectation
    """MS-EFF-4: whether each condition that this version reads holds for a bearer."""
    story = duel(member("Sura", 8, lost=1), PREY)
    at_hand = Situation(role="initiating", foe=story["Nine"], natural=1, tag="search")
    assert holds(story.battle, [Condition(name, value)], story["Sura"], at_hand) is truth


def test_limits_count_uses() -> None:
    """MS-EFF-5: an effect `per` clash is there again in the next Clash of the round."""
    once = Effect(on="clash.roll", op="modify", value=1, to="all_in_area", times=1, per="clash")
    story = with_effects(duel(member("Sura", 20), member("Nine", 12)), "hall", once)
    story = story.do(clash("a2, a3 > Nine"), respond("Nine"), roll(1, 3), roll(1, 3))
    assert [f.defender_result for f in story.all(ClashFought)][-1] == 3
    first = with_effects(duel(member("Sura", 20), member("Nine", 12)), "hall", once)
    first = first.do(clash("a2, a3 > Nine"), respond("Nine"), roll(1, 3))
    assert first.one(ClashFought).defender_result == 4
