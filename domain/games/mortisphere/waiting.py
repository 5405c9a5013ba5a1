"""What a battle can be waiting for: one of these, and of whom."""

import msgspec


class Start(msgspec.Struct, frozen=True):
    """A crew chooses its start Area (MS-SCN-3, -7)."""

    crew: str
    areas: tuple[str, ...]


class Deploy(msgspec.Struct, frozen=True):
    """A crew whose role has several start Areas deploys member by member (MS-SCN-3)."""

    crew: str
    areas: tuple[str, ...]
    members: tuple[str, ...]


class Field(msgspec.Struct, frozen=True):
    """A crew chooses whom it fields (MS-REC-8)."""

    crew: str
    cap: int


class Turn(msgspec.Struct, frozen=True):
    """A crew takes a turn (MS-TRN-1)."""

    crew: str


class Answer(msgspec.Struct, frozen=True):
    """A crew answers a Clash (MS-CLA-12)."""

    crew: str


class Ordering(msgspec.Struct, frozen=True):
    """A crew sets the order of the pairings (MS-MUL-5)."""

    crew: str


class DieDue(msgspec.Struct, frozen=True):
    """A die that is to be rolled; `sides` are its faces now (fewer than `die` under `uniform`)."""

    unit: str
    die: int
    sides: int
    maximum: int
    again: bool = False
    pairing: int = -1


class Throw(msgspec.Struct, frozen=True):
    """Dice are to be rolled (MS-RES-3, MS-INI-2, …)."""

    what: str
    dice: tuple[DieDue, ...]
    crew: str


class Pick(msgspec.Struct, frozen=True):
    """A crew chooses among offers; `least` 0 means that it may decline."""

    crew: str
    what: str
    offers: tuple[str, ...]
    least: int
    most: int


class Declaring(msgspec.Struct, frozen=True):
    """A crew may announce effects for the Clash (MS-CLA-15)."""

    crew: str


class Offered(msgspec.Struct, frozen=True):
    """An effect that somebody may use: who bears it, and which one."""

    bearer: str
    source: str
    name: str
    entry: str


class Confirm(msgspec.Struct, frozen=True):
    """A crew is offered effects: it uses some, in the order it names them, or none (MS-EFF-5)."""

    crew: str
    what: str
    offers: tuple[Offered, ...]


class Nothing(msgspec.Struct, frozen=True):
    """The battle waits for nobody: it has ended, or was never opened."""


Awaited = (
    Start | Deploy | Field | Turn | Answer | Declaring | Ordering | Throw | Pick | Confirm | Nothing
)
