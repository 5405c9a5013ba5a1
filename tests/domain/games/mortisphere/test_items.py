"""Chapter 21: each item of the catalogue at work (MS-EQP-2, MS-EQP-3, MS-EFF-1 to MS-EFF-7)."""

from domain.games.mortisphere.captain import HarmPrevented
from domain.games.mortisphere.clash import MemberActivated
from domain.games.mortisphere.health import HealthLost, HealthRegained
from domain.games.mortisphere.initiative import InitiativeTaken
from domain.games.mortisphere.objectives import ObjectiveChannelled
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.ruling import MemberRefreshed
from domain.games.mortisphere.statuses import StatusGained
from domain.games.mortisphere.using import EffectUsed, ItemDiscarded
from domain.games.mortisphere.waiting import Confirm, Throw
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
    respond,
    roll,
    ruling,
    using,
    yes,
)


def hall(ours: Cast, theirs: Cast, **house: str) -> Story:
    """Two members in one Area, each with two d6 beside it who have not acted."""
    crews = (crew("Ash", ours, *d(6, "a2", "a3")), crew("Iron", theirs, *d(6, "b2", "b3")))
    return Story(*crews, house=house)


def bears(name: str, die: int, *items: str, kind: str = "survivor", **facts: object) -> Cast:
    """A member with items."""
    return member(name, die, kind, items=items, **facts)  # type: ignore[arg-type]  # facts by their names


def finals(story: Story) -> list[int]:
    """The final results of the pairing just fought."""
    return [die.final for die in story.one(ClashFought).dice]


# Ancient technology


def test_arc_lance_and_aegis_remnant_add_one() -> None:
    """MS-EQP-2: +1 when initiating, +1 when defending: 5 and 3 become 6 and 4."""
    story = hall(bears("Sura", 8, "arc-lance"), bears("Nine", 8, "aegis-remnant", kind="machine"))
    assert finals(story.do(clash("Sura > Nine"), respond("Nine"), roll(5, 3))) == [6, 4]


def test_phase_anchor_keeps_the_action_of_a_move() -> None:
    """MS-ACT-7: once a scenario a move does not use its action: in the line, or asked."""
    story = hall(bears("Sura", 6, "phase-anchor"), member("Nine", 6))
    said = story.do(using(move("Sura", "well"), "Sura: phase-anchor"))
    assert (said["Sura"].area, said["Sura"].acted) == ("well", False)
    asked = story.do(move("Sura", "well"))
    assert isinstance(asked.awaited, Confirm)
    assert not asked.do(yes("Sura: phase-anchor"))["Sura"].acted
    assert asked.do(no)["Sura"].acted


def test_null_beacon_silences_enemies_for_a_round() -> None:
    """MS-RND-5, MS-CLA-15: enemies in the Area may declare nothing until the round's end."""
    shooter = member("Sura", 10, abilities=("last-cartridge",))
    crews = crew("Ash", shooter), crew("Iron", bears("Nine", 12, "null-beacon", kind="machine"))
    story = Story(*crews, begins=None).do(yes("Nine: null-beacon"))
    assert story.one(StatusGained).member.name == "Sura"
    story = story.do(clash("Sura > Nine"), respond("Nine"))
    assert isinstance(story.awaited, Throw)


def test_dead_sun_lens_rolls_a_larger_die() -> None:
    """MS-RES-7a: once a scenario a d8 rolls as a d10 when initiating: it may show 10."""
    story = hall(bears("Sura", 8, "dead-sun-lens"), member("Nine", 12))
    story = story.do(clash("Sura > Nine"), respond("Nine"))
    assert story.do(declare("Sura: dead-sun-lens")).do(roll(10, 3))["Nine"].lost == 1


def test_a_larger_die_has_a_larger_maximum_when_wounded() -> None:
    """MS-RES-7a, b: a d8 with 1 lost rolls a d10 within 8."""
    story = hall(bears("Sura", 8, "dead-sun-lens", lost=1), member("Nine", 12))
    story = story.do(clash("Sura > Nine"), respond("Nine"), declare("Sura: dead-sun-lens"))
    assert finals(story.do(roll(10, 3))) == [8, 3]


def test_search_and_hunt_items_add_progress_at_their_tag_only() -> None:
    """MS-OBJ-12: an Ash Lantern helps to open a bin (search), others do not."""
    for item, amount in (("ash-lantern", 3), ("memory-core", 2), ("scent-organ", 2)):
        story = hall(bears("Sura", 6, item), member("Nine", 6))
        story = story.do(interact("Sura", "bins"))
        assert story.one(ObjectiveChannelled).amount == amount  # 1, 1 survivor, and the item


# Industrial weapons


def test_rivet_gun_rolls_a_natural_1_again_when_initiating() -> None:
    """MS-RES-7d: the second stands; defending it does not work."""
    story = hall(bears("Sura", 8, "rivet-gun"), member("Nine", 8))
    assert finals(story.do(clash("Sura > Nine"), respond("Nine"), roll("6r1", 3))) == [6, 3]
    turned = story.do(hold("a2"), clash("Nine > Sura"), respond("Sura"), roll(5, 1))
    assert finals(turned) == [5, 1]


def test_breaching_saw_costs_one_more() -> None:
    """MS-DMG-5: once a scenario, declared, a Clash won while initiating costs 1 more Health."""
    story = hall(bears("Sura", 8, "breaching-saw"), member("Nine", 10))
    story = story.do(clash("Sura > Nine"), respond("Nine"), declare("Sura: breaching-saw"))
    assert story.do(roll(7, 2))["Nine"].lost == 2


def test_riot_plate_adds_presence() -> None:
    """MS-ABS-4: a d8's Presence 2 becomes 3."""
    story = hall(member("Sura", 6), bears("Nine", 8, "riot-plate", kind="machine"))
    assert story.do(clash("Sura > Nine"), absorb, roll(3)).one(ClashFought).presence == 3


def test_crude_blade_wins_ties_when_initiating() -> None:
    """MS-RES-8: 5 against 5: the initiator wins."""
    story = hall(bears("Sura", 8, "crude-blade"), member("Nine", 8))
    assert story.do(clash("Sura > Nine"), respond("Nine"), roll(5, 5))["Nine"].lost == 1


def test_ms_at_48() -> None:
    """MS-ACT-7, MS-AT-48: a Chain Net takes the action of a harmed absorber, a fresh d20."""
    story = hall(bears("Sura", 8, "chain-net"), member("Giant", 20))
    story = story.do(using(clash("Sura > Giant"), "Sura: chain-net"), absorb, roll(6))
    assert (story["Giant"].lost, story["Giant"].acted) == (1, True)


def test_furnace_sprayer_names_a_second_target() -> None:
    """MS-CLA-8, MS-MUL-3: once a scenario a second target, one pairing each."""
    story = hall(bears("Sura", 8, "furnace-sprayer"), member("Nine", 8))
    assert story.refused(clash("Sura > Nine, b2")) == "MS-CLA-8"
    story = story.do(using(clash("Sura > Nine, b2"), "Sura: furnace-sprayer"), absorb)
    story = story.do(roll(7), roll(6))
    assert (story["Nine"].lost, story["b2"].lost) == (1, 1)


# Biological modifications


def test_second_heart_adds_health_within_the_cap() -> None:
    """MS-HEA-6: +1 maximum Health: a d12 has 5; a d4 with 2 is at its cap of 2."""
    story = hall(bears("Host", 12, "second-heart", kind="mycelian"), member("Nine", 6))
    assert story["Host"].health == 5
    capped = bears("Mite", 4, "second-heart", kind="mycelian", health=2)
    assert hall(capped, member("Nine", 6))["Mite"].health == 2


def test_chitin_graft_prevents_one() -> None:
    """MS-DMG-9: once a scenario it prevents 1 lost Health."""
    story = hall(member("Sura", 8), bears("Host", 8, "chitin-graft", kind="mycelian"))
    story = story.do(clash("Sura > Host"), absorb, roll(8), yes())
    assert story["Host"].lost == 0


def test_venom_gland_poisons_until_the_next_round_is_over() -> None:
    """MS-EFF-1: an enemy beaten is poisoned (-1 on rolls) until the end of the next round."""
    story = hall(bears("Fang", 8, "venom-gland", kind="creature"), member("Nine", 8))
    story = story.do(clash("Fang > Nine"), respond("Nine"), roll(5, 3))
    assert (story.one(StatusGained).status, story.one(StatusGained).until) == ("poisoned", 2)


def test_who_is_poisoned_again_is_poisoned_longer() -> None:
    """MS-EFF-1: beaten in round 1 (to the end of 2) and in round 2, Nine is poisoned in 3 too.

    In round 2 its 3 counts as 2; round 4 it begins without.
    """
    fang, nine = member("Fang", 12, "mycelian", items=("venom-gland",)), member("Nine", 20)
    story = Story(crew("Ash", fang), crew("Iron", nine))
    bite = (clash("Fang > Nine"), respond("Nine"), roll(9, 3))
    story = story.do(*bite, clash("Fang > Nine"), respond("Nine"), roll(9, 3))
    fights = [[die.final for die in event.dice] for event in story.all(ClashFought)]
    assert (fights, story["Nine"].lost) == ([[9, 3], [9, 2]], 2)
    assert story.battle.round == 3
    assert [(s.id, s.until) for s in story["Nine"].statuses] == [("poisoned", 3)]
    assert story.do(hold("Fang"), hold("Nine"))["Nine"].statuses == ()


def test_adrenal_sac_costs_health_for_a_roll() -> None:
    """MS-EFF-5: lose 1 Health, not the last, for +2: 5 becomes 7 of a maximum of 6."""
    story = hall(bears("Fang", 8, "adrenal-sac", kind="creature"), member("Nine", 8))
    story = story.do(clash("Fang > Nine"), respond("Nine"), declare("Fang: adrenal-sac"))
    assert story.one(HealthLost).lost == 1
    assert finals(story.do(roll(5, 3))) == [7, 3]
    last = hall(bears("Fang", 4, "adrenal-sac", kind="creature"), member("Nine", 8))
    assert isinstance(last.do(clash("Fang > Nine"), respond("Nine")).awaited, Throw)


def test_root_mesh_heals_in_an_uncontested_area() -> None:
    """MS-INC-6: once a scenario it heals 1 at the end of a round in an uncontested Area."""
    story = Story(
        crew("Ash", bears("Root", 8, "root-mesh", kind="mycelian", lost=1), at="well"),
        crew("Iron", *d(6, "b1"), at="tower"),
    )
    assert story.do(hold("Root"), hold("b1")).one(HealthRegained).lost == 0


# Relics


def test_a_bell_without_a_tongue_counts_for_initiative() -> None:
    """MS-INI-9: the crew's value counts as 6 less while the bearer is active: 8 - 6 = 2."""
    crews = crew("Ash", member("a1", 6)), crew("Iron", bears("Nine", 8, "tongueless-bell"))
    story = Story(*crews, begins=None)
    taken = [e for e in story.events if isinstance(e, InitiativeTaken)][-1]
    assert [v.number for v in taken.values] == [6, 2]
    assert taken.order[0].name == "Iron"


def test_mask_of_nobody_hides() -> None:
    """MS-CLA-9: once a scenario it hides for a round."""
    crews = crew("Ash", bears("Nobody", 6, "mask-of-nobody")), crew("Iron", *d(8, "b1"))
    story = Story(*crews, begins=None).do(yes("Nobody: mask-of-nobody"), hold("Nobody"))
    assert story.refused(clash("b1 > Nobody")) == "MS-CLA-9"


def test_oathstone_helps_beside_the_captain() -> None:
    """MS-EFF-4: +1 when defending in the Captain's Area."""
    near = crew("Iron", bears("Oath", 8, "oathstone"), member("Cap", 6, will="remember"))
    story = Story(crew("Ash", member("Sura", 8)), near)
    assert finals(story.do(clash("Sura > Oath"), respond("Oath"), roll(2, 4))) == [2, 5]


def test_cracked_idol_rolls_its_own_die_again_after_seeing_it() -> None:
    """MS-RES-7d: once a scenario its own die is rolled again; the second stands."""
    story = hall(bears("Sura", 8, "cracked-idol"), member("Nine", 8))
    story = story.do(clash("Sura > Nine"), respond("Nine"), roll(2, 5))
    assert isinstance(story.awaited, Confirm)
    again = story.do(yes("Sura: cracked-idol"))
    assert isinstance(again.awaited, Throw)
    assert finals(again.do(roll(7))) == [7, 5]
    assert finals(story.do(no)) == [2, 5]


# Extinct things


def test_glass_sigil_prevents_two_and_shatters() -> None:
    """MS-EFF-5: it prevents up to 2 lost Health once, then it is gone."""
    story = hall(bears("Sura", 8, "breaching-saw"), bears("Glass", 10, "glass-sigil"))
    story = story.do(using(clash("Sura > Glass"), "Sura: breaching-saw"), absorb, roll(7))
    story = story.do(yes("Glass: glass-sigil"))
    assert story.one(HarmPrevented).amount == 2
    assert story.one(ItemDiscarded).item.name == "Glass Sigil"
    assert story["Glass"].lost == 0


def test_of_two_sigils_one_shatters() -> None:
    """MS-EQP-3, MS-EFF-5: two do not stack in one loss, but the second is there for the next."""
    ours, theirs = d(8, "Sura", "Vane"), bears("Glass", 8, "glass-sigil", "glass-sigil")
    story = Story(crew("Ash", *ours), crew("Iron", theirs, *d(6, "b2")))
    story = story.do(clash("Sura > Glass"), absorb, roll(8), yes("Glass: glass-sigil"))
    assert (story["Glass"].lost, story["Glass"].items) == (0, ("glass-sigil",))
    story = story.do(hold("b2"), clash("Vane > Glass"), absorb, roll(8), yes("Glass: glass-sigil"))
    assert (story["Glass"].lost, story["Glass"].items) == (0, ())


def test_orrery_shard_bounds_an_opponent() -> None:
    """MS-RES-7h: once a scenario an opponent's result above 6 counts as 6."""
    story = hall(member("Sura", 10), bears("Shard", 8, "orrery-shard", kind="remnant"))
    story = story.do(clash("Sura > Shard"), respond("Shard"), declare("Shard: orrery-shard"))
    assert finals(story.do(roll(10, 7))) == [6, 7]


def test_tongue_of_the_last_law_forbids_defence() -> None:
    """MS-EFF-3: once a scenario the bearer's target may not defend."""
    story = hall(bears("Law", 8, "tongue-of-law", kind="remnant"), member("Nine", 8))
    story = story.do(using(clash("Law > Nine"), "Law: tongue-of-law"))
    assert isinstance(story.awaited, Throw)
    story = story.do(roll(7))
    assert (story["Nine"].lost, story["Nine"].acted) == (1, False)


def test_who_may_not_defend_defends_against_nobody() -> None:
    """MS-CLA-18, MS-GEN-4: Nine gives one answer to both its initiators, and it is no defence."""
    law, nine = bears("Law", 8, "tongue-of-law", kind="remnant"), member("Nine", 8)
    story = hall(law, nine)
    story = story.do(using(clash("Law > Nine", "a2 > Nine", "a3 > b2"), "Law: tongue-of-law"))
    assert story.asks == ("Answer", "Iron")
    story = story.do(respond("b2"), roll(2), roll(2), roll(5, 1))
    modes = [(event.defenders[0].name, event.mode) for event in story.all(ClashFought)]
    assert modes == [("Nine", "absorb"), ("Nine", "absorb"), ("b2", "defend")]


def test_an_effect_of_step_1_is_somebodys() -> None:
    """MS-CLA-15, MS-EFF-5: of two sprayers one is used, and it must be said whose."""
    ours = (bears(name, 8, "furnace-sprayer") for name in ("Sura", "Vane"))
    story = Story(crew("Ash", *ours), crew("Iron", *d(8, "Nine", "Ten")))
    both = clash("Sura > Nine, Ten", "Vane > Nine")
    assert story.refused(using(both, "furnace-sprayer")) == "MS-CLA-15"
    story = story.do(using(both, "Sura: furnace-sprayer"))
    assert [len(story[name].uses) for name in ("Sura", "Vane")] == [1, 0]


def test_one_reach_next_door_is_one_target() -> None:
    """Long Reach: once a round an enemy next door; a sprayer's second target is another one."""
    reach = bears("Sura", 8, "furnace-sprayer", abilities=("long-reach",))
    there = (member(name, 8, at="well") for name in ("Nine", "Ten"))
    story = Story(crew("Ash", reach), crew("Iron", *there, member("Elf", 8)))
    sprayed = "Sura: furnace-sprayer"
    assert story.refused(using(clash("Sura > Nine, Ten"), sprayed)) == "MS-EFF-5"
    story = story.do(using(clash("Sura > Nine, Elf"), sprayed))
    assert [use.source for use in story["Sura"].uses] == ["long-reach.1", "furnace-sprayer.1"]


def test_door_without_a_wall_brings_an_ally() -> None:
    """MS-EFF-3: when the bearer moves, one ally from its Area moves along, its action unused."""
    story = hall(bears("Door", 6, "wall-less-door", kind="remnant"), member("Nine", 6))
    story = story.do(using(move("Door", "well"), "Door: wall-less-door", bringing="a2"))
    assert (story["a2"].area, story["a2"].acted) == ("well", False)
    assert (story["Door"].area, story["Door"].acted) == ("well", True)


def test_the_unspent_hour_acts_again() -> None:
    """MS-ACT-7: once a scenario the bearer is unactivated after a Clash."""
    story = hall(bears("Hour", 8, "unspent-hour", kind="remnant"), member("Nine", 8))
    story = story.do(clash("Hour > Nine"), absorb, roll(1))
    assert [e.member.name for e in story.all(MemberActivated)] == ["Hour"]
    story = story.do(yes("Hour: unspent-hour"))
    assert story.one(MemberRefreshed).reason == "The Unspent Hour"
    assert not story["Hour"].acted


def test_the_same_item_twice_does_not_stack() -> None:
    """MS-EQP-3: two Arc Lances add 1."""
    story = hall(bears("Sura", 8, "arc-lance", "arc-lance"), member("Nine", 8))
    assert finals(story.do(clash("Sura > Nine"), respond("Nine"), roll(5, 3))) == [6, 3]


# Wills and injuries


def test_will_to_endure_spares_a_crewmate() -> None:
    """MS-CAP-7: once a scenario a crewmate in the Captain's Area prevents 1; not when broken."""
    theirs = crew("Iron", member("Nine", 8), member("Cap", 8, will="endure"))
    story = Story(crew("Ash", member("Sura", 8)), theirs)
    spared = story.do(clash("Sura > Nine"), absorb, roll(8), yes("Cap: endure"))
    assert spared["Nine"].lost == 0
    broken = story.do(ruling("Cap loses 3"), clash("Sura > Nine"), absorb, roll(8))
    assert broken["Nine"].lost == 1


def test_will_to_devour_drives_on_the_captains_target() -> None:
    """MS-CAP-7: crewmates initiating against the Captain's target in the same Clash get +1."""
    ours = crew("Ash", member("Cap", 8, will="devour"), member("a2", 6), member("a3", 6))
    story = Story(ours, crew("Iron", member("Nine", 10), member("b2", 6)))
    story = story.do(clash("Cap > Nine", "a2 > Nine", "a3 > b2"), absorb)
    story = story.do(roll(1), roll(3), roll(3))
    assert [f.initiator_result for f in story.all(ClashFought)] == [1, 4, 3]


def test_will_to_reach_and_rule_and_remain() -> None:
    """MS-CAP-7: a crewmate moves along; the crew counts 4 less; Resolve 3 instead of 2."""
    reach = Story(
        crew("Ash", member("Cap", 8, will="reach"), *d(6, "a2")), crew("Iron", *d(6, "b"))
    )
    reach = reach.do(using(move("Cap", "well"), "Cap: reach", bringing="a2"))
    assert reach["a2"].area == "well"
    rule = Story(crew("Ash", member("Cap", 8, will="rule")), crew("Iron", *d(6, "b")), begins=None)
    taken = [e for e in rule.events if isinstance(e, InitiativeTaken)][-1]
    assert [v.number for v in taken.values] == [4, 6]
    remain = Story(crew("Ash", member("Cap", 8, will="remain")), crew("Iron", *d(6, "b")))
    assert remain["Cap"].resolve == 3


def test_injuries_work_in_battle() -> None:
    """MS-FAT-4, MS-FAT-7: Lamed, Cracked Guard, Clouded, Exposed, Broken Core."""
    hurt = member("Sura", 8, injuries=("lamed", "exposed", "broken-core"))
    story = hall(hurt, member("Nine", 8, injuries=("cracked-guard",)))
    assert story["Sura"].health == 2
    assert finals(story.do(clash("Sura > Nine"), respond("Nine"), roll(5, 4))) == [4, 3]
    turned = story.do(hold("a2"), clash("Nine > Sura"), absorb, roll(2))
    assert turned.one(ClashFought).presence == 1
    dim = hall(member("Dim", 6, "machine", injuries=("clouded",)), member("Nine", 6))
    assert dim.do(interact("Dim", "bins")).one(ObjectiveChannelled).amount == 0


def test_uses_are_told() -> None:
    """MS-EFF-5: whoever uses an effect by choice is on record with it."""
    story = hall(bears("Sura", 6, "phase-anchor"), member("Nine", 6))
    story = story.do(using(move("Sura", "well"), "Sura: phase-anchor"))
    assert story.one(EffectUsed).told() == "Sura uses Phase Anchor."
