"""`acta export sheet` and `acta export arena`: a battle on paper, before it is fought or after."""

from typing import TYPE_CHECKING, Any

import click

from cli.desk import Desk, with_desk
from cli.on_paper import PDF, Wanted, game_on_paper, paper_options
from cli.options import battle_option
from domain.terms import NotFound, WrongUsage

if TYPE_CHECKING:
    from domain.paper import Paper

OPEN = "acta battle open, or acta export sheet SCENARIO CREW CREW"


@click.command()
@click.argument("scenario", required=False, default="")
@click.argument("crews", nargs=-1, metavar="[CREW]…")
@battle_option
@click.option("--blank", is_flag=True, help="To be filled in by hand: of SCENARIO, or of any.")
@paper_options
@with_desk()
def sheet(desk: Desk, /, scenario: str, crews: tuple[str, ...], **options: Any) -> None:
    """Write a page for each crew of a battle, with room to write its lines by hand.

    It is the open battle, or the one that SCENARIO and CREWs would open.
    """
    from cli.provenance import provenance
    from projections.paper import html, pdf
    from projections.paper import sheets as sheets_of

    wanted, paper, blank = Wanted(desk, options), game_on_paper(desk), options["blank"]
    if blank and (crews or options["battle"]):
        raise WrongUsage("blank sheets are of no crew", hint="acta export sheet [SCENARIO] --blank")
    frame = wanted.frame()
    if blank:
        of = _bare(paper, scenario) if scenario else None
        told = sheets_of.field(desk.game, paper, of, frame) if of else None
        found = sheets_of.blank(desk.game, paper, told)
    else:
        state, battle = _state(desk, scenario, crews, options["battle"])
        found = sheets_of.field(desk.game, paper, state, frame, battle=battle)
    write = pdf.sheets if wanted.form == PDF else html.sheets
    content = write(frame, provenance(desk), found, wanted.format)
    names = [party.crew.name for party in found.sheet.parties if party.crew.name]
    wanted.write("sheet", content, scenario=found.sheet.scenario, battle=found.battle, crews=names)


@click.command()
@click.argument("scenario", required=False, default="")
@battle_option
@click.option(
    "--scale",
    type=float,
    default=25.0,
    show_default=True,
    metavar="MM",
    help="How wide a square is, where there are squares.",
)
@paper_options
@with_desk()
def arena(desk: Desk, /, scenario: str, **options: Any) -> None:
    """Write the ground of SCENARIO, or of the open battle, to be played on: an arena to scale.

    One that is larger than the paper takes several sheets, with strips to glue them together.
    """
    from cli.provenance import provenance
    from projections.paper import arenas, html, pdf

    wanted, paper = Wanted(desk, options), game_on_paper(desk)
    if scenario and options["battle"]:
        raise WrongUsage("either a scenario or a battle", hint="acta export arena SCENARIO")
    state = _bare(paper, scenario) if scenario else desk.battle(options["battle"]).state
    frame, sheet = wanted.frame(), paper.sheet(state)
    picture = desk.game.sheets.picture(state)
    found = arenas.ground(frame, sheet, picture, wanted.format, scale=options["scale"])
    write = pdf.arenas if wanted.form == PDF else html.arenas
    content = write(frame, provenance(desk), found, wanted.format)
    told = {"scenario": found.name, "scale": found.scale, "sheets": len(found.pages)}
    wanted.write("arena", content, **told)


def _state(desk: Desk, scenario: str, crews: tuple[str, ...], name: str) -> tuple[Any, str]:
    """A battle on record, or the one that a scenario and crews would open."""
    if not scenario:
        table = desk.battle(name)
        return table.state, table.story
    if name:
        raise WrongUsage("a battle has its scenario and crews already", hint=f"--battle {name}")
    if not crews:
        raise WrongUsage("a scenario is fought by crews", hint=OPEN)
    from cli.opening import planned

    return planned(desk, scenario, crews), ""


def _bare(paper: "Paper", scenario: str) -> Any:
    """A scenario in which nobody takes part."""
    if paper.bare is None:
        raise NotFound("this game has no scenario without those who fight it", hint=OPEN)
    return paper.bare(scenario)
