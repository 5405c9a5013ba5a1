"""Chapter 15 as the rest of the house knows it: the aftermath, and where a school stands."""

from typing import Any

from domain.books import Books, Crew
from domain.game import After
from domain.games.morturi import showing as battle
from domain.games.morturi.doings import OpenAftermath
from domain.games.morturi.school import order, play, showing_after
from domain.games.morturi.school.legal import AfterLegal
from domain.games.morturi.school.worth import net_worth
from domain.games.morturi.school.year import Ludi, month
from domain.terms import Action, Event


def canonical(_: Any, action: Action) -> Action:
    """A line of an aftermath is complete as it is typed."""
    return action


def season(books: Books, crew: Crew) -> dict[str, Any]:
    """Where a school stands between battles, beside what is told of all (MR-END-1)."""
    if not isinstance(books, Ludi) or not books.season.month:
        return {"worth": net_worth(books, crew), "month": ""}
    return {"worth": net_worth(books, crew, books), "month": month(books).name}


EVENTS: tuple[type[Event], ...] = (*play.EVENTS, *order.EVENTS)
AFTER = After(
    decider=order.AFTERMATH,
    begins=OpenAftermath,
    over=order.over,
    beside=order.beside,
    canonical=canonical,
    awaited=order.awaited,
    rolls_sealed=showing_after.rolls_sealed,
    chains=showing_after.chains,
    roll=battle.roll,
    sides=showing_after.sides_due,
    throw=battle.throw,
    legal=AfterLegal,
    names=showing_after.names,
    asked=showing_after.asked,
    show=showing_after.show,
    ask=showing_after.ask,
    season=season,
)
