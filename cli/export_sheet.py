"""`acta export sheet` and `acta export arena`: a battle on paper, before it is fought or after."""

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cli.desk import Desk, with_desk
from cli.on_paper import PDF, Wanted, game_on_paper, paper_options
from cli.options import battle_option
from cli.rows import talk
from domain.terms import NotFound, RuleBroken, WrongUsage

if TYPE_CHECKING:
    from domain.paper import Paper
    from projections.frame.templates import Frame
    from projections.paper.sheets import Field

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
    battle = _battle(options["battle"], named=bool(scenario) or blank)
    if blank and (crews or battle):
        raise WrongUsage("blank sheets are of no crew", hint="acta export sheet [SCENARIO] --blank")
    if scenario and battle:
        hint = f"--battle {battle}"
        raise WrongUsage("a battle has its scenario and crews already", hint=hint)
    if scenario and not crews and not blank:
        raise WrongUsage("a scenario is fought by crews", hint=OPEN)
    frame = wanted.frame()
    if blank:
        of = _bare(paper, scenario) if scenario else None
        told = sheets_of.field(desk.game, paper, of, frame) if of else None
        found = sheets_of.blank(desk.game, paper, told)
    elif scenario:
        found = _planned(desk, paper, frame, scenario, crews)
    else:
        table = desk.battle(battle)
        found = sheets_of.field(desk.game, paper, table.state, frame, battle=table.story)
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
    battle = _battle(options["battle"], named=bool(scenario))
    if scenario and battle:
        raise WrongUsage("either a scenario or a battle", hint="acta export arena SCENARIO")
    state = _bare(paper, scenario) if scenario else desk.battle(battle).state
    frame, sheet = wanted.frame(), paper.sheet(state)
    picture = desk.game.sheets.picture(state)
    found = arenas.ground(frame, sheet, picture, wanted.format, scale=options["scale"])
    write = pdf.arenas if wanted.form == PDF else html.arenas
    content = write(frame, provenance(desk), found, wanted.format)
    told = {"scenario": found.name, "scale": found.scale, "sheets": len(found.pages)}
    wanted.write("arena", content, **told)


def _battle(battle: str, *, named: bool) -> str:
    """The battle that is meant: where something else is `named`, the surroundings choose none."""
    source = click.get_current_context().get_parameter_source("battle")
    return "" if named and source is ParameterSource.ENVIRONMENT else battle


def _planned(
    desk: Desk, paper: "Paper", frame: "Frame", scenario: str, crews: tuple[str, ...]
) -> "Field":
    """The battle that these would open; if they may not yet, with all who are fit."""
    from cli.on_paper import decks
    from cli.opening import planned
    from projections.paper import sheets as sheets_of

    try:
        return sheets_of.field(desk.game, paper, planned(desk, scenario, crews), frame)
    except RuleBroken as refused:
        if paper.bare is None:
            raise
        talk(f"it cannot be opened yet: {refused.told()}")
    of = sheets_of.field(desk.game, paper, paper.bare(scenario), frame)
    return sheets_of.met(of, decks(desk, crews))


def _bare(paper: "Paper", scenario: str) -> Any:
    """A scenario in which nobody takes part."""
    if paper.bare is None:
        raise NotFound("this game has no scenario without those who fight it", hint=OPEN)
    return paper.bare(scenario)
