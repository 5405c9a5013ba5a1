"""`acta export`: a battle as a file that plays to the same state, the whole record as a bundle."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.desk import BRANCHES, Desk, with_desk
from cli.home import text_file, whole_file
from cli.options import battle_option, json_option
from cli.rows import counted, progress, say, say_json, talk
from domain.ledger.shelf import RESTORE
from domain.terms import StorageFailed, WrongUsage

if TYPE_CHECKING:
    from cli.battle_file import BattleFile


@click.group()
def export() -> None:
    """Write a battle, or the whole record, to a file."""


def _check_aftermath(file: "BattleFile", name: str) -> None:
    """Warn of an aftermath that rests on what a header cannot say: purse, experience, store."""
    from cli.file_play import plays_alone

    refused = plays_alone(file, name)
    if refused is not None:
        talk(
            "warning: [after] rests on what crews had before, which no battle file holds:"
            f" {refused.told()}"
        )


@export.command()
@click.argument("name", metavar="[BATTLE]", required=False, default="")
@click.option(
    "--as",
    "form",
    type=click.Choice(["text"]),
    default="text",
    help="text is a battle file: acta play reads it.",
)
@click.option("-o", "--output", metavar="FILE", default="", help="A file instead of the screen.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
@battle_option
@json_option
@with_desk()
def replay(
    desk: Desk,
    *,
    name: str,
    form: str,  # noqa: ARG001  `--as` has one value so far
    output: str,
    battle: str,
    force: bool,
    as_json: bool,
) -> None:
    """Write a battle as a file that plays to the same state, undone lines and all."""
    from cli.battle_file import parse, written
    from cli.record import lines_of
    from cli.transcript import transcript

    table = desk.battle(name or battle)
    if table.story.startswith(BRANCHES):
        hint = f"acta replay {table.story} tells it; acta export bundle holds it"
        raise WrongUsage(f"{table.story} begins in the midst of a battle: it is no file", hint=hint)
    found = transcript(table, lines_of(desk, table))
    text = written(found)
    if found.aftermath:
        _check_aftermath(parse(text, table.story), table.story)  # as it is read, row by row
    if as_json and not output:
        say_json({"battle": table.story, "text": text})
        return
    if not output:
        say(*text.splitlines())
        return
    text_file(Path(output), text, force=force, hint="--force overwrites it")
    talk(f"{output} written")


def _check_receipts(desk: Desk) -> None:
    """Refuse to write receipts that do not hold: nobody would accept the bundle."""
    from cli.signing import verify
    from domain.campaign import STORY
    from domain.ledger.note import known
    from domain.signers import keys_of

    signers = keys_of(desk.ledger.story(STORY))
    for kept in desk.ledger.notes.all():
        try:
            kept.note.by(known((*kept.keys, *signers)), verify)
        except WrongUsage as error:
            raise StorageFailed(
                f"a receipt beside the log does not hold, so no bundle would: {error.message}",
                hint=f"acta audit tells of the lines; {RESTORE}",
            ) from error


@export.command()
@click.option("-o", "--output", metavar="FILE", required=True, help="The file.")
@click.option("--force", is_flag=True, help="Overwrite the file.")
@json_option
@with_desk()
def bundle(desk: Desk, *, output: str, force: bool, as_json: bool) -> None:
    """Write the whole record to a file that anybody can check and `acta import` reads.

    It ends with a receipt of all its lines by this ledger's key. Secrets and keys stay here.
    """
    from cli.signing import of_ledger
    from domain.exporting import parts

    _check_receipts(desk)
    size, texts = parts(desk.ledger, lambda point: of_ledger(desk.home).receipt(point), progress)
    whole_file(Path(output), texts, force=force, hint="--force overwrites it")
    if as_json:
        say_json({"file": output, "lines": size})
    else:
        say(f"{output}: {counted(size, 'line')}")
