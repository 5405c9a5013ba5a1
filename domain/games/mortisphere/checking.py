"""What holds a codex together: every word and id that an entry uses is one that exists."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from domain.codex import Fault, unknown
from domain.games.mortisphere import bounds, own_types, sense, staging
from domain.games.mortisphere.options import House
from domain.games.mortisphere.shapes import Book
from domain.house import Option
from domain.names import said

IN_BATTLE = ("", "declarations", "action", "initiate")
WITH_EFFECTS = (
    *("statuses", "types", "abilities", "equipment", "wills"),
    *("injuries", "advances"),
)


class Identified(Protocol):
    """An entry with an id."""

    @property
    def id(self) -> str:
        """What other entries call it."""


def faults(book: Book) -> Iterator[Fault]:
    """Everything in the codex that refers to nothing or makes no sense, first things first."""
    yield from _twins(book)
    yield from _options(book.options)
    for name in (*WITH_EFFECTS, "scenarios"):
        for number, one in enumerate(getattr(book, name)):
            yield from bounds.faults((name, number), one)
    for name in WITH_EFFECTS:
        for number, one in enumerate(getattr(book, name)):
            yield from sense.faults(book, (name, number), one.effects)
    yield from _types(book)
    yield from _profiles(book)
    yield from _presets(book)
    yield from _aftermath(book)
    for number, scenario in enumerate(book.scenarios):
        yield from staging.faults(book, ("scenarios", number), scenario)


def _ids(entries: Iterable[Identified]) -> list[str]:
    """What a list's entries are called."""
    return [one.id for one in entries]


def _twins(book: Book) -> Iterator[Fault]:
    """No two entries of a list have one id."""
    lists = ("dice", "presets", "statuses", "types", "families", "abilities", "equipment")
    for name in (*lists, "wills", "fates", "injuries", "advances", "discoveries", "scenarios"):
        ids = _ids(getattr(book, name))
        for number, id_ in enumerate(ids):
            if id_ in ids[:number]:
                yield Fault((name, number), f"{name} already has an entry '{said(id_)}'")


def _options(options: tuple[Option, ...]) -> Iterator[Fault]:
    """The options are those of the engine, defaults first, and warn of their own values."""
    defaults = {one.option: one.value for one in House().settings()}
    for number, option in enumerate(options):
        at = ("options", number)
        yield from unknown(at, "option", option.name, defaults)
        if option.default != option.values[0] or defaults.get(option.name) != option.default:
            yield Fault(at, f"the default of {option.name} is its first value")
        for warn in option.warn:
            yield from unknown(at, "value", warn.value, option.values)
    for name in defaults:
        yield from unknown(("options",), "option", name, [option.name for option in options])


def _types(book: Book) -> Iterator[Fault]:
    """Types name tags and families that exist; an own one follows the template (MS-TYP-4)."""
    for number, kind in enumerate(book.types):
        at = ("types", number)
        yield from unknown((*at, "affinity"), "objective tag", kind.affinity, book.objective_tags)
        for tag in kind.cannot_interact:
            yield from unknown((*at, "cannot_interact"), "objective tag", tag, book.objective_tags)
        for family in kind.unhealed_by:
            yield from unknown((*at, "unhealed_by"), "family", family, _ids(book.families))
        for family in kind.equipment_tags:
            yield from unknown((*at, "equipment_tags"), "family", family, _ids(book.families))
        if kind.own and not any(sense.faults(book, at, kind.effects)):
            yield from own_types.faults(book, at, kind)


def _profiles(book: Book) -> Iterator[Fault]:
    """Abilities, items and statuses name sources, types, families and acts that exist."""
    for number, ability in enumerate(book.abilities):
        at = ("abilities", number)
        yield from unknown((*at, "source"), "source", ability.source, book.sources)
        for name in ability.types:
            yield from unknown((*at, "types"), "type", name, _ids(book.types))
    for number, item in enumerate(book.equipment):
        at = ("equipment", number)
        yield from unknown((*at, "tag"), "family", item.tag, _ids(book.families))
    for number, status in enumerate(book.statuses):
        at = ("statuses", number)
        may = IN_BATTLE if status.own else (*IN_BATTLE, "deploy")
        yield from unknown((*at, "blocks"), "thing to block", status.blocks, may)
        yield from unknown((*at, "ends"), "end", status.ends, ("", "clash"))


def _presets(book: Book) -> Iterator[Fault]:
    """Presets set options that exist to values that these have."""
    values = {option.name: option.values for option in book.options}
    for number, preset in enumerate(book.presets):
        for setting in preset.settings:
            at = ("presets", number)
            yield from unknown(at, "option", setting.option, values)
            yield from unknown(at, "value", setting.value, values.get(setting.option, ()))


def _aftermath(book: Book) -> Iterator[Fault]:
    """Tables have a row for every face and name injuries, statuses, types and kinds that exist."""
    for name, die in (("fates", book.fate.die), ("advances", book.advancement.die)):
        rows = getattr(book, name)
        faces = [face for row in rows for face in range(row.low, row.high + 1)]
        if faces != list(range(1, die + 1)):
            yield Fault((name,), f"{name} have one row for each face of a d{die}, in order")
    for number, fate in enumerate(book.fates):
        yield from unknown(("fates", number), "injury", fate.injury, ["", *_ids(book.injuries)])
        yield from unknown(("fates", number), "status", fate.status, ["", *_ids(book.statuses)])
    for number, mending in enumerate(book.mending):
        yield from unknown(("mending", number), "type", mending.type, ["", *_ids(book.types)])
    kinds = (*book.history.kinds, *book.history.kinds_extra)
    for number, rule in enumerate(book.history.rules):
        yield from unknown(("history", "rules", number), "kind", rule.kind, kinds)
