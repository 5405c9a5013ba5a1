"""Prose: sentences of the catalogue, told in forms that do not repeat themselves.

A sentence has a code and, where it may come again, several forms (`fell-1`, `fell-2` of the table
`tale`). Which code is said follows from what happened; which form, from how often each was said in
the chapter before: the one least used, and none twice in a row. Nothing is left to chance.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from domain.names import slug, the
from projections.chronicle.tree import Link, Para, Source, Span, Spans, Text, spans
from projections.frame.catalogue import english
from projections.frame.templates import Frame
from projections.page import Row

PLACES = "place/"
_BATTLES = "battle-"
CLAUSE = "clause"
"""How the codes of parts of sentences begin that have several forms."""
_WORDS = 12
"""Numbers up to here are said in words."""
_TEENS = range(11, 14)
MOST_SURE = 99
_PLAIN_ODDS = 36
"""A chance with a denominator up to here is said as it is; any other is said roundly."""

Said = str | int | Span | Sequence[Any]
"""What stands in a sentence: a text, a number, a span, or several of these."""


class Terms(NamedTuple):
    """How a game speaks: whether battles are about points, who leads, what is in a purse."""

    scored: bool
    leader: str
    purse: str


class Told(NamedTuple):
    """A sentence, how much it weighs, and in which round it belongs (0 for none)."""

    weight: int
    said: Spans
    round: int = 0


@cache
def forms(code: str) -> tuple[str, ...]:
    """The forms of a sentence, in the order of their numbers."""
    start = f"tale.{code}"
    known = english().messages
    numbered = (f"{start}-{number}" for number in range(1, len(known)))
    found: list[str] = [start] if start in known else []
    for each in numbered:
        if each not in known:
            break
        found.append(each)
    return tuple(found)


class Prose:
    """The sentences of a chapter; `start` says which of its forms a sentence begins with."""

    def __init__(self, frame: Frame, start: int = 0) -> None:
        self._frame = frame
        self._start = start
        self._used: Counter[str] = Counter()
        self._last = ""

    def say(self, code: str, *rows: Row | str, **values: Said) -> Spans:
        """A sentence, followed by the events that it rests on."""
        found = spans(*self._parts(self.form(code), values), *sources(*rows))
        return found if code.startswith(CLAUSE) else _begun(found)

    def part(self, code: str, **values: Said) -> Spans:
        """A part of a sentence, which has one form alone."""
        return spans(*self._parts(f"tale.{code}", values))

    def word(self, code: str, **values: Said) -> str:
        """The words of a part of a sentence, without links."""
        return "".join(span.text for span in self.part(code, **values) if isinstance(span, Text))

    def has(self, code: str) -> bool:
        """Whether there is such a sentence."""
        return bool(forms(code))

    def listed(self, each: Iterable[Said]) -> Spans:
        """Several things in a sentence: `A`, `A and B`, `A, B and C`."""
        return self._joined(each, "and")

    def clauses(self, each: Iterable[Said]) -> Spans:
        """Several clauses in a sentence, set further apart than things are."""
        return self._joined(each, "comma-and")

    def _joined(self, each: Iterable[Said], last: str) -> Spans:
        found = [spans(*_flat(one)) for one in each]
        joined: list[Any] = []
        for at, one in enumerate(found):
            if at:
                joined += self.part("comma" if at < len(found) - 1 else last)
            joined += one
        return spans(*joined)

    def number(self, number: int) -> str:
        """A number as prose has it: `three`, `17`."""
        return self.word(f"n{number}") if 0 <= number <= _WORDS else str(number)

    def nth(self, number: int) -> str:
        """A number in a row: `third`, `21st`."""
        if 1 <= number <= _WORDS:
            return self.word(f"nth{number}")
        last = 0 if number % 100 in _TEENS else number % 10
        code = {1: "nth-st", 2: "nth-nd", 3: "nth-rd"}.get(last, "nth-th")
        return self.word(code, n=number)

    def score(self, points: Sequence[int]) -> str:
        """Points as they are said: one crew's, against those of the others."""
        own, *others = points
        return self.word("score", own=own, others=self.listed(map(str, others)))

    def chance(self, chance: Fraction) -> str:
        """A chance in words: `one chance in nine`; of one that is no plain fraction, roundly."""
        above, below = chance.numerator, chance.denominator
        if below <= _PLAIN_ODDS:
            return self.word("chance", n=above, some=self.number(above), of=self.number(below))
        if chance < Fraction(1, 2):
            return self.word("chance-about", of=self.number(round(below / above)))
        return self.word("chance-percent", of=min(MOST_SURE, round(100 * chance)))

    def _parts(self, code: str, values: dict[str, Said]) -> list[Any]:
        return [part for each in self._frame.parts(code, **values) for part in _flat(each)]

    def form(self, code: str) -> str:
        """The form of a sentence that was said least, and not just now."""
        known = forms(code)
        if not known:
            raise KeyError(f"no sentence has the code {code}")
        fresh = [form for form in known if form != self._last] or list(known)
        turn = {form: (place - self._start) % len(known) for place, form in enumerate(known)}
        form = min(fresh, key=lambda each: (self._used[each], turn[each]))
        self._used[form] += 1
        self._last = form
        return form


def _begun(sentence: Spans) -> Spans:
    """A sentence that begins with a capital, unless it begins with somebody's name."""
    first = sentence[0] if sentence else None
    if isinstance(first, Text):
        return (Text(_capital(first.text)), *sentence[1:])
    if isinstance(first, Link) and first.to.startswith((PLACES, _BATTLES)):
        return (Link(first.to, _capital(first.text)), *sentence[1:])
    return sentence


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _flat(said: Said) -> Iterable[str | Span]:
    if isinstance(said, str):
        yield said
    elif isinstance(said, int):
        yield str(said)
    elif isinstance(said, (Text, Link, Source)):
        yield said
    else:
        for each in said:
            yield from _flat(each)


def sources(*rows: Row | str) -> Spans:
    """Where events stand, each once."""
    addresses = (row if isinstance(row, str) else row["address"] for row in rows)
    return tuple(Source(address) for address in dict.fromkeys(addresses) if address)


def paragraph(sentences: Iterable[Spans]) -> list[Para]:
    """Sentences as a paragraph; none of no sentence."""
    joined: list[Any] = []
    for each in sentences:
        joined += [*([" "] if joined and each else []), *each]
    return [Para(spans(*joined))] if joined else []


# Names.


def who(row: Row) -> Link:
    """Whose deed it is."""
    return Link(row["member"], row["name"])


def other(row: Row) -> Link:
    """Who did it, or whom it was done to."""
    return Link(row["other"], row["other_name"])


def crew(row: Row) -> Link:
    """The crew whose deed it is, or its member's."""
    return Link(row["crew"], row["crew_name"])


def place_id(name: str) -> str:
    """The chapter of a place: the same in all battles in which something is called so."""
    return f"{PLACES}{slug(name)}"


def named(row: Row) -> bool:
    """Whether the place of a deed has a name, as a square has none."""
    return bool(row["where"]) and row["where"] != row["where_name"]


def place(row: Row) -> Link:
    """The place of a deed, as it is called within a sentence."""
    return Link(place_id(row["where_name"]), the(row["where_name"]))
