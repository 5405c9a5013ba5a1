"""What stands on a board, drawn: tokens with facing and health, ground, flags, objectives.

A side is told by the shape of its tokens and by its number, facing by a nose, health by a bar and a
number, who has acted by a tick, who fell by a cross, a leader by a star: no colour is needed.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from domain.drawing import Ground, Mark, Picture, Spot, Token
from projections.ink import Ink, number

RADIUS = 14
SHAPES = ("octagon", "circle", "square", "hexagon", "diamond")
_FACTS = {
    "octagon": ((-0.42, -1), (0.42, -1), (1, -0.42), (1, 0.42), (0.42, 1), (-0.42, 1), (-1, 0.42)),
    "square": ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)),
    "hexagon": ((-0.55, -1), (0.55, -1), (1.1, 0), (0.55, 1), (-0.55, 1), (-1.1, 0)),
    "diamond": ((0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)),
}
_CORNERS = _FACTS | {"octagon": (*_FACTS["octagon"], (-1, -0.42))}
_STAR = ((0, -5), (1.4, -1.6), (5, -1.5), (2.2, 0.8), (3.1, 4.3), (0, 2.3))
_STARRED = (*_STAR, (-3.1, 4.3), (-2.2, 0.8), (-5, -1.5), (-1.4, -1.6))
_FACING = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
_MOST_PIPS = 12
_SHORT = 4

Corner = Callable[[Spot], tuple[float, float]]
"""The upper left corner of a square."""


def shape(side: int) -> str:
    """The shape of a side's tokens; beyond the fourth they begin again, and the number tells."""
    return SHAPES[(side - 1) % 4 + 1] if side else SHAPES[0]


def body(ink: Ink, side: int, x: float, y: float, radius: float = RADIUS) -> None:
    """The body of a side's tokens."""
    role = f"s{(side - 1) % 4 + 1}" if side else "s0"
    if shape(side) == "circle":
        ink.shape(role, "circle", cx=x, cy=y, r=radius)
    else:
        corners = [(x + dx * radius, y + dy * radius) for dx, dy in _CORNERS[shape(side)]]
        ink.path(role, _closed(corners))


def token(ink: Ink, one: Token, x: float, y: float, *, told: str, moved: bool) -> None:
    """A token with its middle at a point; `told` is its title, `moved` rings it."""
    ink.open(told)
    if moved:
        ring(ink, x, y, RADIUS + 5)
    if one.facing in _FACING:
        _nose(ink, _FACING[one.facing], x, y)
    body(ink, one.side, x, y)
    if one.down:
        cross(ink, x, y, RADIUS - 2)
    if one.side:
        ink.text("text", str(one.side), x, y - 6, size=6.5, anchor="middle")
    ink.text("head", label(one), x, y + 3, size=9.5, room=24, anchor="middle")
    health = f"{one.health}/{one.max_health}"
    ink.text("text", health, x, y + 10.5, size=7, room=20, anchor="middle")
    _bar(ink, one, x, y - RADIUS - 5.5 if one.facing == "s" else y + RADIUS + 2.5)
    _signs(ink, one, x, y)
    ink.close()


def label(one: Token) -> str:
    """What stands on a token: its handle; of who has no short one, letters and number of it."""
    if 0 < len(one.handle) <= _SHORT:
        return one.handle
    text = one.handle or one.name
    count = text[len(text.rstrip("0123456789")) :][-2:]
    letters = "".join(c for c in text if c.isalnum()).removesuffix(count)
    return f"{letters[: min(3, _SHORT - len(count))]}{count}".upper() or "?"


def _nose(ink: Ink, way: tuple[int, int], x: float, y: float) -> None:
    dx, dy = way
    tip = (x + 20 * dx, y + 20 * dy)
    left = (x + 12 * dx - 7 * dy, y + 12 * dy + 7 * dx)
    right = (x + 12 * dx + 7 * dy, y + 12 * dy - 7 * dx)
    ink.path("full", _closed([tip, left, right]))


def _bar(ink: Ink, one: Token, x: float, y: float) -> None:
    """A pip for each point of health, full for those that are left; a plain bar for many."""
    most, wide, left = max(one.max_health, 1), 28.0, x - 14
    now = min(max(one.health, 0), most)
    ink.shape("bare", "rect", x=left, y=y, width=wide, height=3)
    if now:
        ink.shape("full", "rect", x=left, y=y, width=wide * now / most, height=3)
    if 1 < most <= _MOST_PIPS:
        pips = [left + wide * n / most for n in range(1, most)]
        ink.path("cut", "".join(f"M{number(at)} {number(y)}v3" for at in pips))


def _signs(ink: Ink, one: Token, x: float, y: float) -> None:
    """Acted, leads, carries something."""
    if one.activated:
        tick(ink, x + 12.5, y - 12.5)
    if one.captain:
        star(ink, x - 13, y - 13)
    if one.bearing:
        pack(ink, x + 13, y + 9)


def cross(ink: Ink, x: float, y: float, reach: float) -> None:
    """The sign of who is out of the fight."""
    wide = number(2 * reach)
    start = f"M{number(x - reach)} {number(y - reach)}"
    ink.path("crossed", f"{start}l{wide} {wide}m0 -{wide}l-{wide} {wide}")


def ring(ink: Ink, x: float, y: float, radius: float = 6) -> None:
    """The sign of who acts, or has just moved."""
    ink.shape("moved", "circle", cx=x, cy=y, r=radius)


def tick(ink: Ink, x: float, y: float) -> None:
    """The sign of who has acted."""
    ink.shape("bare", "circle", cx=x, cy=y, r=5)
    ink.path("thin", f"M{number(x - 2.6)} {number(y)}l2 2.4 3.4 -4.6")


def star(ink: Ink, x: float, y: float) -> None:
    """The sign of who leads."""
    ink.path("full", _closed([(x + dx, y + dy) for dx, dy in _STARRED]))


def pack(ink: Ink, x: float, y: float) -> None:
    """The sign of who carries something."""
    ink.shape("bare", "rect", x=x - 4, y=y - 3, width=8, height=7)
    ink.path("thin", f"M{number(x - 2)} {number(y - 3)}v-2h4v2")


def flag(ink: Ink, side: int, x: float, y: float) -> None:
    """A side's flag, with its number."""
    ink.path("thin", f"M{number(x - 6)} {number(y + 10)}v-20")
    ink.path("bare", f"M{number(x - 6)} {number(y - 10)}h14v10h-14z")
    ink.text("head", str(side or ""), x + 1, y - 2, size=8, anchor="middle")


def diamond(ink: Ink, x: float, y: float, *, done: bool) -> None:
    """The sign of an objective, full when it is completed."""
    corners = [(x, y - 4), (x + 4, y), (x, y + 4), (x - 4, y)]
    ink.path("full" if done else "bare", _closed(corners))


def mark(ink: Ink, one: Mark, x: float, y: float, room: float) -> None:
    """A line that tells a mark, its sign before it; y is its baseline."""
    if one.kind == "item":
        pack(ink, x + 4, y - 3.5)
    else:
        diamond(ink, x + 4, y - 3.5, done=one.done)
    ink.open(one.text)
    ink.text("text", one.sign or one.text, x + 12, y, size=9, room=room - 12)
    ink.close()


# Ground


def ground(ink: Ink, picture: Picture, corner: Corner, size: float) -> None:
    """The squares of an arena by their ground, each with its sign, then the grid."""
    kinds = {one.id: one for one in picture.grounds}
    lies = sorted((s for s in picture.spots if s.ground), key=lambda s: s.ground)
    for kind, group in groupby(lies, lambda s: s.ground):
        _lies(ink, kinds[kind], [corner(spot) for spot in group], size)
    x, y = min(corner(s)[0] for s in picture.spots), min(corner(s)[1] for s in picture.spots)
    wide, high = picture.width * size, picture.height * size
    across = [f"M{number(x)} {number(y + n * size)}h{number(wide)}" for n in range(picture.height)]
    down = [f"M{number(x + n * size)} {number(y)}v{number(high)}" for n in range(picture.width)]
    ink.path("grid", "".join([*across, *down]))
    ink.shape("frame", "rect", x=x, y=y, width=wide, height=high)


def _lies(ink: Ink, kind: Ground, corners: Sequence[tuple[float, float]], size: float) -> None:
    full = "".join(
        f"M{number(x)} {number(y)}h{number(size)}v{number(size)}h{number(-size)}z"
        for x, y in corners
    )
    ink.open(kind.name)
    if kind.blocked:
        ink.path("wall", full)
    elif kind.height:
        ink.path("rise", full)
        ink.path("hatch", "".join(_steps(x, y, size, kind.height) for x, y in corners))
    elif kind.dangerous:
        ink.path("hatch", "".join(_hatched(x, y, size) for x, y in corners))
    role = "light" if kind.blocked else "text"
    for x, y in corners:
        ink.text(role, sign(kind), x + 3, y + size - 4, size=9)
    ink.close()


def sign(kind: Ground) -> str:
    """What stands in a square for its ground: the height where it rises, else its sign."""
    return f"{kind.sign}{kind.height}" if kind.height and not kind.sign.isdigit() else kind.sign


def _steps(x: float, y: float, size: float, height: int) -> str:
    """A frame within the square for each level."""
    told = []
    for n in range(1, height + 1):
        inner = size - 6 * n
        told.append(
            f"M{number(x + 3 * n)} {number(y + 3 * n)}"
            f"h{number(inner)}v{number(inner)}h{number(-inner)}z"
        )
    return "".join(told)


def _hatched(x: float, y: float, size: float) -> str:
    """Slanting lines over the square."""
    cut = [size * n / 4 for n in range(1, 4)]
    falling = [f"M{number(x)} {number(y + c)}L{number(x + c)} {number(y)}" for c in (*cut, size)]
    rising = [
        f"M{number(x + c)} {number(y + size)}L{number(x + size)} {number(y + c)}" for c in cut
    ]
    return "".join([*falling, *rising])


def on_square(ink: Ink, spot: Spot, x: float, y: float) -> None:
    """What lies on a square, its middle at a point: a flag, or whose start it is."""
    for one in spot.marks:
        ink.open(one.text)
        if one.kind == "flag":
            flag(ink, one.side, x, y)
        else:
            ink.text("quiet", one.sign, x, y + 6, size=17, anchor="middle")
        ink.close()


def _closed(corners: Iterable[tuple[float, float]]) -> str:
    points = "L".join(f"{number(x)} {number(y)}" for x, y in corners)
    return f"M{points}z"
