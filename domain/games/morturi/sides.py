"""Chapter 11: the sides of an arena: where a school starts, which way is inward (MR-BAT-3)."""

from functools import lru_cache

from domain.games.morturi.battle import Fighting, at, side
from domain.games.morturi.ground import COMPASS, drawn, field, spot
from domain.games.morturi.squares import Dir, Square

LETTERS = "abcd"
NEUTRALS = "n"
NEAR = 10
"""What lies within a tenth of the way to an edge is in the middle."""


@lru_cache(maxsize=256)
def starts(edition: str, rows: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """The sides of an arena by their names, each with its squares; `north a` if two lie north."""
    arena = drawn(edition, rows)
    found = {letter: squares for letter in LETTERS if (squares := arena.start(letter))}
    named = {at: _compass(squares, arena.width, arena.height) for at, squares in found.items()}
    several = [name for name in named.values() if list(named.values()).count(name) > 1]
    return {
        f"{name} {at}" if name in several else name: tuple(s.name for s in found[at])
        for at, name in named.items()
    }


def _compass(squares: tuple[Square, ...], width: int, height: int) -> str:
    """Where squares lie: north, south-west, or two sides at once: north and south."""
    named = {_where(s, width, height) for s in squares}
    middle = _where_all(squares, width, height)
    return middle or " and ".join(sorted(named, key=_round))


def _round(name: str) -> int:
    """Where a name stands as one goes round from the north."""
    names = list(COMPASS.values())
    return names.index(name) if name in names else len(names)


def _where_all(squares: tuple[Square, ...], width: int, height: int) -> str:
    """The side on which the middle of some squares lies; "" if that is the arena's own middle.

    How far it lies from the middle is counted in parts of the arena's width and height.
    """
    count = len(squares)
    east = (2 * sum(s.x for s in squares) - count * (width + 1)) * height
    north = (2 * sum(s.y for s in squares) - count * (height + 1)) * width
    far = max(abs(east), abs(north))
    if far * NEAR < count * width * height:
        return ""
    along = "north" if north > 0 else "south"
    across = "east" if east > 0 else "west"
    if 2 * min(abs(east), abs(north)) > far:
        return f"{along}-{across}"
    return along if abs(north) > abs(east) else across


def _where(square: Square, width: int, height: int) -> str:
    return _where_all((square,), width, height) or "middle"


def sides_of(battle: Fighting) -> dict[str, tuple[str, ...]]:
    """The sides of the battle's arena by their names."""
    return starts(battle.edition, battle.arena)


def taken(battle: Fighting) -> set[str]:
    """The sides that a school starts from."""
    return {s.start for s in battle.sides if s.start}


def entrance(battle: Fighting, school: str) -> tuple[str, ...]:
    """The squares where a school starts: its zone, its places, or those before its gate."""
    return sides_of(battle).get(side(battle, school).start, ())


def unoccupied(battle: Fighting, school: str) -> tuple[str, ...]:
    """Those of them on which nobody stands."""
    return tuple(s for s in entrance(battle, school) if at(battle, s) is None)


def _names(edge: str) -> tuple[str, ...]:
    """What the side along an edge may be called."""
    return (edge, *(f"{edge} {letter}" for letter in LETTERS))


def inward(battle: Fighting, square: str) -> str:
    """Hole 35: away from the own edge; in a corner of no such side away from north or south."""
    arena, place = field(battle), spot(square)
    if edges := arena.edge(place):
        own = next((side for side, squares in sides_of(battle).items() if square in squares), "")
        mine = [edge for edge in edges if own in _names(COMPASS[edge])]
        lengthwise = [edge for edge in edges if edge in (Dir.NORTH, Dir.SOUTH)]
        return str((*mine, *lengthwise, *edges)[0].back)
    north = 2 * place.y - (arena.height + 1)
    east = 2 * place.x - (arena.width + 1)
    if abs(east) > abs(north):
        return "w" if east > 0 else "e"
    return "s" if north > 0 else "n"
