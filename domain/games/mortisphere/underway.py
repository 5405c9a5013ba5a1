"""What is under way in a battle: a Clash with its pairings, harm, blows, a move, a contest."""

from enum import StrEnum

import msgspec


class Mode(StrEnum):
    """How a target meets a pairing (MS-CLA-12); a fallen one is only finished off (MS-CLA-11)."""

    UNANSWERED = "unanswered"
    DEFEND = "defend"
    ABSORB = "absorb"
    FALLEN = "fallen"


class Pairing(msgspec.Struct, frozen=True, kw_only=True):
    """One initiator (or Swarm) against one target inside a Clash (MS-RES-2)."""

    initiators: tuple[str, ...]
    target: str
    swarm: bool = False
    leader: str = ""
    together: int = 0
    defenders: tuple[str, ...] = ()
    guard_swarm: bool = False
    guard_leader: str = ""
    mode: Mode = Mode.UNANSWERED
    settled: bool = False
    void: bool = False


class DeclaredEffect(msgspec.Struct, frozen=True):
    """An effect that was announced for the Clash, perhaps against one opponent (MS-CLA-15)."""

    bearer: str
    source: str
    against: str = ""
    name: str = ""


class Kept(msgspec.Struct, frozen=True):
    """A roll that meets several pairings (MS-MUL-4, MS-SWA-7)."""

    unit: str
    natural: int
    maximum: int
    capped: int
    together: int = 0


class Underway(msgspec.Struct, frozen=True, kw_only=True):
    """A Clash between its declaration and its last activation."""

    crew: str
    area: str
    pairings: tuple[Pairing, ...]
    answering: tuple[str, ...] = ()
    declared: tuple[DeclaredEffect, ...] = ()
    declared_by: tuple[str, ...] = ()
    ordered: bool = False
    parting: bool = False
    retargeted: tuple[int, ...] = ()
    kept: tuple[Kept, ...] = ()
    settled: bool = False
    offered: tuple[str, ...] = ()


class Harm(msgspec.Struct, frozen=True, kw_only=True):
    """Health about to be lost (MS-DMG-9)."""

    unit: str
    amount: int
    by: tuple[str, ...] = ()
    offered: bool = False


class Blows(msgspec.Struct, frozen=True, kw_only=True):
    """Blows a Swarm's opponent strikes, still to be given to members (MS-SWA-9, -10)."""

    swarm: tuple[str, ...]
    count: int
    by: tuple[str, ...]
    chooser: str


class Departure(msgspec.Struct, frozen=True, kw_only=True):
    """Members leaving an Area, for another or (`to` is "") for good, whose way is not free yet.

    Enemies may dispute it (MS-MOV-4), effects may ease it, a neutral may come along.
    """

    members: tuple[str, ...]
    to: str
    asked: tuple[str, ...] = ()
    opponent: str = ""
    resolved: bool = False
    offered: bool = False
    keeps: bool = False
    bringing: str = ""
    escort: str = ""
    escort_asked: bool = False


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """An interaction an enemy may oppose (MS-OBJ-9 `opposed`)."""

    members: tuple[str, ...]
    objective: str
    copy: int
    asked: tuple[str, ...] = ()
    opponent: str = ""
