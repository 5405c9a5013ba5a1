"""A player that needs no people: it picks among the legal lines, always alike for the same seed.

For demonstrations, benchmarks and tests of whole battles; it plays by the rules, not well.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from domain.game import Game, Keen, Legal
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
        legal = self._game.legal(battle)
        if self._keen:
            wanted = self._keen(battle, legal.simple())
            return wanted[self.pick(len(wanted))] if wanted else None
        return self._drawn(legal)

    def _drawn(self, legal: Legal) -> Action | None:
        """Every other time a line of several parts, if there is one; else a plain one."""
        ways = [legal.candidates(), legal.drawn(self.pick)]
        if self.pick(2):
            ways.reverse()
        return next((line for way in ways if (line := self._one(legal, way)) is not None), None)

    def _one(self, legal: Legal, lines: Iterable[Action]) -> Action | None:
        """A kind of line first, then a line of it: what has many forms crowds out nothing.

        Only what is drawn is judged.
        """
        kinds: dict[type[Action], list[Action]] = {}
        for line in lines:
            kinds.setdefault(type(line), []).append(line)
        while kinds:
            kind = list(kinds)[self.pick(len(kinds))]
            action = kinds[kind].pop(self.pick(len(kinds[kind])))
            if legal.admits(action):
                return action
            if not kinds[kind]:
                del kinds[kind]
        return None
