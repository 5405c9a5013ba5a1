"""What a ledger asks of the place where it is kept, and what all such places share.

A line joins the log inside a write transaction: its link is worked out from the line before it in
its story, and the log's peaks from all that came before (`Growth`). A record that was moved away
is sealed: it is read as before, and no longer written to.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.counting import counted
from domain.ledger.record import ZERO, Fields, Head, Row, link, push
from domain.ledger.server import Server
from domain.ledger.shelf import Shelf
from domain.terms import StorageFailed

Place = Path | Server
"""Where a ledger is: a file, or a server's schema."""

HASH_BYTES = 32
BUSY_SECONDS = 30  # how long a writer waits for another
SCHEMA = 1  # raised when the tables change; an older program refuses a newer ledger
MOVED = "the record was moved to "
"""How a sealed store begins to say why it refuses a line."""


Fact = tuple[str, str, bool]
"""Something of a place, how it is, and whether that is well."""


class Log(msgspec.Struct, frozen=True):
    """What a ledger says of itself: whose it is, how many lines, the peaks over them.

    `end` is the last line's position, where that ought to be the number of lines.
    """

    campaign: str
    size: int
    peaks: list[bytes]
    end: int | None = None


class Watch(Protocol):
    """Whoever waits for new lines."""

    def wait(self) -> None:
        """Return when there may be new lines, or after a while."""


class Recorder(Shelf, Protocol):
    """What is asked of a store's tables (`sqlite.py`, `postgres.py`)."""

    def insert_events(
        self, stored_events: Iterable[StoredEvent], *, expected: Mapping[str, int]
    ) -> Sequence[int]:
        """Append lines, all or nothing; raises IntegrityError if a story has another end."""

    def log(self) -> Log:
        """Campaign, size and peaks, as the last write left them."""

    def newest(self) -> int:
        """The newest line's position; 0 if there is none."""

    def stories(self) -> list[str]:
        """All stories, in the order in which they began."""

    def after(self, heads: Mapping[str, int]) -> list[Fields]:
        """The lines of some stories after the ones known, story by story, in one state."""

    def rows(self, after: int, limit: int) -> list[Row]:
        """The lines after a position, in the order of the log."""

    def some(self, topics: Collection[str], after: int, until: int) -> list[Row]:
        """The lines between two positions that have these topics, in the order of the log."""

    def row(self, story: str, line: int) -> Row | None:
        """The line at an address."""

    def recorded(self, addresses: Sequence[tuple[str, int]]) -> list[Row | None]:
        """The lines at these addresses, once every write that had begun is over."""

    def verify(self) -> tuple[int, dict[str, str]]:
        """How many lines there are, and where stories do not hold (`links.verify`)."""

    def faults(self) -> list[str]:
        """What the store's own check of its pages finds."""

    def unguarded(self) -> list[str]:
        """The triggers that refuse changes, and are missing."""

    def seal(self, place: str, size: int) -> bool:
        """Refuse every further line: the record goes on elsewhere; False if it has grown."""

    def sealed(self) -> str:
        """Where the record was moved to; empty if this is its place."""

    def unseal(self) -> None:
        """Take lines again: the record is moved back."""


class Store(Protocol):
    """A place where a ledger is kept, open."""

    @property
    def place(self) -> Place:
        """Where it is."""

    @property
    def recorder(self) -> Recorder:
        """Its tables."""

    def told(self) -> AbstractContextManager[None]:
        """Turn the store's errors into one sentence; an IntegrityError is an answer."""

    def unsaved(self, failed: StorageFailed, *, certain: bool) -> StorageFailed:
        """What to say of a failed write: `certain` that nothing was saved, or it is not known."""

    def backup(self, target: Path) -> None:
        """Copy the ledger, as it stands at one moment, to an empty file."""

    def facts(self) -> list[Fact]:
        """What is to be known of the place itself."""

    def watch(self) -> AbstractContextManager[Watch]:
        """Wait for new lines, those included that come before the first wait."""

    def discard(self) -> None:
        """Remove a ledger that this program has just made, and close it."""

    def close(self) -> None:
        """Close the store."""


class Heads(dict[str, Head]):
    """Where stories end, each looked up when it is asked for."""

    def __init__(self, find: Callable[[str], Head]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, story: str) -> Head:
        found = self[story] = self._find(story)
        return found


class Growth:
    """The log while lines join it, inside a write transaction.

    `heads` says where each story ends that a line may follow.
    """

    def __init__(self, log: Log, heads: dict[str, Head]) -> None:
        self.size = log.size
        self.heads = heads
        self._peaks = log.peaks

    @property
    def peaks(self) -> bytes:
        """The log's peaks as they are stored."""
        return b"".join(self._peaks)

    def expect(self, expected: Mapping[str, int]) -> None:
        """Raise IntegrityError unless the stories that were read end where they ended."""
        for story, line in expected.items():
            if (end := self.heads[story].line) != line:
                raise IntegrityError(f"{story} has {counted(end, 'line')}, not {line}")

    def join(self, event: StoredEvent) -> bytes:
        """The hash of the next line; raises IntegrityError if the one before it is missing."""
        story, number = named(event.originator_id), event.originator_version
        before = ZERO
        if number > 1:
            end, before = self.heads[story]
            if end != number - 1:
                raise IntegrityError(f"{story}/{number} would follow {story}/{end}")
        digest = link(before, event.state)
        self.heads[story] = Head(number, digest)
        self.size += 1
        push(self._peaks, self.size, digest)
        return digest


def named(story: UUID | str) -> str:
    """A story's name; the library's own tests name theirs by UUID."""
    return story.hex if isinstance(story, UUID) else story


def parted(peaks: bytes) -> list[bytes]:
    """Peaks as they are stored, one by one."""
    return [peaks[at : at + HASH_BYTES] for at in range(0, len(peaks), HASH_BYTES)]


def sealed(error: IntegrityError) -> StorageFailed | None:
    """The refusal of a store that is sealed, if that is what an error says."""
    said = str(error).partition("\n")[0]
    if not said.startswith(MOVED):
        return None
    return StorageFailed(
        f"{said}; what is here is no longer written to",
        hint=f"acta move-ledger {said.removeprefix(MOVED)} lets this folder follow it",
    )
