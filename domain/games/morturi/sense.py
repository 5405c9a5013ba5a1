"""Effects, checked: they are made of words that exist, and these make sense together."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from domain import effects
from domain.codex import Fault, Place, unknown
from domain.effects import Check, Language, one_of
from domain.games.morturi.shapes import Book
from domain.games.morturi.words import Effect, Test, Way

HUMAN = "human"
# moments that ask both sides of an attack: which of them is meant has to be said
BOTH_SIDES = (
    *("attack.to_hit", "attack.dice", "attack.roll", "attack.outcome"),
    *("attack.damage", "attack.hit", "attack.after"),
)
KINDS = ("melee", "ranged")
REPLACES = ("", "melee", "attack")
WAY_TAGS = ("thrown",)
PRICED = ("mp", "life", "arcane_energy", "augury")
FACES = 6  # of a die (MR-GEN-3)


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
    yield from unknown((*at, "cost"), "cost", one.cost, ["", *book.words.costs])
    yield from unknown((*at, "needs"), "thing made ready", one.needs, ["", *readied(book)])
    for tag in one.tags:
        yield from unknown((*at, "tags"), "tag of an attack", tag, WAY_TAGS)
    yield from effects.conditions(_language(book), at, one.when)
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
    """An effect's words, what they are about, its die, and whose attack it speaks of."""
    yield from effects.faults(_language(book), at, effect)
    operation = next((one for one in book.words.operations if one.id == effect.op), None)
    if operation is None:
        return
    yield from unknown(at, f"word of {effect.op}", effect.word, ["", *operation.words])
    whats = _whats(book, operation.whats)
    yield from unknown(at, f"what of {effect.op}", effect.what, ["", *whats])
    if not 0 <= effect.roll <= FACES:
        yield Fault(at, f"a D6 shows 1 to {FACES}, not {effect.roll}")
    named = {one.name for one in effect.when}
    told = of_way or effect.to in ("allies", "ours") or named & {"attacking", "attacked"}
    if effect.on in BOTH_SIDES and not told:
        yield Fault(at, f"at {effect.on} it says whose attack it is", "attacking or attacked")


def _language(book: Book) -> Language:
    """How effects are written: each moment lists its operations, each condition its value."""
    operations = {moment.id: moment.operations for moment in book.words.moments}
    values = {one.id: _check(book, one) for one in book.words.conditions if one.value}
    return Language(book.words, operations, values, PRICED)


def _check(book: Book, test: Test) -> Check:
    """The value of a condition is of its kind."""
    match test.value:
        case "number":
            return partial(_number, test.id)
        case "house":
            return partial(setting, book)
        case "keyword":
            return one_of("role, faction or keyword", keywords(book))
        case "ready":
            return one_of("thing made ready", readied(book))
        case kind:
            return one_of(kind, [entry.id for entry in getattr(book, f"{kind}s")])


def _number(name: str, at: Place, value: str) -> Iterator[Fault]:
    """A value is a number."""
    if not value.isascii() or not value.isdecimal():
        yield Fault(at, f"{name} has a number")


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
