"""`acta play`: a battle file, a season's lines, or lines from standard input."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from cli.battle_file import LARGEST, BattleFile, parse, written
from cli.desk import Desk, with_desk
from cli.options import agreed_option, battle_option, dry_run_option, json_option
from cli.rows import say, talk
from cli.tokens import LONGEST
from domain import strangers
from domain.terms import Refusal, StorageFailed, WrongUsage


@click.command()
@click.argument("file", metavar="[FILE|-]", required=False, default="-")
@click.option("--record", "counts", is_flag=True, help="It counts; crews are founded as needed.")
@click.option(
    "--format", "reformat", is_flag=True, help="Write the file canonically; record nothing."
)
@battle_option
@agreed_option
@dry_run_option
@json_option
@with_desk(writes=True)
def play(
    desk: Desk,
    file: str,
    battle: str,
    agreed: str,
    *,
    counts: bool,
    reformat: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Play a battle file, or lines from standard input.

    A file with a header becomes a battle that is kept but does not count, all of it or nothing; a
    file without one, and standard input, are lines of what is open. One that begins with a row
    [season "NAME"] holds lines between battles, of that part of a season. Standard input answers
    each line by itself.
    """
    from cli.doing import Wish
    from cli.season_file import is_season
    from cli.season_file import play as play_season

    wish = Wish(agreed=agreed, dry_run=dry_run)
    if file == "-" and not reformat:
        session(desk, battle, wish, as_json=as_json)
        return
    name = "standard input" if file == "-" else Path(file).name
    text = sys.stdin.read(LARGEST + 1) if file == "-" else strangers.text(Path(file), LARGEST)
    first = _first_row(text)
    if file == "-" or (first.startswith("[") and not is_season(first)):
        found = parse(text, name)
        _play_file(desk, found, name, wish, counts=counts, reformat=reformat, as_json=as_json)
        return
    if counts or reformat:
        raise WrongUsage(f"{name} has no header, so it is no battle of its own")
    from cli.answers import give
    from cli.doing import record

    if is_season(first):
        give(play_season(desk, text, name, wish), as_json=as_json)
        return
    give(record(desk, desk.sitting(battle), text, wish, file=name), as_json=as_json)


def _first_row(text: str) -> str:
    """The first row that says anything."""
    rows = (row.strip() for row in text.splitlines())
    return next((row for row in rows if row and not row.startswith("#")), "")


def _play_file(
    desk: Desk,
    file: BattleFile,
    name: str,
    wish: object,
    *,
    counts: bool,
    reformat: bool,
    as_json: bool,
) -> None:
    """Play a battle file into the campaign, or write it canonically."""
    from cli import file_play
    from cli.answers import give

    if reformat:
        say(*written(file_play.canonical(file, name)).splitlines())
        return
    dry_run = bool(getattr(wish, "dry_run", False))
    give(file_play.record(desk, file, name, counts=counts, dry_run=dry_run), as_json=as_json)


def session(desk: Desk, battle: str, wish: object, *, as_json: bool) -> None:
    """Take lines from standard input, each recorded and answered by itself, until it ends.

    A refusal is told and the session goes on; one of the disk or record ends it.
    """
    from cli.answers import document, give
    from cli.doing import Wish, record
    from cli.rows import say_line, say_refusal

    asked = wish if isinstance(wish, Wish) else Wish()
    _welcome(desk, battle)
    _prompt()
    for text in _typed():
        if text.split("#")[0].strip():
            try:
                answer = record(desk, desk.sitting(battle), text, asked)
            except StorageFailed:
                raise
            except Refusal as refused:
                if as_json:
                    say_line({"error": refused.data()})
                else:
                    say_refusal(refused, as_json=False)
            else:
                if as_json:
                    say_line(document(answer))
                else:
                    give(answer, as_json=False)
        _prompt()


def _typed() -> Iterator[str]:
    """The lines of standard input, as they come. Raises WrongUsage for one that does not end."""
    while text := sys.stdin.readline(LONGEST + 1):
        if len(text) > LONGEST:
            raise WrongUsage(f"a line has at most {LONGEST} characters")
        yield text


def _welcome(desk: Desk, battle: str) -> None:
    """Say at a terminal what the battle waits for."""
    if sys.stdin.isatty():
        table = desk.sitting(battle)
        talk(f"{table.story}: {table.ask()['told']}")


def _prompt() -> None:
    """Say at a terminal that a line is awaited."""
    if sys.stdin.isatty():
        talk("line, or Ctrl-D to end:")
