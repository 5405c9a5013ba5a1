"""Deeds: one row for each thing that somebody did or that befell him, in the names as they were.

Chronicles, tallies, records and the search are made of these rows. They are kept in a file of their
own (`views` with `DEEDS`), so that whoever does not ask for them does not pay for them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sqlalchemy import Integer, Select, Table, or_, select, union
from sqlalchemy.sql.elements import ColumnElement

from domain.chronicle import Began, Completed, Concluded, Deployed, Ended, Fact, Fell, Round
from domain.kinds import Deed, Kind, first, pairs
from domain.terms import Who
from projections.page import Page, Row, Shelf, View, document, key, number, table, text
from projections.reports import battles, voided

if TYPE_CHECKING:
    from domain.ledger.record import Line

NOBODY = Who("", "")

deeds = table(
    "deeds",
    key("line", Integer),
    key("place", Integer),
    number("position"),
    text("address"),
    text("told_in", asked=True),
    text("kind", asked=True),
    text("crew"),
    text("crew_name"),
    text("member", asked=True),
    text("name"),
    text("other"),
    text("other_name"),
    text("other_crew"),
    text("where"),
    text("where_name"),
    number("number"),
    text("text"),
    document("detail"),
)
"""A row for each deed of a line: `place` counts them from 1, `position` is the line's in the log.

`told_in` is the story of the action it came of: a battle's, for what its aftermath did to a crew.
`kind` is a `domain.kinds.Kind`, which says what `number`, `text` and `detail` hold. `crew` is the
id of the crew that `member` fought for then, `other_crew` that of `other` (who did it, or whom it
was done to; none of one that fights for nobody), `where` the place at which the member stood; the
names beside them are as they were then. All are empty where nobody and nothing is meant. The
detail of what an amendment put there says `amended`, with the reason. A member
that went to another crew keeps its id, so that a sum over `crew` is the sum of its members then.
"""

_PLACING = (Kind.DEPLOYED, Kind.MOVED, Kind.BACK)


class Deeds(View):
    """A row for each deed, told from both its sides where it has two."""

    name = "deeds"
    version = 3
    tables: ClassVar[tuple[Table, ...]] = (deeds,)
    deeds: ClassVar[bool] = True

    def read(self, page: Page) -> None:
        """Write down what a page of lines tells, with where everybody stood and fought for whom."""
        field = _Field(page)
        at: Line | None = None
        place = 0
        for line, fact in page.told:
            if line is not at:
                at, place = line, 0
            for deed in _DEEDS.get(type(fact), _nothing)(fact):
                told = field.row(line.story, deed, page.amended.get(line.batch))
                if deed.kind is Kind.FELLED and own(told):
                    continue
                place += 1
                page.add(
                    deeds,
                    story=line.story,
                    line=line.line,
                    place=place,
                    position=page.position(line),
                    address=line.address,
                    told_in=line.batch.rpartition("/")[0],
                    **told,
                )


VIEW = Deeds()


class _Field:
    """Where everybody stands in the battles of a page, and for which crew it fights."""

    def __init__(self, page: Page) -> None:
        self._home: dict[tuple[str, str], Who] = {}
        self._spot: dict[tuple[str, str], Who] = {}
        kept = deeds.c.kind.in_((Kind.MET, *_PLACING))
        for row in sorted(page.stored(deeds, kept), key=lambda row: (row["position"], row["line"])):
            crew, detail = Who(row["crew"], row["crew_name"]), row["detail"]
            if row["kind"] == Kind.MET:
                self._muster(row["story"], crew, detail)
            else:
                self._spot[row["story"], row["member"]] = Who(row["where"], row["where_name"])

    def row(self, story: str, deed: Deed, amended: str | None) -> Row:
        """The columns of a deed that say who, whom, where and what; why it was put there later."""
        if deed.kind is Kind.MET and deed.crew:
            self._muster(story, deed.crew, deed.detail)
        member, other = deed.member or NOBODY, deed.other or NOBODY
        if deed.kind in _PLACING and deed.where:
            self._spot[story, member.id] = deed.where
        crew = deed.crew or self._home.get((story, member.id), NOBODY)
        where = deed.where or self._spot.get((story, member.id), NOBODY)
        return {
            "kind": deed.kind.value,
            "crew": crew.id,
            "crew_name": crew.name,
            "member": member.id,
            "name": member.name,
            "other": other.id,
            "other_name": other.name,
            "other_crew": self._home.get((story, other.id), NOBODY).id,
            "where": where.id,
            "where_name": where.name,
            "number": deed.number,
            "text": deed.text,
            "detail": {**deed.detail, "amended": amended} if amended is not None else deed.detail,
        }

    def _muster(self, story: str, crew: Who, detail: Mapping[str, Any]) -> None:
        for member, _ in detail["members"]:
            self._home[story, member] = crew


def own(row: Row) -> bool:
    """Whether a member's own side did it, or itself: then it is nobody's victim."""
    return bool(row["crew"]) and row["crew"] == row["other_crew"]


def _nothing(_: Fact) -> Iterator[Deed]:
    yield from ()


def _itself(fact: Deed) -> Iterator[Deed]:
    yield fact


def _deployed(fact: Deployed) -> Iterator[Deed]:
    yield Deed(kind=Kind.DEPLOYED, member=fact.member, where=fact.where)


def _round(fact: Round) -> Iterator[Deed]:
    yield Deed(kind=Kind.ROUND, number=fact.number)


def _completed(fact: Completed) -> Iterator[Deed]:
    yield Deed(kind=Kind.COMPLETED, crew=fact.crew, member=fact.by, text=fact.objective)


def _concluded(_: Concluded) -> Iterator[Deed]:
    yield Deed(kind=Kind.CONCLUDED)


def _fell(fact: Fell) -> Iterator[Deed]:
    """Who fell has been felled, and whoever did it has felled: each is told on its own side."""
    several = len(fact.by)
    detail = {"by": pairs(fact.by)}
    yield Deed(
        kind=Kind.FELL, member=fact.member, other=first(fact.by), number=several, detail=detail
    )
    for victor in fact.by:
        yield Deed(kind=Kind.FELLED, member=victor, other=fact.member, number=several)


def _began(fact: Began) -> Iterator[Deed]:
    for seat, camp in enumerate(fact.crews):
        yield Deed(
            kind=Kind.MET,
            crew=camp.crew,
            number=camp.rating,
            text=fact.scenario,
            detail={"seat": seat, "player": camp.player, "members": pairs(camp.members)},
        )


def _ended(fact: Ended) -> Iterator[Deed]:
    yield Deed(kind=Kind.ENDED, number=fact.rounds, text=fact.reason)
    for result in fact.results:
        yield Deed(kind=Kind.RESULT, crew=result.crew, number=result.points, text=result.came.value)


_DEEDS: dict[type[Fact], Callable[[Any], Iterator[Deed]]] = {
    Deed: _itself,
    Deployed: _deployed,
    Fell: _fell,
    Round: _round,
    Completed: _completed,
    Began: _began,
    Ended: _ended,
    Concluded: _concluded,
}
"""The deeds of a fact: deeds as they are, and the facts that all games tell."""


# Asking.


def counted() -> ColumnElement[bool]:
    """Whether a deed counts: nothing does of a friendly battle, or of one that is void."""
    friendly = select(battles.c.story).where(battles.c.friendly)
    none = union(friendly, select(voided.c.battle)).scalar_subquery()
    return deeds.c.story.not_in(none) & deeds.c.told_in.not_in(none)


def asked(*which: ColumnElement[bool], kinds: Collection[Kind] = ()) -> Select[Any]:
    """A query for the deeds that count and are such, in the order of the record."""
    query = select(deeds).where(counted(), *which)
    if kinds:
        query = query.where(deeds.c.kind.in_([kind.value for kind in kinds]))
    return query.order_by(deeds.c.position, deeds.c.story, deeds.c.line, deeds.c.place)


def told(shelf: Shelf, *which: ColumnElement[bool], kinds: Collection[Kind] = ()) -> list[Row]:
    """The deeds that count and are such: `told(views, deeds.c.crew == crew, kinds=[Kind.FELL])`."""
    return shelf.rows(asked(*which, kinds=kinds))


def battle(shelf: Shelf, story: str, *, kinds: Collection[Kind] = ()) -> list[Row]:
    """The deeds of one battle and its aftermath; none of a battle that does not count."""
    return told(shelf, or_(deeds.c.story == story, deeds.c.told_in == story), kinds=kinds)


def member(shelf: Shelf, id_: str, *, kinds: Collection[Kind] = ()) -> list[Row]:
    """The deeds of one member, for whichever crew; of what others did to it, its own side."""
    return told(shelf, deeds.c.member == id_, kinds=kinds)


def crew(shelf: Shelf, id_: str, *, kinds: Collection[Kind] = ()) -> list[Row]:
    """The deeds of one crew and of all who were its members when they did them."""
    return told(shelf, deeds.c.crew == id_, kinds=kinds)


def fought(shelf: Shelf) -> list[str]:
    """The battles that count, in the order in which they opened."""
    met = deeds.c.kind == Kind.MET.value
    query = select(deeds.c.story, deeds.c.position).where(counted(), met).distinct()
    return [row["story"] for row in shelf.rows(query.order_by(deeds.c.position))]
