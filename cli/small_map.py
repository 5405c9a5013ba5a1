"""A battle's map in the letters of a terminal, however narrow: zones as lists, arenas as squares.

A token is its side's number, its handle and an arrow (`1BRU↑`); the narrower the terminal, the less
of it stands in its square, and the list below says the rest. Who has just moved has a star before
its name; no colour says anything.
"""

from collections.abc import Collection, Iterator

from cli.rows import clean, wrapped
from domain.drawing import Picture, Spot, Token

ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}
PLAIN = {"n": "^", "e": ">", "s": "v", "w": "<"}
_MARGIN = 3
_CELLS = (6, 5, 3, 2, 1)  # 1BRU↑ and a gap, without one, 1↑ with a gap and without, 1
_HANDLE = 3


def small_map(
    picture: Picture, room: int, moved: Collection[str] = (), *, plain: bool = False
) -> list[str]:
    """The map in rows of at most `room` places; `plain` where a terminal has no arrows."""
    arrows = PLAIN if plain else ARROWS
    if picture.squared:
        rows = [*_arena(picture, room, arrows), *_listed(picture, moved, arrows)]
    else:
        rows = list(_zones(picture, moved))
    return [part for row in rows for part in _indented(clean(row), room)]


def _indented(row: str, room: int) -> list[str]:
    """A row in parts that fit; the parts behind the first stand in by as much and two more."""
    stands = len(row) - len(row.lstrip())
    first, *rest = wrapped(row, room) if row else [""]
    if not rest:
        return [first]
    parts = wrapped(row.lstrip(), room - stands - 2)
    return [" " * (stands + 2 * bool(n)) + part for n, part in enumerate(parts)]


# Zones


def _zones(picture: Picture, moved: Collection[str]) -> Iterator[str]:
    """Each zone with what adjoins it, who holds it, and who is there, side by side."""
    names = {spot.id: spot.name for spot in picture.spots}
    for spot in picture.spots:
        near = [names[b if a == spot.id else a] for a, b in picture.links if spot.id in (a, b)]
        beside = f" ({', '.join(near)})" if near else ""
        party = picture.party(spot.holder)
        yield f"{spot.name}{beside}" + (f", held by {party.name}" if party else "")
        yield from (f"  {mark.text}" for mark in spot.marks)
        yield from _present(picture, spot, moved)


def _present(picture: Picture, spot: Spot, moved: Collection[str]) -> Iterator[str]:
    here = [token for token in picture.tokens if token.spot == spot.id]
    for side in sorted({token.side for token in here}, key=lambda side: side or len(here) + 99):
        party = picture.party(side)
        whose = f"{side} {party.name}: " if party else ""
        told = (_told(token, moved) for token in here if token.side == side)
        yield f"  {whose}{', '.join(told)}"


def _told(token: Token, moved: Collection[str]) -> str:
    """A token in a list: `*Sura 5/6, acted`."""
    facts = [token.state] if token.state != "active" else []
    facts += ["acted"] if token.activated else []
    more = f" ({', '.join(facts)})" if facts else ""
    return f"{_star(token, moved)}{token.name} {token.health}/{token.max_health}{more}"


def _star(token: Token, moved: Collection[str]) -> str:
    return "*" if token.id in moved else ""


# Arenas


def _arena(picture: Picture, room: int, arrows: dict[str, str]) -> Iterator[str]:
    """The squares, north above, as wide as there is room; none where even one place is too much."""
    wide = next((n for n in _CELLS if _MARGIN + n * picture.width <= room), 0)
    if not wide:
        return
    signs = {kind.id: kind.sign for kind in picture.grounds}
    tokens = {token.spot: token for token in picture.tokens if token.spot}
    squares = {(spot.column, spot.row): spot for spot in picture.spots}
    columns = range(1, picture.width + 1)
    heads = (squares[x, 1].name.rstrip("0123456789") for x in columns)
    yield " " * _MARGIN + "".join(head[:wide].ljust(wide) for head in heads).rstrip()
    for y in range(picture.height, 0, -1):
        drawn = (_cell(squares[x, y], tokens, signs, wide, arrows) for x in columns)
        yield f"{y:>2} {''.join(drawn)}".rstrip()


def _cell(
    spot: Spot,
    tokens: dict[str, Token],
    signs: dict[str, str],
    wide: int,
    arrows: dict[str, str],
) -> str:
    token = tokens.get(spot.id)
    if token is None:
        mark = next(iter(spot.marks), None)
        text = mark.sign + str(mark.side or "") if mark else signs.get(spot.ground, ".")
        return text[:wide].ljust(wide)
    return _sign(token, arrows, handle=wide >= _HANDLE + 2)[:wide].ljust(wide)


def _sign(token: Token, arrows: dict[str, str], *, handle: bool = True) -> str:
    """A token as it stands in its square: `1BRU↑`, or `1↑`."""
    name = token.handle[:_HANDLE].upper() if handle else ""
    return f"{token.side or 'n'}{name}{arrows.get(token.facing, '')}"


def _listed(picture: Picture, moved: Collection[str], arrows: dict[str, str]) -> Iterator[str]:
    """The sides, the ground, and who stands where."""
    for party in picture.sides:
        yield f"{party.number} {party.name}: {party.score}"
    if picture.grounds:
        yield ", ".join(f"{kind.sign} {kind.name.lower()}" for kind in picture.grounds)
    for spot in picture.spots:
        yield from (f"{spot.name}: {mark.text}" for mark in spot.marks if mark.kind != "start")
    for token in picture.tokens:
        where = f" on {token.spot}" if token.spot else ""
        if where:
            yield f"{_sign(token, arrows)} {_told(token, moved)}{where}"
