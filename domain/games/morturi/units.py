"""Who fights in a battle: gladiators and figures with their profiles, and the schools."""

from enum import StrEnum

import msgspec

from domain.effects import Condition
from domain.games.morturi.words import Effect
from domain.terms import Who


class Standing(StrEnum):
    """Where a gladiator is between the reveal of the teams and the battle's end."""

    RESERVE = "reserve"
    ACTIVE = "active"
    OUT = "out"
    LEFT = "left"


class Weapon(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A way of attacking as a battle keeps it (`Way` says what its fields mean)."""

    id: str
    name: str
    kind: str
    damage: int
    to_hit: int = 0
    range: int
    min_range: int
    shots: int
    replaces: str = ""
    needs: str = ""
    tags: tuple[str, ...] = ()
    when: tuple[Condition, ...] = ()
    cost: str = ""
    price: int = 0
    effects: tuple[Effect, ...] = ()


class Held(msgspec.Struct, frozen=True):
    """Something on a gladiator and until when: a condition, what he made ready, more damage.

    `until` is "turn" (his own ends), "next_turn" (his next begins), "always" (nothing ends it) or
    "" (until it is taken off); `by` inflicted it.
    """

    id: str
    until: str = ""
    amount: int = 0
    melee: bool = False
    name: str = ""
    by: str = ""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A gladiator or figure in this battle: its profile, and what has become of it.

    `lost` are the life points gone (at `life` or more he falls); `hurt` says whether he ever lost
    any. Conditions that are `suspended` do not count before his turn ends. `struck_by` dealt the
    newest harm (`by_attack`), `struck_for` is the school it counts for. A `figure` (noxius) has
    no school. `proposed` names what of his profile is in no page of the wiki (MR-CRE-7, -8).
    """

    who: Who
    handle: str
    school: str
    role: str
    grade: str = ""
    faction: str = ""
    move: int
    life: int
    weapons: tuple[Weapon, ...] = ()
    specials: tuple[str, ...] = ()
    tricks: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    proposed: tuple[str, ...] = ()
    figure: str = ""
    square: str = ""
    facing: str = ""
    lost: int = 0
    hurt: bool = False
    acted: bool = False
    turns: int = 0
    standing: Standing = Standing.RESERVE
    conditions: tuple[Held, ...] = ()
    suspended: tuple[str, ...] = ()
    stances: tuple[str, ...] = ()
    readied: tuple[Held, ...] = ()
    boosts: tuple[Held, ...] = ()
    stores: tuple[Held, ...] = ()
    turned: bool = False
    follows: str = ""
    kills: int = 0
    struck_by: str = ""
    struck_for: str = ""
    by_attack: bool = False

    @property
    def id(self) -> str:
        """The address of the line that brought the gladiator into being."""
        return self.who.id

    @property
    def active(self) -> bool:
        """In the arena: neither out of action nor gone, nor still behind a gate."""
        return self.standing is Standing.ACTIVE

    @property
    def present(self) -> bool:
        """In the arena, or about to enter it."""
        return self.standing in (Standing.ACTIVE, Standing.RESERVE)

    @property
    def now(self) -> int:
        """MR-OOA-1: the life points he has now; at 0 or less he falls."""
        return self.life - self.lost

    @property
    def wounded(self) -> bool:
        """MR-DMG-9: he has fewer life points than he started with."""
        return self.lost > 0

    def under(self, condition: str) -> bool:
        """Whether a condition lies on him, and is not suspended."""
        return condition not in self.suspended and any(c.id == condition for c in self.conditions)

    def store(self, what: str) -> int:
        """How much of it he has."""
        return next((s.amount for s in self.stores if s.id == what), 0)


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """A school in this battle: its favour of the crowd, and where it comes from."""

    who: Who
    player: str = ""
    fielded: bool = True
    start: str = ""
    favour: int = 0
    surrendered: bool = False

    @property
    def id(self) -> str:
        """The school's story."""
        return self.who.id
