"""Where a unit may go, what makes its way easier, and who may dispute it (chapter 13)."""

from domain.effects import of
from domain.games.mortisphere.battle import Fighting, area_name, at, neighbours, setting
from domain.games.mortisphere.declaring import eligible
from domain.games.mortisphere.effects import ALLIES, SELF, Offer, allies, offers, working
from domain.games.mortisphere.units import Unit
from domain.names import the
from domain.terms import RuleBroken


def opposers(battle: Fighting, mover: Unit) -> list[Unit]:
    """MS-MOV-4: the enemies in its Area that could dispute a unit's leaving."""
    foes = [u for u in at(battle, mover.area) if u.crew not in ("", mover.crew)]
    if battle.house.leave_contested == "parting_clash":
        return [u for u in foes if eligible(u)]
    if battle.house.leave_contested == "opposed_roll":
        return foes
    return []


def ways(battle: Fighting, unit: Unit) -> list[str]:
    """The Areas that one action of a unit reaches."""
    found = []
    for area in setting(battle).areas:
        try:
            check_way(battle, unit, area.id)
        except RuleBroken:
            continue
        found.append(area.id)
    return found


def eases(battle: Fighting, unit: Unit) -> list[Offer]:
    """The `action.move` effects that a unit on its way may use: an ally must be there to bring."""
    found = offers(battle, unit, "action.move", scopes=(*SELF, *ALLIES))
    friends = allies(battle, unit)
    return [o for o in found if o.effect.op != "move" or friends]


def move_offers(battle: Fighting, crew: str) -> list[Offer]:
    """What is offered to the crew whose member is on its way."""
    leaving = battle.departure
    if leaving is None:
        return []
    mover = battle.units[leaving.members[0]]
    return eases(battle, mover) if mover.crew == crew else []


def check_way(battle: Fighting, unit: Unit, to: str) -> None:
    """MS-MOV-3: whether one action leads from the unit's Area to another."""
    here = area_name(battle, unit.area).name
    if to == unit.area:
        raise RuleBroken("MS-MOV-1", f"{unit.who.name} is in {the(here)} already")
    free = any(w.effect.word == "any" for w in of(working(battle, unit, "action.move"), "move"))
    if to not in neighbours(battle, unit.area) and not free:
        there = area_name(battle, to).name
        ways = " or ".join(area_name(battle, a).name for a in neighbours(battle, unit.area))
        raise RuleBroken(
            "MS-MOV-3", f"{the(here)} does not adjoin {the(there)}", hint=f"from here: {ways}"
        )
