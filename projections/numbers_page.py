"""The page of numbers: tables, plots, records, and below them the lines that made all of it.

A number leads to a list of its lines, a mark of a plot to its own; each line is told once, at the
end of the page.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup

from projections.frame.templates import Frame
from projections.gallery import Hall
from projections.ink import sheet
from projections.plots import plot as plots
from projections.plots.ink import clean
from projections.plots.plot import Cell, Data, Plot
from projections.records import Best
from projections.stats import ALL, Line, Stats
from projections.tallies import FIGURES, OF_A_CREW, Count

MOST = 40
"""How many lines of a number the page lists; of more it says how many, and how to list them.

So many events are told without a fold.
"""

Told = Callable[[Sequence[str]], Mapping[str, str]]
"""The sentences of lines, by their addresses."""


class Section(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the page."""

    id: str
    title: str
    body: Markup
    texts: tuple[str, ...] = ()


class Links:
    """Where addresses lead on the page; it remembers which were asked for."""

    def __init__(self) -> None:
        self.asked: dict[str, None] = {}

    def __call__(self, address: str) -> str:
        """The place on the page where a line is told."""
        self.asked[address] = None
        return f"#{_anchor(address)}"


def _anchor(address: str) -> str:
    return f"e-{address.replace('/', '-')}"


CSS = (
    f"{plots.CSS}{sheet()}"
    ".plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,23rem),1fr));"
    "gap:2rem 2.5rem}.plots>*{min-width:0;max-width:none;margin:0}"
    ".events dt{font-family:var(--mono);font-weight:400;font-size:.86em}"
    ".events dd{margin-inline-start:1rem}"
    ".sources summary,.events summary{cursor:pointer}.events dl{margin-block-start:.5rem}"
    "@media (max-width:36rem){#records th[scope=row]{min-width:5.5rem}}"
    "@media print{details:not([open])::details-content{content-visibility:visible;"
    "block-size:auto;opacity:1}}"
    ":target{background:var(--mark)}"
)
"""The style of the page, beside that of all pages."""


def figures(stats: Stats) -> tuple[str, ...]:
    """The figures that somebody has."""
    rows = (*stats.rows, stats.total)
    return tuple(one for one in FIGURES if any(row.counts[one].number for row in rows))


def sums(hall: Hall, title: str, who: str) -> Section:
    """The sums as a table, whose numbers lead to their lines."""
    wanted = figures(hall.stats)
    heads = (who, *(hall.say(one) for one in wanted))
    rows = [_row(row, wanted, hall) for row in hall.stats.rows]
    rows.append(_row(hall.stats.total, wanted, hall))
    head = "".join(f'<th scope="col">{clean(one)}</th>' for one in heads)
    body = "".join(f"<tr>{row}</tr>\n" for row in rows)
    text = (
        f'<div class="plot-table" role="region" tabindex="0" aria-label="{clean(title)}">'
        f"<table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n"
    )
    return Section(id="sums", title=title, body=_markup(text), texts=(hall.say("not-counted"),))


def _row(row: Line, wanted: Iterable[str], hall: Hall) -> str:
    name = clean(_named(row, hall))
    cells = "".join(f"<td>{_number(row, one)}</td>" for one in wanted)
    return f'<th scope="row">{name}</th>{cells}'


def _named(row: Line, hall: Hall) -> str:
    """A row's name, in a battle with the crew."""
    return f"{row.name} ({row.side})" if row.side else row.name or hall.say("total")


def _number(row: Line, figure: str) -> str:
    """A number that leads to its lines; all crews together neither won nor lost."""
    count = row.counts[figure]
    if not count.addresses:
        return "" if row.id == ALL and figure in OF_A_CREW else str(count.number)
    return f'<a href="#{_source(row, figure)}">{count.number}</a>'


def _source(row: Line, figure: str) -> str:
    return f"s-{row.id.replace('/', '-').replace('#', '-').replace('.', '-')}-{figure}"


def standings(hall: Hall, rows: Sequence[Mapping[str, Any]], texts: Sequence[str]) -> Section:
    """The league table, with the battles that made it and the steps that order it."""
    columns = (
        "rank", "played", "won", "drawn", "lost", "league", "scored", "difference", "by",
    )  # fmt: skip
    heads = (hall.crew, *(hall.say(column) for column in columns))
    cells = tuple((Cell(row["crew"]), *(_standing(row, one) for one in columns)) for row in rows)
    title = hall.say("standings")
    body = _markup(plots.table(Data(heads, cells), title, hall.link, _lines_of(hall)))
    return Section(id="standings", title=title, body=body, texts=tuple(texts))


def _standing(row: Mapping[str, Any], column: str) -> Cell:
    """A number of the table; those that battles made lead to them."""
    came = {"won": "won", "drawn": "drew", "lost": "lost"}.get(column)
    addresses = tuple(one["address"] for one in row["battles"] if one["came"] == came)
    return Cell(str(row[column]), addresses)


def gallery(hall: Hall, drawn: Iterable[Plot]) -> Section:
    """The plots that have something to show, each with its table."""
    numbers = hall.say("the-numbers")
    some = (each for each in drawn if each.data.rows)
    body = "".join(plots.figure(each, hall.link, numbers=numbers) for each in some)
    return Section(
        id="plots", title=hall.say("plots"), body=_markup(f'<div class="plots">{body}</div>')
    )


def records(hall: Hall, found: Sequence[Best]) -> Section:
    """The records, with all who hold them; without those that everybody shares."""
    rows = tuple(
        (Cell(hall.say(best.code)), Cell(str(best.number)), _holders(best))
        for best in found
        if not best.shared
    )
    heads = tuple(map(hall.say, ("record", "number", "holders")))
    title = hall.say("records")
    body = _markup(plots.table(Data(heads, rows), title, hall.link, _lines_of(hall)))
    return Section(id="records", title=title, body=body, texts=(hall.say("streaks"),))


def _lines_of(hall: Hall) -> plots.Lines:
    """How many lines made something, in words."""
    return lambda n: hall.say("lines", n=n)


def _holders(best: Best) -> Cell:
    addresses = tuple(address for one in best.holders for address in one.addresses)
    return Cell("; ".join(held(best)), tuple(dict.fromkeys(addresses)))


def held(best: Best) -> list[str]:
    """Who holds a record, each once, with the battles in which he reached it."""
    where: dict[str, list[str]] = {}
    for one in best.holders:
        who = f"{one.name} ({one.crew_name})" if one.member else one.crew_name
        where.setdefault(who, []).extend(one.battles if best.when else ())
    return [f"{who} {', '.join(dict.fromkeys(battles))}".strip() for who, battles in where.items()]


def sources(hall: Hall, command: Callable[[Line, str], str]) -> Section:
    """The lines that made each number of the sums; `command` lists those of one with too many."""
    told = "".join(
        f"<details><summary>{clean(_named(row, hall))}</summary>\n<dl>"
        f"{''.join(_lines(hall, row, one, command) for one in figures(hall.stats))}"
        "</dl></details>\n"
        for row in (*hall.stats.rows, hall.stats.total)
    )
    body = _markup(f'<div class="sources">{told}</div>')
    return Section(id="sources", title=hall.say("sources"), body=body)


def _lines(hall: Hall, row: Line, figure: str, command: Callable[[Line, str], str]) -> str:
    count = row.counts[figure]
    if not count.addresses:
        return ""
    head = f'<dt id="{_source(row, figure)}">{clean(hall.say(figure))}: {count.number}</dt>'
    return f"{head}<dd>{_listed(hall, row, figure, count, command)}</dd>\n"


def _listed(
    hall: Hall, row: Line, figure: str, count: Count, command: Callable[[Line, str], str]
) -> str:
    if len(count.addresses) > MOST:
        line = command(row, figure)
        text = hall.say("lines-of", name=hall.say(figure), n=len(count.addresses), command=line)
        return clean(text)
    return " ".join(
        f'<a href="{clean(hall.link(address))}">{clean(address)}</a>' for address in count.addresses
    )


def events(hall: Hall, links: Links, told: Told) -> Section:
    """Every line that something on the page leads to, told once.

    Many are told story by story, all but the newest folded; a link into one unfolds it.
    """
    stories: dict[str, list[str]] = {}
    for address, text in told(list(links.asked)).items():
        row = f'<dt id="{_anchor(address)}">{clean(address)}</dt><dd>{clean(text)}</dd>\n'
        stories.setdefault(address.rpartition("/")[0], []).append(row)
    newest = next(reversed(stories), "")
    if sum(map(len, stories.values())) > MOST:
        parts = [_folded(hall, *each, shown=each[0] == newest) for each in stories.items()]
    else:
        parts = [f"<dl>{''.join(row for rows in stories.values() for row in rows)}</dl>"]
    body = _markup(f'<div class="events">{"".join(parts)}</div>')
    return Section(id="events", title=hall.say("events"), body=body)


def _folded(hall: Hall, story: str, rows: Sequence[str], *, shown: bool) -> str:
    """The lines of a story, below how many they are."""
    many = clean(hall.say("story-lines", story=story, n=len(rows)))
    opened = " open" if shown else ""
    return f"<details{opened}><summary>{many}</summary>\n<dl>{''.join(rows)}</dl></details>\n"


def body(frame: Frame, sections: Sequence[Section]) -> Markup:
    """The whole as the body of a page."""
    return _markup(frame.render("numbers/page.html", sections=sections))


def _markup(text: str) -> Markup:
    return Markup(text)  # noqa: S704  ours: what is of the record in it has been escaped
