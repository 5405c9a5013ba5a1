"""How often everything in Morturi's codex was used, read off the record event by event.

A trick, special rule, condition, terrain or complication was used when an event names it as the
source of what came about: paid for, thrown for, among the parts of a number. What works without
being named is worked out (`unnamed.py`). Made ready, adopted or offered is not yet used. A house
rule was used when a battle came to its end under it; one that no battle reads, and a resource, when
something between battles hung on it (`between.py`). What nobody can have or use is not there:
retired tricks, a trick of no role, a resource of which only the name was found.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from benchmarks.morturi import between
from benchmarks.morturi.unnamed import worked_out
from domain.games.morturi.activation import GladiatorActivated
from domain.games.morturi.attacking import AttackDeclared
from domain.games.morturi.battle import Fighting, setting
from domain.games.morturi.falling import GladiatorOut
from domain.games.morturi.harm import LifeLost
from domain.games.morturi.opening import BattleOpened
from domain.games.morturi.school.evening import Evening
from domain.games.morturi.school.year import Ludi
from domain.games.morturi.shapes import Book
from domain.games.morturi.stances import StanceAdopted
from domain.games.morturi.standing import (
    Chance,
    ConditionGained,
    EffectCancelled,
)
from domain.games.morturi.victory import BattleEnded
from domain.terms import Event, Who

Row = tuple[str, str]
"""A chapter of the codex, and the id of what is counted there."""

DOING = ("special rule", "trick", "resource")
"""Chapters of entries that are there for what they do."""


class Tally:
    """Counts every entry of an edition; what was never used stands at 0."""

    def __init__(self, rules: Book) -> None:
        self.counts: Counter[Row] = Counter()
        self.names: dict[Row, str] = {}
        self._rules = rules
        self._sources: dict[str, Row] = {}
        for chapter, entries in _sources(rules).items():
            for entry in entries:
                self._carry(chapter, entry)
        for row, name in _happenings(rules):
            self._know(row, name)

    @property
    def unused(self) -> list[Row]:
        """What was never used."""
        return [row for row, count in self.counts.items() if not count]

    def see(self, before: Any, event: Event, _: Any) -> None:
        """Count what an event tells."""
        if isinstance(before, Ludi | Evening):
            self._between(before, event)
        elif isinstance(before, Fighting):
            self._in_battle(before, event)

    def _in_battle(self, before: Fighting, event: Event) -> None:
        """Count what an event of a battle tells."""
        names = () if isinstance(event, SILENT) else named(event)
        for source in {*names, *worked_out(self._rules, before, event)}:
            if source in self._sources:
                self.counts[self._sources[source]] += 1
        for kind, read in READ.items():
            if isinstance(event, kind):
                for row in read(before, event):
                    if row in self.counts:
                        self.counts[row] += 1

    def _between(self, before: Ludi | Evening, event: Event) -> None:
        """Count what an event of the year or of an aftermath tells."""
        for source in set(between.sources(before, event)):
            if source in self._sources:
                self.counts[self._sources[source]] += 1
        for option, value in between.settings(before, event):
            self.counts["option", f"{option} {value}"] += 1

    def _know(self, row: Row, name: str) -> None:
        self.counts[row] = 0
        self.names[row] = name

    def _carry(self, chapter: str, entry: Any) -> None:
        """What may be a source, if anybody can have it and it does anything."""
        still = not getattr(entry, "effects", ()) and not getattr(entry, "ways", ())
        if getattr(entry, "retired", False) or (still and chapter in DOING):
            return
        if chapter == "trick" and not any(entry.id in r.tricks for r in self._rules.roles):
            return
        row = (chapter, entry.id)
        self._know(row, entry.name)
        self._sources[entry.id] = row


SILENT = (BattleOpened, StanceAdopted, EffectCancelled)
"""Events that name what has not worked: what somebody has, will have, or has in vain."""


def named(part: object) -> Iterator[str]:
    """The ids of all that an event names as more than a chance."""
    if isinstance(part, Who):
        yield part.id
    elif isinstance(part, Chance):
        return
    elif isinstance(part, msgspec.Struct):
        for field in part.__struct_fields__:
            yield from named(getattr(part, field))
    elif isinstance(part, tuple):
        for each in part:
            yield from named(each)


# What there is


def _sources(rules: Book) -> dict[str, tuple[Any, ...]]:
    """What may be the source of something, chapter by chapter."""
    return {
        "special rule": rules.specials,
        "trick": rules.tricks,
        "condition": rules.conditions,
        "terrain": rules.terrain,
        "complication": rules.complications,
        "resource": rules.resources,
    }


def _happenings(rules: Book) -> Iterator[tuple[Row, str]]:
    """What is used when it happens."""
    chapters: dict[str, tuple[Any, ...]] = {
        "role": rules.roles,
        "grade": rules.grades,
        "battle": rules.scenarios,
        "victory": rules.victories,
    }
    for chapter, entries in chapters.items():
        for entry in entries:
            yield (chapter, entry.id), entry.name
    for role in rules.roles:
        for way in role.weapons:
            yield ("weapon", f"{role.id} {way.id}"), f"{role.name}: {way.name}"
    for option in rules.options:
        if option.works:
            for value in option.values:
                yield ("option", f"{option.name} {value}"), f"{option.name}: {value}"


# What happened


def _acted(battle: Fighting, event: GladiatorActivated) -> Iterator[Row]:
    unit = battle.units[event.gladiator.id]
    yield "role", unit.role
    yield "grade", unit.grade


def _attacked(battle: Fighting, event: AttackDeclared) -> Iterator[Row]:
    yield "weapon", f"{battle.units[event.attacker.id].role} {event.way.id}"


def _hurt(_: Fighting, event: LifeLost) -> Iterator[Row]:
    if event.life > 0:
        yield "condition", "wounded"


def _ended(battle: Fighting, event: BattleEnded) -> Iterator[Row]:
    """A battle was played to its end, under all these house rules, and won in its own way."""
    yield "battle", setting(battle).id
    for one in battle.house.settings():
        if one.option not in between.OPTIONS:
            yield "option", f"{one.option} {one.value}"
    if event.reason == setting(battle).victory:
        yield "victory", event.reason


READ: dict[type[Event], Callable[[Any, Any], Iterator[Row]]] = {
    GladiatorActivated: _acted,
    AttackDeclared: _attacked,
    LifeLost: _hurt,
    BattleEnded: _ended,
    ConditionGained: lambda _, event: iter([("condition", event.condition)]),
    GladiatorOut: lambda *_: iter([("condition", "out_of_action")]),
}
