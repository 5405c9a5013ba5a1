"""How often a member fought, felled, fell and was injured: each line that counts, as views count.

Facts of a battle count unless it is a friendly one or void; those told elsewhere do not.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.campaign import BattleClosed
from domain.chronicle import Began, Chronicle, Deployed, Ended, Entry, Fact, Fell, Teller
from domain.explaining import Change, Key, Line
from domain.ledger.fold import MASKS, ordered
from domain.terms import Event

COUNTED = ("battles", "kills", "falls", "injuries")
_FACTS = (Began, Deployed, Ended, Entry, Fell)


class Tallies:
    """All such counts of a campaign, each with the lines that make it; and when battles ended."""

    def __init__(self, told: Chronicle, lines: Sequence[Line]) -> None:
        self.ended: dict[str, str] = {}
        """Where each battle ended."""
        self._changes: dict[Key, list[Change]] = {}
        self._tellers = told.tellers()
        counted = ordered(lines)
        closed = (one.data for one in counted if isinstance(one.data, BattleClosed))
        void = {event.battle for event in closed if event.void}
        facts = [(one, fact) for one in counted for fact in self._facts(one.data)]
        fought = {
            _story(one) for one, fact in facts if isinstance(fact, Began) and not fact.friendly
        } - void
        self._count((one, fact) for one, fact in facts if _story(one) in fought)

    def of(self, member: str) -> Mapping[str, tuple[Change, ...]]:
        """The lines that make each count of a member."""
        return {name: tuple(self._changes.get(Key(member, name), ())) for name in COUNTED}

    def _facts(self, event: Event) -> Iterable[Fact]:
        teller: Teller | None = self._tellers.get(type(event))
        return (fact for fact in teller(event) if isinstance(fact, _FACTS)) if teller else ()

    def _count(self, facts: Iterable[tuple[Line, Fact]]) -> None:
        deployed: set[tuple[str, str]] = set()
        for line, fact in facts:
            if isinstance(fact, Ended):
                self.ended[_story(line)] = line.address
            for member, name in _counts(fact):
                part = (_story(line), member)
                if name == "battles" and part in deployed:
                    continue
                deployed |= {part} if name == "battles" else set()
                self._add(Key(member, name), line)

    def _add(self, key: Key, line: Line) -> None:
        before = len(self._changes.setdefault(key, []))
        self._changes[key].append(
            Change(address=line.address, told=line.data.told(), before=before, after=before + 1)
        )


def watched(told: Chronicle) -> list[type[Event]]:
    """The events that may count, beside those that void a battle and take back."""
    return [*told.tellers(), BattleClosed, *MASKS]


def _counts(fact: Fact) -> Iterator[tuple[str, str]]:
    """Whom a fact counts for, and as what."""
    match fact:
        case Deployed(member=who):
            yield who.id, "battles"
        case Fell(member=who, by=by):
            yield who.id, "falls"
            yield from ((victor.id, "kills") for victor in by)
        case Entry(member=who, kind="injury"):
            yield who.id, "injuries"
        case _:
            pass


def _story(line: Line) -> str:
    return line.address.rpartition("/")[0]
