"""Tables of crews, their members, and what these have, are and have lived through."""

from collections.abc import Iterator

from sqlalchemy import select

from domain.books import Crew, Standing
from domain.chronicle import Column
from domain.game import Game
from domain.kinds import Kind
from projections.crews import crew_of, crews, members
from projections.data.table import Record, Scope, Table
from projections.deeds import deeds
from projections.history import histories
from projections.page import Row
from projections.profiles import profiles
from projections.rosters import rosters

_GONE = {
    Kind.DIED.value: (Standing.LOST,),
    Kind.LEFT.value: (Standing.RETIRED,),
    Kind.SOLD.value: (Standing.MOVED,),
    Kind.ABSENT.value: (Standing.MISSING, Standing.CAPTIVE),
}
"""The deeds that say why somebody is not there, and the standings they explain."""


def _crews(record: Record, _: Scope) -> Iterator[Row]:
    yield from rosters(record.shelf)


def _crew_columns(game: Game) -> tuple[Column, ...]:
    return game.chronicle.crew_columns


CREWS = Table(
    name="crews",
    about="A row for each crew as it stands, as `acta crew show --json` gives it.",
    columns=(
        Column("id", "its id, the name of its story"),
        Column("crew", "its name now"),
        Column("former_names", "the names it gave up, oldest first", "list"),
        Column("player", "who leads it at the table"),
        Column("captain", "the name of who leads it in battle, empty if nobody does"),
        Column("treasury", "its money", "number"),
        Column("store", "the things that nobody carries", "list"),
        Column("founding", "whether it has not fought yet", "flag"),
        Column("ended", "whether its campaign is over", "flag"),
        Column("fit", "how many members can be fielded", "number"),
    ),
    after="captain",
    game=_crew_columns,
    rows=_crews,
    crew="id",
)


def _members(record: Record, _: Scope) -> Iterator[Row]:
    """Everybody who ever joined, crew by crew; who moved stands in each, with what he is there."""
    for crew in record.shelf.rows(select(crews.c.story).order_by(crews.c.story)):
        story = crew["story"]
        fates = _fates(record, story)
        for row in profiles(record.shelf, members.c.story == story):
            fate = _fate(row, fates.get(row["id"], []))
            yield {**row, "crew_id": story, **fate}


def _fates(record: Record, crew: str) -> dict[str, list[Row]]:
    """What took members out of a crew, in the order of the record."""
    query = select(deeds).where(deeds.c.story == crew, deeds.c.kind.in_(_GONE))
    found: dict[str, list[Row]] = {}
    for row in record.shelf.rows(query.order_by(deeds.c.position, deeds.c.line, deeds.c.place)):
        found.setdefault(row["member"], []).append(row)
    return found


def _fate(row: Row, fates: list[Row]) -> Row:
    """Why somebody is not with his crew: the last deed that explains how he stands."""
    told = [one for one in fates if row["status"] in _GONE[one["kind"]]]
    if not told:
        return {"cause": "", "cause_address": "", "cause_battle": ""}
    last = told[-1]
    battle = last["told_in"] if last["told_in"].startswith("battle-") else ""
    why = last["detail"].get("why", "") if last["kind"] == Kind.ABSENT else last["text"]
    return {"cause": why, "cause_address": last["address"], "cause_battle": battle}


def _member_columns(game: Game) -> tuple[Column, ...]:
    return game.chronicle.columns


MEMBERS = Table(
    name="members",
    about="A row for each who ever joined a crew, the dead among them, as `acta member show --json`"
    " gives it. Who went to another crew has a row there too, with the same id.",
    columns=(
        Column("id", "the address of the line by which he joined first"),
        Column("handle", "his three letters"),
        Column("name", "his name now"),
        Column("former_names", "the names he gave up, oldest first", "list"),
        Column("crew", "the name of the crew"),
        Column("captain", "whether he leads it", "flag"),
        Column("experience", "his experience", "number"),
        Column("status", "fit, unfit, missing, captive, retired, lost or moved"),
        Column("battles", "how many battles he fought", "number"),
        Column("kills", "how many of other crews he put out", "number"),
        Column("falls", "how often he was put out", "number"),
        Column("injuries", "how often he was injured", "number"),
        Column("crew_id", "the id of the crew"),
        Column("cause", "why he is away or gone: of what he died, why he left"),
        Column("cause_address", "the line that says so"),
        Column("cause_battle", "the battle in whose aftermath it happened, if in one"),
    ),
    after="crew",
    game=_member_columns,
    rows=_members,
    crew="crew_id",
    member="id",
)


def _all_crews(record: Record) -> Iterator[Crew]:
    """The crews as the rules know them."""
    for row in record.shelf.rows(select(crews).order_by(crews.c.story)):
        yield crew_of(row)


def _items(record: Record, _: Scope) -> Iterator[Row]:
    """What each member carries, then what lies in store, crew by crew."""
    said = record.game.chronicle.said
    for crew in _all_crews(record):
        borne = [(member, item) for member in crew.members for item in member.items]
        for bearer, item in (*borne, *((None, item) for item in crew.store)):
            yield {
                "id": item.id,
                "item": said("item", item.kind),
                "crew_id": crew.who.id,
                "crew": crew.who.name,
                "member_id": bearer.who.id if bearer else "",
                "member": bearer.who.name if bearer else "",
            }


ITEMS = Table(
    name="items",
    about="A row for each thing that a member carries or that lies in a store.",
    columns=(
        Column("id", "its id"),
        Column("item", "what it is"),
        Column("crew_id", "the id of the crew"),
        Column("crew", "the crew"),
        Column("member_id", "the id of who carries it, empty for a thing in store"),
        Column("member", "who carries it"),
    ),
    rows=_items,
    crew="crew_id",
    member="member_id",
)


def _injuries(record: Record, _: Scope) -> Iterator[Row]:
    """Each injury with the newest line that gave one of its kind and is not taken by another."""
    said = record.game.chronicle.said
    for crew in _all_crews(record):
        told = _told(record, crew.who.id)
        for member in crew.members:
            lines = told.get(member.who.id, [])
            for number, injury in reversed(list(enumerate(member.injuries, 1))):
                name = said("injury", injury)
                mine = [at for at, line in enumerate(lines) if line["text"] == name]
                yield {
                    "member_id": member.who.id,
                    "member": member.who.name,
                    "crew_id": crew.who.id,
                    "number": number,
                    "injury": name,
                    "address": lines.pop(mine[-1])["address"] if mine else "",
                }


def _told(record: Record, crew: str) -> dict[str, list[Row]]:
    """The lines by which members of a crew were injured for good."""
    found: dict[str, list[Row]] = {}
    query = select(deeds).where(deeds.c.story == crew, deeds.c.kind == Kind.INJURED.value)
    for row in record.shelf.rows(query.order_by(deeds.c.position, deeds.c.line, deeds.c.place)):
        found.setdefault(row["member"], []).append(row)
    return found


INJURIES = Table(
    name="injuries",
    about="A row for each lasting injury that somebody carries now.",
    columns=(
        Column("member_id", "whose it is"),
        Column("member", "his name"),
        Column("crew_id", "the id of his crew"),
        Column(
            "number", "which of his injuries it is, 1 the oldest; the newest stands first", "number"
        ),
        Column("injury", "what it is called"),
        Column("address", "the line by which he has it"),
    ),
    rows=_injuries,
    crew="crew_id",
    member="member_id",
)


def _histories(record: Record, _: Scope) -> Iterator[Row]:
    for crew in _all_crews(record):
        here = {one.who.id: one for one in crew.members if one.status is not Standing.MOVED}
        for id_, told in histories(record.shelf, list(here)).items():
            for row in told:
                yield {
                    "member_id": id_,
                    "member": here[id_].who.name,
                    "crew_id": crew.who.id,
                    **row,
                }


HISTORIES = Table(
    name="histories",
    about="A row for each entry of a member's campaign history, oldest first, in the names as they"
    " were; nothing of battles that do not count.",
    columns=(
        Column("member_id", "whose it is"),
        Column("member", "his name now"),
        Column("crew_id", "the id of his crew now"),
        Column("battle", "the battle that told it, in its aftermath too; empty between battles"),
        Column("address", "the line that told it"),
        Column("kind", "victory, injury, discovery, equipment_gained, enemy_defeated and so on"),
        Column("text", "what is told"),
    ),
    rows=_histories,
    crew="crew_id",
    member="member_id",
    battle="battle",
)
