"""A battle's sheet for each crew: what is to be ticked off, and room to write its lines by hand."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.game import Game
from domain.lines import Form, Language
from domain.paper import Card, Paper, Party, Sheet
from domain.terms import Who
from projections.board import svg
from projections.frame.templates import Frame
from projections.ink import Dress
from projections.paper.decks import Deck
from projections.paper.measure import height
from projections.paper.spoken import ROUNDS, Said, face, label

LINES = 60
"""So many rows to write on at most; a page shows as many as it has room for."""
HEADS = (
    *("sheet", "player", "name", "acted", "others", "goals", "points", "places", "forms"),
    *("lines", "score", "round", "map"),
)
FIGURES = 3
"""So many numbers of a card have room in a row of a sheet."""
ROOM = 218.0
"""Millimetres of a page for all that stands above the rows to write on."""
ZOOMS = (100, 85, 70, 58, 48)
"""How large that is set in HTML, in parts of a hundred: as `style/paper.css` has it."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as it is put on paper: its sheet, its map as SVG, its story where it has one."""

    game: Game
    forms: tuple[Form, ...]
    sheet: Sheet
    map: str = ""
    battle: str = ""
    blank: bool = False


def field(game: Game, paper: Paper, state: Any, frame: Frame, *, battle: str = "") -> Field:
    """A battle as it stands."""
    picture = game.sheets.picture(state)
    title = frame.say("paper.map")
    drawn = svg(picture, title, explained=False, dress=Dress.PRINT, frame=frame)
    return Field(game=game, forms=paper.forms, sheet=paper.sheet(state), map=drawn, battle=battle)


def met(of: Field, decks: Iterable[Deck]) -> Field:
    """A scenario as crews would meet in it: whoever of them is fit, as the cards have it."""
    parties = tuple(
        Party(
            crew=Who(deck.id, deck.crew),
            player=deck.player,
            cards=tuple(_short(card) for card in deck.cards if not card.state),
        )
        for deck in decks
    )
    sheet = msgspec.structs.replace(of.sheet, parties=parties)
    return msgspec.structs.replace(of, sheet=sheet)


def _short(card: Card) -> Card:
    """What of a card stands in a row of a sheet."""
    return msgspec.structs.replace(card, figures=card.figures[:FIGURES], groups=(), remarks=())


def blank(game: Game, paper: Paper, of: Field | None = None) -> Field:
    """A sheet to be filled in, of any battle or with the terms `of` one that nobody plays yet."""
    party = Party(crew=Who("", ""), cards=(_plain(paper.blank),) * paper.room)
    sheet = msgspec.structs.replace(of.sheet if of else Sheet(), parties=(party,))
    return Field(game=game, forms=paper.forms, sheet=sheet, map=of.map if of else "", blank=True)


def _plain(card: Card) -> Card:
    """What of a card stands in a row of a sheet."""
    figures, boxes = card.figures[:1], card.boxes[:1]
    return msgspec.structs.replace(card, figures=figures, boxes=boxes, groups=(), leads="")


def sheets(frame: Frame, field: Field) -> list[Said]:
    """A sheet for each crew of a battle, in the words of a language."""
    told = field.sheet
    count = min(ROUNDS, told.rounds or ROUNDS)
    return [
        {
            "title": told.scenario,
            "story": told.story,
            "battle": field.battle,
            "blank": field.blank,
            "id": party.crew.id,
            "crew": party.crew.name,
            "player": party.player,
            "rounds": [str(number + 1) for number in range(count)],
            "members": [_member(frame, card) for card in party.cards],
            "foes": [
                {"crew": other.crew.name, "members": [_member(frame, c) for c in other.cards]}
                for other in told.parties
                if other is not party
            ],
            "goals": [[goal.name, goal.text, goal.count] for goal in told.goals],
            "points": [[label(frame, one.label), one.value] for one in told.points],
            "places": [[place.name, place.text] for place in told.places],
            "forms": list(_forms(field.game.language, field.forms)),
            "map": field.map,
            "zoom": _zoom(told, party, len(field.forms), drawn=bool(field.map)),
            "heads": _heads(frame),
        }
        for party in told.parties
    ]


def _member(frame: Frame, card: Card) -> Said:
    told = face(frame, card)
    for boxes in told["boxes"]:
        boxes["short"] = boxes["label"]
    return told


def _forms(language: Language, forms: tuple[Form, ...]) -> Iterator[list[str]]:
    """How lines are typed, each with the short form of its verb."""
    short = {long: brief for brief, long in language.short.items()}
    for form in forms:
        yield [short.get(form.verb, ""), form.usage]


def _heads(frame: Frame) -> dict[str, str]:
    """What the parts of a sheet are called."""
    return {code: frame.say(f"paper.{code}") for code in HEADS}


# How high a sheet is: HTML must know before anybody has measured it


def _zoom(sheet: Sheet, party: Party, forms: int, *, drawn: bool) -> int:
    """How large all is set that stands above the rows to write on, so that it has room."""
    for zoom in ZOOMS[:-1]:
        if _high(sheet, party, forms, 19000 / zoom, drawn=drawn) * zoom / 100 <= ROOM:
            return zoom
    return ZOOMS[-1]


def _high(sheet: Sheet, party: Party, forms: int, wide: float, *, drawn: bool) -> float:
    """How high it is on a page that is so many millimetres wide."""
    half = wide * 0.47
    names = height(party.crew.name or " ", half, 15, 1.2) + height(party.player, half, 7.4) + 3
    names = max(names, height(sheet.scenario, half, 10) + 10)
    story = height(sheet.story, wide, 7.4) + 2 if sheet.story else 0.0
    rows = 5.0 + sum(_row(card, wide - 124) for card in party.cards)
    third = (wide - 60 if drawn else wide) / 2 - 4
    terms = sum(_entry(f"{goal.name} {goal.text}", third) + 3.2 for goal in sheet.goals) + 5
    terms += sum(_entry(one.label, third - 8) for one in sheet.points) + 5
    terms += sum(_entry(f"{place.name} {place.text}", third) for place in sheet.places) + 5
    others = 10.0
    for other in sheet.parties:
        others += height(other.crew.name, third - 16, 7.4) + 2
        if other is not party:
            others += _entry(other.crew.name, third)
            others += sum(_entry(f"{card.title} ABCDE d20", third - 20) for card in other.cards)
    middle = max(terms, others, 64.0 if drawn else 0.0)
    return names + story + rows + middle + 3.6 * -(-forms // 3) + 10


def _row(card: Card, wide: float) -> float:
    """How high the row of a member is, where its name has so much room."""
    boxes = sum(5.0 + 2.8 * len(one.below) for one in card.boxes)
    extra = sum(height(", ".join(e.name for e in g.entries), 60, 7.2) for g in card.groups)
    name = height(f"{card.title} {card.handle} {card.kind} {card.leads}", wide, 9, 1.25)
    return max(name, boxes + extra, 4.4) + 1.8


def _entry(text: str, wide: float) -> float:
    return height(text, wide, 7.4) + 0.5
