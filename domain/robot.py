"""A player that needs no people: it picks among the legal lines, always alike for the same seed.

For demonstrations, benchmarks and tests of whole battles; it plays by the rules, not well.
"""

from hashlib import sha256
from typing import Any

from domain.game import Game, Keen
from domain.terms import Action


class Robot:
    """Picks by a chain of SHA-256 that begins at a seed.

    `keen` says which of the legal actions it thinks of; without it, of all.
    """

    def __init__(self, game: Game, seed: str, keen: Keen | None = None) -> None:
        self._game = game
        self._link = sha256(seed.encode()).digest()
        self._keen = keen

    def pick(self, count: int) -> int:
        """A number from 0 to below `count`, the next of the chain."""
        self._link = sha256(self._link).digest()
        return int.from_bytes(self._link[:8], "big") % count

    def action(self, battle: Any) -> Action | None:
        """What the robot does now; None if the battle awaits nobody.

        Dice that lie on the table it throws itself; sealed ones are left to their keeper.
        """
        if self._game.rolls_sealed(battle):
            return None
        sides = self._game.sides(battle)
        if sides:
            return self._game.throw(tuple(1 + self.pick(n) for n in sides))
        legal = self._game.legal(battle).simple()
        if self._keen:
            legal = self._keen(battle, legal)
        return legal[self.pick(len(legal))] if legal else None
