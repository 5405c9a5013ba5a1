"""What came of a battle: the dead, the hurt, who rose, what was found, what it paid."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from domain.kinds import Kind
from domain.terms import as_said
from projections.chronicle.battle import Battle
from projections.chronicle.prose import Prose, Told, crew, who
from projections.chronicle.tree import Link, Spans
from projections.page import Row

DEATH, WOUND, RISE, GAIN, MONEY = 9, 5, 3, 2, 1
MUCH = 3
"""So much experience from one battle is told."""
MOST = 6
"""A sentence names no more than so many."""


def aftermath(prose: Prose, battle: Battle, deaths: int, purse: str) -> Iterator[Told]:
    """Sentences on what came of a battle; `round` numbers the crews, `deaths` were before it."""
    for number, id_ in enumerate(_crews(battle), 1):
        rows = [row for row in battle.after if row["crew"] == id_]
        for row in _of(rows, Kind.DIED):
            yield Told(DEATH, _death(prose, battle, row, first=not deaths), number)
            deaths += 1
        for tell in _ORDER:
            yield from (told._replace(round=number) for told in tell(prose, rows))
        yield from (told._replace(round=number) for told in _paid(prose, rows, purse))
    for row in _of(battle.after, Kind.RULED):
        text = " ".join(row["text"].split()).rstrip(".")
        yield Told(GAIN, prose.say("ruled", row, text=text))


def _crews(battle: Battle) -> list[str]:
    """The crews to which something happened, those of the battle first."""
    later = [row["crew"] for row in battle.after if row["crew"]]
    return list(dict.fromkeys([*(side.id for side in battle.met), *later]))


def _of(rows: Sequence[Row], *kinds: Kind) -> list[Row]:
    return [row for row in rows if row["kind"] in kinds]


def _death(prose: Prose, battle: Battle, row: Row, *, first: bool) -> Spans:
    """A death, by whose hand if by anybody's."""
    falls = [one for one in battle.falls if one["member"] == row["member"]]
    fall = falls[-1] if falls else None
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
    yield from _gathered(prose, "wounds", WOUND, each)


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
    reasons: dict[str, list[Row]] = {}
    for row in _of(rows, Kind.LEFT):
        reasons.setdefault(row["text"], []).append(row)
    for why, some in reasons.items():
        code = "left-many" if len(some) > 1 and why else "left-why" if why else "left"
        names = prose.listed(who(row) for row in some)
        yield Told(WOUND, prose.say(code, *some, who=names, crew=crew(some[0]), why=why))
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
    grown: dict[str, list[Row]] = {}
    for row in _of(rows, Kind.ADVANCED, Kind.ABILITY):
        grown.setdefault(row["member"], []).append(row)
    each = [
        prose.say("clause-grew", *mine, who=who(mine[0]), what=_once(prose, mine))
        for mine in grown.values()
    ]
    yield from _gathered(prose, "grew", RISE, each)


def _once(prose: Prose, rows: Sequence[Row]) -> Spans:
    """What several deeds name, each once."""
    return prose.listed(dict.fromkeys(row["text"] for row in rows))


def _changed(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    """What of a profile is not what it was, and what was healed."""
    each: list[Spans] = []
    for row in _of(rows, Kind.CHANGED, Kind.CURED):
        detail, cured = row["detail"], row["kind"] == Kind.CURED
        if not cured and (row["text"] in _BOOKKEEPING or _follows(row, rows)):
            continue
        field = f"field-{row['text']}"
        what = prose.word(field) if prose.has(field) else row["text"]
        before, after = (as_said(detail.get(one, "")) for one in ("before", "after"))
        values = {"who": who(row), "what": what, "before": before, "after": after}
        each.append(prose.say("clause-cured" if cured else "clause-changed", row, **values))
    yield from _gathered(prose, "changes", GAIN, each)


def _follows(row: Row, rows: Sequence[Row]) -> bool:
    """Whether a change is what an advance or injury does that is told by its name: but for dice."""
    named = _of(rows, Kind.ADVANCED, Kind.ABILITY, Kind.INJURED)
    causes = {one["text"] for one in named if one["member"] == row["member"]}
    return row["text"] != "die" and row["detail"].get("why") in causes


_BOOKKEEPING = ("lost", "steps", "being")
"""Changes that are told otherwise, or that heal by themselves."""


def _learned(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    """Who gained most experience, if it was much."""
    mine = _of(rows, Kind.EXPERIENCE)
    sums: Counter[Link] = Counter()
    for row in mine:
        sums[who(row)] += row["number"]
    most = max(sums.values(), default=0)
    best = [name for name, sum_ in sums.items() if sum_ == most]
    if most >= MUCH and len(best) == 1:
        shown = [row for row in mine if who(row) == best[0]]
        yield Told(0, prose.say("experience", *shown, who=best[0], n=prose.number(most)))


def _found(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    """Things that a crew has now."""
    gained = _of(rows, Kind.GAINED)
    if gained:
        things = prose.listed(row["text"] for row in gained)
        yield Told(GAIN, prose.say("gained", *gained, crew=crew(gained[0]), things=things))
    for kind, code in _THINGS.items():
        some = [row for row in _of(rows, kind) if "kind" not in row["detail"]]  # told as gained
        each = [_thing(prose, code, row) for row in some]
        yield from _gathered(prose, "things", GAIN, each)


_THINGS = {Kind.FOUND: "found", Kind.HANDED: "handed", Kind.LOST: "lost", Kind.GRANTED: "granted"}
"""What else crews come by and lose, and the clause that tells it."""


def _thing(prose: Prose, code: str, row: Row) -> Spans:
    """A thing that was found, handed on or lost, by somebody or by the crew."""
    holder = who(row) if row["member"] else crew(row)
    what = row["text"].rstrip(".")
    what = what.replace("A ", "a ", 1) if what.startswith("A ") else what
    values = {"holder": holder, "what": what, "n": row["number"]}
    if code == "handed" and not row["member"]:
        code, values["holder"] = "stored", Link(row["other"], row["other_name"])
    return prose.say(f"clause-{code}", row, **values)


def _joined(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    new = _of(rows, Kind.JOINED)
    if new:
        names = prose.listed(who(row) for row in new)
        yield Told(GAIN, prose.say("recruits", *new, crew=crew(new[0]), names=names))


def _paid(prose: Prose, rows: Sequence[Row], purse: str) -> Iterator[Told]:
    """What a crew earned and spent, on recruits too, and has now."""
    paid = [row for row in _of(rows, Kind.PAID, Kind.JOINED) if "balance" in row["detail"]]
    sums = [-row["detail"]["paid"] if row["kind"] == Kind.JOINED else row["number"] for row in paid]
    earned, spent = sum(n for n in sums if n > 0), -sum(n for n in sums if n < 0)
    if earned or spent:
        code = "paid" if earned and spent else "earned" if earned else "spent"
        balance = paid[-1]["detail"]["balance"]
        values = {"earned": earned, "spent": spent, "balance": balance}
        said = prose.say(code, paid[-1], crew=crew(paid[0]), purse=purse, **values)
        yield Told(MONEY, said)


def _ended(prose: Prose, rows: Sequence[Row]) -> Iterator[Told]:
    for row in _of(rows, Kind.FINIS):
        yield Told(DEATH, prose.say("finis", row, crew=crew(row), why=row["text"]))
    for row in _of(rows, Kind.FOUNDED):
        if row["detail"].get("again"):
            yield Told(DEATH, prose.say("refounded", row, crew=crew(row)))


def _gathered(prose: Prose, code: str, weight: int, each: Sequence[Spans]) -> Iterator[Told]:
    """Clauses in sentences of no more than a few."""
    for start in range(0, len(each), MOST):
        some = prose.clauses(each[start : start + MOST])
        yield Told(weight, prose.say(code, each=some))


_ORDER: tuple[Callable[[Prose, Sequence[Row]], Iterator[Told]], ...] = (
    _hurt,
    _left,
    _returned,
    _risen,
    _changed,
    _ended,
    _found,
    _learned,
    _joined,
)
