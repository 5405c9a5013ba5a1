"""The keeper of dice secrets: what it draws, keeps, and lets go."""

from pathlib import Path

import pytest

from cli.keeper import Keeper, Sealing, several, solo
from domain import dice
from domain.game import Chains
from domain.ledger.submit import PartlyRecorded
from domain.terms import RuleBroken, StorageFailed, WrongUsage
from tests.cli.shell import SEED

REFUSED = RuleBroken("MS-CAM-2", "Ash fights already")
BATTLE = "d1d768e4602cd0bac7146df19242359d"


def test_a_seed_s_battle_and_anchor_are_the_vectors() -> None:
    """Solo, seed 000102..1f: battle d1d768e4…, anchor begins 21b9f3fd."""
    seal = solo(SEED).seal()
    assert seal.battle == BATTLE
    assert seal.anchors[0].startswith("21b9f3fd")
    assert seal.solo is True
    assert solo(SEED.upper()) == solo(SEED)


@pytest.mark.parametrize("seed", ["00", "g" * 64, "0" * 65])
def test_what_is_no_seed(seed: str) -> None:
    """64 hex digits."""
    with pytest.raises(WrongUsage, match="64 hex digits"):
        solo(seed)


def test_reveals_lead_to_the_anchors(tmp_path: Path) -> None:
    """One a party, for the next place; each step leads to the one before."""
    sealing = several(3)
    keeper = Keeper(tmp_path / "keys")
    with keeper.keeping(sealing):
        pass
    anchors = sealing.seal().anchors
    battle = bytes.fromhex(sealing.battle)
    first = keeper.reveals(Chains(sealing.battle, tuple(anchors), 0, solo=False))
    second = keeper.reveals(Chains(sealing.battle, tuple(anchors), 1, solo=False))
    for party in (1, 2, 3):
        assert dice.check(battle, party, bytes.fromhex(anchors[party - 1]), _hex(first, party))
        assert dice.check(battle, party, _hex(first, party), _hex(second, party))


def _hex(reveals: tuple[str, ...], party: int) -> bytes:
    return bytes.fromhex(reveals[party - 1])


def test_when_all_places_are_used_nothing_is_revealed(tmp_path: Path) -> None:
    """The rules refuse the roll; the secret itself never comes out."""
    keeper = Keeper(tmp_path / "keys")
    with keeper.keeping(solo(SEED)):
        pass
    chains = Chains(BATTLE, ("",), dice.PLACES, solo=True)
    assert keeper.reveals(chains) == ("",)


def test_secrets_go_with_an_opening_that_is_refused(tmp_path: Path) -> None:
    """But not those that another battle still needs."""
    keeper = Keeper(tmp_path / "keys")
    with pytest.raises(RuleBroken), keeper.keeping(solo(SEED)):
        raise REFUSED
    assert not keeper.holds(BATTLE)
    with keeper.keeping(solo(SEED)):
        pass
    with pytest.raises(RuleBroken), keeper.keeping(solo(SEED)):
        raise REFUSED
    assert keeper.holds(BATTLE)
    with keeper.keeping(None):
        pass
    assert len(list(keeper.kept())) == 1


@pytest.mark.parametrize(
    "failed", [StorageFailed("the disk failed"), PartlyRecorded(REFUSED, ()), KeyboardInterrupt()]
)
def test_secrets_stay_where_their_anchors_may_be_on_record(
    tmp_path: Path, failed: BaseException
) -> None:
    """A disk that failed, a later line that was refused, Ctrl-C: the battle may have begun."""
    keeper = Keeper(tmp_path / "keys")
    with pytest.raises(type(failed)), keeper.keeping(solo(SEED)):
        raise failed
    assert keeper.holds(BATTLE)


def test_a_secret_that_is_lost_or_spoilt(tmp_path: Path) -> None:
    """Exit 5, with the way on."""
    keeper = Keeper(tmp_path)
    chains = Chains(BATTLE, ("",), 0, solo=True)
    with pytest.raises(StorageFailed, match="is not in this folder"):
        keeper.reveals(chains)
    assert keeper.seed(chains) == ""
    (tmp_path / f"dice-{BATTLE}.json").write_text("{}", "utf-8")
    with pytest.raises(StorageFailed, match="cannot be read"):
        keeper.reveals(chains)


def test_a_seed_is_shown_for_solo_dice_only(tmp_path: Path) -> None:
    """Two parties' secrets are never shown."""
    keeper = Keeper(tmp_path)
    sealing = Sealing(BATTLE, (SEED,), solo=True)
    with keeper.keeping(sealing):
        pass
    assert keeper.seed(Chains(BATTLE, ("",), 3, solo=True)) == SEED
    assert keeper.seed(Chains(BATTLE, ("", ""), 3, solo=False)) == ""
