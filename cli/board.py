"""A battle on the screen, as its game draws it."""

from typing import Any

from cli.rows import say, table
from cli.sitting import Table
from domain.names import Named, find
from domain.sheets import Map
from domain.terms import WrongUsage

Plain = dict[str, Any]


def board(battle: Table) -> None:
    """Print a battle as it stands, with what it asks next."""
    shown, drawn = battle.shown(), battle.game.sheets.board(battle.state)
    say(f"{shown['battle']}: {shown['scenario']}, {_status(shown)}", *drawn.above)
    table(drawn.columns, drawn.rows, drawn.drop)
    say(*drawn.below)
    if shown["status"] == "open":
        told = battle.ask()["told"]
        say(f"next: {told}: {', '.join(drawn.may_act)}" if drawn.may_act else f"next: {told}")


def _status(shown: Plain) -> str:
    if shown["winner"]:
        return f"{shown['status']}, won by {shown['winner']}"
    if shown["status"] == "open":
        return f"round {shown['round']}, {shown['dice_source']} dice"
    return f"{shown['status']}, a draw"


def hand(battle: Table, crew: str) -> Map:
    """The cards that a crew holds: the one of that name, else the one whose turn it is."""
    cards = battle.game.sheets.hand
    if cards is None:
        raise WrongUsage(f"{battle.game.title} is played without cards for its members")
    scene = battle.scene
    known = [Named(one.id, one.name) for one in scene.names if one.kind == "crew"]
    chosen = find(crew, known).id if crew else scene.crew or known[0].id
    return cards(battle.state, chosen)


def checklist(battle: Table) -> Map:
    """Everybody who takes part, ticked off."""
    listed = battle.game.sheets.checklist
    if listed is None:
        raise WrongUsage(f"{battle.game.title} keeps no checklist")
    return listed(battle.state)
