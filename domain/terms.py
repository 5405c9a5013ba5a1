"""The words every part of the house shares: events, actions, deciders, and the ways to refuse.

The errors form one tree, mapped once to exit codes (`cli.main`)::

    Refusal                      one sentence for a person, perhaps with a hint
    ├── RuleBroken        exit 1  the rules forbid the action; carries the rule's number
    ├── WrongUsage        exit 2  the command or line cannot be read
    ├── NotFound          exit 2  nothing has that name
    ├── Ambiguous         exit 2  several things have that name; carries the candidates
    ├── Conflict          exit 4  another writer or copy was there first
    └── StorageFailed     exit 5  the record or the disk cannot be read or written
        └── Unreadable    exit 5  bytes that are no line in canonical form
"""

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

S = TypeVar("S")


class Who(msgspec.Struct, frozen=True, order=True, gc=False):
    """Somebody an event names: an id that stays, and the name as it was then.

    An id is the address of the line that brought its bearer into being
    (`crew-rust-choir/4`); a crew's id is its story (`crew-rust-choir`).
    """

    id: str
    name: str


def as_said(*ids: str) -> str:
    """Ids in a sentence: `thracian primus palus`; what is said twice, `servus servus`, once."""
    return " ".join(dict.fromkeys(one.replace("_", " ") for one in ids if one))


def listed(who: Iterable[Who]) -> str:
    """Names as a sentence lists them: `A`, `A and B`, `A, B and C`."""
    *before, last = [one.name for one in who] or [""]
    return f"{', '.join(before)} and {last}" if before else last


def _whatever(told: Callable[["Event"], str]) -> Callable[["Event"], str]:
    """A telling that does not fail: a stranger's record may hold anything (the audit says so)."""

    @wraps(told)
    def whatever(event: "Event") -> str:
        try:
            return told(event)
        except (LookupError, ValueError, TypeError, AttributeError, Refusal):
            return f"{tag(type(event))} holds what no game tells."

    return whatever


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
    tag_field="event",
):
    """Something that happened; its class is its whole declaration.

    `brings` names the field of a `Who` that comes into being with this event; its id is left
    empty by `decide` and becomes the line's own address when the line is stamped.
    """

    brings: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        """Have an event told, if only by its name, that holds what no game would have recorded."""
        super().__init_subclass__()
        if (told := cls.__dict__.get("told")) is not None:
            cls.told = _whatever(told)  # type: ignore[assignment,method-assign]  # the same method, guarded

    def told(self) -> str:
        """Say it as the table would, in one sentence."""
        raise NotImplementedError(type(self).__name__)


class Action(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
    tag_field="action",
):
    """What somebody wants; stored as the cause of what came of it."""


class Elsewhere(msgspec.Struct, frozen=True):
    """An event that belongs to another story than the one that was judged."""

    story: str
    event: Event


def tag(kind: type[msgspec.Struct]) -> str:
    """The stored name of an event or action, `crew.founded/1`."""
    return str(kind.__struct_config__.tag)


def keep(state: S, _event: Event) -> S:
    """Remember nothing."""
    return state


class Decider(msgspec.Struct, Generic[S], frozen=True):
    """Rules: where they start, how they judge an action, how they remember an event.

    `decide` is pure: it raises `RuleBroken` or returns the events that come of the action, as a
    `Telling` where it holds the state after them already.
    `evolve` never refuses, rolls, reads a codex or a clock. `struck` sees the events of lines
    that were taken back: what still counts of them (places of sealed dice).
    """

    initial: S
    decide: Callable[[S, Action], Iterable[Event | Elsewhere]]
    evolve: Callable[[S, Event], S]
    struck: Callable[[S, Event], S] = keep


class Refusal(Exception):
    """Something was not done: one sentence, and perhaps a hint what to do instead.

    `line` is the number of the line that was refused, where several were given.
    """

    kind: ClassVar[str] = "usage"
    code: ClassVar[int] = 2

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.line = 0

    def told(self) -> str:
        """The sentence as it is shown."""
        return self.message

    def data(self) -> dict[str, Any]:
        """The refusal as JSON shows it (`cli.md`)."""
        found: dict[str, Any] = {"kind": self.kind, "message": self.told()}
        found |= {"hint": self.hint} if self.hint else {}
        return found | ({"line": self.line} if self.line else {})


class RuleBroken(Refusal):
    """An action the rules forbid; the message begins with the rule's number."""

    kind = "rule"
    code = 1

    def __init__(self, rule: str, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.rule = rule

    def __str__(self) -> str:
        return self.told()

    def told(self) -> str:
        """The sentence with its rule, `RULE: Vex stands elsewhere`."""
        return f"{self.rule}: {self.message}"

    def data(self) -> dict[str, Any]:
        """The refusal with its rule."""
        return super().data() | {"rule": self.rule, "message": self.message}


class WrongUsage(Refusal):
    """A command or line that cannot be read."""


class NotFound(Refusal):
    """Nothing has that name."""

    kind = "not-found"


class Ambiguous(Refusal):
    """Several things have that name; `candidates` says which, as lines to type."""

    kind = "ambiguous"

    def __init__(self, message: str, candidates: Iterable[str] = (), *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.candidates = tuple(candidates)

    def data(self) -> dict[str, Any]:
        """The refusal with its candidates."""
        return super().data() | {"candidates": list(self.candidates)}


class Conflict(Refusal):
    """Another writer or another copy was there first."""

    kind = "conflict"
    code = 4


class StorageFailed(Refusal):
    """The record or the disk cannot be read or written."""

    kind = "storage"
    code = 5


class Unreadable(StorageFailed):
    """Bytes that are no line in canonical form, or a name that this version does not know."""


class Telling(Generic[S]):
    """An action being judged: what has come of it so far, and the state that already holds it."""

    def __init__(self, state: S, evolve: Callable[[S, Event], S]) -> None:
        self.state = state
        self.events: list[Event | Elsewhere] = []
        self._evolve = evolve

    def __iter__(self) -> Iterator[Event | Elsewhere]:
        return iter(self.events)

    def tell(self, event: Event) -> None:
        """Let an event come of the action."""
        self.events.append(event)
        self.state = self._evolve(self.state, event)

    def tell_elsewhere(self, story: str, event: Event) -> None:
        """Let an event of another story come of the action."""
        self.events.append(Elsewhere(story, event))

    def tell_beside(self, story: str, event: Event) -> None:
        """Let an event of another story come of the action that this state remembers as well."""
        self.events.append(Elsewhere(story, event))
        self.state = self._evolve(self.state, event)
