"""Battles drawn at random: crews, house rules, and a robot that plays them to their end."""

from collections.abc import Iterable, Iterator

import msgspec
from hypothesis import strategies as st

from domain import dice
from domain import game as games
from domain.books import Books
from domain.dicebox import DiceSealed
from domain.games.mortisphere.battle import Fighting, StartAt, fighting_crews
from domain.games.mortisphere.deployment import ChooseStart
from domain.games.mortisphere.gathering import open_battle
from domain.games.mortisphere.opening import Guest, GuestCrew, Open
from domain.games.mortisphere.play import awaited, decide, evolve
from domain.games.mortisphere.ruling import Change, ChangeKind, Ruling
from domain.games.mortisphere.shapes import EDITIONS, book
from domain.games.mortisphere.waiting import Start
from domain.house import Setting
from domain.robot import Robot
from domain.terms import Action, Elsewhere, Event
from domain.throwing import Source

MORTISPHERE = games.load("mortisphere")
BATTLE = "battle-1"
BOOKS = Books(game="mortisphere", edition=EDITIONS[-1])
KINDS = tuple(kind.id for kind in book().types)
DICE = (4, 6, 8, 10, 12, 20)
PATIENCE = 400
"""After so many steps the table rules that all crews but one are out: nobody holds for ever."""

SECRET = bytes(range(32))
ID = dice.solo_battle(SECRET)
CHAIN = dice.chain(SECRET, ID, 1)
SEALED = DiceSealed(battle=ID.hex(), anchors=(CHAIN[-1].hex(),), solo=True)

# Options that bear on what happens once a battle has opened.
PLAYED = tuple(
    option
    for option in book().options
    if option.works and option.rule.split("-")[1] not in ("REC", "HEA", "ABI", "PRO", "EVT", "TYP")
)


def guest(crew: int, number: int) -> st.SearchStrategy[Guest]:
    """A member with any die and type; the first of a crew may be its Captain."""
    return st.builds(
        Guest,
        name=st.just(f"{'ABCD'[crew]}{number}"),
        handle=st.just(""),
        kind=st.sampled_from(KINDS),
        die=st.sampled_from(DICE),
        captain=st.booleans() if number == 0 else st.just(False),  # noqa: FBT003 a strategy
    )


def crews(most: int = 4, members: int = 4) -> st.SearchStrategy[tuple[GuestCrew, ...]]:
    """Two to four crews of one to four."""

    def one(crew: int) -> st.SearchStrategy[GuestCrew]:
        cast = st.integers(1, members).flatmap(
            lambda count: st.tuples(*(guest(crew, n) for n in range(count)))
        )
        return st.builds(GuestCrew, name=st.just("ABCD"[crew]), members=cast)

    return st.integers(2, most).flatmap(lambda count: st.tuples(*map(one, range(count))))


houses: st.SearchStrategy[tuple[Setting, ...]] = st.tuples(
    *(
        st.builds(Setting, st.just(option.name), st.sampled_from((option.default, *option.values)))
        for option in PLAYED
    )
)


@st.composite
def openings(draw: st.DrawFn, most: int = 4, members: int = 4) -> Open:
    """The opening of a friendly battle: any crews, rules and scenario; often all in one Area."""
    cast = draw(crews(most, members))
    scenario = draw(st.sampled_from([s for s in book().scenarios if s.works]))
    together, sealed = draw(st.booleans()), draw(st.sampled_from([False, False, True]))
    area = draw(st.sampled_from([a.id for a in scenario.areas]))
    starts = tuple(StartAt(f"{BATTLE}/1#{n}", area) for n in range(1, len(cast) + 1))
    return Open(
        battle=BATTLE,
        scenario=scenario.id,
        guests=cast,
        starts=starts if together else (),
        ask_start=draw(st.booleans()),
        house=draw(houses),
        friendly=True,
        dice=Source.SEALED if sealed else Source.TABLE,
        seal=(SEALED,) if sealed else (),
    )


def opened(action: Open) -> list[Event]:
    """What an opening tells in the battle's own story."""
    return here(open_battle(BOOKS, action))


def here(events: Iterable[Event | Elsewhere]) -> list[Event]:
    """The events of the battle's own story."""
    return [e for e in events if not isinstance(e, Elsewhere)]


def told(events: list[Event]) -> Fighting:
    """The battle that these events tell."""
    battle = Fighting()
    for event in events:
        battle = evolve(battle, event)
    return battle


class Step(msgspec.Struct, frozen=True):
    """One action of a battle, what it met and what came of it."""

    before: Fighting
    action: Action
    events: list[Event]
    after: Fighting


def steps(battle: Fighting, seed: str) -> Iterator[Step]:
    """The robot plays a battle to its end; if it takes too long, a ruling takes the others out."""
    robot = Robot(MORTISPHERE, seed)
    for number in range(2 * PATIENCE):
        if number == PATIENCE and not battle.ended:
            action: Action | None = impatient(battle)
        elif MORTISPHERE.rolls_sealed(battle):
            action = thrown(battle)
        else:
            action = robot.action(battle)
        if action is None:
            return
        events = here(decide(battle, action))
        after = battle
        for event in events:
            after = evolve(after, event)
        yield Step(battle, action, events, after)
        battle = after
    raise AssertionError("the battle does not end")


def thrown(battle: Fighting) -> Action:
    """The sealed roll that is due, from the chain of the solo secret."""
    place = battle.seal.places + 1
    return MORTISPHERE.roll((CHAIN[dice.PLACES - place].hex(),))


def impatient(battle: Fighting) -> Action:
    """All but one crew are out."""
    last = fighting_crews(battle)[:1]
    others = [u for u in battle.units.values() if u.active and u.crew not in last]
    changes = tuple(Change(unit=u.id, change=ChangeKind.OUT) for u in others)
    return Ruling(text="the lamps go out", changes=changes)


def begun(action: Open) -> Fighting:
    """The battle as its opening leaves it, with start Areas chosen by the first offer."""
    battle = told(opened(action))
    while isinstance(waiting := awaited(battle), Start):
        choice = ChooseStart(crew=waiting.crew, area=waiting.areas[0])
        battle = told_on(battle, choice)
    return battle


def told_on(battle: Fighting, action: Action) -> Fighting:
    """The battle after an action."""
    for event in here(decide(battle, action)):
        battle = evolve(battle, event)
    return battle
