"""Plots of one battle: the health of those who fought, line by line, and where they acted."""

from collections.abc import Iterator, Sequence

import msgspec

from domain.drawing import Picture, Token
from domain.explaining import told as told_again
from domain.kinds import Kind
from projections import board
from projections.deeds import deeds, told
from projections.gallery import SUMS, Draw, Hall
from projections.ink import Dress
from projections.plots.lines import Point, Series, Timed, lines
from projections.plots.plot import Cell, Data, Plot


class Drop(msgspec.Struct, frozen=True):
    """Somebody's health as a line left it."""

    line: int
    address: str
    token: Token


def _pictures(hall: Hall, story: str) -> Iterator[tuple[int, str, Picture]]:
    """A battle as each line that counts left it: the line's number, its address, the picture."""
    game = hall.shelf.game
    for line, before, state in told_again(game.battle, hall.ledger.story(story)):
        if state is not before:
            yield line.line, line.address, game.sheets.picture(state)


def _drops(hall: Hall, story: str) -> Iterator[Drop]:
    """Everybody as he came, then each change of anybody's health."""
    known: dict[str, int] = {}
    for line, address, picture in _pictures(hall, story):
        for token in picture.tokens:
            if known.get(token.id) != token.health:
                known[token.id] = token.health
                yield Drop(line, address, token)


def _health(hall: Hall) -> Plot:
    """The health of each who lost or regained some, those who lost most first."""
    battle = hall.fights[0].battle
    mine: dict[str, list[Drop]] = {}
    for drop in _drops(hall, battle):
        mine.setdefault(drop.token.id, []).append(drop)
    changed = {id_: drops for id_, drops in mine.items() if len(drops) > 1}
    steps = sorted({drop.line for drops in changed.values() for drop in drops[1:]})
    place = {line: n for n, line in enumerate(steps, 1)}
    order = sorted(
        changed.values(), key=lambda drops: drops[-1].token.health - drops[0].token.health
    )
    series = [Series(drops[0].token.name, tuple(_points(hall, drops, place))) for drops in order]
    words = Timed(
        name="health",
        title=hall.say("health-title", battle=battle),
        told=hall.say("health-told"),
        who=hall.shelf.game.words.member,
        across=hall.say("line"),
    )
    return lines(words, ["1", *map(str, steps)], series, hall.link)


def _points(hall: Hall, drops: Sequence[Drop], place: dict[int, int]) -> Iterator[Point]:
    """Where somebody's line turns: as he came, at each change, and at the end."""
    last = len(place)
    for number, drop in enumerate(drops):
        step = place[drop.line] if number else 0
        yield _point(hall, drop, step)
        stays = (place[drops[number + 1].line] if number + 1 < len(drops) else last + 1) - 1
        if stays > step:
            yield _point(hall, drop, stays)


def _point(hall: Hall, drop: Drop, step: int) -> Point:
    token = drop.token
    says = hall.say(
        "health-says", address=drop.address, name=token.name, n=token.health, most=token.max_health
    )
    return Point(step=step, value=token.health, says=says, address=drop.address)


def _activations(hall: Hall) -> Plot:
    """How often somebody acted in each place, on the map or arena without anybody on it."""
    fight = hall.fights[0]
    acted = told(hall.shelf, deeds.c.story == fight.battle, kinds=[Kind.ACTED])
    places: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for row in acted:
        if row["where"]:
            places.setdefault(row["where"], []).append(row["address"])
            names[row["where"]] = row["where_name"]
    title = hall.say("activations-title", battle=fight.battle)
    order = sorted(places, key=lambda place: (-len(places[place]), names[place]))
    rows = tuple((Cell(names[at]), Cell(str(len(places[at])), tuple(places[at]))) for at in order)
    heat = {place: len(addresses) for place, addresses in places.items()}
    *_, (_, _, picture) = _pictures(hall, fight.battle)
    empty = msgspec.structs.replace(picture, tokens=())

    def drawn(alone: bool, foot: str) -> str:  # noqa: FBT001  as `Plot.given` is asked
        dress = Dress.OWN if alone else Dress.PAGE
        caption = (foot,) if foot else ()
        return board.svg(empty, title, heat=heat, explained=alone, dress=dress, caption=caption)

    return Plot(
        name="activations",
        title=title,
        told=hall.say("activations-told"),
        high=0,
        drawing="",
        data=Data((hall.say("place"), hall.say("activations")), rows),
        given=drawn,
    )


def plots() -> dict[str, Draw]:
    """The plots of a battle by their names."""
    return {"health": _health, "activations": _activations, **SUMS}
