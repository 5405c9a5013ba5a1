"""What is edited: one thing each time, as somebody would who wants another outcome.

Words that decide nothing (remarks, reasons, who saw a die, who plays a crew) are left alone.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec import UNSET

from benchmarks.edits.tale import Group, Piece, Plain, Tale, at, encoded, named, typed
from domain.terms import Refusal
from tests.forging import Leaf, leaves

Draw = Callable[[int], int]
"""A number below another."""

WORDS = frozenset({"text", "why", "reason", "agreed", "witness", "player", "event", "action"})
TRIES = 40
NUMBERS = 13


class Edit(NamedTuple):
    """An edited record: what was done, and all its lines."""

    what: str
    pieces: list[Piece]


Cheat = Callable[[Tale, Draw], Edit | None]


# One value


def outcome(tale: Tale, draw: Draw) -> Edit | None:
    """A value of an event: a face, a number, a target, a name."""
    place = draw(len(tale.lines))
    plain = tale.plain(place)
    leaf = _bent(tale, plain, "data", draw)
    if leaf is None:
        return None
    return _put(tale, place, [encoded(plain)], f"{tale.lines[place].address} {_way(leaf)}")


def intent(tale: Tale, draw: Draw) -> Edit | None:
    """A value of a cause: who, whom, where to, which face, what is bought."""
    place = tale.groups[draw(len(tale.groups))].start
    plain = tale.plain(place)
    leaf = _bent(tale, plain, "cause", draw)
    if leaf is None:
        return None
    return _put(tale, place, [encoded(plain)], f"{tale.lines[place].address} {_way(leaf)}")


def decision(tale: Tale, draw: Draw) -> Edit | None:
    """A value of a cause, and all that the rules make of it; what follows stays as it is."""
    group = tale.groups[draw(len(tale.groups))]
    plain = tale.plain(group.start)
    leaf = _bent(tale, plain, "cause", draw)
    if leaf is None:
        return None
    with suppress(Refusal):
        cause = typed(tale, plain).cause
        if cause is UNSET:
            return None
        judged = tale.judged(group.start, cause)
        if judged != tale.pieces(group):
            what = f"{tale.lines[group.start].address} {_way(leaf)}, judged anew"
            return _replaced(tale, group, judged, what)
    return None


# Lines


def line_removed(tale: Tale, draw: Draw) -> Edit | None:
    """One line of what came of a cause; of several, so that the cause stays."""
    group = tale.groups[draw(len(tale.groups))]
    if group.end - group.start == 1:
        return None
    place = group.start + 1 + draw(group.end - group.start - 1)
    return _put(tale, place, [], tale.lines[place].address)


def line_twice(tale: Tale, draw: Draw) -> Edit | None:
    """One line once more behind itself, without its cause."""
    place = draw(len(tale.lines))
    plain = tale.plain(place)
    plain.pop("cause", None)
    again = Piece(encoded(plain).state, copy=1)
    return _put(tale, place, [Piece(tale.states[place]), again], tale.lines[place].address)


def lines_swapped(tale: Tale, draw: Draw) -> Edit | None:
    """Two events of one cause in the other order."""
    group = tale.groups[draw(len(tale.groups))]
    place = group.start + draw(group.end - group.start)
    if place + 1 >= group.end or tale.lines[place].data == tale.lines[place + 1].data:
        return None
    one, other = tale.plain(place), tale.plain(place + 1)
    if one["story"] != other["story"]:
        return None
    one["data"], other["data"] = other["data"], one["data"]
    pieces = [Piece(state) for state in tale.states]
    pieces[place : place + 2] = [encoded(one), encoded(other)]
    return Edit(tale.lines[place].address, pieces)


def line_inserted(tale: Tale, draw: Draw) -> Edit | None:
    """An event of another moment of the same story, told once more."""
    place, source = draw(len(tale.lines)), draw(len(tale.lines))
    into, taken = tale.plain(place), tale.plain(source)
    if into["story"] != taken["story"] or place == source:
        return None
    into.pop("cause", None)
    into["data"] = taken["data"]
    told = f"{tale.lines[source].address} behind {tale.lines[place].address}"
    again = Piece(encoded(into).state, copy=1)
    return _put(tale, place, [Piece(tale.states[place]), again], told)


def stamp_bent(tale: Tale, draw: Draw) -> Edit | None:
    """A line is said to be of another story, another batch or another edition."""
    place = draw(len(tale.lines))
    plain = tale.plain(place)
    name = ("story", "batch", "edition")[draw(3)]
    if name == "edition" and name in plain:
        del plain[name]
    else:
        others = [text for text in tale.said[name] if text != plain.get(name)]
        if not others:
            return None
        plain[name] = others[draw(len(others))]
    if name == "story":
        plain["line"] = 0  # it gets a number of its own there
    return _put(tale, place, [encoded(plain)], f"{tale.lines[place].address} {name}")


# All that came of a cause


def deed_removed(tale: Tale, draw: Draw) -> Edit | None:
    """A cause and all that came of it."""
    group = tale.groups[draw(len(tale.groups))]
    return _replaced(tale, group, [], tale.lines[group.start].address)


def deed_twice(tale: Tale, draw: Draw) -> Edit | None:
    """A cause and all that came of it, once more behind itself."""
    group = tale.groups[draw(len(tale.groups))]
    once = tale.pieces(group)
    again = [Piece(piece.state, copy=1) for piece in once]
    return _replaced(tale, group, [*once, *again], tale.lines[group.start].address)


def deeds_swapped(tale: Tale, draw: Draw) -> Edit | None:
    """Two causes of one story that follow each other, in the other order."""
    number = draw(len(tale.groups) - 1)
    first, second = tale.groups[number : number + 2]
    if tale.lines[first.start].story != tale.lines[second.start].story:
        return None
    both = Group(first.start, second.end)
    swapped = [*tale.pieces(second), *tale.pieces(first)]
    return _replaced(tale, both, swapped, tale.lines[first.start].address)


def deed_moved(tale: Tale, draw: Draw) -> Edit | None:
    """A cause and all that came of it, once more at another moment of the same story."""
    into, group = (tale.groups[draw(len(tale.groups))] for _ in range(2))
    if tale.lines[into.start].story != tale.lines[group.start].story or into == group:
        return None
    again = [Piece(piece.state, copy=1) for piece in tale.pieces(group)]
    what = f"{tale.lines[group.start].address} behind {tale.lines[into.end - 1].address}"
    return _replaced(tale, into, [*tale.pieces(into), *again], what)


EDITS: dict[str, Cheat] = {
    "a value of an event": outcome,
    "a value of a cause": intent,
    "a line removed": line_removed,
    "a line twice": line_twice,
    "two lines swapped": lines_swapped,
    "a line inserted": line_inserted,
    "a stamp": stamp_bent,
}
"""One value or one line."""
DEEDS: dict[str, Cheat] = {
    "a decision, judged anew": decision,
    "a deed removed": deed_removed,
    "a deed twice": deed_twice,
    "two deeds swapped": deeds_swapped,
    "a deed inserted": deed_moved,
}
"""A cause with all that came of it: what is left may be a game that others could have played."""


def _bent(tale: Tale, plain: Plain, part: str, draw: Draw) -> Leaf | None:
    """Change one value of a line's part that may decide something; returns the way to it."""
    ways = [leaf for leaf in leaves(plain.get(part, {})) if named(leaf) not in WORDS]
    if not ways:
        return None
    leaf: Leaf = (part, *ways[draw(len(ways))])
    holder, name = at(plain, leaf[:-1]), leaf[-1]
    other = _other(tale, leaf, holder[name], draw)
    if other is None:
        return None
    if other is False:
        del holder[name]  # what is false is left out
    else:
        holder[name] = other
    return leaf


def _other(tale: Tale, leaf: Leaf, value: Any, draw: Draw) -> Any:
    """Another value that may stand there; None if there is none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        wanted = (value - 1, value + 1, value + 2, draw(NUMBERS))
        others: list[Any] = [n for n in wanted if n != value and n >= 0]
    else:
        others = [text for text in tale.said[named(leaf)] if text != value]
    return others[draw(len(others))] if others else None


def _way(leaf: Leaf) -> str:
    return ".".join(map(str, leaf))


def _put(tale: Tale, place: int, instead: list[Piece], what: str) -> Edit:
    return _replaced(tale, Group(place, place + 1), instead, what)


def _replaced(tale: Tale, group: Group, instead: list[Piece], what: str) -> Edit:
    pieces = [Piece(state) for state in tale.states]
    pieces[group.start : group.end] = instead
    return Edit(what, pieces)
