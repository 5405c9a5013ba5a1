"""`acta house` and `acta rule`: house rules, and the rulebook itself."""

import click

from cli.answers import Answer, give, undo_of
from cli.desk import Desk, with_desk
from cli.options import Group, csv_option, dry_run_option, json_option
from cli.rows import say_json
from cli.rows import show as show_rows
from cli.rulebook import rule_of, rules, sought, tell_rule
from domain import game as games
from domain import house as houses
from domain.campaign import STORY, SetHouse
from domain.game import Game
from domain.terms import NotFound


@click.group(cls=Group)
def house() -> None:
    """Show or change house rules."""


@house.command(name="list")
@csv_option
@json_option
@with_desk()
def list_(desk: Desk, *, as_json: bool, as_csv: bool) -> None:
    """List all house rules: what is in force here, the rulebook's own value, the others."""
    books = desk.books()
    rows = [
        {
            "option": option.name,
            "value": books.setting(option.name, option.default),
            "default": option.default,
            "values": list(option.values),
            "rule": option.rule,
            "works": option.works,
        }
        for option in desk.game.recruiting.options
    ]
    columns = ("option", "value", "default", "values", "rule")
    drop = ("default", "rule")
    show_rows(columns, rows, as_json=as_json, as_csv=as_csv, drop=drop)


@house.command(name="set")
@click.argument("option")
@click.argument("value")
@dry_run_option
@json_option
@with_desk(writes=True)
def set_(desk: Desk, option: str, value: str, *, dry_run: bool, as_json: bool) -> None:
    """Change a house rule; it is in force from the next battle."""
    lines = desk.submit(STORY, [SetHouse(option=option, value=value)], dry_run=dry_run)
    warning = houses.named(desk.game.recruiting.options, option).warning(value)
    changed = [f"warning: {option} {value} {warning}"] if warning else []
    give(
        Answer(lines=lines, changed=changed, undo=undo_of(lines), dry_run=dry_run), as_json=as_json
    )


@click.command()
@click.argument("number", metavar="RULE")
@click.option("--game", default="", metavar="GAME", help="Of which game, outside a campaign.")
@json_option
@with_desk()
def rule(desk: Desk, number: str, game: str, *, as_json: bool) -> None:
    """Show a rule's text and its options.

    By its number, as refusals name it, or by the name of a house rule; a number without its last
    part gives the whole chapter.
    """
    wanted = number.upper()
    played = games.load(game) if game else _game(desk, wanted)
    texts = dict(rules(played.rulebook))
    chapter = [each for each in texts if each.startswith(f"{wanted}-")]
    if chapter:
        shown = [rule_of(played, each, texts) for each in chapter]
        if as_json:
            say_json({"chapter": wanted, "rules": shown})
            return
    else:
        shown = [rule_of(played, sought(played, number, texts), texts)]
        if as_json:
            say_json(shown[0])
            return
    for one in shown:
        tell_rule(one)


def _game(desk: Desk, number: str) -> Game:
    """The campaign's game; outside a campaign the one whose rules begin like this one."""
    try:
        return desk.game
    except NotFound:
        book = f"{number.partition('-')[0]}-"
        for game in map(games.load, games.installed()):
            if any(each.startswith(book) for each, _ in rules(game.rulebook)):
                return game
        raise
