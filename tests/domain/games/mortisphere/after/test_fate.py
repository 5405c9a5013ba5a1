"""Chapter 18, fate: what becomes of the incapacitated (MS-FAT)."""

import pytest

from domain.aftermath import ItemGained, ItemLost, ItemMoved
from domain.books import Item, Standing
from domain.games.mortisphere.acting import Decline
from domain.games.mortisphere.after.deals import OpenAftermath
from domain.games.mortisphere.after.fate import FateResolved, FateRolled
from domain.games.mortisphere.after.homecoming import MemberCameThrough, ReturnRolled
from domain.games.mortisphere.after.order import canonical
from domain.games.mortisphere.pairing import MemberFinished
from domain.games.mortisphere.using import Accept, Named
from domain.members import (
    ExperienceGained,
    Field,
    InjuryGained,
    MemberChanged,
    MemberLost,
    MemberReturned,
)
from tests.evening import Night, no, yes
from tests.story import Cast, Story, choose, crew, d, member, roll

ELSEWHERE = crew("Iron", *d(8, "Nine"), at="tower")


def fallen(
    *others: Cast,
    house: dict[str, str] | None = None,
    at: str = "tower",
    items: tuple[str, ...] = (),
    abilities: tuple[str, ...] = (),
) -> Night:
    """Sura, a d6 survivor of 2 Health, lies in the Hall; her enemies stand in the Tower."""
    sura = member("Sura", 6, out=True, lost=2, items=items, abilities=abilities)
    story = Story(crew("Ash", sura, *others), crew("Iron", *d(8, "Nine"), at=at), house=house)
    return Night(story, "Iron")


# The table


@pytest.mark.parametrize(
    ("natural", "fate"),
    [
        (1, "lost"),
        (2, "lost"),
        (3, "missing"),
        (4, "broken-core"),
        (5, "lamed"),
        (6, "cracked-guard"),
        (7, "clouded"),
        (8, "exposed"),
        (9, "gear-ruined"),
        (10, "slow-mending"),
        (11, "slow-mending"),
        (12, "carried-wound"),
        (14, "carried-wound"),
        (15, "recovers"),
        (17, "recovers"),
        (18, "scarred-wiser"),
        (19, "changed"),
        (20, "hardened"),
    ],
)
def test_each_face_of_the_d20_has_its_fate(natural: int, fate: str) -> None:
    """MS-FAT-1, -3, -4: a d20 after the battle settles what becomes of the incapacitated."""
    night = fallen()
    assert (night.asks, night.sides) == (("fate", "Ash"), [20])
    told = night.do(roll(natural)).told(FateResolved)
    assert (told.natural, told.total, told.result) == (natural, natural, fate)


def test_one_event_tells_a_fate() -> None:
    """Case 19: an injury is told once as a fate and once in the profile, and no more."""
    lamed = fallen().do(roll(5))
    assert len(lamed.all(FateResolved)) == len(lamed.all(InjuryGained)) == 1
    assert lamed.member("Sura").injuries == ("lamed",)


def test_the_lost_are_gone_for_good() -> None:
    """MS-FAT-4 Lost: removed from the crew, kept in its memory."""
    lost = fallen().do(roll(1))
    assert lost.told(MemberLost).member.name == "Sura"
    assert lost.member("Sura").status is Standing.LOST
    assert lost.crew("Ash").present == ()


def test_broken_core_takes_a_health_for_good() -> None:
    """MS-FAT-4 Broken Core: an injury of its own that lowers maximum Health by 1."""
    assert fallen().do(roll(4)).member("Sura").injuries == ("broken-core",)


def test_broken_core_at_one_health_is_slow_mending() -> None:
    """Case 29, MS-FAT-4: at maximum Health 1 the core cannot break; the next battle is missed."""
    story = Story(crew("Ash", member("Rat", 4, "creature", out=True, lost=1)), ELSEWHERE)
    night = Night(story, "Iron").do(roll(4))
    rat = night.member("Rat")
    assert (rat.injuries, rat.misses_next) == ((), True)


def test_broken_core_adds_up_to_the_last_health() -> None:
    """MS-FAT-7: Broken Core stacks, until 1 Health is left; then it is Slow Mending."""
    once = fallen().do(OpenAftermath())
    sura = once.who("Sura")
    ash = once.who("Ash")
    core = InjuryGained(crew=ash, member=sura, injury=type(sura)("broken-core", "Broken Core"))
    twice = once.given(core).do(roll(4)).member("Sura")
    assert (twice.injuries, twice.misses_next) == (("broken-core",), True)


def test_an_injury_that_does_not_stack_is_slow_mending() -> None:
    """MS-FAT-7: a second Lamed misses the next battle instead; the first stays."""
    night = fallen().do(OpenAftermath())
    sura = night.who("Sura")
    lamed = InjuryGained(crew=night.who("Ash"), member=sura, injury=type(sura)("lamed", "Lamed"))
    again = night.given(lamed).do(roll(5)).member("Sura")
    assert (again.injuries, again.misses_next) == (("lamed",), True)


def test_slow_mending_misses_the_next_battle() -> None:
    """MS-FAT-4 Slow Mending: unfit once, all Health back."""
    sura = fallen().do(roll(10)).member("Sura")
    assert (sura.misses_next, sura.fit, sura.lost, sura.status) == (True, False, 0, Standing.FIT)


def test_a_carried_wound_is_begun_with() -> None:
    """MS-FAT-4 Carries the Wound: the next battle begins with 1 lost Health."""
    sura = fallen().do(roll(12)).member("Sura")
    assert (sura.lost, sura.fit) == (1, True)


def test_a_wound_that_cannot_be_carried_is_missed_out() -> None:
    """MS-FAT-4 Carries the Wound: with maximum Health 1 it misses the next battle instead."""
    story = Story(crew("Ash", member("Rat", 4, "creature", out=True, lost=1)), ELSEWHERE)
    rat = Night(story, "Iron").do(roll(13)).member("Rat")
    assert (rat.lost, rat.misses_next) == (0, True)


@pytest.mark.parametrize(("natural", "gained"), [(15, 0), (18, 1), (20, 2)])
def test_some_recover_wiser(natural: int, gained: int) -> None:
    """MS-FAT-4: Recovers, Scarred and Wiser (1 experience), Hardened by Ruin (2)."""
    after = fallen(house={"xp_award": "none"}).do(roll(natural))
    assert sum(one.amount for one in after.all(ExperienceGained)) == gained
    assert (after.member("Sura").experience, after.member("Sura").lost) == (gained, 0)


def test_the_only_item_is_ruined() -> None:
    """MS-FAT-4 Gear Ruined: with one item there is nothing to draw."""
    after = fallen(items=("crude-blade",)).do(roll(9))
    assert after.told(ItemLost).name == "Crude Blade"
    assert after.member("Sura").items == ()


def test_among_several_items_a_lot_decides() -> None:
    """MS-FAT-4 Gear Ruined: a lot among what it carries, in that order."""
    night = fallen(items=("crude-blade", "rivet-gun")).do(roll(9))
    assert (night.asks, night.sides) == (("ruin", "Ash"), [2])
    after = night.do(roll(2))
    assert after.told(ItemLost).name == "Rivet Gun"
    assert [item.kind for item in after.member("Sura").items] == ["crude-blade"]


def test_nothing_is_ruined_of_one_who_has_nothing() -> None:
    """MS-FAT-4 Gear Ruined: no item, no effect."""
    assert fallen().do(roll(9)).all(ItemLost) == []


# Changed


def test_changed_takes_a_type_and_an_ability() -> None:
    """MS-FAT-4 Changed, MS-TYP-5: a type of its player's choice, then an ability of that type."""
    night = fallen().do(roll(19))
    assert night.asks == ("new-type", "Ash")
    assert "survivor" not in night.offers
    chosen = night.do(choose("mutant"))
    assert chosen.asks == ("gift", "Ash")
    assert chosen.offers == ["unstable-mass", "extra-limbs", "bite-deeper", "thick-hide"]
    after = chosen.do(choose("unstable-mass")).member("Sura")
    assert (after.kind, after.abilities) == ("mutant", ("unstable-mass",))


def test_changed_may_stay_what_it_is() -> None:
    """MS-FAT-4 Changed: or an ability of its own type."""
    night = fallen().do(roll(19), no)
    assert night.offers == ["last-cartridge", "ruin-wise", "hold-the-wire", "names-of-the-dead"]
    sura = night.do(choose("ruin-wise")).member("Sura")
    assert (sura.kind, sura.abilities) == ("survivor", ("ruin-wise",))


def test_types_may_be_for_ever() -> None:
    """MS-TYP-5 `never`: no type is offered, the ability is of its own."""
    night = fallen(house={"type_change": "never"}).do(roll(19))
    assert night.asks == ("gift", "Ash")
    assert "last-cartridge" in night.offers


def test_without_a_slot_no_ability_is_gained() -> None:
    """MS-FAT-4, MS-ABI-4: a d6 has one slot; with it taken only the type may change."""
    night = fallen(abilities=("last-cartridge",)).do(roll(19), choose("construct"))
    sura = night.member("Sura")
    assert (sura.kind, sura.abilities) == ("construct", ("last-cartridge",))


def test_what_a_new_type_may_not_carry_goes_to_the_store() -> None:
    """MS-TYP-5: a Creature carries biological items, one; a Rivet Gun returns to the store."""
    items = ("rivet-gun", "chitin-graft")
    night = fallen(items=items, abilities=("last-cartridge",)).do(roll(19), choose("creature"))
    assert [item.kind for item in night.member("Sura").items] == ["chitin-graft"]
    assert [item.kind for item in night.crew("Ash").store] == ["rivet-gun"]


# Modifiers


def test_left_behind_by_all() -> None:
    """MS-FAT-5, MS-AT-44: no crewmate beside it, an enemy there: natural 4 is 2, Lost."""
    told = fallen(at="hall").do(roll(4)).told(FateResolved)
    assert ([m.amount for m in told.modifiers], told.total, told.result) == ([-2], 2, "lost")


def test_a_crewmate_beside_it_is_enough() -> None:
    """MS-FAT-5: with an active crewmate in its Area nobody is left behind."""
    told = fallen(member("Vex", 6), at="hall").do(roll(4)).told(FateResolved)
    assert (told.modifiers, told.result) == ((), "broken-core")


def test_nobody_minds_where_it_fell() -> None:
    """MS-FAT-5 `ignore`: no modifier."""
    told = fallen(house={"left_behind": "ignore"}, at="hall").do(roll(4)).told(FateResolved)
    assert (told.modifiers, told.result) == ((), "broken-core")


def test_the_left_behind_are_captives() -> None:
    """MS-FAT-5 `captured`: fate is rolled as it is, and whoever survives is a prisoner."""
    night = fallen(house={"left_behind": "captured"}, at="hall")
    captive = night.do(roll(15))
    assert captive.told(FateResolved).modifiers == ()
    assert captive.member("Sura").status is Standing.CAPTIVE
    assert not captive.member("Sura").fit
    assert night.do(roll(1)).member("Sura").status is Standing.LOST
    assert night.do(roll(3)).member("Sura").status is Standing.MISSING


@pytest.mark.parametrize(("kind", "amount"), [("mycelian", 2), ("remnant", -1), ("machine", 0)])
def test_types_have_fates_of_their_own(kind: str, amount: int) -> None:
    """MS-FAT-4, MS-TYP-3: a Mycelian +2, a Remnant -1."""
    story = Story(crew("Ash", member("Sura", 6, kind, out=True, lost=2)), ELSEWHERE)
    told = Night(story, "Iron").do(roll(10)).told(FateResolved)
    assert told.total == 10 + amount


def test_drag_the_fallen_helps_those_beside_it() -> None:
    """MS-FAT-4: an active crewmate with Drag the Fallen in its Area adds 2."""
    near = member("Vex", 6, abilities=("drag-the-fallen",))
    away = member("Vex", 6, abilities=("drag-the-fallen",), at="well")
    assert fallen(near).do(roll(10)).told(FateResolved).total == 12
    assert fallen(away).do(roll(10)).told(FateResolved).total == 10


def test_the_finished_off_are_worse_off() -> None:
    """MS-CLA-11 `finish_off`: 4 less on the fate roll."""
    story = Story(crew("Ash", member("Sura", 6, out=True, lost=2)), ELSEWHERE)
    struck = MemberFinished(member=story.who("Sura"), by=(story.who("Nine"),))
    told = Night(story, "Iron", struck).do(roll(9)).told(FateResolved)
    assert (told.total, told.result) == (5, "lamed")


@pytest.mark.parametrize(("natural", "total"), [(1, 1), (2, 1), (20, 19)])
def test_the_table_has_two_ends(natural: int, total: int) -> None:
    """MS-FAT-4: modified rolls are kept within 1 to 20 (a Remnant)."""
    story = Story(crew("Ash", member("Sura", 6, "remnant", out=True, lost=2)), ELSEWHERE)
    assert Night(story, "Iron").do(roll(natural)).told(FateResolved).total == total


# Other ways to determine it


@pytest.mark.parametrize(
    ("die", "natural", "total"), [(6, 1, 3), (6, 2, 6), (6, 6, 20), (4, 3, 15)]
)
def test_fate_by_the_own_die(die: int, natural: int, total: int) -> None:
    """MS-FAT-3 `existence_die`: the same table, read with its own die times 20 / faces."""
    health = {4: 1, 6: 2}[die]
    story = Story(
        crew("Ash", member("Sura", die, out=True, lost=health)),
        ELSEWHERE,
        house={"fate_roll": "existence_die"},
    )
    night = Night(story, "Iron")
    assert night.sides == [die]
    assert night.do(roll(natural)).told(FateResolved).total == total


def test_fate_by_the_players() -> None:
    """MS-FAT-3 `narrative`: no die; the owner chooses a fate, and it is recorded."""
    night = fallen(house={"fate_roll": "narrative"})
    assert night.asks == ("fate", "Ash")
    assert night.offers[:2] == ["lost", "missing"]
    assert night.refused(roll(3)) == "MS-CAM-2"
    assert night.refused(choose("sleeps")) == "MS-GEN-2"
    told = night.do(choose("lamed")).told(FateResolved)
    assert (told.result, told.natural) == ("lamed", 0)


# The Captain


def captain(items: tuple[str, ...] = ()) -> Night:
    """Oum, a Captain, has fallen; Vex stands in another Area."""
    oum = member("Oum", 10, captain=True, out=True, lost=3, items=items)
    story = Story(crew("Ash", oum, member("Vex", 6, at="well")), ELSEWHERE)
    return Night(story, "Iron")


def test_a_captains_first_lost_is_rolled_again() -> None:
    """MS-CAP-9, MS-FAT-6, MS-AT-43: 2, then 16: Recovers."""
    first = captain().do(roll(2))
    assert first.told(FateRolled).captain
    assert first.all(FateResolved) == []
    assert first.asks == ("fate", "Ash")
    told = first.do(roll(16)).told(FateResolved)
    assert (told.before, told.natural, told.result) == ((2,), 16, "recovers")


def test_a_captains_second_lost_stands() -> None:
    """MS-FAT-6: the second result stands."""
    assert captain().do(roll(2), roll(1)).told(FateResolved).result == "lost"


def test_no_other_result_of_a_captain_is_rolled_again() -> None:
    """MS-FAT-6: only a Lost is."""
    assert captain().do(roll(3)).told(FateResolved).result == "missing"


def test_a_broken_captain_that_stands_makes_no_fate_roll() -> None:
    """MS-CAP-9: Strain ends with the battle, all Health is back."""
    story = Story(crew("Ash", member("Oum", 10, captain=True, lost=3)), ELSEWHERE)
    night = Night(story, "Iron").do(OpenAftermath())
    assert night.told_of("Oum").lost == 0
    assert night.asks[0] != "fate"


# Saint's Finger


def relic(natural: int) -> Night:
    """Sura carries Saint's Finger, and her first die is this."""
    return fallen(items=("saints-finger",)).do(roll(natural))


def test_the_relic_is_offered_after_the_first_die() -> None:
    """MS-FAT-3, MS-RES-7: made twice and the better kept; the relic crumbles."""
    night = relic(2)
    assert (night.asks, night.offers) == (("fate-relic", "Ash"), ["saints-finger"])
    used = night.do(yes("Saint's Finger"))
    assert used.told(ItemLost).reason == "it crumbles"
    told = used.do(roll(15)).told(FateResolved)
    assert (told.natural, told.before, told.result) == (15, (2,), "recovers")


def test_the_better_die_is_kept() -> None:
    """MS-RES-7 keep_best: a first 12 beats a second 3."""
    told = relic(12).do(yes(), roll(3)).told(FateResolved)
    assert (told.natural, told.before, told.result) == (12, (3,), "carried-wound")


def test_the_relic_may_be_kept() -> None:
    """MS-EFF-5: it is optional; then the first die stands."""
    after = relic(12).do(no)
    assert (after.told(FateResolved).natural, after.all(ItemLost)) == (12, [])


def test_whose_relic_it_is_may_be_said() -> None:
    """MS-EFF-5: `yes Sura: Saint's Finger`; somebody else's, or two at once, are not offered."""
    night = relic(2)
    named = Named(night.who("Sura").id, "saints-finger")
    assert canonical(night.evening, yes("Saint's Finger")) == Accept(effects=(named,))
    assert canonical(night.evening, yes()) == yes()
    assert night.do(Accept(effects=(named,))).told(ItemLost).reason == "it crumbles"
    assert night.refused(Accept(effects=(Named("Nobody", "saints-finger"),))) == "MS-GEN-2"
    assert night.refused(Accept(effects=(named, named))) == "MS-GEN-2"


def test_a_no_to_something_else_is_none() -> None:
    """MS-FAT-3: a `no` that names what was not asked answers nothing."""
    night = relic(12)
    kept = night.do(Decline(question="fate-relic")).told(FateResolved)
    assert kept == night.do(no).told(FateResolved)
    assert night.refused(Decline(question="twice")) == "MS-GEN-2"
    assert night.refused(Decline(effects=(Named("rivet-gun"),))) == "MS-GEN-2"


def test_a_captain_with_the_relic_has_three_dice() -> None:
    """MS-FAT-6 before the relic: first Lost again, then the relic for what came."""
    night = captain(items=("saints-finger",)).do(roll(1))
    assert night.told(FateRolled).captain
    told = night.do(roll(5), yes(), roll(8)).told(FateResolved)
    assert (told.natural, told.result) == (8, "exposed")


def test_a_captains_relic_keeps_the_better_die() -> None:
    """MS-FAT-6: of 12 and 1 the 12 is kept, so that there is no Lost to roll again."""
    night = captain(items=("saints-finger",)).do(roll(12), yes(), roll(1))
    told = night.told(FateResolved)
    assert (told.natural, told.before, told.result) == (12, (1,), "carried-wound")
    assert len(night.all(ItemLost)) == 1


# Recovery


@pytest.mark.parametrize(("rule", "lost"), [("full", 0), ("one_health", 1), ("none", 2)])
def test_lost_health_returns_after_the_battle(rule: str, lost: int) -> None:
    """MS-FAT-2: all of it, one a battle, or none without mending."""
    story = Story(crew("Ash", member("Sura", 8, lost=2)), ELSEWHERE, house={"recovery": rule})
    night = Night(story, "Iron").do(OpenAftermath())
    assert night.told_of("Sura").lost == night.member("Sura").lost == lost


def test_a_hard_recovery_leaves_one_health() -> None:
    """MS-FAT-2 `none`: who was incapacitated and lives begins with 1 Health; Recovers is whole."""
    rules = {"recovery": "none"}
    assert fallen(house=rules).do(roll(10)).member("Sura").lost == 1
    assert fallen(house=rules).do(roll(15)).member("Sura").lost == 0


# Equipment of the lost


GEAR = ("crude-blade", "rivet-gun")


def test_gear_is_kept_where_a_crewmate_stands() -> None:
    """Case 2, MS-FAT-8 `if_area_held`: both items go to the store, each once."""
    after = fallen(member("Vex", 6), items=GEAR).do(roll(1))
    assert [item.kind for item in after.crew("Ash").store] == list(GEAR)
    assert after.member("Sura").items == ()
    assert len(after.all(ItemMoved)) == len(GEAR)


def test_gear_is_lost_where_nobody_stands() -> None:
    """MS-FAT-8 `if_area_held`: nobody of the crew there, and no enemy either."""
    after = fallen(items=GEAR).do(roll(1))
    assert (after.crew("Ash").store, after.all(ItemGained)) == ((), [])
    assert len(after.all(ItemLost)) == len(GEAR)


def test_gear_is_taken_by_the_enemy_who_holds_the_area() -> None:
    """MS-FAT-8 `if_area_held`: the same things, now in the enemy's store."""
    night = fallen(items=GEAR, at="hall")
    before = night.member("Sura").items
    assert night.do(roll(1)).crew("Iron").store == before


@pytest.mark.parametrize(("rule", "kept"), [("always_kept", 2), ("always_lost", 0)])
def test_gear_by_other_rules(rule: str, kept: int) -> None:
    """MS-FAT-8 `always_kept`, `always_lost`: wherever it fell."""
    after = fallen(house={"gear_of_lost": rule}, items=GEAR, at="hall").do(roll(1))
    assert (len(after.crew("Ash").store), after.crew("Iron").store) == (kept, ())


# The missing


def missing(**house: str) -> Night:
    """Sura has been missing since the battle before; Vex has fought this one."""
    story = Story(crew("Ash", *d(6, "Sura", "Vex")), ELSEWHERE, house=house)
    gone = MemberChanged(
        crew=story.who("Ash"),
        member=story.who("Sura"),
        field=Field.STATUS,
        before="fit",
        after="missing",
        reason="Missing",
    )
    return Night(story, "Iron", gone).absent("Sura")


def test_the_missing_are_rolled_for_after_the_battle_they_missed() -> None:
    """MS-FAT-4 Missing: a d20, 6 and more returns with 1 experience and a discovery."""
    night = missing()
    assert (night.asks, night.sides) == (("return", "Ash"), [20])
    back = night.do(roll(6))
    assert back.told(ReturnRolled).back
    assert back.told(MemberReturned).member.name == "Sura"
    assert back.member("Sura").fit
    assert back.member("Sura").experience == 1
    assert back.asks == ("find", "Ash")


def test_some_never_come_back() -> None:
    """MS-FAT-4 Missing: 1 to 5 is lost."""
    lost = missing().do(roll(5))
    assert lost.member("Sura").status is Standing.LOST
    assert lost.asks == ("find", "Iron")


def test_one_that_goes_missing_is_not_rolled_for_at_once() -> None:
    """MS-FAT-4 Missing: it misses the next battle first."""
    night = fallen().do(roll(3))
    assert night.member("Sura").status is Standing.MISSING
    assert night.asks[0] != "return"


def test_who_missed_this_battle_is_fit_again() -> None:
    """MS-FAT-4 Slow Mending: one battle is missed, and no more."""
    story = Story(crew("Ash", *d(6, "Sura", "Vex")), ELSEWHERE)
    slow = MemberChanged(
        crew=story.who("Ash"),
        member=story.who("Sura"),
        field=Field.MISSES_NEXT,
        before="no",
        after="yes",
        reason="Slow Mending",
    )
    night = Night(story, "Iron", slow).absent("Sura")
    assert not night.member("Sura").fit
    assert night.do(OpenAftermath()).member("Sura").fit


def test_a_captive_is_freed_in_the_next_battle() -> None:
    """MS-FAT-5 `captured`: who was not ransomed is free after the battle it missed."""
    story = Story(crew("Ash", *d(6, "Sura", "Vex")), ELSEWHERE)
    taken = MemberChanged(
        crew=story.who("Ash"),
        member=story.who("Sura"),
        field=Field.STATUS,
        before="fit",
        after="captive",
        reason="left behind",
    )
    night = Night(story, "Iron", taken).absent("Sura").do(OpenAftermath())
    assert night.told(MemberReturned).reason == "freed in battle-1"
    assert night.member("Sura").fit


# Everybody


def test_whoever_took_part_is_told_of() -> None:
    """Case 26: standing or withdrawn, each has a line; the fallen have their fates."""
    night = fallen(member("Vex", 6), member("Moth", 4)).do(OpenAftermath())
    assert [one.member.name for one in night.all(MemberCameThrough)] == ["Vex", "Moth", "Nine"]


def test_a_dismissed_member_leaves_no_roll_behind() -> None:
    """Case 34: whoever left before its fate was rolled is not asked about."""
    night = fallen(member("Vex", 6))
    gone = MemberLost(crew=night.who("Ash"), member=night.who("Sura"), reason="by ruling")
    assert night.given(gone).asks[0] != "fate"


def test_items_have_names_of_their_own() -> None:
    """A guest's items are known by their bearer."""
    items = fallen(items=("crude-blade", "crude-blade")).member("Sura").items
    assert items[0] == Item("battle-1/1#1.1#crude-blade", "crude-blade")
    assert items[1].id == "battle-1/1#1.1#crude-blade-2"
