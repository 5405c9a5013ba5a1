"""Views: tables that pull from the ledger, each with a bookmark in the same transaction.

A view row belongs to one story. Where a page holds a retraction or restoration, the rows of the
stories it lies in are deleted and those stories are read again: views never subtract. Everything
here is disposable; the ledger alone is sacred.
"""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self, TypeVar

from sqlalchemy import Connection, Engine, delete
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.base import Executable

from domain.branch import PREFIX as BRANCHES
from domain.chronicle import Teller
from domain.game import Game, catalogue
from domain.ledger.amended import BatchAmended
from domain.ledger.fold import MASKS, Reckoning, placed
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.ledger.record import Row as Stored
from domain.ledger.server import Server
from domain.strangers import own
from domain.terms import Event, StorageFailed, tag
from projections import bookmark, crews, deeds, history, profiles, reports, search, store
from projections.bookmark import Mark
from projections.corrected import reasons
from projections.page import Page, Row, View
from projections.store import Place, Sound, Trouble

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Told how many lines of how many are read."""

Placed = tuple[int, Line]
"""A line and its position in the log."""

ALL: tuple[View, ...] = (reports.VIEW, history.VIEW, crews.VIEW, profiles.VIEW)
DEEDS: tuple[View, ...] = (*ALL, deeds.VIEW)
"""The views with the one of deeds, which is much larger than all others."""
SEARCH: tuple[View, ...] = (search.VIEW,)
"""The view that is searched: larger still, and of no use to anybody else."""
PAGE, FINE_PAGE = 20_000, 5_000
"""So many lines are read at once; fewer where each makes several rows."""
_LIVES = 3  # the file as it is, a new file, memory


def open_views(
    ledger: Ledger,
    game: Game,
    where: Path | Server | None,
    *,
    views: Sequence[View] = ALL,
    page: int = 0,
) -> "Views":
    """The views of a campaign in a file, on a server, or in memory; nothing is read yet.

    A `page` of lines is read at once; by default so many as memory does not feel.
    """
    page = page or (FINE_PAGE if any(view.deeds for view in views) else PAGE)
    if isinstance(where, Path) and not own(where):
        opened = Views(ledger, game, store.InMemory(), views, page)
        opened.notice = f"{where} is no plain file: the views were made in memory, for now"
        return opened
    return Views(ledger, game, _place(where), views, page)


def _place(where: Path | Server | None) -> Place:
    """The place of views: a file, a server's schema, or memory."""
    if where is None:
        return store.InMemory()
    if isinstance(where, Path):
        return store.InFile(where)
    from projections.on_server import OnServer  # noqa: PLC0415  its driver is an extra

    return OnServer(where)


class Views:
    """The views of a campaign: to be caught up, then asked."""

    def __init__(
        self, ledger: Ledger, game: Game, place: Place, views: Sequence[View], page: int
    ) -> None:
        self.game = game
        self.notice = ""
        """A sentence for the user where the views are not kept as usual."""
        self._examined = False
        self._ledger = ledger
        self._place = place
        self._views = tuple(dict.fromkeys(views))
        self._limit = page
        self._tellers = _tellers(game, views)
        events = {*self._tellers, *(kind for view in views for kind in view.events)}
        self._masks = {tag(kind) for kind in MASKS}
        self._amended = {tag(BatchAmended)}
        self._reasons: dict[str, str] = {}
        """Why what amendments say stands there, by their batches."""
        topics = {tag(kind) for kind in events} | self._masks | ledger.older
        if any(view.every for view in views):
            topics |= catalogue(game.id).events.keys()
        self._topics = sorted(topics)

    def close(self) -> None:
        """Let go of file or connection."""
        self.engine.dispose()

    @property
    def engine(self) -> Engine:
        """How the views are reached."""
        return self._place.engine

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self, query: Executable) -> list[Row]:
        """What a query finds in the views as they stand."""

        def ask() -> list[Row]:
            with self.engine.connect() as connection:
                found = connection.execute(query)
                names = tuple(found.keys())
                return [dict(zip(names, row, strict=True)) for row in found.all()]

        try:
            return ask()
        except DBAPIError as error:
            self._retreat(error)
            self.catch_up()
            return ask()

    def catch_up(self, progress: Progress | None = None, *, until: int | None = None) -> int:
        """Read what the ledger holds now and the views have not read; returns how many lines.

        It stops at the position that was the newest when it began (or at `until`).
        """
        newest = self._ledger.head() if until is None else until
        self._surviving(self._examine)
        return self._surviving(lambda: self._catch_up(newest, progress))

    def rebuild(self, progress: Progress | None = None) -> int:
        """Read everything again from the first line; returns how many lines."""

        def begin_again() -> None:
            with self._writing() as connection:
                bookmark.begin_again(connection, self._views, self._ledger)

        self._surviving(self._examine)
        self._surviving(begin_again)
        return self.catch_up(progress)

    def check(self) -> list[str]:
        """The views that differ, at their bookmark, from a rebuild in a temporary file."""
        if not self._place.there():
            return []
        try:
            return self._stale()
        except DBAPIError:
            return [view.name for view in self._views]

    def _stale(self) -> list[str]:
        stale: list[str] = []
        with (
            self.engine.connect().execution_options(snapshot=True) as ours,
            TemporaryDirectory(prefix="acta-views-") as folder,
        ):
            marks = bookmark.read(ours, self._views, self._ledger)
            place = store.InFile(Path(folder) / "views.db")
            made = [view for view in self._views if view.name in marks]
            with Views(self._ledger, self.game, place, made, self._limit) as fresh:
                for position in sorted({mark.position for mark in marks.values()}):
                    fresh.catch_up(until=position)
                    stale += [
                        view.name
                        for view in made
                        if marks[view.name].position == position
                        and any(store.differ(ours, fresh.engine, t) for t in view.tables)
                    ]
        return stale

    def _catch_up(self, newest: int, progress: Progress | None) -> int:
        done, read = 0, int(self._behind(newest))
        while read:
            with self._writing() as connection:
                read = self._next_page(connection, newest)
            done += read
            if progress is not None:
                progress(done, newest)
        return done

    def _behind(self, newest: int) -> bool:
        """Tell whether a view has not read that far."""
        with self.engine.connect() as connection:
            marks = bookmark.read(connection, self._views, self._ledger)
        return any(marks.get(view.name, Mark(-1)).position < newest for view in self._views)

    def _next_page(self, connection: Connection, newest: int) -> int:
        """Read one page into the views that are furthest behind; returns how many lines."""
        marks = bookmark.read(connection, self._views, self._ledger)
        new = [view for view in self._views if view.name not in marks]
        if new:
            bookmark.begin_again(connection, new, self._ledger)
        at = {view.name: self._position(marks, view) for view in self._views}
        start = min(at.values())
        last = min(
            [newest, start + self._limit, *(place for place in at.values() if place > start)]
        )
        if last <= start:
            return 0
        group = [view for view in self._views if at[view.name] == start]
        lines = self._lines(connection, group, start, last)
        try:
            page = Page(lines, self._tellers, connection, self._reasons)
            for view in group:
                view.read(page)
            page.write()
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise _unfit() from error
        bookmark.write(connection, group, self._ledger, last)
        return last - start

    def _lines(
        self, connection: Connection, group: Sequence[View], start: int, last: int
    ) -> list[Placed]:
        """The lines of a page that count; stories with a mask are forgotten and read again."""
        some = self._ledger.some(self._topics, start, last)
        rows = [row for row in some if not row.story.startswith(BRANCHES)]  # they count for nothing
        again = {row.story for row in rows if row.topic in self._masks}
        lines = self._read([row for row in rows if row.story not in again])
        for story in sorted(again):
            for view in group:
                for table in view.tables:
                    connection.execute(delete(table).where(table.c.story == story))
            lines += self._story(story, last)
        return lines

    def _story(self, story: str, last: int) -> list[Placed]:
        """The lines of a story that count, up to a position, each where it counts.

        Of an amendment that is where the lines stood that it replaces.
        """
        rows = [row for row in self._ledger.rows_of(story) if row.position <= last]
        if not any(row.topic in self._amended for row in rows):
            rows = [row for row in rows if row.topic in self._topics]
        lines = self._ledger.lines(rows)
        reckoning = Reckoning(lines)
        self._reasons |= reasons(self._ledger, lines)
        return [
            (rows[where].position if where >= 0 else 0, line)
            for line, where in placed(lines, reckoning)
            if not reckoning.gone(line) and tag(type(line.data)) in self._topics
        ]

    def _read(self, rows: Sequence[Stored]) -> list[Placed]:
        lines = self._ledger.lines(rows)
        return [(row.position, line) for row, line in zip(rows, lines, strict=True)]

    @staticmethod
    def _position(marks: dict[str, Mark], view: View) -> int:
        return marks.get(view.name, Mark()).position

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that writes; at its end the file is sealed."""
        with (
            self.engine.connect().execution_options(write=True) as connection,
            connection.begin(),
        ):
            yield connection
            self._place.seal(connection)

    def _examine(self) -> None:
        """Make views anew that are not as they were when they were sealed; looked at once."""
        if self._examined:
            return
        sound = self._place.sound()
        self._examined = True
        if sound is Sound.DAMAGED:
            self._discard()
        elif sound is Sound.UNSEALED and not self._place.renew():
            self._leave()

    def _surviving(self, work: Callable[[], T]) -> T:
        """Do something with the views, in a new file or in memory if theirs does not serve."""
        for _ in range(_LIVES - 1):
            try:
                return work()
            except DBAPIError as error:
                self._retreat(error)
            except (UnicodeDecodeError, MemoryError, sqlite3.Error):  # messages that quote bytes
                self._discard()
        return work()

    def _retreat(self, error: DBAPIError) -> None:
        """Give up a place that does not serve; raises StorageFailed where waiting would help."""
        place = self._place
        trouble = place.trouble(error)
        if trouble is Trouble.UNFIT:
            raise _unfit() from error
        if trouble is Trouble.WAIT:
            raise place.refusal(error) from error
        if trouble is Trouble.SPOILT:
            self._discard()
        else:
            self._leave()

    def _discard(self) -> None:
        """Give up views that are spoilt, for new ones."""
        place = self._place
        if isinstance(place, store.InMemory):
            raise _unfit()
        if place.renew():
            self.notice = f"{place.name} was damaged and has been made anew from the ledger"
        else:
            self._leave()

    def _leave(self) -> None:
        """Give up a place that cannot be written, for memory."""
        place = self._place
        place.engine.dispose()
        self._place = store.InMemory()
        self.notice = f"{place} cannot be written: the views were made in memory, for now"


def _tellers(game: Game, views: Sequence[View]) -> Mapping[type[Event], Teller]:
    """What tells the views of events: facts, and deeds where a view reads them."""
    if not any(view.deeds for view in views):
        return game.chronicle.tellers()
    from domain.annals import all_tellers  # noqa: PLC0415  asked by chronicles and tallies alone

    return all_tellers(game.chronicle)


def _unfit() -> StorageFailed:
    """The refusal of lines that no rules wrote, from which no view can be made."""
    sentence = "the record holds lines that cannot be shown: no views can be made from it"
    return StorageFailed(sentence, hint="acta audit")
