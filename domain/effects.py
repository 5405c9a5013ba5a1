"""What the effects of both games have in common: rows of words, read at named moments of play.

An effect is one row of a closed vocabulary (0014). This module knows how such a row is written and
checked, how the rows of many entries are sorted by their moments, when all conditions hold, and
what limits and costs leave. What the words mean, whom an effect reaches, and what a cost takes is
each game's own.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from domain.codex import Fault, Place, Shape, unknown
from domain.terms import Who

NOT = "not"

# Rows, and the words that they are made of


class Word(Shape, frozen=True):
    """A word of effects and what it means."""

    id: str
    text: str = ""


class Words(Shape, frozen=True):
    """The closed set of words that the effects of a game are made of.

    Scope, limit, cost and duration may also be empty: the bearer; none.
    """

    moments: tuple[Word, ...]
    operations: tuple[Word, ...]
    conditions: tuple[Word, ...]
    scopes: tuple[str, ...]
    limits_per: tuple[str, ...]
    costs: tuple[str, ...]
    durations: tuple[str, ...]


class Condition(Shape, frozen=True):
    """What must hold for an effect: a name, its value if it asks for one, `not` with another."""

    name: str
    value: str = ""


class Effect(Shape, frozen=True):
    """One effect: at a moment (`on`), one operation (`op`) with its value.

    `value` is its number, `word` its word, `what` the status, permission or kind meant. All
    conditions of `when` must hold. `to` is whom it works on, empty for its bearer. `times` uses
    `per` turn, round, battle (0: no limit), for `price` of a `cost`. With `declare` its owner
    announces it, with `optional` he is asked at its moment; with neither it works by itself.
    """

    on: str
    op: str
    value: int = 0
    word: str = ""
    what: str = ""
    when: tuple[Condition, ...] = ()
    to: str = ""
    times: int = 0
    per: str = ""
    declare: bool = False
    optional: bool = False
    until: str = ""
    cost: str = ""
    price: int = 0

    @property
    def chosen(self) -> bool:
        """Whether somebody has to want it, beforehand or when its moment comes."""
        return self.declare or self.optional


# Checking a row


Check = Callable[[Place, str], Iterator[Fault]]


class Language(msgspec.Struct, frozen=True):
    """How a game's rows may be written.

    `played` are the operations at each moment, `values` checks the values of the conditions that
    have one, `priced` are the costs of which an effect says how much.
    """

    words: Words
    played: Mapping[str, Sequence[str]]
    values: Mapping[str, Check]
    priced: Container[str]

    @property
    def plain(self) -> list[str]:
        """The conditions without a value."""
        return [w.id for w in self.words.conditions if w.id != NOT and w.id not in self.values]


def one_of(kind: str, known: Iterable[str]) -> Check:
    """Check that a value is one of these."""
    return lambda at, value: unknown(at, kind, value, known)


def faults(language: Language, at: Place, effect: Effect) -> Iterator[Fault]:
    """What is wrong with an effect: what is not known makes no sense, and what makes none no use.

    A game that knows more of its effects asks for the three one by one, and adds its own to each.
    """
    yield from [*wording(language, at, effect)] or [*sense(language, at, effect)] or use(at, effect)


def wording(language: Language, at: Place, effect: Effect) -> Iterator[Fault]:
    """Words that no codex lists, values that are none, limits and costs by halves."""
    yield from _strange(language.words, at, effect)
    yield from conditions(language, at, effect.when)
    if bool(effect.times) != bool(effect.per):
        yield Fault(at, "a limit says how often and in what")
    known = effect.cost in ("", *language.words.costs)
    if known and (effect.cost in language.priced) != bool(effect.price):
        yield Fault(at, "what it costs has a price, and what has none has no cost")


def _strange(words: Words, at: Place, effect: Effect) -> Iterator[Fault]:
    """The words of an effect that the codex does not list."""
    yield from unknown(at, "moment", effect.on, [word.id for word in words.moments])
    yield from unknown(at, "operation", effect.op, [word.id for word in words.operations])
    yield from unknown(at, "scope", effect.to, ["", *words.scopes])
    yield from unknown(at, "limit", effect.per, ["", *words.limits_per])
    yield from unknown(at, "cost", effect.cost, ["", *words.costs])
    yield from unknown(at, "duration", effect.until, ["", *words.durations])


def conditions(language: Language, at: Place, when: Iterable[Condition]) -> Iterator[Fault]:
    """Conditions are listed; each has a value exactly if it asks for one, and a right one."""
    names = [word.id for word in language.words.conditions]
    for one in when:
        strange = [*unknown(at, "condition", one.name, names)]
        yield from strange or _value(language, at, one)


def _value(language: Language, at: Place, one: Condition) -> Iterator[Fault]:
    """The value of a condition that is listed."""
    check = language.values.get(one.name)
    if one.name == NOT:
        check = one_of("condition without a value", language.plain)
    if check is None:
        if one.value:
            yield Fault(at, f"the condition {one.name} has no value")
    elif one.value:
        yield from check(at, one.value)
    else:
        yield Fault(at, f"the condition {one.name} lacks its value")


def sense(language: Language, at: Place, effect: Effect) -> Iterator[Fault]:
    """An operation means something at its moment."""
    here = language.played.get(effect.on, ())
    if not here:
        hint = f"there is {', '.join(language.played)}"
        yield Fault(at, f"nothing is played at {effect.on}", hint)
    elif effect.op not in here:
        hint = f"{effect.on} takes {', '.join(here)}"
        yield Fault(at, f"{effect.op} makes no sense at {effect.on}", hint)


def use(at: Place, effect: Effect) -> Iterator[Fault]:
    """An effect works by itself, or is declared, or is optional."""
    if effect.declare and effect.optional:
        yield Fault(at, "an effect is declared or optional, not both")


# Carried and at work

E = TypeVar("E", bound=Effect)
B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")
Parts = tuple[tuple[str, str], ...]
"""What may hold effects, in the order in which these count: family and id of each."""


class Carried(msgspec.Struct, frozen=True):
    """An effect as part of a profile, place or battle.

    Uses are counted by `source.id`: the entry and the effect's place in it, `tumble.2`.
    """

    source: Who
    effect: Effect
    family: str
    entry: str


class Working(msgspec.Struct, frozen=True):
    """An effect that works on somebody now, and who bears it ("" for a place's, the battle's)."""

    source: Who
    effect: Effect
    bearer: str


C = TypeVar("C", bound=Carried)
W = TypeVar("W", bound=Working)


def numbered(entry: str, name: str, effects: Iterable[E]) -> Iterator[tuple[Who, E]]:
    """The effects of an entry, each with what its uses are counted by."""
    for number, effect in enumerate(effects, start=1):
        yield Who(f"{entry}.{number}", name), effect


def by_moment(parts: Parts, held: Callable[[str, str], Iterable[C]]) -> dict[str, tuple[C, ...]]:
    """The effects of parts at each moment, in the parts' order, none twice."""
    found: dict[str, list[C]] = {}
    for family, entry in dict.fromkeys(parts):
        for carried in held(family, entry):
            found.setdefault(carried.effect.on, []).append(carried)
    return {moment: tuple(each) for moment, each in found.items()}


def of(found: Iterable[W], *ops: str) -> list[W]:
    """Those of certain operations."""
    return [w for w in found if w.effect.op in ops]


# Conditions, limits, costs


def holding(
    plain: Mapping[str, Callable[[B, U, S], bool]],
    with_value: Mapping[str, Callable[[B, U, S, str], bool]],
) -> Callable[[B, Iterable[Condition], U, S], bool]:
    """Make a game's question whether all conditions hold, from what each of its words asks."""

    def holds(battle: B, when: Iterable[Condition], unit: U, seen: S) -> bool:
        """Whether all conditions hold for a unit, as the situation is seen."""
        for one in when:
            name = one.name
            if name in plain:
                if not plain[name](battle, unit, seen):
                    return False
            elif name == NOT:
                if plain[one.value](battle, unit, seen):
                    return False
            elif not with_value[name](battle, unit, seen, one.value):
                return False
        return True

    return holds


def leaves_use(effect: Effect, source: str, used: Iterable[str], *, besides: int = 0) -> bool:
    """Whether a limit leaves a use, `besides` so many others.

    `used` names the source of each use in the span that now counts: this turn, this battle.
    """
    return not effect.times or sum(each == source for each in used) + besides < effect.times


def affordable(cost: str, price: int, purse: Callable[[str], int]) -> bool:
    """Whether what something costs is there; `purse` says how much there is of a kind."""
    return not cost or purse(cost) >= price
