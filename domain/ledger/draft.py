"""Lines in the making: actions judged one after another on a state that holds what came before.

Nothing here reads or writes a file; `ledger.py` saves what a draft holds, all of it or nothing.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET

from domain.ledger.record import Line
from domain.terms import Action, Decider, Elsewhere, Event

S = TypeVar("S")


class Stamp(msgspec.Struct, frozen=True, kw_only=True):
    """When, by whom and with which program a line is written, and for whom they acted.

    `at` is RFC 3339, in UTC, with three decimals and `Z`.
    """

    at: str
    by: str
    program: str
    for_: str = ""


def now() -> str:
    """The time of a stamp. Nothing else in the house reads the clock."""
    seconds, milliseconds = divmod(time.time_ns() // 1_000_000, 1000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{milliseconds:03}Z"


class Pen:
    """Writes stamped lines onto the ends of stories."""

    def __init__(self, campaign: str, ends: Mapping[str, int], editions: Mapping[str, str]) -> None:
        self.campaign = campaign
        self.lines: list[Line] = []
        self._ends = dict(ends)
        self._editions = editions

    def end(self, story: str) -> int:
        """The number of a story's newest line."""
        return self._ends.get(story, 0)

    def write(
        self, story: str, event: Event, stamp: Stamp, *, batch: str = "", cause: Action | None
    ) -> Line:
        """Add a line to a story; without a batch it is the first line of its own."""
        number = self._ends.get(story, 0) + 1
        address = f"{story}/{number}"
        line = Line(
            at=stamp.at,
            batch=batch or address,
            by=stamp.by,
            campaign=self.campaign,
            data=named(event, address),
            line=number,
            program=stamp.program,
            story=story,
            cause=UNSET if cause is None else cause,
            edition=self._editions.get(story, ""),
            for_=stamp.for_,
        )
        self._ends[story] = number
        self.lines.append(line)
        return line


class Draft(Generic[S]):
    """Actions being judged: the pen that writes what comes of them, and the state after them."""

    def __init__(self, story: str, decider: Decider[S], state: S, pen: Pen) -> None:
        self.state = state
        self._story = story
        self._decider = decider
        self._pen = pen

    def judge(self, action: Action, stamp: Stamp, batch: str = "") -> str:
        """Judge an action and write what comes of it; returns its batch.

        Raises what `decide` raises. The action is the cause on the first line that it yields.
        """
        cause: Action | None = action
        for event in self._decider.decide(self.state, action):
            story, happened = self._story, event
            if isinstance(happened, Elsewhere):
                story, happened = happened.story, happened.event
            line = self._pen.write(story, happened, stamp, batch=batch, cause=cause)
            batch, cause = line.batch, None
            self.state = self._decider.evolve(self.state, line.data)
        return batch


def draw_up(
    draft: Draft[S],
    actions: Sequence[Action],
    stamp: Callable[[], Stamp],
    follow: Callable[[S], Action | None] | None,
    *,
    dry_run: bool = False,
) -> int:
    """Judge the actions up to and including the first that is followed; returns how many.

    What `follow` asks for belongs to the batch of the action before it. A dry run ends there.
    """
    for count, action in enumerate(actions, 1):
        signed = stamp()
        batch = draft.judge(action, signed)
        followed = False
        while follow is not None and (roll := follow(draft.state)) is not None:
            if dry_run:
                return len(actions)
            batch = draft.judge(roll, signed, batch)
            followed = True
        if followed:
            return count
    return len(actions)


def named(event: Event, address: str) -> Event:
    """The event with the ids of what it brings: an empty one is the address, `#x` `address#x`."""
    if not event.brings:
        return event
    changes: dict[str, Any] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        completed = _completed(value, address)
        if field == event.brings and not value.id:
            completed = msgspec.structs.replace(value, id=address)
        changes[field] = completed
    return msgspec.structs.replace(event, **changes)


def _completed(value: Any, address: str) -> Any:
    """A field's value with every id that begins with `#` completed."""
    if isinstance(value, tuple):
        return tuple(_completed(part, address) for part in value)
    part = getattr(value, "id", "")
    if isinstance(value, msgspec.Struct) and part.startswith("#"):
        return msgspec.structs.replace(value, id=address + part)
    return value
