"""`acta export`: what people keep, print, send and watch; a kind is imported when asked for."""

from importlib import import_module

import click

from domain.names import meant, said
from domain.terms import NotFound

# name: (module:attribute, what it writes and in which forms)
KINDS = {
    "arena": ("cli.export_sheet:arena", "The ground to play on, to scale (html, pdf)."),
    "bundle": (
        "cli.export_bundle:bundle",
        "The whole record, to be checked by anybody and imported.",
    ),
    "cards": ("cli.export_paper:cards", "Members as cards to be cut out (html, pdf)."),
    "chronicle": (
        "cli.export_chronicle:chronicle",
        "What happened, in prose: text, a page, a book (md, html, pdf).",
    ),
    "csv": ("cli.export_data:csv_", "All that is on record, as tables for a spreadsheet."),
    "json": ("cli.export_data:json_", "All that is on record, for programs."),
    "replay": (
        "cli.export_replay:replay",
        "A battle to be watched, a picture of a moment, or a battle file (html, svg, text).",
    ),
    "roster": ("cli.export_paper:roster", "Crews at a glance (html, pdf)."),
    "sheet": ("cli.export_sheet:sheet", "A battle sheet for pencils (html, pdf)."),
}
# what people look for here, and what writes it
OTHERWISE = {
    **{name: f"acta {name} -o {name}.html" for name in ("dice", "standings", "stats")},
    **{form: f"acta export chronicle -o chronicle.{form}" for form in ("html", "md", "pdf")},
    "svg": "acta export replay BATTLE -o moment.svg",
    "xlsx": "acta export csv -o FOLDER",
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
        module, _, attribute = KINDS[cmd_name][0].partition(":")
        found: click.Command = getattr(import_module(module), attribute)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The kind that is asked for. Raises NotFound, with what may have been meant."""
        name = args[0]
        if name in KINDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        hint = OTHERWISE.get(name) or meant(name, KINDS)
        raise NotFound(f"there is no export called {said(name)}", hint=hint)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  click's signature
        """The list of kinds for `--help`, without importing them."""
        with formatter.section("Kinds"):
            formatter.write_dl([(name, says) for name, (_, says) in KINDS.items()])


@click.group(cls=Kinds, subcommand_metavar="KIND [ARGS]...")
def export() -> None:
    """Write chronicle, cards, sheets, replays, tables, the record.

    The ending of FILE says the form: acta export cards -o cards.pdf. Plots are written so by acta
    stats, acta standings and acta dice: acta stats -o stats.html.
    """
