"""What no view holds: lines of a record that nobody judged."""

from pathlib import Path

from domain.ledger.fold import BatchRetracted
from projections.unseen import VOID, unseen
from tests.projections.telling import Telling


def test_a_battle_that_is_called_void_by_a_forger_is_read_as_it_stands(tmp_path: Path) -> None:
    """No piece of it says that it is void: its lines are told all the same, those that count."""
    tale = Telling(tmp_path).founded()
    batch = tale.tell("crew-ash", *(line.data for line in tale.ledger.story("crew-ash")[1:2]))
    tale.tell("crew-ash", BatchRetracted(batch=batch))
    told = [
        (line.address, why) for line, why in unseen(tale.ledger, {"crew-ash"}, everything=False)
    ]
    assert told == [(f"crew-ash/{n}", VOID) for n in (1, 2, 3)]
    all_of_it = [why for _, why in unseen(tale.ledger, {"crew-ash"}, everything=True)]
    assert all_of_it == [VOID, VOID, VOID, "taken back"]
    assert list(unseen(tale.ledger, (), everything=False)) == []
