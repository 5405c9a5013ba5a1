"""What an audit finds, and what it says of the record as a whole (`record.md`)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec

from domain.ledger.record import Line

DAMAGED = frozenset({"Unreadable", "BrokenChain"})
RULES_MOVED = "RulesMoved"
MOST = 1000
"""So many findings are told one by one; the rest are counted."""

EXIT = 3


class Place(NamedTuple):
    """Where something was found: a position in the log, and the line's address."""

    position: int
    address: str


class Level(StrEnum):
    """Whether a finding makes the record wrong."""

    ERROR = "error"
    NOTE = "note"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that does not hold, or that a reader should know: where, and what was expected."""

    kind: str
    level: Level
    address: str
    expected: str = ""
    found: str = ""
    message: str = ""
    hint: str = ""


class Verdict(StrEnum):
    """What an audit says of a record."""

    CLEAN = "clean"
    NOTES = "clean, with notes"
    DAMAGED = "damaged"
    FORGED = "forged"


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """How much was read."""

    stories: int
    events: int
    battles: int


class Held(msgspec.Struct, frozen=True):
    """A receipt that was held against the record.

    How many lines it is about, who signed but for ledgers, whether the lines are those signed for,
    and whether the copy that it was made on had them in another order.
    """

    size: int
    by: tuple[str, ...]
    holds: bool
    other_order: bool = False


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """An audit's report; `findings` begin with the first bad line, `more` were not kept."""

    checked: Checked
    findings: tuple[Finding, ...]
    more: int = 0
    errors: frozenset[str] = frozenset()
    unwitnessed: int = 0
    receipts: tuple[Held, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """Clean, damaged (the bytes do not hold) or forged (they do, but the game does not)."""
        if self.errors & DAMAGED:
            return Verdict.DAMAGED
        if self.errors:
            return Verdict.FORGED
        return Verdict.NOTES if self.findings else Verdict.CLEAN

    @property
    def code(self) -> int:
        """The exit code of the audit."""
        return EXIT if self.errors else 0

    def data(self) -> dict[str, Any]:
        """The report as `audit --json` gives it."""
        return {
            "verdict": self.verdict.value,
            "checked": msgspec.to_builtins(self.checked),
            "findings": [msgspec.to_builtins(each) for each in self.findings],
            "more": self.more,
            "unwitnessed": self.unwitnessed,
            "receipts": [msgspec.to_builtins(each) for each in self.receipts],
        }


class Findings:
    """Findings as they come up; lines out of the asked stories are passed over."""

    def __init__(self, stories: frozenset[str] = frozenset()) -> None:
        self.more = 0
        self.errors: set[str] = set()
        self._stories = stories
        self._kept: list[tuple[bool, int, Finding]] = []

    def error(self, kind: str, at: Place, message: str, **facts: str) -> None:
        """Something that must not be."""
        if self._asked(at.address):
            self.errors.add(kind)
            self._keep(Level.ERROR, kind, at, message, facts)

    def note(self, kind: str, at: Place, message: str, **facts: str) -> None:
        """Something that a reader should know."""
        if self._asked(at.address):
            self._keep(Level.NOTE, kind, at, message, facts)

    def foreign_face(self, at: Place, line: Line, expected: str, found: str) -> None:
        """A face that no such die can show, or that does not follow from what was sealed."""
        self.error(
            "ForeignFace",
            at,
            f"{_told(line)}: this is not what the dice show",
            expected=expected,
            found=found,
            hint=f"acta log {line.story} --dice",
        )

    def judged_otherwise(self, at: Place, line: Line, expected: str, found: str) -> None:
        """A decision that the rules do not make."""
        self.error(
            "JudgedOtherwise",
            at,
            f"{_told(line)}: the rules decide this otherwise",
            expected=expected,
            found=found,
            hint=f"acta log {line.story} --all",
        )

    def rules_moved(self, at: Place, line: Line, program: str, expected: str, found: str) -> None:
        """A decision that the rules of another program made."""
        self.note(
            RULES_MOVED,
            at,
            f"{line.program} decided this, {program} decides otherwise",
            expected=expected,
            found=found,
            hint=f"acta log {line.story} --all",
        )

    def roll_taken_back(self, at: Place, line: Line, agreed: str, *, solo: bool) -> None:
        """A sealed roll that was undone; both it and the next stay on record.

        The dice of one player alone (`solo`) need nobody's consent.
        """
        found = "nobody is said to have agreed"
        self.note(
            "RollTakenBack",
            at,
            f"a sealed roll was taken back: {_told(line)}",
            expected="" if solo else "that the other party agreed",
            found=f"agreed by {agreed}" if agreed else "" if solo else found,
            hint=f"acta log {line.story} --all",
        )

    def clock_back(self, at: Place, line: Line, before: str) -> None:
        """Note a line that was written, by its stamp, before the one that it follows."""
        self.note(
            "ClockBack",
            at,
            f"the clock of {line.by} was behind: by their stamps this line is older than the one"
            " before it; the order of the record counts, not its times",
            expected=f"{before} or later",
            found=line.at,
        )

    def all(self) -> tuple[Finding, ...]:
        """Every finding kept: errors before notes, each in the order of the log."""
        ordered = sorted(self._kept, key=lambda each: each[:2])
        return tuple(finding for _, _, finding in ordered)

    def first_unlike(self) -> Finding | None:
        """The first line, if any, that these rules did not make: an error, or rules that moved."""
        unlike = (
            each for each in self.all() if each.level is Level.ERROR or each.kind == RULES_MOVED
        )
        return next(unlike, None)

    def _asked(self, address: str) -> bool:
        story = address.rpartition("/")[0]
        return not self._stories or not story or story in self._stories

    def _keep(
        self, level: Level, kind: str, at: Place, message: str, facts: dict[str, str]
    ) -> None:
        if len(self._kept) >= MOST:
            self.more += 1
            return
        finding = Finding(kind=kind, level=level, address=at.address, message=message, **facts)
        self._kept.append((level is Level.NOTE, at.position, finding))


def _told(line: Line) -> str:
    """The sentence of an event, or its name where it cannot say itself."""
    try:
        return line.data.told().rstrip(".")
    except Exception:  # noqa: BLE001 - a forged event may have no sentence
        return type(line.data).__name__


def difference(expected: msgspec.Struct, found: msgspec.Struct) -> tuple[str, str]:
    """Where two events part: the first field that differs, as each of them has it."""
    wanted, stored = msgspec.to_builtins(expected), msgspec.to_builtins(found)
    for path, one, other in _apart("", wanted, stored):
        return _shown(path, one), _shown(path, other)
    return "", ""


_NOTHING = object()


def _apart(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every place where two plain values differ, in the order of their fields."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys((*one, *other)):
            inner = f"{path}.{name}" if path else name
            yield from _apart(inner, one.get(name, _NOTHING), other.get(name, _NOTHING))
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple):
        for place in range(max(len(one), len(other))):
            pair = (each[place] if place < len(each) else _NOTHING for each in (one, other))
            yield from _apart(f"{path}[{place}]", *pair)
    elif one != other or type(one) is not type(other):
        yield path, one, other


def _shown(path: str, value: Any) -> str:
    if value is _NOTHING:
        return f"no {path}"
    return f"{path} {msgspec.json.encode(value).decode()}"
