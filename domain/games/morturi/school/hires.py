"""Chapter 13: gladiators join a school, leave it, are called otherwise (MR-AUC-2, -7)."""

from msgspec.structs import replace

from domain.books import Crew, Member
from domain.crew import free_handle
from domain.games.morturi.creation import price
from domain.games.morturi.doings import Rename, Trade
from domain.games.morturi.school import accounts
from domain.games.morturi.school.bindings import check_gladiator
from domain.games.morturi.school.year import (
    Deal,
    Ludi,
    Season,
    Spend,
    Told,
    at_home,
    house,
    owner,
    pay,
    rules,
    school_of,
)
from domain.games.morturi.shapes import Grade, Role
from domain.games.morturi.waiting import Confirm, Offered
from domain.members import NO, YES, Field, MemberChanged
from domain.names import alike, clean
from domain.roster import MemberMoved, MemberRecruited, MemberRenamed, MemberRetired
from domain.terms import Event, RuleBroken, Who, WrongUsage

SERVUS = "servus"
TRADE = "trade"

# Events


class DealMade(Event, frozen=True, kw_only=True, tag="morturi.deal-made/1"):
    """A school did something between battles; its own story says what came of it."""

    school: Who
    deal: str
    what: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.school.name} {self.deal} {self.what}."


class SaleOffered(Event, frozen=True, kw_only=True, tag="morturi.sale-offered/1"):
    """A school offers one of its gladiators to another (MR-AUC-7)."""

    gladiator: Who
    seller: Who
    buyer: Who
    price: int

    def told(self) -> str:
        """Say it as the table would."""
        to = f"{self.buyer.name} for {self.price}"
        return f"{self.seller.name} offers {self.gladiator.name} to {to}."


class SaleAnswered(Event, frozen=True, kw_only=True, tag="morturi.sale-answered/1"):
    """The buyer took what was offered to it, or did not."""

    gladiator: Who
    buyer: Who
    taken: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        how = "takes" if self.taken else "does not want"
        return f"{self.buyer.name} {how} {self.gladiator.name}."


# Joining and leaving


def dealt(telling: Told, crew: Crew, deal: str, what: str) -> None:
    """Say in the campaign's story what a school does; what comes of it stands in its own."""
    telling.tell(DealMade(school=crew.who, deal=deal, what=what))


def join(
    telling: Told,
    crew: Crew,
    who: Who,
    kind: tuple[Role, Grade],
    *,
    tricks: tuple[str, ...] = (),
    cost: int,
    seller: Who | None = None,
    term: str = "",
    handle: str = "",
) -> None:
    """A gladiator joins a school, for so many denarii; he keeps a handle that is free there."""
    crew, (role, size) = telling.state.crew(crew.who.id), kind
    others = [one for one in crew.members if not who.id or one.who.id != who.id]
    taken = {alike(text.upper()) for one in others for text in (one.handle, one.who.name)}
    event = MemberRecruited(
        crew=crew.who,
        member=who,
        handle=free_handle(crew, who.name, "") if alike(handle) in {*taken, ""} else handle,
        kind=role.id,
        health=role.life,
        cost=cost,
        treasury=crew.treasury - cost,
        abilities=tricks,
        grade=size.id,
        gear=tuple(rules(telling.state).trick(trick).name for trick in tricks),
        seller=(seller,) if seller else (),
        term=term,
    )
    telling.tell_beside(crew.who.id, event)


def missing(crew: Crew, member: Member, *, before: str, reason: str) -> MemberChanged:
    """MR-SVC-2: he misses the next ludi, or can fight again."""
    return MemberChanged(
        crew=crew.who,
        member=member.who,
        field=Field.MISSES_NEXT,
        before=before,
        after=YES if before == NO else NO,
        reason=reason,
    )


def release(telling: Told, crew: Crew, member: Member, reason: str) -> None:
    """A gladiator leaves his school for good."""
    event = MemberRetired(crew=crew.who, member=member.who, reason=reason)
    telling.tell_beside(crew.who.id, event)


def buy_servus(telling: Told, crew: Crew) -> None:
    """MR-AUC-2: a Servus for 100 denarii, as many as one likes, without auction."""
    books = telling.state
    at_home(crew)
    role, size = rules(books).role(SERVUS), rules(books).grade(SERVUS)
    cost = price(house(books), size)
    accounts.check(house(books), crew, cost, f"a {size.name}")
    name = unnamed(crew, size.name)
    dealt(telling, crew, "buys", name)
    join(telling, crew, Who("", name), (role, size), cost=cost)


def unnamed(crew: Crew, kind: str) -> str:
    """What somebody is called who has no name yet, `Servus 3`."""
    taken = {alike(one.who.name) for one in crew.members}
    number = 1
    while alike(f"{kind} {number}") in taken:
        number += 1
    return f"{kind} {number}"


def rename(telling: Told, action: Rename, _: Spend) -> None:
    """A gladiator is called otherwise."""
    crew, member = owner(telling.state, action.member)
    at_home(crew)
    name = clean(action.name)
    if name == member.who.name:
        raise WrongUsage(f"{name} is called so already")
    who = Who(member.who.id, name)
    dealt(telling, crew, "renames", member.who.name)
    event = MemberRenamed(crew=crew.who, member=who, before=member.who.name)
    telling.tell_beside(crew.who.id, event)


# Sales between schools


def may_sell(books: Ludi, crew: Crew, member: Member) -> None:
    """MR-AUC-4, -7: a free fighter is nobody's to sell, and nobody is sold from a battle."""
    check_gladiator(books, member)
    if member.term:
        raise RuleBroken("MR-AUC-4", f"{member.who.name} is a free fighter")
    at_home(crew)


def sell(telling: Told, gladiator: str, buyer: Who, cost: int) -> None:
    """MR-AUC-7: a gladiator goes from one school to another, and the price the other way.

    He is who he was: his name, tricks, hurts and history go with him.
    """
    crew, member = owner(telling.state, gladiator)
    gone = MemberMoved(crew=crew.who, member=member.who, to=buyer, reason=f"sold for {cost}")
    telling.tell_beside(crew.who.id, gone)
    pay(telling, crew.who.id, cost, f"{member.who.name} sold", buyer)
    book, to = rules(telling.state), telling.state.crew(buyer.id)
    kind = (book.role(member.kind), book.grade(member.grade))
    join(
        telling, to, member.who, kind,
        tricks=member.abilities, cost=cost, seller=crew.who, handle=member.handle,
    )  # fmt: skip
    if member.misses_next:
        event = missing(to, member, before=NO, reason="badly hurt before he came")
        telling.tell_beside(to.who.id, event)


def upcoming(books: Ludi) -> Confirm | None:
    """MR-AUC-7: the buyer answers."""
    deal = books.season.deal
    if deal is None:
        return None
    offer = Offered("", TRADE, TRADE, TRADE)
    return Confirm(crew=deal.buyer, what=TRADE, offers=(offer,), rule="MR-AUC-7")


def offer(telling: Told, action: Trade, _: Spend) -> None:
    """MR-AUC-7: schools sell to each other where the house rule lets them."""
    books = telling.state
    settled = house(books)
    if settled.resale != "between_schools":
        raise RuleBroken("MR-AUC-7", f"the house rule resale is {settled.resale}")
    crew, member = owner(books, action.member)
    buyer = school_of(books, action.buyer)
    if action.seller not in ("", crew.who.id):
        raise RuleBroken("MR-AUC-7", f"{member.who.name} belongs to {crew.who.name}")
    if buyer.who == crew.who:
        raise RuleBroken("MR-AUC-7", f"{crew.who.name} has {member.who.name} already")
    may_sell(books, crew, member)
    at_home(buyer)
    accounts.check(settled, buyer, action.price, member.who.name)
    telling.tell(
        SaleOffered(gladiator=member.who, seller=crew.who, buyer=buyer.who, price=action.price)
    )


def answer(telling: Told, *, taken: bool) -> None:
    """MR-AUC-7: the buyer pays and has him, or nothing comes of it."""
    books, deal = telling.state, telling.state.season.deal
    assert deal is not None  # noqa: S101 it is asked about
    _, member = owner(books, deal.gladiator)
    buyer = books.crew(deal.buyer)
    if taken:
        accounts.check(house(books), buyer, deal.price, member.who.name)
    telling.tell(SaleAnswered(gladiator=member.who, buyer=buyer.who, taken=taken))
    if taken:
        sell(telling, deal.gladiator, buyer.who, deal.price)


# Remembering


EVENTS: tuple[type[Event], ...] = (DealMade, SaleOffered, SaleAnswered)


def evolve(season: Season, event: Event) -> Season:
    """Remember what is offered to whom."""
    match event:
        case SaleOffered():
            deal = Deal(event.gladiator.id, event.seller.id, event.buyer.id, event.price)
            return replace(season, deal=deal)
        case SaleAnswered():
            return replace(season, deal=None)
        case _:
            return season
