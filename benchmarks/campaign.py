"""A fair campaign of any length: two sample crews meet again and again, played by the robot."""

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

from domain.campaign import FoundCampaign
from domain.crew import story_of
from domain.crew_file import load as load_crew
from domain.game import Game, catalogue, settling
from domain.game import load as load_game
from domain.games.mortisphere.acting import Done
from domain.games.mortisphere.opening import Open
from domain.games.mortisphere.rounds import Conclude
from domain.games.mortisphere.ruling import Note
from domain.ledger.draft import Stamp
from domain.ledger.ledger import Ledger
from domain.robot import Robot
from domain.terms import Action, Elsewhere

if TYPE_CHECKING:
    from domain.books import Books
    from domain.ledger.store import Place

EXAMPLES = Path(__file__).parent.parent / "examples"
GAME = load_game("mortisphere")
EDITION = f"{GAME.id} {GAME.edition}"


def stamp() -> Stamp:
    """One moment for all: what is measured does not depend on the time of day."""
    return Stamp(at="2026-11-29T20:00:00.000Z", by="robot", program="acta benchmarks")


def founded(place: "Place", campaign: str = "") -> Ledger:
    """A new ledger with a campaign (of that id) and two crews."""
    ledger = Ledger.create(place, catalogue(GAME.id), campaign or secrets.token_hex(16))
    found = FoundCampaign(name="Benchmarks")
    ledger.submit("campaign", GAME.books, [found], stamp=stamp)
    muster(ledger)
    return ledger


def muster(ledger: Ledger) -> None:
    """Found the two crews in a campaign."""
    for name in ("grey-ledger", "wet-choir"):
        books: Books = ledger.know(GAME.books, ("campaign",)).state
        file = load_crew(EXAMPLES / f"{name}.toml", GAME.profiles)
        story = story_of(books, file.name)
        ledger.submit(story, GAME.books, file.actions(story), stamp=stamp, beside=("campaign",))


def played(game: Game, state: Any, seed: str) -> list[Action]:
    """All that the robot does from a battle's opening to its end."""
    robot, actions = Robot(game, seed), []
    while (action := robot.action(state)) is not None and not isinstance(action, Conclude):
        if not game.sides(state):  # a crew that may be done is: nothing is bought or handed on
            action = next((a for a in game.legal(state).simple() if isinstance(a, Done)), action)
        actions.append(action)
        for told in game.battle.decide(state, action):
            state = game.battle.evolve(state, told.event if isinstance(told, Elsewhere) else told)
    return actions


def add_battle(ledger: Ledger, seed: str, *, talk: int = 0) -> str:
    """Open a battle, play it in one group, conclude it; returns its story.

    `talk` is how many remarks the table has written down before its first turn.
    """
    battle, crews = _open(ledger, tuple(s for s in ledger.stories() if s.startswith("crew-")))
    said = [Note(text=f"remark {number} of a long evening") for number in range(talk)]
    actions = played(GAME, ledger.tell(battle, GAME.battle), seed)
    ledger.submit(
        battle,
        GAME.battle,
        [*said, *actions, Conclude()],
        stamp=stamp,
        beside=("campaign",),
        edition=EDITION,
    )
    settle(ledger, battle, crews, seed)
    return battle


def begin_battle(ledger: Ledger, seed: str, lines: int) -> str:
    """Open a battle of the first two crews and do so much in it; returns its story."""
    crews = tuple(s for s in ledger.stories() if s.startswith("crew-"))[:2]
    battle, _ = _open(ledger, crews)
    actions = played(GAME, ledger.tell(battle, GAME.battle), seed)[:lines]
    ledger.submit(battle, GAME.battle, actions, stamp=stamp, beside=("campaign",), edition=EDITION)
    return battle


def _open(ledger: Ledger, crews: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Open a battle of some crews; returns its story, and them."""
    books: Books = ledger.know(GAME.books, ("campaign", *crews)).state
    battle = books.next_battle
    opening = Open(battle=battle, scenario="last-granary", crews=crews)
    ledger.submit(
        battle, GAME.books, [opening], stamp=stamp, beside=("campaign", *crews), edition=EDITION
    )
    return battle, crews


def settle(ledger: Ledger, battle: str, crews: tuple[str, ...], seed: str) -> None:
    """Go through the aftermath of a battle, in one group."""
    game, beside = settling(GAME), ("campaign", *crews)
    evening = ledger.know(game.battle, (battle, *beside)).state
    actions = played(game, evening, seed)
    ledger.submit(battle, game.battle, actions, stamp=stamp, beside=beside, edition=EDITION)
