"""Sections 7 and 8: the arena as it is drawn, its ground, range and lines of sight.

Pure geometry: who stands where is told by the caller. An arena is drawn from the north, a character
for each square: the `symbol` of its terrain, or a letter on sand: `a` to `d` where a side starts,
`n` where neutrals do.
"""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from domain.codex import Shape
from domain.counting import counted
from domain.games.morturi.squares import Dir, Square, distance
from domain.games.morturi.words import Effect
from domain.names import said
from domain.terms import WrongUsage

LARGEST = 60
SAND = "."
STARTS = "abcdn"


class Terrain(Shape, frozen=True):
    """A kind of ground (MR-TER); `marks` says what a scenario may ask for there (`hill`)."""

    id: str
    name: str
    symbol: str
    text: str
    height: int = 0
    blocks_move: bool = False
    blocks_sight: bool = False
    voluntary: bool = True
    marks: str = ""
    effects: tuple[Effect, ...] = ()
    source: tuple[str, ...] = ()


class Arena(Shape, frozen=True, dict=True):
    """An arena as it is drawn: rows from the north, and the terrain that its symbols mean.

    It is made by `read`, which checks it. `levels` is how many heights count (MR-TER-1).
    """

    rows: tuple[str, ...]
    terrain: tuple[Terrain, ...]
    levels: int = 1

    @property
    def width(self) -> int:
        """How many columns it has."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """How many rows it has."""
        return len(self.rows)

    @cached_property
    def _symbols(self) -> Mapping[str, Terrain]:
        return {one.symbol: one for one in self.terrain}

    def __contains__(self, place: Square) -> bool:
        """Whether the arena has such a square."""
        return 1 <= place.x <= self.width and 1 <= place.y <= self.height

    @property
    def squares(self) -> Iterator[Square]:
        """All squares, row by row from the south-west."""
        for y in range(1, self.height + 1):
            yield from (Square(x, y) for x in range(1, self.width + 1))

    def symbol(self, place: Square) -> str:
        """What is drawn there."""
        return self.rows[self.height - place.y][place.x - 1]

    @cached_property
    def _ground(self) -> Mapping[Square, Terrain]:
        """The ground of every square; a letter stands on sand."""
        known = self._symbols
        symbols = {place: self.symbol(place) for place in self.squares}
        return {place: known[SAND if s in STARTS else s] for place, s in symbols.items()}

    @cached_property
    def _near(self) -> dict[Square, tuple[Square, ...]]:
        """The neighbours of the squares that were asked for."""
        return {}

    @cached_property
    def _walks(self) -> dict[Square, Mapping[Square, int]]:
        """How far it is by foot, from the squares that were asked for."""
        return {}

    def at(self, place: Square) -> Terrain:
        """The ground of a square of the arena."""
        return self._ground[place]

    def start(self, letter: str) -> tuple[Square, ...]:
        """The squares that are drawn with a letter, row by row from the south-west."""
        return tuple(place for place in self.squares if self.symbol(place) == letter)

    def marked(self, mark: str) -> tuple[Square, ...]:
        """The squares whose ground is marked so (`hill`)."""
        return tuple(place for place in self.squares if self.at(place).marks == mark)

    def open(self, place: Square) -> bool:
        """MR-MOV-2: whether a gladiator can stand there, whoever does now."""
        ground = self._ground.get(place)
        return ground is not None and not ground.blocks_move

    def neighbours(self, place: Square) -> tuple[Square, ...]:
        """MR-GEN-2: the squares beside it on which one can stand; diagonals are never beside."""
        near = self._near.get(place)
        if near is None:
            near = self._near[place] = tuple(other for other in place.around if self.open(other))
        return near

    def edge(self, place: Square) -> tuple[Dir, ...]:
        """The edges of the arena that a square lies on."""
        return tuple(direction for direction in Dir if place.to(direction) not in self)

    def level(self, place: Square) -> int:
        """How high a square lies; raised ground is one level unless `height_levels` is n."""
        return min(self.at(place).height, self.levels)

    def higher(self, one: Square, other: Square) -> bool:
        """MR-TER-1: whether one square lies higher than another."""
        return self.level(one) > self.level(other)

    def reach(self, start: Square, end: Square, metric: str) -> int | None:
        """MR-RNG-1: how far it is by the option `range_metric`; None if no path leads there.

        `walkable_path` goes round what nobody can enter, not round gladiators.
        """
        if metric == "manhattan":
            return distance(start, end)
        walk = self._walks.get(start)
        if walk is None:
            walk = self._walks[start] = self._walk(start)
        return walk.get(end)

    def _walk(self, start: Square) -> Mapping[Square, int]:
        """How far it is by foot to every square that a path leads to."""
        far = {start: 0}
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for beside in self.neighbours(here):
                if beside not in far:
                    far[beside] = far[here] + 1
                    waiting.append(beside)
        return far

    def sees(self, start: Square, end: Square, los: str, standing: Collection[Square] = ()) -> bool:
        """MR-LOS-2, -3, MR-TER-2: whether a line of sight is free, traced by the option `los`.

        `standing` are the squares of gladiators who block sight; the two ends never block.
        """
        level = max(self.level(start), self.level(end))

        def hidden(place: Square) -> bool:
            return place not in (start, end) and (place in standing or self._hides(place, level))

        match los:
            case "bresenham":
                return not any(map(hidden, bresenham(start, end)))
            case "any_corner":
                lines = [(a, b) for a in _corners(start) for b in _corners(end)]
            case _:
                lines = [(_centre(start), _centre(end))]
        blocking = [place for place in _spanned(start, end) if hidden(place)]
        return any(
            not any(crosses(a, b, place) for place in blocking)
            and not any(all(map(hidden, pair)) for pair in along(a, b))
            for a, b in lines
        )

    def _hides(self, place: Square, level: int) -> bool:
        """Whether a square hides what is behind it from those on that level (MR-TER-2 to -5)."""
        ground = self._ground.get(place)
        return ground is None or ground.blocks_sight or min(ground.height, self.levels) > level


def read(rows: Iterable[str], terrain: Iterable[Terrain], height_levels: str = "1") -> Arena:
    """An arena as it is drawn, from the north; refuses what is none, naming row and symbol."""
    drawn, known = tuple(rows), tuple(terrain)
    symbols = {one.symbol for one in known} | set(STARTS)
    if not drawn or not drawn[0]:
        raise WrongUsage("an arena has at least one square")
    for number, row in enumerate(drawn, 1):
        if len(row) != len(drawn[0]):
            squares, wanted = counted(len(row), "square"), len(drawn[0])
            raise WrongUsage(f"row {number} of the arena has {squares}, not {wanted}")
        for symbol in row:
            if symbol not in symbols:
                hint = "known are " + " ".join(sorted(symbols))
                raise WrongUsage(f"row {number} of the arena: {said(symbol)} is nothing", hint=hint)
    if max(len(drawn), len(drawn[0])) > LARGEST:
        size = f"{len(drawn[0])}x{len(drawn)}"
        raise WrongUsage(f"an arena is {LARGEST}x{LARGEST} at most, not {size}")
    levels = 1 if height_levels == "1" else max(one.height for one in known)
    return Arena(rows=drawn, terrain=known, levels=levels)


def sand(width: int, height: int, terrain: Iterable[Terrain]) -> Arena:
    """An arena of nothing but sand (MR-BAT-3 has 15 by 15)."""
    return read([SAND * width] * height, terrain)


# Lines of sight are traced in half squares, so that centres and corners are whole numbers.

Point = tuple[int, int]


def _centre(place: Square) -> Point:
    return 2 * place.x, 2 * place.y


def _corners(place: Square) -> tuple[Point, ...]:
    x, y = _centre(place)
    return (x - 1, y - 1), (x - 1, y + 1), (x + 1, y - 1), (x + 1, y + 1)


def _spanned(start: Square, end: Square) -> Iterator[Square]:
    """The squares of the rectangle that two squares span."""
    for x in range(min(start.x, end.x), max(start.x, end.x) + 1):
        yield from (Square(x, y) for y in range(min(start.y, end.y), max(start.y, end.y) + 1))


def crosses(start: Point, end: Point, place: Square) -> bool:
    """MR-LOS-2: whether a line passes through the inside of a square, not only along its edge."""
    (ax, ay), (bx, by), (x, y) = start, end, _centre(place)
    if not (min(ax, bx) < x + 1 and x - 1 < max(ax, bx)):
        return False
    if not (min(ay, by) < y + 1 and y - 1 < max(ay, by)):
        return False
    turns = [(bx - ax) * (cy - ay) - (by - ay) * (cx - ax) for cx, cy in _corners(place)]
    return min(turns) < 0 < max(turns)


def along(start: Point, end: Point) -> Iterator[tuple[Square, Square]]:
    """The pairs of squares between which a line runs along their common edge, if it does."""
    (ax, ay), (bx, by) = start, end
    if ax == bx and ax % 2:
        for y in range(min(ay, by) + 1, max(ay, by), 2):
            yield Square(ax // 2, y // 2), Square(ax // 2 + 1, y // 2)
    if ay == by and ay % 2:
        for x in range(min(ax, bx) + 1, max(ax, bx), 2):
            yield Square(x // 2, ay // 2), Square(x // 2, ay // 2 + 1)


def bresenham(start: Square, end: Square) -> tuple[Square, ...]:
    """The squares of Bresenham's line between two squares, without these two."""
    east, north = abs(end.x - start.x), abs(end.y - start.y)
    right, up = (1 if end.x > start.x else -1), (1 if end.y > start.y else -1)
    x, y, error, line = start.x, start.y, east - north, []
    while (x, y) != end:
        twice = 2 * error
        if twice > -north:
            error, x = error - north, x + right
        if twice < east:
            error, y = error + east, y + up
        line.append(Square(x, y))
    return tuple(line[:-1])
