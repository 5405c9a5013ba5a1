"""A player that needs no people: what it picks among, and that it always picks alike."""

from collections.abc import Callable, Iterator

import msgspec

from domain.game import load
from domain.games.mortisphere.acting import Done, Hold, Pass
from domain.robot import Robot
from domain.terms import Action

GAME = load("mortisphere")


class Board:
    """A game at one moment: plain lines, drawn lines, and which of them the rules refuse."""

    def __init__(self, plain: list[Action], drawn: list[Action], refused: list[Action]) -> None:
        self.plain, self.more, self.refused = plain, drawn, refused
        self.judged: list[Action] = []

    def admits(self, action: Action) -> bool:
        """Whether the rules would accept it."""
        self.judged.append(action)
        return action not in self.refused

    def candidates(self) -> Iterator[Action]:
        """The plain lines."""
        return iter(self.plain)

    def drawn(self, draw: Callable[[int], int]) -> Iterator[Action]:
        """The others."""
        del draw
        return iter(self.more)


def picks(board: Board, count: int = 60) -> list[Action | None]:
    """What a robot does again and again on a board."""
    game = msgspec.structs.replace(
        GAME, rolls_sealed=lambda _: False, sides=lambda _: (), legal=lambda _: board
    )
    robot = Robot(game, "seed")
    return [robot.action(board) for _ in range(count)]


HOLDS: list[Action] = [Hold(member=f"m{n}") for n in range(50)]


def test_what_has_many_forms_crowds_out_nothing() -> None:
    """One `done` beside fifty ways to hold is as likely as all of these: about 30 of 60."""
    found = picks(Board([*HOLDS, Done()], [], []))
    assert 20 < sum(isinstance(one, Done) for one in found) < 40
    assert len(set(map(str, found))) > 15


def test_lines_of_several_parts_are_a_kind_of_their_own() -> None:
    """The one drawn line of a kind is picked about as often as all fifty plain ones."""
    special = Hold(member="both")
    found = picks(Board(HOLDS, [special], []))
    assert 20 < found.count(special) < 40


def test_only_what_the_rules_accept_is_done() -> None:
    """What is drawn is judged, nothing else; where nothing is accepted nothing is done."""
    board = Board([Done(), Pass()], [], [Done()])
    assert set(map(type, picks(board))) == {Pass}
    assert len(board.judged) < 2 * 60
    assert picks(Board(HOLDS, [], HOLDS), 1) == [None]


def test_the_same_seed_does_the_same() -> None:
    """A robot is a chain of hashes: no chance."""
    board = Board([*HOLDS, Done(), Pass()], [], [])
    assert picks(board) == picks(board)
