"""Chapter 17 in play: what the factions' tricks do in a battle (MR-FCT-4)."""

from typing import Any

import pytest

from domain.games.morturi.changing import DieThrownAgain
from domain.games.morturi.dicing import SweepRolled
from domain.games.morturi.movement import StepTaken
from domain.games.morturi.repeating import ShotLost
from domain.games.morturi.standing import GladiatorMoved
from domain.games.morturi.stores import StoreChanged
from domain.games.morturi.striking import AttackRolled
from domain.games.morturi.units import Standing
from domain.terms import RuleBroken
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    done,
    man,
    move,
    no,
    react,
    roll,
    school,
    trick,
    yes,
)

A, B = "Ludus", "Domus"
FAR = man("Otho", "samnite", "I9")
PLAIN = man("Lucius", "laquerius", "C4", "s")


def duel(one: Cast, *others: Cast, knows: tuple[str, ...] = (), **house: Any) -> Fight:
    """One gladiator against others; he is acting, and knows what he is said to."""
    fight = Fight(school(A, one), school(B, *others), **house)
    return fight.knowing(one.guest.name, *knows).do(activate(one.guest.name))


def pair(one: Cast, mate: Cast, *others: Cast, knows: tuple[str, ...] = ()) -> Fight:
    """Two allies against others; the first is acting, and knows what he is said to."""
    fight = Fight(school(A, one, mate), school(B, *others))
    return fight.knowing(one.guest.name, *knows).do(activate(one.guest.name))


# The Legions


def test_coordinated_action() -> None:
    """He skips his turn and acts right after the ally he names."""
    fight = pair(
        man("Marcus", "legionnaire", "A1"),
        man("Titus", "legionnaire", "B1"),
        FAR,
        knows=("coordinated_action",),
    )
    fight = fight.do(trick("coordinated_action", "Titus"))
    assert fight.asks == ("Activate", B)
    fight = fight.do(activate("Otho"), done)
    assert fight.refused(activate("Marcus")) == "MR-RND-1"
    fight = fight.do(activate("Titus"), done)
    assert fight.asks == ("Acting", A)
    fight = fight.do(move("n"), done)
    assert (fight["Marcus"].square, fight.battle.round) == ("A2", 2)


def test_command_training() -> None:
    """4 MP: an ally of the Legions within 6 squares makes a free attack; no officer does."""
    fight = pair(
        man("Optio", "optio", "A1"),
        man("Titus", "legionnaire", "C3"),
        PLAIN,
        knows=("command_training",),
    )
    fight = fight.do(trick("command_training", "Titus", against="Lucius"), roll(4))
    assert (fight.points, fight["Lucius"].now) == (0, 4)
    assert fight.one(AttackRolled).attacker.name == "Titus"
    far = pair(
        man("Optio", "optio", "I9"),
        man("Titus", "legionnaire", "C3"),
        PLAIN,
        knows=("command_training",),
    )
    assert far.refused(trick("command_training", "Titus", against="Lucius")) == "MR-CRE-8"


def test_discretion_over_valour() -> None:
    """+1 MP, but he ends his turn farther from every enemy than he began."""
    fight = duel(man("Fundi", "funditores", "C3"), PLAIN, knows=("discretion_over_valour",)).do(
        trick("discretion_over_valour")
    )
    assert fight.points == 6
    assert fight.refused(done) == "MR-FCT-4"
    assert fight.do(move("s"), done).asks == ("Activate", B)


def test_formation_and_training() -> None:
    """Formation Fighting +1 with two allies beside; Military Training +1 for 4 MP."""
    fight = Fight(
        school(
            A,
            man("Marcus", "legionnaire", "C3"),
            man("Titus", "legionnaire", "B3"),
            man("Gaius", "legionnaire", "D3"),
        ),
        school(B, PLAIN),
    )
    fight = fight.knowing("Marcus", "formation_fighting", "military_training")
    fight = fight.do(activate("Marcus"), trick("military_training"), attack("Lucius"), roll(4))
    assert fight.one(AttackRolled).damage == 4 + 1 + 1
    assert fight.do(done)["Marcus"].boosts == ()


def test_fling_dart_and_shield_tactics() -> None:
    """Fling Dart: range 3, 4+, 1 damage; Shield Tactics: no shot at him beside one who knows it."""
    one = man("Marcus", "legionnaire", "C1", "n", "fling_dart", "combat_control", "will_to_live")
    fight = duel(one, PLAIN).do(attack("Lucius", way="fling_dart"), roll(4))
    assert fight["Lucius"].now == 7
    guarded = Fight(
        school(A, one), school(B, PLAIN, man("Piso", "legionnaire", "D4", "s"))
    ).knowing("Lucius", "shield_tactics")
    guarded = guarded.knowing("Piso", "shield_tactics").do(activate("Marcus"))
    assert guarded.refused(attack("Lucius", way="fling_dart")) == "MR-CON-1"


def test_the_sling() -> None:
    """Sling: as Archery, 2+ for 2 at range 4."""
    fight = duel(man("Fundi", "funditores", "C1"), PLAIN)
    fight = fight.do(trick("sling"), attack("Lucius"), roll(2))
    assert fight.one(AttackRolled).damage == 2


# The Temple


def test_augury() -> None:
    """A final blow gives a point; in his school's turn it has a die thrown again, which stands."""
    weak = man("Lucius", "laquerius", "C4", "s", lost=7)
    fight = pair(
        man("Fanum", "fanatic_volturnus", "C3"),
        man("Paris", "gallus", "H9"),
        weak,
        FAR,
        knows=("augury_of_spilt_blood",),
    )
    fight = fight.do(done, activate("Lucius"), done, activate("Paris"), done, activate("Otho"))
    fight = fight.do(done, activate("Fanum"), attack("Lucius"), roll(2))
    assert fight.one(StoreChanged).now == 1
    fight = fight.do(done, activate("Otho"), done, activate("Paris"), attack("Otho"))
    fight = fight.do(react(), roll(1))
    assert fight.offers == ["augury_of_spilt_blood"]
    assert fight.do(no()).one(AttackRolled).natural == 1
    again = fight.do(yes(), roll(4))
    assert again.one(DieThrownAgain).before == 1
    assert again.one(AttackRolled).natural == 4
    assert again["Fanum"].store("augury") == 0


def test_battle_prayer() -> None:
    """No move and no attack in the first turn of a battle."""
    fight = duel(man("Fanum", "fanatic_volturnus", "C3"), PLAIN)
    assert fight.refused(move("s")) == "MR-RND-7"
    assert fight.refused(attack("Lucius")) == "MR-CON-1"


def test_fear_of_the_chosen() -> None:
    """Chosen of the Gods: enemy humans pay 1 more; a Samnite of a cult ignores fear."""
    chosen = man("Fanum", "fanatic_martialis", "C4", "s")
    fight = Fight(
        school(A, man("Otho", "samnite", "C2"), man("Deus", "fanatic_volturnus", "A1")),
        school(B, chosen),
    ).knowing("Fanum", "chosen_of_the_gods")
    assert fight.do(activate("Otho"), move("n")).one(StepTaken).cost == 2
    cult = fight.knowing("Deus", "samnite_cult").do(activate("Otho"), move("n"))
    assert cult.one(StepTaken).cost == 1


def test_eye_of_fear() -> None:
    """Instead of an attack: an adjacent opponent is moved straight away; not the fearless."""
    fight = duel(man("Fanum", "fanatic_dialis", "C3"), PLAIN, knows=("eye_of_fear",))
    moved = fight.do(trick("eye_of_fear", "Lucius"))
    assert moved["Lucius"].square == "C5"
    assert moved.refused(attack("Lucius")) in ("MR-ATK-1", "MR-ATK-2")
    brave = man("Mus", "bestiarius", "C4", "s", "courage", "confidence", "will_to_live")
    fearless = duel(man("Fanum", "fanatic_dialis", "C3"), brave, knows=("eye_of_fear",))
    assert fearless.refused(trick("eye_of_fear", "Mus")) == "MR-FEA-1"


def test_samnite_superstition() -> None:
    """Enemy Samnites may not attack him."""
    fight = Fight(
        school(A, man("Otho", "samnite", "C3")), school(B, man("Fanum", "fanatic_dialis", "C4"))
    ).knowing("Fanum", "samnite_superstition")
    assert fight.do(activate("Otho")).refused(attack("Fanum")) == "MR-CON-1"


def test_inspirations() -> None:
    """Mars: adjacent allied humans do 1 more in melee; Jupiter: within 2 squares."""
    for knows, square, damage in (
        ("inspiration_of_mars", "B3", 3),
        ("inspiration_of_mars", "B2", 2),
        ("inspiration_of_jupiter", "B2", 3),
    ):
        fight = Fight(
            school(A, man("Felix", "gallus", "C3"), man("Fanum", "fanatic_dialis", square)),
            school(B, PLAIN),
        ).knowing("Fanum", knows)
        fight = fight.do(activate("Felix"), attack("Lucius"), roll(2))
        assert fight.one(AttackRolled).damage == damage


# Dwarves and orcs


def test_enmity_between_dwarves_and_orcs() -> None:
    """Orc Enmity: the higher of two dice against orcs; Dwarf Enmity cancels it."""
    dwarf, orc = man("Durin", "dwarf_ironclad", "C3"), man("Gruk", "orc_berserker", "C4", "s")
    fight = duel(dwarf, orc, knows=("orc_enmity",)).do(attack("Gruk"), roll(2, 6))
    assert fight.one(AttackRolled).natural == 6
    both = Fight(school(A, dwarf), school(B, orc)).knowing("Durin", "orc_enmity")
    both = both.knowing("Gruk", "dwarf_enmity").do(activate("Durin"), attack("Gruk"))
    assert len(both.awaited.dice) == 1  # type: ignore[union-attr]  # a Throw


def test_hammer_and_persistence() -> None:
    """Hammer Rhythm: an attack for 2 MP; Dwarvish Persistence: push and follow for 2."""
    dwarf = man("Durin", "dwarf_axe", "C3")
    fight = duel(dwarf, PLAIN, knows=("hammer_rhythm",)).do(trick("hammer_rhythm", "Lucius"))
    assert fight.points == 1
    pushing = duel(dwarf, PLAIN, FAR, knows=("dwarvish_persistence",))
    pushing = pushing.do(trick("dwarvish_persistence", "Lucius"))
    assert pushing.at("Lucius", "Durin") == ["C5 s", "C4 n"]
    assert len(pushing.all(GladiatorMoved)) == 2


def test_orcish_might() -> None:
    """Berserk Fury +1 wounded, Orcish Strength +1 on the first melee attack of a turn only."""
    orc = man("Gruk", "orc_berserker", "C3", "n", lost=1)
    fight = duel(
        orc,
        man("Gaius", "murmillo", "C4", "n"),
        knows=("berserk_fury", "orcish_strength"),
        attacks_per_turn="2",
    )
    first = fight.do(attack("Gaius"), react(), roll(4))
    assert first.one(AttackRolled).damage == 0
    second = first.do(attack("Gaius"), react(), roll(5))
    assert second.one(AttackRolled).damage == 5 + 1 + 1
    hit = fight.do(attack("Gaius"), react(), roll(5))
    assert hit.one(AttackRolled).damage == 5 + 1 + 1 + 1


def test_blood_frenzy_and_aggression() -> None:
    """Each killing blow +1 melee damage for the battle; a 6 allows another attack."""
    weak = man("Lucius", "laquerius", "C4", "s", lost=7)
    orc = man("Gruk", "orc_berserker", "C3")
    fight = duel(orc, weak, FAR, knows=("blood_frenzy",)).do(attack("Lucius"), roll(5))
    assert [(b.id, b.amount) for b in fight["Gruk"].boosts] == [("blood_frenzy", 1)]
    again = duel(orc, man("Gaius", "hoplomachus", "C4", "w"), knows=("orcish_aggression",))
    again = again.do(attack("Gaius"), react(), roll(6))
    assert again.offers == ["orcish_aggression"]


# Elves


def test_fae_magic() -> None:
    """One trick of fae magic a turn; two with mastery."""
    elf = man("Lith", "elf_moonspear", "C3")
    knows = ("changing_moon_mastery", "eclipse_defence_pattern", "cunning_of_the_new_moon")
    fight = duel(elf, PLAIN, FAR, knows=knows).do(trick("changing_moon_mastery"))
    assert fight.refused(trick("eclipse_defence_pattern")) == "MR-STA-1"
    assert len(fight.do(attack("Lucius")).awaited.dice) == 2  # type: ignore[union-attr]  # a Throw
    both = duel(elf, PLAIN, FAR, knows=(*knows, "fae_mastery"))
    both = both.do(trick("changing_moon_mastery"), trick("eclipse_defence_pattern"))
    assert both.refused(trick("cunning_of_the_new_moon", "Lucius")) == "MR-STA-1"


def test_eclipse_lasts_until_his_next_turn() -> None:
    """Eclipse Defence Pattern: 3 or less misses him until his next turn."""
    elf = man("Lith", "elf_moonspear", "C3", "n")
    fight = duel(elf, PLAIN, knows=("eclipse_defence_pattern",))
    fight = fight.do(trick("eclipse_defence_pattern"), done, activate("Lucius"), attack("Lith"))
    missed = fight.do(roll(3))
    assert missed.one(AttackRolled).decided[0].id == "eclipse_defence_pattern"
    later = missed.do(done, activate("Lith"))
    assert later["Lith"].readied == ()


def test_cunning_attacks_now() -> None:
    """Cunning of the New Moon: for 1 MP the turn's attack is made in the movement phase."""
    elf = man("Lith", "elf_moonspear", "C3", "n")
    fight = duel(elf, PLAIN, knows=("cunning_of_the_new_moon",))
    fight = fight.do(trick("cunning_of_the_new_moon", "Lucius"), roll(4), move("s"))
    assert fight["Lith"].square == "C2"
    assert fight.refused(attack("Lucius")) == "MR-ATK-1"


def test_fury_pushes() -> None:
    """Fury of the Full Moon: once ready, a melee hit pushes the enemy back one square."""
    elf = man("Lith", "elf_moonspear", "C3", "n")
    fight = duel(elf, PLAIN, FAR, knows=("fury_of_the_full_moon",))
    fight = fight.do(trick("fury_of_the_full_moon"), attack("Lucius"), roll(4))
    assert fight.at("Lucius", "Lith") == ["C5 s", "C3 n"]


# Arcane


def pyro(*others: Cast, **house: Any) -> Fight:
    """A Pyromancer with 4 Arcane Energy, paid for with life points."""
    tricks = ("arcane_sacrifice", "avatar_of_destruction", "blade_of_flame", "firestorm")
    one = man(
        "Ignis", "pyromancer", "C3", "n", *tricks, "immolate", "incandescence", "will_to_live"
    )
    fight = Fight(school(A, one), school(B, *others), **house).do(activate("Ignis"))
    return fight.do(trick("arcane_sacrifice", amount=4))


def test_sacrifice_and_gathering() -> None:
    """Arcane Sacrifice: up to 4 life points for as much energy; Gather Energy: 4 MP, 2+."""
    fight = pyro(FAR)
    assert (fight["Ignis"].now, fight["Ignis"].store("arcane_energy")) == (4, 4)
    assert fight.refused(trick("arcane_sacrifice", amount=1)) == "MR-CRE-8"
    one = man("Ignis", "pyromancer", "C3")
    for face, energy in ((1, 0), (2, 1)):
        gathered = duel(one, FAR).do(trick("gather_energy"), roll(face))
        assert gathered["Ignis"].store("arcane_energy") == energy


def test_spells() -> None:
    """Blade of Flame 10 damage in melee; Immolate 6 at range 3; Emberbolt 4 at range 6."""
    blade = pyro(PLAIN, FAR).do(attack("Lucius", way="blade_of_flame"), roll(4))
    assert blade["Lucius"].standing is Standing.OUT
    assert blade["Ignis"].store("arcane_energy") == 4
    away = man("Lucius", "laquerius", "C6", "s")
    immolate = pyro(away, FAR).do(attack("Lucius", way="immolate"), roll(2))
    assert (immolate["Lucius"].now, immolate["Ignis"].store("arcane_energy")) == (2, 1)
    bolt = pyro(man("Lucius", "laquerius", "C9", "s"), FAR).do(
        attack("Lucius", way="emberbolt"), roll(4)
    )
    assert (bolt["Lucius"].now, bolt["Ignis"].store("arcane_energy")) == (4, 3)
    assert bolt.refused(attack("Lucius", way="emberbolt")) == "MR-ATK-1"
    poor = duel(man("Ignis", "pyromancer", "C3"), PLAIN)
    with pytest.raises(RuleBroken, match="costs 1 arcane energy"):
        poor.when(attack("Lucius", way="emberbolt"))
    assert poor.refused(attack("Lucius")) == "MR-CRE-8"


def test_one_spell_in_a_turn_even_with_two_attacks() -> None:
    """MR-FCT-4 Spellcasting: one spell per turn, though attacks_per_turn allows two attacks."""
    cast = pyro(PLAIN, attacks_per_turn="2").do(attack("Lucius", way="emberbolt"), roll(3))
    assert cast.refused(attack("Lucius", way="immolate")) == "MR-STA-1"
    assert cast.refused(attack("Lucius", way="emberbolt")) == "MR-STA-1"
    assert cast.refused(trick("incandescence", at="C4, C5")) == "MR-STA-1"
    burst = pyro(PLAIN, attacks_per_turn="2").do(trick("incandescence", at="C4, C5"), roll(1))
    assert burst.refused(attack("Lucius", way="emberbolt")) == "MR-STA-1"


def test_firestorm() -> None:
    """Hole 41: four shots, each asks; one at somebody who is out already is lost."""
    weak = man("Lucius", "laquerius", "C6", "s", lost=7)
    fight = pyro(weak, man("Mus", "gallus", "E3", "w")).do(
        attack("Lucius", "Lucius", "Mus", way="firestorm")
    )
    fight = fight.do(roll(2))
    assert fight.one(ShotLost).target.name == "Lucius"
    assert fight.asks == ("Throw", A)
    fight = fight.do(roll(3))
    assert fight["Mus"].now == 6 - 1
    assert fight.asks == ("Acting", A)


def test_incandescence() -> None:
    """MR-DMG-7: a square beside him and one beside that; a die each, which nothing changes."""
    armour = man("Caecus", "andabatus", "C4", "n")
    fight = pyro(armour, man("Lucius", "laquerius", "C5"), FAR)
    assert fight.refused(trick("incandescence", at="C5, C6")) == "MR-DMG-7"
    fight = fight.do(trick("incandescence", at="C4, C5"), roll(3, 2))
    assert [h.damage for h in fight.one(SweepRolled).hurt] == [3, 2]
    assert fight["Ignis"].store("arcane_energy") == 2
    assert fight.refused(trick("incandescence", at="C4, C5")) == "MR-ATK-1"


@pytest.mark.parametrize(("rule", "damage"), [("no", 2), ("yes", 3)])
def test_humanoids(rule: str, damage: int) -> None:
    """MR-FCT-3 humanoids_are_non_human: whether Hunter counts against orcs."""
    orc = man("Gruk", "orc_berserker", "C4", "s")
    fight = duel(man("Felix", "bestiarius", "C3"), orc, humanoids_are_non_human=rule)
    assert fight.do(attack("Gruk"), roll(2)).one(AttackRolled).damage == damage
