"""Options that many commands share; each says the same everywhere."""

import click

from domain.names import clean, prose
from domain.terms import WrongUsage


def _name(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """The name of somebody, as it is kept; nothing where nothing was said."""
    return clean(value) if value else ""


def reason(_ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The text of an option, as it is kept; nothing where nothing need be said."""
    return prose(value, "reason") if value or param.required else ""


def to_file(_ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The file that is written; `-` is the screen, as where no file is named."""
    if value != "-":
        return value
    if param.required:
        raise WrongUsage("it goes into a file, not on the screen", hint="-o FILE")
    return ""


json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
csv_option = click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values.")
dry_run_option = click.option(
    "--dry-run", is_flag=True, help="Show what would be recorded and save nothing."
)
yes_option = click.option("--yes", is_flag=True, help="Consent to what was shown.")
battle_option = click.option(
    "--battle",
    metavar="N",
    envvar="ACTA_BATTLE",
    default="",
    help="Which battle, where several are open or it is over.",
)
ledger_option = click.option(
    "--ledger",
    metavar="URL",
    default=None,
    help="Keep record and views in PostgreSQL: postgresql://USER@HOST/DATABASE.",
)
agreed_option = click.option(
    "--agreed",
    metavar="NAME",
    default="",
    callback=_name,
    help="Who of the other party consents.",
)
language_option = click.option(
    "--language",
    metavar="LANG",
    default="en",
    show_default=True,
    help="A language of content/messages/LANG.toml.",
)
