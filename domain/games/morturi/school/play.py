"""The year of the games put together: what comes first, which chapter judges what (MR-CAM-3).

The season is part of the campaign's books: its lines lie in the story `campaign`, what they do to
schools in the schools' own. `decider` puts it over the rules of any campaign and its crews.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from domain import campaign, chapters, crew
from domain import throwing as dice
from domain.books import Books
from domain.campaign import CampaignAction, CampaignEvent
from domain.crew import AddNote, CrewAction, FoundCrew
from domain.games.morturi.activation import Done
from domain.games.morturi.asking import Accept, Choose, Decline, check_answer
from domain.games.morturi.doings import (
    BETWEEN,
    Announce,
    BeginSeason,
    Bid,
    Buy,
    Check,
    Contest,
    Dismiss,
    DrawLot,
    EnterFor,
    Hammer,
    Hire,
    Lay,
    Pass,
    PutUp,
    Rename,
    Seal,
    TakeUp,
    Trade,
    Unseal,
)
from domain.games.morturi.opening import FieldTeam
from domain.games.morturi.ruling import Note, Ruling
from domain.games.morturi.school import (
    auctions,
    beyond,
    calendar,
    challenges,
    drawing,
    ending,
    fighters,
    hires,
    lots,
    ludi,
    month_end,
    pairings,
    resources,
    retirement,
    rulings,
    sealing,
    throwing,
)
from domain.games.morturi.school.bindings import check_school
from domain.games.morturi.school.year import Awaited, Bidding, Ludi, Spend, Step, Told, house
from domain.games.morturi.throwing import Roll
from domain.games.morturi.waiting import Confirm, Nothing, Pick, Throw
from domain.latest import latest
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling
from domain.throwing import Rolled

RULE = "MR-CAM-3"

WAITING: tuple[Callable[[Ludi], Awaited | Step | None], ...] = (
    drawing.upcoming,
    auctions.upcoming,
    pairings.upcoming,
    hires.upcoming,
    resources.upcoming,
    beyond.upcoming,
    ludi.upcoming,
    calendar.upcoming,
    month_end.upcoming,
    ending.upcoming,
)
CHAPTERS = (
    calendar, lots, drawing, auctions, hires, resources, ludi, fighters, challenges, pairings,
    beyond, month_end, ending, sealing, rulings, throwing,
)  # fmt: skip
EVENTS: tuple[type[Event], ...] = tuple(e for chapter in CHAPTERS for e in chapter.EVENTS)
REMEMBER = chapters.remembering(CHAPTERS)
DEALS: dict[type[Action], Callable[[Told, Any, Spend], None]] = {
    PutUp: lots.put_up,
    DrawLot: drawing.begin,
    Buy: resources.buy,
    Trade: hires.offer,
    Rename: hires.rename,
    Dismiss: retirement.dismiss,
    Announce: ludi.announce,
    FieldTeam: ludi.field,
    EnterFor: ludi.field,
    Lay: challenges.lay,
    Check: beyond.check,
    Contest: beyond.contest,
    Ruling: rulings.rule,
    Done: calendar.done,
}
SHARED: tuple[type[Action], ...] = (Accept, Choose, Decline, Done, FieldTeam, Note, Roll, Ruling)
ACTIONS = (*BETWEEN, *SHARED)
THROWS: dict[str, Callable[[Told, Roll, Throw], None]] = {
    **dict.fromkeys((drawing.GRADE, drawing.ROLE, drawing.TRICK), drawing.draw),
    auctions.TIE: auctions.draw,
    pairings.TIE: pairings.draw,
    month_end.RECRUITS: month_end.roll,
    month_end.TRAINING: month_end.draw,
    beyond.CHECK: beyond.roll_check,
    beyond.CONTEST: beyond.roll_contest,
}
PICKS: dict[str, Callable[[Told, Choose, Pick], None]] = {
    pairings.OPPONENT: pairings.choose,
    month_end.TRAINING: month_end.choose,
    ending.WINNER: ending.choose,
}


# What is awaited


@latest
def upcoming(books: Ludi) -> Awaited | Step:
    """What the year waits for, or the step that it takes by itself."""
    if house(books).game_mode != "campaign" or books.season.over:
        return Nothing()
    return chapters.first(WAITING, books) or Spend(books.season.phase)


def proceed(telling: Told) -> None:
    """Go on by itself until somebody is awaited."""
    chapters.proceed(telling, upcoming)


def settled(books: Ludi) -> Ludi:
    """The books as they are when the steps that the year takes by itself are taken."""
    return chapters.settled(books, evolve, upcoming)


def awaited(books: Ludi) -> Awaited:
    """What the year waits for, once it has taken the steps that it takes by itself."""
    found = upcoming(settled(books))
    return Nothing() if callable(found) else found


# Judging


def decide(books: Books, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge a line of the season: what comes of it, or RuleBroken."""
    year = books if isinstance(books, Ludi) else Ludi()
    if house(year).game_mode != "campaign":
        raise RuleBroken("MR-GEN-4", "a pick-up game has no year and no auctions")
    if year.season.over and not isinstance(action, Note):
        raise RuleBroken("MR-END-1", "the year is over")
    if isinstance(action, BeginSeason) and year.season.month:
        raise RuleBroken(RULE, "the year has begun", hint="acta next")
    telling = Telling(year, evolve)
    proceed(telling)
    if isinstance(action, Note):
        rulings.note(telling, action)
    elif not isinstance(action, BeginSeason):
        _judge(telling, action)
    proceed(telling)
    return telling


def _judge(telling: Told, action: Action) -> None:
    """Judge an action against what is awaited."""
    waiting = awaited(telling.state)
    match waiting, action:
        case Throw() as throw, Roll():
            THROWS[throw.what](telling, action, throw)
        case Pick() as pick, Choose():
            check_picks(pick, action)
            PICKS[pick.what](telling, action, pick)
        case Confirm() as asked, Accept() | Decline():
            _answer(telling, asked, action)
        case Bidding() as asked, _:
            _bid(telling, asked, action)
        case Spend() as spend, Hire():
            judge = fighters.hire if action.profile else resources.hire
            judge(telling, action, spend)
        case Spend(), Bid() | Pass() | Seal() | Unseal() | Hammer():
            raise RuleBroken(RULE, "no lot and no challenge is open", hint="acta next")
        case Spend() as spend, _ if type(action) in DEALS:
            DEALS[type(action)](telling, action, spend)
        case _:
            raise out_of_turn(waiting)


def check_picks(pick: Pick, action: Choose) -> None:
    """As many of the offers are chosen as may be, each once."""
    picks = set(action.picks)
    if not picks <= set(pick.offers) or len(picks) != len(action.picks):
        raise RuleBroken(pick.rule, f"the choice is among {', '.join(pick.offers)}")
    if not pick.least <= len(picks) <= pick.most:
        raise RuleBroken(pick.rule, f"{pick.most} may be chosen, not {len(picks)}")


def _answer(telling: Told, asked: Confirm, action: Accept | Decline) -> None:
    """What is offered is taken, or not."""
    check_answer(action, asked)
    taken = isinstance(action, Accept)
    match asked.what:
        case resources.HIRE:
            resources.answer(telling, leave=taken)
        case hires.TRADE:
            hires.answer(telling, taken=taken)
        case _:
            calendar.goes_on(telling, action)


def _bid(telling: Told, asked: Bidding, action: Action) -> None:
    """A bid for a lot, or what a challenge meets with."""
    lot = asked.what == "lot"
    match action:
        case Pass(crew=""):
            names = ", ".join(telling.state.crew(crew).who.name for crew in asked.crews)
            rule, does = ("MR-AUC-5", "passes") if lot else ("MR-SCN-11", "leaves the challenge")
            raise RuleBroken(rule, f"which school {does}: {names}", hint="pass SCHOOL")
        case Bid() if lot:
            auctions.bid(telling, action, asked)
        case TakeUp() if not lot:
            challenges.take_up(telling, action, asked)
        case Pass():
            (auctions.pass_ if lot else challenges.pass_)(telling, action, asked)
        case Seal():
            (auctions.seal if lot else challenges.seal)(telling, action, asked)
        case Unseal():
            (auctions.unseal if lot else challenges.unseal)(telling, action, asked)
        case Hammer():
            auctions.hammer(telling) if lot else challenges.hammer(telling, action)
        case _:
            raise out_of_turn(asked)


AWAITED = {
    Throw: "dice are to be rolled",
    Pick: "a choice is to be made",
    Confirm: "an offer is to be taken or declined",
    Spend: "the phase goes on until it is done",
    Nothing: "nothing is awaited",
}
BIDDING = {
    "lot": "schools bid for the lot, or pass",
    "duel": "schools take the challenge up, or leave it",
}


def out_of_turn(waiting: Awaited) -> RuleBroken:
    """The refusal of a line that answers nothing that is awaited."""
    what = BIDDING[waiting.what] if isinstance(waiting, Bidding) else AWAITED[type(waiting)]
    return RuleBroken(RULE, f"not now: {what}", hint="acta next")


# Remembering


def evolve(books: Any, event: Event) -> Any:
    """Remember an event: the books of any campaign do, and the year beside them."""
    books, kind = crew.remember(books, event), type(event)
    if not isinstance(books, Ludi) or kind not in REMEMBER:
        return books
    season = books.season
    if isinstance(event, Rolled):
        season = dice.remembered(season, event)
    for chapter in REMEMBER[kind]:
        season = chapter(season, event)
    return replace(books, season=season)


def struck(books: Books, event: Event) -> Books:
    """What still counts of a line that was taken back: the number of a battle."""
    return campaign.struck(books, event) if isinstance(event, CampaignEvent) else books


def check_quiet(books: Books, *, bids: bool = True) -> None:
    """MR-CAM-3: while a lot, a challenge, a sale or dice wait for somebody, these come first.

    Who is laid down or offered would else be gone, and what was bid be spent, before the answer.
    Without `bids` only what no school may leave waiting does: a choice, an answer, dice.
    """
    waiting = upcoming(books) if isinstance(books, Ludi) and books.season.month else Nothing()
    free = (Spend, Nothing) if bids else (Spend, Nothing, Bidding)
    if not callable(waiting) and not isinstance(waiting, free):
        raise out_of_turn(waiting)


def decider(base: Decider[Books]) -> Decider[Books]:
    """The rules of a campaign and its crews, and of its year over them."""

    def judge(books: Books, action: Action) -> Iterable[Event | Elsewhere]:
        if type(action) in ACTIONS:
            return decide(books, action)
        if isinstance(action, CampaignAction | CrewAction):
            if isinstance(action, CrewAction) and not isinstance(action, AddNote | FoundCrew):
                check_school(books, action.crew)
                check_quiet(books, bids=False)
            return base.decide(books, action)
        raise RuleBroken(RULE, "this is a line of a battle, and none is open", hint="acta next")

    return Decider(initial=Ludi(), decide=judge, evolve=evolve, struck=base.struck)
