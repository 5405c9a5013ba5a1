"""What stands though money for it is missing: judged as if it were there, its balances as they are.

A crew may have bought something with what a battle gave that is void now. A later battle stands as
it was fought, though it would not be opened so any more.
"""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.aftermath import TreasuryChanged
from domain.books import Books
from domain.campaign import BattleListed
from domain.roster import FoundingEnded, MemberRecruited
from domain.terms import Action, Event
from domain.worlds import Bench, Unit

Placed = tuple[str, Event]
Deeds = Sequence[tuple[Action, Sequence[Placed]]]


def rebased(rich: Bench, real: Bench, deeds: Deeds) -> Deeds:
    """What came of actions where crews were rich, as it is told where they are not."""
    was, now = rich.copy(), real.copy()
    found: list[tuple[Action, list[Placed]]] = []
    for cause, events in deeds:
        came: list[Placed] = []
        for story, event in events:
            came.append((story, _on(was.books, now.books, event)))
            was.tell([(story, event)])
            now.tell(came[-1:])
        found.append((cause, came))
    return found


def _on(rich: Books, real: Books, event: Event) -> Event:
    """An event with the balance that a crew has when it changes by as much."""
    match event:
        case TreasuryChanged():
            return replace(event, balance=event.balance - _richer(rich, real, event.crew.id))
        case MemberRecruited() | FoundingEnded():
            return replace(event, treasury=event.treasury - _richer(rich, real, event.crew.id))
        case _:
            return event


def _richer(rich: Books, real: Books, crew: str) -> int:
    """How much more a crew has where it is rich."""
    if crew not in rich.crews or crew not in real.crews:
        return 0
    return rich.crews[crew].treasury - real.crews[crew].treasury


def opens(unit: Unit) -> bool:
    """Whether a unit is the opening of a battle."""
    return any(isinstance(line.data, BattleListed) for line in unit.lines)


def fight(unit: Unit, events: Iterable[Placed]) -> list[Event]:
    """What happened in the battle itself."""
    return [event for story, event in events if story == unit.home]


def as_fought(unit: Unit, deeds: Deeds) -> Deeds:
    """A later battle's opening as it was, what it does to campaign and crews as it is now."""
    if not opens(unit):
        return deeds
    fought = [each for each in unit.events if each[0] == unit.home]
    others = [each for _, came in deeds for each in came if each[0] != unit.home]
    return [(unit.cause, [*fought, *others])]
