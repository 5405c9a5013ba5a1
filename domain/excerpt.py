"""Excerpts: one story of a record, with what proves that its lines are those that were signed for.

As a bundle an excerpt is a header, lines in canonical form, a blank line, and receipts. A line's
hash is over the line before it in its story: so a proof that one line is in the log (RFC 6962)
proves all lines of the story up to that one. `docs/replay-page.md` tells the form.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import msgspec

from domain.bundle import encode
from domain.exporting import Ledger, checkpoint
from domain.ledger import note as notes
from domain.ledger.inclusion import inclusion
from domain.ledger.kept import Kept, root_of
from domain.ledger.note import Checkpoint, Key, Note, Verify
from domain.ledger.record import Row
from domain.terms import StorageFailed, WrongUsage

FORMAT = "acta-excerpt/1"


class Witness(msgspec.Struct, frozen=True, kw_only=True):
    """How a receipt vouches for a story: up to which line, that line's rank in the log, the proof.

    `path` are the nodes from the line's hash up to the receipt's root, in hexadecimal digits.
    """

    line: int
    path: tuple[str, ...]
    rank: int


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """An excerpt's first line; `witnesses` belong to the receipts at its end, in their order."""

    campaign: str
    format: str
    keys: tuple[str, ...]
    size: int
    story: str
    witnesses: tuple[Witness, ...]


class Excerpt(msgspec.Struct, frozen=True):
    """An excerpt as text, and the hash of each of its lines."""

    text: bytes
    links: tuple[bytes, ...]


def excerpt(
    ledger: Ledger,
    story: str,
    signed: Callable[[Checkpoint], Kept],
    signers: Sequence[Key],
    verify: Verify,
) -> Excerpt:
    """A story of the record as it stands, with what each person has last signed for of it.

    The last receipt is about all lines of the log: the one that a ledger made and that is kept, or
    that which `signed` makes, which is not kept. `signers` are the people's keys that are on
    record. Raises StorageFailed where the record does not hold.
    """
    kept = [each for each in ledger.notes.all() if not each.ranks]
    point = checkpoint(ledger)
    leaves, mine = list[bytes](), list[tuple[int, Row]]()
    for row in _rows(ledger, point.size):
        leaves.append(row.hash)
        if row.story == story:
            mine.append((len(leaves), row))
    if root_of(leaves) != point.root:
        raise StorageFailed("the record is broken: its log does not hold", hint="acta audit")
    own = next((each for each in kept if each.note.checkpoint == point and each.keys), None)
    last = own or signed(point)
    found = _vouching(kept, last, signers, verify, at_least=mine[0][0])
    head = Header(
        campaign=ledger.campaign,
        format=FORMAT,
        keys=tuple(sorted({key.text for _, keys in found for key in keys})),
        size=len(mine),
        story=story,
        witnesses=tuple(_witness(note.checkpoint.size, leaves, mine) for note, _ in found),
    )
    body = b"".join(row.state + b"\n" for _, row in mine)
    foot = notes.written(note for note, _ in found).encode()
    text = encode(head) + b"\n" + body + b"\n" + foot
    return Excerpt(text, tuple(row.hash for _, row in mine))


def _rows(ledger: Ledger, size: int) -> Iterator[Row]:
    """The first rows of the log."""
    position, left = 0, size
    while left and (rows := ledger.rows(position)[:left]):
        yield from rows
        position, left = rows[-1].position, left - len(rows)


Vouched = tuple[Note, tuple[Key, ...]]
"""A receipt with those of its signatures that hold, and the keys that made them."""


def _vouching(
    kept: Sequence[Kept], last: Kept, signers: Sequence[Key], verify: Verify, *, at_least: int
) -> list[Vouched]:
    """Of each person the newest receipt that says anything of the story; then the last of all."""
    newest: dict[Key, Vouched] = {}
    for each in kept:
        if at_least <= each.note.checkpoint.size < last.note.checkpoint.size:
            vouched = _held(each, signers, verify)
            newest |= dict.fromkeys(set(vouched[1]) & set(signers), vouched)
    found = {note.checkpoint: (note, keys) for note, keys in newest.values()}
    return [*(found[point] for point in sorted(found)), _held(last, signers, verify)]


def _held(kept: Kept, signers: Sequence[Key], verify: Verify) -> Vouched:
    """A receipt with those of its signatures that hold, by keys that are known."""
    note, keys = Note(kept.note.checkpoint, ()), list[Key]()
    for each in kept.note.signatures:
        known = notes.known((*kept.keys, *signers))
        with suppress(WrongUsage):  # it does not hold, as an audit says
            one = Note(note.checkpoint, (each,))
            if by := one.by(known, verify):
                note, keys = note.signed(each), [*keys, *by]
    return note, tuple(keys)


def _witness(size: int, leaves: Sequence[bytes], mine: Sequence[tuple[int, Row]]) -> Witness:
    """The last line of the story that a receipt of so many lines is about, and its proof."""
    rank, row = [each for each in mine if each[0] <= size][-1]
    path = inclusion(leaves[:size], rank)
    return Witness(line=row.line, path=tuple(node.hex() for node in path), rank=rank)
