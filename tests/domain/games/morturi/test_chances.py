"""In which ways dice may come in the arena: by hand, and every throw decided (MR-ATK-3, -8)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from domain.games.morturi.odds import ODDS, gladiator, settled
from domain.games.morturi.waiting import Throw
from domain.odds import Ways
from tests.arena_story import Fight, activate, attack, choose, man, roll, school, stance, trick

A, B = "Ludus", "Domus"
PLAIN = man("Lucius", "laquerius", "C4", "s")
DUELLIST = ("duellist_stance", "assault_stance", "will_to_live")
SPEAR = ("accurate_throw", "eagle_eye", "will_to_live")
SWEEP = ("circle_sweep", "superb_hearing", "will_to_live")


def found(fight: Fight) -> Ways:
    """The ways of the dice that a fight awaits."""
    counted = ODDS.ways(fight.battle)
    assert counted is not None
    assert sum(way.chance for way in counted.each) == 1
    return counted


def duel(name: str, role: str, *tricks: str) -> Fight:
    """A gladiator beside a plain one; he is acting."""
    one = man(name, role, "C3", "n", *tricks)
    return Fight(school(A, one), school(B, PLAIN)).do(activate(name))


def test_one_die() -> None:
    """MR-ATK-3: 2 or more hits: five of six."""
    assert found(duel("Felix", "gallus").do(attack("Lucius"))).codes == {
        "miss": Fraction(1, 6),
        "hit": Fraction(5, 6),
    }


def test_two_dice_of_which_the_higher_counts() -> None:
    """MR-ATK-8: whoever chooses is taken to choose the higher: at 4+ both must be 3 or less."""
    fight = duel("Nepos", "dimachaerus", *DUELLIST).do(stance("duellist_stance"), attack("Lucius"))
    assert found(fight).chance("miss") == Fraction(9, 36)
    assert found(fight).came(((1,), (4,))) == "hit"
    lying = fight.do(roll(2, 5))
    assert settled(lying.battle).units[lying.ids["Lucius"]].lost == 4
    assert lying.do(choose("5")).battle == settled(lying.battle)


def test_a_face_that_hits_by_itself() -> None:
    """Accurate Throw: at 4+ a natural 3 hits too: four of six."""
    one, far = man("Pelta", "peltast", "C1", "n", *SPEAR), PLAIN
    fight = Fight(school(A, one), school(B, far)).do(activate("Pelta"))
    fight = fight.do(attack("Lucius", way="thrown_spear"))
    assert found(fight).chance("hit") == Fraction(4, 6)


def test_a_sweep() -> None:
    """MR-DMG-6: who has 3 life points left falls by 3 or more, four of six; both by 16 of 36."""
    fight = Fight(
        school(A, man("Caecus", "andabatus", "C3", "n", *SWEEP)),
        school(
            B, man("Lucius", "laquerius", "C4", lost=5), man("Titus", "laquerius", "D3", lost=5)
        ),
    ).do(activate("Caecus"), trick("circle_sweep"))
    assert fight["Lucius"].now == 3
    assert found(fight).codes == {
        "fells 0": Fraction(4, 36),
        "fells 1": Fraction(16, 36),
        "fells 2": Fraction(16, 36),
    }


def test_what_a_gladiator_is_worth() -> None:
    """Half of his life points for standing, half of those he has left; nothing at 0."""
    fight = Fight(
        school(A, man("Felix", "gallus", "C3", lost=3)),
        school(B, man("Mus", "gallus", "H9", lost=8)),
    )
    assert gladiator(fight["Felix"]) == Fraction(8 + 5, 2)
    assert gladiator(fight["Mus"]) == 0


@pytest.mark.parametrize("name", ["one", "two", "spear"])
def test_every_throw_decided(name: str) -> None:
    """Of all throws, each judged by the game, so many hit; `came` knows each."""
    two = duel("Nepos", "dimachaerus", *DUELLIST).do(stance("duellist_stance"))
    spear = Fight(school(A, man("Pelta", "peltast", "C1", "n", *SPEAR)), school(B, PLAIN))
    fight = {
        "one": duel("Felix", "gallus").do(attack("Lucius")),
        "two": two.do(attack("Lucius")),
        "spear": spear.do(activate("Pelta"), attack("Lucius", way="thrown_spear")),
    }[name]
    waiting = fight.awaited
    assert isinstance(waiting, Throw)
    seen: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=len(waiting.dice)):
        now = settled(fight.do(roll(*faces)).battle)
        code = "hit" if now.attack is None and now.units[fight.ids["Lucius"]].lost else "miss"
        assert found(fight).came(tuple((face,) for face in faces)) == code
        seen[code] += 1
    assert found(fight).codes == {code: Fraction(n, seen.total()) for code, n in seen.items()}
