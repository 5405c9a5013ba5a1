"""How somebody fell: the sentence is chosen by what was special about it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from projections.chronicle.battle import Battle, Bout
from projections.chronicle.memory import Memory
from projections.chronicle.prose import Prose, crew, place, who
from projections.chronicle.tree import Link, Spans
from projections.deeds import own
from projections.page import Row

SMALLER = 4
"""A die is much smaller than another from so many sides less on."""
NARROW, WIDE = 1, 6
"""A result that is so near another's, or so far from it, is told as such."""
MANY, TWO = 3, 2
REAR = "rear"
_OWN_WAYS = ("defend", "absorb", "fallen")

LEADER, REVENGE, SPECIAL, PLAIN = 9, 8, 7, 5
_WEIGHTS = {
    "leader-gang": LEADER,
    "leader": LEADER,
    "revenge": REVENGE,
    "ever": REVENGE,
    "upset": SPECIAL,
    "gang": 6,
}


class Falls:
    """Tells the falls of a battle, one by one, and remembers those of the battle."""

    def __init__(self, prose: Prose, battle: Battle, memory: Memory, leader: str) -> None:
        self._leader = leader
        self._prose = prose
        self._battle = battle
        self._memory = memory
        self._felled: Counter[str] = Counter()
        self._fallen: set[str] = set()

    def tell(
        self, row: Row, bout: Bout | None, where: Spans, struck: str = ""
    ) -> Iterator[tuple[int, Spans]]:
        """Sentences on a fall, each with its weight; `struck` is what has hit the place."""
        facts = self._facts(row, bout)
        code = self._code(row, bout, facts)
        code = "struck" if code == "alone" and struck else code
        blows = bout.attackers if bout else []
        victors = [Link(*each) for each in row["detail"]["by"]]
        said = self._prose.say(
            f"fell-{code}" if code else "fell",
            row,
            who=who(row),
            by=self._prose.listed(victors),
            attackers=self._prose.listed(who(each) for each in blows),
            some=self._prose.number(len(blows)),
            crew=crew(row),
            leader=self._leader,
            where=where,
            text=struck,
            nth=self._prose.nth(self._felled[row["other"]] + 1),
            nth_time=self._prose.nth(self._memory.felled[row["other"], row["member"]] + 1),
            **facts,
        )
        yield _WEIGHTS.get(code, PLAIN), said
        for victor, _ in () if own(row) else row["detail"]["by"]:
            self._felled[victor] += 1
        self._fallen.add(row["member"])
        self._memory.take_fall(row)
        yield from self._left(row)

    def back(self, member: str) -> None:
        """Somebody who fell is in the battle again."""
        self._fallen.discard(member)

    def _facts(self, row: Row, bout: Bout | None) -> dict[str, Any]:
        """What the dice of the last blow showed, as whoever struck sees it."""
        blow = _final(row, bout)
        if blow is None:
            return {"die": 0, "big": 0, "mine": 0, "theirs": 0, "how": "", "arc": ""}
        detail, mine = blow["detail"], blow["member"] == row["other"]
        shown = blow["number"], detail["against"]
        die, big = dice_of(row, bout)
        ours, theirs = shown if mine else shown[::-1]
        arc = detail.get("arc", "")
        how = detail["how"] if mine else ""
        return {"die": die, "big": big, "mine": ours, "theirs": theirs, "how": how, "arc": arc}

    def _code(self, row: Row, bout: Bout | None, facts: dict[str, Any]) -> str:
        """What was special about a fall: the first of these that holds."""
        memory, by, member = self._memory, row["other"], row["member"]
        blow = _final(row, bout)
        dice = bool(facts["die"] and facts["big"])
        ahead = facts["mine"] - facts["theirs"]
        attackers = len(bout.attackers) if bout and bout.target == member else 0
        tests = {
            "alone": not by,
            "self": by == member,
            "own": own(row),
            "leader-gang": bool(row.get("led")) and attackers >= MANY,
            "leader": bool(row.get("led")),
            "revenge": (by, member) in memory.grudges,
            "gang": attackers >= MANY,
            "ever": not memory.falls,
            "upset": dice and facts["die"] <= facts["big"] - SMALLER,
            "again": memory.felled[by, member] > 0,
            "more": self._felled[by] > 0,
            "together": len(row["detail"]["by"]) > 1,
            "two": attackers == TWO,
            "counter": blow is not None and blow["member"] == member,
            "narrow": dice and 0 <= ahead <= NARROW,
            "wide": dice and ahead >= WIDE,
            "rear": facts["arc"] == REAR,
            "first": not self._fallen and not self._battle.duel,
            "open": facts["how"] == "absorb",
            "armed": bool(facts["how"]) and facts["how"] not in _OWN_WAYS,
        }
        return next((code for code, holds in tests.items() if holds), "")

    def _left(self, row: Row) -> Iterator[tuple[int, Spans]]:
        """Who is left of the crew, if that is nobody or one."""
        side = self._battle.sides.get(row["crew"])
        if side is None or len(side.members) == 1:
            return
        left = [Link(*each) for each in side.members.items() if each[0] not in self._fallen]
        if not left:
            yield PLAIN, self._prose.say("none-left", row, crew=crew(row))
        elif len(left) == 1 and row.get("left") == 1:
            yield PLAIN, self._prose.say("one-left", row, crew=crew(row), who=left[0])


def dice_of(row: Row, bout: Bout | None) -> tuple[int, int]:
    """The dice of the blow by which somebody fell, of who struck first; 0 where there was none."""
    blow = _final(row, bout)
    if blow is None:
        return 0, 0
    dice = blow["detail"].get("die", 0), blow["detail"].get("against_die", 0)
    return dice if blow["member"] == row["other"] else dice[::-1]


def _final(row: Row, bout: Bout | None) -> Row | None:
    """The blow by which somebody fell."""
    if bout is None:
        return None
    either = {row["member"], row["other"]}
    return next(
        (one for one in reversed(bout.blows) if {one["member"], one["other"]} == either), None
    )


def phrase(prose: Prose, row: Row) -> Spans:
    """The place of a deed, as it follows in a sentence."""
    return prose.part("where", place=place(row))
