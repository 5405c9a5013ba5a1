"""A battle on the screen, as its game draws it."""

from typing import Any

from cli.rows import say, table
from cli.sitting import Table

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
