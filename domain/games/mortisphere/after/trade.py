"""Equipment in the shop phase: bought, sold, handed on (MS-EQP-3, -4)."""

from msgspec.structs import replace

from domain.aftermath import ItemLost, ItemMoved
from domain.books import Crew, Item, Member
from domain.counting import counted
from domain.games.mortisphere.after import gear
from domain.games.mortisphere.after.care import at_home
from domain.games.mortisphere.after.deals import Buy, Give, Sell
from domain.games.mortisphere.after.evening import (
    Evening,
    Spend,
    Told,
    crew_of,
    pay,
    rules,
    tell_crew,
)
from domain.games.mortisphere.after.profile import item_slots, unfit_items
from domain.games.mortisphere.after.shop import Deal, dealt
from domain.games.mortisphere.recruiting import price
from domain.terms import RuleBroken, Who

STORE = "store"
RULE = "MS-EQP-3"


def buy(telling: Told, action: Buy, asked: Spend) -> None:
    """MS-EQP-3, MS-TYP-3: an item at its price, into the hands of one who may carry it."""
    evening = telling.state
    crew, bearer = _holder(evening, asked.crew, action.bearer)
    goods = rules(evening).item(action.item)
    cost = goods.cost if bearer is None else price(rules(evening).type(bearer.kind), goods)
    if cost > crew.treasury:
        currency = rules(evening).recruitment.currency
        sentence = f"{goods.name} costs {cost} {currency}, {crew.who.name} has {crew.treasury}"
        raise RuleBroken("MS-REC-2", sentence)
    item = Item(f"#{goods.id}", goods.id)
    _may_carry(evening, bearer, item)
    dealt(telling, crew, Deal.BUY, goods.name + _for(bearer), *_whos(bearer))
    pay(telling, asked.crew, -cost, f"{goods.name} bought")
    gear.gain(telling, crew, item, "bought", _whos(bearer))


def sell(telling: Told, action: Sell, asked: Spend) -> None:
    """MS-REC-4: half the price of an item, rounded down."""
    evening = telling.state
    crew, bearer, item = _sought(evening, asked.crew, action.bearer, action.item)
    name = gear.name_of(evening, item)
    dealt(telling, crew, Deal.SELL, name, *_whos(bearer))
    lost = ItemLost(crew=crew.who, item=item, name=name, bearer=_whos(bearer), reason="sold")
    tell_crew(telling, crew.who, lost)
    paid = rules(evening).item(item.kind).cost // 2
    if paid:
        pay(telling, asked.crew, paid, f"{name} sold")


def give(telling: Told, action: Give, asked: Spend) -> None:
    """MS-EQP-4: items change hands freely between battles."""
    evening = telling.state
    crew, giver, item = _sought(evening, asked.crew, action.giver, action.item)
    _, taker = _holder(evening, asked.crew, action.taker)
    if _whos(giver) == _whos(taker):
        raise RuleBroken("MS-EQP-4", f"{gear.name_of(evening, item)} is there already")
    _may_carry(evening, taker, item)
    name = gear.name_of(evening, item)
    dealt(telling, crew, Deal.GIVE, name + _for(taker), *_whos(giver), *_whos(taker))
    moved = ItemMoved(crew=crew.who, item=item, name=name, giver=_whos(giver), taker=_whos(taker))
    tell_crew(telling, crew.who, moved)


def _holder(evening: Evening, crew: str, bearer: str) -> tuple[Crew, Member | None]:
    """A member that is with its crew, or the store."""
    if bearer in ("", STORE):
        return crew_of(evening, crew), None
    return at_home(evening, crew, bearer, "MS-EQP-4")


def _sought(
    evening: Evening, crew: str, bearer: str, text: str
) -> tuple[Crew, Member | None, Item]:
    """An item where it is said to be; where nothing is said, with the one who has it."""
    goods = rules(evening).item(text)
    mine = crew_of(evening, crew)
    holders: list[Member | None] = [None, *(one for one in mine.present if one.home)]
    if bearer:
        holders = [_holder(evening, crew, bearer)[1]]
    having = [
        (holder, item)
        for holder in holders
        for item in (mine.store if holder is None else holder.items)
        if item.kind == goods.id
    ]
    if not having:
        raise RuleBroken("MS-EQP-4", f"{_where(mine, holders)} has no {goods.name}")
    if len({_whos(holder) for holder, _ in having}) > 1:
        hint = f"… {goods.name} from NAME"
        raise RuleBroken("MS-EQP-4", f"several have {goods.name}: from whom?", hint=hint)
    return (mine, *having[0])


def _where(crew: Crew, holders: list[Member | None]) -> str:
    only = holders[0] if len(holders) == 1 else None
    return only.who.name if only else crew.who.name


def _may_carry(evening: Evening, bearer: Member | None, item: Item) -> None:
    """MS-EQP-3: families and slots of one who is to carry an item."""
    if bearer is None:
        return
    book = rules(evening)
    laden = replace(bearer, items=(*bearer.items, item))
    before = {one.id for one in unfit_items(book, bearer)}
    if any(one.id not in before for one in unfit_items(book, laden)):
        kind, goods = book.type(bearer.kind), book.item(item.kind)
        slots = counted(item_slots(book, bearer), "slot")
        sentence = (
            f"{bearer.who.name}, a {kind.name} with {slots} for "
            f"{', '.join(kind.equipment_tags)}, has no room for {goods.name} ({goods.tag})"
        )
        raise RuleBroken(RULE, sentence)


def _whos(bearer: Member | None) -> tuple[Who, ...]:
    return () if bearer is None else (bearer.who,)


def _for(bearer: Member | None) -> str:
    return "" if bearer is None else f" for {bearer.who.name}"
