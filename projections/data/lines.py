"""Tables of the record itself: every line as it is stored, and what crews' purses came to."""

from collections.abc import Iterator

from sqlalchemy import select

from domain.books import Books, Crew
from domain.branch import PREFIX as BRANCHES
from domain.chronicle import Column
from domain.crew import PREFIX as CREWS
from domain.crew import remember
from domain.dispute import PREFIX as DISPUTES
from domain.kinds import Kind
from domain.ledger.amended import BatchAmended
from domain.ledger.fold import MASKS, Reckoning, ordered
from domain.ledger.record import Line
from domain.ledger.record import Row as Stored
from domain.terms import Who, tag
from projections.data.table import Record, Scope, Table
from projections.deeds import counted, deeds
from projections.page import Row


def _pages(record: Record) -> Iterator[tuple[Stored, Line]]:
    """All lines with their rows, a page at a time."""
    position, size = 0, record.ledger.head()
    while rows := record.ledger.rows(position):
        yield from zip(rows, record.ledger.lines(rows), strict=True)
        position = rows[-1].position
        if record.progress:
            record.progress(position, size)


def _reckoned(record: Record) -> Reckoning:
    """Which lines count: masks alone say it, but for an amendment, for which all are heard."""
    ledger = record.ledger
    masks = {tag(kind) for kind in MASKS} | ledger.older
    lines = ledger.lines(ledger.some(sorted(masks), 0, ledger.head()))
    if any(type(line.data) is BatchAmended for line in lines):
        return Reckoning(line for _, line in _pages(record))
    return Reckoning(lines)


def _lines(record: Record, scope: Scope) -> Iterator[Row]:
    """Every line, masked ones too; what counts is known before the first is told."""
    reckoning = _reckoned(record)
    for stored, line in _pages(record):
        if not _about(stored, line, scope):
            continue
        name, _, version = stored.topic.rpartition("/")
        beside = stored.story.startswith((BRANCHES, DISPUTES))
        yield {
            "address": stored.address,
            "story": stored.story,
            "line": stored.line,
            "position": stored.position,
            "event": name,
            "version": int(version),
            "at": line.at,
            "by": line.by,
            "for": line.for_,
            "batch": line.batch,
            "counts": reckoning.counts(line) and not beside,
            "fate": reckoning.fate(line),
            "in_place_of": reckoning.instead(line),
            "told": line.data.told(),
            "hash": stored.hash.hex(),
            "stored": stored.state.decode(),
        }


def _about(stored: Stored, line: Line, scope: Scope) -> bool:
    """Whether a line is about what was asked for: told in it, or naming it by its id."""
    if scope.kind == "battle":
        told_in = {stored.story, line.batch.rpartition("/")[0]}
        return bool(told_in & scope.battles)
    if scope.kind == "crew" and stored.story in scope.crews:
        return True
    if scope.kind:
        names = scope.members if scope.kind == "member" else scope.crews | scope.members
        return stored.address in names or any(f'"{id_}"'.encode() in stored.state for id_ in names)
    return True


LINES = Table(
    name="lines",
    about="A row for each line of the record, in the order of the log, with those that were taken"
    " back: `stored` is the line itself, to the byte.",
    columns=(
        Column("address", "where it stands"),
        Column("story", "the story it stands in"),
        Column("line", "its number in that story", "number"),
        Column("position", "its position in the log", "number"),
        Column("event", "what happened, by its stored name"),
        Column("version", "the version of that event", "number"),
        Column("at", "when it was recorded"),
        Column("by", "who recorded it"),
        Column("for", "for whom"),
        Column("batch", "the address of the first line of what one action yielded"),
        Column("counts", "whether it counts: neither taken back, amended nor beside", "flag"),
        Column("fate", "how it ceased to count: taken back or amended"),
        Column("in_place_of", "what it stands in place of, for an amendment's"),
        Column("told", "the sentence of the log"),
        Column("hash", "its link: over the one before in its story, and its bytes"),
        Column("stored", "the line as it is stored: canonical JSON, UTF-8", "line"),
    ),
    rows=_lines,
)


def _notes(record: Record, _: Scope) -> Iterator[Row]:
    """What people wrote, of whom or of which battle, whether that counts or not."""
    query = select(deeds, counted().label("counts")).where(deeds.c.kind == Kind.NOTED.value)
    for row in record.shelf.rows(query.order_by(deeds.c.position, deeds.c.line, deeds.c.place)):
        yield {
            "address": row["address"],
            "battle": row["story"] if row["story"].startswith("battle-") else "",
            "crew_id": row["crew"],
            "member_id": row["member"],
            "member": row["name"],
            "counts": bool(row["counts"]),
            "text": row["text"],
        }


NOTES = Table(
    name="notes",
    about="A row for each note that people wrote, of a member, a crew or a battle.",
    columns=(
        Column("address", "the line that holds it"),
        Column("battle", "the battle in which it was written; empty between battles"),
        Column("crew_id", "the id of the crew it is about"),
        Column("member_id", "the id of the member it is about"),
        Column("member", "that member's name as it was then"),
        Column("counts", "whether the battle counts in which it was written", "flag"),
        Column("text", "the note"),
    ),
    rows=_notes,
    crew="crew_id",
    member="member_id",
    battle="battle",
)


def _accounts(record: Record, _: Scope) -> Iterator[Row]:
    """Each line of a crew's story after which its purse held another sum."""
    for story in record.ledger.stories():
        if not story.startswith(CREWS):
            continue
        books, before = Books(crews={story: Crew(who=Who(story, ""))}), 0
        for line in ordered(record.ledger.story(story)):
            books = remember(books, line.data)
            crew = books.crews[story]
            if crew.treasury != before:
                yield {
                    "crew_id": story,
                    "crew": crew.who.name,
                    "address": line.address,
                    "at": line.at,
                    "amount": crew.treasury - before,
                    "balance": crew.treasury,
                    "told": line.data.told(),
                }
            before = crew.treasury


ACCOUNTS = Table(
    name="accounts",
    about="A row for each line after which a crew's purse held another sum.",
    columns=(
        Column("crew_id", "the id of the crew"),
        Column("crew", "the crew, as it was called then"),
        Column("address", "the line"),
        Column("at", "when it was recorded"),
        Column("amount", "what came in, or went out", "number"),
        Column("balance", "what the purse held then", "number"),
        Column("told", "the sentence of the log"),
    ),
    rows=_accounts,
    crew="crew_id",
)


def _house(record: Record, _: Scope) -> Iterator[Row]:
    """Every house rule with the value that is in force, the rulebook's own among them."""
    books = record.ledger.tell("campaign", record.game.books)
    for option in record.game.recruiting.options:
        yield {
            "option": option.name,
            "value": books.setting(option.name, option.default),
            "default": option.default,
            "rule": option.rule,
        }


HOUSE = Table(
    name="house",
    about="A row for each house rule, with the value that is in force.",
    columns=(
        Column("option", "its name"),
        Column("value", "the value in force"),
        Column("default", "the rulebook's own value"),
        Column("rule", "the rule it is about"),
    ),
    rows=_house,
)
