"""Chapter 13: free fighters hired for one battle (MR-AUC-4, MR-SCN-6)."""

from msgspec.structs import replace

from domain.books import Crew
from domain.games.morturi.creation import chosen
from domain.games.morturi.doings import Hire
from domain.games.morturi.scenarios import Side
from domain.games.morturi.school import accounts
from domain.games.morturi.school.calendar import in_phase
from domain.games.morturi.school.hires import join
from domain.games.morturi.school.lots import read
from domain.games.morturi.school.resources import contract_price
from domain.games.morturi.school.year import (
    LUDI,
    ONE_BATTLE,
    Hired,
    Ludi,
    Offer,
    Season,
    Spend,
    Told,
    at_home,
    house,
    open_offers,
    rules,
    school_of,
    with_offer,
)
from domain.names import clean
from domain.roster import MemberRecruited
from domain.terms import Event, RuleBroken, Who

# Events


class FighterHired(Event, frozen=True, kw_only=True, tag="morturi.fighter-hired/1"):
    """A free fighter was hired for one battle (MR-AUC-4)."""

    offer: int
    school: Who
    fighter: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} hires {self.fighter.name} for one battle."


# Judging


def hire(telling: Told, action: Hire, asked: Spend) -> None:
    """MR-AUC-4, MR-SCN-6: Auctoratii hired for one battle, as many and such as its side may."""
    in_phase(asked, LUDI, "hiring for a battle")
    books = telling.state
    crew = at_home(school_of(books, action.crew))
    role, grade = read(rules(books), action.profile)
    found = _hiring(books, crew, role.id, role.faction)
    if found is None:
        raise RuleBroken("MR-SCN-6", f"no battle is announced that hires a {role.name} now")
    offer, side = found
    if grade.id != side.hire_grade:
        sentence = f"its hired fighters are {rules(books).grade(side.hire_grade).name}"
        raise RuleBroken("MR-SCN-6", sentence)
    tricks = chosen(rules(books), house(books), role, grade, action.tricks)
    cost = contract_price(books, crew, side.hire_price)
    name = clean(action.what)
    accounts.check(house(books), crew, cost, name)
    telling.tell(FighterHired(offer=offer.number, school=crew.who, fighter=Who("", name)))
    join(telling, crew, Who("", name), (role, grade), tricks=tricks, cost=cost, term=ONE_BATTLE)


def _hiring(books: Ludi, crew: Crew, role: str, faction: str) -> tuple[Offer, Side] | None:
    """An announced battle and a side of it that lets a school hire such a fighter still."""
    for offer in open_offers(books):
        hired = [one for one in offer.hired if one.school == crew.who.id]
        for side in rules(books).scenario(offer.scenario).sides:
            fits = role in side.roles or (faction and faction in side.factions)
            if fits and len(hired) < side.hire:
                return offer, side
    return None


# Remembering


EVENTS: tuple[type[Event], ...] = (FighterHired,)
HEARS: tuple[type[Event], ...] = (MemberRecruited,)


def evolve(season: Season, event: Event) -> Season:
    """Remember who is hired for which battle: his id when he has joined."""
    match event:
        case FighterHired():
            hired = Hired(event.school.id)
            return with_offer(
                season, event.offer, lambda one: replace(one, hired=(*one.hired, hired))
            )
        case MemberRecruited(term=term) if term == ONE_BATTLE:
            return _came(season, Hired(event.crew.id, event.member.id))
        case _:
            return season


def _came(season: Season, hired: Hired) -> Season:
    """The season when a fighter who was hired for a battle has joined, if he is one."""
    for offer in season.offers:
        if Hired(hired.school) in offer.hired:
            return with_offer(season, offer.number, lambda one: _known(one, hired))
    return season


def _known(offer: Offer, hired: Hired) -> Offer:
    """An announced battle whose hired fighter is known."""
    nameless = Hired(hired.school)
    return replace(offer, hired=tuple(hired if one == nameless else one for one in offer.hired))
