"""A battle opens over the campaign's books: schools are mustered, then it tells its start."""

from collections.abc import Iterable

import msgspec

from domain import crew
from domain.books import Books
from domain.campaign import STORY, BattleListed
from domain.games.morturi.battle import Fighting
from domain.games.morturi.fielding import opened
from domain.games.morturi.opening import Open, Team
from domain.games.morturi.play import evolve, proceed
from domain.games.morturi.recruiting import recruiting
from domain.games.morturi.school import ludi
from domain.games.morturi.school.play import check_quiet, decider
from domain.games.morturi.school.year import Ludi
from domain.games.morturi.shapes import book
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling

_RECRUITING = recruiting(book())
_BOOKS = decider(crew.decider(_RECRUITING))


def open_battle(books: Books, action: Open) -> list[Event | Elsewhere]:
    """Judge an opening: muster, record it, list the battle, go on to the first question."""
    if action.battle != books.next_battle:
        raise RuleBroken("MR-BAT-1", f"the next battle is {books.next_battle}")
    action = entered(books, action)
    telling = Telling(Fighting(), evolve)
    opening = opened(books, action, books.edition)
    telling.tell(opening)
    proceed(telling)
    if not action.apart:
        telling.events += crew.mustered(_RECRUITING, books, action.crews, action.battle)
    crews = tuple(side.who for side in telling.state.sides)
    listed = BattleListed(
        battle=action.battle,
        scenario=opening.scenario.id,
        crews=() if action.apart else crews,
    )
    telling.events.append(Elsewhere(STORY, listed))
    return telling.events


def entered(books: Books, action: Open) -> Open:
    """MR-BAT-2, -7: in a year's ludi the schools have entered and paid, each with its team."""
    if action.apart or not isinstance(books, Ludi):
        return action
    check_quiet(books)
    ludi.check_opening(books, action.scenario, action.crews)
    teams = ludi.teams(books, action.scenario, action.crews)
    named = tuple(Team(school, members) for school, members in teams.items())
    if action.teams and named and set(action.teams) != set(named):
        raise RuleBroken("MR-BAT-2", "the teams are those that the schools have entered")
    return msgspec.structs.replace(action, teams=named or action.teams)


def decide(books: Books, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge an action of the campaign: a battle's opening, or anything of the books."""
    if isinstance(action, Open):
        return open_battle(books, action)
    return _BOOKS.decide(books, action)


BOOKS: Decider[Books] = Decider(
    initial=_BOOKS.initial, decide=decide, evolve=_BOOKS.evolve, struck=_BOOKS.struck
)
