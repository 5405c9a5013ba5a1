"""Paper as PDF: what HTML shows, set by Typst."""

from collections.abc import Mapping, Sequence
from typing import Any

from projections.frame.printing import pdf
from projections.frame.provenance import Provenance
from projections.frame.shelf import asset
from projections.frame.templates import Frame
from projections.paper import sheets as battles
from projections.paper import spoken
from projections.paper.arenas import Ground
from projections.paper.decks import Deck
from projections.paper.formats import Format
from projections.paper.measure import width
from projections.paper.sheets import Field

COMMON = "paper.typ"
_LONG = 14.0
"""A word that is wider, in ems, may be broken anywhere."""


def cards(frame: Frame, provenance: Provenance, decks: Sequence[Deck], form: Format) -> bytes:
    """The cards of some crews."""
    told = [spoken.deck_of_cards(frame, deck) for deck in decks]
    return _set(frame, provenance, "cards", form, blank=spoken.blank(decks), decks=told)


def rosters(frame: Frame, provenance: Provenance, decks: Sequence[Deck], form: Format) -> bytes:
    """The rosters of some crews."""
    told = [spoken.roster(frame, deck) for deck in decks]
    return _set(frame, provenance, "rosters", form, blank=spoken.blank(decks), rosters=told)


def sheets(frame: Frame, provenance: Provenance, field: Field, form: Format) -> bytes:
    """A battle's sheets, one for each crew."""
    told = battles.sheets(frame, field)
    drawn = {"map.svg": field.map} if field.map else {}
    for one in told:
        one["map"] = "map.svg" if field.map else ""
    return _set(frame, provenance, "sheets", form, blank=field.blank, drawn=drawn, sheets=told)


def arenas(frame: Frame, provenance: Provenance, ground: Ground, form: Format) -> bytes:
    """The ground of a battle."""
    drawn = {f"sheet-{n}.svg": each.svg for n, each in enumerate(ground.pages, 1)}
    told = ground.told(frame)
    told["pages"] = [
        {"svg": name, "told": each.told} for name, each in zip(drawn, ground.pages, strict=True)
    ]
    return _set(frame, provenance, "arenas", form, blank=False, drawn=drawn, arena=told)


def _set(
    frame: Frame,
    provenance: Provenance,
    kind: str,
    form: Format,
    *,
    blank: bool,
    drawn: Mapping[str, str] = {},
    **values: Any,
) -> bytes:
    foot = spoken.foot(frame, provenance, blank=blank)
    data = {
        "title": frame.say(f"paper.{kind}"),
        "language": frame.language.tag.partition("-")[0],
        "paper": form._asdict(),
        "foot": foot.line,
        "about": list(map(list, foot.rest)),
        **values,
    }
    files = {COMMON: asset(f"print/{COMMON}"), **drawn}
    return pdf(asset(f"print/{kind}.typ"), frame, files, data=breakable(data))


def breakable(told: Any) -> Any:
    """What is told, with places in long words where a line may end: Typst breaks no word itself."""
    match told:
        case str():
            return " ".join(map(_word, told.split(" ")))
        case dict():
            return {key: breakable(value) for key, value in told.items()}
        case list() | tuple():
            return [breakable(each) for each in told]
        case _:
            return told


def _word(word: str) -> str:
    if width(word) <= _LONG:
        return word
    parts, part = list[str](), ""
    for sign in word:
        if width(part + sign) > _LONG / 4 and width(sign):
            parts, part = [*parts, part], ""
        part += sign
    return "\u200b".join([*parts, part])
