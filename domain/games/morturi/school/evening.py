"""An evening: a concluded battle, the campaign's books, and how far their aftermath has come.

Nothing here judges: the chapters beside it do. State that can be worked out is a function.
"""

from collections.abc import Callable

import msgspec

from domain.books import Books, Crew, Member
from domain.evening import found
from domain.games.morturi.battle import Fighting
from domain.games.morturi.options import House
from domain.games.morturi.school.year import Ludi
from domain.games.morturi.shapes import Book, book
from domain.games.morturi.waiting import Confirm, Nothing, Pick, Throw
from domain.terms import Event, RuleBroken, Telling


class Fate(msgspec.Struct, frozen=True):
    """A Survival check that is not settled: its result, and whether it was asked about again.

    Without a result its die is still to be rolled.
    """

    gladiator: str
    result: str = ""
    asked: bool = False


class Earned(msgspec.Struct, frozen=True):
    """What a school earned by a killing blow (MR-SCN-9)."""

    school: str
    amount: int


class After(msgspec.Struct, frozen=True, kw_only=True):
    """How far the aftermath of a battle has come; of the battle, who struck, what blows earned."""

    opened: bool = False
    over: bool = False
    at_gate: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    hit: tuple[str, ...] = ()
    earned: tuple[Earned, ...] = ()
    fate: Fate | None = None
    settled: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    promoted: tuple[str, ...] = ()
    advanced: tuple[str, ...] = ()
    paid: bool = False


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """A battle, the books beside it, and its aftermath."""

    battle: Fighting = Fighting()
    books: Books = Ludi()
    after: After = After()


Awaited = Throw | Pick | Confirm | Nothing
Told = Telling[Evening]
Step = Callable[[Told], None]

# Reading an evening


def rules(evening: Evening) -> Book:
    """The edition this battle was fought by."""
    return book(evening.battle.edition)


def house(evening: Evening) -> House:
    """The house rules of the battle hold for its aftermath."""
    return evening.battle.house


def follows(battle: Fighting) -> bool:
    """Whether a battle has an aftermath: it is concluded, and counts for its schools."""
    return battle.concluded and not battle.friendly


def campaign(evening: Evening) -> bool:
    """MR-SVC-4: whether there are checks, prizes and advances: in pick-up games there are none."""
    return house(evening).game_mode == "campaign"


def known(evening: Evening, gladiator: str) -> tuple[Crew, Member]:
    """The same where he is known to belong to one."""
    both = found(evening, gladiator)
    if both is None:
        raise RuleBroken("MR-SVC-1", "somebody is named who belongs to no school of this battle")
    return both


def tell_school(telling: Told, school: str, event: Event) -> None:
    """Let an event of a school's own story come of the action."""
    telling.tell_beside(school, event)
