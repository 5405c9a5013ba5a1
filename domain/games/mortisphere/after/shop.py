"""The shop phase: each crew in turn mends, recruits, trades, until it is done (MS-CAM-2)."""

from enum import StrEnum

from msgspec.structs import replace

from domain.aftermath import AftermathDone, GrantGiven
from domain.books import Crew
from domain.evening import sides
from domain.games.mortisphere.acting import Done
from domain.games.mortisphere.after.evening import (
    After,
    Awaited,
    Evening,
    Spend,
    Step,
    Told,
    crew_of,
    rules,
    tell_crew,
)
from domain.games.mortisphere.after.season import rebuilding
from domain.terms import Event, RuleBroken, Who

SHOP = "shop"


class Deal(StrEnum):
    """What a crew does in its shop phase."""

    MEND = "mends"
    RANSOM = "ransoms"
    RECRUIT = "recruits"
    BUY = "buys"
    SELL = "sells"
    GIVE = "gives"
    RENAME = "renames"
    DISMISS = "dismisses"


# Events


class ShopOpened(Event, frozen=True, kw_only=True, tag="mortisphere.shop-opened/1"):
    """A crew's shop phase begins."""

    crew: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} mends, recruits and trades."


class DealMade(Event, frozen=True, kw_only=True, tag="mortisphere.deal-made/1"):
    """A crew did something in its shop phase; its own story says what came of it."""

    crew: Who
    deal: Deal
    what: str
    members: tuple[Who, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} {self.deal} {self.what}."


class ShopClosed(Event, frozen=True, kw_only=True, tag="mortisphere.shop-closed/1"):
    """A crew is done: its part of the aftermath is over."""

    crew: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.crew.name} is done."


class AftermathClosed(Event, frozen=True, kw_only=True, tag="mortisphere.aftermath-closed/1"):
    """The aftermath of a battle is over; it does not come a second time."""

    battle: str

    def told(self) -> str:
        """Say it as the table would."""
        return f"The aftermath of {self.battle} is over."


# What is awaited


def upcoming(evening: Evening) -> Awaited | Step | None:
    """The crews' shop phases in the order of the opening, then the end."""
    for crew in sides(evening):
        if crew.who.id in evening.after.shopped:
            continue
        if crew.ended:
            return shut
        return Spend(crew.who.id, SHOP) if crew.who.id in evening.after.shopping else enter
    return None if evening.after.over else close


def _next(evening: Evening) -> Crew:
    return next(crew for crew in sides(evening) if crew.who.id not in evening.after.shopped)


# Judging


def enter(telling: Told) -> None:
    """MS-REC-6: a crew with fewer than 3 fit, or less than 20 fit value, is helped to 20."""
    crew = _next(telling.state)
    telling.tell(ShopOpened(crew=crew.who))
    amount = grant(telling.state, crew)
    if amount:
        tell_crew(telling, crew.who, GrantGiven(crew=crew.who, amount=amount))


def grant(evening: Evening, crew: Crew) -> int:
    """MS-REC-6: what a crew is granted for recruits; one that is founded anew has its purse."""
    return rebuilding(rules(evening), crew)


def shut(telling: Told) -> None:
    """A crew's part is over."""
    crew = _next(telling.state)
    telling.tell(ShopClosed(crew=crew.who))
    done = AftermathDone(crew=crew.who, battle=telling.state.battle.battle)
    tell_crew(telling, crew.who, done)


def close(telling: Told) -> None:
    """The aftermath is over."""
    telling.tell(AftermathClosed(battle=telling.state.battle.battle))


def finish(telling: Told, action: Done, asked: Spend) -> None:
    """A crew says that it is done."""
    crew = crew_of(telling.state, asked.crew)
    if action.crew not in ("", asked.crew):
        raise RuleBroken("MS-CAM-2", f"it is for {crew.who.name} to be done first")
    shut(telling)


def dealt(telling: Told, crew: Crew, deal: Deal, what: str, *members: Who) -> None:
    """Say in the battle's story what a crew does; what comes of it stands in the crew's own."""
    telling.tell(DealMade(crew=crew.who, deal=deal, what=what, members=members))


# Remembering


EVENTS: tuple[type[Event], ...] = (ShopOpened, DealMade, ShopClosed, AftermathClosed)


def evolve(after: After, event: Event) -> After:
    """Remember whose shop phase it is, who was mended, and that all is over."""
    match event:
        case ShopOpened():
            return replace(after, shopping=(*after.shopping, event.crew.id))
        case DealMade(deal=Deal.MEND):
            mended = tuple(member.id for member in event.members)
            return replace(after, mended=(*after.mended, *mended))
        case ShopClosed():
            return replace(after, shopped=(*after.shopped, event.crew.id))
        case AftermathClosed():
            return replace(after, over=True)
        case _:
            return after
