"""An arena as people write it down: its size, where sides start, and the rows of a map.

    7x5 zones north south depth 1
    15x15
    ...aaa...   and so on, from the north; the size may be left out above rows

`zones` gives each side a strip along an edge; without them the rows have letters, `a` to `d`, and
say what these squares are: `zones` (the default), `places` or `gates` (MR-BAT-3, -4).
"""

import re
from collections.abc import Sequence
from itertools import product

from domain.games.morturi.arena import LARGEST, SAND, STARTS
from domain.games.morturi.opening import Drawing
from domain.games.morturi.squares import Dir, Square
from domain.names import said
from domain.terms import WrongUsage

EDGES = {"north": Dir.NORTH, "east": Dir.EAST, "south": Dir.SOUTH, "west": Dir.WEST}
KINDS = ("zones", "places", "gates")
USAGE = "arena 7x5 zones north south depth 1"
_SIZE = re.compile(r"([0-9]{1,2})x([0-9]{1,2})")
_DEPTH = re.compile(r"[1-9][0-9]?")


def drawings(text: str) -> tuple[Drawing, ...]:
    """The arenas that a text draws, each from its size on, as it looks in turn (MR-TER-9)."""
    blocks: list[list[str]] = [[]]
    for row in text.strip("\n").split("\n"):
        if _SIZE.match(row) and blocks[-1]:
            blocks.append([])
        blocks[-1].append(row)
    return tuple(drawing("\n".join(block)) for block in blocks)


def drawing(text: str) -> Drawing:
    """The arena that a text draws. Raises WrongUsage for what cannot be read."""
    head, *rows = text.strip("\n").split("\n")
    if head and " " not in head and not _SIZE.match(head):
        head, rows = f"{len(head)}x{len(rows) + 1}", [head, *rows]
    size, *words = head.split() or [""]
    found = _SIZE.fullmatch(size)
    if not found:
        raise WrongUsage(f"{said(size)} is no size of an arena", hint=USAGE)
    width, height = int(found[1]), int(found[2])
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise WrongUsage(f"an arena is 1x1 to {LARGEST}x{LARGEST}, not {size}", hint=USAGE)
    drawn = rows or [SAND * width] * height
    if len(drawn) != height or any(len(row) != width for row in drawn):
        raise WrongUsage(f"the rows of the arena's map are not {size}", hint=USAGE)
    if len(words) > 1 and words[0] == KINDS[0]:
        return Drawing(tuple(_zoned(drawn, words[1:])), KINDS[0])
    if words and (len(words) > 1 or words[0] not in KINDS):
        raise WrongUsage(f"{said(' '.join(words))} is no way to start", hint=USAGE)
    return Drawing(tuple(drawn), words[0] if words else KINDS[0])


def _zoned(rows: Sequence[str], words: Sequence[str]) -> list[str]:
    """The map with a letter on the sand of each side's strip."""
    *edges, word, depth = words
    known = all(edge in EDGES for edge in edges) and len(set(edges)) == len(edges)
    if not (edges and known and word == "depth" and _DEPTH.fullmatch(depth)):
        raise WrongUsage(f"{said(' '.join(words))} are no zones", hint=USAGE)
    if any(letter in STARTS[:-1] for row in rows for letter in row):
        raise WrongUsage("zones and letters both say where a side starts", hint=USAGE)
    strips = _strips(len(rows[0]), len(rows), edges, int(depth))
    tall, wide = ("north" in edges) + ("south" in edges), ("east" in edges) + ("west" in edges)
    if tall * int(depth) > len(rows) or wide * int(depth) > len(rows[0]) or not all(strips):
        raise WrongUsage("zones do not overlap", hint=USAGE)
    letters = {place: STARTS[n] for n, strip in enumerate(strips) for place in strip}
    return [
        "".join(
            letters.get(Square(x, len(rows) - y), sign) if sign == SAND else sign
            for x, sign in enumerate(row, 1)
        )
        for y, row in enumerate(rows)
    ]


def _strips(width: int, height: int, edges: Sequence[str], depth: int) -> list[set[Square]]:
    """The squares along each edge, so many deep; a corner where two meet is nobody's."""
    squares = [Square(x, y) for x in range(1, width + 1) for y in range(1, height + 1)]

    def lies(place: Square, edge: Dir) -> bool:
        beyond = place.to(edge, depth)
        return not (1 <= beyond.x <= width and 1 <= beyond.y <= height)

    along = [{place for place in squares if lies(place, EDGES[edge])} for edge in edges]
    return [mine.difference(*(other for other in along if other is not mine)) for mine in along]


def text(arena: Drawing) -> str:
    """How an arena is written down, so that `drawing` reads it as it is."""
    rows = arena.rows
    size = f"{len(rows[0])}x{len(rows)}"
    if arena.start == KINDS[0] and (zones := _zones(rows)):
        bare = [re.sub(f"[{STARTS[:-1]}]", SAND, row) for row in rows]
        plain = all(set(row) == {SAND} for row in bare)
        return "\n".join([f"{size} {zones}", *([] if plain else bare)])
    head = size if arena.start == KINDS[0] else f"{size} {arena.start}"
    return "\n".join([head, *rows])


def _zones(rows: Sequence[str]) -> str:
    """The zones that the letters of a map come to, if they come to any."""
    used = sorted({letter for row in rows for letter in row if letter in STARTS[:-1]})
    bare = [re.sub(f"[{STARTS[:-1]}]", SAND, row) for row in rows]
    deepest = max(len(rows), len(rows[0]))
    for depth in range(1, deepest):
        for edges in product(*(_edges(rows, letter, depth) for letter in used)):
            words = [*edges, "depth", str(depth)]
            if edges and _fits(bare, words, rows):
                return f"{KINDS[0]} {' '.join(words)}"
    return ""


def _fits(bare: Sequence[str], words: Sequence[str], rows: Sequence[str]) -> bool:
    try:
        return _zoned(bare, words) == list(rows)
    except WrongUsage:
        return False


def _edges(rows: Sequence[str], letter: str, depth: int) -> list[str]:
    """The edges along which a letter may stand, so many squares deep."""
    width, height = len(rows[0]), len(rows)
    mine = {
        Square(x, height - y)
        for y, row in enumerate(rows)
        for x, sign in enumerate(row, 1)
        if sign == letter
    }
    return [edge for edge in EDGES if mine <= _strips(width, height, [edge], depth)[0]]
