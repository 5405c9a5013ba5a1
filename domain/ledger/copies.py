"""Two copies of one record side by side: what one has that the other lacks, and where they part."""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator

import msgspec

from domain.ledger.kept import Ranks, runs, told
from domain.ledger.record import push, root

_HASH = 32


class Copy:
    """A record as its hashes say it: for each line, in the order of the log, story and hash.

    Places in the log are counted from 1, as lines are.
    """

    def __init__(self) -> None:
        self._leaves = bytearray()
        self._ranks: dict[str, array[int]] = {}
        self._stories: list[str] = []  # in the order in which they began,
        self._order = array("I")  # and for each line the number of its story among them
        self._numbers: dict[str, int] = {}

    @property
    def size(self) -> int:
        """How many lines it has."""
        return len(self._leaves) // _HASH

    @property
    def ends(self) -> dict[str, int]:
        """How many lines each story has, in the order in which they began."""
        return {story: len(ranks) for story, ranks in self._ranks.items()}

    def add(self, story: str, leaf: bytes) -> None:
        """One line more."""
        number = self._numbers.get(story)
        if number is None:
            number = self._numbers[story] = len(self._stories)
            self._stories.append(story)
            self._ranks[story] = array("Q")
        self._leaves += leaf
        self._order.append(number)
        self._ranks[story].append(self.size)

    def end(self, story: str) -> int:
        """How many lines a story has."""
        return len(self._ranks.get(story, ()))

    def leaf(self, rank: int) -> bytes:
        """The hash of the line at a place in the log."""
        return bytes(self._leaves[(rank - 1) * _HASH : rank * _HASH])

    def rank(self, story: str, line: int) -> int:
        """The place of a line in the log."""
        return self._ranks[story][line - 1]

    def hash(self, story: str, line: int) -> bytes:
        """The hash of a line."""
        return self.leaf(self.rank(story, line))

    def roots(self, sizes: Iterable[int]) -> dict[int, bytes]:
        """The roots of the log at some sizes, as far as it reaches."""
        wanted = set(sizes)
        peaks: list[bytes] = []
        found = {0: root(peaks)} if 0 in wanted else {}
        for rank in range(1, min(max(wanted, default=0), self.size) + 1):
            push(peaks, rank, self.leaf(rank))
            if rank in wanted:
                found[rank] = root(peaks)
        return found

    def address(self, rank: int) -> tuple[str, int]:
        """Story and number of the line at a place in the log."""
        story = self._stories[self._order[rank - 1]]
        return story, bisect_left(self._ranks[story], rank) + 1

    def addresses(self) -> Iterator[tuple[str, int]]:
        """Story and number of each line, in the order of the log."""
        ends = [0] * len(self._stories)
        for number in self._order:
            ends[number] += 1
            yield self._stories[number], ends[number]


class Plan(msgspec.Struct, frozen=True):
    """What it takes to bring one copy forward to another.

    For each story: `added` has the first and last line that are new here, `ahead` how many lines
    the other lacks, `parted` the first line that is another one there. While stories part nothing
    is brought forward.
    """

    added: dict[str, tuple[int, int]]
    ahead: dict[str, int]
    parted: dict[str, int]

    @property
    def count(self) -> int:
        """How many lines are new here."""
        return sum(last - first + 1 for first, last in self.added.values())


def plan(here: Copy, there: Copy) -> Plan:
    """Compare two copies story by story: one side must be the beginning of the other."""
    added, ahead, parted = {}, {}, {}
    for story in {**there.ends, **here.ends}:
        mine, theirs = here.end(story), there.end(story)
        common = min(mine, theirs)
        first = _first_other(here, there, story, common)
        if first <= common:
            parted[story] = first
        elif theirs > mine:
            added[story] = (mine + 1, theirs)
        elif mine > theirs:
            ahead[story] = mine - theirs
    return Plan(added, ahead, parted)


def _first_other(here: Copy, there: Copy, story: str, common: int) -> int:
    """The first of the common lines that differs: each hash rests on all hashes before it."""

    def other(line: int) -> bool:
        return here.hash(story, line) != there.hash(story, line)

    return bisect_left(range(1, common + 1), x=True, key=other) + 1


def translated(ranks: Ranks, there: Copy, here: Copy) -> Ranks:
    """Places in one copy's log as the places that the same lines have in another's."""
    return runs(here.rank(*there.address(rank)) for rank in told(ranks))


def leaves(copy: Copy, ranks: Ranks) -> Iterator[bytes]:
    """The hashes of lines in an order of their own."""
    return map(copy.leaf, told(ranks))
