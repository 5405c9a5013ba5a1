"""Which effects are there at a moment, under which house rules."""

from domain.games.morturi.carrying import parts_at, way_at
from domain.games.morturi.creation import profile
from domain.games.morturi.options import House
from domain.games.morturi.shapes import book
from domain.house import Setting
from domain.terms import Who

RULES, PLAIN = book(), House()
EDITION = RULES.edition


def test_a_profile_carries_its_rules_and_tricks_in_order() -> None:
    """MR-ATK-6, -7: at the outcome, Warrior Discipline and nothing else."""
    parts = (("special", "scutum"), ("trick", "agility"), ("trick", "warrior_discipline"))
    (found,) = parts_at(EDITION, PLAIN, parts, "attack.outcome")
    assert found.source == Who("warrior_discipline.1", "Warrior Discipline")
    assert (found.effect.op, found.family) == ("miss", "trick")
    (armour,) = parts_at(EDITION, PLAIN, parts, "attack.damage")
    assert (armour.entry, armour.tags) == ("scutum", ("armour", "shield"))


def test_house_rules_are_settled() -> None:
    """MR-OOA-2: by default an odd die heals as much; by the older text 4 or more heals 1."""
    parts = (("trick", "determination"),)
    (newest,) = parts_at(EDITION, PLAIN, parts, "life.zero")
    assert (newest.effect.roll, newest.effect.word) == (1, "rolled")
    assert [one.name for one in newest.effect.when] == ["natural_odd"]
    older = House(edition_determination="four_plus")
    (found,) = parts_at(EDITION, older, parts, "life.zero")
    assert (found.source.id, found.effect.roll, found.effect.value) == ("determination.2", 4, 1)
    assert found.effect.when == ()


def test_conditions_and_terrain_carry_effects_too() -> None:
    """MR-CON-6, MR-TER-3: an entangled one may struggle for 3 MP; difficult ground costs 1 more."""
    (free,) = parts_at(EDITION, PLAIN, (("condition", "entangled"),), "move.action")
    assert (free.effect.op, free.effect.word, free.effect.price) == ("condition", "remove", 3)
    (slow,) = parts_at(EDITION, PLAIN, (("terrain", "difficult"),), "move.enter")
    assert slow.effect.value == 1


def test_a_way_of_attacking_carries_what_a_hit_does() -> None:
    """MR-ATK-10: a Trip that hits knocks its target prone."""
    (trip,) = RULES.trick("trip").ways
    (found,) = way_at(PLAIN, trip, "attack.hit")
    assert (found.effect.what, found.effect.to) == ("prone", "other")
    assert way_at(PLAIN, trip, "attack.damage") == ()


def test_a_way_of_another_edition_is_not_there() -> None:
    """MR-CRD-8: the Humiliating Strike hits as his weapon does; by the reference sheet on a 6."""
    for edition, to_hit in (("role_page", 0), ("reference_sheet", 6)):
        house = House.of([Setting("edition_praegenarius", edition)])
        role, grade = RULES.role("praegenarius"), RULES.grade("palus")
        he = profile(RULES, house, role, grade, ("humiliating_strike",))
        assert [way.to_hit for way in he.weapons if way.replaces] == [to_hit]
