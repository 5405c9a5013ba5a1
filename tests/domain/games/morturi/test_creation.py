"""Section 2: gladiators by role, grade and tricks."""

import pytest

from domain.games.morturi.creation import (
    Profile,
    budget,
    chosen,
    is_a,
    learnable,
    number_of_tricks,
    price,
    profile,
    roles,
)
from domain.games.morturi.options import House
from domain.games.morturi.shapes import book
from domain.house import Setting
from domain.terms import RuleBroken

RULES = book()
PLAIN = House()


def tricks(role: str, grade: str, *wanted: str, house: House = PLAIN) -> tuple[str, ...]:
    """The tricks of a new gladiator."""
    return chosen(RULES, house, RULES.role(role), RULES.grade(grade), wanted)


def gladiator(role: str, grade: str, *wanted: str, house: House = PLAIN) -> Profile:
    """A new gladiator's profile."""
    known = tricks(role, grade, *wanted, house=house)
    return profile(RULES, house, RULES.role(role), RULES.grade(grade), known)


def test_grades_have_their_prices() -> None:
    """MR-CRE-1, MR-AUC-1, -2: 250, 500, 1000, 2000; in a campaign a Servus costs 100."""
    pickup = House(game_mode="pickup")
    assert [price(pickup, grade) for grade in RULES.grades] == [250, 500, 1000, 2000]
    assert [price(PLAIN, grade) for grade in RULES.grades] == [100, 500, 1000, 2000]
    assert [grade.sold for grade in RULES.grades] == ["fixed", "auction", "auction", "auction"]


def test_grades_have_their_tricks() -> None:
    """MR-CRE-2: none, none, three of seven, all seven."""
    role = RULES.role("bestiarius")
    assert len(role.tricks) == 7
    assert [number_of_tricks(PLAIN, role, grade) for grade in RULES.grades] == [0, 0, 3, 7]
    assert tricks("bestiarius", "novicius") == ()
    assert tricks("bestiarius", "primus_palus") == role.tricks
    assert tricks("gallus", "palus", "trip", "Execute", "tumble") == ("execute", "trip", "tumble")


@pytest.mark.parametrize(
    ("grade", "wanted", "sentence"),
    [
        ("palus", ("trip", "execute"), "a Palus has 3 tricks, not 2"),
        ("palus", (), "a Palus has 3 tricks, not 0"),
        ("palus", ("trip", "trip", "execute"), "Trip is learned once"),
        ("palus", ("trip", "execute", "courage"), "a Gallus cannot learn Courage"),
        ("novicius", ("trip",), "a Novicius has no tricks, not 1"),
        ("primus_palus", ("trip", "execute"), "a Primus Palus has 7 tricks, not 2"),
    ],
)
def test_a_gladiator_has_the_tricks_of_his_grade(
    grade: str, wanted: tuple[str, ...], sentence: str
) -> None:
    """MR-CRE-2: exactly as many as his grade has, of his role's, each once."""
    with pytest.raises(RuleBroken, match=f"MR-CRE-2.*{sentence}"):
        tricks("gallus", grade, *wanted)


def test_the_class_fixes_the_roles() -> None:
    """MR-CRE-3, -5: Light has six beside the Servus, Medium eight, Heavy five."""
    names = {w.id: [r.name for r in roles(RULES, PLAIN, w.id, "palus")] for w in RULES.classes}
    assert names == {
        "light": [
            *("Bestiarius", "Fast Beast", "Gallus", "Laquerius", "Praegenarius", "Sagitarius"),
        ],
        "medium": [
            *("Barbarian", "Dimachaerus", "Murmillo", "Peltast"),
            *("Provocator", "Retarius", "Secutor", "Thracian"),
        ],
        "heavy": ["Andabatus", "Bustuarius", "Hoplomachus", "Large Beast", "Samnite"],
    }


def test_a_servus_is_a_servus() -> None:
    """MR-CRE-4: always Light with that role, which no other grade has."""
    assert [role.id for role in roles(RULES, PLAIN, "light", "servus")] == ["servus"]
    assert not roles(RULES, PLAIN, "heavy", "servus")
    with pytest.raises(RuleBroken, match=r"MR-CRE-4.*a Servus cannot be a Gallus"):
        tricks("gallus", "servus")
    with pytest.raises(RuleBroken, match=r"MR-CRE-4.*a Palus cannot be a Servus"):
        tricks("servus", "palus")


def test_a_profile_is_move_attacks_life_rules_and_tricks() -> None:
    """MR-CRE-6, -7: the Secutor of the table: Move 4, 4+/4, 8 life points, Scutum."""
    secutor = gladiator("secutor", "palus", "agility", "combat_control", "will_to_live")
    assert (secutor.move, secutor.life, secutor.weight) == (4, 8, "medium")
    assert secutor.melee
    assert (secutor.melee.to_hit, secutor.melee.damage) == (4, 4)
    assert secutor.parts == (
        ("special", "scutum"),
        ("trick", "agility"),
        ("trick", "combat_control"),
        ("trick", "will_to_live"),
    )
    assert secutor.proposed == ()


def test_an_unknown_profile_has_its_class_pattern_and_says_so() -> None:
    """MR-CRE-7: the Hoplomachus: Move 3, 5+/5, Parma, all of it proposed."""
    he = gladiator("hoplomachus", "palus", "toe_to_toe", "stand_firm", "will_to_live")
    assert he.melee
    assert (he.move, he.melee.to_hit, he.melee.damage, he.specials) == (3, 5, 5, ("parma",))
    assert he.proposed == ("move", "life", "weapons", "specials")


@pytest.mark.parametrize("value", ["disable_role", "user_supplied"])
def test_an_unknown_profile_may_be_left_out(value: str) -> None:
    """MR-CRE-7: ten roles are not played then; the Servus and nine are, the Gallus among them."""
    house = House.of([Setting("unknown_profiles", value)])
    left = [role.id for w in RULES.classes for role in roles(RULES, house, w.id, "palus")]
    assert len(left) == 9
    assert "gallus" in left
    with pytest.raises(RuleBroken, match=r"MR-CRE-7.*the profile of the Thracian was not found"):
        tricks("thracian", "novicius", house=house)


def test_only_known_tricks_are_learned_by_house_rule() -> None:
    """MR-CRE-8: a Palus picks min(3, known), a Primus Palus has all that are known."""
    house = House(unknown_tricks="only_known")
    assert learnable(house, RULES.role("large_beast")) == (
        *("determination", "killer_instinct", "will_to_live"),
    )
    assert len(tricks("large_beast", "palus", house=house)) == 3
    assert len(tricks("samnite", "primus_palus", house=house)) == 5
    assert tricks("retarius", "palus", house=house) == ("secutor_enmity",)
    assert tricks("thracian", "palus", house=house) == ()
    with pytest.raises(RuleBroken, match=r"MR-CRE-2.*a Samnite cannot learn Stand Firm"):
        tricks("samnite", "palus", "stand_firm", "relentless", "will_to_live", house=house)


def test_a_proposed_trick_says_so() -> None:
    """MR-CRE-8: Throw Net is nobody's but ours, Toe to Toe known but not as the Samnite's."""
    net = gladiator("retarius", "palus", "throw_net", "secutor_enmity", "will_to_live")
    assert {"throw_net", "will_to_live"} <= set(net.proposed)
    assert "secutor_enmity" not in net.proposed
    samnite = gladiator("samnite", "palus", "relentless", "toe_to_toe", "will_to_live")
    assert samnite.proposed == ("toe_to_toe",)


def test_a_trick_may_take_a_rule_away() -> None:
    """MR-GEN-5: with Tactical Movement a Barbarian is no longer Undisciplined."""
    assert gladiator("barbarian", "novicius").specials == ("undisciplined",)
    tamed = gladiator("barbarian", "palus", "tactical_movement", "courage", "will_to_live")
    assert tamed.specials == ()


def test_what_a_gladiator_is() -> None:
    """MR-FEA-2, MR-FCT-3: beasts are not human; folk count as non-human by house rule only."""
    beast, servus = gladiator("fast_beast", "novicius"), gladiator("servus", "servus")
    assert not is_a(beast, RULES, "human")
    assert is_a(beast, RULES, "non_human")
    assert is_a(servus, RULES, "human")
    for value, counts in (("no", False), ("yes", True)):
        house = House.of([Setting("humanoids_are_non_human", value)])
        orc = gladiator("orc_berserker", "novicius", house=house)
        assert is_a(orc, RULES, "orcs")
        assert not is_a(orc, RULES, "human")
        assert is_a(orc, RULES, "non_human") is counts


def test_an_andabatus_is_always_blinded() -> None:
    """MR-CON-7: a condition that comes with him; his armour is a rule of his."""
    he = gladiator("andabatus", "novicius")
    assert he.conditions == ("blinded",)
    assert "fully_armoured" in he.specials


def test_ways_of_attacking_come_from_tricks_too() -> None:
    """MR-ATK-10, MR-RNG-2: knife and bow of the Sagitarius, and his Long Shot."""
    he = gladiator("sagitarius", "palus", "long_shot", "eagle_eye", "will_to_live")
    assert [(way.id, way.needs) for way in he.weapons] == [
        ("knife", ""),
        ("bow", "archery"),
        ("long_shot", "archery"),
    ]
    assert he.weapons[2].range == 0


def test_schools_begin_with_a_budget() -> None:
    """MR-CRE-10, MR-CAM-1: 10000 in a campaign, 5000 in a pick-up game unless agreed otherwise."""
    assert budget(RULES, PLAIN) == 10000
    assert budget(RULES, House(game_mode="pickup")) == 5000
    assert budget(RULES, House(game_mode="pickup", pickup_budget="7500")) == 7500
