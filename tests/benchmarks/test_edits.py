"""What an owner edits, all hashes made to fit: rules and dice find it, or it is a lawful game."""

from pathlib import Path

import pytest

from benchmarks.edits.cheats import DEEDS, EDITS
from benchmarks.edits.measure import Bench, Try
from benchmarks.edits.referee import lawful
from benchmarks.edits.stock import campaigns
from benchmarks.edits.tale import Piece, Tale, renumbered
from domain.audit import audit
from domain.findings import Report
from domain.ledger.ledger import Ledger

EACH = 2


@pytest.fixture(scope="module")
def tales(tmp_path_factory: pytest.TempPathFactory) -> list[Tale]:
    """The first campaigns of each kind."""
    stock = campaigns(tmp_path_factory.mktemp("edits"))
    return [next(stock) for _ in range(4)]


def examined(tale: Tale, path: Path) -> Report:
    """What an audit says of a ledger."""
    with Ledger.open(path, tale.catalogue, read_only=True) as ledger:
        return audit(ledger)


def test_what_is_edited_is_fair_before(tales: list[Tale]) -> None:
    """The audit finds nothing, and the referee plays every cause anew to the same bytes."""
    for tale in tales:
        assert not examined(tale, tale.path).errors
        assert lawful(tale.game, tale.path)


@pytest.mark.parametrize("kind", [1, 3])
def test_edits_are_caught(tales: list[Tale], tmp_path: Path, kind: int) -> None:
    """Of one value or one line all; of whole deeds all that leave no other lawful game."""
    tried: list[Try] = list(Bench(tmp_path).of(tales[kind], EACH, EACH))
    assert {each.kind for each in tried} == EDITS.keys() | DEEDS.keys()
    assert [each for each in tried if each.kind in EDITS and not each.finding] == []
    assert [each for each in tried if not each.finding and not each.lawful] == []


def test_a_deed_that_is_gone_may_be_another_lawful_game(tales: list[Tale], tmp_path: Path) -> None:
    """The newest cause with all that came of it: nobody who was not there can miss it."""
    tale = tales[1]
    last = tale.groups[-1]
    forged = tale.forged([Piece(each) for each in tale.states[: last.start]], tmp_path / "f.db")
    assert not examined(tale, forged).errors
    assert lawful(tale.game, forged)


def test_the_referee_refuses_what_no_rules_wrote(tales: list[Tale], tmp_path: Path) -> None:
    """A record without its second cause is none that could be played."""
    tale = tales[1]
    second = tale.groups[1]
    pieces = [Piece(each) for n, each in enumerate(tale.states) if n not in range(*second)]
    forged = tale.forged(pieces, tmp_path / "f.db")
    assert examined(tale, forged).errors
    assert not lawful(tale.game, forged)


def test_numbers_follow_what_moved(tales: list[Tale]) -> None:
    """A careful cheat: lines are numbered as they stand, and what names one names it there."""
    tale = tales[1]
    assert list(renumbered(map(Piece, tale.states))) == tale.states
    place = next(n for n, line in enumerate(tale.lines) if line.address == "battle-1/3")
    moved = list(renumbered(Piece(each) for n, each in enumerate(tale.states) if n != place))
    found = [tale.catalogue.decode(each) for each in moved[place:]]
    assert [line.line for line in found if line.story == "battle-1"][:3] == [3, 4, 5]
