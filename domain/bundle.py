"""Bundles: a campaign's whole record in one text file that can be checked without this program.

A header, one canonical line a line, a blank line, and the receipts, the last of which is about all
lines. No hash is stored: whoever reads works all of them out. `docs/bundles.md` tells the format.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO

import msgspec

from domain.counting import counted
from domain.ledger import note as notes
from domain.ledger.copies import Copy, leaves
from domain.ledger.kept import Kept, Ranks, length, root_of, sound
from domain.ledger.note import Key, Note, Verify, origin
from domain.ledger.record import ZERO, Catalogue, Line, Row, link
from domain.signers import keys_of
from domain.terms import Unreadable, WrongUsage

FORMAT = "acta-bundle/1"
LARGEST = 2**30
"""A bundle has at most so many bytes, `LINES` lines, `LINE` bytes in a line, `DEEPEST` levels."""
LINES = 2_000_000
LINE = 2**20
DEEPEST = 32
HEADER = 2**24
NOTES = 2**24
ORDERED = 50_000_000
"""So many lines may be named by all orders together: a root is worked out of each order."""
_LEAST = 100  # bytes of the shortest line that there can be
_STORY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_CAMPAIGN = re.compile("[0-9a-f]{32}")
_LONGEST_STORY = 100
_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"')
encode = msgspec.json.Encoder(order="sorted").encode


class Header(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A bundle's first line.

    `keys` are the public keys of the ledgers that signed; `orders` say of the first receipts in
    which order the copy that made them had its lines.
    """

    campaign: str
    format: str
    size: int
    keys: tuple[str, ...]
    orders: tuple[Ranks, ...] = ()


class Bundle(msgspec.Struct, frozen=True):
    """A bundle that was read and holds: its campaign, game, lines as hashes, receipts, keys."""

    campaign: str
    game: str
    copy: Copy
    kept: tuple[Kept, ...]
    signers: tuple[Key, ...]


class _Founding(msgspec.Struct):
    """What the first line of a record says, as far as a reader must know it beforehand."""

    game: str


class _First(msgspec.Struct):
    data: _Founding


def ordered(kept: Iterable[Kept]) -> list[Kept]:
    """Receipts as a bundle has them: those made in another order first, then by size."""
    return sorted(kept, key=lambda each: (not each.ranks, each.note.checkpoint))


def read(
    file: BinaryIO,
    length: int,
    catalogue: Callable[[str], Catalogue],
    verify: Verify,
    progress: Callable[[int, int], None] | None = None,
) -> Bundle:
    """Read a bundle whole and hold it to what was signed; raises Unreadable.

    `length` is the file's, in bytes; `catalogue` finds a game's events; `verify` checks a
    signature. Nothing is kept in memory of a line but its hash.
    """
    header = _header(file, length)
    reading = _Reading(header, catalogue)
    for number in range(1, header.size + 1):
        reading.take(_line(file, f"line {number}"))
        if progress is not None and not number % 1000:
            progress(number, header.size)
    tail = file.read(NOTES + 1)
    if not tail.startswith(b"\n") or len(tail) > NOTES:
        raise Unreadable("the bundle has not as many lines as its header says")
    try:
        found = notes.read_all(tail[1:].decode(errors="replace"))  # then it is no base64 either
        kept = _kept(header, reading, found, verify)
    except WrongUsage as error:
        raise Unreadable(f"the bundle does not hold: {error.message}") from None
    return Bundle(header.campaign, reading.game, reading.copy, kept, tuple(reading.signers))


def rows(file: BinaryIO, copy: Copy, known: dict[str, int]) -> Iterator[Row]:
    """The lines of a bundle that was read as `copy`, but for those known, as rows for a ledger.

    Raises Unreadable where the file is not what it was when it was read.
    """
    file.readline(HEADER)
    heads: dict[str, bytes] = {}
    for number in range(1, copy.size + 1):
        state = _line(file, f"line {number}")
        try:
            plain = msgspec.json.decode(state, type=_Copies)
        except msgspec.DecodeError:
            raise Unreadable(_CHANGED) from None
        heads[plain.story] = leaf = link(heads.get(plain.story, ZERO), state)
        if leaf != copy.leaf(number):
            raise Unreadable(_CHANGED)
        if plain.line > known.get(plain.story, 0):
            yield Row(number, plain.story, plain.line, plain.data.event, state, leaf)


_CHANGED = "the bundle was changed while it was read: nothing was added"


class _Named(msgspec.Struct):
    event: str


class _Copies(msgspec.Struct):
    """What a ledger keeps beside the bytes of a line."""

    story: str
    line: int
    data: _Named


def _header(file: BinaryIO, length: int) -> Header:
    """The header, if the file can hold what it says."""
    if length > LARGEST:
        raise Unreadable(f"a bundle has at most {LARGEST} bytes, this file has {length}")
    first = file.readline(HEADER)
    try:
        header = msgspec.json.decode(first, type=Header)
    except (msgspec.DecodeError, RecursionError):
        raise Unreadable("this is no bundle: it does not begin with a bundle's header") from None
    if not _CAMPAIGN.fullmatch(header.campaign):
        raise Unreadable("the header of the bundle names no campaign that there can be")
    if header.format != FORMAT:
        raise Unreadable("this is no bundle that this version knows: its format is another")
    if encode(header) + b"\n" != first:
        raise Unreadable("the header of the bundle is not in canonical form")
    if not 0 < header.size <= LINES or header.size * _LEAST > length:
        raise Unreadable(f"the bundle says that it has {header.size} lines, which it cannot have")
    return header


def _line(file: BinaryIO, where: str) -> bytes:
    """The next line, without its end."""
    found = file.readline(LINE + 1)
    if not found.endswith(b"\n"):
        cut = "longer than a line may be" if len(found) > LINE else "cut off"
        raise Unreadable(f"{where} of the bundle is {cut}")
    if found.count(b"{") + found.count(b"[") > DEEPEST and _depth(found) > DEEPEST:
        raise Unreadable(f"{where} of the bundle is nested deeper than {DEEPEST} levels")
    return found[:-1]


def _depth(line: bytes) -> int:
    """How deep the objects and lists of a line lie in each other."""
    deepest = depth = 0
    for sign in _STRINGS.sub(b"", line):
        depth += (sign in b"{[") - (sign in b"}]")
        deepest = max(deepest, depth)
    return deepest


class _Reading:
    """Lines of a bundle as they are read."""

    def __init__(self, header: Header, catalogue: Callable[[str], Catalogue]) -> None:
        self.copy = Copy()
        self.signers: list[Key] = []
        self.game = ""
        self._campaign = header.campaign
        self._find = catalogue
        self._catalogue: Catalogue | None = None
        self._heads: dict[str, bytes] = {}

    def take(self, state: bytes) -> None:
        """Check a line and add its hash."""
        where = f"line {self.copy.size + 1} of the bundle"
        line = self._read(state, where)
        story = line.story
        if not _STORY.fullmatch(story) or len(story) > _LONGEST_STORY:
            raise Unreadable(f"{where} belongs to no story that there can be")
        if line.campaign != self._campaign:
            raise Unreadable(f"{where} belongs to another campaign")
        if line.line != self.copy.end(story) + 1:
            raise Unreadable(f"{where} is {line.address}, but others come before that")
        self._heads[story] = leaf = link(self._heads.get(story, ZERO), state)
        self.copy.add(story, leaf)
        self.signers += keys_of([line])

    def _read(self, state: bytes, where: str) -> Line:
        if self._catalogue is None:
            try:
                self.game = msgspec.json.decode(state, type=_First).data.game
            except (msgspec.DecodeError, RecursionError):
                raise Unreadable("the bundle does not begin with a campaign's founding") from None
            self._catalogue = self._find(self.game)
        try:
            return self._catalogue.decode(state)
        except Unreadable as error:
            raise Unreadable(f"{where} cannot be read: {error.message}") from None


def _kept(
    header: Header, reading: _Reading, found: Sequence[Note], verify: Verify
) -> tuple[Kept, ...]:
    """The receipts of a bundle, each held to its lines and to its signers' keys."""
    _check_order(header, found)
    ledgers = frozenset(_ledgers(header))
    keys = notes.known((*ledgers, *reading.signers))
    used: set[Key] = set()
    kept = []
    for number, note in enumerate(found):
        if note.checkpoint.campaign != header.campaign:
            raise WrongUsage("a receipt at its end belongs to another campaign")
        by = note.by(keys, verify)
        if len(by) != len(note.signatures):
            raise WrongUsage("a receipt at its end is signed by a key that nobody named")
        mine = tuple(key for key in by if key in ledgers)
        used.update(mine)
        ranks = header.orders[number] if number < len(header.orders) else ()
        kept.append(Kept(note, ranks, mine))
    if used != ledgers:
        raise WrongUsage("its header names a key that signed nothing")
    if not kept[-1].keys:
        raise WrongUsage("it does not end with a ledger's receipt for all its lines")
    _check_roots(reading.copy, kept)
    return tuple(kept)


def _ledgers(header: Header) -> tuple[Key, ...]:
    """The keys of ledgers that the header names."""
    keys = tuple(map(Key.read, header.keys))
    if any(key.name != origin(header.campaign) for key in keys):
        raise WrongUsage("its header names a key of another campaign's ledger")
    if list(header.keys) != sorted(set(header.keys)):
        raise WrongUsage("its header does not name keys as they are named")
    return keys


def _check_order(header: Header, found: Sequence[Note]) -> None:
    """The receipts stand in their order, each once, and the last is about all lines."""
    cut, points = len(header.orders), [note.checkpoint for note in found]
    if cut >= len(points) or not all(header.orders):
        raise WrongUsage("its header gives an order to receipts that there are not")
    others, own = points[:cut], [point.size for point in points[cut:]]
    if others != sorted(set(others)) or own != sorted(set(own)):
        raise WrongUsage("the receipts at its end do not stand in their order")
    if own[-1] != header.size:
        raise WrongUsage("it does not end with a ledger's receipt for all its lines")


def _check_roots(copy: Copy, kept: Sequence[Kept]) -> None:
    """Each receipt's root is that of the lines it is about."""
    work = sum(each.note.checkpoint.size for each in kept if each.ranks)
    if work > ORDERED:
        raise WrongUsage(f"its orders name {work:,} lines, and {ORDERED:,} are the most")
    roots = copy.roots(each.note.checkpoint.size for each in kept if not each.ranks)
    for each in kept:
        point = each.note.checkpoint
        if each.ranks:
            _check_ranks(each.ranks, point.size, copy.size)
        found = root_of(leaves(copy, each.ranks)) if each.ranks else roots.get(point.size)
        if found != point.root:
            lines = counted(point.size, "line is not that", "lines are not those")
            raise WrongUsage(f"REWRITTEN: its first {lines} signed for")


def _check_ranks(ranks: Ranks, size: int, most: int) -> None:
    """An order names as many lines as were signed for, each of them in the bundle."""
    if not sound(ranks, most) or size > most or length(ranks) != size:
        raise WrongUsage("its header gives an order of lines that it does not have")
