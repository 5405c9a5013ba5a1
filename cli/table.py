"""At the table: `acta do` and `acta next`."""

from collections.abc import Sequence

import click

from cli.desk import Desk, Table, with_desk
from cli.options import agreed_option, battle_option, dry_run_option, json_option
from domain.ledger.submit import PartlyRecorded


@click.command()
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

    Lines are parted by `;` or `then`; the signs have words too, so that a shell needs no quotes:
    acta do c vex vs rook then ra then 3. What a line is and which are legal: acta next.
    """
    from cli.answers import give, told
    from cli.doing import Wish, record
    from cli.rows import say

    wish = Wish(agreed=agreed, dry_run=dry_run)
    try:
        answer = record(desk, desk.battle(battle), " ".join(words), wish)
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
    """Say who is to act and what may be done."""
    from cli.answers import asked
    from cli.rows import say, say_json

    table = desk.battle(battle)
    ask = {**table.game.ask(table.state), "legal": legal_lines(table)}
    if as_json:
        say_json(ask)
        return
    say(f"{ask['battle']}: {asked(ask)}")
    say(*(f"  {line}" for line in [*ask["legal"], *ask["patterns"]]))
    say(*(f"  {verb}: {how}" for verb, how in ask["combine"].items()))
    say(f"always: {', '.join(ask['always'])}")


def legal_lines(table: Table) -> list[str]:
    """The simple lines that are legal now, each acceptable as it stands."""
    from cli.lines import line

    scene = table.scene
    return [
        line(action, table.game.language, scene)
        for action in table.game.legal(table.state).simple()
    ]
