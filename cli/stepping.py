"""`acta replay --step`: a battle gone through move by move, forth and back, with its map."""

import sys
from collections.abc import Sequence
from shutil import get_terminal_size

import click

from cli.answers import told
from cli.retelling import Move
from cli.rows import dumb, say, talk
from cli.small_map import ARROWS, small_map
from domain.drawing import Picture

HELP = (
    "Enter, space or right: the next move",
    "b or left: the move before",
    "r: the beginning of the next round",
    "q: leave; ?: this help",
)
_PROMPT = "Enter on, b back, r round, q quit, ? help"
_END = "the end: b back, q quit"
_ON = frozenset(("", "\r", "\n", " ", "n", "\x1b[C", "\x1bOC", "\xe0M", "\x00M"))
_BACK = frozenset(("b", "B", "\x1b[D", "\x1bOD", "\xe0K", "\x00K", "\x7f", "\x08"))
_ROUND = frozenset(("r", "R"))
_QUIT = frozenset(("q", "Q", "\x1b", "\x04"))


class Walk:
    """Where somebody stands who goes through a battle: `place` counts its moves from 0."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._moves = moves
        self.place = 0

    @property
    def move(self) -> Move:
        """The move that is looked at."""
        return self._moves[self.place]

    @property
    def last(self) -> bool:
        """Whether no move comes after it."""
        return self.place + 1 >= len(self._moves)

    @property
    def picture(self) -> Picture:
        """The battle behind the move."""
        return self._picture(self.place)

    def _picture(self, place: int) -> Picture:
        after = self._moves[place].after
        return after.game.sheets.picture(after.fight)

    @property
    def moved(self) -> frozenset[str]:
        """Who stands elsewhere, or faces another way, than before the move."""
        if not self.place:
            return frozenset()
        before, after = self._picture(self.place - 1), self.picture
        stood = {token.id: (token.spot, token.facing) for token in before.tokens}
        nowhere = ("", "")
        return frozenset(
            one.id for one in after.tokens if stood.get(one.id, nowhere) != (one.spot, one.facing)
        )

    def on(self) -> bool:
        """Go to the next move; tells whether there is one."""
        if self.last:
            return False
        self.place += 1
        return True

    def back(self) -> bool:
        """Go to the move before; tells whether there is one."""
        if not self.place:
            return False
        self.place -= 1
        return True

    def next_round(self) -> bool:
        """Go to the first move of a later round, else to the last move."""
        now = self.picture.round
        while self.on():
            if self.picture.round > now:
                return True
        return False

    def where(self) -> str:
        """Where one stands: address, round, and how many moves there are."""
        last = self.move.lines[-1].address
        number = self.picture.round
        in_round = f", round {number}" if number else ""
        return f"{last}{in_round}, move {self.place + 1} of {len(self._moves)}"


def step_through(moves: Sequence[Move]) -> None:
    """Show a battle move by move, as keys ask for it; by lines where no terminal is."""
    if not moves:
        return
    walk = Walk(moves)
    if seen():
        _by_keys(walk)
    else:
        _by_lines(walk)


def seen() -> bool:
    """Whether somebody sits before a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def tell(move: Move) -> None:
    """The line that was typed, what came of it, and what changed."""
    say(f"> {move.text}" if move.text else "> (by itself)")
    say(*(f"  {told(line)}" for line in move.lines), *(f"  {text}" for text in move.changed))


def _by_lines(walk: Walk) -> None:
    """As lines ask: an empty one on, `b` back, `r` the next round, `q` out; then all the rest."""
    tell(walk.move)
    while line := sys.stdin.readline():
        key = line.strip().lower()
        if _leaves(walk, key):
            return
        if _pressed(walk, key):
            tell(walk.move)
    while walk.on():
        tell(walk.move)


def _by_keys(walk: Walk) -> None:
    """As keys ask, the map drawn anew behind each."""
    _draw(walk)
    while not _leaves(walk, key := _key()):
        if _pressed(walk, key):
            _draw(walk)


def _key() -> str:
    """The next key; what ends the input leaves."""
    try:
        return click.getchar()
    except EOFError:
        return "q"


def _leaves(walk: Walk, key: str) -> bool:
    return key in _QUIT or (walk.last and key in _ON)


def _pressed(walk: Walk, key: str) -> bool:
    """Do what a key or word asks; tells whether something else is to be shown now."""
    if key in _ON:
        return walk.on()
    if key in _BACK:
        return walk.back()
    if key in _ROUND:
        before = walk.place
        walk.next_round()
        return walk.place != before
    if key == "?":
        talk(*HELP)
    return False


def _draw(walk: Walk) -> None:
    """Where one stands, the map, and the move."""
    if not dumb():
        click.clear()
    room = get_terminal_size().columns
    say(walk.where())
    say(*small_map(walk.picture, room, walk.moved, plain=not _arrows()))
    tell(walk.move)
    talk(_END if walk.last else _PROMPT)


def _arrows() -> bool:
    """Whether the terminal's encoding has arrows."""
    try:
        "".join(ARROWS.values()).encode(sys.stdout.encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
