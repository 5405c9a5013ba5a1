"""Chapter 14, what is carried: taken up, dropped with its bearer, carried out (MS-OBJ-13)."""

import msgspec

from domain.games.mortisphere.battle import Fighting, area_name, setting, side
from domain.games.mortisphere.closing import Load
from domain.games.mortisphere.scoring import Deed, lowered, score
from domain.games.mortisphere.statuses import BURDENED, StatusGained, StatusLost
from domain.games.mortisphere.units import Unit
from domain.names import the
from domain.terms import Event, Telling, Who

# Events


class ItemTaken(Event, frozen=True, kw_only=True, tag="mortisphere.item-taken/1"):
    """A member bears something now, and is burdened by it (MS-OBJ-13)."""

    item: Who
    member: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.member.name} carries {lowered(self.item.name)}."


class ItemDropped(Event, frozen=True, kw_only=True, tag="mortisphere.item-dropped/1"):
    """What a member carried lies in its Area (MS-OBJ-13, MS-INC-5)."""

    item: Who
    member: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.item.name} lies in {the(self.area.name)}."


class ItemDestroyed(Event, frozen=True, kw_only=True, tag="mortisphere.item-destroyed/1"):
    """What a member carried was lost with it (MS-OBJ-13 `destroyed`)."""

    item: Who
    member: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.item.name} is destroyed with {self.member.name}."


class ItemCarriedOut(Event, frozen=True, kw_only=True, tag="mortisphere.item-carried-out/1"):
    """A member left the battle by its own way out with what it carried (MS-SCN-6)."""

    item: Who
    member: Who
    crew: Who
    area: Who

    def told(self) -> str:
        """Say it as the table would."""
        item = lowered(self.item.name)
        return f"{self.member.name} carries {item} out by {the(self.area.name)}."


# Reading


def borne(battle: Fighting, unit: str) -> str:
    """The item that a unit carries, "" for none."""
    return next((load.item for load in battle.items if load.bearer == unit), "")


def lies(battle: Fighting, item: str, area: str) -> bool:
    """Whether an item lies in an Area."""
    return any((load.item, load.area) == (item, area) for load in battle.items)


def is_out(battle: Fighting, item: str) -> bool:
    """Whether an item was carried out of the battle."""
    return any(load.item == item and load.out for load in battle.items)


def named(battle: Fighting, item: str) -> Who:
    """An item as an event names it."""
    return Who(item, setting(battle).item(item).name)


# Telling


def take(telling: Telling[Fighting], unit: Unit, item: str) -> None:
    """A member bears an item; whoever does may not initiate (MS-OBJ-13)."""
    battle = telling.state
    area = area_name(battle, unit.area)
    telling.tell(ItemTaken(item=named(battle, item), member=unit.who, area=area))
    if not any(s.id == BURDENED for s in unit.statuses):
        telling.tell(StatusGained(member=unit.who, status=BURDENED))


def fall_with(telling: Telling[Fighting], unit: Unit, by: tuple[str, ...]) -> None:
    """MS-OBJ-13: what becomes of an item whose bearer is incapacitated."""
    battle = telling.state
    item = borne(battle, unit.id)
    if not item:
        return
    rule = battle.house.drop_carried
    captors = [battle.units[u] for u in by if battle.units[u].active and battle.units[u].crew]
    if rule == "destroyed":
        area = area_name(battle, unit.area)
        telling.tell(ItemDestroyed(item=named(battle, item), member=unit.who, area=area))
        _unburden(telling, unit)
    elif rule == "captured" and captors:
        _unburden(telling, unit)
        take(telling, captors[0], item)
    else:
        drop(telling, unit)


def drop(telling: Telling[Fighting], unit: Unit) -> None:
    """A bearer that is gone leaves its item lying where it was."""
    battle = telling.state
    item = borne(battle, unit.id)
    if item:
        area = area_name(battle, unit.area)
        telling.tell(ItemDropped(item=named(battle, item), member=unit.who, area=area))
        _unburden(telling, unit)


def _unburden(telling: Telling[Fighting], unit: Unit) -> None:
    if any(s.id == BURDENED for s in telling.state.units[unit.id].statuses):
        telling.tell(StatusLost(member=unit.who, status=BURDENED))


def carry_out(telling: Telling[Fighting], unit: Unit) -> None:
    """MS-SCN-6: a bearer leaves by its own way out: the item is out of the battle with it."""
    battle = telling.state
    item = borne(battle, unit.id)
    telling.tell(
        ItemCarriedOut(
            item=named(battle, item),
            member=unit.who,
            crew=side(battle, unit.crew).who,
            area=area_name(battle, unit.area),
        )
    )
    score(telling, unit.crew, Deed(on="carried.out", item=item, own_start=True))


# Remembering


EVENTS: tuple[type[Event], ...] = (ItemTaken, ItemDropped, ItemDestroyed, ItemCarriedOut)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who carries what, and where the rest lies."""
    match event:
        case ItemTaken():
            return _placed(battle, Load(item=event.item.id, bearer=event.member.id))
        case ItemDropped():
            return _placed(battle, Load(item=event.item.id, area=event.area.id))
        case ItemDestroyed():
            return _placed(battle, Load(item=event.item.id))
        case ItemCarriedOut():
            gone = _placed(battle, Load(item=event.item.id, out=True))
            deed = (event.crew.id, "carried.out")
            return msgspec.structs.replace(gone, deeds=(*gone.deeds, deed))
        case _:
            return battle


def _placed(battle: Fighting, load: Load) -> Fighting:
    rest = tuple(each for each in battle.items if each.item != load.item)
    return msgspec.structs.replace(battle, items=(*rest, load))
