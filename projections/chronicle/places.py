"""The chapters of places and things: what happened there, and in whose hands it was."""

from collections.abc import Iterator

from sqlalchemy import select

from domain.kinds import Kind
from domain.names import the
from projections import deeds
from projections.chronicle.battles import number
from projections.chronicle.prose import Prose, crew, other, paragraph, place_id, who
from projections.chronicle.season import Season
from projections.chronicle.tree import Block, Chapter, Heading, Link, Listed, Listing, Spans
from projections.chronicle.tree import Kind as Chapters
from projections.frame.templates import Frame
from projections.page import Row, Shelf

MOST = 200
"""The falls that are listed of a place; it says how many more there were."""
_OF_THINGS = (Kind.GAINED, Kind.HANDED, Kind.LOST)


def places(shelf: Shelf) -> dict[str, list[str]]:
    """The places in which somebody fell or did something: chapters, with the names of each."""
    told = deeds.deeds
    query = (
        select(told.c.where_name)
        .where(deeds.counted(), told.c.where != "", told.c.where != told.c.where_name)
        .where(told.c.kind.in_([Kind.FELL.value, Kind.COMPLETED.value]))
        .distinct()
        .order_by(told.c.where_name)
    )
    found: dict[str, list[str]] = {}
    for row in shelf.rows(query):
        found.setdefault(place_id(row["where_name"]), []).append(row["where_name"])
    return found


def place(frame: Frame, season: Season, id_: str, names: list[str], start: int) -> Chapter:
    """The chapter of a place."""
    prose = Prose(frame, start)
    told = deeds.deeds
    here = told.c.where_name.in_(names)
    rows = deeds.told(season.shelf, here, kinds=[Kind.FELL, Kind.COMPLETED])
    battles = season.shelf.rows(select(told.c.story).where(deeds.counted(), here).distinct())
    blocks = tuple(_place(prose, Link(id_, the(names[0])), rows, len(battles)))
    return Chapter(Chapters.PLACE, id_, names[0], blocks)


def _place(prose: Prose, link: Link, rows: list[Row], battles: int) -> Iterator[Block]:
    fell = [row for row in rows if row["kind"] == Kind.FELL]
    done = [row for row in rows if row["kind"] == Kind.COMPLETED]
    counts = {"battles": battles, "falls": len(fell), "done": len(done)}
    each = prose.listed(
        prose.part(f"count-{what}", n=n, some=prose.number(n)) for what, n in counts.items() if n
    )
    yield from paragraph([prose.say("place", *rows[:1], place=link, each=each)])
    if fell:
        yield Heading(prose.part("fell-here"))
        yield Listing(tuple(_fell(prose, row) for row in fell[:MOST]))
    if len(fell) > MOST:
        yield from paragraph([prose.say("place-more", n=len(fell) - MOST)])


def _fell(prose: Prose, row: Row) -> Spans:
    battle = Link(row["story"], prose.word("battle-link", n=number(row["story"])))
    by = prose.listed(Link(*each) for each in row["detail"]["by"])
    if row["crew"]:
        code = "clause-place-fell" if by else "clause-place-alone"
    else:
        code = "clause-place-fell-nobodys" if by else "clause-place-alone-nobodys"
    return prose.say(code, row, who=who(row), crew=crew(row), by=by, battle=battle)


def stories(shelf: Shelf) -> dict[str, list[Row]]:
    """What happened to each thing, in order."""
    found: dict[str, list[Row]] = {}
    for row in deeds.told(shelf, kinds=_OF_THINGS):
        found.setdefault(row["detail"]["item"], []).append(row)
    return found


def things(told: dict[str, list[Row]]) -> list[Listed]:
    """The things with a story: those that went from hand to hand, or were lost."""
    return [
        Listed(Chapters.ITEM, id_, rows[0]["text"])
        for id_, rows in told.items()
        if any(row["kind"] != Kind.GAINED and row["member"] for row in rows)
    ]


def thing(frame: Frame, listed: Listed, rows: list[Row], start: int) -> Chapter:
    """The chapter of a thing."""
    prose = Prose(frame, start)
    said: list[Spans] = []
    for row in rows:
        kind, held = row["kind"], bool(row["member"])
        code = {
            Kind.GAINED: "thing-gained" if held else "thing-stored",
            Kind.HANDED: "thing-handed" if held else "thing-laid-down",
        }.get(kind, "thing-lost")
        values = {"who": who(row), "crew": crew(row), "other": other(row)}
        why = row["detail"].get("why", "")
        said.append(prose.say(code, row, what=row["text"], why=why, **values))
    return Chapter(Chapters.ITEM, listed.id, listed.title, tuple(paragraph(said)))
