"""The course of a battle: its rounds, with what mattered in them, each sentence with its weight."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.kinds import Kind
from projections.chronicle.battle import Battle, Bout, Item, Round
from projections.chronicle.bouts import clauses
from projections.chronicle.falls import Falls, phrase
from projections.chronicle.memory import Memory
from projections.chronicle.prose import Prose, Told, crew, named, other, place, who
from projections.chronicle.tree import Spans
from projections.page import Row

MINOR, STEP, SCORE, LEAD = 1, 2, 4, 6


class Course:
    """Tells the rounds of a battle; `scored` says whether it is about points."""

    def __init__(self, prose: Prose, battle: Battle, memory: Memory, *, scored: bool) -> None:
        self._prose = prose
        self._battle = battle
        self._falls = Falls(prose, battle, memory)
        self._scored = scored
        self._minor: list[Spans] = []
        self._at: Row | None = None
        self._spot = ""
        self._leader = ""
        self._begun = False

    def tell(self) -> Iterator[Told]:
        """The sentences of all rounds, in order."""
        for each in self._battle.rounds:
            self._spot, self._begun = "", False
            for weight, said in self._round(each):
                self._begun = True
                yield Told(weight, said, each.number)

    def _round(self, found: Round) -> Iterator[tuple[int, Spans]]:
        for place_, item in enumerate(found.items):
            if isinstance(item, Bout):
                yield from self._bout(item)
            else:
                yield from self._deed(item, found.items[place_ + 1 :])
        yield from self._flush(only=not self._begun)
        yield from self._ground(found.items)

    # What is small is gathered, and told in one sentence.

    def _add(self, row: Row, clause: Spans) -> Iterator[tuple[int, Spans]]:
        if self._at is not None and self._at["where"] != row["where"] and named(row):
            yield from self._flush()
        self._minor.append(clause)
        self._at = row

    def _flush(self, *, only: bool = False) -> Iterator[tuple[int, Spans]]:
        if not self._minor or self._at is None:
            return
        row, each = self._at, self._prose.clauses(self._minor)
        self._minor, self._at = [], None
        if named(row) and row["where"] != self._spot:
            self._spot = row["where"]
            code = "minor-at"
        else:
            code = "minor"
        code += "-only" if only else "" if self._begun else "-first"
        yield MINOR, self._prose.say(code, place=place(row), each=each)

    # Blows.

    def _bout(self, bout: Bout) -> Iterator[tuple[int, Spans]]:
        if not bout.falls:
            for row, clause in clauses(self._prose, bout):
                yield from self._add(row, clause)
            return
        yield from self._flush()
        broken = {row["member"] for row in bout.of(Kind.BROKE)}
        for row in bout.falls:
            yield from self._falls.tell(row, bout, self._where(row))
            if row["member"] in broken:
                yield STEP, self._prose.say("broke-first", row, who=who(row))

    def _where(self, row: Row) -> Spans:
        """The place of a deed, unless it is where the sentence before was."""
        if not named(row) or row["where"] == self._spot:
            return ()
        self._spot = row["where"]
        return phrase(self._prose, row)

    # Everything else.

    def _deed(self, row: Row, later: Sequence[Item]) -> Iterator[tuple[int, Spans]]:
        if row["kind"] == Kind.FELL:
            yield from self._flush()
            yield from self._falls.tell(row, None, self._where(row))
        elif row["kind"] == Kind.COMPLETED:
            yield from self._flush()
            yield self._completed(row, later)
        elif tell := _DEEDS.get(row["kind"]):
            yield from self._flush()
            yield from tell(self._prose, row)

    def _completed(self, row: Row, later: Sequence[Item]) -> tuple[int, Spans]:
        """An objective, and what it did to the score."""
        values = {"who": who(row), "crew": crew(row), "objective": row["text"]}
        gain = next((one for one in later if not isinstance(one, Bout)), None)
        if gain is None or gain["kind"] != Kind.SCORED or gain["crew"] != row["crew"]:
            return SCORE, self._prose.say("completed", row, where=self._where(row), **values)
        leader = self._lead(gain)
        score = self._score(gain)
        if leader == row["crew"]:
            code, weight = (
                ("completed-on", SCORE) if self._leader == leader else ("completed-led", LEAD)
            )
        else:
            code, weight = ("completed-level", LEAD) if not leader else ("completed-less", SCORE)
        self._leader = leader
        return weight, self._prose.say(code, row, gain, score=score, **values)

    def _lead(self, row: Row) -> str:
        """The crew that leads after a gain, "" if none does alone."""
        scores = dict(zip((side.id for side in self._battle.met), row["scores"], strict=True))
        best = [crew_ for crew_, points in scores.items() if points == max(scores.values())]
        return best[0] if len(best) == 1 else ""

    def _score(self, row: Row) -> str:
        """The score after a gain, as the crew that made it sees it."""
        scores = dict(zip((side.id for side in self._battle.met), row["scores"], strict=True))
        return self._prose.score([scores.pop(row["crew"]), *scores.values()])

    def _ground(self, items: Sequence[Item]) -> Iterator[tuple[int, Spans]]:
        """Places that were taken or lost, and points that came by themselves, at a round's end."""
        rows = [item for item in items if not isinstance(item, Bout)]
        for kind, code in ((Kind.HELD, "held"), (Kind.CEDED, "ceded")):
            for id_ in self._battle.sides:
                mine = [row for row in rows if row["kind"] == kind and row["crew"] == id_]
                if mine and all(map(named, mine)):
                    places = self._prose.listed(place(row) for row in mine)
                    yield STEP, self._prose.say(code, *mine, crew=crew(mine[0]), places=places)
        if self._scored:
            yield from self._gains(rows)

    def _gains(self, rows: Sequence[Row]) -> Iterator[tuple[int, Spans]]:
        for before, row in zip([None, *rows], rows, strict=False):
            if row["kind"] != Kind.SCORED:
                continue
            if before is not None and before["kind"] == Kind.COMPLETED:
                continue
            self._leader = self._lead(row)
            score = self._score(row)
            yield (
                STEP,
                self._prose.say("scored", row, crew=crew(row), why=row["text"], score=score),
            )


def _plain(code: str, weight: int) -> Callable[[Prose, Row], Iterator[tuple[int, Spans]]]:
    """How a deed is told that has one sentence whatever else is so."""

    def tell(prose: Prose, row: Row) -> Iterator[tuple[int, Spans]]:
        where: Any = phrase(prose, row) if named(row) else ()
        yield (
            weight,
            prose.say(
                code,
                row,
                who=who(row),
                other=other(row),
                crew=crew(row),
                text=row["text"],
                where=where,
            ),
        )

    return tell


def _thwarted(prose: Prose, row: Row) -> Iterator[tuple[int, Spans]]:
    """Who was kept from an objective by somebody, or from the last that was needed."""
    if row["other"] or row["detail"]["last"]:
        code = "thwarted" if row["other"] else "thwarted-alone"
        weight = LEAD if row["detail"]["last"] else STEP
        yield from _plain(code, weight)(prose, row)


def _happened(prose: Prose, row: Row) -> Iterator[tuple[int, Spans]]:
    """What struck a place; whom it struck is told where it did harm."""
    if not row["member"]:
        yield from _plain("happened", STEP)(prose, row)


def _withdrew(prose: Prose, row: Row) -> Iterator[tuple[int, Spans]]:
    yield from _plain("withdrew" if row["member"] else "withdrew-crew", SCORE)(prose, row)


_DEEDS: dict[str, Callable[[Prose, Row], Iterator[tuple[int, Spans]]]] = {
    Kind.THWARTED: _thwarted,
    Kind.TOOK: _plain("took", STEP),
    Kind.DROPPED: _plain("dropped", STEP),
    Kind.DESTROYED: _plain("destroyed", SCORE),
    Kind.DELIVERED: _plain("delivered", LEAD),
    Kind.HAPPENED: _happened,
    Kind.WITHDREW: _withdrew,
    Kind.SURRENDERED: _plain("surrendered", LEAD),
    Kind.BACK: _plain("back", STEP),
    Kind.RULED: _plain("ruled", STEP),
    Kind.HURT: _plain("hurt-alone", STEP),
    Kind.FINISHED: _plain("finished", STEP),
    Kind.BROKE: _plain("broke", SCORE),
    Kind.STOOD: _plain("stood", SCORE),
}
