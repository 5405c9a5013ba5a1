"""Chapter 5 in play: attacks, reactions, dice, damage, and what follows a hit."""

from typing import Any

import pytest

from domain.games.morturi.attacking import AttackDeclared
from domain.games.morturi.changing import DieSettled
from domain.games.morturi.dicing import SweepRolled
from domain.games.morturi.following import AttackEnded
from domain.games.morturi.keen import keen
from domain.games.morturi.legal import Legal
from domain.games.morturi.showing import ask
from domain.games.morturi.standing import (
    ConditionGained,
    ConditionPrevented,
    EffectCancelled,
    GladiatorMoved,
    GladiatorTurned,
)
from domain.games.morturi.striking import AttackDiceThrown, AttackRolled
from domain.games.morturi.units import Standing
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    choose,
    done,
    man,
    move,
    no,
    react,
    roll,
    school,
    stance,
    trick,
    yes,
)

A, B = "Ludus", "Domus"
PLAIN = man("Lucius", "laquerius", "C4", "s")
"""A Novicius with no shield, no trick and no armour."""


def duel(one: Cast, *others: Cast, **house: Any) -> Fight:
    """One gladiator against others; he is acting."""
    return Fight(school(A, one), school(B, *others), **house).do(activate(one.guest.name))


def hit(fight: Fight) -> tuple[bool, int]:
    """Whether the attack hit, and for how much."""
    rolled = fight.one(AttackRolled)
    return rolled.hit, rolled.damage


# Who attacks whom


def test_one_attack_a_turn() -> None:
    """MR-ATK-1: one attack in the attack phase; attacks_per_turn = 2 allows another."""
    one = man("Felix", "gallus", "C3")
    fight = duel(one, PLAIN).do(attack("Lucius"), roll(1))
    assert fight.refused(attack("Lucius")) == "MR-ATK-1"
    twice = duel(one, PLAIN, attacks_per_turn="2").do(attack("Lucius"), roll(1))
    assert twice.do(attack("Lucius"), roll(1)).refused(attack("Lucius")) == "MR-ATK-1"


def test_the_target_stands_in_front_of_him() -> None:
    """MR-ATK-2, MR-MOV-8: only beside him; he turns to his target by himself, for nothing."""
    one = man("Felix", "gallus", "C3", "s")
    fight = duel(one, PLAIN, man("Otho", "samnite", "F3"))
    assert fight.refused(attack("Otho")) == "MR-ATK-2"
    fight = fight.do(attack("Lucius"))
    assert fight.one(GladiatorTurned).facing == "n"
    assert fight.one(AttackDeclared).way.id == "light_weapon"


def test_allies_are_not_attacked() -> None:
    """MR-ATK-12: only enemies are."""
    fight = Fight(
        school(A, man("Felix", "gallus", "C3"), man("Paris", "gallus", "C2")), school(B, PLAIN)
    )
    assert fight.do(activate("Felix")).refused(attack("Paris")) == "MR-ATK-12"


def test_a_seven_cannot_be_rolled() -> None:
    """MR-ATK-4: a 6 is no automatic hit."""
    blind = man("Sextus", "samnite", "C3", "n", conditions=["blinded"])
    fight = duel(blind, PLAIN).do(attack("Lucius"), roll(6))
    assert (fight.one(AttackRolled).number, hit(fight)) == (7, (False, 0))


@pytest.mark.parametrize(("rule", "number", "hits"), [("2", 2, False), ("1", 1, True)])
def test_the_floor_of_the_target_number(rule: str, number: int, hits: bool) -> None:  # noqa: FBT001  a row
    """MR-ATK-5: 2 at least, so that a 1 misses; min_tn = 1 lets it hit."""
    rows = ("a" * 9, *("." * 9,) * 5, "..+......", "." * 9, "b" * 9)
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, PLAIN), rows=rows, min_tn=rule)
    fight = fight.do(activate("Felix")).knowing("Felix", "fight_from_high")
    rolled = fight.do(attack("Lucius"), roll(1)).one(AttackRolled)
    assert (rolled.number, rolled.hit) == (number, hits)


def test_height_helps() -> None:
    """MR-TER-1, MR-ATK-6, MR-DMG-2: from higher ground 4+ becomes 2+, and 1 more damage."""
    tricks = ("fight_from_high", "combat_control", "will_to_live")
    rows = ("a" * 9, *("." * 9,) * 5, "..+......", "." * 9, "b" * 9)
    one = man("Pelta", "peltast", "C3", "n", *tricks)
    fight = Fight(school(A, one), school(B, PLAIN), rows=rows)
    fight = fight.do(activate("Pelta"), attack("Lucius"), roll(2))
    rolled = fight.one(AttackRolled)
    assert (rolled.number, rolled.damage) == (2, 5)
    assert [(p.source.id, p.amount) for p in rolled.damage_by] == [("raised", 1)]


# Reactions


def test_a_reaction_is_declined() -> None:
    """MR-REA-1: turning is optional; from behind it is then 1 more."""
    fight = duel(man("Felix", "gallus", "C3"), man("Lucius", "laquerius", "C4", "n"))
    fight = fight.do(attack("Lucius"))
    assert fight.asks == ("React", B)
    assert fight.refused(react("w")) == "MR-REA-2"
    assert hit(fight.do(react(), roll(2))) == (True, 3)


def test_what_hits_is_said_before_the_die_falls() -> None:
    """MR-ATK-4: gladius 2+, his Parma 1 more from the front; from the side he has no use of it."""
    for facing, need in (
        ("s", "3+ hits (Parma +1), from the front"),
        ("e", "2+ hits, from the flank"),
    ):
        fight = duel(man("Felix", "gallus", "C3"), man("Otho", "samnite", "C4", facing))
        fight = fight.do(attack("Otho"))
        fight = fight.do(react()) if fight.asks == ("React", B) else fight
        question = ask(fight.battle)["question"]
        assert (question["rule"], question["text"]) == ("MR-ATK-4", need)


@pytest.mark.parametrize(
    ("target", "at", "turns"),
    [
        (man("Otho", "samnite", "C4", "s"), "D4", "e"),  # Parma to the front: 3+ in place of 2+
        (man("Lucius", "laquerius", "C4", "n"), "C3", "s"),  # from behind it is 1 more
        (man("Lucius", "laquerius", "C4", "s"), "D4", ""),  # from the side it is all the same
    ],
)
def test_who_plays_by_himself_turns_where_it_helps(target: Cast, at: str, turns: str) -> None:
    """MR-REA-5: always, when it lowers the damage that is to be expected; else he stays."""
    fight = duel(man("Felix", "gallus", at), target).do(attack(target.guest.name))
    assert fight.asks == ("React", B)
    assert keen(fight.battle, Legal(fight.battle).simple()) == [react(turns)]


@pytest.mark.parametrize(("rule", "asked"), [("none", "React"), ("1_per_round", "Throw")])
def test_once_a_round(rule: str, asked: str) -> None:
    """MR-REA-1 ttf_limit: any number of times, or once a round."""
    light = ("light_mobility", "courage", "will_to_live")
    cast = man("Felix", "bestiarius", "C3", "n", *light), man("Paris", "gallus", "B4")
    target = man("Lucius", "laquerius", "C4", "e"), man("Otho", "samnite", "I9")
    fight = Fight(school(A, *cast), school(B, *target), ttf_limit=rule)
    fight = fight.do(activate("Felix"), attack("Lucius"), react("s"), roll(1), choose("C2"), done)
    fight = fight.do(activate("Otho"), done, activate("Paris"), attack("Lucius"))
    assert fight.asks[0] == asked


def test_a_prone_enemy_locks_or_not() -> None:
    """MR-REA-4 prone_enemy_locks: a prone enemy before him locks; by option he does not."""
    for rule, asked in (("yes", "Throw"), ("no", "React")):
        fight = Fight(
            school(
                A,
                man("Felix", "gallus", "C3"),
                man("Paris", "gallus", "C5", "s", conditions=["prone"]),
            ),
            school(B, man("Lucius", "laquerius", "C4", "n")),
            prone_enemy_locks=rule,
        )
        assert fight.do(activate("Felix"), attack("Lucius")).asks[0] == asked


def test_who_lies_does_not_turn() -> None:
    """MR-REA-4, MR-CON-1: a prone gladiator cannot turn, and is hit as from the rear."""
    target = man("Lucius", "laquerius", "C4", "s", conditions=["prone"])
    fight = duel(man("Felix", "gallus", "C3"), target).do(attack("Lucius"))
    assert fight.asks == ("Throw", A)
    assert hit(fight.do(roll(2))) == (True, 3)


def test_wits_lift_the_lock() -> None:
    """MR-REA-3: Survivor's Wits turns with an enemy before him."""
    tricks = ("survivors_wits", "courage", "will_to_live")
    fight = Fight(
        school(A, man("Felix", "gallus", "C3"), man("Paris", "gallus", "C5", "s")),
        school(B, man("Mus", "bestiarius", "C4", "n", *tricks)),
    )
    assert fight.do(activate("Felix"), attack("Mus")).asks == ("React", B)


# Dice


def test_duellist_chooses_his_die() -> None:
    """MR-ATK-8: two dice, of which his owner chooses; equal ones need no choice."""
    tricks = ("duellist_stance", "assault_stance", "will_to_live")
    fight = duel(man("Nepos", "dimachaerus", "C3", "n", *tricks), PLAIN)
    fight = fight.do(stance("duellist_stance"), attack("Lucius"), roll(2, 5))
    assert fight.one(AttackDiceThrown).faces == (2, 5)
    assert fight.offers == ["2", "5"]
    fight = fight.do(choose("5"))
    assert fight.one(DieSettled).natural == 5
    assert hit(fight) == (True, 4)


def test_enmity_takes_the_higher_die_and_cancels_out() -> None:
    """MR-ATK-8: against a Retarius the higher; his own Enmity cancels it: one die."""
    tricks = ("retarius_enmity", "combat_control", "will_to_live")
    one = man("Varro", "secutor", "C3", "n", *tricks)
    fight = duel(one, man("Piscis", "retarius", "C4", "s")).do(attack("Piscis"))
    assert len(fight.awaited.dice) == 2  # type: ignore[union-attr]  # a Throw
    assert fight.do(roll(2, 5)).one(AttackRolled).natural == 5
    enmity = ("secutor_enmity", "throw_net", "will_to_live")
    both = duel(one, man("Piscis", "retarius", "C4", "s", *enmity)).do(attack("Piscis"))
    assert len(both.awaited.dice) == 1  # type: ignore[union-attr]  # a Throw
    back = duel(man("Piscis", "retarius", "C3"), man("Varro", "secutor", "C4", "s", *tricks))
    assert back.do(attack("Varro"), roll(2, 5)).one(AttackRolled).natural == 2


def test_accurate_throw() -> None:
    """Accurate Throw: a natural 3 of a thrown spear (4+) does 3 damage instead of missing."""
    tricks = ("accurate_throw", "eagle_eye", "will_to_live")
    one, far = man("Pelta", "peltast", "C1", "n", *tricks), man("Lucius", "laquerius", "C4", "s")
    fight = duel(one, far).do(attack("Lucius", way="thrown_spear"), roll(3))
    assert hit(fight) == (True, 3)
    assert hit(duel(one, far).do(attack("Lucius", way="thrown_spear"), roll(2))) == (False, 0)


@pytest.mark.parametrize(("face", "hits", "damage"), [(1, False, 0), (2, True, 2), (6, True, 2)])
def test_a_die_hits_from_its_number_on(face: int, hits: bool, damage: int) -> None:  # noqa: FBT001  a row
    """MR-ATK-3: "roll 2+ to deal 2": a natural 2 or more hits, 1 misses."""
    fight = duel(man("Felix", "gallus", "C3"), PLAIN).do(attack("Lucius"), roll(face))
    assert fight.one(AttackRolled).number == 2
    assert hit(fight) == (hits, damage)
    assert fight["Lucius"].now == 8 - damage


# Ways that replace an attack


def test_trip_and_stand() -> None:
    """MR-ATK-10, MR-CON-1: Trip hits on 4+ for nothing, and the target lies."""
    tricks = ("trip", "sand_toss", "will_to_live")
    fight = duel(man("Felix", "gallus", "C3", "n", *tricks), PLAIN)
    fight = fight.do(attack("Lucius", way="trip"), roll(4))
    assert hit(fight) == (True, 0)
    assert fight.one(ConditionGained).condition == "prone"
    by_trick = duel(man("Felix", "gallus", "C3", "n", *tricks), PLAIN).do(trick("trip", "Lucius"))
    assert by_trick.one(AttackDeclared).way.id == "trip"


def test_tumble() -> None:
    """Tumble: he is not knocked down, and may move a square."""
    tricks = ("shield_slam", "relentless", "will_to_live")
    agile = man("Felix", "gallus", "C4", "s", "tumble", "trip", "will_to_live")
    fight = duel(man("Otho", "samnite", "C3", "n", *tricks), agile)
    fight = fight.do(attack("Felix", way="shield_slam"), roll(5))
    assert fight.one(ConditionPrevented).trick.id == "tumble"
    assert (fight.asks, fight.offers) == (("Pick", B), ["B4", "C5", "D4"])
    assert fight.do(choose("B4")).at("Felix") == ["B4 s"]
    assert fight.do(no()).at("Felix") == ["C4 s"]


def test_sand_toss_only_at_one_who_faces_him() -> None:
    """Sand Toss: only on an opponent facing him; it blinds."""
    tricks = ("trip", "sand_toss", "will_to_live")
    one = man("Felix", "gallus", "C3", "n", *tricks)
    away = duel(one, man("Lucius", "laquerius", "C4", "w"))
    assert away.refused(attack("Lucius", way="sand_toss")) == "MR-ATK-10"
    fight = duel(one, PLAIN).do(attack("Lucius", way="sand_toss"), roll(4))
    assert fight["Lucius"].under("blinded")


def test_shield_slam_by_toe_to_toe() -> None:
    """MR-ATK-10 replace_extra_attacks: any melee attack is replaced, or the phase's own."""
    tricks = ("toe_to_toe", "shield_slam", "will_to_live")
    one = man("Otho", "samnite", "C3", "n", *tricks)
    fight = duel(one, PLAIN).do(trick("toe_to_toe", "Lucius", way="shield_slam"), roll(4))
    assert fight["Lucius"].under("prone")
    only = duel(one, PLAIN, replace_extra_attacks="attack_phase_only")
    assert only.refused(trick("toe_to_toe", "Lucius", way="shield_slam")) == "MR-ATK-10"


def test_one_bought_attack_by_option() -> None:
    """MR-ATK-11 mp_attacks_per_turn: any number may be bought while MP last, or one."""
    one = man("Brutus", "hoplomachus", "C3", "n", "toe_to_toe", "relentless", "will_to_live")
    fight = duel(one, PLAIN, mp_attacks_per_turn="1").do(trick("toe_to_toe", "Lucius"), roll(1))
    assert fight.refused(trick("toe_to_toe", "Lucius")) == "MR-ATK-11"


def test_come_here() -> None:
    """MR-FRC-6, MR-RNG: the target is put on a square of his choice beside him, facing him."""
    tricks = ("come_here", "execute", "coup_de_grace")
    one = man("Laq", "laquerius", "C3", "n", *tricks)
    fight = duel(one, man("Otho", "samnite", "C6", "s"))
    asked = fight.do(attack("Otho", way="come_here"), roll(4))
    assert asked.offers == ["B3", "C2", "C4", "D3"]
    assert asked.do(choose("D3")).at("Otho") == ["D3 w"]
    said = fight.do(attack("Otho", way="come_here", at="B3"), roll(4))
    assert said.at("Otho") == ["B3 e"]
    assert fight.refused(attack("Otho", at="B3")) == "MR-FRC-6"


def test_a_pull_without_a_square() -> None:
    """MR-FRC-6: if no square is free the pull is cancelled; the target is turned all the same."""
    tricks = ("come_here", "execute", "coup_de_grace")
    one = man("Laq", "laquerius", "A1", "n", *tricks)
    crowd = man("Gaius", "samnite", "A2", "s"), man("Titus", "samnite", "B1", "n")
    fight = duel(one, man("Otho", "samnite", "C2", "n"), *crowd, gladiators_block_los="none")
    fight = fight.do(attack("Otho", way="come_here"))
    if fight.asks[0] == "React":
        fight = fight.do(react())
    fight = fight.do(roll(4))
    assert fight.one(EffectCancelled).does == "pull"
    assert fight["Otho"].facing in ("w", "s")


def test_a_pull_that_needs_a_path() -> None:
    """MR-FRC-6 pull_needs_path: by option a path of free squares leads there."""
    tricks = ("come_here", "execute", "coup_de_grace")
    one = man("Laq", "laquerius", "C3", "n", *tricks)
    rows = ("a" * 9, "." * 9, "." * 9, "." * 9, "XX.XXXXXX", "." * 9, "." * 9, "." * 9, "b" * 9)
    other = man("Otho", "samnite", "C6", "s")
    block = man("Gaius", "samnite", "C5", "s")
    cast = school(A, one), school(B, other, block)
    for rule, moved in (("no", True), ("yes", False)):
        fight = Fight(*cast, rows=rows, pull_needs_path=rule, gladiators_block_los="none")
        fight = fight.do(activate("Laq"), attack("Otho", way="come_here"), roll(4))
        assert (fight.asks[0] == "Pick") is moved


def test_humiliating_strike() -> None:
    """MR-CRD-8: hits as his weapon for nothing and pleases the crowd; the sheet needs 6+."""
    tricks = ("humiliating_strike", "performance", "will_to_live")
    one = man("Mimus", "praegenarius", "C3", "n", *tricks)
    fight = duel(one, PLAIN).do(attack("Lucius", way="humiliating_strike"), roll(2))
    assert (hit(fight), fight.favour(A)) == ((True, 0), [1])
    sheet = duel(one, PLAIN, edition_praegenarius="reference_sheet")
    sheet = sheet.do(attack("Lucius", way="humiliating_strike"), roll(5))
    assert (sheet.one(AttackRolled).number, sheet.favour(A)) == (6, [0])


# Damage


def test_damage_is_added_up_and_taken_from_life() -> None:
    """MR-DMG-1: base 2, Execute on a 6 +3, a Scutum to the front -1: 4 of 8 life points go."""
    one = man("Felix", "gallus", "C3", "n", "execute", "trip", "will_to_live")
    fight = duel(one, man("Varro", "secutor", "C4", "s")).do(attack("Varro"), roll(6))
    rolled = fight.one(AttackRolled)
    assert [(part.source.id, part.amount) for part in rolled.damage_by] == [
        ("execute", 3),
        ("scutum", -1),
    ]
    assert (rolled.damage, fight["Varro"].now) == (2 + 3 - 1, 4)


def test_what_is_a_damaging_attack() -> None:
    """MR-ATK-13: one whose base damage is above 0: Execute adds 3 to a blow, nothing to a Trip."""
    one = man("Felix", "gallus", "C3", "n", "execute", "trip", "will_to_live")
    fight = duel(one, PLAIN, zero_damage_attacks_gain_bonus="yes")
    assert hit(fight.do(attack("Lucius"), roll(6))) == (True, 2 + 3)
    assert hit(fight.do(attack("Lucius", way="trip"), roll(6))) == (True, 0)


def test_reductions_and_what_ignores_them() -> None:
    """MR-DMG-4: full armour against every attack; Eagle Eye ignores armour on shots."""
    armour = man("Caecus", "andabatus", "C4", "s")
    assert hit(duel(man("Felix", "gallus", "C3"), armour).do(attack("Caecus"), roll(2))) == (
        True,
        1,
    )
    tricks = ("eagle_eye", "range_increase", "will_to_live")
    for given, damage in ((tricks, 3), ((), 2)):
        archer = man("Paris", "sagitarius", "C1", "n", *given)
        fight = duel(archer, armour).do(trick("archery"), attack("Caecus"), roll(3))
        assert hit(fight) == (True, damage)


def test_toughness_and_target_weak_spot() -> None:
    """MR-DMG-2, -4: Hunter +1 against a beast, toughness -1; Target Weak Spot ignores that."""
    beast = man("Ursus", "large_beast", "C4", "s")
    assert hit(duel(man("Felix", "bestiarius", "C3"), beast).do(attack("Ursus"), roll(2))) == (
        True,
        2,
    )
    tricks = ("target_weak_spot", "slayer", "confidence")
    one = man("Felix", "bestiarius", "C3", "n", *tricks)
    assert hit(duel(one, beast).do(attack("Ursus"), roll(2))) == (True, 2 + 1 + 1 + 1)


def test_the_highest_bonus_only() -> None:
    """MR-GEN-6 damage_bonus_stacking: of all bonuses only the highest counts."""
    beast = man("Ursus", "large_beast", "C4", "s")
    one = man("Felix", "bestiarius", "C3", "n", "target_weak_spot", "slayer", "confidence")
    fight = duel(one, beast, damage_bonus_stacking="highest_only").do(attack("Ursus"), roll(2))
    assert hit(fight) == (True, 3)


@pytest.mark.parametrize(("rule", "damage"), [("0", 0), ("1", 1)])
def test_the_least_damage(rule: str, damage: int) -> None:
    """MR-DMG-5: a Praegenarius' 1 against a Scutum is 0; min_damage = 1 leaves 1."""
    fight = duel(
        man("Mimus", "praegenarius", "C3"), man("Varro", "secutor", "C4", "s"), min_damage=rule
    )
    assert hit(fight.do(attack("Varro"), roll(2))) == (True, damage)


@pytest.mark.parametrize(("rule", "damage"), [("no", 0), ("yes", 1)])
def test_an_attack_without_damage_gains_none(rule: str, damage: int) -> None:
    """MR-DMG-3 zero_damage_attacks_gain_bonus: from behind a Trip does nothing, or 1."""
    tricks = ("trip", "sand_toss", "will_to_live")
    fight = duel(
        man("Felix", "gallus", "C3", "n", *tricks),
        man("Lucius", "laquerius", "C4", "n"),
        zero_damage_attacks_gain_bonus=rule,
    )
    assert hit(fight.do(attack("Lucius", way="trip"), react(), roll(4))) == (True, damage)


@pytest.mark.parametrize(("facing", "damage"), [("w", 3), ("n", 4), ("s", 2)])
def test_older_facing_bonuses(facing: str, damage: int) -> None:
    """MR-FAC-2 edition_facing_bonus = 1_2: flank +1, rear +2."""
    fight = duel(
        man("Felix", "gallus", "C3"),
        man("Lucius", "laquerius", "C4", facing),
        edition_facing_bonus="1_2",
    ).do(attack("Lucius"))
    if fight.asks[0] == "React":
        fight = fight.do(react())
    assert hit(fight.do(roll(2))) == (True, damage)


def test_confidence_until_first_wounded() -> None:
    """MR-DMG-9: +1 until he is wounded, and never again even if he is healed."""
    tricks = ("confidence", "courage", "will_to_live")
    assert hit(
        duel(man("Felix", "bestiarius", "C3", "n", *tricks), PLAIN).do(attack("Lucius"), roll(2))
    ) == (True, 3)
    hurt = man("Felix", "bestiarius", "C3", "n", *tricks, lost=1)
    assert hit(duel(hurt, PLAIN).do(attack("Lucius"), roll(2))) == (True, 2)


def test_killer_instinct_aggression_last_stand() -> None:
    """MR-DMG-2: +1 against the wounded; +1 with two enemies beside; +1 as the last one."""
    tricks = ("aggression", "last_stand", "courage")
    one = man("Brennus", "barbarian", "C3", "n", *tricks)
    wounded = man("Lucius", "laquerius", "C4", "s", lost=1)
    fight = duel(one, wounded, man("Otho", "samnite", "D3", "w")).do(attack("Lucius"), roll(5))
    assert hit(fight) == (True, 5 + 1 + 1)
    beast = man("Leo", "fast_beast", "C3", "n", "killer_instinct", "no_escape", "will_to_live")
    assert hit(duel(beast, wounded).do(attack("Lucius"), roll(2))) == (True, 3)


# Pushes, follow-ups, sweeps


def test_juggernaught_may_push() -> None:
    """Juggernaught: on any melee hit, if he likes, one square back and after him."""
    tricks = ("juggernaught", "relentless", "will_to_live")
    fight = duel(man("Otho", "samnite", "C3", "n", *tricks), PLAIN).do(attack("Lucius"), roll(5))
    assert fight.offers == ["juggernaught"]
    pushed = fight.do(yes())
    assert pushed.at("Lucius", "Otho") == ["C5 s", "C4 n"]
    assert len(pushed.all(GladiatorMoved)) == 2
    assert fight.do(no("Otho: juggernaught")).at("Lucius", "Otho") == ["C4 s", "C3 n"]
    blocked = duel(man("Otho", "samnite", "C3", "n", *tricks), PLAIN, man("Gaius", "samnite", "C5"))
    assert blocked.do(attack("Lucius"), roll(5)).asks == ("Acting", A)


def test_assault_stance_of_the_seed() -> None:
    """MR-STA-4 edition_assault_stance = any_attack: a miss pushes as well."""
    tricks = ("assault_stance", "combat_mastery", "will_to_live")
    one = man("Nepos", "dimachaerus", "C3", "n", *tricks)
    for rule, square in (("damaging_hit", "C4"), ("any_attack", "C5")):
        fight = duel(one, PLAIN, edition_assault_stance=rule)
        fight = fight.do(stance("assault_stance"), attack("Lucius"), roll(1))
        assert fight["Lucius"].square == square


def test_stand_firm_and_entangled_are_not_pushed() -> None:
    """MR-FRC-5: Stand Firm, and by default entanglement, cancel a push; neither moves."""
    tricks = ("assault_stance", "combat_mastery", "will_to_live")
    one = man("Nepos", "dimachaerus", "C3", "n", *tricks)
    firm = man("Brutus", "hoplomachus", "C4", "s", "stand_firm", "toe_to_toe", "will_to_live")
    fight = duel(one, firm).do(stance("assault_stance"), attack("Brutus"), roll(6))
    assert fight.one(EffectCancelled).reason == "Stand Firm"
    caught = man("Lucius", "laquerius", "C4", "s", conditions=["entangled"])
    for rule, square in (("yes", "C4"), ("no", "C5")):
        fight = duel(one, caught, entangled_blocks_forced_move=rule)
        fight = fight.do(stance("assault_stance"), attack("Lucius"), roll(4))
        assert fight["Lucius"].square == square


def test_a_push_against_the_edge() -> None:
    """MR-FRC-7: against the arena's edge it is illegal, hence cancelled."""
    tricks = ("assault_stance", "combat_mastery", "will_to_live")
    one = man("Nepos", "dimachaerus", "C8", "n", *tricks)
    fight = duel(one, man("Lucius", "laquerius", "C9", "s"))
    fight = fight.do(stance("assault_stance"), attack("Lucius"), roll(4))
    assert fight.at("Lucius", "Nepos") == ["C9 s", "C8 n"]


def test_takedown() -> None:
    """Takedown: a melee hit on a 6 also knocks him down, after the attack."""
    tricks = ("takedown", "endurance", "will_to_live")
    fight = duel(man("Brutus", "hoplomachus", "C3", "n", *tricks), PLAIN).do(attack("Lucius"))
    assert fight.do(roll(6))["Lucius"].under("prone")
    assert not fight.do(roll(5))["Lucius"].under("prone")


def test_melee_focus_goes_on() -> None:
    """MR-ATK-14: each hit allows one more attack on the same target; it may trigger again."""
    tricks = ("melee_focus", "superb_hearing", "will_to_live")
    one = man("Caecus", "andabatus", "C3", "n", *tricks)
    plain = duel(one, PLAIN).do(attack("Lucius"), roll(6))
    assert (plain["Lucius"].now, plain.offers) == (3, ["melee_focus"])
    again = plain.do(yes("Caecus: melee_focus"), roll(1))
    assert (again.asks, again["Lucius"].now) == (("Acting", A), 3)
    assert plain.do(no("Caecus: melee_focus")).asks == ("Acting", A)
    missed = duel(one, PLAIN).do(attack("Lucius"), roll(5))
    assert missed.asks == ("Acting", A)


def test_melee_focus_once() -> None:
    """MR-ATK-14 melee_focus_chain = once: the follow-up triggers no other."""
    tricks = ("melee_focus", "superb_hearing", "will_to_live")
    tough = man("Gaius", "murmillo", "C4", "s")
    for rule, asked in (("repeat", "Confirm"), ("once", "Acting")):
        fight = duel(man("Caecus", "andabatus", "C3", "n", *tricks), tough, melee_focus_chain=rule)
        fight = fight.do(attack("Gaius"), roll(6), yes(), roll(6))
        expected = "Nothing" if fight["Gaius"].standing is Standing.OUT else asked
        assert fight.asks[0] == expected


def test_circle_sweep() -> None:
    """MR-DMG-6: a die for everybody beside him, friend or foe, less armour."""
    tricks = ("circle_sweep", "superb_hearing", "will_to_live")
    fight = Fight(
        school(A, man("Caecus", "andabatus", "C3", "n", *tricks), man("Paris", "gallus", "C2")),
        school(B, man("Lucius", "laquerius", "C4", "n"), man("Sextus", "andabatus", "D3")),
    )
    fight = fight.do(activate("Caecus"), trick("circle_sweep"), roll(2, 3, 4))
    assert [(h.gladiator.name, h.damage) for h in fight.one(SweepRolled).hurt] == [
        ("Paris", 2),
        ("Lucius", 3),
        ("Sextus", 3),
    ]
    assert fight.points == 0
    plain = Fight(
        school(A, man("Caecus", "andabatus", "C3", "n", *tricks)),
        school(B, man("Sextus", "andabatus", "D3")),
        circle_sweep_modified="no",
    ).do(activate("Caecus"), trick("circle_sweep"), roll(4))
    assert plain["Sextus"].now == 4


def test_sweeping_nobody() -> None:
    """MR-DMG-6: there must be somebody beside him."""
    tricks = ("circle_sweep", "superb_hearing", "will_to_live")
    fight = duel(man("Caecus", "andabatus", "C3", "n", *tricks), man("Otho", "samnite", "I9"))
    assert fight.refused(trick("circle_sweep")) == "MR-DMG-6"


def test_charging_spear() -> None:
    """Charging Spear: in place of the turn, up to 6 squares straight, then a melee attack."""
    tricks = ("charging_spear", "shield_slam", "will_to_live")
    one = man("Otho", "samnite", "C1", "e", *tricks)
    fight = duel(one, man("Lucius", "laquerius", "C8", "s"))
    charged = fight.do(trick("charging_spear", "Lucius", way="shield_slam"), roll(4))
    assert charged.at("Otho") == ["C7 n"]
    assert charged["Lucius"].under("prone")
    assert charged.refused(move("s")) == "MR-MOV-7"
    assert charged.refused(attack("Lucius")) == "MR-ATK-1"
    assert (
        duel(one, man("Lucius", "laquerius", "C9", "s")).refused(trick("charging_spear", "Lucius"))
        == "MR-MOV-2"
    )
    barred = duel(one, man("Lucius", "laquerius", "C8", "s"), man("Gaius", "gallus", "C4"))
    assert barred.refused(trick("charging_spear", "Lucius")) == "MR-MOV-2"
    assert fight.do(move("n")).refused(trick("charging_spear", "Lucius")) == "MR-RND-7"


def test_light_mobility_after_a_miss() -> None:
    """MR-ATK-9, MR-BEH-5: after any attack, even of a beast that must stay."""
    tricks = ("light_mobility", "no_escape", "will_to_live")
    fight = duel(man("Leo", "fast_beast", "C3", "n", *tricks), PLAIN).do(attack("Lucius"), roll(1))
    assert fight.offers == ["B3", "C2", "D3"]
    assert not fight.all(AttackEnded)
    fight = fight.do(choose("C2"))
    assert fight.one(AttackEnded).attacker.name == "Leo"
    assert fight.at("Leo") == ["C2 n"]
