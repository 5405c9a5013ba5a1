"""`acta battle`: open, list, show, map, legal, conclude, dice."""

from collections.abc import Sequence

import click

from cli.desk import Desk, with_desk
from cli.options import battle_option, csv_option, dry_run_option, json_option
from cli.rows import say, say_json


@click.group()
def battle() -> None:
    """Open, list, show or conclude battles."""


@battle.command(name="open")
@click.argument("scenario")
@click.argument("crews", metavar="CREW CREW…", nargs=-1, required=True)
@click.option("--team", "teams", multiple=True, metavar="CREW=NAME,…", help="Whom a crew fields.")
@click.option(
    "--start", "starts", multiple=True, metavar="ask|CREW=AREA", help="Ask, or what was agreed."
)
@click.option(
    "--dice", type=click.Choice(["table", "sealed"]), default="table", help="Where faces come from."
)
@click.option("--solo", is_flag=True, help="Sealed dice with one chain, for one player.")
@click.option("--seed", default="", metavar="HEX", help="The seed of solo dice, 64 hex digits.")
@click.option(
    "--secret-from",
    "secret",
    default="",
    metavar="FILE|-",
    help="Words or dice of the last crew's player, for sealed dice.",
)
@dry_run_option
@json_option
@with_desk(writes=True)
def open_(
    desk: Desk,
    scenario: str,
    crews: Sequence[str],
    teams: Sequence[str],
    starts: Sequence[str],
    dice: str,
    seed: str,
    secret: str,
    *,
    solo: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Open a battle between crews of the campaign."""
    from cli.answers import give
    from cli.opening import Terms, open_battle

    terms = Terms(
        scenario=scenario,
        crews=crews,
        teams=teams,
        starts=starts,
        dice=dice,
        solo=solo,
        seed=seed,
        secret=secret,
    )
    give(open_battle(desk, terms, dry_run=dry_run), as_json=as_json)


@battle.command()
@battle_option
@dry_run_option
@json_option
@with_desk(writes=True)
def conclude(desk: Desk, battle: str, *, dry_run: bool, as_json: bool) -> None:
    """Confirm the result of a battle that has ended; its crews are free again."""
    from cli.answers import give
    from cli.doing import Wish, record

    give(record(desk, desk.battle(battle), "conclude", Wish(dry_run=dry_run)), as_json=as_json)
