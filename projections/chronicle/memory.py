"""What a chronicle remembers from battle to battle: who met, who felled whom, what came first."""

from collections import Counter
from itertools import combinations

from domain.kinds import Kind
from projections.chronicle.battle import LOST, WON, Battle
from projections.deeds import own
from projections.page import Row

Pair = tuple[str, str]


class Memory:
    """The season so far, as far as a battle that is told rests on it.

    It holds counts, by crew and by member, and grows with them and not with the battles.
    """

    def __init__(self) -> None:
        self.battles = 0
        self.met: Counter[frozenset[str]] = Counter()
        """How often two crews met, others beside them or not."""
        self.fought: Counter[str] = Counter()
        self.streak: Counter[str] = Counter()
        """Victories in a row of a crew; below 0, defeats."""
        self.beat: Counter[Pair] = Counter()
        """How often the first crew won against the second."""
        self.felled: Counter[Pair] = Counter()
        """How often the first felled the second."""
        self.victims: Counter[str] = Counter()
        """How many a member has felled."""
        self.fell: Counter[str] = Counter()
        """How often a member has fallen."""
        self.grudges: dict[Pair, Row] = {}
        """Who was felled by whom and has not felled him since: the fall."""
        self.falls = 0
        self.deaths = 0

    def take(self, told: Battle) -> None:
        """Remember a battle, with those who fell in it."""
        for row in told.falls:
            self.take_fall(row)
        self.close(told)

    def close(self, told: Battle) -> None:
        """Remember a battle of which the falls are remembered already."""
        self.battles += 1
        self.met.update(map(frozenset, combinations(told.sides, 2)))
        for side in told.met:
            self.fought[side.id] += 1
            self._streak(side.id, side.came)
            if side.came == WON:
                for other in told.came(LOST):
                    self.beat[side.id, other.id] += 1
        self.deaths += sum(row["kind"] == Kind.DIED for row in told.after)

    def take_fall(self, row: Row) -> None:
        """Remember that somebody fell: a grudge, unless it settles one."""
        self.falls += 1
        self.fell[row["member"]] += 1
        for victor, _ in () if own(row) else row["detail"]["by"]:
            self.victims[victor] += 1
            if not row["crew"]:
                continue  # who is nobody's has no account, and is another one in each battle
            self.felled[victor, row["member"]] += 1
            self.grudges.pop((victor, row["member"]), None)
            self.grudges.pop((row["member"], victor), None)  # the newest stands last
            if row["crew"]:  # who fights for nobody bears no grudge
                self.grudges[row["member"], victor] = row

    def _streak(self, crew: str, came: str) -> None:
        run = self.streak[crew]
        if came == WON:
            self.streak[crew] = max(run, 0) + 1
        elif came == LOST:
            self.streak[crew] = min(run, 0) - 1
        elif came:
            self.streak[crew] = 0
