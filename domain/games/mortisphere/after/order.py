"""The order of an aftermath (MS-CAM-2): what comes first, which chapter judges what."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from domain import chapters, crew
from domain.books import Books
from domain.evening import check_open
from domain.games.mortisphere import dicebox, play, ruling
from domain.games.mortisphere.acting import Choose, Decline, Done
from domain.games.mortisphere.after import (
    advances,
    care,
    changing,
    deals,
    discoveries,
    experience,
    fate,
    homecoming,
    income,
    offers,
    shop,
    succession,
    trade,
)
from domain.games.mortisphere.after.evening import (
    Awaited,
    ChoiceMade,
    Confirm,
    Evening,
    LotDrawn,
    Spend,
    Step,
    Told,
    begun,
)
from domain.games.mortisphere.after.guests import books_of
from domain.games.mortisphere.after.offers import check_declined, listing, taken
from domain.games.mortisphere.battle import Fighting
from domain.games.mortisphere.ending import guests
from domain.games.mortisphere.opening import BattleOpened
from domain.games.mortisphere.throwing import AnnounceRoll, Roll, remember_roll
from domain.games.mortisphere.using import Accept
from domain.games.mortisphere.waiting import Nothing, Pick, Throw
from domain.latest import latest
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling
from domain.throwing import Rolled

RULE = "MS-CAM-2"


WAITING: tuple[Callable[[Evening], Awaited | Step | None], ...] = (
    homecoming.opening,
    changing.upcoming,
    fate.upcoming,
    homecoming.upcoming,
    experience.upcoming,
    advances.upcoming,
    income.upcoming,
    discoveries.upcoming,
    succession.upcoming,
    shop.upcoming,
)
CHAPTERS = (
    homecoming, fate, changing, experience, advances, income, discoveries, succession, shop,
)  # fmt: skip
EVENTS: tuple[type[Event], ...] = (
    ChoiceMade,
    LotDrawn,
    *(event for chapter in CHAPTERS for event in chapter.EVENTS),
)
REMEMBER = chapters.remembering(CHAPTERS)
THROWS: dict[str, Callable[[Told, Roll, Throw], None]] = {
    "fate": fate.roll,
    "ruin": changing.roll,
    "return": homecoming.roll,
    "advance": advances.roll,
    "find": discoveries.roll,
}
PICKS: dict[str, Callable[[Told, Choose, Pick], None]] = {
    "fate": fate.choose,
    changing.TYPE: changing.choose,
    changing.GIFT: changing.choose,
    experience.LESSON: experience.choose,
    experience.BEQUEST: experience.choose,
    advances.EXCHANGE: advances.choose,
    advances.LEARN: advances.choose,
    succession.SUCCESSOR: succession.choose,
    succession.WILL: succession.choose,
}
DEALS: dict[type[Action], Callable[[Told, Any, Spend], None]] = {
    deals.Mend: care.mend,
    deals.Ransom: care.ransom,
    deals.Hire: care.hire,
    deals.Rename: care.rename,
    deals.Dismiss: care.dismiss,
    deals.Buy: trade.buy,
    deals.Sell: trade.sell,
    deals.Give: trade.give,
    Done: shop.finish,
}


# What is awaited


@latest
def upcoming(evening: Evening) -> Awaited | Step:
    """What the aftermath waits for, or the step that it takes by itself."""
    if not begun(evening) or evening.after.over:
        return Nothing()
    return chapters.first(WAITING, evening) or Nothing()


def proceed(telling: Told) -> None:
    """Go on by itself until somebody is awaited."""
    chapters.proceed(telling, upcoming)


def awaited(evening: Evening) -> Awaited:
    """What the aftermath waits for, once it has taken the steps that it takes by itself."""
    found = upcoming(settled(evening))
    return Nothing() if callable(found) else found


def settled(evening: Evening) -> Evening:
    """The evening as it is when the steps that it takes by itself are taken."""
    return chapters.settled(evening, evolve, upcoming)


# Judging


def decide(evening: Evening, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge a line of an aftermath: what comes of it, or RuleBroken."""
    without = "" if begun(evening) else "friendly"
    check_open(evening, action, RULE, without=without, begins=deals.OpenAftermath, note=ruling.Note)
    telling = Telling(evening, evolve)
    if isinstance(action, ruling.Note):
        _in_battle(telling, action, Nothing())
        return telling
    proceed(telling)
    _judge(telling, action)
    proceed(telling)
    return telling


def _judge(telling: Told, action: Action) -> None:
    """Judge an action against what is awaited."""
    evening = telling.state
    waiting = awaited(evening)
    match waiting, action:
        case _, deals.OpenAftermath():
            return
        case _, AnnounceRoll() | dicebox.ChangeDice():
            _in_battle(telling, action, waiting)
        case Throw() as throw, Roll():
            THROWS[throw.what](telling, action, throw)
        case Pick() as pick, Choose():
            _check_picks(evening, pick, action)
            PICKS[pick.what](telling, action, pick)
        case Pick(what=changing.TYPE) as pick, Decline():
            check_declined(evening, pick, action)
            changing.decline(telling)
        case Confirm() as asked, Accept() | Decline():
            _answer(telling, asked, action)
        case Spend() as spend, _:
            _spend(telling, spend, action)
        case _:
            raise out_of_turn(waiting)


def canonical(evening: Evening, action: Action) -> Action:
    """A line with all that it left open, as it is stored and written."""
    return offers.canonical(settled(evening), awaited(evening), action)


def over(evening: Evening) -> bool:
    """Whether the aftermath is over."""
    return evening.after.over


def _in_battle(telling: Told, action: Action, waiting: Awaited) -> None:
    """Notes, and the dice themselves: as in the battle, whose dice session goes on."""
    inner = Telling(telling.state.battle, play.evolve)
    match action:
        case ruling.Note():
            ruling.note(inner, action)
        case AnnounceRoll():
            sealed = waiting if isinstance(waiting, Throw) else Nothing()
            dicebox.announce(inner, sealed)
        case dicebox.ChangeDice():
            dicebox.change(inner, action)
        case _:
            raise out_of_turn(waiting)
    for event in inner.events:
        if not isinstance(event, Elsewhere):
            telling.tell(event)


def _check_picks(evening: Evening, pick: Pick, action: Choose) -> None:
    """One of the offers is chosen."""
    if len(action.picks) != 1 or action.picks[0] not in pick.offers:
        raise RuleBroken("MS-GEN-2", f"the choice is one of {listing(evening, pick.offers)}")


def _answer(telling: Told, asked: Confirm, action: Accept | Decline) -> None:
    """One of the offers is taken, or none."""
    if isinstance(action, Decline):
        check_declined(telling.state, asked, action)
        answer = "no"
    else:
        answer = taken(telling.state, asked, action.effects)
    if asked.what == fate.RELIC:
        fate.relic(telling, used=answer != "no")
    else:
        advances.confirm(telling, asked, answer)


def _spend(telling: Told, asked: Spend, action: Action) -> None:
    """A line of a shop phase, or what is said about a follower."""
    if asked.what == discoveries.FOLLOWER:
        match action:
            case Decline():
                check_declined(telling.state, asked, action)
                discoveries.decline(telling, asked)
            case Done():
                discoveries.decline(telling, asked)
            case deals.Hire():
                care.hire(telling, action, asked)
            case _:
                raise out_of_turn(asked)
        return
    if type(action) not in DEALS:
        raise out_of_turn(asked)
    DEALS[type(action)](telling, action, asked)


AWAITED = {
    Throw: "dice are to be rolled",
    Pick: "a choice is to be made",
    Confirm: "an offer is to be taken or declined",
    Spend: "a crew is to spend, or to be done",
    Nothing: "nothing is awaited",
}


def out_of_turn(waiting: Awaited) -> RuleBroken:
    """The refusal of a line that answers nothing that is awaited."""
    return RuleBroken(RULE, f"not now: {AWAITED[type(waiting)]}", hint="acta next")


# Remembering


def evolve(evening: Evening, event: Event) -> Evening:
    """Remember an event of the battle, of the books beside it, or of the aftermath."""
    kind, battle, books, after = type(event), evening.battle, evening.books, evening.after
    if kind in play.REMEMBER:
        battle = play.evolve(battle, event)
    if kind in _AFTER:
        if isinstance(event, Rolled):
            battle = remember_roll(battle, event)
    elif isinstance(event, BattleOpened) and event.friendly and guests(battle):
        books = books_of(event)
    else:
        books = crew.remember(books, event)
    for remember in REMEMBER.get(kind, ()):
        after = remember(after, event)
    return Evening(battle=battle, books=books, after=after)


_AFTER = frozenset(EVENTS)


def beside(battle: Fighting, books: Books) -> Evening | None:
    """The evening of a battle of which nothing but the battle has been told; None of guests' one.

    Guests are in no books: theirs are told by the opening of the battle.
    """
    return None if guests(battle) else Evening(battle=battle, books=books)


def struck(evening: Evening, event: Event) -> Evening:
    """What a retracted line still counts for: places of sealed dice, numbers of battles."""
    battle: Fighting = dicebox.struck(evening.battle, event)
    return replace(evening, battle=battle, books=crew.struck(evening.books, event))


AFTERMATH: Decider[Evening] = Decider(
    initial=Evening(), decide=decide, evolve=evolve, struck=struck
)
