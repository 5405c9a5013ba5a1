"""The order of an aftermath: what comes first, which chapter judges what (MR-SVC-4)."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from domain import chapters
from domain.books import Books
from domain.evening import check_open
from domain.games.morturi import dicebox, play, ruling
from domain.games.morturi.asking import Accept, Choose, Decline, check_answer
from domain.games.morturi.battle import Fighting
from domain.games.morturi.doings import AFTERWARDS, BETWEEN, OpenAftermath
from domain.games.morturi.school import advancement, payouts, survival
from domain.games.morturi.school import play as year
from domain.games.morturi.school.evening import Awaited, Evening, Step, Told, follows
from domain.games.morturi.school.survival import SurvivalChecked
from domain.games.morturi.throwing import AnnounceRoll, Roll, remember_roll
from domain.games.morturi.waiting import Confirm, Nothing, Pick, Throw
from domain.latest import latest
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling

RULE = "MR-SVC-4"


WAITING: tuple[Callable[[Evening], Awaited | Step | None], ...] = (
    payouts.opening,
    survival.upcoming,
    advancement.upcoming,
    payouts.upcoming,
)
CHAPTERS = (payouts, survival, advancement)
EVENTS: tuple[type[Event], ...] = tuple(e for chapter in CHAPTERS for e in chapter.EVENTS)
ACTIONS = AFTERWARDS
REMEMBER = chapters.remembering(CHAPTERS)
THROWS: dict[str, Callable[[Told, Roll, Throw], None]] = {
    survival.SURVIVAL: survival.roll,
    advancement.PROMOTION: advancement.draw,
}
PICKS: dict[str, Callable[[Told, Choose, Pick], None]] = {
    advancement.PROMOTION: advancement.choose_role,
    advancement.ADVANCEMENT: advancement.choose_tricks,
}


# What is awaited


@latest
def upcoming(evening: Evening) -> Awaited | Step:
    """What the aftermath waits for, or the step that it takes by itself."""
    if not follows(evening.battle) or evening.after.over:
        return Nothing()
    return chapters.first(WAITING, evening) or Nothing()


def proceed(telling: Told) -> None:
    """Go on by itself until somebody is awaited."""
    chapters.proceed(telling, upcoming)


def settled(evening: Evening) -> Evening:
    """The evening as it is when the steps that it takes by itself are taken."""
    return chapters.settled(evening, evolve, upcoming)


def awaited(evening: Evening) -> Awaited:
    """What the aftermath waits for, once it has taken the steps that it takes by itself."""
    found = upcoming(settled(evening))
    return Nothing() if callable(found) else found


# Judging


def decide(evening: Evening, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge a line of an aftermath: what comes of it, or RuleBroken."""
    without = "" if follows(evening.battle) else "a pick-up battle"
    check_open(evening, action, RULE, without=without, begins=OpenAftermath, note=ruling.Note)
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
    waiting = awaited(telling.state)
    match waiting, action:
        case _, OpenAftermath():
            return
        case _, AnnounceRoll() | dicebox.ChangeDice():
            _in_battle(telling, action, waiting)
        case Throw() as throw, Roll():
            THROWS[throw.what](telling, action, throw)
        case Pick() as pick, Choose():
            year.check_picks(pick, action)
            PICKS[pick.what](telling, action, pick)
        case Confirm() as asked, Accept() | Decline():
            check_answer(action, asked)
            survival.again(telling, asked, used=isinstance(action, Accept))
        case _ if type(action) in BETWEEN:
            sentence = "that is done between battles, when this aftermath is over"
            raise RuleBroken(RULE, sentence, hint="acta next")
        case _:
            raise out_of_turn(waiting)


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
            dicebox.announce(inner, waiting if isinstance(waiting, Throw) else Nothing())
        case dicebox.ChangeDice():
            dicebox.change(inner, action)
        case _:
            raise out_of_turn(waiting)
    for event in inner.events:
        if not isinstance(event, Elsewhere):
            telling.tell(event)


AWAITED = {
    Throw: "dice are to be rolled",
    Pick: "a choice is to be made",
    Confirm: "an offer is to be taken or declined",
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
    elif kind in _AFTER:
        if isinstance(event, SurvivalChecked):
            battle = remember_roll(battle, event)
    else:
        books = year.evolve(books, event)
    for remember in REMEMBER.get(kind, ()):
        after = remember(after, event)
    return Evening(battle=battle, books=books, after=after)


_AFTER = frozenset(EVENTS)


def beside(battle: Fighting, books: Books) -> Evening | None:
    """The evening of a battle of which nothing but the battle has been told.

    None where more of the battle is to be known: who attacked, hit, fell at a gate, what he earned.
    """
    rules = battle.house
    potential = rules.edition_potential not in ("hit_or_wounded", "attacked_or_wounded")
    figures = any(unit.figure for unit in battle.units.values())
    if potential and rules.gate_ooa_survival == "normal" and not figures:
        return Evening(battle=battle, books=books)
    return None


def struck(evening: Evening, event: Event) -> Evening:
    """What a retracted line still counts for: places of sealed dice, numbers of battles."""
    battle: Fighting = dicebox.struck(evening.battle, event)
    return replace(evening, battle=battle, books=year.struck(evening.books, event))


AFTERMATH: Decider[Evening] = Decider(
    initial=Evening(), decide=decide, evolve=evolve, struck=struck
)
