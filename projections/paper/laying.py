"""Cards laid on pages: each as large as what it holds, none over the edge of a page.

A page has two columns of four units. A card takes one, two or four units of a column; one that
needs more goes on on further cards, "2 of 2". Lengths are in millimetres, as `style/paper.css` and
`paper/cards.typ` have them.
"""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from domain.paper import Boxes, Card, Entry, Group
from projections.paper.measure import MM, height, lines, width

UNIT = 62.0
WIDE = 95.0
SIZES = (1, 2, 4)
COLUMNS, COLUMN = 2, 4
_PAD = 7.0
_INNER = WIDE - 8.0
_BODY = 7.4
_HEAD = 4.6
_BOX = 5.2
_LABEL = 24.0
_FREE = 6.0
_STRIP = 10.0
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
    """A card on as few units as it needs, on several cards if it needs more than a column."""
    top, whole = _top(card), _top(card) + sum(map(_group, card.groups)) + _remarks(card)
    for units in SIZES:
        if whole <= units * UNIT - _PAD:
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
            units=COLUMN if number < last else _fitting(groups, card),
            part=number + 1,
            parts=last + 1,
        )
        for number, groups in enumerate(stacks)
    ]


def _fitting(groups: tuple[Group, ...], card: Card) -> int:
    """The least size of the last of several cards."""
    need = _title(card) + _STRIP + sum(map(_group, groups)) + _remarks(card)
    return next((units for units in SIZES if need <= units * UNIT - _PAD), COLUMN)


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
    return height(card.title or " ", _INNER - 14.0, title_size(card.title), 1.2)


def _top(card: Card) -> float:
    """Title, what it is, why it is away, figures, boxes."""
    kind = height(f"{card.kind}  {card.leads}  {card.crew}", _INNER, 8.0) + 1.0
    state = 5.5 if card.state else 0.0
    figures = 9.0 * -(-sum(max(1, len(one.value) // 9) for one in card.figures) // 4)
    return _title(card) + kind + state + figures + sum(map(_boxes, card.boxes)) + _BOX + 4.0


def _boxes(boxes: Boxes) -> float:
    each = int((_INNER - _LABEL) / _BOX)
    return -(-max(1, boxes.count) // each) * (_BOX + 0.8 + 2.8 * len(boxes.below))


def _group(group: Group) -> float:
    return _HEAD + sum(map(_entry, group.entries)) + _FREE * group.room


def _entry(entry: Entry) -> float:
    return height(f"{entry.name}  {entry.text}", _INNER, _BODY) + 0.5


def _remarks(card: Card) -> float:
    return sum(height(each, _INNER, 6.5) + 1.0 for each in card.remarks)
