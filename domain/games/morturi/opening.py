"""Chapter 11, the opening: who fights in which arena, under which rules and dice (MR-BAT-1, -2)."""

import msgspec

from domain.games.morturi.arena import Arena
from domain.games.morturi.battle import Fighting, Seal, Source, StartAt, side_changed
from domain.games.morturi.options import House
from domain.games.morturi.scenarios import Scenario
from domain.games.morturi.units import Side, Unit, Weapon
from domain.games.morturi.waiting import Awaited, Field
from domain.house import Setting
from domain.terms import Action, Event, RuleBroken, Telling, Who

FEWEST_SCHOOLS, MOST_SCHOOLS = 2, 8

# Events


class GladiatorFielded(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A gladiator's profile as he comes to the battle (MR-CRE-6).

    `suggested` says what of it the rulebook only suggests (MR-CRE-7, -8).
    """

    gladiator: Who
    handle: str = ""
    role: str
    grade: str
    weight: str
    faction: str = ""
    move: int
    life: int
    weapons: tuple[Weapon, ...]
    rules: tuple[str, ...] = ()
    tricks: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()


class SchoolFielded(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A school as it comes to the battle, with its team or all of whom it may choose one."""

    school: Who
    player: str = ""
    chosen: bool = False
    gladiators: tuple[GladiatorFielded, ...]


class DiceSealed(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What sealed dice are bound to: the battle's 16 bytes and each party's anchor."""

    battle: str = ""
    anchors: tuple[str, ...] = ()
    solo: bool = False


class BattleOpened(Event, frozen=True, kw_only=True, tag="morturi.battle-opened/1"):
    """A battle opened: its design, arena, all house rules, the profiles of all, and the dice."""

    battle: str
    edition: str
    scenario: Scenario
    arena: Arena
    house: tuple[Setting, ...]
    schools: tuple[SchoolFielded, ...]
    complications: tuple[str, ...] = ()
    friendly: bool = False
    dice: Source = Source.TABLE
    seal: tuple[DiceSealed, ...] = ()
    starts: tuple[StartAt, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        schools = " against ".join(s.school.name for s in self.schools)
        kind = "A pick-up battle" if self.friendly else "A battle"
        return f"{kind} opens: {self.scenario.name}, {schools}, {self.dice} dice."


class TeamFielded(Event, frozen=True, kw_only=True, tag="morturi.team-fielded/1"):
    """A school revealed whom it enters for the battle (MR-BAT-2)."""

    school: Who
    gladiators: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} enters {', '.join(w.name for w in self.gladiators)}."
