"""Morturi's codex, typed: roles, grades, tricks, conditions, resources, and the book of them all.

What was not found says so (MR-CRE-7, -8): an entry that is not `known` has no text of the game's
own; what is `suggested` is a proposal in its place. Effects are in `words.py`, battles in
`scenarios.py`, terrain in `arena.py`, the campaign in `season.py`, house rules in `options.py`.
"""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from domain import codex
from domain.codex import Shape, entry
from domain.games.morturi import season
from domain.games.morturi.arena import Terrain
from domain.games.morturi.options import House
from domain.games.morturi.scenarios import Complication, Scenario, Victory
from domain.games.morturi.words import Effect, Revision, Way, Words
from domain.house import Option, Preset, Setting
from domain.terms import NotFound

EDITIONS = ("2026.1",)
CODEX = Path(__file__).parent / "codex"


class Class(Shape, frozen=True):
    """A class of gladiators and the pattern its roles follow (MR-CRE-3, -7)."""

    id: str
    name: str
    move: int
    to_hit: int
    damage: int
    text: str


class Grade(Shape, frozen=True):
    """A grade: how many tricks, what it costs (MR-CRE-1, -2, MR-AUC-1, -2).

    `sold` is `fixed` (at its price) or `auction` (from it); `only_role` the one role it has.
    """

    id: str
    name: str
    tricks: int
    price: int
    campaign_price: int
    sold: str
    only_role: str = ""


class Role(Shape, frozen=True):
    """A role (MR-CRE-5 to -8): its profile, and the seven tricks it may know.

    `suggested` names the fields that are a proposal, `suggested_tricks` the tricks that are.
    `grades` limits who may have it; empty: all but a Servus.
    """

    id: str
    name: str
    weight: str
    move: int
    life: int
    weapons: tuple[Way, ...]
    specials: tuple[str, ...]
    tricks: tuple[str, ...]
    tricks_complete: bool = True
    suggested: tuple[str, ...] = ()
    suggested_tricks: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    grades: tuple[str, ...] = ()
    faction: str = ""
    confidence: str = "text"
    note: str = ""
    variants: tuple[Revision, ...] = ()
    source: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Whether its profile was found (MR-CRE-7)."""
        return "move" not in self.suggested and "weapons" not in self.suggested

    @property
    def known_tricks(self) -> tuple[str, ...]:
        """Those of its tricks that were found (MR-CRE-8)."""
        return tuple(trick for trick in self.tricks if trick not in self.suggested_tricks)


class Feature(Shape, frozen=True):
    """What a gladiator has beside his profile: its effects, and the ways of attacking it brings."""

    id: str
    name: str
    text: str
    effects: tuple[Effect, ...] = ()
    ways: tuple[Way, ...] = ()
    tags: tuple[str, ...] = ()
    known: bool = True
    suggested: bool = False
    note: str = ""
    variants: tuple[Revision, ...] = ()
    source: tuple[str, ...] = ()


class Special(Feature, frozen=True):
    """A special rule that comes with a role (MR-CRE-6)."""


class Trick(Feature, frozen=True):
    """A trick (MR-CRE-8); a `retired` one is in no list any more."""

    faction: str = ""
    retired: bool = False
    confidence: str = "text"


class Ailment(Shape, frozen=True):
    """A condition of a gladiator (MR-CON); its effects work on whoever is in it."""

    id: str
    name: str
    text: str
    effects: tuple[Effect, ...] = ()
    suggested: bool = False
    confidence: str = "text"
    note: str = ""
    source: tuple[str, ...] = ()


class Crowd(Shape, frozen=True):
    """The crowd's favour (MR-CRD-1 to -3)."""

    start: int
    final_blow: int
    boosted: int
    lead: int
    boosted_by_lead: int


class Faction(Shape, frozen=True):
    """Folk from beyond the schools (MR-FCT-4); of `named_only` roles just the name is known."""

    id: str
    name: str
    named_only: tuple[str, ...] = ()
    source: tuple[str, ...] = ()


class Gap(Shape, frozen=True):
    """Something that was not found."""

    id: str
    text: str


class Source(Shape, frozen=True):
    """A page that the rulebook stands on (section 19)."""

    id: str
    where: str


class Book(Shape, frozen=True):
    """An edition of the game: everything in it that is data."""

    game: str
    edition: str
    data_version: int
    life_points: int
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    words: Words
    classes: tuple[Class, ...]
    grades: tuple[Grade, ...]
    school: season.School
    roles: tuple[Role, ...]
    specials: tuple[Special, ...]
    tricks: tuple[Trick, ...]
    conditions: tuple[Ailment, ...]
    terrain: tuple[Terrain, ...]
    crowd: Crowd
    survival: season.Survival
    advancement: season.Advancement
    prizes: season.Guideline
    complications: tuple[Complication, ...]
    resources: tuple[season.Resource, ...]
    calendar: season.Calendar
    auction: season.Auction
    victories: tuple[Victory, ...]
    scenarios: tuple[Scenario, ...]
    beyond: season.Beyond
    factions: tuple[Faction, ...]
    missing: tuple[Gap, ...]
    sources: tuple[Source, ...]

    def weight(self, text: str) -> Class:
        """The class of that id or name (MR-CRE-3)."""
        return entry("class", text, self.classes)

    def grade(self, text: str) -> Grade:
        """The grade of that id or name (MR-CRE-1)."""
        return entry("grade", text, self.grades)

    def role(self, text: str) -> Role:
        """The role of that id or name (MR-CRE-5)."""
        return entry("role", text, self.roles)

    def special(self, text: str) -> Special:
        """The special rule of that id or name."""
        return entry("special rule", text, self.specials)

    def trick(self, text: str) -> Trick:
        """The trick of that id or name (MR-CRE-8)."""
        return entry("trick", text, self.tricks)

    def condition(self, text: str) -> Ailment:
        """The condition of that id or name (MR-CON)."""
        return entry("condition", text, self.conditions)

    def ground(self, text: str) -> Terrain:
        """The terrain of that id or name (MR-TER)."""
        return entry("terrain", text, self.terrain)

    def complication(self, text: str) -> Complication:
        """The complication of that id or name (MR-BAT-8)."""
        return entry("complication", text, self.complications)

    def resource(self, text: str) -> season.Resource:
        """The school resource of that id or name (MR-RES)."""
        return entry("resource", text, self.resources)

    def scenario(self, text: str) -> Scenario:
        """The battle of that id or name (MR-SCN)."""
        return entry("battle", text, self.scenarios)

    def house(self, settings: Iterable[Setting] = ()) -> House:
        """The house rules with these settings, all others at their defaults."""
        return House.of(settings)


@lru_cache
def book(edition: str = EDITIONS[-1]) -> Book:
    """The codex of an edition, read once."""
    if edition not in EDITIONS:
        raise NotFound(f"this program has no edition {edition!r}", hint=f"it has {EDITIONS}")
    return codex.load(Book, codex.compiled(CODEX, edition))
