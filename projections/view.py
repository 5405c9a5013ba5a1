"""Views: tables that pull from the ledger, each with a bookmark in the same transaction.

A view row belongs to one story. Where a page holds a retraction or restoration, the rows of the
stories it lies in are deleted and those stories are read again: views never subtract. Everything
here is disposable; the ledger alone is sacred.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self, TypeVar

from sqlalchemy import Connection, delete
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.base import Executable

from domain.branch import PREFIX as BRANCHES
from domain.game import Game
from domain.ledger.amended import BatchAmended
from domain.ledger.fold import MASKS, Reckoning, placed
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.ledger.record import Row as Stored
from domain.terms import StorageFailed, tag
from projections import bookmark, crews, history, profiles, reports, seal, store
from projections.bookmark import Mark
from projections.page import Page, Row, View

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Told how many lines of how many are read."""

Placed = tuple[int, Line]
"""A line and its position in the log."""

ALL: tuple[View, ...] = (reports.VIEW, history.VIEW, crews.VIEW, profiles.VIEW)
PAGE = 20_000
_ANEW = "{} was damaged and has been made anew from the ledger"
_LIVES = 3  # the file as it is, a new file, memory


def open_views(
    ledger: Ledger,
    game: Game,
    path: Path | None,
    *,
    views: Sequence[View] = ALL,
    page: int = PAGE,
) -> "Views":
    """The views of a campaign in the file at `path`, or in memory; nothing is read yet."""
    return Views(ledger, game, path, views, page)


class Views:
    """The views of a campaign: to be caught up, then asked."""

    def __init__(
        self, ledger: Ledger, game: Game, path: Path | None, views: Sequence[View], page: int
    ) -> None:
        self.game = game
        self.notice = ""
        """A sentence for the user where the views are not kept as usual."""
        if path is not None and path.is_symlink():
            self.notice = f"{path} is a link: the views were made in memory, for now"
            path = None
        self._sound = False
        self._ledger = ledger
        self._path = path
        self._views = tuple(dict.fromkeys(views))
        self._limit = page
        self.engine = store.memory() if path is None else store.file(path)
        self._tellers = game.chronicle.tellers()
        events = {*self._tellers, *(kind for view in views for kind in view.events)}
        self._masks = {tag(kind) for kind in MASKS}
        self._amended = {tag(BatchAmended)}
        self._topics = sorted({tag(kind) for kind in events} | self._masks | ledger.older)

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self, query: Executable) -> list[Row]:
        """What a query finds in the views as they stand."""

        def ask() -> list[Row]:
            with self.engine.connect() as connection:
                return [dict(row) for row in connection.execute(query).mappings()]

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

        self._surviving(begin_again)
        return self.catch_up(progress)

    def check(self) -> list[str]:
        """The views that differ, at their bookmark, from a rebuild in a temporary file."""
        if self._path is None or not self._path.exists():
            return []
        try:
            return self._stale()
        except DBAPIError:
            return [view.name for view in self._views]

    def _stale(self) -> list[str]:
        marks = self._marks()
        stale: list[str] = []
        with TemporaryDirectory(prefix="acta-views-") as folder:
            path = Path(folder) / "views.db"
            with Views(self._ledger, self.game, path, self._views, self._limit) as fresh:
                for position in sorted({mark.position for mark in marks.values()}):
                    fresh.catch_up(until=position)
                    stale += [
                        view.name
                        for view in self._views
                        if marks.get(view.name, Mark(-1)).position == position
                        and any(store.differ(self.engine, fresh.engine, t) for t in view.tables)
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
        marks = self._marks()
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
            page = Page(lines, self._tellers, connection)
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
        return [
            (rows[where].position if where >= 0 else 0, line)
            for line, where in placed(lines, reckoning)
            if not reckoning.gone(line) and tag(type(line.data)) in self._topics
        ]

    def _read(self, rows: Sequence[Stored]) -> list[Placed]:
        lines = self._ledger.lines(rows)
        return [(row.position, line) for row, line in zip(rows, lines, strict=True)]

    def _marks(self) -> dict[str, Mark]:
        with self.engine.connect() as connection:
            return bookmark.read(connection, self._views, self._ledger)

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
            if self._path is not None:
                seal.press(connection)

    def _examine(self) -> None:
        """Make the file anew if it is not as it was when it was sealed; looked at once."""
        if self._sound or self._path is None or not _filled(self._path):
            return
        with self.engine.connect() as connection:
            sealed = seal.read(connection)
            self._sound = seal.holds(connection)
        if not self._sound and _removed(self._path):
            self._sound = True
            if sealed:  # else an older version made it
                self.notice = _ANEW.format(self._path.name)

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
        """Give up a file that does not serve; raises StorageFailed where waiting would help."""
        path, code = self._path, store.code(error)
        if path is None:
            raise _unfit() from error
        if code in store.BUSY:
            sentence = f"{path} is being written by another program"
            raise StorageFailed(sentence, hint="try again in a moment") from error
        self.engine.dispose()
        if code in store.SPOILT:
            self._discard()
        else:
            self._leave(path)

    def _discard(self) -> None:
        """Give up a file that is spoilt, for a new one."""
        path = self._path
        if path is None:
            raise _unfit()
        self.engine.dispose()
        if _removed(path):
            self.engine = store.file(path)
            self.notice = _ANEW.format(path.name)
        else:
            self._leave(path)

    def _leave(self, path: Path) -> None:
        """Give up a file that cannot be written, for memory."""
        self._path, self.engine = None, store.memory()
        self.notice = f"{path} cannot be written: the views were made in memory, for now"


def _unfit() -> StorageFailed:
    """The refusal of lines that no rules wrote, from which no view can be made."""
    sentence = "the record holds lines that cannot be shown: no views can be made from it"
    return StorageFailed(sentence, hint="acta audit")


def _filled(path: Path) -> bool:
    """Whether there is a file with something in it."""
    return path.is_file() and path.stat().st_size > 0


def _removed(path: Path) -> bool:
    """Remove a file of views, which holds nothing that the ledger does not hold."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True
