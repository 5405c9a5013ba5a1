"""Chapter 16: profiles, and what the catalogue says of types, dice, abilities and equipment."""

import pytest

from domain.campaign import STORY, FoundCampaign
from domain.crew import FoundCrew, Recruit
from domain.games.mortisphere.options import House
from domain.games.mortisphere.recruiting import value
from domain.games.mortisphere.resolve import current_max
from domain.games.mortisphere.shapes import book
from tests.domain.household import Household
from tests.story import Story, clash, crew, member, respond, roll


def recruited(die: int) -> Household:
    """A crew with one survivor of this die."""
    home = Household()
    home.judge(STORY, FoundCampaign(name="The Final Age"))
    home.judge("crew-ash", FoundCrew(crew="crew-ash", name="Ash", player="Ana"))
    home.judge("crew-ash", Recruit(crew="crew-ash", name="Sura", kind="survivor", die=die))
    return home


def test_a_profile_may_be_simple() -> None:
    """MS-PRO-3: neither abilities nor equipment nor special rules are required of anybody."""
    (sura,) = recruited(6).books.crew("crew-ash").members
    assert (sura.abilities, sura.items, sura.will) == ((), (), "")


def test_a_profile_keeps_what_may_become_of_it() -> None:
    """MS-PRO-2: a newcomer's profile has room for experience, advances and injuries: none yet."""
    (sura,) = recruited(6).books.crew("crew-ash").members
    assert (sura.experience, sura.advances, tuple(sura.injuries)) == (0, 0, ())


def test_profiles_are_open_by_default() -> None:
    """MS-PRO-8: `open`; a table may agree on `hidden_until_used`, which it keeps by itself."""
    (option,) = (each for each in book().options if each.name == "profile_secrecy")
    assert House().profile_secrecy == option.default == "open"
    assert option.values == ("open", "hidden_until_used")


@pytest.mark.parametrize("die", [4, 6, 8, 10, 12, 20])
def test_a_die_stands_for_a_being_s_value(die: int) -> None:
    """MS-DIE-1, MS-INI-4: the number of its faces; damage does not change it (MS-HEA-2)."""
    (sura,) = recruited(die).books.crew("crew-ash").members
    assert value(book(), [sura]) == die


def test_a_damaged_d12_remains_a_d12() -> None:
    """MS-HEA-2, -3: it loses 1 Health, its maximum falls by 2 to 10, and its die is the same."""
    crews = crew("Ash", member("Sura", 6)), crew("Iron", member("Nine", 12))
    story = Story(*crews).do(clash("Sura > Nine"), respond("Nine"), roll(5, 3))
    nine = story["Nine"]
    assert (nine.die, nine.lost, current_max(story.battle, nine)) == (12, 1, 10)


def test_abilities_come_from_somewhere() -> None:
    """MS-ABI-1: biology, construction, origin, equipment, experience, evolution: one of each."""
    named = {"biology", "construction", "origin", "equipment", "experience", "evolution"}
    sources = {ability.source for ability in book().abilities}
    assert sources <= named


def test_abilities_break_rules_each_in_its_own_way() -> None:
    """MS-ABI-2, -3: no ability without an effect, and no two with the same."""
    effects = [ability.effects for ability in book().abilities]
    assert all(effects)
    assert len(set(effects)) == len(effects)


def test_five_families_of_equipment() -> None:
    """MS-EQP-1, -3: ancient, industrial, biological, relic and extinct things, six of each."""
    tags = [item.tag for item in book().equipment]
    assert {tag: tags.count(tag) for tag in tags} == dict.fromkeys(
        ("ancient", "industrial", "biological", "relic", "extinct"), 6
    )


def test_equipment_changes_something() -> None:
    """MS-EQP-2: every item has an effect, told in a sentence."""
    assert all(item.effects and item.text for item in book().equipment)
