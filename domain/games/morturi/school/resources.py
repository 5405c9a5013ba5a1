"""Chapter 14: what a school has built, bought or hired for the month (MR-RES-1 to -9)."""

from msgspec.structs import replace

from domain.aftermath import ItemGained, ItemLost
from domain.books import Crew, Item
from domain.games.morturi.doings import Buy, Hire
from domain.games.morturi.school import accounts
from domain.games.morturi.school.calendar import in_phase
from domain.games.morturi.school.hires import SERVUS, buy_servus, dealt
from domain.games.morturi.school.year import (
    BUILDING,
    Held,
    Ludi,
    Order,
    Season,
    Spend,
    Step,
    Told,
    house,
    month,
    pay,
    resources,
    rules,
    school_of,
)
from domain.games.morturi.season import Resource
from domain.games.morturi.waiting import Confirm, Offered
from domain.games.morturi.words import Effect
from domain.names import fold
from domain.terms import Event, RuleBroken, Who

HIRE = "hire"
PEOPLE = "people"

# Events


class ResourceOrdered(Event, frozen=True, kw_only=True, tag="morturi.resource-ordered/1"):
    """A school has paid for a resource that is ready next month (MR-RES-9)."""

    school: Who
    resource: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} has {self.resource.name} from next month on."


class ResourceReady(Event, frozen=True, kw_only=True, tag="morturi.resource-ready/1"):
    """A resource that was ordered is ready (MR-RES-9)."""

    school: Who
    resource: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.resource.name} is ready for {self.school.name}."


class HireAsked(Event, frozen=True, kw_only=True, tag="morturi.hire-asked/1"):
    """A school asks the Imperator's leave to hire somebody for the month (MR-RES-2)."""

    school: Who
    resource: Who
    price: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} would hire {self.resource.name} for {self.price}."


class HireAnswered(Event, frozen=True, kw_only=True, tag="morturi.hire-answered/1"):
    """The Imperator gave his leave to a hire, or did not (MR-RES-2)."""

    school: Who
    resource: Who
    leave: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        how = "may hire" if self.leave else "may not hire"
        return f"{self.school.name} {how} {self.resource.name}."


# Reading


def has(crew: Crew, resource: str) -> Item | None:
    """A resource that a school has, bought or hired."""
    return next((item for item in crew.store if item.kind == resource), None)


def working(books: Ludi, crew: Crew, moment: str) -> list[tuple[Resource, Effect]]:
    """What a school's resources do at a moment."""
    return [(one, e) for one in resources(books, crew) for e in one.effects if e.on == moment]


def contract_price(books: Ludi, crew: Crew, bid: int) -> int:
    """MR-RES-5, MR-AT-29: what a contract costs; with an agent 80 %, rounded down."""
    paid = bid
    for _, effect in working(books, crew, "contract.price"):
        if effect.op == "percent":
            paid = paid * effect.value // 100
    return paid


def bought(books: Ludi, crew: Crew) -> list[Resource]:
    """The resources that are a school's own: not those hired, but those ordered (MR-END-1)."""
    season = books.season
    hired = {one.resource for one in season.hired if one.school == crew.who.id}
    ordered = {one.resource for one in season.building if one.school == crew.who.id}
    mine = [one for one in resources(books, crew) if one.id not in hired]
    return mine + [one for one in rules(books).resources if one.id in ordered]


# What is awaited


def upcoming(books: Ludi) -> Confirm | Step | None:
    """MR-RES-2: the Imperator's leave to a hire; MR-RES-9: what was ordered is ready."""
    season = books.season
    if season.hiring is not None:
        name = rules(books).resource(season.hiring.resource).name
        offer = Offered("", season.hiring.resource, name, season.hiring.resource)
        return Confirm(crew="", what=HIRE, offers=(offer,), rule="MR-RES-2")
    return complete if due(season) else None


def due(season: Season) -> tuple[Order, ...]:
    """MR-RES-9: what was ordered in a month before this one."""
    return tuple(one for one in season.building if one.month < season.month)


def complete(telling: Told) -> None:
    """MR-RES-9: what was ordered works from now on."""
    for one in due(telling.state.season):
        crew = telling.state.crew(one.school)
        resource = rules(telling.state).resource(one.resource)
        who = Who(resource.id, resource.name)
        telling.tell(ResourceReady(school=crew.who, resource=who))
        gain(telling, crew, resource, "ready")


# Judging


def buy(telling: Told, action: Buy, asked: Spend) -> None:
    """MR-AUC-2, MR-RES-1: a Servus at any time, a resource in the building phase."""
    crew = school_of(telling.state, action.crew)
    if fold(action.what) == SERVUS:
        buy_servus(telling, crew)
        return
    in_phase(asked, BUILDING, "a resource")
    books = telling.state
    resource = _available(books, crew, action.what)
    cost = resource.cost(house(books))
    accounts.check(house(books), crew, cost, resource.name)
    dealt(telling, crew, "buys", resource.name)
    pay(telling, crew.who.id, -cost, f"{resource.name} bought")
    who = Who(resource.id, resource.name)
    if house(books).build_delay == "next_month":
        telling.tell(ResourceOrdered(school=crew.who, resource=who))
    else:
        gain(telling, crew, resource, "bought")


def _available(books: Ludi, crew: Crew, text: str) -> Resource:
    """MR-RES-1, -8: a resource with a price, which the school has not yet."""
    resource = rules(books).resource(text)
    if not resource.price:
        raise RuleBroken("MR-RES-8", f"of {resource.name} only the name was found")
    building = ((one.school, one.resource) for one in books.season.building)
    if (crew.who.id, resource.id) in building or has(crew, resource.id):
        raise RuleBroken("MR-RES-1", f"{crew.who.name} has {resource.name} already")
    return resource


def gain(telling: Told, crew: Crew, resource: Resource, reason: str) -> None:
    """A school has a resource from now on."""
    item = Item(f"#{resource.id}", resource.id)
    event = ItemGained(crew=crew.who, item=item, name=resource.name, reason=reason)
    telling.tell_beside(crew.who.id, event)


def lose(telling: Told, school: str, resource: str, reason: str) -> None:
    """A school has a resource no more."""
    crew = telling.state.crew(school)
    item = has(crew, resource)
    if item is not None:
        name = rules(telling.state).resource(resource).name
        event = ItemLost(crew=crew.who, item=item, name=name, reason=reason)
        telling.tell_beside(school, event)


def hire(telling: Told, action: Hire, asked: Spend) -> None:
    """MR-RES-2: a person for the month, for 20 % of the price, with the Imperator's leave."""
    in_phase(asked, BUILDING, "a hire")
    books = telling.state
    crew = school_of(books, action.crew)
    resource = _available(books, crew, action.what)
    if resource.category != PEOPLE:
        raise RuleBroken("MR-RES-2", f"only people are hired: {resource.name} is bought")
    cost = resource.hire(rules(books).school, house(books))
    accounts.check(house(books), crew, cost, resource.name)
    who = Who(resource.id, resource.name)
    telling.tell(HireAsked(school=crew.who, resource=who, price=cost))


def answer(telling: Told, *, leave: bool) -> None:
    """MR-RES-2: with his leave the school pays, and has the person till the month's end."""
    books, asked = telling.state, telling.state.season.hiring
    assert asked is not None  # noqa: S101 it is asked about
    crew, resource = books.crew(asked.school), rules(books).resource(asked.resource)
    who = Who(resource.id, resource.name)
    telling.tell(HireAnswered(school=crew.who, resource=who, leave=leave))
    if leave:
        cost = resource.hire(rules(books).school, house(books))
        pay(telling, crew.who.id, -cost, f"{resource.name} hired")
        gain(telling, crew, resource, f"hired for {month(books).name}")


# Remembering


EVENTS: tuple[type[Event], ...] = (ResourceOrdered, ResourceReady, HireAsked, HireAnswered)
HEARS: tuple[type[Event], ...] = (ItemLost,)


def evolve(season: Season, event: Event) -> Season:
    """Remember what is built, whom a school would hire, and whom it has hired and not yet lost."""
    match event:
        case ResourceOrdered():
            order = Order(event.school.id, event.resource.id, season.month)
            return replace(season, building=(*season.building, order))
        case ResourceReady():
            mine = (event.school.id, event.resource.id)
            left = (one for one in season.building if (one.school, one.resource) != mine)
            return replace(season, building=tuple(left))
        case HireAsked():
            return replace(season, hiring=Held(event.school.id, event.resource.id))
        case HireAnswered():
            held = (Held(event.school.id, event.resource.id),) if event.leave else ()
            return replace(season, hiring=None, hired=(*season.hired, *held))
        case ItemLost():
            gone = Held(event.crew.id, event.item.kind)
            return replace(season, hired=tuple(one for one in season.hired if one != gone))
        case _:
            return season
