"""The ground of a battle to be played on: an arena to scale, or a map of places on one page.

An arena that is larger than the paper goes on over several sheets. Each but the last of a row or
column has a strip at its edge that the next one is glued onto; a line of 100 mm says whether a
printer has changed the scale. A unit of the drawing is a fortieth of a square.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from domain.drawing import Mark, Picture, Spot
from domain.paper import Sheet
from domain.terms import WrongUsage
from projections import glyphs
from projections.frame.templates import Frame
from projections.ink import Dress, Ink, number, wrapped
from projections.layout import laid_out
from projections.paper.formats import Format
from projections.paper.spoken import Said

SQUARE = 40
STRIP = 6.0
"""How wide the strip is that the next sheet is glued onto, in millimetres."""
HEAD = 16.0
"""What title and ruler of a sheet take, in millimetres."""
SMALLEST, LARGEST = 5, 100
"""Millimetres a square may have."""
_FINE = 0.25
_PAGE = (760.0, 960.0)
"""A page of places, in units of a quarter of a millimetre."""


class Tile(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet of an arena: its place among the others, and its columns and rows of squares."""

    across: int
    down: int
    columns: range
    rows: range


class Drawn(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet as SVG, and what is said of it."""

    svg: str
    told: str = ""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """What a battle is fought on, drawn on its sheets; `scale` is 0 for a map of places."""

    name: str
    picture: Picture
    pages: tuple[Drawn, ...]
    scale: float = 0

    def told(self, frame: Frame) -> Said:
        """What is said beside the drawing."""
        squared = self.picture.squared
        return {
            "title": frame.say("paper.arena-of", name=self.name),
            "scale": frame.say("paper.scale", mm=f"{self.scale:g}") if squared else "",
            "squared": squared,
            "legend": [list(each) for each in _legend(self.picture)],
            "check": frame.say("paper.check"),
        }


def ground(frame: Frame, sheet: Sheet, picture: Picture, form: Format, *, scale: float) -> Ground:
    """The ground of a battle on sheets of paper. Raises WrongUsage for a scale that cannot be."""
    texts = {place.name: place.text for place in sheet.places}
    bare = replace(picture, tokens=())
    drawn = tuple(_pages(frame, bare, texts, form, scale))
    scale = scale if picture.squared else 0
    return Ground(name=sheet.scenario, picture=bare, pages=drawn, scale=scale)


def _legend(picture: Picture) -> Iterator[tuple[str, str]]:
    """What the signs in squares mean: kinds of ground, and where somebody starts."""
    if picture.squared:
        yield from ((glyphs.sign(one), one.name) for one in picture.grounds)
        starts = {mark.sign: mark.text for spot in picture.spots for mark in spot.marks}
        yield from sorted((sign, text) for sign, text in starts.items() if sign)


def _pages(
    frame: Frame, picture: Picture, texts: Mapping[str, str], form: Format, scale: float
) -> list[Drawn]:
    """The sheets of a ground; `texts` say what places are for."""
    if not picture.squared:
        return [Drawn(svg=_places(picture, texts))]
    if not SMALLEST <= scale <= LARGEST:
        raise WrongUsage(f"a square is {SMALLEST} to {LARGEST} mm wide", hint="--scale 25")
    tiles = list(tiled(picture.width, picture.height, form, scale))
    return [
        Drawn(svg=_tile(frame, picture, one, tiles, scale), told=_told(frame, one, tiles))
        for one in tiles
    ]


def tiled(width: int, height: int, form: Format, scale: float) -> Iterator[Tile]:
    """An arena of so many squares in sheets, as alike as can be, from the north-west."""
    room = form.room
    columns = _parted(width, room[0], scale)
    rows = _parted(height, room[1] - HEAD, scale)
    for down, lies in enumerate(reversed(rows)):
        for across, stands in enumerate(columns):
            yield Tile(across=across, down=down, columns=stands, rows=lies)


def _parted(count: int, room: float, scale: float) -> list[range]:
    """Squares 1 to `count` in as few parts as have room, none more than one larger than another."""
    whole = count * scale <= room
    most = count if whole else max(1, int((room - STRIP) // scale))
    parts = -(-count // most)
    ends = [count * n // parts for n in range(parts + 1)]
    return [range(low + 1, high + 1) for low, high in pairwise(ends)]


def _told(frame: Frame, tile: Tile, tiles: Sequence[Tile]) -> str:
    """Which sheet it is, where there are several."""
    if len(tiles) == 1:
        return ""
    number_, row, column = tiles.index(tile) + 1, tile.down + 1, tile.across + 1
    return frame.say("paper.tile", n=number_, all=len(tiles), column=column, row=row)


def _tile(frame: Frame, picture: Picture, tile: Tile, tiles: Sequence[Tile], scale: float) -> str:
    """A sheet of squares, each with its name; at inner edges the strip for the next sheet."""
    ink, strip = Ink(Dress.PRINT), STRIP * SQUARE / scale
    spots = tuple(s for s in picture.spots if s.column in tile.columns and s.row in tile.rows)
    part = replace(picture, spots=spots, width=len(tile.columns), height=len(tile.rows))
    wide, high = part.width * SQUARE, part.height * SQUARE

    def corner(spot: Spot) -> tuple[float, float]:
        return (spot.column - tile.columns[0]) * SQUARE, (tile.rows[-1] - spot.row) * SQUARE

    glyphs.ground(ink, part, corner, SQUARE)
    for spot in spots:
        x, y = corner(spot)
        ink.text("quiet", spot.name, x + SQUARE - 2, y + 6, size=5, anchor="end")
        glyphs.on_square(ink, spot, x + SQUARE / 2, y + SQUARE / 2)
    east = _beside(tiles, tile, 1, 0)
    south = _beside(tiles, tile, 0, 1)
    if east:
        _strip(ink, (wide, 0, strip, high), frame.say("paper.glue", sheet=east))
    if south:
        _strip(ink, (0, high, wide, strip), frame.say("paper.glue", sheet=south))
    title = _told(frame, tile, tiles) or frame.say("paper.arenas")
    return ink.document(
        wide + (strip if east else 0),
        high + (strip if south else 0),
        title=title,
        told=", ".join(spot.name for spot in (spots[0], spots[-1])),
        unit=f"{scale / SQUARE:.6g}mm",
    )


def _beside(tiles: Sequence[Tile], tile: Tile, across: int, down: int) -> int:
    """The number of the sheet beside one, 0 where there is none."""
    wanted = (tile.across + across, tile.down + down)
    return next((n for n, one in enumerate(tiles, 1) if (one.across, one.down) == wanted), 0)


def _strip(ink: Ink, box: tuple[float, float, float, float], told: str) -> None:
    """Where the next sheet is glued on: dashes round it, marks at which squares meet, words."""
    x, y, wide, high = box
    ink.shape("moved", "rect", x=x, y=y, width=wide, height=high)
    along, across = max(wide, high), min(wide, high)
    size = min(8.0, across * 0.6)
    for n in range(SQUARE, int(along), SQUARE):
        at = f"M{number(x)} {number(y + n)}h" if high > wide else f"M{number(x + n)} {number(y)}v"
        ink.path("thin", f"{at}{number(across * 0.3)}")
    middle = (x + wide / 2, y + high / 2)
    turn = f"rotate(90 {number(middle[0])} {number(middle[1])})" if high > wide else ""
    ink.open(transform=turn)
    ink.text(
        "text", told, *(middle[0], middle[1] + size / 3), size=size, room=along, anchor="middle"
    )
    ink.close()


def _places(picture: Picture, texts: Mapping[str, str]) -> str:
    """A map of places on one page, large enough to stand in; lines join those that adjoin."""
    ink = Ink(Dress.PRINT)
    found = laid_out(tuple(spot.id for spot in picture.spots), picture.links)
    halves = (max(x for x, _ in found.values()) + 2, max(y for _, y in found.values()) + 2)
    step = (_PAGE[0] / halves[0], _PAGE[1] / halves[1])
    wide, high = step[0] * 2 - 40, step[1] * 2 - 56
    boxes = {id_: (x * step[0] + 20, y * step[1] + 28) for id_, (x, y) in found.items()}
    for one, other in picture.links:
        ends = [(boxes[id_][0] + wide / 2, boxes[id_][1] + high / 2) for id_ in (one, other)]
        (x, y), (u, v) = ends
        ink.path("link", f"M{number(x)} {number(y)}L{number(u)} {number(v)}")
    for spot in picture.spots:
        _place(ink, spot, texts.get(spot.name, ""), (*boxes[spot.id], wide, high))
    names = ", ".join(spot.name for spot in picture.spots)
    return ink.document(*_PAGE, title=names, told=names, unit=f"{_FINE}mm")


def _place(ink: Ink, spot: Spot, text: str, box: tuple[float, float, float, float]) -> None:
    """A place: its name, what it is for, its objectives each with a box to tick."""
    x, y, wide, high = box
    room = wide - 32
    ink.shape("bare", "rect", x=x, y=y, width=wide, height=high, rx=18)
    top = y + 14.0
    for line in wrapped(spot.name, 26, room / 1.1):
        top += 26
        ink.text("head", line, x + 16, top, size=26, room=room)
    for line in wrapped(text, 13, room) if text else ():
        top += 17
        ink.text("text", line, x + 16, top, size=13, room=room)
    bottom = y + high - 14
    for mark in reversed(spot.marks):
        bottom -= _ticked(ink, mark, x + 16, bottom, room)


def _ticked(ink: Ink, mark: Mark, x: float, y: float, room: float) -> float:
    """A mark with a box to tick above a height; returns how high it is."""
    lines = wrapped(mark.text, 13, room - 26)
    high = 17.0 * len(lines) + 6
    ink.shape("bare", "rect", x=x, y=y - high + 2, width=16, height=16)
    for n, line in enumerate(lines):
        ink.text("text", line, x + 24, y - high + 15 + 17 * n, size=13, room=room - 26)
    return high
