"""Tables of battles: how each went, who took part, who did what, and the league table."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Select, func, select

from domain.chronicle import Column
from projections import standings as league
from projections.data.table import Record, Scope, Table
from projections.deeds import counted, deeds
from projections.page import Row
from projections.reports import VOID, battles, order, outlines, parts, sides, voided

_TOGETHER, _PAGE = 50, 2000  # battles, deeds


def _stories(record: Record) -> list[str]:
    """All battles, void ones among them, in the order in which they opened."""
    opened = {row["story"] for row in record.shelf.rows(select(battles.c.story))}
    void = {row["battle"] for row in record.shelf.rows(select(voided.c.battle))}
    return sorted(opened | void, key=order)


def _some(stories: Sequence[str]) -> Iterator[Sequence[str]]:
    """Some stories, then some more: one question for each of them takes far longer."""
    for start in range(0, len(stories), _TOGETHER):
        yield stories[start : start + _TOGETHER]


def _by_story(record: Record, query: Select[Any], stories: Sequence[str]) -> Iterator[Row]:
    """What a query finds in such stories, story by story, in the order that the query gives it."""
    found: dict[str, list[Row]] = {story: [] for story in stories}
    story = query.selected_columns["story"]
    for row in record.shelf.rows(query.where(story.in_(stories))):
        found[row["story"]].append(row)
    for rows in found.values():
        yield from rows


def _battles(record: Record, _: Scope) -> Iterator[Row]:
    for stories in _some(_stories(record)):
        told = outlines(record.shelf, stories)
        for story in stories:
            counts = not told[story]["friendly"] and told[story]["status"] != VOID
            names = [each["crew"] for each in told[story]["crews"]]
            yield {**told[story], "counts": counts, "crews": names}


BATTLES = Table(
    name="battles",
    about="A row for each battle that was opened, friendly and void ones among them.",
    columns=(
        Column("battle", "the name of its story"),
        Column("scenario", "the scenario"),
        Column("status", "open, ended, concluded or void"),
        Column("friendly", "whether it was fought for nothing", "flag"),
        Column("counts", "whether it counts: neither friendly nor void", "flag"),
        Column("rounds", "how many rounds began", "number"),
        Column("reason", "why it ended, or why it is void"),
        Column("opened", "when it was opened"),
        Column("winner", "the crew that won, as it was called then; empty for a draw"),
        Column("crews", "the crews in it, as they were called then", "list"),
    ),
    rows=_battles,
    battle="battle",
)


def _sides(record: Record, _: Scope) -> Iterator[Row]:
    query = select(sides).order_by(sides.c.seat)
    for stories in _some(_stories(record)):
        for row in _by_story(record, query, stories):
            yield {**row, "battle": row["story"], "crew_id": row["crew"], "crew": row["name"]}


SIDES = Table(
    name="sides",
    about="A row for each crew in each battle that is not void.",
    columns=(
        Column("battle", "the battle"),
        Column("crew_id", "the id of the crew"),
        Column("crew", "the crew, as it was called then"),
        Column("player", "who led it at the table"),
        Column("seat", "its place among the crews, from 0", "number"),
        Column("rating", "what it was rated, where the game rates crews", "number"),
        Column("points", "what it scored", "number"),
        Column("came", "won, drew or lost; empty while the battle goes on"),
    ),
    rows=_sides,
    crew="crew_id",
    battle="battle",
)


def _parts(record: Record, _: Scope) -> Iterator[Row]:
    query = select(parts).order_by(parts.c.crew, parts.c.member)
    for stories in _some(_stories(record)):
        for row in _by_story(record, query, stories):
            yield {
                "battle": row["story"],
                "member_id": row["member"],
                "member": row["name"],
                "crew_id": row["crew"],
                "deployed": row["deployed"],
            }


PARTS = Table(
    name="parts",
    about="A row for each member who came to a battle that is not void.",
    columns=(
        Column("battle", "the battle"),
        Column("member_id", "his id"),
        Column("member", "his name as it was then"),
        Column("crew_id", "the id of the crew he fought for"),
        Column("deployed", "whether he took the field", "flag"),
    ),
    rows=_parts,
    crew="crew_id",
    member="member_id",
    battle="battle",
)


def _pages(record: Record) -> Iterator[list[str]]:
    """All stories that tell deeds: as many at a time as have a page of them, or one with more."""
    query = select(deeds.c.story, func.count().label("number")).group_by(deeds.c.story)
    page, room = list[str](), _PAGE
    for row in sorted(record.shelf.rows(query), key=lambda row: order(row["story"])):
        if page and row["number"] > room:
            yield page
            page, room = [], _PAGE
        page.append(row["story"])
        room -= row["number"]
    if page:
        yield page


def _deeds(record: Record, _: Scope) -> Iterator[Row]:
    """Deeds story by story, of which never more than a page, or a story's, are held."""
    query = select(deeds, counted().label("counts"))
    query = query.order_by(deeds.c.position, deeds.c.line, deeds.c.place)
    for stories in _pages(record):
        for row in _by_story(record, query, stories):
            yield {
                **row,
                "battle": row["told_in"] if row["told_in"].startswith("battle-") else "",
                "counts": bool(row["counts"]),
                "crew_id": row["crew"],
                "crew": row["crew_name"],
                "member_id": row["member"],
                "member": row["name"],
                "other_id": row["other"],
                "other": row["other_name"],
                "where_id": row["where"],
                "where": row["where_name"],
            }


DEEDS = Table(
    name="deeds",
    about="A row for each thing that was done or befell somebody, in the names as they were;"
    " chronicle, stats and records are made of those that count.",
    columns=(
        Column("address", "the line that tells it"),
        Column("place", "which deed of that line it is, from 1", "number"),
        Column("battle", "the battle that told it, in its aftermath too; empty between battles"),
        Column("counts", "whether it counts: nothing of a friendly or void battle does", "flag"),
        Column("kind", "what was done: fought, hurt, felled, completed, paid and so on"),
        Column("crew_id", "the id of the crew that did it, or that he fought for then"),
        Column("crew", "that crew, as it was called then"),
        Column("member_id", "the id of who did it or whom it befell"),
        Column("member", "his name as it was then"),
        Column("other_id", "the id of who did it to him, or whom he did it to"),
        Column("other", "that one's name as it was then"),
        Column("where_id", "the id of the place where he stood"),
        Column("where", "that place"),
        Column("number", "how much or how many, as the kind says", "number"),
        Column("text", "what, why or how, as the kind says"),
        Column("detail", "what else the kind says", "object"),
    ),
    rows=_deeds,
    crew="crew_id",
    member="member_id",
    battle="battle",
)


def _standings(record: Record, _: Scope) -> Iterator[Row]:
    yield from league.standings(record.shelf)


STANDINGS = Table(
    name="standings",
    about="A row for each crew in the league table, as `acta standings --json` gives it.",
    columns=(
        Column("rank", "its place, shared by crews that nothing sets apart", "number"),
        Column("id", "the id of the crew"),
        Column("crew", "its name now"),
        Column("player", "who leads it at the table"),
        Column("played", "battles fought", "number"),
        Column("won", "battles won", "number"),
        Column("drawn", "battles drawn", "number"),
        Column("lost", "battles lost", "number"),
        Column("league", "three points for a victory, one for a draw", "number"),
        Column("scored", "points scored in battles", "number"),
        Column("difference", "scored, less the most another crew scored in each battle", "number"),
        Column("by", "the step that sets it apart from the crew above"),
    ),
    rows=_standings,
    crew="id",
)
