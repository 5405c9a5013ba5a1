"""`acta branch`: what if something else had been done; it counts for nothing."""

import click

from cli.desk import Desk, with_desk
from cli.options import csv_option, dry_run_option, json_option
from domain.terms import WrongUsage


@click.command()
@click.argument("address", required=False, default="")
@click.option("--name", default="", metavar="NAME", help="What it is called beside its number.")
@csv_option
@dry_run_option
@json_option
@with_desk(writes=True)
def branch(
    desk: Desk, address: str, name: str, *, as_csv: bool, dry_run: bool, as_json: bool
) -> None:
    """Play a battle on from ADDRESS, as it might have been.

    The branch is the battle as it stood behind that line, a story of its own that counts for
    nothing: crews, standings and the battle itself stay as they are, and it is not concluded. Go on
    with acta do --battle NAME. Where the battle's dice are sealed it has sealed dice of its own.
    Without ADDRESS all branches are listed.
    """
    if not address:
        if name or dry_run:
            raise WrongUsage("a branch leaves somewhere", hint="acta branch ADDRESS")
        from cli.branches import all_of
        from cli.rows import show

        rows = [
            {"branch": one.story, "name": one.name, "from": one.left, "battle": one.battle}
            for one in all_of(desk.ledger)
        ]
        show(("branch", "name", "from", "battle"), rows, as_json=as_json, as_csv=as_csv)
        return
    from cli.answers import give
    from cli.branching import begin

    give(begin(desk, address, name, dry_run=dry_run), as_json=as_json)
