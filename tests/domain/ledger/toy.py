"""A toy of two events: takers join and take stones from a heap of ten; some gamble for theirs."""

from collections.abc import Iterator

import msgspec

from domain.ledger.draft import Stamp
from domain.ledger.record import Catalogue
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Who

CAMPAIGN = "000102030405060708090a0b0c0d0e0f"


class TakerJoined(Event, frozen=True, kw_only=True, tag="toy.taker-joined/1"):
    """Somebody came to the heap, perhaps with a purse."""

    brings = "taker"

    taker: Who
    purse: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.taker.name} joins"


class StonesTaken(Event, frozen=True, kw_only=True, tag="toy.stones-taken/1"):
    """Somebody took stones, or began to gamble for them."""

    taker: str
    count: int = 0
    gamble: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.taker} takes {self.count}"


class Join(Action, frozen=True, kw_only=True, tag="toy.join"):
    """Come to the heap of this story, or of another."""

    name: str
    story: str = ""
    purse: bool = False


class Take(Action, frozen=True, kw_only=True, tag="toy.take"):
    """Take stones."""

    taker: str
    count: int


class Gamble(Action, frozen=True, kw_only=True, tag="toy.gamble"):
    """Take as many stones as a die will show."""

    taker: str


class Throw(Action, frozen=True, kw_only=True, tag="toy.throw"):
    """Throw the die of a gamble."""

    face: int


class Heap(msgspec.Struct, frozen=True, kw_only=True):
    """What is left, who takes, who waits for a die, and how often something was taken back."""

    takers: tuple[Who, ...] = ()
    left: int = 10
    gambler: str = ""
    taken_back: int = 0


def decide(heap: Heap, action: Action) -> Iterator[Event | Elsewhere]:
    """HEAP-1: nobody takes more than there is. HEAP-2: nobody joins twice."""
    match action:
        case Join(name=name):
            if name in {taker.name for taker in heap.takers}:
                raise RuleBroken("HEAP-2", f"{name} has joined already")
            purse = (Who("#purse", "purse"),) if action.purse else ()
            joined = TakerJoined(taker=Who("", name), purse=purse)
            yield Elsewhere(action.story, joined) if action.story else joined
        case Take(taker=taker, count=count):
            yield StonesTaken(taker=taker, count=_enough(heap, count))
        case Gamble(taker=taker):
            yield StonesTaken(taker=taker, gamble=True)
        case Throw(face=face):
            yield StonesTaken(taker=heap.gambler, count=_enough(heap, face))
        case _:
            raise TypeError(action)


def _enough(heap: Heap, count: int) -> int:
    if count > heap.left:
        raise RuleBroken("HEAP-1", f"only {heap.left} stones are left")
    return count


def evolve(heap: Heap, event: Event) -> Heap:
    """Remember an event."""
    match event:
        case TakerJoined(taker=taker):
            return msgspec.structs.replace(heap, takers=(*heap.takers, taker))
        case StonesTaken(taker=taker, count=count, gamble=gamble):
            return msgspec.structs.replace(
                heap, left=heap.left - count, gambler=taker if gamble else ""
            )
        case _:
            return heap


def struck(heap: Heap, _event: Event) -> Heap:
    """Count what was taken back."""
    return msgspec.structs.replace(heap, taken_back=heap.taken_back + 1)


DECIDER = Decider(initial=Heap(), decide=decide, evolve=evolve, struck=struck)
CATALOGUE = Catalogue([TakerJoined, StonesTaken], [Join, Take, Gamble, Throw])
STAMP = Stamp(at="2026-11-29T19:48:00.123Z", by="Ana", program="acta 0.1.0")


def stamp() -> Stamp:
    """Ana's stamp, always at the same time."""
    return STAMP


def stamp_of(name: str) -> Stamp:
    """Somebody else's stamp."""
    return msgspec.structs.replace(STAMP, by=name)
