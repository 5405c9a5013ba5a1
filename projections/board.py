"""Where everything of a picture lies on the page, and the picture as SVG.

Lengths are in units of the SVG: a square of an arena is 40 wide. A token keeps its seat in an zone
through the whole battle, so that who stays does not move when others come and go.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, groupby
from types import MappingProxyType

import msgspec

from domain.drawing import Picture, Spot, Token
from projections import glyphs
from projections.frame.templates import Frame
from projections.ink import Dress, Ink, number, wrapped
from projections.layout import laid_out
from projections.legend import Say, legend, told_token
from projections.legend import told as told_of

SQUARE = 40
SEAT = (44, 50)
HEAD = 24
LINE = 12
EDGE = 26
_GAP = (36, 34)
_PAD = 8
_LEAST = 168
_NARROWEST = 330
_COLD: Mapping[str, int] = MappingProxyType({})
_FEW = 3


class Box(msgspec.Struct, frozen=True):
    """Where something lies: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


class Placed(msgspec.Struct, frozen=True):
    """A token, and where its middle lies."""

    token: Token
    x: float
    y: float


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """The page that moments of one battle are drawn on: boxes of its spots, seats of its tokens.

    A seat is measured from the upper left of a spot's box; those beside the board have one below
    it. `lines` is how many marks a box has room for.
    """

    width: float
    height: float
    boxes: Mapping[str, Box]
    seats: Mapping[str, tuple[float, float]]
    beside: Mapping[str, tuple[float, float]]
    lines: int = 0


def stage(*pictures: Picture) -> Stage:
    """One page for one or several moments of a battle, of which the last has all who took part."""
    newest = pictures[-1]
    tokens = {token.id: token for picture in pictures for token in picture.tokens}
    away = {t.id for picture in pictures for t in picture.tokens if not _placed(picture, t)}
    if newest.squared:
        boxes, seats, lines = _squares(newest), dict.fromkeys(tokens, (SQUARE / 2, SQUARE / 2)), 0
    else:
        boxes, seats, lines = _areas(pictures, list(tokens.values()))
    wide = max(box.x + box.width for box in boxes.values()) + _PAD
    high = max(box.y + box.height for box in boxes.values()) + _PAD
    beside = _beside([one for one in tokens if one in away], max(wide, _NARROWEST), high)
    if beside:
        wide = max(wide, _NARROWEST)
        high = max(y for _, y in beside.values()) + SEAT[1] / 2 + _PAD
    return Stage(width=wide, height=high, boxes=boxes, seats=seats, beside=beside, lines=lines)


def placed(picture: Picture, on: Stage | None = None) -> tuple[Placed, ...]:
    """Every token with the middle of where it lies, no two on each other."""
    board = on or stage(picture)
    taken: dict[tuple[float, float], int] = {}
    found = []
    for token in picture.tokens:
        box = board.boxes.get(token.spot)
        if box is None:
            x, y = board.beside[token.id]
        else:
            dx, dy = board.seats[token.id]
            x, y = box.x + dx, box.y + dy
        double = taken[x, y] = taken.get((x, y), -1) + 1
        found.append(Placed(token, x + 6 * double, y + 6 * double))
    return tuple(found)


def _placed(picture: Picture, token: Token) -> bool:
    return bool(token.spot) and any(spot.id == token.spot for spot in picture.spots)


def _squares(picture: Picture) -> dict[str, Box]:
    """The squares of an arena, north above."""
    return {
        spot.id: Box(
            EDGE + (spot.column - 1) * SQUARE,
            EDGE + (picture.height - spot.row) * SQUARE,
            SQUARE,
            SQUARE,
        )
        for spot in picture.spots
    }


def _areas(
    pictures: Sequence[Picture], tokens: Sequence[Token]
) -> tuple[dict[str, Box], dict[str, tuple[float, float]], int]:
    """The zones of a map, all of one size, and the seats in each."""
    newest = pictures[-1]
    lines = max(len(spot.marks) for picture in pictures for spot in picture.spots)
    top = HEAD + lines * LINE + (4 if lines else 0)
    seats, wide, high = _seats(tokens, top)
    width, height = max(wide + 2 * _PAD, _LEAST), high + _PAD
    shift = (width - wide) / 2
    places = laid_out(tuple(spot.id for spot in newest.spots), newest.links)
    steps = ((width + _GAP[0]) / 2, (height + _GAP[1]) / 2)
    boxes = {
        area: Box(_PAD + x * steps[0], _PAD + y * steps[1], width, height)
        for area, (x, y) in places.items()
    }
    return boxes, {one: (x + shift, y) for one, (x, y) in seats.items()}, lines


def _seats(
    tokens: Sequence[Token], top: float
) -> tuple[dict[str, tuple[float, float]], float, float]:
    """A seat for every token: a block of columns for each side, side by side."""
    sides = [list(one) for _, one in groupby(sorted(tokens, key=_side), _side)]
    rows = 1
    while sum(-(-len(side) // rows) for side in sides) > rows * 2 + 1:
        rows += 1
    seats: dict[str, tuple[float, float]] = {}
    column = 0
    for side in sides:
        for n, token in enumerate(side):
            x, y = column + n // rows, n % rows
            seats[token.id] = ((x + 0.5) * SEAT[0], top + (y + 0.5) * SEAT[1])
        column += -(-len(side) // rows)
    return seats, column * SEAT[0], top + rows * SEAT[1]


def _side(token: Token) -> int:
    return token.side or 99


def _beside(ids: Iterable[str], wide: float, high: float) -> dict[str, tuple[float, float]]:
    """Seats below the board, row by row."""
    fits = max(1, int((wide - 2 * _PAD) // SEAT[0]))
    return {
        one: (_PAD + (n % fits + 0.5) * SEAT[0], high + LINE + (n // fits + 0.5) * SEAT[1])
        for n, one in enumerate(ids)
    }


# As SVG


@cache
def _english() -> Frame:
    """The words of a picture that nobody gave any."""
    return Frame()


def svg(
    picture: Picture,
    title: str,
    *,
    caption: Sequence[str] = (),
    on: Stage | None = None,
    heat: Mapping[str, int] | None = None,
    moved: Collection[str] = (),
    headed: bool = True,
    explained: bool = True,
    dress: Dress = Dress.OWN,
    scale_mm: float = 0,
    frame: Frame | None = None,
) -> str:
    """The picture as an SVG document that needs nothing else; the same picture, the same bytes.

    `caption` are lines below it, `explained` adds the legend, `headed` the
    title above it. `heat` shades spots by a number each
    and writes it; `moved` rings tokens. `scale_mm` gives an arena its real size, so many
    millimetres a square. `frame` has the words, English without one.
    """
    board = on or stage(picture)
    ink, say = Ink(dress), (frame or _english()).say
    heading = EDGE if title and headed and explained else 0
    ink.open(transform=f"translate(0 {heading})" if heading else "")
    warm = {spot: count for spot, count in (heat or {}).items() if count and spot in board.boxes}
    scene(ink, picture, board, say, heat=warm)
    for one in placed(picture, board):
        told = told_token(picture, one.token, say)
        glyphs.token(
            ink, one.token, one.x, one.y, told=told, moved=one.token.id in {picture.acting, *moved}
        )
    high = board.height
    wide = max(board.width, _NARROWEST) if explained else board.width
    if explained:
        high = legend(ink, picture, say, high + 4, wide)
    for line in (part for whole in caption for part in wrapped(whole, 8, wide - 2 * _PAD)):
        ink.text("quiet", line, _PAD, high + 12, size=8, room=wide - 2 * _PAD)
        high += 11
    ink.close()
    high += heading + (_PAD if explained or caption else 0)
    if heading:
        ink.text("head", title, _PAD, 18, size=15, room=wide - 2 * _PAD)
    unit = f"{scale_mm / SQUARE}mm" if scale_mm else ""
    names = {spot.id: spot.name for spot in picture.spots}
    words = [told_of(picture, say), *(f"{names[spot]}: {count}." for spot, count in warm.items())]
    return ink.document(wide, high, title=title, told=" ".join(words), unit=unit)


def scene(
    ink: Ink, picture: Picture, board: Stage, say: Say, *, heat: Mapping[str, int] = _COLD
) -> None:
    """All that lies below the tokens; spots with `heat` are shaded and numbered."""
    if picture.squared:
        _arena(ink, picture, board, heat)
    else:
        _map(ink, picture, board, heat, say)
    if board.beside:
        top = min(y for _, y in board.beside.values()) - SEAT[1] / 2
        ink.text("quiet", say("board.beside"), _PAD, top, size=9)


def _arena(ink: Ink, picture: Picture, board: Stage, heat: Mapping[str, int]) -> None:
    """The squares with their ground and what lies on them, numbered along two edges."""
    boxes = board.boxes
    wide, high = picture.width * SQUARE, picture.height * SQUARE
    ink.shape("sand", "rect", x=EDGE, y=EDGE, width=wide, height=high)
    glyphs.ground(ink, picture, lambda spot: (boxes[spot.id].x, boxes[spot.id].y), SQUARE)
    for spot in picture.spots:
        box = boxes[spot.id]
        if spot.row == 1:
            letter = spot.name.rstrip("0123456789")
            ink.text("text", letter, box.centre[0], EDGE - 8, size=11, anchor="middle")
        if spot.column == 1:
            ink.text("text", str(spot.row), EDGE - 6, box.centre[1] + 4, size=11, anchor="end")
        if spot.marks:
            glyphs.on_square(ink, spot, *box.centre)
    for one, count in heat.items():
        _shade(ink, boxes[one], count, max(heat.values()))
        x, y = boxes[one].centre
        ink.text("head", str(count), x, y + 5, size=14, anchor="middle")


def _shade(ink: Ink, box: Box, count: int, most: int, rounded: int = 0) -> None:
    """Shade a spot by how much happened there, in five steps."""
    step = -(-5 * count // most)
    size = {"x": box.x, "y": box.y, "width": box.width, "height": box.height}
    round_ = {"rx": rounded} if rounded else {}
    ink.shape("heat", "rect", **size, **round_, fill_opacity=f"{15 * step / 100}")


def _map(ink: Ink, picture: Picture, board: Stage, heat: Mapping[str, int], say: Say) -> None:
    """The zones with what lies in them, and the links between those that adjoin."""
    boxes = board.boxes
    few = picture.open and len(boxes) <= _FEW
    for one, other in combinations(boxes, 2) if few else picture.links:
        (x, y), (u, v) = boxes[one].centre, boxes[other].centre
        ink.path("link", f"M{number(x)} {number(y)}L{number(u)} {number(v)}")
    for spot in picture.spots:
        box, held = boxes[spot.id], "held" if spot.holder else "area"
        ink.open()
        ink.shape(held, "rect", x=box.x, y=box.y, width=box.width, height=box.height, rx=8)
        if count := heat.get(spot.id, 0):
            _shade(ink, box, count, max(heat.values()), 8)
        _zone(ink, picture, spot, box, say, count=count)
        ink.close()


def _zone(ink: Ink, picture: Picture, spot: Spot, box: Box, say: Say, *, count: int) -> None:
    """What stands in a zone's box: its name, who holds it, how much happened there, its marks."""
    room = box.width - 2 * _PAD
    if party := picture.party(spot.holder):
        ink.open(say("board.held", side=party.name))
        x = box.x + box.width - 14
        glyphs.body(ink, spot.holder, x, box.y + 13, 8)
        ink.text("head", str(spot.holder), x, box.y + 16.5, size=9, anchor="middle")
        ink.close()
        room -= 20
    if count:
        ink.text("head", str(count), box.x + _PAD + room, box.y + 18, size=14, anchor="end")
        room -= 12 * len(str(count))
    ink.text("head", spot.name, box.x + _PAD, box.y + 17, size=12, room=room)
    for n, mark in enumerate(spot.marks, 1):
        y = box.y + HEAD + n * LINE - 2
        glyphs.mark(ink, mark, box.x + _PAD, y, box.width - 2 * _PAD)
