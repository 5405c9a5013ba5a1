"""`acta house` and `acta rule`: house rules, and the rulebook itself."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from cli import home as homes
from cli.answers import Answer, give, undo_of
from cli.desk import Desk, with_desk
from cli.options import csv_option, dry_run_option, json_option
from cli.rows import say, say_json
from cli.rows import show as show_rows
from domain import game as games
from domain import house as houses
from domain.campaign import STORY, SetHouse
from domain.game import Game
from domain.house import Option
from domain.names import meant, said
from domain.terms import NotFound

_RULE = re.compile(r"^- \*\*([A-Z]{2}-[A-Z]{3}-\d+)\*\* ?(.*)$")


@click.group()
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

    By its number, as refusals name it.
    """
    wanted = number.upper()
    played = games.load(game) if game else _game(desk, wanted)
    texts = dict(rules(played.rulebook))
    if wanted not in texts:
        chapters = {each.rpartition("-")[0] for each in texts}
        part = wanted.rpartition("-")[0]
        same = [each for each in texts if each.startswith(f"{part}-")]
        hint = meant(wanted, texts) or (
            f"there are {part}-1 to {same[-1]}" if same else f"there are {', '.join(chapters)}"
        )
        raise NotFound(f"there is no rule {said(number)}", hint=hint)
    options = [each for each in played.recruiting.options if each.rule == wanted]
    if as_json:
        say_json({"rule": wanted, "text": texts[wanted], "options": [_plain(o) for o in options]})
        return
    say(wanted)
    say(*texts[wanted].split("\n"))
    for option in options:
        say(f"option {option.name}: {', '.join(option.values)} (default {option.default})")
        say(*(f"  {warn.value}: {warn.text}" for warn in option.warn))


def _plain(option: Option) -> object:
    return homes.plain(option)


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


def rules(rulebook: Path) -> Iterator[tuple[str, str]]:
    """Every rule of a rulebook with its text, in order."""
    number, text = "", list[str]()
    for line in rulebook.read_text("utf-8").splitlines():
        found = _RULE.match(line)
        if found or (number and not line.startswith((" ", "|")) and line):
            if number:
                yield number, "\n".join(text).strip()
            number, text = (found[1], [found[2]]) if found else ("", [])
        elif number:
            text.append(line.strip())
    if number:
        yield number, "\n".join(text).strip()
