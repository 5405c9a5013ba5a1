"""What a game's battles, profiles and crews look like when they are printed."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.drawing import Picture

Plain = Mapping[str, Any]


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as text: lines above a table of all who fight, and below it; who may act now.

    `drop` are the columns that a narrow screen does without, the first ones last.
    """

    above: tuple[str, ...] = ()
    columns: tuple[str, ...]
    drop: tuple[str, ...] = ()
    rows: tuple[dict[str, Any], ...]
    below: tuple[str, ...] = ()
    may_act: tuple[str, ...] = ()


class Map(msgspec.Struct, frozen=True):
    """Where a battle is fought, or who has still to act: as JSON, and as rows of text."""

    document: Any
    rows: tuple[str, ...]


class Sheets(msgspec.Struct, frozen=True, kw_only=True):
    """How a game is shown.

    `board` and `map` draw a battle as text, `picture` tells what there is to draw of it; games that
    keep track of turns so have a `hand`, the cards that a crew still holds, and a `checklist`.
    `columns` are those of a crew's members, `gathered` the ones that stand only where somebody has
    something there, `row` prepares a profile for them; `profile` tells what of a profile lies
    between its name and its record. `crews` and `season` are
    what is told of a crew beside what all games tell (`Chronicle.crew`, `After.season`). `changed`,
    `purse` and `grown` are the fields whose changes are told after a line: of a member in a battle,
    of a crew and of a member in an aftermath, each with its word; `place` names a place, `scored`
    says what a battle's scores are.
    """

    board: Callable[[Any], Board]
    map: Callable[[Any], Map]
    picture: Callable[[Any], Picture]
    hand: Callable[[Any, str], Map] | None = None
    checklist: Callable[[Any], Map] | None = None
    columns: tuple[str, ...]
    gathered: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    row: Callable[[Plain], dict[str, Any]]
    profile: Callable[[Plain], tuple[str, ...]]
    crews: tuple[str, ...] = ()
    season: tuple[str, ...] = ()
    changed: Mapping[str, str] = msgspec.field(default_factory=dict)
    purse: Mapping[str, str] = msgspec.field(default_factory=dict)
    grown: Mapping[str, str] = msgspec.field(default_factory=dict)
    scored: str = "points"
    place: Callable[[Plain, str], str] = lambda _shown, place: place
