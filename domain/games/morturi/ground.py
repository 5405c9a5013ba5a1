"""The arena of a battle by the names of its squares: what lies where, and what is beside what."""

from functools import lru_cache

from domain.games.morturi import arena, squares
from domain.games.morturi.arena import Arena, Terrain
from domain.games.morturi.battle import Fighting, at, in_arena
from domain.games.morturi.shapes import book
from domain.games.morturi.squares import Dir, Square
from domain.games.morturi.units import Unit

COMPASS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def in_words(facing: str) -> str:
    """A direction in words; what a forged line has instead of one is told as it stands."""
    return COMPASS.get(facing, facing)


@lru_cache(maxsize=256)
def drawn(edition: str, rows: tuple[str, ...], levels: str = "1") -> Arena:
    """An arena as an edition's terrain makes it."""
    return arena.read(rows, book(edition).terrain, levels)


def field(battle: Fighting) -> Arena:
    """The battle's arena."""
    return drawn(battle.edition, battle.arena, battle.house.height_levels)


@lru_cache(maxsize=4096)
def spot(name: str) -> Square:
    """The square of that name."""
    return squares.square(name)


@lru_cache(maxsize=65536)
def _near(edition: str, rows: tuple[str, ...], square: str) -> tuple[str, ...]:
    ground = drawn(edition, rows)
    return tuple(place.name for place in ground.neighbours(spot(square)))


def neighbours(battle: Fighting, square: str) -> tuple[str, ...]:
    """MR-GEN-2: the squares beside it on which one can stand."""
    return _near(battle.edition, battle.arena, square) if square else ()


def inside(battle: Fighting, square: str) -> bool:
    """Whether the arena has such a square."""
    return spot(square) in field(battle)


@lru_cache(maxsize=65536)
def stepped(square: str, direction: str, squares: int = 1) -> Square:
    """The square so far in a direction, whether or not the arena has it."""
    return spot(square).to(Dir(direction), squares)


def open_at(battle: Fighting, place: Square) -> str:
    """A square on which one can stand; "" for walls, obstacles and beyond (MR-FRC-7)."""
    return place.name if field(battle).open(place) else ""


@lru_cache(maxsize=65536)
def _ahead(square: str, facing: str) -> str:
    place = spot(square).to(Dir(facing))
    return place.name if place.x > 0 and place.y > 0 else ""


def ahead(unit: Unit) -> str:
    """MR-FAC-1: his front square, "" if it would lie outside."""
    return _ahead(unit.square, unit.facing) if unit.square else ""


@lru_cache(maxsize=65536)
def distance(one: str, other: str) -> int:
    """MR-RNG-1: how many steps lie between two squares."""
    return squares.distance(spot(one), spot(other))


def beside(one: str, other: str) -> bool:
    """MR-GEN-2: whether two squares share an edge."""
    return bool(one and other) and distance(one, other) == 1


def toward(one: str, other: str) -> tuple[str, ...]:
    """MR-REA-2: the directions in whose quadrant another square lies."""
    return tuple(str(d) for d in squares.towards(spot(one), spot(other)))


def terrain(battle: Fighting, square: str) -> Terrain:
    """The ground of a square."""
    return field(battle).at(spot(square))


@lru_cache(maxsize=65536)
def _lies(edition: str, rows: tuple[str, ...], square: str) -> str:
    return drawn(edition, rows).at(spot(square)).id


def terrain_at(battle: Fighting, square: str) -> str:
    """The id of a square's ground; "" for no square."""
    return _lies(battle.edition, battle.arena, square) if square else ""


def height(battle: Fighting, square: str) -> int:
    """MR-TER-1: how high a square lies: one level only, but by `height_levels`."""
    return field(battle).level(spot(square)) if square else 0


def vacant(battle: Fighting, square: str) -> bool:
    """MR-MOV-2: whether one can stand there and nobody does."""
    return bool(square) and field(battle).open(spot(square)) and at(battle, square) is None


def next_to(battle: Fighting, square: str) -> list[Unit]:
    """Who stands beside a square, in header order."""
    return [u for u in in_arena(battle) if beside(u.square, square)]
