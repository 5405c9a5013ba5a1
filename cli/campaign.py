"""`acta rename`: the campaign under another name."""

import click

from cli.answers import Answer, give, undo_of
from cli.desk import Desk, with_desk
from cli.options import dry_run_option, json_option
from domain.campaign import STORY, RenameCampaign


@click.command()
@click.argument("name")
@dry_run_option
@json_option
@with_desk(writes=True)
def rename(desk: Desk, name: str, *, dry_run: bool, as_json: bool) -> None:
    """Give the campaign another name.

    Its folder keeps its own; what it was called stays in its history.
    """
    lines = desk.submit(STORY, [RenameCampaign(name=name)], dry_run=dry_run)
    give(Answer(lines=lines, undo=undo_of(lines), dry_run=dry_run), as_json=as_json)
