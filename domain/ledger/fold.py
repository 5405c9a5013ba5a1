"""What was taken back, what was amended, and what counts in which order: masks, and the fold.

Nothing is ever deleted. `BatchRetracted` is appended to every story that a batch touched, so that
each story can be folded alone; `BatchRestored` lifts it; the later of the two counts. An amendment
is one batch in several stories (`amended.py`), whose lines stand in the fold where those stood that
they replace.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar

from domain.ledger.amended import BatchAmended, RecordAmended
from domain.terms import Action, Decider, Event

S = TypeVar("S")


class BatchRetracted(Event, frozen=True, kw_only=True, tag="record.batch-retracted/1"):
    """What came of one action was taken back; its lines stay on record but no longer count.

    `batch` is the address of the action's first line; `agreed` names who consented, where the
    other party's consent was needed.
    """

    batch: str
    reason: str = ""
    agreed: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        why = f": {self.reason}" if self.reason else ""
        consent = f" ({self.agreed} agreed)" if self.agreed else ""
        return f"{self.batch} was taken back{consent}{why}."


class BatchRestored(Event, frozen=True, kw_only=True, tag="record.batch-restored/1"):
    """What had been taken back counts again."""

    batch: str
    reason: str = ""
    agreed: str = ""

    def told(self) -> str:
        """Say it as the table would."""
        why = f": {self.reason}" if self.reason else ""
        consent = f" ({self.agreed} agreed)" if self.agreed else ""
        return f"{self.batch} counts again{consent}{why}."


class Retract(Action, frozen=True, kw_only=True, tag="record.retract"):
    """Take back what came of earlier actions."""

    batches: tuple[str, ...]
    reason: str = ""
    agreed: str = ""


class Restore(Action, frozen=True, kw_only=True, tag="record.restore"):
    """Let what was taken back count again."""

    batches: tuple[str, ...]
    reason: str = ""
    agreed: str = ""


MASKS = (BatchRetracted, BatchRestored, RecordAmended, BatchAmended)
"""What changes which other lines count; of these lines themselves no state is made."""


class Told(Protocol):
    """What a fold needs of a line: its event, the batch it belongs to, and where it stands."""

    @property
    def data(self) -> Event:
        """What happened."""

    @property
    def batch(self) -> str:
        """The address of the first line of the action it came of."""

    @property
    def story(self) -> str:
        """The story it lies in."""

    @property
    def line(self) -> int:
        """Its number there."""


T = TypeVar("T", bound=Told)


class Reckoning:
    """Which lines count, and of which unit (a batch, or a piece of an amendment) each is.

    It is told lines in the order of their story or of the log, and remembers little of them.
    """

    def __init__(self, lines: Iterable[Told] = ()) -> None:
        self.amended: dict[str, list[BatchAmended]] = {}
        """The headings of each amendment, by its batch."""
        self._masked: set[str] = set()
        self._heads: dict[int, str] = {}  # the pieces of headings, by their identity
        self._pieces: dict[tuple[str, int], str] = {}  # lines of amendments, by story and number
        self._instead: dict[str, str] = {}  # what each piece replaces
        self._open: dict[tuple[str, str], str] = {}  # the newest piece of a batch in a story
        self._struck: frozenset[str] | None = None
        for line in lines:
            self.hear(line)

    def hear(self, line: Told) -> None:
        """Hear the next line."""
        event = line.data
        kind = type(event)  # nearly never a mask; an identity is the cheapest question
        if kind is BatchRetracted:
            self._masked.add(event.batch)  # type: ignore[attr-defined]  # it is one
            self._struck = None
        elif kind is BatchRestored:
            self._masked.discard(event.batch)  # type: ignore[attr-defined]  # it is one
            self._struck = None
        elif kind is BatchAmended:
            self._head(line, event)  # type: ignore[arg-type]  # it is one
        if self._open and (piece := self._open.get((line.batch, line.story))):
            self._pieces[line.story, line.line] = piece

    def _head(self, line: Told, event: BatchAmended) -> None:
        piece = event.piece or f"{line.story}/{line.line}"
        self._heads[id(event)] = piece
        self._instead[piece] = event.batch
        self._open[line.batch, line.story] = piece
        self.amended.setdefault(line.batch, []).append(event)
        self._struck = None

    @property
    def struck(self) -> frozenset[str]:
        """The batches and pieces that do not count, but for what falls with its amendment."""
        if self._struck is None:
            self._struck = frozenset(self._masked | self.replaced.keys())
        return self._struck

    @property
    def replaced(self) -> dict[str, str]:
        """The batches and pieces in whose place something else stands, each with that piece."""
        return {
            event.batch: event.piece or self._heads[id(event)]
            for batch, events in self.amended.items()
            if batch not in self._masked
            for event in reversed(events)
        }

    def unit(self, line: Told) -> str:
        """The batch of a line, or its piece of an amendment."""
        if not self._pieces:
            return line.batch
        return self._pieces.get((line.story, line.line)) or line.batch

    def heading(self, line: Told) -> BatchAmended | None:
        """The heading of a piece, if a line is one."""
        event = line.data
        return event if isinstance(event, BatchAmended) else None

    def instead(self, line: Told) -> str:
        """What a line of an amendment stands in place of; empty for any other."""
        if not self._pieces or type(line.data) in MASKS:
            return ""
        return self._instead.get(self._pieces.get((line.story, line.line), ""), "")

    def gone(self, line: Told) -> bool:
        """Whether a line was taken back or amended; a mask itself never is."""
        struck = self.struck
        if not struck or type(line.data) in MASKS:
            return False
        return line.batch in struck or (bool(self._pieces) and self.unit(line) in struck)

    def fate(self, line: Told) -> str:
        """How a line ceased to count, in a word or two; empty for one that counts, or a mask."""
        if not self.gone(line):
            return ""
        return "amended" if self.unit(line) in self.replaced else "taken back"

    def counts(self, line: Told) -> bool:
        """Whether a line is folded."""
        return type(line.data) not in MASKS and not self.gone(line)


def piece(lines: Sequence[T], address: str) -> list[T]:
    """Of an amendment's lines those of a piece, its headings among them."""
    reckoning = Reckoning(lines)
    return [line for line in lines if reckoning.unit(line) == address]


def masked(lines: Iterable[Told]) -> frozenset[str]:
    """The batches and pieces that were taken back or amended."""
    return Reckoning(lines).struck


def ordered(lines: Sequence[T]) -> list[T]:
    """The lines that count, in the order in which they count."""
    reckoning = Reckoning(lines)
    return [line for line in standing(lines, reckoning) if not reckoning.gone(line)]


def standing(lines: Sequence[T], reckoning: Reckoning) -> list[T]:
    """All lines but masks, those of amendments where they stand: at the place of what they replace.

    Masked ones are among them.
    """
    return [line for line, _ in placed(lines, reckoning)]


def placed(lines: Sequence[T], reckoning: Reckoning) -> list[tuple[T, int]]:
    """The same, each with the place where it stands: the number of a line among these.

    It is its own, or that of the one where, or behind which, it stands; -1 before them all.
    """
    if not reckoning.amended:
        return [(line, n) for n, line in enumerate(lines) if type(line.data) not in MASKS]
    return _Places(lines, reckoning).sorted()


Place = tuple[int, int, int, int]


class _Places:
    """Where each of some lines stands, as a key to sort them by.

    It begins with the number of a line that is no amendment's: the one that stands there, or
    whose batch stood there first, or behind which that batch stood.
    """

    def __init__(self, lines: Sequence[Any], reckoning: Reckoning) -> None:
        self._lines = lines
        self._reckoning = reckoning
        self._first: dict[str, int] = {}  # the first line of each batch
        self._at: dict[str, int] = {}  # all that pieces stand behind
        self._stood: dict[str, BatchAmended] = {}
        wanted = {
            address
            for events in reckoning.amended.values()
            for event in events
            for address in event.behind
        }
        for number, line in enumerate(lines):
            self._first.setdefault(line.batch, number)
            if (address := f"{line.story}/{line.line}") in wanted:
                self._at[address] = number

    def sorted(self) -> list[tuple[Any, int]]:
        """The lines by their places."""
        found: list[tuple[Place, Any]] = []
        place: dict[str, Place] = {}
        behind = self._behind()
        for number, line in enumerate(self._lines):
            event = line.data
            unit = self._reckoning.unit(line)
            if type(event) is BatchAmended:
                place[unit] = self._place(event.stood, behind.get(event.stood, -1), number)
            elif type(event) not in MASKS:
                found.append((place.get(unit, (number, 0, 0, 0)), line))
        found.sort(key=lambda each: each[0])
        return [(line, where[0]) for where, line in found]

    def _behind(self) -> dict[str, int]:
        """For each root, the last line that is known to stand before it."""
        found: dict[str, int] = {}
        for events in self._reckoning.amended.values():
            for event in events:
                for address in event.behind:
                    if address in self._at:
                        found[event.stood] = max(found.get(event.stood, -1), self._at[address])
        return found

    def _place(self, root: str, behind: int, number: int) -> Place:
        """Where a piece stands: at its root, or (who does not read that) behind what was before."""
        if root in self._first:
            return (self._first[root], 1, 0, number)
        place = root.rpartition("/")[2]
        return (behind, 2, int(place) if place.isdecimal() else 0, number)


def fold(decider: Decider[S], lines: Sequence[Told]) -> S:
    """The state after these lines, from the decider's beginning."""
    reckoning = Reckoning(lines)
    if not reckoning.amended:
        return advance(decider, decider.initial, lines, reckoning.struck)
    state = tell(decider, decider.initial, standing(lines, reckoning), reckoning)
    return late(decider, state, lines, reckoning)


def tell(decider: Decider[S], state: S, lines: Iterable[Told], reckoning: Reckoning) -> S:
    """The state after lines in the order in which they stand (`standing`)."""
    for line in lines:
        remember = decider.struck if reckoning.gone(line) else decider.evolve
        state = remember(state, line.data)
    return state


def late(decider: Decider[S], state: S, lines: Iterable[Told], reckoning: Reckoning) -> S:
    """The state when what counts of any line, wherever it stands, is counted as it was recorded.

    A sealed roll of an amendment stands early and has a late place.
    """
    for line in lines:
        if line.batch in reckoning.amended and type(line.data) not in MASKS:
            state = decider.struck(state, line.data)
    return state


def advance(
    decider: Decider[S], state: S, lines: Iterable[Told], struck: frozenset[str] | set[str]
) -> S:
    """The state after some more lines: `evolve` sees what counts, `struck` what was taken back.

    Retractions and restorations themselves go to neither. None of the lines is an amendment's.
    """
    evolve, withdraw = decider.evolve, decider.struck
    for line in lines:
        event = line.data
        if type(event) in MASKS:
            continue
        remember = withdraw if line.batch in struck else evolve
        state = remember(state, event)
    return state
