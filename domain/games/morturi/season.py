"""Sections 11 to 16 as data: schools and their resources, auctions, calendar, survival, prizes."""

from domain.codex import Shape
from domain.games.morturi.options import House
from domain.games.morturi.words import Effect, Revision


class School(Shape, frozen=True):
    """What a school begins with (MR-CRE-10), and how it may buy (MR-RES-1, -2)."""

    currency: str
    pickup: int
    campaign: int
    hire_percent: int
    most_of_a_resource: int


class Row(Shape, frozen=True):
    """What a Survival check comes to, from `low` to `high` (0: open); rows stand in order."""

    result: str
    low: int = 0
    high: int = 0


class Table(Shape, frozen=True):
    """A survival table and the value of `survival_table` that chooses it (MR-SVC-2)."""

    option: str
    rows: tuple[Row, ...]


class Survival(Shape, frozen=True):
    """Survival checks (MR-SVC-1, -2)."""

    die: int
    tables: tuple[Table, ...]
    suggested: bool

    def result(self, table: str, total: int) -> str:
        """What a total comes to by a table."""
        rows = next(one.rows for one in self.tables if one.option == table)
        return next(row.result for row in rows if total <= (row.high or total))


class Advancement(Shape, frozen=True):
    """How gladiators advance (MR-ADV-3): a proposal, since no text was found."""

    novicius_tricks: int
    palus_tricks: int
    primus_at: int
    suggested: bool


class Guideline(Shape, frozen=True):
    """The prize guideline (MR-BAT-6)."""

    each_gladiator: int
    team_percent: int
    no_surrender_percent: int
    source: tuple[str, ...]


class PriceBy(Shape, frozen=True):
    """A price under a house rule, `option=value` (MR-RES-10)."""

    house: str
    price: int


class Resource(Shape, frozen=True):
    """A school resource (MR-RES); what has no price cannot be bought (MR-RES-8)."""

    id: str
    name: str
    category: str
    text: str
    price: int = 0
    prices: tuple[PriceBy, ...] = ()
    effects: tuple[Effect, ...] = ()
    known: bool = True
    note: str = ""
    variants: tuple[Revision, ...] = ()
    source: tuple[str, ...] = ()

    def cost(self, house: House) -> int:
        """MR-RES-3, -6, -10: what it costs, by the revision whose prices are asked."""
        return next((one.price for one in self.prices if house.has(one.house)), self.price)

    def hire(self, school: School, house: House) -> int:
        """MR-RES-2: what a person costs by the month."""
        return self.cost(house) * school.hire_percent // 100


class Month(Shape, frozen=True):
    """A month (MR-CAM-2)."""

    id: str
    name: str
    days: int


class Theme(Shape, frozen=True):
    """What a month may be about (MR-CAM-5)."""

    month: str
    text: str


class Calendar(Shape, frozen=True):
    """The year (MR-CAM-2 to -5)."""

    months: tuple[Month, ...]
    phases: tuple[str, ...]
    month_end: tuple[str, ...]
    themes: tuple[Theme, ...]
    source: tuple[str, ...]


class Weight(Shape, frozen=True):
    """How often a grade comes up among the lots (MR-AUC-6)."""

    grade: str
    weight: int


class Auction(Shape, frozen=True):
    """What comes up for auction (MR-AUC-6); `suggested` names what is a proposal."""

    lots_per_school: int
    weights: tuple[Weight, ...]
    suggested: tuple[str, ...]
    source: tuple[str, ...]


class Bonus(Shape, frozen=True):
    """What a grade adds to a skill check (MR-OUT-1)."""

    grade: str
    value: int


class Beyond(Shape, frozen=True):
    """Skill checks outside the arena (MR-OUT)."""

    need: int
    fitting_role: int
    bonus: tuple[Bonus, ...]
    difficulty: tuple[int, ...]
    text: str
    source: tuple[str, ...]
