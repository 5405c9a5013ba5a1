"""The battle as it stands: units, sides, the Clash in progress, and what they are asked.

Nothing here judges or remembers: the chapters do. State that can be worked out is a function.
"""

import msgspec

from domain.games.mortisphere.closing import Closing, Load, Merits, Tally
from domain.games.mortisphere.options import House
from domain.games.mortisphere.scenarios import Scenario
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.shapes import book as codex
from domain.games.mortisphere.underway import Blows, Contest, Departure, Harm, Underway
from domain.games.mortisphere.units import Side, Standing, Unit
from domain.terms import Who
from domain.throwing import Diced


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """Progress made this round, kept or lost at its end (MS-OBJ-9)."""

    unit: str
    crew: str
    objective: str
    copy: int
    amount: int
    broken_by: tuple[str, ...] = ()
    broken: bool = False


class Progress(msgspec.Struct, frozen=True):
    """What a crew (or all, under `shared`) has done at one copy of an objective."""

    objective: str
    copy: int
    crew: str
    points: int


class Claim(msgspec.Struct, frozen=True):
    """A copy of an objective that a crew has completed."""

    objective: str
    copy: int
    crew: str


class CrewFace(msgspec.Struct, frozen=True):
    """A crew's result in a roll between crews."""

    crew: str
    face: int


class StartAt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A start Area agreed for a crew."""

    crew: str
    area: str


class Fighting(Diced, frozen=True, kw_only=True):
    """A battle from its opening to its conclusion; `book` is what it is played by."""

    battle: str = ""
    edition: str = ""
    book: Book = codex()
    scenario: Scenario | None = None
    house: House = House()
    friendly: bool = False
    ask_start: bool = False
    agreed: tuple[StartAt, ...] = ()
    sides: tuple[Side, ...] = ()
    units: dict[str, Unit] = msgspec.field(default_factory=dict)
    chooser_rolls: tuple[tuple[CrewFace, ...], ...] = ()
    round: int = 0
    offered: tuple[str, ...] = ()
    values: tuple[CrewFace, ...] = ()
    initiative_rolls: tuple[tuple[CrewFace, ...], ...] = ()
    order: tuple[str, ...] = ()
    last_order: tuple[str, ...] = ()
    turn: str = ""
    turns: int = 0
    acting: bool = False
    passed: tuple[str, ...] = ()
    clashes: int = 0
    clash: Underway | None = None
    due: tuple[Harm | Blows, ...] = ()
    again: "tuple[Thrown, ...]" = ()
    seen: tuple[str, ...] = ()
    departure: Departure | None = None
    contest: Contest | None = None
    channels: tuple[Channel, ...] = ()
    progress: tuple[Progress, ...] = ()
    worked: tuple[Claim, ...] = ()
    claims: tuple[Claim, ...] = ()
    controlled: tuple[Claim, ...] = ()
    round_open: bool = False
    closing: Closing | None = None
    steering: tuple[tuple[str, str], ...] = ()
    happened: tuple[str, ...] = ()
    items: tuple[Load, ...] = ()
    tallies: tuple[Tally, ...] = ()
    deeds: tuple[tuple[str, str], ...] = ()
    merits: Merits = Merits()
    ended: str = ""
    winner: str = ""
    concluded: bool = False

    @property
    def opened(self) -> bool:
        """Whether the battle has been opened at all."""
        return bool(self.battle)


class Thrown(msgspec.Struct, frozen=True):
    """What one awaited die has shown so far; `since` is where its newest attempt begins."""

    unit: str
    faces: tuple[int, ...]
    again: bool = False
    since: int = 0
    spent: tuple[Who, ...] = ()


# Reading the battle.


def side(battle: Fighting, crew: str) -> Side:
    """The crew's side; KeyError if it takes no part."""
    for each in battle.sides:
        if each.id == crew:
            return each
    raise KeyError(crew)


def party(battle: Fighting, id_: str) -> Who:
    """Who initiates: a crew, or a neutral by itself (MS-NEU-2)."""
    unit = battle.units.get(id_)
    return unit.who if unit else side(battle, id_).who


def setting(battle: Fighting) -> Scenario:
    """The scenario being played."""
    if battle.scenario is None:
        message = "a battle that was never opened has no scenario"
        raise LookupError(message)
    return battle.scenario


def neighbours(battle: Fighting, area: str) -> tuple[str, ...]:
    """MS-MOV-3: the Areas that one action reaches from an Area."""
    if battle.house.area_graph == "complete":
        return tuple(a.id for a in setting(battle).areas if a.id != area)
    return setting(battle).neighbours(area)


def crew_units(battle: Fighting, crew: str) -> list[Unit]:
    """All of a crew's units that are active."""
    return [u for u in battle.units.values() if u.crew == crew and u.active]


def at(battle: Fighting, area: str) -> list[Unit]:
    """All active units in an Area."""
    return [u for u in battle.units.values() if u.area == area and u.active]


def prevented(unit: Unit) -> bool:
    """MS-RND-7: a status keeps it from acting; it counts as having acted."""
    return bool(unit.statuses and unit.blocked("action"))


def ready(unit: Unit) -> bool:
    """Active, unactivated and not prevented from acting."""
    return unit.standing is Standing.ACTIVE and not unit.acted and not prevented(unit)


def able_crews(battle: Fighting) -> set[str]:
    """The crews that have somebody who may still act this round."""
    return {u.crew for u in battle.units.values() if u.crew and ready(u)}


def ready_units(battle: Fighting, crew: str) -> list[Unit]:
    """A crew's units that may still act this round."""
    return [u for u in battle.units.values() if u.crew == crew and ready(u)]


def present(battle: Fighting, area: str) -> list[Unit]:
    """Members that contest an Area: the active, and by option the incapacitated (MS-INC-7).

    Neutrals count for no control, and contest nothing (MS-NEU-1, MS-OBJ-7).
    """
    counts = battle.house.incapacitated_contest == "counts"
    return [
        u
        for u in battle.units.values()
        if u.crew and u.area == area and (u.active or (counts and u.fallen))
    ]


def contested(battle: Fighting, area: str, crew: str) -> bool:
    """MS-ARE-9: an Area that holds enemies of the crew is contested for it."""
    return any(u.crew != crew for u in present(battle, area))


def fighting_crews(battle: Fighting) -> list[str]:
    """Crews that still have an active member, in the order of the opening."""
    alive = {u.crew for u in battle.units.values() if u.active}
    return [s.id for s in battle.sides if s.id in alive]


def crew_of(battle: Fighting, unit: str) -> str:
    """The crew of a unit, "" if the battle has no such unit."""
    return battle.units[unit].crew if unit in battle.units else ""


def turn_order(battle: Fighting, first: str = "") -> list[str]:
    """The round's order of crews, beginning after `first` where one is given.

    A crew that took no part in Initiative (it was brought back since) comes last.
    """
    late = (s.id for s in battle.sides if s.id not in battle.order)
    order = [*battle.order, *late]
    if first in order:
        cut = order.index(first)
        return order[cut + 1 :] + order[: cut + 1]
    return order


def area_name(battle: Fighting, area: str) -> Who:
    """An Area as an event names it."""
    return Who(area, next(a.name for a in setting(battle).areas if a.id == area))


def whos(battle: Fighting, units: "tuple[str, ...] | list[str]") -> tuple[Who, ...]:
    """Units as an event names them."""
    return tuple(battle.units[u].who for u in units)


def changed(battle: Fighting, unit: str, **facts: object) -> Fighting:
    """The battle with one unit changed; as it was if it has no such unit."""
    if unit not in battle.units:
        return battle
    units = dict(battle.units)
    units[unit] = msgspec.structs.replace(units[unit], **facts)
    return msgspec.structs.replace(battle, units=units)


def paired(battle: Fighting, number: int, **facts: object) -> Fighting:
    """The battle with one pairing of its Clash (from 1) changed; as it was if there is none."""
    clash = battle.clash
    if clash is None or not 0 < number <= len(clash.pairings):
        return battle
    pairings = list(clash.pairings)
    pairings[number - 1] = msgspec.structs.replace(pairings[number - 1], **facts)
    changed_ = msgspec.structs.replace(clash, pairings=tuple(pairings))
    return msgspec.structs.replace(battle, clash=changed_)


def side_changed(battle: Fighting, crew: str, **facts: object) -> Fighting:
    """The battle with one side changed."""
    sides = tuple(msgspec.structs.replace(s, **facts) if s.id == crew else s for s in battle.sides)
    return msgspec.structs.replace(battle, sides=sides)
