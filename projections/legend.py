"""What explains a picture: in words for those who do not see it, and as a legend below it."""

from collections.abc import Iterator, Sequence

from domain.drawing import Party, Picture, Token
from projections import glyphs
from projections.ink import Ink, wrapped

_ROW = 15
_HARD = "\N{NO-BREAK SPACE}"
_LEFT = 8.0
_FACING = {"n": "north", "e": "east", "s": "south", "w": "west"}


def told_token(picture: Picture, token: Token, spot: str = "") -> str:
    """A token in words: its name and side, where it is, and how it fares."""
    party = picture.party(token.side)
    whose = f" ({party.name})" if party else ""
    facts = [spot] if spot else []
    facts += [f"faces {_FACING[token.facing]}"] if token.facing in _FACING else []
    facts += [f"health {token.health} of {token.max_health}"]
    facts += [token.state] if token.state != "active" else []
    facts += ["has acted"] if token.activated else []
    facts += [*token.statuses, *(f"carries {what}" for what in token.bearing)]
    return f"{token.name}{whose}: {', '.join(facts)}"


def told(picture: Picture) -> str:
    """The whole picture in words."""
    names = {spot.id: spot.name for spot in picture.spots}
    parts = [f"Round {picture.round}."] if picture.round else []
    parts += [f"{one.number} {one.name}: {one.score}." for one in picture.sides]
    for spot in () if picture.squared else picture.spots:
        party = picture.party(spot.holder)
        held = f", held by {party.name}" if party else ""
        marks = "".join(f"; {mark.text}" for mark in spot.marks)
        parts.append(f"{spot.name}{held}{marks}.")
    parts += [f"{mark.text}." for mark in picture.marks]
    parts += [
        f"{told_token(picture, token, names.get(token.spot, ''))}." for token in picture.tokens
    ]
    return " ".join(parts)


def legend(ink: Ink, picture: Picture, top: float, wide: float) -> float:
    """Draw the legend below a height; returns where it ends."""
    y = _sides(ink, picture, top, wide)
    parts = [part for line in _lines(picture) for part in wrapped(line, 10, wide - 16)]
    for line in parts:
        ink.text("text", line, _LEFT, y + 10, size=10, room=wide - 16)
        y += _ROW
    return _signs(ink, picture, y, wide)


def _sides(ink: Ink, picture: Picture, top: float, wide: float) -> float:
    """Each side with its shape and points, and below it its members by handle and name."""
    columns: list[tuple[Party | None, list[Token]]] = [
        (party, [one for one in picture.tokens if one.side == party.number])
        for party in picture.sides
    ]
    others = [one for one in picture.tokens if not picture.party(one.side)]
    columns += [(None, others)] if others else []
    fits = max(1, min(len(columns), int(wide // 150)))
    room = (wide - 16) / fits
    y = top
    for start in range(0, len(columns), fits):
        row = columns[start : start + fits]
        for n, (party, tokens) in enumerate(row):
            _side(ink, (party, tokens), 8 + n * room, y, room - 10)
        y += _ROW * (1 + max(len(tokens) for _, tokens in row)) + 6
    return y


def _side(
    ink: Ink, column: tuple[Party | None, Sequence[Token]], x: float, y: float, room: float
) -> None:
    party, tokens = column
    glyphs.body(ink, party.number if party else 0, x + 6, y + 6, 5)
    head = f"{party.number} {party.name}: {party.score}" if party else "of no side"
    ink.text("head", head, x + 16, y + 10, size=11, room=room - 16)
    for n, token in enumerate(tokens, 1):
        at = y + n * _ROW + 9
        ink.text("head", glyphs.label(token), x, at, size=9, room=28)
        state = "" if token.state == "active" else f" ({token.state})"
        ink.text("text", f"{token.name}{state}", x + 32, at, size=10, room=room - 32)


def _lines(picture: Picture) -> Iterator[str]:
    """What holds for the whole board."""
    yield from (mark.text for mark in picture.marks)
    if picture.open and len(picture.spots) > 1:
        yield "Every place adjoins every other."
    for party in picture.sides if picture.squared and picture.round == 0 else ():
        if party.start:
            yield f"{party.number} {party.name} starts from {party.start}."
    if picture.grounds:
        named = (f"{glyphs.sign(kind)} {kind.name.lower()}" for kind in picture.grounds)
        yield " · ".join(name.replace(" ", _HARD) for name in named)


def _signs(ink: Ink, picture: Picture, y: float, wide: float) -> float:
    """The signs that are there, each with its word."""
    tokens = picture.tokens
    x = _LEFT
    signs = (
        ("has acted", any(one.activated for one in tokens)),
        ("leads", any(one.captain for one in tokens)),
        ("carries something", any(one.bearing for one in tokens)),
        ("out of the fight", any(one.spot and not one.stands for one in tokens)),
    )
    shown = [word for word, there in signs if there]
    for word in shown:
        if x + 110 > wide and x > _LEFT:
            x, y = _LEFT, y + _ROW
        _sign(ink, word, x + 6, y + 6)
        ink.text("text", word, x + 16, y + 10, size=10, room=96)
        x += 112
    return y + _ROW if shown else y


def _sign(ink: Ink, word: str, x: float, y: float) -> None:
    match word:
        case "has acted":
            glyphs.tick(ink, x, y)
        case "leads":
            glyphs.star(ink, x, y)
        case "carries something":
            glyphs.pack(ink, x, y)
        case _:
            glyphs.cross(ink, x, y, 4)
