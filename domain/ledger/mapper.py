"""From lines to what the library stores, and back: the only way from a stored name to a class."""

from collections.abc import Iterable
from typing import Any

import msgspec
from eventsourcing.persistence import Mapper, StoredEvent

from domain.ledger.record import Catalogue, Fields, Line, Row
from domain.terms import Unreadable, tag


class LineMapper(Mapper[str]):
    """The library's mapper for lines: one typed pass, names from our own catalogue only."""

    def __init__(self, catalogue: Catalogue, campaign: str) -> None:  # no transcoder, no cipher
        self._catalogue = catalogue
        self._campaign = campaign

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        """A line's canonical bytes, with the copies that the library works with."""
        line: Line = domain_event
        state = self._catalogue.encode(line)
        return StoredEvent(line.story, line.line, tag(type(line.data)), state)

    @staticmethod
    def stored(row: Row) -> StoredEvent:
        """A row of another copy as it is stored here."""
        return StoredEvent(row.story, row.line, row.topic, row.state)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """The line that a stored event holds."""
        story, line = str(stored_event.originator_id), stored_event.originator_version
        return self.read(Row(0, story, line, stored_event.topic, stored_event.state, b""))

    def read(self, row: Row) -> Line:
        """The line a row holds; raises Unreadable unless bytes, canonical form and copies agree."""
        try:
            line = self._catalogue.decode(row.state, row.topic)
        except Unreadable as error:
            raise _unreadable(row, error.message) from None
        if line.story != row.story or line.line != row.line:
            raise _unreadable(row, f"the bytes are those of {line.address}")
        if line.campaign != self._campaign:
            raise _unreadable(row, f"the line belongs to another campaign, {line.campaign}")
        if tag(type(line.data)) != row.topic and self._catalogue.name(row.state) != row.topic:
            raise _unreadable(row, f"the bytes are no {row.topic}")
        return line

    def read_all(self, rows: Iterable[Fields]) -> list[Line]:
        """The lines that rows hold, in one typed pass each; raises Unreadable.

        Whether the form is canonical is the audit's question (`read`): links or log guard these.
        """
        typed, campaign = self._catalogue.typed, self._campaign
        lines: list[Line] = []
        for row in rows:
            _, story, number, topic, state, _ = row
            try:
                line = typed[topic](state)
            except (msgspec.DecodeError, RecursionError, Unreadable):
                line = self.read(Row(*row))
            if not (
                line.line == number
                and line.story == story
                and line.campaign == campaign
                and type(state) is bytes
            ):
                line = self.read(Row(*row))
            lines.append(line)
        return lines


def _unreadable(row: Row, why: str) -> Unreadable:
    return Unreadable(f"{row.address} cannot be read: {why}", hint="acta audit")
