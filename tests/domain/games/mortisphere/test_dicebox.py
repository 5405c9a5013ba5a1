"""The dice themselves (`dice.md`, MS-EVT-4): other dice in the middle of a battle, used places."""

import pytest

from domain import dice
from domain.dicebox import DiceSealed
from domain.games.mortisphere.dicebox import ChangeDice, DiceChanged
from domain.games.mortisphere.pairing import ClashFought
from domain.games.mortisphere.play import evolve, struck
from domain.throwing import Source
from tests.story import Story, clash, crew, d, hold, respond, roll

SEED = bytes(range(32))
OTHER = bytes(range(1, 33))


def sealed(seed: bytes) -> DiceSealed:
    """What solo dice of a seed are bound to."""
    battle = dice.solo_battle(seed)
    return DiceSealed(battle=battle.hex(), anchors=(dice.anchor(seed, battle, 1).hex(),), solo=True)


def meeting(**house: str) -> Story:
    """Two d6 a side, sealed dice of one seed."""
    return Story(
        crew("Ash", *d(6, "Sura", "Vex")),
        crew("Iron", *d(10, "Nine", "Ten")),
        seed=SEED.hex(),
        house=house,
    )


def fought(story: Story) -> Story:
    """Sura and Nine have fought: place 1 of the vectors, d6 6 and d10 3."""
    story = story.do(clash("Sura > Nine"), respond("Nine"))
    return story.do(story.thrown())


def test_a_sealed_roll() -> None:
    """MS-EVT-4: the vector of place 1."""
    story = fought(meeting())
    assert story.fights() == [(6, 3, "initiator")]
    assert story.one(ClashFought).place == 1


def test_a_lost_secret() -> None:
    """MS-EVT-4: a party that has lost its secret goes on with dice on the table, on record."""
    story = meeting().do(ChangeDice(dice=Source.TABLE, why="the phone is dead"))
    changed = story.one(DiceChanged)
    assert changed.told() == "From here on the dice are table: the phone is dead."
    story = story.do(clash("Sura > Nine"), respond("Nine"), roll(2, 9))
    assert story.fights() == [(2, 9, "defender")]


def test_dice_change_for_a_reason() -> None:
    """MS-EVT-4: which is wanted."""
    assert meeting().refused(ChangeDice(dice=Source.TABLE, why=" ")) == "MS-EVT-4"


@pytest.mark.parametrize(
    ("rule", "dice_"), [("generated", Source.TABLE), ("either", Source.SEALED)]
)
def test_dice_that_may_not_be(rule: str, dice_: Source) -> None:
    """MS-EVT-4: not those that the house rules exclude, nor sealed ones without anchors."""
    change = ChangeDice(dice=dice_, why="for a change")
    assert meeting(dice_source=rule).refused(change) == "MS-EVT-4"


def test_new_anchors() -> None:
    """MS-EVT-4: a session that has used its places goes on with new anchors, from place 1."""
    story = fought(meeting())
    change = ChangeDice(dice=Source.SEALED, seal=(sealed(OTHER),), why="new anchors")
    story = story.do(change)
    assert (story.battle.seal.places, story.battle.seal.anchors) == (0, sealed(OTHER).anchors)
    story.seed = OTHER
    story = story.do(hold("Ten"), clash("Vex > Ten"), respond())
    assert story.do(story.thrown()).one(ClashFought).place == 1


def test_a_place_stays_used() -> None:
    """A roll that was taken back: its place is gone, its reveal is the newest known."""
    story = meeting()
    roll_ = fought(story).one(ClashFought)
    after = struck(story.battle, roll_)
    assert (after.seal.places, after.seal.reveals) == (1, roll_.reveals)
    assert struck(after, roll_) == after
    assert {u.lost for u in after.units.values()} == {0}


def test_other_anchors_that_were_taken_back_too() -> None:
    """New anchors and a roll of theirs are taken back: the first chain goes on where it was."""
    story = meeting()
    change = ChangeDice(dice=Source.SEALED, seal=(sealed(OTHER),), why="new anchors")
    later = story.do(change)
    changed = later.one(DiceChanged)
    later.seed = OTHER
    roll_ = fought(later).one(ClashFought)
    after = struck(struck(story.battle, changed), roll_)
    assert after == story.battle
    assert evolve(after, changed).seal.places == 0
