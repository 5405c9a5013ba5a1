"""What a battle can be waiting for: one of these, and of whom."""

from typing import Any

import msgspec


class Field(msgspec.Struct, frozen=True):
    """A school chooses its team (MR-BAT-1, -2)."""

    crew: str
    least: int
    most: int


class Start(msgspec.Struct, frozen=True):
    """A school chooses its side of the arena (MR-BAT-3)."""

    crew: str
    areas: tuple[str, ...]


class Deploy(msgspec.Struct, frozen=True):
    """A school deploys one gladiator, on one of these squares (MR-BAT-1)."""

    crew: str
    members: tuple[str, ...]
    squares: tuple[str, ...]


class Activate(msgspec.Struct, frozen=True):
    """A school activates one of these gladiators (MR-RND-1), or surrenders if it may (MR-SUR)."""

    crew: str
    members: tuple[str, ...]


class Acting(msgspec.Struct, frozen=True):
    """A gladiator acts: moves, uses tricks, attacks, until he is done (MR-RND-7)."""

    crew: str
    member: str


class React(msgspec.Struct, frozen=True):
    """The target of an attack may turn to face, in one of these directions (MR-REA-1, -2)."""

    crew: str
    member: str
    directions: tuple[str, ...]


class DieDue(msgspec.Struct, frozen=True):
    """A die that is to be rolled, and for whom."""

    unit: str
    sides: int


class Throw(msgspec.Struct, frozen=True):
    """Dice are to be rolled: `what` says what for, `lot` names what a lot is drawn among."""

    what: str
    dice: tuple[DieDue, ...]
    crew: str
    lot: tuple[str, ...] = ()
    source: str = ""


def what_for(rule: str, text: str, throw: Throw) -> dict[str, Any]:
    """What dice decide, told as questions are; a lot's offers are told beside it, by number."""
    nothing = {"about": "", "offers": [], "min": 0, "max": 0}
    return {"id": throw.what, "rule": rule, "text": text, **nothing}


class Pick(msgspec.Struct, frozen=True, kw_only=True):
    """A school chooses among offers; `least` 0 means that it may decline."""

    crew: str
    what: str
    offers: tuple[str, ...]
    rule: str
    least: int = 1
    most: int = 1
    member: str = ""
    source: str = ""
    name: str = ""


class Offered(msgspec.Struct, frozen=True):
    """A trick that somebody may use: who bears it, and which one."""

    bearer: str
    source: str
    name: str
    entry: str


class Confirm(msgspec.Struct, frozen=True, kw_only=True):
    """A school (the Imperator: "") is offered something: it uses some of it, or none."""

    crew: str
    what: str
    offers: tuple[Offered, ...]
    rule: str


class Nothing(msgspec.Struct, frozen=True):
    """The battle waits for nobody: it has ended, or was never opened."""


Awaited = Field | Start | Deploy | Activate | Acting | React | Throw | Pick | Confirm | Nothing
