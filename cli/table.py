"""At the table: `acta do` and `acta next`."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from cli.choosing import OPEN
from cli.desk import Desk, with_desk
from cli.options import agreed_option, battle_option, dry_run_option, json_option
from cli.sitting import NOTHING, Table
from domain.ledger.submit import PartlyRecorded

if TYPE_CHECKING:
    from cli.doing import Wish


@click.command(epilog="What a line is, verb by verb, with examples: docs/lines.md.")
@click.argument("words", metavar="LINES", nargs=-1, required=True)
@battle_option
@agreed_option
@dry_run_option
@json_option
@with_desk(writes=True)
def do(
    desk: Desk, words: Sequence[str], battle: str, agreed: str, *, dry_run: bool, as_json: bool
) -> None:
    """Record LINES of the open battle, all or nothing.

    A battle that is concluded goes on with its aftermath; where none is open, lines are those of
    what the game plays between battles.
    With sealed dice they are recorded up to the first roll, whose faces cannot be taken back
    alone; what follows is all or nothing by itself, and so on to the next roll.

    Lines are parted by `;` or `then`; the signs have words too, so that a shell needs no quotes:
    acta do c vex vs rook then ra then 3. Which lines are legal: acta next.
    """
    from cli.doing import Wish
    from cli.shell_words import joined

    wish = Wish(agreed=agreed, dry_run=dry_run)
    text = joined(words, desk.game.language)
    put(desk, desk.sitting(battle), text, wish, as_json=as_json)


def put(desk: Desk, table: Table, text: str, wish: "Wish", *, as_json: bool) -> None:
    """Record lines of what is on the table, and answer; what is on record is always told."""
    from cli.answers import give, told
    from cli.doing import record
    from cli.rows import say

    try:
        answer = record(desk, table, text, wish)
    except PartlyRecorded as refused:
        if not as_json:
            say(*map(told, refused.lines))
        raise
    give(answer, as_json=as_json)


@click.command(name="next")
@battle_option
@json_option
@with_desk()
def next_(desk: Desk, battle: str, *, as_json: bool) -> None:
    """Say who is to act and what may be done.

    Where nothing is open, it says which command goes on.
    """
    from cli.disputes import hints, open_cases
    from cli.rows import say, say_json

    open_now = battle or desk.open_battle() is not None
    ask = full_ask(desk.sitting(battle)) if open_now else between(desk)
    disputes = open_cases(desk)
    if as_json:
        say_json(ask | ({"disputes": [case.row() for case in disputes]} if disputes else {}))
        return
    tell_ask(ask)
    say(*hints(desk, disputes))


def full_ask(table: Table) -> dict[str, Any]:
    """What is asked, with the simple lines that answer it."""
    return {**table.ask(), "legal": legal_lines(table)}


def between(desk: Desk) -> dict[str, Any]:
    """What is asked while no battle and no aftermath is open: by a season, or by nothing.

    `commands` go on as well.
    """
    last, season = desk.battles().all[-1:], desk.season()
    table = season or (desk.sitting(last[0].battle) if last else None)
    ask = full_ask(table) if table else _NOTHING
    commands = [OPEN] if len(desk.books().crews) > 1 else ["acta crew import FILE.toml"]
    if season and ask["season"] == "open":
        commands = [shlex.join(["acta", "battle", "open", *one]) for one in ask["ready"]]
    return {**ask, "always": ask["always"] if season else [], "commands": commands}


_NOTHING: dict[str, Any] = {"battle": "", **NOTHING}


def tell_ask(ask: dict[str, Any]) -> None:
    """Print what is asked, and what may be done."""
    from cli.rows import say

    moment = ask["battle"] or ask.get("moment", "")
    say(f"{moment}: {ask['told']}" if moment else "no battle was fought yet")
    say(*(f"  {line}" for line in [*ask["legal"], *ask["patterns"]]))
    say(*(f"  {verb}: {how}" for verb, how in ask["combine"].items()))
    prices: dict[str, int] = ask.get("prices", {})
    for price in sorted(set(prices.values())):
        say(f"price {price}: {', '.join(what for what in prices if prices[what] == price)}")
    say(*(f"always: {', '.join(ask['always'])}" for _ in ask["always"][:1]))
    say(*(f"  {command}" for command in ask.get("commands", ())))


def legal_lines(table: Table) -> list[str]:
    """The simple lines that are legal now, each acceptable as it stands."""
    from cli.lines import line

    if table.void:
        return []
    scene = table.scene
    return [
        line(action, table.game.language, scene)
        for action in table.game.legal(table.state).simple()
    ]
