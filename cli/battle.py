"""`acta battle`: open, list, show, map, hand, checklist, legal, conclude, dice, void."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from cli.desk import Desk, with_desk
from cli.of_game import OfGame, param_of, terms
from cli.options import (
    Group,
    agreed_option,
    battle_option,
    csv_option,
    dry_run_option,
    json_option,
    reason,
    yes_option,
)
from cli.rows import say, say_json
from domain.listing import Listed
from domain.sheets import Map
from domain.terms import StorageFailed

if TYPE_CHECKING:
    from cli.branches import Branch


@click.group(cls=Group)
def battle() -> None:
    """Open, list, show or conclude battles."""


@battle.command(name="open", cls=OfGame, options=terms)
@click.argument("scenario")
@click.argument("crews", metavar="CREW CREW…", nargs=-1, required=True)
@click.option("--team", "teams", multiple=True, metavar="CREW=NAME,…", help="Whom a crew fields.")
@click.option(
    "--start", "starts", multiple=True, metavar="ask|CREW=PLACE", help="Ask, or what was agreed."
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
    /,
    *,
    scenario: str,
    crews: Sequence[str],
    teams: Sequence[str],
    starts: Sequence[str],
    dice: str,
    seed: str,
    secret: str,
    solo: bool,
    dry_run: bool,
    as_json: bool,
    **told: str,
) -> None:
    """Open a battle between crews of the campaign."""
    from cli.answers import give
    from cli.opening import Terms, drawn, open_battle

    own = [
        (term.word, drawn(text) if term.drawn else text)
        for term in desk.game.openings.terms
        if (text := told.get(param_of(term.word), ""))
    ]
    agreed = Terms(
        scenario=scenario,
        crews=crews,
        teams=teams,
        starts=starts,
        dice=dice,
        solo=solo,
        seed=seed,
        secret=secret,
        own=own,
    )
    give(open_battle(desk, agreed, dry_run=dry_run), as_json=as_json)


@battle.command()
@battle_option
@dry_run_option
@json_option
@with_desk(writes=True)
def conclude(desk: Desk, battle: str, *, dry_run: bool, as_json: bool) -> None:
    """Confirm the result of a battle that has ended; its aftermath is next."""
    from cli.answers import give
    from cli.doing import Wish, record

    give(record(desk, desk.battle(battle), "conclude", Wish(dry_run=dry_run)), as_json=as_json)


@battle.command()
@click.argument("name", metavar="BATTLE")
@click.option(
    "--why", required=True, metavar="TEXT", callback=reason, help="The reason, kept on record."
)
@agreed_option
@yes_option
@dry_run_option
@json_option
@with_desk(writes=True)
def void(
    desk: Desk, name: str, why: str, agreed: str, *, yes: bool, dry_run: bool, as_json: bool
) -> None:
    """Let a battle count for nothing: whatever it and its aftermath gave or took is returned.

    What would change is shown, and nothing is changed until --yes. Later battles stay as they were
    fought; what was bought since stands, and is flagged where it is not covered any more.
    """
    from cli.voiding import make_void

    make_void(desk, name, why, agreed=agreed, yes=yes and not dry_run, as_json=as_json)


@battle.command(name="list")
@csv_option
@json_option
@with_desk()
def list_(desk: Desk, *, as_json: bool, as_csv: bool) -> None:
    """List all battles of the campaign."""
    from cli.branches import all_of
    from cli.rows import show as show_rows

    due = desk.unsettled()
    listed = [
        {
            "battle": one.battle,
            "scenario": one.scenario,
            "crews": [crew.name for crew in one.crews] or _guests(desk, one),
            "status": "open" if one.open else "void" if one.void else "concluded",
            "counts": one.counts and not one.void,
            "aftermath": _aftermath(one, due),
        }
        for one in desk.battles().all
    ]
    columns = ("battle", "scenario", "crews", "status", "counts", "aftermath")
    branches = all_of(desk.ledger)
    if as_json:
        apart = [{"battle": one.story, "counts": False, **_left(one)} for one in branches]
        say_json([*listed, *apart])
        return
    show_rows(columns, listed, as_json=as_json, as_csv=as_csv)
    if branches and not as_csv:
        say("", "branches, which count for nothing:", *(f"  {one.told()}" for one in branches))


def _guests(desk: Desk, one: Listed) -> list[str]:
    """Who meets in a friendly battle, by its own story; nobody where that cannot be read."""
    try:
        return [name for name, _ in desk.parties(one.battle)]
    except StorageFailed:
        return []


def _left(branch: "Branch") -> dict[str, str]:
    """A branch as it stands apart from battles: its name, and where it left."""
    named = {"status": "branch", "name": branch.name}
    return named | {"branch_of": branch.battle, "from": branch.left}


def _aftermath(one: Listed, due: Sequence[Listed]) -> str:
    """Whether a battle's aftermath is open or over; nothing of one that has none, or not yet."""
    if one in due:
        return "open"
    return "over" if one.counts and not one.open and not one.void else ""


@battle.command()
@click.argument("name", metavar="[BATTLE]", required=False, default="")
@click.option("--at", default="", metavar="ADDRESS", help="As it stood behind this line.")
@battle_option
@json_option
@with_desk()
def show(desk: Desk, name: str, at: str, battle: str, *, as_json: bool) -> None:
    """Show a battle as it stands: who fights where and how, points, whose turn it is."""
    from cli.board import board
    from cli.record import table_at

    table = table_at(desk, desk.battle(name or battle), at)
    if as_json:
        say_json(table.shown())
    else:
        board(table)


@battle.command(name="map")
@click.argument("name", metavar="[BATTLE]", required=False, default="")
@battle_option
@json_option
@with_desk()
def map_(desk: Desk, name: str, battle: str, *, as_json: bool) -> None:
    """Show where a battle is fought, and who stands where."""
    table = desk.battle(name or battle)
    _drawn(table.game.sheets.map(table.state), as_json=as_json)


@battle.command()
@click.argument("crew", metavar="[CREW]", required=False, default="")
@battle_option
@json_option
@with_desk()
def hand(desk: Desk, crew: str, battle: str, *, as_json: bool) -> None:
    """Show the index cards that a crew still holds: whoever has not acted this round."""
    from cli.board import hand as held

    _drawn(held(desk.battle(battle), crew), as_json=as_json)


@battle.command()
@click.argument("name", metavar="[BATTLE]", required=False, default="")
@battle_option
@json_option
@with_desk()
def checklist(desk: Desk, name: str, battle: str, *, as_json: bool) -> None:
    """Show everybody who takes part, with a check for each who has acted this round."""
    from cli.board import checklist as checked

    _drawn(checked(desk.battle(name or battle)), as_json=as_json)


def _drawn(drawn: Map, *, as_json: bool) -> None:
    """Print something of a battle that its game draws."""
    if as_json:
        say_json(drawn.document)
    else:
        say(*drawn.rows)


@battle.command()
@click.argument("name", metavar="[BATTLE]", required=False, default="")
@battle_option
@json_option
@with_desk()
def legal(desk: Desk, name: str, battle: str, *, as_json: bool) -> None:
    """List the simple lines that are legal now, each acceptable as it stands."""
    from cli.table import legal_lines

    table = desk.sitting(name or battle)
    ask = table.ask()
    found = {
        "legal": legal_lines(table),
        **{key: ask[key] for key in ("patterns", "combine", "always")},
    }
    if as_json:
        say_json(found)
        return
    say(*found["legal"], *found["patterns"])


@battle.command()
@click.argument("source", type=click.Choice(["table", "sealed"]))
@click.option(
    "--why", required=True, metavar="TEXT", callback=reason, help="The reason, kept on record."
)
@click.option("--solo", is_flag=True, help="Sealed dice with one chain, for one player.")
@click.option("--seed", default="", metavar="HEX", help="The seed of solo dice, 64 hex digits.")
@battle_option
@dry_run_option
@json_option
@with_desk(writes=True)
def dice(
    desk: Desk,
    source: str,
    why: str,
    seed: str,
    battle: str,
    *,
    solo: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Go on with other dice: those on the table, or sealed ones with new anchors."""
    from cli.answers import give
    from cli.redicing import go_on

    table = desk.sitting(battle)
    give(go_on(desk, table, source, why, solo=solo, seed=seed, dry_run=dry_run), as_json=as_json)
