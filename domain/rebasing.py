"""What stands though money for it is missing: judged as if it were there, its balances as they are.

A crew may have bought something with what a battle gave that is void now.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from domain.aftermath import TreasuryChanged
from domain.books import Books
from domain.roster import FoundingEnded, MemberRecruited
from domain.terms import Action, Event
from domain.worlds import Bench

Placed = tuple[str, Event]
Deeds = Sequence[tuple[Action, Sequence[Placed]]]


def rebased(rich: Bench, real: Bench, deeds: Deeds) -> list[tuple[Action, list[Placed]]]:
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
