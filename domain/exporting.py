"""The whole record as a bundle: written as it is read, links followed, receipts held to it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

from domain.bundle import FORMAT, Header, encode, ordered
from domain.counting import counted
from domain.ledger import note as notes
from domain.ledger.kept import Kept
from domain.ledger.links import Links
from domain.ledger.note import Checkpoint
from domain.ledger.record import Row, root
from domain.ledger.shelf import Notes
from domain.terms import StorageFailed


class Ledger(Protocol):
    """What an export asks of a ledger."""

    @property
    def campaign(self) -> str:
        """Whose record it is."""

    @property
    def notes(self) -> Notes:
        """The receipts that are kept beside it."""

    def peaks(self) -> tuple[int, list[bytes]]:
        """The log's size and peaks."""

    def rows(self, after: int, limit: int = ...) -> list[Row]:
        """Rows after a position."""


def checkpoint(ledger: Ledger) -> Checkpoint:
    """Size and root of the log as it stands: what a receipt is about."""
    size, peaks = ledger.peaks()
    return Checkpoint(ledger.campaign, size, root(peaks))


def parts(
    ledger: Ledger,
    signed: Callable[[Checkpoint], Kept],
    progress: Callable[[int, int], None] | None = None,
) -> tuple[int, Iterator[bytes]]:
    """How many lines a bundle of the record as it stands has, and its text, part by part.

    It takes a ledger's own receipt of all lines, if one is kept; else one is made by `signed`,
    which stands in the bundle alone. Raises StorageFailed while it is written where the record does
    not hold.
    """
    kept = ledger.notes.all()  # before the size: a receipt made meanwhile is about more
    point = checkpoint(ledger)
    own = next((each for each in kept if not each.ranks and each.note.checkpoint == point), None)
    if own is None or not own.keys:
        fresh = signed(point)
        kept = [each for each in kept if each is not own]
        kept.append(fresh if own is None else fresh.joined(own))
    return point.size, _texts(ledger, point.size, kept, progress)


def _texts(
    ledger: Ledger,
    size: int,
    kept: Sequence[Kept],
    progress: Callable[[int, int], None] | None,
) -> Iterator[bytes]:
    """Header, lines, receipts."""
    yield head(ledger.campaign, size, kept)
    points = [each.note.checkpoint for each in kept if not each.ranks]
    links, position = Links(point.size for point in points), 0
    while links.size < size and (rows := ledger.rows(position)):
        rows, position = rows[: size - links.size], rows[-1].position
        if bad := links.follow(rows):
            raise StorageFailed(f"the record is broken at {bad[0]}", hint="acta audit")
        yield b"".join(row.state + b"\n" for row in rows)
        if progress is not None:
            progress(links.size, size)
    for point in points:
        if links.roots.get(point.size) != point.root:
            raise StorageFailed(
                f"a receipt of {counted(point.size, 'line')} does not hold, so no bundle would",
                hint="acta audit",
            )
    yield foot(kept)


def head(campaign: str, size: int, kept: Iterable[Kept]) -> bytes:
    """The first line of a bundle with these receipts."""
    header = Header(
        campaign=campaign,
        format=FORMAT,
        size=size,
        keys=tuple(sorted({key.text for each in kept for key in each.keys})),
        orders=tuple(each.ranks for each in ordered(kept) if each.ranks),
    )
    return encode(header) + b"\n"


def foot(kept: Iterable[Kept]) -> bytes:
    """The end of a bundle: a blank line, and its receipts."""
    return b"\n" + notes.written(each.note for each in ordered(kept)).encode()
