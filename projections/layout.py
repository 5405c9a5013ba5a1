"""Where the zones of a map lie: a game says only which adjoin, so a place is found for each.

The same zones and links always lie the same way. Places are counted in half boxes: a box is two
wide and two high, boxes never touch. Few crossings come first, then no link behind a box, then
short links and a compact whole.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

Place = tuple[int, int]
Link = tuple[str, str]

_PAIRED = 4
_FEW = 9
_BOX = 2
_CROSSED = 2000
_HIDDEN = 2500
_EIGHTHS, _REACH = 8, 7
_TRIES = 6
_ROUNDS = 12


@lru_cache(maxsize=256)
def laid_out(areas: tuple[str, ...], links: tuple[Link, ...]) -> Mapping[str, Place]:
    """The place of each zone's box, in half boxes from the upper left."""
    if not links:
        return _rows(areas)
    found = min((_settled(start, areas, links) for start in _starts(areas)), key=lambda f: f[0])
    return _pushed(found[1], areas)


def _rows(areas: Sequence[str]) -> dict[str, Place]:
    """Zones without links in rows of two, of three where there are many; the last one centred."""
    wide = min(len(areas), 2 if len(areas) <= _PAIRED else 3)
    found = {}
    for n, area in enumerate(areas):
        left = len(areas) - n // wide * wide
        found[area] = (2 * (n % wide) + max(0, wide - left), 2 * (n // wide))
    return found


def _wide(count: int) -> int:
    """How many columns of boxes there are to lie in."""
    return 3 if count <= _FEW else 4


def _starts(areas: Sequence[str]) -> Iterator[dict[str, Place]]:
    """Where the search begins: the zones row by row, each time with another one first."""
    wide = _wide(len(areas))
    for turn in range(min(len(areas), _TRIES)):
        order = [*areas[turn:], *areas[:turn]]
        yield {area: (2 * (n % wide), 2 * (n // wide)) for n, area in enumerate(order)}


def _settled(
    places: dict[str, Place], areas: Sequence[str], links: Sequence[Link]
) -> tuple[int, dict[str, Place]]:
    """Move one zone after the other to where it costs least, until none gains by moving."""
    wide = _wide(len(areas))
    high = len(areas) // wide + 2
    free = [(x, y) for y in range(2 * high - 1) for x in range(2 * wide - 1)]
    best = _cost(places, links)
    for _ in range(_ROUNDS):
        before = best
        for area in areas:
            best = _moved(places, area, free, links, best)
        for one, other in combinations(areas, 2):
            best = _swapped(places, (one, other), links, best)
        if best == before:
            break
    return best, places


def _moved(
    places: dict[str, Place], area: str, free: Sequence[Place], links: Sequence[Link], best: int
) -> int:
    """Put an zone where the whole costs least; returns what it costs then."""
    others = [place for name, place in places.items() if name != area]
    stay = places[area]
    for place in free:
        if any(_near(place, other) for other in others):
            continue
        places[area] = place
        cost = _cost(places, links, best)
        if cost < best:
            best, stay = cost, place
    places[area] = stay
    return best


def _swapped(places: dict[str, Place], pair: Link, links: Sequence[Link], best: int) -> int:
    """Let two zones change places if the whole costs less then; returns what it costs."""
    one, other = pair
    places[one], places[other] = places[other], places[one]
    cost = _cost(places, links, best)
    if cost < best:
        return cost
    places[one], places[other] = places[other], places[one]
    return best


def _near(one: Place, other: Place) -> bool:
    """Whether two boxes would touch."""
    return abs(one[0] - other[0]) < _BOX and abs(one[1] - other[1]) < _BOX


def _cost(places: Mapping[str, Place], links: Sequence[Link], most: int | None = None) -> int:
    """How bad a map is; counted no further than `most`."""
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    cost = 3 * (max(xs) - min(xs)) + 4 * (max(ys) - min(ys))
    lines = [(places[one], places[other]) for one, other in links]
    cost += sum((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for a, b in lines) * 2
    if most is not None and cost >= most:
        return cost
    for line in lines:
        cost += _HIDDEN * sum(_behind(line, box) for box in places.values() if box not in line)
    if most is not None and cost >= most:
        return cost
    return cost + _CROSSED * sum(_cross(a, b) for a, b in combinations(lines, 2))


def _turn(a: Place, b: Place, c: Place) -> int:
    """On which side of a line a point lies: above 0 on the left, 0 on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _cross(one: tuple[Place, Place], other: tuple[Place, Place]) -> bool:
    """Whether two links cross or lie on each other; those from one zone do not cross."""
    (a, b), (c, d) = one, other
    if {a, b} & {c, d}:
        shared = next(iter({a, b} & {c, d}))
        p, q = (b if a == shared else a), (d if c == shared else c)
        along = (p[0] - shared[0]) * (q[0] - shared[0]) + (p[1] - shared[1]) * (q[1] - shared[1])
        return _turn(shared, p, q) == 0 and along > 0
    return (
        _turn(a, b, c) * _turn(a, b, d) <= 0
        and _turn(c, d, a) * _turn(c, d, b) <= 0
        and max(min(a[0], b[0]), min(c[0], d[0])) <= min(max(a[0], b[0]), max(c[0], d[0]))
        and max(min(a[1], b[1]), min(c[1], d[1])) <= min(max(a[1], b[1]), max(c[1], d[1]))
    )


def _behind(line: tuple[Place, Place], box: Place) -> bool:
    """Whether a link runs behind a box, which reaches seven eighths of a half box each way."""
    (x, y), (u, v) = ((_EIGHTHS * a, _EIGHTHS * b) for a, b in line)
    left, top = _EIGHTHS * box[0] - _REACH, _EIGHTHS * box[1] - _REACH
    right, bottom = left + 2 * _REACH, top + 2 * _REACH
    if max(x, u) <= left or min(x, u) >= right or max(y, v) <= top or min(y, v) >= bottom:
        return False
    turns = [_turn((x, y), (u, v), (a, b)) for a in (left, right) for b in (top, bottom)]
    return min(turns) < 0 < max(turns)


def _pushed(places: Mapping[str, Place], areas: Sequence[str]) -> dict[str, Place]:
    """The map moved to the upper left, the first zone in its upper or left half."""
    left, right = min(x for x, _ in places.values()), max(x for x, _ in places.values())
    top, bottom = min(y for _, y in places.values()), max(y for _, y in places.values())
    first = places[areas[0]]
    mirrored, upset = 2 * first[0] > left + right, 2 * first[1] > top + bottom
    return {
        area: (
            right - places[area][0] if mirrored else places[area][0] - left,
            bottom - places[area][1] if upset else places[area][1] - top,
        )
        for area in areas
    }
