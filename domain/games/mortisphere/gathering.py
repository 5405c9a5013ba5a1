"""A battle opens over the campaign's books: crews are mustered, then the battle tells its start."""

from collections.abc import Iterable

from domain import crew
from domain.books import Books
from domain.campaign import STORY, BattleListed
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.fielding import opened
from domain.games.mortisphere.opening import CrewFielded, Open
from domain.games.mortisphere.play import evolve, proceed
from domain.games.mortisphere.recruiting import recruiting
from domain.games.mortisphere.shapes import book
from domain.own import overlaid
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling, Who

_RECRUITING = recruiting(book())
_BOOKS = crew.decider(_RECRUITING)


def open_battle(books: Books, action: Open) -> list[Event | Elsewhere]:
    """Judge an opening: muster, record the opening, list the battle, go on to the first turn."""
    if action.battle != books.next_battle:
        raise RuleBroken("MS-SCN-2", f"the next battle is {books.next_battle}")
    telling = Telling(Fighting(), evolve)
    _check_content(books, action)
    opening = opened(books, action)
    telling.tell(opening)
    proceed(telling)
    if not action.apart:
        telling.events += crew.mustered(_RECRUITING, books, action.crews, action.battle)
    crews = tuple(side.who for side in telling.state.sides)
    listed = BattleListed(
        battle=action.battle,
        scenario=opening.scenario.id,
        crews=() if action.apart else crews,
        chooser=() if action.apart else _chooser(books, opening.crews),
    )
    telling.events.append(Elsewhere(STORY, listed))
    return telling.events


def _check_content(books: Books, action: Open) -> None:
    """What guests bring of their own fits the codex; nobody else brings any."""
    if action.content and not action.guests:
        raise RuleBroken("MS-EVT-2", "only guests bring content of their own")
    if action.content:
        _RECRUITING.check_content(books.edition, overlaid(books.content, action.content))


def _chooser(books: Books, crews: Iterable[CrewFielded]) -> tuple[Who, ...]:
    """Whose the scenario is: the crew that gained its choice, of several the lower rated one.

    Discovery 12, MS-CAM-2. A crew that is passed over keeps its choice.
    """
    mine = [each for each in crews if books.crew(each.crew.id).chooses_scenario]
    return tuple(each.crew for each in sorted(mine, key=lambda each: each.rating)[:1])


def decide(books: Books, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge an action of the campaign: a battle's opening, or anything of the books."""
    if isinstance(action, Open):
        return open_battle(books, action)
    return _BOOKS.decide(books, action)


BOOKS: Decider[Books] = Decider(
    initial=Books(), decide=decide, evolve=_BOOKS.evolve, struck=_BOOKS.struck
)
