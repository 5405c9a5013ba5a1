"""Stats and standings as a page: all tables and plots, and the lines that made them."""

import shlex
from typing import TYPE_CHECKING, Any

from cli.desk import Desk
from cli.summed import Aim, Summed, hall, sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from projections.numbers_page import Section
    from projections.stats import Line


def give(
    desk: Desk,
    found: Summed,
    sections: "Sequence[Section]",
    title: str,
    aim: Aim,
) -> None:
    """Write sections as a page, to a file or on the screen."""
    from cli.provenance import framed, provenance
    from cli.scope import stories
    from projections import numbers_page as pages
    from projections.frame.page import page
    from projections.frame.shelf import asset

    frame = framed(desk)
    text = page(
        frame,
        provenance(desk, stories(desk, found.scope)),
        title=title,
        body=pages.body(frame, sections),
        nav=[(f"#{one.id}", one.title) for one in sections],
        css=pages.CSS,
        js=asset("style/unfold.js"),
        wide=True,
    )
    aim.write(text)


def stats_page(desk: Desk, found: Summed, who: str, aim: Aim) -> None:
    """The sums, their plots, the records of a campaign, and where all of it comes from."""
    from cli.provenance import framed
    from projections import numbers_page as pages
    from projections.records import records

    links = pages.Links()
    place = hall(desk, found, framed(desk), links)
    draws = plots(found, place).values()
    sections = [
        pages.sums(place, place.say("sums"), who),
        pages.gallery(place, [draw(place) for draw in draws]),
    ]
    if not found.scope.kind:
        sections.append(pages.records(place, records(found.views, found.fights, found.known)))
    sections.append(pages.sources(place, lambda line, figure: _command(found, line, figure)))
    sections.append(pages.events(place, links, lambda asked: sentences(desk, list(asked))))
    name = found.stats.total.name or found.scope.name
    title = place.say("stats-of", name=name) if found.scope.kind else place.say("stats")
    give(desk, found, sections, title, aim)


def plots(found: Summed, place: Any) -> dict[str, Any]:
    """The plots of what was asked for, by their names."""
    from projections import gallery, moments

    match found.scope.kind:
        case "battle":
            return dict(moments.plots())
        case "member":
            return dict(gallery.SUMS)
        case _:
            return dict(gallery.plots(place))


def _command(found: Summed, line: "Line", figure: str) -> str:
    """The command that lists the lines of a number."""
    kind, name = found.scope.kind, found.stats.total.name or found.scope.name
    if not kind and line is not found.stats.total:
        kind, name = "crew", line.name
    part = f" --{kind} {shlex.quote(name)}" if kind else ""
    return f"acta stats{part} --events {figure}"
