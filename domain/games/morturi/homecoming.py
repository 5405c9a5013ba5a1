"""Section 12, after a pick-up battle: the schools go home, and nothing else happens (MR-SVC-4)."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from domain import dicebox
from domain.aftermath import AftermathDone
from domain.books import Books, Crew
from domain.game import After, Chains
from domain.games.morturi import showing
from domain.games.morturi.battle import Fighting
from domain.games.morturi.gathering import BOOKS
from domain.games.morturi.leaving import GoHome
from domain.games.morturi.play import BATTLE
from domain.games.morturi.ruling import Note
from domain.games.morturi.victory import settles
from domain.names import Name
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling, Who

RULE = "MR-SVC-4"


class SchoolsWentHome(Event, frozen=True, kw_only=True, tag="morturi.schools-went-home/1"):
    """The schools of a battle went home; no gladiator is checked for survival (MR-SVC-4)."""

    schools: tuple[Who, ...]

    def told(self) -> str:
        """Say it as the table would."""
        return f"{' and '.join(who.name for who in self.schools)} go home."


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """A battle beside the books, and whether its schools are home."""

    battle: Fighting = Fighting()
    books: Books = Books()
    over: bool = False


def decide(evening: Evening, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge what is done after a battle."""
    battle = evening.battle
    if not settles(battle):
        raise RuleBroken(RULE, "this battle has no aftermath")
    if isinstance(action, Note):
        return BATTLE.decide(battle, action)
    if not isinstance(action, GoHome) or evening.over:
        raise RuleBroken(RULE, "the schools are home" if evening.over else "the schools go home")
    telling = Telling(evening, evolve)
    schools = tuple(side.who for side in battle.sides)
    telling.tell(SchoolsWentHome(schools=schools))
    for who in schools:
        telling.tell_beside(who.id, AftermathDone(crew=who, battle=battle.battle))
    return telling.events


def evolve(evening: Evening, event: Event) -> Evening:
    """Remember an event of battle, books or homecoming."""
    return Evening(
        battle=BATTLE.evolve(evening.battle, event),
        books=BOOKS.evolve(evening.books, event),
        over=evening.over or isinstance(event, SchoolsWentHome),
    )


def struck(evening: Evening, event: Event) -> Evening:
    """What a line that was taken back still counts for."""
    battle = dicebox.struck(evening.battle, event)
    books = BOOKS.struck(evening.books, event)
    return msgspec.structs.replace(evening, battle=battle, books=books)


def beside(battle: Fighting, books: Books) -> Evening | None:
    """A battle beside the books."""
    return None if battle.friendly else Evening(battle=battle, books=books)


AFTERMATH = Decider(initial=Evening(), decide=decide, evolve=evolve, struck=struck)


class Legal:
    """What may be done after a battle: nothing is asked of anybody."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept the action now."""
        try:
            list(decide(self._evening, action))
        except RuleBroken:
            return False
        return True

    def simple(self) -> list[Action]:
        """Nobody types a line."""
        return []

    def candidates(self) -> Iterator[Action]:
        """Nothing to sift."""
        return iter(())

    def drawn(self, _draw: Callable[[int], int]) -> Iterator[Action]:
        """No line has several parts."""
        return iter(())

    def patterns(self) -> list[str]:
        """No line holds numbers."""
        return []

    def combine(self) -> dict[str, str]:
        """Nothing is joined."""
        return {}

    def always(self) -> list[str]:
        """What is open at any moment."""
        return ['note "TEXT"', "undo", "redo"]


def show(evening: Evening) -> dict[str, Any]:
    """The schools as they come home."""
    known = evening.books.crews
    return {
        "battle": evening.battle.battle,
        "status": "over" if evening.over else "open",
        "crews": [
            {
                "id": side.id,
                "name": side.who.name,
                "treasury": known[side.id].treasury if side.id in known else 0,
                "members": [
                    {"id": m.who.id, "name": m.who.name, "status": str(m.status)}
                    for m in (known[side.id].members if side.id in known else ())
                ],
            }
            for side in evening.battle.sides
        ],
    }


def ask(evening: Evening) -> dict[str, Any]:
    """Nothing is awaited."""
    return {
        "battle": evening.battle.battle,
        "status": "concluded",
        "awaiting": "none",
        "crew": "",
        "member": "",
        "question": {},
        "dice": [],
        "aftermath": "over" if evening.over else "open",
        "patterns": [],
        "combine": {},
        "always": Legal(evening).always(),
    }


def names(evening: Evening) -> tuple[Name, ...]:
    """Whoever a note may name."""
    return tuple(
        Name(kind="unit", id=u.id, name=u.who.name, handle=u.handle, side=u.school)
        for u in evening.battle.units.values()
    )


def chains(evening: Evening) -> Chains:
    """What the battle's sealed dice are bound to."""
    return showing.chains(evening.battle)


def season(_books: Books, _crew: Crew) -> dict[str, Any]:
    """Where a school stands between battles, beside what is told of all."""
    return {}


EVENTS: tuple[type[Event], ...] = (SchoolsWentHome,)
AFTER = After(
    decider=AFTERMATH,
    begins=GoHome,
    over=lambda evening: evening.over,
    beside=beside,
    canonical=lambda _evening, action: action,
    awaited=lambda _evening: None,
    rolls_sealed=lambda _evening: False,
    chains=chains,
    roll=showing.roll,
    sides=lambda _evening: (),
    throw=showing.throw,
    legal=Legal,
    names=names,
    asked=lambda _evening: ("", ()),
    show=show,
    ask=ask,
    season=season,
)
