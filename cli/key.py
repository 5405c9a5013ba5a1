"""`acta key`: a player's own key, made on his own machine, and whose it is on record."""

from pathlib import Path

import click

from cli.answers import Answer, give, undo_of
from cli.desk import Desk, with_desk
from cli.options import Group, dry_run_option, json_option
from cli.rows import say, say_json, talk
from domain.campaign import STORY
from domain.names import slug
from domain.signers import NameSigner


@click.group(cls=Group)
def key() -> None:
    """Make a key of your own, or name whose one is."""


@key.command()
@click.argument("name")
@click.option("-o", "--output", metavar="FILE", default="", help="The file, if not NAME.key.")
@json_option
def make(name: str, output: str, *, as_json: bool) -> None:
    """Make a key of your own, in a file that only you can read.

    It needs no campaign. What it prints is public: the organiser names it with `acta key name`.
    """
    from cli import signing

    path = Path(output or f"{slug(name)}.key")
    hand = signing.make(name, path)
    if as_json:
        say_json({"file": str(path), "name": hand.key.name, "key": hand.key.text})
        return
    say(hand.key.text)
    talk(f"{path} is yours alone: whoever has it signs as you")
    talk("the line above is public: acta key name NAME KEY puts it on record")


@key.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def show(file: Path, *, as_json: bool) -> None:
    """Print the public part of a key."""
    from cli import signing

    found = signing.read(file).key
    if as_json:
        say_json({"file": str(file), "name": found.name, "key": found.text})
    else:
        say(found.text)


@key.command()
@click.argument("name")
@click.argument("public", metavar="KEY")
@dry_run_option
@json_option
@with_desk(writes=True)
def name(desk: Desk, name: str, public: str, *, dry_run: bool, as_json: bool) -> None:
    """Put on record that KEY, a line that `key make` printed, is NAME's."""
    lines = desk.submit(STORY, [NameSigner(name=name, key=public)], dry_run=dry_run)
    give(Answer(lines=lines, undo=undo_of(lines), dry_run=dry_run), as_json=as_json)
