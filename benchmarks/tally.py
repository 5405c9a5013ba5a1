"""How often everything in the codex was used, read off the record event by event.

An effect was used when an event names it: announced, paid for, or among the numbers of a die. What
works without being named is worked out (`unnamed.py`). All else was used when it happened.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from benchmarks.unnamed import worked_out
from domain.aftermath import TreasuryChanged
from domain.games.mortisphere.after.discoveries import DiscoveryMade
from domain.games.mortisphere.after.evening import ChoiceMade
from domain.games.mortisphere.after.fate import RELIC, FateResolved
from domain.games.mortisphere.battle import Fighting, setting
from domain.games.mortisphere.captain import CaptainBroken
from domain.games.mortisphere.effects import Modifier
from domain.games.mortisphere.objectives import ObjectiveChannelled
from domain.games.mortisphere.rounds import BattleEnded
from domain.games.mortisphere.shapes import Book
from domain.games.mortisphere.statuses import StatusGained
from domain.games.mortisphere.words import Effect
from domain.members import YES, ExperienceGained, Field, InjuryGained, MemberAdvanced, MemberChanged
from domain.terms import Event

Row = tuple[str, str]
"""A chapter of the codex, and the id of what is counted there."""


PRACTISED: Row = ("effect of an advance", "practised")


class Tally:
    """Counts every entry and effect of an edition; what was never used stands at 0."""

    def __init__(self, rules: Book) -> None:
        self.counts: Counter[Row] = Counter()
        self.names: dict[Row, str] = {}
        self._rules = rules
        self._effects: dict[str, Row] = {}
        self._later: dict[tuple[str, str], Row] = {}
        for family, entries in _bearers(rules).items():
            for entry in entries:
                self._carry(family, entry)
        for row, name in _happenings(rules):
            self._know(row, name)
        for tag in rules.objective_tags:
            self._effects |= {f"{rules.affinity(tag).id}.1": PRACTISED}

    @property
    def unused(self) -> list[Row]:
        """What was never used."""
        return [row for row, count in self.counts.items() if not count]

    def see(self, before: Any, event: Event, _: Any) -> None:
        """Count what an event tells."""
        for source in (*named(event), *worked_out(self._rules, before, event)):
            if source in self._effects:
                self.counts[self._effects[source]] += 1
        for kind, read in READ.items():
            if isinstance(event, kind):
                for row in read(before, event):
                    known = row if row in self.counts else self._later.get(row)
                    self.counts.update((known,) if known else ())

    def _know(self, row: Row, name: str) -> None:
        self.counts[row] = 0
        self.names[row] = name

    def _carry(self, family: str, entry: Any) -> None:
        """Count each effect of an entry by itself; after a battle it goes by its entry's name."""
        name = getattr(entry, "name", entry.id)
        for number, effect in enumerate(entry.effects, start=1):
            row = (family, f"{entry.id}.{number}")
            self._know(row, f"{name}: {_said(effect)}")
            self._effects[row[1]] = row
            if effect.on == "fate.roll":
                self._effects[entry.id] = row
            if effect.on in ("fate.roll", "battle.end"):
                self._later[name, effect.what or effect.op] = row


def named(part: object) -> Iterator[str]:
    """The ids of the effects that an event names."""
    if isinstance(part, Modifier):
        yield part.source.id
    elif isinstance(part, msgspec.Struct):
        for field in part.__struct_fields__:
            yield from named(getattr(part, field))
    elif isinstance(part, tuple):
        for each in part:
            yield from named(each)


def _said(effect: Effect) -> str:
    """An effect in few words."""
    what = " ".join(filter(None, (effect.op, effect.word, effect.what)))
    number = f" {effect.value:+d}" if effect.value else ""
    when = "".join(f", {one.name}{one.value and ' ' + one.value}" for one in effect.when)
    return f"{what}{number} at {effect.on}{when}"


# What there is


def _bearers(rules: Book) -> dict[str, tuple[Any, ...]]:
    """Whatever bears effects, chapter by chapter."""
    return {
        "type trait": rules.types,
        "ability": rules.abilities,
        "item": rules.equipment,
        "Will": rules.wills,
        "effect of a status": rules.statuses,
        "effect of an injury": rules.injuries,
        "effect of an advance": rules.advances,
        "effect of an Area": tuple(area for one in rules.scenarios for area in one.areas),
    }


def _happenings(rules: Book) -> Iterator[tuple[Row, str]]:
    """What is used when it happens."""
    chapters: dict[str, tuple[Any, ...]] = {
        "scenario": rules.scenarios,
        "status": rules.statuses,
        "injury": rules.injuries,
        "fate": rules.fates,
        "advance": rules.advances,
        "discovery": rules.discoveries,
    }
    for chapter, entries in chapters.items():
        for entry in entries:
            yield (chapter, entry.id), getattr(entry, "name", entry.id)
    yield PRACTISED, "Practised: a second affinity"
    for option in rules.options:
        for value in option.values:
            yield ("option", f"{option.name} {value}"), f"{option.name}: {value}"


# What happened


def _ended(battle: Fighting, _: BattleEnded) -> Iterator[Row]:
    """A scenario was played to its end, under all these house rules."""
    yield "scenario", setting(battle).id
    for one in battle.house.settings():
        yield "option", f"{one.option} {one.value}"


def _fate(_: Any, event: FateResolved) -> Iterator[Row]:
    yield "fate", event.result
    yield "status", event.result.replace("-", "_")


def _changed(_: Any, event: MemberChanged) -> Iterator[Row]:
    if event.field is Field.MISSES_NEXT and event.after == YES:
        yield "status", "unfit"


def _learned(_: Any, event: ExperienceGained) -> Iterator[Row]:
    for reason in event.reasons:
        yield reason, "xp"


def _relic(_: Any, event: ChoiceMade) -> Iterator[Row]:
    if event.question == RELIC and event.answer == "yes":
        yield event.name, "reroll"


READ: dict[type[Event], Callable[[Any, Any], Iterator[Row]]] = {
    BattleEnded: _ended,
    FateResolved: _fate,
    MemberChanged: _changed,
    ExperienceGained: _learned,
    ChoiceMade: _relic,
    TreasuryChanged: lambda _, event: iter([(event.reason, "salvage")]),
    StatusGained: lambda _, event: iter([("status", event.status)]),
    CaptainBroken: lambda *_: iter([("status", "broken")]),
    ObjectiveChannelled: lambda *_: iter([("status", "channelling")]),
    InjuryGained: lambda _, event: iter([("injury", event.injury.id)]),
    MemberAdvanced: lambda _, event: iter([("advance", event.advance)]),
    DiscoveryMade: lambda _, event: iter([("discovery", event.result)]),
}
