"""What came of a battle: the dead, the hurt, who rose, what was found, what it paid."""

from collections.abc import Callable, Iterator, Sequence

from domain.kinds import Kind
from projections.chronicle.battle import Battle
from projections.chronicle.prose import Prose, Told, crew, who
from projections.chronicle.tree import Link, Spans
from projections.page import Row

DEATH, WOUND, RISE, GAIN, MONEY = 9, 5, 3, 2, 1
MOST = 6
"""A sentence names no more than so many."""


def aftermath(prose: Prose, battle: Battle, deaths: int) -> Iterator[Told]:
    """Sentences on what came of a battle, crew by crew; `deaths` there were before it."""
    for id_ in _crews(battle):
        rows = [row for row in battle.after if row["crew"] == id_]
        for row in _of(rows, Kind.DIED):
            yield Told(DEATH, _death(prose, battle, row, first=not deaths))
            deaths += 1
        for tell in _ORDER:
            yield from tell(prose, rows)
    for row in _of(battle.after, Kind.RULED):
        yield Told(GAIN, prose.say("ruled", row, text=row["text"]))


def _crews(battle: Battle) -> list[str]:
    """The crews to which something happened, those of the battle first."""
    later = [row["crew"] for row in battle.after if row["crew"]]
    return list(dict.fromkeys([*(side.id for side in battle.met), *later]))


def _of(rows: Sequence[Row], *kinds: Kind) -> list[Row]:
    return [row for row in rows if row["kind"] in kinds]


def _death(prose: Prose, battle: Battle, row: Row, *, first: bool) -> Spans:
    """A death, by whose hand if by anybody's."""
    fall = next((one for one in battle.falls if one["member"] == row["member"]), None)
    by = [Link(*each) for each in fall["detail"]["by"]] if fall else []
    code = ("died-first" if first else "died-by") if by else "died"
    rows = (row, fall) if fall and by else (row,)
    return prose.say(
        code, *rows, who=who(row), crew=crew(row), by=prose.listed(by), why=row["text"]
    )


def _hurt(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    """Injuries that stay, and who must stay at home: of one member in one clause."""
    found: dict[str, list[Row]] = {}
    for row in _of(rows, Kind.INJURED, Kind.MISSES, Kind.ABSENT):
        found.setdefault(row["member"], []).append(row)
    each = [_wound(prose, mine) for mine in found.values()]
    yield from _gathered(prose, "wounds", WOUND, rows, each)


def _wound(prose: Prose, rows: Sequence[Row]) -> Spans:
    names = [row["text"] for row in _of(rows, Kind.INJURED)]
    away = _of(rows, Kind.ABSENT)
    if names:
        code = "clause-injured-out" if _of(rows, Kind.MISSES) else "clause-injured"
    else:
        code = "clause-away" if away else "clause-misses"
    what = prose.listed(dict.fromkeys(names)) if names else [row["text"] for row in away[:1]]
    return prose.say(code, *rows, who=who(rows[0]), what=what)


def _left(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    for row in _of(rows, Kind.LEFT):
        why = row["text"]
        code = "left-why" if why else "left"
        yield Told(WOUND, prose.say(code, row, who=who(row), crew=crew(row), why=why))
    for row in _of(rows, Kind.SOLD):
        to = Link(row["other"], row["other_name"])
        yield Told(WOUND, prose.say("sold", row, who=who(row), crew=crew(row), to=to))


def _returned(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    for row in _of(rows, Kind.RETURNED):
        yield Told(WOUND, prose.say("returned", row, who=who(row), crew=crew(row)))


def _risen(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    """Who leads now, and who has learned or become something."""
    for row in _of(rows, Kind.CAPTAIN):
        yield Told(WOUND, prose.say("leads", row, who=who(row), crew=crew(row)))
    named = {(row["member"], row["text"]) for row in _of(rows, Kind.ADVANCED)}
    grown = [
        row
        for row in _of(rows, Kind.ADVANCED, Kind.ABILITY)
        if row["kind"] == Kind.ADVANCED or (row["member"], row["text"]) not in named
    ]
    if grown:
        grown = _one_each(grown)
        each = [prose.say("clause-grew", row, who=who(row), what=row["text"]) for row in grown]
        yield from _gathered(prose, "grew", RISE, rows, each)


def _one_each(rows: Sequence[Row]) -> list[Row]:
    """What is told first of each member: an advance, or the ability that it gave."""
    found: dict[str, Row] = {}
    for row in rows:
        found.setdefault(row["member"], row)
    return list(found.values())


def _found(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    """Things that a crew has now."""
    gained = _of(rows, Kind.GAINED)
    if gained:
        each = [(row["text"],) for row in gained[:MOST]]
        crews, things = crew(gained[0]), prose.listed(each)
        yield Told(GAIN, prose.say("gained", *gained[:MOST], crew=crews, things=things))


def _joined(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    new = _of(rows, Kind.JOINED)[:MOST]
    if new:
        names = prose.listed(who(row) for row in new)
        yield Told(GAIN, prose.say("recruits", *new, crew=crew(new[0]), names=names))


def _paid(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    """What a crew earned and spent, and has now."""
    paid = _of(rows, Kind.PAID)
    earned = sum(row["number"] for row in paid if row["number"] > 0)
    spent = -sum(row["number"] for row in paid if row["number"] < 0)
    if paid:
        code = "paid" if earned and spent else "earned" if earned else "spent"
        balance = paid[-1]["detail"]["balance"]
        values = {"earned": earned, "spent": spent, "balance": balance}
        yield Told(MONEY, prose.say(code, paid[-1], crew=crew(paid[0]), **values))


def _ended(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    for row in _of(rows, Kind.FINIS):
        yield Told(DEATH, prose.say("finis", row, crew=crew(row), why=row["text"]))
    for row in _of(rows, Kind.FOUNDED):
        if row["detail"].get("again"):
            yield Told(DEATH, prose.say("refounded", row, crew=crew(row)))


def _gathered(
    prose: Prose, code: str, weight: int, rows: Sequence[Row], each: Sequence[Spans]
) -> Iterator[Told]:
    """Clauses in sentences of no more than a few."""
    for start in range(0, len(each), MOST):
        some = prose.clauses(each[start : start + MOST])
        yield Told(weight, prose.say(code, crew=crew(rows[0]), each=some))


_ORDER: tuple[Callable[[Prose, Sequence[Row]], Iterator[Told]], ...] = (
    _hurt,
    _left,
    _returned,
    _risen,
    _ended,
    _found,
    _joined,
    _paid,
)
