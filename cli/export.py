"""`acta export`: what people keep, print, send and watch; a kind is imported when asked for."""

from importlib import import_module

import click

# name: module:attribute
KINDS = {
    "arena": "cli.export_sheet:arena",
    "bundle": "cli.export_bundle:bundle",
    "cards": "cli.export_paper:cards",
    "chronicle": "cli.export_chronicle:chronicle",
    "csv": "cli.export_data:csv_",
    "json": "cli.export_data:json_",
    "replay": "cli.export_replay:replay",
    "roster": "cli.export_paper:roster",
    "sheet": "cli.export_sheet:sheet",
}


class Kinds(click.Group):
    """The kinds of export by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """All kinds by name."""
        return sorted(KINDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click's signature
        """The kind of that name, its module imported now."""
        if cmd_name not in KINDS:
            return None
        module, _, attribute = KINDS[cmd_name].partition(":")
        found: click.Command = getattr(import_module(module), attribute)
        return found


@click.group(cls=Kinds)
def export() -> None:
    """Write a battle, or the whole record, to a file."""
