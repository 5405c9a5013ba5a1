"""Why lines stand in the place of others: what an amendment gave as its reason."""

from collections.abc import Iterable

from domain.ledger.amended import BatchAmended, RecordAmended
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line


def reasons(ledger: Ledger, lines: Iterable[Line]) -> dict[str, str]:
    """The reasons of the amendments among the lines of a story, by their batches.

    An amendment begins in one story and reaches into others: what it was for is said at its first
    line, wherever that lies.
    """
    batches = {line.batch for line in lines if isinstance(line.data, BatchAmended)}
    return {batch: _reason(ledger, batch) for batch in sorted(batches)}


def _reason(ledger: Ledger, batch: str) -> str:
    story, _, number = batch.rpartition("/")
    at = (
        int(number) if number.isascii() and number.isdecimal() else 0
    )  # a stranger may say anything
    rows = ledger.rows_of(story)[max(at - 1, 0) : at]
    found = (line.data for line in ledger.lines(rows))
    return next((event.reason for event in found if isinstance(event, RecordAmended)), "")
