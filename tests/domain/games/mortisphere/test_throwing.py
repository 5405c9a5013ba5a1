"""Chapter 8, the dice as they fall: on the table or sealed (`dice.md`, MS-EVT-4).

The faces are those of the vectors: with the seed 000102…1f, d6 d10 d20 show 6 3 1, then 5 10 1,
then 1 5 19.
"""

import msgspec
import pytest

from domain import dice
from domain.games.mortisphere import play
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.throwing import AnnounceRoll, Roll, RollRepeated
from domain.terms import RuleBroken
from domain.throwing import Source
from tests.story import Story, clash, crew, d, member, respond, roll

SEED = bytes(range(32)).hex()
ASH = crew("Ash", *d(6, "a1", "a2", "a3"), member("look", 4))
SEALED = Story(ASH, crew("Iron", member("big", 10), member("on", 4)), seed=SEED)
THREE = SEALED.do(clash("a1, a2, a3 > big"), respond("big"))
TABLE = Story(ASH, crew("Iron", member("big", 10), member("on", 4)))
TABLE = TABLE.do(clash("a1, a2, a3 > big"), respond("big"))


def faces(story: Story) -> list[int]:
    """The natural faces of the newest pairing."""
    return [die.natural for die in story.one(ClashFought).dice]


def test_sealed_dice_show_the_vectors() -> None:
    """`dice.md`: one pairing is one roll, each at the next place."""
    first = THREE.do(THREE.thrown())
    second = first.do(first.thrown())
    third = second.do(second.thrown())
    assert [faces(story) for story in (first, second, third)] == [[6, 3], [5, 10], [1, 5]]
    assert [s.one(ClashFought).place for s in (first, second, third)] == [1, 2, 3]
    # 6 beats 3: maximum 8; 5 against a capped 8; 1 against 5
    assert (third["big"].lost, third["a2"].lost, third["a3"].lost) == (1, 1, 1)


def test_all_at_once_is_one_roll() -> None:
    """`dice.md`, MS-MUL-6 `simultaneous`: all pairings of the Clash are one roll at one place."""
    house = {"pairing_resolution": "simultaneous"}
    story = Story(ASH, crew("Iron", *d(10, "x", "y")), seed=SEED, house=house)
    story = story.do(clash("a1 > x", "a2 > y"), respond("x, y"))
    assert len(story.dice) == 4
    done = story.do(story.thrown())
    assert {f.place for f in done.all(ClashFought)} == {1}
    assert [d.natural for d in done.all(ClashFought)[0].dice] == [6, 3]
    assert done.battle.seal.places == 1


def test_a_re_roll_is_a_roll_of_its_own() -> None:
    """`dice.md`, MS-DMG-6 `reroll`: the 10 of roll 2 is above 8: it falls again at place 3."""
    house = {"lost_health_cap": "reroll"}
    iron = crew("Iron", member("big", 10), member("on", 4))
    story = Story(ASH, iron, seed=SEED, house=house).do(clash("a1, a2 > big"), respond("big"))
    story = story.do(story.thrown())
    again = story.do(story.thrown())
    assert (again.one(RollRepeated).place, again.dice) == (2, [("big", 10)])
    done = again.do(again.thrown())
    while not done.all(ClashFought):
        done = done.do(done.thrown())
    die = done.one(ClashFought).dice[1]
    assert (die.before[0], die.natural <= 8, done.one(ClashFought).place >= 3) == (10, True, True)


def test_nobody_types_a_sealed_face() -> None:
    """MS-EVT-4: the program rolls, with one reveal of each party that fits its chain."""
    assert THREE.refused(roll(6, 3)) == "MS-EVT-4"
    assert THREE.refused(Roll()) == "MS-EVT-4"
    right = THREE.thrown().reveals[0]
    assert THREE.refused(Roll(reveals=(right, right))) == "MS-EVT-4"
    assert THREE.refused(Roll(reveals=("22" * 32,))) == "MS-EVT-4"
    used = THREE.do(THREE.thrown())
    assert used.refused(Roll(reveals=(right,))) == "MS-EVT-4"


def test_a_die_falls_on_the_table() -> None:
    """`dice.md`: announced before the decision, typed and marked; it takes no place."""
    story = SEALED.do(clash("a1, a2 > big"), AnnounceRoll(), respond("big"))
    typed = Roll(faces=roll(2, 9).faces, typed=True, witness="Ana")
    done = story.do(typed)
    fight = done.one(ClashFought)
    assert (fight.source, fight.typed, fight.witness, fight.place) == (Source.TABLE, True, "Ana", 0)
    assert faces(done.do(done.thrown())) == [6, 3]  # the next roll is the first sealed one


def test_dice_on_the_table_are_told_by_their_faces() -> None:
    """MS-EVT-4: neither reveals nor announcements have a place there; a witness may be named."""
    assert TABLE.refused(THREE.thrown()) == "MS-EVT-4"
    assert TABLE.refused(Roll(faces=roll(2, 9).faces, typed=True)) == "MS-EVT-4"
    witnessed = Roll(faces=roll(2, 9).faces, witness="Ana")
    assert TABLE.do(witnessed).one(ClashFought).witness == "Ana"


def test_the_places_are_counted() -> None:
    """`dice.md`: a session holds 1,024 places; the next asks for new anchors."""
    full = msgspec.structs.replace(THREE.battle.seal, places=dice.PLACES)
    battle = msgspec.structs.replace(THREE.battle, seal=full)
    with pytest.raises(RuleBroken, match="1024 places"):
        play.decide(battle, THREE.thrown())


def test_a_roll_that_was_taken_back_keeps_its_place() -> None:
    """`dice.md`: places count over every line ever recorded, retracted or not."""
    rolled = THREE.do(THREE.thrown())
    struck = play.struck(THREE.battle, rolled.one(ClashFought))
    assert (struck.seal.places, struck.seal.reveals) == (1, rolled.battle.seal.reveals)
    again = THREE.retold(THREE.events)
    again.battle = struck
    assert faces(again.do(again.thrown())) == [5, 10]
