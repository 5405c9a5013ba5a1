"""Who takes part in a battle: units with their profiles, and the crews they are of."""

from enum import StrEnum

import msgspec

from domain.effects import Parts
from domain.terms import Who


class Standing(StrEnum):
    """Where a unit stands between muster and the battle's end."""

    RESERVE = "reserve"
    ACTIVE = "active"
    INCAPACITATED = "incapacitated"
    WITHDRAWN = "withdrawn"
    TAKEN = "taken"


class Status(msgspec.Struct, frozen=True):
    """A status on a unit, and the last round in which it holds (0: until it is taken off).

    `blocks` is what the unit may not do; `ends` says that a Clash ends it.
    """

    id: str
    until: int = 0
    blocks: str = ""
    ends: str = ""


class Use(msgspec.Struct, frozen=True):
    """One use of a limited effect."""

    source: str
    round: int
    clash: int


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A member or neutral in this battle: its profile, and what has become of it.

    A `neutral` (its id in the scenario) has no crew; an escorted one has a crew as `controller`.
    """

    who: Who
    handle: str
    crew: str
    kind: str
    die: int
    health: int
    captain: bool = False
    will: str = ""
    resolve: int = 0
    gear: int = 0
    worth: int = 0
    abilities: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    injuries: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    parts: Parts = ()
    area: str = ""
    lost: int = 0
    strain: int = 0
    acted: bool = False
    standing: Standing = Standing.RESERVE
    finished: bool = False
    statuses: tuple[Status, ...] = ()
    uses: tuple[Use, ...] = ()
    neutral: str = ""
    controller: str = ""
    tireless: bool = False

    @property
    def id(self) -> str:
        """The address of the line that brought the member into being."""
        return self.who.id

    @property
    def camp(self) -> str:
        """The crew that it belongs to or (MS-NEU-4) that answers for it; "" for none."""
        return self.crew or self.controller

    @property
    def active(self) -> bool:
        """Deployed, not incapacitated, not gone from the battle."""
        return self.standing is Standing.ACTIVE

    @property
    def fallen(self) -> bool:
        """Incapacitated: at 0 Health, or a Captain that fell."""
        return self.standing is Standing.INCAPACITATED

    @property
    def broken(self) -> bool:
        """MS-CAP-4: a Captain at 0 Health that has not fallen."""
        return self.captain and self.active and self.lost >= self.health

    def blocked(self, what: str) -> str:
        """The status by which it may not do this; "" for none."""
        return next((status.id for status in self.statuses if status.blocks == what), "")

    @property
    def wounded(self) -> bool:
        """It has lost Health."""
        return self.lost > 0


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A crew in this battle."""

    who: Who
    player: str = ""
    rating: int = 0
    roster_value: int = 0
    roster_gear: int = 0
    start: str = ""
    points: int = 0
    fielded: bool = False
    conceding: bool = False
    conceded: bool = False
    initiative_lost: bool = False
    withdraws_after: int = 0

    @property
    def id(self) -> str:
        """The crew's story."""
        return self.who.id
