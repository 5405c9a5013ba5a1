"""Chapters 2 and 3: two gangs throw in turn until somebody shows a 6."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from domain import crew, dicebox, ruling, throwing
from domain.books import Books
from domain.campaign import STORY, BattleClosed, BattleListed
from domain.dicebox import DiceSealed
from domain.house import Setting
from domain.terms import Action, Decider, Elsewhere, Event, RuleBroken, Telling, Who
from domain.throwing import Diced, DiceRules, Seal, Source
from tests.games.sixes.gangs import RECRUITING, graded

RULES = DiceRules(source="SX-DIC-1", faces="SX-DIC-2", again="SX-DIC-3")
SIX, FIVE = 6, 5


class Thug(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A thug in the pit."""

    who: Who
    handle: str
    trade: str
    grade: str
    scars: tuple[str, ...] = ()


class Gang(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A gang in the pit."""

    who: Who
    player: str
    thugs: tuple[Thug, ...]


# Events


class PitOpened(Event, frozen=True, kw_only=True, tag="sixes.pit-opened/1"):
    """Two gangs met."""

    battle: str
    gangs: tuple[Gang, ...]
    friendly: bool = False
    stake: str = ""
    dice: Source = Source.TABLE
    seal: tuple[DiceSealed, ...] = ()
    house: tuple[Setting, ...] = ()

    def told(self) -> str:
        """Say it as the table would."""
        return f"{' and '.join(each.who.name for each in self.gangs)} meet in the pit."


class ThugStepped(Event, frozen=True, kw_only=True, tag="sixes.thug-stepped/1"):
    """A thug stepped forward to throw."""

    thug: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.thug.name} steps forward."


class DieThrown(throwing.Rolled, frozen=True, kw_only=True, tag="sixes.die-thrown/1"):
    """A thug threw."""

    thug: Who
    face: int

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.thug.name} throws {self.face}."


class PitWon(Event, frozen=True, kw_only=True, tag="sixes.pit-won/1"):
    """A gang won."""

    gang: Who

    def told(self) -> str:
        """Say it as the table would."""
        return f"{self.gang.name} wins."


class PitClosed(Event, frozen=True, kw_only=True, tag="sixes.pit-closed/1"):
    """The result was confirmed."""

    def told(self) -> str:
        """Say it as the table would."""
        return "The result stands."


class NoteAdded(ruling.NoteAdded, frozen=True, kw_only=True, tag="sixes.note-added/1"):
    """Somebody wrote something down."""


class RollAnnounced(throwing.RollAnnounced, frozen=True, kw_only=True, tag="sixes.announced/1"):
    """The next roll of a sealed battle falls on the table."""


class DiceChanged(dicebox.DiceChanged, frozen=True, kw_only=True, tag="sixes.dice-changed/1"):
    """The dice are other ones now."""


class SeedShown(dicebox.SeedShown, frozen=True, kw_only=True, tag="sixes.seed-shown/1"):
    """The seed of solo dice was shown."""


EVENTS = (
    PitOpened, ThugStepped, DieThrown, PitWon, PitClosed, NoteAdded, RollAnnounced, DiceChanged,
    SeedShown,
)  # fmt: skip

# Actions


class Open(Action, frozen=True, kw_only=True, tag="sixes.open"):
    """Open the pit."""

    battle: str
    crews: tuple[str, ...] = ()
    guests: tuple[Gang, ...] = ()
    friendly: bool = False
    stake: str = ""
    dice: Source = Source.TABLE
    seal: tuple[DiceSealed, ...] = ()
    house: tuple[Setting, ...] = ()


class Step(Action, frozen=True, kw_only=True, tag="sixes.step"):
    """Step forward."""

    thug: str


class Conclude(Action, frozen=True, kw_only=True, tag="sixes.conclude"):
    """Confirm the result."""

    seed: str = ""


class Roll(throwing.Roll, frozen=True, kw_only=True, tag="sixes.roll"):
    """Throw."""


class AnnounceRoll(throwing.AnnounceRoll, frozen=True, kw_only=True, tag="sixes.announce-roll"):
    """Throw the next die on the table."""


class ChangeDice(dicebox.ChangeDice, frozen=True, kw_only=True, tag="sixes.change-dice"):
    """Go on with other dice."""


class Note(ruling.Note, frozen=True, kw_only=True, tag="sixes.note"):
    """Write a note."""


ACTIONS = (Open, Step, Conclude, Roll, AnnounceRoll, ChangeDice, Note)

# State


class Pit(Diced, frozen=True, kw_only=True):
    """A battle."""

    battle: str = ""
    edition: str = "1"
    friendly: bool = False
    gangs: tuple[Gang, ...] = ()
    dice_source: str = "either"
    turns: int = 0
    forward: str = ""
    winner: str = ""
    concluded: bool = False

    @property
    def opened(self) -> bool:
        """Whether it has been opened."""
        return bool(self.battle)

    @property
    def guests(self) -> bool:
        """Whether only a file knows these gangs."""
        return any("#" in gang.who.id for gang in self.gangs)

    @property
    def turn(self) -> Gang:
        """Whose turn it is."""
        return self.gangs[self.turns % len(self.gangs)]

    def thug(self, id_: str) -> Thug:
        """The thug of that id."""
        return next(t for gang in self.gangs for t in gang.thugs if t.who.id == id_)


# Judging


def decide(pit: Pit, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge an action."""
    telling = Telling(pit, evolve)
    match action:
        case Note():
            ruling.check_note("SX-PIT-3", action)
            who = (pit.thug(action.member).who,) if action.member else ()
            telling.tell(NoteAdded(member=who, text=action.text))
        case Conclude():
            _conclude(telling, action)
        case _ if pit.winner:
            raise RuleBroken("SX-PIT-2", "it is over", hint="acta battle conclude")
        case AnnounceRoll():
            dicebox.check_announced(RULES.source, pit.dice_source, pit, due=rolls_sealed(pit))
            telling.tell(RollAnnounced())
        case ChangeDice():
            dicebox.check_change(RULES.source, pit.dice_source, action)
            telling.tell(DiceChanged(dice=action.dice, seal=action.seal, why=action.why))
        case _:
            _turn(telling, action)
    return telling.events


def _turn(telling: Telling[Pit], action: Action) -> None:
    pit = telling.state
    match action:
        case Step() if not pit.forward:
            thug = pit.thug(action.thug)
            if thug not in pit.turn.thugs:
                raise RuleBroken("SX-PIT-1", f"it is {pit.turn.who.name}'s turn")
            telling.tell(ThugStepped(thug=thug.who))
        case Roll() if pit.forward:
            _roll(telling, action)
        case _:
            raise RuleBroken("SX-PIT-1", "not now", hint="acta next")


def _roll(telling: Telling[Pit], action: Roll) -> None:
    pit = telling.state
    thug, gang = pit.thug(pit.forward), pit.turn
    faces = throwing.shown_once(RULES, pit, action, (SIX,))
    ((face,),) = faces.by_die
    telling.tell(DieThrown(thug=thug.who, face=face, **faces.facts))
    if face == SIX or (face == FIVE and thug.grade == "tough"):
        telling.tell(PitWon(gang=gang.who))


def _conclude(telling: Telling[Pit], action: Conclude) -> None:
    pit = telling.state
    if not pit.winner or pit.concluded:
        raise RuleBroken("SX-PIT-2", "there is nothing to confirm")
    telling.tell(PitClosed())
    telling.tell_elsewhere(STORY, BattleClosed(battle=pit.battle))
    if action.seed:
        dicebox.check_seed(RULES.source, pit.seal, action.seed)
        telling.tell(SeedShown(seed=action.seed))


def evolve(pit: Pit, event: Event) -> Pit:
    """Remember an event."""
    match event:
        case PitOpened():
            source = next((s.value for s in event.house if s.option == "dice_source"), "either")
            return Pit(
                battle=event.battle,
                friendly=event.friendly,
                gangs=event.gangs,
                dice=event.dice,
                dice_source=source,
                seal=dicebox.sealed(event.seal, Seal()),
            )
        case ThugStepped():
            return replace(pit, forward=event.thug.id)
        case DieThrown():
            return replace(throwing.remembered(pit, event), forward="", turns=pit.turns + 1)
        case PitWon():
            return replace(pit, winner=event.gang.id)
        case PitClosed():
            return replace(pit, concluded=True)
        case RollAnnounced():
            return replace(pit, announced=True)
        case DiceChanged():
            return dicebox.changed(pit, event)
        case _:
            return pit


def rolls_sealed(pit: Pit) -> bool:
    """Whether the next thing is a roll that the program makes."""
    return bool(pit.forward) and dicebox.rolls_sealed(pit)


PIT = Decider(initial=Pit(), decide=decide, evolve=evolve, struck=dicebox.struck)

# The opening, over the campaign's books

_BOOKS = crew.decider(RECRUITING)


def _open(books: Books, action: Open) -> Iterable[Event | Elsewhere]:
    gangs = action.guests or tuple(_gang(books, each) for each in action.crews)
    for gang in gangs:
        for thug in gang.thugs:
            graded(thug.grade)
    source = next((s.value for s in (*books.house, *action.house)), "either")
    dicebox.check_dice(RULES.source, source, action.dice, action.seal)
    apart = action.friendly or bool(action.guests)
    yield PitOpened(
        battle=action.battle,
        gangs=gangs,
        friendly=apart,
        stake=action.stake,
        dice=action.dice,
        seal=action.seal,
        house=(Setting("dice_source", source),),
    )
    if not apart:
        yield from crew.mustered(RECRUITING, books, action.crews, action.battle)
    listed = () if apart else tuple(gang.who for gang in gangs)
    yield Elsewhere(STORY, BattleListed(battle=action.battle, scenario="pit", crews=listed))


def _gang(books: Books, id_: str) -> Gang:
    known = books.crew(id_)
    thugs = (
        Thug(each.who, each.handle, each.kind, each.grade, each.abilities) for each in known.fit
    )
    return Gang(known.who, known.player, tuple(thugs))


def judge(books: Books, action: Action) -> Iterable[Event | Elsewhere]:
    """Judge an action of the campaign, or an opening."""
    return _open(books, action) if isinstance(action, Open) else _BOOKS.decide(books, action)


BOOKS = Decider(initial=Books(), decide=judge, evolve=_BOOKS.evolve, struck=_BOOKS.struck)
