"""`acta events`, `acta schema`, `acta completion`: what the program itself declares."""

import inspect
from typing import Any

import click
import msgspec

from cli.desk import Desk, with_desk
from cli.options import csv_option, json_option
from cli.rows import say, say_json
from cli.rows import show as show_rows
from domain import game as games
from domain.names import meant, said
from domain.terms import Event, NotFound

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("name", required=False, default="")
@click.option("--game", default="", metavar="GAME", help="Of which game, outside a campaign.")
@csv_option
@json_option
@with_desk()
def events(desk: Desk, name: str, game: str, *, as_json: bool, as_csv: bool) -> None:
    """List the events that can be on record, or tell one."""
    known = _events(desk, game)
    if not name:
        rows = [{"event": each, "says": _says(kind)} for each, kind in known.items()]
        show_rows(("event", "says"), rows, as_json=as_json, as_csv=as_csv)
        return
    kind = _found(name, known)
    fields = [
        {"field": field.encode_name, "optional": not field.required}
        for field in msgspec.structs.fields(kind)
    ]
    if as_json:
        schema = msgspec.json.schema(kind)
        say_json({"event": _name(kind), "says": inspect.getdoc(kind), "schema": schema})
        return
    say(_name(kind))
    say(*(inspect.getdoc(kind) or "").splitlines())
    say(*(f"  {each['field']}{' (optional)' if each['optional'] else ''}" for each in fields))


def _events(desk: Desk, game: str) -> dict[str, type[Event]]:
    """All events by name: of the campaign's game, of the one that was named, else of all."""
    if not game:
        try:
            return games.catalogue(desk.home.settings.game).events
        except NotFound:
            return {
                k: v for each in games.installed() for k, v in games.catalogue(each).events.items()
            }
    return games.catalogue(games.load(game).id).events


def _found(name: str, known: dict[str, type[Event]]) -> type[Event]:
    """The event of that name; the version may be left out, and the game."""
    for each, kind in known.items():
        plain = each.rpartition("/")[0]
        if name in {each, plain, plain.rpartition(".")[2]}:
            return kind
    raise NotFound(f"no event is called {said(name)}", hint=meant(name, known))


def _name(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def _says(kind: type[Event]) -> str:
    return (inspect.getdoc(kind) or "").partition("\n")[0]


@click.command()
@click.option("--game", default="", metavar="GAME", help="Of which game, outside a campaign.")
@json_option
@with_desk()
def schema(desk: Desk, game: str, *, as_json: bool) -> None:  # noqa: ARG001  it is JSON anyway
    """Print the JSON Schema of all events."""
    kinds = list(_events(desk, game).values())
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    document: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Events of the record",
        "oneOf": list(schemas),
        "$defs": components,
    }
    say_json(document)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what makes a shell complete acta's words.

    bash: eval "$(acta completion bash)", and alike in the shell's own start file.
    """
    from click.shell_completion import get_completion_class

    from cli.main import cli

    kind = get_completion_class(shell)
    if kind is None:
        raise NotFound(f"there is nothing for {shell}")
    click.echo(kind(cli, {}, "acta", "_ACTA_COMPLETE").source())
