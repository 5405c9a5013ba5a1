"""What an error comes of, before it is told: the disk, lines that do not hold, or ourselves.

Lines that no rules wrote may make anything of a command that folds and shows them. Whether it was
they is asked of the audit, once, when something has failed: on a record that holds the mistake is
ours, and is told as ours.
"""

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from domain.ledger.ledger import Ledger
from domain.ledger.submit import span
from domain.terms import Refusal, StorageFailed

if TYPE_CHECKING:
    from domain.findings import Finding

_OWN = Refusal, OSError, click.ClickException, click.Abort, click.exceptions.Exit
"""What says itself what it comes of."""


def understood(error: Exception, ledger: Ledger | None) -> Exception:
    """The error as it is to be told; itself, where there is nothing to add."""
    if ledger is None:
        return error
    if isinstance(error, StorageFailed):
        _tell_saved(error, ledger)
    elif not isinstance(error, _OWN):
        return _of_the_record(ledger) or error
    return error


def _of_the_record(ledger: Ledger) -> StorageFailed | None:
    """What does not hold of the record that something was to be made of; None if it holds."""
    for story, address in ledger.broken.items():
        return _nothing_made(f"{story} is broken at {address}")
    with suppress(Exception):  # what the audit itself stumbles over is no answer
        if ledger.faults():
            return _nothing_made("the record's pages or its index do not hold")
        if found := _unlike(ledger):
            return _nothing_made(_told(found))
    return None


def _unlike(ledger: Ledger) -> "Finding | None":
    from cli.signing import verify
    from cli.version import PROGRAM
    from domain.audit import first_unlike

    return first_unlike(ledger, program=PROGRAM, verify=verify)


def _told(found: "Finding") -> str:
    from domain.findings import DAMAGED

    if found.kind in DAMAGED:
        return f"the record does not hold at {found.address}"
    return f"the record says at {found.address} what these rules did not make"


def _nothing_made(why: str) -> StorageFailed:
    return StorageFailed(f"{why}: this cannot be made of it", hint="acta audit")


def _tell_saved(failed: StorageFailed, ledger: Ledger) -> None:
    """Have a failure say what is on record all the same."""
    if ledger.saved and "on record" not in failed.told() + failed.hint:
        hints = (f"already on record: {span(ledger.saved)}", failed.hint)
        failed.hint = "; ".join(filter(None, hints))
