"""How quick robots play, and how quick that is audited: both games, and python-chess."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.campaign import GAME as MORTISPHERE
from benchmarks.campaign import add_battle, founded
from benchmarks.morturi.club import GAME as MORTURI
from benchmarks.morturi.club import Club
from domain.audit import audit
from domain.game import Game, catalogue
from domain.ledger.ledger import Ledger
from domain.ledger.record import Line
from domain.robot import Robot
from domain.terms import Elsewhere

BATTLES, LINES = 12, 150
"""So many battles of each game are on record; at most so many lines of each are played anew."""

Run = Callable[[], int]


def runs(folder: Path) -> Iterator[tuple[str, Run]]:
    """What is measured: its name, and what does it so many times."""
    ours = {MORTISPHERE.id: _mortisphere(folder), MORTURI.id: _morturi(folder)}
    for game in (MORTISPHERE, MORTURI):
        file = ours[game.id]
        yield f"{game.title}: audit", partial(_audited, game, file)
        openings = _openings(game, file)
        yield f"{game.title}: random play", partial(_played, game, openings)
    try:
        chess: Any = import_module("chess")
    except ImportError:
        return
    yield "python-chess: random play", lambda: _moved(chess)


def _mortisphere(folder: Path) -> Path:
    file = folder / "mortisphere.db"
    ledger = founded(file)
    for number in range(BATTLES):
        add_battle(ledger, f"play {number}")
    ledger.close()
    return file


def _morturi(folder: Path) -> Path:
    file = folder / "morturi.db"
    club = Club(file, "play")
    for _ in range(BATTLES):
        club.friendly()
    club.ledger.close()
    return file


def _audited(game: Game, file: Path) -> int:
    """Bytes, chain, rules and dice of everything."""
    with Ledger.open(file, catalogue(game.id), read_only=True) as ledger:
        report = audit(ledger)
        if report.findings:
            raise AssertionError(report)
        return report.checked.events


def _openings(game: Game, file: Path) -> list[Any]:
    """The battles on record as they wait for their first line; all dice lie on the table."""
    with Ledger.open(file, catalogue(game.id), read_only=True) as ledger:
        stories = [story for story in ledger.stories() if story.startswith("battle-")]
        states = [_opened(game, ledger.story(story)) for story in stories]
    return [state for state in states if not state.seal.battle]


def _opened(game: Game, lines: list[Line]) -> Any:
    state = game.battle.initial
    for line in lines:
        state = game.battle.evolve(state, line.data)
        if game.ask(state)["awaiting"] != "none":
            break
    return state


def _played(game: Game, openings: list[Any]) -> int:
    """Lines that a robot finds among the legal ones, each judged and remembered."""
    count = 0
    for state in openings:
        robot, now = Robot(game, "anew"), state
        for _ in range(LINES):
            action = robot.action(now)
            if action is None:
                break
            for told in game.battle.decide(now, action):
                now = game.battle.evolve(now, told.event if isinstance(told, Elsewhere) else told)
            count += 1
    return count


def _moved(chess: Any) -> int:
    """Moves that are picked among the legal ones, and made."""
    count = 0
    for game in range(BATTLES):
        robot, board = Robot(MORTURI, f"chess {game}"), chess.Board()
        for _ in range(LINES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[robot.pick(len(moves))])
            count += 1
    return count
