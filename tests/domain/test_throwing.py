"""What games share of dice that fall: places are used up, and what was announced is done."""

import msgspec
import pytest

from domain.throwing import Diced, Rolled, Seal, Source, remembered

SEALED = Diced(dice=Source.SEALED, announced=True, seal=Seal(places=4))


class Fell(Rolled, frozen=True, kw_only=True, tag="test.fell/1"):
    """Dice fell, or were decided as they lay."""


@pytest.mark.parametrize(
    ("event", "announced", "places"),
    [
        (Fell(source=Source.SEALED, place=5), False, 5),
        (Fell(source=Source.TABLE, typed=True), False, 4),
        (Fell(source=Source.SEALED), True, 4),
    ],
    ids=["sealed", "typed on the table", "decided as they lay"],
)
def test_an_announced_roll_waits_until_dice_fall(
    event: Fell, *, announced: bool, places: int
) -> None:
    """`roll!` says that the next roll falls on the table: what lay already is no roll."""
    after = remembered(SEALED, event)
    assert (after.announced, after.seal.places) == (announced, places)
    assert remembered(msgspec.structs.replace(SEALED, announced=False), event).announced is False
