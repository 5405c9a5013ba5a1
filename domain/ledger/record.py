"""The bytes of the record: a line, its canonical form, its link to the line before, the log.

The canonical form of a line is one JSON object after RFC 8785, restricted to ASCII keys, strings,
integers of at most 2^53-1, booleans, arrays and objects: no float and no null anywhere. Reading
forbids unknown fields, and encoding again what was read must give the same bytes.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cached_property, reduce
from hashlib import sha256
from operator import or_
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from domain.ledger.amended import Amend, Void
from domain.ledger.fields import check
from domain.ledger.fold import MASKS, Restore, Retract
from domain.names import said
from domain.terms import Action, Event, Unreadable, WrongUsage, tag

if TYPE_CHECKING:  # a plain `Line` is a line of any game
    from typing_extensions import TypeVar

    E = TypeVar("E", bound=Event, default=Event)
    A = TypeVar("A", bound=Action, default=Action)
else:
    from typing import TypeVar

    E = TypeVar("E")
    A = TypeVar("A")

K = TypeVar("K", bound=msgspec.Struct)

ZERO = bytes(32)
LARGEST = 2**53 - 1
_LONGEST_REASON = 200  # characters: it may quote what a stranger wrote

Plain = dict[str, Any]
Upcast = Callable[[Plain], tuple[str, Plain]]

_encode = msgspec.json.Encoder(order="sorted").encode
_plain = msgspec.json.Decoder().decode
# In canonical form a number follows a colon, a comma or a bracket; sixteen digits are too many to
# be sure of. Translating and searching costs a quarter of what a regular expression does.
_DIGITS_ALIKE = bytes.maketrans(b"123456789,[", b"000000000::")
_LONG = b":" + b"0" * 16
_LONG_NEGATIVE = b":-" + b"0" * 16


class Line(
    msgspec.Struct,
    Generic[E, A],
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
):
    """One line of the record: an event, and the stamp round it.

    `batch` is the address of the first line of what one action yielded; `cause` is that action,
    on the first line it yielded; `for_` names for whom `by` acted.
    """

    at: str
    batch: str
    by: str
    campaign: str
    data: E
    line: int
    program: str
    story: str
    cause: A | UnsetType = UNSET
    edition: str = ""
    for_: str = msgspec.field(name="for", default="")

    @property
    def address(self) -> str:
        """Where the line stands, `battle-3/17`."""
        return f"{self.story}/{self.line}"


Fields = tuple[int, str, int, str, bytes, bytes]
"""A row as the store hands it over, by the thousand; `Row` gives the fields their names."""


class Row(NamedTuple):
    """A line as it is stored: its place in the log, copies for the library, bytes and link."""

    position: int
    story: str
    line: int
    topic: str
    state: bytes
    hash: bytes

    @property
    def address(self) -> str:
        """Where the line stands, `battle-3/17`."""
        return f"{self.story}/{self.line}"


class Head(NamedTuple):
    """Where a story ends: its last line's number and hash."""

    line: int = 0
    hash: bytes = ZERO


def link(prev: bytes, canonical: bytes) -> bytes:
    """A line's hash: over the hash of the line before it in its story, and its own bytes.

    It is at once the line's leaf in the campaign's log (RFC 6962).
    """
    return sha256(b"\0" + prev + canonical).digest()


def push(peaks: list[bytes], number: int, leaf: bytes) -> None:
    """Add leaf `number` (counted from 1) to the peaks of the log, the largest tree first."""
    while not number & 1:
        leaf = sha256(b"\1" + peaks.pop() + leaf).digest()
        number >>= 1
    peaks.append(leaf)


def root(peaks: Iterable[bytes]) -> bytes:
    """The root of the log that has these peaks (RFC 6962)."""
    rest = list(peaks)
    node = rest.pop() if rest else sha256(b"").digest()
    while rest:
        node = sha256(b"\1" + rest.pop() + node).digest()
    return node


Reader = Callable[[bytes], Line]


class _Readers(dict[str, Reader]):
    """Readers by an event's name, each made when it is first asked for."""

    def __init__(self, make: Callable[[str], Reader]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> Reader:
        self[name] = found = self._make(name)
        return found


class Catalogue:
    """All events and actions that lines may hold, by the names under which they are stored.

    `rest` brings events that are seldom met: it is asked when a name is not among the others.
    Raises TypeError when two classes share a name.
    """

    def __init__(
        self,
        events: Iterable[type[Event]],
        actions: Iterable[type[Action]],
        upcasts: Mapping[str, Upcast] | None = None,
        rest: Callable[[], Iterable[type[Event]]] = tuple,
    ) -> None:
        self._near: dict[str, type[Event]] = _by_name([*events, *MASKS])
        self._rest = rest
        self.actions: dict[str, type[Action]] = _by_name([*actions, Retract, Restore, Amend, Void])
        self._upcasts = dict(upcasts or {})
        self._causes = _any_of(self.actions)
        self.typed = _Readers(self._reader)
        """For each event's name: one typed pass without the second look, for bytes whose link is
        checked. Each is made when the first line of that name is read."""

    @cached_property
    def events(self) -> dict[str, type[Event]]:
        """All events by name."""
        near = [kind for kind in self._near.values() if kind not in MASKS]
        return _by_name([*near, *self._rest(), *MASKS])

    @cached_property
    def line(self) -> Any:
        """The type of a line with any of these events and causes."""
        return _line(_any_of(self.events), self._causes)

    @cached_property
    def _any(self) -> Reader:
        """One typed pass for a line whose event is not known before."""
        return msgspec.json.Decoder(self.line).decode

    def _reader(self, name: str) -> Reader:
        """One typed pass for lines with this event; raises Unreadable if there is none."""
        return msgspec.json.Decoder(_line(self.event(name), self._causes)).decode

    @property
    def older(self) -> frozenset[str]:
        """The names of events that are read as newer ones."""
        return frozenset(self._upcasts)

    def check(self) -> None:
        """Raise TypeError if a class has a field outside the closed list (`fields.py`)."""
        for kind in (*self.events.values(), *self.actions.values()):
            check(kind)

    def event(self, name: str) -> type[Event]:
        """The event stored under this name; raises Unreadable if this version has none."""
        found = self._near.get(name) or self.events.get(name)
        if found is None:
            raise Unreadable(f"this version knows no event {said(name)!r}")
        return found

    @staticmethod
    def name(canonical: bytes) -> str:
        """The name under which a line's event is stored, be it an older one."""
        return str(_plain(canonical)["data"]["event"])

    def encode(self, line: Line) -> bytes:
        """The canonical bytes of a line; raises if they could not be read again.

        Nothing is ever written that cannot be read: a text with half a character is WrongUsage, a
        value of another type than its field's is Unreadable.
        """
        try:
            canonical = _encode(line)
        except UnicodeEncodeError:
            raise WrongUsage("a text holds half a character (a lone surrogate)") from None
        if self._canonical(canonical, self.typed[tag(type(line.data))]) != line:
            raise Unreadable(f"{line.address} would be read differently from what was meant")
        return canonical

    def decode(self, canonical: bytes, name: str = "") -> Line:
        """The line these bytes hold; raises Unreadable unless they are canonical to the byte.

        `name` is what its event is said to be stored as: who tells it need not try them all.
        """
        if name in self._near:
            with suppress(Unreadable):
                return self._canonical(canonical, self.typed[name])
        return self._canonical(canonical, self._any)

    def _canonical(self, canonical: bytes, typed: Reader) -> Line:
        """The line these bytes hold, read and looked at a second time."""
        try:
            line = typed(canonical)
        except (msgspec.DecodeError, RecursionError) as error:
            return self._older(canonical, said(str(error), _LONGEST_REASON))
        if _encode(line) != canonical:
            raise Unreadable("the bytes are not in canonical form")
        alike = canonical.translate(_DIGITS_ALIKE)
        if _LONG in alike or _LONG_NEGATIVE in alike:
            _check_plain(_plain(canonical))
        return line

    def _older(self, canonical: bytes, reason: str) -> Line:
        """Read a line whose event has an older name, or say why it cannot be read."""
        plain = _object(canonical, reason)
        data = plain.get("data")
        if not isinstance(data, dict) or not isinstance(name := data.pop("event", None), str):
            raise Unreadable(f"no line of the record: {reason}")
        if name in self.events:
            raise Unreadable(f"no {name}: {reason}")
        while name in self._upcasts:
            name, data = self._upcasts[name](data)
        self.event(name)
        try:
            line: Line = msgspec.convert({**plain, "data": {**data, "event": name}}, self.line)
        except msgspec.ValidationError as error:
            raise Unreadable(f"no {name}: {said(str(error), _LONGEST_REASON)}") from None
        return line


def _by_name(kinds: Iterable[type[K]]) -> dict[str, type[K]]:
    """Classes by their stored names."""
    named: dict[str, type[K]] = {}
    for kind in kinds:
        if named.setdefault(tag(kind), kind) is not kind:
            raise TypeError(f"{kind.__name__} and {named[tag(kind)].__name__} share a name")
    return named


def _any_of(kinds: Mapping[str, type[K]]) -> Any:
    """The union of these classes."""
    return reduce(or_, kinds.values())


def _line(event: Any, cause: Any) -> Any:
    """The type of a line with such an event and such a cause."""
    generic: Any = Line
    return generic[event, cause]


def _object(canonical: bytes, reason: str) -> Plain:
    """The JSON object these bytes hold in canonical form; raises Unreadable."""
    try:
        plain = _plain(canonical)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable(f"no JSON: {error}") from None
    if not isinstance(plain, dict):
        raise Unreadable(f"no line of the record: {reason}")
    _check_plain(plain)
    if _encode(plain) != canonical:
        raise Unreadable("the bytes are not in canonical form")
    return plain


def _check_plain(value: object) -> None:
    """Raise Unreadable where a float, a null or a number beyond 2^53-1 stands."""
    match value:
        case dict():
            for part in value.values():
                _check_plain(part)
        case list():
            for part in value:
                _check_plain(part)
        case str() | bool():
            pass
        case int() if abs(value) <= LARGEST:
            pass
        case _:
            raise Unreadable(f"{said(repr(value))} has no canonical form")
