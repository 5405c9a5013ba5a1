"""What becomes of equipment: of the lost, ruined, crumbled, found (MS-FAT-4, -8)."""

from domain.aftermath import ItemGained, ItemLost, ItemMoved
from domain.books import Crew, Item, Member
from domain.games.mortisphere.after.evening import (
    Evening,
    Told,
    house,
    member_of,
    rules,
    tell_crew,
)
from domain.games.mortisphere.control import controller
from domain.games.mortisphere.units import Unit
from domain.members import MemberLost
from domain.terms import Who


def name_of(evening: Evening, item: Item) -> str:
    """What an item is called."""
    return rules(evening).item(item.kind).name


def take(telling: Told, crew: Crew, member: Member, item: Item, reason: str) -> None:
    """A member has an item no more."""
    gone = ItemLost(
        crew=crew.who,
        item=item,
        name=name_of(telling.state, item),
        bearer=(member.who,),
        reason=reason,
    )
    tell_crew(telling, crew.who, gone)


def store(telling: Told, crew: Crew, member: Member, item: Item, reason: str) -> None:
    """A member's item goes to the store of its crew."""
    moved = ItemMoved(
        crew=crew.who,
        item=item,
        name=name_of(telling.state, item),
        giver=(member.who,),
        reason=reason,
    )
    tell_crew(telling, crew.who, moved)


def gain(telling: Told, crew: Crew, item: Item, reason: str, bearer: tuple[Who, ...] = ()) -> None:
    """A crew has an item more, in its store or with a bearer."""
    name = name_of(telling.state, item)
    event = ItemGained(crew=crew.who, item=item, name=name, bearer=bearer, reason=reason)
    tell_crew(telling, crew.who, event)


def lose_member(telling: Told, member: str, reason: str) -> None:
    """MS-FAT-4, -8: a member is lost for good; its equipment is kept, lost or taken."""
    crew, one = member_of(telling.state, member)
    unit = telling.state.battle.units.get(member)
    kept = _kept(telling.state, unit)
    taker = _taker(telling.state, unit)
    for item in one.items:
        if kept:
            store(telling, crew, one, item, f"{one.who.name} is lost")
        elif taker is None:
            take(telling, crew, one, item, f"lost with {one.who.name}")
        else:
            take(telling, crew, one, item, f"taken by {taker.who.name}")
            gain(telling, taker, item, f"taken from {one.who.name}")
    tell_crew(telling, crew.who, MemberLost(crew=crew.who, member=one.who, reason=reason))


def _kept(evening: Evening, unit: Unit | None) -> bool:
    """MS-FAT-8: whether the crew keeps the equipment of one that is lost.

    Of a Missing one that never comes back nobody holds the Area any more.
    """
    rule = house(evening).gear_of_lost
    if rule != "if_area_held":
        return rule == "always_kept"
    return unit is not None and mates_near(evening, unit)


def _taker(evening: Evening, unit: Unit | None) -> Crew | None:
    """MS-FAT-8 `if_area_held`: the enemy that controls the Area where it fell."""
    if unit is None or house(evening).gear_of_lost != "if_area_held":
        return None
    crew = controller(evening.battle, unit.area)
    return evening.books.crews.get(crew) if crew != unit.crew else None


def mates_near(evening: Evening, unit: Unit) -> bool:
    """Whether an active crewmate was in its Area at the end."""
    return any(
        mate.active and mate.crew == unit.crew and mate.area == unit.area
        for mate in evening.battle.units.values()
    )


def foes_near(evening: Evening, unit: Unit) -> bool:
    """Whether an active member of another crew was in its Area at the end."""
    crews = {side.id for side in evening.battle.sides} - {unit.crew}
    return any(
        foe.active and foe.crew in crews and foe.area == unit.area
        for foe in evening.battle.units.values()
    )
