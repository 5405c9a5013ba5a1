"""Recruits that a robot comes up with: anybody the catalogue knows, within what its kind allows."""

from collections.abc import Callable
from itertools import count

import pytest

from domain.games.mortisphere.after.deals import Hire, OpenAftermath
from domain.games.mortisphere.after.legal import AfterLegal
from domain.games.mortisphere.drafting import drafted
from domain.games.mortisphere.options import House
from domain.games.mortisphere.shapes import book
from tests.evening import Night
from tests.story import Story, crew, d, member, roll


def numbers(seed: int) -> Callable[[int], int]:
    """Numbers below those that are asked, from a little counter."""
    steps = count(seed)
    return lambda most: (next(steps) * 7919 + seed * 104_729) // 3 % most


def drawn(night: Night, seed: int) -> list[Hire]:
    """The recruits that would be drawn now."""
    found = AfterLegal(night.evening).drawn(numbers(seed))
    return [action for action in found if isinstance(action, Hire)]


def meeting(*ash: str) -> Story:
    """Ash against Iron in the granary."""
    return Story(
        crew("Ash", member("Oum", 10, captain=True), *d(8, *ash)), crew("Iron", *d(8, "N"))
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_draft_is_what_its_kind_allows(seed: int) -> None:
    """MS-HEA-6, MS-ABI-3, -4, MS-EQP-3: Health, abilities, items within die and type."""
    rules = book()
    one = drafted(rules, House(), numbers(seed))
    kind, die = rules.type(one.kind), rules.die(one.die)
    assert die.health <= one.health <= die.health_cap
    assert len(set(one.abilities)) == len(one.abilities) <= die.ability_slots
    for ability in map(rules.ability, one.abilities):
        assert not ability.types or kind.id in ability.types
    free = "bound-weapon" in one.abilities
    assert len(one.items) <= kind.slots + free
    assert sum(rules.item(i).tag not in kind.equipment_tags for i in one.items) <= free


def test_a_shop_draws_a_recruit_and_nothing_else_does() -> None:
    """MS-REC-4: while a crew spends; not while dice are awaited."""
    night = Night(meeting("Sura", "Vex"), "").do(OpenAftermath())
    assert night.asks == ("shop", "Ash")
    (hire,) = drawn(night, 1)
    assert hire.will == ""
    rolled = Night(
        Story(
            crew("Ash", member("Oum", 10, captain=True), member("Sura", 8, out=True)),
            crew("Iron", *d(8, "N")),
        )
    ).do(OpenAftermath())
    assert rolled.asks == ("fate", "Ash")
    assert drawn(rolled, 1) == []


def test_a_follower_is_drawn_as_a_d4() -> None:
    """Discovery 10: a d4 of any type."""
    night = Night(meeting("Sura"), "Ash").do(OpenAftermath(), roll(10))
    assert night.asks == ("follower", "Ash")
    assert {hire.profile.split()[1] for seed in range(20) for hire in drawn(night, seed)} == {"d4"}


def test_the_first_of_a_crew_founded_anew_has_a_will() -> None:
    """MS-CAP-7, -10: it needs a Captain first."""
    story = Story(
        crew("Ash", member("Oum", 10, captain=True, out=True), *d(8, "Sura")),
        crew("Iron", *d(8, "N")),
        house={"captain_loss": "refound"},
    )
    night = Night(story).do(OpenAftermath(), roll(1), roll(2))
    assert night.asks == ("shop", "Ash")
    (hire,) = drawn(night, 3)
    assert book().will(hire.will).id == hire.will
