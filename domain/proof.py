"""What branches and disputes rest on, held against the record: their marks, and signed consents."""

from collections.abc import Iterable, Iterator

import msgspec

from domain import dispute
from domain.branch import Branched
from domain.dispute import DisputeOpened, DisputeRuled
from domain.ledger.note import Verify
from domain.ledger.record import Line
from domain.marks import Mark, Shelf, mark_of
from domain.states import States, Told

Fault = tuple[str, str]
"""What was expected, and what was found instead."""

_KINDS = (Branched, DisputeOpened, DisputeRuled)


class Proofs(msgspec.Struct, frozen=True):
    """The record, and who can say whether a signature holds; without one nobody asks."""

    shelf: Shelf
    verify: Verify | None = None

    def faults(
        self, lines: Iterable[Line], position: int, states: States
    ) -> Iterator[tuple[Line, str, str]]:
        """What does not hold of lines that are heard at a position, states told before it."""
        for line in lines:
            if isinstance(line.data, _KINDS):
                told = states.of(line.story, position)
                for expected, found in self._faults(line, position, told, states.books):
                    yield line, expected, found

    def _faults(self, line: Line, position: int, told: Told, books: Told) -> Iterator[Fault]:
        match line.data:
            case Branched(mark=mark):
                yield from self._mark(mark, position)
            case DisputeOpened(rests=rests):
                for mark in rests:
                    yield from self._mark(mark, position)
            case DisputeRuled() as ruled if self.verify is not None:
                yield from self._consents(line, ruled, told, books, self.verify)

    def _mark(self, mark: Mark, position: int) -> Iterator[Fault]:
        """Something rests on a line before it, whose hash it names."""
        try:
            rows = self.shelf.rows_of(mark.story)[: max(mark.line, 0)]
            true = mark_of([row for row in rows if row.position < position])
        except Exception:  # noqa: BLE001 - there is nothing of that story before it
            yield f"to rest on lines of {mark.story}", "none stand before it"
            return
        if true != mark:
            yield f"to rest on {true.address}, {true.digest}", f"{mark.address}, {mark.digest}"

    @staticmethod
    def _consents(
        line: Line, ruled: DisputeRuled, told: Told, books: Told, verify: Verify
    ) -> Iterator[Fault]:
        """A signed consent is one: the key was on record, and signed this ruling."""
        opened = told.state.opened if told.sound and told.decider is dispute.DISPUTES else None
        if opened is None or not books.sound:
            return
        text = dispute.statement(line.campaign, line.story, opened, ruled.verdict, ruled.reason)
        for one in ruled.consents:
            if why := dispute.unproven(one, text, books.state.signers, verify):
                yield f"a signature of {one.name}", why
