"""What explains a picture: in words for those who do not see it, and as a legend below it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.drawing import Party, Picture, Token
from projections import glyphs
from projections.ink import Ink, wrapped

_ROW = 15
_HARD = "\N{NO-BREAK SPACE}"
_LEFT = 8.0
_FACING = frozenset("nesw")

Say = Callable[..., Any]
"""The sentence of a code, with its values (`Frame.say`)."""


def told_token(picture: Picture, token: Token, say: Say, spot: str = "") -> str:
    """A token in words: its name and side, where it is, and how it fares."""
    facts = [spot] if spot else []
    facts += [say(f"board.faces-{token.facing}")] if token.facing in _FACING else []
    facts += [say("board.health", what=picture.health, now=token.health, most=token.max_health)]
    facts += [token.state] if token.state != "active" else []
    facts += [say("board.acted")] if token.activated else []
    facts += [*token.statuses, *(say("board.bears", what=what) for what in token.bearing)]
    party, told = picture.party(token.side), ", ".join(facts)
    if party is None:
        return str(say("board.stray", name=token.name, facts=told))
    return str(say("board.token", name=token.name, side=party.name, facts=told))


def told(picture: Picture, say: Say) -> str:
    """The whole picture in words."""
    names = {spot.id: spot.name for spot in picture.spots}
    parts = [say("board.round", round=picture.round)] if picture.round else []
    if to_act := picture.party(picture.turn):
        parts.append(say("board.turn", side=to_act.name))
    parts += [f"{_party(one, say)}." for one in picture.sides]
    for spot in () if picture.squared else picture.spots:
        party = picture.party(spot.holder)
        held = f", {say('board.held', side=party.name)}" if party else ""
        marks = "".join(f"; {mark.text}" for mark in spot.marks)
        parts.append(f"{spot.name}{held}{marks}.")
    parts += [f"{mark.text}." for mark in picture.marks]
    parts += [
        f"{told_token(picture, token, say, names.get(token.spot, ''))}." for token in picture.tokens
    ]
    return " ".join(parts)


def _party(party: Party, say: Say) -> str:
    told: str = say("board.party", number=party.number, name=party.name, score=party.score)
    return told


def legend(ink: Ink, picture: Picture, say: Say, top: float, wide: float) -> float:
    """Draw the legend below a height; returns where it ends."""
    y = _sides(ink, picture, say, top, wide)
    parts = [part for line in _lines(picture, say) for part in wrapped(line, 10, wide - 16)]
    for line in parts:
        ink.text("text", line, _LEFT, y + 10, size=10, room=wide - 16)
        y += _ROW
    return _signs(ink, picture, say, y, wide)


def _sides(ink: Ink, picture: Picture, say: Say, top: float, wide: float) -> float:
    """Each side with its shape and points, and below it its members by handle and name."""
    columns: list[tuple[int, str, list[Token]]] = [
        (
            party.number,
            _party(party, say),
            [one for one in picture.tokens if one.side == party.number],
        )
        for party in picture.sides
    ]
    others = [one for one in picture.tokens if not picture.party(one.side)]
    columns += [(0, say("board.none"), others)] if others else []
    fits = max(1, min(len(columns), int(wide // 150)))
    room = (wide - 16) / fits
    y = top
    for start in range(0, len(columns), fits):
        row = columns[start : start + fits]
        for n, (side, head, tokens) in enumerate(row):
            x = _LEFT + n * room
            glyphs.body(ink, side, x + 6, y + 6, 5)
            ink.text("head", head, x + 16, y + 10, size=11, room=room - 26)
            _members(ink, tokens, say, (x, y + 9), room - 10)
        y += _ROW * (1 + max(len(tokens) for _, _, tokens in row)) + 6
    return y


def _members(
    ink: Ink, tokens: Sequence[Token], say: Say, at: tuple[float, float], room: float
) -> None:
    """The members of a side below each other: what stands on the token, and who it is."""
    x, y = at
    for n, token in enumerate(tokens, 1):
        ink.text("head", glyphs.label(token), x, y + n * _ROW, size=9, room=28)
        name = token.name
        if token.state != "active":
            name = say("board.member", name=name, state=token.state)
        ink.text("text", name, x + 32, y + n * _ROW, size=10, room=room - 32)


def _lines(picture: Picture, say: Say) -> Iterator[str]:
    """What holds for the whole board."""
    yield from (mark.text for mark in picture.marks)
    if picture.open and len(picture.spots) > 1:
        yield say("board.everywhere")
    for party in picture.sides if picture.squared and picture.round == 0 else ():
        if party.start:
            yield say("board.starts", number=party.number, name=party.name, place=party.start)
    if picture.grounds:
        named = (f"{glyphs.sign(kind)} {kind.name.lower()}" for kind in picture.grounds)
        yield " · ".join(name.replace(" ", _HARD) for name in named)


def _signs(ink: Ink, picture: Picture, say: Say, y: float, wide: float) -> float:
    """The signs that are there, each with its word."""
    tokens = picture.tokens
    signs: tuple[tuple[str, Callable[[Ink, float, float], None], bool], ...] = (
        ("acted", glyphs.tick, any(one.activated for one in tokens)),
        ("acts", glyphs.ring, any(one.id == picture.acting for one in tokens)),
        ("leads", glyphs.star, any(one.captain for one in tokens)),
        ("carries", glyphs.pack, any(one.bearing for one in tokens)),
        ("out", _crossed, any(one.down for one in tokens)),
    )
    shown = [(word, draw) for word, draw, there in signs if there]
    x = _LEFT
    for word, draw in shown:
        if x + 110 > wide and x > _LEFT:
            x, y = _LEFT, y + _ROW
        draw(ink, x + 6, y + 6)
        ink.text("text", say(f"board.{word}"), x + 16, y + 10, size=10, room=96)
        x += 112
    return y + _ROW if shown else y


def _crossed(ink: Ink, x: float, y: float) -> None:
    glyphs.cross(ink, x, y, 4)
