"""The chapter of a member: who it is, whom it felled and by whom it fell, how it ended."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.kinds import Kind
from projections import deeds
from projections.chronicle.battle import WON
from projections.chronicle.battles import notes, number
from projections.chronicle.prose import Prose, Said, crew, other, paragraph, who
from projections.chronicle.season import Met, Named, Season
from projections.chronicle.tree import Block, Chapter, Heading, Length, Link, Spans, Table, spans
from projections.chronicle.tree import Kind as Chapters
from projections.frame.templates import Frame
from projections.page import Row

_TOLD = (
    Kind.JOINED,
    Kind.RENAMED,
    Kind.SOLD,
    Kind.LEFT,
    Kind.DIED,
    Kind.CAPTAIN,
    Kind.DEPLOYED,
    Kind.FELL,
    Kind.FELLED,
    Kind.COMPLETED,
    Kind.DELIVERED,
    Kind.INJURED,
    Kind.CURED,
    Kind.ABSENT,
    Kind.RETURNED,
    Kind.ADVANCED,
    Kind.ABILITY,
    Kind.GAINED,
    Kind.HANDED,
    Kind.LOST,
    Kind.NOTED,
)
_CAME = {Kind.RENAMED: "renamed", Kind.CAPTAIN: "leads", Kind.SOLD: "sold"}
MOST = 8
"""So many victims are named in a sentence."""


def chapter(frame: Frame, season: Season, member: Named, length: Length, start: int) -> Chapter:
    """The chapter of a member."""
    card = Card(frame, season, member, start)
    blocks = card.full() if length is Length.FULL else paragraph(card.sentences())
    return Chapter(Chapters.MEMBER, member.id, member.name, tuple(blocks))


class Card:
    """Tells a member."""

    def __init__(self, frame: Frame, season: Season, member: Named, start: int) -> None:
        self._prose = Prose(frame, start)
        self._season = season
        self._member = member
        self._rows = deeds.member(season.shelf, member.id, kinds=_TOLD)
        fought = [row["story"] for row in self._of(Kind.DEPLOYED)]
        self._fought = list(dict.fromkeys(fought))
        self._crew = {row["story"]: row["crew"] for row in self._of(Kind.DEPLOYED)}

    def sentences(self) -> list[Spans]:
        """The shortest that is told: how it came, what it did, how it ended."""
        return [*self._came(), *self._battles(), *self._victims(), *self._ends()]

    def full(self) -> Iterator[Block]:
        """Everything, with a table of its battles."""
        yield from paragraph((*self._came(), *self._battles(), *self._deeds()))
        yield from paragraph(self._victims())
        yield from paragraph(self._grudges())
        yield from paragraph((*self._wounds(), *self._grown(), *self._things()))
        yield from paragraph(self._ends())
        if self._fought:
            yield Heading(self._prose.part("battles"))
            yield self._table()
        yield from notes(self._of(Kind.NOTED))

    def _of(self, *kinds: Kind) -> list[Row]:
        return [row for row in self._rows if row["kind"] in kinds]

    def _came(self) -> Iterator[Spans]:
        """How it joined a crew, under which name, and what it is called now."""
        sellers = {row["other"] for row in self._of(Kind.JOINED)}
        for row in self._of(Kind.JOINED, Kind.RENAMED, Kind.CAPTAIN, Kind.SOLD):
            if row["kind"] == Kind.SOLD and row["crew"] in sellers:
                continue  # it is told where the buyer took him in
            values = {"who": who(row), "crew": crew(row), "text": row["text"], "to": other(row)}
            detail = row["detail"]
            code = _joining(row) if row["kind"] == Kind.JOINED else _CAME[row["kind"]]
            yield self._prose.say(code, row, die=detail.get("die", 0), cost=row["number"], **values)

    def _battles(self) -> Iterator[Spans]:
        """How often it fought, and how that came out for its crew; what goes on is not fought."""
        over = [met for met in map(self._met, self._fought) if met.came]
        if not over:
            code = "member-battle-open" if self._fought else "never-fought"
            yield self._prose.say(code, who=self._link)
            return
        came = Counter(met.came for met in over)
        here = [row for row in self._of(Kind.DEPLOYED) if row["story"] == over[-1].battle]
        yield self._prose.say(
            "fought-once" if len(over) == 1 else "fought",
            here[-1],
            who=self._link,
            battles=self._prose.number(len(over)),
            battle=self._battle(over[0].battle),
            won=self._prose.number(came[WON]),
            drawn=self._prose.number(came["drew"]),
            lost=self._prose.number(came["lost"]),
        )

    def _deeds(self) -> Iterator[Spans]:
        done = self._of(Kind.COMPLETED, Kind.DELIVERED)
        if done:
            code = "objective" if len(done) == 1 else "objectives"
            n, text = self._prose.number(len(done)), done[0]["text"]
            yield self._prose.say(code, *done[:MOST], who=self._link, n=n, text=text)

    def _met(self, story: str) -> Met:
        """The crew for which it fought in a battle, and how that came out."""
        return next(one for one in self._season.met[story] if one.crew == self._crew[story])

    @property
    def _link(self) -> Link:
        return Link(self._member.id, self._member.name)

    def _battle(self, story: str) -> Link:
        return Link(story, self._prose.word("battle-link", n=number(story)))

    def _victims(self) -> Iterator[Spans]:
        """Whom it felled: the first, and all others."""
        felled = self._of(Kind.FELLED)
        if not felled:
            return
        first = felled[0]
        code = "first-victim" if len(felled) > 1 else "only-victim"
        values = {"who": who(first), "other": other(first), "battle": self._battle(first["story"])}
        yield self._prose.say(code, first, **values)
        if len(felled) > 1:
            yield self._all(felled)

    def _all(self, felled: Sequence[Row]) -> Spans:
        counted: dict[str, list[Row]] = {}
        for row in felled:
            counted.setdefault(row["other"], []).append(row)
        named = [self._times(other(rows[-1]), len(rows)) for rows in counted.values()]
        rest = len(named) - MOST
        each = named[:MOST] + ([self._prose.part("more", n=rest)] if rest > 0 else [])
        n = self._prose.number(len(felled))
        listed = self._prose.listed(each)
        return self._prose.say("victims", felled[-1], who=self._link, n=n, each=listed)

    def _times(self, name: Link, times: int) -> Spans:
        if times == 1:
            return (name,)
        return spans(*self._prose.part("times", name=name, n=self._prose.number(times)))

    def _grudges(self) -> Iterator[Spans]:
        """By whom it fell, and whether that has been repaid since."""
        latest: dict[str, Row] = {}
        for row in self._of(Kind.FELL):
            for victor in row["detail"]["by"] or [["", ""]]:
                latest[victor[0]] = row | dict(zip(("other", "other_name"), victor, strict=True))
        repaid = {row["other"]: row for row in self._of(Kind.FELLED)}
        open_: list[Row] = []
        for victor, row in latest.items():
            settled = repaid.get(victor)
            if code := self._unowed(row, victor):
                yield self._prose.say(code, row, **self._fall(row, row))
            elif settled is None or settled["position"] < row["position"]:
                open_.append(row)
            else:
                yield self._prose.say("card-repaid", row, settled, **self._fall(row, settled))
        if len(open_) == 1:
            yield self._prose.say("card-fell", open_[0], **self._fall(open_[0], open_[0]))
        elif open_:
            each = self._prose.listed(
                self._prose.part("in-brackets", **self._fall(row, row)) for row in open_
            )
            yield self._prose.say("card-fell-often", *open_, who=self._link, each=each)

    def _unowed(self, row: Row, victor: str) -> str:
        """The sentence for a fall that nobody has to repay: to nobody, or to the own side."""
        if deeds.own(row):
            return "card-fell-self" if victor == row["member"] else "card-fell-own"
        if victor in self._season.members:
            return ""
        return "card-fell-nobodys" if victor else "card-fell-alone"

    def _fall(self, row: Row, settled: Row) -> dict[str, Said]:
        """What is said of a fall: who, by whom, where, and where it was settled."""
        battle, then = self._battle(row["story"]), self._battle(settled["story"])
        return {"who": who(row), "by": other(row), "battle": battle, "then": then}

    def _wounds(self) -> Iterator[Spans]:
        cured = Counter(row["text"] for row in self._of(Kind.CURED))
        end = self._member.end
        stays = "card-injured" if end is None else "card-injured-then"
        for row in self._of(Kind.INJURED):
            code = "card-injured-cured" if cured[row["text"]] > 0 else stays
            cured[row["text"]] -= 1
            yield self._prose.say(code, row, who=self._link, what=row["text"])
        back = [row["position"] for row in self._of(Kind.RETURNED)]
        for row in self._of(Kind.ABSENT, Kind.RETURNED):
            still = not any(at > row["position"] for at in back)
            away = "card-away-still" if still and end is None else "card-away"
            code = "returned" if row["kind"] == Kind.RETURNED else away
            yield self._prose.say(code, row, who=who(row), crew=crew(row), what=row["text"])

    def _grown(self) -> Iterator[Spans]:
        grown = self._of(Kind.ADVANCED, Kind.ABILITY)
        if grown:
            what = self._prose.listed(dict.fromkeys(row["text"] for row in grown))
            yield self._prose.say("card-grew", *grown[:MOST], who=self._link, what=what)

    def _things(self) -> Iterator[Spans]:
        """What it bears and bore, each thing once."""
        rows = self._of(Kind.GAINED, Kind.HANDED)
        if rows:
            things = {row["detail"]["item"]: row["text"] for row in rows}
            links = [Link(item, text) for item, text in things.items()]
            what, n = self._prose.listed(links), len(links)
            yield self._prose.say("card-things", *rows[:MOST], who=self._link, what=what, n=n)

    def _ends(self) -> Iterator[Spans]:
        end = self._member.end
        if end is None:
            return
        here = [row for row in self._of(Kind.FELL) if row["story"] == end["told_in"]]
        by = [Link(*each) for row in here[-1:] for each in row["detail"]["by"]]
        code = "end-left" if end["kind"] == Kind.LEFT else "end-by" if by else "end"
        battle = self._battle(end["told_in"]) if end["told_in"] in self._season.met else ""
        if code != "end-left" and end["told_in"] not in self._fought:
            code = "end-after" if battle else "end-between"
        yield self._prose.say(
            code,
            end,
            who=who(end),
            crew=crew(end),
            by=self._prose.listed(by),
            battle=battle,
            why=end["text"] or "",
        )

    def _table(self) -> Table:
        """Its battles, one a row; for whom it fought is said of one that has changed sides."""
        moved = len(set(self._crew.values())) > 1
        columns = ("battle", *(["for"] if moved else []), "result", "felled", "fell")
        rows = [tuple(self._row(story, moved=moved)) for story in self._fought]
        heads = tuple(self._prose.word(f"head-{column}") for column in columns)
        return Table(heads, tuple(rows))

    def _row(self, story: str, *, moved: bool) -> Iterator[Spans]:
        met = self._met(story)
        here = [row for row in self._rows if row["story"] == story]
        felled = [other(row) for row in here if row["kind"] == Kind.FELLED]
        fell = [Link(*by) for row in here if row["kind"] == Kind.FELL for by in row["detail"]["by"]]
        yield spans(self._battle(story), f" {met.scenario}")
        if moved:
            yield spans(Link(met.crew, met.name))
        yield spans(self._prose.word(f"came-{met.came or 'open'}"))
        yield self._prose.listed(felled)
        yield self._prose.listed(fell)


def _joining(row: Row) -> str:
    """How somebody joined."""
    if row["detail"]["captain"]:
        return "joined-leading"
    if row["other"]:
        return "joined-sold"
    return "joined-die" if row["detail"]["die"] else "joined"
