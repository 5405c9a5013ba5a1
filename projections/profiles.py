"""Profiles: everything a member is and has lived through."""

from collections.abc import Collection
from typing import Any, ClassVar

from sqlalchemy import Select, Table, func, select
from sqlalchemy.sql.elements import ColumnElement

from domain.books import Crew, Member, Standing
from domain.chronicle import Fell
from domain.chronicle import profile as told_of
from domain.terms import NotFound
from projections.crews import crew_of, crews, members
from projections.history import entries, histories
from projections.page import Page, Row, Shelf, View, key, number, table
from projections.reports import battles, counting, falls, parts

UNFIT = "unfit"

kills = table("kills", key("member", asked=True), key("victim"), number("count"))
"""How often somebody put out whom in a battle, whichever side either was on."""


class Profiles(View):
    """A row for each member, battle and whom it put out there; what it is, `crews` knows."""

    name = "profiles"
    version = 3
    tables: ClassVar[tuple[Table, ...]] = (kills,)

    def read(self, page: Page) -> None:
        """Write down what a page of lines tells of members."""
        for line, fell in page.facts(Fell):
            for victor in fell.by:
                pair = {"member": victor.id, "victim": fell.member.id}
                page.row(kills, story=line.story, **pair)["count"] += 1


VIEW = Profiles()


def profile(shelf: Shelf, member: str) -> Row:
    """A member's profile with its history, as `member show --json` gives it.

    Of one that has moved it is that of its crew now, with the names it had before.
    """
    found = profiles(shelf, members.c.member == member)
    if not found:
        raise NotFound(f"there is no member {member}")
    found.sort(key=lambda row: bool(row["status"] != Standing.MOVED))
    names = [name for row in found for name in row["former_names"]]
    return found[-1] | {"former_names": names}


def profiles(shelf: Shelf, which: ColumnElement[bool]) -> list[Row]:
    """The profiles of some members of a crew, in the order in which they joined."""
    known = select(members, crews.c.folded).join(crews, crews.c.story == members.c.story)
    found = shelf.rows(known.where(which).order_by(members.c.story, members.c.seat))
    ids = [row["member"] for row in found]
    told = histories(shelf, ids)
    counts = {what: _counted(shelf, query) for what, query in _counts(ids).items()}
    home = {story: crew_of(row) for story, row in {row["story"]: row for row in found}.items()}
    return [
        _profile(shelf, home[row["story"]], row)
        | {"history": told[row["member"]]}
        | {what: counted.get(row["member"], 0) for what, counted in counts.items()}
        for row in found
    ]


def _profile(shelf: Shelf, crew: Crew, row: Row) -> Row:
    member = crew.member(row["member"])
    return {
        "id": member.who.id,
        "handle": member.handle,
        "name": member.who.name,
        "former_names": row["former_names"],
        "crew": crew.who.name,
        **told_of(shelf.game.chronicle, member),
        "status": standing(member),
    }


def standing(member: Member) -> str:
    """Whether a member is fit, `unfit` for its next battle, away, or has left."""
    return UNFIT if member.home and not member.fit else member.status.value


def _counts(ids: Collection[str]) -> dict[str, Select[Any]]:
    """Battles, kills, falls and injuries of members: sums over rows of stories that count."""
    return {
        "battles": _count(parts, func.count(), ids).where(parts.c.deployed),
        "kills": felled(ids),
        "falls": _count(falls, func.count(), ids),
        "injuries": _count(entries, func.count(), ids).where(entries.c.kind == "injury"),
    }


def felled(ids: Collection[str]) -> Select[Any]:
    """How many enemies members have felled.

    Neither friends nor themselves, and nobody who fights for no crew; here as in `tallies`.
    """
    ours, theirs = parts.alias("ours"), parts.alias("theirs")
    foe = (theirs.c.story == kills.c.story) & (theirs.c.member == kills.c.victim)
    friend = (ours.c.story == kills.c.story) & (ours.c.member == kills.c.member)
    return (
        _count(kills, func.sum(kills.c.count), ids)
        .join(theirs, foe & (theirs.c.crew != ""))
        .outerjoin(ours, friend & (ours.c.crew == theirs.c.crew))
        .where(ours.c.member.is_(None))
    )


def _count(rows: Table, total: ColumnElement[int], ids: Collection[str]) -> Select[Any]:
    return (
        select(rows.c.member, total.label("count"))
        .join(battles, battles.c.story == rows.c.story)
        .where(rows.c.member.in_(ids), counting())
        .group_by(rows.c.member)
    )


def _counted(shelf: Shelf, query: Select[Any]) -> dict[str, int]:
    return {row["member"]: row["count"] for row in shelf.rows(query)}
