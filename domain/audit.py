"""The audit of a ledger: bytes, links, log, causes judged again. It reads and changes nothing.

Whatever a stranger's file holds becomes a finding; only a ledger that cannot be opened at all
raises StorageFailed, and that before the audit begins.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Protocol

from domain.campaign import STORY, CampaignFounded
from domain.counting import counted
from domain.findings import Checked, Finding, Findings, Held, Place, Report
from domain.game import Game, installed, load
from domain.ledger.links import Links
from domain.ledger.note import Verify
from domain.ledger.record import ZERO, Line, Row, link, root
from domain.receipts import Receipts
from domain.retrial import Retrial
from domain.states import of_battle, of_books
from domain.terms import StorageFailed, Unreadable

PAGE = 1000
_FIRST, _LAST = -(2**63), 2**63 - 1
_DOCTOR = "acta doctor"
LOG = "log"
"""The address of findings that concern the log of all stories."""

Progress = Callable[[int, int], None]
"""Told how many positions of how many are read."""


class Ledger(Protocol):
    """What an audit asks of a ledger."""

    def head(self) -> int:
        """The newest line's position."""

    def peaks(self) -> tuple[int, list[bytes]]:
        """The log's size and peaks, as the last write left them."""

    def stories(self) -> list[str]:
        """All stories."""

    def faults(self) -> list[str]:
        """What SQLite's own check of the file's pages finds."""

    def rows(self, after: int, limit: int) -> list[Row]:
        """Rows after a position, unread."""

    def rows_of(self, story: str) -> list[Row]:
        """All rows of a story, unread, in order."""

    def read(self, row: Row) -> Line:
        """The line a row holds; raises Unreadable."""


def audit(
    ledger: Ledger,
    stories: Sequence[str] = (),
    *,
    game: Game | None = None,
    program: str = "",
    stale: Callable[[], Iterable[str]] | None = None,
    receipts: Receipts | None = None,
    verify: Verify | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check the whole record, or some stories of it with what they rest on.

    Without `game` it is the one that the campaign was founded for. `program` is the one that runs,
    `stale` asks for the views that differ from a rebuild, `verify` says whether a consent's
    signature holds. The log as a whole is only checked with all stories, and so are receipts.
    """
    inquiry = Inquiry(
        ledger, game or game_of(ledger), frozenset(stories), program, receipts, verify=verify
    )
    inquiry.run(progress)
    if stale is not None:
        inquiry.check_views(stale)
    return inquiry.report()


def first_unlike(ledger: Ledger, *, program: str, verify: Verify) -> Finding | None:
    """The first line that these rules did not make, as an audit finds it; None if they made all."""
    inquiry = Inquiry(ledger, game_of(ledger), frozenset(), program, verify=verify)
    return inquiry.first_unlike()


def game_of(ledger: Ledger) -> Game:
    """The game that the campaign was founded for, or the first one, where that cannot be read."""
    try:
        founded = ledger.read(ledger.rows_of(STORY)[0]).data
        return load(founded.game if isinstance(founded, CampaignFounded) else "")
    except Exception:  # noqa: BLE001 - why it cannot be read is found when its line is
        return load(installed()[0])


class Inquiry:
    """One audit while it goes on."""

    def __init__(
        self,
        ledger: Ledger,
        game: Game,
        stories: frozenset[str],
        program: str,
        receipts: Receipts | None = None,
        *,
        verify: Verify | None = None,
    ) -> None:
        self._receipts = receipts if not stories else None
        self._held: list[Held] = []
        self._ledger = ledger
        self._asked = stories
        self._findings = Findings(stories)
        self._retrial = Retrial(game, ledger, self._findings, program, verify)
        self._links = Links(self._receipts.sizes if self._receipts else ())
        self._events = 0
        self._seen: set[str] = set()
        self._clocks: dict[str, str] = {}  # when the newest line of each story was written
        self._heard: frozenset[str] | None = None  # the stories that are read; None for all

    def run(self, progress: Progress | None) -> None:
        """Read every line that is asked for."""
        for rows in self._some() if self._asked else self._all(progress):
            self._page(rows)
        self._retrial.settle()
        if not self._asked:
            self._check_log()
        if self._receipts is not None:
            links = self._links
            self._held = self._receipts.hold(self._findings, links.size, links.roots)

    def first_unlike(self) -> Finding | None:
        """Read lines until one is found that these rules did not make; None if they made all."""
        for rows in self._all(None):
            self._page(rows)
            if found := self._findings.first_unlike():
                return found
        self._retrial.settle()
        return self._findings.first_unlike()

    def report(self) -> Report:
        """What was found."""
        findings = self._findings
        return Report(
            checked=Checked(
                stories=len(self._seen),
                events=self._events,
                battles=sum(map(of_battle, self._seen)),
            ),
            findings=findings.all(),
            more=findings.more,
            errors=frozenset(findings.errors),
            unwitnessed=self._receipts.unwitnessed if self._receipts else self._events,
            receipts=tuple(self._held),
        )

    def check_views(self, stale: Callable[[], Iterable[str]]) -> None:
        """Note the views that differ, at their bookmark, from a rebuild."""
        try:
            names = list(stale())
        except StorageFailed:  # what cannot be read has been found already
            return
        for view in names:
            message = f"the view {view} differs from what the ledger says"
            place = Place(_LAST, view)
            self._findings.note("StaleView", place, message, hint="acta rebuild")

    # Reading

    def _all(self, progress: Progress | None) -> Iterator[list[Row]]:
        """All rows in the order of the log, whatever their positions."""
        head, after = self._head(), _FIRST
        while after < _LAST:
            rows, after = self._rows(after)
            yield rows
            if progress is not None and rows:
                progress(after, head)

    def _rows(self, after: int) -> tuple[list[Row], int]:
        """A page of rows and where it ends; what cannot be read at all is found and left out."""
        limit, step, told = PAGE, 1, False
        while after < _LAST:
            try:
                rows = self._ledger.rows(after, limit)
                end = max((row.position for row in rows), default=_LAST)
                why = "" if end > after else "a malformed page: its positions lead nowhere"
            except StorageFailed as error:
                rows, end, why = [], after, error.message
            if not why:
                return rows, end
            if limit > 1:
                limit //= 10
                continue
            if not told:
                self._unread(after, why)
                told = True
            after, step = max(after, 0) + step, step * 2
        return [], _LAST

    def _some(self) -> Iterator[list[Row]]:
        """The rows of the stories asked for, and of those on which they rest, in order."""
        found: dict[str, list[Row]] = {}
        rest = [story for story in self._stories() if of_books(story)]
        for story in dict.fromkeys((*sorted(self._asked), *rest)):
            found[story] = self._rows_of(story)
        for story in sorted(self._asked):
            for origin in self._origins(found[story]):
                if origin not in found:
                    found[origin] = self._rows_of(origin)
        self._heard = frozenset(found)
        yield sorted(row for rows in found.values() for row in rows)

    def _origins(self, rows: Iterable[Row]) -> set[str]:
        """The stories in which the batches of these rows began."""
        found = set()
        for row in rows:
            with suppress(Exception):
                found.add(self._ledger.read(row).batch.rpartition("/")[0])
        return found

    def _rows_of(self, story: str) -> list[Row]:
        try:
            return [row for row in self._ledger.rows_of(story) if _sane(row)]
        except StorageFailed as error:
            self._unread(0, error.message, story)
            return []

    def _stories(self) -> list[str]:
        try:
            return self._ledger.stories()
        except StorageFailed as error:
            self._unread(0, error.message)
            return []

    def _head(self) -> int:
        try:
            return self._ledger.head()
        except StorageFailed:
            return 0

    # Checking

    def _page(self, rows: Sequence[Row]) -> None:
        """Check bytes and links of some rows, and have their causes judged again."""
        sane = [row for row in rows if _sane(row)] if rows else []
        for row in rows if len(sane) < len(rows) else ():
            if not _sane(row):
                message = "a row without the shape of a line"
                self._findings.error("Unreadable", _place(row), message, hint=_DOCTOR)
        before = dict(self._links.ends)
        broken = set(self._links.follow(sane))
        if broken:
            self._tell_broken(sane, broken, before)
        if self._receipts is not None:
            self._receipts.hear(sane)
        for row in sane:
            self._row(row)

    def _row(self, row: Row) -> None:
        if not self._asked or row.story in self._asked:
            self._events += 1
            self._seen.add(row.story)
        try:
            line = self._ledger.read(row)
        except Exception as error:  # noqa: BLE001 - whatever these bytes are, the audit goes on
            why = error.message if isinstance(error, Unreadable) else repr(error)
            self._findings.error("Unreadable", _place(row), why, hint=_DOCTOR)
            self._retrial.miss(row.story)
            return
        before = self._clocks.get(row.story, "")
        if line.at < before:
            self._findings.clock_back(_place(row), line, before)
        self._clocks[row.story] = line.at
        if self._heard is None or line.batch.rpartition("/")[0] in self._heard:
            self._retrial.hear(row.position, line)
        else:
            self._retrial.remember(row.position, line)

    def _tell_broken(
        self, rows: Sequence[Row], broken: set[str], ends: dict[str, tuple[int, bytes]]
    ) -> None:
        """Say of each line that does not follow what would follow there."""
        for row in rows:
            end, digest = ends.get(row.story, (0, ZERO))
            if row.address in broken:
                right = link(digest, row.state)
                gap = row.line != end + 1
                self._findings.error(
                    "BrokenChain",
                    _place(row),
                    f"a gap or another order: {row.story}/{end + 1} would follow"
                    if gap
                    else "its bytes, or those before it, are not those that were linked",
                    expected=f"{row.story}/{end + 1}" if gap else right.hex(),
                    found=row.address if gap else row.hash.hex(),
                    hint=_DOCTOR,
                )
            ends[row.story] = (row.line, row.hash)

    def _check_log(self) -> None:
        """Hold the log's size and peaks against all lines; ask SQLite about its pages."""
        size, peaks = self._links.size, self._links.peaks
        try:
            stored_size, stored_peaks = self._ledger.peaks()
            found = f"{counted(stored_size, 'line')}, root {root(stored_peaks).hex()}"
        except Exception as error:  # noqa: BLE001 - whatever stands there, the audit goes on
            stored_size, stored_peaks, found = -1, [], repr(error)
        if (stored_size, stored_peaks) != (size, peaks):
            self._findings.error(
                "BrokenChain",
                Place(_LAST, LOG),
                "the log's size and peaks are not those of its lines",
                expected=f"{counted(size, 'line')}, root {root(peaks).hex()}",
                found=found,
                hint=_DOCTOR,
            )
        try:
            faults = self._ledger.faults()
        except StorageFailed as error:
            faults = [error.message]
        for fault in faults:
            self._unread(_LAST, fault)

    def _unread(self, after: int, why: str, story: str = LOG) -> None:
        self._findings.error("Unreadable", Place(after, story), why, hint=_DOCTOR)


def _sane(row: Row) -> bool:
    """Whether a row has the shape of a line."""
    position, story, line, topic, state, digest = row
    return (
        type(story) is str
        and type(line) is int
        and type(topic) is str
        and type(state) is bytes
        and type(digest) is bytes
        and position > 0
    )


def _place(row: Row) -> Place:
    return Place(row.position, f"{row.story}/{row.line}")
