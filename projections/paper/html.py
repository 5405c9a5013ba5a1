"""Paper as one page of HTML, to be looked at and printed from a browser."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from projections.frame.page import page
from projections.frame.provenance import Provenance
from projections.frame.shelf import asset
from projections.frame.templates import Frame
from projections.paper import sheets as battles
from projections.paper import spoken
from projections.paper.arenas import Ground
from projections.paper.decks import Deck
from projections.paper.formats import Format
from projections.paper.sheets import Field

TOLD = " @media print { footer.provenance { display: block; break-before: page; } }"
"""Where the foot of a sheet says too little, what the page says of itself is printed too."""


def cards(frame: Frame, provenance: Provenance, decks: Sequence[Deck], form: Format) -> bytes:
    """The cards of some crews."""
    told = [spoken.deck_of_cards(frame, deck) for deck in decks]
    return _page(
        frame, provenance, "cards", form, blank=spoken.blank(decks), nav=_nav(decks), decks=told
    )


def rosters(frame: Frame, provenance: Provenance, decks: Sequence[Deck], form: Format) -> bytes:
    """The rosters of some crews."""
    told = [spoken.roster(frame, deck) for deck in decks]
    return _page(
        frame, provenance, "rosters", form, blank=spoken.blank(decks), nav=_nav(decks), rosters=told
    )


def _nav(decks: Sequence[Deck]) -> list[tuple[str, str]]:
    """A link to each crew."""
    return [(f"#{deck.id}", deck.crew) for deck in decks if deck.id and deck.cards]


def sheets(frame: Frame, provenance: Provenance, field: Field, form: Format) -> bytes:
    """A battle's sheets, one for each crew."""
    told = battles.sheets(frame, field)
    for one in told:
        one["map"] = Markup(one["map"])  # noqa: S704  drawn by us, its texts escaped
    rows = battles.LINES
    return _page(frame, provenance, "sheets", form, blank=field.blank, sheets=told, rows=rows)


def arenas(frame: Frame, provenance: Provenance, ground: Ground, form: Format) -> bytes:
    """The ground of a battle."""
    told = ground.told(frame)
    told["pages"] = [
        {"svg": Markup(each.svg), "told": each.told}  # noqa: S704  drawn by us, its texts escaped
        for each in ground.pages
    ]
    return _page(frame, provenance, "arenas", form, blank=False, arena=told)


def _page(
    frame: Frame,
    provenance: Provenance,
    kind: str,
    form: Format,
    *,
    blank: bool,
    nav: Sequence[tuple[str, str]] = (),
    **values: Any,
) -> bytes:
    foot = spoken.foot(frame, provenance, blank=blank)
    body = frame.render(f"paper/{kind}.html", foot=foot.line, **values)
    text = page(
        frame,
        provenance,
        title=frame.say(f"paper.{kind}"),
        body=Markup(body),  # noqa: S704  the template has escaped it
        nav=nav if len(nav) > 1 else (),
        css=asset("style/paper.css") + sized(form) + (TOLD if foot.rest else ""),
        wide=True,
    )
    return text.encode()


def sized(form: Format) -> str:
    """What says how large the printed pages are."""
    return (
        f"@page {{ size: {form.width}mm {form.height}mm;"
        f" margin: {form.above}mm {form.across}mm {form.below}mm; }}"
        f" @media print {{ .sheet {{ min-height: {form.room[1] - 1}mm; }} }}"
    )
