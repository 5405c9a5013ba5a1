"""The whole record as a bundle: written as it is read, links followed, receipts held to it."""

from collections.abc import Iterator, Sequence

from cli import signing
from cli.desk import Desk
from cli.rows import progress
from domain import bundle
from domain.ledger.kept import Kept
from domain.ledger.links import Links
from domain.ledger.note import Note
from domain.terms import StorageFailed


def parts(desk: Desk) -> tuple[int, Iterator[bytes]]:
    """How many lines a bundle of the record as it stands has, and its text, part by part.

    It takes a ledger's own receipt of all lines, if one is kept; else it makes one, which stands in
    the bundle alone.
    """
    kept = desk.ledger.notes.all()  # before the size: a receipt made meanwhile is about more
    point = desk.checkpoint()
    own = next((each for each in kept if not each.ranks and each.note.checkpoint == point), None)
    if own is None or not own.keys:
        hand = signing.of_ledger(desk.home)
        kept = [each for each in kept if each is not own]
        fresh = Kept(Note(point, ()).signed(hand.sign(point)), (), (hand.key,))
        kept.append(fresh if own is None else fresh.joined(own))
    return point.size, _texts(desk, point.size, kept)


def _texts(desk: Desk, size: int, kept: Sequence[Kept]) -> Iterator[bytes]:
    """Header, lines, receipts."""
    yield bundle.head(desk.ledger.campaign, size, kept)
    yield b"\n"
    points = [each.note.checkpoint for each in kept if not each.ranks]
    links, position = Links(point.size for point in points), 0
    while links.size < size and (rows := desk.ledger.rows(position)):
        rows, position = rows[: size - links.size], rows[-1].position
        if bad := links.follow(rows):
            raise StorageFailed(f"the record is broken at {bad[0]}", hint="acta audit")
        yield b"".join(row.state + b"\n" for row in rows)
        progress(links.size, size)
    for point in points:
        if links.roots.get(point.size) != point.root:
            raise StorageFailed(
                f"a receipt of {point.size} lines does not hold, so no bundle would",
                hint="acta audit",
            )
    yield bundle.foot(kept)
