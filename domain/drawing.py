"""A moment of a battle as a picture: the neutral description from which everything is drawn.

A game says what there is to see (`Sheets.picture`), and nothing of how it looks: no colour, no
length, no font. Maps of zones have spots and links, arenas have spots in columns and rows.
"""

import msgspec


class Ground(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of ground that is there; `sign` stands for it in print, `height` in levels."""

    id: str
    name: str
    sign: str = ""
    height: int = 0
    blocked: bool = False
    dangerous: bool = False


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is no token: an `objective`, a `flag`, an `item` to carry, a `start`.

    `text` says what it is and how far it has come; `side` is whose it is (0: nobody's), `done` that
    it is completed. `sign` is the same with sides by their numbers, short enough for where it lies.
    """

    kind: str
    text: str
    sign: str = ""
    side: int = 0
    done: bool = False


class Spot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where one may stand: an zone, or a square by its column from the west and row from the south.

    `ground` is the id of a `Ground`, empty for the usual one; `holder` is the side that controls it
    (0: none).
    """

    id: str
    name: str
    column: int = 0
    row: int = 0
    ground: str = ""
    holder: int = 0
    marks: tuple[Mark, ...] = ()


class Token(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who takes part: where (`spot` is empty beside the board), and how it fares.

    `side` counts from 1 in the order of the opening, 0 is of no side. `facing` is one of n, e, s, w
    or empty where nobody faces anywhere. `state` is that of `battle show`: reserve, active, broken,
    incapacitated, fallen, withdrawn, surrendered, taken. `bearing` names what it carries.
    """

    id: str
    name: str
    handle: str
    side: int
    spot: str = ""
    facing: str = ""
    health: int
    max_health: int
    activated: bool = False
    captain: bool = False
    state: str = "active"
    statuses: tuple[str, ...] = ()
    bearing: tuple[str, ...] = ()

    @property
    def down(self) -> bool:
        """Whether it was put out of the fight, wherever it lies now."""
        return self.state in ("incapacitated", "fallen")


class Party(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A side: its number on the board, its id and name, its points, and where it starts."""

    number: int
    id: str
    name: str
    score: int = 0
    start: str = ""


class Picture(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A moment of a battle: the ground, who is where, and what lies about.

    An arena has a `width` and `height` in squares; a map of zones has none, but `links` between
    zones that adjoin, each once. Where all adjoin all, `open` says so, and links are left out.
    `marks` lie nowhere in particular. `turn` is the side that is to act (0: none), `acting` the id
    of the token whose turn it is, where the game knows one. `health` is the game's word for what
    tokens have of it.
    """

    spots: tuple[Spot, ...]
    links: tuple[tuple[str, str], ...] = ()
    open: bool = False
    width: int = 0
    height: int = 0
    grounds: tuple[Ground, ...] = ()
    tokens: tuple[Token, ...] = ()
    sides: tuple[Party, ...] = ()
    marks: tuple[Mark, ...] = ()
    round: int = 0
    turn: int = 0
    acting: str = ""
    health: str = "health"

    @property
    def squared(self) -> bool:
        """Whether it is an arena of squares."""
        return self.width > 0

    def party(self, number: int) -> Party | None:
        """The side of that number; None for those of no side."""
        return next((one for one in self.sides if one.number == number), None)
