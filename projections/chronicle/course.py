"""The course of a battle: its rounds, with what mattered in them, each sentence with its weight."""

from collections.abc import Callable, Iterator, Sequence

from domain.kinds import Kind
from projections.chronicle.battle import Battle, Bout, Item, Round
from projections.chronicle.bouts import clauses
from projections.chronicle.falls import Falls, phrase
from projections.chronicle.memory import Memory
from projections.chronicle.prose import Prose, Terms, Told, crew, named, other, place, who
from projections.chronicle.tree import Spans
from projections.page import Row

MINOR, STEP, SCORE, LEAD = 1, 2, 4, 6


class Course:
    """Tells the rounds of a battle."""

    def __init__(self, prose: Prose, battle: Battle, memory: Memory, terms: Terms) -> None:
        self._prose = prose
        self._battle = battle
        self._falls = Falls(prose, battle, memory, terms.leader)
        self._scored = terms.scored
        self._minor: list[Spans] = []
        self._at: Row | None = None
        self._spot = ""
        self._done: set[tuple[str, str]] = set()
        """Which crew has completed what."""
        self._begun = False
        self._struck: dict[str, str] = {}
        """What has struck each place in this round."""
        self._counted: set[str] = set()
        """The gains that were told with what they were for."""

    def tell(self) -> Iterator[Told]:
        """The sentences of all rounds, in order."""
        for each in self._battle.rounds:
            self._spot, self._begun, self._struck = "", False, {}
            for weight, said in self._round(each):
                self._begun = True
                yield Told(weight, said, each.number)

    def _round(self, found: Round) -> Iterator[tuple[int, Spans]]:
        ground = max((at for at, item in enumerate(found.items) if _is_ground(item)), default=-1)
        for place_, item in enumerate(found.items):
            if isinstance(item, Bout):
                yield from self._bout(item)
            else:
                yield from self._deed(item, found.items[place_ + 1 :])
            if place_ == ground:
                yield from self._flush(only=not self._begun)
                yield from self._ground(found.items)
        yield from self._flush(only=not self._begun)
        if self._scored:
            yield from self._gains([item for item in found.items if not isinstance(item, Bout)])

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
            where = self._where(row)
            yield from self._falls.tell(row, None, where, self._struck.get(row["where"], ""))
        elif row["kind"] == Kind.HURT:
            if not _falls_at_once(row, later):
                yield from self._add(row, self._prose.say("clause-hurt-alone", row, who=who(row)))
        elif row["kind"] == Kind.COMPLETED:
            yield from self._flush()
            yield self._completed(row, later)
        elif tell := _DEEDS.get(row["kind"]):
            yield from self._flush()
            self._remember(row)
            for code, weight in tell(row):
                yield weight, self._plain(code, row)

    def _remember(self, row: Row) -> None:
        """What falls are told by later: what struck a place, who is in the battle again."""
        if row["kind"] == Kind.HAPPENED:
            self._struck[row["where"]] = row["text"]
        elif row["kind"] == Kind.BACK:
            self._falls.back(row["member"])

    def _plain(self, code: str, row: Row) -> Spans:
        """A deed that has one sentence, whatever else is so."""
        text = " ".join(row["text"].split())
        return self._prose.say(
            code,
            row,
            who=who(row),
            other=other(row),
            crew=crew(row),
            text=text.rstrip(".") if row["kind"] == Kind.RULED else text,
            where=self._where(row),
        )

    def _completed(self, row: Row, later: Sequence[Item]) -> tuple[int, Spans]:
        """An objective, and what it did to the score."""
        values = {"who": who(row), "crew": crew(row), "objective": row["text"]}
        gain = next((one for one in later if not isinstance(one, Bout)), None)
        if gain is None or gain["kind"] != Kind.SCORED or gain["crew"] != row["crew"]:
            return SCORE, self._prose.say("completed", row, where=self._where(row), **values)
        self._counted.add(gain["address"])
        crew_, scores = row["crew"], self._scores(gain)
        own, best = scores.pop(crew_), max(scores.values(), default=0)
        ahead = own - gain["number"] > best
        if own > best:
            code, weight = ("completed-on", SCORE) if ahead else ("completed-led", LEAD)
        else:
            code, weight = ("completed-level", LEAD) if own == best else ("completed-less", SCORE)
        if code == "completed-on" and (crew_, row["text"]) in self._done:
            code = "completed-again"
        self._done.add((crew_, row["text"]))
        return weight, self._prose.say(code, row, gain, score=self._said(own, scores), **values)

    def _scores(self, row: Row) -> dict[str, int]:
        """The points of each crew after a gain."""
        return dict(zip((side.id for side in self._battle.met), row["scores"], strict=True))

    def _said(self, own: int, others: dict[str, int]) -> str:
        """A score as one crew sees it, the best of the others first."""
        return self._prose.score([own, *sorted(others.values(), reverse=True)])

    def _ground(self, items: Sequence[Item]) -> Iterator[tuple[int, Spans]]:
        """Places that were taken or lost in a round."""
        rows = [item for item in items if not isinstance(item, Bout)]
        for kind, code in ((Kind.HELD, "held"), (Kind.CEDED, "ceded")):
            for id_ in self._battle.sides:
                mine = [row for row in rows if row["kind"] == kind and row["crew"] == id_]
                if mine and all(map(named, mine)):
                    places = self._prose.listed(dict.fromkeys(place(row) for row in mine))
                    yield STEP, self._prose.say(code, *mine, crew=crew(mine[0]), places=places)

    def _gains(self, rows: Sequence[Row]) -> Iterator[tuple[int, Spans]]:
        """Points for other things than objectives, and what the score is after the round."""
        gains = [row for row in rows if row["kind"] == Kind.SCORED]
        found: dict[str, list[Row]] = {}
        for row in gains:
            if row["address"] not in self._counted:
                found.setdefault(row["crew"], []).append(row)
        if not found:
            return
        each = [self._gain(mine) for mine in found.values()]
        score = self._stand(gains[-1])
        yield STEP, self._prose.say("scored", each=self._prose.clauses(each), score=score)

    def _gain(self, rows: Sequence[Row]) -> Spans:
        why = self._prose.listed(dict.fromkeys(row["text"] for row in rows))
        return self._prose.say("clause-scored", *rows, crew=crew(rows[0]), why=why)

    def _stand(self, row: Row) -> Spans:
        """The score after a gain, and for whom it is."""
        scores = self._scores(row)
        first = max(scores, key=lambda crew_: scores[crew_])
        best = scores.pop(first)
        score = self._said(best, scores)
        if best in scores.values():
            return self._prose.part("score-level", score=score)
        return self._prose.part("score-for", score=score, crew=crew(self._battle.sides[first].met))


def _is_ground(item: Item) -> bool:
    """Whether a place was taken or lost."""
    return isinstance(item, dict) and item["kind"] in (Kind.HELD, Kind.CEDED)


def _falls_at_once(row: Row, later: Sequence[Item]) -> bool:
    """Whether who is hurt falls by it, which is told instead."""
    after = later[0] if later else None
    return isinstance(after, dict) and (after["kind"], after["member"]) == (
        Kind.FELL,
        row["member"],
    )


Telling = Callable[[Row], Iterator[tuple[str, int]]]
"""The sentence of a deed and its weight; none where it is told otherwise."""


def _as(code: str, weight: int) -> Telling:
    def tell(_: Row) -> Iterator[tuple[str, int]]:
        yield code, weight

    return tell


def _thwarted(row: Row) -> Iterator[tuple[str, int]]:
    """Who was kept from an objective by somebody, or from the last that was needed."""
    if row["other"] or row["detail"]["last"]:
        weight = LEAD if row["detail"]["last"] else STEP
        yield ("thwarted" if row["other"] else "thwarted-alone"), weight


def _happened(row: Row) -> Iterator[tuple[str, int]]:
    """What struck a place; whom it struck is told where it did harm."""
    if not row["member"]:
        yield "happened", STEP


def _withdrew(row: Row) -> Iterator[tuple[str, int]]:
    yield ("withdrew" if row["member"] else "withdrew-crew"), SCORE


_DEEDS: dict[str, Telling] = {
    Kind.THWARTED: _thwarted,
    Kind.TOOK: _as("took", STEP),
    Kind.DROPPED: _as("dropped", STEP),
    Kind.DESTROYED: _as("destroyed", SCORE),
    Kind.DELIVERED: _as("delivered", LEAD),
    Kind.HAPPENED: _happened,
    Kind.WITHDREW: _withdrew,
    Kind.SURRENDERED: _as("surrendered", LEAD),
    Kind.BACK: _as("back", STEP),
    Kind.RULED: _as("ruled", STEP),
    Kind.FINISHED: _as("finished", STEP),
    Kind.BROKE: _as("broke", SCORE),
    Kind.STOOD: _as("stood", SCORE),
}
