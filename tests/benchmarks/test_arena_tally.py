"""What the robots' tally takes for a use in the arena: named on record, or worked out."""

import pytest

from benchmarks.morturi import between
from benchmarks.morturi.tally import Tally
from domain.games.morturi.battle import Fighting
from domain.games.morturi.play import evolve
from domain.games.morturi.shapes import book
from tests.arena_story import (
    Cast,
    Fight,
    activate,
    attack,
    done,
    man,
    move,
    react,
    roll,
    school,
    stance,
)

FAR = man("Otho", "samnite", "I9")
MUS = man("Mus", "samnite", "C4", "s")


def fight(one: Cast, *others: Cast, complications: tuple[str, ...] = ()) -> Fight:
    """One gladiator acts, against others."""
    story = Fight(school("Ludus", one), school("Domus", *others), complications=complications)
    return story.do(activate(one.guest.name))


def times(story: Fight, entry: str) -> int:
    """How often a story uses something."""
    tally, battle = Tally(book()), Fighting()
    for event in story.events:
        before, battle = battle, evolve(battle, event)
        tally.see(before, event, battle)
    (row,) = (row for row in tally.counts if row[1] == entry)
    return tally.counts[row]


SECUTOR = man("Felix", "secutor", "C3", "n", grade="primus_palus")
NET = man("Mus", "retarius", "C4", "s")
STANCED = man("Felix", "dimachaerus", "C3", "n", grade="primus_palus")
PALUS = man("Felix", "dimachaerus", "C3", "n", "assault_stance", "combat_mastery", "will_to_live")
LAQUERIUS = ("no_escape", "trip", "will_to_live")
HELD = man("Varro", "laquerius", "C4", "s", *LAQUERIUS)
BLIND = man("Felix", "andabatus", "C3", "n")
USED = {
    "retarius_enmity": fight(SECUTOR, NET).do(attack("Mus"), roll(5, 5)),
    "mobility_stance": fight(STANCED, FAR).do(stance("mobility_stance")),
    "stances": fight(PALUS, FAR).do(stance("assault_stance")),
    "versatile_stances": fight(STANCED, FAR).do(stance("mobility_stance", "duellist_stance")),
    "no_escape": fight(man("Felix", "gallus", "C3"), HELD).do(done),
    "blind": fight(BLIND, MUS).do(attack("Mus"), roll(5)),
    "parma": fight(man("Felix", "gallus", "C3", "n"), MUS).do(attack("Mus"), roll(5)),
    "sand": fight(BLIND, FAR).do(move("n")),
    "animal_intellect": fight(man("Ursa", "fast_beast", "C3"), FAR),
    "wounded": fight(man("Felix", "gallus", "C3", "n"), MUS).do(attack("Mus"), roll(6)),
}
NOT_USED = {
    "retarius_enmity": fight(SECUTOR, MUS).do(attack("Mus"), roll(5)),
    "versatile_stances": fight(STANCED, FAR).do(stance("mobility_stance")),
    "assault_stance": fight(STANCED, FAR).do(stance("assault_stance")),
    "no_escape": fight(man("Felix", "gallus", "A1"), HELD).do(done),
    "flames": fight(BLIND, FAR).do(move("n")),
    "wounded": fight(man("Felix", "gallus", "C3", "n"), MUS).do(attack("Mus"), roll(1)),
}


@pytest.mark.parametrize("entry", USED)
def test_what_took_effect_was_used(entry: str) -> None:
    """MR-CRE-8: a second die, a second stance, a square that one cannot leave, and the like."""
    assert times(USED[entry], entry)


@pytest.mark.parametrize("entry", NOT_USED)
def test_what_is_only_known_was_not(entry: str) -> None:
    """MR-CRE-8: the same gladiators where nothing hangs on what they know."""
    assert times(NOT_USED[entry], entry) == 0


def test_turning_to_face_in_spite_of_an_enemy() -> None:
    """MR-REA-3: Survivor's Wits lets him turn who has an enemy before him."""
    wits = man("Varro", "barbarian", "C4", "e", "survivors_wits", "aggression", "will_to_live")
    story = Fight(
        school("Ludus", man("Felix", "gallus", "C3", "n"), man("Paris", "gallus", "D4", "w")),
        school("Domus", wits),
    )
    story = story.do(activate("Felix"), attack("Varro"), react("s"))
    assert times(story, "survivors_wits") == 1


def test_everything_that_can_be_used_is_counted() -> None:
    """MR-CRE-5: 33 roles, 13 kinds of ground, 7 battles stand at 0; so do 5 resources of 7.

    Retired tricks and the one that no role can learn are not there: nobody has them.
    """
    tally, rules = Tally(book()), book()
    found = {c: sum(row[0] == c for row in tally.counts) for c, _ in tally.counts}
    wanted = {"role": 33, "terrain": 13, "battle": 7, "condition": 6, "complication": 3, "grade": 4}
    wanted["resource"] = 5
    assert {chapter: found[chapter] for chapter in wanted} == wanted
    options = [option for option in rules.options if option.works]
    assert found["option"] == sum(len(option.values) for option in options)
    assert {option.name for option in options} >= between.OPTIONS
    learned = {trick for role in rules.roles for trick in role.tricks}
    tricks = [t for t in rules.tricks if not t.retired and (t.effects or t.ways)]
    assert found["trick"] == sum(t.id in learned for t in tricks)
    assert tally.unused == list(tally.counts)
