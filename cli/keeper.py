"""The only reader of dice secrets: draws them, keeps them in the folder, reveals for a place.

A secret leaves this module as an anchor before the battle, as a reveal when a roll is saved, and
(a solo seed) when the battle is concluded; never for a preview.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from cli.home import private_file
from domain import dice, strangers
from domain.dicebox import DiceSealed
from domain.game import Chains, Game
from domain.ledger.submit import PartlyRecorded
from domain.terms import Action, Ambiguous, NotFound, RuleBroken, StorageFailed, WrongUsage

_HEX = 64
_LARGEST = 10_000  # bytes of a file of secrets; four parties' have 400


class Sealing(msgspec.Struct, frozen=True):
    """The secrets behind a battle's anchors, one a party, each as 64 hex digits."""

    battle: str
    secrets: tuple[str, ...]
    solo: bool = False

    def seal(self) -> DiceSealed:
        """What an opening says of them: the battle's bytes and the anchors."""
        battle = bytes.fromhex(self.battle)
        anchors = tuple(
            dice.anchor(bytes.fromhex(secret), battle, party).hex()
            for party, secret in enumerate(self.secrets, 1)
        )
        return DiceSealed(battle=self.battle, anchors=anchors, solo=self.solo)


def solo(seed: str = "") -> Sealing:
    """One chain from a seed; without one it is drawn."""
    if not seed:
        return _solo(_drawn(dice.SECRET_BYTES))
    if len(seed) != _HEX or set(seed.lower()) - set("0123456789abcdef"):
        raise WrongUsage("a seed has 64 hex digits", hint="leave --seed out and it is drawn")
    return _solo(bytes.fromhex(seed))


def _solo(seed: bytes) -> Sealing:
    return Sealing(dice.solo_battle(seed).hex(), (seed.hex(),), solo=True)


def several(parties: int) -> Sealing:
    """A chain for each party, all secrets drawn here."""
    battle = _drawn(dice.BATTLE_BYTES)
    return Sealing(battle.hex(), tuple(_drawn(dice.SECRET_BYTES).hex() for _ in range(parties)))


def with_words(sealing: Sealing, words: Callable[[Sequence[str]], str]) -> Sealing:
    """The same chains, but for the last party's: its secret is what it types.

    `words` is called with the anchors of the others, so that they are seen first.
    """
    *others, _ = sealing.secrets
    typed = words(Sealing(sealing.battle, tuple(others)).seal().anchors)
    battle, party = bytes.fromhex(sealing.battle), len(sealing.secrets)
    return Sealing(sealing.battle, (*others, dice.words_secret(typed, battle, party).hex()))


def told_drawn(sealing: Sealing, player: str = "") -> str:
    """Say where the secrets of several parties come from, and how `player` gives another."""
    drawn = "both" if len(sealing.secrets) == 2 else "all"  # noqa: PLR2004  two are both
    other = f"; --secret-from - lets {player} type another" if player else ""
    return f"{drawn} secrets of the sealed dice were drawn here{other}"


def _drawn(count: int) -> bytes:
    """So many random bytes."""
    import secrets

    return secrets.token_bytes(count)


class Keeper:
    """Keeps secrets in a folder, each in a file that only its owner can read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _path(self, battle: str) -> Path:
        return self._folder / f"dice-{battle}.json"

    @contextmanager
    def keeping(self, sealing: Sealing | None) -> Iterator[None]:
        """Have secrets on disk before anybody sees their anchors; dropped if these are refused.

        Where the anchors may be on record after all (the disk failed, an interrupt) they stay. The
        same seed once more is kept already, and stays.
        """
        if sealing is None or (
            self.holds(sealing.battle) and self._read(sealing.battle) == sealing
        ):
            yield
            return
        path = self._path(sealing.battle)
        private_file(path, msgspec.json.encode(sealing))
        try:
            yield
        except PartlyRecorded:
            raise
        except (RuleBroken, WrongUsage, NotFound, Ambiguous):
            with suppress(OSError):
                path.unlink()
            raise

    def holds(self, battle: str) -> bool:
        """Whether the secrets of these anchors are here."""
        return self._path(battle).exists()

    def kept(self) -> Iterator[Path]:
        """The files of all secrets."""
        yield from sorted(self._folder.glob("dice-*.json"))

    def _read(self, battle: str) -> Sealing:
        path = self._path(battle)
        try:
            return msgspec.json.decode(strangers.content(path, _LARGEST), type=Sealing)
        except NotFound:
            raise StorageFailed(
                "the secret of these sealed dice is not in this folder",
                hint="acta battle dice table --why TEXT goes on with dice on the table",
            ) from None
        except (msgspec.MsgspecError, RecursionError) as error:
            raise StorageFailed(f"{path} cannot be read: {error}") from error

    def reveals(self, chains: Chains) -> tuple[str, ...]:
        """Every party's reveal for the next place; empty ones when the places are used up."""
        place = chains.places + 1
        if place > dice.PLACES:
            return ("",) * len(chains.anchors)
        battle = bytes.fromhex(chains.battle)
        return tuple(
            dice.reveal(bytes.fromhex(secret), battle, party, place).hex()
            for party, secret in enumerate(self._read(chains.battle).secrets, 1)
        )

    def follow(self, game: Game) -> Callable[[Any], Action | None]:
        """The roll that follows by itself: a sealed one, where the battle waits for it."""

        def roll(battle: Any) -> Action | None:
            if not game.rolls_sealed(battle):
                return None
            return game.roll(self.reveals(game.chains(battle)))

        return roll

    def seed(self, chains: Chains) -> str:
        """A solo battle's seed, to be shown when it is concluded; empty for any other."""
        if not chains.solo or not self.holds(chains.battle):
            return ""
        return self._read(chains.battle).secrets[0]
