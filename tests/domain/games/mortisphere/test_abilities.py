"""Chapter 21: each ability of the catalogue at work (MS-ABI-2, MS-ABI-3, MS-EFF-1 to MS-EFF-7)."""

from domain.games.mortisphere.announcing import Declare, EffectDeclared, EffectRefunded
from domain.games.mortisphere.areas import MemberMoved
from domain.games.mortisphere.canonical import canonical
from domain.games.mortisphere.captain import HarmPrevented
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.health import GainEarned, HealthLost, HealthRegained
from domain.games.mortisphere.objectives import ObjectiveChannelled, ObjectiveProgressed
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.ruling import MemberRefreshed
from domain.games.mortisphere.statuses import StatusGained
from domain.games.mortisphere.using import Accept, EffectUsed, ItemDiscarded, Named
from domain.games.mortisphere.waiting import Confirm, Declaring, Throw
from tests.story import (
    Cast,
    Story,
    absorb,
    clash,
    crew,
    d,
    declare,
    hold,
    interact,
    member,
    move,
    no,
    passing,
    respond,
    roll,
    ruling,
    using,
    yes,
)


def hall(ours: Cast, theirs: Cast, *, scenario: str = "last-granary", **house: str) -> Story:
    """Two members in one Area, each with two d6 beside it who have not acted."""
    crews = (
        crew("Ash", ours, *d(6, "a2", "a3")),
        crew("Iron", theirs, *d(6, "b2", "b3")),
    )
    return Story(*crews, house=house, scenario=scenario)


def has(name: str, die: int, *abilities: str, kind: str = "survivor", **facts: object) -> Cast:
    """A member with abilities."""
    return member(name, die, kind, abilities=abilities, **facts)  # type: ignore[arg-type]  # facts by their names


def finals(story: Story) -> list[int]:
    """The final results of the pairing just fought."""
    return [die.final for die in story.one(ClashFought).dice]


# Survivor


def test_last_cartridge_is_declared_after_the_answer_and_once_a_scenario() -> None:
    """MS-EFF-5, MS-CLA-1, MS-CLA-15: +2 when initiating, declared in step 3, once a scenario."""
    story = hall(has("Sura", 10, "last-cartridge"), member("Nine", 10))
    story = story.do(clash("Sura > Nine"), respond("Nine"))
    assert story.awaited == Declaring(story.ids["Ash"])
    story = story.do(declare("Sura: last-cartridge"))
    assert story.one(EffectDeclared).use.amount == 2
    story = story.do(roll(6, 8))
    assert finals(story) == [8, 8]
    later = story.do(hold("b2"), hold("a2"), hold("b3"), hold("a3"))
    later = later.do(roll(2, 1))  # 22 against 22: a d20 each; round 2
    later = later.do(clash("Sura > Nine"), respond("Nine"))
    assert isinstance(later.awaited, Throw)


def test_ruin_wise_moves_out_of_an_uncontested_area_for_nothing() -> None:
    """MS-ACT-7, MS-MOV-1: once a scenario, leaving an uncontested Area does not use its action."""
    story = Story(
        crew("Ash", has("Sura", 6, "ruin-wise"), *d(6, "a2"), at="well"),
        crew("Iron", *d(6, "b1", "b2"), at="tower"),
    )
    story = story.do(move("Sura", "hall"))
    assert story["Sura"].area == "hall"
    assert not story["Sura"].acted
    assert story.one(EffectUsed).use.source.name == "Ruin-Wise"
    assert not story.all(MemberActivated)


def test_ruin_wise_does_not_help_among_enemies() -> None:
    """MS-ARE-9: an Area with enemies is contested; the move uses the action."""
    story = hall(has("Sura", 6, "ruin-wise"), member("Nine", 6)).do(move("Sura", "well"))
    assert story["Sura"].acted


def test_hold_the_wire_defends_in_place_of_an_ally() -> None:
    """MS-CLA-16: it takes over all pairings of a targeted ally in its Area."""
    story = Story(
        crew("Ash", *d(6, "a1", "a2")),
        crew("Iron", member("Weak", 4), has("Wall", 10, "hold-the-wire", kind="construct")),
    )
    story = story.do(clash("a1 > Weak", "a2 > Weak"), respond("Wall for Weak"))
    story = story.do(roll(3, 7), roll(2, 9))
    assert (story["a1"].lost, story["a2"].lost, story["Weak"].lost) == (1, 1, 0)
    assert story["Wall"].acted
    assert not story["Weak"].acted


def test_without_hold_the_wire_nobody_steps_in() -> None:
    """MS-CLA-16 `targets_only`: only who was targeted answers."""
    story = Story(crew("Ash", *d(6, "a1")), crew("Iron", member("Weak", 4), member("Wall", 10)))
    assert story.do(clash("a1 > Weak")).refused(respond("Wall for Weak")) == "MS-CLA-16"


# Mycelian


def test_spore_burst_chokes_every_enemy_in_the_area() -> None:
    """MS-EFF-4: when incapacitated, enemies there are choked until the end of the next round."""
    story = hall(member("Sura", 8), has("Puff", 4, "spore-burst", kind="mycelian"))
    story = story.do(clash("Sura > Puff"), absorb, roll(8))
    choked = {e.member.name: e.until for e in story.all(StatusGained)}
    assert choked == {"Sura": 2, "a2": 2, "a3": 2}


def test_choked_takes_one_off_the_roll() -> None:
    """MS-EFF-1: choked is -1 on Clash rolls: 5 becomes 4."""
    story = hall(member("Sura", 8, statuses=["choked"]), member("Nine", 8))
    assert finals(story.do(clash("Sura > Nine"), respond("Nine"), roll(5, 1))) == [4, 1]


def test_slow_knitting_heals_once_in_an_uncontested_area() -> None:
    """MS-INC-6: at the end of a round spent in an uncontested Area it heals 1, once a scenario."""
    story = Story(
        crew("Ash", has("Knit", 8, "slow-knitting", kind="mycelian", lost=2), at="well"),
        crew("Iron", *d(6, "b1"), at="tower"),
    )
    story = story.do(hold("Knit"), hold("b1"))
    assert story.one(HealthRegained).lost == 1
    assert story["Knit"].lost == 1
    again = story.do(hold("b1"), hold("Knit"))  # Iron holds the tower: 6 - 6 = 0 begins
    assert not again.all(HealthRegained)


def test_overgrow_smothers_the_action_of_whoever_it_beats() -> None:
    """MS-ACT-7: an enemy beaten while it initiates is activated, absorbing or not."""
    story = hall(has("Vine", 8, "overgrow", kind="mycelian"), member("Nine", 10))
    story = story.do(clash("Vine > Nine"), absorb, roll(5))
    assert story["Nine"].lost == 1
    assert story["Nine"].acted


# Machine and Construct


def test_forgotten_orders_lift_a_low_result_to_4() -> None:
    """MS-RES-7f: when initiating, a result below 4 counts as 4, declared, once a scenario."""
    story = hall(has("Unit", 8, "forgotten-orders", kind="machine"), member("Nine", 8))
    story = story.do(clash("Unit > Nine"), respond("Nine"), declare("Unit: forgotten-orders"))
    assert finals(story.do(roll(1, 3))) == [4, 3]


def test_plated_housing_prevents_one_loss_if_its_owner_says_so() -> None:
    """MS-DMG-9, MS-EFF-5: once a scenario it prevents 1 lost Health; it may be declined."""
    story = hall(member("Sura", 8), has("Nine", 8, "plated-housing", kind="machine"))
    story = story.do(clash("Sura > Nine"), respond("Nine"), roll(7, 2))
    assert isinstance(story.awaited, Confirm)
    assert story.awaited.crew == story.ids["Iron"]
    spared = story.do(yes("Nine: plated-housing"))
    assert spared.one(HarmPrevented).amount == 1
    assert spared["Nine"].lost == 0
    assert not spared.all(HealthLost)
    assert story.do(no)["Nine"].lost == 1


def test_redundant_cores_keep_the_maximum_at_the_first_loss() -> None:
    """MS-DMG-3: its first lost Health does not lower its maximum roll: 8, then 6."""
    story = hall(member("Sura", 8), has("Nine", 8, "redundant-cores", kind="machine"))
    assert story.maximum("Nine") == 8
    assert story.do(ruling("Nine loses 1")).maximum("Nine") == 8
    assert story.do(ruling("Nine loses 2")).maximum("Nine") == 6


# Mutant and Creature


def test_unstable_mass_rolls_any_natural_1_again() -> None:
    """MS-RES-7d: it rerolls every natural 1 and keeps the second, as often as it comes."""
    story = hall(has("Muta", 8, "unstable-mass", kind="mutant"), member("Nine", 8))
    story = story.do(clash("Muta > Nine"), respond("Nine"), roll("6r1", 3))
    assert finals(story) == [6, 3]


def test_extra_limbs_defend_although_activated_once() -> None:
    """MS-ACT-4: once a scenario it may defend although already activated."""
    limbs = has("Limb", 10, "extra-limbs", kind="mutant", acted=True)
    story = hall(member("Sura", 8), limbs).do(clash("Sura > Limb"), respond("Limb"))
    assert story.one(EffectUsed).use.source.name == "Extra Limbs"
    story = story.do(roll(3, 7), hold("b2"), clash("a2 > Limb"))
    assert story.refused(respond("Limb")) == "MS-ACT-4"


def test_bite_deeper_costs_one_more_with_the_highest_face() -> None:
    """MS-DMG-5: winning with the highest face of its die costs the loser 1 more Health."""
    story = hall(has("Fang", 6, "bite-deeper", kind="creature"), member("Nine", 10))
    start = story.do(clash("Fang > Nine"), respond("Nine"))
    assert start.do(roll(6, 3))["Nine"].lost == 2
    assert start.do(roll(5, 3))["Nine"].lost == 1


def test_pounce_helps_against_a_smaller_die_once_a_round() -> None:
    """MS-EFF-5: +1 when initiating against a smaller die."""
    story = hall(has("Cat", 8, "pounce", kind="creature"), member("Nine", 6))
    assert finals(story.do(clash("Cat > Nine"), respond("Nine"), roll(4, 2))) == [5, 2]
    larger = hall(has("Cat", 8, "pounce", kind="creature"), member("Nine", 10))
    assert finals(larger.do(clash("Cat > Nine"), respond("Nine"), roll(4, 2))) == [4, 2]


def test_pack_sense_counts_as_two_dice() -> None:
    """MS-SWA-1: two members, one with Pack Sense, count as three dice; they roll two."""
    pack = crew("Ash", has("Low", 4, "pack-sense", kind="mycelian"), *d(4, "Lower"))
    story = Story(pack, crew("Iron", member("Nine", 10)))
    story = story.do(clash("swarm Low, Lower > Nine"), respond("Nine"), roll(4, 3, 2))
    fought = story.one(ClashFought)
    assert (fought.initiator_result, len(fought.dice)) == (7, 3)


def test_thick_hide_adds_presence_while_unwounded() -> None:
    """MS-ABS-4: a d8's Presence is 2; 3 with a Thick Hide, until it is wounded (then 6 // 4)."""
    hide = has("Hide", 8, "thick-hide", kind="creature")
    story = hall(member("Sura", 6), hide).do(clash("Sura > Hide"), absorb)
    assert story.do(roll(3)).one(ClashFought).presence == 3
    hurt = hall(member("Sura", 6), hide).do(ruling("Hide loses 1"), clash("Sura > Hide"), absorb)
    assert hurt.do(roll(3)).one(ClashFought).presence == 1


# Remnant


def test_it_remembers_this_place_works_faster_at_knowledge() -> None:
    """MS-OBJ-12, MS-TYP-3: +1 progress on knowledge objectives; there is none in the granary."""
    story = Story(
        crew("Ash", has("Rem", 6, "it-remembers", kind="remnant"), at="hall"),
        crew("Iron", *d(6, "b1"), at="tower"),
    )
    assert story.do(interact("Rem", "bins")).one(ObjectiveChannelled).amount == 1


def test_out_of_step_hides_for_a_round() -> None:
    """MS-RND-5, MS-CLA-9: at a round's start it may hide until that round's end."""
    crews = (
        crew("Ash", has("Rem", 6, "out-of-step", kind="remnant")),
        crew("Iron", *d(6, "b1", "b2")),
    )
    story = Story(*crews, begins=None)
    assert isinstance(story.awaited, Confirm)
    hidden = story.do(yes("Rem: out-of-step"))
    assert hidden.one(StatusGained).until == 1
    assert hidden.do(hold("Rem")).refused(clash("b1 > Rem")) == "MS-CLA-9"
    assert story.do(no).do(hold("Rem")).accepts(clash("b1 > Rem"))


def test_the_names_of_the_dead_strengthen_beside_the_fallen() -> None:
    """MS-EFF-4: +1 on Clash rolls while an ally lies incapacitated in its Area."""
    story = Story(
        crew(
            "Ash", has("Rem", 6, "names-of-the-dead", kind="remnant"), member("Gone", 6, out=True)
        ),
        crew("Iron", member("Nine", 6)),
    )
    assert finals(story.do(clash("Rem > Nine"), respond("Nine"), roll(3, 3))) == [4, 3]


# Construct


def test_immovable_stands_firm_when_outnumbered() -> None:
    """MS-EFF-4: +1 when defending outnumbered: three against two."""
    firm = has("Firm", 8, "immovable", kind="construct")
    story = Story(crew("Ash", *d(6, "a1", "a2", "a3")), crew("Iron", firm, member("b2", 6)))
    assert finals(story.do(clash("a1 > Firm"), respond("Firm"), roll(3, 3))) == [3, 4]


def test_draw_their_eyes_must_be_among_the_targets() -> None:
    """MS-EFF-3: the first enemy Clash there must name it while it is unactivated."""
    lure = has("Lure", 8, "draw-their-eyes", kind="construct")
    story = hall(member("Sura", 8), lure)
    assert story.refused(clash("Sura > b2")) == "MS-EFF-3"
    both = story.do(clash("Sura > Lure", "a2 > b2"), absorb, roll(1), roll(1), hold("b3"))
    assert both.accepts(clash("a3 > b2"))


def test_unfinished_purpose_is_not_interrupted_once() -> None:
    """MS-OBJ-9: once a scenario, damage does not interrupt its channelling."""
    firm = has("Firm", 8, "unfinished-purpose", kind="construct")
    story = Story(crew("Ash", firm), crew("Iron", member("Nine", 8)))
    story = story.do(interact("Firm", "bins"), clash("Nine > Firm"), absorb, roll(7))
    assert story["Firm"].lost == 1
    assert story.one(ObjectiveProgressed).total == 1


# Any type


def test_stubborn_and_sudden_win_ties() -> None:
    """MS-RES-8, MS-GEN-4: one wins ties defending, the other initiating; both together: a tie."""
    stubborn, sudden = has("Mule", 8, "stubborn"), has("Flash", 8, "sudden")
    story = hall(member("Sura", 8), stubborn)
    assert story.do(clash("Sura > Mule"), respond("Mule"), roll(5, 5))["Sura"].lost == 1
    story = hall(sudden, member("Nine", 8))
    assert story.do(clash("Flash > Nine"), respond("Nine"), roll(5, 5))["Nine"].lost == 1
    story = hall(sudden, stubborn).do(clash("Flash > Mule"), respond("Mule"), roll(5, 5))
    assert (story["Flash"].lost, story["Mule"].lost) == (0, 0)


def test_second_wind_acts_again_after_defending() -> None:
    """MS-ACT-7: once a scenario it is unactivated again after a Clash in which it defended."""
    story = hall(member("Sura", 8), has("Nine", 8, "second-wind"))
    story = story.do(clash("Sura > Nine"), respond("Nine"), roll(5, 5))
    assert isinstance(story.awaited, Confirm)
    fresh = story.do(yes("Nine: second-wind"))
    assert fresh.one(MemberRefreshed).member.name == "Nine"
    assert not fresh["Nine"].acted
    assert story.do(no)["Nine"].acted


def test_shrug_it_off_counts_against_smaller_dice() -> None:
    """MS-ABS-4: +1 Presence against a smaller die, once a round: 3, then 2 again."""
    story = hall(member("Sura", 6), has("Nine", 8, "shrug-it-off"))
    story = story.do(clash("Sura > Nine"), absorb, roll(3))
    assert story.one(ClashFought).presence == 3
    story = story.do(hold("b2"), clash("a2 > Nine"), absorb, roll(2))
    assert story.one(ClashFought).presence == 2


def test_giant_slayer_helps_against_a_larger_die() -> None:
    """MS-EFF-5: +1 when initiating against a larger die, once a round."""
    story = hall(has("Sura", 6, "giant-slayer"), member("Nine", 8))
    assert finals(story.do(clash("Sura > Nine"), respond("Nine"), roll(3, 2))) == [4, 2]


def test_light_tread_needs_no_map() -> None:
    """MS-MOV-3: it may move to any Area, whatever the map: from the Switchyard to the Gallery."""
    crews = (
        crew("Ash", has("Step", 6, "light-tread"), member("a2", 6), at="switchyard"),
        crew("Iron", *d(6, "b1"), at="gallery"),
    )
    story = Story(*crews, scenario="wake-the-press")
    assert story.refused(move("a2", "gallery")) == "MS-MOV-3"
    assert story.do(move("Step", "gallery"))["Step"].area == "gallery"


def test_quick_hands_work_without_the_action() -> None:
    """MS-ACT-7: its first interaction of the scenario does not use its action."""
    story = hall(has("Sura", 6, "quick-hands"), member("Nine", 6)).do(interact("Sura", "bins"))
    assert not story["Sura"].acted
    assert story.one(EffectUsed).does == ""


def test_terror_of_form_cows_the_first_it_defends_against() -> None:
    """MS-EFF-4: the first enemy it defends against each round takes -1: 5 becomes 4."""
    story = hall(member("Sura", 8), has("Dread", 8, "terror-of-form"))
    assert finals(story.do(clash("Sura > Dread"), respond("Dread"), roll(5, 5))) == [4, 5]


def test_a_limited_effect_is_for_one_die_of_a_swarm() -> None:
    """MS-EFF-5, MS-RES-7: Terror of Form is used once a round, on one die: 1+2+2 against 5."""
    ours = crew("Ash", *d(4, "Rat", "Cat", "Bat"))
    story = Story(ours, crew("Iron", has("Dread", 8, "terror-of-form")))
    story = story.do(clash("swarm Rat, Cat, Bat > Dread"), respond("Dread"), roll(2, 2, 2, 5))
    assert finals(story) == [1, 2, 2, 5]
    assert len(story["Dread"].uses) == 1


def test_a_limited_effect_is_used_once_where_all_is_rolled_at_once() -> None:
    """MS-EFF-5, MS-MUL-6 `simultaneous`: the first enemy takes -1, the first hit meets a hide.

    Two d4 show 3 on a d8's Presence of 2: Shrug It Off makes it 3 against the first of them only.
    """
    house = {"pairing_resolution": "simultaneous"}
    story = Story(
        crew("Ash", *d(4, "Rat", "Cat")),
        crew("Iron", has("Dread", 8, "terror-of-form"), has("Hide", 8, "shrug-it-off")),
        house=house,
    )
    fought = story.do(clash("Rat > Dread", "Cat > Dread"), respond("Dread"), roll(3, 5, 3, 5))
    assert [event.initiator_result for event in fought.all(ClashFought)] == [2, 3]
    hit = story.do(clash("Rat > Hide", "Cat > Hide"), absorb, roll(3, 3))
    assert [event.presence for event in hit.all(ClashFought)] == [3, 2]
    assert (hit["Hide"].lost, len(hit["Hide"].uses)) == (1, 1)


def test_a_limited_win_is_used_once_where_all_is_rolled_at_once() -> None:
    """MS-EFF-5, MS-MUL-6 `simultaneous`: Overgrow smothers one of the two that it beats."""
    over = member("Over", 8, "mycelian", abilities=("overgrow",), items=("furnace-sprayer",))
    story = Story(
        crew("Ash", over),
        crew("Iron", *d(8, "Nine", "Ten")),
        house={"pairing_resolution": "simultaneous"},
    )
    sprayed = using(clash("Over > Nine, Ten"), "Over: furnace-sprayer")
    story = story.do(sprayed, absorb, roll(8, 8))
    assert [(story[name].lost, story[name].acted) for name in ("Nine", "Ten")] == [
        (1, True),
        (1, False),
    ]


def test_long_reach_strikes_next_door_once_a_round() -> None:
    """MS-CLA-4, MS-EFF-3: once a round it may target an enemy in an adjacent Area."""
    crews = (
        crew("Ash", has("Long", 8, "long-reach"), member("a2", 6), at="well"),
        crew("Iron", member("Nine", 8), at="hall"),
    )
    story = Story(*crews)
    assert story.refused(clash("a2 > Nine")) == "MS-CLA-4"
    story = story.do(clash("Long > Nine"), absorb, roll(8))
    assert story["Nine"].lost == 1


def test_leave_it_behind_gives_up_an_item() -> None:
    """MS-EFF-5: once a scenario it discards one of its items to prevent 1 lost Health."""
    light = member("Nine", 8, abilities=("leave-it-behind",), items=("crude-blade",))
    story = hall(member("Sura", 8), light).do(clash("Sura > Nine"), absorb, roll(8))
    story = story.do(yes("Nine: leave-it-behind"))
    assert story.one(ItemDiscarded).item.name == "Crude Blade"
    assert story["Nine"].items == ()
    assert story["Nine"].lost == 0


def test_close_ranks_lets_a_target_gather_a_swarm() -> None:
    """MS-SWA-11: when targeted it may defend as a Swarm with two or more identical dice."""
    ranks = crew("Iron", has("Rank", 4, "close-ranks"), *d(4, "File", "Row"))
    story = Story(crew("Ash", member("Sura", 10)), ranks).do(clash("Sura > Rank"))
    story = story.do(respond("swarm Rank, File, Row"), roll(7, 3, 3, 4))
    assert story.one(ClashFought).defender_result == 10
    assert story["Sura"].lost == 1


def test_hunger_of_the_age_feeds_on_the_fallen() -> None:
    """MS-EFF-3: incapacitating an enemy heals 1 and gives 1 experience, once a scenario."""
    story = hall(has("Maw", 8, "hunger-of-the-age", lost=1), member("Nine", 4))
    story = story.do(clash("Maw > Nine"), absorb, roll(6))
    assert story.one(HealthRegained).lost == 0
    assert (story.one(GainEarned).what, story.one(GainEarned).gain.amount) == ("xp", 1)


def test_what_is_declared_may_be_left() -> None:
    """MS-CLA-20: whoever has something left to declare is asked, and may pass."""
    story = hall(has("Sura", 10, "last-cartridge"), member("Nine", 10))
    story = story.do(clash("Sura > Nine"), respond("Nine"), passing)
    assert isinstance(story.awaited, Throw)
    assert finals(story.do(roll(6, 8))) == [6, 8]


def test_with_declares_early_and_for_good() -> None:
    """MS-EFF-5: `with` in one's own line announces the effect; nothing more is asked."""
    story = hall(has("Sura", 10, "last-cartridge"), member("Nine", 10))
    story = story.do(using(clash("Sura > Nine"), "Sura: last-cartridge"), respond("Nine"))
    assert isinstance(story.awaited, Throw)
    assert finals(story.do(roll(6, 8))) == [8, 8]


def test_moved_is_told_once() -> None:
    """MS-MOV-2: a move that keeps its action is one move."""
    story = Story(
        crew("Ash", has("Sura", 6, "ruin-wise"), at="well"), crew("Iron", *d(6, "b1"), at="tower")
    )
    assert len(story.do(move("Sura", "hall")).all(MemberMoved)) == 1


# What was declared for nothing (MS-CLA-21)


def wasted(unused: str) -> Story:
    """A Last Cartridge is declared for a second pairing; the first fells the target of both."""
    shooter = has("Sura", 10, "last-cartridge")
    story = Story(
        crew("Ash", *d(6, "a1"), shooter),
        crew("Iron", member("Weak", 4), member("Nine", 10)),
        house={"declared_unused": unused},
    )
    story = story.do(clash("a1 > Weak", "Sura > Weak"), respond("Weak"))
    story = story.do(declare("Sura: last-cartridge"))
    return story.do(roll(5, 2))


def test_what_was_declared_for_a_void_pairing_is_spent() -> None:
    """MS-CLA-21 `spent`, MS-MUL-7 `wasted`: the second pairing is void, the effect is gone."""
    story = wasted("spent")
    assert not story["Weak"].active
    assert not story.all(EffectRefunded)
    assert [use.source for use in story["Sura"].uses] == ["last-cartridge.1"]


def test_what_was_declared_for_a_void_pairing_is_kept_by_house_rule() -> None:
    """MS-CLA-21 `refunded`: it is told, and the effect may be declared another time."""
    story = wasted("refunded")
    refunded = story.one(EffectRefunded)
    assert (refunded.member.name, refunded.effect.name) == ("Sura", "Last Cartridge")
    assert story["Sura"].uses == ()
    assert [use.source for use in wasted("spent")["Sura"].uses] == ["last-cartridge.1"]


# Effects named alone (`lines.md`: only one can be meant)


def test_an_effect_named_alone_has_its_bearer() -> None:
    """MS-CLA-15: where only Sura could declare a Last Cartridge, its name is enough."""
    story = hall(has("Sura", 10, "last-cartridge"), member("Nine", 10))
    story = story.do(clash("Sura > Nine"), respond("Nine"))
    alone = Declare(effects=(Named("last-cartridge"),))
    assert canonical(story.battle, alone) == Declare(
        effects=(Named(story.ids["Sura"], "last-cartridge"),)
    )


def test_an_effect_of_two_bearers_is_left_as_it_is() -> None:
    """MS-CLA-15: two could declare it, so that the line must say whose it is."""
    crews = (
        crew("Ash", has("Sura", 10, "last-cartridge"), has("Vex", 10, "last-cartridge")),
        crew("Iron", *d(10, "Nine", "Ten")),
    )
    story = Story(*crews).do(clash("Sura > Nine", "Vex > Ten"), respond("Nine", "Ten"))
    alone = Declare(effects=(Named("last-cartridge"),))
    assert canonical(story.battle, alone) == alone


def test_an_offer_named_alone_has_its_bearer() -> None:
    """MS-EFF-5: of what is offered, the one of that name."""
    plated = member("Nine", 10, "machine", abilities=("plated-housing",))
    story = Story(crew("Ash", *d(6, "Sura")), crew("Iron", plated))
    story = story.do(clash("Sura > Nine"), respond("Nine"), roll(5, 3))
    assert isinstance(story.awaited, Confirm)
    found = canonical(story.battle, Accept(effects=(Named("plated-housing"),)))
    assert found == Accept(effects=(Named(story.ids["Nine"], "plated-housing"),))
