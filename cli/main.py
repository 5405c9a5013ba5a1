"""The root of all commands, and the one place where a refusal becomes a sentence and an exit code.

Commands are a table of names: nothing but click is imported to list them.
"""

import gc
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple

import click

from cli.start import by_interrupt, interrupted
from cli.version import VERSION

WRONG = 2
FAULT = 5

# name: (module:attribute, what it does in one sentence; a test holds it to the command's own help)
COMMANDS = {
    "new": ("cli.new:new", "Found a campaign in a folder of its own."),
    "status": ("cli.status:status", "Say where you are, and what is open."),
    "rename": ("cli.campaign:rename", "Give the campaign another name."),
    "house": ("cli.house:house", "Show or change house rules."),
    "rule": ("cli.house:rule", "Show a rule's text and its options."),
    "crew": ("cli.crew:crew", "Found, import, list, show or rename crews."),
    "member": ("cli.member:member", "Recruit, show, rename or retire members."),
    "battle": ("cli.battle:battle", "Open, list, show or conclude battles."),
    "do": ("cli.table:do", "Record LINES of the open battle, all or nothing."),
    "play": ("cli.play:play", "Play a battle file, or lines from standard input."),
    "next": ("cli.table:next_", "Say who is to act and what may be done."),
    "after": ("cli.after:after", "Go through what a concluded battle leaves behind."),
    "undo": (
        "cli.undo:undo",
        "Take back what was done last.",
    ),
    "redo": (
        "cli.undo:redo",
        "Put back what was last taken back.",
    ),
    "amend": (
        "cli.amend:amend",
        "Put right what was recorded wrongly.",
    ),
    "branch": (
        "cli.branch:branch",
        "Play a battle on from ADDRESS, as it might have been.",
    ),
    "dispute": ("cli.dispute:dispute", "Doubt a line of the record, look at it, rule on it."),
    "log": (
        "cli.record:log",
        "Tell what happened, one line an event.",
    ),
    "why": (
        "cli.why:why",
        "Say which events make a number, and of what.",
    ),
    "replay": (
        "cli.record:replay",
        "Show a battle as it went, line by line.",
    ),
    "search": (
        "cli.search:search",
        "Find what was said, in names old and new, in notes and in events.",
    ),
    "audit": (
        "cli.audit:audit",
        "Read everything again and say what does not hold.",
    ),
    "key": ("cli.key:key", "Make a key of your own, or name whose one is."),
    "sign": (
        "cli.sign:sign",
        "Make a receipt of the record, signed.",
    ),
    "season": (
        "cli.season:season",
        "Say where the campaign stands and what is still open.",
    ),
    "stats": (
        "cli.stats:stats",
        "Show what crews and members did, added up.",
    ),
    "records": ("cli.records:records", "Show the best ever, with who holds each record."),
    "odds": ("cli.odds:odds", "Say in which ways dice may come, and how likely each is."),
    "standings": (
        "cli.standings:standings",
        "Show the league table.",
    ),
    "dice": ("cli.dice:dice", "Show what dice did against what was to be expected."),
    "export": ("cli.export:export", "Write chronicle, cards, sheets, replays, tables, the record."),
    "import": (
        "cli.importing:import_",
        "Bring the record forward to another copy's bundle.",
    ),
    "backup": (
        "cli.upkeep:backup",
        "Copy the ledger to a fresh file and check it.",
    ),
    "move-ledger": ("cli.moving:move_ledger", "Move the record to a server, or back to a file."),
    "rebuild": (
        "cli.upkeep:rebuild",
        "Make all views anew from the ledger.",
    ),
    "doctor": (
        "cli.doctor:doctor",
        "Say how program, folder and files are.",
    ),
    "events": ("cli.catalogue:events", "List the events that can be on record, or tell one."),
    "schema": ("cli.catalogue:schema", "Print the JSON Schema of all events."),
    "content": (
        "cli.content:content",
        "Check or list own content; print what it may replace.",
    ),
    "completion": ("cli.catalogue:completion", "Print what makes a shell complete acta's words."),
    "demo": ("cli.demo:demo", "Play and explain a small campaign, and write all its exports."),
}


class Asked(NamedTuple):
    """What was said before the command: who acts, for whom, where."""

    by: str = ""
    for_: str = ""
    campaign: str = ""


class Root(click.Group):
    """The command `acta`: imports a command when it is run, turns refusals into sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  click's signature
        """All commands by name."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  click's signature
        """The command of that name, its module imported now."""
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        found: click.Command = getattr(import_module(module), attribute)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  click's signature
        """The list of commands for `--help`, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, says) for name, (_, says) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what it raises is kept from click's own handling of closed pipes."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise Hangup from error

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002  click's signature
        **extra: Any,
    ) -> Any:
        """Run a command line; exit with the code that its end deserves."""
        words = list(sys.argv[1:] if args is None else args)
        _opened()
        _lenient(sys.stdout)
        _lenient(sys.stderr)
        parent = super().main
        code = ended(
            lambda: parent(
                words, prog_name or "acta", complete_var, standalone_mode=False, **extra
            ),
            words,
        )
        if standalone_mode:
            gc.freeze()  # a sixth of a short command: its last look for garbage, which goes anyway
            sys.exit(code)
        return code


class Hangup(Exception):
    """Nobody reads standard output any more."""


def ended(run: Callable[[], Any], words: list[str]) -> int:
    """Run, and say how it ended: an exit code, with a sentence where something was refused."""
    try:
        code = run()
        sys.stdout.flush()
    except (Hangup, BrokenPipeError):
        return _hung_up()
    except (click.Abort, KeyboardInterrupt):
        return interrupted()
    except SystemExit as error:
        return _hung_up() if isinstance(error.__context__, BrokenPipeError) else _code(error.code)
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return WRONG
    except Exception as error:  # noqa: BLE001  the one place that tells every error
        return interrupted() if by_interrupt(error) else _told(error, words)
    return _code(code)


def _code(code: Any) -> int:
    """An exit code of what a command returned or exited with."""
    return code if isinstance(code, int) else 0


def _hung_up() -> int:
    """Let the interpreter's last flush go nowhere; a closed pipe is no error."""
    import os

    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _told(error: Exception, words: list[str]) -> int:
    """Tell what was refused or failed: sentence and hint, or one JSON document."""
    from cli.refusals import refusal_of
    from cli.rows import Unshown, say_refusal

    if "--debug" in words:
        import traceback

        traceback.print_exception(error)
    refusal = refusal_of(error, cli, words)
    as_json = "--json" in words and not isinstance(error, Unshown)
    try:
        say_refusal(refusal, as_json=as_json)
    except BrokenPipeError:
        return _hung_up()
    except (OSError, Unshown):  # nor can this be shown: the exit code says it
        pass
    return refusal.code


def _opened() -> None:
    """Let a standard stream that the caller closed lead nowhere, as a closed pipe does."""
    import os

    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115  stays open as long as the program


def _lenient(stream: Any) -> None:
    """Write what a terminal's encoding lacks as an escape, not as an error."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


@click.group(cls=Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--as", "by", envvar="ACTA_AS", metavar="NAME", default="", help="Who acts.")
@click.option("--for", "for_", metavar="NAME", default="", help="For whom it is done.")
@click.option(
    "--campaign",
    envvar="ACTA_CAMPAIGN",
    metavar="FOLDER",
    default="",
    help="The campaign's folder, if it is not this one or one above.",
)
@click.option("--debug", is_flag=True, help="Show where in the program an error came from.")
@click.version_option(VERSION, prog_name="acta", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context, by: str, for_: str, campaign: str, *, debug: bool) -> None:  # noqa: ARG001  main reads --debug itself, before anything can fail
    """Keep the record of a skirmish campaign: every deed an event, every number explained.

    A refusal is one sentence with its rule, and a hint. Nothing that was recorded is ever deleted.
    """
    ctx.obj = Asked(by, for_, campaign)


if __name__ == "__main__":
    import_module("cli.main").cli()  # by its own name, for commands import this module too
