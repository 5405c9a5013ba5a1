"""The chapter of a crew: its founding, its battles, its rivals, its purse, its fallen."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.kinds import Kind
from projections import deeds
from projections.chronicle.battle import DREW, LOST, WON
from projections.chronicle.battles import notes, number
from projections.chronicle.prose import Prose, Said, crew, paragraph, who
from projections.chronicle.season import Met, Named, Season
from projections.chronicle.tree import Block, Chapter, Heading, Length, Link, Spans, Table, spans
from projections.chronicle.tree import Kind as Chapters
from projections.frame.templates import Frame
from projections.page import Row

_TOLD = (
    Kind.FOUNDED,
    Kind.RENAMED,
    Kind.FINIS,
    Kind.FELL,
    Kind.FELLED,
    Kind.DEPLOYED,
    Kind.DIED,
    Kind.PAID,
    Kind.JOINED,
    Kind.NOTED,
    Kind.YEAR,
)
RUN = 3
MOST = 8


def chapter(frame: Frame, season: Season, named: Named, length: Length, start: int) -> Chapter:
    """The chapter of a crew."""
    card = Card(frame, season, named, start)
    blocks = card.full() if length is Length.FULL else paragraph(card.sentences())
    return Chapter(Chapters.CREW, named.id, named.name, tuple(blocks))


class Card:
    """Tells a crew."""

    def __init__(self, frame: Frame, season: Season, named: Named, start: int) -> None:
        self._prose = Prose(frame, start)
        self._season = season
        self._named = named
        self._rows = deeds.crew(season.shelf, named.id, kinds=_TOLD)
        self._met = season.of(named.id)
        self._link = Link(named.id, named.name)

    def sentences(self) -> list[Spans]:
        """The shortest that is told: founding, results, the dead, the end."""
        first = (*self._founding(), *self._results(), *self._best())
        return [*first, *self._fallen(), *self._ends()]

    def full(self) -> Iterator[Block]:
        """Everything, with tables of members, battles and rivals."""
        yield from paragraph((*self._founding(), *self._results(), *self._best()))
        yield from paragraph(self._rivals())
        yield from paragraph((*self._purse(), *self._fallen(), *self._ends()))
        yield from self._tables()
        yield from notes(row for row in self._of(Kind.NOTED) if not row["member"])

    def _of(self, *kinds: Kind) -> list[Row]:
        return [row for row in self._rows if row["kind"] in kinds]

    def _founding(self) -> Iterator[Spans]:
        for row in self._rows:
            if row["member"] or row["kind"] not in (Kind.FOUNDED, Kind.RENAMED):
                continue
            values = {"crew": crew(row), "player": row["text"], "text": row["text"]}
            if row["kind"] == Kind.RENAMED:
                yield self._prose.say("crew-renamed", row, **values)
            else:
                code = "refounded" if row["detail"].get("again") else "founded"
                yield self._prose.say(code, row, purse=row["number"], **values)

    def _results(self) -> Iterator[Spans]:
        """Battles won, drawn and lost, and its longest run."""
        fought = [met for met in self._met if met.came]
        if not fought:
            code = "crew-battle-open" if self._met else "crew-no-battle"
            yield self._prose.say(code, crew=self._link)
            return
        came = Counter(met.came for met in fought)
        yield self._prose.say(
            "crew-fought" if len(fought) > 1 else "crew-fought-once",
            fought[-1].address,
            how=self._prose.word(f"came-{fought[0].came}"),
            battle=self._battle(fought[0].battle),
            crew=self._link,
            battles=self._prose.number(len(fought)),
            won=self._prose.number(came[WON]),
            drawn=self._prose.number(came[DREW]),
            lost=self._prose.number(came[LOST]),
        )
        for how, code in ((WON, "best-run"), (LOST, "worst-run")):
            run = _longest(fought, how)
            if len(run) >= RUN:
                n, first, last = self._prose.number(len(run)), run[0], run[-1]
                yield self._prose.say(
                    code,
                    last.address,
                    crew=self._link,
                    n=n,
                    first=self._battle(first.battle),
                    last=self._battle(last.battle),
                )

    def _best(self) -> Iterator[Spans]:
        """Who has felled most for it."""
        felled: dict[str, list[Row]] = {}
        for row in self._of(Kind.FELLED):
            felled.setdefault(row["member"], []).append(row)
        most = max(map(len, felled.values()), default=0)
        best = [rows[-1] for rows in felled.values() if len(rows) == most]
        code = "best-one" if len(best) == 1 else "best-several"
        if len(best) <= MOST and most > 1:
            values: dict[str, Said] = {"crew": self._link, "n": self._prose.number(most)}
            listed = self._prose.listed(map(who, best))
            yield self._prose.say(code, *best, who=listed, **values)

    def _rivals(self) -> Iterator[Spans]:
        """Whom it met most often, and how that went."""
        met = Counter(other.crew for mine in self._met for other in self._season.against(mine))
        if not met:
            return
        rival, times = max(met.items(), key=lambda each: each[1])
        if times < RUN:
            return
        pairs = [
            (mine, other)
            for mine in self._met
            for other in self._season.against(mine)
            if other.crew == rival
        ]
        came = Counter(_between(*each) for each in pairs)
        ahead = came[WON] - came[LOST]
        even = "rival-even" if came[WON] else "rival-drawn"
        code = "rival-up" if ahead > 0 else "rival-down" if ahead else even
        yield self._prose.say(
            code,
            pairs[-1][0].address,
            crew=self._link,
            n=came[WON],
            rival=Link(rival, self._name(rival)),
            times=self._prose.number(times),
            won=self._prose.number(came[WON]),
            lost=self._prose.number(came[LOST]),
        )

    def _purse(self) -> Iterator[Spans]:
        paid = self._of(Kind.PAID)
        if not paid:
            return
        earned = sum(row["number"] for row in paid if row["number"] > 0)
        spent = -sum(row["number"] for row in paid if row["number"] < 0)
        hired = sum(row["detail"].get("paid", 0) for row in self._of(Kind.JOINED))
        values = {"earned": earned, "spent": spent, "hired": hired}
        purse = self._season.terms.purse
        yield self._prose.say("crew-purse", paid[-1], crew=self._link, purse=purse, **values)
        owed: Counter[tuple[str, str]] = Counter()
        for row in paid:
            if row["other"] in self._season.crews:
                owed[row["other"], row["other_name"]] += row["number"]
        for (id_, name), sum_ in owed.items():
            code = "dealings-in" if sum_ > 0 else "dealings-out" if sum_ < 0 else "dealings-even"
            other = Link(id_, name)
            yield self._prose.say(code, paid[-1], crew=self._link, other=other, sum=abs(sum_))

    def _fallen(self) -> Iterator[Spans]:
        died = self._of(Kind.DIED)
        if died:
            code = "crew-dead-one" if len(died) == 1 else "crew-dead"
            names = [who(row) for row in died[:MOST]]
            more = len(died) - len(names)
            rest = [self._prose.part("more", n=more)] if more else []
            each = self._prose.listed([*names, *rest])
            yield self._prose.say(code, *died[:MOST], crew=self._link, each=each)

    def _ends(self) -> Iterator[Spans]:
        for row in self._of(Kind.YEAR):
            yield self._prose.say("crew-year", row, crew=crew(row))
        for row in self._of(Kind.FINIS):
            yield self._prose.say("finis", row, crew=crew(row), why=row["text"])

    # Tables.

    def _tables(self) -> Iterator[Block]:
        prose = self._prose
        roll = [tuple(self._rolled(one)) for one in self._season.roll(self._named.id)]
        for code, heads, rows in (
            ("roll", ("who", "what", "battles", "felled", "fell", "end"), roll),
            ("battles", ("battle", "against", "result", "points"), self._battles()),
            ("rivals", ("against", "met", "won", "drawn", "lost"), self._against()),
        ):
            if rows:
                yield Heading(prose.part(code))
                columns = tuple(prose.word(f"head-{head}") for head in heads)
                numbers = frozenset(place for place, head in enumerate(heads) if head in _NUMBERS)
                yield Table(columns, tuple(rows), numbers=numbers)

    def _rolled(self, one: Named) -> Iterator[Spans]:
        def count(kind: Kind) -> Spans:
            found = [row for row in self._rows if row["member"] == one.id and row["kind"] == kind]
            per = {row["story"] for row in found} if kind is Kind.DEPLOYED else found
            return spans(str(len(per)))

        end = one.end if one.end is not None and one.end["crew"] == self._named.id else None
        yield spans(Link(one.id, one.name))
        yield spans(one.came["text"])
        yield from (count(kind) for kind in (Kind.DEPLOYED, Kind.FELLED, Kind.FELL))
        moved = one.crew != self._named.id
        fate = "moved" if moved else end["kind"] if end else "here"
        yield spans(self._prose.word(f"fate-{fate}"))

    def _battles(self) -> list[tuple[Spans, ...]]:
        return [
            (
                spans(self._battle(met.battle), f" {met.scenario}"),
                self._prose.listed(Link(one.crew, one.name) for one in self._season.against(met)),
                spans(self._prose.word(f"came-{met.came or 'open'}")),
                spans(self._prose.score(self._points(met))),
            )
            for met in self._met
        ]

    def _points(self, met: Met) -> list[int]:
        return [met.points, *(one.points for one in self._season.against(met))]

    def _against(self) -> list[tuple[Spans, ...]]:
        found: dict[str, Counter[str]] = {}
        for met in self._met:
            for other in self._season.against(met):
                found.setdefault(other.crew, Counter()).update([_between(met, other), "met"])
        return [
            (
                spans(Link(id_, self._name(id_))),
                *(spans(str(came[what])) for what in ("met", WON, DREW, LOST)),
            )
            for id_, came in found.items()
        ]

    def _name(self, id_: str) -> str:
        """What a crew is called now; a guest's name is the one it was met under."""
        if id_ in self._season.crews:
            return self._season.crews[id_].name
        met = (one for mine in self._met for one in self._season.against(mine))
        return next(one.name for one in met if one.crew == id_)

    def _battle(self, story: str) -> Link:
        return Link(story, self._prose.word("battle-link", n=number(story)))


def _between(mine: Met, other: Met) -> str:
    """How a battle came out between two of its crews, as for `projections.rivals`.

    It is "" where they have only met: both lost to a third, were level with it, or won together.
    """
    return mine.came if (mine.came, other.came) in _DECIDED else ""


_DECIDED = ((WON, LOST), (DREW, DREW), (LOST, WON))
_NUMBERS = ("battles", "felled", "fell", "points", "met", "won", "drawn", "lost")


def _longest(fought: Sequence[Met], how: str) -> list[Met]:
    """The longest run of battles that came out so; of equals the first."""
    best: list[Met] = []
    run: list[Met] = []
    for met in fought:
        run = [*run, met] if met.came == how else []
        if len(run) > len(best):
            best = run
    return best
