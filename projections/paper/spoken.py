"""Cards and rosters in the words of a language: what both writers set, and nothing beside it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain.paper import Boxes, Card, Entry, Figure, Group
from projections.frame.provenance import Provenance
from projections.frame.templates import Frame
from projections.paper.decks import Deck
from projections.paper.laying import Laid, leaves, title_size

Said = dict[str, Any]
ROUNDS = 8
"""How many rounds somebody's turns can be ticked off for."""
IN_WORDS = ("lasting_injuries", "history")
"""What a roster tells in words; of all else it has the names, for the words are on the cards."""


_LINE = 420
"""A foot of more letters takes more than its lines."""
_LONG = 3000
"""With more letters in words a row of a roster may go on on the next page."""


def label(frame: Frame, code: str) -> str:
    """The words of a label; of one that the catalogue does not know, the label itself."""
    try:
        return frame.say(f"paper.{code}")
    except KeyError:
        return code.replace("_", " ")


def deck_of_cards(frame: Frame, deck: Deck) -> Said:
    """A crew's cards on their pages."""
    return {
        "title": frame.say("paper.cards-of", crew=deck.crew) if deck.crew else _blank(frame),
        "id": deck.id,
        "leaves": [
            [[card(frame, laid) for laid in column] for column in leaf]
            for leaf in leaves(deck.cards)
        ],
    }


def _blank(frame: Frame) -> str:
    return f"{frame.say('paper.cards')} ({frame.say('paper.blank')})"


def card(frame: Frame, laid: Laid) -> Said:
    """A card as it is laid; on those that go on stands only whose they are."""
    one, first = laid.card, laid.part == 1
    return {
        **face(frame, one),
        "size": title_size(one.title),
        "units": laid.units,
        "first": first,
        "part": ""
        if laid.parts == 1
        else frame.say("paper.part", part=laid.part, parts=laid.parts),
        "acted": said_boxes(frame, Boxes("acted", ROUNDS)) if first else None,
    }


def face(frame: Frame, one: Card) -> Said:
    """What stands on a card."""
    blank = not one.title
    return {
        "id": one.id,
        "blank": blank,
        "title": one.title,
        "handle": one.handle,
        "kind": label(frame, one.kind) if blank and one.kind else one.kind,
        "leads": one.leads,
        "crew": one.crew,
        "state": label(frame, one.state) if one.state else "",
        "figures": figures(frame, one.figures),
        "boxes": [said_boxes(frame, each) for each in one.boxes],
        "groups": [group(frame, each) for each in one.groups],
        "remarks": list(one.remarks),
    }


def figures(frame: Frame, found: Iterable[Figure]) -> list[list[str]]:
    """Numbers with what they are called."""
    return [[label(frame, each.label), each.value] for each in found]


def said_boxes(frame: Frame, boxes: Boxes) -> Said:
    """A row of boxes, and in words how many of them are ticked."""
    name = label(frame, boxes.label)
    return {
        "label": name,
        "ticks": [number < boxes.ticked for number in range(boxes.count)],
        "numbered": boxes.label == "acted",
        "told": frame.say("paper.boxes", label=name, ticked=boxes.ticked, count=boxes.count),
        "below": [
            {"label": label(frame, each.label), "marks": list(each.marks)} for each in boxes.below
        ],
    }


def group(frame: Frame, one: Group) -> Said:
    """Entries of a kind."""
    return {
        "label": label(frame, one.label),
        "code": one.label,
        "entries": [[each.name, each.text] for each in one.entries],
        "room": one.room,
    }


def roster(frame: Frame, deck: Deck) -> Said:
    """A crew's roster: what is told of it, and a row for each member."""
    rows = [_row(frame, one) for one in deck.cards]
    store = ", ".join(deck.store) or frame.say("paper.nothing")
    head = [
        [frame.say("paper.player"), deck.player],
        *([[frame.say("paper.leader"), deck.leader]] if deck.leader or not deck.crew else []),
        *figures(frame, deck.figures),
        [frame.say("paper.store"), store if deck.crew else ""],
    ]
    title = f"{frame.say('paper.rosters')} ({frame.say('paper.blank')})"
    return {
        "title": frame.say("paper.roster-of", crew=deck.crew) if deck.crew else title,
        "id": deck.id,
        "blank": not deck.crew,
        "crew": deck.crew,
        "head": head,
        "ended": frame.say("paper.ended") if deck.ended else "",
        "name": frame.say("paper.name"),
        "numbers": frame.say("paper.numbers"),
        "what": frame.say("paper.what"),
        "rows": rows,
        "count": frame.say("paper.members", n=len(rows)) if deck.crew else "",
    }


def _row(frame: Frame, one: Card) -> Said:
    """A member in the roster: what stands on its card, told shorter."""
    if not one.title:
        groups = tuple(replace(each, room=1) for each in one.groups)
        one = replace(one, boxes=one.boxes[:1], groups=groups)
    short = tuple(
        each
        if each.label in IN_WORDS
        else replace(each, entries=tuple(Entry(entry.name) for entry in each.entries))
        for each in one.groups
    )
    return {
        **face(frame, replace(one, groups=short)),
        "long": sum(len(entry.text) for each in short for entry in each.entries) > _LONG,
    }


class Foot(NamedTuple):
    """What stands small below each sheet, and, where that says too little, what ends them all."""

    line: str
    rest: tuple[tuple[str, str], ...] = ()


def foot(frame: Frame, provenance: Provenance, *, blank: bool = False) -> Foot:
    """Where a sheet comes from; below one to be filled in stands only whose form it is.

    Many house rules would fill the sheet: they are counted there, and told at the end.
    """
    if blank:
        return Foot(f"{provenance.game} {provenance.edition} \u00b7 {provenance.program}")
    line = provenance.line(frame)
    if len(line) <= _LINE:
        return Foot(line)
    rows, house = provenance.rows(frame), frame.say("provenance.house")
    count = frame.say("paper.house", n=len(provenance.house))
    short = ((name, count if name == house else text) for name, text in rows)
    return Foot(" \u00b7 ".join(f"{name}: {text}" for name, text in short), rows)


def blank(decks: Iterable[Deck]) -> bool:
    """Whether these are to be filled in: they are of no crew."""
    return not any(deck.crew for deck in decks)
