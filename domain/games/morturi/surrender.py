"""Chapter 10: a Lanista surrenders, where the battle allows it (MR-SUR-1 to -5)."""

from domain.counting import agreed
from domain.games.morturi.battle import Fighting, changed, setting, side, side_changed, team
from domain.games.morturi.flags import dropped
from domain.games.morturi.units import Standing
from domain.games.morturi.waiting import Activate
from domain.terms import Action, Event, RuleBroken, Telling, Who


class SchoolSurrendered(Event, frozen=True, kw_only=True, tag="morturi.school-surrendered/1"):
    """A school surrendered: its gladiators leave, or fall where that is forbidden (MR-SUR-2)."""

    school: Who
    gladiators: tuple[Who, ...]
    forbidden: bool = False

    def told(self) -> str:
        """Say it as the table would."""
        names = ", ".join(w.name for w in self.gladiators)
        if self.forbidden:
            return f"{self.school.name} tries to surrender: {names} out of action."
        leave = agreed(len(self.gladiators), "leaves", "leave")
        return f"{self.school.name} surrenders: {names} {leave} the arena."


class Surrender(Action, frozen=True, kw_only=True, tag="morturi.surrender"):
    """Surrender: your remaining gladiators leave the arena, where the battle allows it."""

    crew: str = ""


def may_surrender(battle: Fighting, school: str) -> bool:
    """MR-SUR-3, -4: whether a school has lost enough to surrender."""
    mine = team(battle, school)
    lost = sum(1 for u in mine if u.standing is Standing.OUT)
    match battle.house.surrender_when:
        case "any_time_if_2plus_entered":
            return len(mine) > 1
        case "any_loss":
            return lost > 0
        case _:
            return lost * 2 >= len(mine)


def surrender(telling: Telling[Fighting], action: Surrender, asked: Activate) -> None:
    """MR-SUR-1, -2, -4: at the start of one of its activations, once enough have fallen."""
    battle = telling.state
    mine = side(battle, asked.crew)
    if action.crew not in ("", asked.crew):
        raise RuleBroken("MR-SUR-4", f"it is for {mine.who.name} to act")
    if not may_surrender(battle, asked.crew):
        raise RuleBroken("MR-SUR-4", f"{mine.who.name} has not lost enough to surrender")
    left = tuple(u.who for u in team(battle, asked.crew) if u.present)
    forbidden = not setting(battle).surrender
    telling.tell(SchoolSurrendered(school=mine.who, gladiators=left, forbidden=forbidden))


EVENTS: tuple[type[Event], ...] = (SchoolSurrendered,)


def evolve(battle: Fighting, event: Event) -> Fighting:
    """Remember who has left."""
    if not isinstance(event, SchoolSurrendered):
        return battle
    gone = battle
    standing = Standing.OUT if event.forbidden else Standing.LEFT
    for who in event.gladiators:
        gone = changed(dropped(gone, gone.units[who.id]), who.id, standing=standing)
    return side_changed(gone, event.school.id, surrendered=True)
