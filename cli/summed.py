"""What stats, records and standings share: what was asked for, read once; the plots of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from cli.desk import Desk
from cli.endings import check_screen, form_of
from cli.home import text_file
from cli.options import force_option, output_option, spoken, spoken_option
from cli.rows import out, say_json, talk
from domain.names import meant, said
from domain.terms import NotFound, WrongUsage

if TYPE_CHECKING:
    from projections.data.table import Scope
    from projections.frame.templates import Frame
    from projections.plots.plot import Plot
    from projections.stats import Names, Stats
    from projections.tallies import Fight
    from projections.view import Views

SVG, HTML = "svg", "html"
TABLES = ("csv", "json")


class Summed(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign's tallies, and the sums of what was asked for."""

    views: "Views"
    scope: "Scope"
    fights: "list[Fight]"
    known: "Names"
    stats: "Stats"


def summed(desk: Desk, *, crew: str = "", member: str = "", battle: str = "") -> Summed:
    """What was asked for. Raises NotFound, also for a battle that counts for nothing."""
    from cli.scope import scope_of
    from projections import stats, tallies

    views = desk.views(deeds=True)
    scope = scope_of(desk, views, crew=crew, member=member, battle=battle)
    known = stats.names(views)
    fights = list(tallies.fights(views, scope.battles if scope.kind else None))
    match scope.kind:
        case "crew":
            found = stats.of_crew(fights, scope.name, known)
        case "member":
            found = stats.of_member(fights, scope.name, known)
        case "battle":
            if not fights:
                raise NotFound(f"{scope.name} counts for nothing, so it has no stats")
            found = stats.of_battle(fights[0])
        case _:
            found = stats.of_campaign(fights, known)
    return Summed(views=views, scope=scope, fights=fights, known=known, stats=found)


def plot_options(run: Any) -> Any:
    """The options of plots: which form, which plot, where to, over what is there."""
    for option in (
        spoken_option,
        force_option,
        output_option,
        click.option("--plot", metavar="NAME", default="", help="Which plot, as --as svg."),
        click.option(
            "--as",
            "form",
            type=click.Choice([SVG, HTML]),
            default=None,
            help="A plot as SVG, or all of them with their tables as a page. Else FILE's ending.",
        ),
    ):
        run = option(run)
    return run


def check_plots(
    *, form: str | None, plot: str, output: str, force: bool, shown: bool = False
) -> None:
    """Refuse options of plots that have nothing to do; `shown` are --csv and --events."""
    if plot and form != SVG:
        raise WrongUsage("--plot is drawn as SVG", hint=f"--as svg --plot {plot}")
    if form and shown:
        raise WrongUsage(f"--as {form} is one form, --csv and --events are others")
    if spoken() and not form:
        raise WrongUsage("--language is about a plot or a page", hint="--as svg, --as html")
    if (output or force) and not form:
        raise WrongUsage("-o and --force are about a plot", hint="--as svg --plot NAME, --as html")


def shape(form: str | None, output: str, name: str, *, as_json: bool) -> str | None:
    """The form of a plot, by --as or FILE's ending; None for a table on the screen."""
    found = form_of(form, output, (SVG, HTML), "", also=TABLES)
    if not as_json:
        check_screen(found, output, name)
    return found or None


def chosen(name: str, known: "dict[str, Any]") -> str:
    """The name of a plot that there is. Raises WrongUsage, NotFound."""
    if not name:
        raise WrongUsage("which plot?", hint=f"--plot {', '.join(known)}")
    if name not in known:
        hint = meant(name, known) or ", ".join(known)
        raise NotFound(f"there is no plot {said(name)} of this", hint=hint)
    return name


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """Where a plot or a page goes: to a file or the screen; with `as_json` that is answered."""

    output: str
    force: bool
    as_json: bool

    def write(self, text: str) -> None:
        """Write a text."""
        if not self.output:
            say_json({"text": text}) if self.as_json else out(text, end="")
            return
        text_file(Path(self.output), text, force=self.force, hint="--force overwrites it")
        if self.as_json:
            say_json({"file": self.output})
        else:
            talk(f"{self.output} written")

    def draw(self, desk: Desk, found: Summed, plot: "Plot") -> None:
        """Write a plot as SVG, with what an export says of itself below it.

        Raises NotFound for one that has nothing to show.
        """
        from cli.provenance import framed, provenance
        from cli.scope import stories
        from projections.plots.plot import svg

        if not plot.data.rows:
            raise NotFound(f"{plot.title}: nothing of it is on record yet")
        told = provenance(desk, stories(desk, found.scope))
        self.write(svg(plot, foot=told.line(framed(desk))))


def sentences(desk: Desk, addresses: "list[str]") -> dict[str, str]:
    """What the lines at these addresses say, story by story, in the order of their numbers."""
    stories: dict[str, set[int]] = {}
    for address in addresses:
        story, _, number = address.rpartition("/")
        stories.setdefault(story, set()).add(int(number))
    return {
        line.address: line.data.told()
        for story in desk.ledger.stories()
        if story in stories
        for line in desk.ledger.story(story)
        if line.line in stories[story]
    }


def hall(desk: Desk, found: Summed, frame: "Frame", link: Any = None) -> Any:
    """What plots of what was asked for are made of."""
    from projections.gallery import Hall
    from projections.plots.ink import nowhere

    every = [crew for crew, named in found.known.items() if not named.crew]
    crews = [crew for crew in every if not found.scope.kind or crew in found.scope.crews]
    return Hall(
        shelf=found.views,
        ledger=desk.ledger,
        fights=found.fights,
        known=found.known,
        stats=found.stats,
        crews=crews,
        frame=frame,
        link=link or nowhere,
    )
