"""`acta export bundle`: the whole record as a file that anybody can check."""

from pathlib import Path

import click

from cli.desk import Desk, with_desk
from cli.endings import form_of
from cli.home import whole_file
from cli.options import force_option, json_option, to_file
from cli.rows import progress, say, say_json
from domain.counting import counted
from domain.ledger.shelf import RESTORE
from domain.terms import StorageFailed, WrongUsage


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


@click.command()
@click.option("-o", "--output", callback=to_file, metavar="FILE", required=True, help="The file.")
@force_option
@json_option
@with_desk()
def bundle(desk: Desk, *, output: str, force: bool, as_json: bool) -> None:
    """Write the whole record to a file that anybody can check and `acta import` reads.

    It ends with a receipt of all its lines by this ledger's key. Secrets and keys stay here.
    """
    from cli.signing import of_ledger
    from domain.exporting import parts

    form_of(None, output, ("bundle", "txt"), "bundle")
    _check_receipts(desk)
    size, texts = parts(desk.ledger, lambda point: of_ledger(desk.home).receipt(point), progress)
    whole_file(Path(output), texts, force=force, hint="--force overwrites it")
    if as_json:
        say_json({"file": output, "lines": size})
    else:
        say(f"{output}: {counted(size, 'line')}")
