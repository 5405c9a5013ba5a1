"""Cards laid on pages: each as large as what it holds, none over the edge of a page.

A page has two columns of sixteen units. A card takes four units of a column, or as many as it
needs; one that needs more than a column goes on on further cards, "2 of 2". Lengths are in
millimetres, as `style/paper.css` and `print/cards.typ` have them.
"""

from collections.abc import Iterable, Iterator
from math import ceil

import msgspec
from msgspec.structs import replace

from domain.paper import Boxes, Card, Entry, Figure, Group
from projections.paper.measure import MM, height, lines, width

UNIT = 15.5
WIDE = 95.0
LEAST, COLUMN = 4, 16
COLUMNS = 2
_PAD = 7.4
_INNER = WIDE - 8.6
_BODY = 7.4
_HEAD = 4.6
_BOX = 5.2
_LABEL = 22.5
_FREE = 5.6
_STRIP = 6.0
"""What the head of a card that goes on takes, below its title."""


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    """A card as it lies there: its size in units, and which part of how many it is."""

    card: Card
    units: int
    part: int = 1
    parts: int = 1


Leaf = tuple[tuple[Laid, ...], ...]
"""A page: its columns from left to right."""


def leaves(cards: Iterable[Card]) -> tuple[Leaf, ...]:
    """Pages with these cards in their order, each in the first column that has room for it."""
    pages: list[list[list[Laid]]] = []
    for laid in (each for card in cards for each in sized(card)):
        for column in pages[-1] if pages else ():
            if sum(one.units for one in column) + laid.units <= COLUMN:
                column.append(laid)
                break
        else:
            pages.append([[laid], *([] for _ in range(COLUMNS - 1))])
    return tuple(tuple(tuple(column) for column in page) for page in pages)


def sized(card: Card) -> list[Laid]:
    """A card on as many units as it needs, on several cards if it needs more than a column."""
    top = _top(card)
    if units := _units(top + sum(map(_group, card.groups)) + _remarks(card)):
        return [Laid(card=card, units=units)]
    room = COLUMN * UNIT - _PAD
    stacks = list(_stacked(card, room - top, room - _title(card) - _STRIP))
    last = len(stacks) - 1
    return [
        Laid(
            card=replace(
                card if number == 0 else replace(card, figures=(), boxes=(), state=""),
                groups=groups,
                remarks=card.remarks if number == last else (),
            ),
            units=COLUMN if number < last else _last(groups, card),
            part=number + 1,
            parts=last + 1,
        )
        for number, groups in enumerate(stacks)
    ]


def _units(need: float) -> int:
    """How many units hold so many millimetres; 0 if a column does not."""
    units = max(LEAST, ceil((need + _PAD) / UNIT))
    return units if units <= COLUMN else 0


def _last(groups: tuple[Group, ...], card: Card) -> int:
    """The size of the last of several cards."""
    need = _title(card) + _STRIP + sum(map(_group, groups)) + _remarks(card)
    return _units(need) or COLUMN


def _stacked(card: Card, first: float, later: float) -> Iterator[tuple[Group, ...]]:
    """The groups of a card, parted where a card is full; the last leaves room for remarks."""
    room, stack = first, list[Group]()
    later -= _remarks(card)
    for group in card.groups:
        for entry in [piece for each in group.entries for piece in _pieces(each, later - _HEAD)]:
            need = _entry(entry)
            fresh = not stack or stack[-1].label != group.label
            if need + (_HEAD if fresh else 0) > room and stack:
                yield tuple(stack)
                room, stack, fresh = later, [], True
            if fresh:
                stack.append(Group(group.label))
            room -= need + (_HEAD if fresh else 0)
            stack[-1] = replace(stack[-1], entries=(*stack[-1].entries, entry))
        if group.room:
            stack.append(Group(group.label, room=group.room))
    yield tuple(stack)


def _pieces(entry: Entry, room: float) -> Iterator[Entry]:
    """An entry that is larger than a whole card, in pieces; any other as it is."""
    if _entry(entry) <= room:
        yield entry
        return
    most = int(room / (_BODY * 1.32 * MM)) - 1
    name, part = entry.name, list[str]()
    for word in entry.text.split(" "):
        if lines(f"{name}  {' '.join((*part, word))}", _INNER / (_BODY * MM)) > most and part:
            yield Entry(name, " ".join(part))
            part = []
        part.append(word)
    yield Entry(name, " ".join(part))


# How high the parts of a card are


def title_size(title: str) -> float:
    """The size in points in which a title is set: smaller for long ones, which take more lines."""
    room = _INNER - 14.0
    return next((size for size in (13.0, 11.0, 9.0) if width(title) * size * MM <= room), 8.0)


def _title(card: Card) -> float:
    return max(6.6, height(card.title or " ", _INNER - 14.0, title_size(card.title), 1.2)) + 1.2


def _top(card: Card) -> float:
    """Title, what it is, why it is away, figures, boxes."""
    kind = height(f"{card.kind}  {card.leads.upper()}  {card.crew}", _INNER - 4.0, 8.0) + 0.8
    state = 5.6 if card.state else 0.0
    boxes = sum(map(_boxes, card.boxes)) + _BOX
    return _title(card) + kind + state + _figures(card.figures) + boxes


def _figures(figures: Iterable[Figure]) -> float:
    """Figures stand side by side, and go on below."""
    rows, left = 1, _INNER
    for each in figures:
        value, name = width(each.value) * 9 * MM, width(each.label.upper()) * 5.8 * MM
        wide = max(12.0, value + 3.0, name + 3.0) + 1.0
        if wide > left and left < _INNER:
            rows, left = rows + 1, _INNER
        rows, left = rows + int(wide // _INNER), left - wide
    return 2.4 + 7.6 * rows


def _boxes(boxes: Boxes) -> float:
    each = int((_INNER - _LABEL) / _BOX)
    return -(-max(1, boxes.count) // each) * (_BOX + 2.7 * len(boxes.below)) + 0.8


def _group(group: Group) -> float:
    return _HEAD + sum(map(_entry, group.entries)) + _FREE * group.room


def _entry(entry: Entry) -> float:
    return height(f"{entry.name}  {entry.text}", _INNER - 2.0, _BODY) + 0.4


def _remarks(card: Card) -> float:
    return sum(height(each, _INNER, 6.5) + 1.0 for each in card.remarks)
