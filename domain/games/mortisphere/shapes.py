"""Mortisphere's codex, typed: dice, types, abilities, items, Wills, and the book of them all.

An entry that is `own` is a campaign's own content (`content.py`), all others are official.

Effects are in `words.py`, scenarios in `scenarios.py`, chapter 18 in `tables.py`, house rules in
`options.py`.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from domain import codex
from domain.codex import Shape, entry
from domain.counting import counted
from domain.effects import Condition, Effect
from domain.games.mortisphere import tables
from domain.games.mortisphere.options import House
from domain.games.mortisphere.scenarios import Scenario
from domain.games.mortisphere.words import Words
from domain.house import Option, Preset, Setting
from domain.terms import NotFound

EDITIONS = ("2026.1",)
CODEX = Path(__file__).parent / "codex"


class Die(Shape, frozen=True):
    """An Existence Die (MS-INI-4, MS-DIE-3, MS-HEA-5, -6)."""

    id: str
    faces: int
    value: int
    health: int
    health_cap: int
    ability_slots: int


class Status(Shape, frozen=True):
    """A state of a unit: what it may not do, and what ends it besides its time."""

    id: str
    text: str
    blocks: str = ""
    ends: str = ""
    effects: tuple[Effect, ...] = ()
    own: bool = False


class Type(Shape, frozen=True):
    """A kind of existence (MS-TYP-2, -3); in battle no item of `unhealed_by` heals it."""

    id: str
    name: str
    affinity: str
    equipment_tags: tuple[str, ...]
    slots: int
    campaign: str
    effects: tuple[Effect, ...] = ()
    cannot_interact: tuple[str, ...] = ()
    no_heal: bool = False
    unhealed_by: tuple[str, ...] = ()
    own: bool = False


class OwnTypes(Shape, frozen=True):
    """What a type that a campaign adds must have (MS-TYP-4)."""

    required: tuple[str, ...]
    rule: str


class Affinity(Shape, frozen=True):
    """What a second affinity is to a member, whatever its type (MS-ADV-4 Practised)."""

    id: str
    name: str
    effects: tuple[Effect, ...]


class Family(Shape, frozen=True):
    """One of the five families of equipment (MS-EQP-1)."""

    id: str
    name: str


class Ability(Shape, frozen=True):
    """An unusual trait (MS-ABI-3); without `types` it is open to any type."""

    id: str
    name: str
    source: str
    cost: int
    text: str
    effects: tuple[Effect, ...]
    types: tuple[str, ...] = ()
    own: bool = False


class Item(Shape, frozen=True):
    """A tool, weapon or relic (MS-EQP-3)."""

    id: str
    name: str
    tag: str
    cost: int
    text: str
    effects: tuple[Effect, ...]
    own: bool = False


class Will(Shape, frozen=True):
    """What drives a Captain (MS-CAP-7)."""

    id: str
    name: str
    text: str
    effects: tuple[Effect, ...]


class Captain(Shape, frozen=True):
    """What is special about Captains (MS-CAP-1, -4, -6)."""

    per_crew: int
    resolve: int
    resolve_cap: int
    broken_effects: str
    fate_reroll_lost: bool


class Swarm(Shape, frozen=True):
    """What is special about Swarms (MS-SWA-1, -6 to -12)."""

    minimum: int
    optional: bool
    same: tuple[str, ...]
    result: str
    win_damage: int
    overrun_damage: int
    overrun_when: str
    blows_when: str
    blows: str
    swarm_against_swarm: str
    each_blow: str


class Formula(Shape, frozen=True):
    """How a number comes about, in one line."""

    id: str
    text: str


class NeutralRules(Shape, frozen=True):
    """How neutrals act (MS-NEU)."""

    counts_for_initiative: bool
    acts: str
    hostile_target: str
    hostile_move: str
    tireless: str
    escorted: str


class Book(Shape, frozen=True, eq=False):
    """An edition of the game: everything in it that is data.

    It is one thing, like the book on the table, and equal to no other.
    """

    game: str
    edition: str
    data_version: int
    rounding: str
    objective_tags: tuple[str, ...]
    sources: tuple[str, ...]
    scoring_events: tuple[str, ...]
    dice: tuple[Die, ...]
    formulas: tuple[Formula, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    words: Words
    statuses: tuple[Status, ...]
    types: tuple[Type, ...]
    own_types: OwnTypes
    families: tuple[Family, ...]
    abilities: tuple[Ability, ...]
    equipment: tuple[Item, ...]
    captain: Captain
    wills: tuple[Will, ...]
    swarm: Swarm
    fate: tables.FateRoll
    fates: tuple[tables.Fate, ...]
    injuries: tuple[tables.Injury, ...]
    mending: tuple[tables.Mending, ...]
    duplicate_injury: str
    experience: tables.Experience
    advancement: tables.Advancing
    advances: tuple[tables.Advance, ...]
    discoveries: tuple[tables.Discovery, ...]
    recruitment: tables.Recruitment
    scenarios: tuple[Scenario, ...]
    neutral_rules: NeutralRules
    history: tables.History

    def die(self, faces: int) -> Die:
        """The Existence Die of so many faces (MS-INI-4)."""
        for die in self.dice:
            if die.faces == faces:
                return die
        known = ", ".join(die.id for die in self.dice)
        raise NotFound(f"no Existence Die has {counted(faces, 'face')}", hint=f"one of {known}")

    def type(self, text: str) -> Type:
        """The type of that id or name (MS-TYP-3)."""
        return entry("type", text, self.types)

    def status(self, text: str) -> Status:
        """The status of that id."""
        return entry("status", text, self.statuses)

    def ability(self, text: str) -> Ability:
        """The ability of that id or name (MS-ABI-3)."""
        return entry("ability", text, self.abilities)

    def item(self, text: str) -> Item:
        """The item of that id or name (MS-EQP-3)."""
        return entry("item", text, self.equipment)

    def injury(self, text: str) -> tables.Injury:
        """The injury of that id (MS-FAT-7)."""
        return entry("injury", text, self.injuries)

    def advance(self, text: str) -> tables.Advance:
        """The advance of that id or name (MS-ADV-4)."""
        return entry("advance", text, self.advances)

    def will(self, text: str) -> Will:
        """The Captain's Will of that id or name (MS-CAP-7)."""
        return entry("Will", text, self.wills)

    def affinity(self, tag: str) -> Affinity:
        """MS-TYP-3: 1 more on a scenario's first interaction with an objective of that tag."""
        matching = (Condition(name="objective_tag", value=tag),)
        more = Effect(
            on="action.interact", op="objective", value=1, when=matching, times=1, per="scenario"
        )
        return Affinity(id=f"affinity-{tag}", name=f"affinity to {tag}", effects=(more,))

    def scenario(self, text: str) -> Scenario:
        """The scenario of that id or name."""
        return entry("scenario", text, self.scenarios)

    def house(self, settings: Iterable[Setting] = ()) -> House:
        """The house rules with these settings, all others at their defaults."""
        return House.of(settings)


def book(edition: str = EDITIONS[-1]) -> Book:
    """The codex of an edition."""
    return _read(edition)


@lru_cache
def _read(edition: str) -> Book:
    """The codex of an edition, read once."""
    if edition not in EDITIONS:
        raise NotFound(f"this program has no edition {edition!r}", hint=f"it has {EDITIONS}")
    return codex.load(Book, codex.compiled(CODEX, edition))
