"""Why a number is what it is: the lines that made it, and the terms it is made of now.

No second bookkeeping: a story is told again line by line with the game's own `evolve`, and each
line after which a shown number is another one is a contribution to it. So whatever is shown can be
explained, and what was taken back does not count.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from domain.ledger.fold import Reckoning, Told, fold, standing, tell
from domain.names import fold as folded
from domain.summing import Sum, Term
from domain.terms import Decider, Event


class Key(msgspec.Struct, frozen=True, order=True):
    """A number that is shown: whose it is (an id), and what it is called, `stores.quiver`."""

    of: str
    name: str


class Owner(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody or something that has numbers; `crew` is the name of the crew it stands in."""

    id: str
    name: str
    handle: str = ""
    crew: str = ""


class Numbers(msgspec.Struct, frozen=True):
    """All numbers of something that is shown, and whose they are.

    `marks` are the words beside them: whose they are, and what he has or is under.
    """

    owners: Mapping[str, Owner]
    values: Mapping[Key, int]
    marks: frozenset[tuple[str, str]] = frozenset()


class Line(Told, Protocol):
    """What an explanation needs of a line."""

    @property
    def address(self) -> str:
        """Where it stands."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A line after which a number was another one."""

    address: str
    told: str
    before: int
    after: int

    @property
    def amount(self) -> int:
        """What the line contributed."""
        return self.after - self.before


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """What the terms of a number are read from: the state now, and at the line that made it last.

    `event` is that line's, `before` the state it met.
    """

    now: Any
    before: Any = None
    event: Event | None = None


Terms = Callable[[Moment, str], Sum | None]
"""What a number of that owner is made of now; None where nothing but its lines says it."""


class Made(msgspec.Struct, frozen=True):
    """A number of a line or of what is about to be rolled: what it is, and what it is made of."""

    what: str
    sum: Sum


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """What a game adds to the explanations that any game has for nothing.

    `rules` are the rules of its numbers, `words` what they are called besides, by their names.
    `battle` and `campaign` are the terms of numbers of a battle and of the books; `anew` are
    numbers that begin anew each time they were nothing. `line` reads the numbers of a line from its
    event and the state it met, `pending` those of what is about to be rolled, `together` what the
    events of lines come to together. `order` is what a crew's place in a battle's order is called,
    `passing` are the ids of sources that are nobody's: a direction, the favour of a moment.
    """

    rules: Mapping[str, str] = {}
    words: Mapping[str, str] = {}
    battle: Mapping[str, Terms] = {}
    campaign: Mapping[str, Terms] = {}
    anew: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    order: str = "order"
    line: Callable[[Any, Event], Sequence[Made]] = lambda _state, _event: ()
    pending: Callable[[Any], Sequence[Made]] = lambda _state: ()
    together: Callable[[Sequence[Event]], Sequence[Made]] = lambda _events: ()


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A number, the terms it is made of now, and the lines that made it what it is.

    Terms, where there are any, add up to the number; so do the contributions of its lines, unless
    it is no number of a story but one of a line or a roll.
    """

    thing: str
    what: str
    number: int
    rule: str = ""
    terms: tuple[Term, ...] = ()
    lines: tuple[Change, ...] = ()


class Trace:
    """How every number of a story came to be what it is, line by line."""

    def __init__(
        self,
        decider: Decider[Any],
        lines: Sequence[Line],
        look: Callable[[Any], Numbers],
        passing: frozenset[str] = frozenset(),
    ) -> None:
        self._passing = passing
        self._marked: list[tuple[str, str, str]] = []
        self.state: Any = decider.initial
        self.numbers = Numbers({}, {})
        self._steps: dict[Key, list[_Step]] = {}
        self._told: dict[str, int] = {}
        self._came: dict[str, str] = {}
        for line, before, now in told(decider, lines):
            self.state = now
            self._told[line.address] = len(self._told)
            if now is not before:
                self._see(line, before, look(now))

    def _see(self, line: Line, state: Any, now: Numbers) -> None:
        """Remember which numbers a line has changed."""
        before, after = self.numbers.values, now.values
        for id_ in now.owners.keys() - self._came.keys():
            self._came[id_] = line.address
        if now.marks != self.numbers.marks:
            fresh = sorted(now.marks - self.numbers.marks)
            self._marked += [(of, folded(word), line.address) for of, word in fresh]
        for key in (*after, *(key for key in before if key not in after)):
            old, new = before.get(key, 0), after.get(key, 0)
            if old != new or key not in self._steps:
                self._steps.setdefault(key, []).append(_Step(line, state, old, new))
        self.numbers = now

    def of_line(self, address: str) -> dict[Key, Change]:
        """The numbers that a line changed."""
        return {
            key: step.change
            for key, steps in self._steps.items()
            for step in steps
            if step.line.address == address and step.before != step.after
        }

    def moment(self, key: Key) -> Moment:
        """What the terms of a number are read from."""
        steps = self._steps.get(key)
        if not steps:
            return Moment(now=self.state)
        return Moment(now=self.state, before=steps[-1].state, event=steps[-1].line.data)

    def lines(self, key: Key, *, anew: bool = False) -> tuple[Change, ...]:
        """The lines that made a number; the one with which it began, where none changed it.

        One that begins `anew` is told since it was nothing before.
        """
        steps = self._steps.get(key, [])
        if anew:
            since = max((n for n, step in enumerate(steps[:-1]) if not step.after), default=-1)
            steps = steps[since + 1 :]
        moved = [step for step in steps if step.before != step.after]
        return tuple(step.change for step in moved or steps[:1])

    def placed(self, terms: Sequence[Term], before: str = "") -> tuple[Term, ...]:
        """Terms with the addresses of the lines that made the numbers on which they rest.

        `before` is the line that they were read at, where that is not the last.
        """
        end = self._told.get(before, len(self._told))
        return tuple(
            msgspec.structs.replace(term, address=self._made_at(term, end)) for term in terms
        )

    def _made_at(self, term: Term, end: int) -> str:
        if not term.number:
            return self._brought(term, end)
        steps = self._steps.get(Key(term.of, term.number), ())
        made = [step.line.address for step in steps if self._told[step.line.address] < end]
        return made[-1] if made else ""

    def _brought(self, term: Term, end: int) -> str:
        """The line by which somebody has what a term comes of: as it was shown, else his first.

        What nobody shows stood there as the story began.
        """
        if not term.source or term.source in self._passing:
            return self._came.get(term.of, "")
        word = folded(term.what)
        for of, mark, address in reversed(self._marked):
            if mark == word and term.of in ("", of) and self._told[address] < end:
                return address
        return self._came.get(term.of) or next(iter(self._told), "")


class _Step(NamedTuple):
    """A line that changed a number, the state it met, and the number before and after."""

    line: Line
    state: Any
    before: int
    after: int

    @property
    def change(self) -> Change:
        """The line as it is told."""
        told = self.line.data.told()
        return Change(address=self.line.address, told=told, before=self.before, after=self.after)


def told(decider: Decider[Any], lines: Sequence[Line]) -> Iterator[tuple[Line, Any, Any]]:
    """A story line by line: each that counts, with the states before and after it."""
    reckoning, state = Reckoning(lines), decider.initial
    for line in standing(lines, reckoning):
        before, state = state, tell(decider, state, (line,), reckoning)
        if not reckoning.gone(line):
            yield line, before, state


def met(decider: Decider[Any], lines: Sequence[Line], address: str) -> Any:
    """The state that the line at an address met.

    Of one that was taken back it is what counted then; of one that only takes back the state now.
    """
    number = next(n for n, line in enumerate(lines) if line.address == address)
    reckoning = Reckoning(lines)
    if reckoning.gone(lines[number]):
        return fold(decider, lines[:number])
    stand = standing(lines, reckoning)
    place = next((n for n, line in enumerate(stand) if line.address == address), len(stand))
    return tell(decider, decider.initial, stand[:place], reckoning)
