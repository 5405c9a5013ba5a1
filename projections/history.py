"""Campaign histories: what is told of each member, in the names as they were."""

from collections.abc import Collection
from typing import Any, ClassVar

from sqlalchemy import Integer, Select, Table, and_, func, or_, select, union_all
from sqlalchemy.sql.elements import ColumnElement

from domain.chronicle import CrewEntry, Entry
from projections.page import Page, Row, Shelf, View, key, number, table, text
from projections.reports import battles, counting, parts

_SHOWN = ("kind", "text", "battle", "address")

entries = table(
    "entries",
    key("line", Integer),
    key("place", Integer),
    number("position"),
    text("address"),
    text("told_in"),
    text("member", asked=True),
    text("kind"),
    text("text"),
)
honours = table(
    "honours",
    key("line", Integer),
    key("place", Integer),
    number("position"),
    text("address"),
    text("crew"),
    text("kind"),
    text("text"),
)


class History(View):
    """A row for each entry: of a member, or (`honours`) of all of a crew who took part."""

    name = "history"
    version = 3
    tables: ClassVar[tuple[Table, ...]] = (entries, honours)

    def read(self, page: Page) -> None:
        """Write down what a page of lines tells of members and crews."""
        placed: dict[str, int] = {}
        for line, fact in page.facts(Entry):
            place = placed[line.address] = placed.get(line.address, 0) + 1
            page.add(
                entries,
                story=line.story,
                line=line.line,
                place=place,
                position=page.position(line),
                address=line.address,
                told_in=line.batch.rpartition("/")[0],
                member=fact.member.id,
                kind=fact.kind,
                text=fact.text,
            )
        for line, honour in page.facts(CrewEntry):
            place = placed[line.address] = placed.get(line.address, 0) + 1
            page.add(
                honours,
                story=line.story,
                line=line.line,
                place=place,
                position=page.position(line),
                address=line.address,
                crew=honour.crew.id,
                kind=honour.kind,
                text=honour.text,
            )


VIEW = History()


def history(shelf: Shelf, member: str) -> list[Row]:
    """A member's campaign history, oldest first.

    An entry's `battle` is the one that told it, in its aftermath too; between battles it is empty.
    """
    return histories(shelf, [member])[member]


def histories(shelf: Shelf, members: Collection[str]) -> dict[str, list[Row]]:
    """The campaign histories of several members."""
    told: dict[str, list[Row]] = {member: [] for member in members}
    for row in shelf.rows(_told_of(members)):
        told[row["member"]].append({what: row[what] for what in _SHOWN})
    return told


def _told_of(members: Collection[str]) -> Select[Any]:
    """Their own entries, and those of their crews in battles in which they took part."""
    between = battles.c.story.is_(None)
    evening = battles.alias("evening")  # the battle whose aftermath told an entry of a crew's story
    battle = func.coalesce(evening.c.story, "")
    own = (
        _columns(entries, entries.c.member, battle)
        .outerjoin(battles, battles.c.story == entries.c.story)
        .outerjoin(evening, evening.c.story == entries.c.told_in)
        .where(entries.c.member.in_(members), or_(between, counting()))
    )
    took_part = and_(
        parts.c.story == honours.c.story, parts.c.crew == honours.c.crew, parts.c.deployed
    )
    shared = (
        _columns(honours, parts.c.member, battles.c.story)
        .join(parts, took_part)
        .join(battles, battles.c.story == honours.c.story)
        .where(parts.c.member.in_(members), counting())
    )
    every = union_all(own, shared).subquery()
    return select(every).order_by(every.c.position, every.c.line, every.c.place)


def _columns(told: Table, member: ColumnElement[str], battle: ColumnElement[str]) -> Select[Any]:
    return select(
        member.label("member"),
        battle.label("battle"),
        *(told.c[what] for what in ("position", "line", "place", "address", "kind", "text")),
    ).select_from(told)
