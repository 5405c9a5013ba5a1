"""A player that needs no people: it picks among the legal lines, always alike for the same seed.

For demonstrations, benchmarks and tests of whole battles; it plays by the rules, not well.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from domain.game import Game, Legal
from domain.terms import Action

Kind = tuple[bool, type[Action]]


class Robot:
    """Picks by a chain of SHA-256 that begins at a seed."""

    def __init__(self, game: Game, seed: str) -> None:
        self._game = game
        self._link = sha256(seed.encode()).digest()

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
        return self._drawn(self._game.legal(battle))

    def _drawn(self, legal: Legal) -> Action | None:
        """A kind of line first, then a line of it: what has many forms crowds out nothing.

        Lines of several parts are a kind apart from the plain ones. Only what is drawn is judged.
        """
        kinds: dict[Kind, list[Action]] = {}
        _sort(kinds, legal.candidates(), plain=True)
        _sort(kinds, legal.drawn(self.pick), plain=False)
        while kinds:
            kind = list(kinds)[self.pick(len(kinds))]
            lines = kinds[kind]
            action = lines.pop(self.pick(len(lines)))
            if legal.admits(action):
                return action
            if not lines:
                del kinds[kind]
        return None


def _sort(kinds: dict[Kind, list[Action]], lines: Iterable[Action], *, plain: bool) -> None:
    """Lay lines to those of their kind."""
    for line in lines:
        kinds.setdefault((plain, type(line)), []).append(line)
