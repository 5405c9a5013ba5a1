"""`acta crew`: found, import, list, show, rename."""

from collections.abc import Sequence
from pathlib import Path

import click
import msgspec

from cli.answers import Answer, give, undo_of
from cli.desk import Desk, with_desk
from cli.options import Group, csv_option, dry_run_option, json_option
from cli.own import taking
from domain.crew import FoundCrew, RenameCrew, story_of
from domain.terms import Action, NotFound, Refusal, RuleBroken, WrongUsage


@click.group(cls=Group)
def crew() -> None:
    """Found, import, list, show or rename crews."""


@crew.command()
@click.argument("name")
@click.option("--player", required=True, metavar="P", help="Who leads it.")
@dry_run_option
@json_option
@with_desk(writes=True)
def found(desk: Desk, name: str, player: str, *, dry_run: bool, as_json: bool) -> None:
    """Found a crew, with a purse to recruit from."""
    story = story_of(desk.books(), name)
    action = FoundCrew(crew=story, name=name, player=player)
    lines = desk.submit(story, [action], dry_run=dry_run)
    give(Answer(lines=lines, undo=undo_of(lines), dry_run=dry_run), as_json=as_json)


@crew.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--player", default="", metavar="P", help="Who leads it, if not whom the file says.")
@dry_run_option
@json_option
@with_desk(writes=True)
def import_(desk: Desk, file: Path, player: str, *, dry_run: bool, as_json: bool) -> None:
    """Found a crew from a text file, with all its members or not at all."""
    from domain.crew_file import load

    read = load(file, desk.game.profiles)
    story = story_of(desk.books(), read.name)
    actions, before = read.actions(story, player), taking(desk.books(), desk.home.folder)
    try:
        lines = desk.submit(story, [*before, *actions], dry_run=dry_run)
    except (NotFound, WrongUsage, RuleBroken) as refused:
        place = f"{file.name}{_entry(desk, story, before, actions, file)}"
        broken = isinstance(refused, RuleBroken)  # a rule's sentence begins with the rule
        said = refused.message
        refused.message = f"{said} ({place})" if broken else f"{place}: {said}"
        raise
    give(Answer(lines=lines, undo=undo_of(lines), dry_run=dry_run), as_json=as_json)


def _entry(
    desk: Desk, story: str, before: Sequence[Action], actions: Sequence[Action], file: Path
) -> str:
    """Where in a crew's file the first entry stands that cannot be recorded, `:7`."""
    from domain import strangers
    from domain.textfile import LARGEST, line_of

    text = strangers.text(file, LARGEST)
    for number in range(len(actions)):
        try:
            desk.submit(story, [*before, *actions[: number + 1]], dry_run=True)
        except Refusal:
            return f":{line_of(text, ('members', number - 1) if number else ('name',))}"
    return ""


@crew.command()
@click.argument("crew_name", metavar="CREW")
@click.argument("name")
@dry_run_option
@json_option
@with_desk(writes=True)
def rename(desk: Desk, crew_name: str, name: str, *, dry_run: bool, as_json: bool) -> None:
    """Give a crew another name; what it was called stays in its history."""
    story = desk.crew(crew_name).who.id
    lines = desk.submit(story, [RenameCrew(crew=story, name=name)], dry_run=dry_run)
    give(Answer(lines=lines, undo=undo_of(lines), dry_run=dry_run), as_json=as_json)


@crew.command(name="list")
@csv_option
@json_option
@with_desk()
def list_(desk: Desk, *, as_json: bool, as_csv: bool) -> None:
    """List all crews: who leads them, how many are fit, what they are worth, treasury."""
    from cli.rows import show as show_rows
    from projections.rosters import rosters

    with desk.views() as views:
        rows = rosters(views)
    columns = ("crew", "player", "fit", *desk.game.sheets.crews, "treasury")
    heads = desk.game.words.heads
    show_rows(columns, rows, as_json=as_json, as_csv=as_csv, heads=heads)


@crew.command()
@click.argument("crew_name", metavar="CREW")
@json_option
@csv_option
@with_desk()
def show(desk: Desk, crew_name: str, *, as_json: bool, as_csv: bool) -> None:
    """Show a crew and the profiles of its members."""
    from cli.profiles import crew_sheet
    from cli.uncovered import uncovered
    from projections.rosters import books, roster

    with desk.views() as views:
        story = desk.crew(crew_name, books(views)).who.id
        flagged = [msgspec.to_builtins(one) for one in uncovered(desk, story)]
        told = roster(views, story) | ({"uncovered": flagged} if flagged else {})
        crew_sheet(desk.game, told, as_json=as_json, as_csv=as_csv)
