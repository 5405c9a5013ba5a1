"""Views: tables that pull from the ledger, each with a bookmark in the same transaction.

A view row belongs to one story. Where a page holds a retraction or restoration, the rows of the
stories it lies in are deleted and those stories are read again: views never subtract. Everything
here is disposable; the ledger alone is sacred.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self, TypeVar

from sqlalchemy import Connection, delete
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.base import Executable

from domain.game import Game
from domain.ledger.fold import MASKS, masked
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.ledger.record import Row as Stored
from domain.strangers import own
from domain.terms import StorageFailed, tag
from projections import bookmark, crews, history, profiles, reports, store
from projections.bookmark import Mark
from projections.page import Page, Row, View

T = TypeVar("T")
Progress = Callable[[int, int], None]
"""Told how many lines of how many are read."""

Placed = tuple[int, Line]
"""A line and its position in the log."""

ALL: tuple[View, ...] = (reports.VIEW, history.VIEW, crews.VIEW, profiles.VIEW)
PAGE = 20_000
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
        self._ledger = ledger
        self._path = path
        self._views = views
        self._limit = page
        if path is not None and not own(path):
            self._in_memory(path)
        else:
            self.engine = store.memory() if path is None else store.file(path)
        self._tellers = game.chronicle.tellers()
        events = {*self._tellers, *(kind for view in views for kind in view.events)}
        self._masks = {tag(kind) for kind in MASKS}
        self._topics = sorted({tag(kind) for kind in events} | self._masks)

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
        return self._surviving(lambda: self._catch_up(newest, progress))

    def rebuild(self, progress: Progress | None = None) -> int:
        """Read everything again from the first line; returns how many lines."""

        def begin_again() -> None:
            with self._writing() as connection, connection.begin():
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
            with self._writing() as connection, connection.begin():
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
        rows = self._ledger.some(self._topics, start, last)
        again = {row.story for row in rows if row.topic in self._masks}
        lines = self._read([row for row in rows if row.story not in again])
        for story in sorted(again):
            for view in group:
                for table in view.tables:
                    connection.execute(delete(table).where(table.c.story == story))
            lines += self._story(story, last)
        return lines

    def _story(self, story: str, last: int) -> list[Placed]:
        """The lines of a story that count, up to a position."""
        rows = self._ledger.rows_of(story)
        wanted = [row for row in rows if row.position <= last and row.topic in self._topics]
        lines = self._read(wanted)
        struck = masked(line for _, line in lines)
        return [placed for placed in lines if placed[1].batch not in struck]

    def _read(self, rows: Sequence[Stored]) -> list[Placed]:
        lines = self._ledger.lines(rows)
        return [(row.position, line) for row, line in zip(rows, lines, strict=True)]

    def _marks(self) -> dict[str, Mark]:
        with self.engine.connect() as connection:
            return bookmark.read(connection, self._views, self._ledger)

    @staticmethod
    def _position(marks: dict[str, Mark], view: View) -> int:
        return marks.get(view.name, Mark()).position

    def _writing(self) -> Connection:
        return self.engine.connect().execution_options(write=True)

    def _surviving(self, work: Callable[[], T]) -> T:
        """Do something with the views, in a new file or in memory if theirs does not serve."""
        for _ in range(_LIVES - 1):
            try:
                return work()
            except DBAPIError as error:
                self._retreat(error)
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
        if code in store.SPOILT and _removed(path):
            self.engine = store.file(path)
            self.notice = f"{path.name} was damaged and has been made anew from the ledger"
        else:
            self._in_memory(path)

    def _in_memory(self, path: Path) -> None:
        self._path, self.engine = None, store.memory()
        self.notice = f"{path} cannot be written: the views were made in memory, for now"


def _unfit() -> StorageFailed:
    """The refusal of lines that no rules wrote, from which no view can be made."""
    sentence = "the record holds lines that cannot be shown: no views can be made from it"
    return StorageFailed(sentence, hint="acta audit")


def _removed(path: Path) -> bool:
    """Remove a file of views, which holds nothing that the ledger does not hold."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return False
    return True
