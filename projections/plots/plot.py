"""A plot: a drawing, what it shows in words, and all its numbers as a table.

`svg` gives the drawing alone, `figure` puts it with its table into a page. Colours are those of
the page, or of a paper of its own; what they mean is said by labels, dashes, shapes and hatching
too, so that it can be printed black on white.
"""

from collections.abc import Callable, Sequence

import msgspec

from projections.plots.ink import SIZE, WIDE, Box, Ink, Link, clean, leading, nowhere, wrapped

SOURCES = 12
"""How many lines a cell of a table names; how many more there are, it counts."""
FEW = 3
"""More lines than these are folded in a cell of a table that is not folded itself."""
SERIES = 6
"""How many looks there are to tell lines and bars from each other."""


Lines = Callable[[int], str]
"""How many lines there are, in words."""


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """What a plot is called (`name`, a slug), what it says, and what its names are names of."""

    name: str
    title: str
    told: str
    who: str


class Cell(msgspec.Struct, frozen=True):
    """A cell of a plot's table, and the addresses of the lines that made it."""

    text: str
    addresses: tuple[str, ...] = ()


class Data(msgspec.Struct, frozen=True):
    """All that a plot shows, as a table: its columns' titles, its rows, the first cell a head."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Plot(msgspec.Struct, frozen=True, kw_only=True):
    """A drawing of a size, with a title and a description for whoever does not see it.

    `name` is a slug, `boxes` where its texts stand. `given` draws what is drawn elsewhere: alone,
    with what stands below it, or as a part of a page.
    """

    name: str
    title: str
    told: str
    high: int
    wide: int = WIDE
    drawing: str
    data: Data
    boxes: tuple[Box, ...] = ()
    given: Callable[[bool, str], str] | None = None


def plotted(words: Words, ink: Ink, high: int, data: Data, wide: int = WIDE) -> Plot:
    """What has been drawn, as a plot of that size."""
    return Plot(
        name=words.name,
        title=words.title,
        told=words.told,
        high=high,
        wide=wide,
        drawing="".join(ink.drawn),
        data=data,
        boxes=tuple(ink.texts),
    )


def svg(plot: Plot, *, alone: bool = True, foot: str = "") -> str:
    """The drawing: by itself, or as a part of a page that has `CSS`.

    By itself it has its own colours, its title above, and below it what an export says of itself.
    """
    if plot.given is not None:
        return plot.given(alone, foot)
    role = "group" if "<a " in plot.drawing else "img"
    name = f"plot-{plot.name}"
    told = (
        f'<title id="{name}-title">{clean(plot.title)}</title>'
        f'<desc id="{name}-told">{clean(plot.told)}</desc>'
    )
    marks = f'class="plot" role="{role}" aria-labelledby="{name}-title {name}-told"'
    if not alone:
        box = f'viewBox="0 0 {plot.wide} {plot.high}"'
        return f"<svg {marks} {box}>{told}{plot.drawing}</svg>\n"
    heading, high = _texts(plot.title, plot.wide, 12, SIZE, "bold")
    footing, end = _texts(foot, plot.wide, high + plot.high + 8, _FINE, "soft")
    size = f'width="{plot.wide}" height="{end + 8}"'
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {plot.wide} {end + 8}" {size}'
    return (
        f"<svg {box} {marks}>"
        f'{told}<style>{CSS}</style><rect class="paper" {size}/>'
        f'{heading}<g transform="translate(0 {high})">{plot.drawing}</g>{footing}</svg>\n'
    )


_FINE = 15
"""How large it is written what an export says of itself."""


def _texts(text: str, wide: int, top: int, size: int, kind: str) -> tuple[str, int]:
    """Rows of text over the width of a drawing, and where they end."""
    if not text:
        return "", top
    ink, rows = Ink(), wrapped(text, wide - 24, size)
    ink.text(rows, 12, top, size, kind=kind)
    return "".join(ink.drawn), top + leading(size) * len(rows)


def figure(plot: Plot, link: Link = nowhere, *, numbers: str = "The numbers") -> str:
    """The drawing with its title above and its table below, as a part of a page."""
    name = f"plot-{plot.name}"
    return (
        f'<figure class="plot-figure" id="{name}">'
        f"<figcaption><strong>{clean(plot.title)}</strong> {clean(plot.told)}</figcaption>\n"
        f"{svg(plot, alone=False)}"
        f"<details><summary>{clean(numbers)}</summary>\n"
        f"{table(plot.data, plot.title, link)}</details></figure>\n"
    )


def table(data: Data, caption: str, link: Link = nowhere, lines: Lines | None = None) -> str:
    """A table as a part of a page: it scrolls by itself where it is wider than the page.

    With `lines`, a cell of many lines says how many they are, and names them unfolded.
    """
    heads = "".join(f'<th scope="col">{clean(column)}</th>' for column in data.columns)
    rows = "".join(f"<tr>{_row(row, link, lines)}</tr>\n" for row in data.rows)
    label = clean(caption)
    return (
        f'<div class="plot-table" role="region" tabindex="0" aria-label="{label}">'
        f"<table><caption>{label}</caption>"
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )


def _row(row: Sequence[Cell], link: Link, lines: Lines | None) -> str:
    head, *rest = row
    cells = "".join(f"<td>{_cell(cell, link, lines)}</td>" for cell in rest)
    return f'<th scope="row">{_cell(head, link, lines)}</th>{cells}'


def _cell(cell: Cell, link: Link, lines: Lines | None) -> str:
    found = [_source(address, link) for address in cell.addresses[:SOURCES]]
    more = len(cell.addresses) - SOURCES
    found += [f"+{more}"] if more > 0 else []
    source = f' <small class="plot-source">{" ".join(found)}</small>' if found else ""
    if lines is not None and len(found) > FEW:
        many = clean(lines(len(cell.addresses)))
        source = f'<details class="plot-lines"><summary>{many}</summary>{source}</details>'
    return f"{clean(cell.text)}{source}"


def _source(address: str, link: Link) -> str:
    where = link(address)
    said = clean(address)
    return f'<a href="{clean(where)}">{said}</a>' if where else said


LIGHT = {
    "paper": "var(--paper,#ffffff)",
    "ink": "var(--ink,#1b1b1b)",
    "soft": "var(--soft,#595959)",
    "rule": "var(--line,#c9c9c9)",
    "0": "#0b5394",
    "1": "#a33b00",
    "2": "#1b6e3c",
    "3": "#7a2a8c",
    "4": "#7d5a00",
    "5": "#a81448",
}
DARK = {
    "paper": "var(--paper,#16181c)",
    "ink": "var(--ink,#ececec)",
    "soft": "var(--soft,#b4b4b4)",
    "rule": "var(--line,#4a4d53)",
    "0": "#86bdf5",
    "1": "#f2a477",
    "2": "#86d3a3",
    "3": "#d6a8e8",
    "4": "#e2c265",
    "5": "#f497b5",
}
"""Colours by day and by night: of paper, texts and rules those of the page, where there is one."""
_DASHES = ("none", "14 7", "4 6", "18 6 4 6", "8 4", "2 4 10 4")


def _palette(colours: dict[str, str]) -> str:
    return "".join(f"--plot-{name}:{colour};" for name, colour in colours.items())


def _looks() -> str:
    """What tells one line from the next: colour, and dashes."""
    return "".join(
        f".plot .s{n}{{stroke:var(--plot-{n});stroke-dasharray:{dash}}}"
        f".plot .f{n}{{fill:var(--plot-{n})}}"
        f".plot .m{n}{{fill:var(--plot-paper);stroke:var(--plot-{n})}}"
        f".plot .b{n}{{fill:var(--plot-{n});stroke:var(--plot-{n})}}"
        for n, dash in enumerate(_DASHES)
    )


CSS = (
    f":root{{{_palette(LIGHT)}}}"
    f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{_palette(DARK)}}}}}"
    f":root[data-theme=dark]{{{_palette(DARK)}}}"
    "@media print{:root,:root:not([data-theme=light]),:root[data-theme=dark]{"
    f"{_palette(LIGHT)}}}}}"
    ".plot{display:block;width:100%;height:auto;"
    "font-family:system-ui,'Segoe UI','DejaVu Sans',Arial,sans-serif}"
    ".plot text{fill:var(--plot-ink);unicode-bidi:isolate;white-space:pre}"
    ".plot .paper{fill:var(--plot-paper)}"
    ".plot .soft{fill:var(--plot-soft)}.plot .bold{font-weight:bold}"
    ".plot .axis{stroke:var(--plot-soft);stroke-width:2}"
    ".plot .grid{stroke:var(--plot-rule);stroke-width:1}"
    ".plot .bare{fill:none;stroke:var(--plot-ink);stroke-width:2}"
    ".plot .hatch{stroke:var(--plot-paper);stroke-width:3}"
    ".plot .whisker{stroke:var(--plot-ink);stroke-width:3;fill:none}"
    ".plot .path{fill:none;stroke-width:4;stroke-linejoin:round}"
    ".plot .mark{stroke-width:3;stroke-dasharray:none}"
    ".plot .whisker-paper{stroke:var(--plot-paper);stroke-width:8;fill:none}"
    ".plot .cell{fill:none;stroke:var(--plot-rule);stroke-width:1}"
    ".plot .cell.same{fill:var(--plot-rule)}"
    ".plot .touch{fill:var(--plot-ink);fill-opacity:0}"
    ".plot .lead{stroke:var(--plot-soft);stroke-width:1}"
    ".plot a:hover *,.plot a:focus-visible *{stroke:var(--plot-ink);stroke-width:6}"
    f"{_looks()}"
    ".plot-figure{margin:0 0 2rem;max-width:34rem}"
    ".plot-figure figcaption{margin:0 0 .5rem}.plot-figure figcaption strong{display:block}"
    ".plot-table{overflow-x:auto}.plot-table table{border-collapse:collapse}"
    ".plot-table caption{text-align:start;position:absolute;clip-path:inset(50%);height:1px;"
    "width:1px;overflow:hidden}"
    ".plot-table th,.plot-table td{padding:.15rem .6rem .15rem 0;text-align:start;"
    "vertical-align:top;overflow-wrap:normal;hyphens:none}"
    ".plot-table th[scope=row]{min-width:8rem;max-width:18rem;overflow-wrap:anywhere}"
    ".plot-table td:last-child{overflow-wrap:anywhere;min-width:3rem}"
    ".plot-table td{font-variant-numeric:tabular-nums}.plot-source{color:var(--plot-soft)}"
    ".plot-source a{white-space:nowrap}.plot-lines summary{cursor:pointer;font-size:.86em;"
    "min-height:24px}"
)
"""The style of plots, for a page that holds some; `svg` brings its own where it stands alone."""
