"""What a replay is made of, in any game's words: moments of a battle, and what was told in each."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.drawing import Picture


class Die(msgspec.Struct, frozen=True):
    """A die as it fell: whose it is, how many sides it has, its natural face."""

    of: str
    sides: int
    face: int


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A line as it is told: its address, the event's name, its sentence, the dice that fell.

    `data` is the event as it is on record; None of a line of another story, which the page does not
    hold. A `note` is a player's own; `round` is the number of the round that begins with it.
    """

    address: str
    event: str
    text: str
    dice: tuple[Die, ...] = ()
    data: Mapping[str, Any] | None = None
    note: bool = False
    round: int = 0


class Shot(msgspec.Struct, frozen=True, kw_only=True):
    """A moment: the board behind a move, what the move's lines told, and the line it was typed as.

    `strikes` say who struck at whom, by ids of tokens. In the `aftermath` the board stays as it
    was.
    """

    picture: Picture
    told: tuple[Told, ...]
    typed: str = ""
    strikes: tuple[tuple[str, str], ...] = ()
    aftermath: bool = False


class Turn(msgspec.Struct, frozen=True):
    """A roll that turned the battle: the line that tells it, and a sentence that says how."""

    address: str
    text: str
