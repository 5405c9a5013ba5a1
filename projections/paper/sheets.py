"""A battle's sheet for each crew: what is to be ticked off, and room to write its lines by hand."""

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.game import Game
from domain.lines import Form, Language
from domain.paper import Card, Paper, Party, Sheet
from domain.terms import Who
from projections.board import svg
from projections.frame.templates import Frame
from projections.ink import Dress
from projections.paper.spoken import ROUNDS, Said, face, label

LINES = 60
"""So many rows to write on at most; a page shows as many as it has room for."""
HEADS = (
    *("sheet", "player", "name", "acted", "others", "goals", "points", "places", "forms"),
    *("lines", "score", "round", "map"),
)
_MANY = 18
"""With more rows of members on a page everything is set smaller."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as it is put on paper: its sheet, its map as SVG, its story where it has one."""

    game: Game
    forms: tuple[Form, ...]
    sheet: Sheet
    map: str = ""
    battle: str = ""
    blank: bool = False


def field(game: Game, paper: Paper, state: Any, *, battle: str = "") -> Field:
    """A battle as it stands."""
    drawn = svg(game.sheets.picture(state), "", explained=False, dress=Dress.PRINT)
    return Field(game=game, forms=paper.forms, sheet=paper.sheet(state), map=drawn, battle=battle)


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
            "small": sum(len(one.cards) for one in told.parties) > _MANY,
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
