"""Rivals: how battles came out between each two crews.

In a battle of several crews the one that won has beaten all others; two that drew have drawn; any
other two have only met.
"""

from collections.abc import Sequence

import msgspec

from domain.chronicle import Came
from projections.tallies import Fight, Side


class Rivalry(msgspec.Struct, frozen=True):
    """What one crew did against another: the battles it won, drew, lost and only met in."""

    won: tuple[Side, ...] = ()
    drawn: tuple[Side, ...] = ()
    lost: tuple[Side, ...] = ()
    met: tuple[Side, ...] = ()

    @property
    def score(self) -> str:
        """Won, drawn and lost, `3-0-1`."""
        return f"{len(self.won)}-{len(self.drawn)}-{len(self.lost)}"

    @property
    def addresses(self) -> tuple[str, ...]:
        """The lines with which those battles ended."""
        return tuple(side.address for side in (*self.won, *self.drawn, *self.lost))


def rivalries(fights: Sequence[Fight]) -> dict[tuple[str, str], Rivalry]:
    """By two crews: what the first did against the second; each two stand in both orders."""
    found: dict[tuple[str, str], dict[str, list[Side]]] = {}
    for fight in fights:
        over = [side for side in fight.sides if side.came]
        for mine in over:
            for other in over:
                if mine is not other:
                    told = found.setdefault((mine.crew, other.crew), {})
                    told.setdefault(_came(mine, other), []).append(mine)
    return {
        pair: Rivalry(**{how: tuple(sides) for how, sides in told.items()})
        for pair, told in found.items()
    }


def _came(mine: Side, other: Side) -> str:
    """How a battle came out for one crew against another."""
    match mine.came, other.came:
        case Came.WON, Came.LOST:
            return "won"
        case Came.LOST, Came.WON:
            return "lost"
        case Came.DREW, Came.DREW:
            return "drawn"
        case _:
            return "met"
