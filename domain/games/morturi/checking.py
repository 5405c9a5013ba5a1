"""What holds a codex together: every word and id that an entry uses is one that exists."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from domain.codex import Fault, Place, unknown
from domain.counting import counted
from domain.games.morturi import sense
from domain.games.morturi.arena import STARTS, read
from domain.games.morturi.options import House
from domain.games.morturi.scenarios import Scenario
from domain.games.morturi.shapes import Book, Role
from domain.names import said
from domain.terms import Refusal

LISTS = (
    *("classes", "grades", "roles", "specials", "tricks", "conditions", "terrain"),
    *("complications", "resources", "victories", "scenarios", "factions", "presets", "sources"),
)
WITH_EFFECTS = ("specials", "tricks", "conditions", "terrain", "complications", "resources")
CONFIDENCE = ("text", "partial", "inferred")
SUGGESTED = ("move", "life", "weapons", "specials")
TRICKS = 7
SPAN = {"life": (1, 20), "move": (1, 12)}


def faults(book: Book) -> Iterator[Fault]:
    """Everything in the codex that refers to nothing or makes no sense, first things first."""
    for name in LISTS:
        yield from _twins(name, getattr(book, name))
    yield from _options(book)
    for name in WITH_EFFECTS:
        for number, one in enumerate(getattr(book, name)):
            yield from sense.faults(book, (name, number), one)
    for number, role in enumerate(book.roles):
        yield from _role(book, ("roles", number), role)
    yield from _tags(book)
    for number, scenario in enumerate(book.scenarios):
        yield from _scenario(book, ("scenarios", number), scenario)
    yield from _honest(book)
    yield from _survival(book)


def _tags(book: Book) -> Iterator[Fault]:
    """Tags exist, and prices stand under house rules that exist."""
    for name in ("specials", "tricks"):
        for number, one in enumerate(getattr(book, name)):
            for tag in one.tags:
                yield from unknown((name, number, "tags"), "tag", tag, book.words.tags)
    for number, resource in enumerate(book.resources):
        for price in resource.prices:
            yield from sense.setting(book, ("resources", number, "prices"), price.house)


def _ids(entries: Iterable[Any]) -> list[str]:
    """What a list's entries are called."""
    return [one.id for one in entries]


def _twins(name: str, entries: Iterable[Any]) -> Iterator[Fault]:
    """No two entries of a list have one id."""
    ids = _ids(entries)
    for number, id_ in enumerate(ids):
        if id_ in ids[:number]:
            yield Fault((name, number), f"{name} already has an entry '{said(id_)}'")


def _options(book: Book) -> Iterator[Fault]:
    """The options are those of the engine, defaults first; presets set them to values they have."""
    defaults = {one.option: one.value for one in House().settings()}
    for number, option in enumerate(book.options):
        at = ("options", number)
        yield from unknown(at, "option", option.name, defaults)
        if option.default != option.values[0] or defaults.get(option.name) != option.default:
            yield Fault(at, f"the default of {option.name} is its first value")
    for name in defaults:
        yield from unknown(("options",), "option", name, [option.name for option in book.options])
    for number, preset in enumerate(book.presets):
        for one in preset.settings:
            yield from sense.setting(book, ("presets", number), f"{one.option}={one.value}")


def _role(book: Book, at: Place, role: Role) -> Iterator[Fault]:
    """A role's class, rules and tricks exist; one whose list is complete has seven tricks."""
    yield from unknown((*at, "weight"), "class", role.weight, _ids(book.classes))
    yield from unknown((*at, "faction"), "faction", role.faction, ["", *_ids(book.factions)])
    for special in role.specials:
        yield from unknown((*at, "specials"), "special rule", special, _ids(book.specials))
    for grade in role.grades:
        yield from unknown((*at, "grades"), "grade", grade, _ids(book.grades))
    for field in role.suggested:
        yield from unknown((*at, "suggested"), "field to suggest", field, SUGGESTED)
    for field, (least, most) in SPAN.items():
        if not least <= getattr(role, field) <= most:
            yield Fault((*at, field), f"{field} is {least} to {most}, not {getattr(role, field)}")
    for number, way in enumerate(role.weapons):
        yield from sense.way(book, (*at, "weapons", number), way)
    yield from _learnable(book, at, role)


def _learnable(book: Book, at: Place, role: Role) -> Iterator[Fault]:
    """A role has seven tricks (MR-CRE-2); a faction's whose list is not whole may have fewer."""
    for trick in role.tricks:
        yield from unknown((*at, "tricks"), "trick", trick, _ids(book.tricks))
    for trick in role.suggested_tricks:
        yield from unknown((*at, "suggested_tricks"), "trick of the role", trick, role.tricks)
    number = len(set(role.tricks))
    whole = not role.grades and (role.tricks_complete or not role.faction)
    if whole and number != TRICKS:
        yield Fault((*at, "tricks"), f"a role has {TRICKS} tricks to learn, {role.id} has {number}")


def _scenario(book: Book, at: Place, scenario: Scenario) -> Iterator[Fault]:
    """A battle's arenas can be read and have a start for each side; what it names exists."""
    yield from unknown((*at, "victory"), "way to win", scenario.victory, _ids(book.victories))
    yield from unknown((*at, "start"), "start", scenario.start, ("gates", "places", "zones"))
    yield from _arena(book, (*at, "arena"), scenario, scenario.arena, scenario.max_sides)
    for number, one in enumerate(scenario.options):
        place = (*at, "options", number)
        if one.arena:
            sides = one.max_sides or scenario.max_sides
            yield from _arena(book, (*place, "arena"), scenario, one.arena, sides)
        for name in one.complications:
            yield from unknown(place, "complication", name, _ids(book.complications))
    for prize in scenario.prizes:
        yield from sense.setting(book, (*at, "prizes"), prize.house)
    roles = _ids(book.roles)
    for name in (*(r for pair in scenario.pairings for r in pair), *_hired(scenario)):
        yield from unknown(at, "role", name, roles)


def _hired(scenario: Scenario) -> Iterator[str]:
    """The roles that the sides of a battle name."""
    for side in scenario.sides:
        yield from side.roles


def _arena(
    book: Book, at: Place, scenario: Scenario, rows: tuple[str, ...], sides: int
) -> Iterator[Fault]:
    """An arena can be read, and each side and each neutral has where to start."""
    try:
        arena = read(rows, book.terrain)
    except Refusal as refusal:
        yield Fault(at, refusal.message, refusal.hint)
        return
    for letter in STARTS[:sides]:
        if not arena.start(letter):
            yield Fault(at, f"side {letter} has nowhere to start")
        if scenario.start == "places" and len(arena.start(letter)) < scenario.most:
            yield Fault(at, f"side {letter} has fewer places than gladiators")
    wanted = scenario.neutral.number if scenario.neutral else 0
    if len(arena.start("n")) != wanted:
        neutrals = counted(wanted, "neutral starts", "neutrals start")
        yield Fault(at, f"{neutrals} on {counted(len(arena.start('n')), 'square')}")


def _honest(book: Book) -> Iterator[Fault]:
    """Sources exist, and how sure an entry is, is one of three words."""
    known = _ids(book.sources)
    for name in LISTS:
        for number, one in enumerate(getattr(book, name)):
            for source in getattr(one, "source", ()):
                yield from unknown((name, number, "source"), "source", source, known)
            sure = getattr(one, "confidence", "text")
            yield from unknown((name, number, "confidence"), "confidence", sure, CONFIDENCE)


def _survival(book: Book) -> Iterator[Fault]:
    """There is a survival table for each value of its option, open at both ends, without a gap."""
    values = next((o.values for o in book.options if o.name == "survival_table"), ())
    if tuple(table.option for table in book.survival.tables) != values:
        yield Fault(("survival",), f"there is a table for each of {', '.join(values)}")
    for table in book.survival.tables:
        ends = [(row.low, row.high) for row in table.rows]
        joined = all(one[1] + 1 == other[0] for one, other in pairwise(ends))
        if not ends or ends[0][0] or ends[-1][1] or not joined:
            yield Fault(("survival",), f"the table {table.option} has a row for each sum, in order")
