"""A battle as it is told: its sides, its rounds and what happened in them, and what came after.

It is put together from the deeds of one battle; nothing is said here.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from domain.kinds import Kind
from projections.page import Row

WON, DREW, LOST = "won", "drew", "lost"
FALLEN = "fallen"
"""How somebody is struck who lies there already."""

_OF_A_BOUT = {Kind.HURT, Kind.BROKE, Kind.STOOD, Kind.GAVE_WAY, Kind.SPARED, Kind.FINISHED}
UNTOLD = (
    Kind.DEPLOYED,
    Kind.ACTED,
    Kind.MOVED,
    Kind.DEALT,
    Kind.FELLED,
    Kind.BEGAN,
    Kind.PROGRESSED,
    Kind.CONCLUDED,
)
"""What is too small to be told, or is told from its other side."""
TOLD = tuple(kind for kind in Kind if kind not in UNTOLD)
"""The deeds of which a battle is put together."""


class Side(msgspec.Struct):
    """A crew in a battle: what it came with, and how it came out."""

    met: Row
    seat: int
    members: dict[str, str]
    points: int = 0
    came: str = ""
    fallen: set[str] = set()
    """Who fell and did not come back."""
    gone: set[str] = set()
    """Who left it and did not come back."""

    @property
    def id(self) -> str:
        """The crew's id."""
        return str(self.met["crew"])

    @property
    def rating(self) -> int:
        """What it was worth when it came."""
        return int(self.met["number"])

    @property
    def standing(self) -> int:
        """How many of its members are still in the battle."""
        return len(self.members.keys() - self.fallen - self.gone)


class Bout(msgspec.Struct):
    """Blows that belong together: all upon one target, or between two.

    `blows` are the deeds of those who struck, `hurts` the losses of whoever lost health, `falls`
    the deeds of those who fell, `more` what else befell somebody in it (broke, stood, was spared).
    """

    blows: list[Row] = []
    hurts: list[Row] = []
    falls: list[Row] = []
    more: list[Row] = []

    @property
    def target(self) -> str:
        """Whom the first blow was meant for."""
        return str(self.blows[0]["other"])

    @property
    def pair(self) -> frozenset[str]:
        """Those between whom it is, if it is between two."""
        return frozenset(each for row in self.blows for each in (row["member"], row["other"]))

    @property
    def attackers(self) -> list[Row]:
        """A blow of each who struck at the target, in their order."""
        found: dict[str, Row] = {}
        for row in self.blows:
            if row["other"] == self.target:
                found.setdefault(row["member"], row)
        return list(found.values())

    @property
    def last(self) -> Row:
        """The last blow."""
        return self.blows[-1]

    @property
    def on_the_fallen(self) -> bool:
        """Whether it is blows at somebody who lies there already."""
        return bool(self.blows[0]["detail"]["how"] == FALLEN)

    def of(self, *kinds: Kind) -> list[Row]:
        """What else happened of some kinds."""
        return [row for row in self.more if row["kind"] in kinds]

    def lost(self, member: str) -> int:
        """How much health somebody lost in it."""
        return sum(row["number"] for row in self.hurts if row["member"] == member)


Item = Bout | Row


class Round(msgspec.Struct):
    """A round, and what happened in it in its order."""

    number: int
    items: list[Item] = []


class Battle(msgspec.Struct):
    """A battle: what is told of it in its order.

    `number` counts the campaign's battles that count. `leads` are the crews that led by points one
    after another, "" where nobody did; `notes` are what players wrote, `after` what came of it.
    """

    story: str
    number: int
    sides: dict[str, Side] = {}
    rounds: list[Round] = []
    ended: Row | None = None
    after: list[Row] = []
    notes: list[Row] = []
    falls: list[Row] = []
    leads: list[str] = []
    amended: dict[str, Row] = {}
    """Why something was put right afterwards, with the first deed of it."""

    @property
    def scenario(self) -> str:
        """What it was about."""
        return next((side.met["text"] for side in self.sides.values()), "")

    @property
    def met(self) -> list[Side]:
        """Its sides, in the order in which they are named."""
        return sorted(self.sides.values(), key=lambda side: side.seat)

    def came(self, how: str) -> list[Side]:
        """The sides that came out so."""
        return [side for side in self.met if side.came == how]

    @property
    def duel(self) -> bool:
        """Whether each of two sides has one member alone."""
        sizes = [len(side.members) for side in self.sides.values()]
        return sizes == [1, 1]

    @property
    def over(self) -> bool:
        """Whether it has come to an end."""
        return self.ended is not None

    @property
    def points(self) -> list[int]:
        """The points of its sides, the winner's first."""
        order = {WON: 0, DREW: 1, LOST: 2}
        ranked = sorted(self.met, key=lambda side: (order.get(side.came, 3), -side.points))
        return [side.points for side in ranked]


def battle(story: str, number: int, rows: Iterable[Row]) -> Battle:
    """A battle of its deeds."""
    return _Reader(story, number).read(rows)


class _Reader:
    """Puts a battle together, deed by deed."""

    def __init__(self, story: str, number: int) -> None:
        self._battle = Battle(story=story, number=number)
        self._open: Bout | None = None
        self._scores: Counter[str] = Counter()

    def read(self, rows: Iterable[Row]) -> Battle:
        for row in rows:
            if (why := row["detail"].get("amended")) is not None and row[
                "story"
            ] == self._battle.story:
                self._battle.amended.setdefault(why, row)
            if self._battle.over and row["kind"] != Kind.RESULT:
                self._afterwards(row)
            else:
                self._during(row)
        return self._battle

    def _during(self, row: Row) -> None:
        found = self._battle
        match row["kind"]:
            case Kind.MET:
                members = dict(row["detail"]["members"])
                found.sides[row["crew"]] = Side(row, row["detail"]["seat"], members)
            case Kind.ROUND:
                found.rounds.append(Round(row["number"]))
                self._open = None
            case Kind.ENDED:
                found.ended = row
            case Kind.RESULT:
                side = found.sides[row["crew"]]
                side.points, side.came = row["number"], row["text"]
            case Kind.NOTED:
                found.notes.append(row)
            case kind if kind not in UNTOLD:
                self._happened(row)
            case _:
                pass

    def _afterwards(self, row: Row) -> None:
        if row["kind"] == Kind.NOTED:
            self._battle.notes.append(row)
        elif row["kind"] not in UNTOLD:
            self._battle.after.append(row)

    def _happened(self, row: Row) -> None:
        kind = row["kind"]
        if kind == Kind.FOUGHT:
            self._fought(row)
        elif kind in _OF_A_BOUT:
            self._in_bout(row)
        elif kind == Kind.FELL:
            self._fell(row)
        elif kind == Kind.LED_AND_FELL:
            self._battle.falls[-1]["led"] = True
        else:
            self._stepped(row)

    def _stepped(self, row: Row) -> None:
        """What is neither a blow nor a fall ends a bout."""
        if row["kind"] == Kind.SCORED:
            self._scored(row)
        if row["kind"] in (Kind.WITHDREW, Kind.SURRENDERED):
            self._left(row)
        if row["kind"] == Kind.BACK and row["crew"] in self._battle.sides:
            side = self._battle.sides[row["crew"]]
            side.fallen.discard(row["member"])
            side.gone.discard(row["member"])
        self._open = None
        self._items.append(row)

    @property
    def _items(self) -> list[Item]:
        rounds = self._battle.rounds
        if not rounds:
            rounds.append(Round(0))
        return rounds[-1].items

    def _fought(self, row: Row) -> None:
        """A blow, of whoever began it: it belongs to the bout that it goes on with."""
        if not row["detail"]["first"]:
            return
        bout = self._open
        if bout is None or bout.falls or not _goes_on(bout, row):
            bout = self._earlier(row)
        if bout is None:
            bout = Bout()
            self._items.append(bout)
        bout.blows.append(row)
        self._open = bout

    def _earlier(self, row: Row) -> Bout | None:
        """The bout between these two that is in this round already, if nobody fell in it."""
        for item in reversed(self._items):
            if isinstance(item, Bout) and not item.falls and _between(item, row):
                return item if item.on_the_fallen == _lies(row) else None
        return None

    def _in_bout(self, row: Row) -> None:
        bout = self._open
        if bout is None or row["member"] not in bout.pair:
            self._items.append(row)
        else:
            (bout.hurts if row["kind"] == Kind.HURT else bout.more).append(row)

    def _fell(self, row: Row) -> None:
        self._battle.falls.append(row)
        if (side := self._battle.sides.get(row["crew"])) is not None:
            side.fallen.add(row["member"])
            row["left"] = side.standing
        bout = self._open
        if bout is not None and row["member"] in bout.pair:
            bout.falls.append(row)
            before = [item for item in self._items if item is not bout]
            self._items[:] = [*before, bout]  # what came between the blows was before the fall
        else:
            self._items.append(row)

    def _left(self, row: Row) -> None:
        if (side := self._battle.sides.get(row["crew"])) is not None:
            gone = dict(row["detail"].get("members", ()))
            side.gone.update([row["member"]] if row["member"] else gone)

    def _scored(self, row: Row) -> None:
        self._scores[row["crew"]] = row["detail"]["total"]
        best = max(self._scores.values())
        first = [crew for crew in self._battle.sides if self._scores[crew] == best]
        leader = first[0] if len(first) == 1 else ""
        if not self._battle.leads or self._battle.leads[-1] != leader:
            self._battle.leads.append(leader)
        row["scores"] = [self._scores[side.id] for side in self._battle.met]


def _lies(row: Row) -> bool:
    """Whether a blow is at somebody who lies there already."""
    return bool(row["detail"]["how"] == FALLEN)


def _goes_on(bout: Bout, row: Row) -> bool:
    """Whether a blow belongs to a bout: the same target, or the same two, standing or fallen."""
    same = bout.target == row["other"] or _between(bout, row)
    return same and bout.on_the_fallen == _lies(row)


def _between(bout: Bout, row: Row) -> bool:
    """Whether a blow is between the same two as all blows of a bout."""
    return bout.pair == {row["member"], row["other"]}


def bouts(items: Sequence[Item]) -> Iterator[Bout]:
    """The bouts among what happened."""
    return (item for item in items if isinstance(item, Bout))
