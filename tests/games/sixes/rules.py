"""Sixes: the game's table of contents, and how it is shown."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from domain.books import Books, Crew
from domain.chronicle import (
    Began,
    Camp,
    Chronicle,
    Column,
    Concluded,
    Deployed,
    Ended,
    Fact,
    Turned,
    results,
)
from domain.drawing import Party as Side
from domain.drawing import Picture, Spot, Token
from domain.game import After, Chains, Demo, Game, Words
from domain.lines import OWN, Form, Language, One
from domain.names import Name
from domain.opening import Opening, Openings, Party, Recalled, Term
from domain.profile import Profile
from domain.shared_lines import CHOOSE, NOTE, REDO, ROLL, ROLL_ON_THE_TABLE, SHORT, undo
from domain.sheets import Board, Map, Sheets
from domain.terms import Action, Event, Refusal, Who
from domain.throwing import Shown
from domain.undo import Span
from tests.games.sixes import evening, gangs, pit
from tests.games.sixes.evening import Evening
from tests.games.sixes.pit import Gang, Pit, Thug

SPANS = {"bout": Span(begins=(pit.ThugStepped,))}
LANGUAGE = Language(
    game="Sixes",
    forms=(
        Form("step", "step NAME", (One("thug", OWN),), pit.Step),
        Form("roll!", "roll! FACE", ROLL_ON_THE_TABLE, pit.Roll),
        Form("roll!", "roll!", (), pit.AnnounceRoll),
        Form("roll", "roll FACE", ROLL, pit.Roll),
        Form("choose", "choose NAME", CHOOSE, evening.Praise),
        Form("conclude", "conclude", (), pit.Conclude),
        Form("note", 'note [NAME] "TEXT"', NOTE, pit.Note),
        undo(SPANS),
        REDO,
    ),
    short=SHORT,
)


class Legal:
    """What may be done now."""

    def __init__(self, decide: Any, state: Any, candidates: list[Action], *, rolls: bool) -> None:
        self._decide, self._state = decide, state
        self._candidates, self._rolls = candidates, rolls

    def admits(self, action: Action) -> bool:
        """Whether the rules accept it."""
        try:
            list(self._decide(self._state, action))
        except Refusal:
            return False
        return True

    def simple(self) -> list[Action]:
        """The plain lines."""
        return [action for action in self._candidates if self.admits(action)]

    def candidates(self) -> Iterator[Action]:
        """What they are sifted from."""
        yield from self._candidates

    def drawn(self, draw: Callable[[int], int]) -> Iterator[Action]:
        """Nothing has several parts."""
        yield from self._candidates[draw(1) :]

    def patterns(self) -> list[str]:
        """The lines that hold faces."""
        return ["roll {1..6}"] if self._rolls else []

    def combine(self) -> dict[str, str]:
        """Nothing is joined."""
        return {}

    def always(self) -> list[str]:
        """What is open at any moment."""
        return ['note "TEXT"', "undo", "redo"]


def legal(state: Pit) -> Legal:
    """What may be done in the pit."""
    if state.winner:
        candidates: list[Action] = [] if state.concluded else [pit.Conclude()]
    else:
        thugs = () if state.forward else state.turn.thugs
        candidates = [pit.Step(thug=each.who.id) for each in thugs]
    return Legal(pit.decide, state, candidates, rolls=bool(state.forward))


def legal_after(state: Evening) -> Legal:
    """What may be done afterwards."""
    praises: list[Action] = [evening.Praise(picks=(t.who.id,)) for t in evening.offers(state)]
    return Legal(evening.decide, state, praises, rolls=False)


def awaiting(state: Pit) -> str:
    """What is awaited."""
    if state.winner:
        return "none"
    return "roll" if state.forward else "act"


def show(state: Pit) -> dict[str, Any]:
    """The pit as JSON."""
    status = "concluded" if state.concluded else "ended" if state.winner else "open"
    won = {gang.who.name: int(gang.who.id == state.winner) for gang in state.gangs}
    return {
        "battle": state.battle,
        "game": "sixes",
        "edition": state.edition,
        "scenario": "The Pit",
        "status": status,
        "friendly": state.friendly,
        "dice_source": str(state.dice),
        "round": state.turns // len(state.gangs) + 1,
        "turn": {"crew": state.turn.who.name, "awaiting": awaiting(state)},
        "members": [
            {
                "id": thug.who.id,
                "name": thug.who.name,
                "crew": gang.who.name,
                "stands": "forward" if thug.who.id == state.forward else "behind",
            }
            for gang in state.gangs
            for thug in gang.thugs
        ],
        "scores": won,
        "winner": next((name for name, points in won.items() if points), ""),
    }


def ask(state: Pit) -> dict[str, Any]:
    """What is asked."""
    rolling = bool(state.forward) and not state.winner
    options = legal(state)
    dice = [{"member": state.thug(state.forward).who.name, "die": 6}] if rolling else []
    return {
        "battle": state.battle,
        "status": show(state)["status"],
        "awaiting": awaiting(state),
        "crew": state.turn.who.name,
        "member": "",
        "question": {},
        "dice": dice,
        "patterns": [] if pit.rolls_sealed(state) else options.patterns(),
        "combine": options.combine(),
        "always": options.always(),
    }


def show_after(state: Evening) -> dict[str, Any]:
    """The gangs as they come out of the pit."""
    known = state.books.crews
    return {
        "battle": state.battle.battle,
        "status": "over" if state.over else "open",
        "crews": [
            {
                "id": gang.who.id,
                "name": gang.who.name,
                "members": [
                    {"id": m.who.id, "name": m.who.name, "experience": m.experience}
                    for m in (known[gang.who.id].members if gang.who.id in known else ())
                ],
            }
            for gang in state.battle.gangs
        ],
    }


def ask_after(state: Evening) -> dict[str, Any]:
    """Who is praised."""
    names = [each.who.name for each in evening.offers(state)]
    options = legal_after(state)
    question = {
        "id": "praise",
        "rule": "SX-AFT-1",
        "text": "Who is praised?",
        "about": "",
        "offers": names,
        "min": 1,
        "max": 1,
    }
    return {
        "battle": state.battle.battle,
        "awaiting": "choose" if names else "none",
        "crew": evening.winners(state).who.name,
        "member": "",
        "question": question if names else {},
        "dice": [],
        "aftermath": "over" if state.over else "open",
        "patterns": [],
        "combine": {},
        "always": options.always() if names else [],
    }


def names(state: Pit) -> tuple[Name, ...]:
    """Whoever a line may name."""
    listed = [Name(kind="crew", id=gang.who.id, name=gang.who.name) for gang in state.gangs]
    listed += [
        Name(kind="unit", id=t.who.id, name=t.who.name, handle=t.handle, side=gang.who.id)
        for gang in state.gangs
        for t in gang.thugs
    ]
    return tuple(listed)


def chains(state: Pit) -> Chains:
    """What sealed dice are bound to."""
    return Chains(state.seal.battle, state.seal.anchors, state.seal.places, state.seal.solo)


def opened(told: Opening) -> pit.Open:
    """The action that opens the pit."""
    return pit.Open(
        battle=told.battle,
        crews=told.crews,
        guests=tuple(
            _gang(f"{told.battle}/1#{number}", each) for number, each in enumerate(told.guests, 1)
        ),
        friendly=told.friendly,
        stake=dict(told.terms).get("stake", ""),
        dice=told.dice,
        seal=told.seal,
        house=told.house,
    )


def _gang(id_: str, told: Party) -> Gang:
    thugs = (
        Thug(Who(f"{id_}.{n}", t.name), t.handle, t.kind, t.rank, t.names("scar"))
        for n, t in enumerate(told.members, 1)
    )
    return Gang(Who(id_, told.name), told.player, tuple(thugs))


def recalled(event: pit.PitOpened, action: pit.Open) -> Recalled:
    """An opening as a battle file says it."""
    parties = (
        Party(
            gang.who.name,
            gang.player,
            tuple(
                Profile(
                    name=t.who.name,
                    kind=t.trade,
                    rank=t.grade,
                    handle=t.handle,
                    parts={"scar": t.scars} if t.scars else {},
                )
                for t in gang.thugs
            ),
        )
        for gang in event.gangs
    )
    opening = Opening(
        battle=event.battle,
        scenario="pit",
        guests=tuple(parties),
        dice=event.dice,
        seal=event.seal,
        house=event.house,
        friendly=action.friendly,
        terms=(("stake", event.stake),) if event.stake else (),
    )
    return Recalled(edition="1", opening=opening)


def parties(event: pit.PitOpened) -> tuple[tuple[str, str], ...]:
    """The gangs of a pit, each with its player."""
    return tuple((each.who.name, each.player) for each in event.gangs)


def _began(event: pit.PitOpened) -> Iterator[Fact]:
    camps = tuple(
        Camp(crew=g.who, player=g.player, rating=0, members=tuple(t.who for t in g.thugs))
        for g in event.gangs
    )
    yield Began(scenario="The Pit", crews=camps, friendly=event.friendly)
    for gang in event.gangs:
        yield from (Deployed(member=thug.who) for thug in gang.thugs)


def _thrown(_: pit.DieThrown) -> Iterator[Fact]:
    yield Turned()


def _won(event: pit.PitWon) -> Iterator[Fact]:
    yield Ended(reason="a six", rounds=1, results=results({event.gang: 1}, event.gang.id))


def _closed(_: pit.PitClosed) -> Iterator[Fact]:
    yield Concluded()


def faces(told: Event | Action) -> tuple[int, ...]:
    """What the dice showed."""
    match told:
        case pit.DieThrown():
            return (told.face,)
        case pit.Roll():
            return tuple(shown.face for shown in told.faces)
        case _:
            return ()


def board(state: Pit) -> Board:
    """The pit as text."""
    rows = [
        {"gang": each["crew"], "thug": each["name"], "stands": each["stands"]}
        for each in show(state)["members"]
    ]
    return Board(columns=("gang", "thug", "stands"), rows=tuple(rows))


def map_(state: Pit) -> Map:
    """Where it is fought: one pit."""
    return Map({"pit": [gang.who.name for gang in state.gangs]}, ("one pit",))


def picture(state: Pit) -> Picture:
    """The one pit with all in it."""
    return Picture(
        spots=(Spot(id="pit", name="The pit"),),
        open=True,
        tokens=tuple(
            Token(
                id=thug.who.id,
                name=thug.who.name,
                handle=thug.handle,
                side=number,
                spot="pit",
                health=1,
                max_health=1,
            )
            for number, gang in enumerate(state.gangs, 1)
            for thug in gang.thugs
        ),
        sides=tuple(
            Side(number=number, id=gang.who.id, name=gang.who.name)
            for number, gang in enumerate(state.gangs, 1)
        ),
    )


def row(member: Mapping[str, Any]) -> dict[str, Any]:
    """A thug in the table of a gang."""
    return dict(member)


def profile(told: Mapping[str, Any]) -> tuple[str, ...]:
    """A thug's own lines."""
    return (f"{told['trade']}, {told['grade']}", *(f"scar: {each}" for each in told["scars"]))


def season(_books: Books, crew: Crew) -> dict[str, Any]:
    """Where a gang stands."""
    return {"debts": 0 if crew.treasury else 1}


CHRONICLE = Chronicle(
    facts={
        pit.PitOpened: _began,
        pit.DieThrown: _thrown,
        pit.PitWon: _won,
        pit.PitClosed: _closed,
    },
    said=lambda _kind, id_: id_,
    crew=gangs.worth,
    sheet=gangs.sheet,
    faces=faces,
    crew_columns=(Column("muscle", "what a gang is worth", "number"),),
    columns=(
        Column("trade", "what he does"),
        Column("grade", "how well"),
        Column("scars", "what it left", "list"),
    ),
)
OPENINGS = Openings(
    kind=pit.Open, action=opened, recalled=recalled, terms=(Term("stake", "N", "The stake."),)
)
AFTER = After(
    decider=evening.EVENING,
    begins=evening.Begin,
    over=lambda state: state.over,
    beside=evening.beside,
    canonical=lambda _state, action: action,
    awaited=lambda state: tuple(thug.who.id for thug in evening.offers(state)),
    rolls_sealed=lambda _state: False,
    chains=lambda state: chains(state.battle),
    roll=lambda reveals: pit.Roll(reveals=reveals),
    sides=lambda _state: (),
    throw=lambda thrown: pit.Roll(faces=tuple(Shown(face) for face in thrown)),
    legal=legal_after,
    names=lambda state: names(state.battle),
    asked=lambda state: (state.battle.winner, ()),
    show=show_after,
    ask=ask_after,
    season=season,
)
GAME = Game(
    id="sixes",
    title="Sixes",
    edition="1",
    words=Words(
        crew="gang", member="thug", purse="coins", place="corner", deeds={"act": "step forward"}
    ),
    events=pit.EVENTS,
    actions=(*pit.ACTIONS, *evening.ACTIONS),
    concluding=pit.Conclude,
    correction="SX-PIT-3",
    spans=SPANS,
    battle=pit.PIT,
    settles=evening.follows,
    parties=parties,
    told_with=lambda _own: CHRONICLE,
    sheets=Sheets(
        board=board,
        map=map_,
        picture=picture,
        columns=("handle", "name", "trade", "grade", "status"),
        gathered=("experience", "scars"),
        row=row,
        profile=profile,
        crews=("muscle",),
        season=("debts",),
        changed={"stands": "stands"},
        grown={"experience": "fame"},
    ),
    demo=Demo(campaign="Back Alleys", scenario="pit", crews=Path(__file__).parent / "samples"),
    language=LANGUAGE,
    canonical=lambda _state, action: action,
    awaited=awaiting,
    rolls_sealed=pit.rolls_sealed,
    chains=chains,
    roll=lambda reveals: pit.Roll(reveals=reveals),
    sides=lambda state: (pit.SIX,) if state.forward else (),
    throw=lambda thrown: pit.Roll(faces=tuple(Shown(face) for face in thrown)),
    legal=legal,
    names=names,
    asked=lambda state: ("" if state.winner else state.turn.who.id, ()),
    show=show,
    ask=ask,
    load_books=lambda: pit.BOOKS,
    load_recruiting=lambda: gangs.RECRUITING,
    load_profiles=lambda: gangs.PROFILES,
    load_openings=lambda: OPENINGS,
    load_after=lambda: AFTER,
    load_rest=lambda: evening.EVENTS,
    rulebook=Path(__file__).parent / "rulebook.md",
)
