"""Chapter 4: the winners praise one of theirs."""

from collections.abc import Iterable

import msgspec

from domain import dicebox
from domain.aftermath import AftermathDone
from domain.books import Books
from domain.members import ExperienceGained
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling, Who
from tests.games.sixes import pit
from tests.games.sixes.pit import BOOKS, PIT, Gang, Pit, Thug


class EveningBegan(Event, frozen=True, kw_only=True, tag="sixes.evening-began/1"):
    """The gangs went home."""

    def told(self) -> str:
        """Say it as the table would."""
        return "The gangs go home."


class ThugPraised(Event, frozen=True, kw_only=True, tag="sixes.thug-praised/1"):
    """The winners praised one of theirs."""

    thug: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.thug.name} is praised."


class Begin(Action, frozen=True, kw_only=True, tag="sixes.begin-evening"):
    """Go home."""


class Praise(Action, frozen=True, kw_only=True, tag="sixes.praise"):
    """Praise somebody."""

    picks: tuple[str, ...]


EVENTS, ACTIONS = (EveningBegan, ThugPraised), (Begin, Praise)


class Evening(msgspec.Struct, frozen=True, kw_only=True):
    """A battle beside the books, and how far its aftermath has come."""

    battle: Pit = Pit()
    books: Books = Books()
    begun: bool = False
    over: bool = False


def follows(battle: Pit) -> bool:
    """Whether a battle has an aftermath."""
    return battle.concluded and (not battle.friendly or battle.guests)


def winners(evening: Evening) -> Gang:
    """The gang that won."""
    return next(g for g in evening.battle.gangs if g.who.id == evening.battle.winner)


def offers(evening: Evening) -> tuple[Thug, ...]:
    """Whoever may be praised, while that is asked."""
    open_ = follows(evening.battle) and not evening.over
    return winners(evening).thugs if open_ else ()


def decide(evening: Evening, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge a line of the aftermath."""
    telling = Telling(evening, evolve)
    if not follows(evening.battle):
        raise RuleBroken("SX-AFT-1", "there is no aftermath")
    match action:
        case pit.Note():
            return PIT.decide(evening.battle, action)
        case Begin() if not evening.begun:
            telling.tell(EveningBegan())
        case Praise() if not evening.over:
            _praise(telling, action)
        case _:
            raise RuleBroken("SX-AFT-1", "the aftermath has begun, or is over", hint="acta next")
    return telling.events


def _praise(telling: Telling[Evening], action: Praise) -> None:
    evening = telling.state
    known = {each.who.id: each for each in offers(evening)}
    if len(action.picks) != 1 or action.picks[0] not in known:
        raise RuleBroken("SX-AFT-1", "one of the winners is praised")
    thug, gang = known[action.picks[0]].who, winners(evening).who
    telling.tell(ThugPraised(thug=thug))
    if evening.battle.guests:
        return
    before = evening.books.crew(gang.id).member(thug.id).experience
    gained = ExperienceGained(
        crew=gang, member=thug, amount=1, total=before + 1, reasons=("praise",)
    )
    telling.tell_beside(gang.id, gained)
    for each in evening.battle.gangs:
        done = AftermathDone(crew=each.who, battle=evening.battle.battle)
        telling.tell_beside(each.who.id, done)


def evolve(evening: Evening, event: Event) -> Evening:
    """Remember an event of battle, books or aftermath."""
    return Evening(
        battle=PIT.evolve(evening.battle, event),
        books=BOOKS.evolve(evening.books, event),
        begun=evening.begun or isinstance(event, EveningBegan | ThugPraised),
        over=evening.over or isinstance(event, ThugPraised),
    )


def struck(evening: Evening, event: Event) -> Evening:
    """What a line that was taken back still counts for."""
    battle = dicebox.struck(evening.battle, event)
    return msgspec.structs.replace(evening, battle=battle, books=BOOKS.struck(evening.books, event))


def beside(battle: Pit, books: Books) -> Evening | None:
    """A battle beside the books, unless only a file knows its gangs."""
    return None if battle.guests else Evening(battle=battle, books=books)


EVENING = Decider(initial=Evening(), decide=decide, evolve=evolve, struck=struck)
