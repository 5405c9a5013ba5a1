"""How lines come onto the record: judged, saved at once, judged again or refused.

Two writers never mix. A story that has grown since it was read makes the save fail; then the
actions are judged again, once, if what was written meanwhile leaves what they rest on alone.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from domain.ledger.draft import Draft, Pen, Stamp, draw_up
from domain.ledger.fold import BatchRestored, BatchRetracted, Restore, Retract, masked
from domain.ledger.record import Line
from domain.ledger.telling import Known
from domain.terms import Action, Conflict, Decider, Refusal, RuleBroken, WrongUsage

S = TypeVar("S")
_NAMED = 3  # lines of others that a conflict tells


class Book(Protocol):
    """What submitting asks of a ledger (`ledger.py`)."""

    @property
    def campaign(self) -> str:
        """Whose record it is."""

    def know(self, decider: Decider[S], stories: Sequence[str]) -> Known[S]:
        """The state that some stories add up to, and their ends."""

    def story(self, name: str) -> list[Line]:
        """All lines of a story."""

    def batch(self, address: str) -> list[Line]:
        """The lines of the batch that begins at an address."""

    def append(self, lines: Sequence[Line], ends: Mapping[str, int]) -> bool:
        """Save lines, all or nothing; False if a story has another end."""

    def refuse_broken(self, stories: Iterable[str]) -> None:
        """Raise StorageFailed if one of these stories is broken."""


class PartlyRecorded(RuleBroken):
    """A later group of lines was refused when earlier ones were on record; `lines` are those."""

    def __init__(self, refused: RuleBroken, lines: Sequence[Line]) -> None:
        super().__init__(refused.rule, refused.message, hint=refused.hint)
        self.line = refused.line
        self.lines = tuple(lines)

    def told(self) -> str:
        """The sentence with its rule, and what is on record all the same."""
        return f"{super().told()} (already on record: {span(self.lines)})"

    def data(self) -> dict[str, Any]:
        """The refusal with the addresses of what is on record."""
        return super().data() | {"recorded": [line.address for line in self.lines]}


class Order(msgspec.Struct, Generic[S], frozen=True, kw_only=True):
    """What is to be judged, on which stories, by whom, and what follows a line by itself."""

    story: str
    decider: Decider[S]
    stamp: Callable[[], Stamp]
    beside: tuple[str, ...] = ()
    edition: str = ""
    follow: Callable[[S], Action | None] | None = None
    same: Callable[[S, S], bool] | None = None
    dry_run: bool = False

    @property
    def stories(self) -> tuple[str, ...]:
        """All stories that are read."""
        return (self.story, *self.beside)


def submit(ledger: Book, order: Order[S], actions: Sequence[Action]) -> list[Line]:
    """Judge actions one after another and save what comes of them; returns the lines.

    All are one group, saved in one insert or not at all, up to and including the first action
    that is followed by one of its own (a sealed roll); what remains is a new group. A dry run
    saves nothing and ends before the first such action.

    Raises what `decide` raises; `PartlyRecorded` if a later group is refused; `Conflict` if
    somebody else wrote what the actions rest on; `StorageFailed`.
    """
    saved: list[Line] = []
    rest = list(actions)
    while rest:
        try:
            lines, count = _save_group(ledger, order, rest)
        except RuleBroken as refused:
            if saved:
                raise PartlyRecorded(refused, saved) from refused
            raise
        except Refusal as refused:
            if saved:
                refused.hint = f"already on record: {span(saved)}"
            raise
        saved += lines
        rest = rest[count:]
    return saved


def _save_group(ledger: Book, order: Order[S], actions: Sequence[Action]) -> tuple[list[Line], int]:
    """Judge and save one group; returns its lines and how many of the actions they hold."""
    known = ledger.know(order.decider, order.stories)
    lines, count = _judge(ledger, order, known, actions)
    if order.dry_run or not lines or ledger.append(lines, _ends(known, lines)):
        return lines, count
    fresh = ledger.know(order.decider, order.stories)
    if not _unmoved(order, known, fresh):
        raise _conflict(ledger, _ends(known, lines))
    lines, count = _judge(ledger, order, fresh, actions)
    if ledger.append(lines, _ends(fresh, lines)):
        return lines, count
    raise _conflict(ledger, _ends(fresh, lines))


def _judge(
    ledger: Book, order: Order[S], known: Known[S], actions: Sequence[Action]
) -> tuple[list[Line], int]:
    """The lines of one group, on the state that is known."""
    ledger.refuse_broken(order.stories)
    pen = Pen(ledger.campaign, known.ends, {order.story: order.edition})
    draft = Draft(order.story, order.decider, known.state, pen)
    count = draw_up(draft, actions, order.stamp, order.follow, dry_run=order.dry_run)
    return pen.lines, count


def _ends(known: Known[Any], lines: Iterable[Line]) -> dict[str, int]:
    """Where every story read or written must end for the save to hold; a new one is empty."""
    return {line.story: 0 for line in lines} | known.ends


def _unmoved(order: Order[S], known: Known[S], fresh: Known[S]) -> bool:
    """Tell whether what the actions rest on has stayed as it was."""
    if known.ends[order.story] == fresh.ends[order.story]:
        return True
    return order.same is not None and order.same(known.state, fresh.state)


def _conflict(ledger: Book, ends: Mapping[str, int]) -> Conflict:
    """Say who wrote what since the stories were read."""
    newer: list[Line] = []
    for story, end in ends.items():
        newer += ledger.story(story)[end:]
    told = "; ".join(f"{line.by}: {line.data.told()} ({line.address})" for line in newer[:_NAMED])
    more = f" and {len(newer) - _NAMED} more" if len(newer) > _NAMED else ""
    return Conflict(
        f"somebody else wrote first, nothing was saved: {told}{more}",
        hint="look at what is on record, then say it again",
    )


class Kind(msgspec.Struct, frozen=True):
    """Taking back, or letting count again: its cause, its event, and when it is refused."""

    action: type[Retract | Restore]
    event: type[BatchRetracted | BatchRestored]
    needs: bool  # must the batch be taken back already?
    refusal: str


RETRACTION = Kind(Retract, BatchRetracted, needs=False, refusal="is taken back already")
RESTORATION = Kind(Restore, BatchRestored, needs=True, refusal="is not taken back")


class Withdrawal(msgspec.Struct, frozen=True):
    """What is to be taken back or restored, and why.

    `seen` says how many lines a story had when the choice was made: one more is a Conflict.
    """

    kind: Kind
    batches: tuple[str, ...]
    reason: str
    agreed: str
    seen: Mapping[str, int]


def withdraw(ledger: Book, wish: Withdrawal, stamp: Stamp) -> list[Line]:
    """Append the mask of each batch to every story it touched, in one insert.

    Raises NotFound for what is no batch, WrongUsage for one that is as it is wanted already.
    """
    touched = {batch: _touched(ledger, batch) for batch in wish.batches}
    ends = {**_check_masks(ledger, wish.kind, touched), **wish.seen}
    lines = _masks(ledger.campaign, wish, touched, ends, stamp)
    if ledger.append(lines, ends):
        return lines
    if not wish.seen:
        ends = _check_masks(ledger, wish.kind, touched)
        lines = _masks(ledger.campaign, wish, touched, ends, stamp)
        if ledger.append(lines, ends):
            return lines
    raise _conflict(ledger, ends)


def _masks(
    campaign: str,
    wish: Withdrawal,
    touched: Mapping[str, Mapping[str, str]],
    ends: Mapping[str, int],
    stamp: Stamp,
) -> list[Line]:
    """One batch that masks others, in every story they touched."""
    words = {"reason": wish.reason, "agreed": wish.agreed}
    pen = Pen(
        campaign, ends, {story: name for each in touched.values() for story, name in each.items()}
    )
    cause: Action | None = wish.kind.action(batches=wish.batches, **words)
    first = ""
    for batch, stories in touched.items():
        for story in stories:
            event = wish.kind.event(batch=batch, **words)
            first = pen.write(story, event, stamp, batch=first, cause=cause).batch
            cause = None
    return pen.lines


def _touched(ledger: Book, batch: str) -> dict[str, str]:
    """The stories a batch lies in, in order, each with its edition."""
    lines = ledger.batch(batch)
    if isinstance(lines[0].data, BatchRetracted | BatchRestored):
        raise WrongUsage(f"{batch} takes back or restores: name what it took back or restored")
    return {line.story: line.edition for line in lines}


def _check_masks(
    ledger: Book, kind: Kind, touched: Mapping[str, Mapping[str, str]]
) -> dict[str, int]:
    """The ends of all stories touched; refuses a batch that is as it is wanted already."""
    names = dict.fromkeys(story for touching in touched.values() for story in touching)
    stories = {story: ledger.story(story) for story in names}
    ledger.refuse_broken(stories)
    struck = {story: masked(lines) for story, lines in stories.items()}
    for batch, touching in touched.items():
        for story in touching:
            if (batch in struck[story]) is not kind.needs:
                raise WrongUsage(f"{batch} {kind.refusal}")
    return {story: len(lines) for story, lines in stories.items()}


def span(lines: Sequence[Line]) -> str:
    """The addresses of lines, story by story: `battle-1/4 to 7, crew-ash/3`."""
    numbers: dict[str, list[int]] = {}
    for line in lines:
        numbers.setdefault(line.story, []).append(line.line)
    return ", ".join(
        f"{story}/{each[0]}" + (f" to {each[-1]}" if len(each) > 1 else "")
        for story, each in numbers.items()
    )
