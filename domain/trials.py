"""A unit of the record judged again, on states that may be other than those it was judged on.

Dice that fell stay as they fell where the same dice of the same members are awaited for the same
thing. What else is awaited is given, or drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from domain import places
from domain.counting import agreed
from domain.decided import placed
from domain.ledger.draft import named
from domain.ledger.record import Line
from domain.terms import Action, Event, RuleBroken
from domain.throwing import Roll, Seal
from domain.worlds import Bench, Court, Deed, Unit

Reading = Callable[[Court], Action]
"""A new line: the action that it is in the state on which it will be judged."""

Draw = Callable[[Court, str], Action]
"""The next sealed roll of a story, its reveals those of the next free place."""

Placed = tuple[str, Event]
"""An event and its story."""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """What is to stand in place of a unit, and how what rests on it is to be settled.

    `rolls` are dice on the table, in place of those of a unit or, where it rolled none, before it
    (behind the amended one); `drops` are units that are let go. Without `draw` it is not known yet
    what sealed dice will show. `asked` are the units for which dice were given.
    """

    unit: Unit
    lines: Sequence[Reading]
    reason: str
    agreed: str = ""
    drops: frozenset[str] = frozenset()
    rolls: Mapping[str, Sequence[Action]] = {}
    draw: Draw | None = None
    asked: tuple[str, ...] = ()


class Unrolled(RuleBroken):
    """Dice on the table are awaited that nobody rolled."""


class Met(msgspec.Struct, frozen=True):
    """What a stored deed met: the dice that were awaited."""

    deed: Deed
    dice: Any
    sides: tuple[int, ...]


class Judging(Protocol):
    """What a trial asks of the amendment that it is part of."""

    @property
    def wish(self) -> Wish:
        """What is wished for."""

    def next_line(self, story: str) -> int:
        """The number that the next line of a story would have."""

    def rolls_next(self, unit: Unit) -> bool:
        """Whether the next unit of its story is a sealed roll by itself."""

    def draw(self, court: Court, story: str) -> tuple[Any, Action]:
        """A state whose next place is the next free one, and the sealed roll that takes it."""

    def drew(self, story: str, state: Any) -> None:
        """Remember the place that a drawn roll took."""

    def kept(self, story: str, lines: Sequence[Line]) -> Seal:
        """The seal as it was when the stored roll of these lines took its place."""


class Trial:
    """A unit judged again on states of its own."""

    def __init__(self, judging: Judging, unit: Unit, met: Sequence[Met], bench: Bench) -> None:
        self._judging = judging
        self._unit = unit
        self._met = met
        self._bench = bench
        self._sealed = [one for one in met if getattr(one.deed.cause, "reveals", ())]
        self._ids = _ids(unit)
        self._counts: dict[str, int] = {}
        self.deeds: list[tuple[Action, list[Placed]]] = []

    @property
    def events(self) -> list[Placed]:
        """What came of it, each event with its story."""
        return [each for _, came in self.deeds for each in came]

    def awaited(self) -> tuple[int, ...]:
        """The sides of the dice on the table that are awaited where it stopped."""
        court = self._bench.table(self._unit.home)
        return () if court.game.rolls_sealed(court.state) else sides(court)

    def run(self) -> None:
        """Judge all actions of the unit. Raises what the rules raise."""
        wish, unit = self._judging.wish, self._unit
        rolls = list(wish.rolls.get(unit.id, ()))
        if unit.id == wish.unit.id:
            for reading in wish.lines:
                self._act(reading(self._bench.table(unit.home)))
            actions: list[Met | Action] = [*rolls]
        else:
            stored = [one for one in self._met if one not in self._sealed]
            if not stored:
                self._roll_alone()
                return
            again = isinstance(stored[0].deed.cause, Roll) and rolls
            actions = [*rolls, *(stored[1:] if again else stored)]
        for action in actions:
            self._act(action)

    def _act(self, action: "Met | Action") -> None:
        """Judge an action, and roll the sealed dice that it asks for."""
        if isinstance(action, Met):
            self._check_dice(action)
            action = action.deed.cause
        court = self._bench.court(self._unit.home, action)
        self._judge(court, court.state, action)
        while True:
            court = self._bench.table(self._unit.home)
            if not court.game.rolls_sealed(court.state):
                return
            if not self._sealed and self._judging.rolls_next(self._unit):
                return
            self._roll(court)

    def _roll_alone(self) -> None:
        """A sealed roll that is a unit of its own: what asks for it came before."""
        court = self._bench.table(self._unit.home)
        if not court.game.rolls_sealed(court.state):
            raise RuleBroken(court.game.correction, "no sealed dice are awaited here any more")
        while court.game.rolls_sealed(court.state):
            self._roll(court)
            court = self._bench.table(self._unit.home)

    def _check_dice(self, met: Met) -> None:
        """Dice that lay on the table stand for the same dice of the same members only."""
        if not isinstance(met.deed.cause, Roll):
            return
        court = self._bench.court(self._unit.home, met.deed.cause)
        if sides(court) and dice_of(court) != met.dice:
            other = "" if sides(court) != met.sides else " for something else"
            raise Unrolled(
                court.game.correction,
                f"{_dice(sides(court), 'is', 'are')} to be rolled, "
                f"and {_dice(met.sides, 'was', 'were')}{other}",
            )

    def _roll(self, court: Court) -> None:
        """A sealed roll: the one that was made there, if its dice are the same, or a new one."""
        home = self._unit.home
        stored = self._sealed[0] if self._sealed else None
        if stored is not None and stored.dice == dice_of(court):
            self._sealed.pop(0)
            action = stored.deed.cause
            seal = self._judging.kept(home, stored.deed.lines)
            self._judge(court, places.resealed(court.state, seal), action)
            return
        state, action = self._judging.draw(court, home)
        self._judge(court, state, action)
        self._judging.drew(home, self._bench.table(home).state)

    def _judge(self, court: Court, state: Any, action: Action) -> None:
        """Judge an action on a state and remember what comes of it."""
        decided = placed(court.game.battle.decide(state, action), self._unit.home)
        came = [(story, self._completed(story, event)) for story, event in decided]
        self._bench.tell(came)
        self.deeds.append((action, came))

    def _completed(self, story: str, event: Event) -> Event:
        """An event with the ids of what it brings: as they were, else the address it will have."""
        count = self._counts[story] = self._counts.get(story, 0) + 1
        if not event.brings:
            return event
        known = self._ids.get((story, type(event)))
        address = f"{story}/{self._judging.next_line(story) + count}"
        return named(event, known.pop(0) if known else address)


def sides(court: Court) -> tuple[int, ...]:
    """The sides of the dice that are awaited."""
    return court.game.sides(court.state)


def dice_of(court: Court) -> Any:
    """The dice that are awaited: for what, whose, how many sides; another question as a whole."""
    waiting = court.game.awaited(court.state)
    dice = getattr(waiting, "dice", None)
    if dice is None:
        return waiting
    each = tuple((getattr(one, "unit", ""), getattr(one, "sides", one)) for one in dice)
    return getattr(waiting, "what", ""), each


def _dice(sides: Sequence[int], one: str, several: str) -> str:
    """Dice, with the word that is right of so many."""
    dice = " ".join(f"d{each}" for each in sides) or "no dice"
    return f"{dice} {agreed(len(sides), one, several)}"


def _ids(unit: Unit) -> dict[tuple[str, type[Event]], list[str]]:
    """The addresses in the ids of what the lines of a unit brought, in their order."""
    found: dict[tuple[str, type[Event]], list[str]] = {}
    for line in unit.lines:
        if line.data.brings:
            brought = getattr(line.data, line.data.brings).id
            kind = line.story, type(line.data)
            found.setdefault(kind, []).append(brought.partition("#")[0])
    return found
