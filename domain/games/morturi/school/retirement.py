"""Chapter 15: gladiators and schools retire, new schools join (MR-RET-1, -2)."""

from domain.aftermath import CrewEnded
from domain.books import Books, Crew
from domain.games.morturi.creation import budget
from domain.games.morturi.doings import Dismiss
from domain.games.morturi.school.bindings import check_gladiator
from domain.games.morturi.school.hires import dealt, release
from domain.games.morturi.school.worth import net_worth
from domain.games.morturi.school.year import (
    Ludi,
    Spend,
    Told,
    at_home,
    house,
    open_offers,
    owner,
    rules,
    schools,
)
from domain.terms import RuleBroken


def dismiss(telling: Told, action: Dismiss, _: Spend) -> None:
    """MR-RET-1, -2: a gladiator or a whole school retires."""
    if action.member in telling.state.crews:
        _retire(telling, telling.state.crews[action.member])
        return
    crew, member = owner(telling.state, action.member)
    at_home(crew)
    check_gladiator(telling.state, member)
    dealt(telling, crew, "dismisses", member.who.name)
    release(telling, crew, member, "retired")


def _retire(telling: Told, crew: Crew) -> None:
    """MR-RET-2: a school retires; its account is closed as it stands."""
    if crew.ended:
        raise RuleBroken("MR-RET-2", f"{crew.who.name} has retired already")
    at_home(crew)
    entered = {each.school for one in open_offers(telling.state) for each in one.entered}
    if crew.who.id in entered:
        raise RuleBroken("MR-RET-2", f"{crew.who.name} has entered a battle")
    dealt(telling, crew, "retires from", "the games")
    telling.tell_beside(crew.who.id, CrewEnded(crew=crew.who, reason="retired"))


def purse(books: Books) -> int:
    """MR-CRE-10, MR-RET-2: what a new school begins with.

    By `new_school_budget` a newcomer is helped to half of what the others have gained on average.
    """
    book, settled = rules(books), house(books)
    start = budget(book, settled)
    there = schools(books)
    if settled.new_school_budget != "catch_up" or not there or settled.game_mode == "pickup":
        return start
    season = books if isinstance(books, Ludi) else None
    gains = [net_worth(books, crew, season) - crew.purse for crew in there]
    return start + max(0, sum(gains)) // (2 * len(gains))
