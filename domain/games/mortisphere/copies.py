"""What a battle uses of the codex, copied: so that its record says what was played, for good.

Each copy is marked `own` or official, and is found as in the codex itself.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from domain.codex import Listed, Shape, entry
from domain.games.mortisphere import tables
from domain.games.mortisphere.scenarios import Scenario
from domain.games.mortisphere.shapes import Ability, Book, Item, Status, Type, Will
from domain.games.mortisphere.words import Effect

E = TypeVar("E", bound=Listed)
Parts = Iterable[tuple[str, str]]  # what a profile is made of: ("ability", "pounce")
_EFFECTIVE = ("types", "abilities", "items", "wills", "injuries", "advances")


class Content(Shape, frozen=True):
    """The types, abilities, items, Wills, statuses, injuries and advances that a battle uses."""

    types: tuple[Type, ...] = ()
    abilities: tuple[Ability, ...] = ()
    items: tuple[Item, ...] = ()
    wills: tuple[Will, ...] = ()
    statuses: tuple[Status, ...] = ()
    injuries: tuple[tables.Injury, ...] = ()
    advances: tuple[tables.Advance, ...] = ()

    def type(self, text: str) -> Type:
        """The type of that id or name (MS-TYP-3)."""
        return entry("type", text, self.types)

    def ability(self, text: str) -> Ability:
        """The ability of that id or name (MS-ABI-3)."""
        return entry("ability", text, self.abilities)

    def item(self, text: str) -> Item:
        """The item of that id or name (MS-EQP-3)."""
        return entry("item", text, self.items)

    def will(self, text: str) -> Will:
        """The Captain's Will of that id or name (MS-CAP-7)."""
        return entry("Will", text, self.wills)

    def status(self, text: str) -> Status:
        """The status of that id."""
        return entry("status", text, self.statuses)

    def injury(self, text: str) -> tables.Injury:
        """The injury of that id or name (MS-FAT-7)."""
        return entry("injury", text, self.injuries)

    def advance(self, text: str) -> tables.Advance:
        """The advance of that id or name (MS-ADV-4)."""
        return entry("advance", text, self.advances)


def used(book: Book, scenario: Scenario, profiles: Iterable[Parts]) -> Content:
    """What the members of a battle and its neutrals bring, in the codex's order (MS-EVT-2).

    All official statuses are in it, since rules and rulings put them on; of own ones those that
    an effect names. Raises `NotFound` for a part that the book does not have.
    """
    parts = {part for profile in profiles for part in profile}
    parts |= {("type", neutral.type) for neutral in scenario.neutrals}
    content = Content(
        types=_of("type", parts, book.types),
        abilities=_of("ability", parts, book.abilities),
        items=_of("item", parts, book.equipment),
        wills=_of("will", parts, book.wills),
        injuries=_of("injury", parts, book.injuries),
        advances=_of("advance", parts, book.advances),
    )
    effects = [effect for area in scenario.areas for effect in area.effects]
    effects += [
        effect for field in _EFFECTIVE for one in getattr(content, field) for effect in one.effects
    ]
    return replace(content, statuses=_statuses(book, parts, effects))


def _of(family: str, parts: set[tuple[str, str]], entries: tuple[E, ...]) -> tuple[E, ...]:
    """The entries that are parts of somebody, in the codex's order."""
    wanted = {entry(family, id_, entries).id for kind, id_ in sorted(parts) if kind == family}
    return tuple(one for one in entries if one.id in wanted)


def _statuses(
    book: Book, parts: set[tuple[str, str]], effects: Iterable[Effect]
) -> tuple[Status, ...]:
    """The official statuses, and the own ones that can come up: on somebody, or by an effect."""
    wanted = {id_ for kind, id_ in parts if kind == "status"}
    waiting = [*effects, *(effect for one in wanted for effect in book.status(one).effects)]
    while waiting:
        effect = waiting.pop()
        if effect.op == "status" and effect.what not in wanted:
            wanted.add(effect.what)
            waiting += book.status(effect.what).effects
    return tuple(one for one in book.statuses if one.id in wanted or not one.own)
