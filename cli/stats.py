"""`acta stats`: sums and averages of a campaign, a crew, a member, a battle."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.desk import Desk, with_desk
from cli.options import csv_option, json_option, naming
from cli.rows import say_json, show, table, tell
from cli.summed import (
    HTML,
    SVG,
    Aim,
    Summed,
    check_plots,
    chosen,
    hall,
    plot_options,
    sentences,
    shape,
    summed,
)
from domain.counting import agreed, counted
from domain.names import meant, said
from domain.terms import NotFound

if TYPE_CHECKING:
    from projections.stats import Line

Plain = dict[str, Any]
SHOWN = ("battles", "won", "drawn", "lost", "open", "kills", "falls", "injuries", "hurt", "dealt")
REST = ("pairings", "objectives", "activations", "neutrals")
NONE = "0 %"
SELDOM = ("open", "neutrals", "injuries", "objectives")  # left out where nobody has any
DROP = ("activations", "injuries", "falls", "objectives", "pairings", "dealt", "hurt")
AVERAGED = ("kills", "falls", "hurt", "dealt", "pairings", "objectives", "activations")
HEADS = {
    "kills": "felled", "falls": "was felled", "neutrals": "neutrals felled",
    "pairings": "pairings W-D-L", "activations": "acted",
}  # fmt: skip


@click.command()
@naming("--crew", "C", "A crew: each who fought for it.")
@naming("--member", "M", "A member: each of its battles.")
@naming("--battle", "B", "A battle: each who fought in it.")
@click.option("--events", default="", metavar="FIGURE", help="The lines that made a figure.")
@plot_options
@csv_option
@json_option
@with_desk()
def stats(
    desk: Desk,
    *,
    crew: str,
    member: str,
    battle: str,
    events: str,
    form: str | None,
    plot: str,
    output: str,
    force: bool,
    as_json: bool,
    as_csv: bool,
) -> None:
    """Show what crews and members did, added up.

    Battles, felled, health, pairings, objectives: of all crews, else of what is asked for. Each
    figure leads to its lines (--events, --json). Friendly and void battles count for nothing. What
    each figure means: docs/numbers.md.
    """
    form = shape(form, output, plot or "stats", as_json=as_json)
    check_plots(form=form, plot=plot, output=output, force=force, shown=as_csv or bool(events))
    found = summed(desk, crew=crew, member=member, battle=battle)
    aim = Aim(output=output, force=force, as_json=as_json)
    if form == SVG:
        _draw(desk, found, plot, aim)
    elif form == HTML:
        from cli.summed_page import stats_page

        stats_page(desk, found, _who(desk, found), aim)
    elif events:
        _events(desk, found, events, as_json=as_json, as_csv=as_csv)
    elif as_json:
        say_json(document(found))
    elif as_csv:
        _csv(desk, found)
    else:
        _tell(desk, found)


# On the screen


def _who(desk: Desk, found: Summed) -> str:
    """What the first column is about."""
    words = desk.game.words
    return {"": words.crew, "member": "battle"}.get(found.scope.kind, words.member)


def _heads(desk: Desk) -> dict[str, str]:
    """What the columns are called, in the game's word for health."""
    health = desk.game.words.health
    return {**HEADS, "hurt": f"{health} lost", "dealt": f"{health} taken"}


def _tell(desk: Desk, found: Summed) -> None:
    lines = [*found.stats.rows, found.stats.total]
    wanted = [
        one
        for one in (*SHOWN, *REST)
        if one not in SELDOM or any(line.counts[one].number for line in lines)
    ]
    several = found.scope.kind == "battle" and len(found.fights[0].sides) > 1
    who = _who(desk, found)
    columns = (who, *([desk.game.words.crew] if several else []), *wanted)
    rows = [_row(desk, found, line, who, wanted) for line in lines]
    heads = _heads(desk)
    table(columns, rows, drop=DROP, heads=heads)
    tell(*_averages(found.stats.total, heads), *_streaks(found), *_survival(desk, found))


def _row(desk: Desk, found: Summed, line: "Line", who: str, wanted: Sequence[str]) -> Plain:
    counts = line.counts
    row: Plain = {one: counts[one].number for one in wanted}
    won, drawn_, lost = (counts[f"pairings_{how}"].number for how in ("won", "drawn", "lost"))
    row["pairings"] = f"{won}-{drawn_}-{lost}"
    together = line is found.stats.total
    row[who] = "all" if together else line.name
    if found.scope.kind == "battle":
        row[desk.game.words.crew] = line.side
    if together and found.scope.kind in ("", "battle"):
        row |= dict.fromkeys(("won", "drawn", "lost", "open"), "")
    return row


def _averages(total: "Line", heads: dict[str, str]) -> list[str]:
    """What that comes to for each battle."""
    from projections.plots.ink import plain

    if not total.counts["battles"].number:
        return []
    told = [
        f"{heads.get(one, one).removesuffix(' W-D-L')} {plain(total.average(one))}"
        for one in AVERAGED
        if total.counts[one].number
    ]
    return [f"a battle: {', '.join(told)}"] if told else []


def _streaks(found: Summed) -> list[str]:
    """The longest streaks of a crew."""
    if found.scope.kind != "crew":
        return []
    from projections.stats import STREAKS, longest, sides_of

    sides = sides_of(found.fights, found.scope.name)
    told = ", ".join(f"{kind} {longest(sides, kind).length}" for kind in STREAKS)
    return [f"longest streaks: {told}; a draw ends one of victories, and one of defeats"]


def _survival(desk: Desk, found: Summed) -> list[str]:
    """How long members last, crew by crew."""
    if found.scope.kind not in ("", "crew"):
        return []
    return [f"{one['name']}: {lasting(one)}" for one in _lives(desk, found)]


def lasting(one: Plain) -> str:
    """How many are gone for good, and what part is so expected to live through so many battles."""
    fought, died, share = one["fought"], one["died"], one["share"]
    if not died:
        return f"nobody of {fought} who fought is gone for good"
    gone = f"{died} of {fought} who fought {agreed(died, 'is', 'are')} gone for good"
    some = "nobody" if share == NONE else f"about {share}"
    return f"{gone}; at that rate {some} would live through {counted(one['battles'], 'battle')}"


def _lives(desk: Desk, found: Summed) -> list[Plain]:
    """The survival of each crew's members, in numbers."""
    from cli.provenance import framed
    from projections.lives import lives
    from projections.plots.ink import percent
    from projections.plots.survival import survival

    place = hall(desk, found, framed(desk))
    told: list[Plain] = []
    for crew, mine in lives(found.views, found.fights, found.known, place.say).items():
        steps = survival(mine)
        if crew in place.crews and steps:
            told.append(
                {
                    "id": crew,
                    "name": found.known[crew].name,
                    "fought": len(mine),
                    "died": sum(life.died for life in mine),
                    "battles": steps[-1].battle,
                    "share": percent(steps[-1].share),
                    "addresses": [life.address for life in mine if life.died],
                    "steps": [
                        {
                            "battles": step.battle,
                            "at_risk": step.risk,
                            "died": step.died,
                            "last_seen": step.censored,
                            "share": f"{step.share.numerator}/{step.share.denominator}",
                        }
                        for step in steps
                    ],
                }
            )
    return told


# As data


def document(found: Summed) -> Plain:
    """Stats as JSON: every number with its lines."""
    return {
        "of": found.scope.kind or "campaign",
        "id": found.scope.name or "campaign",
        "rows": [_data(line) for line in found.stats.rows],
        "total": _data(found.stats.total),
        "streaks": _all_streaks(found),
        "fights": [fight.battle for fight in found.fights],
    }


def _data(line: "Line") -> Plain:
    from projections.plots.ink import plain

    return {
        "id": line.id,
        "name": line.name,
        "former_names": list(line.former),
        "crew": line.crew,
        **{figure: count.number for figure, count in line.counts.items()},
        "a_battle": {one: plain(line.average(one)) for one in AVERAGED},
        "addresses": {figure: list(count.addresses) for figure, count in line.counts.items()},
    }


def _all_streaks(found: Summed) -> list[Plain]:
    """Every crew's longest streaks, with the lines by which those battles came out."""
    from projections.stats import STREAKS, longest, sides_of

    told: list[Plain] = []
    for crew, named in found.known.items():
        if named.crew or (found.scope.kind and crew not in found.scope.crews):
            continue
        sides = sides_of(found.fights, crew)
        for kind in STREAKS:
            streak = longest(sides, kind)
            told.append(
                {
                    "crew": crew,
                    "kind": kind,
                    "length": streak.length,
                    "battles": [side.battle for side in streak.sides],
                    "addresses": [side.address for side in streak.sides],
                }
            )
    return told


def _csv(desk: Desk, found: Summed) -> None:
    from projections.tallies import FIGURES

    who = _who(desk, found)
    rows = [
        {"id": line.id, who: line.name, **{one: line.counts[one].number for one in FIGURES}}
        for line in found.stats.rows
    ]
    show(("id", who, *FIGURES), rows, as_json=False, as_csv=True)


def _events(desk: Desk, found: Summed, figure: str, *, as_json: bool, as_csv: bool) -> None:
    """The lines that made a figure, row by row."""
    from projections.tallies import FIGURES

    if figure not in FIGURES:
        hint = meant(figure, FIGURES) or ", ".join(FIGURES)
        raise NotFound(f"there is no figure {said(figure)}", hint=hint)
    lines = found.stats.rows or (found.stats.total,)
    told = sentences(desk, [at for line in lines for at in line.counts[figure].addresses])
    who = _who(desk, found)
    rows = [
        {who: line.name, "address": address, "told": told[address]}
        for line in lines
        for address in line.counts[figure].addresses
    ]
    show((who, "address", "told"), rows, as_json=as_json, as_csv=as_csv)


# As pictures


def _draw(desk: Desk, found: Summed, plot: str, aim: Aim) -> None:
    """One plot as SVG."""
    from cli.provenance import framed
    from cli.summed_page import plots

    place = hall(desk, found, framed(desk))
    known = plots(found, place)
    aim.draw(desk, found, known[chosen(plot, known)](place))
