"""Effects, checked: they are made of words that exist, and these make sense together."""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.codex import Fault, Place, unknown
from domain.games.morturi.shapes import Book
from domain.games.morturi.words import Condition, Effect, Test, Way

HUMAN = "human"
# moments that ask both sides of an attack: which of them is meant has to be said
BOTH_SIDES = (
    *("attack.to_hit", "attack.dice", "attack.roll", "attack.outcome"),
    *("attack.damage", "attack.hit", "attack.after"),
)
KINDS = ("melee", "ranged")
REPLACES = ("", "melee", "attack")
WAY_TAGS = ("thrown",)


def faults(book: Book, at: Place, one: Any) -> Iterator[Fault]:
    """What is wrong with the effects of an entry, and with its ways of attacking."""
    for number, effect in enumerate(one.effects):
        yield from _effect(book, (*at, "effects", number), effect, of_way=False)
    for number, each in enumerate(getattr(one, "ways", ())):
        yield from way(book, (*at, "ways", number), each)


def way(book: Book, at: Place, one: Way) -> Iterator[Fault]:
    """A way of attacking: melee or ranged, in the place of something, with effects that fit."""
    yield from unknown((*at, "kind"), "kind of attack", one.kind, KINDS)
    yield from unknown((*at, "replaces"), "attack to replace", one.replaces, REPLACES)
    yield from unknown((*at, "cost"), "cost", one.cost, book.words.costs)
    yield from unknown((*at, "needs"), "thing made ready", one.needs, ["", *readied(book)])
    for tag in one.tags:
        yield from unknown((*at, "tags"), "tag of an attack", tag, WAY_TAGS)
    yield from _conditions(book, at, one.when)
    for number, effect in enumerate(one.effects):
        yield from _effect(book, (*at, "effects", number), effect, of_way=True)


def setting(book: Book, at: Place, text: str) -> Iterator[Fault]:
    """`option=value` names an option and one of its values."""
    name, _, value = text.partition("=")
    values = {option.name: option.values for option in book.options}
    yield from unknown(at, "option", name, values)
    if name in values:
        yield from unknown(at, f"value of {name}", value, values[name])


def readied(book: Book) -> list[str]:
    """What effects can make ready."""
    return [effect.what for effect in _borne(book) if effect.op == "ready"]


def keywords(book: Book) -> list[str]:
    """What somebody may be: roles, their keywords, factions, what rules make of him, or human."""
    named = [role.id for role in book.roles] + [faction.id for faction in book.factions]
    named += [word for role in book.roles for word in role.keywords]
    made = [effect.what for effect in _borne(book) if effect.op == "keyword"]
    return [*named, *made, HUMAN]


def _borne(book: Book) -> Iterator[Effect]:
    """The effects that gladiators bear by their special rules and tricks."""
    for special in book.specials:
        yield from special.effects
    for trick in book.tricks:
        yield from trick.effects


def _effect(book: Book, at: Place, effect: Effect, *, of_way: bool) -> Iterator[Fault]:
    """An effect's moment, operation, words, scope, cost and conditions."""
    words = book.words
    moments = {one.id: one for one in words.moments}
    operations = {one.id: one for one in words.operations}
    yield from unknown(at, "moment", effect.on, moments)
    yield from unknown(at, "operation", effect.op, operations)
    if effect.on not in moments or effect.op not in operations:
        return
    allowed = moments[effect.on].operations
    if effect.op not in allowed:
        hint = f"there it is one of {', '.join(allowed)}"
        yield Fault(at, f"{effect.op} makes no sense at {effect.on}", hint)
    operation = operations[effect.op]
    yield from unknown(at, f"word of {effect.op}", effect.word, ["", *operation.words])
    whats = _whats(book, operation.whats)
    yield from unknown(at, f"what of {effect.op}", effect.what, ["", *whats])
    yield from unknown(at, "scope", effect.to, words.scopes)
    yield from unknown(at, "cost", effect.cost, words.costs)
    yield from unknown(at, "duration", effect.until, words.durations)
    yield from unknown(at, "limit", effect.per, words.limits_per)
    yield from _numbers(at, effect)
    yield from _conditions(book, at, effect.when)
    named = {one.name for one in effect.when}
    told = of_way or effect.to in ("allies", "ours") or named & {"attacking", "attacked"}
    if effect.on in BOTH_SIDES and not told:
        yield Fault(at, f"at {effect.on} it says whose attack it is", "attacking or attacked")


def _numbers(at: Place, effect: Effect) -> Iterator[Fault]:
    """Costs have a price, limits a span, a die a face to reach."""
    if (effect.cost in ("mp", "life", "arcane_energy", "augury")) != bool(effect.price):
        yield Fault(at, "what it costs has a price, and what has none has no cost")
    if bool(effect.times) != bool(effect.per):
        yield Fault(at, "a limit says how often, and in what")
    if effect.declare and effect.optional:
        yield Fault(at, "it is declared or offered, not both")
    if not 0 <= effect.roll <= 6:  # noqa: PLR2004  the faces of a die (MR-GEN-3)
        yield Fault(at, f"a D6 shows 1 to 6, not {effect.roll}")


def _conditions(book: Book, at: Place, when: Iterable[Condition]) -> Iterator[Fault]:
    """Conditions that exist, each with a value of its kind, or with none."""
    tests = {one.id: one for one in book.words.conditions}
    for one in when:
        yield from unknown(at, "condition", one.name, tests)
        if one.name in tests:
            yield from _value(book, at, one, tests[one.name])


def _value(book: Book, at: Place, one: Condition, test: Test) -> Iterator[Fault]:
    """The value of a condition is of its kind."""
    match test.value:
        case "":
            if one.value:
                yield Fault(at, f"{one.name} has no value")
        case "number":
            if not one.value.isascii() or not one.value.isdecimal():
                yield Fault(at, f"{one.name} has a number")
        case "house":
            yield from setting(book, at, one.value)
        case "keyword":
            yield from unknown(at, "role, faction or keyword", one.value, keywords(book))
        case "ready":
            yield from unknown(at, "thing made ready", one.value, readied(book))
        case kind:
            known = getattr(book, f"{kind}s")
            yield from unknown(at, kind, one.value, [entry.id for entry in known])


def _whats(book: Book, whats: Iterable[str]) -> Iterator[str]:
    """What `what` may be: words, or (`@tags`) the ids of a list of the codex."""
    for what in whats:
        match what:
            case "@tags":
                yield from book.words.tags
            case "@ready":
                yield from (special.id for special in book.specials)
                yield from (trick.id for trick in book.tricks)
            case "@keywords":
                yield from keywords(book)
            case _ if what.startswith("@"):
                yield from (one.id for one in getattr(book, what[1:]))
            case _:
                yield what
