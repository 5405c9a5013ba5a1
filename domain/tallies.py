"""The lines that make how often a member fought, felled, fell and was injured (`deeds.py`)."""

from collections.abc import Mapping, Sequence

from domain.campaign import BattleClosed
from domain.chronicle import Chronicle, Ended
from domain.deeds import COUNTED, deeds
from domain.explaining import Change, Key, Line
from domain.ledger.fold import MASKS, ordered
from domain.terms import Event


class Tallies:
    """All such counts of a campaign, each with the lines that make it; and when battles ended."""

    def __init__(self, told: Chronicle, lines: Sequence[Line]) -> None:
        counted = ordered(lines)
        self.ended: dict[str, str] = _ended(told, counted)
        """Where each battle ended."""
        self._changes: dict[Key, list[Change]] = {}
        heard = ((line, _story(line), line.data) for line in counted)
        for line, who, what in deeds(told, heard):
            self._add(Key(who.id, what), line)

    def of(self, member: str) -> Mapping[str, tuple[Change, ...]]:
        """The lines that make each count of a member."""
        return {name: tuple(self._changes.get(Key(member, name), ())) for name in COUNTED}

    def _add(self, key: Key, line: Line) -> None:
        before = len(self._changes.setdefault(key, []))
        self._changes[key].append(
            Change(address=line.address, told=line.data.told(), before=before, after=before + 1)
        )


def watched(told: Chronicle) -> list[type[Event]]:
    """The events that may count, beside those that void a battle and take back."""
    return [*told.tellers(), BattleClosed, *MASKS]


def _ended(told: Chronicle, lines: Sequence[Line]) -> dict[str, str]:
    """By battle, the line with which it ended."""
    tellers = told.tellers()
    return {
        _story(line): line.address
        for line in lines
        if (teller := tellers.get(type(line.data)))
        and any(isinstance(fact, Ended) for fact in teller(line.data))
    }


def _story(line: Line) -> str:
    return line.address.rpartition("/")[0]
