"""Profiles: everything a member is and has lived through (MS-PRO-1)."""

from collections.abc import Collection
from typing import Any, ClassVar

from sqlalchemy import Select, Table, func, select
from sqlalchemy.sql.elements import ColumnElement

from domain.books import Item, Member, Standing
from domain.chronicle import Fell
from domain.roster import MemberRecruited, MemberRenamed, MemberRetired
from domain.terms import Event, NotFound, Who
from projections.crews import crews
from projections.history import entries, histories
from projections.page import Page, Row, Shelf, View, flag, key, number, several, table, text
from projections.reports import battles, counting, falls, parts

members = table(
    "members",
    key("member"),
    number("position"),
    text("name"),
    several("former_names"),
    text("handle"),
    text("kind"),
    number("die"),
    number("health"),
    flag("captain"),
    text("will"),
    several("abilities"),
    several("items"),
    text("status"),
)
kills = table("kills", key("member", asked=True), number("count"))


class Profiles(View):
    """A row for each member, and one for each battle in which it felled somebody."""

    name = "profiles"
    version = 1
    tables: ClassVar[tuple[Table, ...]] = (members, kills)
    events: ClassVar[tuple[type[Event], ...]] = (MemberRecruited, MemberRenamed, MemberRetired)

    def read(self, page: Page) -> None:
        """Write down what a page of lines tells of members."""
        for line in page.lines:
            match line.data:
                case MemberRecruited(member=who) as recruited:
                    row = page.row(members, story=line.story, member=who.id)
                    row.update(_recruited(recruited), position=page.position(line))
                case MemberRenamed(member=who, before=before):
                    row = page.row(members, story=line.story, member=who.id)
                    row.update(name=who.name, former_names=[*row["former_names"], before])
                case MemberRetired(member=who):
                    row = page.row(members, story=line.story, member=who.id)
                    row["status"] = Standing.RETIRED.value
                case _:
                    pass
        for line, fell in page.facts(Fell):
            for victor in fell.by:
                page.row(kills, story=line.story, member=victor.id)["count"] += 1


VIEW = Profiles()


def _recruited(event: MemberRecruited) -> Row:
    return {
        "name": event.member.name,
        "handle": event.handle,
        "kind": event.kind,
        "die": event.die,
        "health": event.health,
        "captain": event.captain,
        "will": event.will,
        "abilities": list(event.abilities),
        "items": [[item.id, item.kind] for item in event.items],
        "status": Standing.FIT.value,
    }


def profile(shelf: Shelf, member: str) -> Row:
    """A member's profile with its history, as `member show --json` gives it."""
    found = profiles(shelf, members.c.member == member)
    if not found:
        raise NotFound(f"there is no member {member}")
    return found[0]


def profiles(shelf: Shelf, which: ColumnElement[bool]) -> list[Row]:
    """The profiles of some members, in the order in which they joined (MS-PRO-1)."""
    named = select(members, crews.c.name.label("crew"))
    joined = named.join(crews, crews.c.story == members.c.story)
    found = shelf.rows(joined.where(which).order_by(members.c.position))
    ids = [row["member"] for row in found]
    told = histories(shelf, ids)
    counts = {what: _counted(shelf, query) for what, query in _counts(ids).items()}
    return [_profile(shelf, row, told[row["member"]], counts) for row in found]


def _profile(shelf: Shelf, row: Row, history: list[Row], counts: dict[str, dict[str, int]]) -> Row:
    member = member_of(row)
    return {
        "id": row["member"],
        "handle": row["handle"],
        "name": row["name"],
        "former_names": row["former_names"],
        "crew": row["crew"],
        **shelf.game.chronicle.sheet(member),
        "captain": member.captain,
        "health": member.health,
        "max_health": member.health,
        "status": row["status"],
        "history": history,
        **{what: counted.get(row["member"], 0) for what, counted in counts.items()},
    }


def member_of(row: Row) -> Member:
    """A row of a member as the rules know it."""
    return Member(
        who=Who(row["member"], row["name"]),
        handle=row["handle"],
        kind=row["kind"],
        die=row["die"],
        health=row["health"],
        captain=row["captain"],
        will=row["will"],
        abilities=tuple(row["abilities"]),
        items=tuple(Item(*item) for item in row["items"]),
        status=Standing(row["status"]),
    )


def _counts(ids: Collection[str]) -> dict[str, Select[Any]]:
    """Battles, kills, falls and injuries of members: sums over rows of stories that count."""
    return {
        "battles": _count(parts, func.count(), ids).where(parts.c.deployed),
        "kills": _count(kills, func.sum(kills.c.count), ids),
        "falls": _count(falls, func.count(), ids),
        "injuries": _count(entries, func.count(), ids).where(entries.c.kind == "injury"),
    }


def _count(rows: Table, total: ColumnElement[int], ids: Collection[str]) -> Select[Any]:
    return (
        select(rows.c.member, total.label("count"))
        .join(battles, battles.c.story == rows.c.story)
        .where(rows.c.member.in_(ids), counting())
        .group_by(rows.c.member)
    )


def _counted(shelf: Shelf, query: Select[Any]) -> dict[str, int]:
    return {row["member"]: row["count"] for row in shelf.rows(query)}
