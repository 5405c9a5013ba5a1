"""Section 11 as data: battles with their arenas, sides, prizes, ways to win and complications."""

from domain.codex import Shape, entry
from domain.games.morturi.words import Effect


class Prize(Shape, frozen=True):
    """What a battle pays in denarii (MR-BAT-6, MR-SCN-11); `winner` on top of `each` school's.

    `each_neutral` is paid for a killing blow; with `stakes` the winner takes all stakes as well.
    """

    winner: int = 0
    each_loser: int = 0
    each: int = 0
    each_neutral: int = 0
    stakes: bool = False


class PrizeBy(Shape, frozen=True):
    """What a battle pays under a house rule, `option=value` (MR-SCN-7)."""

    house: str
    winner: int
    each_loser: int


class Side(Shape, frozen=True):
    """Whom one side of a battle may enter and hire for it (Tifernum)."""

    id: str
    roles: tuple[str, ...]
    factions: tuple[str, ...] = ()
    hire: int = 0
    hire_price: int = 0
    hire_grade: str = ""


class Neutral(Shape, frozen=True):
    """Figures of no school (MR-SCN-9): a killing blow on one earns `favour` in place of the usual.

    `policy` is `flee`: as far as possible from all gladiators, at the end of each round.
    """

    id: str
    name: str
    number: int
    life: int
    move: int
    favour: int
    policy: str


class Choice(Shape, frozen=True):
    """A variant of a battle that may be agreed on: another arena, more sides, complications."""

    id: str
    text: str
    arena: tuple[str, ...] = ()
    max_sides: int = 0
    complications: tuple[str, ...] = ()


class Complication(Shape, frozen=True):
    """What makes a battle special (MR-BAT-8)."""

    id: str
    name: str
    text: str
    effects: tuple[Effect, ...]
    known: bool = True
    suggested: bool = False
    note: str = ""
    source: tuple[str, ...] = ()


class Victory(Shape, frozen=True):
    """A way to win (MR-VIC)."""

    id: str
    name: str
    text: str
    confidence: str = "text"
    note: str = ""
    source: tuple[str, ...] = ()


class Scenario(Shape, frozen=True):
    """A battle (MR-BAT-1): `fewest` to `most` gladiators a side, an arena drawn from the north.

    Where a side starts is in the drawing (`a` to `d`); `start` says what these squares are: `gates`
    (the squares before a gate, MR-BAT-4), `places` (one gladiator each) or `zones`. Without
    `surrender` whoever tries to loses all his gladiators (MR-SUR-2).
    """

    id: str
    name: str
    rule: str
    text: str
    min_sides: int
    max_sides: int
    fewest: int
    most: int
    victory: str
    surrender: bool
    start: str
    arena: tuple[str, ...]
    prize: Prize
    prizes: tuple[PrizeBy, ...] = ()
    entry_fee: int = 0
    neutral: Neutral | None = None
    sides: tuple[Side, ...] = ()
    pairings: tuple[tuple[str, str], ...] = ()
    procedure: tuple[str, ...] = ()
    challenges_per_month: int = 0
    options: tuple[Choice, ...] = ()
    source: tuple[str, ...] = ()

    def option(self, option: str) -> Choice:
        """The variant of that id."""
        return entry("variant of the battle", option, self.options)
