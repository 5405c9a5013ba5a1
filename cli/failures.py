"""What an error comes of, before it is told: the disk, lines that do not hold, or ourselves."""

from domain.ledger.ledger import Ledger
from domain.ledger.submit import span
from domain.terms import StorageFailed

Odd = TypeError, ValueError, LookupError, AttributeError, ArithmeticError
"""What lines that no rules wrote may make of a command that shows them."""


def understood(error: Exception, ledger: Ledger | None) -> Exception:
    """The error as it is to be told; itself, where there is nothing to add."""
    if ledger is None:
        return error
    if isinstance(error, StorageFailed):
        _tell_saved(error, ledger)
    elif isinstance(error, Odd):
        for story, address in ledger.broken.items():
            sentence = f"{story} is broken at {address}: this cannot be made of it"
            return StorageFailed(sentence, hint="acta audit")
    return error


def _tell_saved(failed: StorageFailed, ledger: Ledger) -> None:
    """Have a failure say what is on record all the same."""
    if ledger.saved and "on record" not in failed.told() + failed.hint:
        hints = (f"already on record: {span(ledger.saved)}", failed.hint)
        failed.hint = "; ".join(filter(None, hints))
