"""The ledger: the one place where lines are read, told and appended.

A story is read whole and folded; an action is judged on the state, and what comes of it is saved
in one insert or not at all (`submit.py`). Nothing here reads the clock or the environment.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Self, TypeVar

from eventsourcing.persistence import IntegrityError

from domain.ledger import places, submit
from domain.ledger.amended import BatchAmended
from domain.ledger.draft import Stamp
from domain.ledger.fold import piece
from domain.ledger.links import LOG, Trail, lost_end, rising
from domain.ledger.mapper import LineMapper
from domain.ledger.record import ZERO, Catalogue, Fields, Head, Line, Row
from domain.ledger.shelf import Notes
from domain.ledger.store import Place, Store
from domain.ledger.telling import Known, Telling
from domain.ledger.trouble import new_file
from domain.terms import Action, Decider, NotFound, StorageFailed

S = TypeVar("S")

_KEPT = 4  # stories told last, with their states: a session's next line need not read all again
_PAGE, _FEW = 1000, 100  # the few are more than most batches have


class Ledger:
    """A campaign's record: one file, or a schema of a server."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        self.saved: list[Line] = []
        """What has been saved here so far."""
        self.older = catalogue.older
        """The names of events that are on record, and read as newer ones."""
        self.store = store
        """The file or the server's schema, open."""
        self._catalogue = catalogue
        self._recorder = store.recorder
        self.notes = Notes(store.recorder, store.told)
        with store.told():
            log = self._recorder.log()
        self.campaign = log.campaign
        self.broken = lost_end(log.size, log.end)
        """Stories whose links do not hold, each with the first address where they do not."""
        self._trail = Trail(log.end or 0)
        self._mapper = LineMapper(catalogue, self.campaign)
        self._tellings: dict[tuple[int, tuple[str, ...]], Telling[Any]] = {}

    @classmethod
    def create(cls, place: Place | str, catalogue: Catalogue, campaign: str) -> Self:
        """Make a new, empty ledger for a campaign (32 hex digits); nothing is overwritten."""
        return cls(places.make(place, campaign), catalogue)

    @classmethod
    def open(cls, place: Place | str, catalogue: Catalogue, *, read_only: bool = False) -> Self:
        """Open a ledger as it stands, or raise StorageFailed in one sentence (`places.py`)."""
        return cls(places.find(place, read_only=read_only), catalogue)

    @property
    def place(self) -> Place:
        """Where the ledger is."""
        return self.store.place

    @property
    def path(self) -> Path:
        """The ledger's file; raises TypeError for one on a server."""
        if isinstance(self.place, Path):
            return self.place
        raise TypeError(f"{self.place} is no file")

    def backup(self, target: Path | str) -> None:
        """Copy the ledger, as it stands at one moment, to a file that is not there yet."""
        with new_file(Path(target)):
            self.store.backup(Path(target))

    def verify(self) -> int:
        """Follow all links in one scan, reading no line (`broken`); returns how many lines."""
        with self._storage():
            size, broken = self._recorder.verify()
        self.broken |= broken
        return size

    def faults(self) -> list[str]:
        """What the store's own check of its pages finds."""
        with self._storage():
            return self._recorder.faults()

    def unguarded(self) -> list[str]:
        """What guards the lines in the store and is missing."""
        with self._storage():
            return self._recorder.unguarded()

    def seal(self, place: str, size: int) -> bool:
        """Refuse every further line: the record goes on elsewhere; False if it has grown."""
        with self._storage():
            return self._recorder.seal(place, size)

    def sealed(self) -> str:
        """Where the record was moved to; empty if this is its place."""
        with self._storage():
            return self._recorder.sealed()

    def unseal(self) -> None:
        """Take lines again: the record is moved back."""
        with self._storage():
            self._recorder.unseal()

    def close(self) -> None:
        """Close file or connection."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def head(self) -> int:
        """The newest line's position; 0 if there is none."""
        with self._storage():
            return self._recorder.newest()

    @property
    def size(self) -> int:
        """How many lines the log counts."""
        return self.peaks()[0]

    def peaks(self) -> tuple[int, list[bytes]]:
        """The log's size and peaks, as the last write left them."""
        with self._storage():
            log = self._recorder.log()
        return log.size, log.peaks

    def stories(self) -> list[str]:
        """All stories, in the order in which they began."""
        with self._storage():
            return self._recorder.stories()

    def story(self, *names: str) -> list[Line]:
        """All lines of some stories, as the log has them; links that do not hold are `broken`."""
        return self._mapper.read_all(self._newer({name: Head() for name in names}))

    def page(self, after: int, limit: int = _PAGE) -> list[tuple[int, Line]]:
        """Lines after a position, with theirs, in the order of the log (from 0 on: `broken`)."""
        rows = self.rows(after, limit)
        self.broken = self._trail.follow(after, rows, limit) | self.broken
        return [(row[0], line) for row, line in zip(rows, self._mapper.read_all(rows), strict=True)]

    def rows(self, after: int, limit: int = _PAGE) -> list[Row]:
        """Rows after a position as they are stored, unread: an audit's raw material."""
        with self._storage():
            return rising(self._recorder.rows(after, limit), after)

    def some(self, topics: Collection[str], after: int, until: int) -> list[Row]:
        """Rows between two positions that have these topics, unread: all that a view looks at."""
        with self._storage():
            return self._recorder.some(topics, after, until)

    def rows_of(self, story: str) -> list[Row]:
        """All rows of a story, unread, in order."""
        with self._storage():
            return [Row(*fields) for fields in self._recorder.after({story: 0})]

    def lines(self, rows: Sequence[Row]) -> list[Line]:
        """The lines that rows hold, in one typed pass; raises Unreadable."""
        return self._mapper.read_all(rows)

    def read(self, row: Row) -> Line:
        """The line a row holds, its form checked to the byte; raises Unreadable."""
        return self._mapper.read(row)

    def batch(self, address: str) -> list[Line]:
        """The lines of the batch or piece that begins at this address, in all their stories."""
        story, _, number = address.rpartition("/")
        with self._storage():
            row = self._recorder.row(story, int(number) if number.isdecimal() else 0)
        line = self._mapper.read(row) if row else None
        if line and isinstance(line.data, BatchAmended) and not line.data.piece:
            return piece(self.batch(line.batch), address)
        if row is None or line is None or line.batch != address:
            raise NotFound(f"nothing that was done begins at {address}")
        lines, position = list[Line](), row.position - 1
        while page := self.page(position, _FEW):
            for _, line in page:
                if line.batch != address:
                    return lines
                lines.append(line)
            position = page[-1][0]
        return lines

    def tell(self, name: str, decider: Decider[S]) -> S:
        """The state of a story."""
        return self.know(decider, (name,)).state

    def know(self, decider: Decider[S], stories: Sequence[str]) -> Known[S]:
        """The state, a value, that some stories add up to in the log's order, and their ends."""
        key = (id(decider), tuple(stories))
        kept: Telling[S] | None = self._tellings.pop(key, None)
        telling = Telling(decider, stories) if kept is None else kept
        newer = self._newer(telling.heads)
        if telling.must_begin_again(newer):
            telling = Telling(decider, stories)
            newer = self._newer(telling.heads)
        telling.take(newer, self._mapper.read_all)
        self._tellings[key] = telling
        if len(self._tellings) > _KEPT:
            del self._tellings[next(iter(self._tellings))]
        return Known(telling.state, {story: head.line for story, head in telling.heads.items()})

    def _newer(self, heads: dict[str, Head]) -> list[Fields]:
        """Rows after the heads of some stories, in the order of the log; moves the heads on."""
        with self._storage():
            rows = self._recorder.after({story: head.line for story, head in heads.items()})
        for story, mine in groupby(rows, itemgetter(1)):
            heads[story] = self._linked(story, heads[story], mine)
        if len(heads) > 1:
            rows.sort(key=itemgetter(0))
        return rows

    def _linked(self, story: str, head: Head, rows: Iterable[Fields]) -> Head:
        """Follow a story's links from a head to its end; remembers the first that fails."""
        end, digest = head
        for _, _, number, _, state, stored in rows:
            try:
                digest = sha256(b"\0" + digest + state).digest()  # `link`, without the call
            except TypeError:  # no bytes: what reads it will say so
                digest = ZERO
            if number != end + 1 or digest != stored:
                self.broken.setdefault(story, f"{story}/{number}")
            end = number
        return Head(end, digest)

    def refuse_broken(self, stories: Iterable[str]) -> None:
        """Raise StorageFailed if one of these stories is broken: nothing is built on it."""
        for story in sorted(self.broken.keys() & {LOG, *stories}):
            why = f"{story} is broken at {self.broken[story]}: no line is added to it"
            raise StorageFailed(why, hint="acta audit")

    def append(self, lines: Sequence[Line], ends: Mapping[str, int]) -> bool:
        """Save lines, all or nothing; False if a story has not the end it had when it was read.

        A write that failed, but whose lines are on record to the byte, has succeeded.
        """
        self.refuse_broken({*ends, *(line.story for line in lines)})
        saved = self._append(lines, ends)
        self.saved += lines if saved else ()
        return saved

    def _append(self, lines: Sequence[Line], ends: Mapping[str, int]) -> bool:
        events = map(self._mapper.to_stored_event, lines)
        try:
            with self._storage():
                self._recorder.insert_events(list(events), expected=ends)
        except IntegrityError:
            return self._on_record(lines)
        except StorageFailed as failed:
            known = self._known_on_record(lines)
            if known:
                return True
            raise self.store.unsaved(failed, certain=known is False) from failed
        return True

    def take(self, rows: Iterable[Row], ends: Mapping[str, int]) -> bool:
        """Append lines of another copy, to the byte; False if a story has not the end it had."""
        self.refuse_broken(ends)
        events = map(self._mapper.stored, rows)
        try:
            with self._storage():
                self._recorder.insert_events(events, expected=ends)
        except IntegrityError:
            return False
        return True

    def submit(
        self,
        story: str,
        decider: Decider[S],
        actions: Sequence[Action],
        *,
        stamp: Callable[[], Stamp],
        beside: Sequence[str] = (),
        edition: str = "",
        follow: Callable[[S], Action | None] | None = None,
        same: Callable[[S, S], bool] | None = None,
        dry_run: bool = False,
    ) -> list[Line]:
        """Judge actions one after another and save what comes of them (`submit.py`)."""
        order = submit.Order(
            story=story,
            decider=decider,
            stamp=stamp,
            beside=tuple(beside),
            edition=edition,
            follow=follow,
            same=same,
            dry_run=dry_run,
        )
        return submit.submit(self, order, actions)

    def retract(
        self,
        *batches: str,
        stamp: Stamp,
        reason: str = "",
        agreed: str = "",
        seen: Mapping[str, int] | None = None,
    ) -> list[Line]:
        """Take batches back in every story they touched, in one insert (`submit.py`)."""
        wish = submit.Withdrawal(submit.RETRACTION, batches, reason, agreed, seen or {})
        return submit.withdraw(self, wish, stamp)

    def restore(
        self,
        *batches: str,
        stamp: Stamp,
        reason: str = "",
        agreed: str = "",
        seen: Mapping[str, int] | None = None,
    ) -> list[Line]:
        """Let batches count again in every story they touched, in one insert (`submit.py`)."""
        wish = submit.Withdrawal(submit.RESTORATION, batches, reason, agreed, seen or {})
        return submit.withdraw(self, wish, stamp)

    def _on_record(self, lines: Sequence[Line]) -> bool:
        """Tell whether the lines at these addresses are, byte for byte, these."""
        with self._storage():
            rows = self._recorder.recorded([(line.story, line.line) for line in lines])
        return all(
            row is not None and row.state == self._catalogue.encode(line)
            for row, line in zip(rows, lines, strict=True)
        )

    def _known_on_record(self, lines: Sequence[Line]) -> bool | None:
        """The same after a write that failed; None if it cannot be found out."""
        with suppress(StorageFailed):
            return self._on_record(lines)
        return None

    def _storage(self) -> AbstractContextManager[None]:
        return self.store.told()
