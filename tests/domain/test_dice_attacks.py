"""What a cheating host tries with sealed dice (`dice.md`), and what it brings him: nothing.

Ash's Captain and Iron's, both d10, meet in five Clashes. A fair Captain wins 45 of 100: of
100 pairs of faces 45 are higher, 45 lower, 10 equal.
"""

from hashlib import sha256

import msgspec
import pytest

from domain import dice
from domain.terms import RuleBroken
from domain.throwing import Diced, DiceRules, Roll, Rolled, Seal, Shown, Source, remembered, shown

RULES = DiceRules(source="X-1", faces="X-2", again="X-3")
BATTLE = bytes(range(16))
CLASHES = 5


class Fought(Rolled, frozen=True, kw_only=True, tag="test.fought/1"):
    """Both Captains' dice fell."""


def secret(*words: object) -> bytes:
    """A secret, the same for the same words."""
    return sha256(repr(words).encode()).digest()


ASH, IRON = (
    dice.chain(secret("Ash"), BATTLE, 1, CLASHES),
    dice.chain(secret("Iron"), BATTLE, 2, CLASHES),
)
SEALED = Diced(
    dice=Source.SEALED,
    seal=Seal(battle=BATTLE.hex(), anchors=(ASH[-1].hex(), IRON[-1].hex())),
)


def reveals(place: int) -> Roll:
    """What both parties reveal for a place."""
    return Roll(reveals=tuple(chain[CLASHES - place].hex() for chain in (ASH, IRON)))


def after(place: int) -> Diced:
    """The battle when so many Clashes are fought."""
    battle = SEALED
    for number in range(1, place + 1):
        facts = shown(RULES, battle, reveals(number), (10, 10)).facts
        battle = remembered(battle, Fought(**facts))
    return battle


def faces(battle: Diced, roll: Roll, *sides: int) -> tuple[int, ...]:
    """The faces that a roll gives; raises RuleBroken."""
    return tuple(face for (face,) in shown(RULES, battle, roll, sides or (10, 10)).by_die)


def wins(host: bytes, other: bytes) -> int:
    """How many of five Clashes the host wins by two secrets."""
    ours, theirs = (dice.chain(s, BATTLE, n, CLASHES) for n, s in ((1, host), (2, other)))
    won = 0
    for place in range(1, CLASHES + 1):
        pair = (ours[CLASHES - place], theirs[CLASHES - place])
        one, two = dice.faces(BATTLE, place, pair, (10, 10))
        won += one > two
    return won


def test_a_secret_that_was_looked_for_wins_no_more() -> None:
    """He tries 300 secrets and keeps the best; then Iron chooses hers, and chance begins anew.

    400 Clashes at 45 of 100: 180, with a standard deviation of 10 (root of 400 x 0.45 x 0.55).
    """
    tried = [secret("host", n) for n in range(300)]
    best = max(tried, key=lambda one: wins(one, secret("a guess")))
    assert wins(best, secret("a guess")) == CLASHES  # alone he would have won them all
    won = sum(wins(best, secret("Iron", n)) for n in range(80))
    assert abs(won - 180) <= 40


def test_no_other_reveal_fits() -> None:
    """He looks for a reveal that wins: only the one behind his anchor is taken."""
    right = reveals(1)
    for number in range(500):
        forged = Roll(reveals=(secret("forged", number).hex(), right.reveals[1]))
        with pytest.raises(RuleBroken, match="party 1's reveal does not fit its chain"):
            faces(SEALED, forged)


def test_a_restored_file_shows_the_same_faces() -> None:
    """He copies the ledger, rolls, does not like it, copies it back and rolls again.

    Neither what he writes beside the roll nor how often he tries moves a face.
    """
    right = reveals(3)
    again = {
        faces(after(2), msgspec.structs.replace(right, witness=f"try {number}"))
        for number in range(20)
    }
    assert len(again) == 1


def test_other_dice_of_a_roll_move_no_face() -> None:
    """He lets more members take part, or others: each die's face is its own number's."""
    one = faces(SEALED, reveals(1), 10)
    assert faces(SEALED, reveals(1), 10, 20)[:1] == one
    assert faces(SEALED, reveals(1), 10, 4, 6, 12)[:1] == one
    assert faces(SEALED, reveals(1), 20, 10)[1] == faces(SEALED, reveals(1), 4, 10)[1]


def test_nobody_looks_ahead_by_his_own_secret() -> None:
    """He knows his reveals of all places, not hers: every pair of faces is open to him.

    2,000 reveals that she may have: each of the 100 pairs comes 20 times on the average.
    """
    mine = bytes.fromhex(reveals(1).reveals[0])
    pairs = {
        dice.faces(BATTLE, 1, (mine, secret("hers", number)), (10, 10)) for number in range(2000)
    }
    assert len(pairs) == 100


def test_a_reveal_that_is_withheld_brings_no_other_roll() -> None:
    """Who sees first that he loses refuses: no dice fall without both, and then these do."""
    alone = Roll(reveals=reveals(1).reveals[1:])
    for withheld in (Roll(), alone):
        with pytest.raises(RuleBroken, match="X-1"):
            faces(SEALED, withheld)
    with pytest.raises(RuleBroken, match="sealed: the program rolls them"):
        faces(SEALED, Roll(faces=(Shown(10), Shown(1))))
    assert faces(SEALED, reveals(1)) == faces(SEALED, reveals(1))


@pytest.mark.parametrize("place", [1, 2, 4])
def test_no_place_is_rolled_twice_or_passed_over(place: int) -> None:
    """He liked the faces of an earlier place, or knows that the next ones are better."""
    battle = after(place)
    for other in {1, 2, 3, 4, 5} - {place + 1}:
        with pytest.raises(RuleBroken, match="does not fit its chain"):
            faces(battle, reveals(other))


def test_reveals_are_their_party_s_and_their_battle_s() -> None:
    """He swaps both reveals, or brings those of another battle with the same secrets."""
    with pytest.raises(RuleBroken, match="does not fit its chain"):
        faces(SEALED, Roll(reveals=reveals(1).reveals[::-1]))
    elsewhere = bytes(16)
    brought = tuple(
        dice.reveal(secret(name), elsewhere, party, 1, CLASHES).hex()
        for party, name in ((1, "Ash"), (2, "Iron"))
    )
    with pytest.raises(RuleBroken, match="does not fit its chain"):
        faces(SEALED, Roll(reveals=brought))


def test_a_die_on_the_table_takes_no_place() -> None:
    """He announces typed dice to pass a bad place over: the next sealed roll has it."""
    announced = msgspec.structs.replace(SEALED, announced=True)
    battle = remembered(announced, Fought(source=Source.TABLE, typed=True))
    assert faces(battle, reveals(1)) == faces(SEALED, reveals(1))
