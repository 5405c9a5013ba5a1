"""A battle as what a page needs to play it: each moment as what differs from the one before.

What is seen of a token is its *place* (a point of the drawing, and the name of the spot) and its
*look* (a small drawing, and the same in words); a *scene* is all that lies below the tokens. Each
is held once, however often it comes; moments name them by number.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from domain.drawing import Picture, Token
from projections import glyphs
from projections.board import Stage, placed, scene, stage
from projections.ink import Dress, Ink
from projections.player.binding import bound, leaves
from projections.player.shots import Shot, Told, Turn

Says = Callable[..., str]
"""The words for a code of the catalogue."""


class Look(msgspec.Struct, frozen=True):
    """How somebody looks: the drawing about (0, 0), and in words: health, facing, how it fares."""

    drawing: str
    health: str
    facing: str
    state: str
    acted: bool


class Place(msgspec.Struct, frozen=True):
    """Where somebody is: a point of the drawing, and what the spot is called."""

    x: float
    y: float
    name: str


class Seen(NamedTuple):
    """A token as it is seen at a moment."""

    token: Token
    place: Place
    look: Look


class Reel(msgspec.Struct, frozen=True):
    """A battle to be played: the page it is drawn on, what the player reads, how it looks last.

    `seen` has everybody who was ever there, in the player's order; None who is not there any more.
    """

    stage: Stage
    data: dict[str, Any]
    scene: str
    seen: Sequence[tuple[Token, Seen | None]]
    last: Picture


class _Numbered:
    """Things by number, each held once."""

    def __init__(self) -> None:
        self._numbers: dict[Any, int] = {}

    def of(self, thing: Any) -> int:
        """The number of a thing."""
        return self._numbers.setdefault(thing, len(self._numbers))

    def all(self) -> list[Any]:
        """All of them in the order of their numbers."""
        return list(self._numbers)


def reel(shots: Sequence[Shot], say: Says, turns: Iterable[Turn] = ()) -> Reel:
    """The reel of some moments, of which there is one at least."""
    on = stage(*(shot.picture for shot in shots))
    filming = _Filming(on, say)
    moments = [filming.moment(shot) for shot in shots]
    last = shots[-1].picture
    data = {
        "tokens": [[one.name, one.side] for one in filming.tokens.values()],
        "sides": [party.name for party in last.sides],
        "places": [[*map(_plain, (one.x, one.y)), one.name] for one in filming.places.all()],
        "looks": [msgspec.structs.astuple(one) for one in filming.looks.all()],
        "scenes": filming.scenes.all(),
        "marks": [list(one) for one in filming.marks.all()],
        "patterns": {event: found.all() for event, found in sorted(filming.patterns.items())},
        "moments": moments,
        "turns": [[one.address, one.text] for one in turns],
    }
    seen = {each.token.id: each for each in filming.seen(last)}
    everybody = [(token, seen.get(id_)) for id_, token in filming.tokens.items()]
    return Reel(on, data, filming.scene(last), everybody, last)


def _plain(length: float) -> float | int:
    """A length as short as it can be written."""
    return int(length) if length == int(length) else round(length, 1)


class _Filming:
    """Moments being taken one after another; each remembers what the one before it showed."""

    def __init__(self, on: Stage, say: Says) -> None:
        self.tokens: dict[str, Token] = {}
        self.places, self.looks, self.scenes, self.marks = (_Numbered() for _ in range(4))
        self.patterns: dict[str, _Numbered] = {}
        self._on = on
        self._say = say
        self._drawn: dict[Token, Look] = {}
        self._scene: tuple[Any, str] = (None, "")
        self._shown: dict[str, tuple[int, int]] = {}
        self._before: dict[str, Any] = {}

    def moment(self, shot: Shot) -> dict[str, Any]:
        """A moment as what differs from the one before."""
        picture = shot.picture
        for told in shot.told:
            self._bind(told)
        found: dict[str, Any] = {"lines": [told.address for told in shot.told]}
        if shot.typed:
            found["typed"] = shot.typed
        if dice := [fell for row, told in enumerate(shot.told) for fell in _dice(row, told)]:
            found["dice"] = dice
        if moved := list(self._moved(picture)):
            found["moved"] = moved
        known = list(self.tokens)
        struck = [pair for pair in dict.fromkeys(shot.strikes) if set(pair) <= set(known)]
        if struck:
            found["strikes"] = [[known.index(one), known.index(other)] for one, other in struck]
        now = {
            "round": picture.round,
            "turn": picture.turn,
            "scores": [party.score for party in picture.sides],
            "scene": self.scenes.of(self.scene(picture)),
            "marks": self.marks.of(tuple(mark.text for mark in picture.marks)),
        }
        found |= {key: value for key, value in now.items() if self._before.get(key) != value}
        self._before = now
        return found

    def _moved(self, picture: Picture) -> Iterator[tuple[int, int, int]]:
        """Whose place or look is another than before: the token, its place, its look.

        Who is not there any more has the place and the look -1.
        """
        there = set[str]()
        for seen in self.seen(picture):
            token = seen.token
            there.add(token.id)
            self.tokens.setdefault(token.id, token)
            now = self.places.of(seen.place), self.looks.of(seen.look)
            if self._shown.get(token.id) != now:
                self._shown[token.id] = now
                yield list(self.tokens).index(token.id), *now
        for id_ in [known for known in self._shown if known not in there]:
            del self._shown[id_]
            yield list(self.tokens).index(id_), -1, -1

    def seen(self, picture: Picture) -> Iterator[Seen]:
        """All tokens as they are seen."""
        names = {spot.id: spot.name for spot in picture.spots}
        for one in placed(picture, self._on):
            place = Place(one.x, one.y, names.get(one.token.spot, ""))
            yield Seen(one.token, place, self._look(one.token))

    def _look(self, token: Token) -> Look:
        if token not in self._drawn:
            ink = Ink(Dress.PAGE)
            glyphs.token(ink, token, 0, 0, told=token.name, moved=False)
            state = [] if token.state == "active" else [token.state]
            state += [*token.statuses]
            state += [self._say("replay.carries", what=what) for what in token.bearing]
            self._drawn[token] = Look(
                drawing=ink.part(),
                health=self._say("replay.of", health=token.health, most=token.max_health),
                facing=self._say(f"replay.facing-{token.facing}") if token.facing else "",
                state=", ".join(state),
                acted=token.activated,
            )
        return self._drawn[token]

    def scene(self, picture: Picture) -> str:
        """All that lies below the tokens; drawn anew only where something differs."""
        key = (picture.spots, picture.links, picture.sides and _names(picture))
        if self._scene[0] != key:
            ink = Ink(Dress.PAGE)
            scene(ink, picture, self._on, self._say)
            self._scene = (key, ink.part())
        return self._scene[1]

    def _bind(self, told: Told) -> None:
        if told.data is not None:
            known = self.patterns.setdefault(told.event, _Numbered())
            known.of(bound(told.text, told.data))


def _names(picture: Picture) -> tuple[tuple[int, str], ...]:
    return tuple((party.number, party.name) for party in picture.sides)


def _dice(row: int, told: Told) -> Iterator[tuple[int, str, int, int, bool]]:
    """The dice of a line: its row in the moment, whose, sides, face, if a field names whose."""
    fields = {value for _, value in leaves(told.data)}
    for die in told.dice:
        yield row, die.of, die.sides, die.face, die.of in fields
