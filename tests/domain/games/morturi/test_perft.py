"""MR-RND-1 to -7: how many lines of play there are from five positions, to depth 3."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.morturi import play
from domain.games.morturi.battle import Fighting
from domain.games.morturi.legal import Legal
from domain.games.morturi.throwing import Roll
from domain.games.morturi.waiting import Throw
from domain.terms import Action, Elsewhere
from domain.throwing import Shown
from tests.arena_story import Fight, activate, attack, man, school

POSITIONS: list[dict[str, Any]] = msgspec.toml.decode(
    (Path(__file__).parent / "perft.toml").read_bytes()
)["positions"]
LINES: dict[str, Callable[[str], Action]] = {"activate": activate, "attack": attack}
DEPTH = 3


def position(told: dict[str, Any]) -> Fighting:
    """A position of the file, after its lines."""
    schools = (
        school(name, *(man(*gladiator) for gladiator in members))
        for name, members in zip(("Ludus", "Domus"), told["schools"], strict=True)
    )
    fight = Fight(*schools, rows=told["rows"])
    for line in told["lines"]:
        word, name = line.split()
        fight = fight.do(LINES[word](name))
    return fight.battle


def lines(battle: Fighting, face: int) -> set[Action]:
    """The distinct simple lines that are legal now; dice all show one face."""
    waiting = play.awaited(battle)
    if isinstance(waiting, Throw):
        return {Roll(faces=(Shown(face),) * len(waiting.dice))}
    return set(Legal(battle).simple())


def perft(battle: Fighting, face: int, depth: int) -> int:
    """How many ways there are to play so many lines."""
    if depth == 0:
        return 1
    return sum(perft(_after(battle, line), face, depth - 1) for line in lines(battle, face))


def _after(battle: Fighting, line: Action) -> Fighting:
    for event in play.decide(battle, line):
        if not isinstance(event, Elsewhere):
            battle = play.evolve(battle, event)
    return battle


@pytest.mark.parametrize("told", POSITIONS, ids=[each["name"] for each in POSITIONS])
def test_as_many_lines_of_play_as_the_rules_allow(told: dict[str, Any]) -> None:
    """MR-RND-7: as many to depth 1, 2 and 3 as the file says."""
    battle = position(told)
    found = [perft(battle, told["face"], depth) for depth in range(1, DEPTH + 1)]
    assert found == told["nodes"]
