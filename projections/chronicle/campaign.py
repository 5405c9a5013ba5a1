"""The chapter of the campaign: the season in order, its table, its firsts, what is still open."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import groupby

from domain.kinds import Kind
from projections import deeds
from projections.chronicle.battles import number
from projections.chronicle.memory import Memory
from projections.chronicle.prose import Prose, Said, crew, paragraph, who
from projections.chronicle.records import Records, table
from projections.chronicle.season import Season
from projections.chronicle.tree import (
    Block,
    Chapter,
    Heading,
    Link,
    Listing,
    Para,
    Spans,
    Table,
    Text,
)
from projections.chronicle.tree import Kind as Chapters
from projections.page import Row
from projections.standings import standings

CAMPAIGN, MEMORIAL, RECORDS = "campaign", "memorial", "records"
TOLD = ("longest", "most-felled-ever", "giant")
NEWS = {
    Kind.FOUNDED: "founded",
    Kind.RENAMED: "crew-renamed",
    Kind.FINIS: "finis",
    Kind.SOLD: "sold",
    Kind.DIED: "died",
}
"""What crews do between battles that others speak of, and the sentence that tells it."""
BETWEEN = tuple(NEWS)
FEW = 6
"""So much of it is told between two battles."""
GRUDGES = 12
"""So many open grudges are told, the newest ones."""
_COLUMNS = ("rank", "crew", "played", "won", "drawn", "lost", "league")


def chapter(
    prose: Prose,
    season: Season,
    memory: Memory,
    found: Records,
    paras: Sequence[tuple[str, list[Para]]],
) -> Chapter:
    """The chapter of the campaign; `paras` tell its battles one by one."""
    blocks = [
        *paragraph((*opened(prose, season), *firsts(prose, found), *dead(prose, season))),
        *_table(prose, season),
        *_battles(prose, season, paras),
        *_grudges(prose, season, memory),
        *_ended(prose, season),
    ]
    return Chapter(Chapters.CAMPAIGN, CAMPAIGN, season.name, tuple(blocks))


def opened(prose: Prose, season: Season) -> Iterator[Spans]:
    """What the campaign is: its name, who takes part, how far it is."""
    began = deeds.told(season.shelf, kinds=[Kind.CAMPAIGN])
    crews = [Link(one.id, one.name) for one in season.crews.values()]
    yield prose.say(
        "campaign" if crews else "campaign-nobody",
        *began,
        name=season.name,
        n=prose.number(len(crews)),
        crews=prose.listed(crews),
    )
    open_ = sum(not any(met.came for met in season.met[story]) for story in season.battles)
    if over := len(season.battles) - open_:
        code = "campaign-battles" if over > 1 else "campaign-battle"
        yield prose.say(code, n=prose.number(over))
    if open_:
        yield prose.say("campaign-open", n=open_, some=prose.number(open_))


def firsts(prose: Prose, found: Records) -> Iterator[Spans]:
    """The records that are worth a sentence: the longest battle, who has felled most."""
    for held in found.each():
        if held.code in TOLD and len(held.battles) == 1 and len(held.whose) <= FEW:
            battle = Link(held.battle, prose.word("battle-link", n=number(held.battle)))
            n = prose.number(held.number)
            code = f"told-{held.code}"
            yield prose.say(code, held.address, whose=prose.listed(held.whose), n=n, battle=battle)


def dead(prose: Prose, season: Season) -> Iterator[Spans]:
    """How many are gone for good."""
    died = deeds.told(season.shelf, kinds=[Kind.DIED])
    if died:
        code = "dead-one" if len(died) == 1 else "dead-many"
        yield prose.say(code, died[-1], n=prose.number(len(died)), who=who(died[-1]))


def _table(prose: Prose, season: Season) -> Iterator[Block]:
    rows = [row for row in standings(season.shelf) if row["played"]]
    if not rows:
        return
    yield Heading(prose.part("table"))
    heads = tuple(prose.word(f"head-{column}") for column in _COLUMNS)
    cells = tuple(
        tuple(
            (Link(row["id"], row["crew"]),) if column == "crew" else prose.listed([row[column]])
            for column in _COLUMNS
        )
        for row in rows
    )
    numbers = frozenset(place for place, name in enumerate(_COLUMNS) if name != "crew")
    yield Table(heads, cells, numbers=numbers)


def _battles(
    prose: Prose, season: Season, paras: Sequence[tuple[str, list[Para]]]
) -> Iterator[Block]:
    """The battles in order, with what crews did between them; by months where a game has them."""
    told: list[tuple[int, int, list[Block]]] = []
    for story, blocks in paras:
        label = (Link(story, prose.word("battle-label", n=number(story))), Text(" "))
        labelled: list[Block] = [Para((*label, *block.spans)) for block in blocks]
        told.append((season.met[story][0].position, 0, labelled))
    told += [(at, 0, [*few]) for at, few in _between(prose, season)]
    told += [(row["position"], 1, [_month(prose, row)]) for row in season.months]
    told.sort(key=lambda one: one[0])
    if told:
        yield Heading(prose.part("season"))
    for at, (_, month, some) in enumerate(told):
        yield from some
        if month and (at + 1 == len(told) or told[at + 1][1]):
            yield from paragraph([prose.say("month-quiet")])


def _between(prose: Prose, season: Season) -> Iterator[tuple[int, list[Para]]]:
    """What crews did between battles, as far as others would speak of it: no more than a few."""
    opened_at = [season.met[story][0].position for story in season.battles]
    rows = [
        row
        for row in deeds.told(season.shelf, kinds=BETWEEN)
        if row["told_in"] not in season.met and opened_at[:1] < [row["position"]]
    ]
    rows = [row for row in rows if not row["member"] or row["kind"] != Kind.RENAMED]
    for _, some in groupby(rows, lambda row: bisect(opened_at, row["position"])):
        few = list(some)[:FEW]
        said = [_news(prose, row) for row in few]
        yield few[0]["position"], paragraph(said)


def _news(prose: Prose, row: Row) -> Spans:
    to = Link(row["other"], row["other_name"])
    text = row["text"]
    values: dict[str, Said] = {"who": who(row), "crew": crew(row), "to": to, "text": text}
    code = NEWS[row["kind"]]
    return prose.say(code, row, why=text, player=text, purse=row["number"], **values)


def _month(prose: Prose, row: Row) -> Heading:
    theme = row["detail"].get("theme", "")
    code = "month-theme" if theme else "month"
    return Heading(prose.part(code, name=row["text"], n=row["number"], theme=theme))


def _grudges(prose: Prose, season: Season, memory: Memory) -> Iterator[Block]:
    """Who has fallen to whom and may still repay it: the newest ones; nobody's owe nothing."""
    rows = [
        each
        for each in memory.grudges.items()
        if each[0][1] in season.members and not any(map(season.dead, each[0]))
    ][-GRUDGES:]
    if not rows:
        return
    yield Heading(prose.part("grudges"))
    yield Listing(tuple(_grudge(prose, victor, row) for (_, victor), row in reversed(rows)))


def _grudge(prose: Prose, victor: str, row: Row) -> Spans:
    by = next(Link(*each) for each in row["detail"]["by"] if each[0] == victor)
    battle = Link(row["story"], prose.word("battle-link", n=number(row["story"])))
    return prose.say("clause-grudge", row, who=who(row), by=by, battle=battle)


def _ended(prose: Prose, season: Season) -> Iterator[Block]:
    rows = deeds.told(season.shelf, kinds=[Kind.YEAR])
    if not rows:
        return
    if not rows[0]["crew"]:
        yield from paragraph([prose.say("year-nobody", rows[0])])
        return
    crews = prose.listed(crew(row) for row in rows)
    yield from paragraph([prose.say("year", *rows, crews=crews)])


def records(prose: Prose, found: Records) -> Chapter:
    """The chapter of firsts and records."""
    columns = ("record", "whose", "number", "battle")
    heads = tuple(prose.word(f"head-{column}") for column in columns)
    rows = tuple(table(prose, found))
    blocks: tuple[Block, ...] = (Table(heads, rows),) if rows else ()
    return Chapter(Chapters.RECORDS, RECORDS, prose.word("records"), blocks)


def memorial(prose: Prose, season: Season) -> Chapter:
    """The chapter of all who are gone for good: where they fell, and by whose hand."""
    died = deeds.told(season.shelf, kinds=[Kind.DIED])
    items = tuple(_remembered(prose, season, row) for row in died)
    blocks: tuple[Block, ...] = (Listing(items),) if items else ()
    return Chapter(Chapters.MEMORIAL, MEMORIAL, prose.word("memorial"), blocks)


def _remembered(prose: Prose, season: Season, row: Row) -> Spans:
    story = row["told_in"]
    fell = deeds.deeds.c.member == row["member"]
    here = deeds.told(season.shelf, fell, deeds.deeds.c.story == story, kinds=[Kind.FELL])
    by = [Link(*each) for each in here[-1]["detail"]["by"]] if here else []
    if story not in season.met:
        return prose.say("clause-gone", row, who=who(row), crew=crew(row))
    there = deeds.told(season.shelf, fell, deeds.deeds.c.story == story, kinds=[Kind.DEPLOYED])
    battle = Link(story, prose.word("battle-link", n=number(story)))
    code = "clause-remembered-by" if by else "clause-remembered"
    code = code if there or by else "clause-gone-after"
    rows = (row, here[-1]) if by else (row,)
    by_ = prose.listed(by)
    return prose.say(code, *rows, who=who(row), crew=crew(row), by=by_, battle=battle)
