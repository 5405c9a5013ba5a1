"""Where two rules of battle meet: what then holds, each number worked out by hand."""

from typing import Any

import msgspec
import pytest

from domain.games.morturi.activation import TurnEnded
from domain.games.morturi.attacking import locked
from domain.games.morturi.battle import changed
from domain.games.morturi.crowd import FavourGained
from domain.games.morturi.dicing import SweepRolled
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.figures import facings, flights
from domain.games.morturi.flags import FlagCaptured
from domain.games.morturi.harm import LifeLost
from domain.games.morturi.standing import GladiatorMoved
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.surrender import SchoolSurrendered
from domain.games.morturi.units import Standing
from domain.games.morturi.victory import BattleEnded
from domain.terms import Who
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    choose,
    done,
    enter,
    man,
    move,
    roll,
    school,
    stand,
    start,
    surrender,
    take,
    trick,
    yes,
)

A, B, C = "Ludus", "Domus", "Schola"
FAR = man("Otho", "samnite", "I9")
PLAIN = man("Lucius", "laquerius", "C4", "s")
EMPTY = "." * 9


def duel(one: Cast, *others: Cast, knows: tuple[str, ...] = (), **more: Any) -> Fight:
    """One gladiator against others; he is acting, and knows what he is said to."""
    fight = Fight(school(A, one), school(B, *others), **more)
    return fight.knowing(one.guest.name, *knows).do(activate(one.guest.name))


def ground(**rows: str) -> tuple[str, ...]:
    """A sandy arena of 9 by 9 with some rows drawn: `row3="..*......"`."""
    drawn = {9: "a" * 9, 1: "b" * 9} | {int(name[3:]): row for name, row in rows.items()}
    return tuple(drawn.get(y, EMPTY) for y in range(9, 0, -1))


# The prone


def test_the_prone_have_movement_points_for_standing_up_only() -> None:
    """MR-CON-2: no trick for MP while he lies; standing up costs 3 of his 5, then 2 are left."""
    fight = duel(man("Felix", "praegenarius", "C3", conditions=["prone"]), FAR, knows=TRICKS)
    for name in ("performance", "military_training"):
        assert fight.refused(trick(name)) == "MR-CON-2"
    risen = fight.do(stand)
    assert risen.points == 2
    assert risen.refused(trick("performance")) == "MR-MOV-4"


TRICKS = ("performance", "military_training", "eye_of_fear")


def test_the_prone_do_nothing_in_place_of_an_attack() -> None:
    """MR-CON-1, MR-ATK-10: who may not attack may not do what takes an attack's place."""
    lying = man("Felix", "fanatic_dialis", "C3", conditions=["prone"])
    assert duel(lying, PLAIN, knows=TRICKS).refused(trick("eye_of_fear", "Lucius")) == "MR-CON-1"
    fight = duel(man("Felix", "fanatic_dialis", "C3"), PLAIN, knows=TRICKS)
    assert fight.do(trick("eye_of_fear", "Lucius")).at("Lucius") == ["C5 s"]


def test_auras_of_courage_are_auras() -> None:
    """MR-CON-2, MR-FEA-1: by option a prone fanatic's cult no longer takes the fear of others."""
    samnite = man("Otho", "samnite", "C3", "n")
    cult = man("Paris", "gallus", "E3", conditions=["prone"])
    costs = []
    for rule in ("no", "yes"):
        fight = Fight(
            school(A, samnite, cult),
            school(B, man("Fanum", "fanatic_volturnus", "C5", "s")),
            prone_suppresses_auras=rule,
        )
        fight = fight.knowing("Fanum", "chosen_of_the_gods").knowing("Paris", "samnite_cult")
        costs.append(3 - fight.do(activate("Otho"), move("n")).points)
    assert costs == [1, 2]


# The dying


def test_who_dies_on_the_way_goes_no_further() -> None:
    """MR-TER-6, MR-OOA-1: with 1 life point left he falls in the flames of D3, two steps short."""
    fight = duel(man("Felix", "gallus", "C3", lost=7), FAR, rows=ground(row3="...*....."))
    fight = fight.do(move("e e e"))
    assert fight.one(GladiatorOut).square == "D3"


def test_a_charge_through_flames_burns() -> None:
    """MR-TER-6: 1 damage on entering them, though he only runs through; dying, he does not strike.

    From C2 to C7: the flames are on C4, the enemy on C8.
    """
    tricks = ("charging_spear", "shield_slam", "will_to_live")
    enemy, rows = man("Lucius", "laquerius", "C8", "s"), ground(row4="..*......")
    fight = duel(man("Otho", "samnite", "C2", "n", *tricks), enemy, rows=rows)
    fight = fight.do(trick("charging_spear", "Lucius"))
    assert [(m.before, m.to) for m in fight.all(GladiatorMoved)] == [("C2", "C4"), ("C4", "C7")]
    assert fight["Otho"].now == 7
    burnt = Fight(
        school(A, man("Otho", "samnite", "C2", "n", *tricks, lost=7), man("Gaius", "gallus", "I1")),
        school(B, enemy),
        rows=rows,
    )
    burnt = burnt.do(activate("Otho"), trick("charging_spear", "Lucius"))
    assert burnt.one(GladiatorOut).square == "C4"
    assert not burnt.all(AttackRolled)


def test_the_dying_do_not_pursue() -> None:
    """MR-ATK-9, MR-OOA-1: Light Mobility comes before he falls, but he steps after nobody."""
    tricks = ("light_mobility", "courage", "will_to_live")
    for lost, asked in ((0, "Confirm"), (7, "Acting")):
        enemy = man("Lucius", "secutor", "C4", "s", lost=lost)
        fight = duel(man("Felix", "bestiarius", "C3", "n", *tricks), enemy, FAR)
        fight = fight.knowing("Lucius", "relentless_pursuit").do(attack("Lucius"), roll(6))
        fight = fight.do(choose("C2"))
        assert fight.asks[0] == asked


def test_the_final_blow_is_the_one_that_kills() -> None:
    """MR-CRD-2, -6: the push into the hazard comes after a blow for 8; the blow has its favour."""
    tricks = ("assault_stance", "combat_mastery", "defence_stance")
    rows = ground(row5="..!......")
    for ground_, cause in (("..!......", "final-blow"), ("..O......", "pit")):
        rows = ground(row5=ground_)
        dimachaerus = man("Felix", "dimachaerus", "C3", "n", *tricks)
        dying = man("Lucius", "laquerius", "C4", "s", lost=5)
        fight = Fight(
            school(A, dimachaerus),
            school(B, dying, FAR),
            rows=rows,
            hazard=3,
            hazard_kill_credit="none",
        )
        fight = fight.do(activate("Felix"))
        fight.battle = changed(fight.battle, fight["Felix"].id, stances=("assault_stance",))
        fight.whole = False
        fight = fight.do(attack("Lucius"), roll(4))
        assert fight.one(GladiatorOut).cause.id == cause
        assert (fight.favour(A), fight["Felix"].kills) == ([1], 1)


def test_the_dying_bring_no_flag_home() -> None:
    """MR-VIC-4, MR-OOA-1: pushed onto his own base by the blow that kills him he captures nothing.

    Felix on B2 stands before his base, row 3; 4 damage leave him without life points.
    """
    tricks = ("juggernaught", "shield_slam", "will_to_live")
    fight = Fight(
        school(A, man("Felix", "gallus", "B2", "s", lost=4), man("Gaius", "gallus", "C1")),
        school(B, man("Otho", "samnite", "B1", "n", *tricks)),
        rows=("aaa", "...", "bbb"),
        victory="capture_the_flag",
    )
    flags = tuple(fight.battle.flags)
    carried = msgspec.structs.replace(flags[1], bearer=fight.ids["Felix"], square="")
    fight.battle = msgspec.structs.replace(fight.battle, flags=(flags[0], carried))
    fight.whole = False
    fight = fight.do(activate("Felix"), done, activate("Otho"), attack("Felix"))
    fight = fight.do(roll(5), yes())
    assert not fight.all(FlagCaptured)
    assert not fight["Felix"].active
    assert [(f.square, f.bearer) for f in fight.battle.flags] == [("B3", ""), ("B3", "")]


def test_a_flag_is_dropped_by_who_leaves() -> None:
    """MR-VIC-4, MR-SUR-1: a school that surrenders carries no flag away."""
    fight = Fight(
        school(A, man("Felix", "gallus", "B2"), man("Gaius", "gallus", "D4")),
        school(B, man("Otho", "samnite", "E1")),
        school(C, man("Lucius", "laquerius", "E5")),
        rows=("aa.cc", ".....", ".....", ".....", "bbb.."),
        victory="capture_the_flag",
        variants=("four_teams",),
        surrender_when="any_time_if_2plus_entered",
    )
    fight = fight.do(activate("Felix"), move("s"))
    assert fight.do(take).battle.flags[1].bearer == fight.ids["Felix"]
    fight = fight.do(take, done, activate("Otho"), done, activate("Lucius"), done, surrender())
    assert (fight.battle.flags[1].square, fight.battle.flags[1].bearer) == ("B1", "")


def test_no_flag_is_taken_in_place_of_a_turn_nor_lying() -> None:
    """MR-VIC-4, MR-CON-2: a flag costs MP, which the prone have for standing up only."""
    fight = Fight(
        school(A, man("Felix", "gallus", "B1", conditions=["prone"])),
        school(B, man("Otho", "samnite", "C3")),
        rows=("aaa", "...", "bbb"),
        victory="capture_the_flag",
    )
    assert fight.do(activate("Felix")).refused(take) == "MR-CON-2"


def test_one_leaves_and_two_leave() -> None:
    """MR-SUR-1: a surrender is told of one gladiator or of several."""
    school_, mus, ox = Who("crew-ursi", "Domus Ursi"), Who("crew-ursi/2", "Mus"), Who("x", "Ox")
    one = SchoolSurrendered(school=school_, gladiators=(mus,))
    assert one.told() == "Domus Ursi surrenders: Mus leaves the arena."
    two = SchoolSurrendered(school=school_, gladiators=(mus, ox))
    assert two.told() == "Domus Ursi surrenders: Mus, Ox leave the arena."


# Out of action without a blow


def test_last_words_are_for_whom_blows_bring_to_nothing() -> None:
    """MR-OOA-3: his school gains favour when he is reduced to 0, not for a pit or a closed gate."""
    fight = duel(man("Felix", "murmillo", "C3", "n", lost=7), PLAIN, FAR, knows=("last_words",))
    killed = fight.do(done, activate("Lucius"), attack("Felix"), roll(2))
    assert [f.source.id for f in killed.all(FavourGained)] == ["final-blow", "last_words"]
    rows = ground(row3="..O......")
    spear = man("Otho", "samnite", "C5", "s", "juggernaught", "shield_slam", "will_to_live")
    fight = Fight(
        school(A, man("Felix", "murmillo", "C4"), man("Gaius", "gallus", "I1")),
        school(B, spear),
        rows=rows,
    )
    fight = fight.knowing("Felix", "last_words").do(activate("Felix"), done, activate("Otho"))
    fight = fight.do(attack("Felix", way="shield_slam"), roll(4), yes())
    assert fight.one(GladiatorOut).cause.id == "pit"
    assert fight.favour(A, B) == [0, 1]


def test_any_enemys_end_is_an_augury() -> None:
    """MR-FCT-4: each enemy put out of action gives a point; Blood Frenzy is for one's own blow."""
    fight = Fight(
        school(A, man("Fanum", "gallus", "H9"), man("Felix", "gallus", "C3")),
        school(B, man("Lucius", "laquerius", "C4", "s", lost=7), FAR),
    )
    knows = ("augury_of_spilt_blood", "blood_frenzy")
    fight = fight.knowing("Fanum", *knows).do(activate("Felix"), attack("Lucius"), roll(2))
    assert (fight["Fanum"].store("augury"), fight["Fanum"].boosts) == (1, ())


# The compelled


def test_the_compelled_never_step_into_flames() -> None:
    """MR-BEH-6: not even where others may walk: between walls of fire it stays where it is."""
    rows = ground(row4="..*......")
    fight = duel(man("Leo", "fast_beast", "C3"), man("Otho", "samnite", "C8", "s"), rows=rows)
    assert fight.refused(move("n")) == "MR-BEH-1"
    assert fight.do(move("e"))["Leo"].square == "D3"
    shut = ground(row4="*" * 9)
    fight = duel(man("Leo", "fast_beast", "C3"), man("Otho", "samnite", "C8", "s"), rows=shut)
    assert fight.refused(move("n")) == fight.refused(move("s")) == "MR-BEH-1"
    assert fight.do(done).all(TurnEnded)


def test_who_began_beside_an_opponent_holds_his_square() -> None:
    """MR-BEH-1: also when that opponent falls to a blow bought for 3 MP."""
    weak = man("Lucius", "laquerius", "C4", "s", lost=7)
    fight = duel(man("Leo", "fast_beast", "C3", "n"), weak, FAR, knows=("toe_to_toe",))
    fight = fight.do(trick("toe_to_toe", "Lucius"), roll(2))
    assert not fight["Lucius"].active
    assert fight.points == 3
    assert fight.refused(move("e")) == "MR-BEH-1"
    assert fight.do(done).all(TurnEnded)


def test_the_compelled_come_through_a_gate_by_the_shortest_way() -> None:
    """MR-BEH-1, MR-BAT-4: of three squares before its gate the beast takes the one nearest by.

    From G9 nine steps lead beside Otho on E1 (2 + 8 - 1), from H9 ten, from I9 eleven.
    """
    fight = Fight(
        school(A, man("Leo", "fast_beast"), man("Ursa", "fast_beast")),
        school(B, man("Otho", "samnite")),
        rows=("......aaa", *(EMPTY,) * 7, "bbbbb...."),
        zones="gates",
        placed=False,
    )
    fight = fight.do(start(B, "south"), activate("Otho"), enter("E1"), done, activate("Leo"))
    assert fight.refused(enter("H9")) == "MR-BEH-1"
    assert fight.do(enter("G9"))["Leo"].square == "G9"


# Gates


def battle_at_gates(*tricks: str, role: str) -> Fight:
    """Somebody behind his gate acts first."""
    fight = Fight(
        school(A, man("Fanum", role, "", "", *tricks)),
        school(B, man("Otho", "samnite"), man("Felix", "gallus")),
        rows=("a..", "...", "..b"),
        zones="gates",
        placed=False,
    )
    return fight.do(start(A, "north-west"), activate("Fanum"))


def test_battle_prayer_behind_a_gate() -> None:
    """MR-FCT-4, MR-BAT-4: he does not move, nor through a gate, on his first turn."""
    fight = battle_at_gates(role="fanatic_volturnus")
    assert fight.refused(enter("A3")) == "MR-RND-7"
    fight = fight.do(done)
    assert fight["Fanum"].standing is Standing.RESERVE
    for name in ("Otho", "Felix"):
        fight = fight.do(activate(name), *([enter("C1")] if name == "Otho" else []))
        fight = fight.do(move("n"), done) if name == "Otho" else fight.do(enter("C1"), done)
    assert fight.do(activate("Fanum"), enter("A3"))["Fanum"].square == "A3"


def test_archery_does_not_hold_back_behind_a_gate() -> None:
    """MR-BAT-3, MR-RNG-2: gladiators enter in their first activation; Move 0 is no way round it."""
    assert battle_at_gates(role="sagitarius").refused(trick("archery")) == "MR-BAT-4"


# Attacks


def test_melee_focus_once_leaves_orcish_aggression_alone() -> None:
    """MR-ATK-14: by `once` Melee Focus gives one more attack; Orcish Aggression is repeatable."""
    enemy = man("Lucius", "laquerius", "C4", "s")
    for knows, again in (("melee_focus", False), ("orcish_aggression", True)):
        fight = duel(
            man("Gorg", "servus", "C3", "n"), enemy, FAR, knows=(knows,), melee_focus_chain="once"
        )
        fight = fight.do(attack("Lucius"), roll(6), yes(), roll(6))
        assert (fight.asks[0] == "Confirm") is again


def test_a_turn_is_put_off_once() -> None:
    """MR-FCT-4: the turn taken right after an ally is a full one, and is not put off again."""
    fight = Fight(
        school(A, *(man(n, "legionnaire", f"{c}3") for n, c in zip(MEN, "CDE", strict=True))),
        school(B, man("Otho", "samnite", "I9")),
    ).knowing("Titus", "coordinated_action")
    fight = fight.do(activate("Titus"), trick("coordinated_action", "Marcus"))
    fight = fight.do(activate("Otho"), done, activate("Marcus"), done)
    assert fight.asks == ("Acting", A)
    assert fight.refused(trick("coordinated_action", "Sextus")) == "MR-FCT-4"


MEN = ("Titus", "Marcus", "Sextus")


def test_the_highest_bonus_is_that_of_one_source() -> None:
    """MR-GEN-6: Coup de Grace gives 2 against the prone and entangled; the rear's 1 is less."""
    enemy = man("Lucius", "laquerius", "C4", "s", conditions=["prone", "entangled"])
    fight = duel(
        man("Felix", "laquerius", "C3", "n"),
        enemy,
        FAR,
        knows=("coup_de_grace",),
        damage_bonus_stacking="highest_only",
    )
    assert fight.do(attack("Lucius"), roll(3)).one(AttackRolled).damage == 2 + 2


def test_the_least_damage_is_that_of_sweeps_and_hazards_too() -> None:
    """MR-DMG-5, -6, MR-TER-8: a 1 against full armour leaves 1 where damage is 1 at least."""
    for rule, left in (("0", 0), ("1", 1)):
        armoured = man("Caecus", "andabatus", "C4", "s")
        fight = duel(
            man("Felix", "andabatus", "C3", "n"), armoured, knows=("circle_sweep",), min_damage=rule
        )
        swept = fight.do(trick("circle_sweep"), roll(1)).one(SweepRolled)
        assert swept.hurt[0].damage == left
        burnt = duel(
            man("Caecus", "andabatus", "C4", "s"),
            FAR,
            rows=ground(row3="..*......"),
            min_damage=rule,
            hazard_reducible="yes",
        ).do(move("s"))
        assert sum(e.amount for e in burnt.all(LifeLost)) == left


def test_noxii_do_not_lock_each_other() -> None:
    """MR-REA-1, MR-SCN-9: figures of no school are no enemies of one another."""
    fight = Fight(
        school(A, *(man(f"A{n}", "gallus") for n in range(3))),
        school(B, *(man(f"B{n}", "samnite") for n in range(3))),
        scenario="slaughter_of_the_noxii",
        placed=False,
    )
    one, other = [u for u in fight.battle.units.values() if u.figure][:2]
    places = {one.id: ("C3", "n"), other.id: ("C4", "s")}
    battle = fight.battle
    for id_, (square, facing) in places.items():
        battle = changed(battle, id_, square=square, facing=facing, standing=Standing.ACTIVE)
    assert not locked(battle, battle.units[one.id])
    assert flights(battle, battle.units[one.id]) == ("C3",)
    assert facings(battle, battle.units[one.id], "C3") == ("n",)


@pytest.mark.parametrize("rule", ["no", "yes"])
def test_humanoid_folk_are_no_humans(rule: str) -> None:
    """MR-FEA-2, MR-FCT-3: fear that names humans leaves an orc alone, whatever Hunters make of him.

    Into the square beside Chosen of the Gods a human pays 2, he 1.
    """
    orc, human = man("Gorg", "orc_berserker", "C3"), man("Felix", "gallus", "C3")
    costs = []
    for one in (orc, human):
        enemy = man("Fanum", "fanatic_volturnus", "C5", "s")
        fight = Fight(school(A, one), school(B, enemy), humanoids_are_non_human=rule)
        fight = fight.knowing("Fanum", "chosen_of_the_gods").do(activate(one.guest.name))
        before = fight.points
        costs.append(before - fight.do(move("n")).points)
    assert costs == [1, 2]


# Effect movement


@pytest.mark.parametrize("rule", ["no", "yes"])
def test_moving_oneself_into_a_hazard(rule: str) -> None:
    """MR-FRC-4 follow_into_hazard: effect movement of oneself, by Light Mobility and in pursuit."""
    tricks = ("light_mobility", "courage", "will_to_live")
    rows = ground(row2="..!......")
    felix = man("Felix", "bestiarius", "C3", "n", *tricks)
    fight = duel(felix, PLAIN, rows=rows, hazard=1, follow_into_hazard=rule)
    fight = fight.do(attack("Lucius"), roll(1))
    assert ("C2" in fight.offers) is (rule == "yes")


# The hill


def test_two_schools_hold_the_hill_at_once() -> None:
    """MR-VIC-2, -4: both complete their third round at the same moment: a draw."""
    fight = Fight(
        school(A, man("Felix", "gallus", "D4")),
        school(B, man("Otho", "samnite", "E4")),
        rows=ground(row4="...^^...."),
        victory="king_of_the_hill",
    )
    for _ in range(3):
        fight = fight.do(activate("Felix"), done, activate("Otho"), done)
    ended = fight.one(BattleEnded)
    assert (ended.reason, ended.winners) == ("king_of_the_hill", ())
