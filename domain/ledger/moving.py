"""A record brought to another place whole: the same bytes, links, order, peaks and receipts.

The old place is sealed once the new one holds everything: there is no moment at which both take
lines, and none at which neither holds the record. What breaks off may be begun again.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice, zip_longest

import msgspec

from domain.ledger.ledger import Ledger
from domain.ledger.links import Links
from domain.ledger.record import Row
from domain.ledger.store import Place
from domain.terms import Conflict, StorageFailed

PAGE = 1000
_TRIES = 5  # how often lines that others add meanwhile are brought along

Progress = Callable[[int, int], None]
"""Told how many lines of how many are brought."""


class Lack(msgspec.Struct, frozen=True):
    """What a place lacks of a record: so many lines of so many, behind these ends of stories.

    `gone` says that the record was moved there before: nothing is lacking, lines may be more.
    """

    size: int
    there: int = 0
    ends: dict[str, int] = {}
    gone: bool = False

    @property
    def count(self) -> int:
        """How many lines are to be brought."""
        return max(0, self.size - self.there)


def lack(source: Ledger, place: Place, target: Ledger | None) -> Lack:
    """What a place lacks, where perhaps a ledger is already; every link is followed.

    Raises StorageFailed where the record does not hold or was moved elsewhere, Conflict where the
    target does not have the lines with which the source begins.
    """
    size, _ = _followed(source)
    to = source.sealed()
    if to not in {"", str(place)}:
        raise StorageFailed(
            f"the record was moved to {to} before; what is at {source.place} may be older",
            hint=f"acta move-ledger {to}",
        )
    if target is None:
        return Lack(size)
    there, ends = _followed(target)
    for ours, theirs in zip_longest(_rows(source), _rows(target)):
        if theirs is None or (ours is None and to):
            break
        if ours is None or ours[1:] != theirs[1:]:
            raise Conflict(
                f"{target.place} holds other lines than this record, from {theirs.address} on",
                hint="acta export bundle and acta import bring two copies together",
            )
    return Lack(size, there, ends, gone=bool(to) and there >= size)


def settle(source: Ledger, target: Ledger, missing: Lack, progress: Progress | None = None) -> int:
    """Bring what is lacking, compare, and seal the source; returns how many lines there are now.

    From then on only the target takes lines. Raises Conflict if others write without a pause.
    """
    if missing.gone:
        return target.size
    with _open_to_lines(target):
        for _ in range(_TRIES):
            _bring(source, target, missing, progress)
            _compare(source, target, missing.size)
            if source.seal(str(target.place), missing.size):
                return missing.size
            missing = lack(source, target.place, target)
        raise Conflict("others write into the record; nothing was moved", hint="try again later")


@contextmanager
def _open_to_lines(target: Ledger) -> Iterator[None]:
    """Let a place take lines from which the record was once moved away, if it comes to an end."""
    away = target.sealed()
    target.unseal()
    try:
        yield
    except BaseException:
        if away:
            target.seal(away, target.size)
        raise


def _bring(source: Ledger, target: Ledger, missing: Lack, progress: Progress | None) -> None:
    """Append what is lacking, all or nothing, and keep all receipts."""

    def lacking() -> Iterator[Row]:
        for number, row in enumerate(islice(_rows(source, missing.there), missing.count), 1):
            yield row
            if progress is not None and (number % PAGE == 0 or number == missing.count):
                progress(number, missing.count)

    if missing.count and not target.take(lacking(), missing.ends):
        raise Conflict(f"somebody else writes at {target.place}; nothing was moved")
    for size, root, note in source.notes.stored():
        target.notes.store(size, root, note)


def _compare(source: Ledger, target: Ledger, size: int) -> None:
    """Raise StorageFailed unless the target holds the same to the byte, receipts included."""
    there, _ = _followed(target)
    pairs = zip_longest(islice(_rows(source), size), _rows(target))
    same = all(ours and theirs and ours[1:] == theirs[1:] for ours, theirs in pairs)
    kept = set(source.notes.stored()) <= set(target.notes.stored())
    if not (there == size and same and kept):
        raise StorageFailed(
            f"what came to {target.place} is not what was sent; the record stays where it was"
        )


def _followed(ledger: Ledger) -> tuple[int, dict[str, int]]:
    """How many lines there are, and where each story ends; raises StorageFailed if they break."""
    links, position = Links(), 0
    while rows := ledger.rows(position, PAGE):
        if bad := links.follow(rows):
            raise _broken(f"{ledger.place} is broken at {bad[0]}")
        position = rows[-1].position
    size, peaks = ledger.peaks()
    if size == links.size and peaks != links.peaks:  # else somebody wrote meanwhile
        raise _broken(f"the peaks of {ledger.place} do not hold")
    return links.size, {story: end for story, (end, _) in links.ends.items()}


def _broken(what: str) -> StorageFailed:
    return StorageFailed(f"{what}: nothing is moved", hint="acta audit")


def _rows(ledger: Ledger, skip: int = 0) -> Iterator[Row]:
    """All rows in the order of the log, but for the first."""
    position = 0
    while rows := ledger.rows(position, PAGE):
        yield from rows[skip:]
        skip = max(0, skip - len(rows))
        position = rows[-1].position
