"""Reports of battles: who met over what, how it went, how it ended."""

from collections.abc import Collection, Sequence
from typing import Any, ClassVar

from sqlalchemy import Integer, Table, and_, exists, select
from sqlalchemy.sql.elements import ColumnElement

from domain.campaign import BattleClosed
from domain.chronicle import Began, Came, Completed, Concluded, Deployed, Ended, Fell, Round, Turned
from domain.terms import Event, NotFound
from domain.voided import BattleVoided
from projections.page import Page, Row, Shelf, View, flag, key, number, several, table, text

CONCLUDED = "concluded"
VOID = "void"

battles = table(
    "battles",
    text("scenario"),
    flag("friendly"),
    number("rounds"),
    text("status"),
    text("reason"),
    text("opened"),
    text("ended"),
)
sides = table(
    "sides",
    key("crew"),
    text("name"),
    text("player"),
    number("seat"),
    number("rating"),
    number("points"),
    text("came"),
)
parts = table("parts", key("member", asked=True), text("name"), text("crew"), flag("deployed"))
falls = table(
    "falls",
    key("line", Integer),
    text("address"),
    text("member", asked=True),
    text("name"),
    several("by"),
)
completions = table(
    "completions",
    key("line", Integer),
    text("address"),
    text("crew"),
    text("by"),
    text("objective"),
)
moments = table("moments", key("line", Integer), text("address"), text("told"))
voided = table(
    "voided", key("battle"), text("scenario"), several("crews"), several("ids"), text("reason")
)


class Reports(View):
    """A row for each battle, each crew in it, each member, each fall, each turn of events."""

    name = "reports"
    version = 3
    tables: ClassVar[tuple[Table, ...]] = (
        battles,
        sides,
        parts,
        falls,
        completions,
        moments,
        voided,
    )
    events: ClassVar[tuple[type[Event], ...]] = (BattleClosed, BattleVoided)

    def read(self, page: Page) -> None:
        """Write down what a page of lines tells of battles."""
        self._openings(page)
        for line, fact in page.facts(Deployed):
            part = page.row(parts, story=line.story, member=fact.member.id)
            part.update(deployed=True, name=part["name"] or fact.member.name)
        for line, begun in page.facts(Round):
            page.row(battles, story=line.story)["rounds"] = begun.number
        self._endings(page)
        self._events(page)
        for line, closed in page.of(BattleClosed):
            if closed.void:
                page.row(voided, story=line.story, battle=closed.battle)
        for line, gone in page.of(BattleVoided):
            page.row(voided, story=line.story, battle=gone.battle).update(
                scenario=gone.scenario,
                crews=[crew.name for crew in gone.crews],
                ids=[crew.id for crew in gone.crews],
                reason=gone.reason,
            )

    def _openings(self, page: Page) -> None:
        for line, fact in page.facts(Began):
            page.row(battles, story=line.story).update(
                scenario=fact.scenario, friendly=fact.friendly, status="open", opened=line.at
            )
            for seat, camp in enumerate(fact.crews):
                page.row(sides, story=line.story, crew=camp.crew.id).update(
                    name=camp.crew.name, player=camp.player, seat=seat, rating=camp.rating
                )
                for who in camp.members:
                    page.row(parts, story=line.story, member=who.id).update(
                        name=who.name, crew=camp.crew.id
                    )

    def _endings(self, page: Page) -> None:
        for line, fact in page.facts(Ended):
            page.row(battles, story=line.story).update(
                status="ended", reason=fact.reason, ended=line.address
            )
            for result in fact.results:
                page.row(sides, story=line.story, crew=result.crew.id).update(
                    points=result.points, came=result.came.value
                )
        for line, _ in page.facts(Concluded):
            page.row(battles, story=line.story)["status"] = CONCLUDED

    def _events(self, page: Page) -> None:
        for line, fell in page.facts(Fell):
            page.add(
                falls,
                story=line.story,
                line=line.line,
                address=line.address,
                member=fell.member.id,
                name=fell.member.name,
                by=[who.name for who in fell.by],
            )
        for line, done in page.facts(Completed):
            page.add(
                completions,
                story=line.story,
                line=line.line,
                address=line.address,
                crew=done.crew.name,
                by=done.by.name,
                objective=done.objective,
            )
        for line, _ in page.facts(Turned):
            page.add(
                moments,
                story=line.story,
                line=line.line,
                address=line.address,
                told=line.data.told(),
            )


VIEW = Reports()


def counting() -> ColumnElement[bool]:
    """Whether a battle counts: a friendly one or one that is void does not."""
    void = exists().where(voided.c.battle == battles.c.story)
    return and_(battles.c.friendly.is_(other=False), ~void)


def order(battle: str) -> tuple[str, int]:
    """What battles are sorted by: the place of their opening among all."""
    name, _, place = battle.rpartition("-")
    return (name, int(place)) if place.isdecimal() else (battle, 0)


def report(shelf: Shelf, battle: str) -> Row:
    """A battle's report: crews and how it came out for them, falls, objectives, turnings."""
    found = shelf.rows(select(battles).where(battles.c.story == battle))
    if not found and (gone := shelf.rows(select(voided).where(voided.c.battle == battle))):
        return _void(gone[0])
    if not found:
        raise NotFound(f"no battle is called {battle}", hint="acta battle list")
    crews = _of(shelf, sides, battle, sides.c.seat)
    names = {each["crew"]: each["name"] for each in crews}
    home = {each["member"]: names.get(each["crew"], "") for each in _of(shelf, parts, battle)}
    return {
        **_outline(found[0], crews),
        "casualties": [
            {
                "member": each["name"],
                "crew": home.get(each["member"], ""),
                "by": each["by"],
                "address": each["address"],
            }
            for each in _of(shelf, falls, battle, falls.c.line)
        ],
        "objectives": [
            {what: each[what] for what in ("objective", "crew", "by", "address")}
            for each in _of(shelf, completions, battle, completions.c.line)
        ],
        "moments": [
            {what: each[what] for what in ("address", "told")}
            for each in _of(shelf, moments, battle, moments.c.line)
        ],
    }


def outlines(shelf: Shelf, stories: Collection[str]) -> dict[str, Row]:
    """Reports of several battles, but for casualties, objectives and turnings."""
    found = shelf.rows(select(battles).where(battles.c.story.in_(stories)))
    gone = shelf.rows(select(voided).where(voided.c.battle.in_(stories)))
    met: dict[str, list[Row]] = {row["story"]: [] for row in found}
    for row in shelf.rows(select(sides).where(sides.c.story.in_(met)).order_by(sides.c.seat)):
        met[row["story"]].append(row)
    return {row["battle"]: _void(row) for row in gone} | {
        row["story"]: _outline(row, met[row["story"]]) for row in found
    }


def _outline(row: Row, crews: Sequence[Row]) -> Row:
    """What a report begins with: a battle, who met in it, and how it came out for them."""
    return {
        "battle": row["story"],
        **{what: row[what] for what in ("scenario", "friendly", "status", "rounds", "reason")},
        "opened": row["opened"],
        "winner": next((each["name"] for each in crews if each["came"] == Came.WON), ""),
        "crews": [_side(each) for each in crews],
    }


def _void(row: Row) -> Row:
    """The report of a void battle: nothing that happened in it counts."""
    return {
        "battle": row["battle"],
        "scenario": row["scenario"],
        "friendly": False,
        "status": VOID,
        "rounds": 0,
        "reason": row["reason"],
        "opened": "",
        "winner": "",
        "crews": [
            {"crew": crew, "id": id_, "result": "", "player": "", "rating": 0, "points": 0}
            for crew, id_ in zip(row["crews"], row["ids"], strict=True)
        ],
        "casualties": [],
        "objectives": [],
        "moments": [],
    }


def _of(shelf: Shelf, what: Table, battle: str, *order: ColumnElement[Any]) -> list[Row]:
    return shelf.rows(select(what).where(what.c.story == battle).order_by(*order))


def _side(row: Row) -> Row:
    named = {"crew": row["name"], "id": row["crew"], "result": row["came"]}
    return named | {what: row[what] for what in ("player", "rating", "points")}
