"""Following the links of all stories in one scan of the log: what an audit does first.

`verify` follows nothing else, for whoever has no question but whether all links hold.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

from domain.counting import counted
from domain.ledger.record import ZERO, Fields, Row, root

LOG = "the log"
"""What is broken where it is not one story."""

_START = (0, ZERO)


class Links:
    """What the links and the log ought to be after the rows followed so far.

    `size` and `peaks` are those the log must have at its end; `ends` says where each story ends.
    `roots` has the log's root at each of the sizes that were asked for, as far as they are reached.
    """

    def __init__(self, sizes: Iterable[int] = ()) -> None:
        self._sizes = sorted(set(sizes), reverse=True)
        self.roots: dict[int, bytes] = {}
        self.size = 0
        self.peaks: list[bytes] = []
        self.ends: dict[str, tuple[int, bytes]] = {}
        self._mark()

    def follow(self, rows: Sequence[Fields]) -> list[str]:
        """Go on over rows in the order of the log; returns the addresses that do not follow.

        After a line that does not, the next is held to what is stored: each is judged by itself.
        """
        bad: list[str] = []
        while self._sizes and self._sizes[-1] < self.size + len(rows):
            part = self._sizes[-1] - self.size
            bad += self._follow(rows[:part])
            rows = rows[part:]
            self._mark()
        bad += self._follow(rows)
        self._mark()
        return bad

    def _mark(self) -> None:
        """Remember the root here, if it was asked for."""
        if self._sizes and self._sizes[-1] == self.size:
            self.roots[self._sizes.pop()] = root(self.peaks)

    def _follow(self, rows: Iterable[Fields]) -> list[str]:
        """Follow the links of rows."""
        size, peaks, ends = self.size, self.peaks, self.ends
        bad: list[str] = []
        told, end, digest = "", 0, ZERO  # the story whose lines come now
        for _, story, number, _, state, stored in rows:
            if story != told:
                ends[told] = (end, digest)
                told = story
                end, digest = ends.get(story, _START)
            try:
                digest = sha256(b"\0" + digest + state).digest()  # `link`, without the call
            except TypeError:  # no bytes
                digest = ZERO
            if digest != stored or number != end + 1:
                bad.append(f"{story}/{number}")
                digest = stored if type(stored) is bytes else ZERO
            end = number
            rest = size = size + 1
            leaf = digest
            while not rest & 1:  # `push`, without the call
                leaf = sha256(b"\1" + peaks.pop() + leaf).digest()
                rest >>= 1
            peaks.append(leaf)
        ends[told] = (end, digest)
        ends.pop("", None)
        self.size = size
        return bad


def lost_end(size: int, end: int | None) -> dict[str, str]:
    """What is broken where a log of so many lines ends at another position; None says nothing."""
    lost = f"its end: it counts {counted(size, 'line')}, the last is {end}"
    return {} if end in {size, None} else {LOG: lost}


def rising(rows: list[Row], after: int) -> list[Row]:
    """The rows up to where their positions do not rise any more, as in a file with spoilt pages."""
    for number, row in enumerate(rows):
        if row.position <= after:
            return rows[:number]
        after = row.position
    return rows


class Trail:
    """Links of pages that are read one after another, from the first line on.

    `last` is the position of the last line, as it was known before.
    """

    def __init__(self, last: int = 0) -> None:
        self._links = Links()
        self._end = 0
        self._last = last

    def follow(self, after: int, rows: Sequence[Fields], limit: int = 0) -> dict[str, str]:
        """For each story that does not hold on this page, the first address where it does not.

        A page of fewer lines than its limit is where the log ends. Nothing where lines between are
        not known.
        """
        reached = rows[-1][0] if rows else after
        if len(rows) < limit and reached < self._last:
            return {LOG: f"its end: it ends at {reached}, the last line is {self._last}"}
        rows = [row for row in rows if row[0] > self._end] if after <= self._end else []
        if not rows:
            return {}
        self._end = rows[-1][0]
        try:
            bad = self._links.follow(rows)
        except TypeError:  # a number that is none
            bad = [f"{row[1]}/{row[2]}" for row in rows]
        return {address.rpartition("/")[0]: address for address in reversed(bad)}


def verify(rows: Iterable[tuple[str, int, bytes, bytes]]) -> tuple[int, dict[str, str]]:
    """Follow the links of story, line, bytes and hash; returns how many lines there are.

    Beside it, for each story that does not hold, the first address where it does not.
    """
    ends: dict[str, tuple[int, bytes]] = {}
    broken: dict[str, str] = {}
    size = 0
    told, end, digest = "", 0, ZERO
    for story, number, state, stored in rows:
        size += 1
        if story != told:
            ends[told] = (end, digest)
            told = story
            end, digest = ends.get(story, _START)
        try:
            digest = sha256(b"\0" + digest + state).digest()
        except TypeError:  # no bytes
            digest = ZERO
        if digest != stored or number != end + 1:
            broken.setdefault(story, f"{story}/{number}")
            digest = stored if type(stored) is bytes else ZERO
        end = number
    return size, broken
