"""Options that many commands share; each says the same everywhere."""

from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from domain.names import clean, prose
from domain.terms import WrongUsage

F = TypeVar("F", bound=Callable[..., Any])


class Group(click.Group):
    """Commands whose first sentences `--help` tells whole."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, none cut short."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, one.get_short_help_str(_WHOLE)) for name, one in found if one]
            )


_WHOLE = 1000  # longer than any sentence


def _name(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """The name of somebody, as it is kept; nothing where nothing was said."""
    return clean(value) if value else ""


def not_empty(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """What an option names; where it is given it names something, not a shell's empty variable."""
    given = ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    if given and not value.strip():
        raise WrongUsage(
            f"nothing stands after {param.opts[0]}", hint=f"{param.opts[0]} {param.metavar}"
        )
    return value


def naming(option: str, metavar: str, told: str) -> Callable[[F], F]:
    """An option that names somebody or something: nothing where it is not given."""
    return click.option(option, default="", metavar=metavar, callback=not_empty, help=told)


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


output_option = click.option(
    "-o",
    "--output",
    callback=to_file,
    metavar="FILE",
    default="",
    help="A file instead of the screen.",
)
force_option = click.option("--force", is_flag=True, help="Overwrite the file.")
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
    callback=not_empty,
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

LANGUAGE = "cli.options.language"
"""Where a command's context keeps the language that was asked for."""


def _spoken(ctx: click.Context, _param: click.Parameter, value: str) -> None:
    if value:
        ctx.meta[LANGUAGE] = value


def spoken() -> str:
    """The language that was asked for by `spoken_option`; empty where none was."""
    ctx = click.get_current_context(silent=True)
    found: str = ctx.meta.get(LANGUAGE, "") if ctx else ""
    return found


spoken_option = click.option(
    "--language",
    metavar="LANG",
    default="",
    expose_value=False,
    callback=_spoken,
    help="A language of content/messages/LANG.toml, in place of English.",
)
