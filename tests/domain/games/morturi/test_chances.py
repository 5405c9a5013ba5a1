"""In which ways dice may come in the arena: by hand, and every throw decided (MR-ATK-3, -8)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from domain.games.morturi.odds import ODDS, gladiator, settled
from domain.games.morturi.shapes import EDITIONS, book
from domain.games.morturi.waiting import Throw
from domain.odds import Ways
from tests.arena_story import (
    Fight,
    activate,
    attack,
    change,
    choose,
    man,
    roll,
    ruling,
    school,
    stance,
    trick,
)

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


def test_a_last_die() -> None:
    """MR-OOA-2: at exactly 0 an odd roll keeps him standing: three of six."""
    tricks = ("determination", "endurance", "takedown")
    brutus = man("Brutus", "hoplomachus", "C4", "s", *tricks, lost=6)
    far = man("Otho", "samnite", "I9")
    fight = Fight(school(A, man("Felix", "gallus", "C3")), school(B, brutus, far))
    fight = fight.do(activate("Felix"), attack("Brutus"), roll(4))
    assert found(fight).codes == {"stands": Fraction(1, 2), "falls": Fraction(1, 2)}


def test_a_trick_that_throws_a_die() -> None:
    """MR-CON-6 by option: on 3 or more the net falls off: four of six."""
    caught = man("Felix", "gallus", "C3", "n", conditions=["entangled"])
    far = man("Otho", "samnite", "I9")
    fight = Fight(school(A, caught), school(B, far), entangle_escape="d6_3plus_at_turn_start")
    fight = fight.do(activate("Felix"))
    assert found(fight).codes == {"works": Fraction(4, 6), "fails": Fraction(2, 6)}


def test_a_lot_for_the_first_place() -> None:
    """MR-PRI-1: of two that are level each is drawn first as often; nothing on the sand changes."""
    one, other = man("Felix", "gallus"), man("Paris", "gallus")
    fight = Fight(school(A, one), school(B, other), placed=False)
    assert found(fight).codes == dict.fromkeys((fight.ids[A], fight.ids[B]), Fraction(1, 2))
    assert found(fight).idle


def test_no_dice_or_too_many() -> None:
    """None are awaited; a sweep at four who may each lose 1 to 6 comes in more ways than count."""
    assert ODDS.ways(duel("Felix", "gallus").battle) is None
    around = (man(f"L{n}", "laquerius", at) for n, at in enumerate(("C4", "D3", "B3", "C2")))
    fight = Fight(school(A, man("Caecus", "andabatus", "C3", "n", *SWEEP)), school(B, *around))
    assert ODDS.ways(fight.do(activate("Caecus"), trick("circle_sweep")).battle) is None


def test_whose_a_die_is() -> None:
    """A gladiator's; a lot is nobody's."""
    fight = duel("Felix", "gallus")
    assert ODDS.who(fight.battle, fight.ids["Felix"]).name == "Felix"
    assert ODDS.who(fight.battle, "").name == ""
    assert not ODDS.again(fight.battle)


def test_what_a_gladiator_is_worth() -> None:
    """Half of his life points for standing, half of those he has left; nothing at 0."""
    fight = Fight(
        school(A, man("Felix", "gallus", "C3", lost=3)),
        school(B, man("Mus", "gallus", "H9", lost=8)),
    )
    assert gladiator(fight["Felix"]) == Fraction(8 + 5, 2)
    assert gladiator(fight["Mus"]) == 0
    two = school(A, man("Felix", "gallus", "C3"), man("Paris", "gallus", "C5"))
    out = Fight(two, school(B, PLAIN)).do(ruling("he limps out", change("Felix", "out")))
    assert ODDS.worth(out.battle)[out.ids[A]] == 8


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


def _mean(fight: Fight, throws: list[tuple[Fraction, tuple[int, ...]]]) -> dict[str, Fraction]:
    """What each school has on the sand after these throws, weighted with their chances."""
    found: dict[str, Fraction] = {}
    for chance, faces in throws:
        now = settled(fight.do(roll(*faces)).battle)
        for school_, worth in ODDS.worth(now).items():
            found[school_] = found.get(school_, Fraction(0)) + chance * worth
    return found


@pytest.mark.parametrize("whose", ["Felix", "Lucius"])
def test_faces_that_are_alike_do_the_same(whose: str) -> None:
    """Whatever trick is known: of the throws of one way, one stands for all of them."""
    for trick_ in sorted(one.id for one in book(EDITIONS[-1]).tricks):
        fight = duel("Felix", "gallus").knowing(whose, trick_).do(attack("Lucius"))
        waiting = fight.awaited
        if not isinstance(waiting, Throw):
            continue  # the target may react
        every = list(product(range(1, 7), repeat=len(waiting.dice)))
        ways = [(way.chance, tuple(x[-1] for x in way.shows)) for way in found(fight).each]
        throws = [(Fraction(1, len(every)), faces) for faces in every]
        assert _mean(fight, ways) == _mean(fight, throws), trick_


def test_faces_are_told_apart_where_something_looks_at_them() -> None:
    """Two ways, a miss and a hit; a third where a trick does something on a natural 6."""
    assert len(found(duel("Felix", "gallus").do(attack("Lucius"))).each) == 2
    keen = duel("Felix", "gallus").knowing("Felix", "takedown").do(attack("Lucius"))
    assert len(found(keen).each) == 3
