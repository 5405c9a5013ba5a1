"""Whatever was raised, as a refusal: a sentence, perhaps a hint, an exit code."""

import sqlite3
from collections.abc import Sequence
from typing import ClassVar

import click

from domain.terms import NotFound, Refusal, StorageFailed, WrongUsage


class Fault(Refusal):
    """The program itself was wrong."""

    kind: ClassVar[str] = "fault"
    code: ClassVar[int] = 5


def refusal_of(error: Exception, root: click.Command, words: Sequence[str]) -> Refusal:
    """The refusal that tells an error in a command line; a refusal tells itself."""
    match error:
        case Refusal():
            return error
        case ValueError() if "null byte" in str(error) or "surrogates" in str(error):
            return WrongUsage("a path holds a sign that no path can hold")
        case click.ClickException():
            return _usage(error, root, words)
        case sqlite3.Error():
            return StorageFailed(
                f"the files cannot be read or written: {error}", hint="acta doctor"
            )
        case FileNotFoundError(filename=missing) if missing:
            return NotFound(f"there is no file {missing}")
        case OSError():
            where = f"{error.filename}: " if error.filename else ""
            return StorageFailed(f"{where}{error.strerror or error}")
        case _:
            said = (
                f"acta made a mistake ({type(error).__name__}: {error}); nothing was half written"
            )
            return Fault(said, hint="acta audit looks at the record; --debug shows where it was")


def _usage(error: click.ClickException, root: click.Command, words: Sequence[str]) -> WrongUsage:
    """A wrong command line, with the way to its help."""
    if not isinstance(error, click.UsageError):
        return WrongUsage(_sentence(error.format_message()))
    if misplaced := _misplaced(error):
        return misplaced
    path = error.ctx.command_path if error.ctx else _command_of(root, words)
    return WrongUsage(_sentence(error.format_message()), hint=f"{path} --help")


def _command_of(root: click.Command, words: Sequence[str]) -> str:
    """The command that a command line names: click does not say whose option lacks its value."""
    context, command, path = click.Context(root), root, "acta"
    for word in words:
        found = command.get_command(context, word) if isinstance(command, click.Group) else None
        if found:
            command, path = found, f"{path} {word}"
    return path


def _misplaced(error: click.UsageError) -> WrongUsage | None:
    """An option of the program itself that was typed behind a command."""
    if not isinstance(error, click.NoSuchOption) or error.ctx is None:
        return None
    option, root = error.option_name, error.ctx.find_root()
    found = next((each for each in root.command.params if option in each.opts), None)
    if found is None:
        return None
    command = error.ctx.command_path.removeprefix(f"{root.command_path} ")
    hint = " ".join(filter(None, (root.command_path, option, found.metavar, command)))
    return WrongUsage(f"{option} stands before the command", hint=hint)


def _sentence(text: str) -> str:
    """Click's sentence as ours: without full stop, beginning small."""
    text = " ".join(text.split()).rstrip(".")
    return text[:1].lower() + text[1:]
