"""The seed of solo dice: shown when the battle is concluded, if it is the right one."""

import pytest

from domain import dice
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.dicebox import SeedShown, show_seed
from domain.games.mortisphere.play import evolve
from domain.terms import RuleBroken, Telling
from domain.throwing import Seal

SEED = bytes(range(32))
BATTLE = dice.solo_battle(SEED)
SOLO = Seal(battle=BATTLE.hex(), anchors=(dice.anchor(SEED, BATTLE, 1).hex(),), solo=True)


def shown(seal: Seal, seed: str) -> list[object]:
    """What comes of showing a seed."""
    telling = Telling(Fighting(seal=seal), evolve)
    show_seed(telling, seed)
    return list(telling.events)


def test_a_seed_is_shown() -> None:
    """It leads to the battle's anchor; the sentence tells it."""
    (event,) = shown(SOLO, SEED.hex())
    assert event == SeedShown(seed=SEED.hex())
    assert isinstance(event, SeedShown)
    assert event.told() == f"The seed of its dice was {SEED.hex()}."


def test_without_a_seed_nothing_is_shown() -> None:
    """Dice on the table, or two parties' dice, have none."""
    assert shown(Seal(), "") == []


@pytest.mark.parametrize(
    ("seal", "seed"),
    [(Seal(), SEED.hex()), (SOLO, "00" * 32), (SOLO, "a seed")],
    ids=["no solo dice", "another seed", "no seed"],
)
def test_a_wrong_seed_is_refused(seal: Seal, seed: str) -> None:
    """MS-EVT-4: nothing false gets onto the record."""
    with pytest.raises(RuleBroken, match="MS-EVT-4"):
        shown(seal, seed)
